"""The picture of the links as it follows from items, links, places and beliefs."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Signal
from PySide6.QtGui import QPaintEvent

from prefstudio.engine.linalg import Array
from prefstudio.studio.plots.colour_map import ColourMap
from prefstudio.studio.plots.house_plot import HousePlot
from prefstudio.studio.plots.link_influence import Influence, origin_of, steps_from
from prefstudio.studio.plots.links_composing import (
    HALO_GROWTH,
    SdRange,
    fitting_range,
    moved_share,
    on_top,
    sizes_of,
)
from prefstudio.studio.plots.links_drawing import LinksDrawing
from prefstudio.studio.plots.links_marks import LinkMarks
from prefstudio.studio.plots.links_motion import ShownBelief, SlidingPlaces
from prefstudio.studio.plots.links_naming import LinksNaming
from prefstudio.studio.plots.links_picture import Floats, LinksPicture
from prefstudio.studio.plots.links_sight import NOTHING_SEEN, LinksSight, sight_of
from prefstudio.studio.plots.links_strokes import StrokeSource, strokes_of
from prefstudio.studio.theme import Theme
from prefstudio.study.link_layout import LinkLayout
from prefstudio.study.shown_items import ShownItems
from prefstudio.study.shown_links import ShownLinks
from prefstudio.study.view import View


class LinksView(HousePlot):
    """Draws; what hands do to it is another matter.

    Attributes
    ----------
    parts_discs
        Whether discs are so small that they do not overlap where the layout cannot part them.
    covered
        Where something lies upon the picture, so that no name stands there; may be empty.
    """

    naming_changed = Signal()  # whether every item in view is named, found out while it is drawn

    def __init__(self) -> None:
        super().__init__("Links", ("left", "bottom"))
        self.setObjectName("links_plot")
        self.items: ShownItems = ShownItems((), (), ())
        self.links: ShownLinks | None = None
        self.belief = ShownBelief()
        self.asked: tuple[int, int] | None = None
        self.chosen: frozenset[int] = frozenset()
        self.hidden: frozenset[int] = frozenset()  # relations that are switched off
        self.cursor: int | None = None
        self.rubber: tuple[QPointF, QPointF] | None = None
        self.covered = QRectF()
        self.is_fitted = True
        self.parts_discs = False
        self.sliding = SlidingPlaces(self)
        self.influence = Influence(self)
        self.drawing = LinksDrawing()
        self.colour_map = ColourMap(self.theme.diverging)
        self._sight, self._naming = NOTHING_SEEN, LinksNaming()
        self._is_stale, self._had_all_names = True, True
        self._build_view()

    @property
    def is_motion_reduced(self) -> bool:
        """Whether everything arrives at once."""
        return self.influence.is_motion_reduced

    @is_motion_reduced.setter
    def is_motion_reduced(self, is_reduced: bool) -> None:
        self.influence.is_motion_reduced = is_reduced

    @property
    def picture(self) -> LinksPicture:
        """What is painted now."""
        self._refresh()
        return self.drawing.picture

    @property
    def view(self) -> View | None:
        """The numbers that are shown or gone to."""
        return self.belief.view

    @property
    def change(self) -> Floats:
        """How far the last answer moved each mean, shape (n_items,); zeros when it is unknown."""
        return self.belief.change(self.items.n_items)

    @property
    def places(self) -> Floats | None:
        """Where the items are now, from 0 to 1, or None before the first layout."""
        return self.sliding.now

    def show_items(self, items: ShownItems) -> None:
        """Tell who stands at which position; numbers of other items are forgotten."""
        if items.ids != self.items.ids:  # as many may be others, as in a fork
            self.belief = ShownBelief()
            self.sliding.forget()
            self.asked, self.chosen, self.cursor = None, frozenset(), None
        self.items = items
        self.redraw()

    def show_links(self, links: ShownLinks) -> None:
        """Draw these links from now on."""
        self.links = links
        self.redraw()

    def show_layout(self, layout: LinkLayout) -> None:
        """Go to new places."""
        is_gliding = not self.is_motion_reduced and self.isVisible()
        self.sliding.go(np.asarray(layout.positions), is_gliding=is_gliding)
        self._refit()
        self.redraw()

    def show_view(self, view: View, *, is_animated: bool = False) -> None:
        """Draw new means and sds; what an answer moved is shown as it spreads."""
        if len(view.mean) != self.items.n_items:
            return  # of items that are gone: its like is on the way
        old = self.view
        self.belief.go(view, is_animated=is_animated)
        if old is not None and not np.array_equal(old.shown, view.shown):
            self._refit()
        is_new = old is None or view.moment > old.moment
        if is_animated and is_new and self.change.any():
            self.influence.spread(self._steps())
        elif not is_animated:
            self.influence.finish()  # who scrubs through answers sees each as it is
        self.redraw()

    def show_progress(self, share: float) -> None:
        """Draw part of the way from the old numbers to the new ones."""
        self.belief.progress(share)
        self.redraw()

    def show_asked(self, pair: tuple[int, int] | None) -> None:
        """Mark the pair that is asked now, A first."""
        if pair != self.asked:
            self.asked = pair
            self.redraw()

    def show_selection(self, chosen: frozenset[int]) -> None:
        """Ring the chosen items."""
        self.chosen = chosen
        self.redraw()

    def show_theme(self, theme: Theme) -> None:
        self.colour_map = ColourMap(theme.diverging)
        super().show_theme(theme)

    def redraw(self) -> None:
        self._is_stale = True
        self.viewport().update()

    def fit(self) -> None:
        """Show every item."""
        self.is_fitted = True
        places, shown = self.sliding.goal, self._shown()
        if places is None or not len(shown):
            return
        box = self.getViewBox()
        across, up = fitting_range(places[shown], box.rect())
        box.setXRange(*across, padding=0)
        box.setYRange(*up, padding=0)
        self.redraw()

    @property
    def sd_range(self) -> SdRange:
        """Which sds the smallest and the largest disc stand for."""
        self._refresh()
        ends = np.array(self.belief.sd_ends)
        small, large = sizes_of(ends, self.belief.sd_ends, self._sight.shrink).tolist()
        return SdRange(*self.belief.sd_ends, small, large)

    @property
    def is_density(self) -> bool:
        """Whether there are too many items in view for dots."""
        self._refresh()
        return self._sight.is_dense

    @property
    def has_all_names(self) -> bool:
        """Whether every item in view is named."""
        return len(self.picture.names) >= len(self._sight.seen)

    @property
    def is_crowd(self) -> bool:
        """Whether there are too many items in view to name them all."""
        self._refresh()
        return self._sight.is_crowd

    def paintEvent(self, event: QPaintEvent) -> None:
        self._refresh()
        super().paintEvent(event)

    def _build_view(self) -> None:
        for side in ("left", "bottom"):
            self.hideAxis(side)
        self.sliding.changed.connect(self.redraw)
        self.influence.changed.connect(self.redraw)
        box = self.getViewBox()
        self.drawing.setParentItem(box)
        self.setMouseEnabled(True, True)
        box.setLimits(xMin=-2, xMax=3, yMin=-2, yMax=3, minXRange=0.004, minYRange=0.004)
        box.sigResized.connect(self._refit)
        box.sigRangeChanged.connect(self.redraw)
        box.sigRangeChangedManually.connect(self._on_moved_by_hand)

    def _on_moved_by_hand(self) -> None:
        self.is_fitted = False

    def _refit(self) -> None:
        if self.is_fitted:
            self.fit()

    def _shown(self) -> Array:
        return np.arange(self.items.n_items) if self.view is None else self.view.shown

    def _steps(self) -> Array:
        assert self.view is not None
        n_items = len(self.view.mean)
        if self.links is None:
            return np.zeros(n_items, dtype=np.int64)
        return steps_from(origin_of(self.view.explanation, self.change), self.links, n_items)

    def _marks(self) -> LinkMarks:
        by_rank = () if self.view is None else tuple(self.view.by_rank.tolist())
        return LinkMarks(self.asked, self.chosen, self.cursor, by_rank)

    def _refresh(self) -> None:
        if self._is_stale:
            self._is_stale = False
            area = self.getViewBox().rect()
            self.drawing.show_picture(self._composed(area), self.theme, area)
            had, self._had_all_names = self._had_all_names, self.has_all_names
            if had != self._had_all_names:
                self.naming_changed.emit()

    def _composed(self, area: QRectF) -> LinksPicture:
        places, n_items = self.places, self.items.n_items
        if places is None or not len(places) == n_items > 0:
            self._sight = NOTHING_SEEN
            return LinksPicture()
        view_range = self.getViewBox().viewRange()
        self._sight = sight_of(places, self._shown(), view_range, area, parts=self.parts_discs)
        return self._picture_of(self._sight, area)

    def _picture_of(self, sight: LinksSight, area: QRectF) -> LinksPicture:
        pixels, shrink, is_dense = sight.pixels, sight.shrink, sight.is_dense
        mean, sd = self.belief.mean_and_sd(self.items.n_items)
        limit = self.belief.limit
        sizes = sizes_of(sd, self.belief.sd_ends, shrink)
        faded = self.influence.faded()
        moved = moved_share(self.change, limit) * self.influence.strength(self.items.n_items)
        marks = self._marks()
        marked = set(marks.among(sight.shown).tolist())
        raised = marks.among(sight.seen)
        source = StrokeSource(pixels, sizes, sight.shown, moved, faded, len(sight.seen))
        return LinksPicture(
            places=pixels,
            sizes=sizes,
            colours=self.colour_map.colours(mean, -limit, limit),
            drawn=raised if is_dense else on_top(sight.seen, raised),
            raised=raised,
            halos=np.where(moved > 0.0, sizes + HALO_GROWTH * shrink * moved, 0.0),
            halo_opacity=0.15 * faded,
            outline=1.5 if shrink == 1.0 else 1.0,
            strokes=() if is_dense else strokes_of(self.links, self.hidden, source, self.theme),
            names=self._naming.names(marks, sight, self.items.names, sizes, area, self.covered),
            are_names_on_top=sight.is_crowd,
            asked=self.asked if set(self.asked or ()) <= marked else None,
            chosen=self.chosen & marked,
            cursor=self.cursor if self.cursor in marked else None,
            rubber=self.rubber,
            density=sight.density(area, self.theme.sequential) if is_dense else None,
        )
