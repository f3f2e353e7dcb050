"""History: where a person goes is told, and what is shown is what was said."""

from __future__ import annotations

import itertools
import time
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QHelpEvent, QTextDocumentFragment
from PySide6.QtWidgets import QAbstractButton, QApplication, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from prefstudio.studio.panels.history_answer import (
    FOUNDING,
    NEITHER,
    NO_ANSWER,
    NOT_COUNTED,
    NOTHING,
    PRIOR,
    HistoryAnswer,
)
from prefstudio.studio.panels.history_lines import HistoryLines
from prefstudio.studio.panels.history_panel import HistoryPanel
from prefstudio.studio.panels.history_strip import BACK, FORK
from prefstudio.studio.panels.replay_button import REPLAY_MS
from prefstudio.studio.plots.curve_plot import EARLIER
from prefstudio.studio.style_sheet import style_sheet
from prefstudio.studio.theme import DARK, LIGHT
from prefstudio.study.curve import Curve
from prefstudio.study.history import HistoryEntry


def answer(n_answers: int, revision: int, words: str = "", **more: object) -> HistoryEntry:
    fields = {"is_undone": False, "can_flip": True, **more}
    words = words or f"Item {n_answers} ≻ Stereo"
    return HistoryEntry(revision, f"e{revision}", n_answers, words, "answer", **fields)  # type: ignore[arg-type]


ENTRIES = (
    answer(1, 2, "Matrix ≻ Stereo"),
    answer(2, 4, "Mono ~ Stereo", can_flip=False),
    answer(2, 6, "Upmix ≻ Mono", is_undone=True, can_flip=False),
    HistoryEntry(8, "e8", 2, "Noise 1.00 → 0.80", "change", is_undone=False, can_flip=False),
    answer(3, 10, "Upmix ≻ Stereo"),
    answer(4, 12, "Original ≻ Mono"),
)


def curve_of(n_answers: int, goal: float | None = 0.9) -> Curve:
    return Curve(
        moment=1,
        n_answers=np.arange(n_answers + 1),
        settled=np.linspace(0.1, 0.8, n_answers + 1),
        goal=goal,
        words="top 3 settled",
        entries=(),
        briefing=None,  # type: ignore[arg-type]
    )


class Told:
    """What a panel told, in its order."""

    def __init__(self, panel: HistoryPanel) -> None:
        self.facts: list[tuple[str, object]] = []
        panel.moment_chosen.connect(self._on_chosen)
        panel.moment_settled.connect(self._on_settled)
        panel.returned_to_now.connect(self._on_returned)

    def _on_chosen(self, revision: int) -> None:
        self.facts.append(("chosen", revision))

    def _on_settled(self, revision: int) -> None:
        self.facts.append(("settled", revision))

    def _on_returned(self) -> None:
        self.facts.append(("now", None))


@pytest.fixture
def panel(qtbot: QtBot) -> HistoryPanel:
    made = HistoryPanel()
    qtbot.addWidget(made)
    made.setStyleSheet(style_sheet(LIGHT))
    made.show_theme(LIGHT)
    made.show_history(ENTRIES)
    made.show_curve(curve_of(4))
    made.show_moment(4, 13, is_past=False, is_fork=False)
    made.resize(408, 181)
    made.show()
    return made


@pytest.fixture
def told(panel: HistoryPanel) -> Told:
    return Told(panel)


