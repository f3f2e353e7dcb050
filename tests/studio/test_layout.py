"""Where things lie: nothing jumps, nothing is cut off at an edge, nothing is too small to see."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QTransform
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from prefstudio.studio import main_window
from prefstudio.studio.app import Studio
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.panels.item_card import CardContent, ItemCard
from prefstudio.studio.plots.house_plot import HousePlot
from prefstudio.studio.plots.matrix_overlay import ring_around
from prefstudio.studio.plots.matrix_plot import MatrixPlot
from prefstudio.studio.plots.utilities_plot import UtilitiesPlot
from prefstudio.study.comparisons import Outcome
from prefstudio.study.folder import read_study
from prefstudio.study.resources import sample

Settled = Callable[[MainWindow], None]

LONG = CardContent(
    "A title of so many words that it never fits into one line of a card",
    "long-key",
    "Some words.",
    (("links", "1,000"), ("compared", "100 times")),
)
SHORT = CardContent("Short", "s", "", (("links", "0"), ("compared", "1 time")))


def places(card: ItemCard) -> list[QRect]:
    return [each.geometry() for each in card.findChildren(QWidget)]


def view_of(plot: HousePlot) -> QRectF:
    return QRectF(plot.getViewBox().geometry())


def test_a_card_is_laid_out_before_it_is_painted(window: MainWindow) -> None:
    card = window.compare.card_a
    seen = []
    for content in (LONG, SHORT, LONG):
        card.show_content(content)
        at_once = places(card)
        QApplication.processEvents()
        assert places(card) == at_once
        seen.append(at_once)
    assert seen[0] == seen[2] != seen[1]


def test_the_window_opens_with_its_pictures_where_they_stay(
    qtbot: QtBot, studio: Studio, settled: Settled, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(main_window, "LONGEST_HIDDEN", 60_000)
    window = studio.open_study(read_study(sample("six-papers")))
    assert not window.isVisible()
    qtbot.waitUntil(window.isVisible, timeout=5000)
    assert window.compare.card_a.isVisible()
    assert all(panel.plot.values is not None for panel in window.matrices.values())
    plots = [window.utilities, *(panel.plot for panel in window.matrices.values())]
    opened = [view_of(plot) for plot in plots]
    settled(window)
    assert [view_of(plot) for plot in plots] == opened


def test_a_window_whose_first_pictures_are_slow_opens_without_them(
    qtbot: QtBot, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MainWindow, "_on_matrices_changed", lambda *_: None)
    window = studio.open_study(read_study(sample("six-papers")))
    qtbot.waitUntil(window.isVisible, timeout=2000)


@pytest.mark.parametrize("n_items", [2, 6, 40, 300])
def test_the_outermost_items_have_room_for_their_rings(qtbot: QtBot, n_items: int) -> None:
    keys = [f"r{number:03}" for number in range(1, n_items + 1)]
    plot = UtilitiesPlot(keys, keys)
    qtbot.addWidget(plot)
    plot.resize(500, 240)
    plot.show()
    view = plot.getViewBox()
    first, last = (view.mapViewToScene(QPointF(place, 0.0)).x() for place in (0, n_items - 1))
    left, right = view.sceneBoundingRect().left(), view.sceneBoundingRect().right()
    assert first - left >= 14
    assert right - last >= 14


@pytest.mark.parametrize("scale", [(1.07, 0.71), (5.0, 20.0), (60.0, 35.0)])
def test_a_ring_is_large_enough_to_be_seen(scale: tuple[float, float]) -> None:
    ring = ring_around(QTransform.fromScale(*scale), (99, 3))
    assert min(ring.width(), ring.height()) >= 9
    assert ring.center() == QPointF(3.5 * scale[0], 99.5 * scale[1])


def ticks_of(plot: MatrixPlot) -> tuple[list[tuple[float, str]], list[tuple[float, str]]]:
    rows, columns = (plot.getAxis(side)._tickLevels[0] for side in ("left", "top"))
    return rows, columns


def test_rows_and_columns_of_a_large_matrix_are_labelled_alike(qtbot: QtBot) -> None:
    plot = MatrixPlot("Large", [f"r{k:03}" for k in range(1, 301)], is_diverging=False)
    qtbot.addWidget(plot)
    plot.resize(380, 250)
    plot.show()
    rows, columns = ticks_of(plot)
    assert [place for place, _ in rows] == [place for place, _ in columns]
    assert rows[0] == (0.5, "r001")
    assert columns[0] == (0.5, "1")
    assert 5 < len(rows) < 15


def test_rows_say_their_number_where_their_name_does_not(qtbot: QtBot) -> None:
    plot = MatrixPlot("Names", ["Upmix 1", "Matrix", "Mono", *"abcdefgh"], is_diverging=False)
    qtbot.addWidget(plot)
    plot.resize(380, 250)
    plot.show()
    rows, columns = ticks_of(plot)
    assert [text for _, text in rows[:2]] == ["Upmix 1  1", "Matrix  2"]
    assert [text for _, text in columns[:2]] == ["1", "2"]


def test_after_the_last_undo_the_focus_goes_to_compare(
    qtbot: QtBot, window: MainWindow, settled: Settled
) -> None:
    settled(window)
    window.model.answer(Outcome.A)
    settled(window)
    qtbot.mouseClick(window.compare.undo_button, Qt.MouseButton.LeftButton)
    assert not window.compare.undo_button.isEnabled()
    assert window.focusWidget() is window.compare


def test_the_matrices_reach_the_right_edge_of_their_panels(window: MainWindow) -> None:
    for panel in window.matrices.values():
        image = panel.plot.image
        right = image.mapRectToScene(image.boundingRect()).right()
        assert view_of(panel.plot).right() - right < 8
