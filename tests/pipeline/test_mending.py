"""Stand-ins that are told from no other word come back by what stands around them, in long lines and in short ones."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dp_gateway.pipeline import mending
from dp_gateway.pipeline.words import Replaced
from dp_gateway.restore import Replacement, Restorer
from dp_gateway.text import Span
from tests.families import Family, slow_families
from tests.pipeline.test_echo import SETTINGS, doorway, pieces

SAID = [
    "Ask {} R. Vantongeren, or {} R. at the desk, and sign with R. below.",
    "The Harbour Trust for Partnerships and the Harbour Trust met on {}.",
    "Quillmark Freight Services hired, and Quillmark Freight paid {} then.",
    "It was issued to Tamsin Driver 26,000 new units in return for ${},000.",
    "With 450,000 route fiber miles it serves {} towns, and 12,400 street lights.",
    "They run Hollowmere.ca, and Hollowmere sells {} lamps there.",
    "Her sister Odalys Ferreira 1 * , her aunt Mireille Castagnier 1,2 * and {}, 1 wrote it.",
    "A. Brandvold (1964) and B. Brandvold (1937) met in 1964, with {} guests.",
    "A market cap of $10B, or $10 a share, and ${}B of debt.",
    "L'ACME de Bordeaux, l'ACME de la Rochelle et {} autres.",
    "B.",
    "5 *",
    "Dr. {} K.",
]  # fmt: skip
FILL = "and so the usual notes went on about weather boats paint soup and nothing else at all".split()


def said(seed: int, size: int, joint: str) -> str:
    """A text of these and of plain words."""
    drawn = random.Random(seed)
    parts = list[str]()
    while sum(map(len, parts)) < size:
        parts.append(drawn.choice(SAID).format(*(drawn.randrange(1, 40) for _ in range(2))))
        parts.append(" ".join(drawn.choices(FILL, k=drawn.randrange(12))))
    return joint.join(parts)


def echoes(policy: str, text: str, size: int) -> list[str]:
    """The echo of a text, whole and in pieces."""
    request = doorway(policy).gateway.request([text], scope="mending")
    sent = request.outgoing[0]
    assert sent != text
    stream = doorway(policy).gateway.request([text], scope="mending").restorer.stream()
    streamed = "".join(map(stream.feed, pieces(sent, size))) + stream.close()
    return [request.restorer.restore(sent).text, streamed]


@pytest.mark.parametrize(
    "policy",
    [
        "entities",
        *(pytest.param(one, marks=pytest.mark.thorough) for one in ("entities-strict", "entities-faithful", "mask")),
    ],
)
@SETTINGS
@given(
    seed=st.integers(0, 1 << 20),
    size=st.sampled_from([100, 2_500, 6_000]),
    joint=st.sampled_from([" ", " ", "\n", "\r\n\r\n"]),
    piece=st.sampled_from([1, 7, 60, 1000]),
)
def test_an_echo_of_what_looks_like_something_else_is_the_text(
    policy: str, seed: int, size: int, joint: str, piece: int
) -> None:
    text = "Dear Odalys Ferreira," + joint + said(seed, size, joint)
    assert echoes(policy, text, piece) == [text, text]


def _part(*pieces: str | tuple[str, str]) -> tuple[str, Replaced]:
    """A text and what was sent for it: of some pieces something else."""
    text, sent, spans = "", "", list[Span]()
    for piece in pieces:
        old, new = (piece, piece) if isinstance(piece, str) else piece
        if old is not new:
            spans.append(Span(len(text), len(text) + len(old), len(sent), len(sent) + len(new), "word", 0.0))
        text, sent = text + old, sent + new
    return text, Replaced(sent, spans, None)


def _mended(part: tuple[str, Replaced], *undone: Replacement) -> tuple[Restorer, list[Replacement]]:
    found = mending.mended([part], list(undone), Restorer)
    return Restorer([*found, *undone]), found


@pytest.mark.parametrize(
    "said",
    [
        ["王小明说他住在杭州。", "李伟和王小明昨天见面了，", "天气很好大家都去公园，", "王总同意了。", "他叫李，"],
        ["Käte Brunner met Kate,", "my cousin Käte and", "Kate said so,", "the notes went on", "José Muñoz and jose"],
    ],
)
def test_words_and_characters_of_a_long_line_that_read_like_a_name(said: list[str]) -> None:
    drawn = random.Random(0)
    text = " ".join(drawn.choice(said) for _ in range(400)).replace("。 ", "。").replace("， ", "，")
    assert echoes("entities", text, 7) == [text, text]


LONG = "plain words go on here " * 100


def test_a_letter_in_a_long_line_comes_back_where_it_stood_and_nowhere_else() -> None:
    part = _part(LONG + "we trek to Toys ", ("R", "G"), " Us today, so plan G.")
    restorer, found = _mended(part)
    assert restorer.restore(part[1].text).text == part[0]
    assert restorer.restore("You trek to Toys G Us today, so go.").text == "You trek to Toys R Us today, so go."
    assert restorer.restore("Toys G Us, G, plan G").text == "Toys G Us, G, plan G"
    assert len(found) == 1


def test_clear_text_that_reads_like_a_stand_in_stays_in_a_long_line() -> None:
    part = _part("Mr ", ("Berg", "Olsen"), " " + LONG + "olsen lamps are lamps")
    restorer, _ = _mended(part, Replacement("Olsen", "Berg"))
    assert restorer.restore(part[1].text).text == part[0]
    assert restorer.restore("So Olsen came").text == "So Berg came"


def test_of_two_with_one_stand_in_each_comes_back() -> None:
    long, short = ("Quill Freight Services", "Marlow Fitness"), ("Quill Freight", "Marlow Fitness")
    part = _part("at ", long, " in a long line, " + LONG + " of ", short, " too " + LONG, short, " of ", long)
    restorer, _ = _mended(part, Replacement("Marlow Fitness", "Quill Freight"))
    assert restorer.restore(part[1].text).text == part[0]
    assert restorer.restore("Marlow Fitness said").text == "Quill Freight said"


def test_words_around_are_no_addresses() -> None:
    part = _part(LONG + "to https://a.example/ ", ("R", "G"), " mail@b.example " + LONG)
    _, found = _mended(part)
    assert not found


def test_nothing_is_mended_that_comes_back() -> None:
    part = _part(LONG, ("Berg", "Olsen"), " " + LONG)
    _, found = _mended(part, Replacement("Olsen", "Berg"))
    assert not found


def test_words_around_are_looked_for_in_linear_time() -> None:
    def mend(text: str) -> None:
        places = mending.Places(text, [])
        changed = ((at, at + 1) for at in range(0, len(text) - 1, 3))
        list(mending._with_words(text, places, changed, 10))

    families = [Family(piece, piece) for piece in ("a", "a ", "word ", "@ a ", "a\n", "山", "山a", " ")]
    assert not slow_families(mend, families, sizes=(4_000, 16_000))
