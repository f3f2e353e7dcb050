"""At 1280×800 the samples' names are read whole, however long, in every plot that has rows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from prefstudio.studio.fonts import SEMI_BOLD, font
from prefstudio.studio.layouts import LayoutChoice
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.panels.moves_list import REASON, ROW, MovesList, ShownMove
from prefstudio.studio.plots.house_plot import HouseAxis
from prefstudio.study.resources import sample

OpenStudy = Callable[[Path], MainWindow]
Settled = Callable[[MainWindow], None]

LONG = "Medium amber five-pointed star"
BELOW_A_TITLE_BAR = 775


@pytest.mark.parametrize("layout", [LayoutChoice.EXPLORE, LayoutChoice.ANALYSIS])
def test_rows_are_named_whole(
    open_study: OpenStudy, settled: Settled, layout: LayoutChoice
) -> None:
    window = open_study(sample("shapes"))
    window.resize(1280, BELOW_A_TITLE_BAR)
    window.choose_layout(layout)
    settled(window)
    rooms = window.rooms
    names = set(rooms.utilities.plot.shown_items.names)
    assert LONG in names
    matrix = rooms.expected_loss.plot.labels
    assert matrix is not None
    assert {row.rsplit("  ", 1)[0] for row in matrix.rows} == names
    ticks = rooms.utilities.plot.getAxis("left")._tickLevels[0]
    assert {name for _, name in ticks} == names


def test_reasons_go_below_names_where_both_are_too_long_for_one_line(qtbot: QtBot) -> None:
    moves = MovesList()
    qtbot.addWidget(moves)
    moves.resize(380, 100)
    moves.show()
    short = [ShownMove("Mono", -0.4, "compared"), ShownMove("Stereo", 0.4, "compared")]
    moves.show_moves(short)
    assert moves.sizeHint().height() == 2 * ROW
    moves.show_moves([*short, ShownMove(LONG, 0.1, f"linked to {LONG}")])
    assert moves.sizeHint().height() == 3 * (ROW + REASON)
    needed = QFontMetricsF(font(12, SEMI_BOLD)).horizontalAdvance(LONG)
    name, bar, amount, why = moves._columns()
    assert name.width() >= needed
    assert why.top() > name.center().y() and why.width() > needed + 60
    assert name.right() < bar.left() < bar.right() < amount.left() < amount.right() <= 380
    moves.resize(900, 100)
    assert moves.sizeHint().height() == 3 * ROW


def test_figures_that_would_be_cut_at_the_right_are_left_out(qapp: QApplication) -> None:
    axis = HouseAxis("bottom")
    ticks = [(0.0, "0.0"), (1.0, "1.0"), (2.0, "2.0")]
    axis.show_whole_labels(ticks, end=2.0, unit=0.01)
    assert axis._tickLevels == [ticks[:2]]
    axis.show_whole_labels(ticks, end=2.2, unit=0.01)
    assert axis._tickLevels == [ticks]


def test_low_rows_are_all_named_in_smaller_letters_and_badges_do_not_overlap(
    open_study: OpenStudy, settled: Settled
) -> None:
    window = open_study(sample("cars"))
    window.resize(1280, BELOW_A_TITLE_BAR)
    window.choose_layout(LayoutChoice.ANALYSIS)
    settled(window)
    plot = window.rooms.utilities.plot
    axis = plot.getAxis("left")
    assert {name for _, name in axis._tickLevels[0]} == set(plot.shown_items.names)
    assert axis.style["tickFont"].pixelSize() < 12
    for other in range(1, 20):
        assert plot.now is not None
        plot.show_asked((int(plot.now.order[other - 1]), int(plot.now.order[other])))
        first, second = (plot.mapFromScene(badge.scenePos()) for badge in plot.badges)
        assert (first - second).manhattanLength() >= 16
