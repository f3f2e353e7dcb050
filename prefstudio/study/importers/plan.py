"""What is to be imported, and what a preview of it says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from prefstudio.study.errors import DataError, on_one_line
from prefstudio.study.folder import Study
from prefstudio.study.items import ItemType


@dataclass(frozen=True, slots=True)
class ComparisonColumns:
    """The columns of a table of comparisons, by their headings.

    Attributes
    ----------
    a, b
        The two items of a pair.
    winner
        Which of them was better: A or B, left or right, 1 or 0, or the id itself. Empty says
        that `a` always was.
    person
        Who answered; empty where nobody is named.
    """

    a: str
    b: str
    winner: str = ""
    person: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportPlan:
    """Which files become a study, and what is said of them beforehand.

    Attributes
    ----------
    paths
        Files and folders whose part in the study is told by their content.
    items, links, comparisons
        Files whose part is known.
    id_column, label_column, truth_column
        Columns of the table of items that hold the ids, the labels and the known utilities.
    drop_columns
        Columns of the table of items that are left out altogether.
    query
        The query of a LETOR file; None takes the first.
    ids_from
        A regular expression that is searched for in the name of each media file. The group
        ``id``, or else the first group, is the item's id; other named groups become columns, such
        as ``group``, ``label`` or ``x_rate``.
    comparison_columns
        What the columns of a table of comparisons say whose headings tell nothing.
    title
        Title of the study; empty makes one from the name of the first file.
    """

    paths: tuple[Path, ...] = ()
    items: Path | None = None
    links: tuple[Path, ...] = ()
    comparisons: tuple[Path, ...] = ()
    id_column: str | None = None
    label_column: str | None = None
    truth_column: str | None = None
    drop_columns: tuple[str, ...] = ()
    query: str | None = None
    ids_from: str | None = None
    comparison_columns: ComparisonColumns | None = None
    title: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a file that is not as it should be, and the way on. Each is one line of text.

    Attributes
    ----------
    line
        Line of the file, from 1; None where a file has no lines.
    remedy
        What can be done about it.
    left_out
        Whether a part of the file is not in the study because of it.
    meanwhile
        What a study is made without, if it is made as the file is; empty where that is not said.
    """

    file: str
    line: int | None
    message: str
    remedy: str
    left_out: bool = False
    meanwhile: str = ""

    @property
    def way_on(self) -> str:
        """What becomes of it, and what can be done about it."""
        return " ".join(part for part in (self.meanwhile, self.remedy) if part)

    def __str__(self) -> str:
        # The command line makes no study of what leaves something out, so nothing is.
        words = self.remedy if self.left_out else self.way_on
        return str(DataError(self.file, self.message, line=self.line, remedy=words))

    @classmethod
    def of(cls, error: DataError, meanwhile: str = "", *, left_out: bool = False) -> Problem:
        """Make a problem of an error, with what is done meanwhile.

        Line 0 is that of a row which stands for a file, and is not told.
        """
        message = error.message
        if error.column is not None:
            message = f"column '{error.column}': {message}"
        return cls(
            error.file,
            error.line or None,
            on_one_line(message),
            on_one_line(error.remedy or ""),
            left_out=left_out,
            meanwhile=meanwhile,
        )


@dataclass(frozen=True, slots=True)
class MediaFacts:
    """What was found out about one sound, picture or text; None is not known.

    Attributes
    ----------
    path
        The file, relative to the study, with forward slashes.
    sha256
        Hash of its content, in hexadecimal.
    rate, channels, length_s, clipped_samples
        Of a sound. Clipped is a sample at full scale that follows two others.
    width, height
        Of a picture, in pixels.
    """

    path: str
    type: ItemType
    sha256: str
    rate: int | None = None
    channels: int | None = None
    length_s: float | None = None
    clipped_samples: int | None = None
    width: int | None = None
    height: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class ImportPreview:
    """What an import would make; nothing has been written.

    Attributes
    ----------
    study
        The study as it would be founded; paths of items are relative to its folder.
    formats
        What each file was taken for, by its name.
    guessed
        What was guessed, filled in or chosen, in words.
    problems
        What is not as it should be, each with a way on.
    queries
        The queries of a LETOR file, to choose from.
    media
        What was found out about sounds, pictures and texts.
    has_seed
        Whether the files told a seed; the study has one made from its ids otherwise.
    columns
        The headings of the table of items, as its file has them.
    """

    study: Study
    formats: Mapping[str, str]
    guessed: tuple[str, ...]
    problems: tuple[Problem, ...]
    queries: tuple[str, ...] = ()
    media: tuple[MediaFacts, ...] = ()
    has_seed: bool = True
    columns: tuple[str, ...] = ()

    @property
    def items(self) -> int:
        """How many items there are."""
        return len(self.study.items)

    @property
    def features(self) -> int:
        """How many features there are; one of words counts once."""
        return len(self.study.features.columns)

    @property
    def links(self) -> dict[str, int]:
        """How many links each relation has, duplicates added up."""
        return {name: len(links.weight) for name, links in self.study.links.items()}

    @property
    def comparisons(self) -> int:
        """How many comparisons there are, each as often as it was made."""
        return sum(comparison.count for comparison in self.study.comparisons)

    @property
    def types(self) -> dict[str, int]:
        """How many items there are of each type."""
        return dict(Counter(str(item.type) for item in self.study.items))

    @property
    def is_whole(self) -> bool:
        """Whether all that the files hold is in the study."""
        return not any(problem.left_out for problem in self.problems)
