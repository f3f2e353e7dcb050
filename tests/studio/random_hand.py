"""A hand that does something at random to a widget: mouse with or without keys held, or keys."""

from __future__ import annotations

import random
from collections.abc import Iterable

import shiboken6
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QMenu, QWidget

NO_FILES = frozenset(
    {
        "new_study", "open", "welcome", "save_copy", "export", "start_over", "close", "quit",
        "keep_fork", "figure_png", "figure_svg", "figure_csv",
    }
)  # fmt: skip
"""Actions that lead to another study or write a file."""

LEFT_ALONE = frozenset({"history_keep", "export_now", "make_study"})
"""Buttons that write a file."""

BEGINS_ANEW = "Open again"  # of a program in another size, which would leave the test

HELD = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)
KEY_NAMES = """
    Left Right Up Down Home End PageUp PageDown Tab Backtab Space Return Escape Delete Backspace
    Plus Minus F2 A B S W Q Z 0 1 2 9 Comma Period
"""
KEYS = tuple(getattr(Qt.Key, f"Key_{name}") for name in KEY_NAMES.split())
LETTERS = ("3", "0.5", "-1", "1e9", "oak", "Ä ≻ ß", "", "x" * 60, "a;b,c", "nan")


class Hand:
    """Does things whose order is told by its generator alone.

    Parameters
    ----------
    rng
        Belongs to one doing.
    doings
        Hears what was done.
    """

    def __init__(self, rng: random.Random, doings: list[str]) -> None:
        self._rng, self._doings = rng, doings

    def chosen(self, widgets: Iterable[QWidget]) -> QWidget | None:
        """One that can be clicked; those of one name count once, so that none is seldom reached.

        The choice is by name: another widget more or less, because the machine was slower, does
        not change it.
        """
        by_name: dict[str, list[QWidget]] = {}
        for each in widgets:
            if may_be_touched(each):
                by_name.setdefault(f"{type(each).__name__} {each.objectName()}", []).append(each)
        lot = self._rng.random()
        if not by_name:
            return None
        name = min(by_name, key=lambda each: random.Random(f"{lot} {each}").random())
        return by_name[name][int(lot * 1e6) % len(by_name[name])]

    def do_something(self, widget: QWidget) -> None:
        """Click it, drag across it, turn the wheel over it or press keys in it."""
        ways = (self.click, self.click, self.double_click, self.right_click, self.drag, self.drag,
                self.hover, self.turn_wheel, self.press_keys, self.write)  # fmt: skip
        try:
            self._rng.choice(ways)(widget)
        except RuntimeError:  # of Qt, when what is touched goes away under the hand
            if shiboken6.isValid(widget):
                raise

    def click(self, widget: QWidget) -> None:
        """With the left button, and perhaps Shift or Ctrl."""
        at, held = self._place(widget), self._rng.choice(HELD)
        self._note("click", widget, at, held)
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, held, at)

    def double_click(self, widget: QWidget) -> None:
        """Twice in a row."""
        at = self._place(widget)
        self._note("double click", widget, at)
        QTest.mouseDClick(widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)

    def right_click(self, widget: QWidget) -> None:
        """For its menu."""
        at = self._place(widget)
        self._note("right click", widget, at)
        QTest.mouseClick(widget, Qt.MouseButton.RightButton, Qt.KeyboardModifier.NoModifier, at)

    def drag(self, widget: QWidget) -> None:
        """Press, move in some steps, and let go."""
        held, button = self._rng.choice(HELD), Qt.MouseButton.LeftButton
        places = [self._place(widget) for _ in range(self._rng.randint(2, 5))]
        self._note("drag", widget, *places, held)
        QTest.mousePress(widget, button, held, places[0])
        for at in places[1:]:
            QTest.mouseMove(widget, at, self._rng.randint(0, 10))
        QTest.mouseRelease(widget, button, held, places[-1])

    def hover(self, widget: QWidget) -> None:
        """Move over it."""
        places = [self._place(widget) for _ in range(3)]
        self._note("hover", widget, *places)
        for at in places:
            QTest.mouseMove(widget, at, 2)

    def turn_wheel(self, widget: QWidget) -> None:
        """To either side."""
        at, turn = QPointF(self._place(widget)), QPoint(0, self._rng.choice((-240, -120, 120, 240)))
        held = self._rng.choice(HELD)
        self._note("wheel", widget, turn, held)
        event = QWheelEvent(
            at, QPointF(widget.mapToGlobal(at)), QPoint(), turn, Qt.MouseButton.NoButton, held,
            Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(widget, event)

    def press_keys(self, widget: QWidget) -> None:
        """Some keys one after another, with the focus where a click would put it."""
        keys = self._rng.choices(KEYS, k=self._rng.randint(1, 4))
        held = self._rng.choice((*HELD[:3], Qt.KeyboardModifier.NoModifier))
        self._note("keys", widget, [key.name for key in keys], held)
        widget.setFocus()
        for key in keys:
            QTest.keyClick(_in_focus(widget), key, held)

    def write(self, widget: QWidget) -> None:
        """Type something and press Return."""
        text = self._rng.choice(LETTERS)
        self._note("write", widget, text)
        widget.setFocus()
        target = _in_focus(widget)
        QTest.keyClicks(target, text.encode("ascii", "ignore").decode())
        QTest.keyClick(target, Qt.Key.Key_Return)

    def answer_menus(self) -> None:
        """Choose an entry of a menu that is open, or shut it."""
        for _ in range(4):
            popup = QApplication.activePopupWidget()
            if popup is None:
                return
            entries = [] if not isinstance(popup, QMenu) else allowed_entries(popup)
            popup.close()
            if entries and self._rng.random() < 0.7:
                entry = self._rng.choice(entries)
                self._doings.append(f"menu {entry.text()}")
                entry.trigger()

    def _place(self, widget: QWidget) -> QPoint:
        across, down = self._rng.random(), self._rng.random()
        return QPoint(int(across * max(1, widget.width())), int(down * max(1, widget.height())))

    def _note(self, what: str, widget: QWidget, *more: object) -> None:
        words = ", ".join(str(each).removeprefix("PySide6.QtCore.") for each in more)
        self._doings.append(f"{what} {type(widget).__name__} {widget.objectName()} {words}")


def _in_focus(widget: QWidget) -> QWidget:
    """Where keys go; never into a dialog for files, in which Return may write one."""
    focused = QApplication.focusWidget()
    if focused is None or isinstance(QWidget.window(focused), QFileDialog):
        return widget
    return focused


def may_be_touched(widget: QWidget) -> bool:
    """Whether it is there, can be seen, and leads to no other study, file or program."""
    if not shiboken6.isValid(widget):  # a dialog may end while its widgets are gone through
        return False
    if not widget.isVisible() or not widget.isEnabled() or widget.visibleRegion().isEmpty():
        return False
    if widget.inherits("QMenuBar") or widget.objectName() in LEFT_ALONE:
        return False
    if isinstance(widget, QAbstractButton) and widget.text() == BEGINS_ANEW:
        return False
    return not isinstance(QWidget.window(widget), QFileDialog)


def allowed_entries(menu: QMenu) -> list[QAction]:
    """The entries of a menu that stay with this study and write no file."""
    return [
        each
        for each in menu.actions()
        if each.isEnabled()
        and not each.isSeparator()
        and each.menu() is None
        and each.data() not in NO_FILES
        and not each.text().endswith("…")
    ]
