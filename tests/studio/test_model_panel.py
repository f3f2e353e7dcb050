"""The model panel: what it shows, and what it tells while things are turned and when they rest."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QFontMetricsF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from prefstudio.engine.inference import INFERENCE_TITLES
from prefstudio.studio.fonts import font
from prefstudio.studio.panels.learning_row import LearningProgress
from prefstudio.studio.panels.model_panel import ModelPanel
from prefstudio.studio.panels.parameter_row import MOST_LABEL, ParameterRow
from prefstudio.studio.panels.parameter_scale import Scale, number_in, written
from prefstudio.studio.panels.rows_area import RowsArea
from prefstudio.studio.panels.share_bar import ShareBar, SharePart
from prefstudio.studio.panels.share_words import placed_words
from prefstudio.study.component_shares import percentages
from prefstudio.study.folder import Study, read_study
from prefstudio.study.learning_moments import LearnedLast, LearningPlan
from tests.studio.setting_panels import Heard, focusable, is_deaf_to_the_wheel
from tests.study.sheets import folded, sheet_of

NEAR = "source,target\na,b\nb,c\n"
TWO = "source,target,relation\na,b,near\nc,d,far\n"
SHARES = (
    "[model]\nhorizon = 3\nnoise = 1.0\n"
    "[[model.component]]\nkind='features'\nweight=0.6\n"
    "[[model.component]]\nkind='individual'\nweight=0.8\n"
)
RIGHT, LEFT = Qt.Key.Key_Right, Qt.Key.Key_Left

ReadStudy = Callable[..., Study]


@pytest.fixture
def study(tmp_path: Path) -> ReadStudy:
    def read(settings: str = "", links: str = NEAR) -> Study:
        (tmp_path / "items.csv").write_text("item_id,x_age\na,1\nb,2\nc,4\nd,8\n")
        (tmp_path / "links.csv").write_text(links)
        (tmp_path / "study.toml").write_text(settings)
        return read_study(tmp_path)

    return read


@pytest.fixture
def panel(qtbot: QtBot) -> ModelPanel:
    made = ModelPanel()
    qtbot.addWidget(made)
    made.resize(478, 300)
    made.show()
    return made


@pytest.fixture
def heard(panel: ModelPanel) -> Heard:
    return Heard(panel)


def row(panel: ModelPanel, title: str) -> ParameterRow:
    return next(each for each in panel.rows if each.title == title)


def drag(bar: ShareBar, start: float, *stops: float) -> None:
    """Drag from one share of the bar's width to others, and let go."""
    places = [QPoint(round(stop * bar.width()), 26) for stop in (start, *stops)]
    QTest.mousePress(bar, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, places[0])
    for place in places[1:]:
        QTest.mouseMove(bar, place)
        QApplication.processEvents()
    QTest.mouseRelease(bar, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, places[-1])


# What is shown


def test_rows_are_those_that_the_study_has(panel: ModelPanel, study: ReadStudy) -> None:
    panel.show_sheet(sheet_of(study()))
    assert [each.title for each in panel.rows] == ["Noise", "Length scale", "Link reach"]
    panel.show_sheet(sheet_of(study("[response]\ntie = true\n", TWO)))
    assert [each.title for each in panel.rows] == [
        "Noise", "Length scale", "Reach of near", "Reach of far", "Tie width",
    ]  # fmt: skip
    panel.show_sheet(sheet_of(study("[[model.component]]\nkind = 'individual'\n")))
    assert [each.title for each in panel.rows] == ["Noise"]
    assert panel.share_bar.handles == []
    assert panel.share_bar.words() == ("individual 100\u00a0%",)


def test_one_part_says_that_it_is_the_only_one_and_where_others_are_added(
    panel: ModelPanel, study: ReadStudy, qtbot: QtBot
) -> None:
    panel.show_sheet(sheet_of(study()))
    assert panel.only_part.isHidden()
    panel.show_sheet(sheet_of(study("[[model.component]]\nkind = 'individual'\n")))
    assert panel.only_part.isVisible()
    assert panel.only_part.words.text() == "The only part, so there is nothing to drag."
    with qtbot.waitSignal(panel.components_wanted):
        QTest.mouseClick(panel.only_part.button, Qt.MouseButton.LeftButton)
    panel.show_sheet(sheet_of(study()))
    assert panel.only_part.isHidden()


