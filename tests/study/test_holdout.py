"""Random pairs: which answers count, how right their predictions were, and what is said of it."""

from __future__ import annotations

import math
import re
from dataclasses import astuple, replace
from pathlib import Path

import numpy as np
import pytest

from prefstudio.study.changes import AnswerChanged
from prefstudio.study.comparisons import Comparison, Outcome, Phase
from prefstudio.study.events import Answered, Policy, TrialShown, Undone
from prefstudio.study.exporters import export
from prefstudio.study.exporters.event_answers import comparisons_of
from prefstudio.study.folder import Study, read_study
from prefstudio.study.holdout import HeldOut, held_out, holdout_score, holdout_words
from prefstudio.study.resources import sample
from prefstudio.study.state import StudyState
from tests.study.sitting import Sitting, with_settings


@pytest.fixture(scope="module")
def papers() -> Study:
    return read_study(sample("six-papers"))


def said(outcome: Outcome, p_a: float, p_b: float | None = None) -> HeldOut:
    comparison = Comparison("a", "b", outcome, phase=Phase.HOLDOUT)
    return HeldOut(comparison, 0, p_a, 1.0 - p_a if p_b is None else p_b)


def random_answers(seed: int, n: int) -> list[HeldOut]:
    rng = np.random.default_rng(seed)
    outcomes = [Outcome.A, Outcome.B, Outcome.TIE]
    drawn = rng.dirichlet([1.0, 1.0, 0.3], n)
    return [said(outcomes[rng.integers(0, 3)], row[0], row[1]) for row in drawn]


@pytest.mark.parametrize("seed", range(20))
def test_the_score_is_what_its_definitions_say(seed: int) -> None:
    answers = random_answers(seed, 30)
    score = holdout_score(answers)
    clear = [each for each in answers if each.comparison.outcome is not Outcome.TIE]
    chances = []
    for each in clear:
        both = each.p_a + each.p_b
        chances.append((each.p_a if each.comparison.outcome is Outcome.A else each.p_b) / both)
    n = len(chances)
    losses = [-math.log(p) for p in chances]
    assert score is not None
    assert (score.n_clear, score.n_ties) == (n, len(answers) - n)
    assert score.n_right == sum(p > 0.5 for p in chances)
    centre = sum(losses) / n
    spread = math.sqrt(sum((value - centre) ** 2 for value in losses) / (n - 1))
    assert score.log_loss == pytest.approx(centre)
    assert score.log_loss_se == pytest.approx(spread / math.sqrt(n))
    assert score.n_right_expected == pytest.approx(sum(max(p, 1 - p) for p in chances))
    assert score.n_right_sd**2 == pytest.approx(sum(p * (1 - p) for p in chances))


def test_a_coin_has_the_log_loss_of_a_coin_and_half_a_hit_each() -> None:
    score = holdout_score([said(Outcome.A, 0.5), said(Outcome.B, 0.5)])
    assert score is not None
    assert (score.n_right, score.log_loss) == (1.0, pytest.approx(math.log(2.0)))


@pytest.mark.parametrize("seed", range(5))
def test_a_row_counts_as_many_answers_as_it_stands_for(seed: int) -> None:
    answers = random_answers(seed, 12)
    counts = np.random.default_rng(seed).integers(1, 6, 12).tolist()
    counted = [
        replace(each, comparison=replace(each.comparison, count=count))
        for each, count in zip(answers, counts, strict=True)
    ]
    one_by_one = [each for each, n in zip(answers, counts, strict=True) for _ in range(n)]
    found, expected = holdout_score(counted), holdout_score(one_by_one)
    assert found is not None and expected is not None
    assert (found.n_clear, found.n_ties) == (expected.n_clear, expected.n_ties)
    assert astuple(found) == pytest.approx(astuple(expected))


