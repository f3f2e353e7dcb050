"""A damaged file: named, left as it is, and what can be read is rescued."""

from __future__ import annotations

import contextlib
import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from prefstudio.study.changes import RESCUED, Note
from prefstudio.study.comparisons import Outcome
from prefstudio.study.errors import DataError
from prefstudio.study.events import Answered, Event, happened, new_id
from prefstudio.study.folder import Study, read_study
from prefstudio.study.resources import sample
from prefstudio.study.store import (
    DamagedStudyError,
    StudyFile,
    create,
    open_study,
    rescue,
)
from prefstudio.study.store.event_rows import append_row, row_of

MakeEvent = Callable[..., Event]


LongFile = tuple[Path, tuple[Event, ...]]


@pytest.fixture(scope="module")
def long_study(tmp_path_factory: pytest.TempPathFactory) -> LongFile:
    """A file of many pages, and its events."""
    folder = tmp_path_factory.mktemp("many")
    rows = "".join(f"i{k},{k % 7},{'text ' * 20}\n" for k in range(60))
    (folder / "items.csv").write_text(f"item_id,x_a,text\n{rows}")
    (folder / "links.csv").write_text(
        "source,target\n" + "".join(f"i{k},i{k + 1}\n" for k in range(59))
    )
    pairs = ((f"i{k % 60}", f"i{(k + 1) % 60}") for k in range(150))
    events = tuple(
        happened(Answered(new_id(), *pair, Outcome.A, rt_ms=0.5), "anna", "s3") for pair in pairs
    )
    path = folder / "many.prefstudio"
    with create(path, read_study(folder)) as made:
        assert made.connection is not None
        made.connection.execute("BEGIN")
        for k, event in enumerate(events):
            append_row(made.connection, k + 1, row_of(event))
        made.connection.execute("COMMIT")
    return path, events


@pytest.fixture
def long_file(long_study: LongFile, tmp_path: Path) -> LongFile:
    """A copy of it to be damaged."""
    path, events = long_study
    return Path(shutil.copy(path, tmp_path)), events


def answers_of(file: StudyFile) -> list[Event]:
    """The events without the note that tells of a rescue."""
    return [event for event in file.events if not isinstance(event.body, Note)]


