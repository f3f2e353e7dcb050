"""Links or no links?: all numbers by textbook EP and by hand, and every number of the sentence."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import binomtest, norm, t

from prefstudio.engine.control import Control
from prefstudio.engine.errors import Cancelled
from prefstudio.engine.held_out import Average, Foretold, RightContrast
from prefstudio.study.briefing import briefing_of, rows_learned_from
from prefstudio.study.comparisons import Outcome, Phase
from prefstudio.study.component_edits import with_neighbours, without_component
from prefstudio.study.evidence_words import odds_in_words
from prefstudio.study.learn_request import LearnFound, LearnRequest
from prefstudio.study.learned_model import with_changes
from prefstudio.study.mailbox import Lane
from prefstudio.study.model import resolve
from prefstudio.study.model_comparison import (
    ModelComparison,
    ModelScore,
    Source,
    contrasts,
    score_of,
    split_of,
)
from prefstudio.study.model_comparison_request import ModelComparisonRequest, ModelComparisonStopped
from prefstudio.study.state import StudyState
from tests.engine.reference_ep import textbook_ep
from tests.study.sheets import sheet_of
from tests.study.two_relations import NAMES, answered, write_study

LINKS = 1  # the place of the citations


def request(
    state: StudyState, *, place: int = LINKS, relearns: bool = False
) -> ModelComparisonRequest:
    change = without_component(sheet_of(state.study), place)
    briefing = briefing_of(resolve(state.study), state)
    return ModelComparisonRequest(state, briefing, change, "links", relearns)


def compared(state: StudyState, **options: bool) -> ModelComparison:
    found = request(state, **options).compute(Control())
    assert isinstance(found, ModelComparison)
    return found


def bounded(state: StudyState, rows: list[int]) -> list[tuple[int, int, float, float]]:
    """Answers for the textbook: both items, and where the noisy difference lies."""
    every = rows_learned_from(state)
    bounds = {Outcome.A: (0.0, np.inf), Outcome.B: (-np.inf, 0.0)}
    return [
        (NAMES.index(every[k].a), NAMES.index(every[k].b), *bounds[every[k].outcome]) for k in rows
    ]


def by_the_book(state: StudyState, prior: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
    """Log evidence of all answers, and of each held-out one: log-loss and whether it is right."""
    model = resolve(state.study)
    rows = rows_learned_from(state)
    briefing = briefing_of(model, state)
    split = split_of(rows, briefing.comparisons, model.seed)
    noise = model.scale.noise
    losses, rights = [], []
    for known, held in split.parts:
        found = textbook_ep(prior, bounded(state, known.tolist()), noise)
        for first, second, low, _ in bounded(state, held.tolist()):
            mean = found.mean[first] - found.mean[second]
            variance = (
                found.cov[first, first] + found.cov[second, second] - 2 * found.cov[first, second]
            )
            chance = norm.cdf(mean / np.sqrt(noise**2 + variance))
            is_first = low == 0.0
            losses.append(-np.log(chance if is_first else 1.0 - chance))
            rights.append(float((mean > 0.0) == is_first))
    evidence = textbook_ep(prior, bounded(state, list(range(len(rows)))), noise).log_evidence
    return evidence, np.array(losses), np.array(rights)


def priors(state: StudyState) -> tuple[np.ndarray, np.ndarray]:
    terms = resolve(state.study).prior.components
    assert [each.name for each in terms][1:3] == ["cites linked", "cites linking"]
    whole = sum(each.weight**2 * each.matrix() for each in terms)
    return whole, whole - sum(each.weight**2 * each.matrix() for each in terms[1:3])


@pytest.mark.parametrize(("n_answers", "holdout"), [(24, 0), (60, 0), (60, 25)])
def test_all_numbers_by_the_book(tmp_path: Path, n_answers: int, holdout: int) -> None:
    state = answered(write_study(tmp_path), n_answers, holdout)
    found = compared(state)
    assert found.source is (Source.HOLDOUT if holdout else Source.FOLDS)
    having, lacking = (by_the_book(state, prior) for prior in priors(state))
    for score, (evidence, losses, rights) in ((found.having, having), (found.lacking, lacking)):
        assert score.log_evidence == pytest.approx(evidence, abs=1e-6)
        assert score.log_loss == pytest.approx(losses.mean(), abs=1e-6)
        assert score.share_right == pytest.approx(rights.mean())
    n_held = len(having[1])
    assert found.n_answers == found.n_choices == n_held == (holdout or n_answers)
    gained, apart = lacking[1] - having[1], having[2] - lacking[2]
    assert found.log_loss.mean == pytest.approx(gained.mean(), abs=1e-6)
    error = gained.std(ddof=1) / np.sqrt(n_held)
    assert found.log_loss.standard_error == pytest.approx(error, abs=1e-6)
    assert found.log_loss.half_width == pytest.approx(t.ppf(0.975, n_held - 1) * error, abs=1e-5)
    assert found.right.mean == pytest.approx(apart.mean(), abs=1e-6)
    n_for, n_against = int((apart > 0.0).sum()), int((apart < 0.0).sum())
    assert (found.right.n_for, found.right.n_against) == (n_for, n_against)
    words = found.words
    told = re.findall(r"(\d+) answers? speaks? for links, (\d+) against", words)
    often = re.findall(r"as unevenly in (\d+\.?\d*)\u00a0% of cases", words)
    if n_for + n_against:
        p_value = binomtest(n_for, n_for + n_against).pvalue
        assert told == [(f"{n_for}", f"{n_against}")]
        assert [float(each) for each in often] == [pytest.approx(100.0 * p_value, abs=0.51)]
        assert ("beyond chance" in words) == (p_value < 0.05)
    else:
        assert "no answer tells them apart" in words and not told and not often
    counts = re.findall(r"links (\S+) of \d+ answers .* without (\S+?)[.:] ", words)
    expected = having[2].sum(), lacking[2].sum()
    assert [tuple(map(float, each)) for each in counts] == [pytest.approx(expected)]
    (evidence,) = re.findall(r"Evidence: (\d+\.\d) (?:in favour of|against) links", words)
    assert float(evidence) == pytest.approx(abs(having[0] - lacking[0]), abs=0.051)
    assert ("in favour of" in words) == (having[0] > lacking[0])


def test_no_pair_is_learned_from_and_foretold(tmp_path: Path) -> None:
    for holdout, source in ((0, Source.FOLDS), (25, Source.HOLDOUT), (10, Source.FOLDS)):
        state = answered(write_study(tmp_path), 60, holdout)
        rows = rows_learned_from(state)
        split = split_of(rows, briefing_of(resolve(state.study), state).comparisons, 1)
        assert split.source is source
        for known, held in split.parts:
            pairs = [{frozenset((rows[k].a, rows[k].b)) for k in part} for part in (known, held)]
            assert not pairs[0] & pairs[1]
        if source is Source.HOLDOUT:
            (part,) = split.parts
            assert all(rows[k].phase is Phase.HOLDOUT for k in part[1])
            assert not any(rows[k].phase is Phase.HOLDOUT for k in part[0])
        else:
            every = np.concatenate([held for _, held in split.parts])
            assert sorted(every.tolist()) == list(range(len(rows)))


@pytest.mark.slow  # learns a dozen models
def test_relearning_learns_each_model_by_itself(tmp_path: Path) -> None:
    state = answered(write_study(tmp_path), 24)
    found, kept = compared(state, relearns=True), compared(state)
    assert found.is_relearned and not kept.is_relearned
    assert found.having.log_evidence >= kept.having.log_evidence - 1e-6
    sheet = sheet_of(state.study)
    lacking = with_changes(state.study, (without_component(sheet, LINKS),))
    for study, score in ((state.study, found.having), (lacking, found.lacking)):
        model = resolve(study)
        learned = LearnRequest(study, briefing_of(model, state)).compute(Control())
        assert isinstance(learned, LearnFound)
        evidence = learned.model.learned.log_evidence_after
        assert score.log_evidence == pytest.approx(evidence, abs=0.05)
    again = compared(state, relearns=True)
    assert (again.words, again.log_loss) == (found.words, found.log_loss)


def test_the_neighbour_graph_can_be_compared(tmp_path: Path) -> None:
    state = answered(
        write_study(tmp_path, "[model.semi_supervised]\nneighbours = 2\nstrength = 4.0\n"), 20
    )
    change = with_neighbours(state.study.settings, None)
    briefing = briefing_of(resolve(state.study), state)
    for relearns in (False, True):
        found = ModelComparisonRequest(state, briefing, change, "neighbours", relearns).compute(
            Control()
        )
        assert isinstance(found, ModelComparison)
        assert found.log_odds != 0.0


def test_it_tells_its_progress_stops_and_goes_on(tmp_path: Path) -> None:
    state = answered(write_study(tmp_path), 24)
    told: list[tuple[int, int]] = []
    plain = request(state)
    assert plain.lane is Lane.COMPARISON
    work = Control()

    def stop_half_way(progress: tuple[int, int]) -> None:
        told.append(progress)
        if len(told) == 4:
            work.cancel()

    half = ModelComparisonRequest(
        state, plain.briefing, plain.change, "links", False, on_progress=stop_half_way
    )
    with pytest.raises(Cancelled):
        half.compute(work)
    found = half.compute(Control())
    assert isinstance(found, ModelComparison)
    assert found.log_loss == compared(state).log_loss
    assert told[-1] == (12, 12)
    assert [done for done, _ in told[4:]] == sorted(done for done, _ in told[4:])
    plain.stop.cancel()
    assert isinstance(plain.compute(Control()), ModelComparisonStopped)


def test_too_few_pairs_are_refused(tmp_path: Path) -> None:
    state = answered(write_study(tmp_path), 3)
    with pytest.raises(ValueError, match="at least 4 different pairs"):
        request(state).compute(Control())


def score(log_evidence: float, right: float) -> ModelScore:
    return ModelScore(log_evidence, right, 0.5)


def comparison(
    gain: float, having: float, lacking: float, n_for: int, n_against: int
) -> ModelComparison:
    return ModelComparison(
        1, "links", True, Source.FOLDS, 5, 48, 48, score(gain, having), score(0.0, lacking),
        RightContrast(having - lacking, n_for, n_against), Average(0.1, 0.1, 48),
    )  # fmt: skip


def test_the_sentence() -> None:
    assert comparison(8.4, 34 / 48, 30 / 48, 9, 5).words == (
        "With links 34 of 48 answers are predicted right, without 30. Where they differ, "
        "9 answers speak for links, 5 against; a coin falls as unevenly in 42\u00a0% of cases: "
        "not certain yet. Evidence: 8.4 in favour of links (about 4,400\u00a0:\u00a01)."
    )
    assert comparison(-2.1, 0.5, 0.75, 1, 13).words.endswith(
        "without 36. Where they differ, 1 answer speaks for links, 13 against; a coin falls as "
        "unevenly in 0.2\u00a0% of cases: beyond chance (95\u00a0%). Evidence: 2.1 against links "
        "(about 8.2\u00a0:\u00a01)."
    )
    assert comparison(-0.04, 0.5, 0.75, 0, 12).words.endswith(
        "Evidence: the answers do not tell them apart."
    )
    assert comparison(-0.3, 0.5, 0.75, 0, 12).words.endswith(
        "Evidence: 0.3 against links (about 1.3\u00a0:\u00a01), too little to tell them apart."
    )
    assert "in less than 0.1\u00a0% of cases: beyond" in comparison(0.0, 0.5, 0.75, 0, 12).words
    assert "24.5 of 48" in comparison(0.0, 24.5 / 48, 0.5, 4, 4).words
    assert "without 24. Where they differ, 4 answers" in comparison(0.0, 24.5 / 48, 0.5, 4, 4).words
    assert "in 100\u00a0% of cases: not certain" in comparison(0.0, 0.62, 0.62, 4, 4).words
    assert "no answer tells them apart" in comparison(0.0, 0.62, 0.62, 0, 0).words
    assert "weights relearned for both" in comparison(0.0, 0.62, 0.62, 0, 0).how
    assert comparison(0.0, 0.62, 0.62, 0, 0).how.endswith(
        "Baselines keeps the weights as they are, so its figures differ."
    )
    held = replace(comparison(0.0, 0.62, 0.62, 0, 0), source=Source.HOLDOUT, is_relearned=False)
    assert held.how == (
        "48 hold-out answers, foretold from the answers to all other pairs; weights as they are."
    )


def words_of(having: list[float], lacking: list[float]) -> str:
    """What is said of two models that foretold the same answers, each answer once."""
    losses, count = np.full(len(having), 0.5), np.ones(len(having), dtype=int)
    one, other = (Foretold(losses, np.array(right)) for right in (having, lacking))
    scores = (score_of(0.0, each, count) for each in (one, other))
    n_answers = (len(having), int(np.sum(~np.isnan(having))))
    at = (1, "links", True, Source.FOLDS, 4)
    return ModelComparison(*at, *n_answers, *scores, *contrasts(one, other, count)).words


def test_every_answer_telling_the_same_is_no_lack_of_difference() -> None:
    words = words_of([1.0] * 8, [0.0] * 8)
    assert "8 of 8 answers are predicted right, without 0." in words
    assert "8 answers speak for links, 0 against" in words and "beyond chance" in words
    assert "without 8. Where they differ, 0 answers speak for links, 8" in words_of(
        [0.5] * 8, [1.0] * 8
    )
    assert "no answer tells them apart" in words_of([1.0] * 8, [1.0] * 8)
    assert words_of([1.0, np.nan], [0.0, np.nan]).startswith("Too few answers without a tie")


def test_a_few_answers_are_not_beyond_chance() -> None:
    words = words_of([1.0] * 10, [0.0] * 3 + [1.0] * 7)
    assert "3 answers speak for links, 0 against" in words
    assert "a coin falls as unevenly in 25\u00a0% of cases: not certain yet." in words


@pytest.mark.parametrize("log_odds", [0.0, 0.3, 2.2, 2.4, 5.0, 13.0, 14.5, 500.0])
def test_odds_have_two_digits(log_odds: float) -> None:
    words = odds_in_words(log_odds)
    if log_odds > np.log(1e6):
        assert words == "more than a million\u00a0:\u00a01"
        return
    (number,) = re.findall(r"about ([\d,.]+)\u00a0:\u00a01", words)
    assert float(number.replace(",", "")) == pytest.approx(np.exp(log_odds), rel=0.051)
