"""The utilities: rows, bars and a window into many, drawn as the view says."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPen
from PySide6.QtWidgets import QApplication, QStyleOptionGraphicsItem
from pytestqt.qtbot import QtBot

from prefstudio.engine.comparisons import ResponseScale
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.prior import Prior
from prefstudio.studio.fonts import load_fonts
from prefstudio.studio.panels.utilities_panel import UtilitiesPanel
from prefstudio.studio.plots.colour_map import ColourMap
from prefstudio.studio.plots.interval_bars import IntervalBars
from prefstudio.studio.plots.interval_marks import IntervalMarks, Marks, _paint_like_dots
from prefstudio.studio.plots.interval_rows import IntervalRows
from prefstudio.studio.plots.value_range import ValueRange, labelled, steps_in
from prefstudio.studio.style_sheet import style_sheet
from prefstudio.studio.theme import DARK, LIGHT
from prefstudio.study.shown_items import ShownItems
from prefstudio.study.view import View

NAMES = ("Upmix 1", "Original", "Matrix", "Stereo", "Mono")
MEAN = np.array([1.16, 1.13, 1.25, 0.06, -1.53])
SD = np.array([0.39, 0.40, 0.39, 0.45, 0.77])
N_COMPARED = np.array([16, 15, 17, 1, 0])

MakePanel = Callable[..., UtilitiesPanel]


@pytest.fixture(autouse=True)
def _house_fonts(qapp: QApplication) -> None:
    load_fonts()
    pg.setConfigOptions(imageAxisOrder="row-major", antialias=True)


def view_of(
    mean: np.ndarray,
    sd: np.ndarray,
    *,
    before: np.ndarray | None = None,
    n_compared: np.ndarray | None = None,
    shown: np.ndarray | None = None,
) -> View:
    n = len(mean)
    shown = np.arange(n) if shown is None else shown
    by_rank = shown[np.argsort(-mean[shown], kind="stable")]
    posterior = Posterior.of_prior(Prior.of_matrix(np.identity(n)), ResponseScale())
    return View(
        moment=1,
        posterior=posterior,
        is_centred=True,
        mean=mean,
        sd=sd,
        mean_before=before,
        shown=shown,
        by_rank=by_rank,
        by_cluster=shown,
        n_compared=np.ones(n, dtype=int) if n_compared is None else n_compared,
        matrices=MappingProxyType({}),
    )


def items_of(names: tuple[str, ...]) -> ShownItems:
    return ShownItems(tuple(f"i{k}" for k in range(len(names))), names, ("",) * len(names))


def many(count: int, seed: int = 3) -> tuple[ShownItems, View]:
    rng = np.random.default_rng(seed)
    view = view_of(
        rng.standard_normal(count),
        rng.uniform(0.5, 1.0, count),
        n_compared=rng.integers(0, 3, count),
    )
    return items_of(tuple(f"Paper {k}" for k in range(count))), view


@pytest.fixture
def make_panel(qtbot: QtBot) -> MakePanel:
    def make(items: ShownItems, view: View, width: int = 524, height: int = 324) -> UtilitiesPanel:
        panel = UtilitiesPanel()
        qtbot.addWidget(panel)
        panel.show_theme(LIGHT)
        panel.show_items(items)
        panel.show_view(view)
        panel.resize(width, height)
        with qtbot.waitExposed(panel):
            panel.show()
        return panel

    return make


@pytest.fixture
def panel(make_panel: MakePanel) -> UtilitiesPanel:
    before = MEAN - np.array([0.0, 0.0, 0.5, 0.0, 0.0])
    return make_panel(items_of(NAMES), view_of(MEAN, SD, before=before, n_compared=N_COMPARED))


def test_the_words_of_a_figure_name_what_is_drawn_and_nothing_else(
    panel: UtilitiesPanel, make_panel: MakePanel
) -> None:
    panel.show_as_figure(True)
    assert panel.legend.text() == (
        "dot: mean, thick bar: 50 % interval, thin line: 95 % interval, "
        "broken outline: never compared, tick: mean before the last answer"
    )
    unmoved = view_of(MEAN, SD, before=MEAN + 1e-4)  # by less than a pixel
    panel.show_view(unmoved)
    panel.show_draws(np.zeros((2, 5)))
    panel.show_as_figure(True)
    assert panel.legend.text() == (
        "dot: mean, thick bar: 50 % interval, thin line: 95 % interval, "
        "coloured lines: draws of the prior"
    )
    panel.show_as_figure(False)
    assert panel.legend.isHidden()
    dense, big = make_panel(*many(300)), make_panel(*many(400))
    for each in (dense, big):
        each.show_as_figure(True)
    assert dense.legend.text().endswith("thin line: 95 % interval, hollow: never compared")
    assert big.legend.text().startswith("above: all items with their 95 % interval")
    assert big.hint.text() == "hollow: never compared" and "hollow" not in big.legend.text()


def names_from_above(plot: IntervalRows) -> list[str]:
    ticks = plot.getAxis("left")._tickLevels[0]
    return [text for _, text in sorted(ticks)]


def test_rows_run_from_the_best_down(panel: UtilitiesPanel) -> None:
    plot = panel.findChild(IntervalRows, "utilities_plot")
    assert plot is panel.plot is panel.rows
    assert names_from_above(plot) == ["Matrix", "Upmix 1", "Original", "Stereo", "Mono"]
    shown = plot.intervals.shown
    assert shown is not None
    np.testing.assert_array_equal(shown.items, [2, 0, 1, 3, 4])
    np.testing.assert_array_equal(shown.mean, MEAN[shown.items])
    np.testing.assert_array_equal(shown.sd, SD[shown.items])
    assert plot.position_of(2).y() < plot.position_of(4).y()
    assert plot.position_of(4).x() < plot.position_of(2).x()


def test_the_whole_of_every_interval_is_in_sight(panel: UtilitiesPanel) -> None:
    (left, right), (top, bottom) = panel.rows.viewRange()
    assert left < (MEAN - 1.96 * SD).min()
    assert right > (MEAN + 1.96 * SD).max()
    assert top < 0 and bottom > 4


def test_the_file_s_order_is_one_click_away(qtbot: QtBot, panel: UtilitiesPanel) -> None:
    assert panel.controls == [panel.order]
    qtbot.mouseClick(panel.order.buttons["file"], Qt.MouseButton.LeftButton)
    assert names_from_above(panel.rows) == list(NAMES)
    assert [row[0] for row in panel.figure_table().rows] == list(NAMES)


def test_who_was_never_compared_is_hollow_and_others_wear_their_mean(
    panel: UtilitiesPanel,
) -> None:
    picture = panel.rows.grab().toImage()
    painted = [picture.pixelColor(panel.rows.position_of(item)) for item in range(5)]
    assert painted[4] == LIGHT.color("surface")
    colours = ColourMap(LIGHT.diverging).colours(MEAN, -1.53, 1.53)
    for item in range(4):
        assert painted[item].getRgb() == tuple(colours[item].tolist())


def test_the_outline_of_who_was_never_compared_is_broken(qapp: QApplication) -> None:
    inked = {}
    for is_hollow in (False, True):
        one, none = np.zeros(1), np.zeros(1, dtype=bool)
        hollow = np.full(1, is_hollow)
        marks = Marks(one, one, one, one + 1e-9, one, hollow, none, none)
        plot = IntervalMarks(is_upright=False)
        plot.show_marks(marks, 1.0, QRectF(-1, -1, 2, 2), LIGHT)
        picture = QImage(60, 60, QImage.Format.Format_RGB32)
        picture.fill(LIGHT.color("surface"))
        painter = QPainter(picture)
        painter.translate(30, 30)
        painter.scale(30, 30)
        plot.paint(painter, QStyleOptionGraphicsItem())
        painter.end()
        dark = [picture.pixelColor(x, y).lightness() < 160 for x in range(60) for y in range(60)]
        inked[is_hollow] = sum(dark)
    assert 0.3 * inked[False] < inked[True] < 0.8 * inked[False]


def test_asked_items_are_marked_with_their_letters(panel: UtilitiesPanel) -> None:
    panel.show_asked((2, 1))
    shown = panel.rows.intervals.shown
    assert shown is not None
    assert shown.items[shown.is_asked].tolist() == [2, 1]
    badges = [(badge._letter, badge.pos().x(), badge.pos().y()) for badge in panel.rows.badges]
    ends = MEAN + 1.96 * SD
    assert badges == [("A", pytest.approx(ends[2]), 0.0), ("B", pytest.approx(ends[1]), 2.0)]
    panel.show_asked(None)
    assert panel.rows.badges == []


def test_the_place_before_the_last_answer_is_ticked(panel: UtilitiesPanel) -> None:
    panel.show_view(view_of(MEAN, SD, before=MEAN - 0.5))
    shown = panel.rows.intervals.shown
    assert shown is not None
    np.testing.assert_allclose(shown.before, shown.mean - 0.5)
    ticked = panel.rows.grab().toImage()
    panel.show_view(view_of(MEAN, SD))
    assert np.isnan(panel.rows.intervals.shown.before).all()
    assert panel.rows.grab().toImage() != ticked


def test_it_goes_from_old_to_new_with_the_clock(panel: UtilitiesPanel) -> None:
    new = view_of(MEAN[::-1].copy(), SD[::-1].copy())
    panel.show_view(new, is_animated=True)
    shown = panel.rows.now
    assert shown is not None
    np.testing.assert_array_equal(shown.mean, MEAN)
    panel.show_progress(0.25)
    np.testing.assert_allclose(panel.rows.now.mean, 0.75 * MEAN + 0.25 * new.mean)
    assert panel.rows.now.places[4] == pytest.approx(0.75 * 4 + 0.25 * 1)
    panel.show_progress(1.0)
    np.testing.assert_array_equal(panel.rows.now.mean, new.mean)
    np.testing.assert_array_equal(panel.rows.now.places[new.by_rank], np.arange(5))


def test_hovering_names_the_item(qtbot: QtBot, panel: UtilitiesPanel) -> None:
    with qtbot.waitSignal(panel.rows.item_pointed) as told:
        qtbot.mouseMove(panel.rows.viewport(), panel.rows.position_of(3))
    assert told.args == [3]
    tip = panel.rows.toolTip()
    assert tip == "Stereo: 0.06 ± 0.45, 95 % −0.82 to 0.94, compared once"


def test_a_click_chooses_and_a_choice_lights_up(qtbot: QtBot, panel: UtilitiesPanel) -> None:
    with qtbot.waitSignal(panel.item_chosen) as told:
        viewport, at = panel.rows.viewport(), panel.rows.position_of(1)
        qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=at)
    assert told.args == [1]
    panel.rows.point_at(None)
    panel.show_selection(frozenset({1}))
    shown = panel.rows.intervals.shown
    assert shown.items[shown.is_lit].tolist() == [1]


def test_a_click_beside_the_rows_chooses_nobody(panel: UtilitiesPanel) -> None:
    assert panel.rows.item_at(QPoint(200, panel.rows.height() - 3)) is None


def test_keys_walk_along_the_rows(qtbot: QtBot, panel: UtilitiesPanel) -> None:
    for _ in range(2):
        qtbot.keyClick(panel.rows, Qt.Key.Key_Down)
    assert panel.rows.pointed == 0
    with qtbot.waitSignal(panel.item_chosen) as told:
        qtbot.keyClick(panel.rows, Qt.Key.Key_Return)
    assert told.args == [0]


def test_draws_are_shown_on_request(panel: UtilitiesPanel) -> None:
    draws = np.arange(40.0).reshape(8, 5)
    panel.show_draws(draws)
    lines = panel.rows._draws.lines
    assert len(lines) == 6
    for number, line in enumerate(lines):
        values, places = line.getData()
        np.testing.assert_array_equal(values, draws[number][[2, 0, 1, 3, 4]])
        np.testing.assert_array_equal(places, np.arange(5))
    dashes = {(line.opts["pen"].color().name(), line.opts["pen"].style()) for line in lines}
    assert len(dashes) == 6
    panel.show_draws(None)
    assert len(lines[0].getData()[0] if lines[0].getData()[0] is not None else ()) == 0


def test_draws_go_with_the_items_they_were_of(panel: UtilitiesPanel) -> None:
    panel.show_draws(np.zeros((3, 5)))
    panel.show_items(items_of((*NAMES, "Surround")))
    panel.show_view(view_of(np.append(MEAN, 0.3), np.append(SD, 0.5)))
    assert names_from_above(panel.rows)[3] == "Surround"
    assert panel.rows.draws is None


def test_the_plot_fills_the_room_inside_its_focus_ring(panel: UtilitiesPanel) -> None:
    panel.setStyleSheet(style_sheet(LIGHT))
    QApplication.processEvents()
    plot = panel.rows
    assert plot.viewport().width() < plot.width()
    assert plot.sceneRect().size() == plot.viewport().rect().toRectF().size()


def test_only_the_chosen_group_is_drawn(make_panel: MakePanel) -> None:
    panel = make_panel(items_of(NAMES), view_of(MEAN, SD, shown=np.array([1, 3, 4])))
    assert names_from_above(panel.rows) == ["Original", "Stereo", "Mono"]
    assert panel.rows.item_at(panel.rows.position_of(3)) == 3


def test_it_says_itself_in_words_and_as_a_table(panel: UtilitiesPanel) -> None:
    words = panel.rows.accessibleDescription()
    assert words.startswith("Utilities of 5 items. Matrix first, 1.25 ± 0.39; Upmix 1, 1.16")
    table = panel.figure_table()
    assert panel.figure_name() == "Utilities"
    assert table.rows[0][:3] == ("Matrix", 1.25, 0.39)
    assert table.rows[0][3] == pytest.approx(1.25 - 1.96 * 0.39)
    assert all(len(row) == len(table.columns) for row in table.rows)


@pytest.mark.parametrize(
    ("count", "kind", "is_big"),
    [(40, IntervalRows, False), (41, IntervalBars, False), (300, IntervalBars, False),
     (301, IntervalBars, True)],
)  # fmt: skip
def test_more_items_are_drawn_otherwise(
    make_panel: MakePanel, count: int, kind: type, is_big: bool
) -> None:
    panel = make_panel(*many(count))
    assert isinstance(panel.plot, kind)
    assert panel.plot.objectName() == "utilities_plot"
    assert panel.plot.isVisible()
    assert panel.overview.isVisible() is is_big
    assert len(panel.plot.drawn()) == (48 if is_big else count)
    assert panel.window_shown == (0, 48 if is_big else count)


def test_the_band_of_many_is_forgotten_with_its_items(make_panel: MakePanel) -> None:
    """With one item fewer it is out of use: draws of those that are left do not fit it."""
    panel = make_panel(*many(301))
    panel.show_draws(np.zeros((6, 301)))
    for count in (300, 301):
        items, view = many(count)
        panel.show_items(items)
        panel.show_view(view)
        panel.show_draws(np.ones((6, count)))
    assert panel.overview.now is not None
    assert len(panel.overview.now.order) == 301


def test_bars_stand_along_the_ranks(qtbot: QtBot, make_panel: MakePanel) -> None:
    items, view = many(120)
    panel = make_panel(items, view)
    best, worst = int(view.by_rank[0]), int(view.by_rank[-1])
    bars = panel.bars
    assert bars.position_of(best).x() < bars.position_of(worst).x()
    assert bars.position_of(best).y() < bars.position_of(worst).y()
    with qtbot.waitSignal(panel.item_chosen) as told:
        at = bars.position_of(int(view.by_rank[60]))
        qtbot.mouseClick(bars.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert told.args == [int(view.by_rank[60])]


def test_the_band_shows_all_and_the_window_the_first(make_panel: MakePanel) -> None:
    items, view = many(1000)
    panel = make_panel(items, view, height=400)
    places, mean = panel.overview.mean.getData()
    np.testing.assert_array_equal(mean, view.mean[view.by_rank])
    np.testing.assert_array_equal(
        panel.overview.upper.getData()[1], mean + 1.96 * view.sd[view.by_rank]
    )
    assert len(places) == 1000
    np.testing.assert_array_equal(panel.bars.drawn(), view.by_rank[:48])
    assert panel.window_words.text() == "rank 1–48"
    assert panel.caption == "all 1,000 in rank order; the window opens below"


def test_the_window_is_dragged_along_the_band(qtbot: QtBot, make_panel: MakePanel) -> None:
    items, view = many(1000)
    panel = make_panel(items, view, height=400)
    overview = panel.overview
    middle = overview.viewport().rect().center()
    told: list[tuple[int, int]] = []
    panel.window_moved.connect(told.append)
    qtbot.mousePress(overview.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    qtbot.mouseMove(overview.viewport(), middle + QPoint(40, 0))
    qtbot.mouseRelease(overview.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert len(told) == 2
    (first, last), (then, _) = told
    assert last - first == 48
    assert first + 24 == pytest.approx(overview.place_at(middle), abs=1.0)
    assert then > first
    assert panel.window_shown == told[-1]
    np.testing.assert_array_equal(panel.bars.drawn(), view.by_rank[slice(*told[-1])])


def test_keys_move_the_window_to_the_ends(qtbot: QtBot, make_panel: MakePanel) -> None:
    panel = make_panel(*many(1000), height=400)
    with qtbot.waitSignal(panel.window_moved) as told:
        qtbot.keyClick(panel.overview, Qt.Key.Key_End)
    assert told.args == [(952, 1000)]
    assert panel.window_words.text() == "rank 953–1,000"
    with qtbot.waitSignal(panel.window_moved) as told:
        qtbot.keyClick(panel.overview, Qt.Key.Key_PageUp)
    assert told.args == [(904, 952)]


def test_a_window_that_others_moved_is_shown_and_not_told_again(
    qtbot: QtBot, make_panel: MakePanel
) -> None:
    items, view = many(1000)
    panel = make_panel(items, view, height=400)
    with qtbot.assertNotEmitted(panel.window_moved):
        panel.show_window((100, 148))
    np.testing.assert_array_equal(panel.bars.drawn(), view.by_rank[100:148])
    panel.show_window((990, 1038))
    assert panel.window_shown == (952, 1000)
    frame = panel.overview.frame.rect()
    assert (frame.left(), frame.right()) == (951.5, 999.5)


def test_an_asked_item_outside_the_window_has_no_badge(make_panel: MakePanel) -> None:
    items, view = many(1000)
    panel = make_panel(items, view, height=400)
    panel.show_asked((int(view.by_rank[5]), int(view.by_rank[500])))
    assert [badge._letter for badge in panel.bars.badges] == ["A"]


def test_a_thousand_items_are_shown_in_no_time(make_panel: MakePanel) -> None:
    items, view = many(1000)
    panel = make_panel(items, view, height=400)
    views = [many(1000, seed)[1] for seed in range(8)]
    spent = []
    for each in views:
        start = time.thread_time()
        panel.show_view(each)
        spent.append(time.thread_time() - start)
    assert min(spent) < 0.008


def test_a_small_panel_cuts_off_nothing(make_panel: MakePanel) -> None:
    panel = make_panel(items_of(NAMES), view_of(MEAN, SD), 350, 220)
    assert (panel.width(), panel.height()) == (350, 220)
    panel.show_asked((2, 1))
    for item in range(5):
        assert panel.rows.viewport().rect().contains(panel.rows.position_of(item))
    for badge in panel.rows.badges:
        scene = panel.rows.getViewBox().mapViewToScene(badge.pos())
        disc = badge.boundingRect().translated(scene)
        assert panel.rows.viewport().rect().contains(disc.toRect())


def test_small_dots_of_none_but_hollow_ones_are_painted(make_panel: MakePanel) -> None:
    """No item was compared, and rows are so low that like dots are painted in one call."""
    image = QImage(8, 8, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    _paint_like_dots(painter, np.zeros((0, 2)), QPen(), 3.0)
    painter.end()
    count = 35
    view = view_of(np.zeros(count), np.ones(count), n_compared=np.zeros(count, dtype=int))
    panel = make_panel(items_of(tuple(f"Bead {k}" for k in range(count))), view, 407, 264)
    assert not panel.grab().isNull()


def test_the_theme_is_told_to_all_plots(panel: UtilitiesPanel) -> None:
    panel.show_theme(DARK)
    picture = panel.rows.grab().toImage()
    assert picture.pixelColor(picture.width() - 6, 6) == DARK.color("surface")
    assert picture.pixelColor(panel.rows.position_of(4)) == DARK.color("surface")


def test_a_range_widens_at_once_and_narrows_late() -> None:
    shown = ValueRange()
    assert shown.fit((-1.0, 1.0)) == (-1.0, 1.0)
    assert shown.fit((-0.8, 2.0)) == (-1.0, 2.0)
    assert shown.fit((-0.8, 1.0)) == (-1.0, 2.0)
    assert shown.fit((-0.1, 0.2)) == (-0.1, 0.2)


def test_a_range_goes_evenly_to_the_one_that_fits_and_shows_what_is_drawn() -> None:
    shown = ValueRange()
    shown.fit((-10.0, 10.0))
    goal = (-2.0, 2.0)
    ways = [shown.go(share, (-1.0, 1.0), goal) for share in (0.0, 0.5, 0.75)]
    assert ways == [(-10.0, 10.0), (-6.0, 6.0), (-4.0, 4.0)]
    assert shown.go(0.8, (-5.0, 1.0), goal)[0] == -5.0
    assert shown.fit(goal) == goal


def test_a_way_that_another_interrupts_goes_on_from_what_is_shown() -> None:
    shown = ValueRange()
    shown.fit((-10.0, 10.0))
    shown.go(0.5, (-6.0, 6.0), (-2.0, 2.0))
    assert shown.go(0.0, (-6.0, 6.0), (-7.0, 7.0)) == (-6.0, 6.0)
    assert shown.fit((-7.0, 7.0)) == (-7.0, 7.0)


def scale_of(panel: UtilitiesPanel) -> tuple[float, float]:
    """Where the values of the plot begin and end."""
    across, up = panel.plot.viewRange()
    low, high = across if panel.plot is panel.rows else up
    return low, high


@pytest.mark.parametrize("count", [5, 60, 400])
def test_the_scale_fits_after_a_change_that_stays(make_panel: MakePanel, count: int) -> None:
    items, view = many(count)
    panel = make_panel(items, view)
    before = scale_of(panel)
    panel.show_view(replace(view, sd=6.0 * view.sd, is_fleeting=True))
    wide = scale_of(panel)
    assert wide[1] > 2.0 * before[1]
    panel.show_view(replace(view, is_fleeting=True))
    assert scale_of(panel) == wide  # while a slider is dragged it stays
    panel.show_view(view, is_animated=True)
    assert scale_of(panel) == pytest.approx(wide)
    for share in (0.3, 0.6, 0.9, 1.0):
        panel.show_progress(share)
    assert scale_of(panel) == pytest.approx(before)


def test_the_scale_stays_from_one_ordinary_answer_to_the_next(make_panel: MakePanel) -> None:
    items, view = many(5)
    panel = make_panel(items, view)
    before = scale_of(panel)
    for factor in (0.9, 0.95, 0.8):
        panel.show_view(replace(view, mean=factor * view.mean, sd=factor * view.sd))
        assert scale_of(panel) == before


@pytest.mark.parametrize(
    ("low", "high", "most", "texts"),
    [
        (-4.4, 2.6, 8, ["−4", "−3", "−2", "−1", "0", "1", "2"]),
        (-0.3, 0.3, 3, ["−0.2", "0.0", "0.2"]),
        (0.0, 100.0, 5, ["0", "20", "40", "60", "80", "100"]),
    ],
)
def test_scales_are_labelled_by_round_numbers(
    low: float, high: float, most: int, texts: list[str]
) -> None:
    assert [text for _, text in labelled(steps_in(low, high, most))] == texts


def ink_of(panel: UtilitiesPanel) -> float:
    """How much darker than the paper the plot is, on average."""
    picture = panel.plot.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    rows = [bytes(picture.constScanLine(y))[: picture.width()] for y in range(picture.height())]
    return 255.0 - float(np.mean([np.frombuffer(row, dtype=np.uint8) for row in rows]))


def ink_of_bars(qtbot: QtBot, n_items: int) -> float:
    panel = UtilitiesPanel()
    qtbot.addWidget(panel)
    for control in panel.controls:
        qtbot.addWidget(control)
    panel.show_theme(LIGHT)
    panel.resize(440, 320)
    items, view = many(n_items)
    panel.show_items(items)
    panel.show_view(view)
    panel.show()
    QApplication.processEvents()
    return ink_of(panel)


@pytest.mark.usefixtures("dressed")
@pytest.mark.parametrize("n_items", [200, 300])
def test_many_bars_are_quiet_so_that_the_means_stand_out(
    qtbot: QtBot, n_items: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    quiet = ink_of_bars(qtbot, n_items)
    monkeypatch.setattr("prefstudio.studio.plots.interval_marks.CLOSE", 0.0)
    loud = ink_of_bars(qtbot, n_items)
    assert quiet < 0.72 * loud
