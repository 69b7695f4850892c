"""Draws are functions of key, scope, kind and value: the very bits that they always were, whatever is remembered."""

from __future__ import annotations

import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.mechanisms.clusant import CluSanT
from dp_gateway.mechanisms.registry import create
from dp_gateway.mechanisms.restricted import RelatedSets, self_free_level
from dp_gateway.pipeline.figures import phrase_level
from dp_gateway.policy import parse_policy
from dp_gateway.randomness import KeyedStream, uniform_below
from dp_gateway.testing import ToyEmbedder
from dp_gateway.text.entities import Entity
from dp_gateway.vocabulary.index import Index
from dp_gateway.vocabulary.lexicon import Lexicon
from dp_gateway.vocabulary.lexicon.build import build_lexicon
from dp_gateway.vocabulary.lexicon.data import Phrases

KEY = Secret(b"a key for tests, not a secret")


class Last:
    """Finds the city at the end of a sentence of three words."""

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        return [[Entity(len("It is "), len(text) - 1, "LOCATION", 1.0, "last")] for text in texts]


class Marked:
    """Finds what it is told to find, in any text."""

    def __init__(self, **found: str) -> None:
        self._found = found

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        return [
            [
                Entity(text.index(part), text.index(part) + len(part), kind, 1.0, "marked")
                for kind, part in self._found.items()
                if part in text
            ]
            for text in texts
        ]


PINNED = {
    "CREDIT_CARD": ("4111 1111 1111 1111", "4000 0035 5012 8678"),
    "US_SSN": ("078-05-1120", "991-22-1623"),
    "IBAN_CODE": ("DE89 3704 0044 0532 0130 00", "DE54 0000 4415 3928 3020 62"),
    "IP_ADDRESS": ("10.1.2.3:80", "198.18.85.201:80"),
    "MAC_ADDRESS": ("00:1B:44:11:3A:B7", "02:5E:EF:98:1C:9F"),
    "PHONE_NUMBER": ("+1 (617) 555-2368", "+1 (443) 555-0190"),
    "API_KEY": ("sk-live_abcdEFGH12345678", "sk-live_rtxfDLXN13334726"),
    "MONEY": ("$1,250.00", "$1,030.00"),
    "AGE": ("34 years old", "37 years old"),
    "DURATION": ("3-4 weeks", "2-3 weeks"),
    "PERCENTAGE": ("99.5 %", "97 %"),
    "DATE_TIME": ("March 14, 2024", "April 1, 2024"),
}


@pytest.mark.parametrize("kind", sorted(PINNED))
def test_draws_without_a_lexicon_are_pinned(kind: str) -> None:
    original, surrogate = PINNED[kind]
    gateway = Gateway("entities", key=KEY, detection=Marked(**{kind: original}))
    for _ in range(2):
        assert gateway.sanitize(f"It is {original}.", scope="pinned").text == f"It is {surrogate}."


def stream(kind: str, value: str, counter: int = 0) -> KeyedStream:
    parts = (kind, value, "", str(counter))
    return KeyedStream(KEY.subkey(b"entities", b"pinned"), *(part.encode() for part in parts))


def test_names_are_drawn_by_value_and_role() -> None:
    gateway = Gateway("entities", key=KEY, detection=Marked(PERSON="Anna Kowalski"))
    text = gateway.sanitize("It is Anna Kowalski.", scope="pinned").text
    female, surnames = (gateway.lexicon.pool(name) for name in ("GIVEN_NAME_FEMALE", "SURNAME"))
    bounds = [np.array([len(pool)], np.uint64) for pool in (female, surnames)]
    given = female[int(uniform_below(stream("name/given", "anna"), bounds[0])[0])]
    family = surnames[int(uniform_below(stream("name/family", "kowalski"), bounds[1])[0])]
    assert text == f"It is {given} {family}."


def test_phrases_are_drawn_by_table_and_value_until_one_may_be_used() -> None:
    gateway = Gateway("entities-strict", key=KEY, detection=Marked(LOCATION="Boston"))
    mechanism, lexicon = gateway.mechanism("CITY", "LOCATION"), gateway.lexicon
    entry = int(lexicon.place("CITY", ["Boston"])[0])
    kind = f"CITY/{mechanism.fingerprint}"
    drawn = (lexicon.spelling("CITY", mechanism.release_one(entry, stream(kind, "boston", n))) for n in range(512))
    expected = list(dict.fromkeys(city for city in drawn if city != "Boston"))
    assert gateway.sanitize("It is Boston.", scope="pinned").text == f"It is {expected[0]}."
    text = f"It is Boston, not {expected[0]}, said Boston."
    assert gateway.sanitize(text, scope="pinned").text == text.replace("Boston", expected[1])


CHAT = [
    "I am Anna Kowalski from Boston, 34 years old.",
    "On March 14, 2024 Siemens paid $1,250.00 to anna.kowalski@gmail.com.",
    "Ms. Kowalski of Siemens moved from Boston to Denver in 2 weeks.",
]