def press(qtbot: QtBot, button: QAbstractButton) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def at(panel: HistoryPanel, n_answers: int) -> QPoint:
    return QPoint(round(panel.slider.x_of(n_answers)), panel.slider.height() // 2)


def test_the_curve_is_drawn_with_its_goal_and_dots(panel: HistoryPanel) -> None:
    places, heights = panel.plot.line.getData()
    np.testing.assert_array_equal(places, [0, 1, 2, 3, 4])
    np.testing.assert_allclose(heights, np.linspace(0.1, 0.8, 5))
    assert len(panel.plot.dots.getData()[0]) == 5
    np.testing.assert_array_equal(panel.plot.goal.getData()[1], [0.9, 0.9])
    assert panel.plot.goal_words.toPlainText() == "goal 90 %"
    np.testing.assert_array_equal(panel.plot.cursor.getData()[0], [4, 4])
    panel.show_curve(curve_of(4, goal=None))
    assert panel.plot.goal_words.toPlainText() == ""


def curve_through(values: list[float], goal: float) -> Curve:
    return replace(curve_of(len(values) - 1, goal), settled=np.array(values))


@pytest.mark.parametrize(
    ("values", "goal"),
    [
        ([0.5, 0.6, 0.65, 0.7, 0.73], 0.95),
        ([0.8, 0.82, 0.85, 0.9, 0.94], 0.95),
        ([0.97, 0.98, 0.98, 0.99, 0.99], 0.95),
        ([0.9, 0.9, 0.3, 0.2, 0.2], 0.9),
        ([0.1, 0.9, 0.1, 0.9, 0.1], 0.8),
    ],
)
@pytest.mark.parametrize("size", [(408, 190), (1552, 117)])
def test_the_words_of_the_goal_hide_nothing_of_the_curve(
    panel: HistoryPanel, values: list[float], goal: float, size: tuple[int, int]
) -> None:
    panel.resize(*size)
    panel.show_curve(curve_through(values, goal))
    QApplication.processEvents()
    plot = panel.plot
    words = plot.goal_words.mapRectToScene(plot.goal_words.boundingRect())
    box = plot.getViewBox()
    steps = np.linspace(0.0, 4.0, 801)
    heights = np.interp(steps, np.arange(5), values)
    points = [box.mapViewToScene(QPointF(*at)) for at in zip(steps, heights, strict=True)]
    assert not any(words.contains(point) for point in points)
    assert plot.scene().sceneRect().contains(words)


def test_the_curve_has_room_below_the_panels_of_a_large_window(panel: HistoryPanel) -> None:
    panel.resize(1552, 158 - 40 - panel.below)
    QApplication.processEvents()
    assert panel.plot.getViewBox().height() >= 61


@pytest.mark.parametrize("width", [350, 408, 1552])
def test_handle_and_dot_share_their_place(qtbot: QtBot, panel: HistoryPanel, width: int) -> None:
    panel.resize(width, 200)
    qtbot.wait(20)
    for n_answers in range(5):
        handle = panel.slider.mapTo(panel, at(panel, n_answers)).x()
        dot = panel.plot.mapTo(panel, QPoint(0, 0)).x() + panel.plot.x_of(n_answers)
        assert handle == pytest.approx(dot, abs=1.0)


def test_many_answers_have_no_dots(panel: HistoryPanel) -> None:
    panel.show_history(tuple(answer(k, k) for k in range(1, 122)))
    panel.show_curve(curve_of(121))
    assert len(panel.plot.dots.getData()[0]) == 0
    panel.show_history(tuple(answer(k, k) for k in range(1, 121)))
    panel.show_curve(curve_of(120))
    assert len(panel.plot.dots.getData()[0]) == 121


def test_dragging_tells_every_moment_and_letting_go_the_last(
    qtbot: QtBot, panel: HistoryPanel, told: Told
) -> None:
    left = Qt.MouseButton.LeftButton
    qtbot.mousePress(panel.slider, left, pos=at(panel, 4))
    for n_answers in (3, 2, 1):
        qtbot.mouseMove(panel.slider, at(panel, n_answers))
    assert told.facts == [("chosen", 10), ("chosen", 4), ("chosen", 2)]
    qtbot.mouseRelease(panel.slider, left, pos=at(panel, 1))
    assert told.facts[3:] == [("chosen", 2), ("settled", 2)]
    assert panel.answer.words.text() == "Matrix ≻ Stereo"


def test_letting_go_at_the_end_is_now(qtbot: QtBot, panel: HistoryPanel, told: Told) -> None:
    panel.show_moment(1, 2, is_past=True, is_fork=False)
    qtbot.mousePress(panel.slider, Qt.MouseButton.LeftButton, pos=at(panel, 4))
    assert told.facts == [("chosen", 12)]
    qtbot.mouseRelease(panel.slider, Qt.MouseButton.LeftButton, pos=at(panel, 4))
    assert told.facts[1:] == [("now", None)]


def test_a_held_handle_is_not_moved_by_what_is_shown(qtbot: QtBot, panel: HistoryPanel) -> None:
    qtbot.mousePress(panel.slider, Qt.MouseButton.LeftButton, pos=at(panel, 2))
    panel.show_moment(4, 12, is_past=False, is_fork=False)
    assert panel.slider.value() == 2
    np.testing.assert_array_equal(panel.plot.cursor.getData()[0], [2, 2])
    assert panel.answer.words.text() == "Mono ~ Stereo"
    qtbot.mouseRelease(panel.slider, Qt.MouseButton.LeftButton, pos=at(panel, 2))


def test_the_prior_is_moment_0(qtbot: QtBot, panel: HistoryPanel, told: Told) -> None:
    qtbot.keyClick(panel.slider, Qt.Key.Key_Home)
    assert told.facts == [("chosen", 0), ("settled", 0)]
    assert panel.answer.words.text() == "Before the first answer"
    assert panel.answer.count.text() == "0 of 4"
    assert not panel.answer.flip_button.isEnabled()
    assert not panel.back_button.isEnabled()


def test_steps_go_one_answer_and_end_now(qtbot: QtBot, panel: HistoryPanel, told: Told) -> None:
    assert not panel.forward_button.isEnabled()
    press(qtbot, panel.back_button)
    press(qtbot, panel.back_button)
    assert told.facts == [("chosen", 10), ("settled", 10), ("chosen", 4), ("settled", 4)]
    press(qtbot, panel.forward_button)
    press(qtbot, panel.forward_button)
    assert told.facts[4:] == [("chosen", 10), ("settled", 10), ("now", None)]


def test_a_click_on_the_curve_goes_there(qtbot: QtBot, panel: HistoryPanel, told: Told) -> None:
    qtbot.wait(20)
    viewport = panel.plot.viewport()
    x = round(panel.plot.x_of(1)) - viewport.geometry().left()
    qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=QPoint(x, 20))
    assert told.facts == [("chosen", 2), ("settled", 2)]


