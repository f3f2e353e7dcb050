"""The sound card: one stream that stays open, in a thread of its own."""

from __future__ import annotations

import functools
import logging
import time
from types import ModuleType
from typing import Any

from PySide6.QtCore import QIODevice, QLoggingCategory, QObject, QThread, Signal, Slot

from prefstudio.studio.media.mixer import Mixer
from prefstudio.studio.media.short_turns import SHORT_TURNS

logger = logging.getLogger(__name__)

NO_DEVICE = "No sound device was found. Plug one in and press Try again; your answers are safe."
NO_LIBRARY = (
    "Sound needs the system library {library}, which is missing. {remedy} and press Try again."
)
NO_MODULE = "Sound is not possible, for Qt’s part for it cannot be loaded: {reason}."
PACKAGES = {"libpulse.so.0": "libpulse0"}  # of Debian and Ubuntu, by library
QUIET = "qt.multimedia.*=false"  # it tells a terminal of codecs and servers that nobody misses
BUFFER_MS = 40
FORGIVEN = 0.002
_FRAME_BYTES = 8  # two floats


class Outlet(QObject):
    """Something that plays what a mixer mixes; `open` answers with `opened` or `failed`."""

    opened = Signal(int)  # rate
    failed = Signal(str)
    underran = Signal()

    def open(self) -> None:
        """Find a device; the rate that it plays at is told."""
        raise NotImplementedError

    def play(self, mixer: Mixer) -> None:
        """Begin to pull from a mixer of that rate."""
        raise NotImplementedError

    def close(self) -> None:
        """Let the device go."""
        raise NotImplementedError


class SoundCard(Outlet):
    """The default device of the system; a stall of the window does not reach it."""

    _stop_wanted = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread: QThread | None = None
        self._speaker: _Speaker | None = None
        self._device: Any = None
        self._format: Any = None

    def open(self) -> None:
        """Find the default device and a rate that it plays at."""
        try:
            multimedia = _multimedia()
        except ImportError as error:
            self.failed.emit(no_sound_words(error))
            return
        device = multimedia.QMediaDevices.defaultAudioOutput()
        wanted = device.preferredFormat()
        wanted.setChannelCount(2)
        wanted.setSampleFormat(multimedia.QAudioFormat.SampleFormat.Float)
        if device.isNull() or not device.isFormatSupported(wanted):
            self.failed.emit(NO_DEVICE)
            return
        self._device, self._format = device, wanted
        self.opened.emit(int(wanted.sampleRate()))

    def play(self, mixer: Mixer) -> None:
        """Pull from a mixer until the end."""
        self.close()
        multimedia = _multimedia()
        self._thread = QThread(self)
        self._speaker = _Speaker(multimedia, self._device, self._format, mixer)
        self._speaker.moveToThread(self._thread)
        self._thread.started.connect(self._speaker.start)
        self._stop_wanted.connect(self._speaker.stop)
        self._speaker.underran.connect(self.underran)
        self._speaker.stopped.connect(self._on_stopped)
        SHORT_TURNS.begin()
        self._thread.start(QThread.Priority.TimeCriticalPriority)

    def close(self) -> None:
        """Stop the stream and wait for its thread."""
        if self._thread is None:
            return
        # The stop ends the thread: a loop that is told to quit would not come to the stop.
        self._stop_wanted.emit()
        self._thread.wait()
        self._thread, self._speaker = None, None
        SHORT_TURNS.end()

    def _on_stopped(self) -> None:
        if self._thread is not None:
            self.close()
            self.failed.emit(NO_DEVICE)


