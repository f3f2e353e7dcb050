"""About how many answers are left, from futures that are played out in thought."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest

from prefstudio.engine.control import Control
from prefstudio.engine.errors import Cancelled
from prefstudio.engine.pairs import AllowedPairs
from prefstudio.study import forecast
from prefstudio.study.forecast import Forecast, ForecastRequest, can_foretell
from prefstudio.study.standing import StandingRequest
from tests.study.briefings import posterior_of, random_briefing


def foretell(seed: int, goal: float, n_items: int = 5, **more: object) -> Forecast:
    briefing = random_briefing(seed, n_items, 3, **more)  # type: ignore[arg-type]
    return ForecastRequest(briefing, posterior_of(briefing), goal).compute(Control())


def test_what_is_settled_enough_needs_nothing_more() -> None:
    assert foretell(1, goal=0.5) == Forecast(3, 0, 0)


@pytest.mark.parametrize("seed", range(6))
def test_whether_the_goal_is_reached_is_judged_as_the_meter_does(seed: int) -> None:
    briefing = random_briefing(seed, 6, 8, horizon=1.0)
    posterior = posterior_of(briefing)
    settled = StandingRequest(briefing, posterior, None).compute(Control()).settled
    reached = ForecastRequest(briefing, posterior, settled).compute(Control())
    assert reached == Forecast(3, 0, 0)
    missed = ForecastRequest(briefing, posterior, settled + 1e-4).compute(Control())
    assert missed.most != 0 and missed.fewest != 0


def test_a_higher_goal_takes_no_fewer_answers() -> None:
    found = [foretell(2, goal, 6) for goal in (0.6, 0.75, 0.85)]
    fewest = [each.fewest for each in found if each.fewest is not None]
    assert fewest == sorted(fewest)
    assert fewest[-1] > 0


def test_the_pairs_that_are_left_may_not_suffice() -> None:
    """Two items have one pair; after it nothing more can be asked."""
    assert foretell(3, goal=0.999999, n_items=2) == Forecast(3, None, None, 1)


@pytest.mark.parametrize("n_left", [4, 1, 0])
def test_no_more_answers_are_foretold_than_there_are_pairs(n_left: int) -> None:
    briefing = random_briefing(7, 5, 6)
    pairs = list(itertools.combinations(range(5), 2))
    allowed = AllowedPairs.of(5, None, (), pairs[n_left:])
    request = ForecastRequest(replace(briefing, allowed=allowed), posterior_of(briefing), 0.999999)
    assert request.compute(Control()) == Forecast(3, None, None, n_left)


def test_pairs_that_come_again_never_run_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecast, "MOST_ANSWERS", 20)
    briefing = random_briefing(8, 4, 3)
    again = replace(briefing, model=replace(briefing.model, ask_again=True))
    found = ForecastRequest(again, posterior_of(again), 0.999999).compute(Control())
    assert found == Forecast(3, None, None)


def test_the_last_pair_may_settle_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three items have three pairs, and it is looked at after the third though it is no fourth."""
    briefing = random_briefing(9, 3, 3)
    start = posterior_of(briefing)

    def settled(posterior: object, *_: object) -> float:
        return float(getattr(posterior, "n_answers") >= start.n_answers + 3)  # noqa: B009

    monkeypatch.setattr(forecast, "settled_roughly", settled)
    assert ForecastRequest(briefing, start, 1.0).compute(Control()) == Forecast(3, 3, 3)


def test_a_future_is_as_long_as_asking_on_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Settled after so many answers as the posterior has more than the first one."""
    briefing = random_briefing(4, 6, 3)
    start = posterior_of(briefing)

    def settled(posterior: object, *_: object) -> float:
        return float(getattr(posterior, "n_answers") >= start.n_answers + 7)  # noqa: B009

    monkeypatch.setattr(forecast, "settled_roughly", settled)
    # It is looked at after every fourth answer.
    assert ForecastRequest(briefing, start, 1.0).compute(Control()) == Forecast(3, 8, 8)


@pytest.mark.parametrize("felt", [-9.0, 9.0])
def test_people_in_thought_answer_by_their_utilities(felt: float) -> None:
    briefing = random_briefing(5, 3, 0, cuts=(0.4,))
    start = posterior_of(briefing)
    truth = np.array([felt, 0.0, 0.0])
    request = ForecastRequest(briefing, start, 0.9)
    after = request._answered(start, (0, 1), truth, np.random.default_rng(0))
    moved = (after.mean[0] - after.mean[1]) - (start.mean[0] - start.mean[1])
    assert np.sign(moved) == np.sign(felt)


def test_the_same_moment_foretells_the_same_and_can_be_stopped() -> None:
    assert foretell(6, goal=0.8) == foretell(6, goal=0.8)
    briefing, control = random_briefing(6), Control()
    control.cancel()
    with pytest.raises(Cancelled):
        ForecastRequest(briefing, posterior_of(briefing), 0.9).compute(control)


@pytest.mark.parametrize(
    ("n_answers", "n_items", "can"), [(4, 6, False), (5, 6, True), (9, 60, True), (9, 61, False)]
)
def test_when_it_is_foretold(n_answers: int, n_items: int, can: bool) -> None:
    assert can_foretell(random_briefing(0, n_items, 0), n_answers) is can
