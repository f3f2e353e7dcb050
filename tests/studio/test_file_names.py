"""Files are suggested names that every file system takes, whatever a study is called."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from prefstudio.studio.app import Studio
from prefstudio.studio.export_dialog import ExportDialog
from prefstudio.studio.file_names import ended, file_name
from prefstudio.studio.main_window import MainWindow
from prefstudio.study.folder import read_study
from prefstudio.study.resources import sample

Settled = Callable[[MainWindow], None]


@pytest.fixture
def asking(studio: Studio, qtbot: QtBot, settled: Settled) -> MainWindow:
    """A study whose title is a question about two things."""
    study = read_study(sample("six-papers"))
    settings = replace(study.settings, title="Cats/dogs: which?")
    window = studio.open_study(replace(study, settings=settings))
    qtbot.waitUntil(window.isVisible, timeout=5000)
    settled(window)
    return window


def suggested(window: MainWindow) -> Path:
    """What the dialog that is open suggests; it is closed."""
    (dialog,) = [each for each in window.findChildren(QFileDialog) if each.isVisible()]
    (path,) = dialog.selectedFiles()
    folder = dialog.directory().absolutePath()
    dialog.reject()
    assert Path(path).parent == Path(folder)
    return Path(path)


def test_a_copy(asking: MainWindow) -> None:
    asking.actions_by_name["save_copy"].trigger()
    assert suggested(asking).name == "Cats dogs which (copy).prefstudio"


def test_a_figure(asking: MainWindow) -> None:
    asking.aids.use.use("preference")
    asking.actions_by_name["figure_png"].trigger()
    assert suggested(asking).name.startswith("Cats dogs which – P")


def test_a_question_sheet(asking: MainWindow, qtbot: QtBot) -> None:
    asking.actions_by_name["seats"].trigger()
    dialog = asking.seat_asking.dialog
    assert dialog is not None
    qtbot.waitUntil(lambda: bool(dialog.rows) and not dialog.is_resting, timeout=10000)
    dialog.save_button.click()
    assert suggested(asking).name == "Cats dogs which questions.pdf"
    dialog.close()


def test_the_folder_of_an_export(studio: Studio, asking: MainWindow, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("x")
    studio.paperwork.do("export", asking)
    (dialog,) = asking.findChildren(ExportDialog)
    dialog.place.setText(str(tmp_path))
    assert dialog.folder == tmp_path / "Cats dogs which export"
    dialog.reject()


@pytest.mark.parametrize(
    ("title", "ending", "suffix", "name"),
    [
        ("Six papers", "– Utilities", "png", "Six papers – Utilities.png"),
        ("a/b\\c:d", "– P(A ≻ B)", "png", "a b c d – P(A ≻ B).png"),
        ("..", "(copy)", "prefstudio", "Study (copy).prefstudio"),
        (".hidden\n\u202eno", "export", "", "hidden no export"),
        ("Käse & Öl – 1", "export", "", "Käse & Öl – 1 export"),
        ("\ud800", "questions", "pdf", "Study questions.pdf"),
    ],
)
def test_names(title: str, ending: str, suffix: str, name: str) -> None:
    assert file_name(title, ending, suffix) == name


@pytest.mark.parametrize("letter", ["a", "ä", "猫", "🐈"])
def test_long_titles_are_cut_before_what_the_file_is(tmp_path: Path, letter: str) -> None:
    name = file_name(300 * letter, "– Expected loss", "svg")
    assert name.startswith(40 * letter)
    assert name.endswith(f"{letter} – Expected loss.svg")
    (tmp_path / name).write_text("")  # a file system takes it


@pytest.mark.parametrize(
    ("chosen", "name", "kind"),
    [
        ("u.svg", "u.svg", "svg"),
        ("u.SVG", "u.SVG", "svg"),
        ("u", "u.png", "png"),
        ("u.", "u.png", "png"),
        ("fig. 1", "fig. 1.png", "png"),
        ("u.svg.txt", "u.svg.txt.png", "png"),
        (".svg", ".svg.png", "png"),
    ],
)
def test_a_name_ends_as_its_file(chosen: str, name: str, kind: str) -> None:
    assert ended(Path("f") / chosen, ("png", "svg"), "png") == (Path("f") / name, kind)
