"""The model without a thread: each request is computed when the test says so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication

from prefstudio.engine.control import Control
from prefstudio.engine.criteria import CRITERIA
from prefstudio.studio.asking import Asking, NoPair
from prefstudio.studio.problem import Problem, RequestFailed
from prefstudio.studio.status import Freshness
from prefstudio.studio.studio_model import StudioModel
from prefstudio.studio.why_not import (
    LEARNING_BACK,
    NOT_COMPUTED,
    NOTHING_TO_LEARN,
    STILL_COMPUTING,
)
from prefstudio.study import beliefs
from prefstudio.study.asked_next import AskedNext, NextWants
from prefstudio.study.chance import Purpose, generator
from prefstudio.study.changes import ItemAdded, ItemExcluded, Note, SettingsChanged
from prefstudio.study.comparisons import Outcome
from prefstudio.study.events import Event, Policy
from prefstudio.study.folder import Study, read_study
from prefstudio.study.items import Item
from prefstudio.study.mailbox import Lane, Mailbox
from prefstudio.study.new_item_request import NewItemFound
from prefstudio.study.resources import sample
from prefstudio.study.standing import StandingRequest
from prefstudio.study.state import StudyState
from prefstudio.study.timeline import EVENTS_APART
from prefstudio.study.view import MatrixKind, View
from prefstudio.study.viewing import MATRICES, ViewWants

NOISIER = SettingsChanged("model.noise", 1.0, 2.0)


class Desk:
    """A model and its mailbox, with the engine thread's work done by hand."""

    def __init__(self, study: Study) -> None:
        self.mailbox = Mailbox()
        self.model = StudioModel(study, self.mailbox)
        self.done: list[Lane] = []
        self.problems: list[Problem] = []
        self.model.problem_found.connect(self.problems.append)

    def work(self, until: Lane | None = None) -> None:
        """Compute what waits, up to and including the first request of a lane."""
        while (work := self.mailbox.take(timeout=0)) is not None:
            result = work.request.compute(work.control)
            self.mailbox.finish(work, completed=True)
            self.done.append(work.request.lane)
            self.model.take_result(result)
            if work.request.lane is until:
                return

    def fail(self, lane: Lane) -> None:
        """Compute what waits, but let the first request of a lane go wrong."""
        while (work := self.mailbox.take(timeout=0)) is not None:
            self.mailbox.finish(work, completed=True)
            if work.request.lane is lane:
                return self.model.take_failure(failure(lane, work.request.moment))
            self.model.take_result(work.request.compute(work.control))
        raise AssertionError(f"nothing was asked for in the lane {lane.name}")


def failure(lane: Lane, moment: int) -> RequestFailed:
    return RequestFailed(lane, moment, Problem(lane.name, "", ""))


@pytest.fixture(scope="module")
def study() -> Study:
    return read_study(sample("six-papers"))


@pytest.fixture
def desk(qapp: QCoreApplication, study: Study) -> Desk:
    made = Desk(study)
    made.model.start()
    return made


def mean_of(desk: Desk) -> np.ndarray:
    assert desk.model.posterior is not None
    return np.asarray(desk.model.posterior.mean)


def test_the_walk_of_the_first_pair(desk: Desk) -> None:
    desk.work()
    walk = [Lane.POSTERIOR, Lane.QUERY, Lane.VIEW, Lane.LOOK_AHEAD, Lane.POLISH]
    # After the polish: what is drawn of the exact posterior, a look-ahead from it, and the rest.
    rest = [Lane.VIEW, Lane.LOOK_AHEAD, Lane.STANDING, Lane.LAYOUT, Lane.CURVE]
    assert desk.done == [*walk, *rest]


def test_no_matrix_is_computed_that_nobody_sees(desk: Desk) -> None:
    desk.work()
    assert desk.model.scene.view is not None
    assert not desk.model.scene.view.matrices
    desk.model.show(ViewWants(frozenset({MatrixKind.COVARIANCE})))
    desk.work()
    assert desk.done[-1] is Lane.VIEW
    assert set(desk.model.scene.view.matrices) == {MatrixKind.COVARIANCE}


def test_an_answer_that_was_looked_ahead_is_on_screen_at_once(desk: Desk) -> None:
    desk.work()
    before = mean_of(desk)
    desk.done.clear()
    desk.model.answer(Outcome.A)
    assert desk.model.asking.trial is not None
    assert np.any(mean_of(desk) != before)
    assert desk.model.status.freshness is Freshness.EXACT
    desk.work()
    assert Lane.POSTERIOR not in desk.done
    assert Lane.QUERY not in desk.done


