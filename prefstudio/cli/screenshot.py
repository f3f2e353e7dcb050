"""``screenshot``: a picture of the window, drawn without a display."""

from __future__ import annotations

import argparse
import os
import re
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from prefstudio.cli.command import Answer, Command, UsageError
from prefstudio.study.errors import DataError

WELCOME = "welcome"
LAYOUTS = ("explore", "classroom", "analysis")
THEMES = ("light", "dark")
SMALLEST, LARGEST = 400, 8000
LARGEST_SCALE = 4.0
_SIZE = re.compile("([0-9]{1,5})[x×]([0-9]{1,5})")


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "study",
        metavar="STUDY|welcome",
        help="a .prefstudio file or the folder of a study, which stay as they are; or welcome, "
        "the page with the samples",
    )
    parser.add_argument("--out", metavar="X.png", type=Path, required=True, help="the picture")
    parser.add_argument(
        "--layout",
        type=str.lower,
        choices=LAYOUTS,
        default=LAYOUTS[0],
        help="how the window is arranged (default: explore); classroom shows the last step",
    )
    parser.add_argument("--theme", type=str.lower, choices=THEMES, default=THEMES[0])
    parser.add_argument(
        "--size",
        metavar="WxH",
        type=_size,
        default=(1600, 1000),
        help="width and height of the window (default: 1600x1000)",
    )
    parser.add_argument(
        "--scale",
        metavar="N",
        type=_scale,
        default=1.0,
        help="how many times as large the picture is (default: 1)",
    )


def _size(text: str) -> tuple[int, int]:
    found = _SIZE.fullmatch(text)
    sides = (int(found[1]), int(found[2])) if found else (0, 0)
    if not all(SMALLEST <= side <= LARGEST for side in sides):
        raise argparse.ArgumentTypeError(
            f"give width and height from {SMALLEST} to {LARGEST}, such as 1280x800"
        )
    return sides


def _scale(text: str) -> float:
    try:
        scale = float(text)
    except ValueError:
        scale = 0.0
    if not 1.0 <= scale <= LARGEST_SCALE:
        raise argparse.ArgumentTypeError(f"give a number from 1 to {LARGEST_SCALE:g}")
    return scale


def _run(options: argparse.Namespace) -> Answer:
    out: Path = options.out
    if out.suffix.lower() != ".png":
        raise UsageError(f"--out {out}: the picture is a PNG; give a name that ends in .png.")
    if not out.absolute().parent.is_dir():
        raise DataError(out, "its folder is not there", remedy="Make the folder first.")
    width, height = _drawn(options)
    return {"file": str(out), "width": width, "height": height}


def _drawn(options: argparse.Namespace) -> tuple[int, int]:
    study = None if options.study == WELCOME else Path(options.study)
    with tempfile.TemporaryDirectory() as home, _environment(_offscreen(home, options.scale)):
        try:
            # Qt reads the environment once, when it starts.
            from prefstudio.studio.screenshot import PictureWanted, save
        except ImportError as error:
            raise UsageError(f"a picture needs what is not installed here ({error}).") from error
        return save(PictureWanted(study, options.layout, options.theme, options.size), options.out)


def _offscreen(home: str, scale: float) -> Mapping[str, str]:
    """No display, no window that a person left somewhere, and none that it would change."""
    return {
        "QT_QPA_PLATFORM": "offscreen",
        "QT_SCALE_FACTOR": f"{scale:g}",
        "PREFSTUDIO_HOME": home,
        "QT_LOGGING_RULES": "default.warning=false",  # what Qt lacks without a display
    }


@contextmanager
def _environment(changed: Mapping[str, str]) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in changed}
    os.environ.update(changed)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _readable(answer: Answer) -> list[str]:
    return [f"{answer['file']}  {answer['width']} × {answer['height']}"]


SCREENSHOT = Command("screenshot", "draw a picture of the window", _add_options, _run, _readable)
