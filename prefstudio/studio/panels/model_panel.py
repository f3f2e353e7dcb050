"""The model: what the prior is made of, how far it reaches, and how it is learned."""

from __future__ import annotations

from typing import assert_never

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent, QStandardItemModel
from PySide6.QtWidgets import (
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from prefstudio.engine.inference import INFERENCE_TITLES
from prefstudio.studio.icons import IconButton
from prefstudio.studio.panels.idle_learning_row import IdleLearningRow
from prefstudio.studio.panels.learned_line import LearnedLine
from prefstudio.studio.panels.learning_row import EvidenceRow, LearningProgress, LearningRow
from prefstudio.studio.panels.only_part import OnlyPart
from prefstudio.studio.panels.parameter_list import ParameterList
from prefstudio.studio.panels.parameter_row import ParameterRow
from prefstudio.studio.panels.quiet_inputs import QuietChoice
from prefstudio.studio.panels.rows_area import RowsArea
from prefstudio.studio.panels.share_bar import FEATURES, INDIVIDUAL, LINKS, ShareBar, SharePart
from prefstudio.studio.panels.turning import Turning
from prefstudio.studio.theme import Theme
from prefstudio.studio.widgets import label, rule
from prefstudio.study.learning_moments import LearningPlan
from prefstudio.study.model_sheet import (
    ModelSheet,
    with_inference,
    with_learning,
    with_shares,
)
from prefstudio.study.setting_table import SETTINGS
from prefstudio.study.settings import (
    Component,
    FeaturesComponent,
    IndividualComponent,
    LinksComponent,
)

COMPONENTS = "Components…"
NARROW = 410  # px under which names get less room and choices fewer words


class ModelPanel(QWidget):
    """Shows the model and tells how a person turns it; computes nothing itself.

    While something is turned it tells what would be, at most once a turn of the event loop;
    when it has come to rest it tells what was chosen, which is () when that is what there was.
    """

    settings_tried = Signal(object)  # tuple of SettingsChanged
    settings_chosen = Signal(object)  # tuple of SettingsChanged; () ends a try without a change
    learn_wanted = Signal()
    cancel_wanted = Signal()
    components_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("model_panel")
        self.setAccessibleName("Model")
        self.share_bar = ShareBar()
        self.only_part = OnlyPart()
        self.components_button = IconButton("stack-simple", COMPONENTS, "show_components")
        self.controls: list[QWidget] = [self.components_button]
        self.parameters = ParameterList()
        self.inference = QuietChoice("inference", "Inference")
        self.evidence_row = EvidenceRow()
        self.learning_row = LearningRow()
        self.idle_row = IdleLearningRow()
        self.learned_line = LearnedLine()
        self.instead = label("", 12, tone=3, wraps=True)
        self.instead.setObjectName("inference_instead")
        self._choice_name = label("Inference", 13)
        self._sheet: ModelSheet | None = None
        self._turning = Turning(self)
        self._forbidden = ""
        self._build()
        self._connect()

    def show_sheet(self, sheet: ModelSheet) -> None:
        """Show the model as it is recorded; what a person holds stays as it is."""
        self._sheet = sheet
        self.show_tried(sheet)
        self.parameters.show_sheet(sheet)
        self._give_names()
        self.inference.setCurrentIndex(list(INFERENCE_TITLES).index(sheet.inference))
        self._offer_pseudo_inputs(sheet.no_pseudo_inputs)
        self._say_instead(sheet)

    def show_tried(self, sheet: ModelSheet) -> None:
        """Show the shares of a model that is tried, which a reach changes as well.

        One that was tried before parts came or went is not shown any more.
        """
        if self._sheet is None or len(sheet.components) != len(self._sheet.components):
            return
        parts = zip(sheet.titles, sheet.components, sheet.shares, strict=True)
        self.share_bar.show_parts(
            [SharePart(title, _kind(each), share) for title, each, share in parts]
        )
        self.only_part.setVisible(len(sheet.components) == 1)

    def show_evidence(self, log_evidence: float | None) -> None:
        """Show the log evidence; None before the first answer."""
        self.evidence_row.show_evidence(log_evidence)

    def show_plan(self, plan: LearningPlan) -> None:
        """Say when the model learns by itself."""
        self.idle_row.show_plan(plan)
        self.learned_line.show_last(plan.last)

    def show_learning_possible(self, why_not: str) -> None:
        """Offer to learn from the answers, or say why that is not possible now."""
        self.evidence_row.show_possible(self._forbidden or why_not)

    def show_learning(self, progress: LearningProgress | None) -> None:
        """Show how far learning has come, and let nothing be turned; None is the end of it."""
        self.evidence_row.setVisible(progress is None)
        self.learning_row.setVisible(progress is not None)
        self._rows_area.setEnabled(progress is None)
        if progress is not None:
            self.learning_row.show_progress(progress)

    @property
    def rows(self) -> list[ParameterRow]:
        """The rows of its parameters."""
        return self.parameters.rows

    def show_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self.share_bar.update()

    def forbid(self, reason: str) -> None:
        """Take no change from here on, and say why."""
        self._forbidden = reason
        self.parameters.forbid(reason)
        self.show_learning_possible("")
        for widget in (self.share_bar, self.inference, self.idle_row.box):
            widget.setEnabled(False)
            widget.setToolTip(reason)

    def _build(self) -> None:
        self._rows_area = QWidget()
        column = QVBoxLayout(self._rows_area)
        column.setContentsMargins(0, 2, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.share_bar)
        column.addWidget(self.only_part)
        column.addWidget(self.parameters)
        column.addLayout(self._build_choices())
        column.addWidget(self.instead)
        column.addWidget(self.idle_row)
        column.addWidget(self.learned_line)
        column.addStretch(1)
        area = RowsArea(self._rows_area)
        self.learning_row.hide()
        body = QVBoxLayout(self)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(5)
        body.addWidget(area, 1)
        body.addWidget(rule())
        body.addWidget(self.evidence_row)
        body.addWidget(self.learning_row)

    def _build_choices(self) -> QHBoxLayout:
        self.inference.addItems(list(INFERENCE_TITLES.values()))
        self.inference.setToolTip(SETTINGS["model.inference"].help)
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(self._choice_name)
        row.addWidget(self.inference, 1)
        return row

    def _offer_pseudo_inputs(self, reason: str) -> None:
        """Let pseudo inputs be chosen, unless there is a reason why not, which is told."""
        place, offered = list(INFERENCE_TITLES).index("pseudo_inputs"), self.inference.model()
        assert isinstance(offered, QStandardItemModel)
        offered.item(place).setEnabled(not reason)
        offered.item(place).setToolTip(f"{reason[:1].upper()}{reason[1:]}." if reason else "")

    def _say_instead(self, sheet: ModelSheet) -> None:
        """Say so where EP computes what pseudo inputs were chosen for."""
        is_other = sheet.inference == "pseudo_inputs" and bool(sheet.no_pseudo_inputs)
        self.instead.setVisible(is_other)
        self.instead.setText(f"EP for now: {sheet.no_pseudo_inputs}." if is_other else "")

    def _connect(self) -> None:
        self._turning.tried.connect(self.settings_tried)
        self._turning.chosen.connect(self.settings_chosen)
        self.components_button.clicked.connect(self._on_components_clicked)
        self.only_part.components_wanted.connect(self.components_wanted)
        self.share_bar.shares_tried.connect(self._on_shares_tried)
        self.share_bar.shares_chosen.connect(self._on_shares_chosen)
        self.parameters.change_tried.connect(self._turning.try_out)
        self.parameters.change_chosen.connect(self._turning.choose)
        self.inference.activated.connect(self._on_inference_chosen)
        self.idle_row.learning_chosen.connect(self._on_learning_chosen)
        self.evidence_row.learn_clicked.connect(self.learn_wanted)
        self.learning_row.cancel_clicked.connect(self.cancel_wanted)

    def _on_shares_tried(self, shares: tuple[float, ...]) -> None:
        if self._sheet is not None:
            self._turning.try_out(with_shares(self._sheet, shares))

    def _on_shares_chosen(self, shares: tuple[float, ...]) -> None:
        if self._sheet is not None:
            self._turning.choose(with_shares(self._sheet, shares))

    def _on_inference_chosen(self, place: int) -> None:
        if self._sheet is not None:
            self._turning.choose(with_inference(self._sheet, list(INFERENCE_TITLES)[place]))

    def _on_learning_chosen(self, learns: bool) -> None:
        if self._sheet is not None:
            self._turning.choose(with_learning(self._sheet, learns))

    def _on_components_clicked(self) -> None:
        self.components_wanted.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._give_names()

    def _give_names(self) -> None:
        """Let all names begin and end alike, in the room that there is."""
        # Told from above: a row that must be as wide as its words would never learn of less room.
        width = self.parameters.show_narrow(self.width() < NARROW)
        self._choice_name.setFixedWidth(width)


def _kind(component: Component) -> str:
    match component:
        case IndividualComponent():
            return INDIVIDUAL
        case FeaturesComponent():
            return FEATURES
        case LinksComponent():
            return LINKS
    assert_never(component)
