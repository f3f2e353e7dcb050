"""A plot of items that are pointed at, read out and chosen."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent

from prefstudio.engine.linalg import Array
from prefstudio.studio.numbers_as_text import figure
from prefstudio.studio.plots.house_plot import BadgeItem, HousePlot
from prefstudio.studio.plots.interval_marks import Marks
from prefstudio.studio.plots.intervals import REACH, Intervals
from prefstudio.studio.theme import Theme
from prefstudio.studio.tips import show_tip
from prefstudio.study.shown_items import ShownItems

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
NOBODY = ShownItems((), (), ())


class ItemPlot(HousePlot):
    """What plots of utilities share: whose mark is where, and what the person does with it."""

    item_pointed = Signal(object)  # position or None
    item_chosen = Signal(int)  # position

    back_key = Qt.Key.Key_Up
    on_key = Qt.Key.Key_Down
    badge_offset = (14.0, 0.0)

    def __init__(self, name: str, sides: tuple[str, str]) -> None:
        super().__init__(name, sides)
        self.shown_items: ShownItems = NOBODY
        self.now: Intervals | None = None
        self.asked: tuple[int, int] | None = None
        self.chosen: frozenset[int] = frozenset()
        self.pointed: int | None = None
        self.draws: Array | None = None
        self.badges: list[BadgeItem] = []

    def show_items(self, items: ShownItems) -> None:
        """Know who stands at which position; other items are drawn when their numbers come."""
        if items.ids != self.shown_items.ids:
            self.now, self.pointed = None, None
        self.shown_items = items

    def show_intervals(self, intervals: Intervals) -> None:
        """Draw utilities."""
        self.now = intervals
        self.redraw()

    def show_asked(self, pair: tuple[int, int] | None) -> None:
        """Mark the pair that is asked now, A first."""
        if pair != self.asked:
            self.asked = pair
            self.redraw_marks()

    def show_selection(self, chosen: frozenset[int]) -> None:
        """Light up the chosen items."""
        if chosen != self.chosen:
            self.chosen = chosen
            self.redraw()

    def show_draws(self, draws: Array | None) -> None:
        """Draw whole sets of utilities, shape (n_draws, n_items), or none."""
        self.draws = draws
        self.redraw()

    def redraw_marks(self) -> None:
        """Draw the marks again where neither their places nor their scale changed."""
        self.redraw()

    def drawn(self) -> Array:
        """Positions of the items that are drawn, the first place first."""
        return np.zeros(0, dtype=np.intp) if self.now is None else self.now.order

    def item_at(self, position: QPoint) -> int | None:
        """The item under a position of the widget, or None."""
        raise NotImplementedError

    def badge_place(self, item: int) -> tuple[float, float]:
        """Where the badge of an asked item hangs, in the plot's own numbers."""
        raise NotImplementedError

    def marks(self) -> Marks:
        """The drawn items as marks."""
        assert self.now is not None
        items, now = self.drawn(), self.now
        before = np.full(len(items), np.nan) if now.before is None else now.before[items]
        lit = [*self.chosen, *([] if self.pointed is None else [self.pointed])]
        return Marks(
            items,
            now.places[items],
            now.mean[items],
            now.sd[items],
            before,
            now.n_compared[items] == 0,
            np.isin(items, self.asked or ()),
            np.isin(items, lit),
        )

    def largest_mean(self) -> float:
        """The end of the colour map: the same for all items that are shown anywhere."""
        assert self.now is not None
        return float(np.max(np.abs(self.now.mean[self.now.order]), initial=0.0)) or 1.0

    def draw_badges(self) -> None:
        """Hang A and B beside the asked items that are drawn."""
        drawn = set(self.drawn().tolist())
        asked = [(each, "AB"[side]) for side, each in enumerate(self.asked or ()) if each in drawn]
        looks = [(letter, self.theme) for _, letter in asked]
        if looks != [badge.look for badge in self.badges]:
            self._hang_badges(looks)
        for badge, (item, _) in zip(self.badges, asked, strict=True):
            badge.setPos(*self.badge_place(item))
        if len(self.badges) == 2:
            self._part_badges()

    def _part_badges(self) -> None:
        """Where one badge would cover the other, the one that lies further in gives way."""
        across, up = self.getViewBox().viewPixelSize()
        away = self.badges[1].pos() - self.badges[0].pos()
        room = 2.0 * BadgeItem.RADIUS + 1.0
        if np.hypot(away.x() / across, away.y() / up) >= room:
            return
        if self.badge_offset[0]:
            inner, outer = sorted(self.badges, key=lambda badge: float(badge.x()))
            inner.setX(outer.x() - room * across)
        else:
            inner, outer = sorted(self.badges, key=lambda badge: float(badge.y()))
            inner.setY(outer.y() - room * up)

    def _hang_badges(self, looks: list[tuple[str, Theme]]) -> None:
        for badge in self.badges:
            self.removeItem(badge)
        self.badges = [BadgeItem(*look, self.badge_offset) for look in looks]
        for badge in self.badges:
            self.addItem(badge, ignoreBounds=True)

    def read_out(self, item: int) -> str:
        """An item in words: its name, its utility and how often it was compared."""
        assert self.now is not None
        mean, sd = float(self.now.mean[item]), float(self.now.sd[item])
        low, high = figure(mean - REACH * sd), figure(mean + REACH * sd)
        times = int(self.now.n_compared[item])
        compared = {0: "never compared", 1: "compared once"}.get(times, f"compared {times:,} times")
        name = self.shown_items.names[item]
        return f"{name}: {figure(mean)} ± {figure(sd)}, 95 % {low} to {high}, {compared}"

    def point_at(self, item: int | None) -> None:
        """Light up and name one item, or none."""
        if item == self.pointed:
            return
        self.pointed = item
        self.setToolTip("" if item is None or self.now is None else self.read_out(item))
        self.redraw()
        self.item_pointed.emit(item)

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            show_tip(event.pos(), self.toolTip(), self.viewport())
            return True
        return bool(super().viewportEvent(event))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self.point_at(self.item_at(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.point_at(None)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        item = self.item_at(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and item is not None:
            self.item_chosen.emit(item)

    def owns(self, event: QKeyEvent) -> bool:
        return event.key() in (self.back_key, self.on_key, *ENTER)

    def forget_pointed(self) -> None:
        self.point_at(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (self.back_key, self.on_key):
            self._step(1 if event.key() == self.on_key else -1)
        elif event.key() in ENTER and self.pointed is not None:
            self.item_chosen.emit(self.pointed)
        else:
            super().keyPressEvent(event)

    def _step(self, by: int) -> None:
        drawn = self.drawn().tolist()
        if not drawn:
            return
        at = drawn.index(self.pointed) + by if self.pointed in drawn else 0
        self.point_at(drawn[min(max(at, 0), len(drawn) - 1)])
