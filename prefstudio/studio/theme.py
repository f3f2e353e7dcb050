"""Colours by their role, light and dark; nobody else writes a colour down."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette


class ThemeChoice(StrEnum):
    """What the person may choose in the menu."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


ROLES: dict[str, tuple[str, str]] = {  # light, dark
    "bg": ("#F3F4F6", "#101216"),
    "surface": ("#FFFFFF", "#181B20"),
    "inset": ("#F6F7F9", "#1F2329"),
    "hover": ("#ECEEF2", "#272C34"),
    "line": ("#E4E6EB", "#2A2F37"),
    "grid": ("#ECEEF1", "#252A31"),
    "control": ("#858D9B", "#6B7483"),
    "ink": ("#15181E", "#ECEEF2"),
    "ink2": ("#474E5C", "#B6BCC8"),
    "ink3": ("#636B7A", "#929AA8"),
    "accent": ("#5046E4", "#9C96FF"),
    "on_accent": ("#FFFFFF", "#14121F"),
    "accent_soft": ("#EEEDFD", "#29274A"),
    "accent_hover": ("#4238CF", "#B0ABFF"),
    "good": ("#0B7A4B", "#4FC58C"),
    "warn": ("#8A5A00", "#E8B75A"),
    "bad": ("#B3261E", "#FF8A84"),
    "good_soft": ("#E4F4EC", "#17332A"),
    "warn_soft": ("#FBF1DC", "#37301D"),
    "bad_soft": ("#FCEBEA", "#3B2324"),
    "data": ("#3C4E6B", "#A9B8D2"),
    "data_mid": ("#7E8FAC", "#64748F"),
    "data_soft": ("#D3DBE8", "#39434F"),
}

SEQUENTIAL: tuple[tuple[str, ...], tuple[str, ...]] = (
    ("#FCF8F3", "#FBDDB9", "#F4A877", "#DC6A6C", "#9C3A72", "#4A1A5C"),
    ("#1C1E24", "#45214F", "#8C2F6B", "#D65A66", "#F4A46E", "#FDE9C6"),
)
DIVERGING: tuple[tuple[str, ...], tuple[str, ...]] = (
    ("#174F93", "#5590CC", "#B4D0EA", "#F5F5F4", "#F3D3A2", "#D28F34", "#87530A"),
    ("#8CC2FF", "#4584C8", "#284A70", "#22262C", "#5A4424", "#B57E33", "#FFC972"),
)

_PALETTE = {
    QPalette.ColorRole.Window: "bg",
    QPalette.ColorRole.WindowText: "ink",
    QPalette.ColorRole.Base: "surface",
    QPalette.ColorRole.AlternateBase: "inset",
    QPalette.ColorRole.Text: "ink",
    QPalette.ColorRole.Button: "surface",
    QPalette.ColorRole.ButtonText: "ink",
    QPalette.ColorRole.BrightText: "bad",
    QPalette.ColorRole.Highlight: "accent_soft",
    QPalette.ColorRole.HighlightedText: "ink",
    QPalette.ColorRole.ToolTipBase: "surface",
    QPalette.ColorRole.ToolTipText: "ink",
    QPalette.ColorRole.PlaceholderText: "ink3",
    QPalette.ColorRole.Light: "hover",
    QPalette.ColorRole.Midlight: "inset",
    QPalette.ColorRole.Mid: "line",
    QPalette.ColorRole.Dark: "control",
    QPalette.ColorRole.Shadow: "control",
    QPalette.ColorRole.Link: "accent",
    QPalette.ColorRole.LinkVisited: "accent",
    QPalette.ColorRole.Accent: "accent",
}
_WRITTEN_WITH = (
    QPalette.ColorRole.WindowText,
    QPalette.ColorRole.Text,
    QPalette.ColorRole.ButtonText,
)


@functools.cache
def _made(name: str, opacity: float) -> QColor:
    """A colour read from its name, which takes longer than all else that is done with it."""
    color = QColor(name)
    color.setAlphaF(opacity)
    return color


@dataclass(frozen=True, slots=True)
class Theme:
    """One of the two sets of colours."""

    is_dark: bool

    def name_of(self, role: str) -> str:
        """The colour of a role as #RRGGBB."""
        return ROLES[role][self.is_dark]

    def color(self, role: str, opacity: float = 1.0) -> QColor:
        """The colour of a role."""
        return QColor(_made(self.name_of(role), opacity))  # a copy: colours can be changed

    @property
    def sequential(self) -> tuple[str, ...]:
        """Stops of the map for amounts, nothing first."""
        return SEQUENTIAL[self.is_dark]

    @property
    def diverging(self) -> tuple[str, ...]:
        """Stops of the map for what may be below or above its centre."""
        return DIVERGING[self.is_dark]

    def palette(self) -> QPalette:
        """The palette of all widgets."""
        palette = QPalette()
        for place, role in _PALETTE.items():
            palette.setColor(place, self.color(role))
        for place in _WRITTEN_WITH:
            palette.setColor(QPalette.ColorGroup.Disabled, place, self.color("ink3"))
        return palette


LIGHT = Theme(is_dark=False)
DARK = Theme(is_dark=True)


def theme_for(choice: ThemeChoice) -> Theme:
    """The theme a choice means now."""
    if choice is ThemeChoice.SYSTEM:
        scheme = QGuiApplication.styleHints().colorScheme()
        return DARK if scheme is Qt.ColorScheme.Dark else LIGHT
    return DARK if choice is ThemeChoice.DARK else LIGHT
