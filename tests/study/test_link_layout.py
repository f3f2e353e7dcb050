"""Places of items: steady, apart from each other, near to what they are linked to."""

from __future__ import annotations

import time

import numpy as np
import pytest

from prefstudio.engine.control import Control
from prefstudio.engine.errors import Cancelled
from prefstudio.study.folder import read_study
from prefstudio.study.link_layout import MOST_KEPT, LayoutRequest, LinkLayout, link_layout
from prefstudio.study.mailbox import Lane
from prefstudio.study.resources import sample
from prefstudio.study.shown_items import shown_items
from prefstudio.study.shown_links import ShownLinks

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
        self.longest = 0.0
        self._last = time.perf_counter()

    def check(self) -> None:
        now = time.perf_counter()
        self.longest = max(self.longest, now - self._last)
        self._last = now
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
    layout = LayoutRequest.of(read_study(sample(name)), 3).compute(Control())
    assert layout.revision == 3
    places = layout.positions
    apart = np.abs(places[:, None] - places[None])
    n_items = len(places)
    room = min(1.0, np.sqrt(0.5 / (n_items * 0.042)))
    overlaps = (apart < room * np.array([0.2, 0.18])).all(axis=2)
    assert overlaps.sum() == n_items  # each with itself alone


def test_a_request_waits_in_a_lane_of_its_own() -> None:
    study = read_study(sample("six-papers"))
    request = LayoutRequest.of(study, 5)
    assert request.lane is Lane.LAYOUT
    assert request.revision == 5
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


def test_the_same_links_stay_where_they_were() -> None:
    links = citations(80, 100)
    layout = link_layout(links, 80, 7, Control())
    again = link_layout(links, 80, 7, Control(), layout)
    np.testing.assert_array_equal(again.positions, layout.positions)


def test_items_return_to_their_places_when_their_links_do() -> None:
    """Drawing a link and taking it back leaves the picture as it was."""
    before = link_layout(links_of(CHAIN), 8, 7, Control())
    drawn = link_layout(links_of([*CHAIN, (2, 6)]), 8, 7, Control(), before)
    assert np.any(drawn.positions != before.positions)
    twice = link_layout(links_of([*CHAIN, (2, 6), (1, 7)]), 8, 7, Control(), drawn)
    back = link_layout(links_of([*CHAIN, (2, 6)]), 8, 7, Control(), twice)
    np.testing.assert_array_equal(back.positions, drawn.positions)
    undone = link_layout(links_of(CHAIN), 8, 7, Control(), back)
    np.testing.assert_array_equal(undone.positions, before.positions)


def test_not_all_layouts_are_kept() -> None:
    layout = link_layout(links_of(CHAIN), 8, 7, Control())
    for number in range(40):
        pairs = [*CHAIN, (2, 6)] if number % 2 else CHAIN
        layout = link_layout(links_of(pairs), 8, 7, Control(), layout)
    assert len(layout.earlier) == MOST_KEPT
    assert not any(each.earlier for each in layout.earlier)


@pytest.mark.parametrize("is_added", [True, False])
def test_only_what_is_near_a_changed_link_moves(is_added: bool) -> None:
    fewer = [(k, k + 1) for k in range(99) if k % 20 != 19]
    more = [*fewer, (3, 45)]
    before, after = (fewer, more) if is_added else (more, fewer)
    old = link_layout(links_of(before), 100, 7, Control())
    new = link_layout(links_of(after), 100, 7, Control(), old)
    moved = np.flatnonzero(np.any(new.positions != old.positions, axis=1))
    assert {3, 45} <= set(moved.tolist())
    assert set(moved.tolist()) <= {2, 3, 4, 44, 45, 46}
    if is_added:
        assert distances(new)[3, 45] < distances(old)[3, 45]


def test_a_new_item_comes_to_its_neighbours_and_the_others_stay() -> None:
    old = link_layout(links_of(CHAIN), 8, 7, Control())
    new = link_layout(links_of([*CHAIN, (6, 8)]), 9, 7, Control(), old)
    np.testing.assert_array_equal(new.positions[:5], old.positions[:5])
    apart = distances(new)[8]
    assert apart[6] < np.median(apart)
    assert nearest(new) > 0.05


def test_many_changes_at_once_make_a_new_picture() -> None:
    old = link_layout(links_of([]), 900, 7, Control())
    links = citations(900, 2000)
    new = link_layout(links, 900, 7, Control(), old)
    np.testing.assert_array_equal(new.positions, link_layout(links, 900, 7, Control()).positions)
