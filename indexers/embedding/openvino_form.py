"""The files of a model's OpenVINO form, as the converter writes and the engine reads them."""

from pydantic import BaseModel, ConfigDict, Field

GRAPH_FILE = "model.xml"
PROBES_FILE = "probes.npz"
INTERFACE_FILE = "interface.json"
REFUSAL_FILE = "refused.txt"
"""Stands alone in the folder of a model that does not become a graph, with the reason."""


class GraphInterface(BaseModel):
    """What the graph wants to be given."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    inputs: tuple[str, ...] = Field(min_length=1)
    """Names of the tensors, in the graph's order."""
    pad_id: int = Field(ge=0)


class OpenVinoUnfit(ValueError):
    """OpenVINO cannot stand in for the library with this model; the message says why."""