class _Speaker(QObject):
    """Lives in the thread of the sound; owns the sink."""

    underran = Signal()
    stopped = Signal()  # the device is gone

    def __init__(self, multimedia: ModuleType, device: Any, format_: Any, mixer: Mixer) -> None:
        super().__init__()
        self._audio = multimedia
        self._device, self._format, self._mixer = device, format_, mixer
        self._sink: Any = None
        self._source: _Source | None = None

    @Slot()
    def start(self) -> None:
        """Open the stream; what it plays is silence at first."""
        self._sink = self._audio.QAudioSink(self._device, self._format)
        self._sink.setBufferSize(self._format.bytesForDuration(1000 * BUFFER_MS))
        self._sink.stateChanged.connect(self._on_state_changed)
        self._source = _Source(self._mixer, self.underran)
        self._source.open(QIODevice.OpenModeFlag.ReadOnly | QIODevice.OpenModeFlag.Unbuffered)
        self._sink.start(self._source)

    @Slot()
    def stop(self) -> None:
        """Close the stream, and let its thread end."""
        try:
            self._close()
        finally:
            self.thread().quit()

    def _close(self) -> None:
        if self._sink is not None:
            self._sink.stateChanged.disconnect(self._on_state_changed)
            self._sink.stop()
            self._sink = None
        if self._source is not None:
            self._source.close()
            self._source = None

    @Slot()
    def _on_state_changed(self) -> None:
        if self._sink is None:
            return
        error = self._sink.error()
        errors = self._audio.QAudio.Error
        if error == errors.UnderrunError and self._mixer.playing is not None:
            self.underran.emit()
        elif error in (errors.OpenError, errors.IOError, errors.FatalError):
            logger.warning("the sound device stopped: %s", error)
            self.stopped.emit()


class _Source(QIODevice):
    """What the sink pulls from; it never ends."""

    def __init__(self, mixer: Mixer, underran: Any) -> None:
        super().__init__()
        self._mixer, self._underran = mixer, underran
        self._supply = Supply(mixer.rate)

    def isSequential(self) -> bool:
        return True

    def bytesAvailable(self) -> int:
        return 1 << 20

    def readData(self, maxlen: int) -> bytes:
        n_frames = maxlen // _FRAME_BYTES
        has_run_dry = self._supply.take(n_frames, time.monotonic())
        if has_run_dry and self._mixer.playing is not None:
            self._underran.emit()
        return self._mixer.read(n_frames).tobytes()

    def writeData(self, data: bytes | bytearray | memoryview, len: int) -> int:
        return -1


class Supply:
    """Reckons how long the device has something to play, since it does not tell.

    Parameters
    ----------
    rate : int
        Frames a second.
    """

    def __init__(self, rate: int) -> None:
        self._rate = rate
        self._ends_at: float | None = None

    def take(self, n_frames: int, now: float) -> bool:
        """Account for frames that are pulled now; tell whether they came too late."""
        buffer_s = BUFFER_MS / 1000.0
        ends_at = now if self._ends_at is None else self._ends_at
        is_late = now > ends_at
        # A little is forgiven with every pull, for no two clocks run alike.
        ends_at += FORGIVEN * max(now + buffer_s - ends_at, 0.0)
        ends_at = max(ends_at, now) + n_frames / self._rate
        self._ends_at = min(ends_at, now + 2.0 * buffer_s)
        return is_late


def no_sound_words(error: ImportError) -> str:
    """Why Qt's sound could not be imported, and what to do about it."""
    library, _, reason = str(error).partition(":")
    if ".so" not in library or not reason:
        return NO_MODULE.format(reason=str(error).rstrip("."))
    package = PACKAGES.get(library)
    remedy = "Install it" if package is None else f"Install it (Debian, Ubuntu: {package})"
    return NO_LIBRARY.format(library=library, remedy=remedy)


def _multimedia() -> ModuleType:
    """Qt's sound.

    Raises
    ------
    ImportError
        Where the system lacks its libraries; `no_sound_words` says which.
    """
    QLoggingCategory.setFilterRules(QUIET)
    try:
        from PySide6 import QtMultimedia
    except ImportError as error:
        _log_once(f"there is no sound: {error}")
        raise
    return QtMultimedia


@functools.cache
def _log_once(words: str) -> None:
    """Log what is found again with every sound that somebody tries to play."""
    logger.warning(words)
