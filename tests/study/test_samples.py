"""The sample studies: made again byte for byte, read without a note, and each teaches its thing."""

from __future__ import annotations

import math
import struct
import wave
import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from prefstudio.cli import main
from prefstudio.engine import ep
from prefstudio.engine.comparisons import Comparisons
from prefstudio.engine.control import Control
from prefstudio.engine.hyperparameters import LearningProblem
from prefstudio.engine.learning import learn
from prefstudio.engine.posterior import Posterior
from prefstudio.engine.prior import sum_of
from prefstudio.study.briefing import briefing_of
from prefstudio.study.comparisons import Comparison, Outcome
from prefstudio.study.folder import Study, read_study
from prefstudio.study.learning_terms import learning_problem
from prefstudio.study.model import ResolvedModel, resolve
from prefstudio.study.query import best_query
from prefstudio.study.resources import sample
from prefstudio.study.samples import fresh_copy, opened_copy, sample_of
from prefstudio.study.settings import (
    FeaturesComponent,
    IndividualComponent,
    LinksComponent,
    ModelSettings,
)
from prefstudio.study.state import StudyState
from prefstudio.study.store import open_study
from tests.samples import STUDIES, make_all

N_ITEMS = {
    "twelve-sounds": 12, "cars": 20, "spiral": 35, "research-papers": 300, "shapes": 16,
}  # fmt: skip


