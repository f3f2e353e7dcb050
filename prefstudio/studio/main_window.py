"""The studio window: panels, menus and pages around one study."""

from __future__ import annotations

import itertools
from dataclasses import replace

from PySide6.QtCore import QByteArray, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QActionGroup,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeySequence,
    QResizeEvent,
)
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from prefstudio.studio.actions import PANEL_KEYS, Actions
from prefstudio.studio.aids import Aids
from prefstudio.studio.classroom.classroom_page import ClassroomPage
from prefstudio.studio.doings import Doings
from prefstudio.studio.drops import accept_files, dropped_paths
from prefstudio.studio.engine_thread import EngineThread
from prefstudio.studio.layouts import PANELS, WIDE, LayoutChoice, arrangement
from prefstudio.studio.menu_row import MenuRow
from prefstudio.studio.motion import Motion
from prefstudio.studio.panel_area import PanelArea
from prefstudio.studio.panels.message_panel import MessagePanel
from prefstudio.studio.problem import Problem
from prefstudio.studio.recent_menu import RecentMenu
from prefstudio.studio.record import SAVED, Opened
from prefstudio.studio.remembered import Remembered
from prefstudio.studio.rooms import Rooms
from prefstudio.studio.status import Status
from prefstudio.studio.status_row import StatusRow
from prefstudio.studio.studio_model import StudioModel
from prefstudio.studio.theme import Theme, ThemeChoice
from prefstudio.studio.toasts import Toasts
from prefstudio.studio.wiring import Wiring
from prefstudio.study.lesson import Lesson
from prefstudio.study.mailbox import Mailbox
from prefstudio.study.moment import Moment
from prefstudio.study.store import StudyFile
from prefstudio.study.view import MatrixKind, View

DEFAULT_SIZE = (1280, 800)
LONGEST_HIDDEN = 300  # ms in which the first pictures may come before the window does
LONGEST_SILENT = 150  # ms after which it is said that newer numbers are on their way
WHAT_IF = "what if: nothing is recorded"


