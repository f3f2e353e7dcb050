"""A study is exported by dialog, in another thread, to a folder that is its own."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QLabel,
    QScrollArea,
    QStyle,
    QStyleOptionButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from prefstudio.studio.app import Studio
from prefstudio.studio.export_dialog import SOME_WRITTEN, ExportDialog
from prefstudio.studio.main_window import MainWindow
from prefstudio.study.exporters import EXPORTERS, exporting
from prefstudio.study.folder import Study, read_study


def opened(studio: Studio, window: MainWindow) -> ExportDialog:
    studio.paperwork.do("export", window)
    dialog = window.findChild(ExportDialog)
    assert isinstance(dialog, ExportDialog)
    return dialog


def held_back(monkeypatch: pytest.MonkeyPatch) -> tuple[threading.Event, threading.Event]:
    """Let the next export wait once it has begun; tells that it has, and lets it go on."""
    begun, go_on = threading.Event(), threading.Event()
    real = exporting.mark_of

    def wait(study: Study) -> str:
        begun.set()
        go_on.wait(10)
        return real(study)

    monkeypatch.setattr(exporting, "mark_of", wait)
    return begun, go_on


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


def test_a_folder_that_cannot_be_looked_into_is_told_in_the_dialog(
    studio: Studio, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def deny(folder: Path) -> list[str]:
        raise PermissionError(13, "Permission denied", str(folder))

    dialog = opened(studio, window)
    dialog.place.setText("~nobody-of-this-name/x")
    dialog.export_button.click()
    assert dialog.message.isVisible()
    assert dialog.message.title.text().startswith("~nobody-of-this-name/x: ")
    dialog.place.setText(str(tmp_path))
    with monkeypatch.context() as patch:
        patch.setattr("os.listdir", deny)
        dialog.export_button.click()
    assert "Permission denied" in dialog.message.title.text()
    assert dialog.message.advice.text() == "Name another folder. Nothing was written."
    assert dialog.export_button.isEnabled()
    dialog.reject()


def test_a_message_has_an_icon_and_the_edges_of_all_else(
    studio: Studio, window: MainWindow
) -> None:
    dialog = opened(studio, window)
    dialog.place.setText("~nobody-of-this-name/x")
    dialog.export_button.click()
    QApplication.processEvents()
    message = dialog.message
    assert message.icon.isVisible() and message.icon.size() == QSize(18, 18)
    sheet = dialog.findChild(QScrollArea)
    assert sheet is not None
    left, right = edges(sheet, dialog)
    inside = message.contentsRect()  # within the border of one pixel
    begin = message.mapTo(dialog, inside.topLeft()).x() - 1
    assert (begin, begin + inside.width() + 2) == (left, right)
    dialog.reject()


def test_what_a_format_is_stands_below_its_title(studio: Studio, window: MainWindow) -> None:
    dialog = opened(studio, window)
    box = dialog.boxes["folder"]
    option = QStyleOptionButton()
    box.initStyleOption(option)
    element = QStyle.SubElement.SE_CheckBoxContents
    title = box.mapTo(dialog, box.style().subElementRect(element, option, box).topLeft()).x()
    words = next(each for each in dialog.findChildren(QLabel) if each.text() == box_words(box))
    assert words.mapTo(dialog, words.contentsRect().topLeft()).x() == title
    dialog.reject()


def box_words(box: QCheckBox) -> str:
    return box.accessibleDescription()


def edges(widget: QWidget, dialog: QWidget) -> tuple[int, int]:
    """Where a widget begins and ends in its dialog."""
    left = widget.mapTo(dialog, QPoint(0, 0)).x()
    return left, left + widget.width()


def test_an_export_that_was_cut_short_does_not_say_that_nothing_was_written(
    studio: Studio,
    window: MainWindow,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    replaced = os.replace

    def fail(source: Path, target: Path) -> None:
        if Path(target).name == "items.csv":
            raise OSError(28, "No space left on device", str(target))
        replaced(source, target)

    dialog = opened(studio, window)
    dialog.place.setText(str(tmp_path / "out"))
    monkeypatch.setattr(os, "replace", fail)
    with qtbot.waitSignal(dialog.chores.failed):
        dialog.export_button.click()
    assert "No space left" in dialog.message.title.text()
    assert dialog.message.advice.text().endswith(SOME_WRITTEN)
    dialog.reject()


def test_cancel_stops_an_export_of_tables(
    studio: Studio,
    window: MainWindow,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun, go_on = held_back(monkeypatch)
    dialog = opened(studio, window)
    dialog.place.setText(str(tmp_path / "out"))
    dialog.boxes["covariance"].setChecked(True)
    with qtbot.waitSignal(dialog.chores.cancelled):
        dialog.export_button.click()
        assert begun.wait(10)
        dialog.cancel_button.click()
        go_on.set()
    assert dialog.progress.words.text() == "Stopped. Nothing was written."
    assert not (tmp_path / "out").exists()
    dialog.reject()


def test_a_window_that_closes_ends_its_export(
    studio: Studio, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = held_back(monkeypatch)
    dialog = opened(studio, window)
    dialog.place.setText(str(tmp_path / "out"))
    dialog.export_button.click()
    assert begun.wait(10)
    (chore,) = dialog.chores._running
    chore.control.when_cancelled(go_on.set)
    window.close()
    is_left = chore.isRunning()
    go_on.set()
    chore.wait()
    assert not is_left
    assert not (tmp_path / "out").exists()
