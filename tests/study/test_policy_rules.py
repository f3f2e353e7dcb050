"""The next pair of a study: it follows from the events alone, whatever was computed meanwhile."""

from __future__ import annotations

import itertools
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from prefstudio.engine.control import Control
from prefstudio.study.beliefs import Belief
from prefstudio.study.briefing import briefing_of
from prefstudio.study.changes import PairQueued, SettingsChanged
from prefstudio.study.comparisons import Outcome, Phase
from prefstudio.study.events import Answered, Policy, Redone, TrialShown, Undone
from prefstudio.study.folder import Study, read_study
from prefstudio.study.founding import SPACED, founded
from prefstudio.study.importers.plan import ImportPlan
from prefstudio.study.importers.preview import preview
from prefstudio.study.incremental_posterior import incremental_posterior
from prefstudio.study.look_ahead import LookAheadRequest, sayings_of
from prefstudio.study.model import resolve
from prefstudio.study.policy_rules import rules_of
from prefstudio.study.resources import sample
from prefstudio.study.sittings import SessionEnded, SessionStarted
from prefstudio.study.state import fold
from tests.study.sitting import Sitting, next_query, with_settings


@pytest.fixture(scope="module")
def papers() -> Study:
    return read_study(sample("six-papers"))


def pair(trial: TrialShown | None) -> set[str]:
    assert trial is not None
    return {trial.a, trial.b}


def test_without_a_plan_the_papers_are_asked_as_in_the_paper(papers: Study) -> None:
    """After b ≻ e the paper asks b again, against c or f."""
    sitting = Sitting(with_settings(papers, model={"horizon": 1.0}))
    sitting.record(TrialShown("t", "b", "e"))
    sitting.record(Answered("t", "b", "e", Outcome.A))
    assert pair(sitting.ask()) in ({"b", "c"}, {"b", "f"})


def test_with_a_gap_of_one_no_paper_comes_twice_in_a_row(papers: Study) -> None:
    sitting = Sitting(with_settings(papers, presentation={"min_item_gap": 1}))
    shown = [sitting.answer() for _ in range(15)]
    asked = [pair(each) for each in shown]
    assert sitting.answer() is None  # all fifteen pairs were asked: there is no dead end
    repeats = [bool(one & other) for one, other in itertools.pairwise(asked)]
    assert not any(repeats[:8])
    for place, is_repeat in enumerate(repeats, 1):  # where it is, it could not be avoided
        left = [each for each in asked[place:] if not each & asked[place - 1]]
        assert not (is_repeat and left)


def test_a_new_study_of_sounds_keeps_them_apart_unless_it_says_otherwise(tmp_path: Path) -> None:
    sounds = sample("twelve-sounds")
    made = founded(preview(ImportPlan(paths=(sounds,))))
    assert made.study.settings.presentation.min_item_gap == 1
    assert SPACED in made.guessed
    told = tmp_path / "told"
    shutil.copytree(sounds, told)
    with (told / "study.toml").open("a", encoding="utf-8") as file:
        file.write("\n[presentation]\nmin_item_gap = 0\n")
    assert founded(preview(ImportPlan(paths=(told,)))).study.settings.presentation.min_item_gap == 0
    papers = founded(preview(ImportPlan(paths=(sample("six-papers"),))))
    assert papers.study.settings.presentation.min_item_gap == 0


def test_what_was_shown_in_another_sitting_does_not_keep_an_item_away(papers: Study) -> None:
    study = with_settings(papers, presentation={"min_item_gap": 2})
    sitting = Sitting(study)
    sitting.answer()
    sitting.answer()
    model = resolve(study)
    assert len(rules_of(model, sitting.state).recent) == 2
    sitting.events.append(replace(sitting.events[0], event_id="s", body=SessionStarted(),
                                  session="s1", participant="anna"))  # fmt: skip
    sitting.state = sitting.state.with_event(sitting.events[-1])
    assert rules_of(model, sitting.state).recent == ()
    sitting.record(SessionEnded())
    left = replace(sitting.events[-1], event_id="left", session="s1")
    assert len(rules_of(model, sitting.state.with_event(left)).recent) == 2


