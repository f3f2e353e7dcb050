"""Opening, dropping, copying and starting over."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from pytestqt.qtbot import QtBot

from prefstudio.studio import opening
from prefstudio.studio.app import Studio
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.new_study.new_study_dialog import NewStudyDialog
from prefstudio.study.comparisons import Outcome
from prefstudio.study.folder import read_study
from prefstudio.study.resources import sample
from prefstudio.study.store import create, open_study


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
    assert studio.windows != [window]
    assert len(studio.windows) == 1
    assert studio.windows[0].model.state.n_answers == 0


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
    assert "damaged" in welcome.message.title.text()
    assert welcome.message.action_button.text() == "Open the rescued copy"
    welcome.message.action_button.click()
    qtbot.waitUntil(lambda: studio.window is not None)
    assert studio.windows[-1].place.name == "six (rescued).prefstudio"


def test_a_large_study_says_that_it_opens(
    studio: Studio, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "SLOW_BYTES", 0)
    welcome = studio.show_welcome()
    welcome.study_wanted.emit(sample("six-papers"))
    assert [toast.accessibleName() for toast in welcome.toasts._shown] == ["Opening six-papers…"]
    assert studio.windows == []
    qtbot.waitUntil(lambda: len(studio.windows) == 1)


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


def test_recent_studies_are_in_the_file_menu(studio: Studio, qtbot: QtBot) -> None:
    window = opened_sample(studio, qtbot)
    window.recent_menu.fill()
    assert [each.text() for each in window.recent_menu.actions()] == ["six-papers  (samples)"]
    with qtbot.waitSignal(window.study_wanted) as told:
        window.recent_menu.actions()[0].trigger()
    assert told.args[0].name == "six-papers.prefstudio"


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
