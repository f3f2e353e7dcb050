"""The studies that were opened, each by a name that no other has."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from prefstudio.studio.remembered import Remembered
from prefstudio.studio.study_memory import Progress, StudyMemory


@dataclass(frozen=True, slots=True)
class RecentStudy:
    """A study that was opened before.

    Attributes
    ----------
    path
        Its file or folder.
    name
        Its title where that is known and no other has it, or else the name of its file.
    progress
        How far it had come; None when that is not known.
    """

    path: Path
    name: str
    progress: Progress | None


def recent_studies(remembered: Remembered) -> list[RecentStudy]:
    """The studies that are still there, the latest first."""
    paths = remembered.recent
    memories = [StudyMemory(remembered, path) for path in paths]
    titles = [each.title or path.stem for each, path in zip(memories, paths, strict=True)]
    stems = [path.stem for path in paths]
    folders = [f"{path.stem} ({path.parent.name})" for path in paths]
    names = _told_apart(_told_apart(titles, stems), folders)
    return [
        RecentStudy(path, name, memory.progress)
        for path, name, memory in zip(paths, names, memories, strict=True)
    ]


def _told_apart(names: list[str], others: list[str]) -> list[str]:
    """Names, and another for each that is there twice."""
    counts = Counter(names)
    return [name if counts[name] == 1 else other for name, other in zip(names, others, strict=True)]
