"""The sample studies, made by code: one study a file, each with ``make(folder)``."""

from collections.abc import Callable, Mapping
from pathlib import Path

from tests.samples import cars, research_papers, shapes, spiral, twelve_sounds

STUDIES: Mapping[str, Callable[[Path], None]] = {
    "twelve-sounds": twelve_sounds.make,
    "cars": cars.make,
    "spiral": spiral.make,
    "research-papers": research_papers.make,
    "shapes": shapes.make,
}
"""What makes each study, by the name of its folder."""


def make_all(folder: Path) -> None:
    """Write every study into a folder of its own below `folder`."""
    for name, make in STUDIES.items():
        make(folder / name)
