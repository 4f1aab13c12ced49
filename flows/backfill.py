"""A one-off run over what the snapshot already holds, as a flow of the orchestrator."""

from prefect import flow
from prefect.client.schemas.objects import State

from flows.orchestrator import run_as_tasks
from flows.run import Mode
from schemas.run import RunReport


@flow(name="backfill", flow_run_name="backfill-{profile_path}", persist_result=False)
def backfill(profile_path: str) -> RunReport | State[RunReport]:
    """Read, date, chunk and index the snapshot again; the website is not asked."""
    return run_as_tasks(profile_path, Mode.BACKFILL)
