"""Lists of a file's columns that tell an entry when it is looked at: there may be thousands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

Index = QModelIndex | QPersistentModelIndex


class ListedChoices(QAbstractListModel):
    """What can be chosen: words on screen, each for a key."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.keys: tuple[str, ...] = ()
        self._words: tuple[str, ...] = ()

    def show(self, choices: Mapping[str, str]) -> None:
        """List other choices: words by their keys."""
        self.beginResetModel()
        self.keys, self._words = tuple(choices), tuple(choices.values())
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as Qt has it
        return 0 if parent.isValid() else len(self.keys)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return self._words[index.row()]
        return self.keys[index.row()] if role == Qt.ItemDataRole.UserRole else None


class TakenColumns(ListedChoices):
    """Columns with a tick each, which a person may take away."""

    switched = Signal(str)  # the heading

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._dropped: frozenset[str] = frozenset()

    def show_columns(self, words: Mapping[str, str], dropped: frozenset[str]) -> None:
        """List columns with what each is used for; those that are dropped have no tick."""
        self._dropped = dropped
        self.show(words)

    def flags(self, index: Index) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsUserCheckable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role != Qt.ItemDataRole.CheckStateRole:
            return super().data(index, role)
        is_dropped = self.keys[index.row()] in self._dropped
        return Qt.CheckState.Unchecked if is_dropped else Qt.CheckState.Checked

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole or Qt.CheckState(value) == self.data(index, role):
            return False
        name = self.keys[index.row()]
        self._dropped ^= {name}
        self.dataChanged.emit(index, index)
        self.switched.emit(name)
        return True
