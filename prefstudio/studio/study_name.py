"""What the window calls its study and the moment of it, and whether what happens is recorded."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow

from prefstudio.studio.menu_row import MenuRow
from prefstudio.studio.record import SAVED
from prefstudio.studio.rooms import Rooms
from prefstudio.studio.studio_model import StudioModel

WHAT_IF = "what if: nothing is recorded"
OF_PROGRAM = " – PrefStudio"  # the end of the title of a window


class StudyName(QObject):
    """Names a study in the titles of a window, whether it is saved, and its question."""

    def __init__(
        self, model: StudioModel, menu_row: MenuRow, rooms: Rooms, window: QMainWindow
    ) -> None:
        super().__init__(window)
        self._model, self._menu_row, self._rooms = model, menu_row, rooms
        model.study_changed.connect(self.show)
        self.show()

    def show(self) -> None:
        """Name the study as it is now."""
        window, model = self.parent(), self._model
        assert isinstance(window, QMainWindow)
        title, saved = model.record.title, model.record.saved_words
        saved = WHAT_IF if model.is_fork else saved
        mark = "" if saved == SAVED else f" ({saved})"
        window.setWindowTitle(f"{title}{mark}{OF_PROGRAM}")
        self._menu_row.show_title(title, saved)
        question = model.state.study.settings.question
        self._rooms.panels["compare"].set_caption(question, is_whole=False)
        _frame(window, model.is_fork)


def _frame(window: QMainWindow, is_fork: bool) -> None:
    """Let the frame of the window say that what happens is only thought."""
    root = window.centralWidget()
    if root is not None and root.property("fork") != is_fork:
        root.setProperty("fork", is_fork)
        root.style().unpolish(root)
        root.style().polish(root)
