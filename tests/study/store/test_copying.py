"""A copy equals its original: facts, events, state, posterior and media."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from prefstudio.engine import ep
from prefstudio.study.comparisons import Outcome
from prefstudio.study.errors import DataError
from prefstudio.study.events import Event
from prefstudio.study.folder import Study, read_study
from prefstudio.study.model import learned_from, resolve
from prefstudio.study.resources import sample
from prefstudio.study.store import StudyFile, create, media, open_study
from prefstudio.study.store.copying import write_copy


@pytest.fixture
def shapes(tmp_path: Path, answer: Callable[..., Event]) -> Path:
    path = tmp_path / "first" / "shapes.prefstudio"
    path.parent.mkdir()
    study = read_study(sample("shapes"))
    with create(path, study) as file:
        ids = study.items.ids
        for k in range(5):
            file.append(answer(ids[k], ids[k + 3], Outcome.A if k % 2 else Outcome.B))
    return path


def copied(file: StudyFile, path: Path, events: tuple[Event, ...] | None = None) -> Path:
    write_copy(path, file.study, file.events if events is None else events, file.media)
    return path


def mean_of(study: Study) -> np.ndarray:
    model = resolve(study)
    answers = model.comparisons(learned_from(study))
    return ep.infer(model.prior, answers, model.scale).mean


def test_a_copy_equals_its_original(shapes: Path, tmp_path: Path) -> None:
    with open_study(shapes) as first:
        target = copied(first, tmp_path / "copy.prefstudio")
        with open_study(target) as copy:
            assert copy.events == first.events
            assert copy.state.n_answers == first.state.n_answers == 5
            assert copy.study.settings == first.study.settings
            before, after = (mean_of(each.state.as_study()) for each in (first, copy))
            assert np.abs(before).max() > 0.1
            np.testing.assert_allclose(after, before, rtol=0, atol=1e-12)
            paths = [item.path for item in first.study.items]
            assert [copy.media(path) for path in paths] == [first.media(path) for path in paths]


def test_a_copy_of_a_thought_has_its_own_answers(
    shapes: Path, tmp_path: Path, answer: Callable[..., Event]
) -> None:
    with open_study(shapes) as first:
        ids = first.study.items.ids
        thought = (*first.events[:3], answer(ids[0], ids[9]))
        target = copied(first, tmp_path / "what if.prefstudio", thought)
        assert first.state.n_answers == 5
    with open_study(target) as copy:
        assert copy.events == thought
        assert copy.state.n_answers == 4


def test_media_of_a_copy_do_not_hang_on_a_folder_that_goes(
    shapes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where temporary folders lie below the folder of the copy."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("prefstudio.study.store.copying.PACKED_BYTES", 3000)
    with open_study(shapes) as first:
        target = copied(first, tmp_path / "copy.prefstudio")
        with open_study(target) as copy:
            for item in first.study.items:
                assert copy.media(item.path) == first.media(item.path)
    assert any((tmp_path / f"copy{media.MEDIA_ENDING}").rglob("*.png"))


def test_a_file_is_not_written_over_and_nothing_is_left(shapes: Path, tmp_path: Path) -> None:
    taken = tmp_path / "taken.prefstudio"
    taken.write_bytes(b"mine")
    with open_study(shapes) as first, pytest.raises(DataError, match="already"):
        copied(first, taken)
    assert taken.read_bytes() == b"mine"
    assert {path.name for path in tmp_path.iterdir() if path.is_file()} == {"taken.prefstudio"}
