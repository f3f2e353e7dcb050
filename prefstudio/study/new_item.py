"""A new item as a person writes it down: checked field by field, then one change."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from prefstudio.study.cells import as_number
from prefstudio.study.changes import ItemAdded, LinkTo
from prefstudio.study.errors import DataError
from prefstudio.study.features import FeatureColumn
from prefstudio.study.folder import Study
from prefstudio.study.item_file import type_of_path
from prefstudio.study.items import Item, Role
from prefstudio.study.links import (
    LARGEST_WEIGHT,
    SMALLEST_WEIGHT,
    UNNAMED_RELATION,
    is_sensible_weight,
)
from prefstudio.study.store.media import inside
from prefstudio.study.words import did_you_mean, listed, quoted


@dataclass(frozen=True, slots=True)
class DraftLink:
    """A link as it is written: to whom, by which relation ("" is the only one), how strong."""

    target: str
    relation: str = ""
    weight: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """An item as it is written; `cells` are its features by name, empty ones missing."""

    item_id: str
    label: str = ""
    text: str = ""
    path: str = ""
    group: str = ""
    cells: Mapping[str, str] = field(default_factory=dict)
    links: tuple[DraftLink, ...] = ()


@dataclass(frozen=True, slots=True)
class DraftProblem:
    """What is wrong with one field, and what to do.

    Attributes
    ----------
    field
        ``item_id``, ``path``, the name of a feature, or ``link 0`` and so on.
    """

    field: str
    message: str
    remedy: str

    @property
    def words(self) -> str:
        """What is wrong and what to do, as sentences."""
        return f"{self.message[:1].upper()}{self.message[1:]}. {self.remedy}"


class _Wrong(ValueError):
    """What is wrong with a field, without its full stop, and what to do."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.message, self.remedy = message, remedy

    def of(self, field: str) -> DraftProblem:
        """The problem of a field."""
        return DraftProblem(field, self.message, self.remedy)


@dataclass(frozen=True, slots=True, eq=False)
class Drafted:
    """What became of a draft.

    Attributes
    ----------
    change
        What is to be recorded; None when there is a problem.
    notes
        What was guessed or has no effect, one sentence each.
    """

    change: ItemAdded | None
    problems: tuple[DraftProblem, ...]
    notes: tuple[str, ...]


def drafted(study: Study, draft: Draft, folder: Path | None = None) -> Drafted:
    """Check a draft against the study it shall join.

    Parameters
    ----------
    study
        The facts as they are now.
    draft
        What was written.
    folder
        Where its picture or sound must lie; None leaves that unchecked.
    """
    problems = [*_id_problems(study, draft), *_path_problems(draft, folder)]
    cells: dict[str, float | str | None] = {}
    for column in study.features.columns:
        try:
            cells[column.heading] = _cell(column, _written(draft, column))
        except _Wrong as wrong:
            problems.append(wrong.of(column.name))
    problems += _unknown_features(study, draft)
    links, wrong_links = _links(study, draft)
    problems += wrong_links
    path = draft.path.strip()
    item = Item(
        draft.item_id.strip(),
        type_of_path(path),
        path,
        draft.text.strip(),
        draft.label.strip(),
        draft.group.strip(),
    )
    change = None if problems else ItemAdded(item, cells, links)
    return Drafted(change, tuple(problems), tuple(_notes(study, draft)))


def draft_link(study: Study, words: str) -> DraftLink:
    """Read ``other[:relation[:weight]]``; an id may itself hold colons."""
    parts = words.split(":")
    for taken in range(len(parts), 0, -1):
        target = ":".join(parts[:taken])
        if target in study.items and len(parts) - taken <= 2:
            return DraftLink(target, *parts[taken:])
    target, relation, weight = (*words.split(":", 2), "", "")[:3]
    return DraftLink(target, relation, weight)


def _id_problems(study: Study, draft: Draft) -> Iterator[DraftProblem]:
    item_id = draft.item_id.strip()
    if not item_id:
        yield DraftProblem("item_id", "the item has no id", "Write a name that no other has.")
    elif item_id in study.items:
        yield DraftProblem(
            "item_id", f"there is an item {quoted(item_id)} already", "Write another id."
        )
    elif not item_id.isprintable():
        yield DraftProblem("item_id", "the id holds signs that cannot be seen", "Leave them out.")


