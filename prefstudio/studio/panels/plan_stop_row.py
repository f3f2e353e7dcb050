"""One stop rule: a switch, its figures, and a sentence that says where it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from prefstudio.studio.numbers_as_text import NO_BREAK
from prefstudio.studio.panels.plan_field import FieldKind, PlanField
from prefstudio.studio.widgets import label
from prefstudio.study.plan_sheet import LOSS, MINUTES, TOP, TOP_CHANCE, TRIALS, PlanSheet

TITLE_WIDTH = 118


@dataclass(frozen=True, slots=True)
class StopKind:
    """A stop rule.

    Attributes
    ----------
    setting
        Its figure in study.toml, by whose name without the section the engine calls it.
    title
        What stands beside the switch.
    first
        What the figure is when it is switched on and nothing was said before.
    fields
        Its figures: of the setting, and of another one that is never left out.
    words
        What stands behind each of them.
    """

    setting: str
    title: str
    first: float
    fields: tuple[tuple[str, FieldKind], ...]
    words: tuple[str, ...]

    @property
    def name(self) -> str:
        """As the engine calls the rule."""
        return self.setting.rpartition(".")[2]


STOP_KINDS = (
    StopKind(
        TRIALS, "Trials", 120,
        ((TRIALS, FieldKind("stop_trials", "Trials to stop after", 1, 1e6, step=10)),),
        ("trials",),
    ),
    StopKind(
        MINUTES, "Time", 40.0,
        ((MINUTES, FieldKind("stop_minutes", "Minutes to stop after", 1, 1e5, step=5)),),
        ("minutes",),
    ),
    StopKind(
        LOSS, "Expected loss", 0.01,
        ((LOSS, FieldKind("stop_loss", "Mean expected loss to stop at", 1e-5, 1e3, 5, 0.001)),),
        ("a pair",),
    ),
    StopKind(
        TOP, "Top places", 3,
        (
            (TOP, FieldKind("stop_top_k", "Leading places to be settled", 1, 1e6)),
            (
                TOP_CHANCE,
                FieldKind("stop_chance", "How sure the leading places must be", 1, 99.9, 1, 1.0,
                          f"{NO_BREAK}%", 100.0),
            ),
        ),
        ("settled,", "sure"),
    ),
)  # fmt: skip
"""All stop rules in the order of study.toml."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A setting that a person gave another value, None to leave it out."""

    setting: str
    value: object


class StopRow(QWidget):
    """A rule that can be switched on and off; a figure that is off is remembered."""

    planned = Signal(object)  # Planned

    def __init__(self, kind: StopKind) -> None:
        super().__init__()
        self.kind = kind
        self.switch = QCheckBox(kind.title)
        self.switch.setObjectName(f"stop_by_{kind.name}")
        self.switch.setAccessibleName(f"Stop by {kind.title.lower()}")
        self.fields = [PlanField(each) for _, each in kind.fields]
        self.sentence = label("", 12, tone=2, wraps=True)
        self.sentence.setObjectName(f"stop_words_{kind.name}")
        self.fields[0].show_number(kind.first)
        self._build()
        self._connect()

    def show_sheet(self, sheet: PlanSheet) -> None:
        """Show whether the rule is set, and to what."""
        is_set = sheet.value(self.kind.setting) is not None
        self.switch.blockSignals(True)
        self.switch.setChecked(is_set)
        self.switch.blockSignals(False)
        for (setting, _), field in zip(self.kind.fields, self.fields, strict=True):
            value = sheet.value(setting)
            if isinstance(value, int | float):
                field.show_number(value)
            field.setEnabled(is_set and self.switch.isEnabled())
        if not is_set:
            self.say("")

    def say(self, words: str) -> None:
        """Say where the rule stands; nothing while it is off or not yet known."""
        self.sentence.setText(words)
        self.sentence.setVisible(bool(words))

    def forbid(self, reason: str) -> None:
        """Take no change from here on, and say why."""
        for widget in (self.switch, *self.fields):
            widget.setEnabled(False)
            widget.setToolTip(reason)

    def _build(self) -> None:
        self.switch.setFixedWidth(TITLE_WIDTH)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.switch)
        for field, words in zip(self.fields, self.kind.words, strict=True):
            row.addWidget(field)
            row.addWidget(label(words, 13, tone=2))
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(row)
        column.addWidget(self.sentence)
        self.sentence.hide()

    def _connect(self) -> None:
        self.switch.clicked.connect(self._on_switched)
        for field in self.fields:
            field.chosen.connect(self._on_chosen)

    def _on_switched(self, is_on: bool) -> None:
        value = self.fields[0].number if is_on else None
        self.planned.emit(Planned(self.kind.setting, value))

    def _on_chosen(self, value: float) -> None:
        place = next(k for k, field in enumerate(self.fields) if field is self.sender())
        self.planned.emit(Planned(self.kind.fields[place][0], value))


def stop_rows(kinds: Sequence[StopKind] = STOP_KINDS) -> dict[str, StopRow]:
    """A row for every rule, by the name the engine has for it."""
    return {kind.name: StopRow(kind) for kind in kinds}
