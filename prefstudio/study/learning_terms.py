"""What of a study's model is learned, with the priors that a few answers are held by."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import numpy as np

from prefstudio.engine import link_graph
from prefstudio.engine.component_values import STRENGTH as STRENGTH_KEY
from prefstudio.engine.component_values import learned_keys, with_value
from prefstudio.engine.components import Component as Term
from prefstudio.engine.components import Features, Links
from prefstudio.engine.hyperparameters import LearningProblem, problem_of
from prefstudio.study.component_shares import n_terms_of
from prefstudio.study.folder import Study
from prefstudio.study.model import ResolvedModel
from prefstudio.study.setting_table import default_of
from prefstudio.study.settings import SemiSupervisedSettings

STEP = "scale.step"
STRENGTH = "model.semi_supervised.strength"


def learning_problem(
    study: Study, resolved: ResolvedModel, learns_noise: bool = False
) -> LearningProblem:
    """All that can be learned of a study's model.

    The priors are centred on what the program takes for a study that says nothing, and not on
    the present values: learning twice then leads to the same place as learning once. A strength
    of nearest neighbours has no value that suits all data, so its prior is centred on the one
    that somebody chose.
    """
    terms = resolved.prior.components
    together, first = [], 0
    for count in terms_of(study, resolved):
        together.append(range(first, first + count))
        first += count
    step = study.settings.model.semi_supervised or SemiSupervisedSettings()
    centres = _steps(resolved)
    for group in together:
        centres |= _centres(resolved, group, step.usual_strength)
    return problem_of(
        terms,
        resolved.scale,
        together=together,
        centres=centres,
        learns_noise=learns_noise,
    )


def terms_of(study: Study, resolved: ResolvedModel) -> list[int]:
    """How many terms of the engine's prior every component is; both roles of links are two."""
    return [n_terms_of(study, each) for each in resolved.components]


def _centres(resolved: ResolvedModel, group: range, strength: float) -> Iterator[tuple[str, float]]:
    """Medians of one component's priors, by the names of its first term."""
    terms = [resolved.prior.components[place] for place in group]
    name, unit = terms[0].name, 1.0
    if isinstance(terms[0], Features):
        shape = dict(_shape(terms[0], strength))
        yield from shape.items()
        unit = max(float(_typical(terms[0], shape).matrix().diagonal().mean()), 1e-12)
    elif isinstance(terms[0], Links) and terms[0].kernel == "regularized_laplacian":
        yield from _reach(terms)
    # amplitudes are told in units of the noise, so that only their ratio counts
    n_terms = len(resolved.prior.components)
    yield f"{name}.weight", resolved.scale.noise / math.sqrt(n_terms * unit)


def _shape(term: Features, strength: float) -> Iterator[tuple[str, float]]:
    """Length scales of √D in units of every column's spread, and the usual strength."""
    spread = term.values.std(axis=0)
    spread = np.where(spread > 0.0, spread, 1.0)
    n_columns = term.values.shape[1]
    typical = math.sqrt(n_columns * float(np.mean(np.square(spread))))
    yield f"{term.name}.length_scale", typical
    for d in range(n_columns):
        yield f"{term.name}.length_scale[{d}]", math.sqrt(n_columns) * float(spread[d])
    yield f"{term.name}.{STRENGTH_KEY}", strength


def _typical(term: Features, centres: Mapping[str, float]) -> Features:
    """The term with all that is learned at its centre, so that learning again finds the same."""
    for key in learned_keys(term):
        if key != "weight":
            term = with_value(term, key, centres[f"{term.name}.{key}"])
    return term


def _reach(terms: list[Term]) -> Iterator[tuple[str, float]]:
    """ι by the mean degree, β such that the mean prior variance is 1."""
    links = [term.weights for term in terms if isinstance(term, Links)]
    degrees = np.concatenate([np.asarray(each.sum(axis=1)).ravel() for each in links])
    iota = link_graph.default_iota(degrees)
    variances = [link_graph.regularized_laplacian(each, 1.0, iota).diagonal() for each in links]
    yield f"{terms[0].name}.iota", iota
    yield f"{terms[0].name}.beta", float(np.mean(variances))


def _steps(resolved: ResolvedModel) -> dict[str, float]:
    """The distances between cuts of a study that says nothing."""
    n_cuts = len(resolved.scale.cuts)
    cuts = default_of("model.strength_cuts") if n_cuts > 1 else (default_of("model.tie_width"),)
    steps = np.diff([0.0, *cuts])[:n_cuts].tolist()
    return {f"{STEP}[{k}]": step for k, step in enumerate(steps)}
