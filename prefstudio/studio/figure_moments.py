"""Of which moment the figures are, in the words of their headings and files."""

from __future__ import annotations

from PySide6.QtCore import QObject

from prefstudio.studio.numbers_as_text import count_of
from prefstudio.studio.studio_model import StudioModel

WHAT_IF = "what if"
TRIED = "settings tried"


class FigureMoments(QObject):
    """Keeps the words of what is drawn: a moment that was entered is drawn only later.

    Attributes
    ----------
    of_view, of_lesson
        Of which moment the pictures of panels are, and those of the classroom; empty for the
        study as it stands.
    """

    def __init__(self, model: StudioModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.of_view = self.of_lesson = ""
        model.view_changed.connect(self._on_view_changed)
        model.lesson_changed.connect(self._on_lesson_changed)

    def _on_view_changed(self) -> None:
        self.of_view = self._words()

    def _on_lesson_changed(self) -> None:
        self.of_lesson = self._words()

    def _words(self) -> str:
        """The words of the moment whose picture has just come."""
        model, scene = self._model, self._model.scene
        words = [WHAT_IF] if model.is_fork else []
        if scene.moment.is_past:
            n_answers, said = scene.state.n_answers, count_of(model.state.n_answers, "answer")
            is_first = not n_answers
            words.append(
                "before the first answer" if is_first else f"after {n_answers:,} of {said}"
            )
        if scene.moment.tried:
            words.append(TRIED)
        return ", ".join(words)
