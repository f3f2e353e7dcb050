"""Cards: what they say of an item, equal to the pixel, and nothing is clipped."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QImage
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from prefstudio.studio.breakable_names import BREAK, TOGETHER, breakable
from prefstudio.studio.card_content import CardContent, card_content, value_words
from prefstudio.studio.fonts import SEMI_BOLD, font
from prefstudio.studio.media.media_source import FolderMedia
from prefstudio.studio.media.mixer import Mixer
from prefstudio.studio.media.outlet import NO_DEVICE, Outlet
from prefstudio.studio.media.player import Player
from prefstudio.studio.panels.card_facts import FactRow, NamesLabel
from prefstudio.studio.panels.card_sound import clock_words
from prefstudio.studio.panels.card_text import wrapped_height
from prefstudio.studio.panels.compare_cards import CardPair
from prefstudio.studio.panels.compare_panel import ComparePanel
from prefstudio.studio.panels.item_card import ItemCard
from prefstudio.studio.panels.ranking_rows import chance_in_figures
from prefstudio.studio.scroll_room import ScrollRoom
from prefstudio.study.comparisons import Comparison, Outcome
from prefstudio.study.folder import Study, read_study
from prefstudio.study.items import ItemSet, ItemType
from prefstudio.study.resources import sample
from prefstudio.study.settings import AudioSettings
from prefstudio.study.standing import Leading, Standing
from prefstudio.study.state import StudyState

LEFT = Qt.MouseButton.LeftButton
LONG_WORD = "Wahrnehmungszuständigkeitszuweisung"
SIZES = [(408, 246), (480, 187), (381, 122), (401, 160), (777, 301)]
FACTS = (("links", "3"), ("compared", "17\u00a0times"))


class SilentOutlet(Outlet):
    def __init__(self, *, is_there: bool = True) -> None:
        super().__init__()
        self.is_there = is_there

    def open(self) -> None:
        if self.is_there:
            self.opened.emit(8000)
        else:
            self.failed.emit(NO_DEVICE)

    def play(self, mixer: Mixer) -> None:
        self.mixer = mixer

    def close(self) -> None:
        pass


@pytest.fixture
def pair(qtbot: QtBot) -> Iterator[CardPair]:
    player = Player(outlet=SilentOutlet())
    made = CardPair(player)
    made.is_motion_reduced = True
    qtbot.addWidget(made)
    made.resize(480, 187)
    made.show()
    yield made
    player.close()
    made.close_media()


def standing(n_items: int, if_a: float | None = 0.49, if_b: float | None = 0.37) -> Standing:
    rank = np.arange(1, n_items + 1)
    p_best = np.full(n_items, 0.001)
    p_best[:2] = 0.41, 0.27
    return Standing(1, rank, rank, rank, p_best, if_a, if_b, 0.83, 3, 2.8, 0.9)


def contents(name: str, *places: int, group: str = "") -> list[CardContent]:
    study = read_study(sample(name))
    items = ItemSet(tuple(replace(item, group=group) for item in study.items))
    state = StudyState(replace(study, items=items))
    return [card_content(state, state.study.items.ids[place], place) for place in places]


def plain(words: str) -> str:
    return words.replace("\u00a0", " ")


def facts_of(content: CardContent) -> dict[str, str]:
    return {
        words: plain(value_words(value)) for words, value in (*content.features, *content.facts)
    }


def test_a_text_has_its_links_by_name_and_how_often_it_was_compared() -> None:
    state = StudyState(read_study(sample("six-papers")))
    first, alone = card_content(state, "a", 0), card_content(state, "c", 2)
    assert first.name == "Paper a"
    assert "Two small sets" in first.text
    assert facts_of(first) == {"linked to": "Paper b", "compared": "never"}
    assert facts_of(alone)["links"] == "none"
    said = Comparison("a", "c", Outcome.A)
    study = replace(state.study, comparisons=(said, said, Comparison("a", "d", Outcome.SKIP)))
    assert facts_of(card_content(StudyState(study), "a"))["compared"] == "2 times"
    assert facts_of(card_content(StudyState(study), "d"))["compared"] == "never"


def test_features_are_facts_by_their_headings_and_never_the_truth() -> None:
    (car,) = contents("cars", 0)
    assert car.features == (("price", "14.9"), ("power", "52"), ("range", "640"))
    assert len(car.features) + len(car.facts) == 4
    sound, picture = *contents("twelve-sounds", 0), *contents("shapes", 0)
    assert sound.is_sound and sound.path == "sounds/as-played.wav"
    assert picture.is_picture
    assert {"links", "compared"} <= set(facts_of(sound))
    assert not any("truth" in facts_of(each) for each in (car, sound, picture))


def test_a_label_without_text_or_file_shows_four_features() -> None:
    study = read_study(sample("cars"))
    bare = [replace(item, text="") for item in study.items]
    state = StudyState(replace(study, items=type(study.items)(bare)))
    content = card_content(state, "ardwin", 0)
    assert content.is_label
    assert [words for words, _ in content.features] == ["price", "power", "range", "seats"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["six-papers", "cars", "shapes", "twelve-sounds"])
def test_both_cards_are_equal_to_the_pixel(
    pair: CardPair, name: str, size: tuple[int, int]
) -> None:
    pair.resize(*size)
    pair.show_pair(*contents(name, 0, 4))
    pair.show_standing(standing(6))
    first, second = pair.cards
    assert first.size() == second.size()
    assert first.height() == size[1]
    assert first.geometry().left() == 0
    assert second.geometry().right() == size[0] - 1
    assert second.geometry().left() - first.geometry().right() - 1 in (10, 11)
    for part in ("thing", "what_if", "facts"):
        assert getattr(first, part).geometry() == getattr(second, part).geometry(), part


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["six-papers", "cars", "shapes", "twelve-sounds"])
def test_nothing_is_clipped_and_nothing_overlaps(
    pair: CardPair, name: str, size: tuple[int, int]
) -> None:
    pair.resize(*size)
    pair.show_pair(*contents(name, 1, 4))
    pair.show_standing(standing(6))
    for card in pair.cards:
        inside = card.rect()
        shown = [card.name, card.thing, card.facts, card.what_if]
        parts = [part.geometry() for part in shown if part.isVisible() and part.height() > 0]
        assert all(inside.contains(part) for part in parts)
        for above, below in itertools.pairwise(parts):
            assert above.bottom() < below.top()
        metrics = QFontMetrics(card.name.font())
        needed = metrics.boundingRect(
            card.name.rect(), int(Qt.TextFlag.TextWordWrap), card.name.text()
        )
        assert card.name.rect().contains(needed)


def test_a_word_that_is_too_long_is_broken_instead_of_clipped(pair: CardPair) -> None:
    pair.resize(381, 200)
    long = "take_0001_of_the_very_long_recording_session.wav"
    pair.show_pair(CardContent(long, facts=FACTS), CardContent("Short", facts=FACTS))
    card = pair.cards[0]
    assert card.name.text().replace(BREAK, "") == long
    metrics = QFontMetrics(card.name.font())
    needed = metrics.boundingRect(card.name.rect(), int(Qt.TextFlag.TextWordWrap), card.name.text())
    assert card.name.rect().contains(needed)
    assert needed.height() > 2 * metrics.height()


@pytest.mark.usefixtures("dressed")
@pytest.mark.parametrize("size", [(408, 246), (476, 212), (476, 180), (550, 260)])
@pytest.mark.parametrize("text", ["", "word " * 30])
def test_the_rank_is_there_whatever_the_name(
    pair: CardPair, size: tuple[int, int], text: str
) -> None:
    pair.resize(*size)
    names = LONG_WORD, "recording_2024-05-13_left_channel_48kHz.wav"
    pair.show_pair(*(CardContent(name, text, position=k) for k, name in enumerate(names)))
    pair.show_standing(standing(2))
    for card in pair.cards:
        assert not card.rank.isHidden() and card.rank.text()
        shown = [card.name.geometry(), card.rank.geometry(), card.what_if.geometry()]
        assert all(card.rect().contains(part) for part in shown)
        for above, below in itertools.pairwise(shown):
            assert above.bottom() < below.top()


@pytest.mark.usefixtures("dressed")
def test_long_words_are_broken_at_signs_or_well_inside_and_others_not_at_all() -> None:
    metrics = QFontMetrics(font(16, SEMI_BOLD))
    parts = breakable(f"{LONG_WORD} S/üd", metrics, 150).split(BREAK)
    assert len(parts[0]) == TOGETHER and parts[-1] == f"{LONG_WORD[-TOGETHER:]} S/üd"
    assert "".join(parts) == f"{LONG_WORD} S/üd"
    parts = breakable("take_0001_of_the_very_long_session.wav", metrics, 150).split(BREAK)
    assert parts == ["take_", "0001_", "of_", "the_", "very_", "long_", "session.", "wav"]
    assert breakable("Short", metrics, 150) == "Short"


def test_rank_and_what_a_win_would_do(pair: CardPair) -> None:
    pair.show_pair(*contents("six-papers", 0, 1))
    pair.show_standing(standing(6))
    first, second = pair.cards
    assert [plain(card.rank.text()) for card in pair.cards] == ["rank 1", "rank 2"]
    assert plain(first.what_if.text) == "if A wins P(best) 41 → 49 %"
    assert plain(second.what_if.text) == "if B wins P(best) 27 → 37 %"
    pair.show_pair(*contents("six-papers", 2, 3))
    assert plain(first.what_if.text) == "if A wins P(best) …"
    assert first.rank.text() == ""
    pair.show_standing(standing(6, 0.002, None))
    assert plain(first.what_if.text) == "if A wins P(best) < 1 → < 1 %"
    assert plain(second.what_if.text) == "if B wins P(best) < 1 → …"


def test_in_a_study_of_the_top_k_a_win_is_worth_a_place_in_it(pair: CardPair) -> None:
    pair.show_pair(*contents("six-papers", 0, 1))
    top = Leading(3, np.array([0.62, 0.5, 0.1, 0.1, 0.1, 0.1]), 0.71, 0.66)
    pair.show_standing(replace(standing(6), top=top))
    first, second = pair.cards
    assert plain(first.what_if.text) == "if A wins P(top 3) 62 → 71 %"
    assert plain(second.what_if.text) == "if B wins P(top 3) 50 → 66 %"
    assert first.what_if.toolTip().startswith("The chance to be among the best 3, now and once")
    pair.show_pair(*contents("six-papers", 2, 3))
    assert plain(first.what_if.text) == "if A wins P(top 3) …"  # what it is, is known before
    pair.show_pair(*contents("six-papers", 0, 1, group="one"))
    pair.show_standing(replace(standing(6), top=top))
    assert first.what_if.toolTip().startswith("The chance to be among the best 3 of its group, now")


@pytest.mark.usefixtures("dressed")
def test_both_cards_call_the_chance_alike(pair: CardPair) -> None:
    pair.show_pair(*contents("six-papers", 0, 1))
    chances = np.array([0.08, 0.10, 0.1, 0.1, 0.1, 0.1])
    seen, is_one_short_alone = set(), False
    for width in range(320, 520, 2):
        pair.resize(width, 187)
        pair.show_standing(replace(standing(6), top=Leading(20, chances, 0.16, 0.18)))
        rows = [card.what_if for card in pair.cards]
        names = {plain(row.value)[: -len("10 → ")].strip() for row in rows}
        assert len(names) == 1
        seen |= names
        is_one_short_alone |= rows[0].needs_short != rows[1].needs_short
    assert seen == {"P(top 20)", "top 20"}
    assert is_one_short_alone


@pytest.mark.parametrize("chances", [(0.0, 0.0), (0.0, 0.004), (0.007, 0.41), (0.998, 1.0)])
def test_a_chance_reads_as_in_the_ranking(qtbot: QtBot, chances: tuple[float, float]) -> None:
    card = ItemCard("A")
    qtbot.addWidget(card)
    card.show_rank(1, *chances)
    now, then = (chance_in_figures(each) for each in chances)
    assert card.what_if.text == f"if A wins P(best) {now[:-2]} → {then}"


@pytest.mark.usefixtures("dressed")
def test_features_leave_before_links_and_comparisons_do(qtbot: QtBot) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    card = ItemCard("A")
    card.setParent(holder)  # a window of its own would not grow smaller than its least size
    content = CardContent(
        "Name", "One line.", FACTS, (("power", "52"), ("range", "640")), kind=ItemType.TEXT
    )
    card.show_content(content)
    card.show_rank(1, 0.41, 0.49)
    holder.show()
    card.show()
    loose, firm = ["power 52", "range 640"], ["links 3", "compared 17 times"]
    seen = []
    for height in range(240, 90, -3):
        card.resize(240, height)
        seen.append([plain(text) for text in card.facts.texts])
    assert seen[0] == [*loose, *firm]
    counts = [len(shown) for shown in seen]
    assert counts == sorted(counts, reverse=True)
    assert {1, 2, 3} & set(counts)  # or nothing was ever left out
    for shown in seen:
        n_loose = max(0, len(shown) - len(firm))
        n_firm = len(shown) - n_loose
        assert shown == [*loose[:n_loose], *firm[len(firm) - n_firm :]]


def test_a_name_with_hyphens_wraps_and_leaves_the_rank_in_sight(pair: CardPair) -> None:
    pair.resize(370, 250)
    names = "Medium violet square", "Large blue five-pointed star"
    pair.show_pair(*(CardContent(name, position=k) for k, name in enumerate(names)))
    pair.show_standing(standing(2))
    assert [card.name.text() for card in pair.cards] == list(names)
    assert not any(card.rank.isHidden() for card in pair.cards)


@pytest.mark.usefixtures("dressed")
def test_a_long_name_has_the_width_of_the_card_and_its_rank_a_line_below(pair: CardPair) -> None:
    pair.resize(408, 246)
    names = "Large amber triangle", "Sun"
    pair.show_pair(*(CardContent(name, position=k) for k, name in enumerate(names)))
    pair.show_standing(standing(2))
    for card in pair.cards:
        assert not card.rank.isHidden()
        assert card.rank.y() > card.name.geometry().bottom()
        assert card.name.width() >= card.width() - 60
    assert pair.cards[0].name.height() <= 44  # two lines


@pytest.mark.usefixtures("dressed")
def test_pictures_keep_their_size_from_pair_to_pair(pair: CardPair) -> None:
    pair.resize(408, 246)
    names = (
        "Large amber triangle",
        "Medium amber five-pointed star",
        "Sun",
        "Small rose hexagon",
        "Kite",
    )
    cards = [
        CardContent(name, kind=ItemType.IMAGE, path="a.png", position=k, facts=FACTS)
        for k, name in enumerate(names)
    ]
    places = set()
    for first, second in [(0, 1), (2, 3), (1, 2), (3, 0), (2, 4)]:
        pair.show_pair(cards[first], cards[second])
        places |= {(card.picture.y(), card.picture.height()) for card in pair.cards}
        pair.show_standing(standing(4))
        places |= {(card.picture.y(), card.picture.height()) for card in pair.cards}
        labels = [card.name for card in pair.cards]
        longer = max(wrapped_height(each.text(), each.font(), each.width()) for each in labels)
        assert all(card.rank.y() - card.name.y() <= longer + 2 for card in pair.cards)
    assert len(places) == 1
    assert places.pop()[1] >= 90


@pytest.mark.usefixtures("dressed")
@pytest.mark.parametrize("height", [200, 220, 246, 260])
def test_facts_of_both_cards_line_up_whatever_their_texts(pair: CardPair, height: int) -> None:
    pair.resize(408, height)
    short = CardContent("Short", "word " * 9, FACTS)
    long = CardContent("Long", "word " * 31, (*FACTS, ("price", "3")))
    pair.show_pair(short, long)
    pair.show_standing(standing(2))
    first, second = pair.cards
    for part in ("text", "facts", "what_if"):
        assert getattr(first, part).y() == getattr(second, part).y(), part


@pytest.mark.usefixtures("dressed")
def test_facts_leave_before_a_text_of_eight_lines_scrolls(pair: CardPair) -> None:
    pair.resize(408, 246)
    pair.show_pair(*(CardContent(name, "word " * 28, FACTS) for name in ("One", "Two")))
    text = pair.cards[0].text
    assert text.height() >= 6 * text.line_height
    assert text.verticalScrollBarPolicy() is Qt.ScrollBarPolicy.ScrollBarAlwaysOff


def test_a_text_scrolls_after_eight_lines(pair: CardPair) -> None:
    pair.resize(480, 600)
    short, long = CardContent("Short", "word " * 12), CardContent("Long", "word " * 400)
    pair.show_pair(short, long)
    first, second = (card.text for card in pair.cards)
    always = Qt.ScrollBarPolicy.ScrollBarAlwaysOn
    assert first.verticalScrollBarPolicy() is not always
    assert second.verticalScrollBarPolicy() is always
    assert second.height() == 8 * second.line_height
    second.verticalScrollBar().setValue(50)
    pair.show_pair(short, replace(long, name="Other"))
    assert second.verticalScrollBar().value() == 0


def test_texts_from_files_are_never_markup(pair: CardPair) -> None:
    odd = CardContent("<b>bold</b>", "<img src=x>", (("<i>key</i>", "<u>value</u>"),))
    pair.show_pair(odd, odd)
    for card in pair.cards:
        for each in (card.name, card.text.words, card.rank):
            assert each.textFormat() is Qt.TextFormat.PlainText
        assert card.name.text() == "<b>bold</b>"


def picture_study(folder: Path, sizes: dict[str, tuple[int, int]]) -> list[CardContent]:
    for name, (width, height) in sizes.items():
        image = QImage(width, height, QImage.Format.Format_RGB32)
        image.fill(QColor("#AA3366"))
        image.save(str(folder / name))
    return [CardContent(name, kind=ItemType.IMAGE, path=name) for name in sizes]


def test_pictures_are_whole_and_at_the_same_zoom(
    qtbot: QtBot, pair: CardPair, tmp_path: Path
) -> None:
    cards = picture_study(tmp_path, {"wide.png": (800, 100), "high.png": (100, 400)})
    pair.use(FolderMedia(tmp_path), AudioSettings())
    pair.show_pair(*cards)
    pictures = [card.picture for card in pair.cards]
    qtbot.waitUntil(lambda: all(each.has_picture for each in pictures), timeout=5000)
    for size in SIZES:
        pair.resize(*size)
        first, second = pictures
        assert first.zoom == second.zoom > 0.0
        for picture, (width, height) in zip(pictures, ((800, 100), (100, 400)), strict=True):
            assert picture.rect().contains(picture.drawn)
            assert abs(picture.drawn.width() - width * picture.zoom) <= 1.0
            assert abs(picture.drawn.height() - height * picture.zoom) <= 1.0
        assert first.zoom == min(first.fitting_zoom, second.fitting_zoom)
    grabbed = pictures[0].grab().toImage()
    middle = grabbed.rect().center()
    assert grabbed.pixelColor(middle).name() == "#aa3366"
    corner = grabbed.pixelColor(middle.x(), 2)
    assert corner.red() == corner.green() == corner.blue()  # neutral grey


def test_a_missing_and_a_broken_picture_say_so(
    qtbot: QtBot, pair: CardPair, tmp_path: Path
) -> None:
    (tmp_path / "odd.png").write_bytes(b"no picture")
    pair.use(FolderMedia(tmp_path), AudioSettings())
    gone = CardContent("Gone", kind=ItemType.IMAGE, path="gone.png")
    away = CardContent("Away", kind=ItemType.IMAGE, path="../away.png")
    pair.show_pair(gone, CardContent("Odd", kind=ItemType.IMAGE, path="odd.png"))
    first, second = (card.picture for card in pair.cards)
    qtbot.waitUntil(lambda: "odd.png" in second.words, timeout=5000)
    assert first.words.startswith("gone.png: it is not there.")
    assert second.words.startswith("odd.png: it is no picture that can be shown.")
    pair.show_pair(away, gone)
    qtbot.waitUntil(lambda: first.words.startswith("../away.png: it lies outside"), timeout=5000)


def sounds(study: Study, pair: CardPair) -> None:
    pair.use(FolderMedia(study.folder), study.settings.audio)
    pair.show_pair(*contents("twelve-sounds", 0, 1))


def test_sound_strips_play_pause_and_tell_the_time(qtbot: QtBot, pair: CardPair) -> None:
    sounds(read_study(sample("twelve-sounds")), pair)
    first, second = (card.sound for card in pair.cards)
    qtbot.waitUntil(lambda: first.is_strip and first.button.isEnabled(), timeout=5000)
    assert (first.now.text(), first.length.text()) == ("0:00", "0:01")
    assert (first.button.width(), first.button.height()) == (34, 34)
    qtbot.mouseClick(first.button, LEFT)
    assert first.button.accessibleName() == "Pause A"
    qtbot.mouseClick(second.button, LEFT)
    assert (first.button.accessibleName(), second.button.accessibleName()) == ("Play A", "Pause B")
    qtbot.mouseClick(second.button, LEFT)
    assert second.button.accessibleName() == "Play B"
    qtbot.mouseClick(first.bar, LEFT, pos=first.bar.rect().center())
    assert first.bar.share == pytest.approx(0.5, abs=0.02)
    assert second.bar.share == first.bar.share


def test_without_a_device_a_strip_says_what_to_do(qtbot: QtBot) -> None:
    outlet = SilentOutlet(is_there=False)
    player = Player(outlet=outlet)
    pair = CardPair(player)
    qtbot.addWidget(pair)
    pair.resize(480, 187)
    pair.show()
    sounds(read_study(sample("twelve-sounds")), pair)
    strip = pair.cards[0].sound
    assert strip.words.text() == NO_DEVICE
    assert strip.again.isVisible()
    assert strip.height() >= strip.again.geometry().bottom()
    other = pair.cards[1].sound
    qtbot.waitUntil(lambda: other.is_strip and other.length.text() != "0:00", timeout=5000)
    assert not other.button.isEnabled()
    assert (other.button.toolTip(), other.button.accessibleDescription()) == (NO_DEVICE, NO_DEVICE)
    outlet.is_there = True
    qtbot.mouseClick(strip.again, LEFT)
    qtbot.waitUntil(lambda: strip.is_strip and strip.button.isEnabled(), timeout=5000)
    assert other.button.isEnabled()
    assert other.button.toolTip() == "Play B"
    player.close()
    pair.close_media()


@pytest.mark.usefixtures("dressed")
@pytest.mark.parametrize("width", [408, 560])
def test_a_message_in_the_place_of_a_sound_is_whole_in_the_lowest_panel(
    qtbot: QtBot, width: int
) -> None:
    outlet = SilentOutlet(is_there=False)
    compare = ComparePanel(player=Player(outlet=outlet))
    place = ScrollRoom(compare, QSize(140, 60))
    qtbot.addWidget(place)
    place.resize(width, 290)
    place.show()
    study = read_study(sample("twelve-sounds"))
    compare.use(study.settings.response, study.settings.audio, FolderMedia(study.folder))
    compare.show_pair(*contents("twelve-sounds", 0, 1))
    strip = compare.card_a.sound
    qtbot.waitUntil(lambda: strip.words.text() == NO_DEVICE, timeout=5000)
    QApplication.processEvents()
    assert strip.sign.isVisible() and strip.height() >= strip.wanted_height(strip.width())
    for part in (strip.words, strip.again):
        assert strip.rect().contains(QRect(part.mapTo(strip, QPoint()), part.size()))
    assert strip.words.height() >= strip.words.heightForWidth(strip.words.width())
    grown = compare.minimumSizeHint().height()
    outlet.is_there = True
    qtbot.mouseClick(strip.again, LEFT)
    qtbot.waitUntil(lambda: strip.is_strip and strip.button.isEnabled(), timeout=5000)
    assert compare.minimumSizeHint().height() < grown
    compare.close_media()


@pytest.mark.parametrize(("seconds", "words"), [(0.0, "0:00"), (5.9, "0:05"), (62.0, "1:02")])
def test_times(seconds: float, words: str) -> None:
    assert clock_words(seconds) == words


class Counter(QObject):
    """Counts what is asked of a widget."""

    def __init__(self) -> None:
        super().__init__()
        self.n_requests = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.n_requests += event.type() is QEvent.Type.LayoutRequest
        return False


def test_the_cards_come_to_rest(qtbot: QtBot, pair: CardPair) -> None:
    pair.show_pair(*contents("cars", 0, 4))
    pair.show_standing(standing(6))
    qtbot.wait(50)
    counter = Counter()
    for card in pair.cards:
        card.installEventFilter(counter)
    qtbot.wait(100)
    assert counter.n_requests == 0


def test_a_click_on_a_card_chooses_its_item(qtbot: QtBot, pair: CardPair) -> None:
    pair.show_pair(*contents("six-papers", 2, 5))
    with qtbot.waitSignal(pair.item_chosen) as chosen:
        qtbot.mouseClick(pair.cards[1], LEFT)
    assert chosen.args == [5]


def test_a_new_pair_fades_in_without_moving(qtbot: QtBot, pair: CardPair) -> None:
    pair.is_motion_reduced = False
    places = [card.geometry() for card in pair.cards]
    pair.show_pair(*contents("six-papers", 2, 5))
    effect = pair.graphicsEffect()
    assert effect is not None
    assert effect.isEnabled()
    assert [card.geometry() for card in pair.cards] == places
    qtbot.waitUntil(lambda: not effect.isEnabled(), timeout=2000)
    pair.show_pair(*contents("six-papers", 2, 5))
    assert not effect.isEnabled()  # the same pair again does not flicker
    pair.is_motion_reduced = True
    pair.show_pair(*contents("six-papers", 1, 5))
    assert not effect.isEnabled()


def test_long_facts_lose_the_middle_of_names_and_tell_the_whole(pair: CardPair) -> None:
    names = ("A very long name indeed", "and another that is even longer than that")
    value, whole = value_of(pair, names)
    for shown, name in zip(value.text().split(", "), names, strict=True):
        head, _, tail = shown.partition("…")
        assert len(head) >= 3 and name.startswith(head)
        assert len(tail) >= 3 and name.endswith(tail)
    assert value.toolTip() == whole == ", ".join(names)
    assert value.geometry().right() <= value.parentWidget().width()


def test_a_name_with_a_comma_stays_one_name(pair: CardPair) -> None:
    names = ("Roquefort, Société of the oldest kind", "Manchego añejo of the youngest kind")
    value, whole = value_of(pair, names)
    assert whole == "; ".join(names)
    assert value.text().count("…") == len(value.text().split("; ")) == 2
    assert value.text().startswith("Roquef")


def value_of(pair: CardPair, names: tuple[str, ...]) -> tuple[NamesLabel, str]:
    """What a card says of the items that its own is linked to, and the whole of it."""
    content = CardContent("Name", "Text.", (("links", names),))
    pair.show_pair(content, content)
    row = pair.cards[0].facts.findChildren(FactRow)[0]
    value = row.findChildren(NamesLabel)[1]
    return value, value.whole


@pytest.mark.parametrize("width", [120, 150, 170, 200])
def test_long_words_leave_a_figure_whole(qtbot: QtBot, width: int) -> None:
    row = FactRow()
    qtbot.addWidget(row)
    row.resize(width, 18)
    row.show()
    for figure in ("62.6", "−1,060.6", "8"):
        row.show_fact("Lautstärkeunterschied in Dezibel", figure)
        assert row.findChildren(NamesLabel)[1].text() == figure
