"""Memory that is given back to the system once it is free."""

from __future__ import annotations

import ctypes
import sys

MMAP_THRESHOLD = -3  # as malloc.h of glibc has it
LARGE = 1_000_000  # bytes from which an array gets pages of its own


def give_back_large_arrays() -> None:
    """Let the pages of a freed matrix go at once.

    Left to itself glibc raises the threshold with the first large array that is freed, and keeps
    all later ones in the heap of the thread that computes: some 80 MB at a thousand items.
    Elsewhere nothing happens.
    """
    if not sys.platform.startswith("linux"):
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(MMAP_THRESHOLD, LARGE)
