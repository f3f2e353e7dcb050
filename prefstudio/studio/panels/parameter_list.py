"""The numbers of a model, one row each, as many as the study has."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from prefstudio.studio.panels.parameter_row import MOST_LABEL, ParameterRow, Turn, label_width
from prefstudio.studio.panels.parameter_scale import Scale
from prefstudio.study.changes import SettingsChanged
from prefstudio.study.model_sheet import (
    ModelSheet,
    with_length_scale,
    with_noise,
    with_reach,
    with_tie_width,
)
from prefstudio.study.setting_table import (
    LARGEST_SCALE,
    LEAST_TIE_WIDTH,
    SETTINGS,
    SMALLEST_SCALE,
)

NOISE, LENGTH, REACH, TIE = "noise", "length_scale", "link_reach", "tie_width"

HELP = {
    NOISE: SETTINGS["model.noise"].help,
    LENGTH: SETTINGS["model.component.features.length_scale"].help,
    REACH: SETTINGS["model.component.links.iota"].help,
    TIE: SETTINGS["model.tie_width"].help,
}
SCALES = {
    NOISE: Scale(0.1, 10.0, True, SMALLEST_SCALE, LARGEST_SCALE),
    LENGTH: Scale(0.1, 15.0, True, SMALLEST_SCALE, LARGEST_SCALE),
    REACH: Scale(0.1, 25.0, True, SMALLEST_SCALE, LARGEST_SCALE),
    TIE: Scale(0.0, 2.0, False, LEAST_TIE_WIDTH, LARGEST_SCALE),
}


def _noise(sheet: ModelSheet, place: int, value: float) -> SettingsChanged:
    return with_noise(sheet, value)


def _tie_width(sheet: ModelSheet, place: int, value: float) -> SettingsChanged:
    return with_tie_width(sheet, value)


_CHANGES: dict[str, Callable[[ModelSheet, int, float], SettingsChanged]] = {
    NOISE: _noise,
    LENGTH: with_length_scale,
    REACH: with_reach,
    TIE: _tie_width,
}


class ParameterList(QWidget):
    """Rows for noise, length scales, reaches and the width of a tie."""

    change_tried = Signal(object)  # SettingsChanged, while a row moves
    change_chosen = Signal(object)  # SettingsChanged, when it has come to rest

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[ParameterRow] = []
        self._sheet: ModelSheet | None = None
        self._forbidden = ""
        self._is_narrow = False
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)

    def show_sheet(self, sheet: ModelSheet) -> None:
        """Show the values of a model; what a person holds stays as it is."""
        self._sheet = sheet
        wanted = list(_rows_of(sheet))
        if [(row.key, row.title) for row in self.rows] != [row[:2] for row in wanted]:
            self._rebuild(sheet)
        for row, (_, _, value) in zip(self.rows, wanted, strict=True):
            row.show_value(value)

    def show_narrow(self, is_narrow: bool) -> int:
        """Give names less room, or all they should have; return how much they have got.

        The longest name gets more than is usual where it needs it, and so do the others.
        """
        self._is_narrow = is_narrow
        needed = max((row.name_needs for row in self.rows), default=0)
        width = max(label_width(is_narrow), min(needed, MOST_LABEL))
        for row in self.rows:
            row.give_name(width)
        return width

    def forbid(self, reason: str) -> None:
        """Take no value from here on, and say why."""
        self._forbidden = reason
        for row in self.rows:
            row.forbid(reason)

    def _rebuild(self, sheet: ModelSheet) -> None:
        for row in self.rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = [
            ParameterRow(key, title, SCALES[key[0]], HELP[key[0]])
            for key, title, _ in _rows_of(sheet)
        ]
        for row in self.rows:
            row.tried.connect(self._on_tried)
            row.chosen.connect(self._on_chosen)
            self._column.addWidget(row)
            row.show()
            if self._forbidden:
                row.forbid(self._forbidden)
        self.show_narrow(self._is_narrow)

    def _on_tried(self, turn: Turn) -> None:
        if self._sheet is not None:
            self.change_tried.emit(_change(self._sheet, turn))

    def _on_chosen(self, turn: Turn) -> None:
        if self._sheet is not None:
            self.change_chosen.emit(_change(self._sheet, turn))


def _rows_of(sheet: ModelSheet) -> Iterator[tuple[tuple[str, int], str, float]]:
    """Key, title and value of every parameter that a model has."""
    yield (NOISE, 0), "Noise", sheet.noise
    for key, scales in ((LENGTH, sheet.length_scales), (REACH, sheet.reaches)):
        for scale in scales:
            yield (key, scale.place), scale.title, scale.value
    if sheet.tie_width is not None:
        yield (TIE, 0), "Tie width", sheet.tie_width


def _change(sheet: ModelSheet, turn: Turn) -> SettingsChanged:
    kind, place = turn.key
    return _CHANGES[kind](sheet, place, turn.value)
