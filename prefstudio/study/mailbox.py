"""Where work waits for the one thread that computes: one slot a lane, newest wins."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from enum import IntEnum
from typing import Protocol

from prefstudio.engine.control import Control


class Lane(IntEnum):
    """What a piece of work is for, most urgent first."""

    POSTERIOR = 0
    QUERY = 1
    VIEW = 2
    LOOK_AHEAD = 3
    POLISH = 4
    BATCH = 5
    STANDING = 6
    STOP = 7
    LAYOUT = 8
    CURVE = 9
    FORECAST = 10
    PURPOSE = 11
    COMPONENTS = 12
    LESSON = 13
    NEW_ITEM = 14
    BASELINES = 15
    COMPARISON = 16
    LEARN = 17


class Request(Protocol):
    """A work order that takes along all it needs; nothing is lost when it is dropped."""

    @property
    def lane(self) -> Lane:
        """Its slot and its urgency."""

    @property
    def moment(self) -> int:
        """The number of the moment it speaks of; it is stale once a later one is known."""

    def compute(self, control: Control) -> object:
        """The result, a frozen value; raises `Cancelled` soon after `control` asks for it."""


@dataclass(frozen=True, slots=True, eq=False)
class Work:
    """A request that was taken, and the way to stop it."""

    request: Request
    control: Control


class Mailbox:
    """Requests from one thread to another, at most one a lane.

    A newer request takes the place of an older one of its lane. A request of a later moment
    drops all of earlier ones. An urgent request stops a less urgent one that is running; that
    one goes back to its slot, unless something took its place meanwhile.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: dict[Lane, Request] = {}
        self._running: Work | None = None
        self._moment = 0
        self._is_closed = False

    @property
    def is_closed(self) -> bool:
        """Whether nothing is taken in or given out any more."""
        with self._changed:
            return self._is_closed

    @property
    def is_idle(self) -> bool:
        """Whether nothing waits and nothing runs."""
        with self._changed:
            return not self._waiting and self._running is None

    def submit(self, request: Request) -> None:
        """Leave a request; a stale one, or one for a closed mailbox, is dropped."""
        with self._changed:
            if self._is_closed or request.moment < self._moment:
                return
            self._moment = request.moment
            self._drop_stale()
            self._waiting[request.lane] = request
            if self._running is not None and self._gives_way(self._running.request, request):
                self._running.control.cancel()
            self._changed.notify()

    def take(self, timeout: float | None = None) -> Work | None:
        """Wait for the most urgent request and take it.

        There may be one taker only: what it took is the one request that counts as running
        until `finish`, and a second taker would hide it from whoever wants to stop it.

        Parameters
        ----------
        timeout : float, optional
            Seconds to wait; for ever when left out.

        Returns
        -------
        Work or None
            None when the mailbox was closed or the time is up. `finish` must follow.
        """
        with self._changed:
            self._changed.wait_for(self._can_take, timeout)
            if self._is_closed or not self._waiting:
                return None
            request = self._waiting.pop(min(self._waiting))
            self._running = Work(request, Control())
            return self._running

    def finish(self, work: Work, *, completed: bool) -> None:
        """Tell that `work` ended; what was stopped for something urgent waits again."""
        with self._changed:
            self._running = None
            request = work.request
            is_wanted = not self._is_closed and request.moment >= self._moment
            if not completed and is_wanted:
                self._waiting.setdefault(request.lane, request)
            self._changed.notify()

    def close(self) -> None:
        """Drop all that waits, stop what runs and let the taker go."""
        with self._changed:
            self._is_closed = True
            self._waiting.clear()
            if self._running is not None:
                self._running.control.cancel()
            self._changed.notify_all()

    def _can_take(self) -> bool:
        return self._is_closed or bool(self._waiting)

    def _drop_stale(self) -> None:
        for lane, request in list(self._waiting.items()):
            if request.moment < self._moment:
                del self._waiting[lane]

    @staticmethod
    def _gives_way(running: Request, new: Request) -> bool:
        return running.moment < new.moment or new.lane <= running.lane
