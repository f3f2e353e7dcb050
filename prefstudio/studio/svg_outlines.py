"""SVG files that look alike in every program: words as outlines, and nothing that is not seen.

What Qt writes names the program's own letters, which few machines have, and shapes of opacity 0,
which some programs paint black.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from PySide6.QtGui import QFont, QPainterPath

from prefstudio.studio.fonts import font

SVG, XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
TEXT, PATH, TITLE, GROUP = (f"{{{SVG}}}{name}" for name in ("text", "path", "title", "g"))
PICTURES = frozenset({TEXT, GROUP, f"{{{SVG}}}image"})  # what has paint of its own
PAINTS = ("fill", "stroke")
PAINT = ("fill", "fill-opacity")
FIGURES = re.compile(r"[\d.,:%<~ \u00a0−+–-]*\d[\d.,:%<~ \u00a0−+–-]*")  # which line up
DECIMALS = 2

Element = ElementTree.Element


def outlined(svg: bytes) -> bytes:
    """The same drawing with outlines for its words, each titled by what it says.

    Parameters
    ----------
    svg : bytes
        A file that Qt wrote.
    """
    for prefix, space in (("", SVG), ("xlink", XLINK)):
        ElementTree.register_namespace(prefix, space)
    root = ElementTree.fromstring(svg)
    for group in list(root.iter(GROUP)):
        _drop_unseen(group)
        for place, element in enumerate(list(group)):
            if element.tag == TEXT:
                group[place] = _outline(element)
    for group in list(root.iter(GROUP)):
        for inner in list(group):
            if inner.tag == GROUP and not len(inner):
                group.remove(inner)
    return ElementTree.tostring(root, encoding="UTF-8", xml_declaration=True)


def _drop_unseen(group: Element) -> None:
    """Paint with nothing what is painted with opacity 0; drop shapes that nothing paints."""
    for paint in PAINTS:
        if group.get(f"{paint}-opacity") == "0":
            group.set(paint, "none")
            del group.attrib[f"{paint}-opacity"]
    if all(group.get(paint) == "none" for paint in PAINTS):
        for shape in [each for each in group if each.tag not in PICTURES]:
            if not any(paint in shape.attrib for paint in PAINTS):
                group.remove(shape)


def _outline(text: Element) -> Element:
    words = text.text or ""
    path = QPainterPath()
    path.addText(float(text.get("x", 0)), float(text.get("y", 0)), _letters_of(text), words)
    # Strokes of one letter may lie over each other; the whole drawing counts by even and odd.
    painted = {"d": " ".join(_steps(path)), "fill-rule": "nonzero", "stroke": "none"}
    painted |= {name: text.attrib[name] for name in PAINT if name in text.attrib}
    made = ElementTree.Element(PATH, painted)
    ElementTree.SubElement(made, TITLE).text = words
    made.tail = text.tail
    return made


def _letters_of(text: Element) -> QFont:
    words = text.text or ""
    weight = QFont.Weight(int(text.get("font-weight", 400)))
    return font(
        round(float(text.get("font-size", 13))),
        weight,
        lines_up=FIGURES.fullmatch(words) is not None,  # of which the file says nothing
        italic=text.get("font-style") == "italic",
    )


def _steps(path: QPainterPath) -> Iterator[str]:
    """What a pen does along a path, as SVG writes it."""
    letters = {QPainterPath.ElementType.MoveToElement: "M"}
    letters |= {QPainterPath.ElementType.LineToElement: "L"}
    letters |= {QPainterPath.ElementType.CurveToElement: "C"}
    for place in range(path.elementCount()):
        step = path.elementAt(place)
        x, y = (_number(each) for each in (step.x, step.y))
        yield f"{letters.get(step.type, '')}{x},{y}"  # a curve goes on with two more points


def _number(value: float) -> str:
    return f"{value:.{DECIMALS}f}".rstrip("0").rstrip(".")
