"""A panel: a dock whose title bar is its header."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDockWidget,
    QFrame,
    QVBoxLayout,
    QWidget,
)

from prefstudio.studio.panels.busy_bar import BusyBar
from prefstudio.studio.panels.focus_ring import FocusRing
from prefstudio.studio.panels.panel_head import PADDING, PanelHead
from prefstudio.studio.scroll_room import ScrollRoom

BELOW = 12  # pixels under a body
LEAST = QSize(140, 60)  # of a body; it scrolls where it needs more


class Panel(QDockWidget):
    """Header of 40 px and a body below it; among tabs the header stands beside them.

    The body is built when it is first asked for: most panels of most windows are never seen.

    Parameters
    ----------
    title : str
        What the panel is called, in its header and in the menu.
    build : callable
        Makes what it shows; a body that says `fills_panel` reaches from edge to edge, and one
        that has `controls` has them at the right of the header. It may say how many pixels it
        leaves `below` it.
    name : str
        Its object name, by which a layout remembers it.
    """

    built = Signal()
    more_wanted = Signal(object)  # the panel whose menu was asked for

    def __init__(self, title: str, build: Callable[[], QWidget], name: str) -> None:
        super().__init__(title)
        self.setObjectName(name)
        self.setAccessibleName(title)
        self._make = build
        self._body: QWidget | None = None
        self._prepared: QWidget | None = None
        self.head = PanelHead(title, name)
        self._no_head = QWidget(self)  # stands in for the header while that is beside tabs
        self._no_head.setFixedHeight(0)
        self.setTitleBarWidget(self.head)
        self._frame = QFrame()
        self._frame.setProperty("kind", "panel_body")
        self._frame.installEventFilter(self)
        self._busy = BusyBar(self._frame)
        self._ring = FocusRing(self)
        self.setWidget(self._frame)
        self.head.more.clicked.connect(self._on_more_clicked)

    @property
    def body(self) -> QWidget:
        """What it shows; built now if it never was."""
        self.build()
        assert self._body is not None
        return self._body

    @property
    def is_built(self) -> bool:
        """Whether there is a body."""
        return self._body is not None

    @property
    def is_in_front(self) -> bool:
        """Whether it is in sight, not hidden and not behind another tab."""
        return self.isVisible() and not self.visibleRegion().isEmpty()

    @property
    def is_prepared(self) -> bool:
        """Whether there is all that a body needs but its place."""
        return self._prepared is not None

    def prepare(self) -> None:
        """Make what will be the body, out of sight; to put it in its place is as much work."""
        if self._body is None and self._prepared is None:
            self._prepared = self._make()
            self._prepared.setParent(self._frame)

    def build(self) -> None:
        """Have a body from now on."""
        if self._body is None:
            self._body, self._prepared = self._prepared or self._make(), None
            self._fill(self._body)
            self.built.emit()

    def set_caption(self, text: str, shorter: str = "", *, is_whole: bool = True) -> None:
        """Say in a few words what is shown; where they are too long, nothing or their beginning."""
        self.head.set_caption(text, shorter, is_whole=is_whole)

    def keep_head(self) -> None:
        """Have the header above the body."""
        if self.titleBarWidget() is not self.head:
            self.setTitleBarWidget(self.head)
            self._no_head.setParent(self)  # Qt lets go of it
            self.head.stand_alone()
            self.head.show()

    def lend_head(self, place: QWidget) -> PanelHead:
        """Let the header stand elsewhere, beside tabs."""
        if self.titleBarWidget() is self.head:
            self.setTitleBarWidget(self._no_head)
            self.head.setParent(place)
        return self.head

    def show_busy(self, is_busy: bool) -> None:
        """Say that newer numbers are on their way; the picture stays."""
        self._busy.show_busy(is_busy)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Hand on what nothing here has a use for, also from a window of its own."""
        super().keyPressEvent(event)
        above = self.parentWidget()
        if self.isWindow() and above is not None:
            QApplication.sendEvent(above, event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize and isinstance(watched, QFrame):
            self._busy.fit(watched.width())
        return super().eventFilter(watched, event)

    def _fill(self, body: QWidget) -> None:
        self.head.add_controls(getattr(body, "controls", ()))
        for part in (self.head, body):
            _leave_keys(part.findChildren(QAbstractButton))
        if body.focusPolicy() & Qt.FocusPolicy.TabFocus:
            self._ring.attend(body)
        column = QVBoxLayout(self._frame)
        if not getattr(body, "fills_panel", False):
            column.setContentsMargins(PADDING, 0, PADDING, getattr(body, "below", BELOW))
        else:
            column.setContentsMargins(1, 0, 1, 8)
        column.setSpacing(0)
        room = ScrollRoom(body, LEAST)
        column.addWidget(room)
        for part in (body, room):  # Qt would do so a turn later, and nobody could go there before
            part.show()

    def _on_more_clicked(self) -> None:
        self.more_wanted.emit(self)


def _leave_keys(buttons: Iterable[QAbstractButton]) -> None:
    """Let a click take neither the answer keys nor Space, which would press the button again."""
    for button in buttons:
        if button.focusPolicy() & Qt.FocusPolicy.ClickFocus:
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
