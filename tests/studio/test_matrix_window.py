"""Matrices of hundreds of items: a window cell by cell, and the map of all."""

from __future__ import annotations

import dataclasses
import time
from types import MappingProxyType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from prefstudio.studio.panels.matrix_panel import MatrixPanel
from prefstudio.studio.panels.matrix_table import MOST_ITEMS
from prefstudio.studio.plots.matrix_map import SIDE
from prefstudio.study.blocks import block_maxima
from prefstudio.study.shown_items import ShownItems
from prefstudio.study.view import MatrixKind, View

LEFT = Qt.MouseButton.LeftButton


def items_of(n_items: int) -> ShownItems:
    names = tuple(f"Paper {k} of them" for k in range(n_items))
    return ShownItems(tuple(f"i{k}" for k in range(n_items)), names, ("",) * n_items)


def view_of(n_items: int) -> View:
    rng = np.random.default_rng(n_items)
    half = rng.uniform(size=(n_items, n_items))
    values = half + half.T
    np.fill_diagonal(values, np.nan)
    mean = rng.normal(size=n_items)
    posterior: Any = SimpleNamespace(mean=mean)
    return View(
        moment=1,
        posterior=posterior,
        is_centred=False,
        mean=mean,
        sd=np.ones(n_items),
        mean_before=None,
        shown=np.arange(n_items),
        by_rank=np.argsort(-mean),
        by_cluster=np.arange(n_items)[::-1].copy(),
        n_compared=np.zeros(n_items, dtype=int),
        matrices=MappingProxyType({MatrixKind.EXPECTED_LOSS: values}),
        askable=~np.eye(n_items, dtype=bool),
        answered=np.zeros((n_items, n_items), dtype=bool),
        resting=np.zeros(n_items, dtype=bool),
    )


def panel_of(qtbot: QtBot, n_items: int, size: tuple[int, int] = (520, 600)) -> MatrixPanel:
    panel = MatrixPanel(MatrixKind.EXPECTED_LOSS)
    qtbot.addWidget(panel)
    for control in panel.controls:
        qtbot.addWidget(control)
    panel.resize(*size)
    panel.show_items(items_of(n_items))
    panel.show_view(view_of(n_items))
    panel.show()
    return panel


@pytest.fixture
def large(qtbot: QtBot) -> MatrixPanel:
    return panel_of(qtbot, 300)


def labels(panel: MatrixPanel, side: str) -> list[str]:
    return [text for _, text in panel.plot.getAxis(side)._tickLevels[0]]


@pytest.mark.parametrize(
    ("n_items", "length", "has_map", "has_names"),
    [
        (30, 30, False, True),
        (60, 60, False, False),
        (120, 120, False, False),
        (121, 48, True, False),
    ],
)
def test_names_to_40_cells_to_120_then_a_window(
    qtbot: QtBot, n_items: int, length: int, has_map: bool, has_names: bool
) -> None:
    panel = panel_of(qtbot, n_items)
    shown = panel.plot.shown_values()
    assert shown is not None
    assert shown.shape == (length, length)
    assert panel.map.isVisible() is has_map
    assert labels(panel, "left")[0].endswith("of them  1") is has_names
    assert labels(panel, "top")[0] == "1"


@pytest.mark.parametrize("n_items", [13, 20, 35, 40, 41, 80, 120])
@pytest.mark.parametrize("size", [(420, 330), (440, 640), (900, 900)])
def test_either_every_row_is_named_or_both_sides_are_numbered_alike(
    qtbot: QtBot, n_items: int, size: tuple[int, int]
) -> None:
    panel = panel_of(qtbot, n_items, size)
    rows, columns = (panel.plot.getAxis(side)._tickLevels[0] for side in ("left", "top"))
    room = (panel.plot.getViewBox().height() - 6) / n_items
    if n_items <= 40 and room >= 12.0:
        assert len(rows) == n_items
        assert all("of them" in text for _, text in rows)
    else:
        assert len(rows) >= 3
        assert all(text.isdecimal() for _, text in rows)
        assert {place for place, _ in columns} <= {place for place, _ in rows}
        assert len(columns) >= len(rows) - 1
    numbers = [int(text) for _, text in columns]
    assert numbers in (list(range(1, n_items + 1)), [1, *(k for k in numbers[1:] if not k % 5)])


