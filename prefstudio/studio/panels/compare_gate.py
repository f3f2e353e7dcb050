"""What must be heard before a pair may be answered."""

from __future__ import annotations

from prefstudio.studio.media.mixer import Heard


def waiting_words(must_play: str, heard: Heard) -> str:
    """Which sound is still to be heard, or nothing.

    Parameters
    ----------
    must_play : str
        The setting: "off", "started" or "end".
    heard : Heard
        How the pair was heard so far.
    """
    if must_play == "off":
        return ""
    is_heard = [count > 0 for count in heard.plays]
    if must_play == "end":
        is_heard = list(heard.has_ended)
    missing = [letter for letter, is_done in zip("AB", is_heard, strict=True) if not is_done]
    if not missing:
        return ""
    ending = " to the end" if must_play == "end" else ""
    return f"Listen to {'both' if len(missing) == 2 else missing[0]}{ending} first"
