"""What tests of the panels that change settings have in common."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QWidget

from prefstudio.studio.panels.model_panel import ModelPanel
from prefstudio.studio.panels.purpose_panel import PurposePanel
from prefstudio.study.changes import SettingsChanged


class Heard:
    """What a panel told, in order."""

    def __init__(self, panel: ModelPanel | PurposePanel) -> None:
        self.tried: list[tuple[SettingsChanged, ...]] = []
        self.chosen: list[tuple[SettingsChanged, ...]] = []
        panel.settings_tried.connect(self.tried.append)
        panel.settings_chosen.connect(self.chosen.append)


def focusable(panel: QWidget) -> list[QWidget]:
    """All that the tab key reaches."""
    return [
        widget
        for widget in panel.findChildren(QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisibleTo(panel)
    ]


def is_deaf_to_the_wheel(widget: QWidget) -> bool:
    """Whether a turn of the wheel above a widget is left to what scrolls around it."""
    event = QWheelEvent(
        QPointF(5, 5), QPointF(5, 5), QPoint(0, 0), QPoint(0, 120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    widget.wheelEvent(event)
    return not event.isAccepted()
