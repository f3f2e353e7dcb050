"""A study and all that happened in it, written into another file."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from prefstudio.study.errors import DataError
from prefstudio.study.events import Event
from prefstudio.study.folder import Study
from prefstudio.study.store.creating import create
from prefstudio.study.store.media import PACKED_BYTES, CopiedMedia, MediaRow


def write_copy(
    path: Path, founding: Study, events: Sequence[Event], media: Callable[[str], bytes]
) -> None:
    """Write a study file with its media and these events; it is there whole or not at all.

    Parameters
    ----------
    path : Path
        The new file.
    founding : Study
        The facts the study was made with.
    events : sequence of Event
        What happened since; they keep their ids, so that copies can be told to be of one study.
    media : callable
        Gives the content of a picture or sound by its path; one that is gone is left out.

    Raises
    ------
    DataError
        When there is a file of that name, or it cannot be written.
    """
    create(path, founding, events, _Media(path, founding, media)).close()


@dataclass(frozen=True, slots=True)
class _Media:
    """The media of a copy: packed inside up to the usual size, and beside it beyond that."""

    file: Path
    study: Study
    read: Callable[[str], bytes]

    def __call__(self, copied: CopiedMedia) -> Iterator[MediaRow]:
        room = PACKED_BYTES
        for path in dict.fromkeys(item.path for item in self.study.items if item.path):
            try:
                content = self.read(path)
            except DataError:
                yield path, "", "", None
                continue
            sha256 = hashlib.sha256(content).hexdigest()
            if len(content) <= room:
                room -= len(content)
                yield path, sha256, "", content
            else:
                copy = _copied(copied, path, content)
                place = copy.relative_to(self.file.resolve().parent).as_posix()
                yield path, sha256, place, None


def _copied(copied: CopiedMedia, path: str, content: bytes) -> Path:
    with tempfile.TemporaryDirectory(prefix="prefstudio-") as folder:
        source = Path(folder) / "content"
        source.write_bytes(content)
        return copied.add(source, path)
