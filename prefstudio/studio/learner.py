"""Learning the model from the answers, while it is under way."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from prefstudio.study.briefing import Briefing
from prefstudio.study.folder import Study
from prefstudio.study.learn_request import LearnRequest


class Learner(QObject):
    """Knows the request that learns, tells its steps and stops it.

    Attributes
    ----------
    has_changed
        Whether what it found last is on record; not so when nothing was to be changed.
    """

    stepped = Signal(object)  # LearningStep
    ended = Signal(str)  # what was found, in short; empty when it was stopped

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._request: LearnRequest | None = None
        self.has_changed = False

    @property
    def is_busy(self) -> bool:
        """Whether something is being learned."""
        return self._request is not None

    def begin(self, study: Study, briefing: Briefing) -> LearnRequest:
        """The request to be sent."""
        self._request = LearnRequest(study, briefing, on_step=self.stepped.emit)
        return self._request

    def stop(self) -> None:
        """Learn no further; the engine thread says when it has stopped."""
        if self._request is not None:
            self._request.stop.cancel()

    def end(self, words: str = "", *, has_changed: bool = False) -> None:
        """Forget the request; it was answered, or nobody waits for it any more."""
        if self._request is not None:
            self._request.stop.cancel()
            self._request = None
            self.has_changed = has_changed
            self.ended.emit(words)