def test_values_of_the_sheet(panel: ModelPanel, study: ReadStudy) -> None:
    settings = SHARES.replace("noise = 1.0", "noise = 0.75")
    panel.show_sheet(sheet_of(study(settings)))
    assert row(panel, "Noise").field.text() == "0.75"
    assert panel.share_bar.words() == ("features 36\u00a0%", "individual 64\u00a0%")
    assert panel.inference.currentText() == INFERENCE_TITLES["ep"]


def test_choices_are_those_of_the_tables(panel: ModelPanel) -> None:
    methods = [panel.inference.itemText(k) for k in range(panel.inference.count())]
    assert methods == list(INFERENCE_TITLES.values())


def test_nothing_is_told_by_showing(
    panel: ModelPanel, heard: Heard, study: ReadStudy, qtbot: QtBot
) -> None:
    panel.show_sheet(sheet_of(study()))
    panel.show_sheet(sheet_of(study(SHARES)))
    qtbot.wait(20)
    assert (heard.tried, heard.chosen) == ([], [])


# Shares


@pytest.mark.parametrize(
    ("shares", "whole"),
    [
        ((0.4, 0.48, 0.12), (40, 48, 12)),
        ((1 / 3, 1 / 3, 1 / 3), (34, 33, 33)),
        ((0.29, 0.71), (29, 71)),
        ((0.005, 0.005, 0.99), (1, 0, 99)),
        ((1.0,), (100,)),
        ((0.999, 0.001), (100, 0)),
    ],
)
def test_per_cents_add_up(shares: tuple[float, ...], whole: tuple[int, ...]) -> None:
    assert percentages(shares) == whole
    assert sum(whole) == 100


def test_words_never_overlap_and_never_lose_a_figure(qapp: QApplication) -> None:
    metrics = QFontMetricsF(font(12, lines_up=True))
    titles = ["features", "room acoustics", "family", "individual"]
    words = [f"{title} 25 %" for title in titles]
    for width in (290.0, 350.0, 478.0):
        for ends in ((0.01, 0.02, 0.03, 1.0), (0.25, 0.5, 0.75, 1.0), (0.97, 0.98, 0.99, 1.0)):
            placed = placed_words(titles, words, [width * end for end in ends], metrics)
            right = 0.0
            for x, word in placed:
                assert x >= right
                assert word.endswith(" 25 %")
                right = x + metrics.horizontalAdvance(word)
            assert right <= width + 1.0


def test_a_handle_trades_between_its_neighbours(
    panel: ModelPanel, heard: Heard, study: ReadStudy
) -> None:
    read = study()
    panel.show_sheet(sheet_of(read))
    before = panel.share_bar.shares
    drag(panel.share_bar, before[0], 0.25, 0.2)
    assert len(heard.tried) == 2
    assert len(heard.chosen) == 1
    after = sheet_of(folded(read, heard.chosen[0])).shares
    assert after[0] == pytest.approx(0.2)
    assert after[1] == pytest.approx(before[0] + before[1] - 0.2)
    assert after[2] == pytest.approx(before[2])
    assert sum(sheet_of(folded(read, heard.tried[0])).shares) == pytest.approx(1.0)
    assert sheet_of(folded(read, heard.tried[0])).shares[0] == pytest.approx(0.25)


def test_a_press_beside_every_handle_moves_nothing(
    panel: ModelPanel, heard: Heard, study: ReadStudy
) -> None:
    panel.show_sheet(sheet_of(study()))
    drag(panel.share_bar, 0.15, 0.3)
    assert (heard.tried, heard.chosen) == ([], [])


