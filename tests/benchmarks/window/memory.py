"""How much memory this process takes."""

from __future__ import annotations

import resource
import sys
from pathlib import Path

STATUS = Path("/proc/self/status")


def megabytes() -> float:
    """The resident set now, or at its largest where the system does not tell."""
    if not STATUS.exists():
        return peak_megabytes()
    (line,) = (each for each in STATUS.read_text().splitlines() if each.startswith("VmRSS"))
    return int(line.split()[1]) * 1024 / 1e6


def peak_megabytes() -> float:
    """The largest resident set so far, in megabytes of 1,000,000 bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak * 1024 / 1e6
