"""What was asked of the engine thread, so that nothing is asked twice."""

from __future__ import annotations

from collections.abc import Hashable

from prefstudio.study.mailbox import Lane, Mailbox, Request


class Outbox:
    """Sends requests, and knows the latest of every lane by its key."""

    def __init__(self, mailbox: Mailbox) -> None:
        self._mailbox = mailbox
        self._sent: dict[Lane, Hashable] = {}

    def send(self, request: Request, key: Hashable) -> None:
        """Submit a request, unless the same was sent already."""
        if self.has_sent(request.lane, key):
            return
        self._sent[request.lane] = key
        self._mailbox.submit(request)

    def has_sent(self, lane: Lane, key: Hashable) -> bool:
        """Whether the latest request of a lane had this key; the next would not be sent."""
        return self._sent.get(lane) == key

    def forget(self, lane: Lane) -> None:
        """Let the same be sent in a lane once more."""
        self._sent.pop(lane, None)
