"""From the bytes of a sound file to what two ears hear."""

from __future__ import annotations

import io
import math
from dataclasses import dataclass

import numpy as np
import soundfile

from prefstudio.studio.media.mixer import Frames
from prefstudio.study.errors import DataError

LONGEST_S = 600.0  # a pair of these takes half a gigabyte
REMEDY = "Put a sound in its place that other programs play."


@dataclass(frozen=True, slots=True)
class SoundPart:
    """Which part of a sound file is played, and how much louder.

    Attributes
    ----------
    path
        As the item has it.
    gain_db, start_s, end_s
        None plays it as it is, from its beginning, to its end.
    """

    path: str
    gain_db: float | None = None
    start_s: float | None = None
    end_s: float | None = None


def decoded(content: bytes, part: SoundPart, rate: int) -> Frames:
    """Decode a part of a sound at a given rate, shape (n_frames, 2).

    Raises
    ------
    DataError
        When it is no sound, has no samples, or is too long.
    """
    try:
        with soundfile.SoundFile(io.BytesIO(content)) as sound:
            samples = _samples(sound, part)
            own_rate = int(sound.samplerate)
    except (RuntimeError, ValueError, TypeError, OSError) as error:
        raise DataError(part.path, "it is no sound that can be decoded", remedy=REMEDY) from error
    if not len(samples) or not np.isfinite(samples).all():
        raise DataError(part.path, "it has no samples to play", remedy=REMEDY)
    return resampled(_louder(_for_two_ears(samples), part.gain_db), own_rate, rate)


def resampled(frames: Frames, from_rate: int, to_rate: int) -> Frames:
    """The same sound at another rate, by a polyphase filter."""
    if from_rate == to_rate:
        return frames
    shared = math.gcd(from_rate, to_rate)
    from scipy.signal import resample_poly  # takes half a second, and few studies have sounds

    made = resample_poly(frames, to_rate // shared, from_rate // shared, axis=0)
    return np.ascontiguousarray(made, dtype=np.float32)


def _samples(sound: soundfile.SoundFile, part: SoundPart) -> Frames:
    """The samples of the wanted part, shape (n_frames, n_channels)."""
    rate = int(sound.samplerate)
    start = round(rate * (part.start_s or 0.0))
    end = int(sound.frames) if part.end_s is None else round(rate * part.end_s)
    start, end = min(start, int(sound.frames)), min(end, int(sound.frames))
    if end - start > LONGEST_S * rate:
        minutes = round(LONGEST_S / 60.0)
        raise DataError(
            part.path,
            f"it is longer than {minutes} minutes",
            remedy="Give its start_s and end_s in items.csv.",
        )
    sound.seek(start)
    samples: Frames = sound.read(max(end - start, 0), dtype="float32", always_2d=True)
    return samples


def _for_two_ears(samples: Frames) -> Frames:
    """One channel to both ears; of many the odd ones left and the even ones right."""
    if samples.shape[1] == 1:
        return np.repeat(samples, 2, axis=1)
    sides = (samples[:, 0::2].mean(axis=1), samples[:, 1::2].mean(axis=1))
    return np.stack(sides, axis=1).astype(np.float32)


def _louder(frames: Frames, gain_db: float | None) -> Frames:
    """Louder or softer, but never so loud that it clips where it did not before."""
    if not gain_db:
        return frames
    peak = float(np.abs(frames).max())
    gain = 10.0 ** (gain_db / 20.0)
    largest = max(1.0, 1.0 / peak) if peak > 0.0 else gain
    return (frames * np.float32(min(gain, largest))).astype(np.float32)