def _path_problems(draft: Draft, folder: Path | None) -> Iterator[DraftProblem]:
    path = draft.path.strip()
    if not path or folder is None:
        return
    found = inside(folder, path)
    if found is None:
        problem = "the file does not lie in the study's folder or below"
        yield DraftProblem("path", problem, "Copy it there, and write its path from there.")
    elif not found.is_file():
        problem = f"there is no file {quoted(path)} in the study's folder"
        yield DraftProblem("path", problem, "Copy it there, or leave the path out.")


def _written(draft: Draft, column: FeatureColumn) -> str:
    return (draft.cells.get(column.name) or draft.cells.get(column.heading) or "").strip()


def _cell(column: FeatureColumn, text: str) -> float | str | None:
    """Return a feature's value; _Wrong when it is none."""
    if not text:
        return None
    if column.is_categorical:
        known = [word for word in column.categories if word]
        if text not in known:
            others = f"Write one of {listed(map(quoted, known))}, or nothing."
            raise _Wrong(
                f"no item has {quoted(text)} as {column.name}", did_you_mean(text, known, others)
            )
        return text
    number = as_number(text)
    if number is None or not math.isfinite(number):
        raise _Wrong(f"{quoted(text)} is no number", "Write one such as 3.5, or nothing.")
    return number


def _unknown_features(study: Study, draft: Draft) -> Iterator[DraftProblem]:
    for name in draft.cells:
        try:
            study.features.column(name)
        except DataError as error:
            yield DraftProblem(name, error.message, error.remedy or "")


def _links(study: Study, draft: Draft) -> tuple[tuple[LinkTo, ...], list[DraftProblem]]:
    links: list[LinkTo] = []
    problems = []
    for place, written in enumerate(draft.links):
        try:
            link = _link(study, written)
            if any((each.target, each.relation) == (link.target, link.relation) for each in links):
                raise _Wrong(f"the link to {quoted(link.target)} is there twice", "Remove one.")
            links.append(link)
        except _Wrong as wrong:
            problems.append(wrong.of(f"link {place}"))
    return tuple(links), problems


def _link(study: Study, written: DraftLink) -> LinkTo:
    """Return a link; _Wrong when it cannot be one."""
    relation = written.relation.strip()
    known = tuple(study.links)
    if not relation:
        if len(known) > 1:
            raise _Wrong("a link names no relation", f"Say which: {listed(map(quoted, known))}.")
        relation = known[0] if known else UNNAMED_RELATION
    elif known and relation not in known:
        others = f"The study has {listed(map(quoted, known))}."
        raise _Wrong(
            f"no relation is called {quoted(relation)}", did_you_mean(relation, known, others)
        )
    target = written.target.strip()
    is_bipartite = relation in known and study.links[relation].relation.bipartite
    if not target or (not is_bipartite and target not in study.items):
        what = f"no item is called {quoted(target)}" if target else "a link names no item"
        raise _Wrong(what, did_you_mean(target, study.items.ids, "Write the id of one."))
    weight = as_number(written.weight.strip() or "1")
    if weight is None or not is_sensible_weight(weight):
        raise _Wrong(
            f"{quoted(written.weight.strip())} is no weight",
            f"Write 0, or a number from {SMALLEST_WEIGHT:g} to {LARGEST_WEIGHT:g}.",
        )
    return LinkTo(target, weight, relation)


def _notes(study: Study, draft: Draft) -> Iterator[str]:
    empty = [each for each in study.features.columns if not _written(draft, each)]
    numbers = [each.name for each in empty if not each.is_categorical]
    if numbers:
        told = "takes its mean" if len(numbers) == 1 else "take their means"
        yield f"Without a value, {listed(numbers)} {told} over the items the study was made with."
    words = [each.name for each in empty if each.is_categorical]
    if words:
        yield f"Without a value, {listed(words)} is none of the known words."
    if draft.links and not study.links:
        yield "The study had no links; a model whose components are written out does not use them."
    groups = {item.group for item in study.items if item.role is Role.ITEM}
    if draft.group.strip() not in groups:
        yield f"No other item is in the group {quoted(draft.group.strip())}: none to compare with."
