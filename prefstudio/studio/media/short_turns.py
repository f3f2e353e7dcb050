"""How long a busy thread keeps others waiting: less for as long as sound plays anywhere."""

from __future__ import annotations

import sys
import threading

TURN_S = 0.001  # so soon the sound has its turn


class ShortTurns:
    """Shortens the turns of the interpreter's threads while at least one stream is open.

    There is one interval for all of them, so that only the last stream that closes gives it back.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._n_streams = 0
        self._usual_s = 0.0

    def begin(self) -> None:
        """Count a stream that opens."""
        with self._lock:
            if not self._n_streams:
                self._usual_s = sys.getswitchinterval()
                sys.setswitchinterval(min(TURN_S, self._usual_s))
            self._n_streams += 1

    def end(self) -> None:
        """Count a stream that has closed."""
        with self._lock:
            self._n_streams -= 1
            if not self._n_streams:
                sys.setswitchinterval(self._usual_s)


SHORT_TURNS = ShortTurns()
"""Of this process, whose threads share one interval."""
