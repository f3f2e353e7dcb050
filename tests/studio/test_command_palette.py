"""Ctrl+K finds every action of the window by a few letters, and does it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from pytestqt.qtbot import QtBot

from prefstudio.studio.actions import ACTIONS, also_of
from prefstudio.studio.command_palette import ROW, CommandPalette, words_beside
from prefstudio.studio.fonts import font
from prefstudio.studio.fuzzy import fit_of
from prefstudio.studio.layouts import LayoutChoice
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.panel_titles import TITLES
from prefstudio.studio.theme import ThemeChoice


@pytest.fixture
def palette(window: MainWindow) -> CommandPalette:
    window.actions_by_name["find_command"].trigger()
    return window.aids.palette


def words_of(palette: CommandPalette) -> list[str]:
    return [command.words for command in palette.shown]


def test_it_offers_every_action_of_the_window(window: MainWindow, palette: CommandPalette) -> None:
    assert palette.isVisible()
    offered = {command.action for command in palette.shown}
    choices = {action for menu in window.aids._offered for action in menu.actions()}
    assert offered == choices | {
        *window.actions_by_name,
        *window.panel_actions.values(),
        *window.theme_actions.values(),
    }
    assert "Theme: Dark" in words_of(palette)


def test_keys_are_shown(palette: CommandPalette) -> None:
    keys = {command.words: command.keys for command in palette.shown}
    assert keys["Find a command…"] == "Ctrl+K"
    assert keys["A is better"] == "←"


def test_every_command_has_a_key_of_its_own(window: MainWindow, palette: CommandPalette) -> None:
    themes = set(window.theme_actions.values())  # of which "Light or dark" has the key
    choices = {action for menu in window.aids._offered for action in menu.actions()}
    others = themes | choices  # which are buttons in the headers of panels
    keys = [command.keys for command in palette.shown if command.action not in others]
    assert all(keys)
    assert len(set(keys)) == len(keys)


def test_enter_does_the_best_fit(qtbot: QtBot, window: MainWindow, palette: CommandPalette) -> None:
    qtbot.keyClicks(palette.field, "analys")
    assert words_of(palette)[0] == "Analysis"
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert window.layout_choice is LayoutChoice.ANALYSIS
    assert not palette.isVisible()


def test_arrows_choose_and_esc_closes(qtbot: QtBot, palette: CommandPalette) -> None:
    qtbot.keyClick(palette.field, Qt.Key.Key_Down)
    assert palette.list.currentRow() == 1
    qtbot.keyClick(palette.field, Qt.Key.Key_Escape)
    assert not palette.isVisible()


def test_what_is_not_possible_says_why_and_does_nothing(
    qtbot: QtBot, window: MainWindow, palette: CommandPalette
) -> None:
    assert not window.actions_by_name["leave_what_if"].isEnabled()
    qtbot.keyClicks(palette.field, "leave what-if")
    assert palette.list.currentItem().toolTip() == "There is no what-if to leave."
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert palette.isVisible()


def test_choices_in_the_headers_of_panels_are_found(
    qtbot: QtBot, window: MainWindow, settled: Callable[[MainWindow], None]
) -> None:
    history = window.rooms.history  # built, wherever it is
    for typed in ("history view list", "history view curve"):
        window.choose_layout(LayoutChoice.CLASSROOM)
        settled(window)
        window.actions_by_name["find_command"].trigger()
        qtbot.keyClicks(window.aids.palette.field, typed)
        assert words_of(window.aids.palette)[0].lower().replace(":", "") == typed
        qtbot.keyClick(window.aids.palette.field, Qt.Key.Key_Return)
        settled(window)
        assert history.view.choice == typed.split()[-1]
        assert window.layout_choice is LayoutChoice.EXPLORE
        assert window.rooms.panels["history"].is_in_front
    assert history.pages.currentWidget() is not history.list


def test_nothing_fits(qtbot: QtBot, palette: CommandPalette) -> None:
    qtbot.keyClicks(palette.field, "qqqq")
    assert words_of(palette) == []
    assert palette.nothing.isVisible()
    assert palette.nothing.text() == "No command is called that."
    assert palette.list.height() < 2 * ROW
    assert palette.height() < 4 * ROW
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert palette.isVisible()


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("worth", "Worth it?"),
        ("links or no links", "Worth it?"),
        ("compare models", "Worth it?"),
        ("stop", "Go to Plan"),
        ("theme", "Theme: System"),
        ("dark", "Light or dark"),
        ("skip", "Skip"),
        ("zoom", "Larger"),
        ("zoom out", "Smaller"),
        ("graph", "Go to Links"),
    ],
)
def test_commands_are_found_by_other_words_too(typed: str, first: str) -> None:
    names = {entry.words: (entry.tip, entry.also) for entry in ACTIONS}
    names |= {f"Go to {title}": ("", also_of(name)) for name, title in TITLES.items()}
    names |= {f"Theme: {each.value.capitalize()}": ("", "") for each in ThemeChoice}
    fits = {name: fit_of(typed, name, *more) or 0.0 for name, more in names.items()}
    assert max(fits, key=lambda name: fits[name]) == first


def test_worth_it_is_one_command_away(
    qtbot: QtBot, window: MainWindow, palette: CommandPalette
) -> None:
    qtbot.keyClicks(palette.field, "worth")
    assert words_of(palette)[0] == "Worth it?"
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    components = window.rooms.components
    qtbot.waitUntil(lambda: components.comparison.isVisible(), timeout=5000)
    assert components.pages.choice == "worth"


@pytest.mark.parametrize(
    ("typed", "better", "worse"),
    [("full", "Full screen", "Carefully"), ("ul", "Full screen", "Undo all"), ("", "a", "b")],
)
def test_beginnings_fit_better_than_parts_and_parts_than_letters(
    typed: str, better: str, worse: str
) -> None:
    first, second = fit_of(typed, better), fit_of(typed, worse)
    assert first is not None and second is not None
    assert first > second or typed == ""


def test_every_typed_word_must_be_somewhere() -> None:
    assert fit_of("full moon", "Full screen") is None
    assert fit_of("whole", "Full screen", "Use the whole screen.") is not None


def test_a_panel_is_reached_from_the_classroom_too(
    window: MainWindow, settled: Callable[[MainWindow], None]
) -> None:
    window.choose_layout(LayoutChoice.CLASSROOM)
    settled(window)
    window.actions_by_name["worth"].trigger()
    settled(window)
    assert window.layout_choice is LayoutChoice.EXPLORE
    assert window.rooms.panels["components"].is_in_front
    components = window.rooms.components
    assert components.pages.choice == "worth"
    assert window.focusWidget() is components.pages.buttons["worth"]


def test_long_words_leave_their_keys_room(dressed: None) -> None:
    long = "Undo answer: Robin song and tall trees ≻ Market squares across four regions"
    words = words_beside(long, "Ctrl+Z", 400)
    assert words.startswith("Undo answer: Robin") and words.endswith("regions")
    taken = QFontMetrics(font(13)).horizontalAdvance(words)
    keys = QFontMetrics(font(12, lines_up=True)).horizontalAdvance("Ctrl+Z")
    assert taken + keys < 400
    assert words_beside("Undo", "Ctrl+Z", 400) == "Undo"
