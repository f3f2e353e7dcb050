"""What is foretold from what, how it is summed up, and what is said of it."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import t

from prefstudio.engine.baselines import BASELINES, OURS
from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.control import Control
from prefstudio.engine.errors import Cancelled
from prefstudio.engine.held_out import COIN, foretold
from prefstudio.engine.inference import INFERENCES
from prefstudio.engine.prior import Prior
from prefstudio.study.baseline_request import (
    BaselineMemory,
    BaselineRequest,
    BaselinesFound,
    log_chances,
)
from prefstudio.study.baseline_words import (
    DEALT,
    HELD_OUT,
    KEPT_WEIGHTS,
    TOO_FEW,
    conclusion,
    scoring,
)
from prefstudio.study.comparisons import Comparison, Outcome, Phase
from prefstudio.study.folds import folds_of
from prefstudio.study.prediction_quality import plan_of, quality_of
from tests.study.briefings import random_briefing

TIED = (0.4,)


class StopsAt(Control):
    """Cancels once so much was foretold."""

    def __init__(self, memory: BaselineMemory, number: int) -> None:
        super().__init__()
        self._memory, self._number = memory, number

    def check(self) -> None:
        if len(self._memory.foretold) >= self._number:
            self.cancel()
        super().check()


def request(n_answers: int = 30, held_out: tuple[int, ...] = (), **more: object) -> BaselineRequest:
    briefing = random_briefing(2, n_answers=n_answers, **more)  # type: ignore[arg-type]
    mask = np.zeros(n_answers, dtype=bool)
    mask[list(held_out)] = True
    return BaselineRequest(briefing, mask)


def found_by(asked: BaselineRequest) -> BaselinesFound:
    return asked.compute(Control())


def test_every_decided_answer_is_foretold_once_from_the_rest() -> None:
    briefing = random_briefing(1, n_answers=24, cuts=TIED)
    said, n_edges = briefing.comparisons, len(briefing.model.scale.edges)
    plan = plan_of(said, np.zeros(24, dtype=bool), n_edges, 7)
    assert plan is not None and not plan.is_held_out and len(plan.parts) == 5
    decided = said.winners(n_edges) != 0
    assert 0 < plan.n_scored == decided.sum() < 24
    assert sum(part.foretold.n_answers for part in plan.parts) == plan.n_scored
    for part in plan.parts:
        assert np.all(part.foretold.winners(n_edges) != 0)
        rows = {(a, b, low) for a, b, low in zip(
            part.learned.first, part.learned.second, part.learned.lower, strict=True)}  # fmt: skip
        assert part.learned.n_answers + part.foretold.n_answers <= 24
        assert rows


def test_a_hold_out_stream_is_foretold_in_sequence() -> None:
    held = tuple(range(5, 30, 2))
    asked = request(held_out=held)
    said = asked.briefing.comparisons
    plan = plan_of(said, asked.is_held_out, 3, 7)
    assert plan is not None and plan.is_held_out and plan.n_scored == len(held)
    for row, part in zip(held, plan.parts, strict=True):
        assert len(part.learned) == row
        assert (part.foretold.first[0], part.foretold.second[0]) == (
            said.first[row],
            said.second[row],
        )
    found = found_by(asked)
    assert found.is_held_out and found.n_scored == len(held)
    model = asked.briefing.model
    fit = BASELINES["bradley_terry"].prepare(model.prior, model.scale, "ep")
    losses = [
        -log_chances(
            fit(said.chosen(slice(0, row)), Control()), said.chosen(slice(row, row + 1)), 3
        )[0]
        for row in held
    ]
    quality = next(each.quality for each in found.methods if each.method.name == "bradley_terry")
    assert quality is not None
    assert quality.log_loss == pytest.approx(np.mean(losses))
    assert quality.log_loss_se == pytest.approx(np.std(losses, ddof=1) / math.sqrt(len(held)))


def test_too_few_answers_of_a_stream_are_not_enough() -> None:
    assert not found_by(request(held_out=(3, 4, 5))).is_held_out
    early = found_by(request(4))
    assert early.n_scored == 0 and conclusion(early) == TOO_FEW
    assert all(each.quality is None for each in early.methods)


def test_the_difference_is_paired() -> None:
    ours, theirs = -np.array([0.2, 0.9, 0.4]), -np.array([0.3, 1.0, 0.7])
    count = np.array([2, 1, 3])
    quality = quality_of(theirs, ours, count)
    losses, apart = np.repeat(-theirs, count), np.repeat(ours - theirs, count)
    assert quality.log_loss == pytest.approx(losses.mean())
    assert quality.worse_by == pytest.approx(apart.mean())
    assert quality.worse_by_se == pytest.approx(apart.std(ddof=1) / math.sqrt(6))
    assert quality.accuracy == pytest.approx(2 / 6)
    coin = np.full(3, -COIN)
    assert quality_of(coin, coin, count).accuracy == 0.5
    assert quality_of(coin, coin, count).log_loss == pytest.approx(math.log(2))


@pytest.mark.parametrize("cuts", [(), TIED, (0.3, 0.9, 1.7)])
def test_all_methods_stand_side_by_side(cuts: tuple[float, ...]) -> None:
    groups = np.array([0, 0, 0, 0, 0, 0])
    asked = request(cuts=cuts, groups=groups)
    found = found_by(asked)
    names = [each.method.name for each in found.methods]
    assert names == [OURS.name, "bradley_terry", "thurstone", "glicko"]
    assert found.ours.tau == pytest.approx(1.0)
    assert found.ours.quality is not None and found.ours.quality.worse_by == 0.0
    for each in found.methods:
        assert each.mean.mean() == pytest.approx(0.0, abs=1e-12)
        assert each.chance(0, 1) + each.chance(1, 0) == pytest.approx(1.0)
        order = np.argsort(-each.mean)
        assert np.all(np.diff(each.ranks[order]) >= 0)
        assert not each.mean.flags.writeable


def test_a_weak_answerer_is_no_better_than_a_coin_and_a_sure_one_is() -> None:
    scale = ResponseScale(1.0)
    pairs = [(i, j) for i in range(6) for j in range(6) if i < j]
    said = Comparisons.of_levels(scale, pairs * 3)
    briefing = random_briefing(2, n_answers=1)
    alike = replace(briefing.model, prior=Prior.of_matrix(np.identity(6)))  # favours nobody
    sure = BaselineRequest(
        type(briefing)(alike, 1, said, briefing.allowed, 1), np.zeros(45, dtype=bool)
    )
    random = found_by(request(60))
    for one, other in zip(found_by(sure).methods, random.methods, strict=True):
        assert one.quality is not None and other.quality is not None
        assert one.quality.log_loss < 0.45 < COIN - 0.1 < other.quality.log_loss
        assert one.quality.accuracy > 0.85  # neighbours that are left out are a coin's throw


def test_what_was_foretold_is_not_foretold_again() -> None:
    memory = BaselineMemory()
    first = request()
    asked = BaselineRequest(first.briefing, first.is_held_out, memory)
    with pytest.raises(Cancelled):
        asked.compute(StopsAt(memory, 12))
    assert len(memory.foretold) == 12
    kept = dict(memory.foretold)
    found = found_by(asked)
    assert all(memory.foretold[key] is kept[key] for key in kept)
    again = found_by(first)
    for one, other in zip(found.methods, again.methods, strict=True):
        assert one.quality == other.quality


@pytest.mark.parametrize("n_answers", [12, 40])
def test_the_sentence_has_the_numbers(n_answers: int) -> None:
    found = found_by(request(n_answers))
    words = conclusion(found)
    rivals = [each.quality for each in found.methods[1:] if each.quality is not None]
    best = min(rivals, key=lambda each: each.log_loss)
    assert found.ours.quality is not None
    numbers = [float(each) for each in re.findall(r"\d+\.\d+|\d+", words)]
    expected = [
        n_answers, found.ours.quality.log_loss, best.log_loss, abs(best.worse_by), best.worse_by_se,
    ]  # fmt: skip
    np.testing.assert_allclose(numbers, expected, atol=0.0011)
    is_clear = abs(best.worse_by) > t.ppf(0.975, n_answers - 1) * best.worse_by_se
    assert ("is not clear" in words) == (not is_clear)
    assert scoring(found) == f"{DEALT} A coin scores 0.693."
    held = found_by(request(held_out=tuple(range(10, 30))))
    assert scoring(held).startswith(HELD_OUT)


@pytest.mark.parametrize(
    ("worse_by", "se", "n_scored", "is_clear"),
    [
        (0.21, 0.1, 100, True),
        (0.21, 0.1, 5, False),  # Student's t of four degrees of freedom is 2.78
        (-0.29, 0.1, 5, True),
        (0.1, 0.0, 5, True),  # all answers tell the same
        (0.0, 0.0, 5, False),
    ],
)
def test_a_difference_is_clear_beyond_its_interval(
    worse_by: float, se: float, n_scored: int, is_clear: bool
) -> None:
    found = replace(found_by(request()), n_scored=n_scored)
    ours, rival = found.methods[:2]
    assert rival.quality is not None
    quality = replace(rival.quality, worse_by=worse_by, worse_by_se=se)
    words = conclusion(replace(found, methods=(ours, replace(rival, quality=quality))))
    assert ("is not clear" in words) == (not is_clear)
    assert ("foretells better" in words) == (is_clear and worse_by > 0.0)
    assert ("foretells worse" in words) == (is_clear and worse_by < 0.0)


def test_the_difference_that_is_told_is_that_of_the_numbers_beside_it() -> None:
    found = replace(found_by(request()), n_scored=6)
    ours, rival = found.methods[:2]
    assert ours.quality is not None and rival.quality is not None
    ours = replace(ours, quality=replace(ours.quality, log_loss=0.6346))
    quality = replace(rival.quality, log_loss=0.6124, worse_by=-0.0222, worse_by_se=0.0409)
    rival = replace(rival, quality=quality)
    assert conclusion(replace(found, methods=(ours, rival))) == (
        f"On 6 answers the log-loss is 0.635 for PrefStudio and 0.612 for {rival.method.title}. "
        "The difference of 0.023 ± 0.041 is not clear."
    )


def test_it_says_that_worth_it_judges_links_otherwise() -> None:
    found = found_by(request())
    kept = tuple(each for each in found.methods if each.method.name != "without_links")
    other = replace(kept[1], method=BASELINES["without_links"])
    assert KEPT_WEIGHTS not in scoring(replace(found, methods=kept))
    assert scoring(replace(found, methods=(*kept, other))).endswith(KEPT_WEIGHTS)


def test_rows_know_their_phase() -> None:
    rows = [
        Comparison("item0", "item1", Outcome.A, phase=phase)
        for phase in (Phase.MAIN, Phase.HOLDOUT, Phase.REPEAT)
    ]
    made = BaselineRequest.of(random_briefing(1), rows)
    assert made.is_held_out.tolist() == [False, True, False]


def test_ours_is_judged_as_worth_it_judges_it_with_the_weights_there_are() -> None:
    asked = request(40)
    model, said = asked.briefing.model, asked.briefing.comparisons
    found = found_by(asked).ours.quality
    assert found is not None
    losses, counts = [], []
    for rows in folds_of(said, model.seed):
        learned = said.chosen(np.setdiff1d(np.arange(40), rows))
        posterior = INFERENCES[model.inference](model.prior, learned, model.scale)
        losses += foretold(posterior, said.chosen(rows)).log_loss.tolist()
        counts += said.count[rows].tolist()
    assert found.log_loss == pytest.approx(np.average(losses, weights=counts), rel=1e-9)
