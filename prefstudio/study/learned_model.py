"""The model of a study from its answers: what was learned as changes, and in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, assert_never

import numpy as np

from prefstudio.engine.compared_prior import ComparedPriors
from prefstudio.engine.comparisons import Comparisons
from prefstudio.engine.components import Component as Term
from prefstudio.engine.components import Features, Links
from prefstudio.engine.control import Control
from prefstudio.engine.inference import INFERENCES
from prefstudio.engine.learning import Learned, is_settled
from prefstudio.engine.learning_objective import EVIDENCES, Silent
from prefstudio.study.changed_study import study_after
from prefstudio.study.changes import ChangedBy, SettingsChanged
from prefstudio.study.folder import Study
from prefstudio.study.learned_words import (
    Removal,
    evidence_moved_in_words,
    headline,
    scale_in_words,
    strength_in_words,
    worth_in_words,
)
from prefstudio.study.learning_terms import STRENGTH, terms_of
from prefstudio.study.model import ResolvedModel, resolve
from prefstudio.study.model_sheet import ModelSheet, model_sheet
from prefstudio.study.records import RecordedChange
from prefstudio.study.settings import (
    Component,
    FeaturesComponent,
    IndividualComponent,
    LinksComponent,
)
from prefstudio.study.settings_tables import tables_of

NOTHING_MOVED = "The model stays as it is."


@dataclass(frozen=True, slots=True, eq=False)
class LearnedModel:
    """What the answers say of a study's model.

    Attributes
    ----------
    learned
        The numbers.
    changes
        What is to be recorded; none when nothing moved.
    sheet
        The model after the changes, with its shares.
    removals
        What each component of features or links that counts, and the graph of nearest
        neighbours, is worth to the evidence.
    n_answers
        Answers that it was learned from.
    """

    learned: Learned
    changes: tuple[SettingsChanged, ...]
    sheet: ModelSheet
    removals: tuple[Removal, ...]
    n_answers: int

    @property
    def to_record(self) -> tuple[SettingsChanged, ...]:
        """The changes, the first of which tells what was found."""
        return tuple(
            change if place else replace(change, found=self.words)
            for place, change in enumerate(self.changes)
        )

    @property
    def headline(self) -> str:
        """The shortest of it, for a message; `words` tell the rest."""
        after = self.learned.log_evidence_after
        return headline(self.sheet, self.removals, after, self._strength_in_words())

    @property
    def words(self) -> str:
        """What was found, in one sentence."""
        after = self.learned.log_evidence_after
        parts = worth_in_words(self.sheet, self.removals, after, self.n_answers)
        parts.append(self._strength_in_words())
        parts.append(evidence_moved_in_words(self.learned.log_evidence_before, after))
        if self.learned.scale_spread:
            parts.append(scale_in_words(self.learned.scale_spread))
        sentence = "; ".join(filter(None, parts))
        return f"{sentence[:1].upper()}{sentence[1:]}." if sentence else NOTHING_MOVED

    def _strength_in_words(self) -> str:
        """How hard nearest neighbours pull; empty where there are none."""
        step = self.sheet.settings.model.semi_supervised
        if step is None:
            return ""
        moved = [change.before for change in self.changes if change.what == STRENGTH]
        return strength_in_words(step.strength, *moved)


def evidence_inference(resolved: ResolvedModel) -> str:
    """The inference whose evidence is climbed: the study's own, or EP where that has none."""
    return resolved.inference if resolved.inference in EVIDENCES else "ep"


def learned_model(
    study: Study,
    resolved: ResolvedModel,
    comparisons: Comparisons,
    learned: Learned,
    control: Control | None = None,
) -> LearnedModel:
    """What was learned of a study, ready to be recorded and told.

    Parameters
    ----------
    study, resolved, comparisons
        What was learned from.
    learned
        What the engine found for `learning_problem`.
    control
        Checked while components are left out in turn.
    """
    changes = learned_changes(study, resolved, learned)
    after = with_changes(study, changes)
    model = resolve(after)
    sheet = model_sheet(after, model)
    removals = _removals(after, model, sheet, comparisons, control or Control())
    return LearnedModel(learned, changes, sheet, removals, comparisons.n_answers)


def learned_changes(
    study: Study, resolved: ResolvedModel, learned: Learned
) -> tuple[SettingsChanged, ...]:
    """The settings that learning moved, as changes; all components are one.

    None when everything came back to where it was, as near as learning comes: else learning again
    from the same answers would never end.
    """
    spread = study.settings.model.scale_spread
    if not learned.has_moved and is_settled(spread, learned.scale_spread):
        return ()
    components, first = [], 0
    for component, count in zip(resolved.components, terms_of(study, resolved), strict=True):
        components.append(_with_term(component, learned.components[first]))
        first += count
    model = replace(study.settings.model, components=tuple(components))
    if model.semi_supervised is not None:
        strength = _strength(learned.components)
        model = replace(model, semi_supervised=replace(model.semi_supervised, strength=strength))
    steps = [cut / learned.scale.noise for cut in learned.scale.cuts]
    model = replace(model, noise=learned.scale.noise, scale_spread=learned.scale_spread)
    if len(steps) == 1:
        model = replace(model, tie_width=steps[0])
    elif steps:
        model = replace(model, strength_cuts=tuple(steps))
    after = tables_of(replace(study.settings, model=model))["model"]
    return tuple(_differences(study, resolved, after))