def test_handles_cannot_pass_each_other(panel: ModelPanel, heard: Heard, study: ReadStudy) -> None:
    panel.show_sheet(sheet_of(study()))
    third = panel.share_bar.shares[2]
    drag(panel.share_bar, panel.share_bar.shares[0], 1.5)
    assert panel.share_bar.shares == pytest.approx((1.0 - third, 0.0, third))
    # Both handles are in one place now; the side of the press says which one is meant.
    drag(panel.share_bar, 1.0 - third - 0.01, 0.3)
    assert panel.share_bar.shares == pytest.approx((0.3, 0.7 - third, third))


def test_arrows_move_one_per_cent(
    panel: ModelPanel, heard: Heard, study: ReadStudy, qtbot: QtBot
) -> None:
    read = study(SHARES)
    panel.show_sheet(sheet_of(read))
    (handle,) = panel.share_bar.handles
    handle.setFocus()
    QTest.keyClick(handle, RIGHT)
    QTest.keyClick(handle, RIGHT)
    QTest.keyClick(handle, LEFT)
    assert panel.share_bar.words() == ("features 37\u00a0%", "individual 63\u00a0%")
    with qtbot.waitSignal(panel.settings_chosen, timeout=2000):
        pass
    assert len(heard.chosen) == 1
    assert sheet_of(folded(read, heard.chosen[0])).shares == pytest.approx((0.37, 0.63))


def test_a_share_that_keys_moved_is_chosen_with_the_drag_that_follows(
    panel: ModelPanel, heard: Heard, study: ReadStudy, qtbot: QtBot
) -> None:
    read = study(SHARES)
    panel.show_sheet(sheet_of(read))
    bar = panel.share_bar
    bar._settling.setInterval(1)
    QTest.keyClick(bar.handles[0], RIGHT)
    button, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QTest.mousePress(bar, button, keys, QPoint(round(bar.shares[0] * bar.width()), 26))
    end = QPoint(round(0.6 * bar.width()), 26)
    QTest.mouseMove(bar, end)
    qtbot.wait(30)
    assert heard.chosen == [] and bar.is_held
    QTest.mouseRelease(bar, button, keys, end)
    assert len(heard.chosen) == 1
    assert sheet_of(folded(read, heard.chosen[0])).shares[0] == pytest.approx(0.6)


def test_handles_are_sliders_for_those_who_hear_them(panel: ModelPanel, study: ReadStudy) -> None:
    panel.show_sheet(sheet_of(study(SHARES)))
    (handle,) = panel.share_bar.handles
    spoken = QAccessible.queryAccessibleInterface(handle)
    assert spoken.role() is QAccessible.Role.Slider
    assert handle.accessibleName() == "Share of features against individual"
    assert spoken.valueInterface().currentValue() == 36
    assert spoken.valueInterface().maximumValue() == 100
    QTest.keyClick(handle, RIGHT)
    assert spoken.valueInterface().currentValue() == 37
    assert panel.share_bar.accessibleDescription() == "features 37\u00a0%, individual 63\u00a0%"