def test_arrows_on_the_curve_step(qtbot: QtBot, panel: HistoryPanel, told: Told) -> None:
    qtbot.keyClick(panel.plot, Qt.Key.Key_Right)
    assert told.facts == []
    qtbot.keyClick(panel.plot, Qt.Key.Key_Left)
    qtbot.keyClick(panel.plot, Qt.Key.Key_Home)
    assert told.facts == [("chosen", 10), ("settled", 10), ("chosen", 0), ("settled", 0)]
    qtbot.keyClick(panel.plot, Qt.Key.Key_End)
    assert told.facts[4:] == [("now", None)]


def test_replay_plays_to_now(qtbot: QtBot, panel: HistoryPanel, told: Told) -> None:
    begun = time.monotonic()
    press(qtbot, panel.replay_button)
    assert panel.replay_button.accessibleName() == "Pause the replay"
    qtbot.waitUntil(lambda: ("now", None) in told.facts, timeout=5000)
    chosen = [("chosen", revision) for revision in (0, 2, 4, 10)]
    assert told.facts == [*chosen, ("now", None)]
    assert time.monotonic() - begun >= 4 * REPLAY_MS / 1000 * 0.9
    assert panel.replay_button.accessibleName() == "Replay"


def test_replay_can_be_paused(qtbot: QtBot, panel: HistoryPanel, told: Told) -> None:
    panel.show_moment(1, 2, is_past=True, is_fork=False)
    press(qtbot, panel.replay_button)
    qtbot.waitUntil(lambda: told.facts == [("chosen", 4)], timeout=2000)
    press(qtbot, panel.replay_button)
    assert told.facts[1:] == [("settled", 4)]
    qtbot.wait(REPLAY_MS + 100)
    assert len(told.facts) == 2


