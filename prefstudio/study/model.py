"""From the facts of a study to the numbers the engine works with."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from prefstudio.engine import pseudo_inputs
from prefstudio.engine.comparisons import Comparisons, ResponseScale
from prefstudio.engine.linalg import Array, read_only
from prefstudio.engine.pairs import AllowedPairs
from prefstudio.engine.prior import Prior, sum_of
from prefstudio.study.comparisons import (
    Comparison,
    Outcome,
    attributes_of,
    enters_posterior,
)
from prefstudio.study.components import components_of, resolved_components
from prefstudio.study.errors import DataError
from prefstudio.study.folder import COMPARISONS_FILE, ITEMS_FILE, Study
from prefstudio.study.items import Role
from prefstudio.study.settings import Component, StudySettings
from prefstudio.study.words import did_you_mean, listed, quoted


@dataclass(frozen=True, slots=True, eq=False)
class ResolvedModel:
    """Everything a posterior needs besides the answers.

    Attributes
    ----------
    item_ids
        Items of role item, in the order of the file; positions count along them.
    groups
        Group number of each, or None when the study has one group only.
    components
        The prior's components with every default filled in.
    inference
        How the posterior is computed: the study's own way, or EP where that has no room for the
        prior.
    scale_spread
        What learning left open of how large utilities are; see `interval_sd`.
    """

    item_ids: tuple[str, ...]
    groups: Array | None
    prior: Prior
    components: tuple[Component, ...]
    scale: ResponseScale
    inference: str
    criterion: str
    horizon: float
    ask_again: bool
    seed: int
    scale_spread: float = 0.0

    def position(self, item_id: str) -> int:
        """Position of an item; ValueError when it is not in the model."""
        return self.item_ids.index(item_id)

    def comparisons(self, recorded: Iterable[Comparison]) -> Comparisons:
        """Recorded answers as the engine takes them, in the order they were given."""
        places = {item_id: k for k, item_id in enumerate(self.item_ids)}
        rows = list(recorded)
        return Comparisons.of_edges(
            [(places[row.a], places[row.b]) for row in rows],
            [_edges(self.scale, row) for row in rows],
            [row.count for row in rows],
        )

    def allowed(
        self, closed: Collection[tuple[str, str]] = (), excluded: Collection[str] = ()
    ) -> AllowedPairs:
        """The pairs that may be asked, given closed pairs and excluded items."""
        places = {item_id: k for k, item_id in enumerate(self.item_ids)}
        return AllowedPairs.of(
            len(self.item_ids),
            self.groups,
            [places[item_id] for item_id in excluded if item_id in places],
            _places_of(closed, places),
        )

    def positions(self, pairs: Iterable[tuple[str, str]]) -> Array:
        """Positions of the pairs whose items are both in the model, shape (n_pairs, 2)."""
        places = {item_id: k for k, item_id in enumerate(self.item_ids)}
        found = _places_of(pairs, places)
        return read_only(np.array(found, dtype=np.intp).reshape(-1, 2))


def _places_of(
    pairs: Iterable[tuple[str, str]], places: Mapping[str, int]
) -> list[tuple[int, int]]:
    return [(places[a], places[b]) for a, b in pairs if a in places and b in places]


def resolve(study: Study) -> ResolvedModel:
    """The model of a study, all defaults filled in from its data.

    Raises
    ------
    DataError
        When no item is to be compared, or a component asks for what the study has not.
    """
    chosen = [k for k, item in enumerate(study.items) if item.role is Role.ITEM]
    if not chosen:
        raise DataError(
            ITEMS_FILE,
            "no row is an item to compare",
            remedy="Give at least one row the role item, or leave the column role out.",
        )
    places = np.array(chosen)
    components = resolved_components(study, places)
    prior = sum_of(components_of(study, components, places))
    settings = study.settings
    assert settings.seed is not None  # read_study sees to it
    return ResolvedModel(
        tuple(study.items.ids[k] for k in chosen),
        _groups([study.items[k].group for k in chosen]),
        prior,
        components,
        response_scale(settings),
        _inference(settings.model.inference, prior),
        settings.model.criterion,
        settings.model.horizon,
        settings.model.ask_again,
        settings.seed,
        settings.model.scale_spread,
    )


def are_modelled_alike(one: Study, other: Study) -> bool:
    """Whether `resolve` reads the same of two studies, so that the model of one is the other's."""
    is_same = one.items is other.items and one.features is other.features
    is_same = is_same and one.links is other.links
    return is_same and _read_by_resolve(one.settings) == _read_by_resolve(other.settings)


def _read_by_resolve(settings: StudySettings) -> tuple[object, ...]:
    model = replace(settings.model, learn_while_asking=None)  # when, not what
    return model, settings.response, settings.seed


def response_scale(settings: StudySettings) -> ResponseScale:
    """Noise and cuts; widths are written in units of the noise."""
    noise = settings.model.noise
    if settings.response.scale == "strength7":
        return ResponseScale(noise, tuple(noise * cut for cut in settings.model.strength_cuts))
    if settings.response.tie:
        return ResponseScale(noise, (noise * settings.model.tie_width,))
    return ResponseScale(noise)


def learned_from(
    study: Study, participant: str | None = None, attribute: str | None = None
) -> list[Comparison]:
    """The comparisons of a study that enter its posterior (one attribute at a time).

    Raises
    ------
    DataError
        When the study has several attributes and none was named, or none of that name.
    """
    _check_attribute(study, attribute)
    excluded = study.excluded_participants
    rows = [
        row
        for row in study.comparisons
        if enters_posterior(row, study.items, excluded, participant, attribute)
    ]
    judged = attributes_of(rows)
    if len(judged) > 1:
        names = listed(quoted(name) if name else "none" for name in judged)
        raise DataError(
            COMPARISONS_FILE,
            f"the answers judge several attributes: {names}",
            remedy="Say which with --attribute NAME.",
        )
    return rows


def _check_attribute(study: Study, attribute: str | None) -> None:
    """Refuse an attribute that neither the answers nor the settings know."""
    judged = attributes_of(study.comparisons)
    known = [*judged, *(each.name for each in study.settings.attributes)]
    if attribute is not None and attribute not in known:
        raise DataError(
            COMPARISONS_FILE,
            f"no answer judges the attribute {quoted(attribute)}",
            remedy=did_you_mean(attribute, known, "Leave --attribute out."),
        )


def _inference(chosen: str, prior: Prior) -> str:
    """The inference of a study; EP where links or parts came that pseudo inputs do not see."""
    return "ep" if chosen == "pseudo_inputs" and pseudo_inputs.why_not(prior) else chosen


def _edges(scale: ResponseScale, row: Comparison) -> tuple[int, int]:
    """Edges of the response scale that bound a recorded answer."""
    if row.strength is not None and len(scale.cuts) > 1:
        return scale.edge_indices(row.strength)
    win, end = scale.win
    mirrored = end - win
    by_outcome = {
        Outcome.A: (win, end),
        Outcome.B: (0, mirrored),
        Outcome.TIE: (mirrored, win),
    }
    return by_outcome[row.outcome]


def _groups(names: Sequence[str]) -> Array | None:
    codes = {name: k for k, name in enumerate(dict.fromkeys(names))}
    if len(codes) < 2:
        return None
    return read_only(np.array([codes[name] for name in names]))
