"""The first sheet of an Excel workbook, when openpyxl is installed."""

from __future__ import annotations

import importlib
import struct
import zipfile
import zlib
from collections.abc import Iterator
from datetime import date, time
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree.ElementTree import ParseError

from prefstudio.study.errors import DataError
from prefstudio.study.importers.findings import Findings, plain_text
from prefstudio.study.importers.source import Source
from prefstudio.study.tables import Row, Table, checked_header
from prefstudio.study.words import counted, quoted

_ZIP, _OLD_EXCEL = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_SAVE_AS_CSV = "Save the sheet as CSV UTF-8 and import that."
_MOST_UNPACKED = 1 << 29
# What openpyxl lets through from the parts of a damaged workbook.
_DAMAGED = (
    zipfile.BadZipFile, zlib.error, ParseError, struct.error, KeyError, IndexError, ValueError,
    TypeError, AttributeError, EOFError, OSError, OverflowError, NotImplementedError,
    RuntimeError, AssertionError,
)  # fmt: skip


def is_excel(head: bytes, path: Path) -> bool:
    """Tell a workbook by its archive; the older kind too, which is refused by name."""
    if head.startswith(_OLD_EXCEL):
        return True
    names = (b"xl/", b"[Content_Types].xml")
    ending = path.suffix.casefold() in (".xlsx", ".xlsm")
    return head.startswith(_ZIP) and (ending or any(name in head for name in names))


def read_excel(source: Source, findings: Findings) -> Table:
    """Read the first sheet: one header row, then one row for each item.

    Raises
    ------
    DataError
        When openpyxl is not installed, or the file is no workbook it can read.
    """
    if source.head.startswith(_OLD_EXCEL):
        raise DataError(source.name, "this is a workbook of the older kind", remedy=_SAVE_AS_CSV)
    openpyxl = _openpyxl()
    if openpyxl is None:
        raise DataError(
            source.name,
            "this is an Excel workbook, and the package openpyxl is not installed",
            remedy=f"{_SAVE_AS_CSV} Or install openpyxl.",
        )
    _check_archive(source)
    try:
        name, rows = _first_sheet(openpyxl, source)
    except _DAMAGED as error:
        raise DataError(
            source.name, "the workbook is damaged and cannot be read", remedy=_SAVE_AS_CSV
        ) from error
    if not rows:
        raise DataError(source.name, f"the sheet {quoted(name)} is empty", remedy=_SAVE_AS_CSV)
    findings.guess(f"{source.name}: the sheet {quoted(name)} was taken.")
    return _table(source.name, rows)


def _openpyxl() -> ModuleType | None:
    try:
        return importlib.import_module("openpyxl")
    except ImportError:
        return None


def _check_archive(source: Source) -> None:
    try:
        with zipfile.ZipFile(source.path) as archive:
            unpacked = sum(entry.file_size for entry in archive.infolist())
            suspect = any(_declares_entities(archive, entry) for entry in archive.infolist())
    except _DAMAGED as error:
        raise DataError(
            source.name, "the workbook is no whole zip archive", remedy=_SAVE_AS_CSV
        ) from error
    if unpacked > _MOST_UNPACKED or suspect:
        what = "declares entities" if suspect else f"unpacks to {unpacked:,} bytes"
        raise DataError(source.name, f"the workbook {what} and is not opened", remedy=_SAVE_AS_CSV)


def _declares_entities(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bool:
    """Tell whether a part begins with a document type, which no workbook needs."""
    with archive.open(entry) as part:
        head = part.read(4096).replace(b"\0", b"").upper()
    return b"<!DOCTYPE" in head or b"<!ENTITY" in head


def _first_sheet(openpyxl: ModuleType, source: Source) -> tuple[str, list[tuple[int, list[str]]]]:
    with source.path.open("rb") as handle:
        book = openpyxl.load_workbook(handle, read_only=True, data_only=True, keep_links=False)
        sheet = book.worksheets[0]
        rows = list(_records(sheet, source))
        book.close()
    return str(sheet.title), rows


def _records(sheet: Any, source: Source) -> Iterator[tuple[int, list[str]]]:
    for line, cells in enumerate(sheet.iter_rows(values_only=True), start=1):
        source.progress.check()
        words = [_cell(cell) for cell in cells]
        if any(word.strip() for word in words):
            yield line, words


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, date | time):
        return value.isoformat()
    return plain_text(str(value))


def _table(file: str, records: list[tuple[int, list[str]]]) -> Table:
    line, names = records[0]
    header = checked_header(file, line, names)
    width = len(header)
    for number, cells in records[1:]:
        if any(cells[width:]):
            raise DataError(
                file,
                f"this row has more cells than the header, which has {counted(width, 'column')}",
                line=number,
                remedy="Name the column in the first row, or clear what stands beside the table.",
            )
    rows = [
        Row(number, tuple(cells[:width]) + ("",) * (width - len(cells)))
        for number, cells in records[1:]
    ]
    return Table(file, header, line, tuple(rows))
