"""Name, question, purpose and place of the new study."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from prefstudio.studio.elided_label import ElidedLabel
from prefstudio.studio.file_names import file_name
from prefstudio.studio.fonts import SEMI_BOLD
from prefstudio.studio.new_study.import_draft import folder_beside, free_name
from prefstudio.studio.new_study.purpose_field import PurposeField
from prefstudio.studio.widgets import label
from prefstudio.study.folder import STUDY_FILE_ENDING


class PlaceCard(QFrame):
    """Where the study will be written; tells when its name changes."""

    changed = Signal()
    folder_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "sheet")
        self.folder = Path()
        self.name = self._field("new_study_name", "Name of the study")
        self.question = self._field("new_study_question", "Question")
        self.purpose = PurposeField()
        self.place = ElidedLabel(12, tone=3)
        self.trouble = label("", 12, wraps=True)
        self.trouble.setProperty("tone", "bad")
        self.change = QPushButton("Change…")
        self.change.setObjectName("change_place")
        self.change.setAccessibleName("Change the folder of the new study")
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 14)
        column.setSpacing(6)
        column.addWidget(label("The new study", 13, SEMI_BOLD))
        for words, field in (("Name", self.name), ("Question", self.question)):
            column.addWidget(label(words, 12, tone=3))
            column.addWidget(field)
        column.addWidget(label("What is it for?", 12, tone=3))
        column.addWidget(self.purpose)
        row = QHBoxLayout()
        row.addWidget(self.place, 1)
        row.addWidget(self.change)
        column.addLayout(row)
        column.addWidget(self.trouble)
        self.name.textChanged.connect(self._on_written)
        self.change.clicked.connect(self.folder_wanted)

    @property
    def path(self) -> Path:
        """The file that will be made; it is called by the name as far as a file can be."""
        return self.folder / file_name(self.name.text(), "", STUDY_FILE_ENDING.removeprefix("."))

    @property
    def is_possible(self) -> bool:
        """Whether a file of that name can be made."""
        return not self._trouble()

    @property
    def title(self) -> str:
        """The title that was written; empty when the name is the suggested one."""
        return self.name.text().strip() if self.name.isModified() else ""

    def suggest(self, first: Path) -> None:
        """Suggest a name and a place for a study of something."""
        self.folder = folder_beside(first)
        self.name.setText(free_name(first))
        self._show()

    def show_folder(self, folder: Path) -> None:
        """Take another place."""
        self.folder = folder
        self._show()

    def show_question(self, question: str) -> None:
        """Show what is asked, unless something else was written."""
        if not self.question.isModified():
            self.question.setText(question)

    def _trouble(self) -> str:
        if not self.name.text().strip():
            return "Give the study a name."
        if os.path.lexists(self.path):
            return "There is a file of that name already."
        return ""

    def _show(self) -> None:
        self.place.show_text(f"{self.path.name} in {self.folder.name or self.folder}")
        self.place.setToolTip(str(self.path))
        trouble = self._trouble()
        self.trouble.setText(trouble)
        self.trouble.setVisible(bool(trouble))
        self.changed.emit()

    def _on_written(self) -> None:
        self._show()

    @staticmethod
    def _field(name: str, words: str) -> QLineEdit:
        field = QLineEdit()
        field.setObjectName(name)
        field.setAccessibleName(words)
        field.setFixedHeight(30)
        return field
