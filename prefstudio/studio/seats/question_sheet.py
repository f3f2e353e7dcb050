"""The pairs of all seats as a sheet of questions: to be copied as text, or printed."""

from __future__ import annotations

import html
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF
from PySide6.QtGui import QFont, QPageLayout, QPageSize, QPdfWriter, QTextDocument

from prefstudio.engine.control import Control
from prefstudio.studio.whole_file import write_whole
from prefstudio.study.errors import DataError
from prefstudio.study.items import Item

BOX = "☐"
MARGIN = 18.0  # mm
POINTS = 12.0
_STYLE = ".text { font-size: 10pt; }"
_SPACE = "<tr><td>&nbsp;</td></tr>"  # between pairs


@dataclass(frozen=True, slots=True)
class QuestionSheet:
    """What is asked at the seats, without anything that would tell what is expected.

    Attributes
    ----------
    title, question
        Of the study; the question may be empty.
    pairs
        A and B of every seat.
    tie_label
        What no preference is called; empty where the study allows none.
    """

    title: str
    question: str
    pairs: tuple[tuple[Item, Item], ...]
    tie_label: str = ""

    @property
    def text(self) -> str:
        """The sheet as lines of text."""
        head = [self.title, *([self.question] if self.question else []), ""]
        return "\n".join([*head, *(self._line(*each) for each in enumerate(self.pairs, 1))])

    @property
    def html(self) -> str:
        """The sheet as a page."""
        rows = _SPACE.join(self._row(*each) for each in enumerate(self.pairs, 1))
        return (
            f"<style>{_STYLE}</style><h1>{html.escape(self.title)}</h1>"
            f"<p>{html.escape(self.question)}</p><table>{rows}</table>"
        )

    def _line(self, number: int, pair: tuple[Item, Item]) -> str:
        names = [each.name for each in pair]
        return f"{number}. {f'   {BOX} '.join(['', *names, *self._ties]).strip()}"

    def _row(self, number: int, pair: tuple[Item, Item]) -> str:
        cells = "".join(f"<td>{BOX}&nbsp;{_told(each)}</td>" for each in pair)
        ties = "".join(f"<td>{BOX}&nbsp;{html.escape(each)}</td>" for each in self._ties)
        return f"<tr><td>{number}.</td>{cells}{ties}</tr>"

    @property
    def _ties(self) -> list[str]:
        return [self.tie_label] if self.tie_label else []


@dataclass(frozen=True, slots=True)
class SheetWork:
    """Writes a sheet as a PDF file; an earlier one stays until all of it is written."""

    sheet: QuestionSheet
    path: Path

    def __call__(self, control: Control) -> Path:
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        writer = QPdfWriter(buffer)
        writer.setTitle(self.sheet.title)
        margins = QMarginsF(MARGIN, MARGIN, MARGIN, MARGIN)
        portrait, millimetres = QPageLayout.Orientation.Portrait, QPageLayout.Unit.Millimeter
        page = QPageSize(QPageSize.PageSizeId.A4)
        writer.setPageLayout(QPageLayout(page, portrait, margins, millimetres))
        document = QTextDocument()
        document.setDefaultFont(_print_font())
        document.setHtml(self.sheet.html)
        document.print_(writer)
        try:
            write_whole(self.path, bytes(buffer.data().data()))
        except OSError as error:
            problem = f"it was not written: {error}"
            raise DataError(self.path.name, problem, remedy="Choose another place.") from error
        return self.path


def _print_font() -> QFont:
    """In points: the window's own letters are measured in pixels, of which paper has very many."""
    found = QFont()
    found.setFamilies(["Inter", "DejaVu Sans"])
    found.setPointSizeF(POINTS)
    return found


def _told(item: Item) -> str:
    text = f'<br/><span class="text">{html.escape(item.text)}</span>' if item.text else ""
    return f"<b>{html.escape(item.name)}</b>{text}"
