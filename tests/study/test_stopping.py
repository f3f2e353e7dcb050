"""Stop rules against their definitions, and their sentences number by number."""

from __future__ import annotations

import csv
import math
import re
from dataclasses import dataclass, fields, replace

import numpy as np
import pytest

from prefstudio.engine import incremental
from prefstudio.engine.control import Control
from prefstudio.study.briefing import Briefing, briefing_of
from prefstudio.study.changes import SettingsChanged
from prefstudio.study.comparisons import Phase
from prefstudio.study.events import Answered, TrialShown, Undone
from prefstudio.study.exporters.material import Material
from prefstudio.study.exporters.matrices import expected_loss_files
from prefstudio.study.folder import Study, read_study
from prefstudio.study.forecast import Forecast
from prefstudio.study.model import resolve
from prefstudio.study.resources import sample
from prefstudio.study.settings import StopSettings
from prefstudio.study.standing import StandingRequest
from prefstudio.study.state import StudyState
from prefstudio.study.stop_words import stop_words
from prefstudio.study.stopping import (
    CountStanding,
    LossStanding,
    Stopping,
    StopRequest,
    TopStanding,
    minutes_spent,
    trials_done,
)
from prefstudio.study.timeline import Timeline
from tests.engine.reference_criteria import expected_loss
from tests.study.briefings import drawn, posterior_of, random_briefing
from tests.study.sitting import Sitting, first_wins, with_settings

NO_BREAK = "\u00a0"
NAMES = {"m": "Matrix", "u": "Upmix 1", "o": "Original"}


@pytest.fixture(scope="module")
def papers() -> Study:
    return read_study(sample("six-papers"))


def stopping(briefing: Briefing, state: StudyState) -> Stopping:
    return StopRequest(briefing, posterior_of(briefing), state, Timeline()).compute(Control())


def mean_loss(mean: np.ndarray, cov: np.ndarray, horizon: float) -> float:
    """T / Σ e^{−γ/h}, γ by counting."""
    losses = expected_loss(mean, cov, horizon)
    ranks = [1 + sum(other > each + 1e-9 for other in mean) for each in mean]
    n = len(mean)
    pairs = [(i, j) for i in range(n) for j in range(i + 1, n)]
    weights = sum(math.exp(-min(ranks[i], ranks[j]) / horizon) for i, j in pairs)
    return float(sum(losses[pair] for pair in pairs)) / weights


@pytest.mark.parametrize("horizon", [1.0, 3.0, math.inf])
@pytest.mark.parametrize("seed", range(5))
def test_the_loss_is_the_least_mean_of_the_last_five_answers(
    papers: Study, seed: int, horizon: float
) -> None:
    briefing = random_briefing(seed, 5, 7, horizon=horizon)
    state = StudyState(with_settings(papers, stop={"expected_loss": 0.1}))
    (rule,) = stopping(briefing, state).rules
    model, posterior, losses = briefing.model, None, []
    for rows in range(8):
        if rows:
            assert posterior is not None
            said = briefing.comparisons
            posterior = incremental.condition(
                posterior, int(said.first[rows - 1]), int(said.second[rows - 1]),
                int(said.lower[rows - 1]), int(said.upper[rows - 1]),
            )  # fmt: skip
        else:
            posterior = incremental.infer(
                model.prior, briefing.comparisons.chosen(slice(0, 0)), model.scale
            )
        losses.append(mean_loss(posterior.mean, posterior.covariance(), horizon))
    assert isinstance(rule, LossStanding)
    assert rule.now == pytest.approx(min(losses[-5:]), rel=1e-9)
    assert rule.present == pytest.approx(losses[-1], rel=1e-9)
    assert rule.is_weighted == math.isfinite(horizon)
    assert rule.is_reached == (rule.now <= 0.1)


