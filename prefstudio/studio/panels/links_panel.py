"""Who is linked to whom, what is believed of each, and how far an answer reached."""

from __future__ import annotations

import html

import numpy as np
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from prefstudio.studio.empty_page import EmptyPage
from prefstudio.studio.figure_table import FigureTable
from prefstudio.studio.icons import IconButton, IconPushButton
from prefstudio.studio.numbers_as_text import count_of, figure
from prefstudio.studio.panels.links_hint import LinksHint
from prefstudio.studio.panels.links_legend import LinksLegend
from prefstudio.studio.panels.links_table import links_table
from prefstudio.studio.panels.relations_button import RelationsButton
from prefstudio.studio.panels.relations_key import RelationsKey
from prefstudio.studio.plots.links_composing import MOST_NAMES
from prefstudio.studio.plots.links_plot import LinksPlot
from prefstudio.studio.segment import Segment
from prefstudio.studio.theme import Theme
from prefstudio.study.link_layout import LinkLayout
from prefstudio.study.shown_items import ShownItems
from prefstudio.study.shown_links import ShownLinks
from prefstudio.study.view import View

MEAN, INFLUENCE = "mean", "influence"
HALO = "halo: moved by the last answer"
SIZE = "larger: less certain"
SOME = "zoom in to see the names that found no room"
MANY = f"names appear when at most {MOST_NAMES} items are in view"
DENSITY = "too many items for dots: the stronger the colour, the denser; zoom in"
EMPTY = "An answer teaches something about linked items as well."
EDIT = "Draw and remove links"
LEAST_HEIGHT = 270  # pixels under which the picture needs the legend's room
LEAST_WIDTH = 400  # pixels under which the sentence would be torn