def test_what_is_held_does_not_jump(panel: ModelPanel, study: ReadStudy) -> None:
    panel.show_sheet(sheet_of(study(SHARES)))
    bar = panel.share_bar
    start, end = QPoint(round(0.36 * bar.width()), 26), QPoint(round(0.6 * bar.width()), 26)
    QTest.mousePress(bar, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    QTest.mouseMove(bar, end)
    panel.show_tried(sheet_of(study(SHARES)))
    assert bar.words()[0] == "features 60\u00a0%"
    QTest.mouseRelease(bar, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, end)
    panel.show_tried(sheet_of(study(SHARES)))
    assert bar.words()[0] == "features 36\u00a0%"


def test_what_was_tried_before_parts_went_is_not_shown_any_more(
    panel: ModelPanel, heard: Heard, study: ReadStudy
) -> None:
    before, now = sheet_of(study()), sheet_of(study(SHARES))
    assert len(before.components) == 3 and len(now.components) == 2
    panel.show_sheet(before)
    bar = panel.share_bar
    start = QPoint(round(sum(bar.shares[:2]) * bar.width()), 26)
    QTest.mousePress(bar, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    assert bar.is_held
    panel.show_sheet(now)
    assert not bar.is_held
    panel.show_tried(before)
    assert len(bar.shares) == 2
    QTest.mouseMove(bar, QPoint(5, 26))
    QTest.mouseRelease(bar, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    assert (heard.tried, heard.chosen) == ([], [])


def test_the_last_part_of_a_bar_may_be_all(qtbot: QtBot) -> None:
    bar = ShareBar()
    qtbot.addWidget(bar)
    bar.show_parts([SharePart("features", "features", 1.0), SharePart("own", "individual", 0.0)])
    (handle,) = bar.handles
    assert (handle.minimum(), handle.value(), handle.maximum()) == (0, 100, 100)
    QTest.keyClick(handle, RIGHT)
    assert bar.shares == (1.0, 0.0)
    QTest.keyClick(handle, Qt.Key.Key_Home)
    assert bar.shares == (0.0, 1.0)


# Parameters


def test_a_click_beside_the_handle_chooses_at_once(
    panel: ModelPanel, heard: Heard, study: ReadStudy
) -> None:
    panel.show_sheet(sheet_of(study()))
    slider = row(panel, "Noise").slider
    beside = QPoint(slider.width() - 3, slider.height() // 2)
    QTest.mouseClick(slider, Qt.MouseButton.LeftButton, pos=beside)
    QApplication.processEvents()
    ((change,),) = heard.chosen
    assert change.what == "model.noise" and change.after > change.before


def test_a_press_beside_the_handle_brings_it_there_and_drags_it_on(
    panel: ModelPanel, heard: Heard, study: ReadStudy
) -> None:
    panel.show_sheet(sheet_of(study()))
    slider = row(panel, "Noise").slider
    button, middle = Qt.MouseButton.LeftButton, slider.height() // 2
    right = [QPoint(slider.width() - away, middle) for away in (8, 40, 70)]
    QTest.mousePress(slider, button, pos=right[0])
    assert slider.value() == slider.maximum()
    for place in right[1:]:
        QTest.mouseMove(slider, place)
        assert abs(slider.x_at(slider.value()) - place.x()) <= 1.0
    before = slider.value()
    QTest.mouseRelease(slider, button, pos=right[-1])
    QApplication.processEvents()
    ((change,),) = heard.chosen  # one gesture, one change
    assert slider.value() == before
    assert change.after == pytest.approx(row(panel, "Noise").value)
    on_it = QPoint(round(slider.x_at(before)) + 5, middle)  # on the handle nothing moves
    QTest.mouseClick(slider, button, pos=on_it)
    QApplication.processEvents()
    assert slider.value() == before and len(heard.chosen) == 1


def test_a_slider_tries_while_it_moves_and_chooses_when_let_go(
    panel: ModelPanel, heard: Heard, study: ReadStudy
) -> None:
    read = study()
    panel.show_sheet(sheet_of(read))
    slider = row(panel, "Noise").slider
    slider.setSliderDown(True)
    for step in (600, 650, 700):
        slider.setValue(step)
    assert heard.tried == []  # not before the event loop turns
    QApplication.processEvents()
    assert len(heard.tried) == 1
    slider.setValue(750)
    QApplication.processEvents()
    assert len(heard.tried) == 2
    assert heard.chosen == []
    slider.setSliderDown(False)
    QApplication.processEvents()
    (change,) = heard.chosen[0]
    assert (change.what, change.before) == ("model.noise", 1.0)
    assert change.after == pytest.approx(10**0.5, rel=5e-3)
    assert row(panel, "Noise").field.text() == written(float(str(change.after)))
    assert (len(heard.tried), len(heard.chosen)) == (2, 1)


def test_a_number_that_keys_moved_is_chosen_with_the_drag_that_follows(
    panel: ModelPanel, heard: Heard, study: ReadStudy, qtbot: QtBot
) -> None:
    panel.show_sheet(sheet_of(study()))
    noise = row(panel, "Noise")
    noise._settling.setInterval(1)
    QTest.keyClick(noise.slider, RIGHT)
    noise.slider.setSliderDown(True)
    noise.slider.setValue(750)
    qtbot.wait(30)
    assert heard.chosen == [] and noise.is_held
    noise.slider.setSliderDown(False)
    (change,) = heard.chosen[0]
    assert len(heard.chosen) == 1 and change.after == pytest.approx(10**0.5, rel=5e-3)


def test_a_press_that_moves_nothing_chooses_what_keys_moved_before(
    panel: ModelPanel, heard: Heard, study: ReadStudy
) -> None:
    panel.show_sheet(sheet_of(study()))
    slider = row(panel, "Noise").slider
    QTest.keyClick(slider, RIGHT)
    slider.setSliderDown(True)
    slider.setSliderDown(False)
    assert len(heard.chosen) == 1


def test_a_try_that_is_chosen_is_not_told_afterwards(
    panel: ModelPanel, heard: Heard, study: ReadStudy
) -> None:
    panel.show_sheet(sheet_of(study()))
    slider = row(panel, "Noise").slider
    slider.setSliderDown(True)
    slider.setValue(600)
    slider.setSliderDown(False)
    QApplication.processEvents()
    assert (len(heard.tried), len(heard.chosen)) == (0, 1)


def test_a_slider_back_where_it_was_ends_the_try(
    panel: ModelPanel, heard: Heard, study: ReadStudy
) -> None:
    panel.show_sheet(sheet_of(study()))
    slider = row(panel, "Noise").slider
    slider.setSliderDown(True)
    slider.setValue(600)
    slider.setValue(500)
    slider.setSliderDown(False)
    assert heard.chosen == [()]


def test_keys_on_a_slider_are_chosen_when_they_rest(
    panel: ModelPanel, heard: Heard, study: ReadStudy, qtbot: QtBot
) -> None:
    panel.show_sheet(sheet_of(study()))
    slider = row(panel, "Link reach").slider
    before = row(panel, "Link reach").value
    for _ in range(3):
        QTest.keyClick(slider, RIGHT)
    QApplication.processEvents()
    assert heard.chosen == []
    with qtbot.waitSignal(panel.settings_chosen, timeout=2000):
        pass
    assert len(heard.chosen) == 1
    after = sheet_of(folded(study(), heard.chosen[0])).reaches[0].value
    assert after == row(panel, "Link reach").value > before


@pytest.mark.parametrize(
    ("title", "written_by_hand"), [("Noise", "0.5"), ("Length scale", "2,5"), ("Link reach", "40")]
)
def test_a_field_is_chosen_on_enter(
    panel: ModelPanel, heard: Heard, study: ReadStudy, title: str, written_by_hand: str
) -> None:
    read = study()
    panel.show_sheet(sheet_of(read))
    field = row(panel, title).field
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, written_by_hand)
    assert heard.chosen == []
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert len(heard.chosen) == 1
    sheet = sheet_of(folded(read, heard.chosen[0]))
    found = {
        "Noise": sheet.noise,
        "Length scale": sheet.length_scales[0].value,
        "Link reach": sheet.reaches[0].value,
    }
    assert found[title] == float(written_by_hand.replace(",", "."))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("-1", "must be above 0"),
        ("0", "must be above 0"),
        ("", "must be a number"),
        ("two", "must be a number"),
        ("nan", "must be a number"),
        ("1e9", "must be at most 1,000,000"),
        ("1e-9", "must be at least 0.000001"),
        ("1.5", ""),
    ],
)
def test_a_field_says_what_is_wrong(
    panel: ModelPanel, heard: Heard, study: ReadStudy, text: str, problem: str
) -> None:
    panel.show_sheet(sheet_of(study()))
    noise = row(panel, "Noise")
    noise.field.setFocus()
    noise.field.selectAll()
    if text:
        QTest.keyClicks(noise.field, text)
    else:
        QTest.keyClick(noise.field, Qt.Key.Key_Backspace)
    assert noise.problem.text() == problem
    assert noise.problem.isVisible() == bool(problem)
    assert noise.field.property("tone") == ("bad" if problem else "")
    assert noise.field.accessibleDescription() == problem
    QTest.keyClick(noise.field, Qt.Key.Key_Return)
    assert bool(heard.chosen) == (not problem)


def test_a_field_that_is_left_wrong_shows_what_holds(
    panel: ModelPanel, heard: Heard, study: ReadStudy
) -> None:
    panel.show_sheet(sheet_of(study()))
    noise = row(panel, "Noise")
    noise.field.setFocus()
    noise.field.selectAll()
    QTest.keyClicks(noise.field, "-3")
    panel.inference.setFocus()
    QApplication.processEvents()
    assert noise.field.text() == "1.00"
    assert noise.problem.text() == ""
    assert heard.chosen == []


def test_a_field_that_nobody_wrote_in_tells_nothing(
    panel: ModelPanel, heard: Heard, study: ReadStudy
) -> None:
    panel.show_sheet(sheet_of(study("[model]\nnoise = 0.123456\n")))
    field = row(panel, "Noise").field
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Return)
    panel.inference.setFocus()
    assert heard.chosen == []


