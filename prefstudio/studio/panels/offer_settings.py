"""A source that is no part of the prior: what it would say, and a button that adds it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from prefstudio.studio.fonts import SEMI_BOLD, font
from prefstudio.studio.icons import IconPushButton
from prefstudio.studio.widgets import label
from prefstudio.study.component_edits import Offer
from prefstudio.study.component_words import ComponentsSheet, component_in_words


class OfferSettings(QWidget):
    """A sentence and a button."""

    add_clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.sentence = label("", 12, tone=2, wraps=True)
        self.add_button = IconPushButton("plus", "Add to the prior", "primary")
        self.add_button.setObjectName("add_to_prior")
        self.add_button.setFont(font(13, SEMI_BOLD))
        row = QHBoxLayout()
        row.addWidget(self.add_button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 4, 0)
        column.setSpacing(8)
        column.addWidget(self.sentence)
        column.addLayout(row)
        column.addStretch(1)
        self.add_button.clicked.connect(self._on_clicked)

    def show_offer(self, offer: Offer, sheet: ComponentsSheet) -> None:
        """Show what could be added."""
        self.sentence.setText(component_in_words(offer.component, sheet))

    def forbid(self, reason: str) -> None:
        """Add nothing from here on, and say why."""
        self.add_button.setEnabled(False)
        self.add_button.setToolTip(reason)

    def _on_clicked(self) -> None:
        self.add_clicked.emit()
