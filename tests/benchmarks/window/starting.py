"""From the first instruction of a fresh process to a window that takes an answer."""

from __future__ import annotations

from pathlib import Path
from time import time


def starting(study: Path, began: float) -> dict[str, float]:
    """Milliseconds since `began`, by the clock of the wall, until the first pair is painted."""
    from prefstudio.__main__ import main
    from prefstudio.studio.app import Studio

    found: dict[str, float] = {}
    open_study = Studio.open_study

    def watched(studio: Studio, *opened: object) -> object:
        from PySide6.QtWidgets import QApplication

        from tests.benchmarks.window.stage import PaintWatch, is_usable

        window = open_study(studio, *opened)  # type: ignore[arg-type]

        def look() -> None:
            if is_usable(window) and "start to usable" not in found:
                found["start to usable"] = 1e3 * (time() - began)
                application = QApplication.instance()
                assert application is not None
                application.exit(0)

        PaintWatch(window.rooms.compare.card_a).painted.connect(look)
        return window

    Studio.open_study = watched  # type: ignore[method-assign, assignment]
    main([str(study)])
    return found
