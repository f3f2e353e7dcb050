"""Marks that a figure has only for a moment: the asked pair, what is chosen or pointed at."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


@dataclass(frozen=True, slots=True)
class PassingMarks:
    """What is marked on the screen now.

    Attributes
    ----------
    asked
        Positions of the asked pair, A first; None when none is asked.
    chosen
        Positions of the chosen items.
    """

    asked: tuple[int, int] | None = None
    chosen: frozenset[int] = frozenset()


@contextmanager
def left_out(figure: QWidget, marks: PassingMarks | None) -> Iterator[None]:
    """Let a figure show its data alone, as a paper has it; afterwards it has its marks again.

    Parameters
    ----------
    figure : QWidget
    marks : PassingMarks or None
        What it has again; None where its marks are part of what it says.
    """
    if marks is None:
        yield
        return
    focused = figure.window().focusWidget()
    has_focus = focused is not None and figure.isAncestorOf(focused)
    if focused is not None and has_focus:
        focused.clearFocus()  # its ring is none of the figure
    for plot in figure.findChildren(QWidget):
        if hasattr(plot, "forget_pointed"):  # a menu was opened there, and nobody told it
            plot.forget_pointed()
    _show(figure, PassingMarks(), is_figure=True)
    try:
        yield
    finally:
        _show(figure, marks, is_figure=False)
        if focused is not None and has_focus:
            focused.setFocus(Qt.FocusReason.OtherFocusReason)


def _show(figure: QWidget, marks: PassingMarks, *, is_figure: bool) -> None:
    told = (
        ("show_as_figure", is_figure),
        ("show_asked", marks.asked),
        ("show_selection", marks.chosen),
    )
    for method, what in told:
        if hasattr(figure, method):
            getattr(figure, method)(what)
