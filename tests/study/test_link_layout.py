"""Places of items: steady, apart from each other, near to what they are linked to."""

from __future__ import annotations

import time

import numpy as np
import pytest
import scipy.sparse as sparse

from prefstudio.engine.control import Control
from prefstudio.engine.errors import Cancelled
from prefstudio.study.changes import ItemAdded, LinkAdded, LinkRemoved, LinkTo
from prefstudio.study.events import Body, Redone, Undone, happened
from prefstudio.study.folder import read_study
from prefstudio.study.items import Item
from prefstudio.study.layout_joining import joined
from prefstudio.study.link_layout import LayoutRequest, LinkLayout, link_layout
from prefstudio.study.mailbox import Lane
from prefstudio.study.resources import sample
from prefstudio.study.shown_items import shown_items
from prefstudio.study.shown_links import ShownLinks, shown_links
from prefstudio.study.state import StudyState

CHAIN = [(0, 1), (1, 2), (2, 3), (3, 4), (5, 6)]  # and 7 alone


def links_of(pairs: list[tuple[int, int]] | np.ndarray) -> ShownLinks:
    ends = np.array(pairs, dtype=np.intp).reshape(-1, 2)
    ones = np.ones(len(ends))
    zeros = np.zeros(len(ends), dtype=np.intp)
    return ShownLinks(ends[:, 0], ends[:, 1], ones, zeros, ("links",), (False,), (False,))


def citations(n_items: int, n_links: int) -> ShownLinks:
    """A graph with hubs, some parts and some items alone."""
    rng = np.random.default_rng(n_items)
    first = rng.integers(0, n_items, n_links)
    second = (first * rng.random(n_links) ** 2).astype(np.intp)
    return links_of(np.stack([first, second], axis=1)[first != second])


class Watched(Control):
    """Knows how long nobody looked whether to stop."""

    def __init__(self) -> None:
        super().__init__()
        self.longest, self.n_checks = 0.0, 0
        self._last = time.perf_counter()

    def check(self) -> None:
        now = time.perf_counter()
        self.longest = max(self.longest, now - self._last)
        self._last = now
        self.n_checks += 1
        super().check()


def distances(layout: LinkLayout) -> np.ndarray:
    places = layout.positions
    return np.linalg.norm(places[:, None] - places[None], axis=2)


def nearest(layout: LinkLayout) -> float:
    apart = distances(layout)
    np.fill_diagonal(apart, np.inf)
    return float(apart.min())


@pytest.mark.parametrize(
    ("n_items", "links"),
    [
        (1, links_of([])),
        (2, links_of([])),
        (2, links_of([(0, 1)])),
        (8, links_of(CHAIN)),
        (30, links_of([])),
        (12, links_of([(0, k) for k in range(1, 12)])),
        (9, links_of([(i, j) for i in range(9) for j in range(i)])),
        (61, links_of([(k, k + 1) for k in range(60)])),
        (90, citations(90, 100)),
        (400, citations(400, 900)),
        (400, links_of([(0, k) for k in range(1, 400)])),
    ],
)
def test_every_item_has_a_place_of_its_own(n_items: int, links: ShownLinks) -> None:
    layout = link_layout(links, n_items, 7, Control())
    assert layout.positions.shape == (n_items, 2)
    assert np.all((layout.positions >= 0.0) & (layout.positions <= 1.0))
    if n_items > 1:
        assert nearest(layout) > 0.25 / np.sqrt(n_items)
    with pytest.raises(ValueError, match="read-only"):
        layout.positions[0] = 0.0


def test_no_items_need_no_place() -> None:
    assert link_layout(links_of([]), 0, 7, Control()).positions.shape == (0, 2)


@pytest.mark.parametrize("n_items", [8, 90, 400])
def test_the_same_facts_give_the_same_places(n_items: int) -> None:
    links = citations(n_items, 2 * n_items)
    one, other = (link_layout(links, n_items, 7, Control()) for _ in range(2))
    np.testing.assert_array_equal(one.positions, other.positions)


@pytest.mark.parametrize("n_items", [20, 90, 400])
def test_linked_items_are_nearer_than_others(n_items: int) -> None:
    links = links_of([(k, k + 1) for k in range(n_items - 1) if k % 10 != 9])
    apart = distances(link_layout(links, n_items, 7, Control()))
    linked = apart[links.first, links.second]
    assert linked.mean() < 0.5 * apart.mean()


@pytest.mark.parametrize("n_items", [12, 100])
def test_parts_stand_apart(n_items: int) -> None:
    half = n_items // 2
    links = links_of([(k, k + 1) for k in range(n_items - 1) if k != half - 1])
    apart = distances(link_layout(links, n_items, 7, Control()))
    linked = apart[links.first, links.second]
    between = apart[:half, half:]
    assert between.min() > 0.6 * np.median(linked)


@pytest.mark.parametrize("name", ["six-papers", "twelve-sounds", "shapes"])
def test_names_do_not_lie_upon_each_other(name: str) -> None:
    layout = LayoutRequest.of(StudyState(read_study(sample(name))), 3).compute(Control())
    assert layout.moment == 3
    places = layout.positions
    apart = np.abs(places[:, None] - places[None])
    n_items = len(places)
    room = min(1.0, np.sqrt(0.5 / (n_items * 0.042)))
    overlaps = (apart < room * np.array([0.2, 0.18])).all(axis=2)
    assert overlaps.sum() == n_items  # each with itself alone


