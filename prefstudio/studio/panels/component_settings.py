"""What a person may turn of one component: whether it counts, how much, and how it is read."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QMenu, QPushButton, QVBoxLayout, QWidget

from prefstudio.engine.components import LINK_KERNELS
from prefstudio.engine.kernels import KERNELS
from prefstudio.studio.fonts import MEDIUM, font
from prefstudio.studio.panels.named_row import NamedRow
from prefstudio.studio.panels.parameter_list import HELP, LENGTH, REACH, SCALES
from prefstudio.studio.panels.parameter_row import ParameterRow, Turn
from prefstudio.studio.panels.parameter_scale import Scale
from prefstudio.studio.panels.quiet_inputs import QuietChoice
from prefstudio.studio.segment import Segment
from prefstudio.studio.widgets import label
from prefstudio.study.changes import SettingsChanged
from prefstudio.study.component_edits import (
    can_remove,
    with_columns,
    with_kernel,
    with_reading,
    with_role,
    with_share,
    without_component,
)
from prefstudio.study.component_words import (
    KERNEL_HELP,
    KERNEL_TITLES,
    ONE_WAY,
    READING_HELP,
    READING_TITLES,
    ROLE_TITLES,
    SHARED,
    ComponentsSheet,
    RelationFacts,
    component_in_words,
)
from prefstudio.study.links import Relation
from prefstudio.study.model_sheet import with_length_scale, with_reach
from prefstudio.study.settings import FeaturesComponent, LinksComponent

SHARE = "share"
SHARE_SCALE = Scale(0.0, 100.0, False, 0.1, 100.0)
SHARE_HELP = "How much of the prior variance it explains, in per cent; the others share the rest."
PART, PART_TO_REMOVE = "In the prior", "In the prior; untick to remove"
REMOVE_HELP = "Unticking removes this part; undo brings it back."
ONLY = "A prior needs at least one component."
NO_ITEMS = "Its links lead to things that are no items, so they can only be shared."
HUBS = "A thing that many share counts less"


class ComponentSettings(QWidget):
    """The rows of the component that is chosen; those that it has not are hidden."""

    change_tried = Signal(object)  # SettingsChanged, while a row moves
    change_chosen = Signal(object)  # SettingsChanged, when it has come to rest

    def __init__(self) -> None:
        super().__init__()
        self._sheet: ComponentsSheet | None = None
        self._place = 0
        self.sentence = label("", 12, tone=2, wraps=True)
        self.switch = QCheckBox(PART)
        self.kernel = QuietChoice("component_kernel", "Kernel of the component")
        self.reading = QuietChoice("relation_reading", "How links are read")
        self.hubs = QCheckBox(HUBS)
        self.role = Segment("Role of links", ROLE_TITLES)
        self.columns = QPushButton()
        self.columns_menu = QMenu(self.columns)
        self.share_row = ParameterRow((SHARE, 0), "Share in %", SHARE_SCALE, SHARE_HELP)
        self.length_row = ParameterRow((LENGTH, 0), "Length", SCALES[LENGTH], HELP[LENGTH])
        self.reach_row = ParameterRow((REACH, 0), "Reach", SCALES[REACH], HELP[REACH])
        self._build()
        self._connect()

    def show_component(self, sheet: ComponentsSheet, place: int) -> None:
        """Show one component as it is recorded; what a person holds stays as it is."""
        if place != self._place:
            self._shut_lists()
        self._sheet, self._place = sheet, place
        self.setEnabled(True)
        model = sheet.model
        component = model.components[place]
        self.sentence.setText(component_in_words(component, sheet))
        self.switch.setChecked(True)
        self._show_switch(can_remove(model))
        self._show_kernel(getattr(component, "kernel", None), isinstance(component, LinksComponent))
        self._show_relation(component if isinstance(component, LinksComponent) else None)
        self._show_columns(component if isinstance(component, FeaturesComponent) else None)
        self.share_row.setVisible(len(model.components) > 1)
        self.share_row.show_value(100.0 * model.shares[place])
        self._show_scale(self.length_row, {each.place: each.value for each in model.length_scales})
        self._show_scale(self.reach_row, {each.place: each.value for each in model.reaches})

    def forbid(self, reason: str) -> None:
        """Take no change from here on, and say why."""
        self._is_forbidden = True
        for row in (self.share_row, self.length_row, self.reach_row):
            row.forbid(reason)
        buttons = self.role.buttons.values()
        for widget in (self.switch, self.kernel, self.reading, self.hubs, self.columns, *buttons):
            widget.setEnabled(False)
            widget.setToolTip(reason)

    def _build(self) -> None:
        self._is_forbidden = False
        self.setEnabled(False)  # there is no component to change yet
        self.switch.setObjectName("component_switch")
        self.hubs.setObjectName("hub_weight")
        self.columns.setObjectName("component_columns")
        self.columns.setAccessibleName("Feature columns of the component")
        self.switch.setFont(font(13))
        self.hubs.setFont(font(13))
        self.columns.setFont(font(12, MEDIUM))
        self._kernel_line = NamedRow("Kernel", self.kernel)
        self._reading_line = NamedRow("Links are", self.reading)
        self._columns_line = NamedRow("Columns", self.columns)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 4, 0)
        column.setSpacing(5)
        for widget in (
            self.switch, self.sentence, self.share_row, self._kernel_line, self.length_row,
            self.reach_row, self._columns_line, self._reading_line, self.hubs, self.role,
        ):  # fmt: skip
            column.addWidget(widget)
        for row in (self.share_row, self.length_row, self.reach_row):
            row.show_narrow(True)
        column.addStretch(1)

    def _connect(self) -> None:
        for row in (self.share_row, self.length_row, self.reach_row):
            row.tried.connect(self._on_tried)
            row.chosen.connect(self._on_turned)
        self.switch.clicked.connect(self._on_switched)
        self.kernel.activated.connect(self._on_kernel_chosen)
        self.reading.activated.connect(self._on_reading_chosen)
        self.hubs.clicked.connect(self._on_hubs_clicked)
        self.role.chosen.connect(self._on_role_chosen)
        self.columns.clicked.connect(self._on_columns_clicked)
        self.columns_menu.triggered.connect(self._on_column_triggered)

    def _shut_lists(self) -> None:
        """A list that is open speaks of the component that was shown before."""
        self.kernel.hidePopup()
        self.reading.hidePopup()
        self.columns_menu.close()

    def _show_switch(self, can_go: bool) -> None:
        if self._is_forbidden:
            self.switch.setText(PART)
            return
        self.switch.setEnabled(can_go)
        self.switch.setText(PART_TO_REMOVE if can_go else PART)
        self.switch.setToolTip(REMOVE_HELP if can_go else ONLY)

    def _show_kernel(self, kernel: str | None, is_links: bool) -> None:
        self._kernel_line.setVisible(kernel is not None)
        if kernel is None:
            return
        names = LINK_KERNELS if is_links else tuple(KERNELS)
        self._kernels = names
        self.kernel.offer([KERNEL_TITLES[name] for name in names], names.index(kernel))
        if not self._is_forbidden:
            self.kernel.setToolTip(KERNEL_HELP[kernel])

    def _show_relation(self, component: LinksComponent | None) -> None:
        facts = self._facts(component)
        is_one_way = facts is not None and facts.reading == ONE_WAY
        self._reading_line.setVisible(facts is not None)
        self.role.setVisible(is_one_way)
        self.hubs.setVisible(facts is not None and facts.relation.bipartite)
        if facts is None or component is None:
            return
        self.role.choose(component.role)
        self.hubs.setChecked(facts.relation.hub_weight)
        self._readings = list(READING_TITLES) if facts.can_be_plain else [SHARED]
        titles = [READING_TITLES[each] for each in self._readings]
        self.reading.offer(titles, self._readings.index(facts.reading))
        if not self._is_forbidden:
            self.reading.setEnabled(facts.can_be_plain)
            said = READING_HELP[facts.reading]
            self.reading.setToolTip(said if facts.can_be_plain else NO_ITEMS)

    def _facts(self, component: LinksComponent | None) -> RelationFacts | None:
        if component is None or self._sheet is None or component.relation is None:
            return None
        return self._sheet.relations[component.relation]

    def _show_columns(self, component: FeaturesComponent | None) -> None:
        names = () if self._sheet is None else self._sheet.columns
        self._columns_line.setVisible(component is not None and len(names) > 1)
        if component is None:
            return
        used = {name.removeprefix("x_") for name in component.columns} or set(names)
        self._offer_columns(names)
        for action in self.columns_menu.actions():
            action.setChecked(action.data() in used)
        words = "all" if len(used) == len(names) else f"{len(used)} of {len(names)}"
        self.columns.setText(words)
        self.columns.setAccessibleName(f"Feature columns of the component: {words}")

    def _offer_columns(self, names: tuple[str, ...]) -> None:
        """Fill the menu of columns; one that is open stays unless they differ."""
        if names == tuple(action.data() for action in self.columns_menu.actions()):
            return
        self.columns_menu.close()
        self.columns_menu.clear()
        for name in names:
            action = self.columns_menu.addAction(name.replace("&", "&&"))
            action.setCheckable(True)
            action.setData(name)

    def _show_scale(self, row: ParameterRow, values: dict[int, float]) -> None:
        row.setVisible(self._place in values)
        if self._place in values:
            row.show_value(values[self._place])

    def _change(self, turn: Turn) -> SettingsChanged:
        assert self._sheet is not None
        model, place = self._sheet.model, self._place
        if turn.key[0] == SHARE:
            return with_share(model, place, turn.value / 100.0)
        by = with_length_scale if turn.key[0] == LENGTH else with_reach
        return by(model, place, turn.value)

    def _on_tried(self, turn: Turn) -> None:
        self.change_tried.emit(self._change(turn))

    def _on_turned(self, turn: Turn) -> None:
        self.change_chosen.emit(self._change(turn))

    def _on_switched(self) -> None:
        if self._sheet is not None:
            self.change_chosen.emit(without_component(self._sheet.model, self._place))

    def _on_kernel_chosen(self, place: int) -> None:
        if self._sheet is not None and self._kernel_line.isVisibleTo(self):
            kernel = self._kernels[place]
            self.change_chosen.emit(with_kernel(self._sheet.model, self._place, kernel))

    def _on_role_chosen(self, role: str) -> None:
        if self._sheet is not None:
            self.change_chosen.emit(with_role(self._sheet.model, self._place, role))

    def _on_reading_chosen(self, place: int) -> None:
        if not self._reading_line.isVisibleTo(self):
            return
        reading, facts = self._readings[place], self._facts_now()
        relation = replace(facts.relation, directed=reading == ONE_WAY, bipartite=reading == SHARED)
        self._read_otherwise(relation)

    def _on_hubs_clicked(self, is_on: bool) -> None:
        self._read_otherwise(replace(self._facts_now().relation, hub_weight=is_on))

    def _facts_now(self) -> RelationFacts:
        assert self._sheet is not None
        component = self._sheet.model.components[self._place]
        facts = self._facts(component if isinstance(component, LinksComponent) else None)
        assert facts is not None
        return facts

    def _read_otherwise(self, relation: Relation) -> None:
        assert self._sheet is not None
        self.change_chosen.emit(with_reading(self._sheet.model.settings, relation))

    def _on_columns_clicked(self) -> None:
        self.columns_menu.popup(self.columns.mapToGlobal(self.columns.rect().bottomLeft()))

    def _on_column_triggered(self, action: QAction) -> None:
        actions = self.columns_menu.actions()
        chosen = tuple(str(each.data()) for each in actions if each.isChecked())
        if self._sheet is None or not chosen:
            action.setChecked(True)  # a component of features needs one
            return
        columns = () if len(chosen) == len(actions) else chosen
        self.change_chosen.emit(with_columns(self._sheet.model, self._place, columns))
