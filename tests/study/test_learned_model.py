"""What was learned of a study: changes that fold to it, words whose numbers hold, the request."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from prefstudio.engine import ep
from prefstudio.engine.components import Features, Links
from prefstudio.engine.control import Control
from prefstudio.engine.errors import Cancelled
from prefstudio.engine.learning_steps import LearningStep
from prefstudio.engine.prior import sum_of
from prefstudio.study.briefing import Briefing, briefing_of
from prefstudio.study.change_words import change_in_words
from prefstudio.study.changes import ChangedBy, SettingsChanged
from prefstudio.study.comparisons import Outcome
from prefstudio.study.component_edits import with_neighbours
from prefstudio.study.event_json import body_from_json, body_to_json
from prefstudio.study.events import Answered, Event, Undone, happened, new_id
from prefstudio.study.folder import Study, read_study
from prefstudio.study.history import history_entries
from prefstudio.study.learn_request import LearnFound, LearnRequest, LearnStopped
from prefstudio.study.learned_model import LearnedModel, with_changes
from prefstudio.study.learned_words import (
    Removal,
    evidence_moved_in_words,
    headline,
    scale_in_words,
    shares_in_words,
    worth_in_words,
)
from prefstudio.study.learning_moments import LearnedLast, learning_plan
from prefstudio.study.learning_terms import STRENGTH as STRENGTH_SETTING
from prefstudio.study.learning_terms import learning_problem, terms_of
from prefstudio.study.mailbox import Lane, Mailbox
from prefstudio.study.model import resolve
from prefstudio.study.model_sheet import ModelSheet
from prefstudio.study.resources import sample
from prefstudio.study.settings import (
    FeaturesComponent,
    IndividualComponent,
    LinksComponent,
    SemiSupervisedSettings,
    StudySettings,
)
from prefstudio.study.state import StudyState
from prefstudio.study.steps import in_one_step

Write = Callable[[str, str | bytes], Path]
Make = Callable[..., StudyState]

NAMES = "abcdefghij"
ROLES = "[[relation]]\nname='links'\ndirected=true\n"
TIES = "[response]\ntie = true\n"
STRENGTH = "[response]\nscale = 'strength7'\n"
ARD = (
    "[[model.component]]\nkind='features'\nlength_scale=[1.0, 3.0]\nweight=0.7\n"
    "[[model.component]]\nkind='individual'\nweight=0.4\n"
)
NOISY = "[model]\nnoise = 0.5\n"
WARPED = "[model.semi_supervised]\nneighbours = 2\nstrength = 3.0\n"


@pytest.fixture
def make(tmp_path: Path, write: Write) -> Make:
    """Ten items with features and links, and answers that mostly follow the first feature."""

    def state(settings: str = "", n_answers: int = 25, ties: bool = False) -> StudyState:
        rng = np.random.default_rng(1)
        values = rng.standard_normal((len(NAMES), 2))
        rows = [f"{name},{x:.3f},{y:.3f}" for name, (x, y) in zip(NAMES, values, strict=True)]
        write("items.csv", "item_id,x_one,x_two\n" + "\n".join(rows))
        links = [f"{NAMES[k]},{NAMES[(3 * k + 1) % 10]}" for k in range(9) if (3 * k + 1) % 10 != k]
        write("links.csv", "source,target\n" + "\n".join(links))
        write("study.toml", f"seed = 5\n{settings}")
        found = StudyState(read_study(tmp_path))
        for number in range(n_answers):
            a, b = rng.choice(len(NAMES), 2, replace=False)
            said = values[a, 0] - values[b, 0] + 0.5 * rng.standard_normal()
            outcome = Outcome.A if said > 0.0 else Outcome.B
            if ties and number % 4 == 0:
                outcome = Outcome.TIE
            body = Answered(new_id(), NAMES[a], NAMES[b], outcome)
            found = found.with_event(happened(body))
        return found

    return state


def briefed(state: StudyState) -> tuple[Study, Briefing]:
    return state.study, briefing_of(resolve(state.study), state)


def learned(state: StudyState, **options: object) -> LearnedModel:
    found = LearnRequest(*briefed(state), **options).compute(Control())  # type: ignore[arg-type]
    assert isinstance(found, LearnFound)
    return found.model


def recorded(state: StudyState, changes: tuple[SettingsChanged, ...]) -> StudyState:
    """The state after changes that went through the file."""
    for change in changes:
        body = body_from_json(change.kind, body_to_json(change))
        assert body == change
        state = state.with_event(happened(body))
    assert not state.problems
    return state


@pytest.mark.parametrize(
    ("settings", "ties", "moved"),
    [
        ("", False, {"component"}),
        (ROLES, False, {"component"}),
        (ARD, False, {"component"}),
        (NOISY, False, {"component"}),
        (WARPED, False, {"component", "semi_supervised.strength"}),
        (f"{WARPED}{ARD}", False, {"component", "semi_supervised.strength"}),
        (TIES, True, {"component", "tie_width"}),
        (STRENGTH, True, {"component", "strength_cuts"}),
    ],
)
def test_folding_the_changes_gives_the_learned_model(
    make: Make, settings: str, ties: bool, moved: set[str]
) -> None:
    state = make(settings, ties=ties)
    found = learned(state)
    assert {change.what.removeprefix("model.") for change in found.changes} == {
        "scale_spread",
        *moved,
    }
    assert {change.by for change in found.changes} == {ChangedBy.LEARNED}
    after = recorded(state, found.changes)
    model = resolve(after.study)
    assert model.scale_spread == found.learned.scale_spread > 0.0
    everything = np.arange(len(NAMES))
    np.testing.assert_allclose(
        model.prior.covariance.columns(everything),
        sum_of(found.learned.components).covariance.columns(everything),
        rtol=1e-10,
    )
    briefing = briefing_of(model, after)
    evidence = ep.infer(model.prior, briefing.comparisons, model.scale).log_evidence
    assert evidence == pytest.approx(found.learned.log_evidence_after, abs=1e-8)
    assert evidence > found.learned.log_evidence_before


def test_what_is_recorded_says_what_was_there(make: Make) -> None:
    plain, written = make(), make(ARD)
    assert [change.before for change in learned(plain).changes] == [None, None]
    change, spread = learned(written).changes
    assert (spread.what, spread.before) == ("model.scale_spread", None)
    assert isinstance(change.before, list)
    assert change.before[0]["length_scale"] == [1.0, 3.0]
    back = SettingsChanged(change.what, change.after, change.before)
    returned = recorded(recorded(written, (change,)), (back,))
    assert returned.study.settings.model == written.study.settings.model


def test_the_strength_of_neighbours_is_learned_and_taken_back(make: Make) -> None:
    state = make(WARPED)
    found = learned(state)
    change = next(each for each in found.changes if each.what == STRENGTH_SETTING)
    assert change.before == 3.0
    after = recorded(state, in_one_step(found.changes))  # type: ignore[arg-type]
    step = after.study.settings.model.semi_supervised
    assert step is not None
    assert (step.neighbours, step.strength) == (2, change.after)
    assert (
        f"the strength of neighbours (in Components) is {step.strength:.2f}, before it was 3.00; "
        "the log evidence rises from" in found.words
    )
    line = change_in_words(change, {}, {})
    assert line == f"Strength of nearest neighbours 3.00 → {step.strength:.2f} (learned)"
    back = after
    for each in after.last_step:
        back = back.with_event(happened(Undone(each.event_id)))
    assert back.study.settings.model == state.study.settings.model


def test_learning_again_stays_there(make: Make) -> None:
    state = make()
    once = learned(state)
    twice = learned(recorded(state, once.changes))
    gain = twice.learned.log_evidence_after - once.learned.log_evidence_after
    assert -1e-9 < gain < 0.01  # the second starts from rounded logarithms of the first
    assert twice.sheet.shares == pytest.approx(once.sheet.shares, abs=0.02)


@pytest.mark.parametrize("settings", ["", ROLES, ARD, WARPED, TIES, STRENGTH])
@pytest.mark.parametrize("n_answers", [4, 25])
def test_learning_again_from_the_same_answers_records_nothing(
    make: Make, settings: str, n_answers: int
) -> None:
    state = make(settings, n_answers, ties=settings in (TIES, STRENGTH))
    once = learned(state)
    assert once.changes
    after = recorded(state, once.changes)
    twice = learned(after)
    assert twice.changes == twice.to_record == ()
    assert twice.sheet.shares == once.sheet.shares
    noise = once.learned.scale.noise
    less = SettingsChanged("model.noise", noise, 0.8 * noise)
    assert learned(recorded(after, (less,))).changes


def test_what_moves_by_more_than_climbs_end_apart_is_recorded(make: Make) -> None:
    state = make()
    found = learned(state)
    after = recorded(state, found.changes)
    again = learned(after)
    assert not again.learned.has_moved
    (features, *others) = resolve(after.study).components
    for factor, has_moved in ((1.0002, False), (1.02, True)):
        part = replace(features, weight=factor * features.weight)
        model = replace(after.study.settings.model, components=(part, *others))
        settings = replace(after.study.settings, model=model)
        study = replace(after.study, settings=settings)
        nudged = LearnRequest(study, briefing_of(resolve(study), after)).compute(Control())
        assert isinstance(nudged, LearnFound)
        assert nudged.model.learned.has_moved is has_moved
        assert bool(nudged.model.changes) is has_moved


def test_the_strength_stays_when_it_is_learned_again(make: Make) -> None:
    state = make(WARPED)
    once = learned(state)
    twice = learned(recorded(state, once.changes))
    gain = twice.learned.log_evidence_after - once.learned.log_evidence_after
    assert abs(gain) < 0.01  # a climb ends a little before the top
    strengths = [each.learned.after["features.strength"] for each in (once, twice)]
    assert strengths[1] == pytest.approx(strengths[0], rel=0.05)


def test_the_noise_may_be_learned(make: Make) -> None:
    state = make()
    found = learned(state, learns_noise=True)
    assert {change.what for change in found.changes} == {"model.component", "model.noise"}
    before, after = resolve(state.study), resolve(with_changes(state.study, found.changes))
    assert after.scale.noise != before.scale.noise
    variances = [each.prior.covariance.diagonal().mean() for each in (before, after)]
    assert variances[1] == pytest.approx(variances[0], rel=1e-9)


def test_both_roles_of_a_relation_share_what_is_learned(make: Make) -> None:
    state = make(ROLES)
    model = resolve(state.study)
    assert terms_of(state.study, model) == [1, 2, 1]
    terms = [each for each in learned(state).learned.components if isinstance(each, Links)]
    assert len(terms) == 2
    assert (terms[0].weight, terms[0].iota) == (terms[1].weight, terms[1].iota)


def test_priors_are_centred_on_the_defaults_of_the_data(make: Make) -> None:
    """A study that says nothing begins in the middle of its priors."""
    study = make().study
    model = resolve(study)
    problem = learning_problem(study, model)
    np.testing.assert_allclose(problem.start(model.scale), problem.centre, rtol=1e-9, atol=1e-12)
    study = make(ARD).study
    centre = learning_problem(study, resolve(study)).centre
    assert np.exp(centre[1:3]) == pytest.approx(np.sqrt([2.0, 2.0]))


def test_priors_stay_where_they_are_whatever_was_learned(make: Make) -> None:
    """Of the weight too, though a graph that pulls harder leaves less variance."""
    state = make(WARPED)
    before = learning_problem(state.study, resolve(state.study))
    study = with_changes(state.study, learned(state).changes)
    after = learning_problem(study, resolve(study))
    np.testing.assert_allclose(after.centre, before.centre, rtol=0.0, atol=1e-12)
    by_name = {each.name: each.centre for each in after.hyperparameters}
    assert by_name["features.strength"] == pytest.approx(3.0)


def test_the_usual_strength_is_the_one_somebody_chose(make: Make) -> None:
    state = make(WARPED)

    def usual(state: StudyState) -> float:
        step = state.study.settings.model.semi_supervised
        assert step is not None
        return step.usual_strength

    learned_first = recorded(state, (strength_change(3.0, 0.4, ChangedBy.LEARNED),))
    learned_twice = recorded(learned_first, (strength_change(0.4, 0.2, ChangedBy.LEARNED),))
    assert usual(state) == usual(learned_first) == usual(learned_twice) == 3.0
    noisy = recorded(learned_twice, (SettingsChanged("model.noise", 1.0, 2.0),))
    assert usual(noisy) == 3.0
    settings = noisy.study.settings
    more = replace(settings.model.semi_supervised, neighbours=4)  # type: ignore[type-var]
    assert usual(recorded(noisy, (with_neighbours(settings, more),))) == 3.0
    assert usual(recorded(noisy, (strength_change(0.2, 7.0, ChangedBy.HAND),))) == 7.0
    off = recorded(noisy, (with_neighbours(settings, None),))
    on_again = with_neighbours(off.study.settings, SemiSupervisedSettings())
    assert usual(recorded(off, (on_again,))) == 1.0


def strength_change(before: float, after: float, by: ChangedBy) -> SettingsChanged:
    return SettingsChanged(STRENGTH_SETTING, before, after, by)


@pytest.mark.parametrize(
    ("settings", "n_answers"), [("", 25), ("", 4), (ARD, 25), (ROLES, 12), (WARPED, 25)]
)
def test_every_number_of_the_sentence(make: Make, settings: str, n_answers: int) -> None:
    state = make(settings, n_answers)
    found = learned(state)
    study = recorded(state, found.changes).study
    model = resolve(study)
    comparisons = briefing_of(model, state).comparisons
    whole = ep.infer(model.prior, comparisons, model.scale).log_evidence
    total = model.prior.covariance.diagonal().mean()
    kinds = {"features": Features, "links": Links}
    shares = dict(re.findall(r"(features|links) (?:explain )?(\d+)\u00a0%", found.words.lower()))
    worth = re.findall(
        r"without (\w+|nearest neighbours) the evidence (falls|rises|stays)(?: by (\d+\.\d))?",
        found.words.lower(),
    )
    doubt = re.match(r".* cannot yet tell what [^(]* (?:is|are) worth \(.*?\)", found.words)
    unsure = doubt.group().lower() if doubt else ""
    claims = found.words.lower().removeprefix(unsure)
    assert bool(doubt) == (" the best guess: " in claims)
    expected = {"features"} if settings == ARD else {"features", "links"}
    assert set(shares) == expected
    graph = {"nearest neighbours"} if settings == WARPED else set()
    assert {title for title, _, _ in worth} == expected | graph
    exact = {}
    for title in shares:
        terms = [each for each in model.prior.components if isinstance(each, kinds[title])]
        variance = sum(each.weight**2 * each.matrix().diagonal().mean() for each in terms)
        exact[title] = float(100.0 * variance / total)
    assert {title: int(share) for title, share in shares.items()} == whole_per_cents(exact)
    for title, verb, change in worth:
        if title in kinds:
            others = [e for e in model.prior.components if not isinstance(e, kinds[title])]
        else:
            plain = with_changes(study, (with_neighbours(study.settings, None),))
            others = list(resolve(plain).prior.components)
        without = ep.infer(sum_of(others), comparisons, model.scale).log_evidence
        signed = float(change or 0.0) * (1.0 if verb == "rises" else -1.0)
        assert signed == pytest.approx(without - whole, abs=0.051)
        assert (verb == "stays") == (abs(without - whole) < 0.05)
        told = unsure if abs(without - whole) < 1.0 else claims
        assert f"without {title}" in told
    assert "the rest is individual" in found.words


def whole_per_cents(exact: dict[str, float]) -> dict[str, int]:
    """What is left of 100 is individual; the largest remainders are rounded up."""
    everything = {**exact, "individual": 100.0 - sum(exact.values())}
    whole = {title: int(value) for title, value in everything.items()}
    by_rest = sorted(everything, key=lambda title: whole[title] - everything[title])
    for title in by_rest[: 100 - sum(whole.values())]:
        whole[title] += 1
    return {title: whole[title] for title in exact}


def sheet_with(**weights: float) -> ModelSheet:
    """A model of parts whose variance at a weight of 1 is 1."""
    made = {"features": FeaturesComponent(), "individual": IndividualComponent()}
    parts = [
        replace(made.get(title, LinksComponent(relation=title)), weight=weight)
        for title, weight in weights.items()
    ]
    ones = (1.0,) * len(parts)
    return ModelSheet(StudySettings(), tuple(parts), tuple(weights), ones, 10)


def worth_at(*log_evidences: float) -> str:
    titles = ("links", "features", "coauthor")
    removals = [Removal(*each) for each in zip(titles, log_evidences, strict=False)]
    return "; ".join(worth_in_words(sheet_with(links=1.0), removals, -20.0, 12))


def test_the_sentence_begins_with_what_the_answers_cannot_tell() -> None:
    assert worth_at(-28.4) == "without links the evidence falls by 8.4"
    assert worth_at(-20.1) == (
        "12 answers cannot yet tell what links are worth (without links the evidence falls by 0.1)"
    )
    assert worth_at(-20.01, -23.0) == (
        "12 answers cannot yet tell what links are worth "
        "(without links the evidence stays the same); "
        "without features the evidence falls by 3.0"
    )
    assert worth_at(-20.4, -19.5, -25.0) == (
        "12 answers cannot yet tell what links and features are worth "
        "(without links the evidence falls by 0.4, without features the evidence rises by 0.5); "
        "without coauthor the evidence falls by 5.0"
    )
    (only,) = worth_in_words(sheet_with(links=1.0), [Removal("coauthor", -20.0)], -20.0, 10)
    assert only.startswith("ten answers cannot yet tell what coauthor is worth (")


def test_shares_are_told_as_they_are_or_as_a_guess() -> None:
    sheet = sheet_with(features=0.3**0.5, links=0.62**0.5, individual=0.08**0.5)
    shares = "links explain 62 % of the differences, features 30 %, the rest is individual"
    removal = [Removal("links", -28.4)]
    told = "; ".join(worth_in_words(sheet, removal, -20.0, 40)).replace("\u00a0", " ")
    assert told == f"{shares}; without links the evidence falls by 8.4"
    _, guess = worth_in_words(sheet, [Removal("links", -20.4)], -20.0, 40)
    assert guess.replace("\u00a0", " ") == f"the best guess: {shares}"
    assert " %" not in guess  # no line ends between a figure and its sign


def test_a_single_part_has_no_share_worth_telling() -> None:
    for alone in (sheet_with(links=0.7), sheet_with(individual=1.0)):
        assert shares_in_words(alone) == ""
    assert shares_in_words(sheet_with(links=0.7, individual=0.0)) == ""
    found = learned(StudyState(read_study(sample("six-papers"))).with_event(six_papers_answer()))
    assert "explain" not in found.words and "%" not in found.words
    assert found.words.startswith("All utilities together may be up to ")


def six_papers_answer() -> Event:
    return happened(Answered(new_id(), "a", "b", Outcome.A))


def test_the_evidence_says_why_it_may_fall() -> None:
    assert (
        evidence_moved_in_words(-27.768, -26.561) == "the log evidence rises from −27.77 to −26.56"
    )
    assert evidence_moved_in_words(-10.40, -10.47) == (
        "the log evidence goes from −10.40 to −10.47, since learning also weighs what is usual "
        "and takes utilities at their average size"
    )
    assert evidence_moved_in_words(-10.401, -10.399) == ""


def test_the_size_of_utilities_is_a_factor_either_way() -> None:
    words = scale_in_words(float(np.log(3.15) / 1.96))
    assert words == "all utilities together may be up to 3.1 times larger or smaller"


def test_the_sentence_is_on_record_with_the_first_change(make: Make) -> None:
    state = make()
    found = learned(state)
    first, second = found.to_record
    assert (first.found, second.found) == (found.words, "")
    assert body_from_json("settings_changed", body_to_json(first)) == first
    assert "found" not in body_to_json(second)
    after = recorded(state, in_one_step(found.to_record))  # type: ignore[arg-type]
    assert after.study.settings == recorded(state, found.changes).study.settings
    entries = [each.words for each in history_entries(after) if each.kind == "change"]
    assert entries[0] == f"Component changed (learned): {found.words}"
    assert found.words not in entries[1]
    plan = learning_plan(after)
    assert plan.last == LearnedLast(25, after.changes[-1].at, found.words)
    undone = after
    for each in after.last_step:
        undone = undone.with_event(happened(Undone(each.event_id)))
    assert learning_plan(undone).last is None


def test_settings_hold_what_can_be_read(make: Make) -> None:
    components = resolve(with_changes((state := make()).study, learned(state).changes)).components
    features, links, _ = components
    assert isinstance(features, FeaturesComponent)
    assert isinstance(links, LinksComponent)
    assert isinstance(features.length_scale, float)


def test_the_request_tells_its_steps_and_can_be_stopped(make: Make) -> None:
    steps: list[LearningStep] = []
    study, briefing = briefed(make())
    request = LearnRequest(study, briefing, on_step=steps.append)
    assert request.lane is Lane.LEARN is list(Lane)[-1]
    assert request.moment == briefing.moment
    request.compute(Control())
    assert steps[-1].step == steps[-1].n_steps
    assert [step.step for step in steps] == sorted(step.step for step in steps)
    stopped = LearnRequest(study, briefing)
    stopped.stop.cancel()
    assert isinstance(stopped.compute(Control()), LearnStopped)


def test_what_gives_way_waits_and_what_was_stopped_does_not(make: Make) -> None:
    mailbox = Mailbox()
    request = LearnRequest(*briefed(make()))
    mailbox.submit(request)
    work = mailbox.take(0.0)
    assert work is not None
    work.control.cancel()
    with pytest.raises(Cancelled):
        request.compute(work.control)
    mailbox.finish(work, completed=False)
    work = mailbox.take(0.0)
    assert work is not None
    assert work.request is request
    request.stop.cancel()
    assert isinstance(request.compute(work.control), LearnStopped)
    mailbox.finish(work, completed=True)
    assert mailbox.is_idle


def test_a_headline_is_one_short_sentence() -> None:
    sheet = sheet_with(features=0.6, links=0.8)
    sure, open_one = [Removal("links", -30.0)], [Removal("links", -20.4)]
    assert headline(sheet_with(links=1.0), sure, -20.0) == "Learned."
    assert headline(sheet, sure, -20.0).startswith("Learned: ")
    assert headline(sheet, open_one, -20.0).startswith("Learned, not certain yet: ")
    told = shares_in_words(sheet)
    assert told and headline(sheet, sure, -20.0) == f"Learned: {told}."
    pull = headline(sheet, sure, -20.0, "nearest neighbours pull")
    assert pull == f"Learned: {told}; nearest neighbours pull."
