"""Comparing a model with another, while it is under way."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from prefstudio.study.briefing import Briefing
from prefstudio.study.changes import SettingsChanged
from prefstudio.study.model_comparison import ModelComparison
from prefstudio.study.model_comparison_request import ModelComparisonRequest
from prefstudio.study.state import StudyState


class ModelComparer(QObject):
    """Knows the request that compares, tells its progress and stops it."""

    progressed = Signal(object)  # tuple of int: pieces done, pieces in all
    ended = Signal(object)  # ModelComparison, or None when it was stopped or not begun

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._request: ModelComparisonRequest | None = None

    @property
    def is_busy(self) -> bool:
        """Whether something is being compared."""
        return self._request is not None

    def begin(
        self,
        state: StudyState,
        briefing: Briefing,
        without: SettingsChanged,
        title: str,
        relearns: bool,
    ) -> ModelComparisonRequest:
        """The request to be sent."""
        self._request = ModelComparisonRequest(
            state, briefing, without, title, relearns, on_progress=self.progressed.emit
        )
        return self._request

    def refuse(self) -> None:
        """Tell whoever waits that nothing is compared."""
        self.ended.emit(None)

    def stop(self) -> None:
        """Compare no further; the engine thread says when it has stopped."""
        if self._request is not None:
            self._request.stop.cancel()

    def end(self, found: ModelComparison | None = None) -> None:
        """Forget the request; it was answered, or nobody waits for it any more."""
        if self._request is not None:
            self._request.stop.cancel()
            self._request = None
            self.ended.emit(found)