@pytest.mark.parametrize("horizon", [1.0, 3.0, math.inf])
def test_the_present_loss_follows_from_the_matrix_that_is_exported(
    papers: Study, horizon: float
) -> None:
    """Cells over their factors; the plain mean where the whole ranking matters."""
    sitting = Sitting(
        with_settings(papers, stop={"expected_loss": 0.1}, model={"horizon": horizon})
    )
    for _ in range(6):
        sitting.answer()
    briefing = briefing_of(resolve(sitting.state.study), sitting.state)
    exact = briefing.exact_posterior(Control())
    request = StopRequest(briefing, exact, sitting.state, Timeline())
    (rule,) = request.compute(Control()).rules
    (file,) = expected_loss_files(Material(sitting.state.founding, sitting.events))
    assert isinstance(file.content, bytes)
    rows = list(csv.reader(file.content.decode().splitlines()))
    cells = np.array([[float(cell or 0.0) for cell in row[1:]] for row in rows[1:]])
    upper = np.triu_indices(6, 1)
    ranks = np.array([1 + np.sum(exact.mean > each + 1e-9) for each in exact.mean])
    factors = np.exp(-np.minimum(ranks[upper[0]], ranks[upper[1]]) / horizon)
    assert isinstance(rule, LossStanding)
    assert rule.present == pytest.approx(cells[upper].sum() / factors.sum(), rel=1e-9)
    if math.isinf(horizon):
        assert rule.present == pytest.approx(cells[upper].mean(), rel=1e-9)


@pytest.mark.parametrize("seed", range(4))
def test_the_leading_places_are_as_sure_as_draws_say(papers: Study, seed: int) -> None:
    groups = np.array([0, 0, 0, 1, 1, 1, 1]) if seed % 2 else None
    briefing = random_briefing(seed, 7, 20, groups)
    state = StudyState(with_settings(papers, stop={"top_k": 2, "top_k_probability": 0.5}))
    (rule,) = stopping(briefing, state).rules
    assert isinstance(rule, TopStanding)
    posterior = posterior_of(briefing)
    utilities, chances = drawn(posterior, 40_000, seed), []
    for code in (0,) if groups is None else (0, 1):
        members = np.arange(7) if groups is None else np.flatnonzero(groups == code)
        leaders = sorted(members, key=lambda item: -posterior.mean[item])[:2]
        inside = np.sort(utilities[:, members], axis=1)[:, -2:-1] <= utilities[:, leaders]
        names = tuple(briefing.model.item_ids[item] for item in leaders)
        chances.append((np.all(inside, axis=1).mean(), inside.sum(axis=1).mean(), names))
    chance, right, names = min(chances)
    assert rule.now == pytest.approx(chance, abs=0.03)
    assert rule.n_right == pytest.approx(right, abs=0.05)
    assert rule.leaders == names
    assert rule.n_groups == len(chances)
    assert rule.is_reached == (rule.now >= 0.5)


def test_the_chance_is_the_one_of_the_meter(papers: Study) -> None:
    briefing = random_briefing(3, 6, 12, horizon=2.0)
    state = StudyState(with_settings(papers, stop={"top_k": 2}))
    (rule,) = stopping(briefing, state).rules
    standing = StandingRequest(briefing, posterior_of(briefing), None).compute(Control())
    assert rule.now == standing.settled
    assert isinstance(rule, TopStanding)
    assert rule.n_right == pytest.approx(standing.n_top_right)


def test_trials_and_minutes_are_counted(papers: Study) -> None:
    sitting = Sitting(with_settings(papers, stop={"trials": 3, "minutes": 4.0}))
    sitting.answer(rt_ms=60_000.0)
    sitting.answer(rt_ms=3_600_000.0)  # went away: three minutes count
    sitting.record(TrialShown("p", "a", "b", Phase.TRAINING))
    sitting.record(Answered("p", "a", "b", first_wins(TrialShown("p", "a", "b"))))
    assert trials_done(sitting.state) == 2
    assert minutes_spent(sitting.state) == 4.0
    last = sitting.state.last_change
    assert last is not None
    trial = sitting.ask()
    assert trial is not None
    said = sitting.record(Answered(trial.trial_id, trial.a, trial.b, first_wins(trial)))
    briefing = briefing_of(resolve(papers), sitting.state)
    assert [rule.is_reached for rule in stopping(briefing, sitting.state).rules] == [True, True]
    sitting.record(Undone(said))
    briefing = briefing_of(resolve(papers), sitting.state)
    assert [rule.is_reached for rule in stopping(briefing, sitting.state).rules] == [False, True]


