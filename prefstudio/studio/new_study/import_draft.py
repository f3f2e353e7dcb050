"""What a person has chosen so far of a study that is to be made."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from prefstudio.study.folder import STUDY_FILE_ENDING
from prefstudio.study.importers.plan import ComparisonColumns, ImportPlan
from prefstudio.study.importers.summary import ImportSummary
from prefstudio.study.item_columns import ID_COLUMN

PARTS = {
    "": "By its content",
    "items": "Items",
    "links": "Links",
    "comparisons": "Comparisons",
}
"""The parts that a file can have in a study, in words."""


@dataclass(frozen=True, slots=True)
class GivenFile:
    """A file or folder, and the part it was given for; empty lets its content tell."""

    path: Path
    part: str = ""


@dataclass(frozen=True, slots=True)
class ImportDraft:
    """Files, and what was said of them; empty is guessed."""

    files: tuple[GivenFile, ...] = ()
    id_column: str = ""
    label_column: str = ""
    truth_column: str = ""
    dropped: frozenset[str] = frozenset()
    query: str = ""
    ids_from: str = ""
    comparison_columns: ComparisonColumns | None = None

    @property
    def first(self) -> Path:
        """What the study is named after and made beside."""
        return self.files[0].path

    def plan(self) -> ImportPlan:
        """Return what is to be imported."""
        items = [each.path for each in self.files if each.part == "items"]
        others = [each.path for each in self.files if each.part == ""]
        return ImportPlan(
            paths=(*others, *items[1:]),
            items=items[0] if items else None,
            links=tuple(each.path for each in self.files if each.part == "links"),
            comparisons=tuple(each.path for each in self.files if each.part == "comparisons"),
            id_column=self.id_column or None,
            label_column=self.label_column or None,
            truth_column=self.truth_column or None,
            drop_columns=tuple(sorted(self.dropped)),
            query=self.query or None,
            ids_from=self.ids_from or None,
            comparison_columns=self.comparison_columns,
        )

    def with_files(self, paths: Iterable[Path], part: str = "") -> ImportDraft:
        """Add files for a part; one that is there already gets that part."""
        known = {each.path: each for each in self.files}
        known.update({path: GivenFile(path, part) for path in paths})
        return replace(self, files=tuple(known.values()))

    def without(self, path: Path) -> ImportDraft:
        """Leave a file out; what was said of columns may have been about it, and goes."""
        return ImportDraft(files=tuple(each for each in self.files if each.path != path))


def id_column_of(draft: ImportDraft, found: ImportSummary) -> str:
    """The column that the ids were taken from; empty when they are row numbers."""
    if draft.id_column:
        return draft.id_column
    left = [name for name in found.columns if name not in draft.dropped]
    if found.ids_are_row_numbers or not left:
        return ""
    return ID_COLUMN if ID_COLUMN in left else left[0]


def free_name(first: Path) -> str:
    """A name for a study of a file or folder, under which there is no file beside it yet."""
    stem = (first.name if first.is_dir() else first.name.partition(".")[0]) or "Study"
    name, number = stem, 1
    while os.path.lexists(folder_beside(first) / f"{name}{STUDY_FILE_ENDING}"):
        number += 1
        name = f"{stem} {number}"
    return name


def folder_beside(first: Path) -> Path:
    """The folder that a study of something is made in: the one beside, or else one's own."""
    beside = first.absolute().parent
    return beside if os.access(beside, os.W_OK) else Path.home()
