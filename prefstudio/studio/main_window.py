"""The studio window: panels, menus and actions around one study."""

from __future__ import annotations

import itertools

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QActionGroup, QCloseEvent, QKeySequence
from PySide6.QtWidgets import QMainWindow, QVBoxLayout, QWidget

from prefstudio.studio.asking import Asking
from prefstudio.studio.card_content import card_content
from prefstudio.studio.engine_thread import EngineThread
from prefstudio.studio.figures import counted
from prefstudio.studio.menu_row import MenuRow
from prefstudio.studio.panel_area import PanelArea
from prefstudio.studio.panels.compare_panel import ComparePanel
from prefstudio.studio.panels.matrix_panel import LOOKS, MatrixPanel
from prefstudio.studio.panels.message_panel import MessagePanel
from prefstudio.studio.panels.panel import Panel
from prefstudio.studio.plots.matrix_overlay import Cell
from prefstudio.studio.plots.utilities_plot import UtilitiesPlot
from prefstudio.studio.problem import Problem
from prefstudio.studio.record import SAVED, Opened
from prefstudio.studio.status import Status
from prefstudio.studio.status_row import StatusRow
from prefstudio.studio.studio_model import StudioModel
from prefstudio.studio.theme import Theme, ThemeChoice
from prefstudio.study.folder import Study
from prefstudio.study.mailbox import Mailbox
from prefstudio.study.requests import Matrices, MatrixKind

DEFAULT_SIZE = (1280, 800)
WIDTHS = [856, 396]
HEIGHTS = [384, 312, 348, 348]
LONGEST_HIDDEN = 300  # ms in which the first pictures may come before the window does
EXPLICIT = Qt.WidgetAttribute.WA_WState_ExplicitShowHide


