"""Whether utilities are drawn about their average: as a person chose, never in the classroom."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from prefstudio.studio.studio_model import StudioModel

KEY, YES, NO = "about_average", "yes", "no"


class AboutAverage(QObject):
    """Keeps what a person chose for the panels, whatever layouts are visited meanwhile.

    Attributes
    ----------
    is_chosen
        Whether panels draw about the average; so until a person says otherwise.
    """

    def __init__(self, model: StudioModel, action: QAction, parent: QObject) -> None:
        super().__init__(parent)
        self._model, self._action = model, action
        self.is_chosen, self._is_classroom = True, False

    def take_tick(self) -> None:
        """Draw as the action says from now on."""
        self.choose(self._action.isChecked())

    def choose(self, is_chosen: bool) -> None:
        """Draw panels about the average, or not."""
        self.is_chosen = is_chosen
        self._show()

    @property
    def chosen(self) -> dict[str, str]:
        """What was chosen, as it is remembered with the study."""
        return {KEY: YES if self.is_chosen else NO}

    def choose_again(self, chosen: dict[str, str]) -> None:
        """Draw as it was when the study was left."""
        self.choose(chosen.get(KEY, YES) != NO)

    def show_in(self, is_classroom: bool) -> None:
        """Draw as in the papers while the classroom is shown, and else as was chosen."""
        self._is_classroom = is_classroom
        self._show()

    def _show(self) -> None:
        is_centred = self.is_chosen and not self._is_classroom
        self._action.setChecked(is_centred)
        self._model.show(replace(self._model.scene.wants, is_centred=is_centred))
