"""One number of the model: its name, a slider, and a field that takes any value it may have."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QWidget

from prefstudio.studio.fonts import font
from prefstudio.studio.panels.half_written import NumberEdit
from prefstudio.studio.panels.parameter_scale import STEPS, Scale, number_in, written
from prefstudio.studio.panels.quiet_inputs import QuietSlider
from prefstudio.studio.panels.settling import Settling
from prefstudio.studio.widgets import label, set_tone

LABEL_WIDTH, NARROW_LABEL, FIELD_WIDTH = 118, 104, 58
MOST_LABEL = 150  # pixels; a longer name loses its middle


@dataclass(frozen=True, slots=True)
class Turn:
    """A parameter that a person turned, by its key, and the value it got."""

    key: tuple[str, int]
    value: float


class ParameterRow(QWidget):
    """Name, slider and field of one parameter.

    Parameters
    ----------
    key : tuple of str and int
        What it is called by in what it tells.
    title : str
        What a person reads.
    scale : Scale
        Which values it may have.
    help : str
        One sentence that says what it does.
    """

    tried = Signal(object)  # Turn, while it moves
    chosen = Signal(object)  # Turn, when it has come to rest

    def __init__(self, key: tuple[str, int], title: str, scale: Scale, help: str) -> None:
        super().__init__()
        self.key, self.title = key, title
        self._scale = scale
        self._value = scale.low
        self._is_moved = False
        self._name = label(title, 13)
        self.slider = QuietSlider()
        self.field = NumberEdit()
        self.problem = label("", 12)
        self._stack = QStackedLayout()
        self._settling = Settling(self)
        self._build(help)
        self._connect()
        self.show_narrow(False)

    @property
    def value(self) -> float:
        """The value that is shown."""
        return self._value

    @property
    def is_held(self) -> bool:
        """Whether a person moves or writes it just now."""
        is_writing = self.field.hasFocus() and self.field.isModified()
        return self.slider.isSliderDown() or self._settling.isActive() or is_writing

    def show_value(self, value: float) -> None:
        """Show another value; what a person holds stays as it is."""
        if self.is_held:
            return
        self._value = value
        self._move_slider(value)
        self._write(value)

    @property
    def name_needs(self) -> int:
        """Pixels that the whole name takes."""
        return self._name.fontMetrics().horizontalAdvance(self.title) + 1

    def show_narrow(self, is_narrow: bool) -> None:
        """Give the name less room, or all it should have."""
        self.give_name(label_width(is_narrow))

    def give_name(self, width: int) -> None:
        """Give the name some room."""
        middle = Qt.TextElideMode.ElideMiddle
        self._name.setFixedWidth(width)
        self._name.setText(self._name.fontMetrics().elidedText(self.title, middle, width))

    def forbid(self, reason: str) -> None:
        """Take no value from here on, and say why."""
        for widget in (self.slider, self.field):
            widget.setEnabled(False)
            widget.setToolTip(reason)

    def _build(self, help: str) -> None:
        name = f"{self.key[0]}_{self.key[1]}" if self.key[1] else self.key[0]
        self.slider.setObjectName(f"{name}_slider")
        self.slider.setAccessibleName(self.title)
        self.slider.setRange(0, STEPS)
        self.slider.setSingleStep(STEPS // 100)
        self.slider.setPageStep(STEPS // 20)
        self.field.setObjectName(f"{name}_field")
        self.field.setAccessibleName(f"{self.title} in figures")
        self.field.setFont(font(13, lines_up=True))
        self.field.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.field.setFixedWidth(FIELD_WIDTH)
        self.problem.setProperty("tone", "bad")
        self.problem.setObjectName(f"{name}_problem")
        self.problem.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        for widget in (self._name, self.slider, self.field):
            widget.setToolTip(f"{self.title}: {help[0].lower()}{help[1:]}")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(self._name)
        row.addLayout(self._stack, 1)  # first: a stack without a parent shows windows of its own
        self._stack.addWidget(self.slider)
        self._stack.addWidget(self.problem)
        row.addWidget(self.field)
        self.setFixedHeight(30)

    def _connect(self) -> None:
        self.slider.valueChanged.connect(self._on_slider_moved)
        # What keys moved before is chosen with what the mouse does now, not in the midst of it.
        self.slider.sliderPressed.connect(self._settling.stop)
        self.slider.sliderReleased.connect(self._settle)
        self._settling.settled.connect(self._settle)
        self.field.textEdited.connect(self._on_edited)
        self.field.taken_back.connect(self._on_taken_back)
        self.field.editingFinished.connect(self._on_written)

    def _on_slider_moved(self, step: int) -> None:
        self._value = self._scale.value_at(step)
        self._is_moved = True
        self._write(self._value)
        if not self.slider.isSliderDown():
            self._settling.start()
        self.tried.emit(Turn(self.key, self._value))

    def _settle(self) -> None:
        self._settling.stop()
        if self._is_moved:
            self._is_moved = False
            self.chosen.emit(Turn(self.key, self._value))

    def _on_edited(self, text: str) -> None:
        self._say_problem(self._scale.problem(text))

    def _on_taken_back(self) -> None:
        self._write(self._value)

    def _on_written(self) -> None:
        """Enter, or the keys went elsewhere."""
        if not self.field.isModified():
            return
        text = self.field.text()
        if self._scale.problem(text):
            if not self.field.hasFocus():
                self._write(self._value)
            return
        value = number_in(text)
        assert value is not None
        self._settling.stop()
        self._value, self._is_moved = value, False
        self._move_slider(value)
        self._write(value)
        self.chosen.emit(Turn(self.key, value))

    def _say_problem(self, words: str) -> None:
        self.problem.setText(words)
        self._stack.setCurrentWidget(self.problem if words else self.slider)
        set_tone(self.field, "bad" if words else "")
        self.field.setAccessibleDescription(words)

    def _move_slider(self, value: float) -> None:
        self.slider.blockSignals(True)
        self.slider.setValue(self._scale.step_of(value))
        self.slider.blockSignals(False)

    def _write(self, value: float) -> None:
        self.field.setText(written(value))
        self.field.setModified(False)
        self._say_problem("")


def label_width(is_narrow: bool) -> int:
    """How wide names are in a panel."""
    return NARROW_LABEL if is_narrow else LABEL_WIDTH