def test_the_window_shows_the_first_ranks_and_moves(qtbot: QtBot, large: MatrixPanel) -> None:
    view = view_of(300)
    values = view.matrices[MatrixKind.EXPECTED_LOSS]
    with qtbot.assertNotEmitted(large.window_moved):
        large.show_window((100, 148))
    chosen = view.by_rank[100:148]
    np.testing.assert_array_equal(large.plot.shown_values(), values[np.ix_(chosen, chosen)])
    assert labels(large, "left")[0] == "101"
    assert set(labels(large, "left")) >= {"110", "120", "130", "140"}


def test_a_click_in_the_map_moves_rows_and_columns(qtbot: QtBot, large: MatrixPanel) -> None:
    with qtbot.waitSignal(large.window_moved) as told:
        qtbot.mouseClick(large.map, LEFT, pos=QPoint(70, 42))
    assert told.args == [large.plot.frame.rows]
    row, column = (place * 300 // SIDE for place in (42, 70))
    assert large.plot.frame.rows == (row - 24, row + 24)
    assert large.plot.frame.columns == (column - 24, column + 24)
    outline = large.map.window_outline()
    assert outline.center().x() == pytest.approx(70, abs=1.5)
    assert outline.center().y() == pytest.approx(42, abs=1.5)
    large.show_window(large.plot.frame.rows)  # an echo of what it told leaves the columns
    assert large.plot.frame.columns == (column - 24, column + 24)


def test_dragging_in_the_map_moves_on(qtbot: QtBot, large: MatrixPanel) -> None:
    qtbot.mousePress(large.map, LEFT, pos=QPoint(20, 20))
    first = large.plot.frame.rows
    moved: list[object] = []
    large.window_moved.connect(moved.append)
    place = QPointF(60, 60)
    none = Qt.KeyboardModifier.NoModifier
    drag = QMouseEvent(QEvent.Type.MouseMove, place, large.map.mapToGlobal(place), LEFT, LEFT, none)
    QApplication.sendEvent(large.map, drag)
    assert moved == [large.plot.frame.rows]
    assert large.plot.frame.rows[0] > first[0] + 100


def test_the_map_draws_the_blocks_it_is_given(large: MatrixPanel) -> None:
    view = view_of(300)
    assert large.map.blocks is None
    blocks = block_maxima(view.matrices[MatrixKind.EXPECTED_LOSS], view.by_rank)
    large.show_view(dataclasses.replace(view, blocks={MatrixKind.EXPECTED_LOSS: blocks}))
    assert large.map.blocks is blocks
    assert large.foot.map_hint.text() == (
        "map: 300 × 300, a dot is the largest of 4 × 4; numbers: places by rank"
    )
    large.show_order("file")
    assert large.map.blocks is None


def test_arrows_take_the_window_along(qtbot: QtBot, large: MatrixPanel) -> None:
    large.plot.point_at(large.plot.frame.pair_at((47, 0)))
    with qtbot.waitSignal(large.window_moved) as told:
        qtbot.keyClick(large.plot, Qt.Key.Key_Down)
    assert told.args == [(1, 49)]
    assert large.plot.frame.columns == (1 - 1, 48)
    assert large.plot.pointed == large.plot.frame.pair_at((47, 0))
    assert "places 49 and 1 by rank" in large.hint.text()  # tied items share a rank, not a place
    assert large.foot.map_hint.text().endswith("numbers: places by rank")
    assert "not a place" in large.plot.getAxis("left").toolTip()
    qtbot.keyClick(large.plot, Qt.Key.Key_PageDown)
    assert large.plot.frame.rows == (49, 97)


def test_cells_too_small_to_aim_at_are_enlarged_first(qtbot: QtBot) -> None:
    panel = panel_of(qtbot, 100, (420, 320))
    assert not panel.plot.can_be_aimed_at()
    assert panel.hint.text().endswith("Click enlarges.")
    pair = panel.plot.frame.pair_at((20, 70))
    with qtbot.assertNotEmitted(panel.pair_chosen), qtbot.assertNotEmitted(panel.window_moved):
        qtbot.mouseClick(panel.plot.viewport(), LEFT, pos=panel.plot.position_of(pair))
    assert panel.plot.can_be_aimed_at()
    panel.show_window((0, 20))  # a matrix that could be whole has a window of its own
    assert panel.plot.frame.cell_of(pair) is not None
    assert panel.map.isVisible()
    np.testing.assert_array_equal(panel.map.blocks, view_values(panel))
    with qtbot.waitSignal(panel.pair_chosen) as told:
        qtbot.mouseClick(panel.plot.viewport(), LEFT, pos=panel.plot.position_of(pair))
    assert told.args == [pair]
    qtbot.keyClick(panel.plot, Qt.Key.Key_Escape)
    assert panel.plot.frame.is_whole
    assert not panel.map.isVisible()


def view_values(panel: MatrixPanel) -> np.ndarray:
    assert panel.plot.values is not None
    return panel.plot.values[np.ix_(panel.plot.frame.order, panel.plot.frame.order)]


def test_an_asked_pair_outside_the_window_is_ringed_nowhere_and_read_out(
    large: MatrixPanel,
) -> None:
    order = large.plot.frame.order
    large.show_asked((int(order[3]), int(order[200])))
    assert large.plot.overlay.rings == ()
    assert large.read_out.text().startswith(f"Paper {order[3]} of them – Paper {order[200]}")
    large.plot.frame_moved.emit(large.plot.frame.centred_on((3, 200)))
    assert len(large.plot.overlay.rings) == 1


def test_nothing_moves_cell_by_cell_above_40(large: MatrixPanel) -> None:
    view = view_of(300)
    doubled = {MatrixKind.EXPECTED_LOSS: 2.0 * view.matrices[MatrixKind.EXPECTED_LOSS]}
    before = large.plot.shown_values()
    assert before is not None
    changed = dataclasses.replace(view, matrices=MappingProxyType(doubled))
    large.show_view(changed, is_animated=True)
    np.testing.assert_array_equal(large.plot.shown_values(), 2.0 * before)


def test_a_thousand_items_are_shown_at_once(qtbot: QtBot) -> None:
    panel = panel_of(qtbot, 1000)
    views = [view_of(1000), view_of(1000)]
    taken = []
    for view in views * 4:
        start = time.perf_counter()
        panel.show_view(view)
        taken.append(time.perf_counter() - start)
    assert min(taken) < 0.008


def test_the_asked_pair_is_told_where_it_is_outside_the_window(large: MatrixPanel) -> None:
    by_rank = view_of(300).by_rank
    large.show_asked((int(by_rank[0]), int(by_rank[299])))
    assert "ring: asked, outside this window" in large.hint.text()
    whole = QRectF(large.map.rect())
    for place in large.map.asked_places():
        assert whole.contains(QRectF(place.x() - 3.5, place.y() - 3.5, 7.0, 7.0))
    assert len(large.map.asked_places()) == 2
    large.map.ranks_chosen.emit((0, 299))
    assert "outside" not in large.hint.text()
    large.show_asked((int(by_rank[250]), int(by_rank[299])))
    large.show_asked(None)
    assert "outside" not in large.hint.text()
    assert large.map.asked_places() == []


def test_a_file_has_every_pair_and_the_table_says_what_it_shows(qtbot: QtBot) -> None:
    panel = panel_of(qtbot, 100, (420, 320))
    place = panel.plot.position_of(panel.plot.frame.pair_at((20, 70)))
    qtbot.mouseClick(panel.plot.viewport(), LEFT, pos=place)
    shown, whole = panel.figure_table(), panel.whole_table()
    length = panel.plot.frame.length
    assert length < 100 and 0 < len(shown.rows) <= length**2
    assert shown.part == f"{length} × {length} of 100 × 100 items"
    assert shown.rest == "The CSV file has all."
    assert len({row[:2] for row in whole.rows}) == len(whole.rows) == 100 * 99
    assert set(shown.rows) <= set(whole.rows)
    assert not whole.part


def test_a_matrix_too_large_for_one_file_says_where_all_is(qtbot: QtBot) -> None:
    panel = panel_of(qtbot, MOST_ITEMS + 1)
    assert panel.whole_table() == panel.figure_table()
    assert panel.whole_table().part == "48 × 48 of 121 × 121 items"
    assert panel.whole_table().rest == "All: File → Export, “Expected loss”."


def test_a_matrix_that_is_shown_whole_is_no_part(qtbot: QtBot) -> None:
    table = panel_of(qtbot, 60).figure_table()
    assert (len(table.rows), table.part, table.rest) == (60 * 59, "", "")
