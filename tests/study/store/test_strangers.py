"""A study file from a stranger runs nothing and reads nothing outside of its folder."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from prefstudio.study.errors import DataError
from prefstudio.study.folder import read_study
from prefstudio.study.store import NotAStudyError, create, open_study
from prefstudio.study.store.media import inside


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE VIEW extra AS SELECT 1",
        "CREATE TABLE extra (x)",
        "CREATE INDEX extra ON items (label)",
        "CREATE TRIGGER extra AFTER INSERT ON events BEGIN SELECT 1; END",
        "DROP TRIGGER events_no_delete",
        "ALTER TABLE items ADD COLUMN more",
        "DROP TABLE participants",
    ],
)
def test_a_schema_that_is_not_ours(file: Path, statement: str) -> None:
    connection = sqlite3.connect(file)
    connection.execute(statement)
    connection.commit()
    connection.close()
    before = file.read_bytes()
    with pytest.raises(NotAStudyError, match="not those of a study"):
        open_study(file)
    assert file.read_bytes() == before


def test_extensions_cannot_be_loaded(file: Path) -> None:
    with open_study(file) as opened:
        assert opened.connection is not None
        with pytest.raises(sqlite3.OperationalError, match=r"not authorized|no such function"):
            opened.connection.execute("SELECT load_extension('x')")


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/etc/passwd",
        "../secret.txt",
        "media/../../secret.txt",
        "..\\secret.txt",
        "C:\\secret.txt",
        "C:secret.txt",
        "\\\\server\\share\\x",
        "link/secret.txt",
        "link",
        "nul\0byte",
    ],
)
def test_paths_that_lead_out_of_the_folder(tmp_path: Path, path: str) -> None:
    folder = tmp_path / "study"
    folder.mkdir()
    (tmp_path / "secret.txt").write_text("secret")
    (folder / "link").symlink_to(tmp_path)
    assert inside(folder, path) is None


def test_paths_that_stay_inside(tmp_path: Path) -> None:
    (tmp_path / "media").mkdir()
    assert inside(tmp_path, "media/yew.png") == tmp_path.resolve() / "media" / "yew.png"
    assert inside(tmp_path, "..yew.png") is not None


def test_a_file_outside_is_neither_packed_nor_opened(tmp_path: Path) -> None:
    folder = tmp_path / "study"
    folder.mkdir()
    secret = tmp_path / "secret.txt"
    secret.write_text("secret words")
    (folder / "items.csv").write_text(f"item_id,path\nelm,../secret.txt\nash,{secret}\n")
    (tmp_path / "else").mkdir()
    with create(tmp_path / "else" / "s.prefstudio", read_study(folder)) as made:
        for path in ("../secret.txt", str(secret)):
            with pytest.raises(DataError, match="not part of the study"):
                made.media(path)
    assert b"secret words" not in (tmp_path / "else" / "s.prefstudio").read_bytes()
