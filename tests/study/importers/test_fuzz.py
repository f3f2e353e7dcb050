"""Mutated files of every format end in a preview, or in an error with a file and a remedy."""

from __future__ import annotations

import contextlib
import io
import os
import random
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from prefstudio.study.errors import DataError
from prefstudio.study.folder import COMPARISONS_FILE, PARTICIPANTS_FILE, read_study
from prefstudio.study.importers.plan import ImportPlan, ImportPreview
from prefstudio.study.importers.preview import preview
from prefstudio.study.resources import sample
from tests.study.importers.examples import EXAMPLES, ITEMS_CSV, picture, posterior, sound

SECONDS_A_FORMAT = float(os.environ.get("PREFSTUDIO_FUZZ_SECONDS", "10"))
QUICKLY = settings(
    max_examples=20,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
WORKBOOK = "book.xlsx"
MORE: dict[str, bytes] = {}
TOKENS = (
    b"\0", b"\xff", b"\xff\xfe", b"\xef\xbb\xbf", b'"', b"'", b",", b";", b"\t", b"\n", b"\r",
    b"[", b"]", b"{", b"}", b"<", b">", b"<!DOCTYPE x>", b"<!ENTITY a 'b'>", b"&a;", b"&#0;",
    b"nan", b"inf", b"-1", b"1e308", b"1e-320", b"9" * 30, b"0", b"\\ud800", b"\\u0000",
    "\u202e".encode(), "Ⅷ".encode(), "٣".encode(), b"item_id", b"truth", b"path", b"x_", b"null",
    b"true", b"1e5000", b"%", b"#", b"qid:", b"_", b"=cmd()", b"directed 1", b"\x1f\x8b",
)  # fmt: skip
PEOPLE_CSV = "participant_id,excluded,reason,u_age\nann,0,,33\nbob,1,slept,\n"
SAMPLE_FILES = [
    f"{name}/{file}"
    for name, file in (
        ("six-papers", "study.toml"),
        ("six-papers", "participants.csv"),
        ("cars", "participants.csv"),
        ("six-papers", "links.csv"),
        ("shapes", "study.toml"),
        ("shapes", "items.csv"),
    )
]
MEDIA = {"a.wav": sound(), "a.png": picture()}


def mutated(content: bytes, chance: random.Random) -> bytes:
    """Change a file in a few places, as damage, other programs and malice do."""
    for _ in range(chance.choice((1, 1, 2, 3, 8))):
        start = chance.randrange(len(content) + 1)
        end = min(start + chance.choice((0, 1, 2, 5, 40)), len(content))
        kind = chance.randrange(5)
        if kind == 0:
            part = chance.choice(TOKENS)
        elif kind == 1:
            part = bytes(chance.randrange(256) for _ in range(end - start))
        elif kind == 2:
            part = content[start:end] * chance.choice((0, 2, 3))
        elif kind == 3:
            other = chance.randrange(len(content) + 1)
            part = content[other : other + 20]
        else:
            part, end = b"", chance.choice((end, len(content)))
        content = content[:start] + part + content[end:]
    return content


def check(plan: ImportPlan, files: set[str]) -> ImportPreview | None:
    """Preview; anything but a preview that resolves or a named error is let out."""
    try:
        found = preview(plan)
        for problem in found.problems:
            assert problem.message
            assert problem.way_on
            assert len(str(problem).splitlines()) == 1
        str((found.guessed, found.problems)).encode()
        if found.items < 100:
            posterior(found.study)
    except DataError as error:
        assert error.remedy
        assert error.file
        assert error.file in {*files, COMPARISONS_FILE}
        str(error).encode()
        return None
    return found


def one_case(folder: Path, name: str, seed: int) -> None:
    """Import one damaged file in every part it could have."""
    if name in MEDIA:
        one_folder(folder / "media", name, mutated(MEDIA[name], random.Random(seed)))
        return
    content = MORE[name] if name in MORE else EXAMPLES[name][1]
    path, known = folder / name, folder / "known.csv"
    path.write_bytes(mutated(content, random.Random(seed)))
    known.write_text(ITEMS_CSV, encoding="utf-8")
    files = {name, known.name}
    check(ImportPlan(paths=(path,)), files)
    check(ImportPlan(items=path), files)
    check(ImportPlan(items=known, links=(path,)), files)
    check(ImportPlan(items=known, comparisons=(path,)), files)


def one_folder(folder: Path, name: str, content: bytes) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(content)
    (folder / "whole.png").write_bytes(picture(4, 4))
    check(ImportPlan(paths=(folder,)), {folder.name, name})


def one_study(folder: Path, name: str, seed: int) -> None:
    """Read a sample study of which one file is damaged, as a folder and as an import."""
    of_sample, _, damaged = name.partition("/")
    for path in sample(of_sample).iterdir():
        if path.suffix in (".csv", ".toml"):
            (folder / path.name).write_bytes(path.read_bytes())
    if not (folder / PARTICIPANTS_FILE).exists():
        (folder / PARTICIPANTS_FILE).write_text(PEOPLE_CSV)
    content = (folder / damaged).read_bytes()
    (folder / damaged).write_bytes(mutated(content, random.Random(seed)))
    files = {path.name for path in folder.iterdir()} | {folder.name}
    try:
        posterior(read_study(folder))
    except DataError as error:
        assert error.remedy
        assert Path(error.file).name in files
    with contextlib.suppress(DataError):
        preview(ImportPlan(paths=(folder,)))


@QUICKLY
@given(seed=st.integers(0, 2**32))
@pytest.mark.parametrize("name", SAMPLE_FILES)
def test_damage_to_a_sample_study(tmp_path: Path, name: str, seed: int) -> None:
    one_study(tmp_path, name, seed)


@QUICKLY
@given(seed=st.integers(0, 2**32))
@pytest.mark.parametrize("name", [*EXAMPLES, *MEDIA, WORKBOOK])
def test_a_short_while_of_damage(tmp_path: Path, name: str, seed: int) -> None:
    if name == WORKBOOK and WORKBOOK not in MORE:
        MORE[WORKBOOK] = workbook()
    one_case(tmp_path, name, seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*EXAMPLES, *MEDIA, WORKBOOK])
def test_a_long_while_of_damage(tmp_path: Path, name: str) -> None:
    if name == WORKBOOK:
        MORE[WORKBOOK] = workbook()
    seed = random.SystemRandom().randrange(10**9)
    end = time.monotonic() + SECONDS_A_FORMAT
    try:
        while time.monotonic() < end:
            seed += 1
            one_case(tmp_path, name, seed)
    except Exception as error:
        raise AssertionError(f"{name}, seed {seed}") from error


def workbook() -> bytes:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in (line.split(",") for line in ITEMS_CSV.split()):
        book.active.append(row)
    handle = io.BytesIO()
    book.save(handle)
    return handle.getvalue()
