"""The studio window: panels, menus and pages around one study."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QVBoxLayout, QWidget

from prefstudio.studio.about_average import AboutAverage
from prefstudio.studio.actions import Actions
from prefstudio.studio.aids import Aids
from prefstudio.studio.announcements import Announcements
from prefstudio.studio.classroom.classroom_page import ClassroomPage
from prefstudio.studio.doings import Doings
from prefstudio.studio.drops import accept_files, dropped_paths
from prefstudio.studio.engine_thread import EngineThread
from prefstudio.studio.first_size import take_first_size, take_last_place
from prefstudio.studio.focus_path import FocusPath
from prefstudio.studio.item_adding import ItemAdding
from prefstudio.studio.layouts import LayoutChoice
from prefstudio.studio.menu_row import MenuRow
from prefstudio.studio.motion import Motion
from prefstudio.studio.pages import Pages
from prefstudio.studio.panel_area import PanelArea
from prefstudio.studio.panel_places import PanelPlaces
from prefstudio.studio.panels.message_panel import MessagePanel
from prefstudio.studio.panels_in_sight import PanelsInSight
from prefstudio.studio.patience import Patience
from prefstudio.studio.plan_wiring import PlanWiring
from prefstudio.studio.problem import Problem
from prefstudio.studio.progress_keeping import ProgressKeeping
from prefstudio.studio.recent_menu import RecentMenu
from prefstudio.studio.record import Opened
from prefstudio.studio.remembered import Remembered
from prefstudio.studio.rooms import PANEL_OF, Rooms
from prefstudio.studio.scale import scale_in_force
from prefstudio.studio.seat_asking import SeatAsking
from prefstudio.studio.status_row import StatusRow
from prefstudio.studio.studio_model import StudioModel
from prefstudio.studio.study_memory import StudyMemory
from prefstudio.studio.study_name import StudyName
from prefstudio.studio.table_following import TableFollowing
from prefstudio.studio.theme import Theme, ThemeChoice
from prefstudio.studio.toasts import Toasts
from prefstudio.studio.view_menu import ViewMenu
from prefstudio.studio.window_doings import WindowDoings
from prefstudio.studio.windows_menu import WindowsMenu
from prefstudio.studio.wiring import Wiring
from prefstudio.study.mailbox import Mailbox
from prefstudio.study.moment import Moment
from prefstudio.study.store import StudyFile


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
        self.memory = StudyMemory(self.remembered, self.place)
        self.is_closed = False
        mailbox = Mailbox()
        self.model = StudioModel(opened, mailbox, self)
        self.engine = EngineThread(mailbox, self)
        self.motion = Motion(self)
        self.rooms = Rooms(self)
        self.message = MessagePanel()
        self.menu_row = MenuRow()
        self.status_row = StatusRow()
        self.area = PanelArea(self.rooms.panels)
        self.toasts = Toasts(self)
        self.actions_by_name = Actions(self.menu_row.menus, self)
        self.places = PanelPlaces(self.area, self.memory)
        self.pages = Pages(self.model, self.rooms, self.area, self.places)
        self.focus_path = FocusPath(self.model, self.pages, self.area, self)
        self._is_dragged = False
        self._build()
        self._build_file_menu()
        view_menu = self.actions_by_name.menus["&View"]
        self.view_menu = ViewMenu(view_menu, self.rooms.panels, self)
        self.panel_actions = self.view_menu.panel_actions
        self.theme_actions = self.view_menu.theme_actions
        self.wiring = Wiring(self.model, self.rooms, self.motion, self)
        self.plan_wiring = PlanWiring(self.model, self.rooms, self)
        self.about_average = AboutAverage(self.model, self.actions_by_name["centred"], self)
        self.doings = Doings(self.actions_by_name, self.model, self.rooms, self.about_average, self)
        self.item_adding = ItemAdding(self.model, self)
        self.seat_asking = SeatAsking(self.model, self)
        self.aids = Aids(self.model, self.rooms, self.motion, self)
        dialogs = (self.item_adding, self.seat_asking, self.aids)
        self.window_doings = WindowDoings(
            self.actions_by_name, self.pages, self.plan_wiring, *dialogs, self
        )
        self.in_sight = PanelsInSight(self.model, self.rooms, self.area, self.places, self)
        clocks = (self.wiring, self.motion, self.area, self.in_sight)
        self.table_following = TableFollowing(self.aids.twin, self.model, self.rooms, *clocks)
        self.announcements = Announcements(self.model, self.message, self.toasts, self)
        self.study_name = StudyName(self.model, self.menu_row, self.rooms, self)
        self.patience = Patience(self.model, self.rooms, self)
        self.progress = ProgressKeeping(self.model, self.memory, self)
        if reason := self.model.record.read_only_words:
            self.rooms.tell("forbid", reason)
        self._connect()
        self._restore()

    @property
    def layout_choice(self) -> LayoutChoice:
        """The layout that is shown."""
        return self.pages.choice

    @property
    def classroom(self) -> ClassroomPage:
        """The page of the layout Classroom; built when it is first asked for."""
        return self.pages.classroom

    def start(self) -> None:
        """Begin to compute; the window opens with the first pictures, or soon without them."""
        self.keep_progress()
        self.patience.open_soon()
        self.engine.start()
        self.model.start()
        self.in_sight.build()  # while the engine thread already computes
        self.pages.take_focus()
        self.in_sight.show_wanted()

    def findChild(self, *asked: Any, **more: Any) -> Any:
        """A part of the window; one that scripts know by its name is built if it never was seen."""
        name = more.get("name", asked[1] if len(asked) > 1 else "")
        if name in PANEL_OF:
            self.rooms.panels[PANEL_OF[name]].build()
        return super().findChild(*asked, **more)

    def is_idle(self) -> bool:
        """Whether everything on screen is up to date and nothing moves."""
        is_drawn = self.model.scene.belief is not None and self.model.scene.view is not None
        is_drawn = is_drawn and not (self.wiring.is_telling or self.in_sight.is_building)
        return is_drawn and self.engine.is_idle and not self.motion.is_running

    def show_theme(self, theme: Theme, choice: ThemeChoice) -> None:
        """Draw in the colours of a theme."""
        self.menu_row.show_theme(theme)
        self.rooms.tell("show_theme", theme)
        self.pages.show_theme(theme)
        self.theme_actions[choice].setChecked(True)

    def show_problem(self, problem: Problem) -> None:
        """Say what went wrong; everything else stays as it is."""
        self.announcements.show_problem(problem)

    def keep_progress(self) -> None:
        """Remember how far the study has come, for the welcome page of any program."""
        self.progress.keep()

    def choose_layout(self, choice: LayoutChoice) -> None:
        """Arrange the window for something else."""
        self.pages.choose(choice)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        accept_files(event)

    def dropEvent(self, event: QDropEvent) -> None:
        if accept_files(event):
            self.dropped.emit(dropped_paths(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Esc that nobody else wants end the pencil, lead home, or from home out of a thought.

        Whoever holds it down on the way home stays in thought.
        """
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self.rooms.leave_pencil():  # whose hint says so, wherever the keys are
            self.pages.go_home()
        elif self.pages.is_home(QApplication.focusWidget() or self.focusWidget()):
            self.pages.take_focus()
            if not event.isAutoRepeat():
                self.actions_by_name["leave_what_if"].trigger()
        else:
            self.pages.go_home()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.patience.give_up()
        self.rooms.finish()
        self.is_closed = True
        self.seat_asking.stop()
        self.places.keep()
        self.remembered.geometry = self.saveGeometry()
        self.memory.chosen = {**self.wiring.chosen, **self.about_average.chosen}
        self.engine.stop()
        self.model.close()
        self.keep_progress()
        self.rooms.compare.close_media()
        super().closeEvent(event)
        self.closed.emit(self)

    def focusNextPrevChild(self, goes_on: bool) -> bool:
        """Qt asks for it when Tab is pressed, and when what has the focus is hidden or closed."""
        return self.focus_path.step(1 if goes_on else -1)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is not QEvent.Type.ActivationChange:
            return
        if self.isActiveWindow():
            self.focus_path.find()  # what had it may have gone while another window was in use
        elif not self.is_closed:
            self.keep_progress()  # whoever turns elsewhere may look at the welcome page

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.pages.fit()
        self.toasts.place()

    def _build(self) -> None:
        take_first_size(self)
        self.setMenuWidget(self.menu_row)
        self.setStatusBar(self.status_row)
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
        self.windows_menu = WindowsMenu(self.objectName(), file)
        file.insertMenu(self.actions_by_name["welcome"], self.windows_menu)

    def _connect(self) -> None:
        self.engine.result_ready.connect(self.model.take_result)
        self.engine.request_failed.connect(self.model.take_failure)
        self.engine.idled.connect(self._on_engine_idled)
        self.motion.finished.connect(self._on_engine_idled)
        self.wiring.told.connect(self._on_engine_idled)
        self.wiring.change_recorded.connect(self.announcements.say_done)
        self.model.moment_entered.connect(self._on_moment_entered)
        self.model.status_changed.connect(self.status_row.show_status)
        self.in_sight.came_to_rest.connect(self._on_engine_idled)
        self.pages.classroom_built.connect(self.aids.attend)
        self.pages.lesson_wanted.connect(self._on_lesson_wanted)
        self.pages.layout_chosen.connect(self._on_layout_chosen)
        self.doings.wanted.connect(self.window_doings.do)
        self.window_doings.motion_reduced.connect(self._reduce_motion)
        self.window_doings.theme_toggled.connect(self._on_theme_clicked)
        self.window_doings.wanted.connect(self.wanted)
        self.announcements.attend(self.aids, self.plan_wiring, self.item_adding, self.seat_asking)
        self.actions_by_name["now"].triggered.connect(self._on_now_wanted)
        self.menu_row.layouts.chosen.connect(self.pages.choose)
        self.menu_row.theme_button.clicked.connect(self._on_theme_clicked)
        self.view_menu.theme_chosen.connect(self.theme_chosen)
        for asked in (self.view_menu.panel_wanted, self.doings.panel_wanted):
            asked.connect(self._on_panel_wanted)

    def _on_panel_wanted(self, name: str) -> None:
        if self.pages.is_classroom:  # which has no panels
            self.choose_layout(LayoutChoice.EXPLORE)
        self.in_sight.reveal(name)

    def _restore(self) -> None:
        take_last_place(self, self.remembered.geometry)
        self.status_row.show_scale(scale_in_force())
        self._reduce_motion(self.remembered.is_motion_reduced)
        self.actions_by_name["reduced_motion"].setChecked(self.motion.is_reduced)
        self.places.lay_out(self)
        chosen = self.memory.chosen
        self.about_average.choose_again(chosen)
        self.choose_layout(self.memory.layout)
        self.wiring.choose(chosen)

    def _reduce_motion(self, is_reduced: bool) -> None:
        self.motion.is_reduced = self.remembered.is_motion_reduced = is_reduced
        self.rooms.tell("reduce_motion", is_reduced)

    def _on_engine_idled(self) -> None:
        if self.is_idle():
            self.engine_idle.emit()

    def _on_now_wanted(self) -> None:
        self.pages.take_focus()

    def _on_moment_entered(self, moment: Moment) -> None:
        is_dragged_on = moment.is_fleeting and self._is_dragged
        self._is_dragged = moment.is_fleeting
        if not is_dragged_on:  # from picture to picture nothing else becomes possible
            self.study_name.show()
            self.doings.show_possible()

    def _on_lesson_wanted(self) -> None:
        self.wanted.emit("teach")

    def _on_layout_chosen(self, choice: LayoutChoice) -> None:
        self.memory.layout = choice
        self.menu_row.layouts.choose(choice.value)
        self.actions_by_name[f"layout_{choice}"].setChecked(True)
        self.about_average.show_in(self.pages.is_classroom)
        self.in_sight.show_wanted()
        self.doings.show_possible()

    def _on_theme_clicked(self) -> None:
        is_dark = self.menu_row.is_dark
        self.theme_chosen.emit(ThemeChoice.LIGHT if is_dark else ThemeChoice.DARK)
