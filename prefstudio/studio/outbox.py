"""What was asked of the engine thread, so that nothing is asked twice."""

from __future__ import annotations

from collections.abc import Hashable

from prefstudio.study.mailbox import Lane, Mailbox, Request


class Outbox:
    """Sends requests, and knows the latest of every lane by its moment and its key.

    What was sent counts for its own moment alone: the mailbox drops it when a later one comes,
    and what was found of it is dropped as well.
    """

    def __init__(self, mailbox: Mailbox) -> None:
        self._mailbox = mailbox
        self._sent: dict[Lane, tuple[int, Hashable]] = {}

    def send(self, request: Request, key: Hashable = None) -> None:
        """Submit a request, unless the same was sent already.

        Parameters
        ----------
        request : Request
        key : Hashable, optional
            What tells it from others of its lane and moment; left out where there is one alone.
        """
        if self.has_sent(request.lane, request.moment, key):
            return
        self._sent[request.lane] = request.moment, key
        self._mailbox.submit(request)

    def has_sent(self, lane: Lane, moment: int, key: Hashable = None) -> bool:
        """Whether the latest request of a lane was this one; the next would not be sent."""
        return self._sent.get(lane) == (moment, key)

    def forget(self, lane: Lane) -> None:
        """Let the same be sent in a lane once more."""
        self._sent.pop(lane, None)