def test_a_request_waits_in_a_lane_of_its_own() -> None:
    study = read_study(sample("six-papers"))
    request = LayoutRequest.of(StudyState(study), 5)
    assert request.lane is Lane.LAYOUT
    assert request.moment == 5
    assert len(request.compute(Control()).positions) == shown_items(study).n_items


@pytest.mark.slow  # it holds on a quiet machine
@pytest.mark.parametrize(("n_items", "n_links", "seconds"), [(300, 900, 1.0), (1000, 2000, 3.0)])
def test_it_is_quick_and_can_be_stopped_at_any_time(
    n_items: int, n_links: int, seconds: float
) -> None:
    control = Watched()
    start = time.perf_counter()
    link_layout(citations(n_items, n_links), n_items, 7, control)
    assert time.perf_counter() - start < seconds
    assert control.longest < 0.1


@pytest.mark.parametrize("n_items", [8, 200, 600])
def test_it_stops_when_asked(n_items: int) -> None:
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        link_layout(citations(n_items, 3 * n_items), n_items, 7, control)


@pytest.fixture
def shapes() -> StudyState:
    return StudyState(read_study(sample("shapes")))


def layout_of(state: StudyState, start: LinkLayout | None = None) -> LinkLayout:
    return LayoutRequest.of(state, 1, start).compute(Control())


def ids_of(state: StudyState) -> tuple[str, ...]:
    return shown_items(state.study).ids


def new_item(number: int, *targets: str) -> ItemAdded:
    links = tuple(LinkTo(target, relation="outline") for target in targets)
    return ItemAdded(Item(f"new{number}"), links=links)


def after(state: StudyState, *bodies: Body) -> StudyState:
    return state.with_events([happened(body) for body in bodies])


def by_hand(state: StudyState) -> tuple[Body, ...]:
    """A link that is drawn, and one that is removed."""
    ids, links = ids_of(state), shown_links(state.study, ids_of(state))
    first, second = ids[int(links.first[0])], ids[int(links.second[0])]
    relation = links.names[int(links.relation[0])]
    return LinkAdded(ids[0], ids[-1], relation="drawn"), LinkRemoved(first, second, relation)


def test_links_drawn_and_removed_by_hand_move_nobody(shapes: StudyState) -> None:
    before = layout_of(shapes)
    link = happened(by_hand(shapes)[0])
    drawn = shapes.with_event(link)
    removed = after(shapes, *by_hand(shapes))
    undone = drawn.with_event(happened(Undone(link.event_id)))
    assert removed.study.links is not shapes.study.links
    for state in (drawn, removed, undone):
        assert before.is_of(state.study)  # nothing is computed anew
        np.testing.assert_array_equal(layout_of(state, before).positions, before.positions)


def test_a_study_is_laid_out_alike_when_it_is_opened_again(shapes: StudyState) -> None:
    ids = ids_of(shapes)
    layout, state = layout_of(shapes), shapes
    steps: list[Body] = [new_item(1, ids[3]), *by_hand(shapes), new_item(2, ids[5], ids[6])]
    for body in [*steps, LinkAdded("new1", ids[9], relation="outline")]:
        state = after(state, body)
        layout = layout_of(state, layout)
    np.testing.assert_allclose(layout_of(state).positions, layout.positions, atol=1e-12)


def test_a_new_item_comes_to_its_neighbours_and_the_others_stay(shapes: StudyState) -> None:
    old, ids = layout_of(shapes), ids_of(shapes)
    new = layout_of(after(shapes, new_item(1, ids[3]), new_item(2)), old)
    np.testing.assert_array_equal(new.positions[:-2], old.positions)
    apart = distances(new)[-2]
    assert apart[3] < np.median(apart)
    assert nearest(new) > 0.07
    assert np.all((new.positions >= 0.0) & (new.positions <= 1.0))


def test_an_item_that_comes_back_returns_to_its_place(shapes: StudyState) -> None:
    event = happened(new_item(1, ids_of(shapes)[2]))
    added = layout_of(shapes.with_event(event))
    undone = shapes.with_events([event, happened(Undone(event.event_id))])
    before = layout_of(undone, added)
    np.testing.assert_array_equal(before.positions, layout_of(shapes).positions)
    again = layout_of(undone.with_event(happened(Redone(event.event_id))), before)
    np.testing.assert_array_equal(again.positions, added.positions)


def test_many_new_items_make_a_new_picture(shapes: StudyState) -> None:
    ids, old = ids_of(shapes), layout_of(shapes)
    more = [new_item(k, ids[k % len(ids)]) for k in range(len(ids) + 1)]
    few, many = (layout_of(after(shapes, *more[:n]), old) for n in (len(ids), len(ids) + 1))
    np.testing.assert_array_equal(few.positions[: len(ids)], old.positions)
    assert np.any(many.positions[: len(ids)] != old.positions)
    assert nearest(few) > 0.02 and nearest(many) > 0.05


def test_many_items_find_places_and_any_of_them_may_be_the_last() -> None:
    control, n_items = Watched(), 1500
    graph = sparse.csr_array((n_items, n_items))
    places = np.random.default_rng(1).random((n_items, 2))
    places[1200:] = np.nan
    assert not np.isnan(joined(places, graph, control)).any()
    assert control.n_checks == 300
