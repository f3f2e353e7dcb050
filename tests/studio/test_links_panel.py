"""The links panel: what it draws of links and beliefs, and what hands do to it."""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from prefstudio.studio.panels.links_hint import EDITING, SEVERAL
from prefstudio.studio.panels.links_panel import DENSITY, HALO, MANY, SIZE, SOME, LinksPanel
from prefstudio.studio.panels.relations_key import RelationsKey
from prefstudio.studio.panels.share_bar import ShareBar, SharePart
from prefstudio.studio.plots.asked_ring import WIDTH
from prefstudio.studio.plots.colour_map import ColourMap
from prefstudio.studio.plots.link_edits import ALREADY, NOT_LINKED, SHARED, TWO
from prefstudio.studio.plots.link_influence import steps_from
from prefstudio.studio.plots.links_leaders import leader_of, n_crossed
from prefstudio.studio.plots.links_picture import BADGE, LinksPicture, Name, badge_at
from prefstudio.studio.plots.links_plot import LinkDrawn, LinkErased, LinksPlot
from prefstudio.studio.plots.relation_look import relation_looks
from prefstudio.studio.theme import DARK, LIGHT, Theme
from prefstudio.study.link_layout import LinkLayout
from prefstudio.study.shown_items import ShownItems
from prefstudio.study.shown_links import ShownLinks
from prefstudio.study.view import View

NAMES = (
    "Stereo",
    "Matrix",
    "Upmix 1",
    "Wide stereo",
    "Upmix 2",
    "Phantom mono",
    "Mono",
    "Original",
)
MEAN = np.array([0.06, 1.25, 1.16, 0.12, 0.12, -2.31, -1.53, 1.13])
SD = np.array([0.45, 0.39, 0.39, 0.45, 0.44, 0.90, 0.77, 0.40])
CHANGE = np.array([-0.06, 0.05, 0.02, 0.005, 0.001, 0.0, 0.0, 0.02])
PAIRS = [(0, 1), (1, 2), (0, 3), (2, 4), (4, 7), (5, 6)]
PLACES = np.array(
    [[0.4, 1.0], [0.6, 0.8], [1.0, 1.0], [0.4, 0.4], [1.0, 0.3], [0.0, 0.6], [0.0, 0.0], [0.7, 0.0]]
)


def items_of(names: Sequence[str]) -> ShownItems:
    return ShownItems(tuple(names), tuple(names), ("",) * len(names))


def links_of(
    pairs: Sequence[tuple[int, int]],
    relation: Sequence[int] | None = None,
    names: tuple[str, ...] = ("family",),
    **more: Any,
) -> ShownLinks:
    ends = np.array(pairs, dtype=np.intp).reshape(-1, 2)
    which = np.zeros(len(ends), dtype=np.intp) if relation is None else np.array(relation)
    flags = {"is_directed": (False,) * len(names), "is_shared": (False,) * len(names)} | more
    return ShownLinks(ends[:, 0], ends[:, 1], np.ones(len(ends)), which, names, **flags)


def rename(panel: LinksPanel, names: Sequence[str]) -> None:
    panel.show_items(replace(panel.plot.items, names=tuple(names)))


def view_of(
    mean: np.ndarray,
    sd: np.ndarray,
    before: np.ndarray | None = None,
    moment: int = 1,
    shown: np.ndarray | None = None,
) -> View:
    order = np.argsort(-mean, kind="stable")
    each = np.arange(len(mean)) if shown is None else shown
    by_rank = order[np.isin(order, each)]
    counts = np.ones(len(mean), dtype=int)
    posterior: Any = None
    return View(moment, posterior, True, mean, sd, before, each, by_rank, each, counts, {})


def layout_of(places: np.ndarray) -> LinkLayout:
    return LinkLayout(1, places)


@pytest.fixture
def panel(qtbot: QtBot) -> LinksPanel:
    made = LinksPanel()
    for control in made.controls:
        qtbot.addWidget(control)
    qtbot.addWidget(made)
    made.resize(520, 360)
    made.show_theme(LIGHT)
    made.show_items(items_of(NAMES))
    made.show_links(links_of(PAIRS))
    made.show_layout(layout_of(PLACES))
    made.show_view(view_of(MEAN, SD, MEAN - CHANGE))
    made.show()
    qtbot.waitExposed(made)
    QApplication.processEvents()
    return made


def crowd(panel: LinksPanel, n_items: int) -> None:
    """Many items at random places, each linked to the next."""
    rng = np.random.default_rng(1)
    panel.show_items(items_of([f"Paper {k}" for k in range(n_items)]))
    panel.show_links(links_of([(k, k + 1) for k in range(n_items - 1)]))
    panel.show_layout(layout_of(rng.random((n_items, 2))))
    panel.show_view(view_of(rng.standard_normal(n_items), 0.3 + rng.random(n_items)))


def move(plot: LinksPlot, position: QPoint) -> None:
    QTest.mouseMove(plot.viewport(), position)
    QApplication.processEvents()


