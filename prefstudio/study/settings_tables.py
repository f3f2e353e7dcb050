"""Settings as the tables of study.toml, and back; every value is written out."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, assert_never

from prefstudio.study.setting import ALL
from prefstudio.study.setting_table import REPEATED_TABLES, SECTIONS, settings_in
from prefstudio.study.settings import (
    Component,
    FeaturesComponent,
    IndividualComponent,
    LinksComponent,
    StudySettings,
)

Tables = dict[str, Any]

# Repeated tables outside of the model, and the settings that hold their entries.
_ENTRIES = {
    "feature": "features",
    "relation": "relations",
    "attribute": "attributes",
    "questionnaire": "questions",
}


def tables_of(settings: StudySettings) -> Tables:
    """Return settings as the tables that `settings_of` reads, without those that are None."""
    model = settings.model
    tables = _section("", settings)
    tables["model"] = _section("model", model)
    tables["model"]["component"] = [_component(each) for each in model.components]
    if model.semi_supervised is not None:
        tables["model"]["semi_supervised"] = _section(
            "model.semi_supervised", model.semi_supervised
        )
    for name in filter(_stands_alone, SECTIONS):
        if name in REPEATED_TABLES:
            entries = getattr(settings, _ENTRIES[name])
            tables[name] = [_section(name, each) for each in entries]
        else:
            tables[name] = _section(name, getattr(settings, name))
    return tables


def _stands_alone(section: str) -> bool:
    """Tell a section that is neither the model nor a part of it, nor outside of all tables."""
    return section not in ("", "model") and not section.startswith("model.")


def flat(tables: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """Yield each setting with its dotted name; a repeated table is one list."""
    for key, value in tables.items():
        name = f"{above}.{key}" if above else key
        if isinstance(value, dict):
            yield from flat(value, name)
        else:
            yield name, value


def with_setting(tables: Mapping[str, Any], name: str, value: object) -> Tables:
    """Return tables in which the setting of a dotted name has a value; None leaves it out.

    Raises
    ------
    KeyError
        When the name leads through something that is no table, or there is no such setting.
    """
    if not is_setting(name):
        raise KeyError(name)
    return _with_setting(tables, name, value)


def is_setting(name: str) -> bool:
    """Tell whether a dotted name is that of a setting, a table or a repeated table."""
    section, _, key = name.rpartition(".")
    return name in (*SECTIONS, *REPEATED_TABLES) or key in settings_in(section)


def _section(section: str, values: object) -> Tables:
    found = {key: getattr(values, key) for key in settings_in(section)}
    return {key: _written(value) for key, value in found.items() if value is not None}


def _component(component: Component) -> Tables:
    kind = _kind(component)
    return {"kind": kind, **_section(f"model.component.{kind}", component)}


def _kind(component: Component) -> str:
    match component:
        case LinksComponent():
            return "links"
        case FeaturesComponent():
            return "features"
        case IndividualComponent():
            return "individual"
    assert_never(component)


def _written(value: object) -> object:
    if value == math.inf:
        return ALL
    return list(value) if isinstance(value, tuple) else value


def _with_setting(table: object, name: str, value: object) -> Tables:
    if not isinstance(table, Mapping):
        raise KeyError(name)
    head, _, rest = name.partition(".")
    changed = dict(table)
    if rest:
        changed[head] = _with_setting(changed.get(head, {}), rest, value)
    elif value is None:
        changed.pop(head, None)
    else:
        changed[head] = value
    return changed
