"""What exporters draw from: the facts of a study, and what follows from its answers."""

from __future__ import annotations

import functools
import logging
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from prefstudio.engine.control import Control
from prefstudio.engine.inference import INFERENCES
from prefstudio.engine.posterior import Posterior
from prefstudio.study.comparisons import Comparison, attributes_of, enters_posterior
from prefstudio.study.errors import DataError
from prefstudio.study.events import Event
from prefstudio.study.exporters.event_answers import comparisons_of
from prefstudio.study.folder import COMPARISONS_FILE, Study
from prefstudio.study.model import ResolvedModel, resolve
from prefstudio.study.state import fold

logger = logging.getLogger(__name__)

MOST_ROWS = 1_000_000
"""How many answers are written one by one; a study that counts them may hold more."""

ReadMedia = Callable[[str], bytes]

_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9]+")
_LONGEST_ENDING = 40


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """One file to write: its path in the target folder, and its bytes or where they are.

    A medium is never removed from a folder again, for it may be the last copy.
    """

    name: str
    content: bytes | Path
    is_medium: bool = False


@dataclass(frozen=True, slots=True)
class Judged:
    """The comparisons that are learned from, on one attribute.

    Attributes
    ----------
    ending
        What tells its files from those of other attributes; empty for the only one.
    """

    attribute: str
    ending: str
    comparisons: tuple[Comparison, ...]

    def one_by_one(self) -> Iterable[Comparison]:
        """Yield every answer as often as it was given.

        Raises
        ------
        DataError
            When there are more than `MOST_ROWS`.
        """
        check_rows(self.comparisons)
        for comparison in self.comparisons:
            for _ in range(comparison.count):
                yield comparison


class Material:
    """A study after its events, and what is computed from it when an exporter asks.

    Parameters
    ----------
    study, events
        The founding facts, and what happened since.
    read_media
        Returns a picture or sound by the path of its item; None reads the study's folder.
    tell
        Hears what the files do not hold, a line each.
    control
        Stops what is computed.

    Attributes
    ----------
    study
        The facts after all events; answers that were undone are among its comparisons.
    """

    def __init__(
        self,
        study: Study,
        events: Iterable[Event] = (),
        read_media: ReadMedia | None = None,
        tell: Callable[[str], None] = logger.warning,
        control: Control | None = None,
    ) -> None:
        state = fold(study, events)
        self.study = replace(
            state.study, comparisons=(*state.study.comparisons, *comparisons_of(state))
        )
        self.read_media = read_media
        self.tell = tell
        self.control = control or Control()
        self._posteriors: dict[str, Posterior] = {}

    @functools.cached_property
    def model(self) -> ResolvedModel:
        """The model with all defaults filled in."""
        return resolve(self.study)

    @functools.cached_property
    def judged(self) -> tuple[Judged, ...]:
        """What is learned from, one attribute at a time; never none."""
        study = self.study
        excluded = study.excluded_participants
        rows = [row for row in study.comparisons if enters_posterior(row, study.items, excluded)]
        attributes = attributes_of(rows) or ("",)
        endings = _endings(attributes)
        return tuple(
            Judged(name, ending, tuple(row for row in rows if row.attribute == name))
            for name, ending in zip(attributes, endings, strict=True)
        )

    def posterior(self, judged: Judged) -> Posterior:
        """Return the posterior by the model's inference."""
        if judged.attribute not in self._posteriors:
            model = self.model
            infer = INFERENCES[model.inference]
            answers = model.comparisons(judged.comparisons)
            self._posteriors[judged.attribute] = infer(
                model.prior, answers, model.scale, control=self.control
            )
        return self._posteriors[judged.attribute]


def check_rows(comparisons: Iterable[Comparison]) -> None:
    """See that answers are few enough to be written one by one.

    Raises
    ------
    DataError
        When they are not.
    """
    total = sum(comparison.count for comparison in comparisons)
    if total > MOST_ROWS:
        raise DataError(
            COMPARISONS_FILE,
            f"{total:,} answers are too many to be written one by one",
            remedy="Export winner_loser or win_matrix, which keep counts.",
        )


def _endings(attributes: tuple[str, ...]) -> list[str]:
    """Return an ending of plain letters for each attribute, all different in any case."""
    if len(attributes) == 1:
        return [""]
    endings: list[str] = []
    for number, name in enumerate(attributes, start=1):
        plain = _NOT_IN_NAMES.sub("-", name).strip("-")[:_LONGEST_ENDING].casefold()
        ending = f"_{plain or number}" if name else ""
        endings.append(f"{ending}-{number}" if ending in endings else ending)
    return endings
