"""Texts that are awkward on purpose: the right result or a clear error, never a leak."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.errors import VocabularyError
from dp_gateway.testing import ToyEmbedder
from dp_gateway.text.entities import Entity
from dp_gateway.vocabulary.lexicon import Lexicon
from dp_gateway.vocabulary.lexicon.build import build_lexicon
from dp_gateway.vocabulary.lexicon.data import Phrases, read_data

KEY = Secret(b"a key for tests, not a secret")

AWKWARD = [
    ("people of one given name", "Anna Kowalski met Anna Petrova. Anna was late.", ["Anna", "Kowalski", "Petrova"]),
    ("people of one family name", "Tom Kessler is not Jane Kessler; Mr. Kessler left.", ["Kessler", "Jane"]),
    ("names across lines", "My name is Anna\nKowalski.", ["Anna", "Kowalski"]),
    ("names across lines of a quote", "> My name is Anna\n> Kowalski.", ["Anna"]),
    ("zero-width characters", "card 4111\u200b1111\u200b1111\u200b1111 is mine", ["4111", "1111"]),
    ("look-alike characters", "write to \u0430nna.kowalski@gmail.com soon", ["kowalski", "gmail"]),
    ("full-width characters", "phone ＋１ ６１７ ５５５ ２３６８ please", ["６１７", "２３６８"]),
    ("percent-encoded", "see ?mail=anna.kowalski%40gmail.com&x=1", ["kowalski", "gmail"]),
    ("inside a URL", "https://x.com/u?mail=anna%40gmail.com&card=4111111111111111", ["gmail", "41111111"]),
    ("an address, a comma and a word", "Mail anna@gmail.com,please and bob@gmail.com,or call.", ["anna", "gmail"]),
    ("Hebrew", "שלום, שמי דוד כהן ואני כאן", ["דוד", "כהן"]),
    ("Arabic", "مرحبا، اسمي محمد علي ورقمي +20 100 123 4567", ["محمد", "علي", "123"]),
    ("marks of direction", "\u202eAnna Kowalski\u202c is my name.", ["Anna", "Kowalski"]),
    ("names that are words", "Will Young lives in Nice, a nice town, and will stay.", ["Will", "Young", "Nice"]),
    ("placeholders that are there already", "I am Anna Kowalski, not <PERSON_1>.", ["Anna", "Kowalski"]),
    ("nested", "Ask the Kowalski & Partners LLP office of anna@kowalski.com in Boston.", ["anna", "Boston"]),
    ("short numbers amid marks", "I am Anna Kowalski, 34, and Tom Baker (34) is here.", ["Kowalski", "34", "Baker"]),
    ("emoji and accents", "🙂 Je m'appelle Chloé Martin 🙂", ["Chloé", "Martin"]),
]


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    return Gateway("entities", key=KEY)


@pytest.mark.parametrize(("name", "text", "private"), AWKWARD, ids=[case[0] for case in AWKWARD])
def test_nothing_leaves_and_all_comes_back(gateway: Gateway, name: str, text: str, private: list[str]) -> None:
    request = gateway.sanitize(text, scope=name)
    assert not [word for word in private if word in request.text]
    assert request.restore(request.text) == text


def test_one_surrogate_for_each_person_and_part(gateway: Gateway) -> None:
    text = gateway.sanitize("Anna Kowalski met Anna Petrova. Anna was late.", scope="1").text
    first, second, third = text.split(" met ")[0], text.split(" met ")[1].split(".")[0], text.split(". ")[1].split()[0]
    assert first.split()[0] == second.split()[0] == third
    assert first.split()[1] != second.split()[1]


@pytest.mark.parametrize("policy", ["entities", "mask"])
def test_a_surrogate_that_the_text_holds_is_not_used_for_another(policy: str) -> None:
    gateway = Gateway(policy, key=KEY)
    before = gateway.sanitize("I am Anna Kowalski.", scope="1").text
    text = f"{before} But I am Anna Kowalski."
    request = gateway.sanitize(text, scope="1")
    assert request.restore(request.text) == text
    assert "Kowalski" not in request.text
    if policy == "entities":
        assert len(set(request.text.rstrip(".").split(". But "))) == 2


class Listed:
    """Entities of one type, joined to a text by a semicolon."""

    def __init__(self, kind: str, entities: list[str]) -> None:
        self.text = "; ".join(entities)
        self._found: list[Entity] = []
        at = 0
        for entity in entities:
            self._found.append(Entity(at, at + len(entity), kind, 1.0, "listed"))
            at += len(entity) + 2

    def detect(self, texts: list[str]) -> list[list[Entity]]:
        assert texts == [self.text]
        return [self._found]


@pytest.mark.parametrize(
    ("kind", "entities"),
    [
        ("ID_NUMBER", [f"AB-{100_000 + n}" for n in range(10_000)]),
        pytest.param("EMAIL_ADDRESS", [f"user{n}@firm{n % 50}.com" for n in range(10_000)], marks=pytest.mark.thorough),
        *(
            pytest.param(*case, marks=pytest.mark.slow)
            for case in (
                ("IP_ADDRESS", [f"81.{n // 256}.{n % 256}.7" for n in range(10_000)]),
                ("IP_ADDRESS", [f"2a02:8109:{n:x}::1" for n in range(10_000)]),
                ("MAC_ADDRESS", [f"00:1B:44:11:{n // 256:02X}:{n % 256:02X}" for n in range(10_000)]),
                ("PHONE_NUMBER", [f"(617) 5{n // 100:02d}-{n % 100:02d}34" for n in range(8_000)]),
                ("CREDIT_CARD", [f"4111 11{n % 100:02} {n // 100:04} 1111" for n in range(10_000)]),
            )
        ),
    ],
)
def test_ten_thousand_entities_of_a_request(kind: str, entities: list[str]) -> None:
    listed = Listed(kind, entities)
    request = Gateway("entities", key=KEY, detection=listed).sanitize(listed.text, scope="1")
    assert len(set(request.text.split("; "))) == len(entities)
    assert not set(request.text.split("; ")) & set(entities)
    assert request.restore(request.text) == listed.text


MORE = {
    "people": ("PERSON", [f"Ms. {name}" for name in read_data().pools["SURNAMES_ALL"][:7_100]]),
    "local numbers": ("PHONE_NUMBER", [f"555-{number:04d}" for number in range(3000, 3300)]),
    "short codes": ("ID_NUMBER", [f"{letter}-{number}" for letter in "ABCDEFGHKL" for number in range(10)] + ["Z-1"]),
    "countries": ("LOCATION", []),
    "flats": ("STREET_ADDRESS", [f"Apt {number}" for number in range(10, 100)]),
}


@pytest.mark.parametrize(
    "case", [pytest.param(case, marks=pytest.mark.thorough if case == "people" else ()) for case in MORE]
)
def test_more_values_than_there_are_surrogates(case: str) -> None:
    """Something else stands in for those that find nothing; they stay apart, are restored, and are priced."""
    kind, values = MORE[case]
    gateway = Gateway("entities", key=KEY)
    values = values or [*gateway.lexicon.spellings("COUNTRY")]
    listed = Listed(kind, values)
    request = Gateway("entities", key=KEY, detection=listed).sanitize(listed.text, scope="1")
    parts = request.text.split("; ")
    assert len(set(parts)) == len(values)
    assert not [part for part, value in zip(parts, values, strict=True) if part == value]
    assert request.restore(request.text) == listed.text
    for row in request.report.figures:
        assert row.treatment in ("surrogate", "mechanism")
        assert 0 < row.certified[1] <= 1
        # A list that was used up by half shuts out what was drawn: such a row may have no guarantee, and says so.
        assert row.treatment == "mechanism" or math.isfinite(row.certified[0])


def test_a_type_without_phrases_is_an_error_that_says_so(tmp_path: Path) -> None:
    build_lexicon(tmp_path / "l", Phrases({"CITY": ["paris", "rome"]}, read_data().pools, {}, {}), ToyEmbedder(), "toy")
    gateway = Gateway(
        "entities", key=KEY, lexicon=Lexicon(tmp_path / "l"), detection=Listed("ORGANIZATION", ["Siemens"])
    )
    with pytest.raises(VocabularyError, match="no phrases of type ORGANIZATION") as caught:
        gateway.sanitize("Siemens", scope="1")
    assert "lexicon add ORGANIZATION" in str(caught.value.hint)
