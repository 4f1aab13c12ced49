"""The scheduled service: nightly at 03:15 where the site is, backfill on demand.

03:15 and not 02:xx: on the spring night 02:30 does not exist, and in autumn it exists twice.
One service process runs one flow at a time; the lock on the index guards whatever else runs.
"""

from pathlib import Path
from typing import TYPE_CHECKING, cast

from prefect import serve
from prefect.schedules import Cron

from flows.backfill import backfill
from flows.nightly import nightly
from schemas.site import load_profile

if TYPE_CHECKING:
    from prefect.deployments.runner import RunnerDeployment

NIGHTLY_AT = "15 3 * * *"


def serve_site(profile_path: Path, *, cron: str = NIGHTLY_AT) -> None:
    """Serve both flows of one site until stopped; needs a reachable ``PREFECT_API_URL``."""
    profile = load_profile(profile_path)
    name, parameters = profile_path.stem, {"profile_path": str(profile_path.resolve())}
    at_night = nightly.to_deployment(
        f"nightly-{name}", parameters=parameters, schedule=Cron(cron, timezone=profile.timezone)
    )
    on_demand = backfill.to_deployment(f"backfill-{name}", parameters=parameters)
    deployments = [cast("RunnerDeployment", each) for each in (at_night, on_demand)]
    serve(*deployments, limit=1, pause_on_shutdown=False)
