"""Where things lie: nothing jumps, nothing is cut off at an edge, nothing is too small to see."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QTransform
from PySide6.QtWidgets import QApplication, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from prefstudio.studio import patience
from prefstudio.studio.app import Studio
from prefstudio.studio.card_content import CardContent
from prefstudio.studio.layouts import WIDE, LayoutChoice, arrangement
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.panel_titles import TITLES
from prefstudio.studio.panels.compare_report import ReportButton
from prefstudio.studio.panels.item_card import ItemCard
from prefstudio.studio.panels.panel_head import PanelHead
from prefstudio.studio.panels.utilities_panel import UtilitiesPanel
from prefstudio.studio.plots.house_plot import HousePlot
from prefstudio.studio.plots.matrix_overlay import ring_around
from prefstudio.studio.plots.matrix_plot import MatrixPlot
from prefstudio.studio.record import open_for_window
from prefstudio.study.comparisons import Outcome
from prefstudio.study.folder import read_study
from prefstudio.study.resources import sample
from prefstudio.study.samples import SAMPLES, Sample
from prefstudio.study.shown_items import ShownItems
from prefstudio.study.store import create
from prefstudio.study.view import View

Settled = Callable[[MainWindow], None]

LONG = CardContent(
    "A title of so many words that it never fits into one line of a card",
    "Some words.",
    (("links", "1,000"), ("compared", "100 times")),
)
SHORT = CardContent("Short", "", (("links", "0"), ("compared", "1 time")))


def places(card: ItemCard) -> list[tuple[int, int, int, int]]:
    """Where all parts lie."""
    parts = card.findChildren(QWidget)
    return [each.geometry().getRect() for each in parts if each.isVisibleTo(card)]


def view_of(plot: HousePlot) -> QRectF:
    return QRectF(plot.getViewBox().geometry())


def test_a_card_is_laid_out_before_it_is_painted(answered: MainWindow) -> None:
    compare = answered.rooms.compare
    card = compare.card_a
    seen = []
    for content in (LONG, SHORT, LONG):
        compare.show_pair(content, SHORT)
        at_once = places(card)
        QApplication.processEvents()
        assert places(card) == at_once
        seen.append(at_once)
    assert seen[0] == seen[2] != seen[1]


def test_the_window_opens_with_its_pictures_where_they_stay(
    qtbot: QtBot, studio: Studio, settled: Settled, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patience, "LONGEST_HIDDEN", 60_000)
    window = studio.open_study(read_study(sample("six-papers")))
    assert not window.isVisible()
    qtbot.waitUntil(window.isVisible, timeout=5000)
    rooms = window.rooms
    assert rooms.compare.card_a.isVisible()
    assert rooms.expected_loss.plot.values is not None
    assert rooms.utilities.plot.now is not None
    QApplication.processEvents()  # Qt gives docks their sizes once the window has its own
    plots = [rooms.utilities.plot, rooms.expected_loss.plot]
    opened = [view_of(plot) for plot in plots]
    settled(window)
    assert [view_of(plot) for plot in plots] == opened


class FirstPainting(QObject):
    """Remembers where the panels of a window lie, and their headers, when it is first painted."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self.places: list[QRect] | None = None
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint and self.places is None:
            self.places = places_of_panels(self.window)
        return False


def places_of_panels(window: MainWindow) -> list[QRect]:
    panels = [each for each in window.rooms.panels.values() if each.is_in_front]
    heads = [QRect(each.head.mapTo(window, QPoint()), each.head.size()) for each in panels]
    return [*(each.geometry() for each in panels), *heads]


@pytest.mark.parametrize("is_slow", [False, True])
def test_the_first_painting_has_every_panel_where_it_stays(
    qtbot: QtBot,
    studio: Studio,
    settled: Settled,
    monkeypatch: pytest.MonkeyPatch,
    is_slow: bool,
) -> None:
    """Also where the window opens before its first pictures."""
    monkeypatch.setattr(patience, "LONGEST_HIDDEN", 0 if is_slow else 60_000)
    window = studio.open_study(read_study(sample("six-papers")))
    first = FirstPainting(window)
    qtbot.waitUntil(window.isVisible, timeout=5000)
    settled(window)
    assert first.places == places_of_panels(window)


