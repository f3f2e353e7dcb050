"""Tooltips over plots are read in one piece."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from prefstudio.studio.tips import show_tip


@pytest.fixture
def place(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(600, 300)
    made.show()
    return made


def n_lines(words: str, place: QWidget) -> int:
    """How many lines a tip of these words has."""
    heights = []
    for shown in ("x", words):
        show_tip(QPoint(10, 10), shown, place)
        heights.append(tip().height())
    return 1 + round((heights[1] - heights[0]) / QFontMetrics(tip().font()).lineSpacing())


def tip() -> QWidget:
    """The tip on screen."""
    (shown,) = (
        each
        for each in QApplication.topLevelWidgets()
        if each.objectName() == "qtooltip_label" and each.isVisible()
    )
    return shown


def test_few_words_stand_in_one_line_and_two_lines_in_two(place: QWidget) -> None:
    assert n_lines("Medium amber five-pointed star – Large violet sun: 0.245", place) == 1
    assert n_lines("Paper b – Paper e: 0.245\nthe chance of one answer", place) == 2
    assert n_lines("a name with many words " * 12, place) > 2


def test_names_are_no_markup_and_no_words_are_no_tip(qtbot: QtBot, place: QWidget) -> None:
    show_tip(QPoint(10, 10), "<b>x</b> & y", place)
    assert "&lt;b&gt;x&lt;/b&gt; &amp; y" in QToolTip.text()
    show_tip(QPoint(10, 10), "", place)
    qtbot.waitUntil(lambda: not QToolTip.isVisible())
