"""Checks of the media that items refer to: there, decodable, not clipped, alike, no duplicates."""

from __future__ import annotations

import hashlib
import math
import stat
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from prefstudio.study.importers.findings import Findings
from prefstudio.study.importers.media_kind import MediaKind, Undecodable, media_kind
from prefstudio.study.importers.picture import picture_size
from prefstudio.study.importers.plan import MediaFacts
from prefstudio.study.importers.sound import sound_facts
from prefstudio.study.importers.source import Progress
from prefstudio.study.items import Item, ItemType
from prefstudio.study.store.media import inside
from prefstudio.study.words import counted, listed, quoted

_CHUNK_BYTES = 1 << 20
_HEAD_BYTES = 4096


def media_facts(path: Path, name: str, progress: Progress, findings: Findings) -> MediaFacts | None:
    """Return what a sound or picture is; None when it cannot be decoded, which is told.

    Parameters
    ----------
    path
        The file.
    name
        The file relative to the study, for messages.
    """
    try:
        kind, digest = _hashed(path, progress)
        if kind is None:
            raise Undecodable("its content is no sound and no picture that is known here")
        if kind.type is ItemType.AUDIO:
            return _sound(path, name, kind, digest, progress, findings)
        size = picture_size(path, kind) or (None, None)
    except Undecodable as error:
        _tell(findings, name, f"the file cannot be decoded: {error}")
        return None
    except OSError as error:
        _tell(findings, name, f"the file cannot be read ({error.strerror or error})")
        return None
    return MediaFacts(name, kind.type, digest, width=size[0], height=size[1])


def check_items(
    items: Iterable[Item], folder: Path, progress: Progress, findings: Findings
) -> tuple[MediaFacts, ...]:
    """Check the media that a table of items refers to; the items stay, whatever is found."""
    facts: dict[str, MediaFacts] = {}
    for item in items:
        progress.check()
        if not item.path or item.path in facts or not _may_open(item, folder, findings):
            continue
        if item.type is ItemType.TEXT:
            continue
        found = media_facts(folder / item.path, item.path, progress, findings)
        if found is not None:
            facts[item.path] = found
    compare(tuple(facts.values()), findings)
    return tuple(facts.values())


def compare(media: Sequence[MediaFacts], findings: Findings) -> None:
    """Tell files of the same content, and sounds that differ in rate or channels."""
    first: dict[str, str] = {}
    for each in media:
        if each.sha256 in first:
            findings.problem(
                each.path,
                None,
                f"the content is the same as that of {quoted(first[each.sha256])}",
                "Both are kept. Take one of them out unless that is meant.",
            )
        first.setdefault(each.sha256, each.path)
    _tell_difference([each for each in media if each.rate], "rate", " Hz", findings)
    _tell_difference([each for each in media if each.channels], "channels", "", findings)


def _tell_difference(media: Sequence[MediaFacts], what: str, unit: str, findings: Findings) -> None:
    values = Counter(getattr(each, what) for each in media)
    if len(values) < 2:
        return
    common = values.most_common(1)[0][0]
    odd = next(each.path for each in media if getattr(each, what) != common)
    amounts = listed(f"{value}{unit} ({times} times)" for value, times in values.most_common(4))
    findings.problem(
        odd,
        None,
        f"the sounds differ in {what}: {amounts}",
        "They are kept as they are. Convert them if the difference could be heard.",
    )


def _hashed(path: Path, progress: Progress) -> tuple[MediaKind | None, str]:
    digest = hashlib.sha256()
    with path.open("rb") as handle:
        head = handle.read(_HEAD_BYTES)
        digest.update(head)
        progress.advance(len(head))
        while chunk := handle.read(_CHUNK_BYTES):
            digest.update(chunk)
            progress.advance(len(chunk))
    return media_kind(head), digest.hexdigest()


def _sound(
    path: Path, name: str, kind: MediaKind, digest: str, progress: Progress, findings: Findings
) -> MediaFacts:
    sound = sound_facts(path, kind, progress)
    if sound is None:
        findings.guess(
            f"{name}: {kind} sounds are checked only where the package soundfile is installed."
        )
        return MediaFacts(name, ItemType.AUDIO, digest)
    if sound.clipped_samples:
        findings.problem(
            name,
            None,
            f"{counted(sound.clipped_samples, 'sample')} "
            f"{'is' if sound.clipped_samples == 1 else 'are'} clipped",
            "The sound is kept. Make it anew at a lower level if it should not be distorted.",
        )
    if sound.is_cut:
        findings.problem(
            name,
            None,
            "the sound ends before the length that its header tells",
            "What is there is kept. Copy the file again.",
        )
    length_s = None if math.isnan(sound.length_s) else sound.length_s
    return MediaFacts(
        name,
        ItemType.AUDIO,
        digest,
        rate=sound.rate,
        channels=sound.channels,
        length_s=length_s,
        clipped_samples=sound.clipped_samples,
    )


def _may_open(item: Item, folder: Path, findings: Findings) -> bool:
    if inside(folder, item.path) is None:
        findings.problem(
            item.path,
            None,
            f"the file of {quoted(item.item_id)} lies outside the study's folder",
            "It is not opened. Copy it into the folder and write its path from there.",
        )
        return False
    if not _is_ordinary(folder / item.path):
        findings.problem(
            item.path,
            None,
            f"the file of {quoted(item.item_id)} is missing",
            "The item is kept. Put the file there, or mend the column path.",
        )
        return False
    return True


def _is_ordinary(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def _tell(findings: Findings, name: str, message: str) -> None:
    findings.problem(
        name,
        None,
        message,
        "Open it with another program and save it again as WAV or PNG, or take it out.",
        left_out=True,
    )