def test_an_answer_before_the_look_ahead_gives_the_same(desk: Desk, study: Study) -> None:
    desk.work()
    hasty = Desk(study)
    hasty.model.start()
    for outcome in (Outcome.A, Outcome.B, Outcome.A, Outcome.A, Outcome.B):
        hasty.work(until=Lane.QUERY)
        hasty.model.answer(outcome)
        desk.model.answer(outcome)
        desk.work()
    hasty.work()
    np.testing.assert_allclose(mean_of(hasty), mean_of(desk), rtol=0, atol=1e-10)
    assert hasty.model.asking.pair == desk.model.asking.pair
    assert hasty.model.state.n_answers == 5


def test_the_status_says_how_far_it_is(desk: Desk) -> None:
    assert desk.model.status.freshness is Freshness.COMPUTING
    desk.work(until=Lane.POSTERIOR)
    assert desk.model.status.freshness is Freshness.POLISHING
    assert desk.model.status.log_evidence is None
    desk.work()
    assert desk.model.status.words == "Up to date, exact (EP)"
    assert desk.model.status.log_evidence == 0.0


def test_nothing_is_polished_where_the_study_is_incremental(
    qapp: QCoreApplication, study: Study
) -> None:
    model = replace(study.settings.model, inference="incremental")
    desk = Desk(replace(study, settings=replace(study.settings, model=model)))
    desk.model.start()
    desk.work()
    assert Lane.POLISH not in desk.done
    assert desk.model.status.words == "Up to date, incremental"


def test_a_result_of_an_earlier_moment_is_dropped(desk: Desk) -> None:
    desk.work(until=Lane.QUERY)
    work = desk.mailbox.take(timeout=0)
    assert work is not None
    late = work.request.compute(work.control)
    desk.mailbox.finish(work, completed=True)
    desk.model.answer(Outcome.A)
    desk.work()
    shown, asked = desk.model.posterior, desk.model.state.asked
    desk.model.take_result(late)
    assert desk.model.posterior is shown
    assert desk.model.state.asked is asked


def test_no_answer_without_a_pair(desk: Desk) -> None:
    desk.model.answer(Outcome.A)
    assert desk.model.record.events == []
    desk.work(until=Lane.POSTERIOR)
    desk.model.answer(Outcome.A)
    assert desk.model.record.events == []


def test_no_answer_to_a_pair_whose_cards_are_still_to_come(desk: Desk) -> None:
    """Undo brings the earlier pair back, but its study has to be made anew before it is shown."""
    told: list[Asking] = []
    desk.model.query_changed.connect(told.append)
    desk.model.change(NOISIER)
    desk.work()
    earlier = desk.model.asking.trial
    desk.model.answer(Outcome.A)
    desk.work()
    later = desk.model.asking.trial
    desk.model.change(SettingsChanged("model.noise", 2.0, 3.0))
    desk.work()
    desk.model.undo()
    assert told[-1].trial == later == desk.model.asking.trial  # it is on screen and asked
    desk.model.undo()
    assert desk.model.state.asked == earlier
    assert told[-1] == desk.model.asking == Asking()
    n_events = len(desk.model.record.events)
    desk.model.answer(Outcome.B)
    assert len(desk.model.record.events) == n_events
    desk.work()
    assert told[-1].trial == earlier is not None
    desk.model.answer(Outcome.B)
    assert [(each.trial, each.comparison.outcome) for each in desk.model.state.answers] == [
        (earlier, Outcome.B)
    ]


def test_a_pair_on_screen_takes_its_answer_while_the_model_is_made_anew(desk: Desk) -> None:
    desk.work()
    told: list[Asking] = []
    desk.model.query_changed.connect(told.append)
    trial, shown_at = desk.model.asking.trial, desk.model.shown_at
    desk.model.change(NOISIER)
    assert told == []  # nothing flickers
    assert desk.model.asking.trial is trial is not None
    desk.model.answer(Outcome.A)
    assert [each.trial for each in desk.model.state.answers] == [trial]
    desk.model.undo()
    desk.work()
    assert desk.model.asking.trial == trial
    assert desk.model.shown_at >= shown_at


