"""The classroom: six pictures step by step, with the six papers' numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from prefstudio.engine.control import Control
from prefstudio.studio.classroom.classroom_page import ClassroomPage
from prefstudio.studio.classroom.lesson_panel import LessonPanel
from prefstudio.studio.classroom.lesson_words import LessonWords
from prefstudio.studio.fonts import load_fonts
from prefstudio.studio.plots.band_plot import BandPlot
from prefstudio.studio.plots.colour_map import ColourMap
from prefstudio.studio.theme import DARK, LIGHT
from prefstudio.study.folder import read_study
from prefstudio.study.lesson import Lesson, lesson_request
from prefstudio.study.model import resolve
from prefstudio.study.resources import sample
from prefstudio.study.shown_items import ShownItems
from prefstudio.study.state import StudyState

MakePage = Callable[..., ClassroomPage]

PANELS = (
    "prior_band", "first_band", "loss", "prior_covariance", "first_covariance", "second_band",
)  # fmt: skip


def lesson_of(name: str) -> tuple[Lesson, ShownItems]:
    state = StudyState(read_study(sample(name)))
    model = resolve(state.study)
    items = [state.study.items.by_id(each) for each in model.item_ids]
    shown = ShownItems(model.item_ids, tuple(each.name for each in items), ("",) * len(items))
    return lesson_request(model, state, 0).compute(Control()), shown


@pytest.fixture(scope="module")
def six() -> tuple[Lesson, ShownItems]:
    return lesson_of("six-papers")


@pytest.fixture
def make_page(qtbot: QtBot, qapp: QApplication) -> MakePage:
    load_fonts()
    pg.setConfigOptions(imageAxisOrder="row-major", antialias=True)

    def make(
        told: tuple[Lesson, ShownItems], width: int = 1600, height: int = 952
    ) -> ClassroomPage:
        page = ClassroomPage()
        qtbot.addWidget(page)
        page.show_theme(LIGHT)
        page.show_items(told[1])
        page.show_lesson(told[0])
        page.resize(width, height)
        with qtbot.waitActive(page):
            page.show()
        return page

    return make


@pytest.fixture
def page(make_page: MakePage, six: tuple[Lesson, ShownItems]) -> ClassroomPage:
    return make_page(six)


def panel(page: ClassroomPage, name: str) -> LessonPanel:
    found = page.findChild(LessonPanel, name)
    assert found is not None
    return found


def press(qtbot: QtBot, page: ClassroomPage, name: str) -> None:
    button = page.findChild(QAbstractButton, name)
    assert button is not None
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def reached(page: ClassroomPage) -> set[str]:
    return {name for name in PANELS if panel(page, name).is_reached}


def current(page: ClassroomPage) -> set[str]:
    return {name for name in PANELS if panel(page, name).is_current}


def test_pictures_appear_step_by_step(qtbot: QtBot, page: ClassroomPage) -> None:
    appearing = [
        {"prior_band", "prior_covariance"},
        {"first_band", "first_covariance"},
        {"loss"},
        {"second_band"},
    ]
    shown: set[str] = set()
    for step, fresh in enumerate(appearing):
        shown |= fresh
        assert page.step == step
        assert reached(page) == shown
        assert current(page) == fresh
        press(qtbot, page, "next_step")
    assert page.step == 3


def test_what_is_still_to_come_is_a_sentence_and_no_axis(page: ClassroomPage) -> None:
    for name in ("first_band", "loss", "first_covariance", "second_band"):
        waiting = panel(page, name)
        assert waiting.waiting.isVisible()
        assert waiting.waiting.text().endswith(".")
        assert "≻" not in waiting.title.text()
    for picture in (page.pictures.first_band, page.pictures.loss, page.pictures.second_band):
        assert not picture.isVisible()
    assert page.pictures.prior_band.isVisible()


def test_keys_and_steps_lead_back_and_forth(qtbot: QtBot, page: ClassroomPage) -> None:
    qtbot.keyClick(page, Qt.Key.Key_PageDown)
    qtbot.keyClick(page, Qt.Key.Key_PageDown)
    assert page.step == 2
    qtbot.keyClick(page, Qt.Key.Key_PageUp)
    assert page.step == 1
    press(qtbot, page, "step_4")
    assert page.step == 3
    press(qtbot, page, "back")
    assert page.step == 2
    assert [button.isChecked() for button in page.steps.buttons] == [False, False, True, False]
    assert [button.is_done for button in page.steps.buttons] == [True, True, False, False]


def test_the_ends_cannot_be_passed(qtbot: QtBot, page: ClassroomPage) -> None:
    assert not page.back.isEnabled()
    qtbot.keyClick(page, Qt.Key.Key_PageUp)
    assert page.step == 0
    page.go_to(3)
    assert not page.next.isEnabled()
    qtbot.keyClick(page, Qt.Key.Key_PageDown)
    assert page.step == 3


def test_every_step_has_its_sentence(page: ClassroomPage) -> None:
    said = []
    for step in range(4):
        page.go_to(step)
        said.append(page.caption.text())
    assert said == [
        "Linked items are believed to be alike: a–b and d–e.",
        "The links carry an answer about b and e to a and d.",
        "A wrong order of b and f would cost as much as any, so they are asked next.",
        "Two answers rank all six items: b is first.",
    ]


def test_titles_and_captions_tell_the_answers(page: ClassroomPage) -> None:
    page.go_to(3)
    told = {
        name: (panel(page, name).title.text(), panel(page, name).caption.text()) for name in PANELS
    }
    assert told == {
        "prior_band": ("Before any answer", "utility: 3 draws, 95\u00a0% band"),
        "first_band": ("After b ≻ e", "utility: mean, 95\u00a0% band"),
        "loss": ("Which pair next?", "expected loss"),
        "prior_covariance": ("Prior covariance", "links a–b, d–e"),
        "first_covariance": ("Posterior covariance", "after b ≻ e"),
        "second_band": ("After b ≻ f too", "ranking  b  a  c  d  e  f"),
    }
    loss, together = panel(page, "loss"), panel(page, "first_covariance")
    assert (loss.sentence.text(), loss.value.text()) == (
        "b–c and b–f tie at 0.283;", "we ask b–f",
    )  # fmt: skip
    assert together.sentence.text() == "b and e now go together:"
    assert together.value.text() == "0.00 → 0.12"


def test_what_if_the_other_is_better(
    qtbot: QtBot, page: ClassroomPage, six: tuple[Lesson, ShownItems]
) -> None:
    assert not page.what_if.isEnabled()
    page.go_to(2)
    assert page.what_if.text() == "What if f is better?"
    press(qtbot, page, "what_if")
    assert (page.step, page.is_forked) == (3, True)
    assert panel(page, "second_band").title.text() == "After f ≻ b too"
    assert page.caption.text() == "Had f been better, f would be first."
    lesson, plot = six[0], page.pictures.second_band
    np.testing.assert_array_equal(plot.mean.getData()[1], lesson.opposite.mean)
    assert page.what_if.text() == "What if b is better?"
    press(qtbot, page, "what_if")
    assert not page.is_forked
    np.testing.assert_array_equal(plot.mean.getData()[1], lesson.second.mean)


def test_going_back_ends_the_what_if(page: ClassroomPage) -> None:
    page.go_to(2)
    page.fork()
    page.previous_step()
    page.next_step()
    assert not page.is_forked
    assert panel(page, "second_band").title.text() == "After b ≻ f too"


def test_the_bands_are_the_beliefs(page: ClassroomPage, six: tuple[Lesson, ShownItems]) -> None:
    lesson, pictures = six[0], page.pictures
    for plot, belief in (
        (pictures.prior_band, lesson.prior),
        (pictures.first_band, lesson.first),
        (pictures.second_band, lesson.second),
    ):
        np.testing.assert_allclose(plot.upper.getData()[1], belief.mean + 1.96 * belief.sd)
        np.testing.assert_allclose(plot.lower.getData()[1], belief.mean - 1.96 * belief.sd)
    for number, draw in enumerate(lesson.draws):
        line = pictures.prior_band.drawn_draws.lines[number]
        np.testing.assert_array_equal(line.getData()[1], draw)
    np.testing.assert_array_equal(pictures.second_band.before.getData()[1], lesson.first.mean)
    places, heights = pictures.first_band.rings.getData()
    assert places.tolist() == [1, 4]
    np.testing.assert_allclose(heights, [0.348, -0.348], atol=5e-4)


def test_all_bands_share_one_scale_and_cut_nothing(
    page: ClassroomPage, six: tuple[Lesson, ShownItems]
) -> None:
    pictures, lesson = page.pictures, replace(six[0], draws=2.0 * six[0].draws)
    page.show_lesson(lesson)
    page.go_to(3)
    bands = (pictures.prior_band, pictures.first_band, pictures.second_band)
    ranges = {tuple(np.round(band.viewRange()[1], 9)) for band in bands}
    assert len(ranges) == 1
    ((low, high),) = ranges
    assert low < lesson.draws.min() and lesson.draws.max() < high
    assert high > pictures.second_band.upper.getData()[1].max()


def test_the_matrices_are_the_lesson_s(page: ClassroomPage, six: tuple[Lesson, ShownItems]) -> None:
    page.go_to(3)
    lesson, pictures = six[0], page.pictures
    assert pictures.prior_covariance.values is lesson.prior.covariance
    assert pictures.first_covariance.values is lesson.first.covariance
    assert pictures.loss.values is lesson.loss
    assert set(pictures.first_covariance.rings) == {(1, 4), (4, 1)}
    assert set(pictures.loss.rings) == {(1, 5), (5, 1)}
    assert set(pictures.loss.corners) == {(1, 2), (2, 1)}
    assert pictures.first_scale.pointed == lesson.first.covariance[1, 4]
    assert (pictures.prior_scale.low, pictures.prior_scale.high) == (-1.0, 1.0)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_cells_are_painted_in_the_colours_of_their_values(
    page: ClassroomPage, six: tuple[Lesson, ShownItems], theme: object
) -> None:
    page.show_theme(theme)
    matrix = page.pictures.prior_covariance
    picture = matrix.grab().toImage()
    values = six[0].prior.covariance
    colours = ColourMap(theme.diverging).colours(values, -1.0, 1.0)
    for row, column in ((0, 0), (0, 1), (2, 2), (5, 0)):
        corner = matrix.cell(row, column).topLeft().toPoint()
        seen = picture.pixelColor(corner.x() + 5, corner.y() + 5)
        assert seen.getRgb() == tuple(colours[row, column].tolist())


def test_rows_run_down_and_columns_right(page: ClassroomPage) -> None:
    matrix = page.pictures.prior_covariance
    assert matrix.cell(0, 0).top() < matrix.cell(5, 0).top()
    assert matrix.cell(0, 0).left() < matrix.cell(0, 5).left()
    assert matrix.rect().contains(matrix.cell(5, 5).toAlignedRect())


def test_links_are_drawn_where_there_is_room(
    make_page: MakePage, six: tuple[Lesson, ShownItems]
) -> None:
    wide = make_page(six)
    assert wide.pictures.links.isVisible()
    assert wide.pictures.links.links == ((0, 1), (3, 4))
    discs = [wide.pictures.links.centre(item).x() for item in range(6)]
    assert discs == sorted(discs)
    assert discs[0] > 0 and discs[-1] < wide.pictures.links.width()
    narrow = make_page(six, 1280, 752)
    assert not narrow.pictures.links.isVisible()


@pytest.mark.parametrize("size", [(1280, 752), (1600, 952), (1920, 1032)])
def test_six_papers_fit_with_every_word(
    make_page: MakePage, six: tuple[Lesson, ShownItems], size: tuple[int, int]
) -> None:
    page = make_page(six, *size)
    page.go_to(3)
    QApplication.processEvents()
    assert (page.width(), page.height()) == size
    panels = [panel(page, name) for name in PANELS]
    assert len({(each.width(), each.height()) for each in panels}) <= 4  # a pixel's rounding
    for each in panels:
        for words in (each.title, each.caption, each.sentence, each.value):
            assert words.shown == words.text()


def test_twelve_items_with_long_names_fit(make_page: MakePage) -> None:
    page = make_page(lesson_of("twelve-sounds"), 1280, 752)
    page.go_to(3)
    QApplication.processEvents()
    assert (page.width(), page.height()) == (1280, 752)
    labels = [text for _, text in page.pictures.first_band.getAxis("bottom")._tickLevels[0]]
    assert labels == [str(number) for number in range(1, 13)]
    assert page.caption.text() == "Two answers rank all 12 items: Next room is first."
    title = panel(page, "second_band").title
    assert title.text() == "After Next room ≻ Tin can too"
    assert title.shown == title.text()
    loss = panel(page, "loss")
    assert loss.sentence.shown.startswith("worth most: ") and "…" not in loss.sentence.shown
    for name in set(PANELS) - {"first_covariance"}:  # which may cut its names
        assert "…" not in panel(page, name).caption.shown  # whole, shorter, or left out


def test_long_names_are_cut_each_by_itself(make_page: MakePage) -> None:
    lesson, items = lesson_of("twelve-sounds")
    names = tuple(f"{name} of the old theatre" for name in items.names)
    page = make_page((lesson, replace(items, names=names)), 1280, 752)
    page.go_to(3)
    QApplication.processEvents()
    title = panel(page, "second_band").title
    first, second = title.shown.removeprefix("After ").removesuffix(" too").split(" ≻ ")
    for shown, name in ((first, "Next room"), (second, "Tin can")):
        head, dots, tail = shown.partition("…")
        whole = f"{name} of the old theatre"
        assert dots and head and whole.startswith(head) and tail and whole.endswith(tail)
    assert title.toolTip() == title.text()


@pytest.mark.parametrize("name", ["twelve-sounds", "six-papers"])
@pytest.mark.parametrize("size", [(1024, 622), (1280, 722)])
@pytest.mark.parametrize("more", ["", " of the old theatre by the sea"])
def test_columns_are_alike_at_every_step_however_long_names_are(
    dressed: None, make_page: MakePage, name: str, size: tuple[int, int], more: str
) -> None:
    lesson, items = lesson_of(name)
    names = tuple(f"{each}{more}" for each in items.names)
    page = make_page((lesson, replace(items, names=names)), *size)
    places = []
    for step in range(4):
        page.go_to(step)
        QApplication.processEvents()
        assert page.minimumSizeHint().width() <= size[0]
        assert page.minimumSizeHint().height() <= size[1]
        assert (page.width(), page.height()) == size
        places.append([panel(page, each).geometry() for each in PANELS])
        widths = [place.width() for place in places[-1]]
        assert max(widths) - min(widths) <= 1  # a pixel's rounding
        for button in (page.next, page.back, page.what_if):
            assert button.geometry().right() < page.next.parentWidget().width()
            assert button.width() >= button.minimumSizeHint().width()
    assert all(each == places[0] for each in places)
    assert "…" not in panel(page, "loss").sentence.text()  # which ends in a figure
    assert page.what_if.accessibleName().endswith("is better?")
    assert page.what_if.text().startswith("What if")


def test_items_are_called_by_letters_only_where_their_ids_are_such() -> None:
    papers = ShownItems(("a", "b2"), ("Paper a", "Paper b"), ("", ""))
    assert papers.short_names == ("a", "b2")
    sounds = ShownItems(("a", "tin-can"), ("Paper a", "Tin can"), ("", ""))
    assert sounds.short_names == ("Paper a", "Tin can")


def test_another_name_is_drawn_and_the_step_stays(
    page: ClassroomPage, six: tuple[Lesson, ShownItems]
) -> None:
    page.go_to(2)
    named = ShownItems(tuple(f"paper-{each}" for each in "abcdef"), six[1].names, six[1].groups)
    page.show_items(named)
    page.show_lesson(six[0])
    page.go_to(2)
    page.show_items(replace(named, names=tuple(f"Text {each}" for each in "abcdef")))
    assert page.step == 2
    assert page.caption.text().startswith("A wrong order of Text b and Text f ")
    assert page.pictures.loss.values.size


def test_a_study_that_is_too_large_says_so(page: ClassroomPage) -> None:
    page.show_problem("The classroom takes 2 to 12 items; this study has 300 items.")
    assert page.problem.isVisible()
    assert page.problem.words.text().endswith("this study has 300 items.")
    assert page.problem.title.isVisible()
    assert not page.pictures.prior_band.isVisible()
    assert not page.next.isEnabled()
    assert not page.steps.isEnabled()
    assert not page.steps.isVisible() and not page.next.isVisible()


def test_a_study_without_a_lesson_leads_to_one(
    qtbot: QtBot, page: ClassroomPage, six: tuple[Lesson, ShownItems]
) -> None:
    page.show_problem("The classroom takes 2 to 12 items; this study has 300 items.")
    with qtbot.waitSignal(page.sample_wanted):
        press(qtbot, page, "open_six_papers")
    page.show_lesson(six[0])
    assert page.steps.isVisible() and not page.problem.isVisible()


def test_a_new_lesson_keeps_the_step_and_other_items_begin_anew(
    page: ClassroomPage, six: tuple[Lesson, ShownItems]
) -> None:
    page.go_to(2)
    page.show_items(six[1])
    page.show_lesson(six[0])
    assert (page.step, reached(page) - current(page)) == (2, set(PANELS) - {"loss", "second_band"})
    other = lesson_of("twelve-sounds")
    page.show_items(other[1])
    assert page.step == 0
    assert not reached(page)
    page.show_lesson(other[0])
    assert reached(page) == {"prior_band", "prior_covariance"}


def test_pictures_say_themselves_in_words_and_tables(page: ClassroomPage) -> None:
    pictures = page.pictures
    words = pictures.first_band.accessibleDescription()
    assert "Paper b 0.35 ± " in words
    table = pictures.loss.figure_table()
    assert table.columns[0] == "Item"
    assert table.rows[1][1 + 5] == pytest.approx(0.28264, abs=5e-6)
    assert table.rows[0][1] is None
    assert "0.28" in pictures.loss.accessibleDescription()
    rows = pictures.first_band.figure_table().rows
    assert rows[1][1] == pytest.approx(0.348, abs=5e-4)


def test_the_sentences_follow_the_numbers(six: tuple[Lesson, ShownItems]) -> None:
    lesson, items = six
    alone = replace(lesson, links=(), first=replace(lesson.first, mean=np.eye(6)[1] - np.eye(6)[4]))
    words = LessonWords(alone, items)
    assert words.sentence(0) == "Before any answer all items are believed to be equally good."
    assert words.sentence(1) == "One answer moves b and e, and no other item."
    unlinked = LessonWords(replace(lesson, links=()), items)
    assert unlinked.sentence(1) == "An answer about b and e moves a and d, too."
    single = LessonWords(replace(lesson, tied=((1, 5),)), items)
    assert single.sentence(2) == "A wrong order of b and f would cost most, so they are asked next."
    assert single.choice() == (
        ("one pair is worth most, 0.283;", "worth most: 0.283;"),
        ("we ask b–f",),
    )
    by_hand = LessonWords(replace(lesson, asked=(0, 2)), items)
    assert by_hand.sentence(2) == "a and c are asked next, though others are worth more."
    assert by_hand.choice() == (
        ("b–c and b–f tie at 0.283;", "Two pairs tie at 0.283;", "ties: 0.283;"),
        ("yet we ask a–c",),
    )


def test_a_band_without_draws_wears_the_colours_of_its_means(qtbot: QtBot) -> None:
    plot = BandPlot()
    qtbot.addWidget(plot)
    plot.show_theme(LIGHT)
    plot.show_items(ShownItems(("p", "q"), ("P", "Q"), ("", "")))
    plot.show_scale(2.0, 0.5)
    plot.show_belief(np.array([0.5, -0.5]), np.array([0.1, 0.2]))
    brushes = [spot.brush().color().name().upper() for spot in plot.points.points()]
    assert brushes == [LIGHT.diverging[-1], LIGHT.diverging[0]]
    plot.show_asked((1, 0))
    assert plot.rings.getData()[0].tolist() == [1, 0]
    plot.show_asked(None)
    assert len(plot.rings.getData()[0]) == 0
    assert plot.viewRange()[1] == [-2.0, 2.0]


@pytest.mark.parametrize("n_items", [2, 6, 12])
def test_the_outermost_items_of_a_band_have_room_for_their_rings(
    qtbot: QtBot, n_items: int
) -> None:
    ids = tuple(f"r{number:03}" for number in range(1, n_items + 1))
    plot = BandPlot(pixels=15)
    qtbot.addWidget(plot)
    plot.show_items(ShownItems(ids, ids, ("",) * n_items))
    plot.resize(380, 240)
    plot.show()
    view = plot.getViewBox()
    first, last = (view.mapViewToScene(pg.Point(place, 0.0)).x() for place in (0, n_items - 1))
    bounds = view.sceneBoundingRect()
    assert first - bounds.left() >= 14
    assert bounds.right() - last >= 14


def test_a_lesson_of_fewer_items_follows_one_of_more(
    make_page: MakePage, six: tuple[Lesson, ShownItems]
) -> None:
    lesson, shown = lesson_of("twelve-sounds")
    asked = replace(lesson, answers=((10, 11), (11, 10)))
    page = make_page((asked, shown))
    page.show_items(six[1])
    page.show_lesson(six[0])
    across, _ = page.pictures.second_band.rings.getData()
    assert tuple(across) == six[0].answers[1]


def test_an_item_that_joins_waits_for_its_lesson(
    six: tuple[Lesson, ShownItems], make_page: MakePage
) -> None:
    page = make_page(six)
    items = six[1]
    page.show_items(ShownItems((*items.ids, "g"), (*items.names, "Paper g"), (*items.groups, "")))
    page.show_theme(DARK)
    page.grab()
    page.show_items(items)
    page.show_lesson(six[0])
    assert len(page.pictures.prior_band.figure_table().rows) == 6
