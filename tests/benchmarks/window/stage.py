"""A real window without a screen, and a heart whose beats tell how long the window was busy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from time import perf_counter

import numpy as np
from PySide6.QtCore import QEvent, QEventLoop, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from prefstudio.studio.app import PROGRAM, Studio
from prefstudio.studio.layouts import PANELS, Arrangement, Cell, PanelColumn
from prefstudio.studio.main_window import MainWindow
from prefstudio.studio.record import open_for_window
from tests.benchmarks.window.clock import Instant, ThreadClock

SIZE = (1600, 1000)
LONGEST_WAIT = 120.0  # seconds until whoever waits gives up
ALL_IN_SIGHT = Arrangement(
    tuple(
        PanelColumn(530, tuple(Cell((name,), 300) for name in PANELS[start::3]))
        for start in range(3)
    )
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
        self._clock = ThreadClock()
        self._beats: list[Instant] = []
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(1)
        self._timer.timeout.connect(self._on_beat)

    def start(self) -> None:
        """Begin to listen."""
        self._beats = [self._clock.now()]
        self._timer.start()

    def stop(self, name: str) -> dict[str, float]:
        """The 99th percentile of the gaps between beats, and the worst, in milliseconds.

        Beside the gaps themselves: what they would have been had the window's thread always had
        a processor, and what that thread computed in them.
        """
        self._timer.stop()
        gaps = [later.since(earlier) for earlier, later in pairwise(self._beats)]
        wall = 1e3 * np.array([gap.wall for gap in gaps])
        unhindered = 1e3 * np.array([gap.unhindered for gap in gaps])
        return {
            f"{name}: p99 gap": float(np.percentile(wall, 99)),
            f"{name}: worst gap": float(wall.max()),
            f"{name}: worst gap, unhindered": float(unhindered.max()),
            f"{name}: most work in a gap": 1e3 * max(gap.work for gap in gaps),
        }

    def _on_beat(self) -> None:
        self._beats.append(self._clock.now())


class PaintWatch(QObject):
    """Tells when a widget was painted: in the turn of the event loop that follows."""

    painted = Signal()

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._after = QTimer(self)
        self._after.setSingleShot(True)
        self._after.setInterval(0)
        self._after.timeout.connect(self.painted)
        self._clock = ThreadClock()
        self.n_painted = 0
        self.painted.connect(self._on_painted)
        self.last = self._clock.now()
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint:
            self._after.start()
        return False

    def _on_painted(self) -> None:
        self.n_painted += 1
        self.last = self._clock.now()
