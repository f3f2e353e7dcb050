"""Toasts say something and hide nothing that they speak of."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication

from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.panels.panel_head import PADDING

WORDS = "Learned from 43 answers: links count most."


def test_toasts_stand_beside_each_other_over_the_status_bar(window: MainWindow) -> None:
    window.resize(1280, 800)
    QApplication.processEvents()
    first = window.toasts.show(WORDS, "Undo", window.model.undo)
    second = window.toasts.show("Saved Utilities.png")
    assert not first.geometry().intersects(second.geometry())
    assert first.geometry().bottom() == second.geometry().bottom() <= window.height()
    for panel in window.rooms.panels.values():
        if not panel.is_in_front:
            continue
        bottom = panel.body.mapTo(window, QPoint(0, panel.body.height())).y()
        assert min(first.y(), second.y()) >= bottom - PADDING


def test_toasts_that_are_too_wide_stand_above_each_other(window: MainWindow) -> None:
    window.resize(1280, 800)
    shown = [window.toasts.show(WORDS * 3) for _ in range(2)]
    assert not shown[0].geometry().intersects(shown[1].geometry())
    assert shown[1].y() > shown[0].y()


def test_a_long_sentence_takes_more_lines_and_its_button_stays_in_the_window(
    window: MainWindow, dressed: None
) -> None:
    window.resize(1280, 800)
    short = window.toasts.show(WORDS, "Undo", window.model.undo)
    long = window.toasts.show(WORDS * 8, "Undo", window.model.undo)
    QApplication.processEvents()
    assert window.rect().contains(long.geometry())
    assert long.rect().contains(long.button.geometry())
    assert long.height() > short.height()
    assert long.words.width() > 0.9 * long.width() - long.button.width()
    assert long.words.heightForWidth(long.words.width()) <= long.words.height()
