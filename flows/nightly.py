"""The scheduled reindex as a flow of the orchestrator."""

from prefect import flow
from prefect.client.schemas.objects import State

from flows.orchestrator import run_as_tasks
from flows.run import Mode
from schemas.run import RunReport


@flow(name="nightly", flow_run_name="nightly-{profile_path}", persist_result=False)
def nightly(profile_path: str) -> RunReport | State[RunReport]:
    """Crawl the site, bring the index up to date, and publish it if it passes the gate."""
    return run_as_tasks(profile_path, Mode.NIGHTLY)
