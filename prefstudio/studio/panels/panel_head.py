"""The header of a panel: its title and caption left, its controls right."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QSizePolicy, QWidget

from prefstudio.studio.elided_label import ElidedLabel
from prefstudio.studio.fonts import SEMI_BOLD
from prefstudio.studio.icons import IconButton
from prefstudio.studio.panels.other_tabs import OtherTabs
from prefstudio.studio.segment import Segment
from prefstudio.studio.widgets import label

HEIGHT = 40
LEAST_WIDTH = 120
PADDING = 14
GAP = 8
RIGHT = 10
OTHERS_WIDTH = 28 + GAP  # of the button for tabs that found no room


class PanelHead(QFrame):
    """40 px high. Where room is short the caption goes first, then choices, into the menu.

    Parameters
    ----------
    title : str
    name : str
        Object name of the panel.
    """

    needs_changed = Signal()  # its controls want more room, or less

    def __init__(self, title: str, name: str) -> None:
        super().__init__()
        self.setProperty("kind", "panel_head")
        self._controls: tuple[QWidget, ...] = ()
        self._needed = 0
        self.title = label(title, 13, SEMI_BOLD)
        self.caption = ElidedLabel(12, tone=3, is_whole=True)
        self.others = OtherTabs(title, f"{name}_others")
        self.more = IconButton("dots-three", f"More for {title}", f"{name}_more")
        self._inside = QWidget()
        self._row = row = QHBoxLayout(self._inside)
        row.setSpacing(GAP)
        row.addWidget(self.title)
        row.addWidget(self.caption, 1)
        row.addWidget(self.others)
        row.addStretch(0)
        row.addWidget(self.more)
        self._take_little_room()
        self._leave_room(0)

    @property
    def least_width(self) -> int:
        """Pixels that everything needs which never goes into the menu."""
        stays = [each for each in self._controls if not isinstance(each, Segment)]
        shown = [each for each in stays if not each.isHidden()]
        return sum(_width_of(each) + GAP for each in shown) + _width_of(self.more) + RIGHT

    def _take_little_room(self) -> None:
        """Need less than all that is inside, so that a panel can be narrow.

        Docks ask thousands of times for the least size of their title bars while they are laid
        out; a `minimumSizeHint` in Python would take longer than the laying out.
        """
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addStrut(HEIGHT)  # a dock asks its title bar for a hint and ignores a fixed height
        whole.addWidget(self._inside)
        self._inside.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self._inside.setMinimumWidth(LEAST_WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def add_controls(self, controls: Sequence[QWidget]) -> None:
        """Have controls at the right, the least important first."""
        self._controls = tuple(controls)
        for control in self._controls:
            self._row.insertWidget(self._row.indexOf(self.more), control)
        self._fit()

    def set_caption(self, text: str, shorter: str = "", *, is_whole: bool = True) -> None:
        """Say in a few words what is shown; where they are too long, nothing or their beginning.

        Or shorter words, if there are any; resting on the title tells all of them.
        """
        self.caption.is_whole = is_whole
        self.caption.show_text(text, *((shorter,) if shorter else ()))
        self.title.setToolTip(text)

    def stand_alone(self) -> None:
        """Stand above the panel, with its title."""
        self.others.show_titles(())
        self._leave_room(0)

    def stand_beside(self, pixels: int, others: Sequence[str]) -> None:
        """Stand beside tabs of some width, which name the panel; some of them had no room."""
        self.others.show_titles(others)
        self._leave_room(pixels)

    def left_out(self) -> list[QMenu]:
        """A menu for every choice that found no room."""
        return [_menu_of(each, self) for each in self._choices if each.isHidden()]

    def choices(self) -> list[QMenu]:
        """A menu for every choice, whether it found room or not."""
        return [_menu_of(each, self) for each in self._choices]

    @property
    def _choices(self) -> list[Segment]:
        return [each for each in self._controls if isinstance(each, Segment)]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.LayoutRequest:
            self._fit()
            if self._needed != self.least_width:
                self._needed = self.least_width
                self.needs_changed.emit()
        return super().event(event)

    def _leave_room(self, pixels: int) -> None:
        self.title.setVisible(pixels == 0)
        self.caption.setVisible(pixels == 0)
        self._row.setContentsMargins(PADDING if pixels == 0 else pixels, 0, RIGHT, 0)
        self._fit()

    def _fit(self) -> None:
        """Hide choices until the rest has room."""
        heads = [each for each in (self.title, self.others) if not each.isHidden()]
        needed = self._row.contentsMargins().left() + self.least_width
        needed += sum(_width_of(each) + GAP for each in heads)
        choices = self._choices
        needed += sum(_width_of(each) + GAP for each in choices)
        for choice in choices:  # the least important first
            has_room = needed <= self.width()
            choice.setVisible(has_room)
            needed -= 0 if has_room else _width_of(choice) + GAP


def _width_of(widget: QWidget) -> int:
    return min(max(widget.sizeHint().width(), widget.minimumWidth()), widget.maximumWidth())


def _menu_of(segment: Segment, parent: QWidget) -> QMenu:
    menu = QMenu(segment.accessibleName(), parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    for key, button in segment.buttons.items():
        action = QAction(button.text(), menu)
        action.setCheckable(True)
        action.setChecked(segment.choice == key)
        action.triggered.connect(button.click)
        menu.addAction(action)
    return menu
