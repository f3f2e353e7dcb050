"""All keys as a page, made from the tables that set them."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QKeySequence

from prefstudio.studio.actions import ACTIONS, PANEL_KEYS
from prefstudio.studio.panel_titles import TITLES

COMPARE = (
    ("← A 1", "A is better"),
    ("→ B 2", "B is better"),
    ("↓ 0", "No preference, where the study offers it"),
    ("S", "Skip this pair"),
    ("↑ X", "Switch to the other sound"),
    ("Space", "Play or pause; presses the focused button once Tab was used"),
    ("1 … 7", "How much better, from left to right, where that is asked"),
)
ELSEWHERE = (
    ("Arrows", "In a matrix: move the read-out"),
    ("Enter", "In a matrix: ask that pair"),
    ("→ ←, Page Down, Page Up", "In the classroom: next step, back"),
    (
        "Esc",
        "End what is under way where the keys are, such as a filter; else give the keys back to "
        "Compare, or from there leave a what-if. Closes a dialog",
    ),
    ("Ctrl+C", "In a table: copy the chosen rows"),
)


def keys_text() -> str:
    """The tables of the keys page, in Markdown."""
    parts = [_table("Compare", COMPARE)]
    for menu in dict.fromkeys(entry.menu for entry in ACTIONS):
        rows = [
            (
                ", ".join(native(key) for key in entry.keys),
                f"{entry.words.rstrip('…')}. {entry.tip}",
            )
            for entry in ACTIONS
            if entry.menu == menu and entry.keys
        ]
        parts.append(_table(menu.replace("&", ""), rows))
    panels = [(native(key), f"Go to {TITLES[name]}") for name, key in PANEL_KEYS.items()]
    parts.append(_table("Panels", panels))
    parts.append(_table("Elsewhere", ELSEWHERE))
    return "\n".join(parts)


def native(key: str) -> str:
    """A key as this machine calls it."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)


def _table(title: str, rows: Iterable[tuple[str, str]]) -> str:
    lines = [f"| {keys} | {words} |" for keys, words in rows]
    return "\n".join([f"## {title}", "", "| Keys | What they do |", "|---|---|", *lines, ""])
