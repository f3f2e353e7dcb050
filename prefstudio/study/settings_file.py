"""study.toml."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from prefstudio.study.errors import DataError
from prefstudio.study.links import Relation
from prefstudio.study.setting import SettingError
from prefstudio.study.setting_table import (
    FORMAT,
    LEAST_TIE_WIDTH,
    REPEATED_TABLES,
    RESERVED_TABLES,
    SECTIONS,
    SETTINGS,
    settings_in,
)
from prefstudio.study.settings import (
    AttributeSettings,
    AudioSettings,
    Component,
    FeaturesComponent,
    FeatureSettings,
    IndividualComponent,
    LinksComponent,
    ModelSettings,
    PresentationSettings,
    QuestionSettings,
    ResponseSettings,
    ScheduleSettings,
    SemiSupervisedSettings,
    StopSettings,
    StudySettings,
)
from prefstudio.study.toml_document import TomlDocument, TomlTable, below
from prefstudio.study.words import nearest, quoted

# TOML gives a name one meaning: a file with question = "…" has its [[question]]s under this name.
_REMEDIES = {
    "[[question]]": "Write [[questionnaire]] here: question is already what the study asks."
}
_COMPONENT_TYPES: Mapping[str, type[Component]] = {
    "links": LinksComponent,
    "features": FeaturesComponent,
    "individual": IndividualComponent,
}


def read_settings(path: str | Path) -> StudySettings:
    """Read study.toml.

    Raises
    ------
    DataError
        When the file is not TOML, is of a later format, or has a key or a value that is not known.
    """
    document = TomlDocument(Path(path), _REMEDIES)
    if isinstance(document.top.get("question"), list):
        document.rename("question", "questionnaire")
    return _SettingsReader(document).study()


def settings_of(tables: TomlTable, file: str) -> StudySettings:
    """Make settings of the tables that a study.toml would have.

    Parameters
    ----------
    tables
        The tables, questions under ``questionnaire``.
    file
        The file as a message shall name it.

    Raises
    ------
    DataError
        When there is a key or a value that is not known.
    """
    return _SettingsReader(TomlDocument.of(tables, file)).study()


class _SettingsReader:
    """Checks one document against the table of settings and makes the values from it."""

    def __init__(self, document: TomlDocument) -> None:
        self._document = document
        self._notes: list[str] = []

    def study(self) -> StudySettings:
        self._check_format()
        settings = StudySettings(
            **self._section(""),
            model=self._model(),
            features=tuple(FeatureSettings(**entry) for entry in self._named("feature")),
            relations=tuple(Relation(**entry) for entry in self._named("relation")),
            response=ResponseSettings(**self._section("response")),
            presentation=PresentationSettings(**self._section("presentation")),
            audio=AudioSettings(**self._section("audio")),
            schedule=ScheduleSettings(**self._section("schedule")),
            stop=StopSettings(**self._section("stop")),
            attributes=tuple(AttributeSettings(**entry) for entry in self._named("attribute")),
            questions=tuple(QuestionSettings(**entry) for entry in self._named("questionnaire")),
            lines=self._document.lines,
        )
        self._check_together(settings)
        return replace(settings, notes=tuple(self._notes))

    def _check_format(self) -> None:
        written = self._document.top.get("format", FORMAT)
        if isinstance(written, int) and written > FORMAT:
            raise self._document.error(
                "format",
                f"this study was written by a newer PrefStudio (format {written}), and this one "
                f"reads format {FORMAT}",
                f"Update to a PrefStudio that reads format {written}.",
            )

    def _model(self) -> ModelSettings:
        components = tuple(
            self._component(f"model.component[{place}]", table)
            for place, table in enumerate(self._document.tables("model.component"))
        )
        warped = None
        if "semi_supervised" in self._document.table("model"):
            warped = SemiSupervisedSettings(**self._section("model.semi_supervised"))
        return ModelSettings(
            **self._section("model"), components=components, semi_supervised=warped
        )

    def _component(self, path: str, table: TomlTable) -> Component:
        kind = self._value("model.component.kind", table, path)
        rest = {key: value for key, value in table.items() if key != "kind"}
        section = f"model.component.{kind}"
        return _COMPONENT_TYPES[kind](**self._values(section, rest, path))

    def _named(self, section: str) -> list[dict[str, Any]]:
        """Return the values of a repeated table whose entries have different names."""
        entries: list[dict[str, Any]] = []
        for place, table in enumerate(self._document.tables(section)):
            path = f"{section}[{place}]"
            values = self._values(section, table, path)
            if not values["name"] or any(values["name"] == entry["name"] for entry in entries):
                raise self._document.error(
                    f"{path}.name",
                    f"the name {quoted(values['name'])} is there already"
                    if values["name"]
                    else "the name is empty",
                    f"Give each [[{section}]] a name of its own.",
                )
            entries.append(values)
        return entries

    def _section(self, section: str) -> dict[str, Any]:
        return self._values(section, self._document.table(section), section)

    def _values(self, section: str, table: TomlTable, path: str) -> dict[str, Any]:
        """Return the value of each setting of a section; keys it does not know are errors."""
        known = settings_in(section)
        for key in table:
            if key not in known:
                self._check_table_name(section, key, below(path, key))
        return {key: self._value(setting.name, table, path) for key, setting in known.items()}

    def _value(self, name: str, table: TomlTable, path: str) -> Any:
        setting = SETTINGS[name]
        if setting.key not in table:
            if setting.required:
                raise self._document.error(
                    path,
                    f"{setting.key} is missing here",
                    f"Add {setting.key}: {setting.expected}.",
                )
            return None if setting.default is None else setting.read(setting.default)
        try:
            return setting.read(table[setting.key])
        except SettingError as error:
            raise self._document.error(
                below(path, setting.key), error.message, error.remedy
            ) from error

    def _check_table_name(self, section: str, key: str, path: str) -> None:
        name = below(section, key)
        if name in RESERVED_TABLES:
            self._notes.append(
                f"{self._document.file}: [{name}] has no meaning yet and is left out."
            )
        elif name not in (*SECTIONS, *REPEATED_TABLES):
            raise self._unknown(section, key, path)

    def _unknown(self, section: str, key: str, path: str) -> DataError:
        here = [*settings_in(section), *_tables_in(section)]
        near = nearest(key, here)
        elsewhere = [name for name in SETTINGS if name.endswith(f".{key}")]
        if near:
            remedy = f"Did you mean {quoted(near)}?"
        elif elsewhere:
            remedy = f"Did you mean {_spoken(elsewhere[0])}?"
        else:
            remedy = f"The nearest known one is {quoted(nearest(key, here, cutoff=0.0) or '')}."
        where = f" in [{section}]" if section else ""
        if section.startswith("model.component."):
            where = f" of a {section.rpartition('.')[2]} component"
        return self._document.error(path, f"no setting{where} is called {quoted(key)}", remedy)

    def _check_together(self, settings: StudySettings) -> None:
        """Check what no setting can tell by itself."""
        cuts = settings.model.strength_cuts
        if len(cuts) != 3 or any(low >= high for low, high in pairwise(cuts)):
            raise self._document.error(
                "model.strength_cuts",
                "strength_cuts are not three rising numbers",
                "Give three numbers, each larger than the one before, such as [0.25, 0.75, 1.5].",
            )
        if settings.response.tie and settings.model.tie_width < LEAST_TIE_WIDTH:
            raise self._document.error(
                "model.tie_width",
                f"tie_width is {settings.model.tie_width:g}, too narrow for a study with ties",
                f"Give {LEAST_TIE_WIDTH:g} or more, or write tie = false under [response].",
            )
        for place, feature in enumerate(settings.features):
            if not len(feature.mean) == len(feature.sd) == max(len(feature.categories), 1):
                raise self._document.error(
                    f"feature[{place}]",
                    f"the feature {quoted(feature.name)} has as many means and sds as it has words",
                    "Give a mean and an sd for each of its categories, or one if it has none.",
                )
        for place, question in enumerate(settings.questions):
            if (question.type == "choice") != bool(question.options):
                raise self._document.error(
                    f"questionnaire[{place}]",
                    f"the question {quoted(question.name)} is of the type {quoted(question.type)}, "
                    f"and {'has options' if question.options else 'has no options'}",
                    'Give options = ["…", "…"] to a question of type "choice", and to no other.',
                )


def _tables_in(section: str) -> list[str]:
    names = (*SECTIONS, *REPEATED_TABLES)
    return [name.rpartition(".")[2] for name in names if name.rpartition(".")[0] == section]


def _spoken(name: str) -> str:
    """Return a setting's name as a person would find it in the file."""
    *_, table, key = name.split(".")
    if name.startswith("model.component."):
        return f"{quoted(key)} of a component of kind {quoted(table)}"
    return quoted(name)
