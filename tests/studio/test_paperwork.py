"""Opening, dropping, copying and starting over."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QPointF, QProcess, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from prefstudio.engine.control import Control
from prefstudio.studio import copy_saving, opening, resizing
from prefstudio.studio.app import Studio
from prefstudio.studio.chores import Chores, Work
from prefstudio.studio.export_dialog import Exported
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.new_study.new_study_dialog import NewStudyDialog
from prefstudio.studio.placed_dialog import PlacedDialog
from prefstudio.study import samples
from prefstudio.study.comparisons import Outcome
from prefstudio.study.errors import DataError
from prefstudio.study.folder import read_study
from prefstudio.study.resources import sample
from prefstudio.study.samples import opened_copy
from prefstudio.study.store import create, open_study
from tests.studio.quitting import Quitting


def opened_sample(studio: Studio, qtbot: QtBot) -> MainWindow:
    studio.paperwork.open_sample("six-papers")
    window = studio.window
    assert window is not None
    qtbot.waitUntil(lambda: window.model.asking.trial is not None, timeout=5000)
    return window


def drop(window: MainWindow, *paths: Path) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    event = QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, mime, buttons, keys)
    window.dropEvent(event)


def test_a_sample_says_so_and_can_start_over(studio: Studio, qtbot: QtBot) -> None:
    window = opened_sample(studio, qtbot)
    assert window.windowTitle().startswith("Six papers (sample, saved)")
    assert window.actions_by_name["start_over"].isEnabled()
    window.model.answer(Outcome.A)
    qtbot.waitUntil(lambda: window.model.state.n_answers == 1)
    studio.paperwork.do("start_over", window)
    qtbot.waitUntil(lambda: studio.windows not in ([], [window]), timeout=5000)
    assert len(studio.windows) == 1
    assert studio.windows[0].model.state.n_answers == 0


def test_a_window_stays_where_its_sample_cannot_start_over(
    studio: Studio, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path, study: object) -> None:
        raise DataError(path, "it cannot be written (the disk is full)")

    window = opened_sample(studio, qtbot)
    window.model.answer(Outcome.A)
    monkeypatch.setattr(samples, "create", fail)
    studio.paperwork.do("start_over", window)
    qtbot.waitUntil(window.message.isVisible, timeout=5000)
    assert studio.windows == [window] and not window.is_closed
    assert "the disk is full" in window.message.title.text()
    assert [each.name for each in window.place.parent.glob("*prefstudio")] == [window.place.name]
    qtbot.waitUntil(lambda: window.model.asking.trial is not None, timeout=5000)
    window.model.answer(Outcome.A)
    assert window.model.state.n_answers == 2


def test_a_sample_opens_again_where_the_fresh_one_cannot_take_its_place(
    studio: Studio, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(fresh: Path) -> Path:
        shutil.rmtree(fresh.parent)
        raise PermissionError(13, "it is in use")

    window = opened_sample(studio, qtbot)
    window.model.answer(Outcome.A)
    monkeypatch.setattr(opening, "put_in_place", fail)
    studio.paperwork.do("start_over", window)
    qtbot.waitUntil(lambda: studio.windows not in ([], [window]), timeout=5000)
    (again,) = studio.windows
    assert again is not window and again.place == window.place
    assert again.model.state.n_answers == 1
    qtbot.waitUntil(again.message.isVisible, timeout=5000)
    assert "it is in use" in again.message.details.toPlainText()


def test_only_a_sample_can_start_over(window: MainWindow) -> None:
    assert not window.actions_by_name["start_over"].isEnabled()


def test_an_open_study_is_not_opened_twice(studio: Studio, qtbot: QtBot) -> None:
    window = opened_sample(studio, qtbot)
    studio.paperwork.open_sample("six-papers")
    assert studio.windows == [window]


def test_a_dropped_study_opens_and_a_dropped_table_becomes_one(
    window: MainWindow, studio: Studio, qtbot: QtBot, tmp_path: Path
) -> None:
    file = tmp_path / "shapes.prefstudio"
    create(file, read_study(sample("shapes"))).close()
    table = tmp_path / "table.csv"
    table.write_text("name,size\na,1\nb,2\nc,4\n")
    drop(window, file)
    qtbot.waitUntil(lambda: len(studio.windows) == 2)
    assert studio.windows[-1].place == file
    drop(window, table)
    dialog = window.findChild(NewStudyDialog)
    assert isinstance(dialog, NewStudyDialog)
    qtbot.waitUntil(lambda: dialog.found is not None)
    dialog.reject()


def test_a_damaged_file_offers_its_rescue(studio: Studio, qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "six.prefstudio"
    create(file, read_study(sample("six-papers"))).close()
    content = bytearray(file.read_bytes())
    place = content.rindex(b"Preferences on a Map")
    content[place : place + 4] = b"XXXX"
    file.write_bytes(bytes(content))
    welcome = studio.show_welcome()
    welcome.study_wanted.emit(file)
    qtbot.waitUntil(welcome.message.isVisible, timeout=5000)
    assert "damaged" in welcome.message.title.text()
    assert welcome.message.action_button.text() == "Open the rescued copy"
    welcome.message.action_button.click()
    qtbot.waitUntil(lambda: studio.window is not None)
    assert studio.windows[-1].place.name == "six (rescued).prefstudio"


def test_a_copy_is_written_and_a_taken_name_refused(
    studio: Studio, qtbot: QtBot, tmp_path: Path
) -> None:
    window = opened_sample(studio, qtbot)
    window.model.answer(Outcome.B)
    target = tmp_path / "copy.prefstudio"
    studio.paperwork._asked_by = window
    studio.paperwork._on_copy_named(str(target))
    qtbot.waitUntil(lambda: target in studio.remembered.recent)
    with open_study(target, writable=False) as copy:
        assert copy.state.n_answers == 1
    studio.paperwork._on_copy_named(str(target))
    qtbot.waitUntil(lambda: "already" in window.message.title.text())


def toasts(window: MainWindow) -> list[str]:
    return [toast.words.text() for toast in window.toasts._shown]


def gone(window: MainWindow) -> None:
    """Close a window and wait until Qt has let go of it."""
    window.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert not shiboken6.isValid(window)


@pytest.fixture
def pen(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Copies are not written before this is set."""
    may_write, write = threading.Event(), copy_saving.write_copy

    def write_late(*what: Any) -> None:
        assert may_write.wait(20)
        write(*what)

    monkeypatch.setattr(copy_saving, "write_copy", write_late)
    return may_write


