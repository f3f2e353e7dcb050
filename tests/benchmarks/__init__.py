"""Times of the engine's steps against the memory floor and against other programs.

``python -m tests.benchmarks [--peers] [--quick] [--json FILE]``
"""

import os

# BLAS and torch read these once, when they are imported; so they stand before every import.
for _variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_variable] = "1"
