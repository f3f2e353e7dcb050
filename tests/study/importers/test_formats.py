"""Each format is told by what a file holds, whatever the file is called."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from prefstudio.study.importers import formats
from prefstudio.study.importers.source import Progress, Source
from tests.study.importers.examples import EXAMPLES, look, posterior


def format_name(path: Path) -> str:
    return formats.format_of(Source(path, Progress(None, 1))).name


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_file_is_recognised(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(EXAMPLES[name][1])
    assert format_name(path) == EXAMPLES[name][0]


@pytest.mark.parametrize("name", [name for name in EXAMPLES if name != "cora.cites"])
def test_the_ending_of_the_name_does_not_matter(tmp_path: Path, name: str) -> None:
    for ending in ("", ".dat", ".csv"):
        path = tmp_path / f"file{ending}"
        path.write_bytes(EXAMPLES[name][1])
        assert format_name(path) == EXAMPLES[name][0]


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_alone_becomes_a_study_that_fits(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(EXAMPLES[name][1])
    before = sorted(tmp_path.rglob("*"))
    found = look(tmp_path, paths=(name,))
    assert found.items in (3, 4)
    rows = {"links.csv": " of links", "winners.csv": " of answers", "pwcmp.csv": " of answers"}
    assert found.formats == {name: f"{EXAMPLES[name][0]}{rows.get(name, '')}"}
    assert found.problems == ()
    assert found.is_whole
    assert len(posterior(found.study).mean) == found.items
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b"  \n\n", "empty"),
        (b"<html><body>no</body></html>", "no format"),
        (bytes(range(256)) * 4, "no format"),
        (b"\x1f\x8b\x08\x00 this is no archive", "gzip"),
    ],
)
def test_what_no_format_knows_is_refused_by_name(
    tmp_path: Path, content: bytes, words: str
) -> None:
    (tmp_path / "what.bin").write_bytes(content)
    with pytest.raises(formats.DataError, match=words) as caught:
        look(tmp_path, paths=("what.bin",))
    assert caught.value.file == "what.bin"
    assert caught.value.remedy


def test_a_file_that_is_not_there_and_one_that_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(formats.DataError, match=r"none\.csv: there is no such file"):
        look(tmp_path, paths=("none.csv",))
    with pytest.raises(formats.DataError, match="no ordinary file"):
        look(tmp_path, items=".")
    with pytest.raises(formats.DataError, match="no file is named"):
        look(tmp_path)


def test_a_file_without_the_part_it_was_given_for(tmp_path: Path) -> None:
    for name in ("trees.mtx", "items.csv"):
        (tmp_path / name).write_bytes(EXAMPLES[name][1])
    with pytest.raises(formats.DataError, match=r"Matrix Market, which has no comparisons"):
        look(tmp_path, items="items.csv", comparisons=("trees.mtx",))


def test_no_importer_catches_every_exception() -> None:
    broad = {"Exception", "BaseException"}
    for path in sorted(Path(formats.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ExceptHandler):
                assert node.type is not None, path.name
                names = {each.id for each in ast.walk(node.type) if isinstance(each, ast.Name)}
                assert not names & broad, f"{path.name}:{node.lineno}"
