"""A button that plays: it ticks until it is stopped."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal

from prefstudio.studio.icons import IconButton

REPLAY_MS = 200  # five answers a second


class ReplayButton(IconButton):
    """Shows what a press does: play, or pause."""

    ticked = Signal()

    def __init__(self, object_name: str) -> None:
        super().__init__("play", "Replay", object_name)
        self._clock = QTimer(self)
        self._clock.setInterval(REPLAY_MS)
        self._clock.timeout.connect(self.ticked)

    @property
    def is_playing(self) -> bool:
        """Whether it ticks."""
        return self._clock.isActive()

    def play(self) -> None:
        """Begin to tick."""
        self._clock.start()
        self.show_icon("pause")
        self.say("Pause the replay")

    def stop(self) -> None:
        """Tick no more."""
        if self.is_playing:
            self._clock.stop()
            self.show_icon("play")
            self.say("Replay")
