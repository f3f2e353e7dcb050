"""The Baselines panel shows what the command prints, and follows selection and answers."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from prefstudio.engine.control import Control
from prefstudio.studio.aids import shown_of
from prefstudio.studio.layouts import LayoutChoice
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.panels.baselines_panel import BaselinesPanel
from prefstudio.studio.plots.value_range import rank_steps
from prefstudio.studio.table_twin import MOST_OF_SCREEN
from prefstudio.studio.theme import DARK
from prefstudio.study.baseline_request import BaselineRequest, BaselinesFound
from prefstudio.study.baseline_words import conclusion
from prefstudio.study.briefing import briefing_of, rows_learned_from
from prefstudio.study.changes import SettingsChanged
from prefstudio.study.comparisons import Outcome
from prefstudio.study.model import resolve
from prefstudio.study.moment import MomentRequest
from prefstudio.study.resources import sample
from prefstudio.study.state import StudyState
from prefstudio.study.viewing import ViewRequest
from tests.studio.conftest import OpenStudy


@pytest.fixture
def cars(open_study: OpenStudy, qtbot: QtBot, settled: Callable[[MainWindow], None]) -> MainWindow:
    """Cars with the panel in front."""
    window = open_study(sample("cars"))
    with qtbot.waitSignal(window.model.baselines_changed, timeout=20000):
        window.panel_actions["baselines"].trigger()
        window.in_sight.show_wanted()
    settled(window)
    return window


def expected(state: StudyState) -> BaselinesFound:
    briefing = briefing_of(resolve(state.study), state)
    return BaselineRequest.of(briefing, rows_learned_from(state)).compute(Control())


def panel_of(window: MainWindow) -> BaselinesPanel:
    return window.rooms.baselines


def texts(panel: BaselinesPanel) -> list[list[str]]:
    rows = [[text.text() for text in row] for mark, row in panel.methods.rows if mark.isVisible()]
    return rows


def test_it_shows_what_was_found(cars: MainWindow) -> None:
    panel, found = panel_of(cars), expected(cars.model.state)
    assert panel.sentence.text() == conclusion(found)
    shown = texts(panel)
    assert [row[0] for row in shown] == [each.method.title for each in found.methods]
    for row, each in zip(shown, found.methods, strict=True):
        assert each.quality is not None
        assert row[1].startswith(f"{each.quality.log_loss:.3f} ±")
        assert row[2].startswith(f"{100 * each.quality.accuracy:.0f}")
        assert float(row[3]) == pytest.approx(each.tau, abs=0.006)
    table = panel.figure_table()
    n_methods = len(found.methods)
    for cells, each in zip(table.rows[:n_methods], found.methods, strict=True):
        assert each.quality is not None
        assert cells[4:6] == pytest.approx((each.quality.log_loss, each.quality.log_loss_se))
        assert cells[6:8] == pytest.approx((each.quality.worse_by, each.quality.worse_by_se))
        placed = [row for row in table.rows[n_methods:] if row[0] == cells[0]]
        assert [row[1] for row in placed] == list(cars.model.items.names)
        assert [row[2] for row in placed] == each.ranks.tolist()
        assert [row[3] for row in placed] == pytest.approx(each.mean.tolist())
    assert all(len(row) == len(table.columns) == 11 for row in table.rows)
    assert len(table.rows) == n_methods * (1 + 20)


def test_the_numbers_of_all_columns_are_in_sight(cars: MainWindow, qtbot: QtBot) -> None:
    twin = cars.aids.twin
    twin.show_figure(shown_of(cars.rooms.panels["baselines"]))
    qtbot.waitUntil(twin.isVisible)
    needed = twin.view.horizontalHeader().length()
    room = twin.screen().availableGeometry().width() * MOST_OF_SCREEN
    assert twin.view.viewport().width() >= min(needed, room - 64)
    twin.close()


def test_marks_stand_where_the_methods_put_the_items(cars: MainWindow) -> None:
    panel, found = panel_of(cars), expected(cars.model.state)
    order = np.argsort(found.ours.ranks, kind="stable")
    np.testing.assert_array_equal(panel.plot.drawn(), order)
    for number, each in enumerate(found.methods):
        across, _ = panel.plot.points[number].getData()
        np.testing.assert_array_equal(across, each.ranks[order])
    panel.scale.buttons["utility"].click()
    for number, each in enumerate(found.methods):
        across, down = panel.plot.points[number].getData()
        np.testing.assert_allclose(across, each.mean[order], atol=1e-7)
        np.testing.assert_array_equal(np.round(down), np.arange(20))
    panel.show_theme(DARK)
    assert panel.plot.points[5].getData()[0].size == 0


@pytest.mark.parametrize("width", [300, 380, 520, 900])
def test_the_scale_says_of_what_it_is_and_has_two_figures_at_least(
    cars: MainWindow, width: int
) -> None:
    panel = panel_of(cars)
    plot, axis = panel.plot, panel.plot.getAxis("bottom")
    plot.setFixedWidth(width)
    QApplication.processEvents()
    for scale in ("utility", "rank"):
        panel.scale.buttons[scale].click()
        QApplication.processEvents()
        labels = [text for _, text in axis._tickLevels[0]]
        assert len(labels) == len(set(labels)) >= 2
        assert plot.title.text() == scale
        title = plot.title.sceneBoundingRect()
        assert title.left() >= 0 and title.bottom() <= plot.height()
        assert title.right() <= plot.getViewBox().sceneBoundingRect().left()
    assert labels[0] == "1"


@pytest.mark.parametrize("last", [2, 3, 8, 12, 40, 900])
@pytest.mark.parametrize("most", [0, 1, 2, 3, 8])
def test_ranks_on_a_scale_are_whole_and_two_at_least(last: int, most: int) -> None:
    steps = rank_steps(1, last, most)
    assert steps == sorted(set(steps)) and steps[0] == 1
    assert 2 <= len(steps) <= max(most, 1) + 2
    assert all(step == round(step) <= last for step in steps)


def test_it_speaks_of_the_asked_pair_or_of_two_chosen_items(cars: MainWindow) -> None:
    panel, found = panel_of(cars), expected(cars.model.state)
    asked = cars.model.asking.pair
    assert asked is not None
    for pair in (asked, (2, 7)):
        if pair != asked:
            cars.model.select(frozenset(pair))
        for row, each in zip(texts(panel), found.methods, strict=True):
            assert row[4].startswith(f"{100 * each.chance(*pair):.0f}")
    assert panel.plot.chosen == {2, 7}
    names = cars.model.items.names
    assert panel.methods.pair_head.toolTip().startswith(f"{names[2]} over {names[7]}")
    words = panel.plot.read_out(2)
    assert all(f"{each.method.title} rank {each.ranks[2]}" in words for each in found.methods)


def test_an_item_is_chosen_in_the_plot(cars: MainWindow, qtbot: QtBot) -> None:
    plot = panel_of(cars).plot
    with qtbot.waitSignal(cars.model.selection_changed):
        plot.item_chosen.emit(int(plot.drawn()[3]))
    assert cars.model.selection == {int(plot.drawn()[3])}


def test_it_is_computed_only_while_it_is_seen(
    window: MainWindow, qtbot: QtBot, settled: Callable[[MainWindow], None]
) -> None:
    heard: list[BaselinesFound] = []
    window.model.baselines_changed.connect(heard.append)
    for _ in range(5):
        settled(window)
        window.model.answer(Outcome.A)
    settled(window)
    assert heard == [] and not window.model.scene.wants_baselines
    panel = panel_of(window)
    assert panel._stack.currentIndex() == 0
    assert panel.empty.title.text() == "Comparing the methods…"
    with qtbot.waitSignal(window.model.baselines_changed, timeout=20000):
        window.panel_actions["baselines"].trigger()
        window.in_sight.show_wanted()
    qtbot.waitUntil(lambda: panel.sentence.text() == conclusion(expected(window.model.state)))
    with qtbot.waitSignal(window.model.baselines_changed, timeout=20000):
        window.model.undo()
    qtbot.waitUntil(lambda: panel._stack.currentIndex() == 0, timeout=5000)
    assert panel.empty.title.text() == "Too few answers to compare"
    assert "decided answers" in panel.accessibleDescription()


@pytest.mark.parametrize("request_class", [MomentRequest, ViewRequest, BaselineRequest])
def test_it_says_that_it_waits_and_that_there_is_nothing_to_wait_for(
    window: MainWindow,
    qtbot: QtBot,
    settled: Callable[[MainWindow], None],
    monkeypatch: pytest.MonkeyPatch,
    request_class: type,
) -> None:
    may_fail = threading.Event()

    def fail_late(self: object, control: Control) -> object:
        assert may_fail.wait(10.0)
        raise ZeroDivisionError("a fault in a request")

    settled(window)
    panel = panel_of(window)
    with monkeypatch.context() as patch:
        patch.setattr(request_class, "compute", fail_late)
        window.panel_actions["baselines"].trigger()
        window.in_sight.show_wanted()
        window.model.change(SettingsChanged("model.noise", 1.0, 2.0))
        assert panel.empty.title.text() == "Comparing the methods…"
        may_fail.set()
        title = "The methods could not be compared"
        qtbot.waitUntil(lambda: panel.empty.title.text() == title, timeout=5000)
        assert panel.accessibleDescription().startswith(title)
        qtbot.waitUntil(lambda: window.engine.is_idle, timeout=5000)
    window.model.answer(Outcome.A)
    settled(window)
    assert panel.empty.title.text() == "Too few answers to compare"


def test_where_nothing_is_scored_there_are_no_numbers_either(
    window: MainWindow, settled: Callable[[MainWindow], None]
) -> None:
    window.panel_actions["baselines"].trigger()
    settled(window)
    panel, found = panel_of(window), expected(window.model.state)
    assert found.methods
    assert found.n_scored == 0
    panel.show_baselines(found)
    table = panel.figure_table()
    assert table.columns
    assert table.rows == ()


def test_the_page_scrolls_before_its_parts_lie_over_each_other(
    cars: MainWindow, settled: Callable[[MainWindow], None], qtbot: QtBot
) -> None:
    cars.choose_layout(LayoutChoice.ANALYSIS)
    cars.panel_actions["baselines"].trigger()
    settled(cars)
    panel = panel_of(cars)
    parts = [panel.sentence, panel.methods, panel.plot, panel.scoring]
    qtbot.waitUntil(lambda: panel.plot.height() >= panel.plot.minimumHeight())
    for above, below in itertools.pairwise(parts):
        assert above.geometry().bottom() < below.y()
    assert panel.methods.height() >= panel.methods.minimumSizeHint().height()
    assert panel.scoring.height() >= panel.scoring.heightForWidth(panel.scoring.width())
