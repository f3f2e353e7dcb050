"""A large table in the dialog for a new study: read, changed, stopped, read again, made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from prefstudio.studio.app import PROGRAM, Studio
from prefstudio.studio.new_study.new_study_dialog import NewStudyDialog
from tests.benchmarks.window.memory import peak_megabytes
from tests.benchmarks.window.stage import Heart, wait, wait_until

MOST_ITEMS = 5_000  # of a study that can be made
A_WHILE = 1.5  # seconds in which what was read is let go of and garbage is collected


def importing(table: Path) -> dict[str, float]:
    """Gaps in the window's event loop while a person looks at a table and makes a study of it."""
    with _opened_dialog() as dialog:
        found = _watched(dialog, "reading", lambda: dialog.take([table]))
        assert dialog.found is not None, "the table was not read"
        n_items, columns = dialog.found.summary.items, dialog.found.summary.columns
        fewer = replace(dialog.draft, dropped=frozenset(columns[-1:]))
        found |= _watched(
            dialog, "another choice", lambda: dialog.choices.draft_changed.emit(fewer)
        )
        dialog.look_again()
        wait(A_WHILE)
        found |= _watched(dialog, "stopping", dialog.chores.cancel)
        if n_items <= MOST_ITEMS:
            dialog.look_again()
            wait_until(lambda: not dialog.chores.is_busy)
            path = dialog.place.path
            found |= _watched(dialog, "making", dialog.make)
            assert path.exists(), "the study was not made"
        return found | {"memory at its peak": peak_megabytes()}


@contextmanager
def _opened_dialog() -> Iterator[NewStudyDialog]:
    application = QApplication.instance() or QApplication([PROGRAM])
    assert isinstance(application, QApplication)
    studio = Studio(application)
    try:
        dialog = NewStudyDialog((), studio.show_welcome())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        dialog.open()
        wait(A_WHILE)
        yield dialog
        dialog.reject()
    finally:
        studio.stop()


def _watched(dialog: NewStudyDialog, name: str, do: Callable[[], object]) -> dict[str, float]:
    """Do something, and listen until it is done and what it left is gone."""
    heart, start = Heart(), perf_counter()
    heart.start()
    do()
    wait_until(lambda: not dialog.chores.is_busy)
    seconds = perf_counter() - start
    wait(A_WHILE)
    return {f"{name}: seconds": seconds, **heart.stop(name)}
