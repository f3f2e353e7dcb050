"""PNG files whose bytes do not depend on the zlib at hand.

Compressors differ between versions and platforms, so the little that flat pictures need is done
here: rows as differences from the row above, runs of equal bytes as matches of distance 1.
"""

import struct
import zlib
from functools import cache

import numpy as np

SIGNATURE = b"\x89PNG\r\n\x1a\n"
UP_FILTER = 2
SHORTEST, LONGEST = 3, 258  # lengths that a match may have
# Codes 257 … 285 of RFC 1951: the smallest length of each and its number of extra bits.
LENGTHS = (
    *((length, 0) for length in range(3, 11)),
    *((11 + 2 * k, 1) for k in range(4)),
    *((19 + 4 * k, 2) for k in range(4)),
    *((35 + 8 * k, 3) for k in range(4)),
    *((67 + 16 * k, 4) for k in range(4)),
    *((131 + 32 * k, 5) for k in range(4)),
    (LONGEST, 0),
)


def png(pixels: np.ndarray) -> bytes:
    """The file of a picture, shape (height, width, 3), bytes."""
    height, width, _ = pixels.shape
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", header), (b"IDAT", _compressed(_filtered(pixels))), (b"IEND", b"")]
    return SIGNATURE + b"".join(_chunk(name, content) for name, content in chunks)


def _chunk(name: bytes, content: bytes) -> bytes:
    checksum = zlib.crc32(name + content)
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", checksum)


def _filtered(pixels: np.ndarray) -> bytes:
    rows = pixels.reshape(len(pixels), -1)
    above = np.vstack([np.zeros_like(rows[:1]), rows[:-1]])
    marks = np.full((len(rows), 1), UP_FILTER, dtype=np.uint8)
    return np.hstack([marks, rows - above]).tobytes()


def _compressed(content: bytes) -> bytes:
    """One block with the fixed codes of RFC 1951, in the envelope of RFC 1950."""
    bits = ["1", "10"]  # the last block; fixed codes, as numbers lowest bit first
    values = np.frombuffer(content, dtype=np.uint8)
    starts = np.flatnonzero(np.diff(values, prepend=~values[:1]))
    lengths = np.diff(starts, append=len(values))
    for value, length in zip(values[starts].tolist(), lengths.tolist(), strict=True):
        bits.append(_run(value, length))
    bits.append(_code(256))
    stream = "".join(bits)
    stream += "0" * (-len(stream) % 8)
    body = int(stream[::-1], 2).to_bytes(len(stream) // 8, "little")
    return b"\x78\x01" + body + struct.pack(">I", zlib.adler32(content))


@cache
def _run(value: int, length: int) -> str:
    """A byte, then as many of its repetitions as matches can say."""
    matches, rest = divmod(length - 1, LONGEST)
    code = _code(value)
    last = _match(rest) if rest >= SHORTEST else rest * code
    return code + matches * _match(LONGEST) + last


def _match(length: int) -> str:
    number = max(k for k, (smallest, _) in enumerate(LENGTHS) if smallest <= length)
    smallest, n_extra = LENGTHS[number]
    extra = f"{length - smallest:0{n_extra}b}"[::-1] if n_extra else ""
    return _code(257 + number) + extra + "00000"  # distance 1 is code 0


def _code(symbol: int) -> str:
    """Fixed Huffman code of a byte, of the end (256) or of a length."""
    if symbol < 144:
        return f"{0x30 + symbol:08b}"
    if symbol < 256:
        return f"{0x190 + symbol - 144:09b}"
    if symbol < 280:
        return f"{symbol - 256:07b}"
    return f"{0xC0 + symbol - 280:08b}"
