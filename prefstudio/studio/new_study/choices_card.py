"""What was guessed, as fields in which it can be changed."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QLineEdit,
    QListView,
    QVBoxLayout,
    QWidget,
)

from prefstudio.studio.fonts import SEMI_BOLD, font
from prefstudio.studio.new_study.column_lists import ListedChoices, TakenColumns
from prefstudio.studio.new_study.import_draft import ImportDraft, id_column_of
from prefstudio.studio.panels.quiet_inputs import QuietChoice
from prefstudio.studio.widgets import label
from prefstudio.study.importers.summary import ImportSummary

CHOICES = {
    "id_column": "Ids from",
    "label_column": "Labels from",
    "truth_column": "Known utility from",
    "query": "Query",
}
"""What is chosen from a list, by the field of the draft."""

KEPT = ", kept with the items, not used"
PATTERN_TIP = r"A regular expression for the names of files, such as (?P<group>\w+)_(?P<id>\d+)"


class ChoicesCard(QFrame):
    """Columns, query and pattern; tells the draft with what was changed."""

    draft_changed = Signal(object)  # ImportDraft

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "sheet")
        self._draft = ImportDraft()
        self.choices = {
            name: QuietChoice(f"import_{name}", words) for name, words in CHOICES.items()
        }
        self._listed = {name: ListedChoices(self) for name in CHOICES}
        for name, box in self.choices.items():
            box.setModel(self._listed[name])
        self.pattern = QLineEdit()
        self.pattern.setObjectName("import_ids_from")
        self.pattern.setAccessibleName("Ids in file names")
        self.pattern.setPlaceholderText("the whole name; or a pattern such as (?P<id>\\d+)")
        self.pattern.setToolTip(PATTERN_TIP)
        self.taken = TakenColumns(self)
        self.columns = QListView()
        self.columns.setModel(self.taken)
        self.columns.setUniformItemSizes(True)  # or thousands would be measured one by one
        self.columns.setObjectName("import_columns")
        self.columns.setAccessibleName("Columns that are taken")
        self.columns.setProperty("kind", "list")
        self.columns.setFont(font(13))
        self.columns.setFixedHeight(118)
        self._labels: dict[str, QLabel] = {}
        self._build()
        for choice in self.choices.values():
            choice.activated.connect(self._on_chosen)
        self.pattern.editingFinished.connect(self._on_pattern_written)
        self.taken.switched.connect(self._on_column_switched)

    def show_found(self, draft: ImportDraft, found: ImportSummary) -> None:
        """Show what was guessed or chosen; fields that have nothing to say are hidden."""
        self._draft = draft
        is_media = "media" in found.formats.values()
        columns = () if is_media else found.columns
        self._show_columns(columns, found)
        left = [name for name in columns if name not in draft.dropped]
        taken = id_column_of(draft, found)
        nothing = {"": "none"}
        names = {name: name for name in left}
        rows = {} if taken else {"": "row numbers"}
        self._fill("id_column", {**rows, **names}, taken)
        for part in ("label", "truth"):
            chosen = getattr(draft, f"{part}_column") or (part if part in left else "")
            self._fill(f"{part}_column", {**nothing, **names}, chosen)
        queries = {query: query for query in found.queries}
        self._fill("query", queries, draft.query or next(iter(queries), ""))
        self._show_row("ids_from", self.pattern, is_media)
        self.pattern.setText(draft.ids_from)
        self.setVisible(bool(columns) or is_media or bool(queries))

    def _build(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        grid.setColumnMinimumWidth(0, 118)
        grid.setColumnStretch(1, 1)
        rows: dict[str, tuple[str, QWidget]] = {
            name: (words, self.choices[name]) for name, words in CHOICES.items()
        }
        rows["ids_from"] = ("Ids in file names", self.pattern)
        rows["columns"] = ("Columns", self.columns)
        for place, (name, (words, field)) in enumerate(rows.items()):
            self._labels[name] = label(words, 13, tone=2)
            top = Qt.AlignmentFlag.AlignTop if name == "columns" else Qt.AlignmentFlag.AlignVCenter
            grid.addWidget(self._labels[name], place, 0, top)
            grid.addWidget(field, place, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 14)
        column.setSpacing(8)
        column.addWidget(label("Change it", 13, SEMI_BOLD))
        column.addLayout(grid)

    def _show_row(self, name: str, field: QWidget, is_shown: bool) -> None:
        self._labels[name].setVisible(is_shown)
        field.setVisible(is_shown)

    def _fill(self, name: str, choices: dict[str, str], chosen: str) -> None:
        box, listed = self.choices[name], self._listed[name]
        listed.show(choices)
        box.setCurrentIndex(listed.keys.index(chosen) if chosen in choices else 0)
        self._show_row(name, box, len(choices) > 1)

    def _show_columns(self, columns: tuple[str, ...], found: ImportSummary) -> None:
        words = {name: f"{name}{self._use_of(name, found)}" for name in columns}
        self.taken.show_columns(words, self._draft.dropped)
        self._show_row("columns", self.columns, len(columns) > 1)

    def _use_of(self, name: str, found: ImportSummary) -> str:
        """What a column is used for, after its name; nothing where its name tells it."""
        if name in self._draft.dropped:
            return ", left out"
        if name in found.feature_headings:
            return ", a feature"
        if name == id_column_of(self._draft, found):
            return ", the ids"
        if name in (self._draft.label_column, self._draft.truth_column):
            return ", the labels" if name == self._draft.label_column else ", the known utility"
        return KEPT if name in found.kept_headings else ""

    def _on_chosen(self) -> None:
        for name, box in self.choices.items():
            if box is self.sender():
                changed = {name: str(box.currentData() or "")}
                self._tell(replace(self._draft, **changed))  # type: ignore[arg-type]

    def _on_pattern_written(self) -> None:
        self._tell(replace(self._draft, ids_from=self.pattern.text()))

    def _on_column_switched(self, name: str) -> None:
        dropped = set(self._draft.dropped) ^ {name}
        said = {
            part: ""
            for part in ("id_column", "label_column", "truth_column")
            if getattr(self._draft, part) in dropped
        }
        self._tell(replace(self._draft, dropped=frozenset(dropped), **said))  # type: ignore[arg-type]

    def _tell(self, draft: ImportDraft) -> None:
        if draft != self._draft:
            self._draft = draft
            self.draft_changed.emit(draft)