def test_no_rule_no_standing(papers: Study) -> None:
    state = StudyState(papers)
    assert not papers.settings.stop.has_rules
    briefing = briefing_of(resolve(papers), state)
    assert stopping(briefing, state).rules == ()
    after = Sitting(papers)
    after.record(SettingsChanged("stop.trials", None, 5))
    assert after.state.study.settings.stop.has_rules


def test_every_rule_is_one_also_one_that_is_new() -> None:
    @dataclass(frozen=True, slots=True)
    class MoreRules(StopSettings):
        sittings: int | None = None

    assert not MoreRules(top_k_probability=0.5).has_rules
    rules: dict[str, object] = {
        "trials": 5, "minutes": 0.5, "expected_loss": 0.1, "top_k": 1, "sittings": 2,
    }  # fmt: skip
    optional = {each.name for each in fields(MoreRules) if "None" in str(each.type)}
    assert optional == set(rules)
    for name, value in rules.items():
        assert replace(MoreRules(), **{name: value}).has_rules


def top(now: float, goal: float = 0.9, k: int = 3, **more: object) -> TopStanding:
    leaders = ("m", "u", "o")[:k] if k <= 3 else tuple("abcdefghijklmnopqrst"[:k])
    rule = TopStanding(k, leaders, now, goal, 0.35 * k, 82)
    return replace(rule, **more)  # type: ignore[arg-type]


def loss(least: float, present: float, *, is_weighted: bool = False) -> LossStanding:
    return LossStanding("expected_loss", least, 0.01, least <= 0.01, present, is_weighted)


@pytest.mark.parametrize(
    ("rule", "forecast", "words"),
    [
        (
            top(0.9), None,
            "Top 3 settled: Matrix, Upmix 1, Original. After 82 answers the chance that these are "
            "the best three is 90 %, your goal. You may stop.",
        ),
        (
            top(0.934), None,
            "Top 3 settled: Matrix, Upmix 1, Original. After 82 answers the chance that these are "
            "the best three is 93 %, above your goal of 90 %. You may stop.",
        ),
        (
            top(0.95, k=1), None,
            "Best one settled: Matrix. After 82 answers the chance that it is the best is 95 %, "
            "above your goal of 90 %. You may stop.",
        ),
        (
            top(0.41), Forecast(0, 39, 90),
            "Top 3 not settled: the chance that Matrix, Upmix 1 and Original are the best three "
            "is 41 %; your goal is 90 %. That takes about 39 to 90 more answers.",
        ),
        (
            top(0.41, k=1), Forecast(0, 1, 1),
            "Best one not settled: the chance that Matrix is the best is 41 %; your goal is 90 %. "
            "That takes about one more answer.",
        ),
        (
            top(0.897), Forecast(0, None, None),
            "Top 3 not settled: the chance that Matrix, Upmix 1 and Original are the best three "
            "is just under 90 %; your goal is 90 %. That takes many more answers.",
        ),
        (
            top(0.41), Forecast(0, None, None, 4),
            "Top 3 not settled: the chance that Matrix, Upmix 1 and Original are the best three "
            "is 41 %; your goal is 90 %. Only four pairs are left to ask, which will hardly be "
            "enough.",
        ),
        (
            top(0.41), Forecast(0, 3, None, 4),
            "Top 3 not settled: the chance that Matrix, Upmix 1 and Original are the best three "
            "is 41 %; your goal is 90 %. That takes 3 or more answers, and only four pairs are "
            "left to ask.",
        ),
        (
            top(0.41), Forecast(0, 0, 0),
            "Top 3 not settled: the chance that Matrix, Upmix 1 and Original are the best three "
            "is 41 %; your goal is 90 %.",
        ),
        (
            top(0.41), Forecast(0, None, None, 0),
            "Top 3 not settled: the chance that Matrix, Upmix 1 and Original are the best three "
            "is 41 %; your goal is 90 %. No pair is left to ask.",
        ),
        (
            top(0.01, k=20), None,
            "About 7 of the top 20 are right; the chance that all are is 1 %, your goal is 90 %.",
        ),
        (
            top(0.95, n_groups=4), None,
            "Top 3 settled in all 4 groups. After 82 answers the chance that the first three are "
            "the best is at least 95 %, above your goal of 90 %. You may stop.",
        ),
        (
            top(0.3, n_groups=4), Forecast(0, 12, None),
            "Top 3 not settled in the least settled group: the chance that Matrix, Upmix 1 and "
            "Original are the best three is 30 %; your goal is 90 %. That takes at least 12 more "
            "answers.",
        ),
        (CountStanding("trials", 82, 120, False), None, "82 of 120 trials are done; 38 to go."),
        (
            CountStanding("trials", 120, 120, True), None,
            "120 trials are done, your goal of 120. You may stop.",
        ),
        (
            CountStanding("minutes", 39.99, 40.0, False), None,
            "39 of 40 minutes of work are done.",
        ),
        (
            CountStanding("minutes", 41.2, 40.0, True), None,
            "41 minutes of work are done, your goal of 40. You may stop.",
        ),
        (
            loss(0.0142, 0.0142), None,
            "The mean expected loss a pair is 0.0142; your goal is 0.01.",
        ),
        (
            loss(0.0142, 0.0153, is_weighted=True), None,
            "The mean expected loss a pair, weighted by place, is 0.0153 now and was 0.0142 at its "
            "lowest in the last five answers; your goal is 0.01.",
        ),
        (
            loss(0.0098, 0.0098, is_weighted=True), None,
            "The mean expected loss a pair, weighted by place, has come down to 0.0098, which "
            "reaches your goal of 0.01. You may stop.",
        ),
        (
            loss(0.0098, 0.0115), None,
            "The mean expected loss a pair is 0.0115 now but was 0.0098 at its lowest in the last "
            "five answers, which reaches your goal of 0.01. You may stop.",
        ),
    ],
)  # fmt: skip
def test_sentences(
    rule: CountStanding | TopStanding, forecast: Forecast | None, words: str
) -> None:
    assert stop_words(rule, NAMES, forecast).replace(NO_BREAK, " ") == words