def test_a_window_whose_first_pictures_are_slow_opens_without_them(
    qtbot: QtBot, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patience.Patience, "_on_view_changed", lambda *_: None)
    window = studio.open_study(read_study(sample("six-papers")))
    qtbot.waitUntil(window.isVisible, timeout=2000)


@pytest.mark.parametrize("n_items", [2, 6, 40, 300])
def test_the_outermost_items_have_room_for_their_badges(qtbot: QtBot, n_items: int) -> None:
    panel = UtilitiesPanel()
    qtbot.addWidget(panel)
    for control in panel.controls:
        qtbot.addWidget(control)
    panel.resize(500, 340)
    panel.show_items(shown_items_of(n_items))
    panel.show_view(plain_view(n_items))
    panel.show_asked((0, n_items - 1))
    panel.show()
    QApplication.processEvents()
    plot = panel.plot
    assert len(plot.badges) == 2
    for badge in plot.badges:
        place = plot.mapFromScene(plot.getViewBox().mapViewToScene(badge.pos()))
        middle = place + QPoint(*(round(each) for each in plot.badge_offset))
        assert plot.viewport().rect().adjusted(8, 6, -8, -6).contains(middle)


def shown_items_of(n_items: int) -> ShownItems:
    keys = tuple(f"r{number:03}" for number in range(1, n_items + 1))
    return ShownItems(keys, keys, ("",) * n_items)


def plain_view(n_items: int) -> View:
    mean = np.linspace(1.0, -1.0, n_items)
    everyone = np.arange(n_items)
    return View(
        moment=1,
        posterior=SimpleNamespace(mean=mean),  # type: ignore[arg-type]
        is_centred=True,
        mean=mean,
        sd=np.full(n_items, 0.3),
        mean_before=None,
        shown=everyone,
        by_rank=everyone,
        by_cluster=everyone,
        n_compared=np.ones(n_items, dtype=int),
        matrices={},
    )


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


@pytest.fixture
def head(qtbot: QtBot, dressed: None) -> PanelHead:
    """The header of Compare, as wide as in a window of 1280 × 800."""
    made = PanelHead("Compare", "compare_panel")
    qtbot.addWidget(made)
    made.add_controls([ReportButton()])
    made.resize(436, 40)
    made.show()
    return made


@pytest.mark.parametrize("each", SAMPLES)
def test_the_question_of_a_sample_has_room(head: PanelHead, each: Sample) -> None:
    question = read_study(sample(each.name)).settings.question
    head.set_caption(question, is_whole=False)
    QApplication.processEvents()
    assert question and head.caption.shown == question


def test_a_long_question_is_cut_and_another_caption_goes(head: PanelHead) -> None:
    question = "Which of the two would you rather have beside you on a long and lonely journey?"
    head.set_caption(question, is_whole=False)
    QApplication.processEvents()
    assert head.caption.shown.startswith("Which of the two would you")
    assert head.caption.shown.endswith("…")
    assert head.caption.toolTip() == question
    head.set_caption(question)
    assert head.caption.shown == ""
    head.set_caption(question, "Which one?")
    assert head.caption.shown == "Which one?"
    assert head.title.toolTip() == question  # whatever there is room for


def test_after_the_last_undo_the_focus_goes_to_compare(
    qtbot: QtBot, window: MainWindow, settled: Settled
) -> None:
    settled(window)
    window.model.answer(Outcome.A)
    settled(window)
    undo = window.rooms.compare.caps.undo
    undo.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.mouseClick(undo, Qt.MouseButton.LeftButton)
    assert not undo.isEnabled()
    assert window.focusWidget() is window.rooms.compare