def with_changes(study: Study, changes: Sequence[SettingsChanged]) -> Study:
    """The study after changes, as folding their events makes it.

    Raises
    ------
    ValueError
        When one of them cannot be made.
    """
    recorded = [RecordedChange(k, f"{k}", change) for k, change in enumerate(changes, start=1)]
    found = study_after(study, recorded)
    if found.skipped:
        raise ValueError(found.skipped[0].reason)
    return found.study


def _differences(
    study: Study, resolved: ResolvedModel, after: Mapping[str, Any]
) -> list[SettingsChanged]:
    before = tables_of(study.settings)["model"]
    written = replace(study.settings.model, components=resolved.components)
    present = tables_of(replace(study.settings, model=written))["model"]
    names = (
        "component", "noise", "scale_spread", "tie_width", "strength_cuts",
        STRENGTH.removeprefix("model."),
    )  # fmt: skip
    return [
        # with nothing written out, the defaults that the data give stand there
        SettingsChanged(
            f"model.{name}", _at(before, name) or None, _at(after, name), ChangedBy.LEARNED
        )
        for name in names
        if not _is_same(_at(present, name), _at(after, name))
    ]


def _at(table: Mapping[str, Any], name: str) -> Any:
    """The value of a dotted name; None where a table on the way is not there."""
    head, _, rest = name.partition(".")
    return _at(table.get(head, {}), rest) if rest else table.get(head)


def _is_same(before: object, after: object) -> bool:
    """Whether nothing moved but by the rounding of a logarithm."""
    if isinstance(before, list) and isinstance(after, list):
        return len(before) == len(after) and all(map(_is_same, before, after))
    if isinstance(before, dict) and isinstance(after, dict):
        return all(_is_same(before[key], after.get(key)) for key in before)
    if isinstance(before, float) and isinstance(after, float):
        return bool(np.isclose(before, after, rtol=1e-12, atol=0.0))
    return before == after


def _with_term(component: Component, term: Term) -> Component:
    """A component with the values of its first term; the others have the same."""
    match component:
        case LinksComponent():
            assert isinstance(term, Links)
            return replace(component, weight=term.weight, beta=term.beta, iota=term.iota)
        case FeaturesComponent():
            assert isinstance(term, Features)
            scales = tuple(np.ravel(term.length_scale).astype(float).tolist())
            scale = scales if isinstance(component.length_scale, tuple) else scales[0]
            return replace(component, weight=term.weight, length_scale=scale)
        case IndividualComponent():
            return replace(component, weight=term.weight)
    assert_never(component)


def _strength(terms: Sequence[Term]) -> float:
    """How hard nearest neighbours pull."""
    return next(each.warp.strength for each in terms if isinstance(each, Features) and each.warp)


def _removals(
    study: Study,
    model: ResolvedModel,
    sheet: ModelSheet,
    comparisons: Comparisons,
    control: Control,
) -> tuple[Removal, ...]:
    """Log evidence of a refit without each part of the prior that counts."""
    infer = INFERENCES[evidence_inference(model)]
    found = []
    for title, others in _without_each(study, model, sheet):
        control.check()
        priors = ComparedPriors(None, comparisons)
        prior = priors.prior(tuple(others))
        posterior = infer(prior, priors.comparisons, model.scale, Silent(control))
        found.append(Removal(title, posterior.log_evidence))
    return tuple(found)


def _without_each(
    study: Study, model: ResolvedModel, sheet: ModelSheet
) -> Iterator[tuple[str, list[Term]]]:
    """The terms that are left without each component of features or links, then their graph."""
    terms, first = model.prior.components, 0
    counts = terms_of(study, model)
    for component, title, count in zip(model.components, sheet.titles, counts, strict=True):
        others = [*terms[:first], *terms[first + count :]]
        first += count
        counts_for_something = component.weight > 0.0 and any(each.weight for each in others)
        if not isinstance(component, IndividualComponent) and counts_for_something:
            yield title, others
    if any(_follows_neighbours(each) for each in terms):
        yield (
            "nearest neighbours",
            [replace(each, warp=None) if isinstance(each, Features) else each for each in terms],
        )


def _follows_neighbours(term: Term) -> bool:
    has_graph = isinstance(term, Features) and term.warp is not None and term.warp.strength > 0.0
    return has_graph and term.weight > 0.0