@pytest.mark.parametrize("seed", range(10))
def test_every_number_of_the_sentence_is_the_scores(seed: int) -> None:
    answers = random_answers(seed, 24)
    score = holdout_score(answers)
    assert score is not None
    found = re.fullmatch(
        r"Of (\d+) random pairs ([\d.]+) (?:was|were) predicted right; log-loss ([\d.]+) ± "
        r"([\d.]+) \(a coin: 0\.69\)\. By its own chances the model expected ([\d.]+) ± "
        r"([\d.]+) right\.(?: .* left out\.)?",
        holdout_words(score),
    )
    assert found is not None
    numbers = [float(each) for each in found.groups()]
    assert numbers[:2] == [score.n_clear, score.n_right]
    assert numbers[2:4] == pytest.approx([score.log_loss, score.log_loss_se], abs=0.0051)
    assert numbers[4:] == pytest.approx([score.n_right_expected, score.n_right_sd], abs=0.051)


def test_sentences_of_few() -> None:
    assert holdout_words(holdout_score([])) == "No random pair has been answered yet."
    assert holdout_score([said(Outcome.TIE, 0.4, 0.4)]) is None
    one = holdout_words(holdout_score([said(Outcome.A, 0.8), said(Outcome.TIE, 0.4, 0.4)]))
    assert one.startswith("Of 1 random pair 1 was predicted right; log-loss 0.22 (a coin: 0.69).")
    assert one.endswith("One tie left out.")


def test_only_answers_that_count_are_held_out(papers: Study) -> None:
    sitting = Sitting(papers)
    ids = []
    for trial in (
        TrialShown("t1", "a", "b", Phase.HOLDOUT, Policy.HOLDOUT, p_a=0.7, p_b=0.3),
        TrialShown("t2", "a", "c", Phase.MAIN, p_a=0.6, p_b=0.4),
        TrialShown("t3", "c", "d", Phase.HOLDOUT, Policy.HOLDOUT, p_a=0.2),
        TrialShown("t4", "e", "f", Phase.HOLDOUT, Policy.HOLDOUT),
        TrialShown("t5", "b", "f", Phase.HOLDOUT, Policy.HOLDOUT, p_a=0.9, p_b=0.1),
        TrialShown("t6", "a", "f", Phase.HOLDOUT, Policy.HOLDOUT, p_a=0.9, p_b=0.1),
    ):
        sitting.record(trial)
        outcome = Outcome.SKIP if trial.trial_id == "t6" else Outcome.A
        ids.append(sitting.record(Answered(trial.trial_id, trial.a, trial.b, outcome)))
    sitting.record(Undone(ids[4]))
    sitting.record(AnswerChanged(ids[2], Outcome.B))
    first, third = held_out(sitting.state)
    assert (first.p_a, first.p_b, first.n_before) == (0.7, 0.3, 0)
    assert (third.p_a, third.p_b, third.n_before) == (0.2, 0.8, 2)
    assert third.comparison.outcome is Outcome.B
    assert third.p_said == 0.8


def test_a_folder_keeps_phases_policies_and_predictions(papers: Study, tmp_path: Path) -> None:
    study = with_settings(papers, schedule={"holdout": 0.5}, response={"tie": True})
    sitting = Sitting(study)
    for _ in range(10):
        sitting.answer()
    recorded = held_out(sitting.state)
    assert 0 < len(recorded) < 10
    rows = comparisons_of(sitting.state)
    policies = {(row.phase, row.extra["policy"]) for row in rows}
    assert policies == {(Phase.MAIN, "criterion"), (Phase.HOLDOUT, "holdout")}
    assert all(each.p_a + each.p_b < 1.0 for each in recorded)  # there is room for a tie
    export(replace(study, comparisons=rows), tmp_path / "out")
    again = held_out(StudyState(read_study(tmp_path / "out")))
    assert [(each.p_a, each.p_b) for each in again] == [(each.p_a, each.p_b) for each in recorded]
    assert holdout_score(again) == holdout_score(recorded)
