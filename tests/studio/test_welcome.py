"""The welcome page: samples, recent studies, and everything reachable by keys."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from prefstudio.studio.app import Studio
from prefstudio.studio.new_study.new_study_dialog import NewStudyDialog
from prefstudio.studio.welcome.recent_list import changed_words
from prefstudio.study.samples import SAMPLES


def test_a_card_opens_a_copy_at_once(studio: Studio, qtbot: QtBot, home: Path) -> None:
    welcome = studio.show_welcome()
    assert [card.accessibleName() for card in welcome.cards] == [
        f"Open the sample {each.title}" for each in SAMPLES
    ]
    qtbot.mouseClick(welcome.cards[0], Qt.MouseButton.LeftButton)
    assert studio.window is not None
    assert studio.window.place == (home / "samples" / "six-papers.prefstudio").resolve()
    assert not welcome.isVisible()
    welcome = studio.show_welcome()
    assert [row.accessibleName() for row in welcome.recent.rows] == ["Open six-papers"]
    welcome.recent.clear_button.click()
    assert welcome.recent.rows == []
    assert studio.remembered.recent == []


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
