"""A panel: a dock whose title bar is its header."""

from __future__ import annotations

from PySide6.QtWidgets import QDockWidget, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from prefstudio.studio.fonts import SEMI_BOLD
from prefstudio.studio.widgets import label

HEADER = 40
PADDING = 14


class Panel(QDockWidget):
    """Header of 40 px with the title left and a caption right, and a body below it.

    Parameters
    ----------
    title : str
        What the panel is called, in its header and in the menu.
    body : QWidget
        What it shows.
    name : str
        Its object name, by which a layout remembers it.
    """

    def __init__(self, title: str, body: QWidget, name: str) -> None:
        super().__init__(title)
        self.setObjectName(name)
        self.setAccessibleName(title)
        self._title = label(title, 13, SEMI_BOLD)
        self._caption = label("", 12, tone=3)
        self.setTitleBarWidget(self._build_header())
        self.setWidget(self._build_body(body))

    def set_caption(self, text: str) -> None:
        """Say in a few words what is shown."""
        self._caption.setText(text)

    def _build_header(self) -> QFrame:
        header = QFrame()
        header.setProperty("kind", "panel_head")
        row = QHBoxLayout(header)
        row.setContentsMargins(PADDING, 0, PADDING, 0)
        row.setSpacing(8)
        row.addStrut(HEADER)  # a dock asks its title bar for a hint and ignores a fixed height
        row.addWidget(self._title)
        row.addStretch(1)
        row.addWidget(self._caption)
        return header

    def _build_body(self, body: QWidget) -> QFrame:
        frame = QFrame()
        frame.setProperty("kind", "panel_body")
        column = QVBoxLayout(frame)
        column.setContentsMargins(PADDING, 0, PADDING, 12)
        column.addWidget(body)
        return frame
