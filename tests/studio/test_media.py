"""Files, pictures and sounds: what is refused, what is seen upright, and no click is heard."""

from __future__ import annotations

import contextlib
import io
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import ClassVar

import numpy as np
import pytest
import soundfile
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QLoggingCategory, QObject, Signal
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from prefstudio.studio.media import outlet as outlets
from prefstudio.studio.media.decoding import SoundPart, decoded, resampled
from prefstudio.studio.media.media_source import FolderMedia, StudyFileMedia
from prefstudio.studio.media.mixer import Frames, Mixer
from prefstudio.studio.media.outlet import NO_DEVICE, Outlet, SoundCard, Supply
from prefstudio.studio.media.picture import PictureLoader, decoded_picture
from prefstudio.studio.media.player import Player, Playing
from prefstudio.studio.media.short_turns import TURN_S
from prefstudio.studio.media.workshop import FAULT
from prefstudio.study.errors import DataError
from prefstudio.study.folder import read_study
from prefstudio.study.resources import sample
from prefstudio.study.settings import AudioSettings
from prefstudio.study.store import create

RATE = 8000
FADE = 40  # 5 ms


def ramp(n_frames: int, start: float = 0.0) -> Frames:
    """Sounds whose samples tell their own position."""
    values = start + np.arange(n_frames) / 100_000.0
    return np.repeat(values[:, np.newaxis], 2, axis=1).astype(np.float32)


def level(n_frames: int, value: float) -> Frames:
    return np.full((n_frames, 2), value, dtype=np.float32)


def wav(samples: np.ndarray, rate: int = RATE) -> bytes:
    buffer = io.BytesIO()
    soundfile.write(buffer, samples, rate, format="WAV", subtype="FLOAT")
    return buffer.getvalue()


def loaded(first: Frames, second: Frames, *, loops: bool = True) -> Mixer:
    mixer = Mixer(RATE)
    mixer.load(first, second, loops=loops)
    return mixer


def largest_step(frames: Frames) -> float:
    return float(np.abs(np.diff(frames[:, 0])).max())


def steepest() -> float:
    """The largest step of a raised cosine from 0 to 1, at its middle."""
    return float(np.pi / (2 * FADE))


def test_nothing_is_heard_before_play_and_after_pause() -> None:
    mixer = loaded(level(4000, 1.0), level(4000, -1.0))
    assert not mixer.read(500).any()
    mixer.play(0)
    assert mixer.read(500)[-1].tolist() == [1.0, 1.0]
    mixer.pause()
    mixer.read(FADE)
    assert not mixer.read(500).any()
    assert mixer.position == 500 + FADE


def test_a_switch_has_no_step_larger_than_a_fade_has() -> None:
    mixer = loaded(level(8000, 1.0), level(8000, -1.0))
    mixer.play(0)
    parts = [mixer.read(333)]
    for which in (1, 0, 1):
        mixer.play(which)
        parts.append(mixer.read(257))
    mixer.pause()
    parts.append(mixer.read(200))
    heard = np.concatenate(parts)
    assert largest_step(heard) <= steepest() * 1.01
    assert heard.max() == 1.0
    assert heard.min() == -1.0


def test_a_switch_in_the_middle_of_a_fade_has_no_step_either() -> None:
    mixer = loaded(level(8000, 1.0), level(8000, -1.0))
    mixer.play(0)
    parts = [mixer.read(101)]
    for turn in range(60):
        mixer.play(turn % 2)
        parts.append(mixer.read(7 + turn % 13))
    assert largest_step(np.concatenate(parts)) <= steepest() * 1.01


def test_a_switch_goes_on_at_the_same_sample() -> None:
    mixer = loaded(ramp(8000), ramp(8000, start=0.5))
    mixer.play(0)
    mixer.read(1000)
    mixer.play(1)
    heard = mixer.read(200)
    assert mixer.position == 1200
    np.testing.assert_allclose(heard[150], 0.5 + 1150 / 100_000.0, rtol=0, atol=1e-6)


def test_what_is_read_does_not_depend_on_how_much_is_read_at_once() -> None:
    whole, pieces = loaded(ramp(900), ramp(900)), loaded(ramp(900), ramp(900))
    whole.play(0)
    pieces.play(0)
    read = [pieces.read(n_frames) for n_frames in (1, 39, 2, 500, 358, 700)]
    np.testing.assert_array_equal(np.concatenate(read), whole.read(1600))


