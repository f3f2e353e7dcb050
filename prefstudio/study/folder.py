"""A study in plain text: a folder with items.csv and what else is known."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from prefstudio.study.comparison_file import read_comparisons
from prefstudio.study.comparisons import Comparison, attributes_of
from prefstudio.study.errors import DataError
from prefstudio.study.feature_file import check_feature_settings, features_from_table
from prefstudio.study.features import FeatureTable
from prefstudio.study.item_columns import choose_columns
from prefstudio.study.item_file import items_from_table, with_found_paths
from prefstudio.study.items import ItemSet
from prefstudio.study.link_file import read_links
from prefstudio.study.links import LinkSet, RelationLinks, relation_links
from prefstudio.study.participants import Participant, read_participants
from prefstudio.study.settings import SETTINGS_FILE, StudySettings
from prefstudio.study.settings_file import read_settings
from prefstudio.study.tables import read_table
from prefstudio.study.words import nearest, quoted

ITEMS_FILE = "items.csv"
LINKS_FILE = "links.csv"
COMPARISONS_FILE = "comparisons.csv"
PARTICIPANTS_FILE = "participants.csv"
STUDY_FILE_ENDING = ".prefstudio"


@dataclass(frozen=True, slots=True, eq=False)
class Study:
    """The facts of a study, as a folder tells them.

    Attributes
    ----------
    folder
        Where it was read from; paths of items are relative to it.
    links
        The links by relation, in the order of study.toml and then of links.csv.
    settings
        The settings; the seed is never None.
    notes
        What was guessed, filled in or left out, in words for a preview.
    """

    folder: Path
    items: ItemSet
    features: FeatureTable
    links: Mapping[str, RelationLinks]
    comparisons: tuple[Comparison, ...]
    participants: tuple[Participant, ...]
    settings: StudySettings
    notes: tuple[str, ...]

    @property
    def excluded_participants(self) -> frozenset[str]:
        """Ids of the people whose answers do not count."""
        return frozenset(person.participant_id for person in self.participants if person.excluded)


def read_study(folder: str | Path) -> Study:
    """Read a study from its folder.

    Only items.csv must be there. A study without a seed gets one from the ids of its items: the
    same items give the same seed, whatever was answered.

    Raises
    ------
    DataError
        When the folder or its items.csv is not there, or a file is not as it should be.
    """
    folder = Path(folder)
    _check_folder(folder)
    settings = _read_settings(folder)
    table = read_table(folder / ITEMS_FILE, needed=True)
    columns = choose_columns(table, settings.categorical)
    items = with_found_paths(items_from_table(table, columns), folder)
    check_feature_settings(table, columns, settings)
    features = features_from_table(table, columns, settings.categorical, settings.features)
    links = _read_links(folder, items, settings)
    comparisons = _read_comparisons(folder, items, settings)
    seeded = with_seed(settings, items)
    return Study(
        folder=folder,
        items=items,
        features=features,
        links=links.by_relation,
        comparisons=comparisons,
        participants=_read_participants(folder),
        settings=seeded,
        notes=(
            *settings.notes,
            *columns.notes,
            *features.notes(),
            *links.notes,
            *_attribute_notes(comparisons, settings),
            *_seed_notes(settings, seeded),
        ),
    )


def is_study_file(path: Path) -> bool:
    """Tell whether a path is to be opened as a file; the errors of a folder fit the rest."""
    return not path.is_dir() and (path.exists() or path.suffix == STUDY_FILE_ENDING)


def _check_folder(folder: Path) -> None:
    if not folder.exists():
        raise DataError(
            folder, "there is no such folder", remedy="Check the path, or make the folder first."
        )
    if not folder.is_dir():
        if folder.suffix == STUDY_FILE_ENDING:
            raise DataError(
                folder,
                "this is a study file, not the folder of a study",
                remedy="Open the file itself, or write its folder with prefstudio export.",
            )
        raise DataError(
            folder,
            "this is a file, not the folder of a study",
            remedy=f"Give the folder that holds {ITEMS_FILE}.",
        )
    if not os.path.lexists(folder / ITEMS_FILE):
        raise _no_items(folder)


def _no_items(folder: Path) -> DataError:
    near = nearest(ITEMS_FILE, sorted(entry.name for entry in folder.iterdir()), cutoff=0.8)
    remedy = f"Write {ITEMS_FILE} there, with one row for each item and a column item_id."
    if near:
        remedy = f"Rename {quoted(near)} to {ITEMS_FILE}."
    return DataError(folder, f"the folder has no {ITEMS_FILE}", remedy=remedy)


def _read_settings(folder: Path) -> StudySettings:
    path = folder / SETTINGS_FILE
    return read_settings(path) if os.path.lexists(path) else StudySettings()


def _read_links(folder: Path, items: ItemSet, settings: StudySettings) -> LinkSet:
    path = folder / LINKS_FILE
    if os.path.lexists(path):
        return read_links(path, items, settings.relations)
    relations = [relation.settled() for relation in settings.relations]
    return LinkSet(relation_links((), items, relations))


def _read_comparisons(
    folder: Path, items: ItemSet, settings: StudySettings
) -> tuple[Comparison, ...]:
    path = folder / COMPARISONS_FILE
    if not os.path.lexists(path):
        return ()
    return read_comparisons(path, items, ties_allowed=settings.response.ties_allowed)


def _read_participants(folder: Path) -> tuple[Participant, ...]:
    path = folder / PARTICIPANTS_FILE
    return read_participants(path) if os.path.lexists(path) else ()


def with_seed(settings: StudySettings, items: ItemSet) -> StudySettings:
    """Return settings with a seed: their own, or else one made from the ids of the items."""
    if settings.seed is not None:
        return settings
    # Ids may hold any character, so each is told apart by its length, not by a separator.
    told = "".join(f"{len(item_id)}:{item_id}" for item_id in items.ids)
    digest = hashlib.sha256(told.encode()).digest()
    return replace(settings, seed=int.from_bytes(digest[:4], "big"))


def _seed_notes(settings: StudySettings, seeded: StudySettings) -> tuple[str, ...]:
    if settings.seed is not None:
        return ()
    return (f"{SETTINGS_FILE}: there is no seed, so {seeded.seed} was made from the item ids.",)


def _attribute_notes(
    comparisons: tuple[Comparison, ...], settings: StudySettings
) -> tuple[str, ...]:
    declared = {attribute.name for attribute in settings.attributes}
    return tuple(
        f"{COMPARISONS_FILE}: the attribute {quoted(name)} is not in {SETTINGS_FILE}."
        for name in attributes_of(comparisons)
        if declared and name and name not in declared
    )
