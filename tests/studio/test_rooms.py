"""What panels are told by the names of their methods: none is misspelled, or it is heard of."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from prefstudio.studio import rooms as rooms_module
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.panel_titles import TITLES
from prefstudio.studio.rooms import Room, Rooms

STUDIO = Path(rooms_module.__file__).parent
TO_ALL = ("tell", "hearing")
TO_ONE = {"tell_panel": None, "tell_when_seen": None, "_tell_model": "model"}
"""What tells one panel, and which where that is not said."""


def words_of(value: ast.expr, around: ast.AST) -> list[str]:
    """What an argument can be: a word, or what its variable is set to around it."""
    if isinstance(value, ast.Constant):
        return [str(value.value)]
    if isinstance(value, ast.IfExp):
        return [*words_of(value.body, around), *words_of(value.orelse, around)]
    if not isinstance(value, ast.Name):
        return []
    set_here = (each for each in ast.walk(around) if isinstance(each, ast.Assign))
    return [
        word
        for each in set_here
        if any(isinstance(to, ast.Name) and to.id == value.id for to in each.targets)
        for word in words_of(each.value, around)
    ]


def tellings() -> Iterator[tuple[str, str, str]]:
    """Every telling in the source: where, whom ("" is all), and what."""
    for path in sorted(STUDIO.rglob("*.py")):
        if path.name != "rooms.py":
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for function in ast.walk(tree):
                if isinstance(function, ast.FunctionDef) and function.name not in TO_ONE:
                    yield from _tellings_in(function, path.name)


def _tellings_in(function: ast.FunctionDef, file: str) -> Iterator[tuple[str, str, str]]:
    for call in ast.walk(function):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            continue
        where, arguments = f"{file}:{call.lineno}", list(call.args)
        if call.func.attr in TO_ALL and "rooms" in ast.unparse(call.func.value):
            whom = [""]
        elif call.func.attr in TO_ONE:
            told = TO_ONE[call.func.attr]
            whom = [told] if told else words_of(arguments.pop(0), function)
            whom = whom or [""]  # by a variable, of those that hear it
        else:
            continue
        what = words_of(arguments[0], function)
        assert what, f"{where}: what is told cannot be read"
        yield from ((where, name, method) for name in whom for method in what)


def room(name: str) -> Room[object]:  # type: ignore[type-var]
    return getattr(Rooms, name)  # type: ignore[no-any-return]


def test_whatever_is_told_is_heard() -> None:
    found = list(tellings())
    assert len(found) > 40
    assert {where.partition(":")[0] for where, _, _ in found} >= {
        *("wiring.py", "plan_wiring.py", "panel_wiring.py", "main_window.py")
    }
    unheard = [
        f"{where}: {name or 'nobody'} has no {method}"
        for where, name, method in found
        if not any(room(each).has(method) for each in ([name] if name else TITLES))
    ]
    assert unheard == []


def test_a_panel_that_moves_its_window_moves_all_others_that_have_one(window: MainWindow) -> None:
    hearing = window.rooms.hearing("show_window")
    assert {"utilities", "ranking", "covariance"} <= set(hearing) < set(TITLES)
    window.rooms.utilities.window_moved.emit((0, 3))


def test_a_misspelled_telling_names_panel_and_method(qtbot: QtBot) -> None:
    rooms = Rooms()
    for tell in (rooms.tell_panel, rooms.tell_when_seen):
        with pytest.raises(AttributeError, match=r"'links'.*'show_lniks'"):
            tell("links", "show_lniks", None)
    with pytest.raises(AttributeError, match="'show_itmes'"):
        rooms.tell("show_itmes", None)
    rooms.panels["links"].build()
    with pytest.raises(AttributeError, match=r"'links'.*'show_lniks'"):
        rooms.tell_panel("links", "show_lniks", None)
    for panel in rooms.panels.values():
        panel.deleteLater()