def test_a_pair_that_may_not_be_asked_any_more_takes_no_answer(desk: Desk) -> None:
    desk.work()
    told: list[Asking] = []
    desk.model.query_changed.connect(told.append)
    trial = desk.model.asking.trial
    assert trial is not None
    desk.model.change(ItemExcluded(trial.a))
    assert told == [Asking()]
    desk.model.answer(Outcome.A)
    assert not desk.model.state.answers
    desk.work()
    assert told[-1].trial not in (None, trial)


def test_undo_before_anything_was_computed_starts_from_scratch(desk: Desk, study: Study) -> None:
    desk.work()
    known = mean_of(desk).copy()
    desk.model.answer(Outcome.A)
    desk.model._desk.errands.shelf = beliefs.BeliefShelf()  # as if the earlier one were forgotten
    desk.model.undo()
    assert desk.model.status.freshness is Freshness.COMPUTING
    assert desk.model.asking.trial is not None
    desk.work()
    np.testing.assert_allclose(mean_of(desk), known, rtol=0, atol=1e-12)


def test_undo_with_the_earlier_posterior_at_hand_computes_none(desk: Desk) -> None:
    desk.work()
    before = desk.model.posterior
    desk.model.answer(Outcome.A)
    desk.work()
    desk.done.clear()
    desk.model.undo()
    assert desk.model.posterior is before
    desk.work()
    assert Lane.POSTERIOR not in desk.done
    assert Lane.POLISH not in desk.done


def test_a_pair_chosen_by_hand_replaces_the_one_on_screen(desk: Desk) -> None:
    desk.work()
    desk.model.ask(4, 1)
    desk.work()
    assert desk.model.asking.pair == (1, 4)
    desk.model.answer(Outcome.A)
    desk.work()
    asked = desk.model.asking.pair
    desk.model.ask(1, 4)  # answered already
    desk.work()
    assert desk.model.asking.pair == asked


def test_a_pair_by_hand_that_was_dropped_can_be_wanted_again(desk: Desk) -> None:
    answered(desk, 1)
    desk.model.ask(4, 1)
    desk.model.look_back(1)
    desk.model.return_to_now()
    desk.work()
    assert desk.model.asking.pair != (1, 4)
    desk.model.ask(4, 1)
    desk.work()
    assert desk.model.asking.pair == (1, 4)


def test_a_layout_that_an_answer_came_before_is_asked_for_again(desk: Desk) -> None:
    desk.work(until=Lane.STANDING)  # the layout waits
    desk.model.answer(Outcome.A)
    desk.work(until=Lane.STANDING)
    work = desk.mailbox.take(timeout=0)
    assert work is not None and work.request.lane is Lane.LAYOUT
    late = work.request.compute(work.control)
    desk.mailbox.finish(work, completed=True)
    desk.model.answer(Outcome.B)
    desk.model.take_result(late)
    assert desk.model.scene.layout is None
    desk.work()
    assert desk.model.scene.layout is not None
    desk.done.clear()
    desk.model.answer(Outcome.A)
    desk.work()
    assert Lane.LAYOUT not in desk.done  # the links are the same


def test_an_item_without_links_gets_its_place(desk: Desk) -> None:
    desk.work()
    desk.model.change(ItemAdded(Item("g", "Graphs")))
    desk.work()
    assert desk.model.scene.layout is not None
    assert len(desk.model.scene.layout.positions) == desk.model.items.n_items == 7


def test_the_same_items_stay_selected_and_panels_never_mark_one_they_do_not_know(
    desk: Desk,
) -> None:
    model = desk.model
    told: list[object] = []
    model.change(ItemAdded(Item("lone")))
    desk.work()
    model.select(frozenset({1, 6}))
    model.selection_changed.connect(told.append)
    model.study_changed.connect(told.append)
    model.change(ItemAdded(Item("other")))
    desk.work()
    assert len(told) == 1 and model.selection == {1, 6}
    told.clear()
    model.undo()
    desk.work()
    model.undo()
    desk.work()
    _, none, fewer, kept = told
    assert isinstance(fewer, StudyState) and fewer.study.items.n_ranked == 6
    assert (none, kept, model.selection) == (frozenset(), {1}, {1})


def test_polish_changes_numbers_never_the_question(desk: Desk) -> None:
    for outcome in (Outcome.A, Outcome.A, Outcome.B):
        desk.work(until=Lane.QUERY)
        desk.model.answer(outcome)
    desk.work(until=Lane.QUERY)
    asked, numbers = desk.model.state.asked, mean_of(desk).copy()
    desk.work()
    assert desk.model.state.asked is asked
    assert np.max(np.abs(mean_of(desk) - numbers)) > 1e-6