def test_the_same_events_give_the_same_pair_whatever_was_looked_ahead(papers: Study) -> None:
    study = with_settings(papers, schedule={"holdout": 0.5}, presentation={"min_item_gap": 1})
    sitting = Sitting(study)
    for _ in range(10):
        trial = sitting.ask()
        assert trial is not None
        model = resolve(study)
        briefing = briefing_of(model, sitting.state)
        posterior = incremental_posterior(briefing, Control())
        belief = Belief(posterior, None, None, briefing)
        sayings = sayings_of(study.settings.response)
        request = LookAheadRequest(model, sitting.state, trial, sayings, belief, 0)
        branches = request.compute(Control()).branches
        said = Outcome.B if len(sitting.events) % 3 else Outcome.A
        sitting.record(Answered(trial.trial_id, trial.a, trial.b, said))
        foreseen, found = branches[said, None].query, next_query(sitting.state)
        assert (foreseen is None) == (found is None)
        if foreseen is None or found is None:
            break
        assert (foreseen.first, foreseen.second) == (found.first, found.second)
        assert (foreseen.policy, foreseen.phase) == (found.policy, found.phase)
        again = fold(study, sitting.events)
        assert next_query(again) == next_query(sitting.state)


def test_undo_brings_the_same_trial_back_and_redo_the_same_next_one(papers: Study) -> None:
    sitting = Sitting(with_settings(papers, schedule={"holdout": 0.5}))
    for _ in range(6):
        trial = sitting.ask()
        assert trial is not None
        answer = sitting.record(Answered(trial.trial_id, trial.a, trial.b, Outcome.A))
        following = sitting.ask()
        sitting.record(Undone(answer))
        assert sitting.state.asked == trial
        sitting.record(Redone(answer))
        assert sitting.state.asked == following
        assert following is not None
        last = Answered(following.trial_id, following.a, following.b, Outcome.B)
        sitting.record(last)


def test_the_share_of_random_pairs_holds_over_seeds(papers: Study) -> None:
    share, n_held_out, n_asked = 0.3, 0, 0
    for seed in range(40):
        study = replace(papers, settings=replace(papers.settings, seed=seed))
        sitting = Sitting(with_settings(study, schedule={"holdout": share}))
        shown = [sitting.answer() for _ in range(12)]
        n_asked += len(shown)
        n_held_out += sum(each is not None and each.phase is Phase.HOLDOUT for each in shown)
        for trial in shown:
            assert trial is not None
            assert (trial.policy is Policy.HOLDOUT) == (trial.phase is Phase.HOLDOUT)
            assert (trial.criterion == "") == (trial.phase is Phase.HOLDOUT)
            assert trial.p_a is not None and trial.p_b is not None
            assert trial.p_a + trial.p_b == pytest.approx(1.0)
    bound = 4.0 * np.sqrt(n_asked * share * (1.0 - share))
    assert abs(n_held_out - share * n_asked) < bound


def test_a_hold_out_is_predicted_before_it_is_learned_from(papers: Study) -> None:
    sitting = Sitting(with_settings(papers, schedule={"holdout": 1.0}))
    for _ in range(6):
        before = sitting.state
        trial = sitting.answer()
        assert trial is not None
        model = resolve(before.study)
        prior = incremental_posterior(briefing_of(model, before), Control())
        first, second = model.position(trial.a), model.position(trial.b)
        assert trial.p_a == prior.probability_preferred(first, second)
        after = briefing_of(model, sitting.state).comparisons
        assert after.n_answers == briefing_of(model, before).comparisons.n_answers + 1


def test_a_queued_pair_is_next_and_says_so(papers: Study) -> None:
    sitting = Sitting(with_settings(papers, schedule={"holdout": 1.0}))
    sitting.record(PairQueued("f", "d"))
    query = next_query(sitting.state)
    assert query is not None
    assert (query.first, query.second, query.policy) == (3, 5, Policy.QUEUED)
    assert (query.phase, query.criterion, query.value) == (Phase.MAIN, "", None)
    sitting.answer()
    following = next_query(sitting.state)
    assert following is not None and following.policy is Policy.HOLDOUT


def test_a_changed_plan_holds_for_the_next_pair(papers: Study) -> None:
    sitting = Sitting(papers)
    sitting.record(SettingsChanged("schedule.holdout", 0.0, 1.0))
    trial = sitting.answer()
    assert trial is not None and trial.phase is Phase.HOLDOUT
    change = sitting.record(SettingsChanged("presentation.min_item_gap", 0, 1))
    assert rules_of(resolve(papers), sitting.state).gap == 1
    sitting.record(Undone(change))
    assert rules_of(resolve(papers), sitting.state).gap == 0
