"""What the prior is made of: parts of one bar, with a handle between each two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from prefstudio.studio.fonts import font
from prefstudio.studio.icons import theme_now
from prefstudio.studio.numbers_as_text import NO_BREAK
from prefstudio.studio.panels.settling import Settling
from prefstudio.studio.panels.share_handle import HANDLE_WIDTH, TARGET, ShareHandle
from prefstudio.studio.panels.share_words import placed_words
from prefstudio.studio.plots.categorical import kind_of
from prefstudio.studio.plots.relation_look import FEATURES_KIND, relation_colour
from prefstudio.studio.theme import Theme
from prefstudio.study.component_shares import percentages

REACH = 16  # px around a handle in which a press takes it

HEIGHT, MIDDLE, THICKNESS = 40, 26, 8

FEATURES, LINKS, INDIVIDUAL = "features", "links", "individual"


@dataclass(frozen=True, slots=True)
class SharePart:
    """One part of the bar: what it is called, of which kind it is, and how large, 0 to 1."""

    title: str
    kind: str
    share: float


class ShareBar(QWidget):
    """Parts that add up to 100 %, moved by mouse or keys."""

    shares_tried = Signal(object)  # tuple of float that add up to 1, while a handle moves
    shares_chosen = Signal(object)  # likewise, when it has come to rest

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("share_bar")
        self.setAccessibleName("What the prior is made of")
        self.setFixedHeight(HEIGHT)
        self.setMinimumWidth(200)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        self.handles: list[ShareHandle] = []
        self._parts: tuple[SharePart, ...] = ()
        self._shares: list[float] = []
        self._held: ShareHandle | None = None
        self._moved_from: tuple[float, ...] | None = None
        self._settling = Settling(self)
        self._settling.settled.connect(self._settle)

    @property
    def shares(self) -> tuple[float, ...]:
        """The parts as they are shown, adding up to 1."""
        return tuple(self._shares)

    @property
    def is_held(self) -> bool:
        """Whether a person moves a handle just now."""
        return self._held is not None or self._settling.isActive()

    def show_parts(self, parts: Sequence[SharePart]) -> None:
        """Show other parts; what a person holds stays as it is."""
        if self.is_held and len(parts) == len(self._parts):
            return
        self._settling.stop()
        self._held = self._moved_from = None
        self._parts = tuple(parts)
        self._shares = [part.share for part in parts]
        while len(self.handles) > max(len(parts) - 1, 0):
            gone = self.handles.pop()
            gone.hide()
            gone.deleteLater()
        while len(self.handles) < len(parts) - 1:
            self._add_handle()
        self._name_handles()
        self._refresh()

    def words(self) -> tuple[str, ...]:
        """What stands above the bar: each part with its per cents."""
        pairs = zip(self._parts, percentages(self._shares), strict=True)
        return tuple(f"{part.title} {whole}{NO_BREAK}%" for part, whole in pairs)

    def _add_handle(self) -> None:
        handle = ShareHandle(len(self.handles), self)
        handle.valueChanged.connect(self._on_moved)
        handle.show()
        self.handles.append(handle)

    def _name_handles(self) -> None:
        for handle in self.handles:
            left, right = self._parts[handle.place : handle.place + 2]
            handle.setAccessibleName(f"Share of {left.title} against {right.title}")
            handle.setToolTip(f"{left.title} ↔ {right.title}")

    def _refresh(self) -> None:
        """Bring handles, words and picture up to the shares."""
        whole = percentages(self._shares)
        for handle in self.handles:
            left, right = whole[handle.place : handle.place + 2]
            handle.blockSignals(True)
            handle.setRange(0, left + right)
            handle.setValue(left)
            handle.blockSignals(False)
            handle.setAccessibleDescription(", ".join(self.words()))
        self.setAccessibleDescription(", ".join(self.words()))
        self._place_handles()
        self.update()

    def _borders(self) -> list[float]:
        """Where each part ends, in px."""
        ends, sum_so_far = [], 0.0
        for share in self._shares:
            sum_so_far += share
            ends.append(sum_so_far * self.width())
        return ends

    def _place_handles(self) -> None:
        half = HANDLE_WIDTH / 2
        for handle, border in zip(self.handles, self._borders(), strict=False):
            x = min(max(border, half), self.width() - half)
            handle.move(QPoint(round(x - TARGET / 2), MIDDLE - TARGET // 2))
            handle.raise_()

    def _on_moved(self, value: int) -> None:
        handle = self.sender()
        assert isinstance(handle, ShareHandle)
        before = self.shares
        k = handle.place
        both = before[k] + before[k + 1]
        left = both if value == handle.maximum() else min(value / 100.0, both)
        self._shares[k : k + 2] = [left, both - left]
        if self._moved_from is None:
            self._moved_from = before
        if self._held is None:
            self._settling.start()
        self._refresh()
        self.shares_tried.emit(self.shares)

    def _settle(self) -> None:
        self._settling.stop()
        moved_from, self._moved_from = self._moved_from, None
        if moved_from is not None:
            self.shares_chosen.emit(self.shares)

    def _handle_at(self, x: float) -> ShareHandle | None:
        """The handle meant by a press; of several in one place the one that can go there."""
        borders = self._borders()
        near = [each for each in self.handles if abs(borders[each.place] - x) <= REACH]
        if not near:
            return None
        closest = min(abs(borders[each.place] - x) for each in near)
        same = [each for each in near if abs(borders[each.place] - x) == closest]
        return same[-1] if x > borders[same[0].place] or x >= self.width() else same[0]

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        handle = self._handle_at(event.position().x())
        if handle is not None and self.isEnabled():
            self._held = handle
            self._settling.stop()  # what keys moved before is chosen with what the mouse does now

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        if self._held is None:
            is_near = self.isEnabled() and self._handle_at(x) is not None
            shape = Qt.CursorShape.SplitHCursor if is_near else Qt.CursorShape.ArrowCursor
            self.setCursor(shape)
            return
        before = sum(self._shares[: self._held.place])
        self._held.setValue(round(100.0 * (x / max(self.width(), 1) - before)))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._held is not None and event.button() is Qt.MouseButton.LeftButton:
            self._held = None
            self._settle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_handles()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.EnabledChange):
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_now()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_bar(painter, theme)
        self._paint_words(painter, theme)
        painter.end()

    def _paint_bar(self, painter: QPainter, theme: Theme) -> None:
        top = MIDDLE - THICKNESS / 2
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(0, top, self.width(), THICKNESS), 4, 4)
        painter.save()
        painter.setClipPath(outline)
        start = 0.0
        for end, colour in zip(self._borders(), self._colours(theme), strict=True):
            painter.fillRect(QRectF(start, top, end - start, THICKNESS), colour)
            start = end
        painter.restore()

    def _colours(self, theme: Theme) -> list[QColor]:
        n_relations, found = 0, []
        for part in self._parts:
            if not self.isEnabled() or part.kind == INDIVIDUAL:
                found.append(theme.color("data_mid"))
            elif part.kind == FEATURES:
                found.append(kind_of(FEATURES_KIND, theme).color)
            else:
                found.append(relation_colour(n_relations, theme))
                n_relations += 1
        return found

    def _paint_words(self, painter: QPainter, theme: Theme) -> None:
        letters = font(12, lines_up=True)
        painter.setFont(letters)
        painter.setPen(theme.color("ink" if self.isEnabled() else "ink3"))
        titles = [part.title for part in self._parts]
        placed = placed_words(titles, self.words(), self._borders(), QFontMetricsF(letters))
        for x, word in placed:
            place = QRectF(x, 0.0, self.width(), 18.0)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, word)
