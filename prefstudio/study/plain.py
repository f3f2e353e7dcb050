"""Frozen values as plain JSON objects and back, each field by its annotation."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from prefstudio.study.changes import ChangedBy, LinkTo
from prefstudio.study.comparisons import Outcome, Phase
from prefstudio.study.events import Policy
from prefstudio.study.items import Item, ItemType, Role

Value = TypeVar("Value")

_LARGEST_WHOLE = 2**63 - 1

# Words that Python keeps for itself, and what a file calls them.
_FILE_NAMES = {"before": "from", "after": "to"}


class Field(NamedTuple):
    """One field of a frozen value: its name here, in a file, its default and its reader."""

    name: str
    key: str
    default: object
    read: Callable[[Any], object]


def to_plain(value: object) -> dict[str, Any]:
    """Return a frozen value as a JSON object, without the fields of which nothing is said."""
    plain = {}
    for each in fields_of(type(value)):
        said = getattr(value, each.name)
        if said or said != each.default:
            plain[each.key] = _json(said)
    return plain


def from_plain(kind: type[Value], plain: Mapping[str, Any]) -> Value:
    """Return the frozen value of a JSON object; keys that are not known are passed over.

    Raises
    ------
    ValueError, TypeError
        When a field is missing or is not what it should be.
    """
    known = fields_of(kind)
    return kind(**{each.name: each.read(plain[each.key]) for each in known if each.key in plain})


_known: dict[type, tuple[Field, ...]] = {}


def fields_of(kind: type) -> tuple[Field, ...]:
    """Return the fields of a frozen value."""
    if kind not in _known:
        _known[kind] = _fields_of(kind)
    return _known[kind]


def _fields_of(kind: type) -> tuple[Field, ...]:
    return tuple(
        Field(each.name, _FILE_NAMES.get(each.name, each.name), _default(each), READERS[each.type])
        for each in dataclasses.fields(kind)
    )


def _default(field: dataclasses.Field[Any]) -> object:
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return field.default


def _json(value: object) -> object:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Item | LinkTo):
        return to_plain(value)
    if isinstance(value, Mapping):
        return {key: _json(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_json(each) for each in value]
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.40} is no text")
    return value


def _yes_no(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{value!r:.40} is neither true nor false")
    return value


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{value!r:.40} is no whole number")
    if abs(value) > _LARGEST_WHOLE:
        raise ValueError(f"{value!r:.40} is out of all measure")
    return value


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{value!r:.40} is no finite number")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise ValueError(f"{value!r:.40} is no finite number")
    return number


def _or_none(read: Callable[[Any], object]) -> Callable[[Any], object]:
    return lambda value: None if value is None else read(value)


def _mapping_of(read: Callable[[Any], object]) -> Callable[[Any], object]:
    def read_mapping(value: Any) -> dict[str, object]:
        if not isinstance(value, dict):
            raise TypeError(f"{value!r:.40} is no table")
        return {key: read(each) for key, each in value.items()}

    return read_mapping


def _anything(value: Any) -> object:
    return value


def _cell(value: Any) -> object:
    return value if value is None or isinstance(value, str) else _number(value)


def _links(value: Any) -> tuple[LinkTo, ...]:
    if not isinstance(value, list):
        raise TypeError(f"{value!r:.40} is no list")
    return tuple(from_plain(LinkTo, each) for each in value)


READERS: Mapping[Any, Callable[[Any], object]] = {
    "str": _text,
    "bool": _yes_no,
    "int | None": _or_none(_whole),
    "float": _number,
    "float | None": _or_none(_number),
    "object": _anything,
    "Outcome": Outcome,
    "Outcome | None": _or_none(Outcome),
    "Phase": Phase,
    "Policy": Policy,
    "ChangedBy": ChangedBy,
    "ItemType": ItemType,
    "Role": Role,
    "Item": lambda value: from_plain(Item, value),
    "tuple[LinkTo, ...]": _links,
    "Mapping[str, str]": _mapping_of(_text),
    "Mapping[str, object]": _mapping_of(_anything),
    "Mapping[str, float | str | None]": _mapping_of(_cell),
}
"""How a field is read from JSON, by its annotation."""
