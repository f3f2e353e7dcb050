"""What can be told of a sound: rate, channels, length and clipping."""

from __future__ import annotations

import importlib
import math
import struct
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from prefstudio.study.importers.media_kind import MediaKind, Undecodable
from prefstudio.study.importers.source import Progress

_PCM, _FLOAT, _EXTENSIBLE = 1, 3, 0xFFFE
_BLOCK_FRAMES = 1 << 16
_HIGHEST_RATE = 10_000_000
_FULL_SCALE = 32_767 / 32_768  # the largest positive sample of 16 bits, as a decoder gives it


@dataclass(frozen=True, slots=True)
class SoundFacts:
    """What a sound is; None is not known."""

    rate: int
    channels: int
    length_s: float
    clipped_samples: int | None
    is_cut: bool = False


def sound_facts(path: Path, kind: MediaKind, progress: Progress) -> SoundFacts | None:
    """Return what a sound is, or None when nothing here can decode its kind.

    WAV is read here; all else by the package soundfile where that is installed, or else FLAC by
    its header.

    Raises
    ------
    Undecodable
        When the file is damaged.
    """
    if kind is MediaKind.WAV:
        with path.open("rb") as handle:
            return _wav_facts(handle, progress)
    soundfile = _soundfile()
    if soundfile is not None:
        return _soundfile_facts(soundfile, path, progress)
    return _flac_facts(path) if kind is MediaKind.FLAC else None


def _soundfile() -> ModuleType | None:
    """Return the package soundfile; None where it, or the library under it, is missing."""
    try:
        return importlib.import_module("soundfile")
    except (ImportError, OSError):
        return None


@dataclass(frozen=True, slots=True)
class _Samples:
    """How the samples of a WAV file are written."""

    tag: int
    channels: int
    rate: int
    width: int

    @property
    def frame_bytes(self) -> int:
        return self.channels * self.width


def _wav_facts(handle: IO[bytes], progress: Progress) -> SoundFacts:
    handle.seek(12)
    samples: _Samples | None = None
    while True:
        header = handle.read(8)
        if len(header) < 8:
            raise Undecodable("it has no samples")
        name, size = header[:4], int.from_bytes(header[4:], "little")
        if name == b"data":
            if samples is None:
                raise Undecodable("its samples come before their description")
            return _wav_data(handle, samples, size, progress)
        if name == b"fmt ":
            samples = _wav_format(handle.read(min(size, 1024)))
            handle.seek(max(size - 1024, 0) + size % 2, 1)
        else:
            handle.seek(size + size % 2, 1)


def _wav_format(block: bytes) -> _Samples:
    if len(block) < 16:
        raise Undecodable("the description of its samples is cut short")
    tag, channels, rate, _, _, bits = struct.unpack("<HHIIHH", block[:16])
    if tag == _EXTENSIBLE and len(block) >= 26:
        tag = int.from_bytes(block[24:26], "little")
    width = (bits + 7) // 8
    if not channels or not 0 < rate <= _HIGHEST_RATE:
        raise Undecodable(f"it says {channels} channels at {rate} Hz")
    if (tag, width) not in {(_PCM, 1), (_PCM, 2), (_PCM, 3), (_PCM, 4), (_FLOAT, 4), (_FLOAT, 8)}:
        raise Undecodable(f"its samples are of a kind (number {tag}, {bits} bits) not known here")
    return _Samples(tag, channels, rate, width)


def _wav_data(handle: IO[bytes], samples: _Samples, size: int, progress: Progress) -> SoundFacts:
    clipping = _Clipping(samples.channels)
    n_bytes = 0
    while n_bytes < size:
        progress.check()
        block = handle.read(min(_BLOCK_FRAMES * samples.frame_bytes, size - n_bytes))
        if not block:
            break
        n_bytes += len(block)
        whole = len(block) // samples.frame_bytes * samples.frame_bytes
        clipping.add(_at_full_scale(block[:whole], samples))
    n_frames = n_bytes // samples.frame_bytes
    if not n_frames:
        raise Undecodable("it has no samples")
    length_s = n_frames / samples.rate
    # Programs that stream write the largest size there is, because they do not know it yet.
    is_cut = n_bytes < size and size < 0xFFFF_FF00
    return SoundFacts(samples.rate, samples.channels, length_s, clipping.n_samples, is_cut)


class _Clipping:
    """Counts samples at full scale that follow two others in their channel, block by block."""

    def __init__(self, channels: int) -> None:
        self.n_samples = 0
        self._end: NDArray[np.bool_] = np.zeros((0, channels), dtype=bool)

    def add(self, full: NDArray[np.bool_]) -> None:
        frames = np.concatenate([self._end, full])
        self.n_samples += int((frames[:-2] & frames[1:-1] & frames[2:]).sum())
        self._end = frames[-2:]


def _at_full_scale(block: bytes, samples: _Samples) -> NDArray[np.bool_]:
    """Tell for each sample, ``(n_frames, channels)``, whether it is as loud as can be."""
    if samples.tag == _FLOAT:
        floats = np.frombuffer(block, dtype=f"<f{samples.width}")
        full = np.abs(floats) >= 1.0
    elif samples.width == 1:
        bytes_ = np.frombuffer(block, dtype=np.uint8)
        full = (bytes_ == 0) | (bytes_ == 255)
    elif samples.width == 3:
        parts = np.frombuffer(block, dtype=np.uint8).reshape(-1, 3)
        low, high = parts[:, 0].astype(int) + parts[:, 1], parts[:, 2]
        full = ((low == 510) & (high == 127)) | ((low == 0) & (high == 128))
    else:
        whole = np.frombuffer(block, dtype=f"<i{samples.width}")
        limits = np.iinfo(whole.dtype)
        full = (whole == limits.max) | (whole == limits.min)
    return full.reshape(-1, samples.channels)


def _soundfile_facts(soundfile: Any, path: Path, progress: Progress) -> SoundFacts:
    n_frames = 0
    try:
        with soundfile.SoundFile(path) as sound:
            rate, channels = int(sound.samplerate), int(sound.channels)
            clipping = _Clipping(channels)
            for block in sound.blocks(_BLOCK_FRAMES, always_2d=True, dtype="float32"):
                progress.check()
                n_frames += len(block)
                clipping.add(np.abs(block) >= _FULL_SCALE)
    except (RuntimeError, ValueError, TypeError, OSError) as error:
        raise Undecodable("its samples cannot be decoded") from error
    if not n_frames or not rate:
        raise Undecodable("it has no samples")
    return SoundFacts(rate, channels, n_frames / rate, clipping.n_samples)


def _flac_facts(path: Path) -> SoundFacts:
    with path.open("rb") as handle:
        block = handle.read(42)
    if len(block) < 42 or block[4] & 127 != 0:
        raise Undecodable("the description of its samples is cut short")
    packed = int.from_bytes(block[18:26], "big")
    rate, channels = packed >> 44, (packed >> 41 & 7) + 1
    n_frames = packed & (1 << 36) - 1
    if not rate:
        raise Undecodable("it says a rate of 0 Hz")
    return SoundFacts(rate, channels, n_frames / rate if n_frames else math.nan, None)
