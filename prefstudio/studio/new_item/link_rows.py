"""The links of a new item: one row each, an item to search for, a relation and a weight."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from prefstudio.studio.icons import IconButton
from prefstudio.studio.widgets import label, set_tone
from prefstudio.study.folder import Study
from prefstudio.study.new_item import DraftLink, DraftProblem

WEIGHT_WIDTH = 76


class LinkRow(QWidget):
    """One link as it is written.

    Attributes
    ----------
    is_unknown
        Whether it leads to no item there is, such as one that is still being typed.
    """

    edited = Signal()
    removed = Signal(object)  # this row

    def __init__(self, study: Study, number: int) -> None:
        super().__init__()
        self._ids = {item.name: item.item_id for item in study.items}
        self.target, self.relation, self.weight = QComboBox(), QComboBox(), QLineEdit()
        self.remove = IconButton("x", f"Remove link {number}", f"new_link_remove_{number}")
        self.is_unknown = False
        self.problem = label("", 12, wraps=True)
        set_tone(self.problem, "bad")
        self._build(study, number)
        self.target.editTextChanged.connect(self._on_edited)
        self.relation.currentTextChanged.connect(self._on_edited)
        self.weight.textChanged.connect(self._on_edited)
        self.remove.clicked.connect(self._on_removed)

    @property
    def written(self) -> DraftLink:
        """The link as it is written; an item may be named by label or id."""
        name = self.target.currentText().strip()
        target = self._ids.get(name, name)
        return DraftLink(target, self.relation.currentText(), self.weight.text())

    def write(self, link: DraftLink) -> None:
        """Show a link as it was written before."""
        names = {item_id: name for name, item_id in self._ids.items()}
        self.target.setEditText(names.get(link.target, link.target))
        self.relation.setCurrentText(link.relation)
        self.weight.setText(link.weight)

    def show_problem(self, words: str) -> None:
        """Say what is wrong, or nothing; an empty row is not yet wrong."""
        shown = words if self.target.currentText().strip() else ""
        self.problem.setText(shown)
        self.problem.setVisible(bool(shown))
        self.is_unknown = bool(shown) and self.written.target not in self._ids.values()
        is_weight = bool(shown) and not self.is_unknown and "weight" in shown
        set_tone(self.weight, "bad" if is_weight else "")
        set_tone(self.target, "bad" if shown and not is_weight else "")

    def _build(self, study: Study, number: int) -> None:
        target, names = self.target, list(self._ids)
        target.setObjectName(f"new_link_target_{number}")
        target.setAccessibleName(f"Link {number} to")
        target.setEditable(True)
        target.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        target.addItems(names)
        target.setCurrentIndex(-1)
        target.setMinimumContentsLength(12)
        completer = QCompleter(names, target)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        target.setCompleter(completer)
        search = target.lineEdit()
        assert search is not None
        search.setPlaceholderText("search an item")
        search.setAccessibleName(f"Search the item of link {number}")
        self.relation.setObjectName(f"new_link_relation_{number}")
        self.relation.setAccessibleName(f"Relation of link {number}")
        self.relation.addItems(list(study.links))
        self.relation.setVisible(len(study.links) > 1)
        self.weight.setObjectName(f"new_link_weight_{number}")
        self.weight.setAccessibleName(f"Weight of link {number}")
        self.weight.setPlaceholderText("weight 1")
        self.weight.setFixedWidth(WEIGHT_WIDTH)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(target, 1)
        row.addWidget(self.relation)
        row.addWidget(self.weight)
        row.addWidget(self.remove)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(row)
        column.addWidget(self.problem)
        self.problem.hide()

    def _on_edited(self) -> None:
        self.edited.emit()

    def _on_removed(self) -> None:
        self.removed.emit(self)


class LinkRows(QWidget):
    """As many links as a person wants."""

    edited = Signal()

    def __init__(self, study: Study) -> None:
        super().__init__()
        self._study = study
        self._number = 0
        self.rows: list[LinkRow] = []
        self.more = QPushButton("Add a link")
        self.more.setObjectName("new_link")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self._column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        self.more.clicked.connect(self.add_row)

    @property
    def written(self) -> tuple[DraftLink, ...]:
        """All links; a row without an item is none."""
        return tuple(row.written for row in self._filled)

    @property
    def has_unknown(self) -> bool:
        """Whether a link leads to no item there is."""
        return any(row.is_unknown for row in self.rows)

    @property
    def _filled(self) -> list[LinkRow]:
        return [row for row in self.rows if row.written.target]

    def add_row(self) -> None:
        """Offer one more link."""
        self._number += 1
        row = LinkRow(self._study, self._number)
        self.rows.append(row)
        self._column.insertWidget(len(self.rows) - 1, row)
        row.edited.connect(self.edited)
        row.removed.connect(self._on_removed)
        row.target.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_links(self, links: Sequence[DraftLink]) -> None:
        """Show these links in the place of all there are."""
        for row in list(self.rows):
            self._on_removed(row)
        for link in links:
            self.add_row()
            self.rows[-1].write(link)

    def show_problems(self, problems: dict[str, DraftProblem]) -> None:
        """Say what is wrong, each at its row."""
        filled = self._filled
        for row in self.rows:
            problem = problems.get(f"link {filled.index(row)}") if row in filled else None
            row.show_problem("" if problem is None else problem.words)

    def _on_removed(self, row: LinkRow) -> None:
        if row not in self.rows:  # its button was pressed once more before it was gone
            return
        self.rows.remove(row)
        self._column.removeWidget(row)
        row.hide()
        row.deleteLater()
        self.more.setFocus(Qt.FocusReason.OtherFocusReason)
        self.edited.emit()


def problem_label() -> QLabel:
    """Where it stands what is wrong with a field; hidden while nothing is."""
    made = label("", 12, wraps=True)
    set_tone(made, "bad")
    made.hide()
    return made