@pytest.mark.parametrize("seed", range(12))
def test_every_number_of_a_sentence_is_recomputed(papers: Study, seed: int) -> None:
    """On random studies: chance, goal, answers, trials and loss, read back from the words."""
    rng = np.random.default_rng(seed)
    goal, n_answers = float(rng.uniform(0.05, 0.95)), int(rng.integers(1, 9))
    stop = {"top_k": 2, "top_k_probability": goal, "trials": 5, "expected_loss": 0.3}
    study = with_settings(papers, stop=stop)
    sitting = Sitting(replace(study, settings=replace(study.settings, seed=seed)))
    for _ in range(n_answers):
        sitting.answer()
    briefing = briefing_of(resolve(sitting.state.study), sitting.state)
    rules = {rule.name: rule for rule in stopping(briefing, sitting.state).rules}
    names = {item.item_id: item.name for item in papers.items}
    said = {name: stop_words(rule, names) for name, rule in rules.items()}
    assert said["trials"].startswith(f"{n_answers} ")
    assert said["trials"].endswith("You may stop.") == (n_answers >= 5)
    posterior = posterior_of(briefing)
    best = np.argsort(-posterior.mean, kind="stable")[:2]
    utilities = drawn(posterior, 20_000, seed)
    inside = utilities[:, best].min(axis=1) >= np.sort(utilities, axis=1)[:, -2]
    chances = [int(each) for each in re.findall(rf"(\d+){NO_BREAK}%", said["top_k"])]
    assert chances[0] / 100.0 == pytest.approx(inside.mean(), abs=0.03)
    assert chances[-1] == round(100.0 * goal) or len(chances) == 1
    assert said["top_k"].endswith("You may stop.") == rules["top_k"].is_reached
    losses = [float(each) for each in re.findall(r"\d\.\d+", said["expected_loss"])]
    rule, mean, cov = rules["expected_loss"], posterior.mean, posterior.covariance()
    assert losses[0] == pytest.approx(mean_loss(mean, cov, briefing.model.horizon), rel=0.006)
    assert losses[-2] == pytest.approx(rule.now, rel=0.006)
    assert losses[-1] == 0.3
    assert said["expected_loss"].endswith("You may stop.") == rule.is_reached
