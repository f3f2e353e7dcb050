"""Folders of sounds, pictures and texts, and what is checked of them."""

from __future__ import annotations

import os
import struct
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from prefstudio.study.errors import DataError
from prefstudio.study.importers import sound as sound_module
from prefstudio.study.importers.plan import ImportPreview
from tests.study.importers.examples import look, picture, posterior, sound

Write = Callable[[str, str | bytes], Path]


@pytest.fixture
def media(tmp_path: Path) -> Path:
    folder = tmp_path / "media"
    folder.mkdir()
    return folder


def messages(found: ImportPreview, file: str) -> str:
    return " | ".join(problem.message for problem in found.problems if problem.file == file)


def wav(tag: int, bits: int, body: bytes, channels: int = 1, size: int | None = None) -> bytes:
    """A WAV file with samples of any kind, and a chunk of another program before them."""
    width = bits // 8 * channels
    form = struct.pack("<HHIIHH", tag, channels, 8000, 8000 * width, width, bits)
    chunks = b"LIST\x03\0\0\0abc\0" + b"fmt " + struct.pack("<I", 16) + form
    chunks += b"data" + struct.pack("<I", len(body) if size is None else size) + body
    return b"RIFF" + struct.pack("<I", len(chunks) + 4) + b"WAVE" + chunks


def test_twelve_sounds(media: Path) -> None:
    for k in range(12):
        (media / f"tone{k:02d}.wav").write_bytes(sound(200 + 10 * k))
    found = look(media.parent, paths=("media",))
    assert found.items == 12
    assert found.types == {"audio": 12}
    assert found.study.items.ids[3] == "tone03"
    assert found.study.items[3].path == "tone03.wav"
    assert found.study.folder == media
    assert found.problems == ()
    facts = found.media[0]
    assert (facts.rate, facts.channels, facts.length_s, facts.clipped_samples) == (8000, 1, 0.25, 0)
    assert len(facts.sha256) == 64
    assert len(posterior(found.study).mean) == 12


def test_ids_and_columns_from_file_names(media: Path) -> None:
    for name in ("ann_opus_64.wav", "ann_aac_96.wav", "bob_opus_64.wav", "readme.wav"):
        (media / name).write_bytes(sound(200 + len(name) + ord(name[0]) + ord(name[5])))
    pattern = r"(?P<group>\w+?)_(?P<id>(?P<x_codec>[a-z]+)_(?P<x_rate>\d+))"
    found = look(media.parent, paths=("media",), ids_from=pattern)
    assert found.study.items.ids == ("aac_96", "opus_64")
    assert [item.group for item in found.study.items] == ["ann", "ann"]
    assert set(found.study.features.names) == {"codec", "rate"}
    assert "there already" in messages(found, "media")
    assert "does not match" in messages(found, "readme.wav")
    found = look(media.parent, paths=("media",), ids_from=r"^(\w+_\w+_\d+)")
    assert found.study.items.ids == ("ann_aac_96", "ann_opus_64", "bob_opus_64")


def test_a_regular_expression_that_is_none(media: Path) -> None:
    (media / "a.wav").write_bytes(sound())
    with pytest.raises(DataError, match=r"--ids-from: .*not well formed"):
        look(media.parent, paths=("media",), ids_from="(?P<id")


def test_what_is_wrong_with_sounds_is_told(media: Path) -> None:
    (media / "loud.wav").write_bytes(sound(level=1.5))
    (media / "plain.wav").write_bytes(sound())
    (media / "same.wav").write_bytes(sound())
    (media / "fast.wav").write_bytes(sound(rate=16000))
    (media / "wide.wav").write_bytes(sound(channels=2))
    (media / "cut.wav").write_bytes(sound(300)[:-500])
    (media / "broken.wav").write_bytes(sound()[:30])
    (media / "fake.wav").write_bytes(b"this is no sound at all")
    found = look(media.parent, paths=("media",))
    assert "clipped" in messages(found, "loud.wav")
    assert "the same as that of 'plain.wav'" in messages(found, "same.wav")
    assert "differ in rate" in messages(found, "fast.wav")
    assert "differ in channels" in messages(found, "wide.wav")
    assert "ends before" in messages(found, "cut.wav")
    for name in ("broken.wav", "fake.wav"):
        assert "cannot be decoded" in messages(found, name)
        assert Path(name).stem not in found.study.items
    assert all(problem.way_on for problem in found.problems)
    assert found.items == 6


