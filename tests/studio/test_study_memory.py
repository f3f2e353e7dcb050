"""A study comes back as it was left, and the welcome page says how far it has come."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QByteArray
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from prefstudio.studio.app import Studio
from prefstudio.studio.layouts import LayoutChoice
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.remembered import Remembered
from prefstudio.studio.study_memory import MOST_STUDIES, StudyMemory
from prefstudio.study.comparisons import Outcome

Settled = Callable[[MainWindow], None]


def opened(qtbot: QtBot, studio: Studio, settled: Settled, name: str) -> MainWindow:
    studio.paperwork.open_sample(name)
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


def test_teaching_opens_the_classroom_however_the_study_was_left(
    qtbot: QtBot, studio: Studio, settled: Settled
) -> None:
    opened(qtbot, studio, settled, "six-papers").close()
    studio.show_welcome().wanted.emit("teach")
    window = studio.window
    assert window is not None
    assert window.layout_choice is LayoutChoice.CLASSROOM


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


def test_old_studies_are_forgotten(tmp_path: Path) -> None:
    remembered = Remembered(tmp_path / "a.ini")
    memories = [StudyMemory(remembered, tmp_path / f"{k}") for k in range(MOST_STUDIES + 5)]
    for memory in memories:
        memory.keep_panels(LayoutChoice.EXPLORE, "small", QByteArray(b"x"))
    remembered.keep_panels(LayoutChoice.EXPLORE, "small", QByteArray())
    known = [not each.panels(LayoutChoice.EXPLORE, "small").isEmpty() for each in memories]
    assert known == [False] * 5 + [True] * MOST_STUDIES