class MainWindow(QMainWindow):
    """Shows one study; owns its model and the thread that computes for it."""

    theme_chosen = Signal(object)  # ThemeChoice
    engine_idle = Signal()
    wanted = Signal(str)  # name of an action that the program does
    study_wanted = Signal(object)  # Path
    dropped = Signal(object)  # list of Path
    closed = Signal(object)  # the window

    def __init__(self, opened: Opened, remembered: Remembered | None = None) -> None:
        super().__init__()
        self.setObjectName("main_window")
        self.remembered = Remembered() if remembered is None else remembered
        self.place = opened.path if isinstance(opened, StudyFile) else opened.folder
        self.is_closed = False
        mailbox = Mailbox()
        self.model = StudioModel(opened, mailbox, self)
        self.engine = EngineThread(mailbox, self)
        self.motion = Motion(self)
        self.rooms = Rooms()
        self.classroom = ClassroomPage()
        self.message = MessagePanel()
        self.menu_row = MenuRow()
        self.status_row = StatusRow()
        self.area = PanelArea(self.rooms.panels)
        self.pages = QStackedWidget()
        self.toasts = Toasts(self)
        self.actions_by_name = Actions(self.menu_row.menus, self)
        self.layout_choice = LayoutChoice.EXPLORE
        self._size_class = ""
        self._opening = QTimer(self)
        self._opening.setSingleShot(True)
        self._opening.setInterval(LONGEST_HIDDEN)
        self._waiting = QTimer(self)
        self._waiting.setSingleShot(True)
        self._waiting.setInterval(LONGEST_SILENT)
        self._build()
        self._build_file_menu()
        self._build_view_menu()
        self.wiring = Wiring(self.model, self.rooms, self.motion, self)
        self.doings = Doings(self.actions_by_name, self.model, self.rooms, self)
        self.aids = Aids(self.model, self.rooms, self.classroom, self)
        if reason := self.model.record.read_only_reason:
            self.rooms.tell("forbid", f"Read-only: {reason}.")
        self._connect()
        self._restore()

    def start(self) -> None:
        """Begin to compute; the window opens with the first pictures, or soon without them."""
        self._opening.start()
        if self.layout_choice is not LayoutChoice.CLASSROOM:
            self.rooms.compare.setFocus(Qt.FocusReason.OtherFocusReason)
        self.engine.start()
        self.show_wanted()
        self.model.start()

    def is_idle(self) -> bool:
        """Whether everything on screen is up to date and nothing moves."""
        is_drawn = self.model.scene.belief is not None and self.model.scene.view is not None
        return is_drawn and self.engine.is_idle and not self.motion.is_running

    def show_theme(self, theme: Theme, choice: ThemeChoice) -> None:
        """Draw in the colours of a theme."""
        self.menu_row.show_theme(theme)
        self.rooms.tell("show_theme", theme)
        self.classroom.show_theme(theme)
        self.theme_actions[choice].setChecked(True)

    def show_problem(self, problem: Problem) -> None:
        """Say what went wrong; everything else stays as it is."""
        self.message.show_problem(problem)

    def choose_layout(self, choice: LayoutChoice) -> None:
        """Arrange the window for something else."""
        self._keep_panels()
        self.layout_choice = self.remembered.layout = choice
        self.menu_row.layouts.choose(choice.value)
        self.actions_by_name[f"layout_{choice}"].setChecked(True)
        is_classroom = choice is LayoutChoice.CLASSROOM
        self.pages.setCurrentWidget(self.classroom if is_classroom else self.area)
        self.model.want_lesson(is_classroom)
        if is_classroom:
            self.classroom.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._lay_out()
        wants = self.model.scene.wants
        self.model.show(replace(wants, is_centred=not is_classroom))
        self.actions_by_name["centred"].setChecked(not is_classroom)
        self.show_wanted()

    def reset_layout(self) -> None:
        """Put all panels back in their places."""
        if self.layout_choice is not LayoutChoice.CLASSROOM:
            self.remembered.keep_panels(self.layout_choice, self._size_class, QByteArray())
            self._lay_out()

    def show_wanted(self) -> None:
        """Ask for what visible panels draw, and no more."""
        self.rooms.catch_up()
        shown = {name for name in PANELS if self._is_shown(name)}
        kinds: set[MatrixKind] = set()
        for panel in self.rooms.matrices:
            if panel.objectName() in shown:
                kinds |= panel.kinds_wanted
        wants = replace(self.model.scene.wants, kinds=frozenset(kinds), explains="explain" in shown)
        self.model.show(wants)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        accept_files(event)

    def dropEvent(self, event: QDropEvent) -> None:
        if accept_files(event):
            self.dropped.emit(dropped_paths(event))

    def closeEvent(self, event: QCloseEvent) -> None:
        self._opening.stop()
        self.is_closed = True
        self._keep_panels()
        self.remembered.geometry = self.saveGeometry()
        self.engine.stop()
        self.model.close()
        self.rooms.compare.close_media()
        super().closeEvent(event)
        self.closed.emit(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._size_class and self._size_class != self._size_class_now():
            self._keep_panels()
            self._lay_out()
        self.toasts.place()

    def _build(self) -> None:
        self._name_study()
        self.resize(*DEFAULT_SIZE)
        self.setMenuWidget(self.menu_row)
        self.setStatusBar(self.status_row)
        self.pages.addWidget(self.area)
        self.pages.addWidget(self.classroom)
        root = QWidget()
        root.setObjectName("root")
        column = QVBoxLayout(root)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.message)
        column.addWidget(self.pages, 1)
        self.setCentralWidget(root)

    def _build_file_menu(self) -> None:
        self.setAcceptDrops(True)
        file = self.actions_by_name.menus["&File"]
        self.recent_menu = RecentMenu(self.remembered, file)
        file.insertMenu(self.actions_by_name["welcome"], self.recent_menu)
        self.recent_menu.opened.connect(self.study_wanted)

    def _build_view_menu(self) -> None:
        view = self.actions_by_name.menus["&View"]
        view.addSeparator()
        panels = view.addMenu("Panels")
        self.panel_actions: dict[str, QAction] = {}
        for name, panel in self.rooms.panels.items():
            panels.addAction(panel.toggleViewAction())
            action = QAction(f"Go to {panel.windowTitle()}", self)
            action.setObjectName(f"go_to_{name}")
            action.setData(name)
            if name in PANEL_KEYS:
                action.setShortcut(QKeySequence(PANEL_KEYS[name]))
            action.triggered.connect(self._on_panel_wanted)
            self.addAction(action)
            self.panel_actions[name] = action
        panels.addSeparator()
        panels.addActions(list(self.panel_actions.values()))
        self._theme_group = QActionGroup(self)
        self.theme_actions: dict[ThemeChoice, QAction] = {}
        themes = view.addMenu("Theme")
        for choice in ThemeChoice:
            action = themes.addAction(choice.value.capitalize())
            action.setCheckable(True)
            action.setData(choice.value)
            self._theme_group.addAction(action)
            self.theme_actions[choice] = action

    def _connect(self) -> None:
        self.engine.result_ready.connect(self.model.take_result)
        self.engine.request_failed.connect(self.model.take_failure)
        self.engine.idled.connect(self._on_engine_idled)
        self.motion.finished.connect(self._on_engine_idled)
        self.model.view_changed.connect(self._on_view_changed)
        self.model.status_changed.connect(self._on_status_changed)
        self.model.moment_entered.connect(self._on_moment_entered)
        self.model.lesson_changed.connect(self._on_lesson_changed)
        self.model.lesson_failed.connect(self.classroom.show_problem)
        self.model.study_changed.connect(self._on_study_changed)
        self.model.problem_found.connect(self.show_problem)
        self.model.record.problem_ended.connect(self.message.end_problem)
        self._opening.timeout.connect(self.show)
        self._waiting.timeout.connect(self._on_waited)
        self.area.visibility_changed.connect(self.show_wanted)
        self.area.came_to_rest.connect(self._on_panels_at_rest)
        self.rooms.covariance.kind_chosen.connect(self._on_kind_chosen)
        self.doings.wanted.connect(self._on_wanted)
        self.aids.said.connect(self._on_aid_said)
        self.model.learner.ended.connect(self._on_learned)
        self.aids.problem_found.connect(self.show_problem)
        self.menu_row.layouts.chosen.connect(self._on_layout_chosen)
        self.menu_row.theme_button.clicked.connect(self._on_theme_clicked)
        self._theme_group.triggered.connect(self._on_theme_triggered)

    def _restore(self) -> None:
        geometry = self.remembered.geometry
        if not geometry.isEmpty():
            self.restoreGeometry(geometry)
        self.status_row.show_scale(self.remembered.scale)
        self._reduce_motion(self.remembered.is_motion_reduced)
        self.actions_by_name["reduced_motion"].setChecked(self.motion.is_reduced)
        self.classroom.show_items(self.model.items)
        self._lay_out()
        self.choose_layout(self.remembered.layout)

    def _reduce_motion(self, is_reduced: bool) -> None:
        self.motion.is_reduced = self.remembered.is_motion_reduced = is_reduced
        self.rooms.links.is_motion_reduced = is_reduced
        self.rooms.compare.reduce_motion(is_reduced)

    def _name_study(self) -> None:
        title, saved = self.model.record.title, self.model.record.saved_words
        saved = WHAT_IF if self.model.is_fork else saved
        mark = "" if saved == SAVED else f" ({saved})"
        self.setWindowTitle(f"{title}{mark} – PrefStudio")
        self.menu_row.show_title(title, saved)
        self._show_fork(self.model.is_fork)
        self.rooms.panels["compare"].set_caption(self.model.state.study.settings.question)

    def _show_fork(self, is_fork: bool) -> None:
        """Let the frame of the window say that what happens is only thought."""
        root = self.centralWidget()
        if root is not None and root.property("fork") != is_fork:
            root.setProperty("fork", is_fork)
            root.style().unpolish(root)
            root.style().polish(root)

    def _size_class_now(self) -> str:
        return "large" if self.width() >= WIDE else "small"

    def _lay_out(self) -> None:
        """Put panels where they lay last, or where the layout has them."""
        self._size_class = self._size_class_now()
        known = self.remembered.panels(self.layout_choice, self._size_class)
        places = arrangement(self.layout_choice, self.width())
        if not self.area.restore(known):
            self.area.arrange(places)
        stops = [stop for name in places.names for stop in _stops(self.rooms.bodies[name])]
        together = [stop for stop in stops if QWidget.window(stop) is self]
        for before, after in itertools.pairwise(together):
            self.setTabOrder(before, after)

    def _keep_panels(self) -> None:
        if self._size_class and self.layout_choice is not LayoutChoice.CLASSROOM:
            state = self.area.saveState()
            self.remembered.keep_panels(self.layout_choice, self._size_class, state)

    def _is_shown(self, name: str) -> bool:
        """Whether a panel is in sight, or will be once the window is."""
        if self.layout_choice is LayoutChoice.CLASSROOM:
            return False
        panel = self.rooms.panels[name]
        return panel.is_in_front if self.isVisible() else not panel.isHidden()

    def _on_waited(self) -> None:
        for panel in self.rooms.panels.values():
            panel.show_busy(panel.is_in_front)

    def _on_view_changed(self, view: View) -> None:
        self._waiting.stop()
        for panel in self.rooms.panels.values():
            panel.show_busy(False)
        if self._opening.isActive():
            self._opening.stop()
            self.show()

    def _on_panels_at_rest(self) -> None:
        self.rooms.catch_up()

    def _on_engine_idled(self) -> None:
        if self.is_idle():
            self.engine_idle.emit()

    def _on_status_changed(self, status: Status) -> None:
        self.status_row.show_status(status)
        for name, words in (("undo", status.undo_words), ("redo", status.redo_words)):
            self.actions_by_name[name].setText(words or name.capitalize())
            self.actions_by_name[name].setEnabled(bool(words))

    def _on_moment_entered(self, moment: Moment) -> None:
        self._waiting.start()
        self._name_study()
        self.doings.show_possible()

    def _on_study_changed(self) -> None:
        self.classroom.show_items(self.model.items)
        self._name_study()

    def _on_lesson_changed(self, lesson: Lesson) -> None:
        self.classroom.show_lesson(lesson)

    def _on_wanted(self, name: str) -> None:
        if name.startswith("layout_"):
            self.choose_layout(LayoutChoice(name.removeprefix("layout_")))
        elif name == "reset_layout":
            self.reset_layout()
        elif name == "reduced_motion":
            self._reduce_motion(self.actions_by_name[name].isChecked())
        elif name == "full_screen":
            self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)
        elif name == "close":
            self.close()
        else:
            self.wanted.emit(name)

    def _on_aid_said(self, words: str) -> None:
        self.toasts.show(words)

    def _on_learned(self, words: str) -> None:
        if words:
            self.toasts.show(words, "Undo", self.model.undo)

    def _on_kind_chosen(self) -> None:
        self.show_wanted()

    def _on_layout_chosen(self, key: str) -> None:
        self.choose_layout(LayoutChoice(key))

    def _on_theme_clicked(self) -> None:
        is_dark = self.menu_row.is_dark
        self.theme_chosen.emit(ThemeChoice.LIGHT if is_dark else ThemeChoice.DARK)

    def _on_theme_triggered(self, action: QAction) -> None:
        self.theme_chosen.emit(ThemeChoice(action.data()))

    def _on_panel_wanted(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            panel = self.rooms.panels[action.data()]
            panel.show()
            panel.raise_()
            seen = [each for each in _stops(panel.body) if each.isVisible() and each.isEnabled()]
            first = next(iter(seen), panel.body)
            first.setFocus(Qt.FocusReason.ShortcutFocusReason)


def _stops(body: QWidget) -> list[QWidget]:
    """Where the Tab key stops in a body, in order."""
    given: list[QWidget] | None = getattr(body, "stops", None)
    if given is not None:
        return given
    takes = Qt.FocusPolicy.TabFocus
    return [each for each in body.findChildren(QWidget) if each.focusPolicy() & takes]
