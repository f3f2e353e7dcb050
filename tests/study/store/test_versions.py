"""Files of every earlier version open, and become files of this one."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from prefstudio.study.events import Event
from prefstudio.study.store import open_study, schema
from prefstudio.study.store.errors import DamagedStudyError

FILES = Path(__file__).parent / "files"
MakeEvent = Callable[..., Event]


def written(version: int, folder: Path) -> Path:
    """The study file that a version wrote once, kept as the statements that make it."""
    path = folder / f"version_{version}.prefstudio"
    connection = sqlite3.connect(path)
    connection.executescript((FILES / f"version_{version}.sql").read_text(encoding="utf-8"))
    connection.close()
    return path


@pytest.mark.parametrize("version", range(1, schema.version() + 1))
@pytest.mark.parametrize("writable", [True, False])
def test_a_file_of_every_version_opens(tmp_path: Path, version: int, writable: bool) -> None:
    path = written(version, tmp_path)
    with open_study(path, writable=writable) as opened:
        assert opened.study.items.ids == ("elm", "ash", "yew", "oak", "low")
        assert opened.state.n_answers == 4
        assert opened.state.comparisons[-1].participant == "anna"
        assert opened.connection is not None
        (found,) = opened.connection.execute("PRAGMA user_version").fetchone()
        assert found == schema.version()


def test_the_present_version_has_a_file() -> None:
    assert (FILES / f"version_{schema.version()}.sql").exists()


def _add_colour(connection: sqlite3.Connection) -> None:
    connection.execute("ALTER TABLE participants ADD COLUMN colour TEXT")


def _fail(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TABLE half (done)")
    raise sqlite3.DatabaseError("no further")


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[schema.Step], None]:
    def add(step: schema.Step) -> None:
        monkeypatch.setattr(schema, "STEPS", (*schema.STEPS, step))

    return add


def test_a_step_is_taken_once_and_the_file_stays_sealed(
    file: Path, later: Callable[[schema.Step], None]
) -> None:
    later(lambda connection: connection.execute("CREATE TABLE colours (seq)") and None)
    for _ in range(2):
        with open_study(file) as opened:
            assert opened.connection is not None
            assert opened.connection.execute("SELECT * FROM colours").fetchall() == []
            with pytest.raises(sqlite3.IntegrityError, match="never change"):
                opened.connection.execute("DELETE FROM items")


def _change_an_item(path: Path) -> None:
    """Change a founding row as a flipped bit would: its triggers know nothing of it."""
    connection = sqlite3.connect(path)
    (sql,) = connection.execute(
        "SELECT sql FROM sqlite_master WHERE name = 'items_no_update'"
    ).fetchone()
    connection.execute("DROP TRIGGER items_no_update")
    connection.execute("UPDATE items SET label = 'Holm' WHERE position = 0")
    connection.execute(sql)
    connection.commit()
    connection.close()


@pytest.mark.parametrize("writable", [True, False])
def test_a_founding_table_may_get_a_column(
    file: Path, later: Callable[[schema.Step], None], writable: bool
) -> None:
    later(_add_colour)
    for _ in range(2):
        with open_study(file, writable=writable) as opened:
            assert opened.connection is not None
            people = opened.connection.execute("SELECT participant_id, colour FROM participants")
            assert people.fetchall() == [("anna", None), ("bert", None), ("carl", None)]
            assert len(opened.study.participants) == 3
    _change_an_item(file)
    with pytest.raises(DamagedStudyError, match="the founding table items"):
        open_study(file, writable=False)


def test_an_earlier_file_that_is_damaged_is_rescued_and_left_as_it_is(
    file: Path, later: Callable[[schema.Step], None], answer: MakeEvent
) -> None:
    with open_study(file) as opened:
        opened.append(answer())
    _change_an_item(file)
    before = file.read_bytes()
    later(_add_colour)
    with pytest.raises(DamagedStudyError, match="five items, one event; items are not as written"):
        open_study(file)
    assert file.read_bytes() == before
    with open_study(file.with_name("trees (rescued).prefstudio")) as rescued:
        assert rescued.study.items[0].label == "Holm"
        assert len(rescued.study.participants) == 3
        assert rescued.connection is not None
        (found,) = rescued.connection.execute("PRAGMA user_version").fetchone()
        assert found == schema.version()


def test_an_earlier_file_that_is_only_read_is_left_as_it_is(
    file: Path, later: Callable[[schema.Step], None]
) -> None:
    before = file.read_bytes()
    later(lambda connection: connection.execute("CREATE TABLE colours (seq)") and None)
    with open_study(file, writable=False) as reader:
        assert reader.connection is not None
        assert reader.connection.execute("SELECT * FROM colours").fetchall() == []
        assert len(reader.study.items) == 5
    assert file.read_bytes() == before


def test_a_step_that_fails_changes_nothing(
    file: Path, later: Callable[[schema.Step], None], answer: MakeEvent
) -> None:
    with open_study(file) as opened:
        opened.append(answer())
    before = file.read_bytes()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schema, "STEPS", (*schema.STEPS, _fail))
        with pytest.raises(DamagedStudyError, match="no further"):
            open_study(file)
    assert file.read_bytes() == before
    with open_study(file) as again:
        assert len(again.events) == 1
