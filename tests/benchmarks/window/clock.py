"""What a stretch of time was spent on: computing, waiting for a processor, or neither."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, thread_time

NANO = 1e-9


@dataclass(frozen=True, slots=True)
class Instant:
    """A moment by three clocks, in seconds.

    Attributes
    ----------
    wall
        The clock of the wall.
    work
        What this thread has computed so far.
    queue
        How long this thread was ready to run and had no processor, since others had them; always
        0 where the system does not tell.
    """

    wall: float
    work: float
    queue: float

    def since(self, earlier: Instant) -> Instant:
        """What passed between two moments."""
        return Instant(
            self.wall - earlier.wall, self.work - earlier.work, self.queue - earlier.queue
        )

    @property
    def unhindered(self) -> float:
        """The time it would have taken had this thread always had a processor.

        The queue of all threads together falls when one of them ends, which is no time gained.
        """
        return max(self.wall - max(self.queue, 0.0), self.work)


class ThreadClock:
    """Tells the time to the thread that made it."""

    def __init__(self) -> None:
        file = Path(f"/proc/self/task/{threading.get_native_id()}/schedstat")
        self._file = os.open(file, os.O_RDONLY) if file.exists() else None

    def now(self) -> Instant:
        """This moment."""
        return Instant(perf_counter(), thread_time(), self._queued())

    def _queued(self) -> float:
        """The second figure of the kernel's three: nanoseconds spent waiting to run."""
        if self._file is None:
            return 0.0
        return int(os.pread(self._file, 80, 0).split()[1]) * NANO


class ProcessClock(ThreadClock):
    """Tells the time to the thread that made it; its queue is that of all threads together.

    A thread of the window may wait for one that computes, and this for a processor.
    """

    def _queued(self) -> float:
        return sum(map(_queue_of, Path("/proc/self/task").glob("*/schedstat")))


def _queue_of(file: Path) -> float:
    try:
        return int(file.read_text().split()[1]) * NANO
    except (OSError, IndexError):
        return 0.0  # the thread has ended meanwhile
