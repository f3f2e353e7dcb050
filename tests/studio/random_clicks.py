"""Somebody who clicks, types and drags at random, always the same for one seed."""

from __future__ import annotations

import random
from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QMenu,
    QWidget,
)

from prefstudio.studio.actions import ACTIONS, SEPARATOR
from prefstudio.studio.layouts import LayoutChoice
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.theme import ThemeChoice

OF_FILES = frozenset(
    {"new_study", "open", "welcome", "save_copy", "export", "start_over", "close", "keep_fork"}
)
WITH_A_DIALOG = ("find_command", "table_twin", "help", "about", "new_study", "export", "open")
SCALES = ("larger", "smaller", "normal_size")
LEFT_OUT = OF_FILES | {*WITH_A_DIALOG, *SCALES, "full_screen"}
"""Actions that have a way of their own here, or lead to another study."""

LEFT_ALONE = frozenset({"history_keep"})
"""Buttons that ask for a file."""

BEGINS_ANEW = "Open again"

ANSWER_KEYS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_S)


class Clicker:
    """Does one thing after another; `doings` tells them all."""

    def __init__(self, window: MainWindow, choose_theme: Callable[[ThemeChoice], None], seed: int):
        self._window, self._choose_theme = window, choose_theme
        self._rng = random.Random(seed)
        self.doings: list[str] = []
        self._ways = (
            *[self._answer] * 6,
            *[self._click] * 4,
            *[self._drag_slider] * 2,
            *[self._do_action] * 4,
            *[self._scrub] * 2,
            self._undo_or_redo,
            self._theme,
            self._panel,
            self._dialog,
            self._scale,
            self._layout,
            self._fork,
            self._learn,
        )

    def act(self) -> None:
        """Do one thing at random."""
        self._rng.choice(self._ways)()

    def _answer(self) -> None:
        key = self._rng.choice(ANSWER_KEYS)
        self.doings.append(f"key {key.name}")
        compare = self._window.rooms.compare
        compare.setFocus()
        QTest.keyClick(compare, key)

    def _click(self) -> None:
        """Press the mouse somewhere in a widget that can be seen."""
        seen = [each for each in self._window.findChildren(QWidget) if self._may_click(each)]
        if seen:
            widget = self._rng.choice(seen)
            place = QPoint(
                self._rng.randrange(max(1, widget.width())),
                self._rng.randrange(max(1, widget.height())),
            )
            self.doings.append(f"click {type(widget).__name__} {widget.objectName()} at {place}")
            QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=place)

    def _may_click(self, widget: QWidget) -> bool:
        if not widget.isVisible() or not widget.isEnabled() or widget.visibleRegion().isEmpty():
            return False
        # A combo box, a menu or a button with a menu waits inside for a choice.
        if isinstance(widget, (QMenu, QComboBox)) or widget.inherits("QMenuBar"):
            return False
        # Another size is offered by a program that begins anew, which would leave the test.
        if isinstance(widget, QAbstractButton) and widget.text() == BEGINS_ANEW:
            return False
        has_menu = getattr(widget, "menu", None)
        is_left_alone = widget.objectName() in LEFT_ALONE or widget.objectName().endswith("_more")
        return not is_left_alone and not (callable(has_menu) and has_menu() is not None)

    def _drag_slider(self) -> None:
        sliders = [
            each
            for each in self._window.rooms.model.findChildren(QAbstractSlider)
            if each.isEnabled() and each.isVisible() and each.maximum() > each.minimum()
        ]
        if sliders:
            slider = self._rng.choice(sliders)
            self._drag(slider, self._rng.randint(1, 4))

    def _scrub(self) -> None:
        slider = self._window.rooms.history.slider
        if slider.isEnabled() and slider.maximum() > 0:
            self._drag(slider, self._rng.randint(1, 6))

    def _drag(self, slider: QAbstractSlider, n_moves: int) -> None:
        self.doings.append(f"drag {slider.objectName()} {n_moves} times")
        slider.setSliderDown(True)
        for _ in range(n_moves):
            slider.setSliderPosition(self._rng.randint(slider.minimum(), slider.maximum()))
            QTest.qWait(self._rng.randint(0, 20))
        slider.setSliderDown(False)

    def _do_action(self) -> None:
        """Trigger an entry of the table of actions, by its key where it has one."""
        names = [each.name for each in ACTIONS if each.name not in LEFT_OUT | {SEPARATOR}]
        name = self._rng.choice(names)
        action = self._window.actions_by_name[name]
        if action.isEnabled():
            self.doings.append(f"action {name}")
            self._press(action)

    def _press(self, action: QAction) -> None:
        keys: QKeySequence = action.shortcut()
        if keys.isEmpty():
            action.trigger()
        else:
            QTest.keySequence(self._window, keys)

    def _undo_or_redo(self) -> None:
        name = self._rng.choice(("undo", "undo", "redo"))
        self.doings.append(name)
        for _ in range(self._rng.randint(1, 5)):
            self._window.actions_by_name[name].trigger()

    def _theme(self) -> None:
        choice = self._rng.choice((ThemeChoice.LIGHT, ThemeChoice.DARK))
        self.doings.append(f"theme {choice}")
        self._choose_theme(choice)

    def _dialog(self) -> None:
        """Open a dialog, look at it for a moment and close it."""
        name = self._rng.choice(WITH_A_DIALOG)
        self.doings.append(f"dialog {name}")
        self._window.actions_by_name[name].trigger()
        QTest.qWait(self._rng.randint(0, 60))
        for each in QApplication.topLevelWidgets():
            if each is not self._window and each.isVisible():
                each.close()

    def _scale(self) -> None:
        name = self._rng.choice(SCALES)
        self.doings.append(f"scale {name}")
        self._window.actions_by_name[name].trigger()

    def _layout(self) -> None:
        choice = self._rng.choice(list(LayoutChoice))
        self.doings.append(f"layout {choice}")
        self._window.choose_layout(choice)

    def _fork(self) -> None:
        """Go on in thought, or come back from it."""
        model = self._window.model
        self.doings.append("leave fork" if model.is_fork else "fork")
        if model.is_fork:
            model.leave_fork()
        else:
            model.fork()

    def _learn(self) -> None:
        self.doings.append("learn")
        self._window.model.learn()

    def _panel(self) -> None:
        name = self._rng.choice(list(self._window.panel_actions))
        self.doings.append(f"go to {name}")
        self._window.panel_actions[name].trigger()