def test_a_loop_has_no_seam() -> None:
    mixer = loaded(level(800, 1.0), level(800, 1.0))
    mixer.play(0)
    heard = mixer.read(4000)
    assert largest_step(heard) <= steepest() * 1.01
    assert heard[790:810, 0].min() < 0.01  # it falls silent at the end of each turn
    assert mixer.playing == 0


def test_without_a_loop_it_ends_and_begins_again_at_the_beginning() -> None:
    mixer = loaded(level(800, 1.0), level(500, 1.0), loops=False)
    mixer.play(0)
    heard = mixer.read(1000)
    assert not heard[800:].any()
    assert (mixer.playing, mixer.position) == (None, 0)
    mixer.play(1)
    assert mixer.read(300).any()


def test_the_shorter_of_two_is_silent_at_its_end_and_both_begin_again_together() -> None:
    mixer = loaded(level(800, 1.0), level(500, 1.0))
    mixer.play(1)
    heard = mixer.read(1200)
    assert not heard[500:800].any()
    assert heard[900].tolist() == [1.0, 1.0]


def test_a_new_pair_fades_the_old_one_out_first() -> None:
    mixer = loaded(level(8000, 1.0), level(8000, 1.0))
    mixer.play(0)
    parts = [mixer.read(100)]
    mixer.load(level(100, 0.5), level(100, 0.5))
    parts.append(mixer.read(200))
    assert largest_step(np.concatenate(parts)) <= steepest() * 1.01
    assert (mixer.n_frames, mixer.position, mixer.playing) == (100, 0, None)


def test_seeking_moves_both_without_a_step() -> None:
    mixer = loaded(level(8000, 1.0), level(8000, 1.0))
    mixer.play(0)
    parts = [mixer.read(100)]
    mixer.seek(6000)
    assert mixer.position == 6000
    parts.append(mixer.read(300))
    assert mixer.position == 6000 + 300 - FADE
    assert largest_step(np.concatenate(parts)) <= steepest() * 1.01


def test_plays_and_switches_are_counted() -> None:
    mixer = loaded(level(8000, 1.0), level(8000, 1.0))
    mixer.play(0)
    mixer.play(0)
    mixer.play(1)
    mixer.play(0)
    mixer.pause()
    mixer.play(0)
    assert mixer.heard.plays == (3, 1)
    assert mixer.heard.switches == 2
    mixer.load(level(10, 1.0), level(10, 1.0))
    assert mixer.heard.plays == (0, 0)


def test_a_sound_has_ended_only_when_all_of_it_was_heard() -> None:
    mixer = loaded(level(800, 1.0), level(800, 1.0))
    mixer.seek(700)
    mixer.play(0)
    mixer.read(200)
    assert mixer.heard.has_ended == (False, False)
    mixer.read(800)
    assert mixer.heard.has_ended == (True, False)


def test_mono_goes_to_both_ears() -> None:
    tone = np.sin(np.arange(400) / 5.0) * 0.5
    frames = decoded(wav(tone), SoundPart("tone.wav"), RATE)
    assert frames.shape == (400, 2)
    np.testing.assert_allclose(frames[:, 0], tone, atol=1e-6)
    np.testing.assert_array_equal(frames[:, 0], frames[:, 1])


def test_of_four_channels_odd_ones_are_left_and_even_ones_right() -> None:
    frames = decoded(wav(np.tile([0.1, 0.2, 0.3, 0.6], (50, 1))), SoundPart("four.wav"), RATE)
    np.testing.assert_allclose(frames[10], [0.2, 0.4], atol=1e-6)


def test_another_rate_keeps_pitch_and_length() -> None:
    rate, to_rate = 44_100, 48_000
    tone = np.sin(2 * np.pi * 440.0 * np.arange(rate) / rate).astype(np.float32)
    made = resampled(np.stack([tone, tone], axis=1), rate, to_rate)
    assert len(made) == to_rate
    expected = np.sin(2 * np.pi * 440.0 * np.arange(to_rate) / to_rate)
    np.testing.assert_allclose(made[1000:-1000, 0], expected[1000:-1000], atol=2e-3)


def test_only_the_wanted_part_is_played_and_louder_without_clipping() -> None:
    samples = np.concatenate([np.full(RATE, 0.1), np.full(RATE, 0.4), np.full(RATE, 0.1)])
    part = decoded(wav(samples), SoundPart("part.wav", start_s=1.0, end_s=2.0), RATE)
    assert len(part) == RATE
    np.testing.assert_allclose(part, 0.4, atol=1e-6)
    softer = decoded(wav(samples), SoundPart("part.wav", gain_db=-20.0), RATE)
    np.testing.assert_allclose(softer[0], 0.01, atol=1e-6)
    loud = decoded(wav(samples), SoundPart("part.wav", gain_db=40.0), RATE)
    np.testing.assert_allclose(loud.max(), 1.0, atol=1e-6)