class MainWindow(QMainWindow):
    """Shows one study; owns its model and the thread that computes for it."""

    theme_chosen = Signal(object)  # ThemeChoice

    def __init__(self, opened: Opened) -> None:
        super().__init__()
        self.setObjectName("main_window")
        mailbox = Mailbox()
        self.model = StudioModel(opened, mailbox, self)
        study = self.model.state.study
        self.engine = EngineThread(mailbox, self)
        items = [study.items.by_id(item_id) for item_id in self.model.resolved.item_ids]
        keys, names = [item.item_id for item in items], [item.name for item in items]
        self.compare = ComparePanel()
        self.utilities = UtilitiesPlot(keys, names)
        self.matrices = {kind: MatrixPanel(kind, keys, names) for kind in LOOKS}
        self.message = MessagePanel()
        self.menu_row = MenuRow()
        self.status_row = StatusRow()
        self.area = PanelArea()
        self._docks: dict[QObject, Panel] = {}
        self._opening = QTimer(self)
        self._opening.setSingleShot(True)
        self._opening.setInterval(LONGEST_HIDDEN)
        self._build(study)
        self._build_menus()
        if reason := self.model.record.read_only_reason:
            self._forbid_writing(reason)
        self._connect()

    def start(self) -> None:
        """Begin to compute; the window opens with the first pictures, or soon without them."""
        self._opening.start()
        self.compare.setFocus(Qt.FocusReason.OtherFocusReason)
        self.engine.start()
        self._on_visibility_changed()
        self.model.start()

    def show_theme(self, theme: Theme, choice: ThemeChoice) -> None:
        """Draw in the colours of a theme."""
        self.menu_row.show_theme(theme)
        self.utilities.show_theme(theme)
        for panel in self.matrices.values():
            panel.show_theme(theme)
        self.theme_actions[choice].setChecked(True)

    def show_problem(self, problem: Problem) -> None:
        """Say what went wrong; everything else stays as it is."""
        self.message.show_problem(problem)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._opening.stop()
        self.engine.stop()
        self.model.close()
        super().closeEvent(event)

    def _build(self, study: Study) -> None:
        self._name_study()
        self.resize(*DEFAULT_SIZE)
        self.setMenuWidget(self.menu_row)
        self.setStatusBar(self.status_row)
        root = QWidget()
        root.setObjectName("root")
        column = QVBoxLayout(root)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.message)
        column.addWidget(self.area, 1)
        self.setCentralWidget(root)
        self._build_panels(study)

    def _name_study(self) -> None:
        title, saved = self.model.record.title, self.model.record.saved_words
        mark = "" if saved == SAVED else f" ({saved})"
        self.setWindowTitle(f"{title}{mark} – PrefStudio")
        self.menu_row.show_title(title, saved)

    def _build_panels(self, study: Study) -> None:
        compare = Panel("Compare", self.compare, "compare_panel")
        compare.set_caption(study.settings.question)
        utilities = Panel("Utilities", self.utilities, "utilities_panel")
        utilities.set_caption("mean, 95 % band")
        self._docks = {self.compare: compare, self.utilities: utilities}
        for kind, body in self.matrices.items():
            panel = Panel(LOOKS[kind].title, body, f"{kind.value}_panel")
            panel.set_caption(LOOKS[kind].caption)
            self._docks[body] = panel
        right = [self._docks[body] for body in self.matrices.values()]
        self.area.arrange([[compare, utilities], right], WIDTHS, HEIGHTS)
        stops: list[QWidget] = [*self.compare.stops, self.utilities]
        stops += [panel.plot for panel in self.matrices.values()]
        for before, after in itertools.pairwise(stops):
            self.setTabOrder(before, after)

    def _build_menus(self) -> None:
        menus = self.menu_row.menus
        quit_action = menus.addMenu("&File").addAction("Close")
        quit_action.setShortcut(QKeySequence(QKeySequence.StandardKey.Close))
        quit_action.triggered.connect(self.close)
        edit = menus.addMenu("&Edit")
        edit.setToolTipsVisible(True)
        self.undo_action = edit.addAction("Undo")
        self.undo_action.setShortcut(QKeySequence(QKeySequence.StandardKey.Undo))
        self.undo_action.triggered.connect(self._on_undo)
        view = menus.addMenu("&View")
        for panel in self.area.panels:
            view.addAction(panel.toggleViewAction())
        view.addSeparator()
        themes = view.addMenu("Theme")
        self._theme_group = QActionGroup(self)
        self.theme_actions: dict[ThemeChoice, QAction] = {}
        for choice in ThemeChoice:
            action = themes.addAction(choice.value.capitalize())
            action.setCheckable(True)
            action.setData(choice.value)
            self._theme_group.addAction(action)
            self.theme_actions[choice] = action

    def _forbid_writing(self, reason: str) -> None:
        """Take no answer, no undo and no pair by hand, and say why wherever one was taken."""
        words = f"Read-only: {reason}."
        self.compare.forbid(words)
        self.undo_action.setToolTip(words)
        for panel in self.matrices.values():
            panel.forbid_asking(words)

    def _connect(self) -> None:
        self.engine.result_ready.connect(self.model.take_result)
        self.engine.request_failed.connect(self.model.take_failure)
        self.model.posterior_changed.connect(self.utilities.show_posterior)
        self.model.query_changed.connect(self._on_query_changed)
        self.model.matrices_changed.connect(self._on_matrices_changed)
        self.model.status_changed.connect(self._on_status_changed)
        self.model.problem_found.connect(self.show_problem)
        self.model.record.problem_ended.connect(self.message.end_problem)
        self.compare.answered.connect(self.model.answer)
        self.compare.undo_clicked.connect(self._on_undo)
        self._opening.timeout.connect(self.show)
        self.area.visibility_changed.connect(self._on_visibility_changed)
        for panel in self.matrices.values():
            panel.pair_chosen.connect(self._on_pair_chosen)
        self._theme_group.triggered.connect(self._on_theme_triggered)

    def _on_query_changed(self, asking: Asking) -> None:
        if asking.trial is not None:
            state, trial = self.model.state, asking.trial
            self.compare.show_pair(card_content(state, trial.a), card_content(state, trial.b))
        elif asking.no_pair is not None:
            self.compare.show_empty(asking.no_pair.title, asking.no_pair.words)
        else:
            self.compare.show_waiting()
        self.utilities.show_asked(asking.pair)
        for panel in self.matrices.values():
            panel.show_asked(asking.pair)

    def _on_matrices_changed(self, matrices: Matrices) -> None:
        for kind, values in matrices.by_kind.items():
            self.matrices[kind].show_values(values, matrices.askable)
        if self._opening.isActive():
            self._opening.stop()
            self.show()

    def _on_status_changed(self, status: Status) -> None:
        self.status_row.show_status(status)
        self.compare.show_count(counted(status.n_answers, "answer"), status.undo_words)
        self.undo_action.setText(status.undo_words or "Undo")
        self.undo_action.setEnabled(bool(status.undo_words))

    def _on_undo(self) -> None:
        self.model.undo()

    def _on_pair_chosen(self, cell: Cell) -> None:
        self.model.ask(*cell)
        self.compare.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_visibility_changed(self) -> None:
        shown = {kind for kind, body in self.matrices.items() if self._is_shown(body)}
        self.model.show_matrices(frozenset[MatrixKind](shown))

    def _is_shown(self, body: QWidget) -> bool:
        # Before the window opens every panel counts as hidden, but none was hidden by anybody.
        panel = self._docks[body]
        return not panel.isHidden() or not panel.testAttribute(EXPLICIT)

    def _on_theme_triggered(self, action: QAction) -> None:
        self.theme_chosen.emit(ThemeChoice(action.data()))
