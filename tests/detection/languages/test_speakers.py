"""Who speaks in chats and transcripts in other languages, and who has a part that anybody has."""

from __future__ import annotations

import pytest

from dp_gateway.detection.languages.speakers import Speakers
from dp_gateway.patterns.forms import fields
from dp_gateway.patterns.known_phrases import default_lexicon
from dp_gateway.patterns.structure import regions
from tests.families import Family, slow_families


def _found(text: str) -> list[tuple[str, str]]:
    return [(text[one.start : one.end], one.type) for one in Speakers().detect([text])[0]]


CHAT = "[19:22] Ale: raga chi porta la palla?\n[19:23] Pippo: io, tranquilli\n[19:25] Ale: grande, a dopo\n"
HEADS = (
    "**jimena.r**  09:03\nhola, ¿alguien reinició el servidor?\n**Sol Ibarra**  09:05\nfui yo, perdón\n"
    "**jimena.r**  09:09\nsin problema\n"
)
CALL = (
    "Konsultant: dzień dobry, w czym mogę pomóc?\nKlientka: Tak, nie działa mi internet\n"
    "Konsultant: proszę chwilę poczekać\n"
)
ASKED = "问：您在这儿做了多久？\n答：三十来年了。\n问：以后打算交给谁？\n"
TIMETABLE = "Lundi\nPiscine  09:00\nRepas  12:00\nSieste  13:30\n"


def test_speakers_of_a_chat_are_found_at_each_line() -> None:
    assert [name for name, _ in _found(CHAT)].count("Ale") == 2
    assert ("Pippo", "PERSON") in _found(CHAT)


def test_heads_of_messages_name_their_writers() -> None:
    found = _found(HEADS)
    assert found.count(("jimena.r", "USERNAME")) == 2
    assert ("Sol Ibarra", "PERSON") in found


@pytest.mark.parametrize("text", [CALL, ASKED, TIMETABLE, CHAT.replace("\n", " ")])
def test_parts_and_hours_are_nobody(text: str) -> None:
    assert not _found(text)


def test_what_is_said_behind_a_part_fills_in_no_form() -> None:
    names, _ = default_lexicon()
    assert not [*fields(CALL, regions(CALL), names)]


def test_time_grows_with_the_text() -> None:
    families = [
        Family("[19:22] Ale: raga ok\n[19:23] Pippo: io\n", "[19:22] Ale: raga ok\n"),
        Family("**jimena.r**  09:03\nhola qué tal\n", "jimena.r 09:03\n"),
        Family("Ale: sì\nPippo: no\nAle: sì ", "Ale: "),
    ]
    assert not slow_families(lambda text: Speakers().detect([text]), families, sizes=(2_000, 8_000))