def test_the_last_point_of_the_curve_is_the_exact_value_of_the_meter(desk: Desk) -> None:
    for outcome in (Outcome.A, Outcome.A, Outcome.B, Outcome.A):
        desk.work(until=Lane.QUERY)
        desk.model.answer(outcome)
    desk.work()
    scene = desk.model.scene
    assert desk.model.status.freshness is Freshness.EXACT
    assert scene.curve is not None and scene.standing is not None and scene.belief is not None
    assert scene.standing.top_k == 1
    assert scene.curve.settled[-1] == pytest.approx(scene.standing.settled, abs=1e-12)
    briefing = scene.belief.briefing
    assert briefing is not None
    quick = StandingRequest(briefing, scene.belief.posterior, None).compute(Control())
    assert quick.settled != scene.standing.settled  # so that it tells which of the two it is


@pytest.mark.parametrize("more", [0.0, 0.0005])
def test_once_exact_no_answers_are_left_where_the_meter_has_come_to_the_goal(
    desk: Desk, more: float
) -> None:
    for outcome in (Outcome.A, Outcome.A, Outcome.B, Outcome.A, Outcome.B):
        desk.work(until=Lane.QUERY)
        desk.model.answer(outcome)
    desk.work()
    scene = desk.model.scene
    assert desk.model.status.freshness is Freshness.EXACT
    assert scene.standing is not None and scene.standing.goal is not None
    goal = scene.standing.settled + more
    before = scene.standing.goal
    desk.model.change(SettingsChanged("stop.top_k_probability", before, goal))
    desk.work()
    assert scene.standing.is_reached is (more == 0.0)
    assert scene.forecast is not None and scene.forecast.moment == scene.moment.number
    assert (scene.forecast.most == 0) is scene.standing.is_reached


def test_once_exact_purpose_and_what_is_asked_anew_are_what_suggest_prints(desk: Desk) -> None:
    found: list[AskedNext] = []
    desk.model.asked_next_changed.connect(found.append)
    desk.model.want_next(NextWants.PURPOSES)
    for outcome in (Outcome.A, Outcome.A, Outcome.B, Outcome.B):
        desk.work(until=Lane.QUERY)
        desk.model.answer(outcome)
    desk.work()
    desk.model.change(SettingsChanged("model.horizon", 1.0, "all"))
    desk.work()
    belief = desk.model.scene.belief
    assert belief is not None and belief.exact is not None and belief.briefing is not None
    briefing, horizon = belief.briefing, belief.briefing.model.horizon
    rng = generator(briefing.model.seed, Purpose.QUERY, briefing.revision)
    (best,) = CRITERIA["expected_loss"].best(
        belief.exact, briefing.allowed, horizon=horizon, rng=rng
    )
    own = next(each for each in found[-1].purposes if each.key == "ranking")
    assert own.pair == (best.first, best.second)
    desk.model.ask_anew()
    desk.work()
    trial = desk.model.asking.trial
    assert desk.model.asking.pair == own.pair
    assert trial is not None and trial.policy is Policy.CRITERION
    assert (trial.posterior, trial.value) == ("ep", best.value)
    # What the study goes on with by itself follows from the answers, not from what was computed.
    desk.model.answer(Outcome.A)
    assert desk.model.asking.trial is not None
    assert desk.model.asking.trial.posterior == "incremental"


def test_purposes_are_looked_at_once_more_after_a_polish(desk: Desk) -> None:
    desk.work(until=Lane.QUERY)
    desk.model.want_next(NextWants.PURPOSES)
    work = desk.mailbox.take(timeout=0)
    while work is not None and work.request.lane is not Lane.POLISH:
        desk.mailbox.finish(work, completed=True)
        desk.model.take_result(work.request.compute(work.control))
        work = desk.mailbox.take(timeout=0)
    assert work is not None
    desk.mailbox.finish(work, completed=True)  # its result comes late
    desk.done.clear()
    desk.work()
    assert desk.done.count(Lane.PURPOSE) == 1
    desk.model.take_result(work.request.compute(work.control))
    desk.done.clear()
    desk.work()
    assert {Lane.PURPOSE, Lane.LOOK_AHEAD, Lane.CURVE} <= set(desk.done)