@pytest.mark.parametrize("name", ["covariance", "preference", "expected_loss"])
def test_the_matrices_reach_the_right_edge_of_their_panels(
    answered: MainWindow, settled: Settled, name: str
) -> None:
    answered.panel_actions[name].trigger()
    settled(answered)
    plot = getattr(answered.rooms, name).plot
    right = plot.image.mapRectToScene(plot.image.boundingRect()).right()
    assert view_of(plot).right() - right < 8


def test_no_tabs_of_former_groups_are_left(window: MainWindow, settled: Settled) -> None:
    """Every bar of tabs in sight names exactly the panels of the place below it."""
    for choice in (LayoutChoice.ANALYSIS, LayoutChoice.EXPLORE, LayoutChoice.ANALYSIS):
        window.choose_layout(choice)
        settled(window)
        QApplication.processEvents()
        bars = [bar for bar in window.area.findChildren(QTabBar) if bar.isVisible()]
        named = [[bar.tabText(place) for place in range(bar.count())] for bar in bars]
        expected = [
            [TITLES[name] for name in cell.names]
            for cell in arrangement(choice, window.width(), window.height()).cells
            if len(cell.names) > 1
        ]
        assert sorted(named) == sorted(expected)


def test_of_two_layouts_that_were_laid_out_of_sight_the_later_one_is_shown(
    window: MainWindow, settled: Settled
) -> None:
    settled(window)
    area, panels = window.area, window.rooms.panels
    compare = panels["compare"]
    area.resizeDocks([compare], [compare.width() + 120], Qt.Orientation.Horizontal)
    QApplication.processEvents()
    state, widths = area.state(), {name: panels[name].width() for name in ("compare", "links")}
    other = arrangement(LayoutChoice.ANALYSIS, window.width(), window.height())
    area.hide()
    area.arrange(other)
    assert area.restore(state)
    area.show()
    come_to_rest()
    assert {name: panels[name].width() for name in widths} == widths
    area.hide()
    assert area.restore(state)
    area.arrange(other)
    area.show()
    come_to_rest()
    shown = {name for name, panel in panels.items() if not panel.isHidden()}
    assert shown == set(other.names)


def come_to_rest() -> None:
    """Let sizes be shared, and the headers of the panels follow them."""
    for _ in range(5):
        QApplication.processEvents()


def test_a_panel_without_a_place_comes_when_it_is_called(
    window: MainWindow, settled: Settled
) -> None:
    panel = window.rooms.panels["components"]
    assert panel.isHidden()
    height = window.height()
    window.panel_actions["components"].trigger()
    settled(window)
    QApplication.processEvents()
    assert panel.is_in_front
    assert window.height() == height
    assert window.rooms.panels["model"] in window.area.tabifiedDockWidgets(panel)


def test_the_classroom_may_be_made_larger_and_smaller(window: MainWindow) -> None:
    window.choose_layout(LayoutChoice.CLASSROOM)
    for width in (WIDE + 100, WIDE - 100, WIDE + 100):
        window.resize(width, 900)  # a fault in an event fails the test
        assert window.pages.currentWidget().isAncestorOf(window.classroom)
    window.choose_layout(LayoutChoice.EXPLORE)
    assert window.rooms.panels["compare"].isVisible()


def test_the_menu_ticks_the_layout_that_is_shown_and_no_other(window: MainWindow) -> None:
    actions = {each: window.actions_by_name[f"layout_{each}"] for each in LayoutChoice}
    for choice in (LayoutChoice.ANALYSIS, LayoutChoice.EXPLORE, LayoutChoice.EXPLORE):
        actions[choice].trigger()
        assert [each for each in LayoutChoice if actions[each].isChecked()] == [choice]


def test_the_status_bar_says_whether_the_pictures_are_centred(
    window: MainWindow, settled: Settled
) -> None:
    said = {LayoutChoice.CLASSROOM: "as in the papers", LayoutChoice.EXPLORE: "centred"}
    for choice in (LayoutChoice.CLASSROOM, LayoutChoice.EXPLORE, LayoutChoice.CLASSROOM):
        settled(window)
        window.choose_layout(choice)
        assert window.status_row.centred.text() == said[choice]


