"""OpenVINO without its telemetry: importing the package reports the import to its maker.

The report goes through the package ``openvino_telemetry``; when that cannot be imported,
OpenVINO uses a stub of its own which sends nothing. An empty module in its place has that
effect, for this process alone and without a file in the user's home. Every module of ours
that needs OpenVINO takes it from here.
"""

import sys
from importlib import import_module
from types import ModuleType

sys.modules.setdefault("openvino_telemetry", ModuleType("openvino_telemetry"))

openvino = import_module("openvino")
