"""The words that titles and abstracts of invented papers are made from."""

from typing import NamedTuple


class Topic(NamedTuple):
    """A field of research.

    Attributes
    ----------
    subjects
        What its papers are about, one a line of work.
    causes
        What they explain it by.
    records
        What they look at; ``{n}`` is a number.
    """

    name: str
    subjects: tuple[str, ...]
    causes: tuple[str, ...]
    records: tuple[str, ...]


TOPICS = (
    Topic(
        "birds",
        ("robin song", "swift migration", "crow memory", "owl hearing", "heron feeding"),
        ("city noise", "warm winters", "moonlight", "tall trees", "few insects", "street light"),
        ("recordings from {n} gardens", "{n} ringed adults", "the notes of {n} volunteers"),
    ),
    Topic(
        "water",
        ("peat bogs", "flood gauges", "river ice", "gravel beds", "mountain springs"),
        ("late snow", "old weirs", "forest cover", "drained fields", "summer drought", "road salt"),
        ("samples from {n} sites", "the field notes of {n} schools", "photographs of {n} valleys"),
    ),
    Topic(
        "cities",
        ("night buses", "street trees", "bicycle lanes", "market squares", "school walks"),
        ("rising rents", "paid parking", "summer heat", "wide pavements", "steep hills", "rain"),
        ("counts at {n} corners", "{n} interviews with residents", "photographs of {n} districts"),
    ),
    Topic(
        "sleep",
        ("afternoon naps", "shift work", "dream reports", "infant sleep", "snoring"),
        ("evening light", "late meals", "warm rooms", "noise at dawn", "worry", "exercise"),
        ("diaries of {n} adults", "{n} nights in the laboratory", "wristbands worn by {n} nurses"),
    ),
    Topic(
        "language",
        ("place names", "whistled speech", "new languages", "handwriting", "children's questions"),
        ("old trade routes", "schooling", "large families", "radio", "migration", "reading aloud"),
        ("talks with {n} families", "the notebooks of {n} teachers", "surveys of {n} villages"),
    ),
    Topic(
        "materials",
        ("timber joints", "lime mortar", "window glass", "paper pulp", "cork floors"),
        ("damp", "slow loading", "sunlight", "trapped air", "salt", "frost"),
        ("{n} broken specimens", "samples from {n} old houses", "scans of {n} specimens"),
    ),
    Topic(
        "games",
        ("chess openings", "dice games", "playground rules", "crossword clues", "jigsaw puzzles"),
        ("time pressure", "rivalry", "practice", "early luck", "friendship", "boredom"),
        ("{n} recorded rounds", "{n} players in two clubs", "the notes of {n} beginners"),
    ),
    Topic(
        "music",
        ("violin varnish", "church bells", "organ pipes", "drum skins", "concert halls"),
        ("dry air", "wall hangings", "old repairs", "cold mornings", "full houses", "long travel"),
        ("{n} hours of recordings", "the judgements of {n} listeners", "talks with {n} craftsmen"),
    ),
)  # fmt: skip

# A title joins one of a subject and one of its topic's causes; no subject uses a form twice.
TITLES = (
    "{Subject} and {cause}",
    "The effect of {cause} on {subject}",
    "A cheap way to study {subject}",
    "Towards a simple model of {subject}",
    "{Subject} with and without {cause}",
    "Rethinking {subject}: the part of {cause}",
    "What {cause} can tell us about {subject}",
    "{Subject}: ten open questions",
    "Errors in the study of {subject}",
    "Predicting {subject} from {cause}",
    "{Subject} across four regions",
    "Against the usual account of {subject}",
    "A long record of {subject}",
    "{Subject} in the light of {cause}",
)
ABSTRACTS = (
    "Using {records}, we show that {cause} can explain {share} of the variation in {subject}.",
    "We compare {records} and find less effect of {cause} on {subject} than is often claimed.",
    "A model of {subject} with three parameters fits {records} as well as far larger ones.",
    "With {records} we follow {subject} through the seasons and find a lasting mark of {cause}.",
    "We test an old belief about {subject} on {records}; it holds, but only without {cause}.",
    "From {records} we estimate how much would change for {subject} without {cause}.",
    "We describe a way to study {subject} that needs no training, and try it on {records}.",
    "Two teams went through {records} and disagreed about {subject} in {share} of the cases.",
    "Going through {records}, we cannot repeat the main result of a classic study of {subject}.",
    "Drawing on {records}, we argue that {subject} and {cause} should be studied together.",
    "We publish {records} and a first map of {subject}, free for anyone to use.",
    "A comparison within {records} separates the effect of {cause} on {subject} from mere chance.",
)
