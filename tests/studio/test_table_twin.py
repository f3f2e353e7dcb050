"""The table twin has the numbers of the panel in use and follows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from prefstudio.studio.column_widths import fitted_widths
from prefstudio.studio.figure_content import Shown
from prefstudio.studio.figure_table import Cell, Figure, FigureTable
from prefstudio.studio.layouts import LayoutChoice
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.table_model import WHOLE, decimals_of, shown_cell
from prefstudio.studio.table_twin import TableTwin
from prefstudio.study.comparisons import Outcome
from prefstudio.study.prediction_quality import FEWEST_ANSWERS

FOLLOWED = (
    "utilities", "expected_loss", "covariance", "preference", "links", "ranking", "history",
    "explain", "components", "baselines",
)  # fmt: skip

Settled = Callable[[MainWindow], None]


@pytest.fixture
def ready(window: MainWindow, settled: Settled) -> MainWindow:
    settled(window)
    return window


def open_twin(window: MainWindow) -> TableTwin:
    window.actions_by_name["table_twin"].trigger()
    assert window.aids.twin.isVisible()
    return window.aids.twin


def column(twin: TableTwin, place: int) -> list[object]:
    model = twin.view.model()
    return [model.index(row, place).data(WHOLE) for row in range(model.rowCount())]


def test_without_a_panel_in_use_it_shows_utilities(ready: MainWindow) -> None:
    twin = open_twin(ready)
    assert twin.title.text() == "Utilities"
    assert twin.numbers.table == ready.rooms.utilities.figure_table()
    assert twin.view.accessibleName() == "Numbers of Utilities"


@pytest.mark.parametrize(("name", "title"), [("ranking", "Ranking"), ("links", "Links")])
def test_it_shows_the_panel_with_the_focus(ready: MainWindow, name: str, title: str) -> None:
    ready.panel_actions[name].trigger()
    assert open_twin(ready).title.text() == title


def test_a_panel_without_numbers_leaves_it_to_the_one_before(ready: MainWindow) -> None:
    ready.panel_actions["links"].trigger()
    ready.panel_actions["compare"].trigger()
    assert open_twin(ready).title.text() == "Links"


def test_all_panels_with_numbers_are_tried(ready: MainWindow) -> None:
    rooms = ready.rooms
    told = {name for name in rooms.panels if isinstance(rooms.panels[name].body, Figure)}
    assert told == set(FOLLOWED)


@pytest.mark.parametrize("name", FOLLOWED)
def test_it_follows_an_answer_and_undo(
    qtbot: QtBot, ready: MainWindow, settled: Settled, name: str
) -> None:
    for _ in range(FEWEST_ANSWERS if name == "baselines" else 1):
        ready.model.answer(Outcome.B)
        settled(ready)
    ready.panel_actions[name].trigger()
    settled(ready)
    figure = ready.rooms.bodies[name]
    assert isinstance(figure, Figure)
    twin = open_twin(ready)
    first = twin.numbers.table
    assert first == figure.figure_table()
    assert first.rows
    for change in (partial(ready.model.answer, Outcome.A), ready.model.undo):
        before = twin.numbers.table
        change()
        settled(ready)
        qtbot.waitUntil(lambda: twin.numbers.table == figure.figure_table())
        is_of_answers = name != "components"  # what a prior is made of stays
        assert (twin.numbers.table != before) is is_of_answers


def test_it_follows_the_sort_and_the_filter_of_ranking(
    qtbot: QtBot, ready: MainWindow, settled: Settled
) -> None:
    ready.model.answer(Outcome.A)
    ready.panel_actions["ranking"].trigger()
    settled(ready)
    ranking, twin = ready.rooms.ranking, open_twin(ready)
    places = column(twin, 0)
    ranking.table.horizontalHeader().setSortIndicator(0, Qt.SortOrder.DescendingOrder)
    qtbot.waitUntil(lambda: column(twin, 0) == places[::-1])
    ranking.open_filter()
    ranking.filter_field.setText("Paper a")
    qtbot.waitUntil(lambda: column(twin, 2) == ["Paper a"])
    ranking.close_filter()
    qtbot.waitUntil(lambda: column(twin, 0) == places[::-1])


def test_it_follows_links_that_find_their_places(
    qtbot: QtBot, ready: MainWindow, settled: Settled
) -> None:
    ready.panel_actions["links"].trigger()
    settled(ready)
    twin = open_twin(ready)
    layout = ready.model.scene.layout
    assert layout is not None
    places = 1.0 - layout.positions
    ready.model.layout_changed.emit(replace(layout, positions=places))
    qtbot.waitUntil(lambda: column(twin, 1) == places[:, 0].tolist())
    assert twin.numbers.table == ready.rooms.links.figure_table()


def test_it_follows_the_order(qtbot: QtBot, ready: MainWindow, settled: Settled) -> None:
    ready.model.answer(Outcome.B)
    settled(ready)
    twin = open_twin(ready)
    before = column(twin, 0)
    ready.rooms.utilities.order.buttons["file"].click()
    qtbot.waitUntil(lambda: column(twin, 0) != before)


def test_it_sorts_by_numbers_and_copies_what_is_chosen(
    qtbot: QtBot, ready: MainWindow, settled: Settled
) -> None:
    ready.model.answer(Outcome.A)
    settled(ready)
    twin = open_twin(ready)
    twin.view.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    means = column(twin, 1)
    assert means == sorted(means)  # type: ignore[type-var]
    twin.view.selectRow(0)
    qtbot.keyClick(twin.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert len(lines) == 2
    assert float(lines[1].split("\t")[1]) == means[0]


def test_the_classroom_has_twins_as_well(ready: MainWindow, settled: Settled) -> None:
    ready.choose_layout(LayoutChoice.CLASSROOM)
    settled(ready)
    twin = open_twin(ready)
    assert twin.title.text() == next(
        each.accessibleName()
        for each in ready.classroom.pictures.panels.values()
        if each.is_current
    )
    assert len(twin.numbers.table.rows) == 6


@pytest.mark.parametrize(
    ("cell", "decimals", "text"),
    [
        (None, 4, ""),
        (float("nan"), 4, ""),
        (-0.25, 2, "−0.25"),
        (-1e-18, 0, "0"),
        (-1e-18, 2, "0.00"),
        (3, 4, "3"),
        (1 / 3, 4, "0.3333"),
        (1234.5, 1, "1,234.5"),
    ],
)
def test_cells_as_they_are_read(cell: float | None, decimals: int, text: str) -> None:
    assert shown_cell(cell, decimals) == text


@pytest.mark.parametrize(
    ("cells", "decimals"),
    [
        ((0.347, 0.3594, -0.02572), 4),
        ((1.0, 2.0, -3.0), 0),
        ((0.5, 0.25, 0.0), 2),
        ((-1e-18, 0.0), 0),
        ((12345.678, 2.0, 54321.0), 0),
        ((1.5e-7, 2.25e-7, 1.375e-7), 10),
        ((None, "a", 3, float("nan"), float("inf")), 0),
    ],
)
def test_a_column_has_the_decimals_of_its_typical_number(
    cells: tuple[Cell, ...], decimals: int
) -> None:
    assert decimals_of(cells) == decimals


def test_numbers_of_a_column_line_up_and_are_copied_whole(
    ready: MainWindow, settled: Settled
) -> None:
    for _ in range(2):
        ready.model.answer(Outcome.A)
        settled(ready)
    twin = open_twin(ready)
    for place in range(1, 5):
        shown = [str(twin.sorted.index(row, place).data()) for row in range(6)]
        assert len({len(text.partition(".")[2]) for text in shown}) == 1, shown
    twin.copy()
    copied = QGuiApplication.clipboard().text().splitlines()[1].split("\t")[2]
    assert float(copied) == twin.numbers.table.rows[0][2] and len(copied) > 7


def test_columns_are_as_wide_as_they_need(ready: MainWindow) -> None:
    twin = open_twin(ready)
    heads, last = twin.view.horizontalHeader(), twin.sorted.columnCount() - 1
    assert not heads.stretchLastSection()
    assert twin.view.textElideMode() is Qt.TextElideMode.ElideMiddle
    needed = max(twin.view.sizeHintForColumn(last), heads.sectionSizeHint(last))
    assert heads.sectionSize(last) <= needed + 1


class Wide(QWidget):
    """A figure with long names and many columns of numbers."""

    def figure_name(self) -> str:
        return "Wide"

    def figure_table(self) -> FigureTable:
        heads = ("Name", *(f"Number {place}" for place in range(5)), "Asked")
        name = "Market squares across four regions and the songs that are sung in them all year"
        return FigureTable(heads, ((name, *[0.25] * 5, 3),))


def test_the_last_column_is_whole_and_names_give_way(qtbot: QtBot, ready: MainWindow) -> None:
    figure = Wide()
    qtbot.addWidget(figure)
    twin = ready.aids.twin
    twin.show_figure(Shown("Wide", figure, figure))
    QApplication.processEvents()
    heads, last = twin.view.horizontalHeader(), twin.sorted.columnCount() - 1
    assert heads.length() <= twin.view.viewport().width()
    for column in range(1, last + 1):
        assert heads.sectionSize(column) >= heads.sectionSizeHint(column)
        assert heads.sectionSize(column) >= twin.view.sizeHintForColumn(column)
    assert heads.sectionSize(0) < twin.view.sizeHintForColumn(0)


def test_words_give_way_the_widest_first_and_numbers_never() -> None:
    are_words = [True, False, True]
    assert fitted_widths([400, 90, 150], are_words, 700) == [400, 90, 150]
    assert fitted_widths([400, 90, 150], are_words, 500) == [260, 90, 150]
    assert fitted_widths([400, 90, 150], are_words, 330) == [120, 90, 120]
    assert fitted_widths([400, 90, 150], are_words, 100) == [96, 90, 96]
    assert fitted_widths([90, 80], [False, True], 100) == [90, 80]