def test_a_polish_that_went_wrong_is_said_and_not_tried_again(desk: Desk) -> None:
    desk.fail(Lane.POLISH)
    assert desk.model.status.freshness is Freshness.UNPOLISHED
    assert [problem.title for problem in desk.problems] == ["POLISH"]
    desk.done.clear()
    desk.model.show(ViewWants(is_centred=True))
    desk.work()
    assert Lane.VIEW in desk.done
    assert Lane.POLISH not in desk.done


@pytest.mark.parametrize("lane", [Lane.VIEW, Lane.STANDING, Lane.LAYOUT, Lane.CURVE])
def test_pictures_that_could_not_be_computed_are_not_said_to_be_up_to_date(
    desk: Desk, lane: Lane
) -> None:
    desk.work()
    desk.model.change(ItemAdded(Item("lone")))
    desk.fail(lane)
    assert desk.model.status.words == "Some panels could not be updated"
    desk.model.change(Note("go on"))
    desk.work()
    assert desk.model.status.freshness is Freshness.EXACT


def test_a_picture_that_is_computed_after_all_is_up_to_date(desk: Desk) -> None:
    desk.fail(Lane.VIEW)
    desk.work(until=Lane.LOOK_AHEAD)
    assert desk.model.status.freshness is Freshness.OUTDATED
    desk.work()  # with a view of the exact posterior
    assert desk.model.status.freshness is Freshness.EXACT


@pytest.mark.parametrize("lane", Lane)
def test_a_failure_of_an_earlier_moment_is_dropped(desk: Desk, lane: Lane) -> None:
    desk.work(until=Lane.QUERY)
    earlier = desk.model.scene.moment.number
    desk.model.answer(Outcome.A)
    waiting = desk.model.asking
    desk.model.take_failure(failure(lane, earlier))
    assert desk.model.status.freshness is Freshness.COMPUTING
    assert desk.model.asking is waiting
    desk.work(until=Lane.QUERY)
    desk.model.take_failure(failure(lane, earlier))
    assert desk.model.status.freshness is Freshness.POLISHING
    assert desk.problems == []


def test_without_a_posterior_nobody_waits_for_one(desk: Desk) -> None:
    desk.work(until=Lane.QUERY)
    desk.model.answer(Outcome.A)
    desk.fail(Lane.POSTERIOR)
    assert desk.model.status.words == "Could not be computed"
    assert desk.model.asking.no_pair is NoPair.NO_POSTERIOR
    assert [problem.title for problem in desk.problems] == ["POSTERIOR"]
    desk.model.show(ViewWants(frozenset(MATRICES)))
    assert desk.mailbox.is_idle
    desk.model.undo()
    desk.work()
    assert desk.model.status.freshness is Freshness.EXACT
    assert desk.model.asking.trial is not None


def test_a_pair_on_screen_stays_when_its_posterior_cannot_be_computed(desk: Desk) -> None:
    desk.work()
    asked = desk.model.state.asked
    desk.model.answer(Outcome.A)
    desk.model._desk.errands.shelf = beliefs.BeliefShelf()  # as if the earlier one were forgotten
    desk.model.undo()
    desk.fail(Lane.POSTERIOR)
    assert desk.model.status.freshness is Freshness.FAILED
    assert desk.model.asking.trial is asked
    desk.model.answer(Outcome.B)
    desk.work()
    assert desk.model.status.freshness is Freshness.EXACT


def test_new_items_are_foretold_with_the_model_of_the_moment_that_begins(desk: Desk) -> None:
    answered(desk, 3)
    found: list[NewItemFound] = []
    desk.model.item_foretold.connect(found.append)
    new = ItemAdded(Item("g", "Graphs"))

    def foretell() -> None:
        desk.model.foretell(new)

    desk.model.moment_entered.connect(foretell)
    desk.model.change(NOISIER)
    desk.work()
    at_once = found.pop()
    foretell()
    desk.work()
    assert at_once.moment == desk.model.scene.moment.number
    assert (at_once.mean, at_once.sd) == (found[-1].mean, found[-1].sd)


def test_a_look_ahead_that_went_wrong_is_missed_by_nobody(desk: Desk) -> None:
    desk.fail(Lane.LOOK_AHEAD)
    desk.fail(Lane.POLISH)
    assert [problem.title for problem in desk.problems] == ["POLISH"]
    desk.model.answer(Outcome.A)
    desk.work()
    assert desk.model.status.freshness is Freshness.EXACT
    assert desk.model.asking.trial is not None


