"""What concerns files and the program: making, opening, copying, exporting, scale."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMessageBox, QWidget

from prefstudio import __version__
from prefstudio.studio.chore_dialog import ChoreDialog
from prefstudio.studio.copy_saving import CopySaving
from prefstudio.studio.export_dialog import ExportDialog, Exported, ExportWork
from prefstudio.studio.file_names import file_name
from prefstudio.studio.help.help_window import HelpWindow
from prefstudio.studio.help.pages import FIRST
from prefstudio.studio.layouts import LayoutChoice
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.new_study.new_study_dialog import NewStudyDialog
from prefstudio.studio.opening import Opening
from prefstudio.studio.placed_dialog import PlacedDialog
from prefstudio.studio.remembered import Remembered
from prefstudio.studio.resizing import Resizing
from prefstudio.studio.welcome.welcome_window import WelcomeWindow
from prefstudio.study.samples import sample_of

STUDY_FILES = "PrefStudio studies (*.prefstudio)"
ABOUT = (
    f"PrefStudio {__version__}\n\nA few answers, a whole ranking.\n\n"
    "BSD-3-Clause. Inter and DejaVu fonts, Phosphor icons, Qt, pyqtgraph, numpy, scipy and "
    "networkx under their own licences."
)


class WrittenFolder(QObject):
    """A folder that a toast of a window offers to open."""

    def __init__(self, folder: Path, window: QWidget) -> None:
        super().__init__(window)
        self._folder = folder

    def open(self) -> None:
        """Show it in the system's window for files."""
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._folder)))


