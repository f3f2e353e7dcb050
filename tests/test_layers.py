"""Imports point one way: engine, study, lab, studio; and only the studio knows Qt."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = "prefstudio"

# Which parts of the package a part may import; "" stands for the package's own __init__.
MAY_IMPORT = {
    "": set(),
    "engine": {"", "engine"},
    "study": {"", "engine", "study"},
    "lab": {"", "engine", "study", "lab"},
    "studio": {"", "engine", "study", "lab", "studio"},
    "cli": {"", "engine", "study", "lab", "studio", "cli"},
    "__main__": {"", "cli"},
}
ENGINE_LIBRARIES = {"numpy", "scipy", "networkx"}
WINDOW_LIBRARIES = {"PySide6", "shiboken6", "pyqtgraph", "qtawesome"}


class Import(NamedTuple):
    """One import of one module; a lazy one stands inside a function."""

    line: int
    module: str
    lazy: bool


def imports_of(path: Path, root: Path) -> Iterator[Import]:
    """All imports of a file, with relative ones resolved."""
    parts = path.relative_to(root).with_suffix("").parts
    package = ".".join(parts[:-1])
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
    lazy = {
        id(inner)
        for outer in ast.walk(tree)
        if isinstance(outer, functions)
        for inner in ast.walk(outer)
    }
    for node in ast.walk(tree):
        for module in _modules(node, package):
            yield Import(getattr(node, "lineno", 0), module, id(node) in lazy)


def _modules(node: ast.AST, package: str) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        base = _absolute("." * node.level + (node.module or ""), package)
        # "from prefstudio import studio" names the part only in its second half.
        return [f"{base}.{alias.name}" for alias in node.names] if base == PACKAGE else [base]
    if isinstance(node, ast.Call) and _is_import_call(node.func):
        names = [argument.value for argument in node.args[:1] if isinstance(argument, ast.Constant)]
        return [_absolute(str(name), package) for name in names]
    return []


def _is_import_call(function: ast.expr) -> bool:
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name in {"import_module", "__import__"}


def _absolute(name: str, package: str) -> str:
    module = name.lstrip(".")
    level = len(name) - len(module)
    if level == 0:
        return module
    parents = package.split(".")
    base = parents[: len(parents) - level + 1]
    return ".".join([*base, module] if module else base)


def fault(path: Path, found: Import, root: Path) -> str | None:
    """What is wrong with one import, or None."""
    inside = path.relative_to(root / PACKAGE).with_suffix("").parts
    part = "" if inside == ("__init__",) else inside[0]
    top, _, rest = found.module.partition(".")
    if top == PACKAGE:
        return _inner_fault(part, found, rest.partition(".")[0])
    if top in sys.stdlib_module_names:
        return None
    if top in WINDOW_LIBRARIES and part != "studio":
        return "only the studio knows the window"
    if top == "networkx" and inside != ("engine", "link_graph"):
        return "networkx belongs to engine/link_graph.py"
    if part == "engine" and top not in ENGINE_LIBRARIES:
        return "the engine needs numpy and scipy only"
    return None


def _inner_fault(part: str, found: Import, target: str) -> str | None:
    target = "" if target == "__version__" else target
    if target not in MAY_IMPORT.get(part, set()):
        return "points the wrong way"
    if part == "cli" and target == "studio" and not found.lazy:
        return "commands must start without the window: import it inside the function"
    return None


def faults(root: Path) -> list[str]:
    """Every wrong import below ``root/prefstudio``, as "file:line: module: why"."""
    found = []
    for path in sorted((root / PACKAGE).rglob("*.py")):
        file = path.relative_to(root).as_posix()
        for each in imports_of(path, root):
            why = fault(path, each, root)
            if why:
                found.append(f"{file}:{each.line}: {each.module}: {why}")
    return found


def test_imports_point_one_way() -> None:
    assert faults(ROOT) == []


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("engine/ep.py", "import prefstudio.study.store"),
        ("engine/ep.py", "from prefstudio import study"),
        ("engine/ep.py", "from ..study import store"),
        ("engine/ep.py", "from .. import lab"),
        ("engine/ep.py", "from PySide6.QtCore import QObject"),
        ("engine/ep.py", "import pandas"),
        ("engine/ep.py", "import networkx"),
        ("engine/criteria/loss.py", "from ...study.items import Item"),
        ("engine/__init__.py", "from ..study import items"),
        ("study/store.py", "def late() -> None:\n    import pyqtgraph"),
        ("study/store.py", "from prefstudio.lab import people"),
        ("study/store.py", "import networkx as nx"),
        ("study/store.py", "import importlib\nimportlib.import_module('prefstudio.studio.app')"),
        ("study/store.py", "from importlib import import_module\nimport_module('..studio', 'x')"),
        ("study/store.py", "__import__('PySide6')"),
        ("lab/people.py", "if True:\n    from prefstudio.studio import app"),
        ("studio/app.py", "from prefstudio import cli"),
        ("cli/running.py", "from prefstudio.studio.app import open_window"),
        ("cli/running.py", "from ..studio import app"),
        ("cli/__init__.py", "from prefstudio.studio.app import open_window"),
        ("cli/running.py", "def main() -> int:\n    from PySide6 import QtWidgets"),
        ("cli/running.py", "import networkx"),
        ("__main__.py", "from prefstudio.studio import app"),
        ("__init__.py", "from prefstudio.engine import ep"),
        ("helpers.py", "from prefstudio.engine import ep"),
    ],
)
def test_a_wrong_import_is_caught(tmp_path: Path, file: str, text: str) -> None:
    _write(tmp_path, file, text)
    (message,) = faults(tmp_path)
    assert message.startswith(f"prefstudio/{file}:")


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("engine/ep.py", "import math\nimport numpy as np\nfrom scipy.special import ndtr"),
        ("engine/ep.py", "from .probit import moments\nfrom prefstudio.engine import linalg"),
        ("engine/link_graph.py", "import networkx as nx"),
        ("study/store.py", "import sqlite3\nfrom prefstudio import __version__"),
        ("study/store.py", "from ..engine import posterior"),
        ("lab/people.py", "from prefstudio.study.items import Item"),
        ("studio/app.py", "from PySide6 import QtWidgets\nfrom prefstudio.lab import people"),
        ("cli/running.py", "def main() -> int:\n    from prefstudio.studio.app import open_window"),
        ("cli/answer.py", "from prefstudio.cli.command import Command"),
        (
            "cli/answer.py",
            "from prefstudio.study.store import open_study\nfrom .command import Answer",
        ),
        ("__main__.py", "from prefstudio.cli import main"),
    ],
)
def test_a_right_import_is_let_through(tmp_path: Path, file: str, text: str) -> None:
    _write(tmp_path, file, text)
    assert faults(tmp_path) == []


def _write(root: Path, file: str, text: str) -> None:
    path = root / PACKAGE / file
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")


IMPORT_ALL = """
import importlib, pkgutil, sys
for name in ("PySide6", "shiboken6", "pyqtgraph"):
    sys.modules[name] = None  # any import of it now raises ImportError
for part in sys.argv[1:]:
    package = importlib.import_module(part)
    for module in pkgutil.walk_packages(package.__path__, part + "."):
        importlib.import_module(module.name)
        print(module.name)
"""


def test_all_but_the_studio_work_without_qt() -> None:
    parts = ["prefstudio.engine", "prefstudio.study", "prefstudio.lab", "prefstudio.cli"]
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL, *parts], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "prefstudio.study.resources" in done.stdout.split()
