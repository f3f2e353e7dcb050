"""Dragging a slider of the model, and the slider of History through all answers."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

from PySide6.QtWidgets import QSlider

from prefstudio.studio.main_window import MainWindow
from tests.benchmarks.window.clock import ThreadClock
from tests.benchmarks.window.stage import (
    ALL_IN_SIGHT,
    Heart,
    PaintWatch,
    is_usable,
    staged,
    wait,
    wait_until,
)

SECONDS = 5.0
APART = 0.008  # seconds between two moves of a mouse


def dragging(study: Path) -> dict[str, float]:
    """Pictures a second while the reach of the features is turned, all panels in sight."""
    with staged(study) as window:
        _lay_out(window)
        rows = [row for row in window.rooms.model.rows if "length_scale" in row.key[0]]
        return _dragged(window, rows[0].slider, "dragging")


def scrubbing(study: Path) -> dict[str, float]:
    """Pictures a second while the moment is dragged through all answers."""
    with staged(study) as window:
        _lay_out(window)
        slider = window.rooms.history.slider
        wait_until(lambda: slider.maximum() > 0)
        return _dragged(window, slider, "scrubbing")


def _lay_out(window: MainWindow) -> None:
    wait_until(lambda: is_usable(window))
    window.area.arrange(ALL_IN_SIGHT)
    wait_until(window.is_idle)
    hidden = [name for name, panel in window.rooms.panels.items() if not panel.is_in_front]
    assert not hidden, f"not in sight: {hidden}"


def _dragged(window: MainWindow, slider: QSlider, name: str) -> dict[str, float]:
    """Move a handle to and fro as a hand does; then let go and wait until all is exact."""
    watch, heart = PaintWatch(window.rooms.utilities), Heart()
    views: list[object] = []
    window.model.view_changed.connect(views.append)
    slider.setSliderDown(True)
    heart.start()
    clock = ThreadClock()
    began, start = clock.now(), perf_counter()
    while (elapsed := perf_counter() - start) < SECONDS:
        share = abs(1.0 - (elapsed / SECONDS * 2.0) % 2.0)
        span = slider.maximum() - slider.minimum()
        slider.setSliderPosition(slider.minimum() + round((0.1 + 0.8 * share) * span))
        wait(APART)
    gaps, work = heart.stop(name), clock.now().since(began).work
    n_pictures, n_painted = len(views), watch.n_painted
    let_go = perf_counter()
    slider.setSliderDown(False)
    wait_until(lambda: _is_exact(window))
    exact_after = perf_counter() - let_go
    wait_until(window.is_idle)
    return {
        f"{name}: pictures a second": n_pictures / SECONDS,
        f"{name}: paintings a second": n_painted / SECONDS,
        f"{name}: work a picture": 1e3 * work / max(n_pictures, 1),
        **gaps,
        f"{name}: exact after": 1e3 * exact_after,
        f"{name}: all done after": 1e3 * (perf_counter() - let_go),
    }


def _is_exact(window: MainWindow) -> bool:
    """Whether what is drawn is of the exact posterior of a moment that stays."""
    scene = window.model.scene
    if scene.moment.is_fleeting or scene.belief is None or scene.view is None:
        return False
    return scene.belief.exact is not None and scene.view.posterior is scene.belief.exact
