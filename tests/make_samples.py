"""Make the sample studies again: ``python -m tests.make_samples [FOLDER]``.

Without a folder, those of ``sample_data/`` are rewritten. Six papers is written by hand and is
left alone.
"""

import sys
from pathlib import Path

from tests.samples import make_all

SAMPLES = Path(__file__).parent.parent / "sample_data"


def main(arguments: list[str]) -> None:
    make_all(Path(arguments[0]) if arguments else SAMPLES)


if __name__ == "__main__":
    main(sys.argv[1:])
