"""Media of a study file: nobody else's are touched, and nothing is waited for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from prefstudio.study.errors import DataError
from prefstudio.study.folder import Study
from prefstudio.study.store import create, creating, new_file, open_study
from prefstudio.study.store import media as media_module

CONTENT = b"\x89PNG not really"
NAME = "media/yew.png"


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder without media, beside which all of them are copied."""
    monkeypatch.setattr(media_module, "PACKED_BYTES", 3)
    folder = tmp_path / "else"
    folder.mkdir()
    return folder


def test_copies_of_another_study_are_not_overwritten(
    elsewhere: Path, study: Study, folder: Path
) -> None:
    create(elsewhere / "trees.prefstudio", study).close()
    (folder / NAME).write_bytes(b"another")
    with pytest.raises(DataError, match="there already"):
        create(elsewhere / "trees.second", study)
    assert not (elsewhere / "trees.second").exists()
    with open_study(elsewhere / "trees.prefstudio") as first:
        assert first.media(NAME) == CONTENT


def test_a_link_in_the_place_of_the_folder_is_not_followed(elsewhere: Path, study: Study) -> None:
    victim = elsewhere / "victim"
    (victim / "media").mkdir(parents=True)
    (victim / NAME).write_bytes(b"precious")
    (elsewhere / "trees.media").symlink_to(victim)
    with pytest.raises(DataError, match="there already"):
        create(elsewhere / "trees.prefstudio", study)
    assert (victim / NAME).read_bytes() == b"precious"


def test_a_study_that_cannot_be_made_leaves_no_copies(
    elsewhere: Path, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(unfinished: Path, path: Path) -> None:
        raise OSError(28, "no room")

    monkeypatch.setattr(creating, "put_in_place", no_room)
    with pytest.raises(DataError, match="the disk is full"):
        create(elsewhere / "trees.prefstudio", study)
    assert list(elsewhere.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_a_pipe_in_the_place_of_a_picture_is_not_waited_for(file: Path, folder: Path) -> None:
    (folder / NAME).unlink()
    os.mkfifo(folder / NAME)
    with open_study(file) as opened, pytest.raises(DataError, match="no ordinary file"):
        opened.media(NAME)


def test_a_picture_out_of_all_measure_is_not_read(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(media_module, "MOST_BYTES", len(CONTENT) - 1)
    with open_study(file) as opened, pytest.raises(DataError, match="larger than"):
        opened.media(NAME)


def test_a_drive_whose_folders_cannot_be_synced(
    tmp_path: Path, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sync(descriptor: int) -> None:
        if os.path.isdir(f"/proc/self/fd/{descriptor}"):
            raise OSError(22, "not here")

    monkeypatch.setattr(new_file.os, "fsync", sync)
    with create(tmp_path / "synced.prefstudio", study) as made:
        assert not made.read_only
