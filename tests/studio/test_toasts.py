"""Toasts say something and hide nothing that they speak of."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication

from prefstudio.studio.announcements import NOTHING_NEW
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.panels.panel_head import PADDING
from prefstudio.studio.toasts import Toast
from prefstudio.study.comparisons import Outcome
from prefstudio.study.queue import queued_pairs

Settled = Callable[[MainWindow], None]

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


def said(window: MainWindow) -> list[str]:
    return [toast.words.text() for toast in window.toasts._shown]


def queue_a_pair(window: MainWindow, settled: Settled) -> Toast:
    settled(window)
    window.model.select(frozenset({0, 3}))
    window.plan_wiring.queue_selected()
    (toast,) = window.toasts._shown
    assert toast.button.text() == "Undo"
    settled(window)
    return toast


def test_undo_of_a_toast_undoes_what_it_says(window: MainWindow, settled: Settled) -> None:
    toast = queue_a_pair(window, settled)
    assert said(window) == ["Paper a – Paper d is queued."]
    toast.button.click()
    settled(window)
    assert queued_pairs(window.model.state) == ()
    assert said(window) == []


def test_undo_is_no_longer_offered_once_something_else_was_done(
    window: MainWindow, settled: Settled
) -> None:
    toast = queue_a_pair(window, settled)
    model = window.model
    model.answer(Outcome.A)
    assert said(window) == [] and toast.isHidden()
    settled(window)
    assert model.state.n_answers == 1
    assert len(queued_pairs(model.state)) == 1


def test_undo_is_not_offered_of_what_was_undone_or_stands_outside_of_a_what_if(
    window: MainWindow, settled: Settled
) -> None:
    queue_a_pair(window, settled)
    window.toasts.show("Saved Utilities.png")
    window.model.undo()
    assert said(window) == ["Saved Utilities.png"]
    settled(window)
    window.model.redo()
    settled(window)
    window.announcements.say_done("Paper a – Paper d is queued.")
    window.model.fork()
    assert said(window) == ["Saved Utilities.png"]
    settled(window)


def test_learning_that_changes_nothing_offers_no_undo(window: MainWindow, settled: Settled) -> None:
    learner = window.model.learner
    for has_changed, action, words in ((True, "Undo", WORDS), (False, "", NOTHING_NEW)):
        settled(window)
        belief = window.model.scene.belief
        assert belief is not None and belief.briefing is not None
        learner.begin(window.model.state.study, belief.briefing)
        learner.end(WORDS, has_changed=has_changed)
        assert window.toasts._shown[-1].words.text() == words
        assert window.toasts._shown[-1].button.text() == action
