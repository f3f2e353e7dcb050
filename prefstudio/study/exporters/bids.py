"""BIDS: a _beh.tsv for each person and session, and the dictionary of its columns."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from prefstudio import __version__
from prefstudio.study.comparisons import Comparison
from prefstudio.study.exporters.bids_dictionary import Entry, column_entry, person_entry
from prefstudio.study.exporters.comparison_tables import NAMED_COLUMNS, pair_table
from prefstudio.study.exporters.material import ExportedFile, Material
from prefstudio.study.exporters.written_table import (
    WrittenTable,
    kept_cell,
    kept_headings,
    text_cell,
    yes_no_cell,
)
from prefstudio.study.folder import Study
from prefstudio.study.participants import Participant

TASK = "comparison"

_ROOT = "bids"
_VERSION = "1.9.0"
_MISSING = "n/a"
_COUNT = "n"
_PERSON_COLUMNS = ("participant_id", "observer", "excluded", "reason")
_NOT_IN_LABELS = re.compile("[^A-Za-z0-9]")


def bids_files(material: Material) -> Iterator[ExportedFile]:
    """Yield a BIDS dataset of all trials, those that were undone or are for practice too.

    Raises
    ------
    DataError
        When a cell holds a character that no text file can.
    """
    study = material.study
    people = _people(study)
    subjects = _labels(person.participant_id for person in people)
    sessions = _labels(each.session for each in study.comparisons)
    table = _trials(study.comparisons)
    yield _json("dataset_description.json", _description(study))
    yield ExportedFile(f"{_ROOT}/README", _readme(study))
    persons = _person_table(people, subjects)
    yield _tsv("participants.tsv", persons)
    yield _json("participants.json", _dictionary(persons, person_entry))
    task = {"TaskName": TASK, "Instructions": study.settings.question}
    yield _json(f"task-{TASK}_beh.json", {**task, **_dictionary(table, column_entry)})
    for stem, places in _places(study.comparisons, subjects, sessions).items():
        rows = [table.rows[place] for place in places]
        yield _tsv(f"{stem}_task-{TASK}_beh.tsv", WrittenTable(table.header, rows))


def _people(study: Study) -> list[Participant]:
    """Return all people, also those who answered and are on no list."""
    people = {person.participant_id: person for person in study.participants}
    for comparison in study.comparisons:
        people.setdefault(comparison.participant, Participant(comparison.participant))
    return list(people.values())


def _labels(names: Iterable[str]) -> dict[str, str]:
    """Return a label of letters and digits for each name, all different in any case."""
    labels: dict[str, str] = {}
    taken: set[str] = set()
    for number, name in enumerate(dict.fromkeys(names), start=1):
        label = _NOT_IN_LABELS.sub("", name)[:40] or f"n{number}"
        while label.casefold() in taken:
            label += f"n{number}"
        taken.add(label.casefold())
        labels[name] = label
    return labels


def _places(
    comparisons: Sequence[Comparison], subjects: Mapping[str, str], sessions: Mapping[str, str]
) -> dict[str, list[int]]:
    """Return the positions of the comparisons of each file, by the beginning of its path."""
    has_sessions = any(sessions)
    places: dict[str, list[int]] = {}
    for place, each in enumerate(comparisons):
        folder = stem = f"sub-{subjects[each.participant]}"
        if has_sessions:
            session = f"ses-{sessions[each.session]}"
            folder, stem = f"{folder}/{session}", f"{stem}_{session}"
        places.setdefault(f"{folder}/beh/{stem}", []).append(place)
    return places


def _trials(comparisons: Sequence[Comparison]) -> WrittenTable:
    """Return all trials; a column tells how often, where answers were counted."""
    table = pair_table(comparisons)
    if not comparisons:
        return WrittenTable(NAMED_COLUMNS, [])
    if all(each.count == 1 for each in comparisons):
        return table
    heading = next(iter(kept_headings([{_COUNT: ""}], table.header).values()))
    rows = [[*row, str(each.count)] for row, each in zip(table.rows, comparisons, strict=True)]
    return WrittenTable((*table.header, heading), rows)


def _person_table(people: Sequence[Participant], subjects: Mapping[str, str]) -> WrittenTable:
    kept = kept_headings((person.extra for person in people), _PERSON_COLUMNS)
    rows = [
        [
            f"sub-{subjects[person.participant_id]}",
            text_cell(person.participant_id),
            yes_no_cell(person.excluded),
            text_cell(person.reason),
            *(kept_cell(person.extra.get(name, "")) for name in kept),
        ]
        for person in people
    ]
    return WrittenTable((*_PERSON_COLUMNS, *kept.values()), rows)


def _dictionary(table: WrittenTable, entry: Callable[[str], Entry]) -> dict[str, object]:
    return {text_cell(heading): entry(heading) for heading in table.header}


def _description(study: Study) -> dict[str, object]:
    return {
        "Name": study.settings.title or "Pairwise comparisons",
        "BIDSVersion": _VERSION,
        "DatasetType": "raw",
        "GeneratedBy": [{"Name": "PrefStudio", "Version": __version__}],
    }


def _readme(study: Study) -> bytes:
    title = study.settings.title or "Pairwise comparisons"
    text = (
        f"{title}\n\nEach row of a _beh.tsv is one pair that was shown to a person, who was asked: "
        f"{study.settings.question}\nColumns are described in task-{TASK}_beh.json.\n"
    )
    return text.encode(errors="backslashreplace")


def _tsv(name: str, table: WrittenTable) -> ExportedFile:
    path = f"{_ROOT}/{name}"
    return ExportedFile(path, table.content(path, delimiter="\t", missing=_MISSING))


def _json(name: str, value: Mapping[str, object]) -> ExportedFile:
    # Escapes are read alike everywhere, and there is one for every character.
    return ExportedFile(f"{_ROOT}/{name}", f"{json.dumps(value, indent=2)}\n".encode())