def test_where_no_pair_could_be_chosen_one_may_be_chosen_by_hand(desk: Desk) -> None:
    desk.fail(Lane.QUERY)
    assert desk.model.status.words == "Next pair could not be chosen"
    assert desk.model.asking.no_pair is NoPair.NO_QUERY
    desk.model.show(ViewWants(frozenset(MATRICES)))
    desk.work()
    assert Lane.QUERY not in desk.done
    assert desk.model.status.words == "Next pair could not be chosen"
    desk.model.ask(1, 4)
    desk.work()
    assert desk.model.asking.pair == (1, 4)
    assert desk.model.asking.no_pair is None
    assert desk.model.status.freshness is Freshness.EXACT


def test_a_pair_by_hand_that_went_wrong_leaves_the_one_on_screen(desk: Desk) -> None:
    desk.work()
    asked = desk.model.asking
    desk.model.ask(1, 4)
    desk.fail(Lane.QUERY)
    assert desk.model.asking is asked
    assert desk.model.status.freshness is Freshness.EXACT
    desk.model.ask(1, 4)  # once more
    desk.work()
    assert desk.model.asking.pair == (1, 4)
    assert [problem.title for problem in desk.problems] == ["QUERY"]


def test_undo_to_a_belief_whose_matrix_was_let_go_polishes_it_anew(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beliefs, "MATRIX_BYTES_KEPT", 0)
    for _ in range(9):
        desk.work()
        desk.model.answer(Outcome.A)
    desk.work()
    known = mean_of(desk).copy()
    desk.model.answer(Outcome.A)
    desk.work()
    desk.done.clear()
    desk.model.undo()
    assert desk.model.status.freshness is Freshness.POLISHING
    desk.work()
    assert Lane.POSTERIOR not in desk.done
    assert desk.model.status.freshness is Freshness.EXACT
    np.testing.assert_allclose(mean_of(desk), known, rtol=0, atol=1e-10)


def answered(desk: Desk, n_answers: int) -> list[np.ndarray]:
    """Answer so many times; the exact means after each, the prior's first."""
    desk.work()
    means = [mean_of(desk).copy()]
    for _ in range(n_answers):
        desk.model.answer(Outcome.A)
        desk.work()
        means.append(mean_of(desk).copy())
    return means


def revision_of_answer(desk: Desk, number: int) -> int:
    return desk.model.state.recorded[number - 1].seq


def test_looking_back_shows_what_was_believed_then(desk: Desk) -> None:
    means = answered(desk, 5)
    for number in (4, 1, 3):
        desk.model.look_back(revision_of_answer(desk, number))
        desk.work()
        np.testing.assert_allclose(mean_of(desk), means[number], rtol=0, atol=1e-10)
        assert desk.model.scene.state.n_answers == number
    n_events = len(desk.model.record.events)
    desk.model.answer(Outcome.A)  # there is nothing to answer in the past
    assert len(desk.model.record.events) == n_events
    desk.model.return_to_now()
    np.testing.assert_array_equal(mean_of(desk), means[5])
    assert desk.model.asking.trial is not None


def test_what_is_dragged_through_keeps_coming(desk: Desk) -> None:
    answered(desk, 6)
    views: list[View] = []
    desk.model.view_changed.connect(views.append)
    for number in (5, 4, 3, 2):  # quicker than anything is computed
        desk.model.look_back(revision_of_answer(desk, number), is_fleeting=True)
    desk.done.clear()
    desk.work()
    shown = [view.posterior.n_answers for view in views]
    assert shown == [5, 2]  # the first, and the newest of those that came meanwhile
    assert set(desk.done) == {Lane.POSTERIOR}


def test_what_is_dragged_to_is_computed_while_the_one_before_is_drawn(desk: Desk) -> None:
    answered(desk, 6)
    waits: list[bool] = []

    def note(view: object) -> None:
        waits.append(not desk.mailbox.is_idle)

    desk.model.view_changed.connect(note)
    for number in (5, 2):
        desk.model.look_back(revision_of_answer(desk, number), is_fleeting=True)
    desk.done.clear()
    desk.work()
    assert waits == [True, False]
    assert desk.done == [Lane.POSTERIOR, Lane.POSTERIOR]  # and it is asked for once


