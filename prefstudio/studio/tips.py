"""Tooltips that follow the mouse over a plot."""

from __future__ import annotations

import html

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QToolTip, QWidget

LONGEST_LINE = 64  # characters, above which Qt breaks a tip into lines


def show_tip(place: QPoint, words: str, widget: QWidget) -> None:
    """Show words at a place of a widget, unbroken where they are few; no words hide the tip.

    A name from a file is no markup, as which Qt would read it.
    """
    if not words:
        QToolTip.hideText()
        return
    longest = max(map(len, words.split("\n")))
    breaks = "pre" if longest <= LONGEST_LINE else "pre-wrap"
    text = f'<p style="margin: 0; white-space: {breaks}">{html.escape(words)}</p>'
    QToolTip.showText(widget.mapToGlobal(place), text, widget)
