"""study.toml with every number written out, so that it depends on no version's defaults."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from prefstudio.study.components import resolved_components
from prefstudio.study.errors import DataError
from prefstudio.study.exporters.item_table import feature_headings, founding_features
from prefstudio.study.folder import Study
from prefstudio.study.items import Role
from prefstudio.study.setting_table import REPEATED_TABLES
from prefstudio.study.settings import (
    SETTINGS_FILE,
    Component,
    FeaturesComponent,
    StudySettings,
)
from prefstudio.study.settings_tables import tables_of


def study_toml(study: Study) -> bytes:
    """Return the bytes of study.toml.

    Raises
    ------
    DataError
        When a component asks for what the study has not, or a text cannot be written.
    """
    text = "\n".join(_lines(tables_of(resolved_settings(study)))).strip() + "\n"
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise DataError(
            SETTINGS_FILE,
            "a text holds a character that no text file can",
            remedy="Write it without that character.",
        ) from error


def resolved_settings(study: Study) -> StudySettings:
    """Return the settings with components, relations and features as the folder names them.

    Raises
    ------
    DataError
        When a component asks for what the study has not.
    """
    settings = study.settings
    components = settings.model.components
    places = [k for k, item in enumerate(study.items) if item.role is Role.ITEM]
    if places:
        components = resolved_components(study, np.array(places))
    return replace(
        settings,
        categorical=_renamed(study, settings.categorical),
        model=replace(
            settings.model, components=tuple(_component(study, each) for each in components)
        ),
        features=founding_features(study.features),
        relations=tuple(links.relation for links in study.links.values()),
    )


def _component(study: Study, component: Component) -> Component:
    if not isinstance(component, FeaturesComponent):
        return component
    return replace(component, columns=_renamed(study, component.columns))


def _renamed(study: Study, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return names of features as they are, but where the folder has another heading."""
    headings = feature_headings(study.features)
    renamed = []
    for name in names:
        heading = study.features.column(name).heading
        renamed.append(name if headings[heading] == heading else headings[heading])
    return tuple(renamed)


def _lines(table: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """Yield the lines of a table: its own keys first, then the tables in it."""
    tables = {key: value for key, value in table.items() if _holds_tables(path + key, value)}
    for key, value in table.items():
        if key not in tables:
            yield f"{key} = {_value(value)}"
    for key, value in tables.items():
        if isinstance(value, Mapping):
            yield from ("", f"[{path}{key}]", *_lines(value, f"{path}{key}."))
        else:
            for entry in value:
                yield from ("", f"[[{path}{key}]]", *_lines(entry, f"{path}{key}."))


def _holds_tables(name: str, value: object) -> bool:
    return isinstance(value, Mapping) or name in REPEATED_TABLES


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        # JSON escapes as TOML does, but for one control character.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
    if isinstance(value, list):
        return f"[{', '.join(_value(each) for each in value)}]"
    return repr(value)