def test_what_cannot_be_learned_or_compared_now_is_told(desk: Desk) -> None:
    told: list[str] = []
    ended: list[object] = []
    desk.model.refused.connect(told.append)
    desk.model.comparer.ended.connect(ended.append)
    desk.model.learn()
    answered(desk, 2)
    desk.model.look_back(1)
    desk.model.learn()
    desk.model.return_to_now()
    desk.work()
    desk.model.change(NOISIER)
    desk.model.learn()
    desk.model.compare(NOISIER, "noise", False)
    desk.fail(Lane.POSTERIOR)
    desk.model.learn()
    desk.model.compare(NOISIER, "noise", False)
    waits, never = [STILL_COMPUTING] * 2, [NOT_COMPUTED] * 2
    assert told == [NOTHING_TO_LEARN, LEARNING_BACK, *waits, *never]
    assert ended == [None, None]
    assert not desk.model.learner.is_busy and not desk.model.comparer.is_busy


def test_settings_that_are_tried_are_shown_and_not_recorded(desk: Desk) -> None:
    means = answered(desk, 3)
    n_events, asked = len(desk.model.record.events), desk.model.asking.pair
    desk.model.try_settings((NOISIER,))
    desk.work()
    assert np.max(np.abs(mean_of(desk) - means[3])) > 1e-3
    assert desk.model.asking.pair == asked
    assert len(desk.model.record.events) == n_events
    desk.model.return_to_now()
    np.testing.assert_array_equal(mean_of(desk), means[3])


@pytest.mark.parametrize("is_reached", [True, False])
def test_an_answer_counts_while_settings_are_tried(desk: Desk, is_reached: bool) -> None:
    desk.work()
    trial = desk.model.asking.trial
    desk.model.try_settings((NOISIER,))
    if is_reached:
        desk.work()
    assert desk.model.answer(Outcome.A)
    desk.work()
    assert [each.trial for each in desk.model.state.answers] == [trial]
    assert desk.model.state.study.settings.model.noise == 1.0
    assert desk.model.scene.is_now and desk.model.asking.trial not in (None, trial)


def test_settings_are_tried_with_the_items_of_now(desk: Desk) -> None:
    answered(desk, 1)
    before = desk.model.state.revision
    desk.model.change(ItemAdded(Item("g", "Graphs")))
    desk.work()
    desk.model.ask(0, 6)
    desk.work()
    desk.model.look_back(before - 1)
    desk.work()
    assert desk.model.items.n_items == 6
    desk.model.try_settings((NOISIER,))
    desk.work()
    assert desk.model.items.n_items == 7
    assert desk.model.asking.pair == (0, 6)


def test_a_model_that_is_dragged_is_shown_nearly_exactly(desk: Desk) -> None:
    answered(desk, 6)
    desk.model.try_settings((NOISIER,))
    desk.work()
    near = mean_of(desk).copy()
    assert desk.model.status.freshness is Freshness.NEAR
    assert desk.model.scene.view is not None and desk.model.scene.view.is_fleeting
    desk.model.change(NOISIER)
    desk.work()
    assert desk.model.status.freshness is Freshness.EXACT
    assert desk.model.posterior is not None
    distance = np.max(np.abs(near - mean_of(desk)) / desk.model.posterior.sd)
    assert 0.0 < distance < 0.05


def test_without_sites_a_dragged_model_is_one_pass_over_the_answers(desk: Desk) -> None:
    answered(desk, 6)
    desk.model.change(SettingsChanged("model.inference", "ep", "laplace"))
    desk.work()
    desk.model.try_settings((NOISIER,))
    desk.work()
    assert desk.model.status.freshness is Freshness.POLISHING
    assert desk.model.posterior is not None
    assert desk.model.posterior.inference == "incremental"


def test_a_setting_is_changed_undone_and_redone(desk: Desk) -> None:
    means = answered(desk, 3)
    asked = desk.model.asking.pair
    desk.model.change(NOISIER)
    desk.work()
    changed = mean_of(desk).copy()
    assert np.max(np.abs(changed - means[3])) > 1e-3
    assert desk.model.asking.pair == asked
    assert desk.model.status.undo_words == "Undo: Noise 1.00 → 2.00"
    desk.model.undo()
    desk.work()
    np.testing.assert_allclose(mean_of(desk), means[3], rtol=0, atol=1e-10)
    assert desk.model.status.redo_words == "Redo: Noise 1.00 → 2.00"
    desk.model.redo()
    desk.work()
    np.testing.assert_allclose(mean_of(desk), changed, rtol=0, atol=1e-10)


