"""Small files of every format that can be imported, as other programs write them."""

from __future__ import annotations

import gzip
import io
import json
import struct
import wave
import zlib
from pathlib import Path

import numpy as np

from prefstudio.engine.inference import INFERENCES
from prefstudio.engine.posterior import Posterior
from prefstudio.study.folder import Study
from prefstudio.study.importers.plan import ImportPlan, ImportPreview
from prefstudio.study.importers.preview import preview
from prefstudio.study.model import learned_from, resolve

ITEMS_CSV = "name,height,girth,kind\noak,30.5,2,broad\nelm,28,1.5,broad\nfir,41,0.9,needle\n"
LINKS_CSV = "source,target,weight\noak,elm,2\nelm,fir,\n"
WINNERS_CSV = "winner,loser,n,tie\noak,elm,3,\nfir,elm,1,1\n"
PWCMP_CSV = (
    "observer,session,scene,condition_A,condition_B,is_A_selected\n"
    "ann,1,park,oak,elm,1\nann,1,park,fir,oak,0\nbob,1,hill,elm,fir,1\n"
)
GRAPHML = """<?xml version="1.0" encoding="utf-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="d0" for="node" attr.name="height" attr.type="double"><default>10</default></key>
  <key id="d1" for="edge" attr.name="weight" attr.type="double"/>
  <key id="d2" for="node" attr.name="label" attr.type="string"/>
  <graph edgedefault="undirected">
    <node id="oak"><data key="d0">30.5</data><data key="d2">The &lt;old&gt; oak</data></node>
    <node id="elm"><data key="d0">28</data></node>
    <node id="fir"/>
    <edge source="oak" target="elm"><data key="d1">2.5</data></edge>
    <edge source="elm" target="fir"/>
  </graph>
</graphml>
"""
GML = """Creator "someone"
# trees
graph [
  directed 1
  node [ id 0 label "oak" height 30.5 graphics [ x 1 y 2 ] ]
  node [ id 1 label "elm &amp; co" height 28 ]
  node [ id 2 label "fir" height 41 ]
  edge [ source 0 target 1 value 2.5 ]
  edge [ source 2 target 0 ]
]
"""
NODE_LINK = """{"directed": true, "multigraph": false, "graph": {},
 "nodes": [{"id": "oak", "height": 30.5}, {"id": "elm", "height": 28},
           {"id": "fir", "height": 41}],
 "links": [{"source": "oak", "target": "elm", "weight": 2.5},
           {"source": "fir", "target": "oak"}]}
"""
MATRIX_MARKET = """%%MatrixMarket matrix coordinate real symmetric
% trees
3 3 2
2 1 2.5
3 2 1
"""
LINQS_CONTENT = "31336\t0\t1\t1\tNeural\n1061127\t1\t0\t0\tRule\n1106406\t0\t0\t1\tNeural\n"
LINQS_CITES = "31336\t1061127\n1106406\t31336\n"
CHOIX_JSON = "[[0, 1], [2, 1],\n [0, 2]]\n"
WIN_MATRIX = ",oak,elm,fir\noak,0,3,1\nelm,2,0,0\nfir,0,4,0\n"
BARE_MATRIX = "0,3,1\n2,0,0\n0,4,0\n"
LETOR = "".join(
    f"{k % 3} qid:{q} 1:{k}.5 2:{k * q} 3:-{k}e-1 #docid = D{q}{k}\r\n"
    for q in (7, 8)
    for k in range(1, 5)
)


def sound(
    frequency: float = 440.0, level: float = 0.5, rate: int = 8000, channels: int = 1
) -> bytes:
    """A WAV file of a quarter of a second; a level above 1 clips."""
    tone = level * np.sin(2 * np.pi * frequency * np.arange(rate // 4) / rate)
    samples = np.clip(np.round(tone * 32767), -32768, 32767).astype("<i2")
    handle = io.BytesIO()
    with wave.open(handle, "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(np.repeat(samples, channels).tobytes())
    return handle.getvalue()


def picture(width: int = 3, height: int = 2) -> bytes:
    """A grey PNG."""

    def chunk(name: bytes, body: bytes) -> bytes:
        end = struct.pack(">I", zlib.crc32(name + body))
        return struct.pack(">I", len(body)) + name + body + end

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + b"\x80" * width for _ in range(height)))
    parts = chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


EXAMPLES: dict[str, tuple[str, bytes]] = {
    "items.csv": ("table", ITEMS_CSV.encode()),
    "items16.csv": ("table", ITEMS_CSV.encode("utf-16")),
    "links.csv": ("table", LINKS_CSV.encode()),
    "winners.csv": ("table", WINNERS_CSV.encode()),
    "pwcmp.csv": ("table", PWCMP_CSV.encode()),
    "trees.graphml": ("GraphML", GRAPHML.encode()),
    "trees.gml": ("GML", GML.encode()),
    "trees.json": ("node-link JSON", NODE_LINK.encode()),
    "trees.mtx": ("Matrix Market", MATRIX_MARKET.encode()),
    "cora.content": ("LINQS content", LINQS_CONTENT.encode()),
    "cora.cites": ("LINQS cites", LINQS_CITES.encode()),
    "pairs.json": ("choix JSON", CHOIX_JSON.encode()),
    "wins.csv": ("win matrix", WIN_MATRIX.encode()),
    "bare.csv": ("win matrix", BARE_MATRIX.encode()),
    "letor.txt": ("LETOR", LETOR.encode()),
    "letor.txt.gz": ("LETOR", gzip.compress(LETOR.encode(), mtime=0)),
}
"""A file of each format: what it is called, what it is taken for, its content."""


def look(folder: Path, **options: object) -> ImportPreview:
    """Preview files of a folder; names and tuples of names become paths."""

    def placed(value: object) -> object:
        if isinstance(value, tuple):
            return tuple(folder / name for name in value)
        return folder / str(value)

    parts = ("paths", "items", "links", "comparisons")
    plan = {key: placed(value) if key in parts else value for key, value in options.items()}
    return preview(ImportPlan(**plan))  # type: ignore[arg-type]


def posterior(study: Study) -> Posterior:
    """What the study's answers say, to see that it is whole."""
    model = resolve(study)
    answers = model.comparisons(learned_from(study))
    return INFERENCES[model.inference](model.prior, answers, model.scale)


def node_link_text(**changes: object) -> str:
    return json.dumps({**json.loads(NODE_LINK), **changes})
