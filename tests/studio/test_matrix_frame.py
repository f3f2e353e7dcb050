"""Windows on an ordered matrix."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainterPath

from prefstudio.studio.plots.matrix_frame import WINDOW, MatrixFrame
from prefstudio.studio.plots.matrix_marks import corner_in, dot_in, figure_in
from prefstudio.studio.plots.matrix_overlay import figure_font, figure_size
from prefstudio.studio.plots.matrix_pairs import MatrixPairs, PairState, n_standing_out
from prefstudio.studio.plots.matrix_scale import MatrixScale, largest_pair, scale_of
from prefstudio.study.viewing import MOST_CELLS

ORDER = np.random.default_rng(4).permutation(300)


@pytest.mark.parametrize(
    ("n_items", "length"), [(0, 0), (8, 8), (MOST_CELLS, MOST_CELLS), (MOST_CELLS + 1, WINDOW)]
)
def test_a_small_matrix_is_whole_and_a_large_one_begins(n_items: int, length: int) -> None:
    frame = MatrixFrame.of(np.arange(n_items))
    assert frame.rows == frame.columns == (0, length)
    assert frame.is_whole is (length == n_items)
    assert not frame.is_zoomed


def test_cells_and_pairs_are_each_others_way_back() -> None:
    frame = MatrixFrame.of(ORDER).around((100, 200), 20)
    for cell in ((0, 0), (19, 19), (3, 7)):
        pair = frame.pair_at(cell)
        assert pair == (ORDER[100 + cell[0]], ORDER[200 + cell[1]])
        assert frame.cell_of(pair) == cell
        assert frame.ranks_of(pair) == (100 + cell[0], 200 + cell[1])
    assert frame.cell_of((int(ORDER[99]), int(ORDER[200]))) is None
    assert frame.ranks_of((999, 0)) is None


def test_the_shown_part_has_rows_and_columns_of_its_own() -> None:
    values = np.arange(300.0 * 300.0).reshape(300, 300)
    frame = MatrixFrame.of(ORDER).around((10, 50), 9)
    shown = frame.shown_of(values)
    assert shown.shape == (9, 9)
    assert shown[2, 3] == values[ORDER[12], ORDER[53]]


@pytest.mark.parametrize("corner", [(-5, 3), (290, 299), (500, -500)])
def test_a_window_never_leaves_the_matrix(corner: tuple[int, int]) -> None:
    frame = MatrixFrame.of(ORDER).around(corner, 48)
    for first, last in (frame.rows, frame.columns):
        assert 0 <= first < last <= 300
        assert last - first == 48


def test_what_others_show_moves_both_sides_and_an_echo_moves_none() -> None:
    frame = MatrixFrame.of(ORDER).centred_on((10, 250))
    assert frame.with_window(frame.rows) is frame
    moved = frame.with_window((60, 108))
    assert moved.rows == moved.columns == (60, 108)


def test_another_order_keeps_the_window_and_other_items_do_not() -> None:
    frame = MatrixFrame.of(ORDER).around((100, 200), 20)
    assert frame.with_order(ORDER[::-1]).columns == (200, 220)
    assert frame.with_order(np.arange(150)).rows == (0, WINDOW)


def test_zooming_out_shows_as_much_as_at_first() -> None:
    near = MatrixFrame.of(ORDER).centred_on((150, 20), 10)
    assert near.is_zoomed
    out = near.zoomed_out()
    assert out.length == WINDOW
    assert out.rows[0] <= 150 < out.rows[1]
    assert MatrixFrame.of(np.arange(50)).centred_on((9, 9), 10).zoomed_out().is_whole


@pytest.fixture
def pairs() -> MatrixPairs:
    """Two groups of three; 0–1 was answered, 3–5 may be again, 2 was set aside, 4 was shown."""
    groups = np.array([0, 0, 0, 1, 1, 1])
    askable = (groups[:, None] == groups) & ~np.eye(6, dtype=bool)
    for first, second in ((0, 1), (0, 2), (1, 2)):
        askable[first, second] = askable[second, first] = False
    answered = np.zeros((6, 6), dtype=bool)
    for first, second in ((0, 1), (3, 5)):
        answered[first, second] = answered[second, first] = True
    return MatrixPairs(askable, answered, np.arange(6) == 4, groups)


def test_a_pair_says_why_it_is_not_asked(pairs: MatrixPairs) -> None:
    told = [pairs.state_of(pair) for pair in ((0, 1), (0, 2), (0, 3), (3, 4), (3, 5), (5, 5))]
    assert told == [
        PairState.ANSWERED,
        PairState.SET_ASIDE,
        PairState.OTHER_GROUP,
        PairState.RESTING,
        PairState.AGAIN,
        PairState.SAME_ITEM,
    ]
    assert replace(pairs, resting=np.zeros(6, dtype=bool)).state_of((3, 4)) is PairState.OPEN
    # Where pairs come again, it is a skip that closed the answered one.
    assert replace(pairs, asks_again=True).state_of((0, 1)) is PairState.SET_ASIDE
    answered = pairs.answered_in(MatrixFrame.of(np.arange(6)))
    cells = {tuple(cell) for cell in np.argwhere(answered).tolist()}
    assert cells == {(0, 1), (1, 0), (3, 5), (5, 3)}


def test_the_next_largest_may_all_be_asked_next() -> None:
    rng = np.random.default_rng(0)
    half = rng.uniform(0.1, 1.0, size=(9, 9))
    values = half + half.T
    np.fill_diagonal(values, np.nan)
    askable = ~np.eye(9, dtype=bool)
    askable[2, 5] = askable[5, 2] = False
    values[2, 5] = values[5, 2] = values[7, 8] = values[8, 7] = 9.0
    resting = np.arange(9) == 7
    everyone = MatrixPairs(askable, ~askable, resting, np.zeros(9, dtype=int))
    frame = MatrixFrame.of(rng.permutation(9))
    open_pairs = [(i, j) for i in range(9) for j in range(i) if askable[i, j] and 7 not in (i, j)]
    ranked = sorted(open_pairs, key=lambda pair: -values[pair])
    found = {frozenset(pair) for pair in everyone.next_largest(values, frame, ranked[0])}
    assert found == {frozenset(pair) for pair in ranked[1:4]}
    assert everyone.next_largest(values, frame.around((0, 0), 8), None) == ()


@pytest.mark.parametrize(
    ("numbers", "most", "expected"),
    [
        ([9, 8, 7, 6, 5], 3, 3),
        ([9, 8, 7, 7, 7], 3, 2),  # the third would bring two more
        ([9, 8, 7, 7, 7], 5, 5),
        ([7, 7, 7, 7, 1], 3, 0),
        ([7, 7, 0, 0, 0], 3, 2),  # nothing to lose does not stand out
        ([9, 8, 7, 7 * (1 - 1e-12), 7 * (1 - 1e-6)], 5, 4),
        ([], 3, 0),
    ],
)
def test_numbers_stand_out_with_all_that_tie(
    numbers: list[float], most: int, expected: int
) -> None:
    assert n_standing_out(np.array(numbers, dtype=float), most) == expected


def test_the_scale_of_chances_lies_about_one_half() -> None:
    scale = scale_of(np.array([[0.5, 0.8], [0.2, 0.5]]), is_diverging=True, centre=0.5)
    assert (scale.low, scale.high) == pytest.approx((0.2, 0.8))


def test_figures_fit_their_cells(qapp: object) -> None:
    small, signed = MatrixScale(0.0, 0.8, 2), MatrixScale(-0.0081, 0.0081, 4)
    assert figure_font(small, 33.0, 40.0) is None
    assert figure_font(small, 60.0, 19.0) is None
    sizes = [figure_font(scale, 60.0, 30.0) for scale in (small, signed)]
    assert [None if used is None else used.pixelSize() for used in sizes] == [12, 12]
    narrow = figure_font(small, 34.0, 20.0)
    assert narrow is not None
    assert figure_font(signed, 34.0, 20.0) is None


@pytest.mark.parametrize("decimals", [1, 2, 3])
@pytest.mark.parametrize("width", [34.0, 38.0, 48.0, 64.0, 90.0])
@pytest.mark.parametrize("height", [20.0, 21.0, 24.0, 30.0, 60.0])
def test_dots_and_corners_lie_beside_figures(decimals: int, width: float, height: float) -> None:
    scale = MatrixScale(0.0, 0.14, decimals)
    used = figure_font(scale, width, height)
    if used is None:
        return
    taken, cell = figure_size(scale, used), QRectF(0.0, 0.0, width, height)
    assert taken.height() >= 0.7 * used.pixelSize()
    written = figure_in(cell.size(), taken)
    assert written.size() == taken
    dot, across = dot_in(cell.size(), written)
    assert written.bottom() + 1.5 <= dot.y() - across / 2 < dot.y() + across / 2 <= height - 1.0
    # Never right after a figure, like a point.
    assert dot.x() == cell.center().x() or dot.y() - across / 2 >= written.bottom() + across / 2
    corner = QPainterPath()
    corner.addPolygon(corner_in(cell.size(), written))
    assert not corner.intersects(written)
    assert cell.contains(corner.boundingRect()) and corner.boundingRect().width() >= 3.0
    assert dot_in(cell.size())[0] == cell.center()


def test_the_largest_pair_is_one_of_those_that_count() -> None:
    values = np.array([[9.0, 1.0, 8.0], [1.0, np.nan, 2.0], [8.0, 2.0, 0.0]])
    assert largest_pair(values, np.array([1, 2])) in {(1, 2), (2, 1)}
    assert largest_pair(values, np.arange(3)) == (0, 0)
    assert largest_pair(values, np.array([1])) is None
    assert largest_pair(values, np.arange(0)) is None
