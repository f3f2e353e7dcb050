"""Plots by their data: what is drawn is what the posterior says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from prefstudio.studio.elided_label import ElidedLabel
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.numbers_as_text import count_of, decimals_for, figure
from prefstudio.studio.plots.asked_ring import ROLE, stroke_ring
from prefstudio.studio.plots.house_plot import short
from prefstudio.studio.plots.matrix_plot import scale_of
from prefstudio.studio.theme import LIGHT
from prefstudio.study.changes import SettingsChanged
from prefstudio.study.comparisons import Outcome
from prefstudio.study.view import View

Settled = Callable[[MainWindow], None]


def view_of(window: MainWindow) -> View:
    view = window.model.scene.view
    assert view is not None
    return view


def test_rows_are_means_about_their_average_and_two_sd(answered: MainWindow) -> None:
    posterior, plot = answered.model.posterior, answered.rooms.utilities.plot
    assert posterior is not None
    shown = plot.intervals.shown
    average = np.full((6, 6), 1 / 6)
    centre = np.eye(6) - average
    mean, covariance = centre @ posterior.mean, centre @ posterior.covariance() @ centre
    np.testing.assert_array_equal(shown.items, np.argsort(-mean, kind="stable"))
    np.testing.assert_allclose(shown.mean, mean[shown.items], atol=1e-12)
    np.testing.assert_allclose(shown.sd, np.sqrt(np.diag(covariance))[shown.items], atol=1e-12)
    np.testing.assert_array_equal(shown.places, np.arange(6))


def test_all_of_every_interval_is_in_sight(answered: MainWindow) -> None:
    plot = answered.rooms.utilities.plot
    shown = plot.intervals.shown
    (left, right), (top, bottom) = plot.viewRange()
    assert top < 0 and bottom > 5
    assert left < (shown.mean - 1.96 * shown.sd).min()
    assert right > (shown.mean + 1.96 * shown.sd).max()


def test_the_asked_items_are_marked_everywhere(answered: MainWindow) -> None:
    pair, rooms = answered.model.asking.pair, answered.rooms
    assert pair is not None
    plot = rooms.utilities.plot
    shown = plot.intervals.shown
    assert set(shown.items[shown.is_asked].tolist()) == set(pair)
    ends = dict(zip(shown.items.tolist(), shown.mean + 1.96 * shown.sd, strict=True))
    badges = [(badge._letter, badge.pos().x()) for badge in plot.badges]
    letters = zip("AB", pair, strict=True)
    assert badges == [(letter, pytest.approx(ends[item])) for letter, item in letters]
    for panel in rooms.matrices:
        cell = panel.plot.frame.cell_of(pair)
        assert cell is not None
        assert set(panel.plot.overlay.rings) == {cell, cell[::-1]}


@pytest.mark.parametrize("name", ["expected_loss", "covariance", "preference"])
def test_matrices_show_the_posterior_that_is_shown_everywhere(
    answered: MainWindow, settled: Settled, name: str
) -> None:
    bring_forward(answered, settled, name)
    model, panel = answered.model, getattr(answered.rooms, name)
    view, plot = view_of(answered), panel.plot
    assert view.posterior is model.posterior
    assert plot.values is view.matrices[panel.kind]
    assert plot.image.image.shape == (6, 6, 4)


def bring_forward(window: MainWindow, settled: Settled, name: str) -> None:
    """Choose the tab of a panel and wait for its picture."""
    window.panel_actions[name].trigger()
    settled(window)


def test_rows_of_a_matrix_run_downwards(answered: MainWindow, settled: Settled) -> None:
    """Row-major and from the top: the first item's row lies above the last one's."""
    bring_forward(answered, settled, "covariance")
    plot = answered.rooms.covariance.plot
    top, bottom = (int(plot.frame.order[place]) for place in (0, 5))
    corners = ((top, top), (bottom, top), (top, bottom))
    first, last_row, last_column = (plot.position_of(pair) for pair in corners)
    assert first.y() < last_row.y()
    assert first.x() < last_column.x()
    assert plot.cell_at(last_row) == (bottom, top)
    assert plot.cell_at(last_column) == (top, bottom)
    bounds = plot.image.mapRectToScene(plot.image.boundingRect())
    view = plot.getViewBox().mapRectToScene(plot.getViewBox().boundingRect())
    assert view.contains(bounds)


def test_the_largest_value_has_the_last_colour_of_the_map(
    answered: MainWindow, settled: Settled
) -> None:
    bring_forward(answered, settled, "expected_loss")
    plot = answered.rooms.expected_loss.plot
    assert plot.values is not None
    row, column = np.unravel_index(int(np.nanargmax(plot.values)), plot.values.shape)
    cell = plot.frame.cell_of((int(row), int(column)))
    red, green, blue, _ = plot.image.image[cell]
    assert f"#{red:02X}{green:02X}{blue:02X}" == plot.theme.sequential[-1]


def test_hovering_reads_a_cell_out(qtbot: QtBot, answered: MainWindow, settled: Settled) -> None:
    bring_forward(answered, settled, "covariance")
    panel = answered.rooms.covariance
    panel.plot.point_at(None)
    qtbot.mouseMove(panel.plot.viewport(), panel.plot.position_of((2, 2)))
    qtbot.waitUntil(lambda: "Paper c – " in panel.read_out.text(), timeout=2000)
    assert panel.plot.values is not None
    value = panel.plot.values[2, 2]
    name = "Paper c"
    assert panel.read_out.text() == f"{name} – {name}  {value:.3f}"
    assert panel.scale_bar.pointed == value


def test_an_answered_pair_says_so_and_cannot_be_asked(
    answered: MainWindow, settled: Settled
) -> None:
    bring_forward(answered, settled, "expected_loss")
    panel, asked = answered.rooms.expected_loss, answered.model.asking
    panel.plot.cell_pointed.emit((2, 5))
    assert panel.hint.text() == "answered: not asked again"
    panel.plot.cell_chosen.emit((2, 5))
    settled(answered)
    assert answered.model.asking is asked


def test_where_pairs_come_again_a_skip_is_not_taken_for_an_answer(
    answered: MainWindow, settled: Settled
) -> None:
    bring_forward(answered, settled, "expected_loss")
    panel, model = answered.rooms.expected_loss, answered.model
    model.change(SettingsChanged("model.ask_again", False, True))
    settled(answered)
    panel.plot.cell_chosen.emit((2, 5))
    settled(answered)
    assert model.asking.trial is not None
    model.answer(Outcome.SKIP)
    settled(answered)
    panel.plot.cell_pointed.emit((2, 5))
    assert panel.hint.text() == "set aside or skipped: not asked"


def test_a_click_is_offered_only_where_it_asks(answered: MainWindow, settled: Settled) -> None:
    bring_forward(answered, settled, "expected_loss")
    panel = answered.rooms.expected_loss
    for cell, offers in {None: True, (0, 1): True, (2, 5): False, (3, 3): False}.items():
        panel.plot.cell_pointed.emit(cell)
        assert ("Click asks a pair" in panel.hint.text()) is offers
    panel.plot.cell_pointed.emit(None)
    view = view_of(answered)
    panel.show_view(replace(view, askable=np.zeros((6, 6), dtype=bool)))
    assert panel.hint.text() == "ring: asked"
    panel.show_view(view)


def test_a_blank_cell_has_nothing_to_read_out(answered: MainWindow, settled: Settled) -> None:
    bring_forward(answered, settled, "expected_loss")
    panel = answered.rooms.expected_loss
    panel.plot.cell_pointed.emit((0, 1))
    read = panel.read_out.text()
    assert " – Paper b  0." in read
    assert panel.plot.toolTip().endswith(read.rpartition("  ")[2])
    panel.plot.cell_pointed.emit((0, 0))
    assert (panel.read_out.text(), panel.plot.toolTip()) == ("", "")
    assert panel.scale_bar.pointed is None
    panel.plot.cell_pointed.emit(None)


def test_a_panel_behind_another_is_not_computed_for(answered: MainWindow, settled: Settled) -> None:
    """Of the three matrices in one place the one in front is made, and no other."""
    for name in ("covariance", "preference", "expected_loss"):
        bring_forward(answered, settled, name)
        assert set(view_of(answered).matrices) == {getattr(answered.rooms, name).kind}


def test_a_hidden_panel_is_not_computed_for(
    qtbot: QtBot, window: MainWindow, settled: Settled
) -> None:
    settled(window)
    panel, dock = window.rooms.expected_loss, window.rooms.panels["expected_loss"]
    kept = panel.plot.values
    assert kept is not None
    for name in ("covariance", "preference"):
        window.rooms.panels[name].hide()
    dock.hide()
    window.model.answer(Outcome.A)
    settled(window)
    assert not view_of(window).matrices
    assert panel.plot.values is kept
    dock.show()
    qtbot.waitUntil(lambda: panel.plot.values is not kept, timeout=5000)


@pytest.mark.parametrize("layout", ["explore", "analysis"])
def test_nothing_is_cut_off(answered: MainWindow, settled: Settled, layout: str) -> None:
    """At 1280 × 800 every label has the room it asks for, or writes less of itself."""
    answered.actions_by_name[f"layout_{layout}"].trigger()
    settled(answered)
    QApplication.processEvents()
    assert (answered.width(), answered.height()) == (1280, 800)
    cut = [
        each.text()
        for each in answered.findChildren(QLabel)
        if not each.visibleRegion().isEmpty()
        and not each.wordWrap()
        and not isinstance(each, ElidedLabel)
        and each.width() < each.sizeHint().width()
    ]
    answered.actions_by_name["layout_explore"].trigger()
    assert cut == []


@pytest.mark.parametrize(
    ("values", "is_diverging", "low", "high"),
    [
        ([[0.2, np.nan], [0.5, 0.1]], False, 0.0, 0.5),
        ([[0.2, -0.9], [0.5, 0.1]], True, -0.9, 0.9),
        ([[np.nan, np.nan]], False, 0.0, 1.0),
        ([[0.0, 0.0]], True, -1.0, 1.0),
    ],
)
def test_the_scale_of_a_matrix(
    values: list[list[float]], is_diverging: bool, low: float, high: float
) -> None:
    scale = scale_of(np.array(values), is_diverging=is_diverging)
    assert (scale.low, scale.high) == (low, high)


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (-0.348, 2, "−0.35"),
        (-0.001, 2, "0.00"),
        (0.0, 0, "0"),
        (1234.5, 1, "1,234.5"),
        (float("nan"), 2, "–"),
        (float("inf"), 2, "∞"),
    ],
)
def test_figures(value: float, decimals: int, text: str) -> None:
    assert figure(value, decimals) == text


@pytest.mark.parametrize(
    ("largest", "decimals"), [(1.0, 2), (0.28, 2), (0.059, 3), (0.0012, 4), (35.0, 2), (0.0, 2)]
)
def test_two_significant_digits(largest: float, decimals: int) -> None:
    assert decimals_for(largest) == decimals


def test_words() -> None:
    assert count_of(1, "answer").split() == ["1", "answer"]
    assert count_of(1024, "link").split() == ["1,024", "links"]
    assert short("phantom mono 12") == "phanto…no 12"
    assert len(short("x" * 99)) == 12


def test_the_asked_ring_is_one_everywhere_with_paper_on_both_sides() -> None:
    picture = QImage(60, 60, QImage.Format.Format_ARGB32)
    picture.fill(LIGHT.color("data"))
    painter = QPainter(picture)
    stroke_ring(painter, LIGHT, QRectF(20, 20, 20, 20), 4.0)
    painter.end()
    paper, ring, ground = (LIGHT.color(role) for role in ("surface", ROLE, "data"))
    across = [picture.pixelColor(x, 30) for x in range(16, 25)]
    assert across.count(ring) >= 2 and across.count(paper) >= 2
    assert across[0] == across[-1] == ground
    first, last = across.index(ring), len(across) - across[::-1].index(ring)
    assert paper in across[:first] and paper in across[last:]