def test_scales_there_and_back() -> None:
    for scale in (Scale(0.1, 10.0, True, 1e-6, 1e6), Scale(0.0, 2.0, False, 1e-3, 1e6)):
        for step in range(0, 1001, 50):
            assert scale.step_of(scale.value_at(step)) == pytest.approx(step, abs=2)
        assert scale.step_of(1e5) == 1000
    assert Scale(0.1, 10.0, True, 1e-6, 1e6).step_of(1.0) == 500
    assert Scale(0.0, 2.0, False, 1e-3, 1e6).value_at(0) == 1e-3


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,000", 1000.0),
        ("0,5", 0.5),
        ("−2", -2.0),
        ("1,234.5", 1234.5),
        ("1,2,3", None),
        ("", None),
    ],
)
def test_numbers_as_people_write_them(text: str, value: float | None) -> None:
    assert number_in(text) == value


@pytest.mark.parametrize(
    ("value", "text"), [(0.05, "0.050"), (1.0, "1.00"), (12.5, "12.5"), (1000.0, "1,000")]
)
def test_numbers_as_they_are_written(value: float, text: str) -> None:
    assert written(value) == text
    assert number_in(text) == value


def test_scrolling_past_changes_nothing(panel: ModelPanel, study: ReadStudy) -> None:
    panel.show_sheet(sheet_of(study(SHARES)))
    inputs: list[QWidget] = [
        row(panel, "Noise").slider, panel.inference, *panel.share_bar.handles,
    ]  # fmt: skip
    for widget in inputs:
        assert is_deaf_to_the_wheel(widget)
    assert row(panel, "Noise").value == 1.0
    assert panel.inference.currentIndex() == list(INFERENCE_TITLES).index("ep")


