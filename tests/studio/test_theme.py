"""Every text and every mark can be told from its ground, light and dark."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QIcon, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QLineEdit,
    QMessageBox,
    QRadioButton,
    QStyle,
    QToolButton,
)
from pytestqt.qtbot import QtBot

from prefstudio.studio.app import Studio
from prefstudio.studio.icons import icon
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.placed_dialog import TOOLS, PlacedDialog
from prefstudio.studio.plots.colour_map import ColourMap, luminance
from prefstudio.studio.search_field import SearchField
from prefstudio.studio.style_sheet import style_sheet
from prefstudio.studio.theme import DARK, LIGHT, Theme, ThemeChoice
from prefstudio.study.resources import resource

THEMES = [LIGHT, DARK]
TEXTS = ["ink", "ink2", "ink3", "accent", "good", "warn", "bad"]
MARKS = ["control", "data", "data_mid", "accent"]


def luminance_of(color: QColor) -> float:
    channels = np.array([color.red(), color.green(), color.blue()], dtype=np.uint8)
    return float(luminance(channels))


def contrast(one: QColor, other: QColor) -> float:
    light, dark = sorted((luminance_of(one), luminance_of(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("role", TEXTS)
def test_text_stands_out(theme: Theme, role: str) -> None:
    assert contrast(theme.color(role), theme.color("surface")) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    ("role", "ground"),
    [
        ("ink3", "hover"),
        ("ink3", "inset"),
        ("ink2", "inset"),
        ("ink3", "bg"),
        ("on_accent", "accent"),
        ("on_accent", "accent_hover"),
        ("ink", "accent_soft"),
        ("ink", "bad_soft"),
        ("ink2", "bad_soft"),
    ],
)
def test_text_stands_out_on_other_grounds(theme: Theme, role: str, ground: str) -> None:
    assert contrast(theme.color(role), theme.color(ground)) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("is_enabled", [True, False])
@pytest.mark.parametrize("kind", [QLineEdit, SearchField, QComboBox])
def test_what_stands_in_an_empty_field_stands_out(
    qtbot: QtBot, qapp: QApplication, dressed: None, theme: Theme, kind: type, is_enabled: bool
) -> None:
    qapp.setPalette(theme.palette())
    qapp.setStyleSheet(style_sheet(theme))
    field = made = kind()
    qtbot.addWidget(made)
    if isinstance(made, QComboBox):
        made.setEditable(True)
        field = made.lineEdit()
    made.setEnabled(is_enabled)
    made.show()
    palette = field.palette()
    written = palette.color(QPalette.ColorRole.PlaceholderText)
    ground = theme.color("surface" if is_enabled else "inset")
    share = written.alphaF()
    mixed = [
        round(share * over + (1 - share) * under)
        for over, under in zip(written.getRgb()[:3], ground.getRgb()[:3], strict=True)
    ]
    assert contrast(QColor(*mixed), ground) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("role", MARKS)
def test_marks_stand_out(theme: Theme, role: str) -> None:
    assert contrast(theme.color(role), theme.color("surface")) >= 3.0


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", ["sequential", "diverging"])
def test_figures_stand_out_on_every_cell(theme: Theme, name: str) -> None:
    colour_map = ColourMap(getattr(theme, name))
    values = np.linspace(0.0, 1.0, 512)
    ground = luminance(colour_map.colours(values, 0.0, 1.0)[:, :3])
    figures = np.array([float(colour_map.is_dark(value, 0.0, 1.0)) for value in values])
    light, dark = np.maximum(ground, figures), np.minimum(ground, figures)
    assert np.min((light + 0.05) / (dark + 0.05)) >= 4.5


def test_a_map_passes_its_stops_and_holds_at_its_ends() -> None:
    colour_map = ColourMap(LIGHT.diverging)
    stops = colour_map.colours(np.array([-9.0, -1.0, 0.0, 1.0, 9.0]), -1.0, 1.0)
    hexed = ["#{:02X}{:02X}{:02X}".format(*stop[:3]) for stop in stops]
    ends = (LIGHT.diverging[0], LIGHT.diverging[-1])
    assert (hexed[0], hexed[1], hexed[3], hexed[4]) == (ends[0], ends[0], ends[1], ends[1])
    assert np.max(np.abs(stops[2, :3] - np.array([0xF5, 0xF5, 0xF4]))) <= 1


def test_what_is_no_number_is_blank() -> None:
    colour_map = ColourMap(LIGHT.sequential, "#123456")
    assert colour_map.colours(np.array([np.nan]), 0.0, 1.0).tolist() == [[0x12, 0x34, 0x56, 255]]


@pytest.mark.parametrize("theme", THEMES)
def test_the_style_sheet_leaves_no_gap(theme: Theme) -> None:
    assert "$" not in style_sheet(theme)


def test_the_menu_changes_widgets_and_plots(
    qapp: QApplication, studio: Studio, window: MainWindow
) -> None:
    assert window.theme_actions[ThemeChoice.SYSTEM].isChecked()
    for choice, theme in ((ThemeChoice.DARK, DARK), (ThemeChoice.LIGHT, LIGHT)):
        window.theme_actions[choice].trigger()
        assert qapp.palette().window().color() == theme.color("bg")
        rooms = window.rooms
        drawn = [rooms.utilities.plot, rooms.links.plot, rooms.history.plot]
        drawn += [panel.plot for panel in rooms.matrices]
        for plot in drawn:
            assert plot.backgroundBrush().color() == theme.color("surface")
        zero = rooms.utilities.rows._zero
        assert zero.pen.color() == theme.color("control")
        assert window.theme_actions[choice].isChecked()
        assert studio.remembered.theme is choice


def test_the_button_turns_dark_and_light(
    qtbot: QtBot, qapp: QApplication, window: MainWindow
) -> None:
    for theme in (DARK, LIGHT):
        qtbot.mouseClick(window.menu_row.theme_button, Qt.MouseButton.LeftButton)
        assert qapp.palette().window().color() == theme.color("bg")
        assert f"{theme.name_of('surface')}" in qapp.styleSheet()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kind", [QCheckBox, QRadioButton])
def test_a_mark_fills_its_box_and_is_seen(
    qtbot: QtBot, theme: Theme, kind: type[QCheckBox | QRadioButton]
) -> None:
    """Sixteen pixels in the accent's colour, and in it a mark of which one sees the form."""
    button = kind("")
    qtbot.addWidget(button)
    button.setStyleSheet(style_sheet(theme))
    button.setChecked(True)
    button.resize(40, 40)
    picture = button.grab().toImage()
    dots = [(x, y) for x in range(picture.width()) for y in range(picture.height())]
    accent = [dot for dot in dots if is_near(picture.pixelColor(*dot), theme, "accent")]
    assert size_of(accent) == (16, 16)
    left, top = (min(dot[axis] for dot in accent) for axis in (0, 1))
    inner = [(x, y) for x, y in dots if 2 <= x - left < 14 and 2 <= y - top < 14]
    mark = [dot for dot in inner if is_near(picture.pixelColor(*dot), theme, "on_accent")]
    across, down = size_of(mark)
    least = 9 if kind is QCheckBox else 5
    assert least <= across <= 12 and least - 1 <= down <= 12
    assert len(mark) >= 14  # whole dots, not a haze