@pytest.fixture(scope="module")
def made_again(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("samples")
    make_all(folder)
    return folder


@pytest.mark.parametrize("name", STUDIES)
def test_a_sample_is_what_its_script_makes(name: str, made_again: Path) -> None:
    assert _files(sample(name)) == _files(made_again / name)


@pytest.mark.parametrize("name", STUDIES)
def test_a_sample_reads_without_a_note(name: str) -> None:
    study = read_study(sample(name))
    assert study.notes == ()
    assert len(study.items) == N_ITEMS[name]
    assert study.settings.title
    assert study.settings.question.endswith("?")
    assert study.settings.model.components
    truth = _truth(study)
    assert len(np.unique(truth)) > 0.9 * len(truth)


@pytest.mark.parametrize("name", STUDIES)
def test_items_are_told_apart_by_label_and_text(name: str) -> None:
    items = list(read_study(sample(name)).items)
    assert len({item.label for item in items}) == len(items)
    assert len({item.text for item in items}) == len(items)
    assert all(item.text.endswith(".") for item in items)


@pytest.mark.parametrize("name", STUDIES)
def test_a_picture_or_sound_is_there_for_each_item_that_names_one(name: str) -> None:
    study = read_study(sample(name))
    paths = [item.path for item in study.items if item.path]
    assert len(set(paths)) == len(paths)
    for path in paths:
        content = (study.folder / path).read_bytes()
        if path.endswith(".png"):
            assert np.ptp(_pixels(content)) > 50
        else:
            _check_sound(study.folder / path)


def test_all_samples_together_are_small() -> None:
    sizes = [len(content) for name in STUDIES for content in _files(sample(name)).values()]
    assert sum(sizes) < 3_500_000


def test_links_help_where_sounds_are_alike() -> None:
    study = read_study(sample("twelve-sounds"))
    plain = _without(study, LinksComponent)
    seeds = range(40)
    for n_answers in (4, 8):
        assert _error(study, n_answers, seeds) < 0.9 * _error(plain, n_answers, seeds)


def test_citations_help_beyond_topics() -> None:
    study = read_study(sample("research-papers"))
    plain = _without(study, LinksComponent)
    seeds = range(4)
    assert _error(study, 150, seeds) < 0.93 * _error(plain, 150, seeds)


def test_features_and_links_help_where_shapes_are_alike() -> None:
    study = read_study(sample("shapes"))
    plain = _without(study, FeaturesComponent, LinksComponent)
    seeds = range(40)
    assert _error(study, 12, seeds) < 0.9 * _error(plain, 12, seeds)


def test_neighbours_on_the_string_help_on_the_spiral() -> None:
    study = read_study(sample("spiral"))
    supervised = _with_model(study, replace(study.settings.model, semi_supervised=None))
    seeds = range(30)
    for n_answers in (1, 4):
        semi, plain = (_error(each, n_answers, seeds) for each in (study, supervised))
        assert semi < 0.85 * plain
    assert _error(study, 10, seeds) < 0.05


def test_ten_answers_do_not_unlearn_the_string() -> None:
    """How hard neighbours pull is learned from what the study says of it, not from nothing."""
    study = read_study(sample("spiral"))
    model, truth = resolve(study), _truth(study)
    problem = learning_problem(study, model)
    assert "features.strength" in {each.name for each in problem.hyperparameters}
    errors = [_error_once(model, truth, 10, seed, problem) for seed in range(8)]
    assert np.mean(errors) < 0.065


def test_cars_are_asked_again_as_nearly_all_pairs_were_answered() -> None:
    """Else a few pairs are left whose order is clear, and then none."""
    state = StudyState(read_study(sample("cars")))
    model = resolve(state.study)
    asked: list[float] = []
    for ask_again in (False, model.ask_again):
        briefing = briefing_of(replace(model, ask_again=ask_again), state)
        posterior = briefing.exact_posterior(Control())
        query = best_query(briefing, posterior, Control())
        assert query is not None and query.value is not None
        asked.append(query.value)
    assert model.ask_again
    assert briefing.allowed.n_pairs == 190
    assert asked[1] > asked[0]
    assert state.study.settings.presentation.min_item_gap > 1  # no pair comes twice in a row


def test_people_differ_about_cars() -> None:
    """One's own 27 answers foretell one's other 9 better than those of all twelve people do."""
    study = read_study(sample("cars"))
    model = resolve(study)
    people = [person.participant_id for person in study.participants]
    answers = {
        name: [row for row in study.comparisons if row.participant == name] for name in people
    }
    assert all(len(rows) == 36 for rows in answers.values())
    own, pooled = np.zeros(2), np.zeros(2)
    for part in range(4):
        kept = {name: [r for k, r in enumerate(answers[name]) if k % 4 != part] for name in people}
        of_all = _posterior(model, [row for rows in kept.values() for row in rows])
        for name in people:
            unseen = answers[name][part::4]
            own += _foretold(model, _posterior(model, kept[name]), unseen)
            pooled += _foretold(model, of_all, unseen)
    n_answers = sum(map(len, answers.values()))
    (own_log, own_right), (pooled_log, pooled_right) = own / n_answers, pooled / n_answers
    assert own_log > pooled_log + 0.05
    assert own_right > pooled_right + 0.05
    assert pooled_right > 0.55  # there is something that all like


@pytest.mark.parametrize("name", STUDIES)
def test_the_commands_take_a_sample(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("fit", "suggest"):
        assert main([command, str(sample(name))]) == 0
        output = capsys.readouterr()
        assert output.out
        assert output.err == ""


def _files(folder: Path) -> dict[str, bytes]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def _pixels(content: bytes) -> np.ndarray:
    """A second, minimal reader of the pictures: rows are differences from the row above."""
    start = content.index(b"IDAT")
    (length,) = struct.unpack(">I", content[start - 4 : start])
    width, height = struct.unpack(">II", content[16:24])
    body = zlib.decompress(content[start + 4 : start + 4 + length])
    rows = np.frombuffer(body, dtype=np.uint8).reshape(height, 1 + 3 * width)
    assert np.all(rows[:, 0] == 2)
    return np.cumsum(rows[:, 1:], axis=0, dtype=np.uint8)


def _check_sound(path: Path) -> None:
    with wave.open(str(path), "rb") as file:
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
        assert 1.5 < file.getnframes() / file.getframerate() < 2.5
        values = np.frombuffer(file.readframes(file.getnframes()), dtype="<i2").astype(float)
    assert np.abs(values).max() < 0.9 * 32_767
    # All equally loud, and no jump from the end to the beginning larger than inside.
    assert np.sqrt(np.mean(values**2)) == pytest.approx(3277, rel=0.01)
    assert abs(values[0] - values[-1]) <= np.abs(np.diff(values)).max()


def _truth(study: Study) -> np.ndarray:
    return np.array([item.truth for item in study.items], dtype=float)


def _with_model(study: Study, model: ModelSettings) -> Study:
    return replace(study, settings=replace(study.settings, model=model))


def _without(study: Study, *kinds: type) -> Study:
    """The same study with fewer components; the individual one always stays."""
    kept = tuple(c for c in study.settings.model.components if not isinstance(c, kinds))
    assert any(isinstance(c, IndividualComponent) for c in kept)
    return _with_model(study, replace(study.settings.model, components=kept))


def _error(study: Study, n_answers: int, seeds: range) -> float:
    """Share of the unasked pairs that are in the wrong order, over simulated people."""
    model, truth = resolve(study), _truth(study)
    return float(np.mean([_error_once(model, truth, n_answers, seed) for seed in seeds]))


def _error_once(
    model: ResolvedModel,
    truth: np.ndarray,
    n_answers: int,
    seed: int,
    learns: LearningProblem | None = None,
) -> float:
    """Random pairs, answered with probability Φ(difference / noise), learned from if wanted."""
    generator = np.random.default_rng(seed)
    pairs = generator.permutation(np.stack(np.triu_indices(len(truth), 1), axis=1))
    asked, unasked = pairs[:n_answers], pairs[n_answers:]
    noise = model.scale.noise * generator.standard_normal(n_answers)
    turned = truth[asked[:, 0]] - truth[asked[:, 1]] + noise < 0.0
    asked[turned] = asked[turned][:, ::-1]
    answers = Comparisons.of_levels(model.scale, [(int(i), int(j)) for i, j in asked])
    prior = model.prior
    if learns is not None:
        prior = sum_of(learn(learns, answers, model.scale, mean_scale=True).components)
    mean = ep.infer(prior, answers, model.scale).mean
    first, second = unasked.T
    agreement = np.sign(mean[first] - mean[second]) * np.sign(truth[first] - truth[second])
    return float(np.mean(0.5 - 0.5 * agreement))


def _posterior(model: ResolvedModel, rows: list[Comparison]) -> Posterior:
    return ep.infer(model.prior, model.comparisons(rows), model.scale)


def _foretold(model: ResolvedModel, posterior: Posterior, rows: list[Comparison]) -> np.ndarray:
    """Sum over answers of the log probability, and number of them that were thought likelier."""
    total = np.zeros(2)
    for row in rows:
        mean, variance = posterior.pair_moments(model.position(row.a), model.position(row.b))
        z = mean / math.sqrt(variance + model.scale.noise**2)
        signed = z if row.outcome is Outcome.A else -z
        total += math.log(0.5 * math.erfc(-signed / math.sqrt(2.0))), signed > 0.0
    return total


def test_what_was_there_stays_where_a_fresh_copy_cannot_take_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def rename(path: Path, to: Path) -> Path:
        if path.parent.name.startswith(".fresh-"):
            raise PermissionError(13, "it is in use")
        return real(path, to)

    path, real = opened_copy("shapes"), Path.rename
    path.write_bytes(b"what was answered")
    with monkeypatch.context() as patch, pytest.raises(PermissionError):
        patch.setattr(Path, "rename", rename)
        fresh_copy("shapes")
    assert path.read_bytes() == b"what was answered"
    assert list(path.parent.iterdir()) == [path]
    fresh_copy("shapes")


def test_a_copy_is_the_persons_own_and_start_over_keeps_the_old_one(tmp_path: Path) -> None:
    path = opened_copy("shapes")
    assert opened_copy("shapes") == path
    assert sample_of(path) == "shapes"
    assert sample_of(tmp_path / "shapes.prefstudio") is None
    path.write_bytes(b"what was answered")
    assert fresh_copy("shapes") == path
    kept = [each for each in path.parent.iterdir() if each.read_bytes() == b"what was answered"]
    assert len(kept) == 1 and sample_of(kept[0]) is None
    with open_study(path) as file:
        assert len(file.study.items) == N_ITEMS["shapes"]