class Paperwork(QObject):
    """Does what a window asks of the program; dialogs are opened, never waited for."""

    study_opened = Signal(object)  # Opened
    welcome_wanted = Signal()
    quit_wanted = Signal()
    came_to_rest = Signal()  # no study is being opened any more, or no copy written
    problem_lost = Signal(object)  # Problem, of which no window was told

    def __init__(self, remembered: Remembered, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._remembered = remembered
        self.opening = Opening(remembered, self)
        self.opening.study_opened.connect(self.study_opened)
        self.opening.came_to_rest.connect(self.came_to_rest)
        self.opening.lost.connect(self.problem_lost)
        self._resizing = Resizing(remembered, self)
        self._help_window: HelpWindow | None = None
        self._copies = CopySaving(self)
        self._copies.saved.connect(self._on_saved)
        self._copies.lost.connect(self.problem_lost)
        self._copies.came_to_rest.connect(self.came_to_rest)
        self._table: dict[str, Callable[[], None]] = {
            "new_study": self._new_study,
            "open": self._open,
            "open_folder": self._open_folder,
            "welcome": self.welcome_wanted.emit,
            "quit": self.quit_wanted.emit,
            "teach": self._teach,
            "about": self._about,
            "help": self._help,
            "find_command": self._find_command,
            "save_copy": self._save_copy,
            "keep_fork": self._save_copy,
            "export": self._export,
            "start_over": self._start_over,
            "larger": self._larger,
            "smaller": self._smaller,
            "normal_size": self._normal_size,
        }

    @property
    def is_busy(self) -> bool:
        """Whether something is being opened, or a copy written."""
        return self.opening.is_busy or self._copies.is_busy

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
        window.closed.connect(self._on_closed)

    def stop(self) -> None:
        """Wait for what is still being opened or written."""
        self.opening.stop()
        self._copies.finish()
        if self._help_window is not None:
            self._help_window.close()
            self._help_window.deleteLater()
            self._help_window = None

    @property
    def names(self) -> frozenset[str]:
        """What it does, by the names of actions."""
        return frozenset(self._table)

    @property
    def _asked_by(self) -> QWidget | None:
        return self.opening.asked_by

    @_asked_by.setter
    def _asked_by(self, window: QWidget | None) -> None:
        self.opening.asked_by = window

    def do(self, name: str, window: QWidget) -> None:
        """Do what an action of a window asks for."""
        self._asked_by = window
        self._table[name]()

    def open_sample(self, name: str) -> None:
        """Open the user's own copy of a sample."""
        self.opening.open_sample(name)

    def _on_dropped(self, paths: list[Path]) -> None:
        """Open studies that were dropped; of anything else a new one is made."""
        self._remember_sender()
        others = self.opening.open_studies(paths)
        if others:
            self._make_of(others)

    def _new_study(self) -> None:
        self._make_of(())

    def _make_of(self, paths: Sequence[Path]) -> None:
        dialog = NewStudyDialog(paths, self._asked_by)
        dialog.study_made.connect(self._on_study_wanted)
        self._open_dialog(dialog)

    def _export(self) -> None:
        window = self._asked_by
        if not isinstance(window, MainWindow):
            return
        record = window.model.record
        work = ExportWork(record.state.founding, tuple(record.events), record.media.read)
        above = Path.home() if record.is_sample else window.place.resolve().parent
        folder = above / f"{window.place.stem} export"
        dialog = ExportDialog(work, folder, window)
        dialog.exported.connect(self._on_exported)
        self._open_dialog(dialog)

    def _open_dialog(self, dialog: ChoreDialog) -> None:
        """Open a dialog that goes with the window that asked: its thread must not outlive it."""
        window = dialog.parentWidget()
        if isinstance(window, (MainWindow, WelcomeWindow)):
            window.closed.connect(dialog.leave)
        dialog.open()

    def _on_exported(self, exported: Exported) -> None:
        self._remember_sender()
        window = self._asked_by
        if isinstance(window, MainWindow):
            files = f"{exported.n_files:,} file{'' if exported.n_files == 1 else 's'}"
            words = f"Exported {files} to {exported.folder.name}"
            folder = WrittenFolder(exported.folder, window)
            window.toasts.show(words, "Open the folder", folder.open)

    def _on_sample_opened(self, name: str) -> None:
        self._remember_sender()
        self.open_sample(name)

    def _on_study_wanted(self, path: Path) -> None:
        self._remember_sender()
        self.opening.open_path(path)

    def _on_wanted(self, name: str) -> None:
        self._remember_sender()
        self._table[name]()

    def _remember_sender(self) -> None:
        """Note which window asks, be it by a dialog that it opened."""
        sender = self.sender()
        if isinstance(sender, QWidget):
            window = sender.parentWidget() or sender
            is_closed = isinstance(window, MainWindow) and window.is_closed
            self._asked_by = None if is_closed else window

    def _on_closed(self, window: MainWindow) -> None:
        if self._asked_by is window:
            self._asked_by = None

    def _open(self) -> None:
        dialog = PlacedDialog(self._asked_by, "Open a study", self._first_folder)
        dialog.setNameFilters([STUDY_FILES, "Folders and all files (*)"])
        dialog.fileSelected.connect(self._on_file_chosen)
        dialog.open()

    def _open_folder(self) -> None:
        dialog = PlacedDialog(self._asked_by, "Open a folder", self._first_folder)
        dialog.setFileMode(PlacedDialog.FileMode.Directory)
        dialog.setOption(PlacedDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(self._on_file_chosen)
        dialog.open()

    @property
    def _first_folder(self) -> Path:
        """Where a dialog begins if no file was chosen before."""
        window = self._asked_by
        return window.model.record.folder if isinstance(window, MainWindow) else Path.home()

    def _on_file_chosen(self, path: str) -> None:
        self._remember_sender()
        chosen = Path(path)
        # Any file of a study in plain text stands for its folder.
        is_part = chosen.is_file() and chosen.name in ("items.csv", "study.toml")
        self.opening.open_path(chosen.parent if is_part else chosen)

    def _teach(self) -> None:
        self.opening.open_sample("six-papers", LayoutChoice.CLASSROOM)

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
        elif isinstance(window, WelcomeWindow):
            window.find_command()

    def _save_copy(self) -> None:
        window = self._asked_by
        if isinstance(window, MainWindow):
            dialog = PlacedDialog(window, "Save a copy", window.model.record.folder)
            dialog.setAcceptMode(PlacedDialog.AcceptMode.AcceptSave)
            dialog.setDefaultSuffix("prefstudio")
            dialog.setNameFilter(STUDY_FILES)
            # No study is written over, so that there is nothing to confirm.
            dialog.setOption(PlacedDialog.Option.DontConfirmOverwrite)
            dialog.selectFile(file_name(window.model.record.title, "(copy)", "prefstudio"))
            dialog.fileSelected.connect(self._on_copy_named)
            dialog.open()

    def _on_copy_named(self, path: str) -> None:
        self._remember_sender()
        if isinstance(self._asked_by, MainWindow):
            self._copies.start(self._asked_by, Path(path))

    def _on_saved(self, path: Path) -> None:
        self._remembered.add_recent(path.resolve())

    def _start_over(self) -> None:
        window = self._asked_by
        name = sample_of(window.place) if isinstance(window, MainWindow) else None
        if name is not None and isinstance(window, MainWindow):
            self.opening.start_over(name, window)

    def _larger(self) -> None:
        self._resize(1)

    def _smaller(self) -> None:
        self._resize(-1)

    def _normal_size(self) -> None:
        self._resize(0)

    def _resize(self, steps: int) -> None:
        if isinstance(self._asked_by, MainWindow):
            self._resizing.step(steps, self._asked_by)
