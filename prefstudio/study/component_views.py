"""What is drawn of a prior's components: the covariance of each, and the neighbour graph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import scipy.sparse as sparse

from prefstudio.engine.centring import centred_covariance
from prefstudio.engine.components import Component as Term
from prefstudio.engine.components import Features
from prefstudio.engine.control import Control
from prefstudio.engine.linalg import Array, read_only
from prefstudio.study.beliefs import Belief
from prefstudio.study.blocks import block_means
from prefstudio.study.briefing import Briefing
from prefstudio.study.component_edits import Offer, offers_of
from prefstudio.study.component_shares import n_terms_of
from prefstudio.study.folder import Study
from prefstudio.study.link_layout import LinkLayout, link_layout
from prefstudio.study.mailbox import Lane
from prefstudio.study.model_sheet import model_sheet
from prefstudio.study.shown_links import ShownLinks
from prefstudio.study.viewing import MOST_CELLS, ViewWants, orders_of

NEIGHBOURS = -1
"""Stands where the place of a component does, for the graph that warps the features."""

THUMB_SIDE = 28  # dots along a side of a small picture
NEIGHBOURS_TITLE = "nearest neighbours"


@dataclass(frozen=True, slots=True, eq=False)
class NeighbourGraph:
    """Who is among whose nearest, and where the items stand in its picture."""

    links: ShownLinks
    layout: LinkLayout


@dataclass(frozen=True, slots=True, eq=False)
class ComponentsShown:
    """Pictures of the components; every array is read-only.

    Attributes
    ----------
    moment
        The number of the moment it speaks of.
    thumbs
        Of every component, its covariance by blocks in the order that is wanted.
    chosen
        The place of the component that is drawn large, or `NEIGHBOURS`.
    matrix
        Its covariance with its weight, shape (n_items, n_items); None where it is the graph.
    blocks
        What stands for a matrix that is too large to be drawn cell by cell.
    graph
        The neighbour graph; None where it is not chosen or not in use.
    offers
        What could be added.
    """

    moment: int
    thumbs: tuple[Array, ...]
    chosen: int
    matrix: Array | None
    blocks: Array | None
    graph: NeighbourGraph | None
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ComponentsRequest:
    """Draw the components of a prior, one of them large.

    Attributes
    ----------
    study
        The facts that `briefing` was made from.
    wants
        Order, group and centring, as everything else is drawn.
    chosen
        Place of the component that is drawn large, or `NEIGHBOURS`.
    """

    lane: ClassVar[Lane] = Lane.COMPONENTS

    study: Study
    briefing: Briefing
    belief: Belief
    wants: ViewWants
    chosen: int

    @property
    def moment(self) -> int:
        """The number of the moment it speaks of."""
        return self.briefing.moment

    def compute(self, control: Control) -> ComponentsShown:
        """Make every covariance, keep the chosen one, and see what could be added."""
        model = self.briefing.model
        places = orders_of(model, self.belief.best, self.wants)[self.wants.order]
        thumbs, matrix, blocks = [], None, None
        for place, made in enumerate(self._matrices(control)):
            thumbs.append(block_means(made, places, THUMB_SIDE))
            if place == self.chosen:
                matrix = read_only(made)
                blocks = block_means(made, places) if len(places) > MOST_CELLS else None
        graph = self._graph(control) if self.chosen == NEIGHBOURS else None
        control.check()
        offers = offers_of(self.study, model_sheet(self.study, model))
        return ComponentsShown(
            self.moment, tuple(thumbs), self.chosen, matrix, blocks, graph, offers
        )

    def _matrices(self, control: Control) -> Iterator[Array]:
        """ω² K of every component, all its terms together."""
        model = self.briefing.model
        terms = iter(model.prior.components)
        for component in model.components:
            total = self._weighted(next(terms), control)
            for _ in range(n_terms_of(self.study, component) - 1):
                total += self._weighted(next(terms), control)
            if self.wants.is_centred:
                total = centred_covariance(total, model.groups)
            yield total

    @staticmethod
    def _weighted(term: Term, control: Control) -> Array:
        control.check()
        matrix = term.matrix()
        matrix *= term.weight**2
        return matrix

    def _graph(self, control: Control) -> NeighbourGraph | None:
        for term in self.briefing.model.prior.components:
            if isinstance(term, Features) and term.warp is not None:
                links = _shown(term.warp.neighbour_weights)
                return NeighbourGraph(links, self._layout(term, links, control))
        return None

    def _layout(self, term: Features, links: ShownLinks, control: Control) -> LinkLayout:
        """Two features are the plane that the items lie in; more are laid out by the links."""
        if term.values.shape[1] == 2:
            low, size = term.values.min(axis=0), np.ptp(term.values, axis=0)
            plane = (term.values - low) / np.where(size > 0.0, size, 1.0)
            return LinkLayout(self.moment, read_only(plane))
        seed = self.briefing.model.seed
        return link_layout(links, len(term.values), seed, control, moment=self.moment)


def _shown(weights: sparse.csr_matrix) -> ShownLinks:
    """Every pair of neighbours once, as one relation."""
    upper = sparse.triu(weights, k=1).tocoo()
    return ShownLinks(
        read_only(upper.row.astype(np.intp)),
        read_only(upper.col.astype(np.intp)),
        read_only(upper.data.astype(float)),
        read_only(np.zeros(upper.nnz, dtype=np.intp)),
        (NEIGHBOURS_TITLE,),
        (False,),
        (True,),
    )