def test_a_window_may_close_while_its_copy_is_written(
    window: MainWindow, studio: Studio, qtbot: QtBot, tmp_path: Path, pen: threading.Event
) -> None:
    copied = opened_sample(studio, qtbot)
    target = tmp_path / "copy.prefstudio"
    studio.paperwork.do("save_copy", copied)
    studio.paperwork._on_copy_named(str(target))
    gone(copied)
    pen.set()
    qtbot.waitUntil(lambda: target in studio.remembered.recent)
    assert target.exists() and toasts(window) == []


@pytest.mark.parametrize("in_thought", [False, True])
def test_a_copy_has_its_pictures_though_its_window_closed(
    studio: Studio, qtbot: QtBot, tmp_path: Path, pen: threading.Event, in_thought: bool
) -> None:
    source, target = tmp_path / "shapes.prefstudio", tmp_path / "copy.prefstudio"
    shapes = read_study(sample("shapes"))
    create(source, shapes).close()
    with contextlib.closing(sqlite3.connect(source)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")  # to be read, it is copied whole
    file = open_study(source, writable=False)
    assert file.scratch is not None
    scratch = file.scratch.path
    window = studio.open_study(file)
    qtbot.waitUntil(window.isVisible, timeout=5000)
    if in_thought:
        window.model.fork()
    studio.paperwork.do("save_copy", window)
    studio.paperwork._on_copy_named(str(target))
    gone(window)
    pen.set()
    qtbot.waitUntil(lambda: target in studio.remembered.recent, timeout=5000)
    assert not scratch.exists()
    path = shapes.items[0].path
    with open_study(target, writable=False) as copy:
        assert copy.media(path) == (shapes.folder / path).read_bytes()


def test_a_copy_that_fails_after_its_window_closed_is_told_in_another(
    window: MainWindow,
    studio: Studio,
    qtbot: QtBot,
    tmp_path: Path,
    pen: threading.Event,
    caplog: pytest.LogCaptureFixture,
) -> None:
    copied = opened_sample(studio, qtbot)
    target = tmp_path / "nowhere" / "copy.prefstudio"
    studio.paperwork.do("save_copy", copied)
    studio.paperwork._on_copy_named(str(target))
    gone(copied)
    pen.set()
    qtbot.waitUntil(window.message.isVisible)
    assert "copy.prefstudio" in window.message.title.text()
    assert f"the copy {target} was not saved" in caplog.text


@pytest.fixture
def quits(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """How often the program was to end."""
    found: list[bool] = []
    monkeypatch.setattr(studio, "_application", Quitting(found))
    return found


def test_the_program_ends_once_the_last_copy_is_written(
    studio: Studio, quits: list[bool], qtbot: QtBot, tmp_path: Path, pen: threading.Event
) -> None:
    window, target = opened_sample(studio, qtbot), tmp_path / "copy.prefstudio"
    studio.paperwork.do("keep_fork", window)
    studio.paperwork._on_copy_named(str(target))
    window.actions_by_name["quit"].trigger()
    qtbot.wait(50)
    assert not studio.windows and not quits
    pen.set()
    qtbot.waitUntil(lambda: bool(quits))
    assert target in studio.remembered.recent


def test_a_copy_that_fails_while_the_program_ends_brings_the_welcome_page(
    studio: Studio, quits: list[bool], qtbot: QtBot, tmp_path: Path, pen: threading.Event
) -> None:
    window = opened_sample(studio, qtbot)
    studio.paperwork.do("keep_fork", window)
    studio.paperwork._on_copy_named(str(tmp_path / "nowhere" / "copy.prefstudio"))
    window.actions_by_name["quit"].trigger()
    pen.set()
    qtbot.waitUntil(lambda: studio.welcome is not None and studio.welcome.isVisible())
    assert studio.welcome is not None
    assert "copy.prefstudio" in studio.welcome.message.title.text()
    qtbot.wait(20)
    assert not quits
    studio.welcome.close()
    qtbot.waitUntil(lambda: bool(quits))


@pytest.mark.parametrize("folder", [".", "nowhere"])
def test_a_program_that_stops_at_once_waits_for_its_copy_and_writes_down_a_failure(
    studio: Studio, qtbot: QtBot, tmp_path: Path, folder: str, caplog: pytest.LogCaptureFixture
) -> None:
    window, target = opened_sample(studio, qtbot), tmp_path / folder / "copy.prefstudio"
    studio.paperwork.do("save_copy", window)
    studio.paperwork._on_copy_named(str(target))
    studio.stop()
    is_written = folder == "."
    assert (target in studio.remembered.recent) is target.exists() is is_written
    assert (f"the copy {target} was not saved" in caplog.text) is not is_written
    assert studio.welcome is None


def test_what_fails_when_nobody_waits_any_more_is_written_down(
    qapp: QApplication, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(control: Control) -> None:
        raise DataError("trees.csv", "the disk is gone")

    chores = Chores()
    chores.start(fail)
    chores.stop()
    assert "trees.csv: the disk is gone" in caplog.text


def test_each_copy_is_told_in_the_window_that_asked_for_it(
    window: MainWindow, studio: Studio, qtbot: QtBot, tmp_path: Path, pen: threading.Event
) -> None:
    other = opened_sample(studio, qtbot)
    for asking, asked_since, name in ((window, other, "one"), (other, window, "two")):
        studio.paperwork.do("save_copy", asking)
        (dialog,) = asking.findChildren(PlacedDialog)
        studio.paperwork.do("normal_size", asked_since)
        dialog.fileSelected.emit(str(tmp_path / f"{name}.prefstudio"))
        studio.paperwork.do("normal_size", asked_since)
        dialog.reject()
    pen.set()
    qtbot.waitUntil(lambda: "Saved as one.prefstudio" in toasts(window))
    qtbot.waitUntil(lambda: "Saved as two.prefstudio" in toasts(other))
    for name, asking in (("one", window), ("two", other)):
        with open_study(tmp_path / f"{name}.prefstudio", writable=False) as copy:
            assert copy.state.study.items.ids == asking.model.state.study.items.ids


def test_a_copy_holds_the_moment_in_which_it_was_asked_for(
    window: MainWindow, studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Work] = []
    monkeypatch.setattr(Chores, "start", lambda chores, work: begun.append(work))
    studio.paperwork.do("save_copy", window)
    studio.paperwork._on_copy_named(str(tmp_path / "copy.prefstudio"))
    window.model.answer(Outcome.A)
    assert window.model.state.n_answers == 1
    for work in begun:
        work(Control())
    with open_study(tmp_path / "copy.prefstudio", writable=False) as copy:
        assert copy.state.n_answers == 0


def test_a_window_may_close_while_a_study_is_opened_from_it(
    window: MainWindow,
    studio: Studio,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broken = tmp_path / "broken.prefstudio"
    broken.write_text("no study")
    asking = opened_sample(studio, qtbot)
    asking.study_wanted.emit(broken)
    studio.paperwork.do("normal_size", window)
    qtbot.waitUntil(asking.message.isVisible)
    assert window.message.isHidden()
    asking.study_wanted.emit(broken)
    gone(asking)
    qtbot.waitUntil(lambda: not studio.paperwork.opening.is_busy)
    assert "broken.prefstudio" in window.message.title.text()  # the one that is left


def test_a_window_that_is_gone_is_not_asked_for_anything(
    window: MainWindow, studio: Studio, qtbot: QtBot, tmp_path: Path
) -> None:
    asking = opened_sample(studio, qtbot)
    studio.paperwork.do("normal_size", asking)
    gone(asking)
    studio.paperwork.opening.open_path(tmp_path / "nothing.prefstudio")
    studio.paperwork._on_exported(Exported(tmp_path, 3))
    assert toasts(window) == []


def test_the_window_that_offers_it_is_opened_again_in_another_size(
    window: MainWindow, studio: Studio, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[tuple[Path, int]] = []

    def prepared(place: Path, percent: int) -> QProcess:
        begun.append((place, percent))
        return QProcess()  # of no program, so that none is started

    monkeypatch.setattr(resizing, "program_of", prepared)
    other = opened_sample(studio, qtbot)
    for each in (window, other):
        studio.paperwork.do("larger", each)
    window.toasts._shown[0].button.click()
    assert begun == [(window.place, 150)]
    assert studio.windows == [other]
    other.model.fork()
    other.toasts._shown[0].button.click()
    assert begun[1:] == [(opened_copy("six-papers"), 150)]


def test_recent_studies_are_in_the_file_menu(studio: Studio, qtbot: QtBot) -> None:
    window = opened_sample(studio, qtbot)
    window.recent_menu.fill()
    assert [each.text() for each in window.recent_menu.actions()] == ["Six papers"]
    assert window.recent_menu.actions()[0].toolTip().endswith("six-papers.prefstudio")
    with qtbot.waitSignal(window.study_wanted) as told:
        window.recent_menu.actions()[0].trigger()
    assert told.args[0].name == "six-papers.prefstudio"


def test_a_study_that_lies_below_another_comes_to_the_front(
    studio: Studio, qtbot: QtBot, window: MainWindow
) -> None:
    other = opened_sample(studio, qtbot)
    qtbot.waitUntil(other.isActiveWindow)
    other.windows_menu.fill()
    listed = {each.text(): each for each in other.windows_menu.actions()}
    assert list(listed) == ["Six papers (not saved)", "Six papers (sample, saved)"]
    assert [each.isChecked() for each in listed.values()] == [False, True]
    listed["Six papers (not saved)"].trigger()
    qtbot.waitUntil(window.isActiveWindow)
    window.close()
    other.windows_menu.fill()
    assert [each.text() for each in other.windows_menu.actions()] == ["Six papers (sample, saved)"]


def test_quit_closes_every_window(studio: Studio, qtbot: QtBot, window: MainWindow) -> None:
    other = opened_sample(studio, qtbot)
    welcome = studio.show_welcome()
    other.actions_by_name["quit"].trigger()
    qtbot.waitUntil(lambda: not studio.windows)
    assert not welcome.isVisible()


def test_the_program_ends_with_its_last_window(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path\n"
        "from PySide6.QtCore import QTimer\n"
        "from PySide6.QtWidgets import QApplication\n"
        "from prefstudio.studio import app, main_window\n"
        "q = QApplication([])\n"
        "def close():\n"
        "    w = [x for x in q.topLevelWidgets() if isinstance(x, main_window.MainWindow)]\n"
        "    [x.close() for x in w]\n"
        "QTimer.singleShot(1500, close)\n"
        "sys.exit(app.open_window(Path(sys.argv[1])))\n"
    )
    command = [sys.executable, "-c", code, str(sample("six-papers"))]
    assert subprocess.run(command, timeout=50, check=False).returncode == 0


def test_a_folder_is_opened_by_a_command_of_its_own(
    studio: Studio, qtbot: QtBot, tmp_path: Path
) -> None:
    folder = shutil.copytree(sample("six-papers"), tmp_path / "six papers export")
    welcome = studio.show_welcome()
    studio.paperwork.do("open_folder", welcome)
    (dialog,) = [each for each in welcome.findChildren(PlacedDialog) if each.isVisible()]
    assert dialog.fileMode() is PlacedDialog.FileMode.Directory
    dialog.fileSelected.emit(str(folder))
    dialog.reject()
    qtbot.waitUntil(lambda: studio.window is not None, timeout=10000)
    assert studio.window is not None and studio.window.place == folder
    assert studio.window.actions_by_name["open_folder"].shortcut().toString() == "Ctrl+Alt+O"
