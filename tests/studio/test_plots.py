"""Plots by their data: what is drawn is what the posterior says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from prefstudio.studio.figures import counted, decimals_for, figure
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.plots.house_plot import short
from prefstudio.studio.plots.matrix_plot import scale_of
from prefstudio.study.comparisons import Outcome
from prefstudio.study.requests import MatrixKind

Settled = Callable[[MainWindow], None]


@pytest.fixture
def answered(window: MainWindow, settled: Settled) -> MainWindow:
    settled(window)
    window.model.answer(Outcome.A)
    settled(window)
    return window


def test_the_band_is_the_mean_and_two_sd(answered: MainWindow) -> None:
    posterior, plot = answered.model.posterior, answered.utilities
    assert posterior is not None
    places, mean = plot.mean.getData()
    np.testing.assert_array_equal(places, np.arange(6))
    np.testing.assert_array_equal(mean, posterior.mean)
    np.testing.assert_allclose(plot.upper.getData()[1], mean + 1.96 * posterior.sd)
    np.testing.assert_allclose(plot.lower.getData()[1], mean - 1.96 * posterior.sd)
    np.testing.assert_array_equal(plot.points.getData()[1], posterior.mean)


def test_all_of_the_band_is_in_sight(answered: MainWindow) -> None:
    (left, right), (low, high) = answered.utilities.viewRange()
    assert left < 0 and right > 5
    assert low < answered.utilities.lower.getData()[1].min()
    assert high > answered.utilities.upper.getData()[1].max()


def test_the_asked_items_are_marked(answered: MainWindow) -> None:
    pair, posterior = answered.model.asking.pair, answered.model.posterior
    assert pair is not None
    assert posterior is not None
    places, heights = answered.utilities.rings.getData()
    assert tuple(places) == pair
    np.testing.assert_array_equal(heights, posterior.mean[list(pair)])


@pytest.mark.parametrize("kind", MatrixKind)
def test_matrices_show_the_posterior_that_is_shown_everywhere(
    answered: MainWindow, kind: MatrixKind
) -> None:
    model, plot = answered.model, answered.matrices[kind].plot
    assert model.matrices is not None
    assert model.matrices.posterior is model.posterior
    assert plot.values is model.matrices.by_kind[kind]
    assert plot.image.image.shape == (6, 6, 4)
    pair = model.asking.pair
    assert pair is not None
    assert set(plot.overlay.rings) == {pair, pair[::-1]}


def test_rows_of_a_matrix_run_downwards(answered: MainWindow) -> None:
    """Row-major and from the top: item a's row lies above item f's, and columns run right."""
    plot = answered.matrices[MatrixKind.COVARIANCE].plot
    first, last_row, last_column = (plot.position_of(cell) for cell in ((0, 0), (5, 0), (0, 5)))
    assert first.y() < last_row.y()
    assert first.x() < last_column.x()
    assert plot.cell_at(last_row) == (5, 0)
    assert plot.cell_at(last_column) == (0, 5)
    bounds = plot.image.mapRectToScene(plot.image.boundingRect())
    view = plot.getViewBox().mapRectToScene(plot.getViewBox().boundingRect())
    assert view.contains(bounds)


def test_the_largest_value_has_the_last_colour_of_the_map(answered: MainWindow) -> None:
    plot = answered.matrices[MatrixKind.EXPECTED_LOSS].plot
    assert plot.values is not None
    largest = np.unravel_index(int(np.nanargmax(plot.values)), plot.values.shape)
    red, green, blue, _ = plot.image.image[largest]
    assert f"#{red:02X}{green:02X}{blue:02X}" == plot.theme.sequential[-1]


def test_hovering_reads_a_cell_out(qtbot: QtBot, answered: MainWindow) -> None:
    panel = answered.matrices[MatrixKind.COVARIANCE]
    qtbot.mouseMove(panel.plot.viewport(), panel.plot.position_of((2, 2)))
    qtbot.waitUntil(lambda: panel.read_out.text() != "", timeout=2000)
    assert panel.plot.values is not None
    value = panel.plot.values[2, 2]
    assert panel.read_out.text() == f"c – c  {value:.3f}"
    assert panel.scale_bar.pointed == value


def test_an_answered_pair_says_so_and_cannot_be_asked(answered: MainWindow) -> None:
    panel, asked = answered.matrices[MatrixKind.EXPECTED_LOSS], answered.model.asking
    panel.plot.cell_pointed.emit((2, 5))
    assert panel.hint.text() == "answered: not asked again"
    panel.plot.cell_chosen.emit((2, 5))
    assert answered.model.asking is asked


def test_a_click_is_offered_only_where_it_asks(answered: MainWindow) -> None:
    panel = answered.matrices[MatrixKind.EXPECTED_LOSS]
    for cell, offers in {None: True, (0, 1): True, (2, 5): False, (3, 3): False}.items():
        panel.plot.cell_pointed.emit(cell)
        assert ("Click asks a pair" in panel.hint.text()) is offers
    assert panel.plot.values is not None
    panel.show_values(panel.plot.values, np.zeros((6, 6), dtype=bool))
    assert panel.hint.text() == "ring: asked"


def test_a_blank_cell_has_nothing_to_read_out(answered: MainWindow) -> None:
    panel = answered.matrices[MatrixKind.EXPECTED_LOSS]
    panel.plot.cell_pointed.emit((0, 1))
    read = panel.read_out.text()
    assert read.startswith("a – b  0.")
    assert panel.plot.toolTip().endswith(read[5:].strip())
    panel.plot.cell_pointed.emit((0, 0))
    assert (panel.read_out.text(), panel.plot.toolTip()) == ("", "")
    assert panel.scale_bar.pointed is None


def test_a_hidden_panel_is_not_computed_for(
    qtbot: QtBot, answered: MainWindow, settled: Settled
) -> None:
    kept = answered.matrices[MatrixKind.COVARIANCE].plot.values
    answered._docks[answered.matrices[MatrixKind.COVARIANCE]].hide()
    answered.model.answer(Outcome.A)
    settled(answered)
    assert answered.model.matrices is not None
    assert set(answered.model.matrices.by_kind) == {MatrixKind.EXPECTED_LOSS}
    assert answered.matrices[MatrixKind.COVARIANCE].plot.values is kept
    answered._docks[answered.matrices[MatrixKind.COVARIANCE]].show()
    qtbot.waitUntil(
        lambda: answered.matrices[MatrixKind.COVARIANCE].plot.values is not kept, timeout=2000
    )


def test_nothing_is_cut_off(answered: MainWindow) -> None:
    """At 1280 × 800 every label has the room it asks for."""
    from PySide6.QtWidgets import QLabel

    assert (answered.width(), answered.height()) == (1280, 800)
    cut = [
        each.text()
        for each in answered.findChildren(QLabel)
        if each.isVisible() and not each.wordWrap() and each.width() < each.sizeHint().width()
    ]
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
    assert counted(1, "answer").split() == ["1", "answer"]
    assert counted(1024, "link").split() == ["1,024", "links"]
    assert short("phantom mono 12") == "phanto…no 12"
    assert len(short("x" * 99)) == 12
