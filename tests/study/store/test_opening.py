"""Opening: one writes, all may read, and what is no study is told by name."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from prefstudio.study.errors import DataError
from prefstudio.study.events import Event
from prefstudio.study.folder import Study
from prefstudio.study.store import (
    NewerStudyError,
    NotAStudyError,
    ReadOnlyStudyError,
    create,
    open_study,
)
from prefstudio.study.store import connection as connection_module
from prefstudio.study.store.lock import OPEN_ELSEWHERE, LockHeldError, WriterLock
from prefstudio.study.store.opening import PROTECTED

MakeEvent = Callable[..., Event]
Patch = pytest.MonkeyPatch
NOBODY = 65534

HOLDER = """
import sys
from prefstudio.study.store import open_study
opened = open_study(sys.argv[1])
print(opened.read_only_reason or "writing", flush=True)
sys.stdin.readline()
"""


@contextlib.contextmanager
def another_process(file: Path) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[3],
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "writing\n"
        yield process
    finally:
        process.kill()
        process.communicate()


def test_a_second_window_reads_and_says_so(file: Path, answer: MakeEvent) -> None:
    with open_study(file) as writer:
        writer.append(answer())
        with open_study(file) as second:
            assert second.read_only
            assert second.read_only_reason == OPEN_ELSEWHERE
            assert second.events == writer.events
            with pytest.raises(ReadOnlyStudyError, match="another window or command has it open"):
                second.append(answer())
        writer.append(answer())
    with open_study(file) as third:
        assert not third.read_only


def test_the_lock_of_another_process_dies_with_it(file: Path) -> None:
    with another_process(file) as process:
        with open_study(file) as second:
            assert second.read_only_reason == OPEN_ELSEWHERE
        process.kill()
        process.wait()
        assert file.with_name(file.name + "-lock").exists()
        with open_study(file) as third:
            assert not third.read_only


def test_nothing_stays_beside_a_closed_file(file: Path) -> None:
    with open_study(file):
        pass
    assert sorted(entry.name for entry in file.parent.glob("trees*")) == [
        "trees",
        "trees.prefstudio",
    ]


def test_two_names_of_a_file_are_one_file(file: Path) -> None:
    other = file.with_name("other.prefstudio")
    other.symlink_to(file)
    with open_study(file), open_study(other) as second:
        assert second.read_only_reason == OPEN_ELSEWHERE


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked there")
def test_a_forked_child_does_not_keep_the_lock(file: Path) -> None:
    lock = WriterLock(file)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(writing)
        os.read(reading, 1)
        os._exit(0)
    try:
        with pytest.raises(LockHeldError):
            WriterLock(file)
        lock.release()
        WriterLock(file).release()
    finally:
        os.close(writing)
        os.close(reading)
        os.waitpid(child, 0)


@pytest.fixture
def shared_folder(folder: Path) -> Iterator[Path]:
    """A folder that an ordinary person may enter, which those of the tests are not."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)
        Path(name).chmod(0o755)


@contextlib.contextmanager
def as_nobody() -> Iterator[None]:
    """Act as someone whom permissions bind, also where the tests run as root."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


posix = pytest.mark.skipif(os.name == "nt", reason="permissions are otherwise there")


@posix
def test_a_read_only_folder(shared_folder: Path, study: Study, answer: MakeEvent) -> None:
    file = shared_folder / "trees.prefstudio"
    with create(file, study) as made:
        made.append(answer())
    file.chmod(0o666)
    shared_folder.chmod(0o555)
    with as_nobody(), open_study(file) as opened:
        assert opened.read_only_reason == PROTECTED
        assert opened.state.n_answers == 4
        with pytest.raises(ReadOnlyStudyError, match=r"write-protected\. Work on a copy"):
            opened.append(answer())
    with as_nobody(), pytest.raises(DataError, match="cannot be made here"):
        create(shared_folder / "more.prefstudio", study)


@posix
def test_a_folder_that_becomes_read_only_keeps_no_lock(file: Path, monkeypatch: Patch) -> None:
    def refused(path: Path, missing_ok: bool = False) -> None:
        raise PermissionError(13, "not any more")

    opened = open_study(file)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", refused)
        opened.close()
    with open_study(file) as again:
        assert not again.read_only


def test_a_new_file_is_never_without_its_lock(
    tmp_path: Path, study: Study, monkeypatch: Patch
) -> None:
    taken: list[Path] = []
    real = WriterLock.__init__

    def counted(lock: WriterLock, path: Path) -> None:
        taken.append(path)
        real(lock, path)

    monkeypatch.setattr(WriterLock, "__init__", counted)
    with create(tmp_path / "new.prefstudio", study) as made:
        assert not made.read_only
        with pytest.raises(LockHeldError):
            WriterLock(made.path)
    assert len(taken) == 2


@posix
def test_a_write_protected_file(shared_folder: Path, study: Study) -> None:
    file = shared_folder / "trees.prefstudio"
    create(file, study).close()
    file.chmod(0o444)
    shared_folder.chmod(0o777)
    with as_nobody(), open_study(file) as opened:
        assert opened.read_only_reason == PROTECTED
        assert len(opened.study.items) == 5


@posix
def test_a_file_that_may_not_be_read(shared_folder: Path, study: Study) -> None:
    file = shared_folder / "trees.prefstudio"
    create(file, study).close()
    file.chmod(0)
    with as_nobody(), pytest.raises(NotAStudyError, match="it cannot be read"):
        open_study(file)


INTERRUPTED = """
import os, sys
from prefstudio.study.comparisons import Outcome
from prefstudio.study.events import Answered, happened
from prefstudio.study.store import open_study
opened = open_study(sys.argv[1])
opened.append(happened(Answered("first", "elm", "oak", Outcome.A)))
# With a cache of one page the transaction reaches the file before it is committed.
opened.connection.execute("PRAGMA cache_size = 1")
def kill(step):
    if step == "written":
        os.kill(os.getpid(), 9)
