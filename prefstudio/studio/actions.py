"""Everything that can be done in the window, in one table: menus, keys and palette read it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from prefstudio.studio.layouts import PANELS, LayoutChoice


@dataclass(frozen=True, slots=True)
class ActionEntry:
    """One thing to do.

    Attributes
    ----------
    name
        By which it is connected and found.
    words
        As the menu has it.
    keys
        Shortcuts, the first is shown; none are set here for keys that belong to Compare.
    tip
        One sentence that explains it.
    checkable
        Whether it switches something on and off.
    shown_keys
        What the menu shows where another widget owns the key.
    also
        Other words that people look for it by.
    """

    name: str
    menu: str
    words: str
    tip: str
    keys: tuple[str, ...] = ()
    checkable: bool = False
    shown_keys: str = ""
    also: str = ""


SEPARATOR = "-"


def _entry(menu: str, name: str, words: str, tip: str, *keys: str, **more: object) -> ActionEntry:
    return ActionEntry(name, menu, words, tip, keys, **more)  # type: ignore[arg-type]


_FILE = (
    _entry("&File", "new_study", "New study…", "Make a study of a folder or a table.", "Ctrl+N",
           also="import create csv"),
    _entry("&File", "open", "Open…", "Open a study file.", "Ctrl+O"),
    _entry("&File", "open_folder", "Open a folder…", "Open a study in plain text: a folder with "
           "items.csv.", "Ctrl+Alt+O", also="export plain text items.csv"),
    _entry("&File", "welcome", "Welcome page", "Samples and recent studies.", "Ctrl+Shift+O"),
    _entry("&File", SEPARATOR, "", ""),
    _entry("&File", "save_copy", "Save a copy…", "Write all of it into another file.", "Ctrl+S"),
    _entry("&File", "export", "Export…", "Write the study in other formats.", "Ctrl+Shift+E",
           also="save report csv"),
    _entry(
        "&File", "start_over", "Start over", "Bring a fresh copy of the sample.", "Ctrl+Shift+N"
    ),
    _entry("&File", SEPARATOR, "", ""),
    _entry("&File", "figure_png", "Save picture as PNG…", "Save what the panel in use shows.",
           "Ctrl+Shift+P", also="image plot screenshot"),
    _entry("&File", "figure_svg", "Save picture as SVG…", "Save what the panel in use shows as a "
           "drawing.", "Ctrl+Shift+G"),
    _entry("&File", "figure_csv", "Save numbers as CSV…", "Save the numbers of the panel in use.",
           "Ctrl+Shift+V"),
    _entry("&File", SEPARATOR, "", ""),
    _entry("&File", "close", "Close", "Close the window; everything is recorded.", "Ctrl+W"),
    _entry("&File", "quit", "Quit", "Close all windows; everything is recorded.", "Ctrl+Q"),
)  # fmt: skip
_EDIT = (
    _entry("&Edit", "undo", "Undo", "Take the latest change back.", "Ctrl+Z"),
    _entry("&Edit", "redo", "Redo", "Bring back what was undone.", "Ctrl+Shift+Z", "Ctrl+Y"),
    _entry("&Edit", SEPARATOR, "", ""),
    _entry("&Edit", "figure_copy_picture", "Copy picture", "Copy what the panel in use shows.",
           "Ctrl+Shift+C"),
    _entry("&Edit", "figure_copy_numbers", "Copy numbers", "Copy the numbers of the panel in use.",
           "Ctrl+Shift+K"),
    _entry("&Edit", SEPARATOR, "", ""),
    _entry("&Edit", "find_command", "Find a command…", "Type what you want to do.", "Ctrl+K"),
)  # fmt: skip
_STUDY = (
    _entry("&Study", "answer_a", "A is better", "Prefer the left item.", shown_keys="←"),
    _entry("&Study", "answer_b", "B is better", "Prefer the right item.", shown_keys="→"),
    _entry("&Study", "answer_tie", "No preference", "Say that both are alike.", shown_keys="↓"),
    _entry("&Study", "answer_skip", "Skip", "Leave this pair unanswered.", shown_keys="S",
           also="pass next"),
    _entry("&Study", "queue_pair", "Queue the selected pair", "Ask the selected items next.", "Q"),
    _entry("&Study", "seats", "Pairs for several seats…", "Ask different pairs at the same time, "
           "on screen or on paper.", "Ctrl+B"),
    _entry("&Study", SEPARATOR, "", ""),
    _entry("&Study", "learn", "Learn from the answers", "Find the shares and scales that explain "
           "the answers best.", "Ctrl+L", also="fit train weights evidence hyperparameters"),
    _entry("&Study", "worth", "Worth it?", "Compare the model with a part of the prior and without "
           "it.", "Ctrl+Shift+W", also="links or no links models evidence baseline"),
    _entry("&Study", "add_item", "Add an item…", "Let a new item join, with its features and "
           "links.", "Ctrl+I"),
    _entry("&Study", "add_items", "Add items from a table…", "Let many items join at once.",
           "Ctrl+Shift+I"),
    _entry("&Study", SEPARATOR, "", ""),
    _entry("&Study", "step_back", "One answer back", "See the study as it was.", "Alt+Left"),
    _entry("&Study", "step_forward", "One answer on", "See the study a little later.", "Alt+Right"),
    _entry("&Study", "replay", "Replay the answers", "See them come one by one, or stop.",
           "Ctrl+R"),
    _entry("&Study", "flip_answer", "Flip the answer shown", "Turn the answer that History shows "
           "round.", "Ctrl+Shift+F"),
    _entry("&Study", "remove_answer", "Remove the answer shown", "Take the answer that History "
           "shows out.", "Ctrl+Shift+R"),
    _entry("&Study", "now", "Return to now", "Leave the past.", "Alt+End"),
    _entry("&Study", "what_if", "What if…", "Go on in thought; nothing is recorded.", "W",
           also="fork branch try"),
    # Esc is the window's only where nothing with the focus has a use for it: no shortcut waits.
    _entry("&Study", "leave_what_if", "Leave what-if", "Return to what is recorded.",
           shown_keys="Esc"),
    _entry("&Study", "keep_fork", "Keep what-if as a copy…", "Save the thought in another file.",
           "Ctrl+Shift+S"),
)  # fmt: skip
_VIEW = (
    *(
        _entry("&View", f"layout_{each}", each.words, f"Arrange panels for {each}.",
               f"Ctrl+Shift+{number}", checkable=True)
        for number, each in enumerate(LayoutChoice, 1)
    ),
    _entry("&View", "reset_layout", "Reset the layout", "Put all panels back in their places.",
           "Ctrl+Shift+0"),
    _entry("&View", SEPARATOR, "", ""),
    _entry("&View", "centred", "About the average", "Draw utilities about their average, which is "
           "what answers tell of.", "Ctrl+Shift+A", checkable=True),
    _entry("&View", "draws", "Prior draws", "Show three draws of the prior.", "Ctrl+Shift+D",
           checkable=True),
    _entry("&View", "table_twin", "Numbers as a table", "Show the numbers of the panel in use.",
           "Ctrl+T"),
    _entry("&View", "other_theme", "Light or dark", "Change to the other theme.", "Ctrl+Shift+L",
           also="night day colours mode"),
    _entry("&View", "reduced_motion", "Less motion", "Show changes at once.", "Ctrl+Shift+M",
           checkable=True, also="animation"),
    _entry("&View", SEPARATOR, "", ""),
    _entry("&View", "larger", "Larger", "Scale the window up.", "Ctrl++", "Ctrl+=",
           also="zoom in bigger size font"),
    _entry("&View", "smaller", "Smaller", "Scale the window down.", "Ctrl+-",
           also="zoom out size font"),
    _entry("&View", "normal_size", "100 %", "Scale the window back.", "Ctrl+0",
           also="zoom normal reset size"),
    _entry("&View", "full_screen", "Full screen", "Use the whole screen.", "F11", checkable=True),
)  # fmt: skip
_HELP = (
    _entry("&Help", "help", "Help", "What am I looking at?", "F1"),
    _entry("&Help", "about", "About PrefStudio", "Version and licences.", "Shift+F1"),
)

ACTIONS: tuple[ActionEntry, ...] = (*_FILE, *_EDIT, *_STUDY, *_VIEW, *_HELP)


def entry_of(name: str) -> ActionEntry:
    """The entry of an action."""
    return next(entry for entry in ACTIONS if entry.name == name)


PANEL_KEYS = {
    **{name: f"Ctrl+{number}" for number, name in enumerate(PANELS[:9], 1)},
    **{name: f"Alt+{number}" for number, name in enumerate(PANELS[9:], 1)},
}
PANEL_ALSO = {
    "utilities": "scores values bars",
    "expected_loss": "matrix heatmap",
    "covariance": "matrix heatmap correlation",
    "preference": "probability matrix heatmap",
    "links": "graph network relations",
    "ranking": "order list places",
    "history": "timeline past answers",
    "model": "noise shares settings",
    "explain": "update formula why",
    "purpose": "goal criterion best top",
    "plan": "stop stopping rules queue random",
    "components": "prior kernel features parts",
    "baselines": "methods Bradley Terry Glicko Thurstone",
}
"""Other words that people look for a panel by."""


def also_of(name: str) -> str:
    """Other words that people look for an action, or the way to a panel, by."""
    by_name = {entry.name: entry.also for entry in ACTIONS}
    return by_name.get(name, "") or PANEL_ALSO.get(name, "")


class Actions(QObject):
    """The actions of one window, by name; tells which was triggered."""

    triggered = Signal(str)

    def __init__(self, menus: QMenuBar, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.by_name: dict[str, QAction] = {}
        self.menus: dict[str, QMenu] = {}
        self._layouts = QActionGroup(self)  # one of them is ticked
        for entry in ACTIONS:
            self._add(menus, entry)

    def __getitem__(self, name: str) -> QAction:
        return self.by_name[name]

    def __iter__(self) -> Iterator[QAction]:
        return iter(self.by_name.values())

    def _add(self, menus: QMenuBar, entry: ActionEntry) -> None:
        if entry.menu not in self.menus:
            self.menus[entry.menu] = menus.addMenu(entry.menu)
            self.menus[entry.menu].setToolTipsVisible(True)
        menu = self.menus[entry.menu]
        if entry.name == SEPARATOR:
            menu.addSeparator()
            return
        words = f"{entry.words}\t{entry.shown_keys}" if entry.shown_keys else entry.words
        action = menu.addAction(words)
        action.setObjectName(f"action_{entry.name}")
        action.setData(entry.name)
        action.setToolTip(entry.tip)
        action.setCheckable(entry.checkable)
        action.setShortcuts([QKeySequence(key) for key in entry.keys])
        action.triggered.connect(self._on_triggered)
        if entry.name.startswith("layout_"):
            self._layouts.addAction(action)
        self.by_name[entry.name] = action

    def _on_triggered(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.triggered.emit(action.data())
