"""The table twin has the numbers of the panel in use and follows it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from prefstudio.studio.layouts import LayoutChoice
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.table_model import WHOLE, shown_cell
from prefstudio.studio.table_twin import TableTwin
from prefstudio.study.comparisons import Outcome

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


def test_it_follows_an_answer(qtbot: QtBot, ready: MainWindow, settled: Settled) -> None:
    twin = open_twin(ready)
    before = twin.numbers.table
    ready.model.answer(Outcome.A)
    settled(ready)
    qtbot.waitUntil(lambda: twin.numbers.table == ready.rooms.utilities.figure_table())
    assert twin.numbers.table != before


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
    ("cell", "text"),
    [(None, ""), (float("nan"), ""), (-0.25, "−0.25"), (-1e-18, "0"), (3, "3"), (1 / 3, "0.3333")],
)
def test_cells_as_they_are_read(cell: float | None, text: str) -> None:
    assert shown_cell(cell) == text
