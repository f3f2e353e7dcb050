"""How a caller stops a computation and hears of its progress."""

from __future__ import annotations

import time
from collections.abc import Callable

from prefstudio.engine.errors import Cancelled

PROGRESS_INTERVAL = 0.05  # seconds between two reports, so that no receiver is flooded


class Control:
    """Cancellation and progress of one computation.

    Parameters
    ----------
    on_progress : callable, optional
        Called with ``(done, total)`` at most every 50 ms, in the computing thread.
    """

    def __init__(self, on_progress: Callable[[int, int], None] | None = None) -> None:
        self._cancelled = False  # set once, by any thread; reading and writing it are atomic
        self._on_progress = on_progress
        self._on_cancel: Callable[[], None] | None = None
        self._last_report = 0.0

    def cancel(self) -> None:
        """Ask the computation to stop at its next check."""
        self._cancelled = True
        if self._on_cancel is not None:
            self._on_cancel()

    def when_cancelled(self, do: Callable[[], None] | None) -> None:
        """Have something done as soon as somebody asks to stop, in their thread; None undoes that.

        It is for a computation that waits for another and so checks nothing meanwhile.
        """
        self._on_cancel = do
        if do is not None and self._cancelled:
            do()

    @property
    def is_cancelled(self) -> bool:
        """Whether somebody asked to stop."""
        return self._cancelled

    def check(self) -> None:
        """Raise `Cancelled` when somebody asked to stop.

        Raises
        ------
        Cancelled
            After `cancel` was called.
        """
        if self._cancelled:
            raise Cancelled("the computation was cancelled")

    def report(self, done: int, total: int) -> None:
        """Tell progress, and check for cancellation on the way."""
        self.check()
        if self._on_progress is None:
            return
        now = time.monotonic()
        if done >= total or now - self._last_report >= PROGRESS_INTERVAL:
            self._last_report = now
            self._on_progress(done, total)


class EitherControl(Control):
    """Stops when either of two controls says so; progress goes to the first."""

    def __init__(self, first: Control, second: Control) -> None:
        super().__init__()
        self._first, self._second = first, second

    @property
    def is_cancelled(self) -> bool:
        """Whether somebody asked either to stop."""
        return self._first.is_cancelled or self._second.is_cancelled

    def check(self) -> None:
        """Raise `Cancelled` when somebody asked either to stop."""
        self._first.check()
        self._second.check()

    def report(self, done: int, total: int) -> None:
        """Tell the first, and check both."""
        self._second.check()
        self._first.report(done, total)