@pytest.mark.parametrize(
    ("content", "clipped"),
    [
        (wav(1, 8, bytes([255, 255, 255, 255, 128, 0, 0])), 2),
        (wav(1, 16, struct.pack("<6h", 32767, 32767, 32767, 5, -32768, 3)), 1),
        (wav(1, 24, b"\xff\xff\x7f" * 4 + b"\0\0\x80" * 3 + b"\0\0\0"), 5),
        (wav(1, 32, struct.pack("<4i", 2**31 - 1, -(2**31), -(2**31), -(2**31))), 2),
        (wav(3, 32, struct.pack("<5f", 1.0, 1.5, -2.0, 0.5, 1.0)), 1),
        (wav(3, 64, struct.pack("<3d", 0.1, float("nan"), 1.0)), 0),
        (wav(1, 16, struct.pack("<8h", 32767, 0, 32767, 0, 32767, 0, 0, 0), channels=2), 1),
    ],
)
def test_samples_of_every_width(media: Path, content: bytes, clipped: int) -> None:
    (media / "a.wav").write_bytes(content)
    found = look(media.parent, paths=("media",))
    assert found.media[0].clipped_samples == clipped


def test_clipping_across_blocks(media: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sound_module, "_BLOCK_FRAMES", 2)
    (media / "a.wav").write_bytes(wav(1, 16, struct.pack("<h", 32767) * 9))
    assert look(media.parent, paths=("media",)).media[0].clipped_samples == 7