def test_a_truncated_file(long_file: LongFile) -> None:
    path, events = long_file
    whole = path.read_bytes()
    cut = whole[: len(whole) * 17 // 20]
    path.write_bytes(cut)
    with pytest.raises(DamagedStudyError, match="damaged") as caught:
        open_study(path)
    assert path.read_bytes() == cut
    copy = path.with_name("many (rescued).prefstudio")
    assert copy.name in str(caught.value)
    with open_study(copy) as rescued:
        assert len(rescued.study.items) == 60
        assert 10 < len(answers_of(rescued)) < 150
        assert set(answers_of(rescued)) < set(events)
        assert rescued.state.n_answers == len(answers_of(rescued))
        assert f"{150 - rescued.state.n_answers} events lost" in str(caught.value)


def test_opening_again_makes_no_second_copy(long_file: LongFile) -> None:
    path, _ = long_file
    path.write_bytes(path.read_bytes()[:-5000])
    for _ in range(2):
        with pytest.raises(DamagedStudyError, match="rescued"):
            open_study(path)
    assert len(list(path.parent.glob("*rescued*"))) == 1


def test_reading_alone_writes_nothing(long_file: LongFile) -> None:
    path, _ = long_file
    path.write_bytes(path.read_bytes()[:-5000])
    before = sorted(path.parent.iterdir())
    with pytest.raises(DamagedStudyError):
        open_study(path, writable=False)
    assert sorted(path.parent.iterdir()) == before


@pytest.mark.parametrize("seed", range(25))
def test_flipped_bits(long_file: LongFile, seed: int) -> None:
    """One flipped bit is found and the rest rescued, or it was where nothing is kept."""
    path, events = long_file
    chance = random.Random(seed)
    content = bytearray(path.read_bytes())
    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    path.write_bytes(content)
    try:
        with open_study(path) as opened:
            assert opened.events == events
            assert len(opened.study.items) == 60
            return
    except DataError as error:
        assert error.remedy
        assert "\n" not in str(error)
    if not path.with_name("many (rescued).prefstudio").exists():
        return
    with open_study(path.with_name("many (rescued).prefstudio")) as rescued:
        assert set(answers_of(rescued)) <= set(events)
        assert len(answers_of(rescued)) > 80


def test_most_flips_are_rescued(long_file: LongFile) -> None:
    path, events = long_file
    whole = path.read_bytes()
    chance, harmful, saved = random.Random(5), 0, 0
    for _ in range(25):
        content = bytearray(whole)
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        path.write_bytes(content)
        try:
            open_study(path, writable=False).close()
        except DataError:
            harmful += 1
            with contextlib.suppress(DamagedStudyError):
                saved += rescue(path).events >= len(events) - 40
    assert harmful >= 5
    assert saved >= harmful * 0.7


def test_a_changed_letter_that_sqlite_cannot_see(file: Path, answer: MakeEvent) -> None:
    with open_study(file) as opened:
        opened.append(answer())
        opened.append(answer("ash", "oak"))
    content = file.read_bytes()
    assert content.count(b'"a":"ash"') == 1
    file.write_bytes(content.replace(b'"a":"ash"', b'"a":"yew"'))
    with pytest.raises(DamagedStudyError, match="event 2 is not as it was written"):
        open_study(file)
    with open_study(file.with_name("trees (rescued).prefstudio")) as rescued:
        assert [event.kind for event in rescued.events] == ["answered", "note"]
    file.write_bytes(content.replace(b"An elm, tall", b"An elm, tell"))
    with pytest.raises(DamagedStudyError, match="the founding table items"):
        open_study(file, writable=False)


def test_the_first_bytes(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[3] ^= 4
    file.write_bytes(content)
    with pytest.raises(DamagedStudyError, match="first bytes"):
        open_study(file)
    with open_study(file.with_name("trees (rescued).prefstudio")) as rescued:
        assert len(rescued.study.items) == 5


def test_nothing_to_rescue(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:4096] + bytes(8192))
    with pytest.raises(DamagedStudyError, match="nothing in it could be rescued"):
        open_study(file)


def test_a_rescue_copy_is_a_study_like_any_other(file: Path, study: Study) -> None:
    found = rescue(file)
    assert (found.items, found.events, found.lost) == (5, 0, 0)
    with open_study(found.path) as rescued:
        assert list(rescued.study.items) == list(study.items)
        assert rescued.study.settings == study.settings
        assert rescued.study.comparisons == study.comparisons
        assert list(rescued.study.links) == list(study.links)
    assert rescue(file).path != found.path


def test_an_item_that_names_nothing(file: Path) -> None:
    """A row that contradicts the others is damage, even where every page is whole."""
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute("DROP TRIGGER links_no_update")
    connection.execute("UPDATE links SET source = 'nobody' WHERE position = 0")
    connection.execute(
        "CREATE TRIGGER links_no_update BEFORE UPDATE ON links "
        "BEGIN SELECT RAISE(ABORT, 'links never change'); END"
    )
    connection.commit()
    connection.close()
    with pytest.raises(DamagedStudyError, match="links"):
        open_study(file, writable=False)


@pytest.fixture(scope="module")
def cars(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A study file with many founding comparisons."""
    path = tmp_path_factory.mktemp("cars") / "cars.prefstudio"
    create(path, read_study(sample("cars"))).close()
    return path.read_bytes()


def test_rows_behind_the_last_readable_one_are_counted(cars: bytes, tmp_path: Path) -> None:
    """Whichever pages are cut off the end, what is kept and what is lost add up."""
    written = len(read_study(sample("cars")).comparisons)
    path = tmp_path / "cars.prefstudio"
    for pages in (1, 2, 5):
        path.write_bytes(cars[: -4096 * pages])
        found = rescue(path)
        with open_study(found.path) as copy:
            lost = written - len(copy.study.comparisons)
            told = [str(loss) for loss in found.losses]
            assert (f"{lost} of {written} comparisons lost" in told) == (lost > 0)
            assert all(isinstance(event.body, Note) for event in copy.events)
            assert found.events == 0
    assert lost > 0


def test_a_damaged_declaration_costs_no_rows(cars: bytes, tmp_path: Path) -> None:
    place = cars.index(b"CREATE TABLE comparisons")
    path = tmp_path / "cars.prefstudio"
    for step, bit in ((5, 1), (14, 0x80), (17, 4), (60, 2), (100, 0x80)):
        content = bytearray(cars)
        content[place + step] ^= bit
        path.write_bytes(content)
        found = rescue(path)
        assert found.losses == ()
        with open_study(found.path) as copy:
            assert len(copy.study.comparisons) == len(read_study(sample("cars")).comparisons)


def test_no_bit_of_a_declaration_is_a_fault_of_the_program(cars: bytes, tmp_path: Path) -> None:
    chance, path = random.Random(3), tmp_path / "cars.prefstudio"
    places = [cars.index(b"CREATE TABLE items") + chance.randrange(300) for _ in range(20)]
    for place in [*places, cars.index(b"CREATE TABLE items") + 15]:
        content = bytearray(cars)
        content[place] ^= 0x80
        path.write_bytes(content)
        with pytest.raises(DamagedStudyError, match=r"rescued.*nothing is lost"):
            open_study(path)
        path.with_name("cars (rescued).prefstudio").unlink()


def test_a_misprint_that_sqlite_can_read(cars: bytes, tmp_path: Path) -> None:
    path = tmp_path / "cars.prefstudio"
    path.write_bytes(cars.replace(b"UNIQUE, type TEXT", b"UNIQUE, typf TEXT", 1))
    with pytest.raises(DamagedStudyError, match="damaged"):
        open_study(path)


def test_altered_values_are_told_and_stay_told(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b"An elm, tall", b"An elm, tell"))
    with pytest.raises(
        DamagedStudyError, match="items are not as written, and values may be wrong"
    ):
        open_study(file)
    with open_study(file.with_name("trees (rescued).prefstudio")) as rescued:
        (note,) = (event.body for event in rescued.events)
    assert isinstance(note, Note)
    assert note.about == RESCUED
    assert "items are not as written" in note.text


def test_no_count_is_made_up(cars: bytes, tmp_path: Path) -> None:
    """Where the counts themselves are damaged, a rescue does not quote them."""
    path = tmp_path / "cars.prefstudio"
    assert cars.count(b"count:comparisons") >= 1
    path.write_bytes(cars.replace(b"count:comparisons", b"count:comparisonz")[:-4096])
    told = [str(loss) for loss in rescue(path).losses]
    assert any("facts" in each for each in told)
    assert not any(" of " in each for each in told)