def test_the_list_has_every_answer_and_change(qtbot: QtBot, panel: HistoryPanel) -> None:
    press(qtbot, panel.view.buttons["list"])
    assert panel.pages.currentWidget() is panel.list
    assert panel.list.objectName() == "history_list"
    model = panel.list.model()
    assert [model.index(line, 0).data() for line in range(model.rowCount())] == [
        "1  Matrix ≻ Stereo",
        "2  Mono ~ Stereo",
        "Upmix ≻ Mono",
        "Noise 1.00 → 0.80",
        "3  Upmix ≻ Stereo",
        "4  Original ≻ Mono",
    ]
    struck = [panel.list.itemDelegate().words_font(entry).strikeOut() for entry in ENTRIES]
    assert struck == [False, False, True, False, False, False]
    spoken = model.index(2, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Upmix ≻ Mono, removed"
    assert panel.list.currentIndex().row() == 5


def test_a_line_of_the_list_is_a_moment(qtbot: QtBot, panel: HistoryPanel, told: Told) -> None:
    press(qtbot, panel.view.buttons["list"])
    panel.resize(408, 400)
    for line, facts in ((3, [("chosen", 8), ("settled", 8)]), (5, [("now", None)])):
        told.facts.clear()
        place = panel.list.visualRect(panel.list.model().index(line, 0)).center()
        qtbot.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert told.facts == facts
    qtbot.keyClick(panel.list, Qt.Key.Key_Up)
    assert told.facts[1:] == [("chosen", 10), ("settled", 10)]


def test_a_change_is_shown_but_neither_flipped_nor_removed(panel: HistoryPanel) -> None:
    panel.show_moment(2, 8, is_past=True, is_fork=False)
    assert panel.answer.words.text() == "Noise 1.00 → 0.80"
    assert not panel.answer.flip_button.isEnabled()
    assert not panel.answer.remove_button.isEnabled()
    panel.show_moment(2, 4, is_past=True, is_fork=False)  # a tie
    assert not panel.answer.flip_button.isEnabled()
    assert panel.answer.remove_button.isEnabled()


def test_flip_and_remove_name_their_answer(qtbot: QtBot, panel: HistoryPanel) -> None:
    assert panel.answer.count.text() == "4 of 4"
    assert panel.answer.words.text() == "Original ≻ Mono"
    with qtbot.waitSignal(panel.flip_wanted) as flipped:
        press(qtbot, panel.answer.flip_button)
    panel.show_moment(3, 10, is_past=True, is_fork=False)
    with qtbot.waitSignal(panel.remove_wanted) as removed:
        press(qtbot, panel.answer.remove_button)
    assert (flipped.args, removed.args) == (["e12"], ["e10"])


def flipped_first(panel: HistoryPanel, *, is_flipped: bool = True) -> None:
    """Show that the first answer of four was flipped just now."""
    changed = HistoryEntry(14, "e14", 4, "Flipped", "change", False, False, changed_id="e2")
    panel.show_history((replace(ENTRIES[0], is_flipped=is_flipped), *ENTRIES[1:], changed))
    panel.show_moment(4, 14, is_past=False, is_fork=False)


def test_after_a_flip_the_same_answer_can_be_flipped_again(
    qtbot: QtBot, panel: HistoryPanel
) -> None:
    flipped_first(panel)
    assert panel.answer.words.text() == ENTRIES[0].words
    with qtbot.waitSignal(panel.flip_wanted) as flipped:
        press(qtbot, panel.answer.flip_button)
    assert flipped.args == ["e2"]


def test_after_a_flip_it_says_which_answer_was_flipped(panel: HistoryPanel) -> None:
    flipped_first(panel)
    assert panel.answer.count.text() == "1 of 4, flipped"
    spoken = panel.answer.flip_button.accessibleDescription()
    assert spoken == f"1 of 4, flipped: {ENTRIES[0].words}"
    assert panel.slider.value() == 4  # it is an event of now
    assert panel.list.currentIndex().data() == "Flipped"  # which no number calls an answer
    panel.resize(1552, 117)
    QApplication.processEvents()
    assert panel.answer.count.text() == "Answer 1 of 4, flipped"
    panel.resize(408, 189)
    flipped_first(panel, is_flipped=False)
    assert panel.answer.count.text() == "1 of 4"
    panel.show_moment(4, 12, is_past=False, is_fork=False)
    assert panel.answer.count.text() == "4 of 4"


def test_what_is_no_answer_is_not_counted_as_one(panel: HistoryPanel) -> None:
    for revision, count in ((6, "after 2 of 4"), (8, "after 2 of 4"), (10, "3 of 4")):
        n_answers = 2 if revision < 10 else 3
        panel.show_moment(n_answers, revision, is_past=True, is_fork=False)
        assert panel.answer.count.text() == count
    removed = HistoryEntry(14, "e14", 3, "Removed", "change", False, False, changed_id="e2")
    first = replace(ENTRIES[0], is_undone=True, can_flip=False)
    rest = tuple(replace(each, n_answers=each.n_answers - 1) for each in (first, *ENTRIES[1:]))
    panel.show_history((*rest, removed))
    panel.show_moment(3, 14, is_past=False, is_fork=False)
    assert (panel.answer.count.text(), panel.answer.words.text()) == ("3 of 3", ENTRIES[5].words)
    panel.show_moment(3, 14, is_past=True, is_fork=False)
    assert (panel.answer.count.text(), panel.answer.words.text()) == ("after 0 of 3", first.words)


def test_of_several_answers_in_one_line_it_says_which(panel: HistoryPanel) -> None:
    founding = HistoryEntry(0, "", 5, "Matrix ≻ Stereo, 5 times", "answer", False, False)
    panel.show_history((founding, answer(6, 2)))
    panel.show_curve(curve_of(6))
    for moment in (2, 5, 6):
        panel.slider.setValue(moment)
        assert panel.answer.count.text() == f"{moment} of 6"


def test_at_the_present_the_latest_answer_is_meant_whatever_was_changed_since(
    qtbot: QtBot, panel: HistoryPanel
) -> None:
    noise = HistoryEntry(14, "e14", 4, "Noise 0.80 → 1.00", "change", False, False)
    removed = HistoryEntry(15, "e15", 4, "Removed", "change", False, False, changed_id="e6")
    for entries, revision in (((noise,), 14), ((noise, removed), 15)):
        panel.show_history((*ENTRIES, *entries))
        panel.show_moment(4, revision, is_past=False, is_fork=False)
        assert panel.answer.words.text() == "Original ≻ Mono"
        assert panel.answer.flip_button.isEnabled() and panel.answer.remove_button.isEnabled()


def rect_of(panel: HistoryPanel, part: QWidget) -> QRect:
    return QRect(part.mapTo(panel, QPoint(0, 0)), part.size())


@pytest.mark.usefixtures("dressed")
@pytest.mark.parametrize("is_fork", [False, True])
@pytest.mark.parametrize("size", [(396, 189), (408, 189), (1552, 113), (1552, 100)])
def test_nothing_jumps_where_a_strip_appears(
    panel: HistoryPanel, is_fork: bool, size: tuple[int, int]
) -> None:
    answer = panel.answer
    stays = (panel.plot, panel.slider, answer.words, answer.flip_button, answer.remove_button)
    for _ in range(2):  # beside the curve the answer needs less height
        panel.resize(*size)
        QApplication.processEvents()
    before = [rect_of(panel, each) for each in stays]
    for n_answers, revision in ((3, 10), (0, 0)):
        panel.show_moment(n_answers, revision, is_past=not is_fork, is_fork=is_fork)
        QApplication.processEvents()
        assert panel.strip.isVisible()
        assert [rect_of(panel, each) for each in stays] == before
    assert (panel.width(), panel.height()) == size


@pytest.mark.usefixtures("dressed")
@pytest.mark.parametrize("is_fork", [False, True])
@pytest.mark.parametrize("size", [(396, 189), (408, 189), (1552, 100)])
def test_a_strip_leaves_the_answer_in_sight(
    panel: HistoryPanel, is_fork: bool, size: tuple[int, int]
) -> None:
    names = ("Medium blue square", "Large violet sun")
    long = answer(432, 900, " ≻ ".join(names), is_flipped=True, names=names)
    panel.show_history((long,))
    panel.resize(*size)
    for words, shown in ((long.words, (432, 900)), (PRIOR, (0, 0))):
        panel.show_moment(*shown, is_past=not is_fork, is_fork=is_fork)
        QApplication.processEvents()
        panel.resize(*size)
        QApplication.processEvents()
        strip, said = panel.strip, panel.answer
        shown_buttons = [each for each in strip.findChildren(QAbstractButton) if each.isVisible()]
        assert len(shown_buttons) == (2 if is_fork else 1)
        parts = [said.words, strip, said.flip_button, said.remove_button]
        parts += [said.count] if is_fork else []  # else the strip says it
        assert said.words.text().replace("\n", " ") == words
        told = said.place_in_words
        back = (f"{told}: looking back", told) if told else (BACK,)
        assert strip.words.shown in (FORK if is_fork else back)
        assert said.count.isHidden() is not is_fork
        assert said.count.isHidden() or said.count.width() >= said.count.sizeHint().width()
        assert strip.width() >= strip.minimumSizeHint().width()
        rects = [rect_of(panel, each) for each in parts]
        assert all(panel.rect().contains(each) for each in rects)
        for one, other in itertools.combinations(rects, 2):
            assert not one.intersects(other)
        for each in shown_buttons:
            assert each.width() >= each.sizeHint().width() and each.height() >= 20


def test_a_strip_says_that_it_is_the_past(qtbot: QtBot, panel: HistoryPanel, told: Told) -> None:
    assert panel.strip.isHidden()
    panel.show_moment(3, 10, is_past=True, is_fork=False)
    assert panel.strip.isVisible()
    assert panel.strip.words.text() == "Answer 3 of 4: looking back"
    assert panel.answer.count.isHidden()  # as it would say the same
    assert panel.slider.value() == 3
    np.testing.assert_array_equal(panel.plot.cursor.getData()[0], [3, 3])
    np.testing.assert_array_equal(panel.plot.fill.getData()[0], [0, 1, 2, 3])
    press(qtbot, panel.strip.return_button)
    assert told.facts == [("now", None)]
    panel.show_moment(4, 12, is_past=False, is_fork=False)
    assert panel.strip.isHidden()


def test_that_it_is_before_the_first_answer_is_said_once(panel: HistoryPanel) -> None:
    panel.show_moment(0, 0, is_past=True, is_fork=False)
    assert panel.strip.words.text() == BACK
    assert panel.answer.words.text() == "Before the first answer"


def test_a_fork_is_dashed_and_says_so(qtbot: QtBot, panel: HistoryPanel) -> None:
    with qtbot.waitSignal(panel.what_if_wanted):
        press(qtbot, panel.what_if_button)
    panel.show_moment(2, 4, is_past=True, is_fork=True)
    panel.show_history((*ENTRIES[:2], answer(3, 5), answer(4, 6)))
    panel.show_moment(4, 6, is_past=False, is_fork=True)
    np.testing.assert_array_equal(panel.plot.line.getData()[0], [0, 1, 2])
    np.testing.assert_array_equal(panel.plot.dashes.getData()[0], [2, 3, 4])
    # However near they are: dots tell as well.
    np.testing.assert_array_equal(panel.plot.dots.getData()[0], [0, 1, 2])
    np.testing.assert_array_equal(panel.plot.rings.getData()[0], [3, 4])
    assert panel.plot.rings.opts["brush"].color() == panel.plot.theme.color("surface")
    assert panel.plot.dashes.opts["pen"].style() is Qt.PenStyle.DashLine
    assert panel.strip.words.text() == "What if: nothing here is recorded"
    assert panel.strip.return_button.isHidden()
    assert not panel.what_if_button.isEnabled()
    with qtbot.waitSignal(panel.keep_wanted):
        press(qtbot, panel.strip.keep_button)
    with qtbot.waitSignal(panel.fork_left):
        press(qtbot, panel.strip.leave_button)
    panel.show_moment(4, 12, is_past=False, is_fork=False)
    assert len(panel.plot.dashes.getData()[0]) == len(panel.plot.rings.getData()[0]) == 0
    assert panel.what_if_button.isEnabled()


def test_a_read_only_study_is_not_written(panel: HistoryPanel) -> None:
    panel.forbid("The study is open for reading only.")
    panel.show_moment(4, 12, is_past=False, is_fork=True)
    buttons = (panel.answer.flip_button, panel.answer.remove_button, panel.strip.keep_button)
    for button in buttons:
        assert not button.isEnabled()
        assert button.toolTip() == "The study is open for reading only."
    assert panel.strip.leave_button.isEnabled()
    assert panel.back_button.isEnabled()


def test_wide_the_answer_stands_beside_the_curve(qtbot: QtBot, panel: HistoryPanel) -> None:
    assert panel.answer.flip_button.text() == ""
    assert panel.answer.y() > panel.slider.mapTo(panel, QPoint(0, 0)).y()
    panel.resize(1552, 106)
    qtbot.waitUntil(lambda: panel.answer.x() > 1000)
    panel.resize(1552, 106)  # below the curve it needed more height
    assert panel.height() == 106
    assert panel.answer.count.text() == "Answer 4 of 4"
    assert panel.answer.flip_button.text() == "Flip"
    panel.show_moment(1, 2, is_past=True, is_fork=False)
    QApplication.processEvents()
    assert panel.height() == 106
    bottom = panel.answer.mapTo(panel, QPoint(0, panel.answer.height())).y()
    assert bottom <= 106


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_nothing_is_cut_off_in_a_small_panel(
    qtbot: QtBot, panel: HistoryPanel, theme: object
) -> None:
    panel.show_theme(theme)  # type: ignore[arg-type]
    panel.resize(350, 220)
    panel.show_moment(4, 6, is_past=False, is_fork=True)
    qtbot.wait(20)
    assert panel.minimumSizeHint().width() <= 350
    assert panel.minimumSizeHint().height() <= 220
    for button in (panel.strip.keep_button, panel.strip.leave_button, panel.answer.flip_button):
        assert button.width() >= button.minimumSizeHint().width() or button.text() == ""
        assert panel.rect().contains(button.mapTo(panel, button.rect().bottomRight()))


def test_before_the_first_answer_there_is_no_empty_axis(qtbot: QtBot, panel: HistoryPanel) -> None:
    panel.show_history(())
    assert panel.pages.currentWidget() is panel.empty
    assert not panel.plot.isVisible()
    assert not panel.replay_button.isEnabled()
    panel.show_history(ENTRIES)
    assert panel.plot.isVisible()


def test_a_row_may_count_more_answers_than_a_slider_has_places(
    qtbot: QtBot, panel: HistoryPanel, told: Told
) -> None:
    most = 4_000_000_001
    panel.show_moment(most, 7, is_past=False, is_fork=False)  # before its history is known
    panel.show_history((answer(3_999_999_999, 2), answer(4_000_000_000, 4), answer(most, 6)))
    panel.show_moment(most, 7, is_past=False, is_fork=False)
    assert panel.slider.moment == most
    assert panel.slider.x_of(most) == panel.slider.width() - panel.slider.x_of(0)
    panel.slider.setValue(panel.slider.maximum() // 2)
    assert told.facts == [("chosen", 2), ("settled", 2)]
    panel.slider.setValue(panel.slider.maximum())
    assert told.facts[2:] == [("now", None)]
    panel.plot.setFocus()
    qtbot.keyClick(panel.plot, Qt.Key.Key_Left)
    assert told.facts[3:] == [("chosen", 4), ("settled", 4)]


def test_new_answers_move_a_panel_that_shows_now(panel: HistoryPanel) -> None:
    panel.show_history((*ENTRIES, answer(5, 14)))
    assert (panel.slider.maximum(), panel.slider.value()) == (5, 5)
    panel.show_moment(2, 4, is_past=True, is_fork=False)
    panel.show_history((*ENTRIES, answer(5, 14), answer(6, 16)))
    assert (panel.slider.maximum(), panel.slider.value()) == (6, 2)


def test_the_figure_has_words_and_numbers(panel: HistoryPanel) -> None:
    assert panel.figure_name() == "History"
    table = panel.figure_table()
    assert table.columns == ("Answers", f"Settled, {EARLIER}", "Answer")
    assert table.rows[0] == (0, pytest.approx(0.1), "prior")
    assert table.rows[2] == (2, pytest.approx(0.45), "Mono ~ Stereo")
    words = panel.plot.accessibleDescription().replace("\u00a0", " ")
    assert words == "Top 3 settled: 10 % at first, 80 % after 4 answers. The goal is 90 %."


def told_curve(n_answers: int) -> Curve:
    return replace(curve_of(n_answers), short_words="top 3 right", meaning="Of three.")


def hover(qtbot: QtBot, panel: HistoryPanel, n_answers: float) -> str:
    """What is told where the mouse rests, at a moment or beside the curve."""
    viewport = panel.plot.viewport()
    place = QPoint(round(panel.plot.x_of(n_answers)) - viewport.geometry().left(), 20)
    QToolTip.hideText()
    qtbot.mouseMove(viewport, place)
    QApplication.processEvents()
    at = viewport.mapToGlobal(place)
    QApplication.sendEvent(viewport, QHelpEvent(QEvent.Type.ToolTip, place, at))
    said = QTextDocumentFragment.fromHtml(QToolTip.text()).toPlainText()
    return said.replace("\u00a0", " ")


def test_the_curve_is_read_out_where_the_mouse_rests(qtbot: QtBot, panel: HistoryPanel) -> None:
    panel.show_curve(told_curve(4))
    qtbot.wait(20)
    assert hover(qtbot, panel, 2.2) == f"After 2 answers: top 3 right 45 %, {EARLIER}"
    assert [float(each[0]) for each in panel.plot.pointed.getData()] == [2.0, pytest.approx(0.45)]
    assert hover(qtbot, panel, 1) == f"After 1 answer: top 3 right 28 %, {EARLIER}"
    assert hover(qtbot, panel, 0) == f"Before the first answer: top 3 right 10 %, {EARLIER}"
    assert hover(qtbot, panel, -0.6) == "Of three."  # where the levels are named
    assert len(panel.plot.pointed.getData()[0]) == 0
    hover(qtbot, panel, 3)
    panel.show_curve(curve_of(4))  # of another model it is another number
    assert panel.plot.toolTip() == "" and len(panel.plot.pointed.getData()[0]) == 0
    assert hover(qtbot, panel, 2) == f"After 2 answers: top 3 settled 45 %, {EARLIER}"


def test_only_moments_that_were_computed_are_read_out(panel: HistoryPanel) -> None:
    few = replace(told_curve(2), n_answers=np.array([0, 200, 432]))
    panel.plot.show_curve(few)
    said = panel.plot.read_out(317).replace("\u00a0", " ")
    assert said == "After 432 answers: top 3 right 80 %"


def test_handle_and_description_tell_of_the_moment(panel: HistoryPanel) -> None:
    panel.show_curve(told_curve(4))
    for moment in (4, 1):
        panel.show_moment(moment, 3 * moment, is_past=moment < 4, is_fork=False)
        said = panel.plot.read_out(moment)
        assert panel.slider.toolTip() == said == panel.slider.accessibleDescription()
        assert (said in panel.plot.accessibleDescription()) is (moment < 4)
        assert panel.plot.accessibleDescription().endswith("Of three.")


def test_the_caption_is_told_in_many_words_and_in_few(qtbot: QtBot, panel: HistoryPanel) -> None:
    with qtbot.waitSignal(panel.caption_changed) as told:
        panel.show_curve(told_curve(4))
    assert told.args == ["top 3 settled after each answer", "top 3 right"]


def test_founding_answers_lead_to_the_founding_state() -> None:
    founding = HistoryEntry(0, "", 5, "Matrix ≻ Stereo, 5 times", "answer", False, False)
    lines = HistoryLines((founding, answer(6, 2)))
    assert [lines.revision_at(k) for k in (0, 1, 5, 6)] == [0, 0, 0, 2]
    assert [lines.line_at(k) for k in (0, 1, 5, 6)] == [None, 0, 0, 1]
    assert lines.line_of(5, 0) == 0
    assert lines.line_of(6, 3) == 1


def test_everything_that_takes_keys_has_a_name_of_its_own(panel: HistoryPanel) -> None:
    children = [*panel.findChildren(QWidget), *panel.controls, *panel.view.buttons.values()]
    takes_tab = Qt.FocusPolicy.TabFocus
    names = [each.accessibleName() for each in children if each.focusPolicy() & takes_tab]
    assert all(names)
    assert len(names) == len(set(names))


def test_ten_thousand_answers_take_no_time(panel: HistoryPanel) -> None:
    entries = tuple(answer(k, k) for k in range(1, 10_001))
    panel.show_history(entries)
    panel.show_curve(curve_of(10_000))
    taken = []
    for k in range(5_000, 5_005):
        begun = time.perf_counter()
        panel.show_moment(k, k, is_past=True, is_fork=False)
        taken.append(time.perf_counter() - begun)
        QApplication.processEvents()
    assert min(taken) < 0.008


def test_without_an_answer_that_counts_there_is_no_curve(panel: HistoryPanel) -> None:
    panel.show_history((answer(0, 2, "Matrix ≻ Stereo", is_undone=True, can_flip=False),))
    panel.show_moment(0, 3, is_past=False, is_fork=False)
    assert panel.pages.currentWidget() is panel.empty
    assert not panel.answer.isVisible()
    panel.view.buttons["list"].click()  # what was taken back is still on record
    assert panel.pages.currentWidget() is panel.list
    panel.view.buttons["curve"].click()
    panel.show_moment(0, 3, is_past=False, is_fork=True)
    assert panel.strip.isVisible()  # the way out of what is only thought


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (replace(answer(1, 0, "Matrix ≻ Stereo", can_flip=False), event_id=""), FOUNDING),
        (answer(1, 2, "Matrix ≻ Stereo", is_undone=True, can_flip=False), NOT_COUNTED),
        (HistoryEntry(8, "e8", 1, "Noise 1.00 → 0.80", "change", False, False), NO_ANSWER),
        (None, NOTHING),
    ],
)
def test_what_cannot_be_changed_says_why(
    qtbot: QtBot, entry: HistoryEntry | None, reason: str
) -> None:
    shown = HistoryAnswer()
    qtbot.addWidget(shown)
    shown.show_entry(entry, 1, 1)
    for button in (shown.flip_button, shown.remove_button):
        assert not button.isEnabled()
        assert button.toolTip() == reason
    shown.show_entry(answer(2, 4, "Mono ~ Stereo", can_flip=False), 2, 2)
    assert shown.flip_button.toolTip() == NEITHER
    assert shown.remove_button.toolTip() == "Remove this answer"
    shown.forbid("Read-only.")
    assert shown.flip_button.toolTip() == "Read-only."


