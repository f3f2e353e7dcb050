"""How large a window opens that nobody has sized yet, and where: whole, and over no other."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QByteArray, QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

WISHED = QSize(1280, 800)
LEAST = QSize(600, 340)  # fits a screen of 1280 × 800 at 200 %; what needs more scrolls inside
FRAME = QSize(4, 40)  # pixels that a title bar and its borders may take; unknown before it is shown
ASIDE = QPoint(32, 32)  # from a window to the next that would lie on it; a title bar shows
NO_SCREEN = ("offscreen", "minimal")  # platforms without a screen that anything must fit


def size_within(available: QSize) -> QSize:
    """The size wished for, or what a screen leaves of it beside the window's frame."""
    return WISHED.boundedTo(available - FRAME)


def take_first_size(window: QWidget) -> None:
    """Give a window the size it opens with, and the least it can have."""
    window.setMinimumSize(LEAST)
    window.resize(size_within(window.screen().availableSize()) if _has_screen() else WISHED)


def take_last_place(window: QWidget, geometry: QByteArray) -> None:
    """Put a window where one was left, if that is known."""
    if not geometry.isEmpty():
        window.restoreGeometry(geometry)
        if not _has_screen():  # Qt would make it fit one of 800 × 800
            window.resize(WISHED)


def place_aside(wished: QRect, taken: Iterable[QRect], available: QRect) -> QRect:
    """Where a window opens so that it lies on no other, or, without room for that, whole.

    Parameters
    ----------
    wished : QRect
        Where it would open, without its frame.
    taken : iterable of QRect
        Where other windows are; one that begins where another does hides its title.
    available : QRect
        What the screen leaves to windows and their frames.
    """
    begun = {rect.topLeft().toTuple() for rect in taken}
    border = FRAME.width() // 2
    room = available.adjusted(border, FRAME.height() - border, -border, -border)
    place = QRect(wished)
    while place.topLeft().toTuple() in begun:
        moved = _moved_into(place.translated(ASIDE), room)
        if moved == place:
            break
        place = moved
    return place


def place_within(wished: QRect, available: QRect, frame: QMargins) -> QRect:
    """Where a window of some size lies whole with its frame, moved no further than it must be.

    Parameters
    ----------
    wished : QRect
        Where it would be, without its frame.
    available : QRect
        What the screen leaves to windows and their frames.
    frame : QMargins
        What the frame takes at each side.
    """
    room = available.marginsRemoved(frame)
    return _moved_into(QRect(wished.topLeft(), wished.size().boundedTo(room.size())), room)


def grow(window: QWidget, size: QSize) -> None:
    """Give a window another size; one that is shown already stays on its screen with all of it."""
    if not window.isVisible() or not _has_screen():
        window.resize(size)
        return
    wished = QRect(window.geometry().topLeft(), size)
    handle, parent = window.windowHandle(), window.parentWidget()
    if parent is not None and not handle.isExposed():  # the system is only placing it
        wished.moveCenter(parent.window().geometry().center())
    window.setGeometry(place_within(wished, window.screen().availableGeometry(), _frame(window)))


def step_aside(window: QWidget, others: Iterable[QWidget]) -> None:
    """Let a window that is not shown yet begin where none of the others does."""
    taken = [other.geometry() for other in others]
    filling = Qt.WindowState.WindowMaximized | Qt.WindowState.WindowFullScreen
    if not taken or not _has_screen() or window.windowState() & filling:
        return
    wished = window.geometry()
    if not window.testAttribute(Qt.WidgetAttribute.WA_Moved):  # it would open anywhere
        wished.moveTo(taken[-1].topLeft())
    screen = QGuiApplication.screenAt(wished.center()) or window.screen()
    window.setGeometry(place_aside(wished, taken, screen.availableGeometry()))


def _moved_into(place: QRect, room: QRect) -> QRect:
    """A place as near as it can be with all of it in some room, or else its beginning."""
    last = room.bottomRight() - QPoint(place.width() - 1, place.height() - 1)
    x = max(min(place.x(), last.x()), room.left())
    y = max(min(place.y(), last.y()), room.top())
    return QRect(QPoint(x, y), place.size())


def _frame(window: QWidget) -> QMargins:
    """What the frame takes at each side, or may take where the system has made none yet."""
    inner, outer = window.geometry(), window.frameGeometry()
    if outer == inner:
        border = FRAME.width() // 2
        return QMargins(border, FRAME.height() - border, border, border)
    return QMargins(
        inner.left() - outer.left(),
        inner.top() - outer.top(),
        outer.right() - inner.right(),
        outer.bottom() - inner.bottom(),
    )


def _has_screen() -> bool:
    return QGuiApplication.platformName() not in NO_SCREEN
