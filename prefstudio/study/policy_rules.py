"""What the policy of a study goes by at one moment, in positions instead of ids."""

from __future__ import annotations

import itertools

from prefstudio.engine.policy import Rules
from prefstudio.study.model import ResolvedModel
from prefstudio.study.queue import queued_pairs
from prefstudio.study.state import StudyState


def rules_of(model: ResolvedModel, state: StudyState) -> Rules:
    """Queue, spacing and hold-out; they follow from the events alone."""
    settings = state.study.settings
    gap = settings.presentation.min_item_gap
    queued, recent = queued_pairs(state), _shown_lately(state, gap)
    places: dict[str, int] = {}
    if queued or recent:
        places = {item_id: place for place, item_id in enumerate(model.item_ids)}
    return Rules(
        tuple(
            (places[pair.a], places[pair.b])
            for pair in queued
            if pair.a in places and pair.b in places
        ),
        tuple(tuple(places[each] for each in pair if each in places) for pair in recent),
        gap,
        settings.schedule.holdout,
    )


def _shown_lately(state: StudyState, most: int) -> list[tuple[str, str]]:
    """The pairs last answered or skipped in the present sitting, the latest first.

    What was shown and replaced by hand is no trial of its own.
    """
    sitting = state.sittings[-1] if state.sittings else None
    session = "" if sitting is None or sitting.ended_at else sitting.session
    said = (answer.comparison for answer in reversed(state.answers))
    here = (each for each in said if each.session == session)
    return [(each.a, each.b) for each in itertools.islice(here, most)]
