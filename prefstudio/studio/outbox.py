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
        if self._sent.get(request.lane) == key:
            return
        self._sent[request.lane] = key
        self._mailbox.submit(request)

    def forget(self, lane: Lane) -> None:
        """Let the same be sent in a lane once more."""
        self._sent.pop(lane, None)
