"""One style sheet for all widgets, made from the colours of a theme."""

from __future__ import annotations

from string import Template

from prefstudio.studio.theme import DARK, LIGHT, ROLES, Theme
from prefstudio.study.resources import resource

_MARKS = ("check", "radio", "check_disabled", "radio_disabled")
_WHOLE = "width: 16px; height: 16px; border: none; background: transparent;"  # it is all drawn

# Qt gives min-height precedence over setFixedHeight, so heights stand here as well. Where a sheet
# says "color", Qt writes placeholders in half of it, not in the colour of the palette.
_TEMPLATE = Template("""
QMainWindow, QWidget#root { background: $bg; }
QWidget#root[fork="true"] { border: 2px dashed $accent; }
QMainWindow::separator { width: 8px; height: 8px; background: transparent; }
QLabel { background: transparent; color: $ink; border: none; }
QLabel[tone="2"] { color: $ink2; }
QLabel[tone="3"] { color: $ink3; }
QLabel[tone="bad"] { color: $bad; }
QToolTip { background: $surface; color: $ink; border: 1px solid $line; padding: 4px 6px; }

QFrame#menu_row { background: $surface; border: none; border-bottom: 1px solid $line; }
QStatusBar { background: $surface; border-top: 1px solid $line; min-height: 27px; }
QStatusBar::item { border: none; }
QFrame[kind="rule"] { background: $line; border: none; }
QFrame[kind="dot"] { border: none; border-radius: 4px; background: $ink3; }
QFrame[kind="dot"][tone="good"] { background: $good; }
QFrame[kind="dot"][tone="warn"] { background: $warn; }
QFrame[kind="dot"][tone="bad"] { background: $bad; }

QFrame[kind="panel_head"] { background: $surface; border: 1px solid $line; border-bottom: none;
    border-top-left-radius: 10px; border-top-right-radius: 10px; }
QFrame[kind="panel_body"] { background: $surface; border: 1px solid $line; border-top: none;
    border-bottom-left-radius: 10px; border-bottom-right-radius: 10px; }
QFrame[kind="focus_ring"] { background: transparent; border: 2px solid $accent;
    border-radius: 10px; }
QFrame[kind="card"] { background: $inset; border: 1px solid $line; border-radius: 10px; }
QScrollArea[kind="plain"], QScrollArea[kind="plain"] > QWidget > QWidget,
QScrollArea[kind="read"] > QWidget > QWidget { background: transparent; border: none; }
QScrollArea[kind="read"] { background: transparent; border: 2px solid transparent;
    border-radius: 7px; }
QScrollArea[kind="read"]:focus { border-color: $accent; }

QFrame[kind="strip"] { background: $accent_soft; border-radius: 7px; min-height: 28px; }
QPushButton[kind="strip"] { background: transparent; border: none; color: $ink;
    padding: 0 18px 0 5px; min-height: 28px; }
QPushButton[kind="strip"]::menu-indicator { subcontrol-position: right center; width: 12px; }
QLabel[kind="badge"] { background: $accent; color: $on_accent; border-radius: 9px; }
QLabel[kind="key"] { background: $inset; color: $ink2; border: 1px solid $line;
    border-radius: 5px; padding: 0 5px; }

QMenuBar { background: transparent; color: $ink2; border: none; }
QMenuBar::item { padding: 7px 9px; border-radius: 6px; background: transparent; }
QMenuBar::item:selected { background: $hover; color: $ink; }
QMenu { background: $surface; color: $ink; border: 1px solid $line; padding: 4px; }
QMenu::item { padding: 6px 24px 6px 14px; border-radius: 5px; }
QMenu::indicator { width: 14px; height: 14px; left: 8px; }
QMenu::item:selected { background: $hover; }
QMenu::item:disabled { color: $ink3; }
QMenu::separator { height: 1px; background: $line; margin: 4px 8px; }

QPushButton { background: $surface; color: $ink; border: 1px solid $line; border-radius: 7px;
    padding: 0 12px; min-height: 30px; outline: none; }
QPushButton:hover { background: $hover; }
QPushButton:focus { border: 2px solid $accent; padding: 0 11px; min-height: 28px; }
QPushButton:disabled { color: $ink3; background: $inset; }
QPushButton[kind="answer"] { border-radius: 10px; min-height: 44px; padding: 0; }
QPushButton[kind="answer"]:focus { min-height: 42px; padding: 0; }
QPushButton[kind="answer"]:pressed, QPushButton[kind="answer"][chosen="true"] {
    background: $accent_soft; }
QPushButton[kind="ghost"] { background: transparent; border: 1px solid transparent;
    color: $ink2; padding: 0; min-height: 28px; }
QPushButton[kind="ghost"]:disabled { background: transparent; }
QPushButton[kind="ghost"]:hover { background: $hover; }
QPushButton[kind="ghost"]:focus { border: 2px solid $accent; padding: 0; min-height: 26px; }

QPushButton[kind="small"] { border-radius: 6px; padding: 0 8px; min-height: 20px; }
QPushButton[kind="small"]:focus { padding: 0 7px; min-height: 18px; }
QPushButton[kind="primary"] { background: $accent; color: $on_accent; border-color: $accent; }
QPushButton[kind="primary"]:hover { background: $accent_hover; border-color: $accent_hover; }
QPushButton[kind="primary"]:focus { border: 2px solid $ink; }
QPushButton[kind="primary"]:disabled { background: $inset; color: $ink3; border-color: $line; }
QFrame[kind="segment"] { background: $hover; border: none; border-radius: 7px; }
QPushButton[kind="segment"] { background: transparent; border: 1px solid transparent;
    border-radius: 5px; color: $ink2; padding: 0 10px; min-height: 22px; margin: 2px 0; }
QPushButton[kind="segment"]:checked { background: $surface; color: $ink; }
QPushButton[kind="segment"]:focus { border: 2px solid $accent; padding: 0 9px; min-height: 20px; }
QToolButton[kind="icon"] { background: transparent; border: 1px solid transparent;
    border-radius: 7px; }
QToolButton[kind="icon"]:hover { background: $hover; }
QToolButton[kind="icon"]:checked { background: $accent_soft; border: 1px solid $accent; }
QToolButton[kind="icon"]:focus { border: 2px solid $accent; }
QToolButton[kind="icon"]::menu-indicator { image: none; width: 0; }
QComboBox, QLineEdit, QSpinBox, QDoubleSpinBox { background: $surface; color: $ink;
    border: 1px solid $control; border-radius: 7px; padding: 0 8px; min-height: 28px;
    selection-background-color: $accent_soft; selection-color: $ink; }
QComboBox:focus, QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus {
    border: 2px solid $accent; padding: 0 7px; min-height: 26px; }
QLineEdit, QComboBox { placeholder-text-color: $ink3; }
QLineEdit[tone="bad"], QComboBox[tone="bad"] { border-color: $bad; }
QComboBox:disabled, QLineEdit:disabled { color: $ink3; background: $inset; border-color: $line; }
QComboBox::drop-down { border: none; width: 22px; }
QComboBox QAbstractItemView { background: $surface; color: $ink; border: 1px solid $line;
    selection-background-color: $hover; selection-color: $ink; outline: none; }
QSlider { min-height: 28px; }
QSlider#history_slider { min-height: 24px; }
QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: $line; }
QSlider::sub-page:horizontal { height: 4px; border-radius: 2px; background: $accent; }
QSlider::handle:horizontal { width: 12px; height: 12px; margin: -6px 0; border-radius: 8px;
    background: $surface; border: 2px solid $accent; }
QSlider::handle:horizontal:focus { background: $accent; }
QSlider::sub-page:horizontal:disabled { background: $control; }
QSlider::handle:horizontal:disabled { border-color: $control; }
QProgressBar { background: $line; border: none; border-radius: 2px; max-height: 4px;
    min-height: 4px; }
QProgressBar::chunk { background: $accent; border-radius: 2px; }
QTableView { background: $surface; color: $ink; border: 2px solid transparent;
    border-radius: 7px; gridline-color: $grid;
    selection-background-color: $hover; selection-color: $ink; outline: none; }
QTableView:focus { border: 2px solid $accent; }
QTableView[kind="numbers"]::item { padding: 0 6px; }
QHeaderView::section { background: $surface; color: $ink3; border: none;
    border-bottom: 1px solid $line; padding: 0 6px; min-height: 26px; }
QTableView[kind="numbers"] QHeaderView { background: $surface; }
QTableView[kind="numbers"] QHeaderView::section { padding: 0 10px 0 9px; }
QTabBar { background: transparent; outline: none; }
QTabBar::tab { background: transparent; color: $ink2; margin: 0 7px; min-height: 38px;
    border: none; border-bottom: 2px solid transparent; }
QTabBar::tab:first, QTabBar::tab:only-one { margin-left: 14px; }
QTabBar::tab:selected { color: $ink; border-bottom: 2px solid $accent; }
QTabBar::tab:hover { color: $ink; }
QTabBar::tab:focus { margin: 2px 1px; padding: 0 4px; min-height: 34px; border: 2px solid $accent;
    border-radius: 7px; }
QTabBar::tab:first:focus, QTabBar::tab:only-one:focus { margin-left: 8px; }
QDialog { background: $bg; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QDialog#command_palette { border: 1px solid $control; }
QCheckBox, QRadioButton { color: $ink; spacing: 8px; min-height: 24px;
    border: 2px solid transparent; border-radius: 7px; padding-right: 4px; }
QCheckBox:focus, QRadioButton:focus { border-color: $accent; }
QCheckBox:disabled, QRadioButton:disabled { color: $ink3; }

QPushButton[kind="sample"] { background: $surface;
    border: 1px solid $line; border-radius: 10px; padding: 0; text-align: left; }
QPushButton[kind="sample"]:hover { border-color: $control; }
QPushButton[kind="sample"]:focus { border: 2px solid $accent; padding: 0; }
QPushButton[kind="recent"] { background: transparent; border: 1px solid transparent; padding: 0;
    min-height: 38px; }
QPushButton[kind="recent"]:hover { background: $hover; border-color: $line; }
QPushButton[kind="recent"]:focus { border: 2px solid $accent; padding: 0; min-height: 36px; }
QPushButton[kind="next_pair"], QPushButton[kind="next_pair"]:disabled { background: $inset;
    border: 1px solid $line; border-radius: 8px; padding: 0; min-height: 28px; }
QPushButton[kind="next_pair"]:hover { background: $hover; }
QPushButton[kind="next_pair"][asked="true"] { background: $accent_soft; }
QPushButton[kind="next_pair"]:focus { border: 2px solid $accent; padding: 0; }
QPushButton[kind="part"] { background: transparent; border: 1px solid transparent;
    padding: 0 4px; min-height: 38px; text-align: left; }
QPushButton[kind="part"]:hover { background: $hover; }
QPushButton[kind="part"]:checked { background: $accent_soft; }
QPushButton[kind="part"]:focus { border: 2px solid $accent; padding: 0 3px; min-height: 36px; }
QFrame[kind="drop"] { background: $surface; border: 2px dashed $control; border-radius: 10px; }
QFrame[kind="toast"] { background: $ink; border: none; border-radius: 8px; }
QLabel[kind="toast"] { color: $surface; }
QPushButton[kind="toast"] { background: transparent; border: none; color: $toast_accent;
    padding: 0; }
QPushButton[kind="toast"]:focus { border: 2px solid $toast_accent; }

QFrame[kind="message"] { background: $bad_soft; border: 1px solid $bad; border-radius: 8px; }
QFrame[kind="message"][tone="warn"] { background: $warn_soft; border-color: $warn; }
QFrame#message { margin: 10px 10px 0 10px; }
QDialog > QFrame#message { margin: 0 24px; }
QFrame[kind="card_message"] { background: $bad_soft; border: 1px solid $bad; border-radius: 8px; }
QPlainTextEdit { background: $inset; color: $ink2; border: 1px solid $control;
    border-radius: 7px; }
QPlainTextEdit:focus, QAbstractScrollArea[kind="plot"]:focus { border: 2px solid $accent; }
QAbstractScrollArea[kind="plot"] { border: 2px solid transparent; border-radius: 7px; }

QScrollBar:vertical { background: transparent; width: 10px; margin: 2px; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 2px; }
QScrollBar::handle { background: $control; border-radius: 3px; min-height: 32px;
    min-width: 32px; }
QScrollBar::add-line, QScrollBar::sub-line { height: 0; width: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QFrame[kind="sheet"] { background: $surface; border: 1px solid $line; border-radius: 10px; }
QScrollArea[kind="sheet"] > QWidget > QWidget { background: transparent; }
QListView[kind="list"] { background: $inset; color: $ink; border: 1px solid $control;
    border-radius: 7px; outline: none; }
QListView[kind="list"]:focus { border: 2px solid $accent; }
QListView[kind="list"]::item { min-height: 26px; }
QListView[kind="list"]::item:selected { background: $hover; color: $ink; }
QListWidget[kind="pages"]::item { padding-left: 8px; }

QCheckBox::indicator, QRadioButton::indicator, QAbstractItemView::indicator {
    width: 14px; height: 14px; border: 1px solid $control; border-radius: 4px;
    background: $surface; }
QRadioButton::indicator { border-radius: 8px; }
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled { background: $inset; }
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked { $whole
    image: url("$check"); }
QRadioButton::indicator:checked { $whole image: url("$radio"); }
QCheckBox::indicator:checked:disabled { $whole image: url("$check_disabled"); }
QRadioButton::indicator:checked:disabled { $whole image: url("$radio_disabled"); }
""")


def style_sheet(theme: Theme) -> str:
    """The style sheet of a theme."""
    other = LIGHT if theme.is_dark else DARK
    colours = {role: theme.name_of(role) for role in ROLES}
    marks = {name: _mark(name, theme) for name in _MARKS}
    return _TEMPLATE.substitute(
        colours, **marks, toast_accent=other.name_of("accent"), whole=_WHOLE
    )


def _mark(name: str, theme: Theme) -> str:
    """Where a mark is drawn that Qt cannot draw crisp itself, with the box around it."""
    kind = name.replace("_", "-")
    return resource(f"marks/{kind}-{'dark' if theme.is_dark else 'light'}.svg").as_posix()
