"""Somebody who clicks, types and drags at random, always the same for one seed."""

from __future__ import annotations

import random
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer, QUrl, Slot
from PySide6.QtGui import QAction, QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSlider, QApplication, QFileDialog, QMessageBox, QWidget
from shiboken6 import isValid

from prefstudio.studio.actions import ACTIONS, SEPARATOR
from prefstudio.studio.layouts import PANELS, LayoutChoice
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.theme import ThemeChoice
from tests.studio.random_hand import NO_FILES, Hand

WITH_A_DIALOG = (
    "find_command", "table_twin", "help", "about", "new_study", "export", "open", "add_item",
    "save_copy", "seats", "add_items",
)  # fmt: skip
SCALES = ("larger", "smaller", "normal_size")
LEAVING = ("close", "quit", "welcome", "start_over")
LEFT_OUT = NO_FILES | {*WITH_A_DIALOG, *SCALES}
"""Actions that have a way of their own here, or lead to another study."""

ANSWER_KEYS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_S)
DOORMAN = 150  # ms until a menu that nobody has answered is shut
SIZES = ((1280, 800), (1024, 700), (1600, 1000), (1920, 1200), (1100, 1300))


class NoBrowser(QObject):
    """Takes the addresses that would be opened by another program."""

    SCHEMES = ("http", "https", "file", "mailto")

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        for scheme in self.SCHEMES:
            QDesktopServices.setUrlHandler(scheme, self, "take")

    def stop(self) -> None:
        """Let addresses go where they went before."""
        for scheme in self.SCHEMES:
            QDesktopServices.unsetUrlHandler(scheme)

    @Slot(QUrl)
    def take(self, url: QUrl) -> None:
        """Open nothing."""