# Choices


def test_pseudo_inputs_are_offered_where_they_can_stand_for_the_prior(
    panel: ModelPanel, study: ReadStudy
) -> None:
    place = list(INFERENCE_TITLES).index("pseudo_inputs")
    with_links = sheet_of(study())
    features_alone = sheet_of(study("[[model.component]]\nkind = 'features'\n"))
    for each, is_offered in ((with_links, False), (features_alone, True), (with_links, False)):
        panel.show_sheet(each)
        item = panel.inference.model().item(place)
        assert item.isEnabled() is is_offered
        assert item.toolTip().startswith("Pseudo inputs see features only") is not is_offered


def test_ep_in_place_of_pseudo_inputs_is_said(panel: ModelPanel, study: ReadStudy) -> None:
    chosen = "[model]\ninference = 'pseudo_inputs'\n"
    alone = "[[model.component]]\nkind = 'features'\n"
    for settings, is_said in ((chosen, True), (chosen + alone, False), ("", False)):
        panel.show_sheet(sheet_of(study(settings)))
        assert panel.instead.isVisibleTo(panel) is is_said
        assert panel.instead.text().startswith("EP for now: pseudo inputs see") is is_said


def test_choosing_the_inference(panel: ModelPanel, heard: Heard, study: ReadStudy) -> None:
    read = study()
    panel.show_sheet(sheet_of(read))
    QTest.keyClick(panel.inference, Qt.Key.Key_Up)
    ((change,),) = heard.chosen
    assert (change.what, change.after) == ("model.inference", "incremental")
    folded(read, (change,))