def test_about_the_average_stays_as_it_was_chosen(
    studio: Studio, tmp_path: Path, settled: Settled
) -> None:
    path = tmp_path / "papers.prefstudio"
    create(path, read_study(sample("six-papers"))).close()
    window = studio.open_study(open_for_window(path))
    action = window.actions_by_name["centred"]

    def is_centred() -> bool:
        assert action.isChecked() == window.model.scene.wants.is_centred
        assert window.status_row.centred.text() == (
            "centred" if action.isChecked() else "as in the papers"
        )
        return action.isChecked()

    settled(window)
    assert is_centred()
    action.trigger()
    assert not is_centred()
    for choice in (LayoutChoice.EXPLORE, LayoutChoice.ANALYSIS, LayoutChoice.CLASSROOM):
        window.choose_layout(choice)  # the same again, another one, one without panels
        assert not is_centred()
    assert not action.isEnabled()  # the classroom is as in the papers
    window.choose_layout(LayoutChoice.ANALYSIS)
    assert not is_centred() and action.isEnabled()
    window.close()
    window = studio.open_study(open_for_window(path))
    action = window.actions_by_name["centred"]
    settled(window)
    assert not is_centred()
    action.trigger()
    window.choose_layout(LayoutChoice.CLASSROOM)
    assert not is_centred()
    window.close()
    window = studio.open_study(open_for_window(path))
    action = window.actions_by_name["centred"]
    settled(window)
    assert not is_centred()  # in the classroom, where it was left
    window.choose_layout(LayoutChoice.EXPLORE)
    assert is_centred()


@pytest.mark.parametrize("choice", [LayoutChoice.EXPLORE, LayoutChoice.ANALYSIS])
@pytest.mark.parametrize("size", [(1600, 1000), (1920, 1080), (2560, 1440), (3840, 2160)])
def test_what_a_high_window_has_more_goes_to_the_pictures(
    studio: Studio,
    settled: Callable[[MainWindow], None],
    choice: LayoutChoice,
    size: tuple[int, int],
) -> None:
    studio.remembered.layout = choice
    window = studio.open_study(read_study(sample("six-papers")))
    window.resize(*size)
    settled(window)
    window.choose_layout(choice)
    settled(window)
    panels = window.rooms.panels
    columns = arrangement(choice, *size).columns
    for column in columns:
        heights = [panels[cell.names[0]].height() for cell in column.cells]
        shares = [cell.height / sum(each.height for each in column.cells) for cell in column.cells]
        assert np.allclose(np.array(heights) / sum(heights), shares, atol=0.05)
    across = panels["history"].height()
    is_across = choice is LayoutChoice.EXPLORE
    assert across <= 1.4 * 158 + 2 if is_across else across > 200


def test_a_window_that_grows_and_shrinks_leaves_panels_as_they_were(
    studio: Studio, settled: Callable[[MainWindow], None], qtbot: QtBot
) -> None:
    studio.remembered.layout = LayoutChoice.EXPLORE
    window = studio.open_study(read_study(sample("six-papers")))
    window.resize(1600, 1000)
    settled(window)
    panels = {name: each for name, each in window.rooms.panels.items() if each.is_in_front}
    heights = {name: each.height() for name, each in panels.items()}
    for size in ((1920, 1080), (3840, 2160), (1600, 900), (2560, 1440), (1600, 1000)):
        window.resize(*size)
        assert panels["history"].height() == heights["history"]  # at once: nothing jumps
        settled(window)
        assert panels["history"].height() == heights["history"]
        share = panels["utilities"].height() / panels["links"].height()
        assert share == pytest.approx(heights["utilities"] / heights["links"], abs=0.02)
    assert {name: each.height() for name, each in panels.items()} == pytest.approx(heights, abs=3)
    window.area.resizeDocks([panels["history"]], [240], Qt.Orientation.Vertical)
    qtbot.waitUntil(lambda: panels["history"].height() > heights["history"])
    chosen = panels["history"].height()
    window.resize(1920, 1080)
    settled(window)
    assert panels["history"].height() == chosen
