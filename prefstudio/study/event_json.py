"""The body of an event as one JSON object, as the study file keeps it."""

from __future__ import annotations

import json
from typing import NoReturn

from prefstudio.study.events import KINDS, Body
from prefstudio.study.plain import from_plain, to_plain
from prefstudio.study.sittings import Unknown


def body_to_json(body: Body) -> str:
    """Return the body of an event as JSON; one that could not be read is as it was."""
    if isinstance(body, Unknown):
        return body.text
    return json.dumps(to_plain(body), ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def body_from_json(kind: str, text: str) -> Body:
    """Return the body of an event; `Unknown` when its kind or its fields cannot be read."""
    known = KINDS.get(kind)
    if known is None:
        return Unknown(kind, text, "this version knows no such kind of event")
    try:
        plain = json.loads(text, parse_constant=_not_finite)
        if not isinstance(plain, dict):
            raise TypeError("it is no JSON object")
        return from_plain(known, plain)
    except (ValueError, TypeError, RecursionError) as error:
        return Unknown(kind, text, f"its body cannot be read: {error}")


def _not_finite(word: str) -> NoReturn:
    raise ValueError(f"{word} is no finite number")
