"""A study is exported by dialog, in another thread, to a folder that is its own."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from prefstudio.studio.app import Studio
from prefstudio.studio.export_dialog import ExportDialog
from prefstudio.studio.main_window import MainWindow
from prefstudio.study.exporters import EXPORTERS
from prefstudio.study.folder import read_study


def opened(studio: Studio, window: MainWindow) -> ExportDialog:
    studio.paperwork.do("export", window)
    dialog = window.findChild(ExportDialog)
    assert isinstance(dialog, ExportDialog)
    return dialog


def test_every_format_is_offered_with_its_sentence(studio: Studio, window: MainWindow) -> None:
    dialog = opened(studio, window)
    told = {name: box.accessibleDescription() for name, box in dialog.boxes.items()}
    assert told == {name: each.help for name, each in EXPORTERS.items()}
    dialog.boxes["folder"].setChecked(False)
    assert not dialog.export_button.isEnabled()
    dialog.reject()


def test_what_is_written_can_be_read_and_is_told(
    studio: Studio, window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = opened(studio, window)
    dialog.place.setText(str(tmp_path / "out"))
    dialog.boxes["posterior"].setChecked(True)
    with qtbot.waitSignal(dialog.exported) as told:
        dialog.export_button.click()
    assert (tmp_path / "out" / "posterior.csv").exists()
    assert read_study(tmp_path / "out").items.ids == window.model.state.study.items.ids
    n_files = sum(path.is_file() for path in (tmp_path / "out").rglob("*"))
    assert told.args[0].n_files == n_files
    toast = window.toasts._shown[-1]
    assert toast.accessibleName().endswith(f"{n_files} files to out")
    assert toast.button.text() == "Open the folder"


def test_enter_exports(studio: Studio, window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    dialog = opened(studio, window)
    dialog.place.setText(str(tmp_path / "out"))
    qtbot.waitUntil(dialog.isVisible)
    with qtbot.waitSignal(dialog.exported):
        qtbot.keyClick(dialog.focusWidget() or dialog, Qt.Key.Key_Return)


def test_enter_presses_the_button_that_has_the_focus(
    studio: Studio, window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = opened(studio, window)
    dialog.place.setText(str(tmp_path / "out"))
    qtbot.waitUntil(dialog.isVisible)
    dialog.cancel_button.setFocus(Qt.FocusReason.TabFocusReason)
    with qtbot.waitSignal(dialog.rejected):
        qtbot.keyClick(dialog.cancel_button, Qt.Key.Key_Return)
    assert not (tmp_path / "out").exists()


def test_a_full_folder_gets_one_of_its_own_or_a_message(
    studio: Studio, window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    full = tmp_path / "full"
    full.mkdir()
    (full / "mine.txt").write_text("x")
    dialog = opened(studio, window)
    dialog.place.setText(str(full))
    assert dialog.folder == full / "Six papers export"
    dialog.own_folder.setChecked(False)
    with qtbot.waitSignal(dialog.chores.failed):
        dialog.export_button.click()
    assert "the folder is not empty" in dialog.message.title.text()
    assert [path.name for path in full.iterdir()] == ["mine.txt"]
    dialog.reject()
