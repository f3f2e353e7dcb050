"""items.csv, or a plain table of items."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path, PurePosixPath

from prefstudio.study.cells import read_choice, read_number, read_text_cell
from prefstudio.study.errors import DataError
from prefstudio.study.item_columns import ID_COLUMN, ItemColumns
from prefstudio.study.items import Item, ItemSet, ItemType, Role
from prefstudio.study.tables import Row, Table
from prefstudio.study.words import did_you_mean, quoted

_IMAGE_ENDINGS = frozenset(
    {".png", ".jpg", ".jpeg", ".gif", ".bmp", ".svg", ".webp", ".tif", ".tiff"}
)
_AUDIO_ENDINGS = frozenset({".wav", ".flac", ".ogg", ".opus", ".mp3", ".aif", ".aiff"})


_TYPES, _ROLES = tuple(ItemType), tuple(Role)


def items_from_table(table: Table, columns: ItemColumns) -> ItemSet:
    """Make the items of a table whose columns have been told apart.

    Raises
    ------
    DataError
        When there is no item, an id is empty or there twice, or a cell is not as it should be.
    """
    if not table.rows:
        raise DataError(
            table.file,
            "there are no items below the header",
            line=table.header_line,
            remedy="Write one row for each item.",
        )
    first_lines: dict[str, int] = {}
    items = []
    for number, row in enumerate(table.rows, start=1):
        item_id = str(number)
        if columns.id_column is not None:
            item_id = _checked_id(table, row, columns.id_column, first_lines)
        items.append(_item(table, row, columns, item_id))
    return ItemSet(items, ids_are_row_numbers=columns.id_column is None)


def find_item(table: Table, row: Row, column: int, items: ItemSet, hint: str = "") -> Item:
    """Return the item that a cell names.

    Parameters
    ----------
    hint
        What else could be done when no id is like the cell, as the end of a sentence.

    Raises
    ------
    DataError
        When no item has that id; the nearest id is named.
    """
    item_id = row.cells[column].strip()
    if item_id not in items:
        otherwise = f"Write an id of items.csv, or add the item there{hint}."
        raise table.error(
            row,
            f"no item is called {quoted(item_id)}" if item_id else "no item is named",
            column=column,
            remedy=did_you_mean(item_id, items.ids, otherwise),
        )
    return items.by_id(item_id)


def _checked_id(table: Table, row: Row, column: int, first_lines: dict[str, int]) -> str:
    item_id = row.cells[column].strip()
    if not item_id:
        raise table.error(
            row, "the item has no id", column=column, remedy=f"Write one in the column {ID_COLUMN}."
        )
    if item_id in first_lines:
        raise table.error(
            row,
            f"the id {quoted(item_id)} is there already, on line {first_lines[item_id]}",
            column=column,
            remedy="Give each item an id of its own.",
        )
    first_lines[item_id] = row.line
    return item_id


def _item(table: Table, row: Row, columns: ItemColumns, item_id: str) -> Item:
    at = columns.facts.get
    path = _path_cell(row, at("path"))
    item_type = read_choice(table, row, at("type"), _TYPES)
    start_s, end_s = _checked_part(table, row, at("start_s"), at("end_s"))
    return Item(
        item_id=item_id,
        type=ItemType(item_type) if item_type else type_of_path(path),
        path=path,
        text="" if at("text") is None else row.cells[columns.facts["text"]],
        label=read_text_cell(row, at("label")),
        group=read_text_cell(row, at("group")),
        role=Role(read_choice(table, row, at("role"), _ROLES) or Role.ITEM),
        truth=read_number(table, row, at("truth")),
        gain_db=read_number(table, row, at("gain_db")),
        start_s=start_s,
        end_s=end_s,
        extra={table.header[place]: row.cells[place] for place in columns.extra},
    )


def _path_cell(row: Row, column: int | None) -> str:
    """Return a path as it is written, since a file's name may begin or end with blanks."""
    cell = "" if column is None else row.cells[column]
    return cell if cell.strip() else ""


def with_found_paths(items: ItemSet, folder: Path) -> ItemSet:
    """Take the blanks off paths under which there is no file, as they are written for looks."""
    if all(item.path == item.path.strip() for item in items):
        return items
    found = (
        item
        if item.path == item.path.strip() or os.path.lexists(folder / item.path)
        else replace(item, path=item.path.strip())
        for item in items
    )
    return ItemSet(list(found), ids_are_row_numbers=items.ids_are_row_numbers)


def _checked_part(
    table: Table, row: Row, start_column: int | None, end_column: int | None
) -> tuple[float | None, float | None]:
    start_s = read_number(table, row, start_column)
    end_s = read_number(table, row, end_column)
    if start_s is not None and start_s < 0:
        raise table.error(
            row,
            "the part begins before the sound does",
            column=start_column,
            remedy="Write seconds from the beginning of the sound, 0 or more.",
        )
    if end_s is not None and end_s <= (start_s or 0.0):
        raise table.error(
            row,
            "the part ends before it begins",
            column=end_column,
            remedy="Write an end_s that is larger than start_s, in seconds.",
        )
    return start_s, end_s


def type_of_path(path: str) -> ItemType:
    """How a file is shown or heard, by the ending of its name."""
    ending = PurePosixPath(path.strip()).suffix.casefold() if path else ""
    if ending in _IMAGE_ENDINGS:
        return ItemType.IMAGE
    return ItemType.AUDIO if ending in _AUDIO_ENDINGS else ItemType.TEXT
