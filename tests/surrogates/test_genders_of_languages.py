"""Given names of languages other than English are read as of women or men where their speakers do."""

from __future__ import annotations

import re

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.mentions.native_parts import title_before
from dp_gateway.vocabulary.lexicon.data import gender_in
from tests.surrogates.echoes import each_sent


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    return Gateway("entities", key=Secret(b"a key for tests, not a secret"))


@pytest.mark.parametrize(
    ("language", "name", "gender"),
    [
        ("it", "andrea", "male"), ("fr", "claude", "male"), ("fr", "marie-pierre", "female"), ("de", "jona", "male"),
        ("nl", "truus", "female"), ("nl", "kees", "male"), ("pt", "luiz", "male"), ("pl", "jaś", "male"),
        ("es", "trinidad", "female"), ("ar", "سلوى", "female"), ("hi", "शांति", "female"), ("ja", "千代", "female"),
    ],
)  # fmt: skip
def test_the_lists_tell_the_gender(language: str, name: str, gender: str) -> None:
    assert gender_in(language, name) == gender


@pytest.mark.parametrize(
    ("text", "pattern", "language", "gender"),
    [
        ("L'INAIL ha risposto che il caso di Andrea non è coperto.", "di (\\w+) non", "it", "male"),
        ("Bitte rufen Sie seine Frau Hannelore unter 0221 4567812 an.", "Frau ([\\w-]+) unter", "de", "female"),
        ("Mijn oma Truus woont alleen in Hengelo.", "oma ([\\w-]+) woont", "nl", "female"),
        ("未亡人の叔母ふみは札幌に引っ越しました。", "叔母(\\w+)は", "ja", "female"),
    ],
)
def test_a_surrogate_has_the_gender(gateway: Gateway, text: str, pattern: str, language: str, gender: str) -> None:
    for sent in each_sent(gateway, text):
        found = re.search(pattern, sent)
        assert found, sent
        name = found[1].casefold()
        assert gender_in(language, name) in (gender, ""), sent


@pytest.mark.parametrize(
    ("text", "name", "told"),
    [
        ("Das ist meine Frau Ernst", "Ernst", ("female", False)),
        ("Das ist Frau Ernst", "Ernst", ("female", True)),
        ("Doktor Agnieszka Malinowska przyjmuje", "Agnieszka", ("", True)),
        ("Ich war bei Frau Doktor Anna Lindner", "Anna", ("female", True)),
        ("Elle a vu le docteur Anne Martin", "Anne", ("", True)),
        ("Iré con mi señora Pilar", "Pilar", ("female", False)),
    ],
)
def test_titles_of_both_and_a_wife_tell_what_they_can(text: str, name: str, told: tuple[str, bool]) -> None:
    start = text.index(name)
    assert title_before(text, start, start + len(name), "es" if "ñ" in text else "de") == told


def test_arabic_servants_of_god_are_men() -> None:
    assert gender_in("ar", "عبد الرحمن") == "male"
    assert gender_in("ar", "ليلى") == "female"
    assert gender_in("fr", "عبد الرحمن") == ""