def test_what_is_remembered_changes_nothing_in_any_thread() -> None:
    warm = Gateway("entities", key=KEY)
    turns = [(CHAT[: turn + 1], scope) for turn in range(len(CHAT)) for scope in ("a", "b", "c")] * 4

    def run(turn: tuple[list[str], str], gateway: Gateway = warm) -> tuple[list[str], str, int]:
        request = gateway.request(turn[0], scope=turn[1])
        texts = [one.text for one in request.texts]
        return texts, request.restore("\n".join(texts)), request.report.excluded

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(run, turns))
    for turn, result in zip(turns, found, strict=True):
        assert result == run(turn, Gateway("entities", key=KEY))
        assert result[1] == "\n".join(turn[0])


def test_without_a_key_nothing_is_remembered_of_the_draws() -> None:
    gateway = Gateway("entities", detection=Marked(CREDIT_CARD="4111 1111 1111 1111"))
    texts = {gateway.sanitize("It is 4111 1111 1111 1111.", scope="1").text for _ in range(20)}
    assert len(texts) == 20


def test_cities_in_clear_widen_the_certificate() -> None:
    gateway = Gateway("entities-strict", key=KEY, detection=Marked(LOCATION="Boston"))
    alone = gateway.sanitize("It is Boston.", scope="1").report
    among = gateway.sanitize("It is Boston, near Chicago, Denver and Seattle.", scope="1").report
    plain = self_free_level(gateway.mechanism("CITY", "LOCATION"), gateway.sources.relatives("CITY").sets)
    assert alone.figures[0].certified == (plain.epsilon, plain.delta)
    near = [gateway.lexicon.find("CITY", city) for city in ("Chicago", "Denver", "Seattle")]
    shut_out = [entry for entry in near if entry is not None]
    assert len(shut_out) == 3
    assert among.figures[0].certified == plain.without(shut_out)
    assert among.figures[0].certified > (plain.epsilon, plain.delta)
    assert among.to_json()["entities"][0]["certified_epsilon"] == among.figures[0].certified[0]


def test_a_surrogate_that_is_taken_widens_the_certificate_of_the_next() -> None:
    gateway = Gateway("entities-strict", key=KEY, detection=Last())
    request = gateway.request(["It is Boston.", "It is Denver."], scope="1")
    plain = self_free_level(gateway.mechanism("CITY", "LOCATION"), gateway.sources.relatives("CITY").sets)
    first = gateway.lexicon.find("CITY", request.texts[0].text.removeprefix("It is ").rstrip("."))
    assert first is not None
    assert request.report.figures[0].certified == plain.without([first])


@pytest.mark.parametrize("never_self", [True, False])
def test_the_certificate_covers_the_rows_that_are_left(toy: Index, never_self: bool) -> None:
    mechanism, shut_out = create("stairtext", toy, 3), [3, 17, 40]
    law = mechanism.distribution(np.arange(toy.size))
    if never_self:
        np.fill_diagonal(law, 0)
    law[:, shut_out] = 0
    law /= law.sum(axis=1, keepdims=True)
    related = RelatedSets(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, bool)) if never_self else None
    epsilon, delta = phrase_level(mechanism, related, shut_out)
    excess = np.maximum(law[:, None] - np.exp(epsilon) * law[None, :], 0).sum(axis=2)
    assert excess.max() <= delta + 1e-12
    before = phrase_level(mechanism, related)
    assert epsilon > before[0]


def test_phrases_that_came_with_clusters_are_drawn_by_them(tmp_path: Path) -> None:
    cities = ["london", "paris", "berlin", "rome", "madrid", "vienna"]
    phrases = Phrases({"CITY": cities}, {}, {}, {})
    build_lexicon(tmp_path / "l", phrases, ToyEmbedder(), "toy", clusters={"CITY": [0, 0, 1, 1, 2, 2]})
    lexicon = Lexicon(tmp_path / "l")

    def clusters(**options: int) -> int:
        rule = {"mechanism": "clusant", "options": {"k": 8, **options}}
        made = Gateway(parse_policy({"types": {"LOCATION": rule}}), lexicon=lexicon).mechanism("CITY", "LOCATION")
        assert isinstance(made, CluSanT)
        return made.clusters.count

    assert clusters() == 3
    assert clusters(clusters=2) == 2


@pytest.mark.parametrize(
    "form", ["({}) {}-{}", "{}-{}-{}", "{}.{}.{}", "{} {} {}", "{}{}{}", "+1 {} {} {}", "+1-{}-{}-{}"]
)
def test_a_telephone_number_comes_back_in_another_notation(form: str) -> None:
    request = Gateway("entities", key=KEY).sanitize("Call me at (617) 555-2368 today.", scope="1")
    digits = "".join(filter(str.isdigit, request.text))
    reply = f"Their number is {form.format(digits[:3], digits[3:6], digits[6:])}, day and night."
    assert request.restore(reply) == f"Their number is {form.format('617', '555', '2368')}, day and night."


def test_a_handle_is_drawn_as_an_account_and_a_page_as_an_address() -> None:
    text = "My handle is @quintanilla77 and my page https://www.quintanilla.org/about/cv.pdf for you."
    request = Gateway("entities", key=KEY).sanitize(text, scope="1")
    handle, page = (word for word in request.text.split() if word[0] == "@" or "://" in word)
    assert re.fullmatch(r"@[a-z]+\d\d", handle)
    assert re.fullmatch(r"https://www\.[a-z-]+\.example\.(?:com|net|org)/\w+\.pdf", page)
    assert request.restore(request.text) == text
