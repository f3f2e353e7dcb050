"""Items that come and go while panels still hold the numbers of the items before."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from prefstudio.studio.layouts import PANELS
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.theme import DARK, LIGHT
from prefstudio.study.resources import sample
from prefstudio.study.shown_items import ShownItems

Settled = Callable[[MainWindow], None]
OpenStudy = Callable[[Path], MainWindow]


def resized(items: ShownItems, n_items: int) -> ShownItems:
    """The first of some items, or all and some more."""
    more = tuple(f"new-{k}" for k in range(max(0, n_items - items.n_items)))
    groups = (items.groups[0],) * len(more)
    kept = slice(None, n_items)
    return ShownItems(items.ids[kept] + more, items.names[kept] + more, items.groups[kept] + groups)


@pytest.fixture
def full(open_study: OpenStudy, settled: Settled) -> MainWindow:
    """Cars, with every panel drawn once and draws of the prior."""
    window = open_study(sample("cars"))
    window.actions_by_name["draws"].trigger()
    for name in PANELS:
        window.in_sight.reveal(name)
        settled(window)
    window.engine.result_ready.disconnect(window.model.take_result)  # no numbers from here on
    return window


@pytest.mark.parametrize("more", [2, -3])
def test_panels_bear_other_items_before_they_have_their_numbers(
    full: MainWindow, more: int
) -> None:
    n_items = full.model.items.n_items + more
    full.rooms.tell("show_items", resized(full.model.items, n_items))
    for pair in ((0, n_items - 1), None):
        full.rooms.tell("show_asked", pair)
        full.rooms.tell("show_selection", frozenset(pair or ()))
    for theme in (DARK, LIGHT):
        full.rooms.tell("show_theme", theme)
    for name in PANELS:
        full.in_sight.reveal(name)
        body = full.rooms.bodies[name]
        body.resize(body.width() - 20, body.height())
        QApplication.processEvents()
        assert not body.grab().isNull()
        if hasattr(body, "figure_table"):
            body.figure_table()
