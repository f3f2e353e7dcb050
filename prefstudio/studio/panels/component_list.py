"""The components of a prior one below the other, each with its share and a small picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QFontMetrics, QIcon, QImage, QPixmap
from PySide6.QtWidgets import (
    QButtonGroup,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from prefstudio.studio.fonts import MEDIUM, font
from prefstudio.studio.icons import IconPushButton
from prefstudio.studio.plots.colour_map import colour_map
from prefstudio.studio.plots.matrix_scale import scale_of
from prefstudio.studio.theme import LIGHT, Theme
from prefstudio.studio.widgets import scrolling

WIDTH, SLIM, THUMB, TEXT_ROOM, ROW_HEIGHT = 120, 84, 28, 70, 40
ADD = "Add…"
FIRST_ID = 1000  # of the button whose key is 0


@dataclass(frozen=True, slots=True)
class PartFacts:
    """One row: its key, what it is called, and what stands below that."""

    key: int
    title: str
    words: str


class ComponentList(QWidget):
    """Tells which row was chosen, and what is to be added."""

    part_chosen = Signal(int)  # its key
    add_wanted = Signal(int)  # place among what can be added

    def __init__(self) -> None:
        super().__init__()
        self.buttons: dict[int, QPushButton] = {}
        self.add_button = IconPushButton("plus", ADD, "ghost")
        self.add_menu = QMenu(self.add_button)
        self._thumbs: dict[int, NDArray[np.float64]] = {}
        self._theme: Theme = LIGHT
        self._is_forbidden = self.is_slim = False
        self._group = QButtonGroup(self)
        self._column = QVBoxLayout()
        self._build()

    def show_parts(self, parts: Sequence[PartFacts], chosen: int) -> None:
        """Show other rows; those whose key stays keep their button."""
        for key in set(self.buttons) - {part.key for part in parts}:
            gone = self.buttons.pop(key)
            self._group.removeButton(gone)
            gone.hide()
            gone.deleteLater()
        for place, part in enumerate(parts):
            button = self.buttons.get(part.key) or self._add_button(part.key)
            self._column.insertWidget(place, button)
            self._write(button, part)
        self.choose(chosen)
        self._draw()

    def show_thumbs(self, thumbs: Sequence[NDArray[np.float64]]) -> None:
        """Show pictures of the components by their places; the others have none."""
        self._thumbs = dict(enumerate(thumbs))
        self._draw()

    def show_offers(self, titles: Sequence[str]) -> None:
        """Offer what can be added; a menu that is open stays unless that differs."""
        shown = [title.replace("&", "&&") for title in titles]
        if shown != [action.text() for action in self.add_menu.actions()]:
            self.add_menu.clear()
            for place, title in enumerate(shown):
                self.add_menu.addAction(title).setData(place)
        self.add_button.setEnabled(bool(titles) and not self._is_forbidden)

    def choose(self, key: int) -> None:
        """Show that a row is chosen; nobody is told, and the ring of another row goes along."""
        if key not in self.buttons:
            return
        self.buttons[key].setChecked(True)
        if any(button.hasFocus() for button in self.buttons.values()):
            self.buttons[key].setFocus(Qt.FocusReason.OtherFocusReason)

    def show_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        self._theme = theme
        self._draw()

    def show_slim(self, is_slim: bool) -> None:
        """Show words alone, where something else needs the room, or pictures beside them."""
        if is_slim is not self.is_slim:
            self.is_slim = is_slim
            self.setFixedWidth(SLIM if is_slim else WIDTH)
            self._draw()

    def forbid(self, reason: str) -> None:
        """Add nothing from here on, and say why."""
        self._is_forbidden = True
        self.add_button.setEnabled(False)
        self.add_button.setToolTip(reason)

    def _build(self) -> None:
        self.add_button.setObjectName("add_component")
        self.add_button.setAccessibleName("Add a component")
        self.add_button.setFont(font(12, MEDIUM))
        self.add_button.setEnabled(False)
        self.add_button.clicked.connect(self._on_add_clicked)
        self.add_menu.triggered.connect(self._on_add_triggered)
        self._group.idClicked.connect(self._on_clicked)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self._column.addStretch(1)
        rows = QWidget()
        rows.setLayout(self._column)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(scrolling(rows), 1)
        column.addWidget(self.add_button)  # in sight, however many rows there are
        self.setFixedWidth(WIDTH)

    def _add_button(self, key: int) -> QPushButton:
        button = QPushButton()
        button.setCheckable(True)
        button.setProperty("kind", "part")
        button.setFont(font(12, MEDIUM))
        button.setIconSize(QSize(THUMB, THUMB))
        button.setFixedHeight(ROW_HEIGHT)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._group.addButton(button)
        # Keys of Qt's own would be negative, and so are some of ours.
        self._group.setId(button, FIRST_ID + key)
        self.buttons[key] = button
        return button

    @staticmethod
    def _write(button: QPushButton, part: PartFacts) -> None:
        room = QFontMetrics(button.font())
        middle = Qt.TextElideMode.ElideMiddle
        title = room.elidedText(part.title, middle, TEXT_ROOM)
        button.setText(f"{title}\n{part.words}".replace("&", "&&"))
        button.setObjectName(f"component_{part.key}")
        button.setAccessibleName(f"Component {part.title}, {part.words}")
        button.setToolTip(f"{part.title}: {part.words}")

    def _draw(self) -> None:
        for key, button in self.buttons.items():
            button.setIcon(QIcon() if self.is_slim else self._icon(self._thumbs.get(key)))

    def _icon(self, values: NDArray[np.float64] | None) -> QIcon:
        """The covariance from afar, or a blank of the same size."""
        ratio = self.devicePixelRatioF()
        side = round(THUMB * ratio)
        if values is None:
            picture = QPixmap(side, side)
            picture.fill(self._theme.color("hover"))
        else:
            used = colour_map(self._theme.diverging, self._theme.name_of("inset"))
            scale = scale_of(values, is_diverging=True)
            colours = used.colours(values, scale.low, scale.high)
            height, width = values.shape
            form = QImage.Format.Format_RGBA8888
            drawn = QImage(colours.data, width, height, 4 * width, form).copy()
            picture = QPixmap.fromImage(drawn).scaled(side, side)
        picture.setDevicePixelRatio(ratio)
        return QIcon(picture)

    def _on_clicked(self, number: int) -> None:
        self.part_chosen.emit(number - FIRST_ID)

    def _on_add_clicked(self) -> None:
        self.add_menu.popup(self.add_button.mapToGlobal(self.add_button.rect().bottomLeft()))

    def _on_add_triggered(self, action: QAction) -> None:
        self.add_wanted.emit(int(action.data()))
