"""A folder becomes a file and the file is the same study."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from prefstudio.engine.inference import INFERENCES
from prefstudio.study.errors import DataError
from prefstudio.study.folder import Study, read_study
from prefstudio.study.model import learned_from, resolve
from prefstudio.study.resources import sample
from prefstudio.study.store import create, open_study
from prefstudio.study.store import media as media_module


def posterior(study: Study, inference: str = "ep") -> tuple[np.ndarray, np.ndarray]:
    model = resolve(study)
    found = INFERENCES[inference](
        model.prior, model.comparisons(learned_from(study, attribute="")), model.scale
    )
    return found.mean, found.sd


def test_every_fact_comes_back(file: Path, study: Study) -> None:
    with open_study(file) as opened:
        found = opened.study
    assert list(found.items) == list(study.items)
    assert found.items.ids == study.items.ids
    assert found.items.ids_are_row_numbers == study.items.ids_are_row_numbers
    assert found.comparisons == study.comparisons
    assert found.participants == study.participants
    assert found.settings == study.settings
    assert found.notes == study.notes
    assert found.settings.notes == study.settings.notes
    assert found.folder == file.parent


def test_links_come_back_in_their_order_and_to_the_last_bit(file: Path, study: Study) -> None:
    with open_study(file) as opened:
        found = opened.study.links
    assert list(found) == list(study.links) == ["shares", "near", "cites"]
    for name, links in study.links.items():
        assert found[name].relation == links.relation
        assert found[name].links == links.links
        assert found[name].others == links.others
        for array in ("source", "target", "weight"):
            assert np.array_equal(getattr(found[name], array), getattr(links, array))


def test_features_come_back_to_the_last_bit(file: Path, study: Study) -> None:
    with open_study(file) as opened:
        found = opened.study.features
    assert (found.file, found.n_items) == (study.features.file, study.features.n_items)
    assert found.names == ("age", "kind")
    for column, expected in zip(found.columns, study.features.columns, strict=True):
        assert column.categories == expected.categories
        assert column.heading == expected.heading
        for name in ("values", "missing", "mean", "sd"):
            assert np.array_equal(getattr(column, name), getattr(expected, name))
            assert not getattr(column, name).flags.writeable


@pytest.mark.parametrize("inference", ["incremental", "ep", "laplace"])
def test_the_posterior_is_the_same(file: Path, study: Study, inference: str) -> None:
    with open_study(file) as opened:
        found, expected = posterior(opened.study, inference), posterior(study, inference)
    assert np.abs(expected[0]).max() > 0.01
    for one, other in zip(found, expected, strict=True):
        assert np.abs(one - other).max() < 1e-10


def test_the_sample_comes_back(tmp_path: Path) -> None:
    study = read_study(sample("six-papers"))
    with create(tmp_path / "six.prefstudio", study) as made:
        assert made.study.settings == study.settings
        assert not made.read_only
        assert made.events == ()


def test_all_fields_of_a_study_are_compared_above() -> None:
    """A field that is added to a study must be stored, and compared here."""
    assert [field.name for field in fields(Study)] == [
        "folder", "items", "features", "links", "comparisons", "participants", "settings", "notes",
    ]  # fmt: skip


def test_media_below_the_file_are_referred_to(file: Path) -> None:
    with open_study(file) as opened:
        assert opened.media("media/yew.png") == b"\x89PNG not really"
        assert opened.connection is not None
        row = opened.connection.execute("SELECT path, place, content FROM media").fetchone()
        assert row == ("media/yew.png", "trees/media/yew.png", None)
        (file.parent / "trees/media/yew.png").write_bytes(b"another")
        with pytest.raises(DataError, match="is not the one that the study was made with"):
            opened.media("media/yew.png")
        (file.parent / "trees/media/yew.png").unlink()
        with pytest.raises(DataError, match="cannot be read"):
            opened.media("media/yew.png")


def test_media_elsewhere_are_packed_inside(tmp_path: Path, study: Study, folder: Path) -> None:
    (tmp_path / "else").mkdir()
    with create(tmp_path / "else" / "trees.prefstudio", study) as made:
        (folder / "media" / "yew.png").unlink()
        assert made.media("media/yew.png") == b"\x89PNG not really"


def test_large_media_are_copied_beside(
    tmp_path: Path, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(media_module, "PACKED_BYTES", 3)
    (tmp_path / "else").mkdir()
    with create(tmp_path / "else" / "trees.prefstudio", study) as made:
        assert (tmp_path / "else" / "trees.media" / "media" / "yew.png").exists()
        assert made.media("media/yew.png") == b"\x89PNG not really"


def test_a_file_is_never_overwritten(file: Path, study: Study) -> None:
    before = file.read_bytes()
    with pytest.raises(DataError, match="a file of that name already"):
        create(file, study)
    assert file.read_bytes() == before


def test_no_folder_to_write_in(tmp_path: Path, study: Study) -> None:
    with pytest.raises(DataError, match="cannot be made here"):
        create(tmp_path / "gone" / "trees.prefstudio", study)
