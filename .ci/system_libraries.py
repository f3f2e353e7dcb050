"""Asks the loader which shared libraries Qt lacks on this machine, and gets or names them.

Run by the environment's own interpreter: ``python .ci/system_libraries.py offscreen`` for the
tests, ``python .ci/system_libraries.py window`` for a real window. Does nothing but on Linux.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from pathlib import Path

MODULES = (
    *("Core", "DBus", "Gui", "Multimedia", "Network", "OpenGL", "OpenGLWidgets"),
    *("PrintSupport", "Svg", "SvgWidgets", "Test", "Widgets"),
)

# The program runs without sound, and says so; for a window it is installed where that is possible.
OPTIONAL = frozenset({"libpulse.so.0"})

# Packages that are not named after their library.
EXCEPTIONS = {
    "libbrotlicommon.so.1": "libbrotli1",
    "libbrotlidec.so.1": "libbrotli1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libz.so.1": "zlib1g",
}


def qt_files(qt: Path, purpose: str) -> list[Path]:
    """Libraries and plugins of Qt that the program loads for this purpose."""
    plugins = qt / "plugins"
    files = [qt / "lib" / f"libQt6{module}.so.6" for module in MODULES]
    files += [*plugins.glob("iconengines/*.so"), *plugins.glob("imageformats/*.so")]
    files.append(plugins / "platforms/libqoffscreen.so")
    if purpose == "window":
        files.append(plugins / "platforms/libqxcb.so")
        if "WAYLAND_DISPLAY" in os.environ:
            files.append(plugins / "platforms/libqwayland.so")
    return [file for file in files if file.exists()]


def parse_missing(ldd_output: str, *, with_optional: bool = False) -> list[str]:
    """Names of the libraries that ``ldd`` did not find and the program cannot do without."""
    missing = re.findall(r"^\s*(\S+) => not found", ldd_output, flags=re.MULTILINE)
    return sorted(set(missing) - (frozenset() if with_optional else OPTIONAL))


def package_candidates(soname: str) -> list[str]:
    """Debian packages that may hold a library, likeliest first.

    The convention is name and version run together, with a dash where the name ends in a
    digit; ``t64`` is how releases since 2024 mark packages rebuilt for 64-bit time.
    """
    if soname in EXCEPTIONS:
        package = EXCEPTIONS[soname]
    else:
        name, _, version = soname.partition(".so.")
        dash = "-" if version and name[-1].isdigit() else ""
        package = f"{name}{dash}{version}".lower().replace("_", "-")
    return [package, f"{package}t64"]


def find_packages(
    sonames: Iterable[str], is_known: Callable[[str], bool]
) -> tuple[list[str], list[str]]:
    """Packages to install, and the libraries for which no package is known."""
    packages, homeless = set(), []
    for soname in sonames:
        package = next(filter(is_known, package_candidates(soname)), None)
        if package is None:
            homeless.append(soname)
        else:
            packages.add(package)
    return sorted(packages), homeless


def apt_knows(package: str) -> bool:
    """Whether this machine's package lists can install it."""
    policy = _output("apt-cache", "policy", package)
    return "Candidate:" in policy and "Candidate: (none)" not in policy


def advice(packages: list[str], homeless: list[str]) -> str:
    """What to do, as one line that can be copied where there is one."""
    if packages:
        return f"sudo apt-get install -y {' '.join(packages)}"
    if shutil.which("apt-get"):
        return "sudo apt-get update   (the package lists do not know them; then try again)"
    return f"Install {', '.join(homeless)} with this system's package manager."


def missing_libraries(files: list[Path], *, with_optional: bool = False) -> list[str]:
    """Libraries that the loader does not find for these files."""
    return parse_missing(_output("ldd", *map(str, files)), with_optional=with_optional)


def install(sonames: list[str]) -> None:
    """Install what is missing with apt, as root."""
    print(f"Installing system libraries for Qt: {', '.join(sonames)}", flush=True)
    _apt_get("update")
    packages, _ = find_packages(sonames, apt_knows)
    if packages:
        _apt_get("install", "-y", "--no-install-recommends", *packages)


def main(purpose: str) -> int:
    """Return 0 when Qt can be loaded, else say what is missing and return 1."""
    spec = find_spec("PySide6")
    if not sys.platform.startswith("linux") or spec is None or not shutil.which("ldd"):
        return 0
    qt = Path(next(iter(spec.submodule_search_locations or ()))) / "Qt"
    files = qt_files(qt, purpose)
    missing = missing_libraries(files)
    if os.geteuid() == 0 and shutil.which("apt-get"):
        if missing:
            install(missing)
            missing = missing_libraries(files)
        # By itself and last, so that nothing else depends on whether it can be had.
        optional = missing_libraries(files, with_optional=True) if purpose == "window" else []
        if optional and not missing:
            install(optional)
    if not missing:
        return 0
    has_apt = shutil.which("apt-cache") is not None
    packages, homeless = find_packages(missing, apt_knows if has_apt else lambda _: False)
    print(f"Qt needs libraries that this system lacks: {', '.join(missing)}.", file=sys.stderr)
    print(advice(packages, homeless), file=sys.stderr)
    return 1


def _apt_get(*arguments: str) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", "-qq", *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"{' '.join(command)}:\n{done.stderr.strip()}", file=sys.stderr)


def _output(*command: str) -> str:
    environment = {**os.environ, "LC_ALL": "C"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return done.stdout


if __name__ == "__main__":
    if sys.argv[1:] not in (["offscreen"], ["window"]):
        sys.exit("usage: system_libraries.py offscreen|window")
    sys.exit(main(sys.argv[1]))
