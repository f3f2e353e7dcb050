"""Where the window writes down what went wrong, beside telling it."""

from __future__ import annotations

import logging

from prefstudio.study.home import log_file

FORM = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class LogBook:
    """Writes warnings and errors of the program to its log file, until it is closed."""

    def __init__(self) -> None:
        self._logger = logging.getLogger("prefstudio")
        self._handler = _handler()
        self._logger.addHandler(self._handler)

    def close(self) -> None:
        """Write no more, and let go of the file."""
        self._logger.removeHandler(self._handler)
        self._handler.close()


def _handler() -> logging.Handler:
    """A handler that makes the file with the first thing to write; none where it cannot be."""
    try:
        path = log_file()
    except OSError:
        return logging.NullHandler()
    made = logging.FileHandler(path, encoding="utf-8", errors="backslashreplace", delay=True)
    made.setLevel(logging.WARNING)
    made.setFormatter(logging.Formatter(FORM))
    return made
