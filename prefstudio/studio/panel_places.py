"""Where panels lie in each layout, as the person left them."""

from __future__ import annotations

from PySide6.QtCore import QByteArray
from PySide6.QtWidgets import QWidget

from prefstudio.studio.layouts import LayoutChoice, arrangement, size_of
from prefstudio.studio.panel_area import PanelArea
from prefstudio.studio.study_memory import StudyMemory


class PanelPlaces:
    """Lays panels out for a layout and the size of the window, and remembers changes.

    Attributes
    ----------
    choice
        The layout that is shown.
    """

    def __init__(self, area: PanelArea, memory: StudyMemory) -> None:
        self.choice = LayoutChoice.EXPLORE
        self._area, self._memory = area, memory
        self._size = ""
        self._noted = QByteArray()

    def lay_out(self, window: QWidget) -> None:
        """Put panels where they lay last, or where the layout has them."""
        self._size, self._noted = _size_of(window), QByteArray()
        known = self._memory.panels(self.choice, self._size)
        places = arrangement(self.choice, window.width(), window.height())
        if not self._area.restore(known):
            self._area.arrange(places)

    def has_outgrown(self, window: QWidget) -> bool:
        """Whether a window of this size has room for another arrangement of its panels."""
        if self.choice is LayoutChoice.CLASSROOM:  # which has none
            return False
        return bool(self._size) and self._size != _size_of(window)

    def note(self, window: QWidget) -> None:
        """Know where panels lie, for the time when the window outgrows their arrangement.

        By then Qt has squeezed or spread them, and they would come back so.
        """
        if self._is_seen and not self.has_outgrown(window):
            self._noted = self._area.state()

    def keep(self) -> None:
        """Remember where panels lie, unless they are out of sight and have no true sizes.

        With all of them hidden there is no arrangement to come back to, so the last one stays.
        """
        if self._size and self._is_seen and self.choice is not LayoutChoice.CLASSROOM:
            self._memory.keep_panels(self.choice, self._size, self._area.state())

    def keep_noted(self) -> None:
        """Remember where panels lay before the window outgrew their arrangement."""
        if not self._noted.isEmpty() and not self._area.is_empty:
            self._memory.keep_panels(self.choice, self._size, self._noted)

    @property
    def _is_seen(self) -> bool:
        return self._area.isVisible() and not self._area.is_empty

    def forget(self) -> None:
        """Forget where panels lay."""
        self._memory.keep_panels(self.choice, self._size, QByteArray())


def _size_of(window: QWidget) -> str:
    return size_of(window.width(), window.height()).value
