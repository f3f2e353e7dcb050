"""The folder of a copy that was made of a study file to read it whole."""

from __future__ import annotations

import threading
from pathlib import Path
from tempfile import TemporaryDirectory


class Scratch:
    """A folder that is there for as long as somebody holds it; whoever makes it does.

    Any thread may hold it and let it go.

    Attributes
    ----------
    path
        The folder.
    """

    def __init__(self) -> None:
        self._folder = TemporaryDirectory(prefix="prefstudio-")
        self.path = Path(self._folder.name)
        self._changing = threading.Lock()
        self._n_holders = 1

    def hold(self) -> None:
        """Keep the folder until it is let go as often as it was held."""
        with self._changing:
            self._n_holders += 1

    def let_go(self) -> None:
        """Need the folder no more; with the last who does it goes."""
        with self._changing:
            self._n_holders -= 1
            is_last = self._n_holders == 0
        if is_last:
            self._folder.cleanup()
