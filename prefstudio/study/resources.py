"""Where the program's own files lie: fonts, icons, help pages and the sample studies."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def resource(name: str) -> Path:
    """Find a file or folder of ``resources/``.

    Parameters
    ----------
    name : str
        Path below ``resources/`` with forward slashes, such as ``"fonts/DejaVuSans.ttf"``.

    Raises
    ------
    FileNotFoundError
        When the installation lacks it.
    """
    return _find("resources", name)


def sample(name: str) -> Path:
    """Find a file or folder of ``sample_data/``.

    Parameters
    ----------
    name : str
        Path below ``sample_data/`` with forward slashes, such as ``"six-papers"``.

    Raises
    ------
    FileNotFoundError
        When the installation lacks it.
    """
    return _find("sample_data", name)


def _find(folder: str, name: str) -> Path:
    path = _home(folder) / name
    if not path.exists():
        raise FileNotFoundError(
            f"PrefStudio's own file {folder}/{name} is missing; install PrefStudio again."
        )
    return path


def _home(folder: str) -> Path:
    # A wheel carries the folder inside the package; a checkout, and with it an editable
    # install, has it beside the package.
    inside = _PACKAGE / folder
    return inside if inside.is_dir() else _PACKAGE.parent / folder
