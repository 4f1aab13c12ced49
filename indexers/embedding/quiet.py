"""Libraries that print: a progress bar per weight file belongs to no report of ours."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from transformers.utils import logging as transformers_logging

logging: Any = transformers_logging  # its functions carry no types


@contextmanager
def quiet_libraries() -> Iterator[None]:
    """Inside, transformers shows no progress bar and warns of nothing but errors."""
    verbosity = logging.get_verbosity()
    had_bars = logging.is_progress_bar_enabled()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.set_verbosity(verbosity)
        if had_bars:
            logging.enable_progress_bar()
