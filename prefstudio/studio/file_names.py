"""Names that files have: titles without what no file system takes, and endings that are true."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

NAMELESS = "Study"
LONGEST = 200  # bytes before the suffix; file systems take 255
_NOT_IN_NAMES = re.compile(
    r'[\x00-\x1f\x7f-\x9f<>:"/\\|?*\u2028-\u202e\u2066-\u2069\ud800-\udfff]+'
)


def file_name(title: str, ending: str, suffix: str = "") -> str:
    """The name of a file or folder of a study, such as "Six papers – Utilities.png".

    Parameters
    ----------
    title : str
        Of the study, in any signs and as long as it may be; what is too long is cut here.
    ending : str
        What the file is, such as "(copy)"; empty for the study itself.
    suffix : str
        Without its dot; empty for a folder.
    """
    end = _whole(ending)
    # A dot at the beginning would hide the file.
    start = _cut(_whole(title).strip(" ."), LONGEST - len(end.encode())) or NAMELESS
    return " ".join(filter(None, (start, end))) + (f".{suffix}" if suffix else "")


def ended(path: Path, kinds: Collection[str], usual: str) -> tuple[Path, str]:
    """A path that ends as its file shall, and how that is; one that ends otherwise goes on.

    Parameters
    ----------
    path : Path
        As it was chosen, such as "u.svg", "u.SVG", "u" or "fig. 1".
    kinds : collection of str
        Endings that it may have, in small letters and without a dot.
    usual : str
        The one that is added to all others.
    """
    kind = path.suffix[1:].lower()
    if kind in kinds:
        return path, kind
    return path.with_name(f"{path.name.rstrip('.')}.{usual}"), usual


def _whole(words: str) -> str:
    """Words on one line, with a space for every sign that may not be in a name."""
    return " ".join(_NOT_IN_NAMES.sub(" ", words).split())


def _cut(words: str, n_bytes: int) -> str:
    return words.encode()[:n_bytes].decode(errors="ignore").rstrip(" .")
