"""Ctrl+K: type what you want to do, and do it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt
from PySide6.QtGui import QAction, QFontMetrics, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QDialog,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from prefstudio.studio.actions import also_of
from prefstudio.studio.fonts import font
from prefstudio.studio.fuzzy import fit_of
from prefstudio.studio.icons import theme_now
from prefstudio.studio.search_field import SearchField
from prefstudio.studio.table_model import Index
from prefstudio.studio.widgets import label

WIDTH, ROW, MOST_ROWS = 520, 32, 11
FROM_ABOVE = 64
APART = 16  # words and keys, at least
KEYS = Qt.ItemDataRole.UserRole
PLACE = Qt.ItemDataRole.UserRole + 1
NOTHING = "No command is called that."
ARROWS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


@dataclass(frozen=True, slots=True, eq=False)
class Command:
    """Something that can be done: its words, what explains it, its keys, and the action.

    Attributes
    ----------
    also
        Other words that people look for it by.
    """

    words: str
    tip: str
    keys: str
    action: QAction
    also: str


def command_of(action: QAction, before: str = "") -> Command:
    """The command of an action; `before` says what its words are about."""
    words, _, shown_keys = action.text().replace("&", "").partition("\t")
    native = QKeySequence.SequenceFormat.NativeText
    keys = action.shortcut().toString(native) or shown_keys
    tip = "" if action.toolTip() == words else action.toolTip()
    return Command(f"{before}{words}", tip, keys, action, also_of(str(action.data())))


def always_possible(action: QAction) -> str:
    """No reason against anything, where everything that is offered can be done."""
    return ""


class CommandPalette(QDialog):
    """A field and the commands that fit; Enter does the marked one, Esc closes.

    Parameters
    ----------
    why_not : callable
        Says why an action is not possible now.
    """

    def __init__(self, why_not: Callable[[QAction], str], parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Dialog | Qt.WindowType.FramelessWindowHint)
        self.setObjectName("command_palette")
        self.setWindowTitle("Find a command")
        self.setAccessibleName("Find a command")
        self._why_not = why_not
        self._commands: tuple[Command, ...] = ()
        self.field = SearchField()
        self.list = QListWidget()
        self.nothing = label(NOTHING, 13, tone=2)
        self._build()
        self.field.textChanged.connect(self._on_text_changed)
        self.field.returnPressed.connect(self.do)
        self.list.itemClicked.connect(self._on_item_clicked)

    def offer(self, commands: Sequence[Command]) -> None:
        """Open on all commands, with nothing typed."""
        self._commands = tuple(commands)
        self.field.clear()
        self._fill("")
        self._place()
        self.open()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def do(self) -> None:
        """Do the marked command; one that is not possible now stays and says why."""
        if not self.list.count():
            return
        action = self._commands[self.list.currentItem().data(PLACE)].action
        if action.isEnabled():
            self.accept()
            action.trigger()

    @property
    def shown(self) -> list[Command]:
        """The commands that fit what is typed, the best first."""
        rows = range(self.list.count())
        return [self._commands[self.list.item(row).data(PLACE)] for row in rows]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_press = isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress
        if is_press and event.key() in ARROWS:  # type: ignore[attr-defined]
            self.list.keyPressEvent(event)  # type: ignore[arg-type]
            return True
        return super().eventFilter(watched, event)

    def _build(self) -> None:
        self.field.setPlaceholderText("Type what you want to do")
        self.field.setAccessibleName("What you want to do")
        self.field.setFont(font(15))
        self.field.installEventFilter(self)
        self.list.setAccessibleName("Commands")
        self.list.setFrameShape(QListWidget.Shape.NoFrame)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setFont(font(13))
        self.list.setItemDelegate(CommandDelegate(self.list))
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(8)
        column.addWidget(self.field)
        column.addWidget(self.list)
        self._build_nothing()
        self.setFixedWidth(WIDTH)

    def _build_nothing(self) -> None:
        self.nothing.setFixedHeight(ROW)
        beside = QVBoxLayout(self.list.viewport())
        beside.setContentsMargins(10, 0, 10, 0)
        beside.addWidget(self.nothing)
        beside.addStretch(1)

    def _place(self) -> None:
        window = self.parentWidget()
        if window is not None:
            corner = QPoint((window.width() - WIDTH) // 2, FROM_ABOVE)
            self.move(window.mapToGlobal(corner))

    def _fill(self, typed: str) -> None:
        fits = [fit_of(typed, each.words, each.tip, each.also) for each in self._commands]
        fitting = [place for place, fit in enumerate(fits) if fit is not None]
        fitting.sort(key=lambda place: -(fits[place] or 0.0))  # the order of the menus breaks ties
        self.list.clear()
        for place in fitting:
            self.list.addItem(self._item(place))
        self.list.setCurrentRow(0)
        self.nothing.setVisible(not fitting)
        self.list.setFixedHeight(ROW * min(max(len(fitting), 1), MOST_ROWS) + 4)
        self.adjustSize()
        self.list.setAccessibleDescription("" if fitting else NOTHING)

    def _item(self, place: int) -> QListWidgetItem:
        command = self._commands[place]
        item = QListWidgetItem(command.words)
        item.setData(KEYS, command.keys)
        item.setData(PLACE, place)
        is_possible = command.action.isEnabled()
        tip = command.tip if is_possible else self._why_not(command.action)
        item.setToolTip(tip)
        said = f"{command.words}, {command.keys}" if command.keys else command.words
        said = said if is_possible else f"{said}. {tip}"
        item.setData(Qt.ItemDataRole.AccessibleTextRole, said)
        return item

    def _on_text_changed(self, text: str) -> None:
        self._fill(text)

    def _on_item_clicked(self, item: QListWidgetItem) -> None:
        self.list.setCurrentItem(item)
        self.do()

    def is_possible(self, place: int) -> bool:
        """Whether a command can be done now."""
        return self._commands[place].action.isEnabled()


class CommandDelegate(QStyledItemDelegate):
    """Words left and keys right; grey when it is not possible now."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        owner = self.parent()
        palette = owner.window() if isinstance(owner, QWidget) else None
        assert isinstance(palette, CommandPalette)
        theme, place = theme_now(), index.data(PLACE)
        is_possible = palette.is_possible(place)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accent_soft"))
            painter.drawRoundedRect(option.rect.adjusted(0, 1, 0, -1), 6, 6)
        room = option.rect.adjusted(10, 0, -10, 0)
        words = words_beside(index.data(), index.data(KEYS), room.width())
        painter.setFont(font(13))
        painter.setPen(theme.color("ink" if is_possible else "ink3"))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, words)
        painter.setFont(font(12, lines_up=True))
        painter.setPen(theme.color("ink3"))
        right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(room, int(right), index.data(KEYS))
        painter.restore()


def words_beside(words: str, keys: str, room: int) -> str:
    """The words of a command as far as its keys leave room, with their middle left out."""
    taken = QFontMetrics(font(12, lines_up=True)).horizontalAdvance(keys) + APART if keys else 0
    elided = Qt.TextElideMode.ElideMiddle
    return QFontMetrics(font(13)).elidedText(words, elided, room - taken)
