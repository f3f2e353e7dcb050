"""The wheel carries the program's own files, and the build files say each thing once."""

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import prefstudio
from prefstudio.study.resources import resource, sample

ROOT = Path(__file__).parent.parent
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def run(*command: str | Path, cwd: Path, **variables: str) -> str:
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    options = ["--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
    run(sys.executable, "-m", "pip", "wheel", *options, "-w", folder, ROOT, cwd=folder)
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with nothing but the installed wheel; the dependencies come from here."""
    folder = tmp_path_factory.mktemp("installed")
    options = ["--quiet", "--no-index", "--no-deps", "--target", folder]
    run(sys.executable, "-m", "pip", "install", *options, wheel, cwd=folder)
    return folder


@pytest.mark.parametrize("folder", ["resources", "sample_data"])
def test_wheel_carries_every_file_of(folder: str, wheel: Path) -> None:
    files = [path.relative_to(ROOT) for path in (ROOT / folder).rglob("[!.]*") if path.is_file()]
    expected = {f"prefstudio/{path.as_posix()}" for path in files}
    with zipfile.ZipFile(wheel) as archive:
        carried = {name for name in archive.namelist() if name.startswith(f"prefstudio/{folder}/")}
    assert carried == expected
    assert carried


def test_wheel_carries_no_tests_and_has_the_version(wheel: Path) -> None:
    assert wheel.name.startswith(f"prefstudio-{prefstudio.__version__}-py3-none-any")
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.split("/")[0] for name in archive.namelist()}
    assert tops == {"prefstudio", f"prefstudio-{prefstudio.__version__}.dist-info"}


def test_installed_wheel_finds_its_files_from_another_folder(
    installed: Path, tmp_path: Path
) -> None:
    code = (
        "from prefstudio.study.resources import resource, sample;"
        "print(resource('fonts/Inter-Regular.ttf')); print(sample('.'))"
    )
    output = run(sys.executable, "-c", code, cwd=tmp_path, PYTHONPATH=str(installed))
    font, samples = map(Path, output.splitlines())
    assert font == installed / "prefstudio/resources/fonts/Inter-Regular.ttf"
    assert samples == installed / "prefstudio/sample_data"


def test_installed_program_starts_from_another_folder(installed: Path, tmp_path: Path) -> None:
    python_path = {"PYTHONPATH": str(installed)}
    output = run(sys.executable, "-m", "prefstudio", "--help", cwd=tmp_path, **python_path)
    assert "prefstudio" in output
    assert (installed / "bin" / "prefstudio").exists() or os.name == "nt"


def test_checkout_finds_its_files_and_names_a_missing_one() -> None:
    assert resource("fonts/DejaVuSans.ttf") == ROOT / "resources/fonts/DejaVuSans.ttf"
    assert sample(".") == ROOT / "sample_data"
    with pytest.raises(FileNotFoundError, match="resources/fonts/no-such-font"):
        resource("fonts/no-such-font.ttf")


def test_every_font_has_its_licence_beside_it() -> None:
    fonts = list(resource("fonts").glob("*.ttf"))
    assert len(fonts) == 6
    for font in fonts:
        family = font.stem.split("-")[0]
        assert (font.parent / f"{family}-LICENSE.txt").is_file()


def test_version_is_written_once() -> None:
    files = [ROOT / "pyproject.toml", *(ROOT / "prefstudio").rglob("*.py")]
    quoted = re.compile(rf"""["']{re.escape(prefstudio.__version__)}["']""")
    places = [path for path in files if quoted.search(path.read_text(encoding="utf-8"))]
    assert places == [ROOT / "prefstudio" / "__init__.py"]


def test_lock_names_no_index_and_no_machine() -> None:
    assert "://" not in LOCK
    assert not re.search(r"^\s*-", LOCK.replace("    --hash=sha256:", ""), re.MULTILINE)
    assert not re.search(r"(^|\s)/\w", LOCK, re.MULTILINE)


def test_lock_has_every_dependency_with_hashes() -> None:
    entries = re.findall(r"^([a-z0-9.-]+)==\S+[^\n]*\\\n(    --hash=)?", LOCK, re.MULTILINE)
    assert all(hashed for _, hashed in entries)
    wanted = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["dev"]]
    names = {re.split(r"[<>=!~ ]", wish)[0].lower() for wish in wanted}
    assert names - {name for name, _ in entries} == set()
