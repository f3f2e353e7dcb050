"""The program's entry: one BLAS thread, then the command line."""

import os
import sys

# Two BLAS threads on two busy cores make a small Cholesky a thousand times slower, and the
# number of threads is read once, when numpy is imported; so this stands before every import.
for _variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_variable, "1")

from prefstudio.cli import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
