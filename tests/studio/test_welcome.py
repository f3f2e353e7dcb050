"""The welcome page: samples, recent studies, and everything reachable by keys."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from prefstudio.studio.app import Studio
from prefstudio.studio.first_size import LEAST
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.new_study.new_study_dialog import NewStudyDialog
from prefstudio.studio.problem import Problem
from prefstudio.studio.recent_studies import recent_studies
from prefstudio.studio.remembered import MOST_RECENT, Remembered
from prefstudio.studio.study_memory import StudyMemory
from prefstudio.studio.welcome.page_area import PageArea
from prefstudio.studio.welcome.recent_list import changed_words
from prefstudio.studio.welcome.sample_pictures import SIX_PAPERS, SamplePicture
from prefstudio.studio.welcome.welcome_window import WelcomeWindow
from prefstudio.study.comparisons import Outcome
from prefstudio.study.samples import SAMPLES


def test_a_card_opens_a_copy_at_once(studio: Studio, qtbot: QtBot, home: Path) -> None:
    welcome = studio.show_welcome()
    assert [card.accessibleName() for card in welcome.cards] == [
        f"Open the sample {each.title}" for each in SAMPLES
    ]
    qtbot.mouseClick(welcome.cards[0], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: studio.window is not None, timeout=5000)
    assert studio.window is not None
    assert studio.window.place == (home / "samples" / "six-papers.prefstudio").resolve()
    assert not welcome.isVisible()
    welcome = studio.show_welcome()
    assert [row.accessibleName() for row in welcome.recent.rows] == ["Open Six papers"]
    welcome.recent.clear_button.click()
    assert welcome.recent.rows == []
    assert studio.remembered.recent == []


def test_commands_are_found_here_too(studio: Studio, qtbot: QtBot) -> None:
    welcome = studio.show_welcome()
    find = next(each for each in welcome._actions if each.data() == "find_command")
    assert find.shortcut().toString() == "Ctrl+K"
    find.trigger()
    palette = welcome.commands
    assert palette.isVisible()
    words = [command.words for command in palette.shown]
    assert {"New study…", "Open…", "Help", "Dark theme"} <= set(words)
    assert {f"Open the sample {each.title}" for each in SAMPLES} <= set(words)
    qtbot.keyClicks(palette.field, "dark")
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert studio.theme.is_dark and not palette.isVisible()
    find.trigger()
    qtbot.keyClicks(palette.field, "six papers")
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: studio.window is not None, timeout=5000)


def test_new_study_is_opened_and_not_waited_for(studio: Studio) -> None:
    welcome = studio.show_welcome()
    welcome.drop_zone.new_button.click()
    dialog = welcome.findChild(NewStudyDialog)
    assert isinstance(dialog, NewStudyDialog) and dialog.isVisible()
    dialog.reject()


def test_everything_that_takes_keys_has_a_name_of_its_own(studio: Studio) -> None:
    welcome = studio.show_welcome()
    welcome.drop_zone.new_button.click()
    for window in (welcome, welcome.findChild(NewStudyDialog)):
        found = [
            each
            for each in window.findChildren(QWidget)
            if each.focusPolicy() & Qt.FocusPolicy.TabFocus
            and each.window() is window
            and each.isVisibleTo(window)
        ]
        assert found
        names = Counter(each.accessibleName() or getattr(each, "text", str)() for each in found)
        assert "" not in names
        assert [name for name, count in names.items() if count > 1] == []


def test_days_in_words(tmp_path: Path) -> None:
    today = date.today()
    assert changed_words(tmp_path, today) == "today"
    assert changed_words(tmp_path, today + timedelta(days=1)) == "yesterday"
    assert changed_words(tmp_path, today + timedelta(days=40)) == f"{today.day} {today:%b %Y}"


@pytest.mark.parametrize("width", [640, 853, 1000, 1024, 1280, 1400, 1600])
def test_titles_of_samples_are_whole_at_any_width(studio: Studio, width: int) -> None:
    welcome = studio.show_welcome()
    welcome.resize(width, 533)
    QApplication.processEvents()
    assert welcome.width() == width
    page = welcome.centralWidget()
    for card in welcome.cards:
        texts = [each for each in card.findChildren(QLabel) if not each.wordWrap()]
        assert len(texts) == 2
        for text in texts:
            assert text.width() >= text.sizeHint().width(), text.text()
        right = card.mapTo(page, card.rect().topRight()).x()
        assert right < page.width()


def welcome_after(studio: Studio, folder: Path, n_studies: int, size: QSize) -> WelcomeWindow:
    """The welcome page of a size, once some studies were opened."""
    studio.remembered.forget_recent()
    for number in range(n_studies):
        path = folder / f"{number}.prefstudio"
        path.touch()
        studio.remembered.add_recent(path)
    welcome = studio.show_welcome()
    welcome.resize(size)
    for _ in range(3):
        QApplication.processEvents()
    return welcome


@pytest.mark.parametrize("size", [QSize(1280, 800), QSize(1276, 764), QSize(1400, 600)])
def test_recent_studies_leave_the_cards_and_what_is_below_as_they_are(
    studio: Studio, tmp_path: Path, size: QSize
) -> None:
    heights = set()
    for n_studies in (0, 1, 6):
        welcome = welcome_after(studio, tmp_path, n_studies, size)
        heights.add(welcome.cards[0].height())
    assert len(heights) == 1
    shown = [row for row in welcome.recent.rows if row.isVisible()]
    assert shown and shown == welcome.recent.rows[: len(shown)]
    if size.height() > 700:
        below = welcome.shortcuts
        assert below.mapTo(welcome, below.rect().bottomLeft()).y() < size.height()
        assert len(shown) >= 2
        welcome.resize(size.width(), 1000)
        QApplication.processEvents()
        assert all(row.isVisible() for row in welcome.recent.rows)


@pytest.mark.parametrize(
    ("size", "n_shown"),
    [(QSize(1280, 800), 5), (QSize(1276, 756), 4), (QSize(1024, 700), 3), (LEAST, 1)],
)
def test_as_many_recent_studies_are_listed_as_have_room(
    studio: Studio, tmp_path: Path, size: QSize, n_shown: int
) -> None:
    welcome = welcome_after(studio, tmp_path, 8, size)
    assert [row.isVisible() for row in welcome.recent.rows].count(True) == n_shown
    bar = welcome.findChild(PageArea).verticalScrollBar()
    assert bar.maximum() == 0 or size == LEAST
    for row in welcome.recent.rows[:n_shown]:
        for text in row.findChildren(QLabel):
            assert row.rect().contains(text.geometry()), text.text()
            assert text.height() >= text.sizeHint().height(), text.text()
        assert row.geometry().bottom() < welcome.recent.height()


def test_a_large_window_lists_every_recent_study(studio: Studio, tmp_path: Path) -> None:
    welcome = welcome_after(studio, tmp_path, MOST_RECENT + 1, QSize(1920, 2000))
    assert [row.isVisible() for row in welcome.recent.rows] == [True] * MOST_RECENT


SIZES = [(640, 480), (760, 600), (850, 600), (1000, 640), (1000, 700), (1280, 800), (1400, 600)]


@pytest.mark.parametrize("size", [QSize(*each) for each in SIZES])
def test_no_picture_runs_over_the_words_of_its_card(studio: Studio, size: QSize) -> None:
    welcome = studio.show_welcome()
    welcome.resize(size)
    for _ in range(3):
        QApplication.processEvents()
    for card in welcome.cards:
        picture = card.findChild(SamplePicture)
        words = [each.geometry() for each in card.findChildren(QLabel)]
        assert picture.height() >= picture.minimumHeight()
        assert picture.geometry().bottom() < min(each.top() for each in words)
        assert card.rect().contains(words[0].united(words[1]).united(words[2]))
        for text in card.findChildren(QLabel):
            assert text.height() >= max(text.heightForWidth(text.width()), 0), text.text()
    assert welcome.findChild(PageArea).horizontalScrollBar().maximum() == 0


def test_six_papers_stand_in_the_middle_of_their_picture() -> None:
    for places in zip(*((x, y) for x, y, _ in SIX_PAPERS.values()), strict=True):
        assert min(places) + max(places) == pytest.approx(1.0)


def test_a_message_on_top_takes_room_from_recent_studies_alone(
    studio: Studio, tmp_path: Path
) -> None:
    welcome = welcome_after(studio, tmp_path, 6, QSize(1280, 800))
    n_before = sum(row.isVisible() for row in welcome.recent.rows)
    welcome.show_problem(
        Problem("It was not opened", "The file is gone.\nNothing was changed.", "")
    )
    for _ in range(3):
        QApplication.processEvents()
    below = welcome.shortcuts
    assert below.mapTo(welcome, below.rect().bottomLeft()).y() < 800
    assert sum(row.isVisible() for row in welcome.recent.rows) < n_before


def test_an_open_study_has_its_title_and_counts(
    studio: Studio, qtbot: QtBot, settled: Callable[[MainWindow], None]
) -> None:
    studio.paperwork.open_sample("six-papers")
    window = studio.window
    assert window is not None
    qtbot.waitUntil(window.isVisible, timeout=5000)
    settled(window)
    window.model.answer(Outcome.A)
    settled(window)
    welcome = studio.show_welcome()
    [row] = welcome.recent.rows
    assert row.accessibleName() == "Open Six papers"
    assert row.accessibleDescription().replace("\u00a0", " ").startswith("1 answer, 6 items")
    with Path(window.place).open("ab") as file:  # by another program that has it open
        file.write(b" ")
    welcome.show_recent()
    [row] = welcome.recent.rows
    assert row.accessibleName() == "Open Six papers"


def test_studies_of_one_title_go_by_their_files(tmp_path: Path) -> None:
    remembered = Remembered(tmp_path / "a.ini")
    titles = {"one/a": "Cars", "one/b": "Cars", "two/b": "Cars", "one/c": "Spiral", "one/d": ""}
    for name, title in titles.items():
        path = tmp_path / f"{name}.prefstudio"
        path.parent.mkdir(exist_ok=True)
        path.touch()
        remembered.add_recent(path)
        StudyMemory(remembered, path)._put("progress", json.dumps({"title": title}))
    names = [each.name for each in recent_studies(remembered)]
    assert names == ["d", "Spiral", "b (two)", "b (one)", "a"]


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_enter_presses_what_has_the_focus(
    studio: Studio, qtbot: QtBot, tmp_path: Path, key: Qt.Key
) -> None:
    welcome = welcome_after(studio, tmp_path, 1, QSize(1280, 800))
    welcome.sample_opened.disconnect()
    welcome.study_wanted.disconnect()
    welcome.wanted.disconnect()
    (row,) = welcome.recent.rows
    shortcut = welcome.shortcuts.findChild(QPushButton, "go_help")
    for button in (welcome.cards[1], row, shortcut, welcome.drop_zone.new_button):
        button.setFocus(Qt.FocusReason.TabFocusReason)
        with qtbot.waitSignal(button.clicked, timeout=1000):
            qtbot.keyClick(button, key)
    with qtbot.assertNotEmitted(row.clicked):
        qtbot.keyClick(welcome, Qt.Key.Key_A)
