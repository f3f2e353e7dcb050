"""What a preview says of an import, without the study itself: little, whatever was read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from prefstudio.study.importers.plan import ImportPreview, Problem
from prefstudio.study.settings import StudySettings


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ImportSummary:
    """What there is to say of a preview, and small enough to cross from a process to another.

    Attributes
    ----------
    formats, guessed, problems, queries, columns, is_whole
        As the preview has them.
    items, features, comparisons, participants
        How many there are.
    links
        How many links each relation has.
    types
        How many items there are of each type.
    feature_headings
        The columns that are features, as the file has them.
    kept_headings
        The columns that nothing uses; they are kept with the items.
    ids_are_row_numbers
        Whether no column gave ids.
    has_content
        Whether there is more to show of items than their features.
    settings
        What the files say of the study.
    """

    formats: Mapping[str, str]
    guessed: tuple[str, ...]
    problems: tuple[Problem, ...]
    queries: tuple[str, ...]
    columns: tuple[str, ...]
    is_whole: bool
    items: int
    features: int
    comparisons: int
    participants: int
    links: Mapping[str, int]
    types: Mapping[str, int]
    feature_headings: frozenset[str]
    kept_headings: frozenset[str]
    ids_are_row_numbers: bool
    has_content: bool
    settings: StudySettings


def summary_of(found: ImportPreview) -> ImportSummary:
    """Look through all that was read, which may take a while, and say how much it is."""
    study = found.study
    return ImportSummary(
        formats=dict(found.formats),
        guessed=found.guessed,
        problems=found.problems,
        queries=found.queries,
        columns=found.columns,
        is_whole=found.is_whole,
        items=found.items,
        features=found.features,
        comparisons=found.comparisons,
        participants=len(study.participants),
        links=found.links,
        types=found.types,
        feature_headings=frozenset(each.heading for each in study.features.columns),
        kept_headings=frozenset(heading for item in study.items for heading in item.extra),
        ids_are_row_numbers=study.items.ids_are_row_numbers,
        has_content=any(item.text or item.path for item in study.items),
        settings=study.settings,
    )