# Learning and evidence


def test_learning_is_hidden_until_it_is_there(panel: ModelPanel, qtbot: QtBot) -> None:
    button = panel.evidence_row.learn_button
    assert not button.isVisible()
    panel.show_learning_possible("")
    assert button.isVisible()
    with qtbot.waitSignal(panel.learn_wanted):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    panel.show_learning_possible("There are no answers to learn from yet.")
    assert not button.isEnabled()
    assert button.toolTip() == "There are no answers to learn from yet."
    panel.show_learning_possible("")
    assert button.isEnabled()
    assert button.toolTip().startswith("Find the shares")


def test_while_it_learns(panel: ModelPanel, study: ReadStudy, qtbot: QtBot) -> None:
    panel.show_sheet(sheet_of(study()))
    panel.show_learning(LearningProgress(31, 50, -27.77, -26.56, 43))
    learning = panel.learning_row
    assert learning.isVisible()
    assert not panel.evidence_row.isVisible()
    assert learning.title.text() == "Learning from 43\u00a0answers"
    assert learning.step.text() == "step 31 of 50"
    assert (learning.bar.value(), learning.bar.maximum()) == (31, 50)
    assert learning.evidence.text() == "−27.77 → −26.56"
    assert not row(panel, "Noise").slider.isEnabled()
    with qtbot.waitSignal(panel.cancel_wanted):
        QTest.mouseClick(learning.cancel_button, Qt.MouseButton.LeftButton)
    panel.show_learning(None)
    assert not learning.isVisible()
    assert panel.evidence_row.isVisible()
    assert row(panel, "Noise").slider.isEnabled()


def test_evidence(panel: ModelPanel) -> None:
    panel.show_evidence(-27.774)
    assert panel.evidence_row.evidence.text() == "−27.77"
    panel.show_evidence(None)
    assert panel.evidence_row.evidence.text() == "–"


def test_learning_while_asking(panel: ModelPanel, heard: Heard, study: ReadStudy) -> None:
    read = study()
    panel.show_sheet(sheet_of(read))
    panel.idle_row.show_plan(LearningPlan(True, 23, 0, 20))
    assert panel.idle_row.box.isChecked()
    assert panel.idle_row.line.text() == "Learned after 20 answers; next after 40."
    QTest.mouseClick(panel.idle_row.box, Qt.MouseButton.LeftButton, pos=QPoint(10, 14))
    ((change,),) = heard.chosen
    assert (change.what, change.after) == ("model.learn_while_asking", False)
    assert folded(read, (change,)).settings.model.learn_while_asking is False


# Everyone


def test_a_study_that_is_only_read(panel: ModelPanel, heard: Heard, study: ReadStudy) -> None:
    reason = "This study is open read-only."
    panel.forbid(reason)
    panel.show_sheet(sheet_of(study()))
    for widget in focusable(panel):
        if widget is panel.components_button:  # it shows another panel, and changes nothing
            continue
        assert not widget.isEnabled()
        assert widget.toolTip() == reason or widget.parent() is panel.share_bar
    drag(panel.share_bar, panel.share_bar.shares[0], 0.1)
    assert (heard.tried, heard.chosen) == ([], [])


