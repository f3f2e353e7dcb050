"""The script that asks the loader what Qt lacks."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parent.parent / ".ci" / "system_libraries.py"

LDD_OUTPUT = """\
/somewhere/libQt6Gui.so.6:
\tlinux-vdso.so.1 (0x00007ffd2b9c9000)
\tlibEGL.so.1 => not found
\tlibQt6Core.so.6 => /somewhere/libQt6Core.so.6 (0x00007f3c5d200000)
\tlibfontconfig.so.1 => /lib/x86_64-linux-gnu/libfontconfig.so.1 (0x00007f3c5d1b0000)
/somewhere/libQt6Multimedia.so.6:
\tlibpulse.so.0 => not found
\tlibEGL.so.1 => not found
\tlibxkbcommon.so.0 => not found
\t/lib64/ld-linux-x86-64.so.2 (0x00007f3c5e9f0000)
"""


@pytest.fixture(scope="module")
def libraries() -> ModuleType:
    spec = importlib.util.spec_from_file_location("system_libraries", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_missing_libraries_are_named_once_and_sound_is_optional(libraries: ModuleType) -> None:
    assert libraries.parse_missing(LDD_OUTPUT) == ["libEGL.so.1", "libxkbcommon.so.0"]


@pytest.mark.parametrize(
    ("purpose", "installed"),
    [("window", [["libEGL.so.1"], ["libpulse.so.0"]]), ("offscreen", [["libEGL.so.1"]])],
)
def test_sound_is_installed_for_a_window_after_what_must_be(
    libraries: ModuleType, monkeypatch: pytest.MonkeyPatch, purpose: str, installed: list[list[str]]
) -> None:
    missing, asked = {"libEGL.so.1", "libpulse.so.0"}, []

    def install(sonames: list[str]) -> None:
        asked.append(sonames)
        missing.difference_update({"libEGL.so.1"})  # sound cannot be had

    def ldd(*_: str) -> str:
        return "".join(f"\t{name} => not found\n" for name in sorted(missing))

    monkeypatch.setattr(libraries, "install", install)
    monkeypatch.setattr(libraries, "_output", ldd)
    monkeypatch.setattr(libraries.shutil, "which", str)
    monkeypatch.setattr(libraries.os, "geteuid", int)
    assert libraries.main(purpose) == 0
    assert asked == installed


def test_nothing_is_missing_when_all_is_found(libraries: ModuleType) -> None:
    found = "\n".join(line for line in LDD_OUTPUT.splitlines() if "not found" not in line)
    assert libraries.parse_missing(found) == []


# Pairs as Debian 12 has them, read from its package index.
@pytest.mark.parametrize(
    ("soname", "package"),
    [
        ("libEGL.so.1", "libegl1"),
        ("libGL.so.1", "libgl1"),
        ("libX11-xcb.so.1", "libx11-xcb1"),
        ("libdbus-1.so.3", "libdbus-1-3"),
        ("libfontconfig.so.1", "libfontconfig1"),
        ("libpulse.so.0", "libpulse0"),
        ("libgcc_s.so.1", "libgcc-s1"),
        ("libglib-2.0.so.0", "libglib2.0-0"),
        ("libgssapi_krb5.so.2", "libgssapi-krb5-2"),
        ("libstdc++.so.6", "libstdc++6"),
        ("libxcb-cursor.so.0", "libxcb-cursor0"),
        ("libxcb-icccm.so.4", "libxcb-icccm4"),
        ("libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
        ("libz.so.1", "zlib1g"),
    ],
)
def test_first_candidate_is_the_package_of_debian_12(
    libraries: ModuleType, soname: str, package: str
) -> None:
    assert libraries.package_candidates(soname)[0] == package


def test_only_packages_that_exist_are_named(libraries: ModuleType) -> None:
    known = {"libegl1", "libglib2.0-0t64"}
    sonames = ["libEGL.so.1", "libglib-2.0.so.0", "libgthread-2.0.so.0", "libmystery.so.7"]
    packages, homeless = libraries.find_packages(sonames, known.__contains__)
    assert packages == ["libegl1", "libglib2.0-0t64"]
    assert homeless == ["libmystery.so.7"]


def test_advice_is_one_line_to_copy(libraries: ModuleType) -> None:
    line = libraries.advice(["libegl1", "libgl1"], [])
    assert line == "sudo apt-get install -y libegl1 libgl1"


def test_without_apt_the_libraries_are_named(
    libraries: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(libraries.shutil, "which", lambda _: None)
    assert "libEGL.so.1, libGL.so.1" in libraries.advice([], ["libEGL.so.1", "libGL.so.1"])


def test_a_window_needs_more_than_the_tests_do(libraries: ModuleType, tmp_path: Path) -> None:
    platforms = tmp_path / "plugins" / "platforms"
    platforms.mkdir(parents=True)
    for plugin in ("libqoffscreen.so", "libqxcb.so"):
        (platforms / plugin).touch()
    names = {
        purpose: [file.name for file in libraries.qt_files(tmp_path, purpose)]
        for purpose in ("offscreen", "window")
    }
    assert names == {
        "offscreen": ["libqoffscreen.so"],
        "window": ["libqoffscreen.so", "libqxcb.so"],
    }