@pytest.mark.parametrize("is_fleeting", [False, True])
def test_learning_ends_where_one_looks_back(desk: Desk, is_fleeting: bool) -> None:
    answered(desk, 3)
    ended: list[str] = []
    desk.model.learner.ended.connect(ended.append)
    desk.model.learn()
    assert desk.model.learner.is_busy
    desk.model.look_back(2, is_fleeting=is_fleeting)
    desk.work()
    assert not desk.model.learner.is_busy
    assert ended == [""]
    desk.model.return_to_now()
    desk.work()
    desk.model.learn()
    assert desk.model.learner.is_busy
    desk.work()
    assert not desk.model.learner.is_busy
    assert len(ended) == 2 and ended[1]


def test_learning_ends_where_a_setting_is_dragged(desk: Desk) -> None:
    answered(desk, 3)
    desk.model.learn()
    desk.model.try_settings((NOISIER,))
    desk.work()
    assert not desk.model.learner.is_busy


def test_a_fork_leaves_the_record_alone(desk: Desk) -> None:
    means = answered(desk, 3)
    events = list(desk.model.record.events)
    desk.model.look_back(revision_of_answer(desk, 2))
    desk.work()
    desk.model.fork()
    desk.work()
    assert desk.model.is_fork
    desk.model.answer(Outcome.B)
    desk.work()
    assert desk.model.state.n_answers == 3
    assert np.max(np.abs(mean_of(desk) - means[3])) > 1e-3
    desk.model.leave_fork()
    desk.work()
    np.testing.assert_allclose(mean_of(desk), means[3], rtol=0, atol=1e-10)
    assert desk.model.record.events == events


@pytest.mark.parametrize("is_fleeting", [False, True])
@pytest.mark.parametrize("is_reached", [False, True])
def test_a_fork_begins_at_the_moment_shown_though_its_pictures_are_to_come(
    desk: Desk, is_fleeting: bool, is_reached: bool
) -> None:
    means = answered(desk, 4)
    events = list(desk.model.record.events)
    for number in (3, 1):
        desk.model.look_back(revision_of_answer(desk, number), is_fleeting=is_fleeting)
    if is_reached:
        desk.work()
    desk.model.fork()
    assert desk.model.state.n_answers == 1
    assert desk.model.record.events == events[: desk.model.state.revision]
    desk.work()
    np.testing.assert_allclose(mean_of(desk), means[1], rtol=0, atol=1e-10)
    desk.model.leave_fork()
    desk.work()
    assert desk.model.state.n_answers == 4


def test_a_fork_from_a_moment_to_come_is_folded_in_one_go(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered(desk, 2)
    desk.model.change(*[Note("so")] * (4 * EVENTS_APART))
    desk.work()
    folded, with_events = [], StudyState.with_events

    def count(state: StudyState, events: Iterable[Event]) -> StudyState:
        folded.append(state.revision)
        return with_events(state, events)

    monkeypatch.setattr(StudyState, "with_events", count)
    revision = desk.model.state.revision - 3
    desk.model.look_back(revision)
    desk.model.fork()
    assert desk.model.state.revision == revision
    assert folded == [0]


@pytest.mark.parametrize("is_reached", [False, True])
def test_a_fork_leaves_tried_settings_behind(desk: Desk, is_reached: bool) -> None:
    means = answered(desk, 3)
    desk.model.change(SettingsChanged("model.noise", 1.0, 0.5))
    desk.model.change(SettingsChanged("model.noise", 0.5, 1.0))
    desk.work()
    state = desk.model.state
    desk.model.try_settings((NOISIER,))
    if is_reached:
        desk.work()
    desk.model.fork()
    assert desk.model.state.revision == state.revision == len(desk.model.record.events)
    desk.work()
    assert desk.model.scene.state.study.settings.model.noise == 1.0
    np.testing.assert_allclose(mean_of(desk), means[3], rtol=0, atol=1e-10)


def test_a_skip_and_a_strong_answer_are_looked_ahead_too(
    qapp: QCoreApplication, study: Study
) -> None:
    settings = replace(study.settings, response=replace(study.settings.response, scale="strength7"))
    desk = Desk(replace(study, settings=settings))
    desk.model.start()
    for said in ((Outcome.A, 3), (Outcome.B, -1), (Outcome.TIE, 0), (Outcome.SKIP, None)):
        desk.work()
        desk.done.clear()
        desk.model.answer(*said)
        desk.work()
        assert Lane.POSTERIOR not in desk.done
    assert desk.model.state.n_answers == 3
