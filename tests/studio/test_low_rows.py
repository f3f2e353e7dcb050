"""Rows too low for all names: those one looks for have theirs, and badges a place of their own."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from prefstudio.studio.plots.house_plot import BadgeItem
from prefstudio.studio.plots.interval_rows import IntervalRows
from prefstudio.studio.plots.intervals import Intervals
from prefstudio.studio.plots.named_rows import PAIR_TEXT, named_rows, parted
from prefstudio.studio.theme import LIGHT
from prefstudio.study.shown_items import ShownItems

N_ITEMS = 36


@pytest.fixture
def plot(qtbot: QtBot) -> IntervalRows:
    plot = IntervalRows()
    qtbot.addWidget(plot)
    plot.resize(400, 330)
    plot.show_theme(LIGHT)
    ids = tuple(f"i{k}" for k in range(N_ITEMS))
    plot.show_items(ShownItems(ids, tuple(f"Bead {k}" for k in range(N_ITEMS)), ids))
    plot.show()
    order = np.arange(N_ITEMS)
    sd = np.where(order % 2, 0.4, 1.0)
    plot.show_intervals(Intervals(np.zeros(N_ITEMS), sd, None, order, order, order.astype(float)))
    return plot


def named(plot: IntervalRows) -> dict[str, float]:
    (ticks,) = plot.getAxis("left")._tickLevels
    return {name: at for at, name in ticks}


def test_names_of_the_asked_and_the_chosen_take_the_place_of_their_neighbours(
    plot: IntervalRows,
) -> None:
    assert list(named(plot)) == [f"Bead {k}" for k in range(0, N_ITEMS, 2)]
    plot.show_asked((7, 20))
    plot.show_selection(frozenset({31}))
    assert {"Bead 7", "Bead 20", "Bead 31"} <= set(named(plot))
    assert not {"Bead 6", "Bead 8", "Bead 30", "Bead 32"} & set(named(plot))
    assert named(plot)["Bead 7"] == 7.0
    plot.show_asked((3, 20))
    assert "Bead 3" in named(plot) and "Bead 8" in named(plot) and "Bead 7" not in named(plot)


def test_two_asked_neighbours_are_both_named_and_can_be_read(plot: IntervalRows) -> None:
    plot.show_asked((8, 7))
    pixel = plot.getViewBox().viewPixelSize()[1]
    apart = named(plot)["Bead 8"] - named(plot)["Bead 7"]
    assert 1.0 / pixel < PAIR_TEXT  # else nothing is tested
    assert apart / pixel == pytest.approx(PAIR_TEXT, abs=0.1)


def test_a_badge_lies_on_no_interval_of_the_next_row(plot: IntervalRows) -> None:
    plot.show_asked((7, 20))  # the rows beside the first reach farther than its own
    across, up = plot.getViewBox().viewPixelSize()
    for badge in plot.badges:
        centre = badge.pos()
        left = centre.x() + across * (badge._centre.x() - BadgeItem.RADIUS)
        assert plot.now is not None
        near = np.abs(plot.now.places - centre.y()) / up <= BadgeItem.RADIUS + 1.0
        assert near.sum() == 3
        assert plot.now.ends(np.flatnonzero(near))[1] < left


def test_high_rows_are_all_named_and_left_where_they_are() -> None:
    assert named_rows(5, 20.0, (1,), (2, 3)) == [0, 1, 2, 3, 4]
    assert parted(1.0, 2.0, 20.0) == (1.0, 2.0)


@pytest.mark.parametrize("height", [3.0, 6.0, 9.0, 11.0])
def test_no_name_lies_on_another_but_of_asked_neighbours(height: float) -> None:
    rng = np.random.default_rng(5)
    for _ in range(50):
        asked = rng.choice(40, 2, replace=False).tolist()
        chosen = rng.choice(40, 4, replace=False).tolist()
        rows = named_rows(40, height, asked, chosen)
        assert set(asked) <= set(rows) and rows == sorted(set(rows))
        free = [pair for pair in itertools.pairwise(rows) if set(pair) != set(asked)]
        assert all((below - above) * height >= 8.0 for above, below in free)
