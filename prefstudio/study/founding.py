"""From what was imported to the study that a new file begins with."""

from __future__ import annotations

import secrets
import uuid
from dataclasses import replace

from prefstudio.study.folder import Study
from prefstudio.study.importers.plan import ImportPreview
from prefstudio.study.items import ItemType
from prefstudio.study.model import resolve

SEED_BITS = 32
SPACED = "There are sounds, so none is asked about twice in a row where it can be avoided."


def founded(imported: ImportPreview) -> ImportPreview:
    """Return what was imported with an id, a seed, and all components of its model written out.

    Raises
    ------
    DataError
        When no model can be made of it.
    """
    study, guessed = imported.study, imported.guessed
    if not imported.has_seed:
        study = _with_setting(study, seed=secrets.randbits(SEED_BITS))
        guessed += (f"The seed {study.settings.seed} was drawn.",)
    if _is_unspaced_listening(study):
        spaced = replace(study.settings.presentation, min_item_gap=1)
        study, guessed = _with_setting(study, presentation=spaced), (*guessed, SPACED)
    study = _with_setting(study, study_id=study.settings.study_id or str(uuid.uuid4()))
    # A file never depends on a version's defaults.
    components = resolve(study).components
    study = _with_setting(study, model=replace(study.settings.model, components=components))
    study = replace(study, notes=guessed)
    return replace(imported, study=study, guessed=guessed, has_seed=True)


def _is_unspaced_listening(study: Study) -> bool:
    """Whether sounds are compared and nothing is said about their spacing."""
    has_sounds = any(item.type is ItemType.AUDIO for item in study.items)
    return has_sounds and "presentation.min_item_gap" not in study.settings.lines


def _with_setting(study: Study, **settings: object) -> Study:
    return replace(study, settings=replace(study.settings, **settings))  # type: ignore[arg-type]
