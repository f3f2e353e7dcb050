"""Every action has one doer."""

from __future__ import annotations

import pytest

from prefstudio.studio.actions import ACTIONS, SEPARATOR
from prefstudio.studio.app import Studio
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.panel_menu import ENTRIES

NO_ACTIONS = {"teach"}  # of the welcome page only


def test_every_action_is_in_exactly_one_table(studio: Studio, window: MainWindow) -> None:
    tables = (window.doings.names, window.window_doings.names, studio.paperwork.names)
    done = sorted(name for names in tables for name in names)
    named = {entry.name for entry in ACTIONS} - {SEPARATOR}
    assert done == sorted(named | NO_ACTIONS)


@pytest.mark.parametrize("name", ENTRIES)
def test_keys_and_the_menu_of_a_panel_go_one_road(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    done: list[str] = []
    monkeypatch.setitem(window.aids._done_with, name, lambda shown: done.append(shown.name))
    window.aids.use.use("ranking")
    window.actions_by_name[ENTRIES[name]].trigger()
    window.rooms.panels["ranking"].more_wanted.emit(window.rooms.panels["ranking"])
    menu = window.aids.menu
    assert menu is not None
    menu.entries[name].trigger()
    menu.close()
    assert done == ["Ranking", "Ranking"]


def test_a_figure_has_no_doings_but_those_of_its_menu(window: MainWindow) -> None:
    assert window.aids._done_with.keys() == ENTRIES.keys()