@pytest.mark.parametrize(
    ("name", "content", "size"),
    [
        ("a.png", picture(7, 5), (7, 5)),
        ("a.gif", b"GIF89a\x07\0\x05\0" + b"\0" * 20 + b"\x3b", (7, 5)),
        ("a.bmp", b"BM" + b"\0" * 12 + b"\x28\0\0\0" + struct.pack("<ii", 7, -5), (7, 5)),
        ("a.jpg", b"\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x0b\x08\0\x05\0\x07\x01\xff\xd9", (7, 5)),
        ("a.webp", b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x06\0\0\x04\0\0", (7, 5)),
        ("a.svg", b'<svg width="7" height="5"></svg>', (None, None)),
    ],
)
def test_pictures_by_their_headers(
    media: Path, name: str, content: bytes, size: tuple[int | None, int | None]
) -> None:
    (media / f"{name}.unknown").write_bytes(content)
    found = look(media.parent, paths=("media",))
    assert found.types == {"image": 1}
    assert (found.media[0].width, found.media[0].height) == size


@pytest.mark.parametrize(
    "content", [picture()[:20], picture()[:-20], picture(0, 5), b"\xff\xd8\xff"]
)
def test_damaged_pictures(media: Path, content: bytes) -> None:
    (media / "bad.png").write_bytes(content)
    (media / "good.png").write_bytes(picture())
    found = look(media.parent, paths=("media",))
    assert found.study.items.ids == ("good",)
    assert "cannot be decoded" in messages(found, "bad.png")


def test_texts_where_there_is_nothing_else(media: Path) -> None:
    (media / "b.txt").write_text("<b>Bold</b>\n", encoding="utf-8")
    (media / "a.md").write_bytes("Grüße".encode("utf-16"))
    (media / "bad.txt").write_bytes(b"\xff\xff\xff")
    (media / "notes.dat").write_bytes(b"\0\1\2")
    found = look(media.parent, paths=("media",))
    assert [item.text for item in found.study.items] == ["Grüße", "<b>Bold</b>\n"]
    assert found.types == {"text": 2}
    assert "no UTF-8 text" in messages(found, "bad.txt")
    assert any("one other file" in guess for guess in found.guessed)


def test_media_given_one_by_one_and_in_folders(media: Path) -> None:
    (media / "deep").mkdir()
    (media / "deep" / "a.wav").write_bytes(sound(300))
    (media / "a.wav").write_bytes(sound(200))
    (media / ".hidden.wav").write_bytes(sound(100))
    found = look(media.parent, paths=("media",))
    assert found.study.items.ids == ("a.wav", "deep/a.wav")
    found = look(media, paths=("a.wav", "deep/a.wav"))
    assert [item.path for item in found.study.items] == ["a.wav", "deep/a.wav"]
    assert found.study.folder == media


def test_an_empty_folder(media: Path) -> None:
    with pytest.raises(DataError, match="no sounds, pictures or texts"):
        look(media.parent, paths=("media",))


@pytest.mark.skipif(os.name == "nt", reason="file names there are always text")
def test_a_name_that_is_no_text(media: Path) -> None:
    try:
        Path(os.fsdecode(os.fsencode(media) + b"/\xff.wav")).write_bytes(sound())
    except OSError:
        pytest.skip("this file system takes no such name")
    (media / "a.wav").write_bytes(sound(300))
    found = look(media.parent, paths=("media",))
    assert found.study.items.ids == ("a",)
    assert "no Unicode text" in found.problems[0].message
    str(found.problems[0]).encode()


def test_media_that_a_table_refers_to(tmp_path: Path, write: Write) -> None:
    write("a.wav", sound())
    write("b.wav", sound())
    write("bad.png", b"no")
    write(
        "t.csv",
        "item_id,path\na,a.wav\nb,b.wav\nc,gone.wav\nd,../../etc/passwd.wav\ne,/etc/x.png\n"
        "f,bad.png\n",
    )
    found = look(tmp_path, items="t.csv")
    assert found.items == 6
    assert "same as that of 'a.wav'" in messages(found, "b.wav")
    assert "missing" in messages(found, "gone.wav")
    assert "outside" in messages(found, "../../etc/passwd.wav")
    assert "outside" in messages(found, "/etc/x.png")
    assert "cannot be decoded" in messages(found, "bad.png")
    assert [facts.path for facts in found.media] == ["a.wav", "b.wav"]


def test_links_that_lead_out_are_not_opened(tmp_path: Path, media: Path) -> None:
    (tmp_path / "secret.png").write_bytes(picture())
    (media / "a.wav").write_bytes(sound())
    (media / "p.png").symlink_to(tmp_path / "secret.png")
    found = look(media.parent, paths=(media.name,))
    assert found.study.items.ids == ("a",)
    assert "leads out of the folder" in messages(found, "p.png")
    assert not found.is_whole
    (media / "t.csv").write_text("item_id,path\na,a.wav\np,p.png\n")
    found = look(media, items="t.csv")
    assert "outside" in messages(found, "p.png")
    assert [facts.path for facts in found.media] == ["a.wav"]


def test_sounds_of_other_kinds_without_soundfile(
    media: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sound_module, "_soundfile", lambda: None)
    packed = (44100 << 44) | (1 << 41) | (15 << 36) | 88200
    (media / "a.flac").write_bytes(
        b"fLaC\0\0\0\x22" + b"\0" * 10 + packed.to_bytes(8, "big") + b"\0" * 16
    )
    (media / "b.mp3").write_bytes(b"ID3\x03" + b"\0" * 50)
    found = look(media.parent, paths=("media",))
    assert found.types == {"audio": 2}
    assert (found.media[0].rate, found.media[0].channels, found.media[0].length_s) == (
        44100,
        2,
        2.0,
    )
    assert any("soundfile" in guess for guess in found.guessed)


def test_sounds_of_other_kinds_with_soundfile(media: Path) -> None:
    soundfile = pytest.importorskip("soundfile")
    loud = np.clip(1.5 * np.sin(np.arange(8000) * 0.1), -1, 1)
    soundfile.write(media / "loud.flac", loud, 8000)
    soundfile.write(media / "soft.flac", 0.2 * loud, 8000)
    (media / "bad.flac").write_bytes((media / "loud.flac").read_bytes()[:60])
    found = look(media.parent, paths=("media",))
    by_path = {facts.path: facts for facts in found.media}
    assert set(by_path) == {"loud.flac", "soft.flac"}
    assert by_path["soft.flac"].clipped_samples == 0
    runs = np.abs(loud) >= 1
    assert by_path["loud.flac"].clipped_samples == np.sum(runs[2:] & runs[1:-1] & runs[:-2])
    assert "cannot be decoded" in messages(found, "bad.flac")