def test_whatever_takes_keys_has_a_name_of_its_own(panel: ModelPanel, study: ReadStudy) -> None:
    panel.show_learning_possible("")
    panel.show_sheet(sheet_of(study("[response]\ntie = true\n[model]\nhorizon = 3\n", TWO)))
    names = [widget.accessibleName() for widget in focusable(panel)]
    assert all(names)
    assert {"Noise", "Noise in figures", "Tie width", "Reach of far", "Inference"} <= set(names)
    assert {"Share of near against far", "Learn from the answers"} <= set(names)
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("width", [350, 396, 478])
@pytest.mark.usefixtures("dressed")
def test_nothing_is_cut_off(panel: ModelPanel, study: ReadStudy, qtbot: QtBot, width: int) -> None:
    panel.show_sheet(sheet_of(study("[response]\ntie = true\n[model]\nhorizon = 3\n", TWO)))
    panel.idle_row.show_plan(LearningPlan(True, 1285, 0, 1285, is_taken_back=True))
    panel.resize(width, 220)
    qtbot.waitUntil(lambda: panel.share_bar.width() <= width, timeout=1000)
    assert panel.width() == width
    for widget in [*focusable(panel), panel.share_bar]:
        right = widget.mapTo(panel, QPoint(widget.width(), 0)).x()
        assert right <= width, widget.objectName()
    QApplication.processEvents()
    line = panel.idle_row.line
    assert line.height() >= line.heightForWidth(line.width())


@pytest.mark.usefixtures("dressed")
def test_it_needs_no_scrolling_in_its_place(panel: ModelPanel, study: ReadStudy) -> None:
    panel.show_learning_possible("")
    panel.show_sheet(sheet_of(study()))
    panel.resize(478, 269)  # what the largest layout has for it
    QApplication.processEvents()
    (area,) = panel.findChildren(QScrollArea)
    assert area.verticalScrollBar().maximum() == 0


def test_what_was_learned_last_can_be_read_again(panel: ModelPanel) -> None:
    line = panel.learned_line
    assert line.isHidden()
    found = LearnedLast(20, "2026-11-18T07:12:00.000Z", "Links explain 62 % of the differences.")
    panel.show_plan(LearningPlan(True, 25, 0, 20, learned=found))
    assert line.isVisible() and line.sentence.text() == found.found
    assert line.when.text().startswith("Learned 1") and line.when.text().endswith("20\u00a0answers")
    tried = LearnedLast(24, found.at, "Links explain 61 % of the differences.")
    panel.show_plan(LearningPlan(True, 25, 0, 20, learned=found, tried=tried))
    assert line.sentence.text() == tried.found
    panel.show_plan(LearningPlan(True, 25, 0, 20, is_taken_back=True, learned=found))
    assert line.isHidden()


@pytest.mark.usefixtures("dressed")
@pytest.mark.parametrize("height", range(190, 261, 7))
def test_no_row_is_cut_by_the_edge_of_those_that_scroll(
    panel: ModelPanel, study: ReadStudy, height: int
) -> None:
    panel.show_sheet(sheet_of(study()))
    panel.resize(478, height)
    QApplication.processEvents()
    area = panel.findChild(RowsArea)
    edge = area.viewport().height()
    rows = [panel.share_bar, *panel.rows, panel.inference, panel.idle_row.box]
    inside = area.widget()
    for each in rows:
        top = each.mapTo(inside, QPoint(0, 0)).y()
        assert top >= edge or top + each.height() <= edge


@pytest.mark.parametrize("width", [360, 396, 478])
def test_the_names_of_reaches_are_whole(
    dressed: None, panel: ModelPanel, study: ReadStudy, width: int
) -> None:
    links = "source,target,relation\na,b,country\nc,d,milk\n"
    panel.resize(width, 300)
    panel.show_sheet(sheet_of(study(links=links)))
    named = {row.title: row for row in panel.parameters.rows}
    row = named["Reach of country"]
    assert row._name.text() == row.title
    assert {each._name.width() for each in named.values()} == {panel._choice_name.width()}
    assert row.slider.width() > 100
    panel.show_sheet(sheet_of(study(links=links.replace("country", "country of the dairy"))))
    long = next(row for row in panel.parameters.rows if "dairy" in row.title)
    assert "…" in long._name.text() and long._name.width() == MOST_LABEL
    assert panel._choice_name.width() == MOST_LABEL
