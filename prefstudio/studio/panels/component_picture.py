"""The chosen component large: its covariance, or the graph of nearest neighbours."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from prefstudio.studio.numbers_as_text import count_of
from prefstudio.studio.panels.matrix_panel import MatrixPanel
from prefstudio.studio.plots.links_plot import LinksPlot
from prefstudio.studio.theme import Theme
from prefstudio.studio.widgets import label
from prefstudio.study.component_views import ComponentsShown, NeighbourGraph
from prefstudio.study.shown_items import ShownItems
from prefstudio.study.view import MatrixKind, View

LOW = 300  # pixels of height under which cells need that of the words and numbers around them
BROADER = 40  # pixels that it must be wider than high for those words beside the cells
NOTHING = "Nothing to see: it is not part of the prior."


class ComponentPicture(QWidget):
    """A matrix in the look of all matrices, a graph in the look of Links, or a sentence."""

    item_chosen = Signal(int)
    window_moved = Signal(object)  # Span

    def __init__(self) -> None:
        super().__init__()
        self.matrix = MatrixPanel(MatrixKind.COMPONENT)
        self.graph = LinksPlot()
        self.graph.setObjectName("neighbour_graph")
        self.graph.setAccessibleName("Nearest neighbours")
        self.graph.parts_discs = True  # items lie where their features have them
        self.graph_words = label("", 12, tone=3, wraps=True)
        self._nothing = label(NOTHING, 13, tone=2, wraps=True)
        self._view: View | None = None
        self._shown: ComponentsShown | None = None
        self._links: NeighbourGraph | None = None
        self._pages = QStackedLayout(self)
        self._build()
        self.matrix.item_chosen.connect(self.item_chosen)
        self.matrix.window_moved.connect(self.window_moved)
        self.graph.item_chosen.connect(self.item_chosen)

    def show_items(self, items: ShownItems) -> None:
        """Know who stands at which position."""
        self._view, self._shown, self._links = None, None, None
        self.matrix.show_items(items)
        self.graph.show_items(items)

    def show_view(self, view: View, *, is_animated: bool = False) -> None:
        """Know means, sds and orders."""
        self._view = view
        self.graph.show_view(view, is_animated=is_animated)
        self._draw()

    def show_progress(self, share: float) -> None:
        """Show part of the way from the old numbers to the new ones."""
        self.graph.show_progress(share)
        self.matrix.show_progress(share)

    def show_components(self, shown: ComponentsShown) -> None:
        """Show another picture."""
        self._shown = shown
        self._draw()

    def show_window(self, window: tuple[int, int]) -> None:
        """Show the places from the first up to, but without, the last; nobody is told."""
        self.matrix.show_window(window)

    def show_order(self, order: str) -> None:
        """Order rows and columns as everywhere."""
        self.matrix.show_order(order)

    def show_asked(self, pair: tuple[int, int] | None) -> None:
        """Mark the pair that is asked now."""
        self.matrix.show_asked(pair)
        self.graph.show_asked(pair)

    def show_selection(self, chosen: frozenset[int]) -> None:
        """Mark the chosen items."""
        self.matrix.show_selection(chosen)
        self.graph.show_selection(chosen)

    def show_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        self.matrix.show_theme(theme)
        self.graph.show_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_broad = self.width() > self.height() + BROADER
        self.matrix.stand_low(self.height() < LOW and is_broad)

    def _build(self) -> None:
        graph = QWidget()
        column = QVBoxLayout(graph)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.graph, 1)
        column.addWidget(self.graph_words)
        for page in (self._nothing, self.matrix, graph):
            self._pages.addWidget(page)
        for control in self.matrix.controls:  # the order is chosen elsewhere
            control.setParent(self)
            control.hide()

    def _draw(self) -> None:
        shown, view = self._shown, self._view
        if shown is None or view is None:
            return
        if shown.graph is not None:
            self._draw_graph(shown.graph)
            self._pages.setCurrentIndex(2)
        elif shown.matrix is not None and len(shown.matrix) == len(view.mean):
            kind = MatrixKind.COMPONENT
            blocks = {} if shown.blocks is None else {kind: shown.blocks}
            self.matrix.show_view(replace(view, matrices={kind: shown.matrix}, blocks=blocks))
            self._pages.setCurrentIndex(1)
        else:
            self._pages.setCurrentIndex(0)

    def _draw_graph(self, graph: NeighbourGraph) -> None:
        if graph is self._links or len(graph.layout.positions) != self.graph.items.n_items:
            return
        self._links = graph
        self.graph.show_links(graph.links)
        self.graph.show_layout(graph.layout)
        words = f"{count_of(graph.links.n_links, 'pair')} of nearest items"
        self.graph_words.setText(words)
        self.graph.setAccessibleDescription(words)
