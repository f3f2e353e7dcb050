"""The files that a new study is made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from prefstudio.studio.elided_label import ElidedLabel
from prefstudio.studio.fonts import SEMI_BOLD
from prefstudio.studio.icons import IconButton, IconLabel, IconPushButton
from prefstudio.studio.new_study.import_draft import PARTS, GivenFile
from prefstudio.studio.panels.quiet_inputs import QuietChoice
from prefstudio.studio.widgets import label

BUTTONS = {
    "folder": ("folder-open", "Choose a folder…"),
    "files": ("file", "Choose files…"),
    "links": ("link", "Add links…"),
    "comparisons": ("arrows-left-right", "Add answers…"),
}
"""What can be chosen, with its icon and words."""


class SourceRow(QFrame):
    """One file: what it was taken for, which part it has, and the way to leave it out."""

    part_chosen = Signal(object)  # GivenFile
    removed = Signal(object)  # Path

    def __init__(self, given: GivenFile, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.given = given
        is_folder = given.path.is_dir()
        self.name = ElidedLabel(13, SEMI_BOLD)
        self.name.show_text(given.path.name)
        self.name.setToolTip(str(given.path))
        self.format = ElidedLabel(12, tone=3)
        self.part = QuietChoice("source_part", f"Part of {given.path.name}")
        for key, words in PARTS.items():
            self.part.addItem(words, key)
        self.part.setCurrentIndex(list(PARTS).index(given.part))
        self.part.setFixedWidth(128)
        self.part.setVisible(not is_folder)
        self.remove = IconButton("x", f"Leave {given.path.name} out", "source_remove")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        texts = QVBoxLayout()
        texts.setSpacing(0)
        texts.addWidget(self.name)
        texts.addWidget(self.format)
        row.addWidget(IconLabel("folder-open" if is_folder else "file-text"))
        row.addLayout(texts, 1)
        row.addWidget(self.part)
        row.addWidget(self.remove)
        self.part.activated.connect(self._on_part_chosen)
        self.remove.clicked.connect(self._on_removed)

    def _on_part_chosen(self) -> None:
        self.part_chosen.emit(GivenFile(self.given.path, str(self.part.currentData())))

    def _on_removed(self) -> None:
        self.removed.emit(self.given.path)


class SourceCard(QFrame):
    """All files, and the buttons that bring more."""

    wanted = Signal(str)  # folder, files, links or comparisons
    part_chosen = Signal(object)  # GivenFile
    removed = Signal(object)  # Path

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "sheet")
        self.rows: list[SourceRow] = []
        self.buttons: dict[str, QPushButton] = {}
        self._list = QVBoxLayout()
        self._list.setSpacing(8)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 14)
        column.setSpacing(10)
        column.addWidget(label("From", 13, SEMI_BOLD))
        column.addLayout(self._list)
        grid = QGridLayout()
        grid.setSpacing(8)
        for place, (name, (icon, words)) in enumerate(BUTTONS.items()):
            button = IconPushButton(icon, words)
            button.setObjectName(f"choose_{name}")
            button.clicked.connect(self._on_clicked)
            self.buttons[name] = button
            grid.addWidget(button, place // 2, place % 2)
        column.addLayout(grid)

    def show_files(self, files: Sequence[GivenFile]) -> None:
        """List the files anew."""
        for row in self.rows:
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = [SourceRow(given) for given in files]
        for row in self.rows:
            row.part_chosen.connect(self.part_chosen)
            row.removed.connect(self.removed)
            self._list.addWidget(row)

    def show_formats(self, formats: Mapping[str, str]) -> None:
        """Say what each file was taken for."""
        for row in self.rows:
            taken = formats.get(row.given.path.name, "")
            row.format.show_text("sounds, pictures or texts" if taken == "media" else taken)

    def _on_clicked(self) -> None:
        for name, button in self.buttons.items():
            if button is self.sender():
                self.wanted.emit(name)
