"""A folder of sounds, pictures or texts, or some such files: each is one item."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from prefstudio.study.errors import DataError
from prefstudio.study.importers.findings import Content, Findings
from prefstudio.study.importers.media_check import compare, media_facts
from prefstudio.study.importers.media_kind import MEDIA_ENDINGS, TEXT_ENDINGS, media_kind
from prefstudio.study.importers.plan import MediaFacts
from prefstudio.study.importers.source import Progress, Source
from prefstudio.study.items import ItemType
from prefstudio.study.store.media import inside
from prefstudio.study.tables import Row, Table
from prefstudio.study.words import counted, quoted

_HEAD_BYTES = 4096
_LONGEST_TEXT = 1 << 20
_COLUMNS = ("item_id", "type", "path", "text")
IDS_OPTION = "--ids-from"


@dataclass(frozen=True, slots=True)
class _File:
    path: Path
    name: str
    type: ItemType
    text: str = ""


def compiled_pattern(pattern: str | None) -> re.Pattern[str] | None:
    """Return the regular expression that takes ids from file names.

    Raises
    ------
    DataError
        When it is not well formed.
    """
    if pattern is None:
        return None
    try:
        return re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        raise DataError(
            IDS_OPTION,
            f"the regular expression is not well formed: {error}",
            remedy=r"Write one such as (?P<group>\w+)_(?P<id>\d+).",
        ) from error


def files_below(folder: Path) -> list[Path]:
    """Return the ordinary files of a folder and its folders by name; hidden ones are left out."""
    found = []
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        paths = (Path(parent) / name for name in sorted(names) if not name.startswith("."))
        found += [path for path in paths if path.is_file()]
    return found


def read_media(
    folder: Path,
    paths: Sequence[Path],
    pattern: re.Pattern[str] | None,
    progress: Progress,
    findings: Findings,
) -> Content:
    """Make an item of each sound and picture, or of each text where there are no others.

    Raises
    ------
    DataError
        When there is nothing that can be compared.
    """
    files, media = _files(folder, paths, progress, findings)
    if not files:
        what = "there are no sounds, pictures or texts that can be compared"
        if any(inside(folder, path.relative_to(folder).as_posix()) is None for path in paths):
            what += ", and links that lead out of the folder are not opened"
        raise DataError(
            paths[0].name if len(paths) == 1 else folder.name or str(folder),
            what,
            remedy="Give a folder that holds some, or a table of items.",
        )
    names = _ids(files, pattern, findings)
    groups = [name for name in (pattern.groupindex if pattern else ()) if name != "id"]
    rows = [
        Row(0, (item_id, each.type, each.name, each.text, *(found[name] for name in groups)))
        for each, (item_id, found) in zip(files, names, strict=True)
        if item_id
    ]
    header = (*_COLUMNS, *(name if name not in _COLUMNS else f"{name}_given" for name in groups))
    compare(media, findings)
    title = folder.name or str(folder)
    return Content(title, items=Table(title, header, 0, tuple(rows)), media=tuple(media))


def _files(
    folder: Path, paths: Sequence[Path], progress: Progress, findings: Findings
) -> tuple[list[_File], list[MediaFacts]]:
    files, media = [], []
    others = []
    for path in paths:
        name = path.relative_to(folder).as_posix()
        if not _is_writable_text(name):
            _tell_name(findings, name)
        elif inside(folder, name) is None:
            _tell_outside(findings, name)
        elif _is_media(path):
            facts = media_facts(path, name, progress, findings)
            if facts is not None:
                media.append(facts)
                files.append(_File(path, name, facts.type))
        else:
            others.append(path)
    if not files:
        texts = [path for path in others if path.suffix.casefold() in TEXT_ENDINGS]
        others = [path for path in others if path not in texts]
        files = list(_texts(folder, texts, progress, findings))
    if others:
        findings.guess(
            f"{folder.name}: {counted(len(others), 'other file')} "
            f"{'is' if len(others) == 1 else 'are'} no media and left aside, such as "
            f"{quoted(others[0].name)}."
        )
    return files, media


def _is_writable_text(name: str) -> bool:
    """Tell whether a file's name can stand in a study; names of no encoding cannot."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _tell_name(findings: Findings, name: str) -> None:
    findings.problem(
        name, None, "the name of the file is no Unicode text",
        "Rename it.", left_out=True, meanwhile="The file is left out.",
    )  # fmt: skip


def _tell_outside(findings: Findings, name: str) -> None:
    findings.problem(
        name, None, "the file is a link that leads out of the folder",
        "Copy what it leads to into the folder.", left_out=True, meanwhile="It is not opened.",
    )  # fmt: skip


def _is_media(path: Path) -> bool:
    """Tell media by content; one that only its name tells is looked at too, and told if damaged."""
    if path.suffix.casefold() in MEDIA_ENDINGS:
        return True
    try:
        with path.open("rb") as handle:
            return media_kind(handle.read(_HEAD_BYTES)) is not None
    except OSError:
        return False


def _texts(
    folder: Path, paths: Sequence[Path], progress: Progress, findings: Findings
) -> Iterator[_File]:
    for path in paths:
        name = path.relative_to(folder).as_posix()
        try:
            text = Source(path, progress).text()
        except DataError as error:
            findings.error(error, "The text is left out.", left_out=True)
            continue
        if len(text) > _LONGEST_TEXT:
            findings.problem(
                name,
                None,
                f"the text is longer than {_LONGEST_TEXT:,} characters",
                "Cut it into parts.",
                left_out=True,
                meanwhile="The text is left out.",
            )
            continue
        yield _File(path, name, ItemType.TEXT, text)


def _ids(
    files: Sequence[_File], pattern: re.Pattern[str] | None, findings: Findings
) -> list[tuple[str, dict[str, str]]]:
    """Return id and named groups of each file; an empty id leaves the file out."""
    if pattern is not None:
        return [_matched(each, pattern, findings) for each in files]
    stems = Counter(Path(each.name).stem for each in files)
    if all(times == 1 for times in stems.values()):
        findings.guess("Items are called by the names of their files.")
        return [(Path(each.name).stem, {}) for each in files]
    findings.guess("Items are called by their files with folder and ending, to tell them apart.")
    return [(each.name, {}) for each in files]


def _matched(
    each: _File, pattern: re.Pattern[str], findings: Findings
) -> tuple[str, dict[str, str]]:
    found = pattern.search(Path(each.name).name)
    groups = {} if found is None else found.groupdict("")
    item_id = "" if found is None else _id_of(found, groups, Path(each.name).stem).strip()
    if not item_id:
        what = "does not match" if found is None else "gets no id by"
        findings.problem(
            each.name,
            None,
            f"the name {what} {quoted(pattern.pattern)}",
            f"Change {IDS_OPTION}, or rename the file.",
            left_out=True,
            meanwhile="The file is left out.",
        )
    return item_id, groups


def _id_of(found: re.Match[str], groups: dict[str, str], stem: str) -> str:
    if "id" in groups:
        return groups["id"]
    is_first_unnamed = found.re.groups and 1 not in found.re.groupindex.values()
    return (found[1] or "") if is_first_unnamed else stem
