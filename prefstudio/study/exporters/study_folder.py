"""A study in plain text: the folder that `read_study` reads."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from prefstudio.study.errors import DataError, on_one_line
from prefstudio.study.exporters.comparison_tables import folder_table
from prefstudio.study.exporters.item_table import item_table
from prefstudio.study.exporters.material import ExportedFile, Material
from prefstudio.study.exporters.study_toml import study_toml
from prefstudio.study.exporters.written_table import (
    WrittenTable,
    kept_cell,
    kept_headings,
    number_cell,
    text_cell,
    yes_no_cell,
)
from prefstudio.study.folder import (
    COMPARISONS_FILE,
    ITEMS_FILE,
    LINKS_FILE,
    PARTICIPANTS_FILE,
    Study,
)
from prefstudio.study.settings import SETTINGS_FILE
from prefstudio.study.store.media import inside
from prefstudio.study.words import counted, quoted

_LINK_COLUMNS = ("source", "target", "weight", "relation", "directed")
_PERSON_COLUMNS = ("participant_id", "excluded", "reason")


def study_files(material: Material) -> Iterator[ExportedFile]:
    """Yield the files of the folder; a part that the study has not has no file.

    Raises
    ------
    DataError
        When a fact cannot be written in plain text.
    """
    study = material.study
    yield ExportedFile(SETTINGS_FILE, study_toml(study))
    yield _file(ITEMS_FILE, item_table(study))
    if any(links.links for links in study.links.values()):
        yield _file(LINKS_FILE, link_table(study))
    if study.comparisons:
        yield _file(COMPARISONS_FILE, folder_table(study.comparisons))
    if study.participants:
        yield _file(PARTICIPANTS_FILE, participant_table(study))
    yield from _media(material)


def link_table(study: Study) -> WrittenTable:
    """Return the table of links.csv, one relation after the other."""
    links = [link for each in study.links.values() for link in each.links]
    kept = kept_headings((link.extra for link in links), _LINK_COLUMNS)
    rows = [
        [
            text_cell(link.source),
            text_cell(link.target),
            number_cell(link.weight),
            _relation_cell(link.relation),
            yes_no_cell(bool(study.links[link.relation].relation.directed)),
            *(kept_cell(link.extra.get(name, "")) for name in kept),
        ]
        for link in links
    ]
    return WrittenTable((*_LINK_COLUMNS, *kept.values()), rows)


def participant_table(study: Study) -> WrittenTable:
    """Return the table of participants.csv."""
    kept = kept_headings((person.extra for person in study.participants), _PERSON_COLUMNS)
    rows = [
        [
            text_cell(person.participant_id),
            yes_no_cell(person.excluded),
            text_cell(person.reason),
            *(kept_cell(person.extra.get(name, "")) for name in kept),
        ]
        for person in study.participants
    ]
    return WrittenTable((*_PERSON_COLUMNS, *kept.values()), rows)


def _relation_cell(name: str) -> str:
    # A cell is read without the spaces around it, a name in study.toml with them; links can have
    # come by such a name only where it is the only one, and then an empty cell means it.
    return text_cell(name) if name == name.strip() else ""


def _file(name: str, table: WrittenTable) -> ExportedFile:
    return ExportedFile(name, table.content(name))


def _media(material: Material) -> Iterator[ExportedFile]:
    """Yield the pictures and sounds that are inside of the study, each once."""
    folder = material.study.folder
    missing = []
    for path in dict.fromkeys(item.path for item in material.study.items if item.path):
        source = inside(folder, path)
        content = None if source is None else _content(material, path, source)
        if content is None:
            missing.append(path)
        else:
            yield ExportedFile(path, content, is_medium=True)
    if missing:
        named = on_one_line(quoted(missing[0]))
        others = f" and {counted(len(missing) - 1, 'other file')}" if len(missing) > 1 else ""
        are = "are" if others else "is"
        material.tell(
            f"{named}{others} {are} not in the study and {are} not exported; "
            f"{ITEMS_FILE} keeps the path"
        )


def _content(material: Material, path: str, source: Path) -> bytes | Path | None:
    if material.read_media is None:
        return source if source.is_file() else None
    try:
        return material.read_media(path)
    except DataError:
        return None
