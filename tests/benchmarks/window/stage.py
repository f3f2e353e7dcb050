"""A real window without a screen, and a heart whose beats tell how long the window was busy."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

import numpy as np
from PySide6.QtCore import QEvent, QEventLoop, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from prefstudio.studio.app import PROGRAM, Studio
from prefstudio.studio.layouts import PANELS, Arrangement, Cell, Column
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.record import open_for_window

SIZE = (1600, 1000)
LONGEST_WAIT = 120.0  # seconds until whoever waits gives up
ALL_IN_SIGHT = Arrangement(
    tuple(Column(530, tuple(Cell((name,), 300) for name in PANELS[start::3])) for start in range(3))
)


@contextmanager
def staged(study: Path) -> Iterator[MainWindow]:
    """The window on a study, closed at the end."""
    application = QApplication.instance() or QApplication([PROGRAM])
    assert isinstance(application, QApplication)
    studio = Studio(application)
    try:
        window = studio.open_study(open_for_window(study))
        window.resize(*SIZE)
        yield window
    finally:
        studio.stop()


def wait_until(is_met: Callable[[], bool]) -> float:
    """Let the window work until something holds; the seconds that took."""
    start, loop, looking = perf_counter(), QEventLoop(), QTimer()

    def look() -> None:
        if is_met() or perf_counter() - start > LONGEST_WAIT:
            loop.quit()

    looking.setTimerType(Qt.TimerType.PreciseTimer)
    looking.timeout.connect(look)
    looking.start(1)
    loop.exec()
    looking.stop()
    if not is_met():
        raise TimeoutError(f"not so after {LONGEST_WAIT:.0f} s")
    return perf_counter() - start


def wait(seconds: float) -> None:
    """Let the window work for some time."""
    until = perf_counter() + seconds
    wait_until(lambda: perf_counter() >= until)


def is_usable(window: MainWindow) -> bool:
    """Whether a person could answer."""
    return window.isVisible() and window.model.asking.trial is not None


class Heart(QObject):
    """Beats every millisecond as long as the event loop turns."""

    def __init__(self) -> None:
        super().__init__()
        self._beats: list[float] = []
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(1)
        self._timer.timeout.connect(self._on_beat)

    def start(self) -> None:
        """Begin to listen."""
        self._beats = [perf_counter()]
        self._timer.start()

    def stop(self) -> tuple[float, float]:
        """The 99th percentile of the gaps between beats, and the worst, in milliseconds."""
        self._timer.stop()
        gaps = 1e3 * np.diff(self._beats)
        return float(np.percentile(gaps, 99)), float(gaps.max())

    def _on_beat(self) -> None:
        self._beats.append(perf_counter())


class PaintWatch(QObject):
    """Tells when a widget was painted: in the turn of the event loop that follows."""

    painted = Signal()

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._after = QTimer(self)
        self._after.setSingleShot(True)
        self._after.setInterval(0)
        self._after.timeout.connect(self.painted)
        self.n_painted = 0
        self.painted.connect(self._on_painted)
        self.last = math.nan
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint:
            self._after.start()
        return False

    def _on_painted(self) -> None:
        self.n_painted += 1
        self.last = perf_counter()
