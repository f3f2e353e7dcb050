"""What concerns files and the program: making, opening, copying, exporting, scale."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QWidget

from prefstudio import __version__
from prefstudio.engine.control import Control
from prefstudio.studio.chores import Chores
from prefstudio.studio.drops import is_study
from prefstudio.studio.export_dialog import ExportDialog, Exported, ExportWork
from prefstudio.studio.help.help_window import HelpWindow
from prefstudio.studio.help.pages import FIRST
from prefstudio.studio.layouts import LayoutChoice
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.new_study.new_study_dialog import NewStudyDialog
from prefstudio.studio.problem import problem_of
from prefstudio.studio.record import Record, open_for_window
from prefstudio.studio.remembered import LARGEST_SCALE, Remembered
from prefstudio.studio.study_memory import StudyMemory
from prefstudio.studio.welcome.welcome_window import WelcomeWindow
from prefstudio.study.errors import StudyError
from prefstudio.study.samples import fresh_copy, opened_copy, sample_of
from prefstudio.study.store import DamagedStudyError
from prefstudio.study.store.copying import write_copy

STUDY_FILES = "PrefStudio studies (*.prefstudio)"
SCALE_STEP = 25
SLOW_BYTES = 1_000_000  # a study of this size may take a tenth of a second to open
SAID_FIRST = 30  # ms in which "Opening…" is drawn
ABOUT = (
    f"PrefStudio {__version__}\n\nA few answers, a whole ranking.\n\n"
    "BSD-3-Clause. Inter and DejaVu fonts, Phosphor icons, Qt, pyqtgraph, numpy, scipy and "
    "networkx under their own licences."
)


@dataclass(frozen=True, slots=True, eq=False)
class Copying:
    """Writes a copy of what a record holds at one moment."""

    record: Record
    path: Path

    def __call__(self, control: Control) -> Path:
        record = self.record
        write_copy(self.path, record.state.founding, tuple(record.events), record.media.read)
        return self.path


class Paperwork(QObject):
    """Does what concerns files and the program; dialogs are opened, never waited for."""

    study_opened = Signal(object)  # Opened
    welcome_wanted = Signal()

    def __init__(self, remembered: Remembered, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._remembered = remembered
        self._asked_by: QWidget | None = None
        self._help_window: HelpWindow | None = None
        self._waiting: list[Path] = []
        self._shown_folder = self._rescued = Path()
        self._chores = Chores(self)
        self._chores.done.connect(self._on_copied)
        self._chores.failed.connect(self._say)
        self._table: dict[str, Callable[[], None]] = {
            "new_study": self._new_study,
            "open": self._open,
            "welcome": self.welcome_wanted.emit,
            "teach": self._teach,
            "about": self._about,
            "help": self._help,
            "find_command": self._find_command,
            "table_twin": self._table_twin,
            "save_copy": self._save_copy,
            "keep_fork": self._save_copy,
            "export": self._export,
            "start_over": self._start_over,
            "larger": self._larger,
            "smaller": self._smaller,
            "normal_size": self._normal_size,
        }

    def serve(self, welcome: WelcomeWindow) -> None:
        """Do what is asked for on the welcome page."""
        welcome.sample_opened.connect(self._on_sample_opened)
        welcome.study_wanted.connect(self._on_study_wanted)
        welcome.wanted.connect(self._on_wanted)
        welcome.dropped.connect(self._on_dropped)

    def attend(self, window: MainWindow) -> None:
        """Do what a study's window asks for besides its actions."""
        window.study_wanted.connect(self._on_study_wanted)
        window.dropped.connect(self._on_dropped)

    def stop(self) -> None:
        """Wait for what is still being written."""
        self._chores.stop()
        if self._help_window is not None:
            self._help_window.close()
            self._help_window.deleteLater()
            self._help_window = None

    def do(self, name: str, window: QWidget) -> None:
        """Do what an action of a window asks for."""
        self._asked_by = window
        self._table[name]()

    def open_path(self, path: Path) -> None:
        """Open a study in a window, or say why not; one that is open is brought to the front."""
        window = _window_of(path)
        if window is not None:
            window.show()
            window.raise_()
            window.activateWindow()
        elif _is_slow(path) and isinstance(self._asked_by, (MainWindow, WelcomeWindow)):
            self._waiting.append(path)
            self._asked_by.toasts.show(f"Opening {path.stem}…")
            QTimer.singleShot(SAID_FIRST, self._open_waiting)
        else:
            self._open_now(path)

    def take_dropped(self, paths: Sequence[Path]) -> None:
        """Open studies that were dropped; of anything else a new one is made."""
        studies = [path for path in paths if is_study(path)]
        others = [path for path in paths if path not in studies]
        for path in studies:
            self.open_path(path)
        if others:
            self._make_of(others)

    def _open_waiting(self) -> None:
        while self._waiting:
            self._open_now(self._waiting.pop(0))

    def _open_now(self, path: Path) -> None:
        try:
            opened = open_for_window(path)
        except (StudyError, OSError) as error:
            self._say(error, path)
            return
        self._remembered.add_recent(path.resolve())
        self.study_opened.emit(opened)

    def open_sample(self, name: str, layout: LayoutChoice | None = None) -> None:
        """Open the user's own copy of a sample, as it was left or in another layout."""
        try:
            path = opened_copy(name)
        except (StudyError, OSError) as error:
            self._say(error)
            return
        if layout is not None:
            StudyMemory(self._remembered, path).layout = layout
        self.open_path(path)

    def _say(self, error: Exception, path: Path | None = None) -> None:
        if not isinstance(self._asked_by, (MainWindow, WelcomeWindow)):
            return
        rescued = None if path is None else _rescued_copy(path)
        if isinstance(error, DamagedStudyError) and rescued is not None:
            self._rescued = rescued
            words = "Open the rescued copy"
            self._asked_by.message.show_problem(problem_of(error), words, self._open_rescued)
        else:
            self._asked_by.show_problem(problem_of(error))

    def _open_rescued(self) -> None:
        self.open_path(self._rescued)

    def _on_dropped(self, paths: list[Path]) -> None:
        self._remember_sender()
        self.take_dropped(paths)

    def _new_study(self) -> None:
        self._make_of(())

    def _make_of(self, paths: Sequence[Path]) -> None:
        dialog = NewStudyDialog(paths, self._asked_by)
        dialog.study_made.connect(self.open_path)
        dialog.open()

    def _export(self) -> None:
        window = self._asked_by
        if not isinstance(window, MainWindow):
            return
        record = window.model.record
        work = ExportWork(record.state.founding, tuple(record.events), record.media.read)
        place = record.state.study.folder if record.file is None else record.file.path
        above = Path.home() if record.is_sample else place.resolve().parent
        folder = above / f"{place.stem} export"
        dialog = ExportDialog(work, folder, window)
        dialog.exported.connect(self._on_exported)
        dialog.open()

    def _on_exported(self, exported: Exported) -> None:
        window = self._asked_by
        self._shown_folder = exported.folder
        if isinstance(window, MainWindow):
            files = f"{exported.n_files:,} file{'' if exported.n_files == 1 else 's'}"
            words = f"Exported {files} to {exported.folder.name}"
            window.toasts.show(words, "Open the folder", self._open_folder)

    def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._shown_folder)))

    def _on_sample_opened(self, name: str) -> None:
        self._remember_sender()
        self.open_sample(name)

    def _on_study_wanted(self, path: Path) -> None:
        self._remember_sender()
        self.open_path(path)

    def _on_wanted(self, name: str) -> None:
        self._remember_sender()
        self._table[name]()

    def _remember_sender(self) -> None:
        sender = self.sender()
        if isinstance(sender, QWidget):
            self._asked_by = sender

    def _open(self) -> None:
        dialog = QFileDialog(self._asked_by, "Open a study")
        dialog.setNameFilters([STUDY_FILES, "Folders and all files (*)"])
        dialog.fileSelected.connect(self._on_file_chosen)
        dialog.open()

    def _on_file_chosen(self, path: str) -> None:
        chosen = Path(path)
        # Any file of a study in plain text stands for its folder.
        is_part = chosen.is_file() and chosen.name in ("items.csv", "study.toml")
        self.open_path(chosen.parent if is_part else chosen)

    def _teach(self) -> None:
        self.open_sample("six-papers", LayoutChoice.CLASSROOM)

    def _about(self) -> None:
        box = QMessageBox(QMessageBox.Icon.NoIcon, "About PrefStudio", ABOUT, parent=self._asked_by)
        box.open()

    def _help(self) -> None:
        window = self._asked_by
        page = window.aids.help_page() if isinstance(window, MainWindow) else FIRST
        if self._help_window is None:
            self._help_window = HelpWindow()
        self._help_window.open_page(page)

    def _find_command(self) -> None:
        window = self._asked_by
        if isinstance(window, MainWindow):
            panels, themes = window.panel_actions.values(), window.theme_actions.values()
            window.aids.find_command(window.actions_by_name, list(panels), list(themes))

    def _table_twin(self) -> None:
        if isinstance(self._asked_by, MainWindow):
            self._asked_by.aids.show_table()

    def _save_copy(self) -> None:
        window = self._asked_by
        if isinstance(window, MainWindow):
            dialog = QFileDialog(window, "Save a copy")
            dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
            dialog.setDefaultSuffix("prefstudio")
            dialog.setNameFilter(STUDY_FILES)
            # No study is written over, so that there is nothing to confirm.
            dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
            dialog.selectFile(f"{window.model.record.title} (copy).prefstudio")
            dialog.fileSelected.connect(self._on_copy_named)
            dialog.open()

    def _on_copy_named(self, path: str) -> None:
        window = self._asked_by
        if isinstance(window, MainWindow):
            self._chores.start(Copying(window.model.record, Path(path)))

    def _on_copied(self, path: Path) -> None:
        self._remembered.add_recent(path.resolve())
        if isinstance(self._asked_by, MainWindow):
            self._asked_by.toasts.show(f"Saved as {path.name}")

    def _start_over(self) -> None:
        window = self._asked_by
        file = window.model.record.file if isinstance(window, MainWindow) else None
        name = None if file is None else sample_of(file.path)
        if name is None or not isinstance(window, MainWindow):
            return
        window.close()
        self._asked_by = None
        self.open_path(fresh_copy(name))

    def _larger(self) -> None:
        self._scale(self._remembered.scale + SCALE_STEP)

    def _smaller(self) -> None:
        self._scale(self._remembered.scale - SCALE_STEP)

    def _normal_size(self) -> None:
        self._scale(100)

    def _scale(self, percent: int) -> None:
        """Remember another size; Qt takes it when the program starts."""
        self._remembered.scale = min(max(percent, 100), LARGEST_SCALE)
        window = self._asked_by
        if isinstance(window, MainWindow):
            words = f"Size {self._remembered.scale} %, when PrefStudio is opened again"
            window.toasts.show(words, "Open again", self._relaunch)

    def _relaunch(self) -> None:
        """Start the program once more on the same study, and close this window."""
        window = self._asked_by
        if not isinstance(window, MainWindow):
            return
        file = window.model.record.file
        place = window.model.state.study.folder if file is None else file.path
        window.close()
        QProcess.startDetached(sys.executable, ["-m", "prefstudio", str(place)])


def _window_of(path: Path) -> MainWindow | None:
    """The window that shows a study already."""
    wanted = Path(os.path.realpath(path))
    for window in QApplication.topLevelWidgets():
        if not isinstance(window, MainWindow) or window.is_closed:
            continue
        if Path(os.path.realpath(window.place)) == wanted:
            return window
    return None


def _is_slow(path: Path) -> bool:
    """Whether it may take a moment to open a study."""
    parts = path.glob("*.csv") if path.is_dir() else [path]
    return sum(part.stat().st_size for part in parts if part.is_file()) >= SLOW_BYTES


def _rescued_copy(path: Path) -> Path | None:
    """The newest rescue copy beside a damaged file."""
    beside = path.resolve()
    copies = [
        each for each in beside.parent.iterdir() if each.name.startswith(f"{beside.stem} (rescued")
    ]
    return max(copies, key=lambda each: each.stat().st_mtime, default=None)
