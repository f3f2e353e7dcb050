"""Garbage is collected in the window's thread only.

A reference cycle through a widget that is collected in another thread ends the process: the
widget is then destroyed where no widget may be touched.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

from prefstudio.studio.chores import Chore

INTERVAL_MS = 1000


class GarbageGuard(QObject):
    """Turns automatic collection off and collects by a timer of the thread that made it.

    What is there before the first window, modules above all, stays until the end and is looked
    through no more: a collection of everything would keep a click waiting for it.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._was_enabled = gc.isenabled()
        gc.disable()
        gc.freeze()
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(self._on_timeout)
        self._timer.start()

    def stop(self) -> None:
        """Leave collection as it was found."""
        self._timer.stop()
        gc.unfreeze()
        if self._was_enabled:
            gc.enable()

    def _on_timeout(self) -> None:
        # What a chore reads are facts by the million, which would be looked through each time.
        if Chore.n_running:
            return
        # The same rule as the automatic collection: a generation whose count is over its mark.
        for generation in (2, 1, 0):
            if gc.get_count()[generation] > gc.get_threshold()[generation] > 0:
                gc.collect(generation)
                return