@pytest.mark.parametrize(
    "content", [b"", b"no sound at all", wav(np.zeros(0))], ids=["nothing", "words", "no samples"]
)
def test_what_is_no_sound_is_said_in_words(content: bytes) -> None:
    with pytest.raises(DataError, match=r"^noise\.wav: it "):
        decoded(content, SoundPart("noise.wav"), RATE)


def test_a_folder_gives_its_own_files_alone(tmp_path: Path) -> None:
    folder = tmp_path / "study"
    folder.mkdir()
    (folder / "tone.wav").write_bytes(b"tone")
    (tmp_path / "secret").write_bytes(b"secret")
    (folder / "away").symlink_to(tmp_path / "secret")
    source = FolderMedia(folder)
    assert source.read("tone.wav") == b"tone"
    for path in ("../secret", str(tmp_path / "secret"), "away", "C:\\secret", ""):
        with pytest.raises(DataError, match="outside of the study's folder"):
            source.read(path)
    with pytest.raises(DataError, match="it is not there"):
        source.read("gone.wav")
    with pytest.raises(DataError, match="no ordinary file"):
        (folder / "inner").mkdir()
        source.read("inner")


def test_a_study_file_is_read_in_any_thread(tmp_path: Path) -> None:
    study = read_study(sample("shapes"))
    path = study.items[0].path
    read: list[bytes] = []
    with create(tmp_path / "shapes.prefstudio", study) as file:
        source = StudyFileMedia(file)
        thread = threading.Thread(target=lambda: read.append(source.read(path)))
        thread.start()
        thread.join()
        with pytest.raises(DataError):
            source.read("pictures/none.png")
        with pytest.raises(DataError):
            source.read("../items.csv")
    assert read == [(study.folder / path).read_bytes()]


def png(width: int, height: int) -> bytes:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("#336699"))
    array = QByteArray()
    buffer = QBuffer(array)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(array.data())


def turned_jpeg() -> bytes:
    """A picture of 40 by 20 whose camera was turned: upright it is 20 by 40."""
    image = QImage(40, 20, QImage.Format.Format_RGB32)
    image.fill(QColor("#336699"))
    array = QByteArray()
    buffer = QBuffer(array)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "JPEG")
    entry = b"\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00"  # orientation 6
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01" + entry + b"\0\0\0\0"
    segment = b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif
    jpeg = bytes(array.data())
    return jpeg[:2] + segment + jpeg[2:]


def test_a_picture_is_upright_and_a_huge_one_is_made_smaller(qapp: object) -> None:
    assert decoded_picture(turned_jpeg(), "photo.jpg").size().toTuple() == (20, 40)
    assert decoded_picture(png(30, 10), "wide.png").size().toTuple() == (30, 10)
    assert decoded_picture(png(5000, 100), "long.png").size().toTuple() == (2048, 40)


@pytest.mark.parametrize(
    "content", [b"", b"no picture", png(30, 10)[:40]], ids=["nothing", "words", "cut off"]
)
def test_what_is_no_picture_is_said_in_words(qapp: object, content: bytes) -> None:
    with pytest.raises(DataError, match=r"^odd\.png: it is no picture that can be shown\."):
        decoded_picture(content, "odd.png")


class Shelf:
    """Files by name."""

    def __init__(self, **files: bytes) -> None:
        self.files = files
        self.threads: set[int] = set()

    def read(self, path: str) -> bytes:
        self.threads.add(threading.get_ident())
        if path not in self.files:
            raise DataError(path, "it is not there", remedy="Put it back.")
        return self.files[path]


def test_pictures_are_decoded_beside_the_window_and_late_ones_are_dropped(qtbot: QtBot) -> None:
    shelf = Shelf(one=png(30, 10), two=png(20, 20))
    loader = PictureLoader()
    told = []
    loader.loaded.connect(told.append)
    loader.load(shelf, {"A": "one", "B": "one"})
    loader.load(shelf, {"A": "two", "B": "gone"})
    qtbot.waitUntil(lambda: len(told) >= 2)
    qtbot.wait(20)
    loader.close()
    first, second = told
    assert (first.name, first.result.size().toTuple()) == ("A", (20, 20))
    assert (second.name, second.result) == ("B", None)
    assert second.problem == "gone: it is not there. Put it back."
    assert threading.get_ident() not in shelf.threads