@pytest.mark.parametrize("values", [[0.5, 0.6, 0.65, 0.7, 0.73], [0.97, 0.98, 0.98, 0.99, 0.99]])
@pytest.mark.parametrize("size", [(408, 190), (1552, 117)])
def test_the_mark_of_a_moment_strikes_no_words(
    panel: HistoryPanel, values: list[float], size: tuple[int, int]
) -> None:
    panel.resize(*size)
    panel.show_history(tuple(answer(k, k) for k in range(1, 41)))
    panel.show_curve(
        curve_through(list(np.interp(np.linspace(0, 4, 41), np.arange(5), values)), 0.95)
    )
    plot, n_broken = panel.plot, 0
    for moment in range(41):
        plot.show_moment(moment, 40)
        QApplication.processEvents()
        words = plot.goal_words.mapRectToScene(plot.goal_words.boundingRect())
        x, ends = plot.cursor.getData()
        n_broken += len(ends) > 2
        for low, high in np.reshape(ends, (-1, 2)):
            levels = np.linspace(low, high, 101)
            points = [plot.getViewBox().mapViewToScene(QPointF(x[0], each)) for each in levels]
            inside = words.adjusted(1, 2, -1, -2)
            assert not any(inside.contains(point) for point in points), moment
    assert 0 < n_broken < 15
    plot.show_moment(0, 40)
    assert len(plot.cursor.getData()[1]) == 2  # whole at the start
