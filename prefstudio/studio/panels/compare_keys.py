"""The keys of Compare, and when they are its own."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QMenu,
    QTabBar,
    QWidget,
)

KEYS: dict[str, tuple[str, ...]] = {
    "a": ("Left", "A", "1"),
    "b": ("Right", "B", "2"),
    "tie": ("Down", "0"),
    "skip": ("S",),
    "switch": ("Up", "X"),
    "play": ("Space",),
}
"""Keys by what they do."""

SEVEN_KEYS: dict[str, tuple[str, ...]] = {
    "a": ("Left", "A"),
    "b": ("Right", "B"),
    **{f"place_{place}": (str(place + 1),) for place in range(7)},
}
"""Keys that are others where one says by how much: 1 to 7 are the buttons from left to right."""

_WITH_ARROWS_OF_THEIR_OWN = (
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QMenu,
    QTabBar,
)


def leaves_keys(widget: QWidget | None) -> bool:
    """Whether a widget that has the focus has no use for letters and arrows."""
    return widget is None or not isinstance(widget, _WITH_ARROWS_OF_THEIR_OWN)


class CompareKeys(QObject):
    """Shortcuts of one widget; a key that is held down says its word once.

    They listen in the whole window but for the time that something with arrows of its own has
    the focus.
    """

    pressed = Signal(str)  # what the key does, one of KEYS or SEVEN_KEYS

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        self._shortcuts: dict[str, _NamedShortcut] = {}
        for name, keys in (KEYS | SEVEN_KEYS | {"a": KEYS["a"], "b": KEYS["b"]}).items():
            shortcut = _NamedShortcut(name, owner)
            shortcut.setKeys([QKeySequence(key) for key in keys])
            # A key that is held down must not answer pairs that nobody has seen.
            shortcut.setAutoRepeat(False)
            shortcut.named.connect(self.pressed)
            self._shortcuts[name] = shortcut
        self.listen_everywhere(True)
        self.use_seven(False)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus_changed)

    def listen_everywhere(self, is_everywhere: bool) -> None:
        """Listen in the whole window, or only while the owner or a part of it has the focus."""
        inside = Qt.ShortcutContext.WidgetWithChildrenShortcut
        context = Qt.ShortcutContext.WindowShortcut if is_everywhere else inside
        for shortcut in self._shortcuts.values():
            shortcut.setContext(context)

    def use_seven(self, has_seven: bool) -> None:
        """Let the figures mean seven buttons, or two."""
        for name in ("a", "b"):
            keys = SEVEN_KEYS[name] if has_seven else KEYS[name]
            self._shortcuts[name].setKeys([QKeySequence(key) for key in keys])
        for name in SEVEN_KEYS:
            if name.startswith("place_"):
                self._shortcuts[name].setEnabled(has_seven)

    def use_sounds(self, has_sounds: bool) -> None:
        """Let ↑ and Space mean something, or leave them to others."""
        for name in ("switch", "play"):
            self._shortcuts[name].setEnabled(has_sounds)

    def _on_focus_changed(self, _: QWidget | None, focused: QWidget | None) -> None:
        self.listen_everywhere(leaves_keys(focused))


class _NamedShortcut(QShortcut):
    """A shortcut that says which one it is."""

    named = Signal(str)

    def __init__(self, name: str, owner: QWidget) -> None:
        super().__init__(owner)
        self._name = name
        self.activated.connect(self._on_activated)

    def _on_activated(self) -> None:
        self.named.emit(self._name)