def test_a_fault_while_a_picture_is_read_is_told_and_the_next_one_comes(
    qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    class Faulty(Shelf):
        def read(self, path: str) -> bytes:
            if path == "odd":
                raise ZeroDivisionError("nobody foresaw it")
            return super().read(path)

    loader = PictureLoader()
    told = []
    loader.loaded.connect(told.append)
    loader.load(Faulty(one=png(30, 10)), {"A": "odd", "B": "one"})
    qtbot.waitUntil(lambda: len(told) == 2)
    loader.close()
    first, second = told
    assert (first.name, first.result) == ("A", None)
    assert first.problem == f"A: {FAULT}"
    assert "nobody foresaw it" in caplog.text
    assert second.result.size().toTuple() == (30, 10)


class FakeOutlet(Outlet):
    """A device that plays when the test says so, or is not there."""

    def __init__(self, *, is_there: bool = True) -> None:
        super().__init__()
        self.is_there = is_there
        self.mixer: Mixer | None = None

    def open(self) -> None:
        if self.is_there:
            self.opened.emit(RATE)
        else:
            self.failed.emit(NO_DEVICE)

    def play(self, mixer: Mixer) -> None:
        self.mixer = mixer

    def close(self) -> None:
        self.mixer = None


@pytest.fixture
def device() -> FakeOutlet:
    return FakeOutlet()


@pytest.fixture
def player(qtbot: QtBot, device: FakeOutlet) -> Iterator[Player]:
    made = Player(outlet=device)
    yield made
    made.close()


SHELF = Shelf(a=wav(np.full(RATE, 0.5)), b=wav(np.full(2 * RATE, 0.5), RATE))


def load(qtbot: QtBot, player: Player, shelf: Shelf = SHELF, first: str = "a") -> Playing:
    with qtbot.waitSignal(player.changed, check_params_cb=lambda each: max(each.lengths_s) > 0):
        player.load(shelf, SoundPart(first), SoundPart("b"), AudioSettings())
    return player.playing


def test_both_sounds_stay_at_one_place(qtbot: QtBot, player: Player, device: FakeOutlet) -> None:
    assert load(qtbot, player).lengths_s == (1.0, 2.0)
    player.toggle()
    assert device.mixer is not None
    device.mixer.read(RATE // 2)
    player.switch()
    device.mixer.read(RATE // 4)
    assert (player.playing.heard, player.playing.position_s) == (1, 0.75)
    player.toggle()
    device.mixer.read(FADE)
    player.toggle()
    assert player.playing.heard == 1
    assert player.heard.plays == (1, 2)
    assert player.heard.switches == 1
    player.seek(0.5)
    assert player.playing.position_s == pytest.approx(1.0, abs=0.01)


def test_underruns_count_for_the_pair_that_is_heard(
    qtbot: QtBot, player: Player, device: FakeOutlet
) -> None:
    load(qtbot, player)
    device.underran.emit()
    assert player.n_underruns == 1
    load(qtbot, player)
    assert player.n_underruns == 0


def test_a_missing_sound_is_told_and_the_other_can_be_heard(qtbot: QtBot, player: Player) -> None:
    playing = load(qtbot, player, first="gone")
    assert playing.problems == ("gone: it is not there. Put it back.", "")
    player.play(0)
    assert player.playing.heard is None
    player.play(1)
    assert player.playing.heard == 1


def test_without_a_device_it_says_so_until_one_is_there(
    qtbot: QtBot, player: Player, device: FakeOutlet
) -> None:
    device.is_there = False
    playing = load(qtbot, player)
    assert playing.no_device == (
        "No sound device was found. Plug one in and press Try again; your answers are safe."
    )
    player.play(0)
    assert player.playing.heard is None
    assert playing.lengths_s == (1.0, 2.0)
    assert load(qtbot, player, first="b").lengths_s == (2.0, 2.0)
    device.is_there = True
    with qtbot.waitSignal(player.changed, check_params_cb=lambda each: max(each.lengths_s) > 0):
        player.try_again()
    assert not player.playing.no_device
    player.play(0)
    assert player.playing.heard == 0


def test_missing_sound_is_logged_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    outlets._log_once.cache_clear()
    monkeypatch.setitem(sys.modules, "PySide6.QtMultimedia", None)
    monkeypatch.delattr("PySide6.QtMultimedia", raising=False)
    for _ in range(3):
        with pytest.raises(ImportError):
            outlets._multimedia()
    assert [each.getMessage()[:17] for each in caplog.records] == ["there is no sound"]


def test_a_terminal_is_not_told_what_other_sound_libraries_lack() -> None:
    with contextlib.suppress(ImportError):
        outlets._multimedia()
    assert not QLoggingCategory("qt.multimedia.symbolsresolver").isWarningEnabled()
    assert QLoggingCategory("default").isWarningEnabled()


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (
            "libpulse.so.0: cannot open shared object file: No such file or directory",
            "Sound needs the system library libpulse.so.0, which is missing. "
            "Install it (Debian, Ubuntu: libpulse0) and press Try again.",
        ),
        (
            "libother.so.7: cannot open shared object file: No such file or directory",
            "Sound needs the system library libother.so.7, which is missing. "
            "Install it and press Try again.",
        ),
        (
            "No module named 'PySide6.QtMultimedia'",
            "Sound is not possible, for Qt’s part for it cannot be loaded: "
            "No module named 'PySide6.QtMultimedia'.",
        ),
    ],
)
def test_the_sound_card_says_what_the_system_lacks(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, fault: str, words: str
) -> None:
    def multimedia() -> ModuleType:
        raise ImportError(fault)

    monkeypatch.setattr(outlets, "_multimedia", multimedia)
    card = SoundCard()
    with qtbot.waitSignal(card.failed) as said:
        card.open()
    assert said.args == [words]
    card.close()


class HeldSink(QObject):
    """Takes its time to begin, and notes which thread did what."""

    stateChanged = Signal()
    done: ClassVar[list[tuple[str, int]]] = []
    may_begin = threading.Event()

    def __init__(self, device: object, format_: object) -> None:
        super().__init__()

    def setBufferSize(self, n_bytes: int) -> None:
        assert n_bytes == 1

    def start(self, source: QIODevice) -> None:
        assert self.may_begin.wait(10.0)
        self.done.append(("start", threading.get_ident()))

    def stop(self) -> None:
        self.done.append(("stop", threading.get_ident()))


def test_a_stream_is_stopped_in_its_own_thread_however_soon_it_is_closed(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds = SimpleNamespace(QAudioSink=HeldSink)
    monkeypatch.setattr(outlets, "_multimedia", lambda: kinds)
    card = SoundCard()
    card._format = SimpleNamespace(bytesForDuration=lambda microseconds: 1)
    for is_held in (True, False):
        HeldSink.done.clear()
        HeldSink.may_begin.clear()
        card.play(Mixer(RATE))
        thread = card._thread
        if is_held:  # until it is closed, or a moment later
            threading.Timer(0.1, HeldSink.may_begin.set).start()
        else:
            HeldSink.may_begin.set()
            qtbot.waitUntil(lambda: bool(HeldSink.done), timeout=2000)
        card.close()
        card.close()
        assert [what for what, _ in HeldSink.done] == ["start", "stop"]
        assert len({where for _, where in HeldSink.done} - {threading.get_ident()}) == 1
        assert thread is not None and thread.isFinished()


def test_threads_take_short_turns_until_the_last_stream_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kinds = SimpleNamespace(QAudioSink=HeldSink)
    monkeypatch.setattr(outlets, "_multimedia", lambda: kinds)
    HeldSink.may_begin.set()
    usual = sys.getswitchinterval()
    first, second = SoundCard(), SoundCard()
    turns = []
    for card in (first, second):
        card._format = SimpleNamespace(bytesForDuration=lambda microseconds: 1)
        card.play(Mixer(RATE))
        turns.append(sys.getswitchinterval())
    second.play(Mixer(RATE))  # anew
    for card in (first, second):
        card.close()
        card.close()
        turns.append(sys.getswitchinterval())
    assert turns == [TURN_S, TURN_S, TURN_S, usual] and usual > TURN_S


def test_a_late_pull_is_an_underrun_and_a_slow_clock_is_none() -> None:
    supply, now = Supply(RATE), 0.0
    late = [supply.take(320, now)]  # 40 ms
    for _ in range(20_000):
        now += 0.008 * 1.0005  # a clock that is 500 ppm slow, for nearly three minutes
        late.append(supply.take(64, now))
    assert not any(late)
    assert supply.take(64, now + 0.1)
    assert not supply.take(320, now + 0.1)
