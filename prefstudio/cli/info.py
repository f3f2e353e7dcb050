"""``info``: what a study holds, in numbers, and whether it is whole."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

from prefstudio import __version__
from prefstudio.cli.believing import known_participants
from prefstudio.cli.command import Answer, Command, add_study
from prefstudio.study.changes import RESCUED, Note
from prefstudio.study.comparisons import Comparison, Outcome
from prefstudio.study.errors import DataError
from prefstudio.study.events import Answered, Event, TrialShown
from prefstudio.study.folder import is_study_file, read_study
from prefstudio.study.model import resolve
from prefstudio.study.purpose import purpose_words
from prefstudio.study.sittings import StudyOpened
from prefstudio.study.state import StudyState
from prefstudio.study.stopping import trials_done
from prefstudio.study.store import StudyFile, open_study
from prefstudio.study.store.media import inside
from prefstudio.study.words import amount_word, counted, quoted

INTEGRITY = "ok"
"""Of every study that can be read: one that is damaged is an error."""


def _run(options: argparse.Namespace) -> Answer:
    if is_study_file(options.study):
        with open_study(options.study, writable=False) as file:
            return _told(file.state, file.events, _media_of_file(file))
    state = StudyState(read_study(options.study))
    # What no command could compute with is no study, however well its files read.
    resolve(state.study)
    return _told(state, (), _media_of_folder(state, options.study))


def _told(state: StudyState, events: Iterable[Event], media: Iterable[str]) -> Answer:
    events = tuple(events)
    study, settings = state.study, state.study.settings
    rows = (*study.comparisons, *(answer.comparison for answer in state.history))
    counting = [row for row in rows if not row.undone]
    return {
        "study_id": settings.study_id,
        "title": settings.title,
        "format": settings.format,
        "version": _version(events),
        "items": len(study.items),
        "links": {name: len(links.weight) for name, links in study.links.items()},
        "features": len(study.features.columns),
        "answers": state.n_answers,
        "trials": _number(study.comparisons) + _n_trials(events),
        "ties": _number(row for row in counting if row.outcome is Outcome.TIE),
        "skips": _number(row for row in counting if row.outcome is Outcome.SKIP),
        "undone": _number(row for row in study.comparisons if row.undone) + _n_undone(state),
        "participants": len(known_participants(state.as_study()) - {""}),
        "sessions": _n_sessions(state, rows),
        "integrity": INTEGRITY,
        "problems": [*_rescues(events), *_without_effect(state), *media],
        "purpose": purpose_words(settings.model.horizon, settings.model.criterion),
        "trials_done": trials_done(state),
    }


def _version(events: Iterable[Event]) -> str:
    """The version that wrote in the study last, or this one."""
    opened = [event.body for event in events if isinstance(event.body, StudyOpened)]
    return opened[-1].versions.get("prefstudio", __version__) if opened else __version__


def _number(rows: Iterable[Comparison]) -> int:
    return sum(row.count for row in rows)


def _n_undone(state: StudyState) -> int:
    """How many answers were taken back; one that the study cannot take any more was not."""
    unfit = {problem.seq for problem in state.unfit}
    return sum(each.comparison.undone and each.seq not in unfit for each in state.history)


def _n_trials(events: Iterable[Event]) -> int:
    """How many pairs were shown since the study was made, answered or not."""
    bodies = (event.body for event in events)
    return len({body.trial_id for body in bodies if isinstance(body, TrialShown | Answered)})


def _n_sessions(state: StudyState, rows: Iterable[Comparison]) -> int:
    sat = {(sitting.participant, sitting.session) for sitting in state.sittings}
    return len(sat.union((row.participant, row.session) for row in rows if row.session))


def _rescues(events: Iterable[Event]) -> Iterator[str]:
    bodies = (event.body for event in events)
    yield from (body.text for body in bodies if isinstance(body, Note) and body.about == RESCUED)


def _without_effect(state: StudyState) -> Iterator[str]:
    for skipped in state.problems:
        yield f"event {skipped.seq} ({skipped.kind}) has no effect: {skipped.reason}"


def _media_of_file(file: StudyFile) -> Iterator[str]:
    for path in _media_paths(file.state):
        try:
            file.media(path)
        except DataError as error:
            yield str(error)


def _media_of_folder(state: StudyState, folder: Path) -> Iterator[str]:
    for path in _media_paths(state):
        place = inside(folder, path)
        if place is None:
            yield f"the file {quoted(path)} lies outside of the study's folder"
        elif not place.is_file():
            yield f"the file {quoted(path)} is missing"


def _media_paths(state: StudyState) -> list[str]:
    return list(dict.fromkeys(item.path for item in state.study.items if item.path))


def _since(n_done: int) -> str:
    return f"{amount_word(n_done) if n_done else 'none'} of them done since the study was made"


def _readable(answer: Answer) -> list[str]:
    links = [f"{counted(n, 'link')} ({name})" for name, n in answer["links"].items()]
    known = [counted(answer["items"], "item"), counted(answer["features"], "feature"), *links]
    said = [
        counted(answer["answers"], "answer"),
        f"{counted(answer['trials'], 'trial')} shown",
        *([_since(answer["trials_done"])] if answer["trials"] else []),
        counted(answer["ties"], "tie"),
        counted(answer["skips"], "skip"),
        f"{answer['undone']} undone",
    ]
    who = [counted(answer["participants"], "participant"), counted(answer["sessions"], "session")]
    head = f"{answer['title'] or 'no title'}  {answer['study_id']}".rstrip()
    sought = f"for {answer['purpose']}"
    lines = [head, ", ".join(known), ", ".join(said), ", ".join(who), sought]
    return [*lines, f"integrity {answer['integrity']}", *answer["problems"]]


INFO = Command("info", "print what a study holds", add_study, _run, _readable)
