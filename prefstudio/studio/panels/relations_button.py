"""A button whose menu switches relations on and off, and says which one is drawn."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QMenu, QToolButton, QWidget, QWidgetAction

from prefstudio.studio.icons import IconButton
from prefstudio.studio.plots.relation_look import SWATCH, relation_looks, swatch
from prefstudio.studio.theme import LIGHT, Theme
from prefstudio.study.links import UNNAMED_RELATION
from prefstudio.study.shown_links import ShownLinks

WORDS = "Relations that are shown, and the one that is drawn"
DRAWN_BY_HAND = "drawn by hand"  # where the study calls something else by the usual name


class RelationsButton(IconButton):
    """Shown when there is more than one relation."""

    hidden_changed = Signal(object)  # frozenset of int: the relations that are switched off
    relation_chosen = Signal(str)  # of the links that are drawn from now on

    def __init__(self) -> None:
        super().__init__("stack", WORDS, "links_relations")
        self._theme: Theme = LIGHT
        self._names: tuple[str, ...] = ()
        self.relation = UNNAMED_RELATION
        self.menu_of_relations = QMenu(self)
        self.setMenu(self.menu_of_relations)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.boxes: list[QCheckBox] = []
        self.drawn_actions: list[QAction] = []
        self._group = QActionGroup(self)
        self._group.triggered.connect(self._on_relation_chosen)
        self.hide()

    @property
    def hidden(self) -> frozenset[int]:
        """The relations that are switched off."""
        return frozenset(place for place, box in enumerate(self.boxes) if not box.isChecked())

    def show_links(self, links: ShownLinks) -> None:
        """Offer the relations of a study; what was switched off stays off."""
        if links.names != self._names or not self.menu_of_relations.actions():
            off = {self._names[place] for place in self.hidden}
            self._names = links.names
            self._fill(links, off)
        self.setVisible(len(links.names) > 1)

    def show_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        self._theme = theme
        looks = relation_looks(len(self._names), theme)
        for box, look in zip(self.boxes, looks, strict=False):
            box.setIcon(swatch(look, self.devicePixelRatioF()))

    def _fill(self, links: ShownLinks, off: set[str]) -> None:
        self.menu_of_relations.clear()
        self.boxes = [self._box(name, name not in off) for name in links.names]
        drawable = _drawable(links)
        self.drawn_actions = []
        self.menu_of_relations.addSeparator()
        for name in drawable:
            self.drawn_actions.append(self._drawn_action(name))
        if self.relation not in drawable:
            self.relation = drawable[0]
        for name, action in zip(drawable, self.drawn_actions, strict=True):
            action.setChecked(name == self.relation)
        self.show_theme(self._theme)
        self.hidden_changed.emit(self.hidden)
        self.relation_chosen.emit(self.relation)

    def _box(self, name: str, is_on: bool) -> QCheckBox:
        """A box to check with the relation's line; a menu's own would show one or the other."""
        box = QCheckBox(_plain(name))
        box.setAccessibleName(f"Show links of “{name}”")
        box.setIconSize(SWATCH)
        box.setChecked(is_on)
        box.toggled.connect(self._on_toggled)
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(10, 0, 16, 0)
        layout.addWidget(box)
        action = QWidgetAction(self.menu_of_relations)
        action.setDefaultWidget(row)
        self.menu_of_relations.addAction(action)
        return box

    def _drawn_action(self, name: str) -> QAction:
        action = QAction(f"Draw links of “{_plain(name)}”", self._group)
        action.setCheckable(True)
        action.setData(name)
        self.menu_of_relations.addAction(action)
        return action

    def _on_toggled(self, is_on: bool) -> None:
        self.hidden_changed.emit(self.hidden)

    def _on_relation_chosen(self, action: QAction) -> None:
        self.relation = str(action.data())
        self.relation_chosen.emit(self.relation)


def _drawable(links: ShownLinks) -> list[str]:
    """Relations of which a link can be drawn; there always is one."""
    names = [name for name, shared in zip(links.names, links.is_shared, strict=True) if not shared]
    if names:
        return names
    return [DRAWN_BY_HAND if UNNAMED_RELATION in links.names else UNNAMED_RELATION]


def _plain(name: str) -> str:
    """A name whose ampersands do not become shortcuts."""
    return name.replace("&", "&&")