def size_of(dots: list[tuple[int, int]]) -> tuple[int, int]:
    spans = [[dot[axis] for dot in dots] for axis in (0, 1)]
    return max(spans[0]) - min(spans[0]) + 1, max(spans[1]) - min(spans[1]) + 1


def is_near(color: QColor, theme: Theme, role: str) -> bool:
    wanted = theme.color(role)
    pairs = zip(color.getRgb(), wanted.getRgb(), strict=True)
    return max(abs(one - other) for one, other in pairs) < 48


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kind", ["check", "radio"])
def test_marks_have_the_colours_of_the_theme(theme: Theme, kind: str) -> None:
    name = "dark" if theme.is_dark else "light"
    for state, roles in (("", ("accent", "on_accent")), ("disabled-", ("control", "surface"))):
        drawn = resource(f"marks/{kind}-{state}{name}.svg").read_text()
        assert re.findall("#[0-9A-F]{6}", drawn) == [theme.name_of(role) for role in roles]


def test_all_icons_are_of_one_family(qtbot: QtBot, dressed: None, window: MainWindow) -> None:
    field = SearchField()
    qtbot.addWidget(field)
    field.show()
    assert not field.clear_action.isVisible()
    field.setText("six")
    assert field.clear_action.isVisible() and not field.isClearButtonEnabled()
    assert is_same(field.clear_action.icon(), icon("x", LIGHT))
    field.clear_action.trigger()
    assert field.text() == ""
    window.actions_by_name["about"].trigger()
    (box,) = window.findChildren(QMessageBox)
    hint = QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons
    buttons = box.findChild(QDialogButtonBox)
    assert buttons is not None and not buttons.style().styleHint(hint, None, buttons)
    assert all(each.icon().isNull() for each in buttons.buttons())
    box.close()


def test_buttons_of_qts_own_dialog_for_files_have_icons_of_the_house(
    window: MainWindow, tmp_path: Path
) -> None:
    dialog = PlacedDialog(window, "Open a study", tmp_path)
    dialog.setOption(PlacedDialog.Option.DontUseNativeDialog)
    dialog.open()
    for name, glyph in TOOLS.items():
        button = dialog.findChild(QToolButton, name)
        assert button is not None and is_same(button.icon(), icon(glyph, LIGHT)), name
    dialog.reject()


def is_same(one: QIcon, other: QIcon) -> bool:
    return one.pixmap(16, 16).toImage() == other.pixmap(16, 16).toImage()
