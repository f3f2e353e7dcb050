"""The fields of a new item: its facts, features and links, each with what is wrong with it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QWidget,
)

from prefstudio.studio.new_item.link_rows import LinkRows, problem_label
from prefstudio.studio.widgets import label, set_tone
from prefstudio.study.features import FeatureColumn
from prefstudio.study.folder import Study
from prefstudio.study.new_item import Draft, Drafted

FIELDS = {  # name: what it is called, what stands in it while it is empty
    "item_id": ("Id", "a short name that no other item has"),
    "label": ("Label", "what it is called on screen; the id if empty"),
    "text": ("Text", "what is read in Compare"),
    "path": ("Picture or sound", "a file in the study's folder"),
}


WIDEST = 150  # pixels of what a field is called
BUTTON = 32  # pixels of a button, beside whose middle "Links" stands


class ItemFields(QWidget):
    """What is written of an item, to be read as a draft.

    Attributes
    ----------
    choose
        What a file is chosen with instead of writing its path.
    fields, problems
        Where something is written, and where it says what is wrong with it, by name; features
        by their names with ``x_`` before.
    """

    edited = Signal()

    def __init__(self, study: Study, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._study = study
        self.fields: dict[str, QLineEdit | QComboBox] = {}
        self.problems: dict[str, QLabel] = {}
        self.choose = QPushButton("Choose…")
        self.links = LinkRows(study)
        self._grid = QGridLayout(self)
        self._build()
        self.links.edited.connect(self.edited)

    @property
    def draft(self) -> Draft:
        """The item as it is written."""
        names = [column.name for column in self._study.features.columns]
        cells = {name: self._text(f"x_{name}") for name in names}
        told = {name: self._text(name) for name in (*FIELDS, "group") if name in self.fields}
        return Draft(**told, cells=cells, links=self.links.written)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is written."""
        draft = self.draft
        return replace(draft, cells={}) == Draft("") and not any(draft.cells.values())

    def show_draft(self, draft: Draft) -> None:
        """Show an item as it was written before; what the study has no place for is left out."""
        told = {name: getattr(draft, name) for name in (*FIELDS, "group")}
        told |= {f"x_{name}": cell for name, cell in draft.cells.items()}
        for name, text in told.items():
            if name in self.fields:
                self._write(name, text)
        self.links.show_links(draft.links)

    def show_path(self, path: str) -> None:
        """Write the path of a picture or sound."""
        self._write("path", path)

    def show_problems(self, found: Drafted) -> None:
        """Say what is wrong at its place; an empty field is not yet wrong."""
        by_field = {problem.field: problem for problem in found.problems}
        for name, words in self.problems.items():
            problem = by_field.get(name.removeprefix("x_")) or by_field.get(name)
            is_shown = problem is not None and bool(self._text(name).strip())
            words.setText(problem.words if problem is not None and is_shown else "")
            words.setVisible(is_shown)
            set_tone(self.fields[name], "bad" if is_shown else "")
        self.links.show_problems(by_field)

    def _text(self, name: str) -> str:
        field = self.fields[name]
        if isinstance(field, QLineEdit):
            return field.text()
        return field.currentText() if field.isEditable() or field.currentIndex() > 0 else ""

    def _write(self, name: str, text: str) -> None:
        field = self.fields[name]
        if isinstance(field, QLineEdit):
            field.setText(text)
        elif field.isEditable():
            field.setCurrentText(text)
        else:
            field.setCurrentIndex(max(field.findText(text), 0) if text else 0)

    def _build(self) -> None:
        self._grid.setContentsMargins(14, 12, 14, 12)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        for name, (title, hint) in FIELDS.items():
            self._add_line(name, title, hint)
        groups = [name for name in dict.fromkeys(item.group for item in self._study.items) if name]
        if groups:
            self._add_choice("group", "Group", groups, is_editable=True)
        for column in self._study.features.columns:
            self._add_feature(column)
        row = self._grid.rowCount()
        caption = label("Links", 13, tone=2)
        caption.setFixedHeight(BUTTON)
        self._grid.addWidget(caption, row, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(self.links, row, 1)
        self._grid.setRowStretch(row + 1, 1)

    def _add_feature(self, column: FeatureColumn) -> None:
        name = f"x_{column.name}"
        if column.is_categorical:
            words = [word for word in column.categories if word]
            self._add_choice(name, column.name, ["not known", *words], is_editable=False)
        else:
            self._add_line(name, column.name, f"mean {column.mean[0]:.4g}")

    def _add_line(self, name: str, title: str, hint: str) -> None:
        field = QLineEdit()
        field.setPlaceholderText(hint)
        field.textChanged.connect(self.edited)
        self._add_row(name, title, field)

    def _add_choice(self, name: str, title: str, words: list[str], *, is_editable: bool) -> None:
        field = QComboBox()
        field.setEditable(is_editable)
        field.addItems(words)
        field.currentTextChanged.connect(self.edited)
        line = field.lineEdit()
        if line is not None:
            line.setAccessibleName(f"{title} by name")
        self._add_row(name, title, field)

    def _add_row(self, name: str, title: str, field: QLineEdit | QComboBox) -> None:
        field.setObjectName(f"new_{name}")
        field.setAccessibleName(title)
        row = self._grid.rowCount()
        self.fields[name], self.problems[name] = field, problem_label()
        caption = label(title, 13, tone=2, wraps=True)
        needed = caption.fontMetrics().horizontalAdvance(title) + 1
        caption.setFixedWidth(min(needed, WIDEST))  # else Qt breaks what wraps before it has to
        self._grid.addWidget(caption, row, 0)
        if name == "path":
            self._grid.addLayout(self._with_choice(field), row, 1)
        else:
            self._grid.addWidget(field, row, 1)
        self._grid.addWidget(self.problems[name], row + 1, 1)

    def _with_choice(self, field: QLineEdit | QComboBox) -> QHBoxLayout:
        """A field with the button beside it that chooses a file."""
        self.choose.setObjectName("new_path_choose")
        self.choose.setAccessibleName("Choose a picture or sound")
        self.choose.setAutoDefault(False)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(field, 1)
        row.addWidget(self.choose)
        return row
