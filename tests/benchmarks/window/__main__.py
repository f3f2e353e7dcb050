"""One measurement in a process of its own; prints what it found as JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path


def main() -> None:
    """Measure what the command line names: what, the study, and a number."""
    what, study, number = sys.argv[1], Path(sys.argv[2]), float(sys.argv[3])
    if what == "starting":
        from tests.benchmarks.window.starting import starting

        found = starting(study, number)
    elif what == "answering":
        from tests.benchmarks.window.answering import answering

        found = answering(study, int(number))
    elif what == "importing":
        from tests.benchmarks.window.importing import importing

        found = importing(study)
    else:
        from tests.benchmarks.window import dragging

        found = {"dragging": dragging.dragging, "scrubbing": dragging.scrubbing}[what](study)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
