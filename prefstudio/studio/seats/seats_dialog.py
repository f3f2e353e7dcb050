"""The window in which different pairs are asked at the same time, one a seat."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from prefstudio.studio.file_names import file_name
from prefstudio.studio.first_size import FRAME, grow
from prefstudio.studio.fonts import SEMI_BOLD
from prefstudio.studio.media.media_source import MediaSource
from prefstudio.studio.media.picture import PictureLoader
from prefstudio.studio.media.workshop import Piece
from prefstudio.studio.panels.plan_field import FieldKind, PlanField
from prefstudio.studio.placed_dialog import PlacedDialog
from prefstudio.studio.seats.question_sheet import QuestionSheet
from prefstudio.studio.seats.seat_row import SeatRow, SeatSaying
from prefstudio.studio.seats.seat_things import NO_SOURCE
from prefstudio.studio.widgets import label, scrolling_sheet
from prefstudio.study.items import Item
from prefstudio.study.seats import Seat

WIDTH, LEAST_HEIGHT, MOST_HEIGHT = 660, 300, 720
FEWEST, MOST = 2, 30
FIELD = FieldKind("seats_number", "How many pairs to ask at the same time", FEWEST, MOST)
HOW = (
    "Each pair is chosen as if those before it were answered, so that no two seats tell the same. "
    "Once all are answered, new ones come."
)
NO_STRENGTH = "Seats ask which is better, not by how much: answers here are without strength."
NO_SOUNDS = "Sounds are played in Compare only."
CHOOSING = "Choosing pairs…"
BETWEEN_NAMES = 8  # px from a seat to the next
BETWEEN_PAIRS = 20  # where a seat is more than a row: clearly more than inside it
RESTING = 300  # ms in which a double click cannot answer a pair that has only just come


class SeatsDialog(QDialog):
    """Shows the seats and tells what is said there; beside the window, which stays in use.

    Attributes
    ----------
    rows
        One a seat.
    """

    size_chosen = Signal(int)
    said = Signal(object)  # SeatSaying
    others_wanted = Signal()
    undo_wanted = Signal()
    sheet_wanted = Signal(object)  # Path
    copied = Signal(str)  # what was done, in words

    def __init__(self, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("seats_dialog")
        self.setWindowTitle("Pairs for several seats")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(WIDTH, LEAST_HEIGHT)
        self._folder = folder
        self._source: MediaSource | None = None
        self._pictures = PictureLoader(self)
        self.number = PlanField(FIELD)
        self.progress = label("", 12, tone=2, lines_up=True)
        self.how = label(HOW, 12, tone=2, wraps=True)
        self.question = label("", 16, SEMI_BOLD, wraps=True)
        self.words = label(CHOOSING, 13, tone=2, wraps=True)
        self.rows: list[SeatRow] = []
        self.sheet: QuestionSheet | None = None
        self.undo_button = _button("Undo", "seats_undo")
        self.copy_button = _button("Copy as text", "seats_copy")
        self.save_button = _button("Save as PDF…", "seats_save")
        self.other_button = _button("Other pairs", "seats_others")
        self.close_button = _button("Close", "seats_close")
        self._resting = QTimer(self)
        self._column = QVBoxLayout()
        self._shown: tuple[str, ...] = ()
        self._is_to_fit = False  # other seats came
        self._build()
        self._connect()

    @property
    def is_resting(self) -> bool:
        """Whether the pairs came so lately that a click cannot be meant for them."""
        return self._resting.isActive()

    def show_number(self, size: int) -> None:
        """Show how many seats there are."""
        self.number.show_number(size)

    def use(self, source: MediaSource) -> None:
        """Take pictures from somewhere."""
        self._source = source

    def show_how(self, *, has_strength: bool, has_sounds: bool = False) -> None:
        """Say how pairs are chosen, and what seats do not do that Compare does."""
        words = [HOW]
        words += [NO_STRENGTH] if has_strength else []
        words += [NO_SOUNDS] if has_sounds else []
        self.how.setText(" ".join(words))

    def show_seats(
        self, seats: Sequence[Seat], items: Mapping[str, Item], sheet: QuestionSheet
    ) -> None:
        """Show the pairs; those that are on screen stay, with what was said to them."""
        self.sheet = sheet
        self.question.setText(sheet.question)
        self.question.setVisible(bool(sheet.question))
        shown = tuple(seat.trial.trial_id for seat in seats)
        if shown != self._shown:
            self._shown = shown
            self._fill(seats, items, sheet.tie_label)
        n_said = sum(seat.said is not None for seat in seats)
        self.progress.setText(f"{n_said} of {len(seats)} done" if seats else "")
        for button in (self.copy_button, self.save_button, self.other_button):
            button.setEnabled(bool(seats))

    def show_state(self, seats: Sequence[Seat], closed_reason: str, words: str) -> None:
        """Show what may be answered, and say something below; a reason closes all seats."""
        for row, seat in zip(self.rows, seats, strict=True):
            row.show_seat(seat, closed_reason)
        for widget in (self.other_button, self.number):
            widget.setEnabled(not closed_reason)
            widget.setToolTip(closed_reason)
        self.words.setText(closed_reason or words)
        self.words.setVisible(bool(self.words.text()))
        if self._is_to_fit:
            self._is_to_fit = False
            self._fit()

    def setVisible(self, visible: bool) -> None:
        if visible:
            self._fit()  # before Qt looks where there is room for it
        super().setVisible(visible)

    def show_undo(self, words: str) -> None:
        """Offer to undo what was done last."""
        self.undo_button.setToolTip(words)
        self.undo_button.setAccessibleName(words or "Undo")
        self.undo_button.setEnabled(bool(words))

    def _fill(self, seats: Sequence[Seat], items: Mapping[str, Item], tie_label: str) -> None:
        """Show other pairs."""
        n_before = len(self.rows)
        for old in self.rows:
            self._column.removeWidget(old)
            old.setParent(None)
            old.deleteLater()
        self.rows = []
        for number, seat in enumerate(seats, 1):
            pair = items[seat.trial.a], items[seat.trial.b]
            row = SeatRow(number, seat, pair, tie_label)
            row.said.connect(self._on_said)
            self._column.insertWidget(number - 1, row)
            row.show()  # or it would have no height until the next turn of the event loop
            self.rows.append(row)
        has_things = any(not row.things.isHidden() for row in self.rows)
        self._column.setSpacing(BETWEEN_PAIRS if has_things else BETWEEN_NAMES)
        self._load()
        self._order_stops()
        self._is_to_fit |= len(self.rows) != n_before
        self._resting.start()

    def _load(self) -> None:
        """Fetch the pictures of all seats."""
        wanted = {
            f"{number}{letter}": path
            for number, row in enumerate(self.rows)
            for letter, path in row.things.paths.items()
        }
        if self._source is not None and wanted:
            self._pictures.load(self._source, wanted)
            return
        self._pictures.unload()
        for row in self.rows:
            row.things.show_words(NO_SOURCE)

    def _fit(self) -> None:
        """Be as high as the seats are, where the screen has that much room.

        The heights are those that are asked for: before it is shown nothing is laid out.
        """
        whole, screen = self.layout(), self.screen()
        assert whole is not None
        whole.activate()
        sheet = whole.itemAt(whole.indexOf(self._sheet))
        assert sheet is not None
        rest = whole.totalHeightForWidth(self.width()) - sheet.sizeHint().height()
        seats = self._column.totalSizeHint().height() + 2 * self._sheet.frameWidth()
        room = screen.availableGeometry().height() - FRAME.height()
        height = max(LEAST_HEIGHT, min(rest + seats, MOST_HEIGHT, room))
        grow(self, QSize(self.width(), height))

    def _build(self) -> None:
        self._resting.setSingleShot(True)
        self._resting.setInterval(RESTING)
        self.progress.setObjectName("seats_progress")
        self.words.setObjectName("seats_words")
        self.other_button.setToolTip("Leave what is open, and ask other pairs")
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(label(self.windowTitle(), 20, SEMI_BOLD), 1)
        head.addWidget(label("Seats", 13, tone=2))
        head.addWidget(self.number)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(24, 16, 24, 16)
        whole.setSpacing(10)
        whole.addLayout(head)
        whole.addWidget(self.how)
        whole.addWidget(self.question)
        whole.addWidget(self._build_sheet(), 1)
        whole.addWidget(self.words)
        whole.addLayout(self._build_foot())

    def _build_sheet(self) -> QWidget:
        holder = QWidget()
        self._column.setContentsMargins(14, 12, 14, 12)
        self._column.addStretch(1)
        holder.setLayout(self._column)
        self._sheet = scrolling_sheet(holder)
        return self._sheet

    def _build_foot(self) -> QHBoxLayout:
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.progress)
        foot.addStretch(1)
        for button in self._foot:
            foot.addWidget(button)
        return foot

    @property
    def _foot(self) -> tuple[QPushButton, ...]:
        return (
            self.undo_button,
            self.copy_button,
            self.save_button,
            self.other_button,
            self.close_button,
        )

    def _order_stops(self) -> None:
        """Let the Tab key go from the number through all seats to the buttons below."""
        stops = [self.number, *(each for row in self.rows for each in row.stops), *self._foot]
        for before, after in itertools.pairwise(stops):
            QWidget.setTabOrder(before, after)

    def _connect(self) -> None:
        self.number.chosen.connect(self._on_number_chosen)
        self.undo_button.clicked.connect(self.undo_wanted)
        self.copy_button.clicked.connect(self._on_copy_clicked)
        self.save_button.clicked.connect(self._on_save_clicked)
        self.other_button.clicked.connect(self.others_wanted)
        self.close_button.clicked.connect(self.reject)
        self._pictures.loaded.connect(self._on_picture)
        self.finished.connect(self._on_finished)
        undo = QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), self)
        undo.activated.connect(self.undo_button.click)

    def _on_picture(self, piece: Piece) -> None:
        number, letter = int(piece.name[:-1]), piece.name[-1]
        self.rows[number].things.show_piece(letter, piece)

    def _on_finished(self) -> None:
        self._pictures.close()

    def _on_number_chosen(self, size: float) -> None:
        self.size_chosen.emit(round(size))

    def _on_said(self, saying: SeatSaying) -> None:
        if not self.is_resting:
            self.said.emit(saying)

    def _on_copy_clicked(self) -> None:
        if self.sheet is not None:
            QGuiApplication.clipboard().setText(self.sheet.text)
            self.copied.emit("Copied the pairs as text")

    def _on_save_clicked(self) -> None:
        if self.sheet is None:
            return
        dialog = PlacedDialog(self, "Save the question sheet", self._folder)
        dialog.setAcceptMode(PlacedDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("pdf")
        dialog.setNameFilter("Documents (*.pdf)")
        dialog.selectFile(file_name(self.sheet.title, "questions", "pdf"))
        dialog.fileSelected.connect(self._on_file_chosen)
        dialog.open()

    def _on_file_chosen(self, path: str) -> None:
        self.sheet_wanted.emit(Path(path))


def _button(words: str, name: str) -> QPushButton:
    made = QPushButton(words)
    made.setObjectName(name)
    made.setAutoDefault(False)
    return made