def click(plot: LinksPlot, position: QPoint, keys: Any = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.mouseClick(plot.viewport(), Qt.MouseButton.LeftButton, keys, position)


def drag(plot: LinksPlot, start: QPoint, end: QPoint) -> None:
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QTest.mousePress(plot.viewport(), left, none, start)
    QTest.mouseMove(plot.viewport(), (start + end) / 2)
    QTest.mouseMove(plot.viewport(), end)
    QTest.mouseRelease(plot.viewport(), left, none, end)


def between(plot: LinksPlot, first: int, second: int) -> QPoint:
    return (plot.position_of(first) + plot.position_of(second)) / 2


def lines(plot: LinksPlot) -> list[int]:
    """How many links there are of each relation, and last those that influence went along."""
    return [len(strokes.ends) for strokes in plot.picture.strokes]


def emitted(signal: Any) -> list[Any]:
    heard: list[Any] = []
    signal.connect(heard.append)
    return heard


def test_discs_are_coloured_by_mean_and_as_large_as_the_sd(panel: LinksPanel) -> None:
    picture = panel.plot.picture
    wanted = ColourMap(LIGHT.diverging).colours(MEAN, -2.31, 2.31)
    np.testing.assert_array_equal(picture.colours, wanted)
    assert picture.sizes[[1, 5]].tolist() == pytest.approx([16.0, 34.0])
    area = picture.sizes**2
    share = (area - area.min()) / np.ptp(area)
    np.testing.assert_allclose(share, (SD - SD.min()) / np.ptp(SD), atol=1e-12)


def test_every_name_is_shown_up_to_sixty_and_then_only_those_that_matter(
    panel: LinksPanel,
) -> None:
    assert {name.text for name in panel.plot.picture.names} >= {"Matrix", "Mono", "Stereo"}
    assert len(panel.plot.picture.names) == 8
    panel.resize(1400, 1000)
    QApplication.processEvents()
    crowd(panel, 60)
    assert len(panel.plot.picture.names) == 60 and panel.legend.sentence.text() != MANY
    assert "at most 60" in MANY
    crowd(panel, 61)
    view = panel.plot.view
    assert view is not None
    last = view.by_rank[-3:].tolist()
    panel.show_asked((last[0], last[1]))
    panel.show_selection(frozenset({last[2]}))
    named = {name.item for name in panel.plot.picture.names}
    assert named == {*last, *view.by_rank[:5].tolist()}
    assert panel.legend.sentence.text() == MANY


def meet(one: Name, other: Name) -> bool:
    (left, top, right, bottom), (its_left, its_top, its_right, its_bottom) = one.plate, other.plate
    return left < its_right and its_left < right and top < its_bottom and its_top < bottom


def gap(picture: LinksPicture, name: Name, item: int) -> float:
    """Pixels between a name and the disc of an item, below 0 where it covers it."""
    (x, y), radius = picture.places[item], picture.sizes[item] / 2
    left, top, right, bottom = name.plate
    return float(np.hypot(max(left - x, 0.0, x - right), max(top - y, 0.0, y - bottom)) - radius)


@pytest.mark.parametrize("n_items", [12, 40, 60, 300])
def test_no_name_covers_another_or_a_named_disc(panel: LinksPanel, n_items: int) -> None:
    crowd(panel, n_items)
    panel.show_asked((0, n_items - 1))
    picture = panel.plot.picture
    pairs = list(itertools.combinations(picture.names, 2))
    assert len(picture.names) >= (5 if n_items <= 60 else 3)
    assert not [(one.text, other.text) for one, other in pairs if meet(one, other)]
    assert {0, n_items - 1} <= {name.item for name in picture.names}
    for name, other in itertools.permutations(picture.names, 2):
        assert name.is_squeezed or gap(picture, name, other.item) >= 0.0
    assert all(name.is_strong for name in picture.names if name.is_squeezed)


def test_names_in_a_crowd_cover_no_disc_at_all(panel: LinksPanel) -> None:
    crowd(panel, 300)
    panel.show_asked((0, 299))
    panel.show_selection(frozenset({5}))
    picture = panel.plot.picture
    for name in picture.names:
        gaps = [gap(picture, name, item) for item in range(300) if item != name.item]
        assert name.is_strong or min(gaps) >= 0.0
    assert {0, 5, 299} <= {name.item for name in picture.names}


def test_an_asked_name_goes_where_it_covers_no_disc(panel: LinksPanel) -> None:
    crowd(panel, 300)
    places = np.random.default_rng(4).random((300, 2))
    places[:, 0] = np.where(places[:, 0] < 0.5, 0.6 * places[:, 0], 0.4 + 0.6 * places[:, 0])
    places[0], places[1] = (0.2, 0.5), (0.8, 0.5)  # amidst the one half and the other
    panel.show_layout(layout_of(places))
    panel.plot.sliding.go(places, is_gliding=False)
    panel.plot.fit()
    panel.show_asked((0, 1))
    picture = panel.plot.picture
    asked = [name for name in picture.names if name.item in (0, 1)]
    assert [name.item for name in asked] == [0, 1]
    for name in asked:
        assert min(gap(picture, name, item) for item in range(300) if item != name.item) >= 0.0


@pytest.mark.parametrize("n_items", [40, 300])
def test_names_are_placed_anew_only_where_they_have_to_be(panel: LinksPanel, n_items: int) -> None:
    crowd(panel, n_items)
    panel.show_asked((0, 1))
    view, before = panel.plot.view, panel.plot.picture.names
    assert view is not None
    panel.show_progress(0.5)
    assert panel.plot.picture.names is before
    panel.show_view(view_of(view.mean, view.sd[::-1]))
    assert (panel.plot.picture.names is before) == (n_items > 60)  # discs are of other sizes
    panel.show_asked((0, 2))
    assert {0, 2} <= {name.item for name in panel.plot.picture.names if name.is_strong}
    panel.show_selection(frozenset({7}))
    assert 7 in {name.item for name in panel.plot.picture.names if name.is_strong}
    before = panel.plot.picture.names
    panel.resize(760, 420)
    QApplication.processEvents()
    plates = {name.item: name.plate for name in before}
    assert {name.item: name.plate for name in panel.plot.picture.names} != plates


@pytest.mark.parametrize("n_items", [8, 16, 40, 60])
@pytest.mark.parametrize("size", [(390, 230), (520, 360)])
def test_a_name_is_never_taken_for_that_of_another_disc(
    panel: LinksPanel, n_items: int, size: tuple[int, int]
) -> None:
    """Nor is it covered by one, whether that has a name or not."""
    panel.resize(*size)
    QApplication.processEvents()
    crowd(panel, n_items)
    picture = panel.plot.picture
    assert len(picture.names) >= 5
    for name, item in itertools.product(picture.names, range(n_items)):
        if item != name.item:
            assert gap(picture, name, item) >= gap(picture, name, name.item) + 3.0


def enclose(panel: LinksPanel, reaches: Sequence[float] = (0.12, 0.2)) -> None:
    """One item with rings of others around it that leave no name a place."""
    angle = np.linspace(0.0, 2 * np.pi, 16, endpoint=False)
    ring = [0.5 + reach * np.stack([np.cos(angle), np.sin(angle)], axis=1) for reach in reaches]
    corners = [[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]]
    places = np.concatenate([[[0.5, 0.5]], corners, *ring])
    panel.show_items(items_of([f"Paper {k}" for k in range(len(places))]))
    panel.show_links(links_of([(0, 1)]))
    panel.show_layout(layout_of(places))
    panel.show_view(view_of(np.linspace(-1.0, 1.0, len(places)), np.full(len(places), 0.5)))


def name_of(panel: LinksPanel, item: int) -> Name | None:
    return next((name for name in panel.plot.picture.names if name.item == item), None)


def test_who_is_asked_or_chosen_has_a_name_above_the_discs(panel: LinksPanel) -> None:
    enclose(panel, (0.12, 0.2, 0.29, 0.38, 0.46))
    assert name_of(panel, 0) is None
    panel.show_asked((0, 1))
    asked = name_of(panel, 0)
    panel.show_asked(None)
    panel.show_selection(frozenset({0}))
    chosen = name_of(panel, 0)
    assert asked is not None and asked.is_squeezed
    assert chosen is not None and chosen.is_squeezed
    picture, image = panel.plot.picture, panel.plot.grab().toImage()
    covered = [
        panel.plot.position_of(item)
        for item in range(5, picture.places.shape[0])
        if gap(picture, chosen, item) <= -picture.sizes[item] / 2
    ]
    assert covered
    fills = {QColor(*colour[:3]).name() for colour in picture.colours.tolist()}
    assert not {image.pixelColor(place).name() for place in covered} & fills


def test_who_is_pointed_at_has_a_name_and_no_other_gives_way(panel: LinksPanel) -> None:
    enclose(panel)
    before = panel.plot.picture.names
    move(panel.plot, panel.plot.position_of(0))
    pointed = name_of(panel, 0)
    assert pointed is not None and pointed.is_squeezed
    others = tuple(name for name in panel.plot.picture.names if name.item != 0)
    assert others == before
    assert not any(meet(pointed, name) for name in others)


@pytest.mark.parametrize("n_items", [40, 300])
def test_pointing_places_no_other_name_anew(panel: LinksPanel, n_items: int) -> None:
    crowd(panel, n_items)
    panel.show_asked((0, 1))
    panel.show_selection(frozenset(range(2, 20)))
    before = panel.plot.picture.names
    named = {name.item for name in before}
    for item in (0, *(set(range(n_items)) - named)):
        panel.plot._point_at(item)
        names = panel.plot.picture.names
        assert all(one is other for one, other in zip(before, names, strict=False))
        assert {name.item for name in names[len(before) :]} <= {item}
        assert item in named or n_items == 40 or len(names) == len(before) + 1
    panel.plot._point_at(None)
    assert panel.plot.picture.names is before


@pytest.mark.parametrize("n_items", [40, 120, 300])
def test_what_is_drawn_over_names_covers_no_asked_one(panel: LinksPanel, n_items: int) -> None:
    crowd(panel, n_items)
    lowest = np.argsort(-panel.plot.picture.places[:, 1])[:12].tolist()
    for pair in itertools.pairwise(lowest):
        panel.show_asked(pair)
        picture = panel.plot.picture
        asked = [name for name in picture.names if name.item in pair]
        assert len(asked) == 2
        for name, item in itertools.product(asked, pair):
            assert gap(picture, name, item) >= 0.0
            x, y = badge_at(tuple(picture.places[item].tolist()), picture.sizes[item])
            left, top, right, bottom = name.plate
            beside = max(left - x, 0.0, x - right), max(top - y, 0.0, y - bottom)
            assert np.hypot(*beside) >= BADGE - 1.5


def test_the_line_from_an_asked_name_crosses_no_disc_where_it_need_not(panel: LinksPanel) -> None:
    """Left, above and below is no room, at the right another disc with free room behind it."""
    angle = np.linspace(0.3 * np.pi, 1.7 * np.pi, 15)
    ring = 0.5 + 0.14 * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    ends = [[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]]
    places = np.concatenate([[[0.5, 0.5], [0.63, 0.5]], ring, ends])
    panel.show_items(items_of([f"Paper {k}" for k in range(len(places))]))
    panel.show_links(links_of([(0, 1)]))
    panel.show_layout(layout_of(places))
    panel.show_view(view_of(np.zeros(len(places)), np.full(len(places), 0.5)))
    panel.resize(460, 460)
    QApplication.processEvents()
    panel.show_asked((0, 20))
    picture, name = panel.plot.picture, name_of(panel, 0)
    assert name is not None and name.is_squeezed
    rings = np.column_stack([picture.places, picture.sizes / 2])
    assert n_crossed(np.array([name.plate]), picture.places[0], rings).tolist() == [0]
    line = leader_of(picture, name)
    away = np.hypot(*(picture.places[0] - (line.x2(), line.y2())))
    assert away == pytest.approx((picture.sizes[0] + WIDTH) / 2)  # at its ring


def test_lines_across_discs_are_counted() -> None:
    plates = np.array([[100.0, -8.0, 160.0, 8.0], [-30.0, 40.0, 30.0, 56.0]])
    rings = np.array([[0.0, 0.0, 9.0], [50.0, 6.0, 7.0], [70.0, 9.0, 7.0], [0.0, 30.0, 5.0]])
    assert n_crossed(plates, np.zeros(2), rings).tolist() == [1, 1]


def test_who_finds_no_room_for_a_name_is_told(panel: LinksPanel) -> None:
    crowd(panel, 60)
    assert len(panel.plot.picture.names) < 60
    assert panel.legend.sentence.text() == SOME


def test_the_sentence_on_names_follows_places_that_come_later(
    qtbot: QtBot, panel: LinksPanel
) -> None:
    panel.show_layout(layout_of(0.5 + 0.001 * (PLACES - 0.5)))  # all in one heap
    qtbot.waitUntil(lambda: panel.legend.sentence.text() == SOME)
    panel.show_layout(layout_of(PLACES))
    qtbot.waitUntil(lambda: panel.legend.sentence.text() == SIZE)


def test_a_long_name_stands_in_lines_and_is_not_cut(panel: LinksPanel) -> None:
    rename(panel, [f"{name} from the old hall in town" for name in NAMES])
    names = panel.plot.picture.names
    assert len(names) == len(NAMES)
    assert {name.text.count("\n") for name in names} <= {1, 2}
    assert not [name.text for name in names if "…" in name.text]
    assert all(name.plate[3] - name.plate[1] >= 30 for name in names)


def test_a_name_without_room_is_left_out_and_not_cut(panel: LinksPanel) -> None:
    rename(panel, [f"Medium five-pointed {name} star" for name in NAMES])
    panel.plot.setFixedSize(240, 160)
    QApplication.processEvents()
    names = panel.plot.picture.names
    assert 0 < len(names) < len(NAMES)
    assert not [name.text for name in names if "…" in name.text]
    assert any("five-\npointed" in name.text for name in names)


def test_very_long_names_keep_to_the_room_they_have(panel: LinksPanel) -> None:
    said = "as_it_was_recorded_in_the_old_hall"
    rename(panel, [f"{name} {said}" for name in NAMES])
    n_whole = []
    for size in ((390, 230), (520, 360), (1400, 700)):
        panel.resize(*size)
        QApplication.processEvents()
        picture = panel.plot.picture
        names, area = picture.names, panel.plot.getViewBox().rect()
        assert all(name.text.endswith("hall") for name in names if len(name.text) > 12)
        assert not [pair for pair in itertools.combinations(names, 2) if meet(*pair)]
        for name, item in itertools.product(names, range(len(NAMES))):
            left, top, right, bottom = name.plate
            assert left >= -1 and top >= -1
            assert right <= area.width() + 1 and bottom <= area.height() + 1
            assert item == name.item or gap(picture, name, item) >= 6.0
        n_whole.append(sum("…" not in name.text for name in names))
    assert n_whole[0] < n_whole[1] == n_whole[2] == len(NAMES)  # cut only where they have to be


def test_discs_shrink_among_many_and_links_get_faint(panel: LinksPanel) -> None:
    crowd(panel, 600)
    picture = panel.plot.picture
    assert picture.sizes.max() < 13.0
    assert picture.strokes[0].pen.color().alphaF() < 0.5
    assert lines(panel.plot) == [599, 0]


def test_too_many_items_for_dots_become_a_density(panel: LinksPanel) -> None:
    crowd(panel, 5001)
    picture = panel.plot.picture
    assert picture.density is not None
    assert len(picture.drawn) == 5
    assert panel.legend.sentence.text() == DENSITY
    crowd(panel, 5000)
    assert panel.plot.picture.density is None
    assert len(panel.plot.picture.drawn) == 5000


def test_the_asked_pair_and_the_chosen_items_are_marked(panel: LinksPanel) -> None:
    panel.show_asked((1, 7))
    panel.show_selection(frozenset({3}))
    picture = panel.plot.picture
    assert (picture.asked, picture.chosen) == ((1, 7), frozenset({3}))
    assert picture.drawn[-1] in {1, 2, 3, 7}
    image = panel.plot.grab().toImage()
    badge = panel.plot.position_of(1) + QPoint(7, -13)
    # Some of it is the letter.
    around = [badge + QPoint(x, y) for x in range(-5, 6) for y in range(-5, 6)]
    colours = [image.pixelColor(place * image.devicePixelRatio()) for place in around]
    assert colours.count(LIGHT.color("accent")) > 20


@pytest.mark.usefixtures("dressed")
@pytest.mark.parametrize("item", [1, 5])  # the smallest disc and the largest
def test_a_badge_leaves_the_colour_of_its_disc_in_sight(panel: LinksPanel, item: int) -> None:
    panel.show_asked((item, 7))
    picture, image = panel.plot.picture, panel.plot.grab().toImage()
    reach = int(picture.sizes[item] / 2 - 2)
    steps = range(-reach, reach + 1)
    within = [QPoint(x, y) for x in steps for y in steps if np.hypot(x, y) <= reach]
    middle = panel.plot.position_of(item)
    fill = QColor(*picture.colours[item].tolist())
    # Where a disc lies between pixels, those along the badge are a mixture.
    shown = sum(difference(image.pixelColor(middle + each), fill) < 60 for each in within)
    assert shown > 0.8 * len(within)


def difference(one: QColor, other: QColor) -> int:
    parts = zip(one.getRgb()[:3], other.getRgb()[:3], strict=True)
    return max(abs(mine - its) for mine, its in parts)


def test_items_of_other_groups_are_left_out_with_their_links(panel: LinksPanel) -> None:
    panel.show_view(view_of(MEAN, SD, None, 2, np.array([0, 1, 2, 3])))
    assert sorted(panel.plot.picture.drawn.tolist()) == [0, 1, 2, 3]
    assert lines(panel.plot) == [3, 0]
    assert len(panel.figure_table().rows) == 4


def test_marks_of_other_groups_are_left_out(panel: LinksPanel) -> None:
    panel.show_asked((6, 7))
    panel.show_selection(frozenset({1, 5}))
    panel.show_view(view_of(MEAN, SD, None, 2, np.array([0, 1, 2, 3])))
    picture = panel.plot.picture
    assert (picture.asked, picture.chosen) == (None, frozenset({1}))


def test_pointing_at_an_item_names_it_with_its_numbers(panel: LinksPanel) -> None:
    move(panel.plot, panel.plot.position_of(5))
    assert panel.legend.sentence.text() == "Phantom mono: mean −2.31, sd 0.90, 1\u00a0link"
    assert "Phantom mono" in panel.plot.toolTip()
    assert panel.legend.scale_bar.pointed == -2.31
    move(panel.plot, QPoint(panel.plot.width() - 2, panel.plot.height() // 2))
    assert panel.plot.toolTip() == ""
    assert panel.legend.scale_bar.pointed is None


def test_a_name_is_never_read_as_markup(panel: LinksPanel) -> None:
    rename(panel, ["<b>bold</b>", *NAMES[1:]])
    move(panel.plot, panel.plot.position_of(0))
    assert "&lt;b&gt;bold" in panel.plot.toolTip()
    assert panel.legend.sentence.textFormat() is Qt.TextFormat.PlainText


def test_a_click_chooses_and_with_control_adds(panel: LinksPanel) -> None:
    chosen, sets = emitted(panel.item_chosen), emitted(panel.items_chosen)
    click(panel.plot, panel.plot.position_of(3))
    panel.show_selection(frozenset({3}))
    click(panel.plot, panel.plot.position_of(4), Qt.KeyboardModifier.ControlModifier)
    panel.show_selection(frozenset({3, 4}))
    click(panel.plot, panel.plot.position_of(3), Qt.KeyboardModifier.ControlModifier)
    assert chosen == [3]
    assert sets == [frozenset({3, 4}), frozenset({4})]


def test_the_arrows_go_from_item_to_item_and_enter_chooses(panel: LinksPanel) -> None:
    chosen = emitted(panel.item_chosen)
    QTest.keyClick(panel.plot, Qt.Key.Key_Right)
    assert panel.plot.cursor == 1  # the best is where it begins
    QTest.keyClick(panel.plot, Qt.Key.Key_Right)
    assert panel.plot.cursor == 2
    QTest.keyClick(panel.plot, Qt.Key.Key_Down)
    QTest.keyClick(panel.plot, Qt.Key.Key_Return)
    assert chosen == [4]


def test_influence_is_a_halo_as_wide_as_the_move(panel: LinksPanel) -> None:
    assert not panel.plot.picture.halos.any()
    panel.segment.buttons["influence"].click()
    picture = panel.plot.picture
    beyond = picture.halos - picture.sizes
    assert beyond[[0, 1]].tolist() == pytest.approx([30.0, 25.0])
    assert (picture.halos > 0).tolist() == [True, True, True, False, False, False, False, True]
    assert lines(panel.plot) == [4, 2]  # Stereo – Matrix and Matrix – Upmix 1
    assert picture.strokes[-1].pen.widthF() == 3.0
    assert picture.strokes[-1].pen.color().alphaF() == pytest.approx(0.8, abs=0.01)
    assert panel.legend.sentence.text() == HALO
    panel.segment.buttons["mean"].click()
    assert not panel.plot.picture.halos.any()


def test_influence_spreads_along_the_links() -> None:
    steps = steps_from((0, 1), links_of(PAIRS), 8)
    assert steps.tolist() == [0, 0, 1, 1, 2, 3, 3, 3]


def test_an_answer_spreads_and_fades(panel: LinksPanel, qtbot: QtBot) -> None:
    panel.show_view(view_of(MEAN, SD, MEAN - CHANGE, 2), is_animated=True)
    influence = panel.plot.influence
    assert influence.is_running
    influence._on_ticked(150.0)
    halos = panel.plot.picture.halos
    assert halos[1] > 0.0
    assert halos[7] == 0.0  # three links away
    influence._on_ticked(600.0)
    assert panel.plot.picture.halos[7] > 0.0
    assert lines(panel.plot) == [4, 2]
    influence._on_ticked(1400.0)  # nearly faded, and the links below are there
    assert panel.plot.picture.strokes[-1].pen.color().alphaF() < 0.2
    assert lines(panel.plot) == [6, 2]
    qtbot.waitUntil(lambda: not influence.is_running, timeout=4000)
    assert not panel.plot.picture.halos.any()


def test_the_same_answer_does_not_spread_twice(panel: LinksPanel) -> None:
    panel.show_view(view_of(MEAN + 0.01, SD, MEAN - CHANGE, 1), is_animated=True)
    assert not panel.plot.influence.is_running


def test_who_scrubs_sees_no_spreading(panel: LinksPanel) -> None:
    panel.show_view(view_of(MEAN, SD, MEAN - CHANGE, 2), is_animated=True)
    panel.show_view(view_of(MEAN, SD, MEAN - CHANGE, 3))
    assert not panel.plot.influence.is_running
    assert not panel.plot.picture.halos.any()


def test_without_motion_halos_stay_a_while_and_vanish(panel: LinksPanel, qtbot: QtBot) -> None:
    panel.is_motion_reduced = True
    panel.show_view(view_of(MEAN, SD, MEAN - CHANGE, 2), is_animated=True)
    assert (panel.plot.picture.halos > 0).sum() == 4
    qtbot.waitUntil(lambda: not panel.plot.picture.halos.any(), timeout=4000)


def test_colours_go_from_old_to_new_with_the_clock(panel: LinksPanel) -> None:
    new = view_of(-MEAN, SD, None, 2)
    panel.show_view(new, is_animated=True)
    colour_map = ColourMap(LIGHT.diverging)
    for share in (0.0, 0.25, 1.0):
        panel.show_progress(share)
        wanted = colour_map.colours(MEAN * (1 - 2 * share), -2.31, 2.31)
        np.testing.assert_array_equal(panel.plot.picture.colours, wanted)


def test_items_glide_to_a_new_layout(panel: LinksPanel, qtbot: QtBot) -> None:
    panel.show_layout(layout_of(1.0 - PLACES))
    places = panel.plot.places
    assert places is not None
    np.testing.assert_allclose(places, PLACES, atol=0.2)
    qtbot.waitUntil(lambda: np.allclose(panel.plot.places, 1.0 - PLACES), timeout=2000)
    panel.is_motion_reduced = True
    panel.show_layout(layout_of(PLACES))
    np.testing.assert_array_equal(panel.plot.places, PLACES)


def test_the_wheel_zooms_a_drag_moves_and_a_double_click_fits(panel: LinksPanel) -> None:
    plot = panel.plot
    fitted = plot.picture.places.copy()
    centre = QPointF(plot.viewport().rect().center())
    wheel = QWheelEvent(
        centre,
        QPointF(plot.viewport().mapToGlobal(centre.toPoint())),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(plot.viewport(), wheel)
    zoomed = plot.picture.places.copy()
    assert np.ptp(zoomed[:, 0]) > 1.02 * np.ptp(fitted[:, 0])
    assert not plot.is_fitted
    drag(plot, QPoint(200, 130), QPoint(240, 150))
    moved = plot.picture.places - zoomed
    assert moved[:, 0].min() > 10.0
    QTest.mouseDClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(200, 130))
    np.testing.assert_allclose(plot.picture.places, fitted, atol=0.5)


def test_links_are_drawn_only_while_editing(panel: LinksPanel) -> None:
    drawn = emitted(panel.link_drawn)
    drag(panel.plot, panel.plot.position_of(3), panel.plot.position_of(6))
    assert drawn == []
    panel.plot.fit()
    panel.edit_button.click()
    drag(panel.plot, panel.plot.position_of(3), panel.plot.position_of(6))
    assert drawn == [LinkDrawn(3, 6, "family")]
    assert panel.plot.rubber is None
    drag(panel.plot, panel.plot.position_of(3), QPoint(200, 250))
    drag(panel.plot, panel.plot.position_of(1), panel.plot.position_of(0))
    assert len(drawn) == 1
    assert panel.legend.sentence.text() == ALREADY


def test_a_strip_says_what_to_do_while_editing(panel: LinksPanel) -> None:
    """Also where the panel is too small for its legend."""
    panel.resize(300, 240)
    assert not panel.strip.isVisible()
    panel.edit_button.click()
    assert panel.strip.isVisible() and panel.strip.words.text() == EDITING
    assert panel.edit_button.isChecked()
    assert panel.plot.hasFocus()
    panel.plot.draw_link(1, 0)
    assert panel.strip.words.text() == ALREADY
    QTest.keyClick(panel.plot, Qt.Key.Key_Escape)
    assert not panel.edit_button.isChecked() and not panel.plot.is_editing
    assert not panel.strip.isVisible()
    assert not panel.plot.hasFocus()


@pytest.mark.usefixtures("dressed")
def test_the_strip_takes_no_room_and_covers_no_disc_or_name(panel: LinksPanel) -> None:
    panel.resize(390, 240)
    QApplication.processEvents()
    before = panel.plot.picture.places.copy()
    panel.edit_button.click()
    QApplication.processEvents()
    picture, covered = panel.plot.picture, panel.plot.covered
    np.testing.assert_array_equal(picture.places, before)
    assert panel.strip.height() <= 32
    assert panel.plot.viewport().rect().contains(panel.strip.geometry())
    assert len(picture.names) >= 6
    assert all(name.plate[3] <= covered.top() for name in picture.names)
    assert (picture.places[:, 1] + picture.sizes / 2).max() <= covered.top() + 3.0
    panel.edit_button.click()
    assert panel.plot.covered.isEmpty()


def test_the_strip_tells_of_which_relation_new_links_are(panel: LinksPanel) -> None:
    panel.edit_button.click()
    assert not panel.strip.relation_button.isVisible()
    panel.show_links(links_of(PAIRS, [0, 0, 0, 0, 1, 1], ("family", "same_room")))
    assert panel.strip.words.text() == SEVERAL
    assert panel.strip.relation_button.isVisible()
    assert panel.strip.relation_button.text() == "family"
    actions = panel.strip.relation_button.menu().actions()
    next(each for each in actions if "same_room" in each.text()).trigger()
    assert panel.strip.relation_button.text() == "same room"
    assert panel.plot.relation == "same_room"


def test_a_link_can_be_drawn_below_the_strip(panel: LinksPanel) -> None:
    """Its words let the mouse through."""
    drawn = emitted(panel.link_drawn)
    panel.edit_button.click()
    panel.plot.getViewBox().setYRange(0.0, 1.0, padding=0.02)
    QApplication.processEvents()
    place = panel.plot.position_of(7)
    assert panel.strip.geometry().contains(place)
    on_strip = panel.strip.words.mapFrom(panel.plot.viewport(), place)
    left = Qt.MouseButton.LeftButton
    QTest.mousePress(panel.strip.words, left, pos=on_strip)
    end = panel.strip.words.mapFrom(panel.plot.viewport(), panel.plot.position_of(3))
    QTest.mouseRelease(panel.strip.words, left, pos=end)
    assert drawn == [LinkDrawn(7, 3, "family")]


def test_a_click_chooses_while_editing_as_well(panel: LinksPanel) -> None:
    chosen = emitted(panel.item_chosen)
    panel.edit_button.click()
    click(panel.plot, panel.plot.position_of(3))
    assert chosen == [3]


def test_a_click_on_a_link_removes_it_while_editing(panel: LinksPanel) -> None:
    removed = emitted(panel.link_removed)
    click(panel.plot, between(panel.plot, 5, 6))
    assert removed == []
    panel.edit_button.click()
    click(panel.plot, between(panel.plot, 5, 6))
    assert removed == [LinkErased(5, 6, "family")]


def test_links_are_drawn_and_removed_by_keys(panel: LinksPanel) -> None:
    drawn, removed = emitted(panel.link_drawn), emitted(panel.link_removed)
    panel.show_selection(frozenset({3, 6}))
    QTest.keyClick(panel.plot, Qt.Key.Key_L)
    assert drawn == []
    panel.edit_button.click()
    QTest.keyClick(panel.plot, Qt.Key.Key_L)
    assert drawn == [LinkDrawn(3, 6, "family")]
    QTest.keyClick(panel.plot, Qt.Key.Key_Delete)
    assert panel.legend.sentence.text() == NOT_LINKED
    panel.show_selection(frozenset({5, 6}))
    QTest.keyClick(panel.plot, Qt.Key.Key_Delete)
    assert removed == [LinkErased(5, 6, "family")]
    panel.show_selection(frozenset())
    QTest.keyClick(panel.plot, Qt.Key.Key_L)
    assert panel.legend.sentence.text() == TWO


def test_who_edits_has_the_keys_after_a_click(panel: LinksPanel) -> None:
    assert panel.plot.focusPolicy() is Qt.FocusPolicy.TabFocus
    panel.edit_button.click()
    assert panel.plot.focusPolicy() is Qt.FocusPolicy.StrongFocus
    panel.edit_button.click()
    assert panel.plot.focusPolicy() is Qt.FocusPolicy.TabFocus


def test_what_stands_for_shared_things_cannot_be_removed(panel: LinksPanel) -> None:
    removed, drawn = emitted(panel.link_removed), emitted(panel.link_drawn)
    panel.show_links(links_of([(5, 6)], names=("links",), is_shared=(True,)))
    panel.edit_button.click()
    click(panel.plot, between(panel.plot, 5, 6))
    assert removed == []
    assert panel.legend.sentence.text() == SHARED
    panel.plot.draw_link(0, 7)
    assert drawn[0].relation != "links"


def test_relations_have_their_own_lines_and_are_switched(panel: LinksPanel) -> None:
    button = panel.relations_button
    assert button.isHidden()
    panel.show_links(links_of(PAIRS, [0, 0, 0, 0, 1, 1], ("family", "room")))
    assert not button.isHidden()
    assert lines(panel.plot) == [4, 2, 0]
    one, other = (strokes.pen for strokes in panel.plot.picture.strokes[:2])
    assert one.color() != other.color()
    assert one.dashPattern() != other.dashPattern()
    assert [box.text() for box in button.boxes] == ["family", "room"]
    button.boxes[0].click()
    assert lines(panel.plot) == [0, 2, 0]
    panel.show_links(links_of(PAIRS[:5], [0, 0, 0, 0, 1], ("family", "room")))
    assert lines(panel.plot) == [0, 1, 0]


def test_links_are_drawn_of_the_relation_that_was_chosen(panel: LinksPanel) -> None:
    drawn = emitted(panel.link_drawn)
    panel.show_links(links_of(PAIRS, [0, 0, 0, 0, 1, 1], ("family", "room")))
    panel.relations_button.drawn_actions[1].trigger()
    panel.plot.draw_link(0, 1)  # linked, but by the other relation
    assert drawn == [LinkDrawn(0, 1, "room")]


def test_directed_links_end_in_a_head_at_the_rim(panel: LinksPanel) -> None:
    panel.show_links(links_of([(5, 6)], is_directed=(True,)))
    picture = panel.plot.picture
    strokes = picture.strokes[0]
    assert strokes.has_heads
    away = np.linalg.norm(strokes.ends[0, 2:] - picture.places[6])
    assert away == pytest.approx(picture.sizes[6] / 2 + 1.0)


def test_a_study_without_links_says_so_and_offers_to_draw(panel: LinksPanel) -> None:
    assert not panel.is_empty
    panel.show_links(links_of([]))
    assert panel.is_empty
    assert panel.draw_button.isVisible()
    panel.draw_button.click()
    assert not panel.is_empty
    assert panel.plot.is_editing
    assert len(panel.plot.picture.drawn) == 8
    panel.edit_button.click()
    assert panel.is_empty


def test_a_read_only_study_says_why_nothing_can_be_drawn(panel: LinksPanel) -> None:
    panel.edit_button.click()
    panel.forbid("Opened read-only.")
    assert not panel.plot.is_editing
    for button in (panel.edit_button, panel.draw_button):
        assert not button.isEnabled()
        assert button.toolTip() == "Opened read-only."


def test_the_numbers_of_the_picture_as_a_table(panel: LinksPanel) -> None:
    table = panel.figure_table()
    assert panel.figure_name() == "Links"
    assert table.columns == ("item", "x", "y", "mean", "sd", "links", "change")
    assert table.rows[1][:6] == ("Matrix", 0.6, 0.8, 1.25, 0.39, 2)
    assert table.rows[1][6] == pytest.approx(0.05)
    panel.show_view(view_of(MEAN, SD, None, 2))
    assert panel.figure_table().rows[1][6] is None


def test_the_table_is_there_before_anything_is_known(qtbot: QtBot) -> None:
    panel = LinksPanel()
    qtbot.addWidget(panel)
    panel.show_items(items_of(["a", "b"]))
    assert panel.figure_table().rows == (
        ("a", None, None, None, None, 0, None),
        ("b", None, None, None, None, 0, None),
    )
    assert len(panel.plot.picture.drawn) == 0


def test_the_picture_is_told_in_words(panel: LinksPanel) -> None:
    said = panel.plot.accessibleDescription().replace("\u00a0", " ")
    assert said.startswith("6 links between 8 items. Highest: Matrix: mean 1.25, sd 0.39, 2 links;")
    assert panel.plot.accessibleName() == "Links"
    assert panel.edit_button.accessibleName() == "Draw and remove links"


def test_the_caption_tells_the_relations_or_the_numbers(panel: LinksPanel) -> None:
    captions = emitted(panel.caption_changed)
    panel.show_links(links_of(PAIRS, names=("sounds_like",)))
    crowd(panel, 100)
    panel.show_links(links_of([]))
    assert captions == ["sounds like", "100\u00a0items, 99\u00a0links", ""]


def test_the_legend_tells_the_scale_and_the_sds(panel: LinksPanel) -> None:
    assert panel.legend.sd_key.figures == ("0.39", "0.90")
    sd_range = panel.plot.sd_range
    assert (sd_range.low_size, sd_range.high_size) == pytest.approx((16.0, 34.0))
    panel.show_view(view_of(MEAN, np.full(8, 0.5)))
    assert panel.legend.sd_key.figures == ("0.50",)


def test_everything_is_within_a_small_panel(panel: LinksPanel) -> None:
    panel.resize(350, 220)
    QApplication.processEvents()
    assert not panel.legend.isVisible()
    picture, area = panel.plot.picture, panel.plot.getViewBox().rect()
    assert len(picture.names) == 8
    assert (picture.places - picture.sizes[:, None] / 2).min() >= 0.0
    below = picture.places[:, 1] + picture.sizes / 2 + 17.0
    assert below.max() <= area.height()


def test_the_theme_changes_the_colours(panel: LinksPanel) -> None:
    panel.show_theme(DARK)
    wanted = ColourMap(DARK.diverging).colours(MEAN, -2.31, 2.31)
    np.testing.assert_array_equal(panel.plot.picture.colours, wanted)
    assert panel.plot.picture.strokes[0].pen.color() == DARK.color("data_mid")


def test_numbers_of_items_that_are_gone_are_not_drawn(panel: LinksPanel) -> None:
    panel.show_items(items_of(NAMES[:7]))
    panel.show_view(view_of(MEAN, SD))
    assert panel.plot.view is None
    assert len(panel.plot.picture.drawn) == 0


def test_as_many_other_items_have_no_numbers_or_places_yet(panel: LinksPanel) -> None:
    plot = panel.plot
    panel.show_selection(frozenset({1}))
    panel.show_asked((0, 2))
    panel.show_items(plot.items)
    assert plot.view is not None and plot.places is not None and plot.chosen == {1}
    rename(panel, [f"{name} x" for name in NAMES])
    assert plot.view is not None and plot.chosen == {1}
    panel.show_items(replace(plot.items, ids=(*plot.items.ids[:-1], "another")))
    assert plot.view is None and plot.places is None
    assert plot.asked is None and not plot.chosen


def test_a_thousand_items_do_not_hold_the_window_up(panel: LinksPanel) -> None:
    crowd(panel, 1000)
    rng = np.random.default_rng(2)
    times = []
    for moment in range(2, 8):
        view = view_of(rng.standard_normal(1000), 0.3 + rng.random(1000), MEAN[:1] * 0, moment)
        start = time.perf_counter()
        panel.show_view(view, is_animated=True)
        times.append(time.perf_counter() - start)
    assert min(times) < 0.008


def test_a_relation_has_the_colour_that_it_has_in_model(qapp: QApplication) -> None:
    bar = ShareBar()
    kinds = ("features", "links", "links", "individual")
    bar.show_parts([SharePart(kind, kind, 0.25) for kind in kinds])
    features, *relations, _ = bar._colours(LIGHT)
    assert [look.color for look in relation_looks(2, LIGHT)] == relations
    assert all(features not in (look.color,) for look in relation_looks(5, LIGHT))


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("height", [240, 420])
def test_each_relation_is_told_by_a_piece_of_its_line(
    panel: LinksPanel, theme: Theme, height: int
) -> None:
    assert not panel.key.isVisible()  # one relation needs no key
    panel.show_links(links_of(PAIRS, [0, 0, 0, 0, 1, 1], ("family", "same_room")))
    panel.resize(390, height)
    panel.show_theme(theme)
    QApplication.processEvents()
    assert panel.key.isVisible()
    assert panel.key.visibleRegion().boundingRect() == panel.key.rect()
    assert [name for _, name in panel.key.entries] == ["family", "same room"]
    drawn = [strokes.pen for strokes in panel.plot.picture.strokes[:2]]
    for (look, _), pen in zip(panel.key.entries, drawn, strict=True):
        assert look.color.name() == pen.color().name()
        assert list(look.dash) == (pen.dashPattern() if look.dash else [])
    panel.relations_button.boxes[0].setChecked(False)
    assert [name for _, name in panel.key.entries] == ["same room"]
    panel.relations_button.boxes[0].setChecked(True)


def test_names_of_many_relations_share_their_room(qtbot: QtBot) -> None:
    key = RelationsKey()
    qtbot.addWidget(key)
    names = tuple(f"relation of kind {k}" for k in range(5))
    key.show_links(links_of(PAIRS[:5], list(range(5)), names))
    key.resize(380, 16)
    shown = [name for _, name in key.entries]
    assert all("…" in name for name in shown)
    assert len(set(shown)) == 5  # they are told by their ends
    assert key.toolTip() == ", ".join(names)
    key.resize(1200, 16)
    assert tuple(name for _, name in key.entries) == names


def test_a_line_leads_from_a_name_in_a_crowd_to_its_disc(panel: LinksPanel) -> None:
    crowd(panel, 300)
    picture = panel.plot.picture
    assert picture.are_names_on_top and picture.names
    for name in picture.names:
        line = leader_of(picture, name)
        left, top, right, bottom = name.plate
        assert (line.x2(), line.y2()) == pytest.approx(tuple(picture.places[name.item]))
        assert left <= line.x1() <= right and top <= line.y1() <= bottom
        assert line.length() <= picture.sizes[name.item] / 2 + 40.0  # a name stands near its disc
        assert line.length() > 0.0
