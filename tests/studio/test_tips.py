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


def n_lines() -> int:
    """How many lines the tip on screen has."""
    (shown,) = (
        each
        for each in QApplication.topLevelWidgets()
        if each.objectName() == "qtooltip_label" and each.isVisible()
    )
    return round(shown.height() / QFontMetrics(shown.font()).lineSpacing())


def test_few_words_stand_in_one_line_and_two_lines_in_two(place: QWidget) -> None:
    show_tip(QPoint(10, 10), "Medium amber five-pointed star – Large violet sun: 0.245", place)
    assert n_lines() == 1
    show_tip(QPoint(10, 10), "Paper b – Paper e: 0.245\nthe chance of one answer", place)
    assert n_lines() == 2
    show_tip(QPoint(10, 10), "a name with many words " * 12, place)
    assert n_lines() > 2


def test_names_are_no_markup_and_no_words_are_no_tip(qtbot: QtBot, place: QWidget) -> None:
    show_tip(QPoint(10, 10), "<b>x</b> & y", place)
    assert "&lt;b&gt;x&lt;/b&gt; &amp; y" in QToolTip.text()
    show_tip(QPoint(10, 10), "", place)
    qtbot.waitUntil(lambda: not QToolTip.isVisible())
