"""Words with names of items in them, made to fit: each name is shortened in its own middle."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics

DOTS = "…"
LEAST_KEPT = 0.6  # of what fits is kept at least, when a name is cut between words
NARROWER = 0.93  # by which names are shortened further, until wrapped lines hold them
LOOSE_ENDS = " ,;:–-"
ENDLESS = 1 << 20
WRAPS = int(Qt.TextFlag.TextWordWrap)


def fitted(
    words: str, names: Sequence[str], letters: QFont, room: float, *, n_lines: int = 1
) -> str:
    """Words that fit a width, in one line or wrapped into some.

    What is not a name, such as ≻ or "skipped", is kept; the names share what room is left, and
    a short one leaves its rest to the others.

    Parameters
    ----------
    words : str
        Such as "Matrix ≻ Stereo".
    names : sequence of str
        The names in it, in their order; words without any are shortened alike.
    letters : QFont
        How it is written.
    room : float
        Pixels from left to right.
    n_lines : int
        Lines that there is room for.
    """
    measure = QFontMetrics(letters)
    shown, budget = words, room * n_lines
    if n_lines > 1 and not _is_held(words, measure, room, 1):
        shown = _name_by_name(words, names)
        if not _is_held(shown, measure, room, n_lines):
            shown = _line_by_line(words, names, measure, room) if n_lines == 2 else words
    while not _is_held(shown, measure, room, n_lines) and budget > measure.averageCharWidth():
        shown = _with_names(words, names or (words,), measure, budget)
        budget *= NARROWER
    return shown


def is_held(words: str, letters: QFont, room: float, *, n_lines: int = 1) -> bool:
    """Whether words are whole in a width, in one line or wrapped into some."""
    return _is_held(words, QFontMetrics(letters), room, n_lines)


def shortened(name: str, measure: QFontMetrics, room: float) -> str:
    """A name that fits a width: without its middle, since names that begin alike end otherwise.

    It is cut between words where that keeps enough of its beginning and of its end.
    """
    if measure.horizontalAdvance(name) <= room:
        return name
    cut = measure.elidedText(name, Qt.TextElideMode.ElideMiddle, int(room))
    if DOTS in name:
        return cut  # nobody knows which dots are whose
    head, _, tail = cut.partition(DOTS)
    words = head.rpartition(" ")[0]
    if not name[len(head) :].startswith(" ") and len(words) >= LEAST_KEPT * len(head):
        head = words
    words = tail.partition(" ")[2]
    if not name.removesuffix(tail).endswith(" ") and len(words) >= LEAST_KEPT * len(tail):
        tail = words
    return head.rstrip(LOOSE_ENDS) + DOTS + tail.lstrip(LOOSE_ENDS)


def _name_by_name(words: str, names: Sequence[str]) -> str:
    """Words with the second name in a line of its own; as they are without a second."""
    if len(names) < 2:
        return words
    return "\n".join(_two_lines(words, names))


def _line_by_line(words: str, names: Sequence[str], measure: QFontMetrics, room: float) -> str:
    """Words with both names shortened to a line each; as they are where one needs less than that.

    What a short name leaves is for the other.
    """
    if len(names) < 2 or min(map(measure.horizontalAdvance, names[:2])) < room / 2:
        return words
    lines = zip(_two_lines(words, names), names, strict=False)
    return "\n".join(_with_names(line, (name,), measure, room) for line, name in lines)


def _two_lines(words: str, names: Sequence[str]) -> tuple[str, str]:
    """Words before the second name, and from there."""
    before, name, rest = words.partition(names[0])
    between, other, end = rest.partition(names[1])
    return f"{before}{name}{between.rstrip()}", f"{other}{end}"


def _is_held(text: str, measure: QFontMetrics, room: float, n_lines: int) -> bool:
    if n_lines == 1:
        return measure.horizontalAdvance(text) <= room
    taken = measure.boundingRect(QRect(0, 0, max(int(room), 1), ENDLESS), WRAPS, text)
    return taken.height() <= n_lines * measure.lineSpacing() and taken.width() <= room


def _with_names(words: str, names: Sequence[str], measure: QFontMetrics, budget: float) -> str:
    between, rest = [], words
    for name in names:
        before, _, rest = rest.partition(name)
        between.append(before)
    kept = sum(measure.horizontalAdvance(each) for each in (*between, rest))
    widths = [float(measure.horizontalAdvance(name)) for name in names]
    rooms = _shares(widths, max(budget - kept, 0.0))
    short = [shortened(name, measure, each) for name, each in zip(names, rooms, strict=True)]
    return "".join(a + b for a, b in zip(between, short, strict=True)) + rest


def _shares(widths: Sequence[float], room: float) -> list[float]:
    """What each may take: all alike, but nobody more than they need."""
    shares = dict.fromkeys(range(len(widths)), 0.0)
    left = len(widths)
    for place in sorted(shares, key=widths.__getitem__):
        shares[place] = min(widths[place], room / left)
        room -= shares[place]
        left -= 1
    return list(shares.values())
