"""Habits of the house that no type checker sees: what slots are, where errors end, names."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "prefstudio"
BROAD = {"Exception", "BaseException"}

ERRORS_END_IN = {
    "cli/running.py": "the end of a command: a fault becomes words and an exit code",
    "studio/engine_thread.py": "the thread that computes goes on after a request that failed",
    "studio/chores.py": "a chore's thread ends with its error, which its owner is told",
    "studio/overrides.py": "Qt called it and cannot take an exception; the hook hears of it",
    "studio/media/workshop.py": "a pool's thread; the card says that it could not be shown",
    "studio/new_study/reader.py": "another process, which sends the error instead of dying of it",
}
"""Where a broad except may keep an error to itself, and why; elsewhere it must raise again."""


def trees(folder: Path) -> Iterator[tuple[str, ast.Module]]:
    """Every file of a folder, by its path in the package."""
    for path in sorted(folder.rglob("*.py")):
        yield path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def no_methods(tree: ast.Module) -> list[int]:
    """Lines in which something is connected that is no method: a lambda, partial or function."""
    found: list[int] = []
    for function in ast.walk(tree):
        if isinstance(function, (ast.FunctionDef, ast.Lambda, ast.Module)):
            made = _made_in(function)
            for call in ast.walk(function):
                if _is_connect(call) and any(_is_made(each, made) for each in _slots(call)):
                    found.append(call.lineno)  # type: ignore[attr-defined]
    return sorted(set(found))


def _is_connect(node: ast.AST) -> bool:
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    return is_call and node.func.attr in ("connect", "singleShot")  # type: ignore[attr-defined]


def _slots(call: ast.AST) -> list[ast.expr]:
    assert isinstance(call, ast.Call)
    return [*call.args, *(each.value for each in call.keywords)]


def _made_in(function: ast.AST) -> set[str]:
    """Names of functions within a function, and of variables that hold a lambda or partial."""
    made = set()
    for node in ast.walk(function):
        is_inner = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        if is_inner and node is not function and not isinstance(function, ast.Module):
            made.add(node.name)  # type: ignore[attr-defined]
        if isinstance(node, ast.Assign) and _is_made(node.value, set()):
            made |= {each.id for each in node.targets if isinstance(each, ast.Name)}
    return made


def _is_made(value: ast.expr, made: set[str]) -> bool:
    if isinstance(value, ast.Call):
        name = value.func.attr if isinstance(value.func, ast.Attribute) else ""
        return (value.func.id if isinstance(value.func, ast.Name) else name) == "partial"
    return isinstance(value, ast.Lambda) or (isinstance(value, ast.Name) and value.id in made)


def kept_errors(tree: ast.Module) -> list[int]:
    """Lines in which any error is caught, or suppressed, and not raised again."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler):
            is_kept = not isinstance(node.body[-1], ast.Raise)
            if is_kept and (node.type is None or _is_broad(node.type)):
                found.append(node.lineno)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("suppress"):
            found += [node.lineno] if any(map(_is_broad, node.args)) else []
    return found


def _is_broad(kind: ast.expr) -> bool:
    return any(isinstance(each, ast.Name) and each.id in BROAD for each in ast.walk(kind))


def test_slots_are_methods() -> None:
    faults = [f"{file}:{line}" for file, tree in trees(PACKAGE / "studio")
              for line in no_methods(tree)]  # fmt: skip
    assert faults == []


def test_errors_end_where_they_may() -> None:
    places = {file: lines for file, tree in trees(PACKAGE) if (lines := kept_errors(tree))}
    assert set(places) == set(ERRORS_END_IN), places
    assert {file: len(lines) for file, lines in places.items()} == dict.fromkeys(ERRORS_END_IN, 1)


def test_a_class_of_the_window_has_a_name_of_its_own() -> None:
    places: dict[str, list[str]] = {}
    for file, tree in trees(PACKAGE / "studio"):
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(file)
    assert {name: files for name, files in places.items() if len(files) > 1} == {}


@pytest.mark.parametrize(
    "text",
    [
        "button.clicked.connect(lambda: 1)",
        "button.clicked.connect(partial(self.do, 1))",
        "button.clicked.connect(functools.partial(self.do, 1))",
        "button.clicked.connect(slot=partial(self.do, 1))",
        "def build(self):\n    do = partial(self.do, 1)\n    button.clicked.connect(do)",
        "def build(self):\n    def do(): ...\n    button.clicked.connect(do)",
        "QTimer.singleShot(0, lambda: 1)",
    ],
)
def test_what_is_no_method_is_caught(text: str) -> None:
    assert len(no_methods(ast.parse(text))) == 1


def test_methods_are_let_through() -> None:
    text = "def build(self, do):\n    a.b.connect(self.do)\n    a.b.connect(c.d.emit)"
    assert no_methods(ast.parse(f"{text}\n    a.b.connect(do)")) == []


@pytest.mark.parametrize(
    ("text", "is_kept"),
    [
        ("except:\n    pass", True),
        ("except Exception:\n    log()", True),
        ("except (OSError, Exception) as error:\n    keep(error)", True),
        ("except BaseException:\n    close()\n    raise", False),
        ("except Exception as error:\n    raise DataError() from error", False),
        ("except OSError:\n    pass", False),
    ],
)
def test_an_error_that_is_kept_is_caught(text: str, is_kept: bool) -> None:
    assert bool(kept_errors(ast.parse(f"try:\n    do()\n{text}"))) is is_kept
    assert kept_errors(ast.parse("with contextlib.suppress(Exception):\n    do()")) == [1]
