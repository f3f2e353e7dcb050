"""A study comes back as it was left, and the welcome page says how far it has come."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from prefstudio.studio.app import Studio
from prefstudio.studio.layouts import LayoutChoice
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.panels.ranking_columns import Column
from prefstudio.studio.remembered import Remembered
from prefstudio.studio.study_memory import MOST_STUDIES, StudyMemory
from prefstudio.study.changes import ItemAdded
from prefstudio.study.comparisons import Outcome
from prefstudio.study.folder import read_study
from prefstudio.study.items import Item
from prefstudio.study.resources import sample

Settled = Callable[[MainWindow], None]
ATTRIBUTES = {"reduced_motion": "is_motion_reduced"}  # where it is not called as its key


def opened(qtbot: QtBot, studio: Studio, settled: Settled, name: str) -> MainWindow:
    studio.paperwork.open_sample(name)
    qtbot.waitUntil(lambda: not studio.paperwork.opening.is_busy, timeout=5000)
    window = studio.window
    assert window is not None
    qtbot.waitUntil(window.isVisible, timeout=5000)
    settled(window)
    return window


def test_each_study_comes_back_as_it_was_left(
    qtbot: QtBot, studio: Studio, settled: Settled
) -> None:
    first = opened(qtbot, studio, settled, "six-papers")
    first.choose_layout(LayoutChoice.ANALYSIS)
    first.rooms.expected_loss.order.buttons["file"].click()
    first.rooms.utilities.order.buttons["file"].click()
    settled(first)
    first.rooms.panels["ranking"].hide()
    first.close()
    other = opened(qtbot, studio, settled, "shapes")
    assert other.layout_choice is LayoutChoice.ANALYSIS  # as the program was left
    assert other.rooms.expected_loss.order.choice == "rank"
    other.choose_layout(LayoutChoice.EXPLORE)
    settled(other)
    other.close()
    again = opened(qtbot, studio, settled, "six-papers")
    assert again.layout_choice is LayoutChoice.ANALYSIS
    assert again.rooms.panels["ranking"].isHidden()
    assert again.rooms.expected_loss.order.choice == "file"
    assert again.rooms.utilities.order.choice == "file"
    assert again.model.scene.wants.order == "file"
    again.close()
    assert opened(qtbot, studio, settled, "shapes").layout_choice is LayoutChoice.EXPLORE


@pytest.mark.parametrize("column", [Column.CHANCE, Column.ITEM])
def test_the_ranking_comes_back_in_its_order(
    qtbot: QtBot, studio: Studio, settled: Settled, column: Column
) -> None:
    first = opened(qtbot, studio, settled, "six-papers")
    for outcome in (Outcome.B, Outcome.B, Outcome.A):
        first.model.answer(outcome)
        settled(first)
    down = Qt.SortOrder.DescendingOrder
    first.rooms.ranking.table.horizontalHeader().setSortIndicator(column, down)
    listed = first.rooms.ranking.model.positions.tolist()
    first.close()
    again = opened(qtbot, studio, settled, "six-papers")
    assert again.rooms.ranking.table.order == f"{column.name.lower()} down"
    assert again.rooms.ranking.model.positions.tolist() == listed


def test_a_ranking_that_was_never_looked_at_keeps_its_order(
    qtbot: QtBot, studio: Studio, settled: Settled
) -> None:
    first = opened(qtbot, studio, settled, "six-papers")
    first.rooms.ranking.table.show_order("chance down")
    first.choose_layout(LayoutChoice.CLASSROOM)
    settled(first)
    first.close()
    between = opened(qtbot, studio, settled, "six-papers")
    assert not between.rooms.panels["ranking"].is_built
    between.close()
    again = opened(qtbot, studio, settled, "six-papers")
    again.choose_layout(LayoutChoice.EXPLORE)
    settled(again)
    assert again.rooms.ranking.table.order == "chance down"


def test_teaching_opens_the_classroom_however_the_study_was_left(
    qtbot: QtBot, studio: Studio, settled: Settled
) -> None:
    opened(qtbot, studio, settled, "six-papers").close()
    studio.show_welcome().wanted.emit("teach")
    qtbot.waitUntil(lambda: studio.window is not None, timeout=5000)
    window = studio.window
    assert window is not None
    assert window.layout_choice is LayoutChoice.CLASSROOM


def test_teaching_shows_the_classroom_where_the_study_is_open(
    qtbot: QtBot, studio: Studio, settled: Settled
) -> None:
    window = opened(qtbot, studio, settled, "six-papers")
    assert window.layout_choice is LayoutChoice.EXPLORE
    studio.show_welcome().wanted.emit("teach")
    assert studio.windows == [window]
    assert window.layout_choice is LayoutChoice.CLASSROOM


@pytest.mark.parametrize("is_open", [True, False])
def test_teaching_leaves_the_layout_of_other_studies(
    qtbot: QtBot, studio: Studio, settled: Settled, is_open: bool
) -> None:
    window = opened(qtbot, studio, settled, "six-papers")
    if not is_open:
        window.close()
    studio.show_welcome().wanted.emit("teach")
    qtbot.waitUntil(lambda: not studio.paperwork.opening.is_busy, timeout=5000)
    assert [each.layout_choice for each in studio.windows] == [LayoutChoice.CLASSROOM]
    assert opened(qtbot, studio, settled, "shapes").layout_choice is LayoutChoice.EXPLORE
    studio.windows[0].close()
    again = opened(qtbot, studio, settled, "six-papers")
    assert again.layout_choice is LayoutChoice.CLASSROOM  # as it was left


def test_hiding_every_panel_loses_no_layout(qtbot: QtBot, studio: Studio, settled: Settled) -> None:
    window = opened(qtbot, studio, settled, "six-papers")
    before = {name for name, panel in window.rooms.panels.items() if panel.isHidden()}
    window.rooms.panels["links"].hide()
    window.places.keep()
    for panel in window.rooms.panels.values():
        panel.hide()
    qtbot.waitUntil(window.area.back_button.isVisible)
    window.close()
    again = opened(qtbot, studio, settled, "six-papers")
    hidden = {name for name, panel in again.rooms.panels.items() if panel.isHidden()}
    assert hidden == before | {"links"}
    for panel in again.rooms.panels.values():
        panel.hide()
    qtbot.waitUntil(again.area.back_button.isVisible)
    again.area.back_button.click()
    QApplication.processEvents()
    assert not again.rooms.panels["compare"].isHidden()
    assert not again.area.back_button.isVisible()


def test_the_welcome_page_counts_items_and_answers(
    qtbot: QtBot, studio: Studio, settled: Settled
) -> None:
    window = opened(qtbot, studio, settled, "six-papers")
    window.model.answer(Outcome.A)
    settled(window)
    place = window.place
    window.close()
    welcome = studio.show_welcome()
    words = welcome.recent.rows[0].accessibleDescription().replace("\u00a0", " ")
    assert words.startswith("1 answer, 6 items, today")
    assert words.endswith("% settled")
    with Path(place).open("ab") as file:  # by somebody else
        file.write(b" ")
    welcome.show_recent()
    assert "answer" not in welcome.recent.rows[0].accessibleDescription()


def test_a_past_moment_is_no_progress(qtbot: QtBot, studio: Studio, settled: Settled) -> None:
    window = opened(qtbot, studio, settled, "six-papers")
    for _ in range(3):
        window.model.answer(Outcome.A)
        settled(window)
    now = window.model.scene.standing
    window.model.look_back(1)
    settled(window)
    past = window.model.scene.standing
    assert now is not None and past is not None and past.share != now.share
    window.close()
    progress = window.memory.progress
    assert progress is not None
    assert (progress.n_answers, progress.settled) == (3, None)
    again = opened(qtbot, studio, settled, "six-papers")
    again.model.look_back(1)
    again.model.return_to_now()
    settled(again)
    again.close()
    progress = again.memory.progress
    assert progress is not None and progress.settled == now.share


def test_what_a_folder_forgets_is_no_progress(
    qtbot: QtBot, studio: Studio, settled: Settled, tmp_path: Path
) -> None:
    folder = tmp_path / "papers"
    shutil.copytree(sample("six-papers"), folder)
    studio.paperwork.opening.open_path(folder)
    window = studio.windows[0]
    qtbot.waitUntil(window.isVisible, timeout=5000)
    settled(window)
    for _ in range(3):
        window.model.answer(Outcome.A)
        settled(window)
    window.model.change(ItemAdded(Item("g", "Paper g")))
    settled(window)
    window.close()
    progress = window.memory.progress
    assert progress is not None and not window.model.record.file
    assert (progress.n_answers, progress.n_items, progress.settled) == (0, 6, None)


def test_a_folder_that_was_only_looked_at_is_as_settled_as_it_was(
    qtbot: QtBot, studio: Studio, settled: Settled
) -> None:
    window = studio.open_study(read_study(sample("cars")))
    qtbot.waitUntil(window.isVisible, timeout=20000)
    settled(window)
    standing = window.model.scene.standing
    n_answers = window.model.state.n_answers
    window.close()
    progress = window.memory.progress
    assert progress is not None and standing is not None
    assert (progress.n_answers, progress.settled) == (n_answers, standing.share)


def test_what_is_only_thought_is_no_progress(
    qtbot: QtBot, studio: Studio, settled: Settled
) -> None:
    window = opened(qtbot, studio, settled, "six-papers")
    for _ in range(3):
        window.model.answer(Outcome.A)
        settled(window)
    standing = window.model.scene.standing_now
    window.model.fork()
    settled(window)
    window.model.answer(Outcome.A)
    settled(window)
    assert window.model.is_fork and window.model.state.n_answers == 4
    window.close()
    progress = window.memory.progress
    assert progress is not None and standing is not None
    assert (progress.n_answers, progress.settled) == (3, standing.share)


def test_old_studies_are_forgotten(tmp_path: Path) -> None:
    remembered = Remembered(tmp_path / "a.ini")
    memories = [StudyMemory(remembered, tmp_path / f"{k}") for k in range(MOST_STUDIES + 5)]
    for memory in memories:
        memory.keep_panels(LayoutChoice.EXPLORE, "small", QByteArray(b"x"))
    remembered.keep_panels(LayoutChoice.EXPLORE, "small", QByteArray())
    known = [not each.panels(LayoutChoice.EXPLORE, "small").isEmpty() for each in memories]
    assert known == [False] * 5 + [True] * MOST_STUDIES


DAMAGED = ["", "null", "5", "[5, null]", '{"a": 1}', "[", "²", "9" * 5000, "[" * 100_000]


@pytest.mark.parametrize("text", [*DAMAGED, json.dumps(["a" * 5000, "b\0"])])
def test_damaged_settings_are_as_if_there_were_none(tmp_path: Path, text: str) -> None:
    remembered = Remembered(tmp_path / "settings.ini")
    nothing = Remembered(tmp_path / "other.ini")
    memory, unknown = StudyMemory(remembered, tmp_path), StudyMemory(nothing, tmp_path)
    for key in ("theme", "layout", "scale", "reduced_motion", "geometry", "recent", "folder"):
        remembered.put(key, text)
        assert getattr(remembered, ATTRIBUTES.get(key, key)) == getattr(
            nothing, ATTRIBUTES.get(key, key)
        )
    for name in ("layout", "progress", "title"):
        memory._put(name, text)
        assert getattr(memory, name) == getattr(unknown, name)
    memory._put("chosen", text)
    assert memory.chosen == ({"a": "1"} if text == '{"a": 1}' else {})


@pytest.mark.parametrize("text", ["null", "5"])
def test_the_welcome_page_bears_a_damaged_list_of_studies(studio: Studio, text: str) -> None:
    studio.remembered.put("recent", text)
    assert studio.show_welcome().isVisible()


def test_progress_that_is_not_whole_is_none(tmp_path: Path) -> None:
    memory = StudyMemory(Remembered(tmp_path / "settings.ini"), tmp_path)
    tmp_path.joinpath("settings.ini").touch()
    whole: dict[str, object] = {"title": "Papers", "n_items": 6, "n_answers": 2, "settled": 0.5}
    damages = [{}, {"title": None}, {"n_items": "six"}, {"n_answers": 0.5}, {"settled": "half"}]
    for damage in damages:
        changed = {"changed": tmp_path.stat().st_mtime}
        memory._put("progress", json.dumps(whole | changed | damage))
        is_whole = not damage
        assert (memory.progress is not None) == is_whole


def test_progress_is_kept_while_the_study_is_open(
    qtbot: QtBot, studio: Studio, settled: Settled
) -> None:
    window = opened(qtbot, studio, settled, "six-papers")
    window.progress._soon.setInterval(1)
    window.model.answer(Outcome.A)
    settled(window)

    def is_kept() -> bool:
        progress = StudyMemory(studio.remembered, window.place).progress
        return progress is not None and progress.n_answers == 1 and progress.settled is not None

    qtbot.waitUntil(is_kept, timeout=2000)
    assert not window.is_closed
