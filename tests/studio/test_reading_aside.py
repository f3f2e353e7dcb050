"""A large file is read by a process of its own: the same study, and an end to it at any moment."""

from __future__ import annotations

import gc
import gzip
import os
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from prefstudio.engine.control import Control
from prefstudio.engine.errors import Cancelled
from prefstudio.studio.new_study import reading_aside
from prefstudio.studio.new_study.import_work import Found, Making, ReadHere, Reading
from prefstudio.studio.new_study.new_study_dialog import NewStudyDialog
from prefstudio.studio.new_study.reading_aside import LARGE, ReadAside, is_large
from prefstudio.study.errors import DataError
from prefstudio.study.importers.comparison_mapping import UnknownColumnsError
from prefstudio.study.importers.plan import ImportPlan
from prefstudio.study.making import NewStudy
from prefstudio.study.store import open_study


@pytest.fixture
def trees(tmp_path: Path) -> Path:
    rows = [f"oak{n},{n * 3},{n % 4},wood" for n in range(8)]
    rows.append("oak3,1,1,wood")  # there twice
    path = tmp_path / "trees.csv"
    path.write_text("\n".join(["item_id,x_height,x_age,kind", *rows]), encoding="utf-8")
    return path


@pytest.fixture
def all_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every file be a large one."""
    monkeypatch.setattr(reading_aside, "LARGE", 1)


def read(path: Path) -> Found:
    return Reading(ImportPlan(paths=(path,)))(Control())


def process_of(found: object) -> int:
    assert isinstance(found, ReadAside)
    return found._process.pid


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def no_reader_is_left() -> bool:
    return not any(each.name == reading_aside.BURIAL for each in threading.enumerate())


@pytest.fixture(autouse=True)
def _all_ended(qtbot: QtBot) -> Iterator[None]:
    yield
    gc.collect()
    qtbot.waitUntil(no_reader_is_left)


def test_what_is_read_aside_is_what_is_read_here(trees: Path, tmp_path: Path) -> None:
    here = read(trees)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading_aside, "LARGE", 1)
        aside = read(trees)
    assert isinstance(here, ReadHere)
    assert isinstance(aside, ReadAside)
    assert aside.summary.problems
    for name in type(here.summary).__slots__:
        assert getattr(aside.summary, name) == getattr(here.summary, name), name
    studies = []
    for number, found in enumerate((here, aside)):
        wanted = NewStudy(tmp_path / f"{number}.prefstudio", "Trees", "Which?", 1.0)
        with open_study(Making(found, wanted)(Control()), writable=False) as file:
            studies.append(file.state.study)
    first, second = studies
    assert list(first.items) == list(second.items)
    assert first.features.names == second.features.names
    assert (first.features.matrix() == second.features.matrix()).all()
    drawn = {"seed": 0, "study_id": ""}
    assert replace(first.settings, **drawn) == replace(second.settings, **drawn)


@pytest.mark.usefixtures("all_aside")
def test_errors_cross_over_as_they_are(tmp_path: Path) -> None:
    with pytest.raises(DataError) as missing:
        read(tmp_path / "nothing" / "items.csv")
    assert missing.value.remedy == "Check the name and the folder."
    strange = tmp_path / "strange.csv"
    strange.write_text("one,two\na,b\n", encoding="utf-8")
    with pytest.raises(UnknownColumnsError) as unknown:
        Reading(ImportPlan(comparisons=(strange,)))(Control())
    assert unknown.value.columns == ("one", "two")
    assert unknown.value.file == "strange.csv"


@pytest.mark.usefixtures("all_aside")
def test_a_study_that_cannot_be_written_leaves_the_reader_for_another_try(
    trees: Path, tmp_path: Path
) -> None:
    found = read(trees)
    with pytest.raises(DataError, match="there is a file of that name already"):
        found.make(NewStudy(trees), Control())
    made = found.make(NewStudy(tmp_path / "other.prefstudio"), Control())
    assert made.exists()


@pytest.mark.usefixtures("all_aside")
def test_the_reader_ends_with_whoever_holds_what_it_read(qtbot: QtBot, trees: Path) -> None:
    found = read(trees)
    pid = process_of(found)
    assert is_there(pid)
    del found
    qtbot.waitUntil(lambda: not is_there(pid))


def test_a_reader_ends_also_where_no_thread_can_begin_any_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't create new thread at interpreter shutdown")

    process = reading_aside._reader()
    with process, monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", refuse)
        reading_aside._end(process)
    assert process.returncode


@pytest.mark.usefixtures("all_aside")
def test_a_reader_that_is_gone_is_told_with_a_way_on(trees: Path, tmp_path: Path) -> None:
    found = read(trees)
    assert isinstance(found, ReadAside)
    found._process.kill()
    found._process.wait()
    with pytest.raises(DataError, match="ended before it was done") as ended:
        found.make(NewStudy(tmp_path / "other.prefstudio"), Control())
    assert ended.value.file == "trees.csv"
    assert ended.value.remedy


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a file that never ends")
def test_cancelling_ends_a_reader_that_is_waiting(
    monkeypatch: pytest.MonkeyPatch, qtbot: QtBot, tmp_path: Path
) -> None:
    never = tmp_path / "never"
    os.mkfifo(never)
    # A reader that waits for ever before it says a word.
    silent = f"open({str(never)!r}).read()"
    monkeypatch.setattr(reading_aside, "READER", ("-c", silent))
    control, errors = Control(), []

    def wait_for_it() -> None:
        try:
            ReadAside.begun(ImportPlan(paths=(tmp_path,)), control)
        except Exception as error:
            errors.append(error)

    waiting = threading.Thread(target=wait_for_it)
    waiting.start()
    qtbot.wait(50)
    control.cancel()
    waiting.join(10)
    assert not waiting.is_alive()
    assert [type(error) for error in errors] == [Cancelled]


@pytest.mark.usefixtures("all_aside")
def test_the_dialog_makes_a_study_that_was_read_aside(qtbot: QtBot, trees: Path) -> None:
    dialog = NewStudyDialog([trees])
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(dialog)
    dialog.open()
    qtbot.waitUntil(lambda: not dialog.chores.is_busy)
    first = process_of(dialog.found)
    assert dialog.found_card.figures["items"].text() == "8"
    dialog.look_again()
    qtbot.waitUntil(lambda: not dialog.chores.is_busy)
    assert process_of(dialog.found) != first
    qtbot.waitUntil(lambda: not is_there(first))
    second = process_of(dialog.found)
    with qtbot.waitSignal(dialog.study_made):
        dialog.make_button.click()
    assert trees.with_name("trees.prefstudio").exists()
    qtbot.waitUntil(lambda: not is_there(second))


def test_only_large_tables_are_read_aside(tmp_path: Path) -> None:
    small, large, sound = (tmp_path / name for name in ("s.csv", "l.csv", "folder/s.wav"))
    sound.parent.mkdir()
    small.write_bytes(b"a,b\n")
    for path in (large, sound):
        with path.open("wb") as file:
            file.truncate(LARGE)
    packed = tmp_path / "p.csv.gz"
    packed.write_bytes(gzip.compress(os.urandom(LARGE // 4)))
    assert not is_large(ImportPlan(paths=(small,)))
    assert not is_large(ImportPlan(paths=(sound.parent,)))
    assert is_large(ImportPlan(paths=(small,), links=(large,)))
    assert is_large(ImportPlan(items=packed))
    assert not is_large(ImportPlan(items=tmp_path / "missing.csv"))
