"""What the tests of a study's facts share: files to read, and errors that say enough."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from prefstudio.study.errors import DataError, on_one_line

Refused = Callable[..., AbstractContextManager[None]]


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str | bytes], Path]:
    """Write a file of the study and return its path."""

    def write_file(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write_file


@pytest.fixture
def refused() -> Refused:
    """Expect a DataError that names file and line and says some words, a remedy among them."""

    @contextmanager
    def expect(file: str, line: int | None, *words: str, remedy: str) -> Iterator[None]:
        with pytest.raises(DataError) as caught:
            yield
        error = caught.value
        sentence = str(error)
        assert error.file == file
        assert error.line == line
        assert sentence.startswith(on_one_line(file) if line is None else f"{file} line {line}")
        for word in words:
            assert word in sentence
        assert error.remedy is not None
        assert remedy in error.remedy
        assert remedy in sentence
        assert len(sentence.splitlines()) == 1
        assert not re.search("invalid|failed to|please|!", sentence, re.I)

    return expect
