"""Plays the two sounds of a pair; what it tells is how far it is and how they were heard."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from prefstudio.studio.media.decoding import SoundPart, decoded
from prefstudio.studio.media.media_source import MediaSource
from prefstudio.studio.media.mixer import Frames, Heard, Mixer
from prefstudio.studio.media.outlet import Outlet, SoundCard
from prefstudio.studio.media.workshop import Piece, Workshop
from prefstudio.study.settings import AudioSettings

TICK_MS = 50
SILENT_RATE = 48_000  # at which sounds are decoded where there is no device
NAMES = ("a", "b")
_NOTHING: Frames = np.zeros((0, 2), dtype=np.float32)


@dataclass(frozen=True, slots=True)
class Playing:
    """What a card shows of its sounds; A first.

    Attributes
    ----------
    heard
        Which one is heard: 0 is A, 1 is B; None is silence.
    position_s, lengths_s
        Where both are, and how long each is; 0 until it is decoded.
    problems
        Why a sound cannot be played; empty when it can.
    no_device
        Why none can; empty when there is a device.
    """

    heard: int | None = None
    position_s: float = 0.0
    lengths_s: tuple[float, float] = (0.0, 0.0)
    problems: tuple[str, str] = ("", "")
    no_device: str = ""

    def can_hear(self, which: int) -> bool:
        """Whether one of them can be played."""
        return self.lengths_s[which] > 0.0 and not self.no_device


class Player(QObject):
    """Decodes in a thread of its own, plays in another; A and B start and go on together."""

    changed = Signal(object)  # Playing

    def __init__(self, parent: QObject | None = None, outlet: Outlet | None = None) -> None:
        super().__init__(parent)
        self._outlet = outlet or SoundCard()
        self._outlet.setParent(self)
        self._workshop = Workshop(self)
        self._clock = QTimer(self)
        self._clock.setInterval(TICK_MS)
        self._mixer: Mixer | None = None
        self._source: MediaSource | None = None
        self._parts: tuple[SoundPart, SoundPart] | None = None
        self._audio = AudioSettings()
        self._sounds: list[Frames | None] = [None, None]
        self._problems = ["", ""]
        self._no_device = ""
        self._n_underruns = 0
        self._last = 0  # which sound was heard last
        self._outlet.opened.connect(self._on_opened)
        self._outlet.failed.connect(self._on_failed)
        self._outlet.underran.connect(self._on_underran)
        self._workshop.done.connect(self._on_decoded)
        self._clock.timeout.connect(self._tell)

    @property
    def playing(self) -> Playing:
        """How far it is."""
        mixer = self._mixer
        if mixer is None or not self._is_decoded:
            return Playing(problems=self._both_problems(), no_device=self._no_device)
        return Playing(
            mixer.playing,
            mixer.position / mixer.rate,
            self._lengths(mixer.rate),
            self._both_problems(),
            self._no_device,
        )

    @property
    def heard(self) -> Heard:
        """How the pair was heard so far."""
        return Heard() if self._mixer is None else self._mixer.heard

    @property
    def n_underruns(self) -> int:
        """How often the device ran dry while the pair was heard."""
        return self._n_underruns

    def load(
        self, source: MediaSource, first: SoundPart, second: SoundPart, audio: AudioSettings
    ) -> None:
        """Take another pair; it can be heard once both sounds are decoded."""
        self.pause()
        self._source, self._parts, self._audio = source, (first, second), audio
        self._n_underruns, self._last = 0, 0
        self._sounds, self._problems = [None, None], ["", ""]
        if self._mixer is None or self._no_device:
            self.try_again()
        else:
            self._decode()

    def unload(self) -> None:
        """Fall silent; there is no sound in what is shown."""
        self.pause()
        self._workshop.begin_order()
        self._parts, self._sounds, self._problems = None, [None, None], ["", ""]
        self._tell()

    def try_again(self) -> None:
        """Look for a device once more."""
        self._no_device = ""
        self._outlet.open()

    def play(self, which: int) -> None:
        """Hear one of the two, from where both are."""
        if self._mixer is not None and self.playing.can_hear(which):
            self._mixer.play(which)
            self._clock.start()
            self._tell()

    def pause(self) -> None:
        """Fall silent and stay."""
        if self._mixer is not None and self._mixer.playing is not None:
            self._mixer.pause()
            self._tell()

    def toggle(self) -> None:
        """Pause, or go on with the sound that was heard last."""
        if self.playing.heard is not None:
            self.pause()
        else:
            self.play(self._last)

    def switch(self) -> None:
        """Hear the other one, at the same sample."""
        self.play(1 - self._last)

    def seek(self, share: float) -> None:
        """Go to a share of the longer sound, with both."""
        if self._mixer is not None:
            self._mixer.seek(round(share * self._mixer.n_frames))
            self._tell()

    def close(self) -> None:
        """Let go of the device and of every thread."""
        self._clock.stop()
        self._workshop.close()
        self._outlet.close()

    def _decode(self) -> None:
        assert self._parts is not None
        assert self._source is not None
        rate = SILENT_RATE if self._mixer is None else self._mixer.rate
        self._sounds, self._problems = [None, None], ["", ""]
        self._workshop.begin_order()
        for name, part in zip(NAMES, self._parts, strict=True):
            self._workshop.add(name, partial(_read_sound, self._source, part, rate))
        self._tell()

    def _on_decoded(self, piece: Piece) -> None:
        which = NAMES.index(piece.name)
        self._sounds[which] = _NOTHING if piece.result is None else piece.result
        self._problems[which] = piece.problem
        first, second = self._sounds
        if self._mixer is not None and first is not None and second is not None:
            longest_ms = 1000.0 * max(len(first), len(second)) / self._mixer.rate
            loops = self._audio.loop and longest_ms >= self._audio.min_loop_ms
            self._mixer.load(first, second, loops=loops)
        self._tell()

    def _on_opened(self, rate: int) -> None:
        self._mixer = Mixer(rate, self._audio.fade_ms)
        self._outlet.play(self._mixer)
        if self._parts is not None:
            self._decode()

    def _on_failed(self, reason: str) -> None:
        self._no_device = reason
        if self._mixer is not None:
            self._mixer.pause()
        else:
            self._mixer = Mixer(SILENT_RATE)
        if self._parts is not None and not self._is_decoded:
            self._decode()
        self._tell()

    def _on_underran(self) -> None:
        self._n_underruns += 1

    def _tell(self) -> None:
        playing = self.playing
        if playing.heard is None:
            self._clock.stop()
        else:
            self._last = playing.heard
        self.changed.emit(playing)

    @property
    def _is_decoded(self) -> bool:
        return all(sound is not None for sound in self._sounds)

    def _lengths(self, rate: int) -> tuple[float, float]:
        first, second = (0 if each is None else len(each) for each in self._sounds)
        return first / rate, second / rate

    def _both_problems(self) -> tuple[str, str]:
        return self._problems[0], self._problems[1]


def _read_sound(source: MediaSource, part: SoundPart, rate: int) -> Frames:
    return decoded(source.read(part.path), part, rate)
