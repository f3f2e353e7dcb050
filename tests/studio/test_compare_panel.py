"""Compare: what is answered by button and key, what waits and why, and what is said."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QGraphicsView,
    QLineEdit,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from prefstudio.studio.card_content import CardContent
from prefstudio.studio.fonts import load_fonts
from prefstudio.studio.media.mixer import Heard, Mixer
from prefstudio.studio.media.outlet import NO_DEVICE, Outlet
from prefstudio.studio.media.player import Player
from prefstudio.studio.panels.compare_gate import waiting_words
from prefstudio.studio.panels.compare_keys import KEYS as NAMED_KEYS
from prefstudio.studio.panels.compare_keys import SEVEN_KEYS, leaves_keys
from prefstudio.studio.panels.compare_meter import APART, BESIDE_BAR
from prefstudio.studio.panels.compare_panel import ComparePanel
from prefstudio.studio.panels.compare_saying import Saying
from prefstudio.studio.panels.compare_why import MISSED, NO_SOUND, NO_TIE
from prefstudio.studio.panels.left_words import FORECAST_TIP, MAY_END_TIP, RUNS_OUT_TIP
from prefstudio.studio.style_sheet import style_sheet
from prefstudio.studio.theme import LIGHT
from prefstudio.study.comparisons import Outcome
from prefstudio.study.events import Policy
from prefstudio.study.forecast import Forecast
from prefstudio.study.items import ItemType
from prefstudio.study.reason import Reason
from prefstudio.study.settings import AudioSettings, ResponseSettings
from prefstudio.study.standing import Standing
from tests.studio.test_media import Shelf, wav

LEFT = Qt.MouseButton.LeftButton
KEY = Qt.Key
MATRIX = CardContent("Matrix", "A text.", (("compared", "never"),), position=0)
ORIGINAL = CardContent("Original", "A text.", (("compared", "never"),), position=2)
SHELF = Shelf(a=wav(np.full(4000, 0.5)), b=wav(np.full(4000, 0.5)))
SOUND_A = CardContent("Loud", kind=ItemType.AUDIO, path="a", position=0)
SOUND_B = CardContent("Soft", kind=ItemType.AUDIO, path="b", position=1)
WITH_TIE = ResponseSettings(tie=True)


class PulledOutlet(Outlet):
    def open(self) -> None:
        self.opened.emit(8000)

    def play(self, mixer: Mixer) -> None:
        self.mixer = mixer

    def close(self) -> None:
        pass


@pytest.fixture
def outlet() -> PulledOutlet:
    return PulledOutlet()


@pytest.fixture
def room(qtbot: QtBot, outlet: PulledOutlet) -> Iterator[QWidget]:
    """A window with Compare and what takes the keys away from it."""
    load_fonts()  # the program measures its words in letters of its own
    window = QWidget()
    window.setStyleSheet(style_sheet(LIGHT))
    compare = ComparePanel(player=Player(outlet=outlet))
    compare.reduce_motion(True)
    compare.use(WITH_TIE, AudioSettings(), SHELF)
    column = QVBoxLayout(window)
    for each in (compare, QLineEdit(), QTableView(), QGraphicsView(), QPushButton("Other")):
        column.addWidget(each)
    qtbot.addWidget(window)
    window.resize(508, 900)
    window.show()
    compare.show_pair(MATRIX, ORIGINAL)
    compare.setFocus()
    yield window
    compare.close_media()


@pytest.fixture
def compare(room: QWidget) -> ComparePanel:
    found = room.findChild(ComparePanel)
    assert found is not None
    return found


@pytest.fixture
def said(compare: ComparePanel) -> list[Saying]:
    told: list[Saying] = []
    compare.answered.connect(told.append)
    return told


def button(room: QWidget, name: str) -> QAbstractButton:
    found = room.findChild(QAbstractButton, name)
    assert found is not None
    return found


def standing(**changed: object) -> Standing:
    ones = np.ones(4)
    values: dict[str, object] = {"settled": 0.83, "top_k": 3, "n_top_right": 2.8, "goal": 0.9}
    return Standing(1, ones, ones, ones, ones / 4, 0.5, 0.5, **(values | changed))  # type: ignore[arg-type]


def plain(words: str) -> str:
    return words.replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("name", "outcome"),
    [
        ("answer_a", Outcome.A),
        ("answer_tie", Outcome.TIE),
        ("answer_b", Outcome.B),
        ("answer_skip", Outcome.SKIP),
    ],
)
def test_every_button_answers(
    qtbot: QtBot, room: QWidget, said: list[Saying], name: str, outcome: Outcome
) -> None:
    qtbot.mouseClick(button(room, name), LEFT)
    assert said == [Saying(outcome)]


KEYS = {
    **dict.fromkeys((KEY.Key_Left, KEY.Key_A, KEY.Key_1), Outcome.A),
    **dict.fromkeys((KEY.Key_Right, KEY.Key_B, KEY.Key_2), Outcome.B),
    **dict.fromkeys((KEY.Key_Down, KEY.Key_0), Outcome.TIE),
    KEY.Key_S: Outcome.SKIP,
}


@pytest.mark.parametrize("key", KEYS)
def test_every_key_answers(
    qtbot: QtBot, compare: ComparePanel, said: list[Saying], key: Qt.Key
) -> None:
    qtbot.keyClick(compare, key)
    assert said == [Saying(KEYS[key])]


def test_a_key_before_the_next_pair_is_not_taken_and_that_is_said(
    qtbot: QtBot, compare: ComparePanel
) -> None:
    compare.show_waiting()
    with qtbot.assertNotEmitted(compare.answered):
        compare.keys.pressed.emit("a")
    assert compare.why.words.text() == MISSED
    compare.show_pair(CardContent("One"), CardContent("Two"))
    assert compare.why.words.text() == MISSED  # long enough to be read
    with qtbot.waitSignal(compare.answered):
        compare.keys.pressed.emit("b")
    assert compare.why.words.text() != MISSED


def test_a_key_for_an_answer_that_is_not_offered_says_so(
    qtbot: QtBot, compare: ComparePanel
) -> None:
    compare.show_response(ResponseSettings(tie=False))
    with qtbot.assertNotEmitted(compare.answered):
        qtbot.keyClick(compare, Qt.Key.Key_Down)
    assert compare.why.words.text() == NO_TIE


@pytest.mark.parametrize("key", [Qt.Key.Key_Down, Qt.Key.Key_0])
def test_what_is_not_offered_stands_out_long_enough_to_be_read(
    qtbot: QtBot, compare: ComparePanel, key: Qt.Key
) -> None:
    compare.show_response(ResponseSettings(tie=False))
    compare.show_pair(CardContent("One"), CardContent("Two"))
    reason = Reason(Policy.CRITERION, 0.38, 1, True, 3)
    compare.show_reason(reason)
    usual = compare.why.words.text()
    assert compare.why.bulb.isVisible() and not compare.why.sign.isVisible()
    qtbot.keyClick(compare, key)
    why = compare.why
    assert why.words.text() == NO_TIE != usual
    assert why.sign.isVisible() and not why.bulb.isVisible()
    assert why.words.font().weight() > 500 and why.words.property("tone") == "1"
    assert why._missed.remainingTime() > 6000
    compare.show_reason(reason)  # as with new numbers
    assert why.words.text() == NO_TIE
    why.forget_miss()
    assert why.words.text() == usual
    assert why.bulb.isVisible() and not why.sign.isVisible()
    assert why.words.font().weight() < 500 and why.words.property("tone") == "2"


def test_a_key_that_is_held_answers_once(compare: ComparePanel) -> None:
    shortcuts = compare.findChildren(QShortcut)
    named = NAMED_KEYS | SEVEN_KEYS
    assert len(shortcuts) == len(named)
    bound = {key.toString() for shortcut in shortcuts for key in QShortcut.keys(shortcut)}
    assert bound == {key for keys in named.values() for key in keys}
    assert not any(shortcut.autoRepeat() for shortcut in shortcuts)


@pytest.mark.parametrize("kind", [QLineEdit, QTableView, QGraphicsView])
def test_arrows_belong_to_fields_tables_and_matrices_that_have_the_focus(
    qtbot: QtBot, room: QWidget, compare: ComparePanel, said: list[Saying], kind: type[QWidget]
) -> None:
    other = room.findChild(kind)
    assert other is not None
    assert not leaves_keys(other)
    other.setFocus()
    qtbot.waitUntil(other.hasFocus)
    for key in (KEY.Key_Left, KEY.Key_A, KEY.Key_S, KEY.Key_Down):
        qtbot.keyClick(other, key)
    assert said == []
    compare.setFocus()
    qtbot.keyClick(compare, KEY.Key_Left)
    assert said == [Saying(Outcome.A)]


def test_keys_answer_while_a_button_elsewhere_has_the_focus(
    qtbot: QtBot, room: QWidget, said: list[Saying]
) -> None:
    (other,) = (each for each in room.findChildren(QPushButton) if each.text() == "Other")
    other.setFocus()
    qtbot.waitUntil(other.hasFocus)
    qtbot.keyClick(other, KEY.Key_Right)
    assert said == [Saying(Outcome.B)]


def test_listening_everywhere_can_be_ended(
    qtbot: QtBot, room: QWidget, compare: ComparePanel, said: list[Saying]
) -> None:
    (other,) = (each for each in room.findChildren(QPushButton) if each.text() == "Other")
    other.setFocus()
    qtbot.waitUntil(other.hasFocus)
    compare.listen_everywhere(False)
    qtbot.keyClick(other, KEY.Key_Right)
    assert said == []


def test_no_tie_where_the_study_allows_none(
    qtbot: QtBot, room: QWidget, compare: ComparePanel, said: list[Saying]
) -> None:
    compare.show_response(ResponseSettings(tie=False))
    tie = button(room, "answer_tie")
    assert tie.isHidden()
    qtbot.keyClick(compare, KEY.Key_Down)
    compare.press(Outcome.TIE)
    assert said == []
    compare.press(Outcome.B)
    assert said == [Saying(Outcome.B)]
    assert button(room, "answer_a").size() == button(room, "answer_b").size()
    compare.show_response(ResponseSettings(tie=True, tie_label="Both alike"))
    assert tie.isVisible()
    assert tie.accessibleName() == "Both alike"


@pytest.mark.parametrize("width", [380, 408, 480, 481, 483])
def test_answers_are_equally_wide_and_their_words_have_room(
    compare: ComparePanel, room: QWidget, width: int
) -> None:
    compare.setFixedWidth(width)
    room.layout().activate()  # type: ignore[union-attr]
    buttons = [button(room, name) for name in ("answer_a", "answer_tie", "answer_b")]
    assert len({each.size().toTuple() for each in buttons}) == 1
    assert all(each.width() >= each.minimumSizeHint().width() for each in buttons)
    assert all(each.height() == 46 for each in buttons)


STRENGTHS = [3, 2, 1, 0, -1, -2, -3]


@pytest.mark.parametrize("place", range(7))
def test_seven_buttons_say_by_how_much(
    qtbot: QtBot, compare: ComparePanel, said: list[Saying], place: int
) -> None:
    compare.show_response(ResponseSettings(scale="strength7"))
    shown = list(compare.answers.shown.values())
    assert len(shown) == 7
    strength = STRENGTHS[place]
    outcome = {1: Outcome.A, 0: Outcome.TIE, -1: Outcome.B}[int(np.sign(strength))]
    qtbot.mouseClick(shown[place], LEFT)
    qtbot.keyClick(compare, Qt.Key(KEY.Key_1.value + place))
    assert said == [Saying(outcome, strength)] * 2
    assert shown[0].accessibleName() == "A is much better, 1 of 7"
    assert shown[6].accessibleName() == "B is much better, 7 of 7"
    assert all(min(each.width(), each.height()) >= 28 for each in shown)


def test_waiting_empty_closed_and_forbidden_take_no_answer(
    qtbot: QtBot, room: QWidget, compare: ComparePanel, said: list[Saying]
) -> None:
    compare.show_waiting()
    qtbot.keyClick(compare, KEY.Key_Left)
    compare.show_empty("Every pair has been asked.", "Undo takes the latest answer back.")
    assert compare.empty.title.isVisible()
    qtbot.keyClick(compare, KEY.Key_Left)
    compare.show_pair(MATRIX, ORIGINAL, "Looking back: return to now to answer.")
    assert compare.why.words.text() == "Looking back: return to now to answer."
    qtbot.keyClick(compare, KEY.Key_Left)
    qtbot.keyClick(compare, KEY.Key_S)
    assert said == []
    compare.show_pair(MATRIX, ORIGINAL)
    assert button(room, "answer_a").isEnabled()
    compare.show_undo("Undo answer: b over e")
    compare.forbid("Read-only: it is open elsewhere.")
    for name in ("answer_a", "answer_tie", "answer_b", "answer_skip", "undo"):
        assert not button(room, name).isEnabled(), name
    assert not compare.report_button.isEnabled()
    assert button(room, "answer_a").toolTip() == "Read-only: it is open elsewhere."
    assert button(room, "undo").toolTip() == "Read-only: it is open elsewhere."


def test_undo_names_what_it_takes_back(qtbot: QtBot, room: QWidget, compare: ComparePanel) -> None:
    undo = button(room, "undo")
    compare.show_undo("")
    assert not undo.isEnabled()
    compare.show_undo("Undo answer: b over e")
    assert undo.accessibleName() == "Undo answer: b over e"
    with qtbot.waitSignal(compare.undo_clicked):
        qtbot.mouseClick(undo, LEFT)


def test_a_problem_is_reported_by_its_letter(qtbot: QtBot, compare: ComparePanel) -> None:
    assert compare.controls == [compare.report_button]
    entries: dict[str, QAction] = compare.report_button.entries
    assert entries["b"].text() == "Report a problem with B (Original)…"
    with qtbot.waitSignal(compare.problem_reported) as told:
        entries["b"].trigger()
    assert told.args == ["b"]


def test_why_is_said_and_a_closed_pair_says_why_it_is_closed(compare: ComparePanel) -> None:
    reason = Reason(Policy.CRITERION, 0.38, 1, True, 3)
    compare.show_reason(reason)
    words = (
        "Decides 1st place: 38 % chance the current order is wrong. Also informs three other items."
    )
    assert plain(compare.why.words.text()) == words
    assert compare.why.bulb.isVisible()
    compare.show_pair(MATRIX, ORIGINAL, "Closed.")
    compare.show_reason(reason)
    assert compare.why.words.text() == "Closed."
    compare.show_pair(MATRIX, ORIGINAL)
    assert plain(compare.why.words.text()) == words
    height = compare.why.height()
    compare.show_reason(None)
    assert compare.why.words.text() == ""
    assert compare.why.height() == height  # nothing jumps
    tip = compare.why.words.toolTip()
    assert "about the true order; P(A ≻ B) is about what one answer will say" in tip


@pytest.mark.parametrize(
    ("n_answers", "changed", "forecast", "n_never", "expected"),
    [
        (43, {}, (39, 90), None, "43 answers · top 3 settled 83 % · about 39 to 90 left"),
        (1, {}, (39, 90), None, "1 answer · top 3 settled 83 %"),
        (4, {}, (39, 90), 0, "4 answers · top 3 settled 83 %"),
        (5, {}, (39, 39), None, "5 answers · top 3 settled 83 % · about 39 left"),
        (9, {}, (39, None), None, "9 answers · top 3 settled 83 % · at least 39 left"),
        (9, {}, (None, None), None, "9 answers · top 3 settled 83 % · many more left"),
        (9, {}, (None, None, 4), None, "9 answers · top 3 settled 83 % · 4 pairs left"),
        (9, {}, (None, None, 1), None, "9 answers · top 3 settled 83 % · 1 pair left"),
        (9, {}, (2, None, 4), None, "9 answers · top 3 settled 83 % · at least 2 of 4 left"),
        (9, {}, (4, None, 4), None, "9 answers · top 3 settled 83 % · at least 4 of 4 left"),
        (10, {}, (None, None, 0), None, "10 answers · top 3 settled 83 %"),
        (9, {"top_k": 1}, (0, 0), None, "9 answers · best one settled 83 %"),
        (9, {"top_k": None, "n_top_right": None}, None, 0, "9 answers · order settled 83 %"),
        (
            1180,
            {"top_k": 20, "n_top_right": 7.3, "settled": 0.0},
            None,
            826,
            "1,180 answers · about 7 of the top 20 right · 826 never asked",
        ),
    ],
)
def test_meter(
    compare: ComparePanel,
    n_answers: int,
    changed: dict[str, object],
    forecast: tuple[int | None, ...] | None,
    n_never: int | None,
    expected: str,
) -> None:
    foretold = None if forecast is None else Forecast(1, *forecast)
    compare.show_meter(n_answers, standing(**changed), foretold, n_never)
    meter = compare.meter
    assert plain(meter.text) == expected
    # The goal is that all of the top are right, so it has no place on a bar of their share.
    share, goal = (7.3 / 20, None) if changed.get("top_k") == 20 else (0.83, 0.9)
    assert meter.bar.share == pytest.approx(share)
    assert meter.bar.goal == goal
    assert ("90\u00a0%" in meter.bar.toolTip()) == (goal is not None)
    parts = [each for each in meter.findChildren(QWidget) if each.isVisible()]
    parts.sort(key=lambda each: each.x())
    assert all(one.geometry().right() < two.x() for one, two in itertools.pairwise(parts))
    assert parts[-1].geometry().right() < meter.width()


@pytest.mark.parametrize("forecast", [(0, 0), (4, 12), (None, None, 0), (None, None)])
@pytest.mark.parametrize("settled", [0.9, 0.97])
def test_a_goal_that_the_meter_shows_as_reached_is_reached(
    compare: ComparePanel, settled: float, forecast: tuple[int | None, ...]
) -> None:
    compare.show_meter(9, standing(settled=settled), Forecast(1, *forecast))
    assert compare.meter.text.endswith("goal reached")


def test_pairs_that_end_before_the_goal_are_told_from_a_forecast(compare: ComparePanel) -> None:
    tips = []
    for forecast in (Forecast(1, None, None, 112), Forecast(1, 39, None, 112), Forecast(1, 39, 90)):
        compare.show_meter(8, standing(), forecast)
        meter = compare.meter
        tips.append({each.toolTip() for each in (meter.left, meter.left_after)})
    assert tips[1:] == [{MAY_END_TIP}, {FORECAST_TIP}]
    assert tips[0] == {RUNS_OUT_TIP}
    assert "not expected to be reached before all pairs are asked" in RUNS_OUT_TIP


def test_the_order_says_why_it_is_half_settled_before_any_answer(compare: ComparePanel) -> None:
    compare.show_meter(0, standing(top_k=None, n_top_right=None, settled=0.5))
    for part in (compare.meter.settled, compare.meter.bar):
        assert "it is 50 %, since a coin would get half the pairs right" in part.toolTip()
    compare.show_meter(0, standing(settled=0.2))
    assert "coin" not in compare.meter.settled.toolTip()


def test_what_is_not_known_is_not_said(compare: ComparePanel) -> None:
    compare.show_meter(7)
    assert plain(compare.meter.text) == "7 answers"
    assert not compare.meter.bar.isVisible()


def load_sounds(qtbot: QtBot, compare: ComparePanel, must_play: str = "off") -> None:
    compare.show_response(replace(WITH_TIE, must_play=must_play))
    compare.show_pair(SOUND_A, SOUND_B)
    qtbot.waitUntil(lambda: compare.player.playing.lengths_s == (0.5, 0.5), timeout=5000)


def test_keys_of_sounds_are_there_with_sounds_only(
    qtbot: QtBot, room: QWidget, compare: ComparePanel
) -> None:
    switch, play = button(room, "switch_sound"), button(room, "play_sound")
    assert switch.isHidden()
    assert play.isHidden()
    load_sounds(qtbot, compare)
    assert switch.isVisible()
    qtbot.keyClick(compare, KEY.Key_Space)
    assert compare.player.playing.heard == 0
    qtbot.keyClick(compare, KEY.Key_Up)
    assert compare.player.playing.heard == 1
    qtbot.keyClick(compare, KEY.Key_X)
    assert compare.player.playing.heard == 0
    qtbot.keyClick(compare, KEY.Key_Space)
    assert compare.player.playing.heard is None
    compare.show_pair(MATRIX, ORIGINAL)
    assert switch.isHidden()


def test_what_cannot_be_heard_cannot_be_pressed_and_says_why(
    qtbot: QtBot, room: QWidget, compare: ComparePanel, outlet: PulledOutlet
) -> None:
    load_sounds(qtbot, compare)
    switch, play = button(room, "switch_sound"), button(room, "play_sound")
    assert switch.isEnabled() and play.isEnabled()
    outlet.failed.emit(NO_DEVICE)
    for each in (switch, play):
        assert not each.isEnabled()
        assert (each.toolTip(), each.accessibleDescription()) == (NO_DEVICE, NO_DEVICE)
    qtbot.keyClick(compare, KEY.Key_Space)
    assert compare.why.words.text() == NO_SOUND
    compare.player.try_again()
    assert switch.isEnabled() and play.isEnabled()
    assert play.toolTip() == ""


def test_space_presses_a_button_once_tab_was_used(
    qtbot: QtBot, room: QWidget, compare: ComparePanel, said: list[Saying]
) -> None:
    load_sounds(qtbot, compare)
    focused = button(room, "answer_b")
    qtbot.mouseClick(focused, LEFT)
    assert not focused.hasFocus()
    compare.show_pair(SOUND_A, SOUND_B)
    said.clear()
    focused.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(focused, KEY.Key_Space)
    assert [saying.outcome for saying in said] == [Outcome.B]
    assert compare.player.playing.heard is None


def test_what_was_heard_is_told_with_the_answer(
    qtbot: QtBot, compare: ComparePanel, outlet: PulledOutlet, said: list[Saying]
) -> None:
    load_sounds(qtbot, compare)
    qtbot.keyClick(compare, KEY.Key_Space)
    outlet.mixer.read(800)
    qtbot.keyClick(compare, KEY.Key_Up)
    outlet.underran.emit()
    qtbot.keyClick(compare, KEY.Key_Left)
    assert said == [Saying(Outcome.A, None, 1, 1, 1, 1)]
    assert compare.player.playing.heard is None
    load_sounds(qtbot, compare)
    qtbot.keyClick(compare, KEY.Key_Left)
    assert said[-1] == Saying(Outcome.A, None, 0, 0, 0, 0)  # the same two, but heard anew


def test_both_must_be_heard_where_the_study_says_so(
    qtbot: QtBot, room: QWidget, compare: ComparePanel, said: list[Saying]
) -> None:
    load_sounds(qtbot, compare, "started")
    hint = compare.caps.hint
    assert hint.text() == "Listen to both first"
    assert hint.isVisible()
    assert not button(room, "answer_a").isEnabled()
    assert button(room, "answer_skip").isEnabled()
    qtbot.mouseClick(button(room, "play_a"), LEFT)
    assert hint.text() == "Listen to B first"
    qtbot.keyClick(compare, KEY.Key_Left)
    assert said == []
    qtbot.keyClick(compare, KEY.Key_Up)
    assert hint.text() == ""
    qtbot.keyClick(compare, KEY.Key_Left)
    assert len(said) == 1


@pytest.mark.parametrize(
    ("must_play", "heard", "expected"),
    [
        ("off", Heard(), ""),
        ("started", Heard((0, 1)), "Listen to A first"),
        ("started", Heard((2, 1)), ""),
        ("end", Heard((1, 1)), "Listen to both to the end first"),
        ("end", Heard((1, 1), 0, (True, False)), "Listen to B to the end first"),
        ("end", Heard((1, 1), 0, (True, True)), ""),
    ],
)
def test_gate(must_play: str, heard: Heard, expected: str) -> None:
    assert waiting_words(must_play, heard) == expected


def test_answers_are_announced_with_what_comes_next(qtbot: QtBot, compare: ComparePanel) -> None:
    compare.show_meter(43)
    qtbot.keyClick(compare, KEY.Key_Left)
    assert compare.announcer.announced == ""
    compare.show_pair(CardContent("Upmix 1"), CardContent("Stereo"))
    assert compare.announcer.announced == "Answer 44: Matrix better. Now Upmix 1 or Stereo."
    qtbot.keyClick(compare, KEY.Key_Down)
    compare.show_empty("Every pair has been asked.", "")
    assert compare.announcer.announced == "Answer 44: No preference. Every pair has been asked."


def test_focus_stays_in_compare_when_its_button_is_disabled(
    room: QWidget, compare: ComparePanel
) -> None:
    button(room, "answer_a").setFocus(Qt.FocusReason.TabFocusReason)
    compare.show_waiting()
    assert room.focusWidget() is compare


def test_everything_that_takes_keys_has_a_name_of_its_own(
    qtbot: QtBot, compare: ComparePanel
) -> None:
    load_sounds(qtbot, compare)
    takes_tab = Qt.FocusPolicy.TabFocus
    found = [
        each
        for each in compare.findChildren(QWidget)
        if each.focusPolicy() & takes_tab and each.isVisibleTo(compare)
    ]
    names = [each.accessibleName() for each in found]
    assert len(found) >= 9
    assert all(names)
    assert len(set(names)) == len(names)
    small = [each for each in found if min(each.width(), each.height()) < 28]
    assert small == []


def test_it_fits_into_its_smallest_size(qtbot: QtBot, room: QWidget, compare: ComparePanel) -> None:
    for content in (MATRIX, SOUND_A):
        compare.show_response(replace(WITH_TIE, must_play="started"))
        compare.show_pair(content, replace(content, name="Other"))
        compare.show_meter(43, standing(), Forecast(1, 39, 90))
        layout = compare.layout()
        assert layout is not None
        QTest.qWait(1)
        smallest = layout.minimumSize()
        assert smallest.width() <= 380
        assert smallest.height() <= 300


@pytest.mark.parametrize("width", [436, 600])
def test_the_bar_stays_where_it_is_from_answer_to_answer(
    room: QWidget, compare: ComparePanel, width: int
) -> None:
    room.resize(width, 462)
    places = set()
    told = (
        (0, 0.5, None, 16), (1, 0.6, None, 15), (4, 0.08, None, 9), (9, 0.61, (None, None), 7),
        (10, 0.7, (39, 90), 6), (24, 0.8, (100, 180), 3), (99, 0.9, (4, 4), 0),
        (120, 1.0, (0, 0), 0),
    )  # fmt: skip
    for n_answers, settled, forecast, n_never in told:
        foretold = None if forecast is None else Forecast(1, *forecast)
        changed = {"top_k": None, "n_top_right": None, "settled": settled}
        compare.show_meter(n_answers, standing(**changed), foretold, n_never)
        QApplication.processEvents()
        assert compare.meter.bar.isVisible()
        places.add((compare.meter.bar.x(), compare.meter.bar.width()))
    assert len(places) == 1


def test_the_bar_has_all_the_room_that_words_leave(room: QWidget, compare: ComparePanel) -> None:
    room.resize(436, 462)
    compare.show_meter(8, standing(top_k=1), Forecast(1, None, None, 7))
    QApplication.processEvents()
    meter = compare.meter
    kept = meter._pads[2].geometry().width()  # for words that are longer
    assert meter.left.x() - kept - APART == meter.bar.x() + meter.bar.width()
    assert meter.bar.x() == meter.settled.geometry().right() + 1 + BESIDE_BAR


def test_the_bar_stays_where_it_is_among_many_items(room: QWidget, compare: ComparePanel) -> None:
    room.resize(436, 462)
    places = set()
    for n_answers, right, n_never in (
        (0, 1.0, 300),
        (3, 4.0, 294),
        (15, 12.0, 276),
        (220, 20.0, 9),
    ):
        changed = {"top_k": 20, "n_top_right": right, "settled": 0.0}
        compare.show_meter(n_answers, standing(**changed), None, n_never)
        QApplication.processEvents()
        places.add(
            (compare.meter.bar.x(), compare.meter.bar.width(), compare.meter.bar.isVisible())
        )
    assert len(places) == 1