class LinksPanel(QWidget):
    """The picture with its legend, or an empty state where there are no links."""

    item_chosen = Signal(int)
    items_chosen = Signal(object)  # frozenset of int
    link_drawn = Signal(object)  # LinkDrawn
    link_removed = Signal(object)  # LinkErased
    caption_changed = Signal(str)  # what stands beside the title

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("links")
        self.plot = LinksPlot()
        self.legend = LinksLegend()
        self.key = RelationsKey()
        self.segment = Segment("Links shown", {MEAN: "Mean", INFLUENCE: "Influence"})
        self.relations_button = RelationsButton()
        self.edit_button = IconButton("pencil-simple", EDIT, "links_edit")
        self.edit_button.setCheckable(True)
        self.draw_button = IconPushButton("pencil-simple", "Draw links")
        self.draw_button.setObjectName("links_draw")
        self.controls: list[QWidget] = [self.segment, self.relations_button, self.edit_button]
        menu = self.relations_button.menu_of_relations
        self.strip = LinksHint(menu, self.plot.viewport())
        self._links: ShownLinks | None = None
        self._note = self._refusal = ""  # of what is pointed at, and why something was not done
        self._pages = QStackedLayout()
        self._build()
        self._connect()

    @property
    def is_motion_reduced(self) -> bool:
        """Whether everything arrives at once."""
        return self.plot.is_motion_reduced

    @is_motion_reduced.setter
    def is_motion_reduced(self, is_reduced: bool) -> None:
        self.plot.is_motion_reduced = is_reduced

    @property
    def is_empty(self) -> bool:
        """Whether the empty state is shown."""
        return self._pages.currentIndex() == 1

    @property
    def caption(self) -> str:
        """What the links mean, or how many there are in a study of many items."""
        links, n_items = self._links, self.plot.items.n_items
        if links is None or not links.n_links:
            return ""
        if n_items > MOST_NAMES:
            return f"{count_of(n_items, 'item')}, {count_of(links.n_links, 'link')}"
        return ", ".join(name.replace("_", " ") for name in links.names)

    def reduce_motion(self, is_reduced: bool) -> None:
        """Let nothing glide."""
        self.is_motion_reduced = is_reduced

    def show_items(self, items: ShownItems) -> None:
        """Tell who stands at which position."""
        self.plot.show_items(items)
        self._describe()

    def show_links(self, links: ShownLinks) -> None:
        """Draw these links."""
        self._links = links
        self.key.show_links(links)
        self.relations_button.show_links(links)
        self.plot.show_links(links)
        self._show_page()
        self._describe()
        self.caption_changed.emit(self.caption)

    def show_layout(self, layout: LinkLayout) -> None:
        """Let the items go to new places."""
        self.plot.show_layout(layout)

    def show_view(self, view: View, *, is_animated: bool = False) -> None:
        """Show new means and sds."""
        self.plot.show_view(view, is_animated=is_animated)
        limit = self.plot.belief.limit
        self.legend.scale_bar.show_range(-limit, limit, 1)
        self.legend.sd_key.show_range(self.plot.sd_range)
        if not view.is_fleeting:
            self._say()
            self._describe()

    def show_progress(self, share: float) -> None:
        """Show part of the way from the old numbers to the new ones."""
        self.plot.show_progress(share)

    def show_asked(self, pair: tuple[int, int] | None) -> None:
        """Mark the pair that is asked now, A first."""
        self.plot.show_asked(pair)

    def show_selection(self, chosen: frozenset[int]) -> None:
        """Ring the chosen items."""
        self.plot.show_selection(chosen)

    def show_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        self.plot.show_theme(theme)
        self.legend.scale_bar.show_theme(theme, self.plot.colour_map)
        self.legend.sd_key.show_theme(theme)
        self.key.show_theme(theme)
        self.relations_button.show_theme(theme)

    def forbid(self, reason: str) -> None:
        """Let no link be drawn or removed from here on, and say why."""
        self.edit_button.setChecked(False)
        for button in (self.edit_button, self.draw_button):
            button.setEnabled(False)
            button.setToolTip(reason)
            button.setAccessibleDescription(reason)

    def show_as_figure(self, is_figure: bool) -> None:
        """Show what a paper needs, for as long as the picture is saved: always a legend."""
        self.legend.setVisible(is_figure or self.height() >= LEAST_HEIGHT)
        self._note = ""
        self._say()
        self._show_strip(self.edit_button.isChecked() and not is_figure)
        self._column.activate()  # at once, for the picture is drawn next

    def figure_name(self) -> str:
        """What the figure is called."""
        return "Links"

    def figure_table(self) -> FigureTable:
        """One row an item; where it glides to, and not where it is on its way."""
        plot = self.plot
        return links_table(plot.items, plot.sliding.goal, plot.view, self._degrees())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.legend.setVisible(self.height() >= LEAST_HEIGHT)
        self.legend.sentence.setVisible(self.width() >= LEAST_WIDTH)

    def _build(self) -> None:
        self.setLayout(self._pages)
        drawn = QWidget()
        self._column = QVBoxLayout(drawn)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self._column.addWidget(self.plot, 1)
        self._column.addWidget(self.key)
        self._column.addWidget(self.legend)
        self._pages.addWidget(drawn)
        empty = EmptyPage("share-network", "No links", EMPTY, self.draw_button, one_line=True)
        self._pages.addWidget(empty)
        self._say()

    def _connect(self) -> None:
        self.segment.chosen.connect(self._on_segment_chosen)
        self.edit_button.toggled.connect(self._on_edit_toggled)
        self.draw_button.clicked.connect(self._on_draw_clicked)
        self.relations_button.hidden_changed.connect(self._on_hidden_changed)
        self.relations_button.relation_chosen.connect(self._on_relation_chosen)
        self.plot.item_pointed.connect(self._on_item_pointed)
        self.plot.item_chosen.connect(self.item_chosen)
        self.plot.items_chosen.connect(self.items_chosen)
        self.plot.link_drawn.connect(self.link_drawn)
        self.plot.link_removed.connect(self.link_removed)
        self.plot.refused.connect(self._on_refused)
        self.plot.edit_left.connect(self.leave_pencil)
        self.plot.getViewBox().sigRangeChanged.connect(self._on_range_changed)
        self.plot.getViewBox().sigResized.connect(self._settle_strip)
        # In a turn of its own: nothing may be laid out while the picture is drawn.
        queued = Qt.ConnectionType.QueuedConnection
        self.plot.naming_changed.connect(self._on_naming_changed, queued)

    def _on_segment_chosen(self, key: str) -> None:
        self.plot.influence.keep(key == INFLUENCE)
        self._say()

    def _on_edit_toggled(self, is_editing: bool) -> None:
        self.plot.edit(is_editing)
        self._show_strip(is_editing)
        self._show_page()
        self._say()
        if is_editing:
            self.plot.setFocus(Qt.FocusReason.OtherFocusReason)  # for its keys
        elif self.plot.hasFocus():
            self.plot.clearFocus()  # so that the keys answer again

    def leave_pencil(self) -> bool:
        """Draw no more links, wherever the keys are; False where nobody drew any."""
        was_editing = self.edit_button.isChecked()
        self.edit_button.setChecked(False)
        return was_editing

    def _on_draw_clicked(self) -> None:
        self.edit_button.setChecked(True)

    def _on_hidden_changed(self, hidden: frozenset[int]) -> None:
        self.key.show_hidden(hidden)
        self.plot.hidden = hidden
        self.plot.redraw()

    def _on_relation_chosen(self, relation: str) -> None:
        self.plot.relation = relation
        self._say()

    def _on_refused(self, reason: str) -> None:
        self._note = self._refusal = reason
        self._say()

    def _on_naming_changed(self) -> None:
        self._say()

    def _on_range_changed(self) -> None:
        if self.plot.view is not None:
            self.legend.sd_key.show_range(self.plot.sd_range)
        self._say()

    def _on_item_pointed(self, item: int | None) -> None:
        view = self.plot.view
        self._note = self._refusal = ""
        if item is None or view is None:
            self.plot.setToolTip("")
            self.legend.scale_bar.point_at(None)
        else:
            self._note = self._in_words(item, view)
            # As markup, so that a name cannot be read as markup.
            self.plot.setToolTip(f"<p style='white-space:pre'>{html.escape(self._note)}</p>")
            self.legend.scale_bar.point_at(float(view.mean[item]))
        self._say()

    def _show_page(self) -> None:
        has_links = self._links is None or bool(self._links.n_links)
        is_drawn = has_links or self.edit_button.isChecked()
        self._pages.setCurrentIndex(0 if is_drawn else 1)

    def _say(self) -> None:
        """What is pointed at, else what is seen; and over the picture what can be done."""
        self.legend.sentence.setText(self._note or self._usual())
        several = self._links is not None and len(self._links.names) > 1
        self.strip.say(self.plot.relation if several else "", self._refusal)
        self._settle_strip()

    def _show_strip(self, is_shown: bool) -> None:
        self.strip.setVisible(is_shown)
        self._settle_strip()

    def _settle_strip(self) -> None:
        """Put the strip where it belongs, and let no name stand below it."""
        covered = QRectF()
        if not self.strip.isHidden():
            self.strip.settle()
            place = self.plot.mapToScene(self.strip.geometry()).boundingRect()
            covered = self.plot.getViewBox().mapRectFromScene(place)
        if covered != self.plot.covered:
            self.plot.covered = covered
            self.plot.redraw()

    def _usual(self) -> str:
        if self.plot.is_density:
            return DENSITY
        if self.segment.choice == INFLUENCE:
            return HALO
        if self.plot.is_crowd:
            return MANY
        return SIZE if self.plot.has_all_names else SOME

    def _in_words(self, item: int, view: View) -> str:
        name, mean, sd = self.plot.items.names[item], float(view.mean[item]), float(view.sd[item])
        links = count_of(int(self._degrees()[item]), "link")
        return f"{name}: mean {figure(mean)}, sd {figure(sd)}, {links}"

    def _degrees(self) -> np.ndarray:
        n_items = self.plot.items.n_items
        links = self._links
        return np.zeros(n_items, dtype=int) if links is None else links.degrees(n_items)

    def _describe(self) -> None:
        """Say the picture in words."""
        items, view, links = self.plot.items, self.plot.view, self._links
        n_links = 0 if links is None else links.n_links
        words = [f"{count_of(n_links, 'link')} between {count_of(items.n_items, 'item')}."]
        if view is not None and len(view.mean) == items.n_items:
            told = [self._in_words(item, view) for item in view.by_rank[:3].tolist()]
            words.append(f"Highest: {'; '.join(told)}.")
        self.plot.setAccessibleDescription(" ".join(words))
