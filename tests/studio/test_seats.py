"""Several seats: the dialog, its buttons, its sheet, and what comes on record."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtPdf import QPdfDocument
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from prefstudio.engine.control import Control
from prefstudio.studio.app import Studio
from prefstudio.studio.asking import NoPair
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.record import open_for_window
from prefstudio.studio.seat_asking import MUST_PLAY, NO_OTHERS, NO_OTHERS_CHOSEN, NOT_CHOSEN
from prefstudio.studio.seats.question_sheet import QuestionSheet, SheetWork
from prefstudio.studio.seats.seats_dialog import HOW, NO_SOUNDS, NO_STRENGTH, SeatsDialog
from prefstudio.studio.why_not import LOOKING_BACK
from prefstudio.study.changes import SettingsChanged
from prefstudio.study.comparisons import Outcome
from prefstudio.study.errors import DataError
from prefstudio.study.events import Answered, Policy, TrialShown
from prefstudio.study.folder import read_study
from prefstudio.study.items import Item
from prefstudio.study.resources import sample
from prefstudio.study.store import create
from tests.study.sitting import with_settings

WRAPS = int(Qt.TextFlag.TextWordWrap)
Settled = Callable[[MainWindow], None]


def opened(window: MainWindow, qtbot: QtBot) -> SeatsDialog:
    window.actions_by_name["seats"].trigger()
    dialog = window.seat_asking.dialog
    assert dialog is not None
    qtbot.waitUntil(lambda: bool(dialog.rows) and not dialog.is_resting, timeout=10000)
    return dialog


@pytest.fixture
def dialog(window: MainWindow, settled: Settled, qtbot: QtBot) -> SeatsDialog:
    settled(window)
    return opened(window, qtbot)


def press(qtbot: QtBot, dialog: SeatsDialog, name: str) -> None:
    button = dialog.findChild(QPushButton, name)
    assert button is not None and button.isEnabled(), name
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def pairs(window: MainWindow) -> list[frozenset[str]]:
    return [frozenset((each.trial.a, each.trial.b)) for each in window.model.seats]


def answers(window: MainWindow) -> list[Answered]:
    return [each.body for each in window.model.record.events if isinstance(each.body, Answered)]


def seats_field(qtbot: QtBot, dialog: SeatsDialog, number: int) -> None:
    dialog.number.setValue(number)
    qtbot.waitUntil(lambda: len(dialog.rows) == number and not dialog.is_resting, timeout=10000)


def test_each_seat_has_a_pair_of_its_own_with_its_policy_on_record(
    window: MainWindow, dialog: SeatsDialog, qtbot: QtBot
) -> None:
    seats_field(qtbot, dialog, 4)
    assert len(set(pairs(window))) == 4
    shown = [each.trial for each in window.model.seats]
    recorded = [each.body for each in window.model.record.events][-4:]
    assert recorded == shown
    assert len({each.batch for each in shown}) == 1
    for row, trial in zip(dialog.rows, shown, strict=True):
        assert trial.policy is Policy.BATCH and trial.p_a is not None
        assert row.buttons[Outcome.A].words == window.model.state.study.items.by_id(trial.a).name
        assert row.buttons[Outcome.TIE].isHidden()
    assert dialog.progress.text() == "0 of 4 done"


def test_answers_are_recorded_one_by_one_and_undone_one_by_one(
    window: MainWindow, dialog: SeatsDialog, qtbot: QtBot, settled: Settled
) -> None:
    seats_field(qtbot, dialog, 3)
    on_screen = window.model.asking.trial
    assert on_screen is not None
    other = next(
        number
        for number, pair in enumerate(pairs(window), 1)
        if pair != frozenset((on_screen.a, on_screen.b))
    )
    press(qtbot, dialog, f"seat_{other}_b")
    settled(window)
    (answer,) = answers(window)
    trial = window.model.seats[other - 1].trial
    assert (answer.trial_id, answer.outcome, answer.rt_ms) == (trial.trial_id, Outcome.B, None)
    row = dialog.rows[other - 1]
    assert row.buttons[Outcome.B].property("chosen") and not row.buttons[Outcome.A].isEnabled()
    assert window.model.asking.trial == on_screen  # the pair on screen stays
    assert len(window.model.seats) == 3
    qtbot.keyClick(dialog, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    settled(window)
    assert window.model.state.n_answers == 0
    assert row is dialog.rows[other - 1] and row.buttons[Outcome.A].isEnabled()
    assert not row.buttons[Outcome.B].property("chosen")


def test_new_pairs_come_once_all_are_answered_and_undo_goes_back_to_the_last(
    window: MainWindow, dialog: SeatsDialog, qtbot: QtBot, settled: Settled
) -> None:
    first = pairs(window)
    batch = window.model.state.batch
    press(qtbot, dialog, "seat_1_a")
    press(qtbot, dialog, "seat_2_skip")
    qtbot.waitUntil(lambda: window.model.state.batch != batch, timeout=10000)
    settled(window)
    assert not set(pairs(window)) & set(first)
    assert [each.outcome for each in answers(window)] == [Outcome.A, Outcome.SKIP]
    press(qtbot, dialog, "seats_undo")
    settled(window)
    assert pairs(window) == first
    assert [each.is_open for each in window.model.seats] == [False, True]


def test_a_double_click_does_not_answer_the_pair_that_comes_next(
    window: MainWindow, dialog: SeatsDialog, qtbot: QtBot
) -> None:
    batch = window.model.state.batch
    dialog._resting.setInterval(60_000)
    press(qtbot, dialog, "seat_1_a")
    press(qtbot, dialog, "seat_2_a")
    qtbot.waitUntil(lambda: window.model.state.batch != batch, timeout=10000)
    qtbot.waitUntil(lambda: dialog.rows[1].buttons[Outcome.A].isEnabled(), timeout=10000)
    press(qtbot, dialog, "seat_2_a")
    assert len(answers(window)) == 2


def test_other_pairs_come_on_request_and_leave_those_that_are_open(
    window: MainWindow, dialog: SeatsDialog, qtbot: QtBot, settled: Settled
) -> None:
    first, batch = pairs(window), window.model.state.batch
    press(qtbot, dialog, "seats_others")
    qtbot.waitUntil(lambda: window.model.state.batch != batch, timeout=10000)
    settled(window)
    assert not set(pairs(window)) & set(first)
    assert not answers(window)


def test_other_pairs_says_so_when_none_are_left(
    window: MainWindow, dialog: SeatsDialog, qtbot: QtBot, settled: Settled
) -> None:
    seats_field(qtbot, dialog, 15)
    first = pairs(window)
    assert dialog.words.isHidden()
    press(qtbot, dialog, "seats_others")
    qtbot.waitUntil(lambda: dialog.words.text() == NO_OTHERS, timeout=10000)
    assert dialog.words.isVisible() and pairs(window) == first
    press(qtbot, dialog, "seat_1_a")
    settled(window)
    assert dialog.words.isHidden()


def test_the_seats_end_with_the_pairs(
    window: MainWindow, dialog: SeatsDialog, qtbot: QtBot, settled: Settled
) -> None:
    dialog._resting.setInterval(0)
    dialog.number.setValue(20)
    qtbot.waitUntil(lambda: len(dialog.rows) == 15, timeout=10000)
    for number in range(1, 16):
        press(qtbot, dialog, f"seat_{number}_a")
        settled(window)
    assert window.model.asking.no_pair is NoPair.EXHAUSTED
    assert dialog.words.text().startswith("Every pair has been asked.")
    assert len(answers(window)) == 15


def test_pairs_that_cannot_be_recorded_are_told_and_come_once_they_can(
    window: MainWindow, settled: Settled, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled(window)
    with monkeypatch.context() as full:
        full.setattr(window.model.record, "append", lambda *_, **__: False)
        window.actions_by_name["seats"].trigger()
        settled(window)
        dialog = window.seat_asking.dialog
        assert dialog is not None
        qtbot.waitUntil(lambda: dialog.words.text() == NOT_CHOSEN, timeout=10000)
        dialog.reject()
    dialog = opened(window, qtbot)
    assert len(dialog.rows) == 2 and dialog.words.isHidden()
    batch = window.model.state.batch
    with monkeypatch.context() as full:
        full.setattr(window.model.record, "append", lambda *_, **__: False)
        press(qtbot, dialog, "seats_others")
        qtbot.waitUntil(lambda: dialog.words.text() == NO_OTHERS_CHOSEN, timeout=10000)
    press(qtbot, dialog, "seats_others")
    qtbot.waitUntil(lambda: window.model.state.batch != batch, timeout=10000)
    assert dialog.words.isHidden()


def test_an_answer_in_compare_closes_its_seat(
    window: MainWindow, dialog: SeatsDialog, settled: Settled
) -> None:
    seat = window.model.seats[0].trial
    window.model.ask(*window.model.items.pair(seat.a, seat.b))
    settled(window)
    trial = window.model.asking.trial
    assert trial is not None
    place = pairs(window).index(frozenset((trial.a, trial.b)))
    window.model.answer(Outcome.A)
    settled(window)
    assert not dialog.rows[place].buttons[Outcome.A].isEnabled()
    assert dialog.rows[1 - place].buttons[Outcome.A].isEnabled()


def test_open_pairs_are_there_again_when_the_study_is(
    studio: Studio, tmp_path: Path, qtbot: QtBot, settled: Settled
) -> None:
    path = tmp_path / "papers.prefstudio"
    create(path, read_study(sample("six-papers"))).close()
    window = studio.open_study(open_for_window(path))
    qtbot.waitUntil(lambda: window.isVisible() and window.is_idle(), timeout=10000)
    dialog = opened(window, qtbot)
    seats_field(qtbot, dialog, 3)
    press(qtbot, dialog, "seat_2_a")
    settled(window)
    before, posterior = pairs(window), window.model.posterior
    assert posterior is not None
    window.close()
    again = studio.open_study(open_for_window(path))
    qtbot.waitUntil(lambda: again.isVisible() and again.is_idle(), timeout=10000)
    assert again.model.posterior is not None
    assert again.model.posterior.mean == pytest.approx(posterior.mean, abs=1e-10)
    reopened = opened(again, qtbot)
    assert pairs(again) == before and reopened.number.number == 3
    assert reopened.rows[1].buttons[Outcome.A].property("chosen")
    shown = sum(
        isinstance(each.body, TrialShown) and bool(each.body.batch)
        for each in again.model.record.events
    )
    assert shown == 5  # two at first, then three; none anew


def test_nobody_answers_in_the_past_or_where_sounds_must_be_heard(
    window: MainWindow, dialog: SeatsDialog, qtbot: QtBot, settled: Settled, studio: Studio
) -> None:
    press(qtbot, dialog, "seat_1_a")
    settled(window)
    window.model.look_back(0)
    settled(window)
    assert dialog.words.text() == LOOKING_BACK
    assert not any(each.isEnabled() for row in dialog.rows for each in row.stops)
    window.model.return_to_now()
    settled(window)
    assert dialog.rows[1].buttons[Outcome.A].isEnabled()
    study = with_settings(read_study(sample("six-papers")), response={"must_play": "started"})
    heard = studio.open_study(study)
    qtbot.waitUntil(lambda: heard.isVisible() and heard.is_idle(), timeout=10000)
    heard.seat_asking.open()
    settled(heard)
    silent = heard.seat_asking.dialog
    assert silent is not None and silent.words.text() == MUST_PLAY and not silent.rows


def test_the_dialog_says_that_seats_ask_for_no_strength(
    window: MainWindow, dialog: SeatsDialog, qtbot: QtBot, settled: Settled
) -> None:
    assert dialog.how.text() == HOW
    window.model.change(SettingsChanged("response.scale", "binary", "strength7"))
    settled(window)
    assert dialog.how.text() == f"{HOW} {NO_STRENGTH}"


def test_no_preference_is_offered_where_the_study_allows_it(
    window: MainWindow, dialog: SeatsDialog, qtbot: QtBot, settled: Settled
) -> None:
    window.model.change(SettingsChanged("response.tie", False, True))
    settled(window)
    press(qtbot, dialog, "seats_others")
    qtbot.waitUntil(lambda: not dialog.rows[0].buttons[Outcome.TIE].isHidden(), timeout=10000)
    qtbot.waitUntil(lambda: not dialog.is_resting, timeout=10000)
    press(qtbot, dialog, "seat_1_tie")
    settled(window)
    assert answers(window)[-1].outcome is Outcome.TIE


def test_the_sheet_is_copied_and_saved(
    window: MainWindow, dialog: SeatsDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    press(qtbot, dialog, "seats_copy")
    lines = QGuiApplication.clipboard().text().splitlines()
    names = [row.buttons[Outcome.A].words for row in dialog.rows]
    assert lines[0] == "Six papers" and lines[-2].startswith(f"1. ☐ {names[0]}   ☐ ")
    path = tmp_path / "questions.pdf"
    with qtbot.waitSignal(window.seat_asking.said, timeout=10000) as told:
        dialog.sheet_wanted.emit(path)
    assert told.args == ["Saved questions.pdf"]
    content = path.read_bytes()
    assert content.startswith(b"%PDF") and content.rstrip().endswith(b"%%EOF")
    printed = QPdfDocument()
    printed.load(str(path))
    line = printed.getSelectionAtIndex(0, 0, 3)  # of the title
    assert line.text() == window.model.state.study.settings.title[:3]
    assert line.boundingRectangle().height() > 8.0, "in points, so that people can read it"


def test_a_sheet_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    sheet = QuestionSheet("Trees", "Which?", ((Item("elm"), Item("ash", text="<b> & tall")),), "=")
    assert sheet.text == "Trees\nWhich?\n\n1. ☐ elm   ☐ ash   ☐ ="
    assert "&lt;b&gt; &amp; tall" in sheet.html
    with pytest.raises(DataError, match="Choose another place"):
        SheetWork(sheet, tmp_path / "nowhere" / "x.pdf")(Control())


def test_a_sheet_for_which_the_disk_has_no_room_leaves_the_earlier_one(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    path = tmp_path / "questions.pdf"
    path.write_bytes(b"the earlier one")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4, limits[1]))
    try:
        with pytest.raises(DataError, match="it was not written"):
            SheetWork(QuestionSheet("Trees", "Which?", ()), path)(Control())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert [each.name for each in tmp_path.iterdir() if each.is_file()] == ["questions.pdf"]
    assert path.read_bytes() == b"the earlier one"


def test_of_two_sheets_in_one_file_the_last_stays_and_both_are_told(
    window: MainWindow,
    dialog: SeatsDialog,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path, said = tmp_path / "questions.pdf", []
    may_write, begun = threading.Event(), []

    def write(work: SheetWork, control: Control) -> Path:
        begun.append(work)
        number = len(begun)
        assert number > 1 or may_write.wait(20)
        work.path.write_text(f"sheet {number}")
        return work.path

    monkeypatch.setattr(SheetWork, "__call__", write)
    window.seat_asking.said.connect(said.append)
    dialog.sheet_wanted.emit(path)
    qtbot.waitUntil(lambda: len(begun) == 1)
    dialog.sheet_wanted.emit(path)
    qtbot.wait(30)
    may_write.set()
    qtbot.waitUntil(lambda: said == ["Saved questions.pdf"] * 2)
    assert path.read_text() == "sheet 2"


def test_a_window_that_closes_waits_for_its_sheets_and_says_nothing_more(
    window: MainWindow,
    dialog: SeatsDialog,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    said: list[str] = []
    window.seat_asking.said.connect(said.append)
    for path in (tmp_path / "nowhere" / "a.pdf", tmp_path / "b.pdf"):
        dialog.sheet_wanted.emit(path)
    window.close()
    assert (tmp_path / "b.pdf").read_bytes().startswith(b"%PDF")
    assert "a sheet was not saved" in caplog.text and said == []


def test_all_that_takes_keys_in_the_dialog_has_a_name_of_its_own(dialog: SeatsDialog) -> None:
    found = [
        each
        for each in dialog.findChildren(QWidget)
        if each.focusPolicy() & Qt.FocusPolicy.TabFocus and each.parent() is not dialog.number
    ]
    names = Counter(
        each.accessibleName() or (each.text() if isinstance(each, QPushButton) else "")
        for each in found
    )
    assert "" not in names and max(names.values()) == 1


def test_the_plan_opens_the_seats(window: MainWindow, settled: Settled, qtbot: QtBot) -> None:
    window.rooms.panels["plan"].raise_()
    settled(window)
    qtbot.mouseClick(window.rooms.plan.seats_button, Qt.MouseButton.LeftButton)
    assert window.seat_asking.dialog is not None
    window.close()
    assert window.seat_asking.dialog is None


def test_a_study_of_pictures_shows_them_at_one_zoom_and_fits_its_dialog(
    open_study: Callable[[Path], MainWindow], settled: Settled, qtbot: QtBot
) -> None:
    """Nobody can tell which shape is more pleasing from its name."""
    window = open_study(sample("shapes"))
    settled(window)
    dialog = opened(window, qtbot)
    seats_field(qtbot, dialog, 2)
    pictures = [list(row.things.pictures.values()) for row in dialog.rows]
    assert [len(pair) for pair in pictures] == [2, 2]
    qtbot.waitUntil(lambda: all(each.has_picture for pair in pictures for each in pair))
    for row, (first, second) in zip(dialog.rows, pictures, strict=True):
        assert first.zoom == second.zoom > 0.0
        assert first.width() == row.buttons[Outcome.A].width()
        assert first.isVisible() and first.height() > 100
    last = dialog.rows[-1]
    foot = dialog.close_button.geometry().top()
    below = last.mapTo(dialog, last.rect().bottomLeft()).y()
    assert 0 < foot - below < 60  # neither an empty area nor a seat out of sight
    assert "Sounds" not in dialog.how.text()


def test_the_dialog_shows_all_seats_whenever_it_is_opened(
    window: MainWindow, dialog: SeatsDialog, qtbot: QtBot
) -> None:
    first = dialog.size()
    dialog.reject()
    again = opened(window, qtbot)
    assert again is not dialog and again.size() == first
    last, sheet = again.rows[-1], again._sheet.viewport()
    assert sheet.rect().contains(last.mapTo(sheet, last.rect().bottomRight()))


def test_a_text_stands_nearer_to_its_own_seat_than_to_the_one_above(
    dialog: SeatsDialog,
) -> None:
    above, row = dialog.rows
    text = row.things.texts["A"].words
    metrics = text.fontMetrics()
    words = metrics.boundingRect(text.rect(), int(text.alignment()) | WRAPS, text.text())
    top = text.mapTo(dialog, words.topLeft()).y()
    bottom = text.mapTo(dialog, words.bottomLeft()).y()
    own, other = row.buttons[Outcome.A], above.buttons[Outcome.A]
    to_own = own.mapTo(dialog, own.rect().topLeft()).y() - bottom
    to_other = top - other.mapTo(dialog, other.rect().bottomLeft()).y()
    assert 0 < 2 * to_own <= to_other


def test_seats_show_texts_and_say_where_sounds_are_played(
    open_study: Callable[[Path], MainWindow], settled: Settled, qtbot: QtBot, tmp_path: Path
) -> None:
    folder = tmp_path / "study"
    folder.mkdir()
    rows = ["item_id,type,path,text", *(f"{name},audio,{name}.wav,Take {name}" for name in "abcd")]
    (folder / "items.csv").write_text("\n".join(rows))
    window = open_study(folder)
    settled(window)
    dialog = opened(window, qtbot)
    assert dialog.how.text().endswith(NO_SOUNDS)
    texts = [each.words.text() for each in dialog.rows[0].things.texts.values()]
    assert len(texts) == 2 and all(text.startswith("Take ") for text in texts)
    assert not dialog.rows[0].things.pictures
