"""That newer numbers are on their way is said without moving anything."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from prefstudio.studio.panels.busy_bar import BusyBar
from prefstudio.studio.panels.panel import Panel


@pytest.fixture
def panel(qtbot: QtBot) -> Panel:
    """A panel of some size, in sight."""
    made = Panel("Some panel", QWidget, "some_panel")
    qtbot.addWidget(made)
    made.resize(480, 300)
    made.show()
    return made


def test_the_busy_bar_lies_on_top_of_the_body(panel: Panel) -> None:
    (bar,) = panel.findChildren(BusyBar)
    before = panel.body.geometry()
    assert not bar.isVisible()
    panel.show_busy(True)
    assert bar.isVisible()
    assert bar.geometry().getRect() == (0, 0, panel.widget().width(), 2)
    assert panel.body.geometry() == before
    panel.show_busy(False)
    assert not bar.isVisible()
