"""Two sounds at one position, one of them heard; every change is a fade."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Frames = NDArray[np.float32]
"""Samples of both ears, shape (n_frames, 2)."""

FADE_MS = 5.0
_SILENCE: Frames = np.zeros((0, 2), dtype=np.float32)


@dataclass(frozen=True, slots=True)
class Heard:
    """How a pair was heard; A first.

    Attributes
    ----------
    plays
        How often each began to be heard.
    switches
        How often one took the place of the other.
    has_ended
        Whether each was heard as long as it lasts, its end included.
    """

    plays: tuple[int, int] = (0, 0)
    switches: int = 0
    has_ended: tuple[bool, bool] = (False, False)


class Mixer:
    """Mixes preloaded sounds; one thread reads while another plays, pauses and switches.

    Parameters
    ----------
    rate : int
        Frames a second.
    fade_ms : float
        Length of a raised-cosine fade; a switch fades out and then in.
    """

    def __init__(self, rate: int, fade_ms: float = FADE_MS) -> None:
        self.rate = rate
        self._n_fade = max(1, round(rate * fade_ms / 1000.0))
        self._rise = _raised_cosine(self._n_fade)
        self._lock = threading.Lock()
        self._sounds: tuple[Frames, Frames] = (_SILENCE, _SILENCE)
        self._next: tuple[Frames, Frames] | None = None
        self._loops = False
        self._position = 0
        self._sought: int | None = None
        self._wanted: int | None = None  # which sound shall be heard
        self._sounding: int | None = None  # which one is, at least faintly
        self._faded_in = 0  # frames of the rise that are done
        self._n_heard = [0, 0]
        self._heard = Heard()

    @property
    def position(self) -> int:
        """The frame that is read next, the same for both sounds."""
        return self._position if self._sought is None else self._sought

    @property
    def playing(self) -> int | None:
        """Which sound is wanted: 0 is A, 1 is B; None is silence."""
        return self._wanted

    @property
    def heard(self) -> Heard:
        """How the pair was heard so far."""
        with self._lock:
            return self._heard

    @property
    def n_frames(self) -> int:
        """Length of the longer sound."""
        return max(len(sound) for sound in self._next or self._sounds)

    def load(self, first: Frames, second: Frames, *, loops: bool = True) -> None:
        """Take another pair, from its beginning; what is heard fades out first."""
        faded = tuple(self._with_soft_ends(sound) for sound in (first, second))
        with self._lock:
            self._next = (faded[0], faded[1])
            self._loops = loops
            self._wanted, self._sought = None, 0
            self._n_heard, self._heard = [0, 0], Heard()
            if self._sounding is None:
                self._settle()

    def play(self, which: int) -> None:
        """Hear one of the sounds, in the place of the other if that is heard."""
        with self._lock:
            if which == self._wanted or not self.n_frames:
                return
            plays = list(self._heard.plays)
            plays[which] += 1
            switches = self._heard.switches + (self._wanted is not None)
            self._heard = replace(self._heard, plays=(plays[0], plays[1]), switches=switches)
            self._wanted = which

    def pause(self) -> None:
        """Fall silent and stay where it is."""
        with self._lock:
            self._wanted = None

    def seek(self, frame: int) -> None:
        """Go on from another frame."""
        with self._lock:
            self._sought = min(max(frame, 0), max(self.n_frames - 1, 0))
            if self._sounding is None:
                self._settle()

    def read(self, n_frames: int) -> Frames:
        """The next frames, shape (n_frames, 2); silence when nothing is heard."""
        out = np.zeros((n_frames, 2), dtype=np.float32)
        with self._lock:
            done = 0
            while done < n_frames:
                if self._is_changing and self._faded_in == 0:
                    self._settle()
                if self._sounding is None:
                    break
                done += self._read_part(out[done:])
        return out

    @property
    def _is_changing(self) -> bool:
        return self._sounding != self._wanted or self._sought is not None

    def _settle(self) -> None:
        """Become what is wanted; nothing is heard at this moment."""
        if self._next is not None:
            self._sounds, self._next = self._next, None
        if self._sought is not None:
            self._position, self._sought = self._sought, None
        self._sounding = self._wanted
        if self._sounding is not None and self._position == 0:
            self._faded_in = self._n_fade  # a sound rises from silence by itself

    def _read_part(self, out: Frames) -> int:
        """Fill the beginning of `out`, to the end of a fade or of the pair at most."""
        assert self._sounding is not None
        sound, end = self._sounds[self._sounding], max(len(each) for each in self._sounds)
        n_read = min(len(out), end - self._position)
        if self._is_changing:
            n_read = min(n_read, self._faded_in)
            gains = self._rise[self._faded_in - n_read : self._faded_in][::-1]
            self._faded_in -= n_read
        else:
            if self._faded_in < self._n_fade:
                n_read = min(n_read, self._n_fade - self._faded_in)
            gains = self._rise[self._faded_in : self._faded_in + n_read]
            self._faded_in += len(gains)
        part = sound[self._position : self._position + n_read]
        out[: len(part)] = part
        if len(gains):
            out[:n_read] *= gains
        self._advance(n_read, len(sound), end)
        return n_read

    def _advance(self, n_read: int, own_end: int, end: int) -> None:
        which = self._sounding
        assert which is not None
        before, self._position = self._position, self._position + n_read
        self._n_heard[which] += n_read
        is_past = before < own_end <= self._position
        if is_past and self._n_heard[which] >= own_end - self._n_fade:
            ended = list(self._heard.has_ended)
            ended[which] = True
            self._heard = replace(self._heard, has_ended=(ended[0], ended[1]))
        if self._position >= end:
            self._position = 0
            if not self._loops:
                self._wanted = self._sounding = None
                self._faded_in = 0

    def _with_soft_ends(self, sound: Frames) -> Frames:
        """A copy that rises from silence and falls into it, so that a loop has no seam."""
        made = np.array(sound, dtype=np.float32)
        n_fade = min(self._n_fade, len(made) // 2)
        if n_fade:
            rise = _raised_cosine(n_fade)
            made[:n_fade] *= rise
            made[-n_fade:] *= rise[::-1]
        return made


def _raised_cosine(n_frames: int) -> Frames:
    """Gains strictly between silence and full strength, shape (n_frames, 1)."""
    steps = (np.arange(n_frames) + 0.5) / n_frames
    return (0.5 - 0.5 * np.cos(np.pi * steps)).astype(np.float32)[:, np.newaxis]