class Clicker:
    """Does one thing after another; `doings` tells them all, `reached` the panels so far.

    What is done as the n-th thing is told by the seed and n alone, and not by how far the engine
    was with the things before, so that a seed tells the same story again as far as it can.
    """

    def __init__(self, window: MainWindow, choose_theme: Callable[[ThemeChoice], None], seed: int):
        self._window, self._choose_theme = window, choose_theme
        self._seed, self.n_done = seed, 0
        self._rng = random.Random(seed)
        self.doings: list[str] = []
        self.reached: set[str] = set()
        self._hand = Hand(self._rng, self.doings)
        self._doorman = QTimer(window)  # a button with a menu waits inside until it is chosen from
        self._doorman.setInterval(DOORMAN)
        self._doorman.timeout.connect(self._shut_menus)
        self._doorman.start()
        for name in LEAVING:  # also by its key, or by the palette
            window.actions_by_name[name].setEnabled(False)
        self.ways: dict[Callable[[], None], int] = {
            self._answer: 6, self._click: 3, self._in_panel: 8, self._drag_slider: 2,
            self._do_action: 3, self._scrub: 2, self._press_anywhere: 2, self._undo_or_redo: 2,
            self._dialog: 2, self._classroom: 1, self._panel_menu: 1, self._resize: 1,
            self._theme: 1, self._scale: 1, self._layout: 1, self._fork: 1, self._learn: 1,
        }  # fmt: skip

    def act(self, way: Callable[[], None] | None = None) -> None:
        """Do one thing at random, or in a given way."""
        self.n_done += 1
        self._rng = random.Random(f"{self._seed} {self.n_done}")
        self._hand = Hand(self._rng, self.doings)
        by_lot = self._rng.choices(list(self.ways), list(self.ways.values()))[0]
        (way or by_lot)()
        self._hand.answer_menus()
        self._close_dialogs()

    def visit(self, name: str) -> None:
        """Bring a panel to the front and do something in it."""
        self._window.panel_actions[name].trigger()
        panel = self._window.rooms.panels[name]
        self.doings.append(f"go to {name}")
        for _ in range(self._rng.randint(1, 4)):
            chosen = self._hand.chosen(panel.findChildren(QWidget))
            if chosen is not None:
                self.reached.add(name)
                self._hand.do_something(chosen)
                self._hand.answer_menus()

    def _answer(self) -> None:
        key = self._rng.choice(ANSWER_KEYS)
        self.doings.append(f"key {key.name}")
        compare = self._window.rooms.compare
        compare.setFocus()
        QTest.keyClick(compare, key)

    def _click(self) -> None:
        """Touch something anywhere in the window."""
        chosen = self._hand.chosen(self._window.findChildren(QWidget))
        if chosen is not None:
            self._hand.do_something(chosen)

    def _in_panel(self) -> None:
        self.visit(self._rng.choice(PANELS))

    def _press_anywhere(self) -> None:
        """Press keys wherever the focus is."""
        self._hand.press_keys(QApplication.focusWidget() or self._window)

    def _drag_slider(self) -> None:
        sliders = [
            each
            for name in ("model", "components", "plan")
            for each in self._window.rooms.panels[name].findChildren(QAbstractSlider)
            if each.isEnabled() and each.isVisible() and each.maximum() > each.minimum()
        ]
        lot, n_moves = self._rng.random(), self._rng.randint(1, 4)
        if sliders:
            self._drag(sliders[int(lot * len(sliders))], n_moves)

    def _scrub(self) -> None:
        slider, n_moves = self._window.rooms.history.slider, self._rng.randint(1, 6)
        if slider.isEnabled() and slider.maximum() > 0:
            self._drag(slider, n_moves)

    def _drag(self, slider: QAbstractSlider, n_moves: int) -> None:
        self.doings.append(f"drag {slider.objectName()} {n_moves} times")
        slider.setSliderDown(True)
        for _ in range(n_moves):
            share = self._rng.random()
            span = slider.maximum() - slider.minimum()
            slider.setSliderPosition(slider.minimum() + round(share * span))
            QTest.qWait(self._rng.randint(0, 20))
            if not isValid(slider):  # what was changed before takes its row away
                return
        slider.setSliderDown(False)

    def _do_action(self) -> None:
        """Trigger an entry of the table of actions, by its key where it has one."""
        names = [each.name for each in ACTIONS if each.name not in LEFT_OUT | {SEPARATOR}]
        self._press(self._window.actions_by_name[self._rng.choice(names)])

    def _press(self, action: QAction) -> None:
        if not action.isEnabled():
            return
        self.doings.append(f"action {action.data()}")
        keys = action.shortcut()
        if keys.isEmpty():
            action.trigger()
        else:
            QTest.keySequence(self._window, keys)

    def _undo_or_redo(self) -> None:
        name, times = self._rng.choice(("undo", "undo", "redo")), self._rng.randint(1, 5)
        self.doings.append(f"{name} {times} times")
        for _ in range(times):
            self._window.actions_by_name[name].trigger()

    def _theme(self) -> None:
        choice = self._rng.choice((ThemeChoice.LIGHT, ThemeChoice.DARK))
        self.doings.append(f"theme {choice}")
        self._choose_theme(choice)

    def _dialog(self) -> None:
        """Open a dialog and do something in it; it is closed afterwards."""
        name, wait = self._rng.choice(WITH_A_DIALOG), self._rng.randint(0, 60)
        self.doings.append(f"dialog {name}")
        self._window.actions_by_name[name].trigger()
        QTest.qWait(wait)
        for _ in range(self._rng.randint(0, 6)):
            inside = [child for each in self._others() for child in each.findChildren(QWidget)]
            chosen = self._hand.chosen(inside)
            if chosen is not None:
                self._hand.do_something(chosen)
                QTest.qWait(2)

    def _classroom(self) -> None:
        """Go to the lesson, do something in it, and stay there or not."""
        self.doings.append("layout classroom")
        self._window.choose_layout(LayoutChoice.CLASSROOM)
        QTest.qWait(self._rng.randint(0, 60))
        for _ in range(self._rng.randint(1, 6)):
            chosen = self._hand.chosen(self._window.classroom.findChildren(QWidget))
            if chosen is not None:
                self._hand.do_something(chosen)
        if self._rng.random() < 0.7:
            self._layout()

    def _panel_menu(self) -> None:
        """Open the menu of a panel and choose from it."""
        panel = self._window.rooms.panels[self._rng.choice(PANELS)]
        for each in panel.findChildren(QWidget):
            if each.objectName().endswith("_more") and each.isVisible():
                self.doings.append(f"menu of {panel.objectName()}")
                QTest.mouseClick(each, Qt.MouseButton.LeftButton)
                return

    def _resize(self) -> None:
        size = self._rng.choice(SIZES)
        self.doings.append(f"size {size}")
        self._window.resize(*size)

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

    def _shut_menus(self) -> None:
        self._hand.answer_menus()
        warning = QApplication.activeModalWidget()
        if isinstance(warning, QMessageBox):  # of Qt's own dialog for files, which waits inside
            warning.close()

    def _others(self) -> list[QWidget]:
        """The dialogs and windows that are open beside the study's own."""
        return [
            each
            for each in QApplication.topLevelWidgets()
            if each.isVisible() and not isinstance(each, MainWindow | QFileDialog)
        ]

    def _close_dialogs(self) -> None:
        for each in QApplication.topLevelWidgets():
            if each.isVisible() and not isinstance(each, MainWindow):
                each.close()