opened.on_step = kill
opened.append(happened(Answered("second" * 4000, "elm", "oak", Outcome.A)))
"""


def with_hot_journal(file: Path) -> bytes:
    """Let a process be killed in the middle of a transaction; return the file it leaves."""
    before = file.read_bytes()
    subprocess.run(
        [sys.executable, "-c", INTERRUPTED, str(file)], cwd=Path(__file__).parents[3], check=False
    )
    assert file.with_name(file.name + "-journal").stat().st_size > 0
    assert file.read_bytes() != before
    return file.read_bytes()


@posix
def test_a_hot_journal_is_rolled_back(file: Path) -> None:
    with_hot_journal(file)
    with open_study(file) as opened:
        (event,) = opened.events
        assert getattr(event.body, "trial_id", "") == "first"
        assert opened.connection is not None
        assert opened.connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert not file.with_name(file.name + "-journal").exists()


@posix
def test_a_hot_journal_is_rolled_back_on_a_copy_when_only_read(
    shared_folder: Path, study: Study
) -> None:
    file = shared_folder / "trees.prefstudio"
    create(file, study).close()
    left = with_hot_journal(file)
    journal = file.with_name(file.name + "-journal")
    for path in (file, journal):
        path.chmod(0o666)
    shared_folder.chmod(0o555)
    with as_nobody(), open_study(file) as opened:
        assert opened.read_only_reason == PROTECTED
        assert len(opened.events) == 1
    assert file.read_bytes() == left
    assert journal.stat().st_size > 0
    shared_folder.chmod(0o755)
    with open_study(file, writable=False) as reader:
        assert len(reader.events) == 1
    assert file.read_bytes() == left


def test_a_write_ahead_log_is_turned_into_a_journal(file: Path) -> None:
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    with open_study(file, writable=False) as reader:
        assert len(reader.study.items) == 5
    with open_study(file) as opened:
        assert opened.connection is not None
        assert opened.connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "this is no study file"),
        (b"SQLite format 3\0", "this is no study file"),
        (b"item_id,label\nelm,Elm\n" * 20, "this is no study file"),
        (b"\x89PNG" + bytes(5000), "this is no study file"),
    ],
)
def test_a_file_that_is_no_study(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "odd.prefstudio"
    path.write_bytes(content)
    with pytest.raises(NotAStudyError, match=words) as caught:
        open_study(path)
    assert caught.value.remedy
    assert path.read_bytes() == content
    assert [each.name for each in tmp_path.glob("odd*")] == ["odd.prefstudio"]


def test_no_file_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(NotAStudyError, match="there is no such file"):
        open_study(tmp_path / "gone.prefstudio")
    with pytest.raises(NotAStudyError, match="this is a folder"):
        open_study(tmp_path)


@posix
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.prefstudio")
    with pytest.raises(NotAStudyError, match="no ordinary file"):
        open_study(tmp_path / "pipe.prefstudio")


@posix
def test_a_lock_that_leads_elsewhere_is_not_followed(file: Path) -> None:
    elsewhere = file.parent / "elsewhere"
    file.with_name(file.name + "-lock").symlink_to(elsewhere)
    with open_study(file) as opened:
        assert opened.read_only_reason == PROTECTED
    assert not elsewhere.exists()


def test_a_program_that_keeps_the_file_locked(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_module, "_WAIT_SECONDS", 0.05)
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(DataError, match="another program keeps it locked"):
        open_study(file)
    other.close()
    open_study(file).close()


def test_a_database_of_another_program(tmp_path: Path) -> None:
    path = tmp_path / "other.prefstudio"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE events (seq)")
    connection.commit()
    connection.close()
    with pytest.raises(NotAStudyError, match="another program"):
        open_study(path)


def test_a_study_of_a_later_version(file: Path) -> None:
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = file.read_bytes()
    with pytest.raises(NewerStudyError, match="version 99") as caught:
        open_study(file)
    assert caught.value.remedy == "Update PrefStudio."
    assert file.read_bytes() == before
