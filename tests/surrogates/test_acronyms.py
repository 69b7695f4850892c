"""Acronyms of organisations in languages other than English: what stands in for one reads as one."""

from __future__ import annotations

import re

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.surrogates.clear_text import ClearTexts
from dp_gateway.surrogates.drawer import Drawer
from dp_gateway.surrogates.native_phrases import NativePhrases
from dp_gateway.vocabulary.lexicon.firms import ACRONYM, ACRONYM_CONSONANT, ACRONYM_VOWEL, acronyms, is_acronym
from tests.surrogates.echoes import each_sent


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    return Gateway("entities", key=Secret(b"a key for tests, not a secret"))


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("Die AOK hat Sabine Lindner geschrieben.", "Die {} hat"),
        ("Trabajo en la EMT de Madrid y mi jefe se llama Ángel.", "en la {} de "),
        ("Spotkanie o 9 z panem Krzysztofem Wójcikiem z PZU.", "z {}"),
        ("A CEF negou o financiamento à minha esposa Juliana.", "A {} negou"),
        ("मेरी पड़ोसन सुनीता देवी को 12 मार्च 2024 को EPFO से चिट्ठी मिली।", "को {} से"),
        ("NTTの請求額は6,495円で、名義は父の渡辺正です。", "^{}の請求"),
        ("ONGC ने मेरे भाई विकास को निकाल दिया और वह दुखी है।", "^{} ने"),
        ("BYD的何先生说,他太太冯雪下个月来杭州。", "^{}的"),
        ("Mio suocero Ettore lavora all'ENEL di Palermo.", "all'{} di"),
    ],
)
def test_an_acronym_becomes_an_acronym(gateway: Gateway, text: str, pattern: str) -> None:
    for sent in each_sent(gateway, text):
        found = re.search(pattern.format("([A-Z]+)(?![A-Za-z])"), sent)
        assert found, sent
        assert found[1] in acronyms(ACRONYM)
        assert found[1] not in text


def test_an_italian_article_keeps_its_sound(gateway: Gateway) -> None:
    for sent in each_sent(gateway, "Mio suocero Ettore lavora all'ENEL di Palermo."):
        assert re.search("all'[AEIOU][A-Z]+ di", sent)


def test_a_class_names_the_acronym(gateway: Gateway) -> None:
    request = gateway.request(["Die AOK hat Sabine Lindner geschrieben."])
    classes = [name for row in request.report.figures for name in row.classes]
    assert any("called by an acronym" in name and "in capitals" in name for name in classes)
    request = gateway.request(["Mio suocero Ettore lavora all'ENEL di Palermo."])
    classes = [name for row in request.report.figures for name in row.classes]
    assert any("called by an acronym that begins with a vowel" in name for name in classes)


@pytest.mark.parametrize(
    ("name", "letter"), [("HSBC", "consonant"), ("INPS", "vowel"), ("ÉNAM", "vowel"), ("YTM", "consonant")]
)
def test_the_class_says_how_a_french_acronym_begins(gateway: Gateway, name: str, letter: str) -> None:
    phrases = NativePhrases(Drawer(b"key", ClearTexts()), gateway.sources)
    assert f"called by an acronym that begins with a {letter}" in phrases.kept(name, "ORGANIZATION", "fr")


def test_a_firm_in_capitals_and_in_small_letters_is_one(gateway: Gateway) -> None:
    text = "Ich arbeite bei BOSCH in Hof. Bei Bosch ist Herr Ernst Lindner mein Chef."
    for sent in each_sent(gateway, text):
        first, second = re.search("bei (\\w+) in", sent), re.search("Bei (\\w+) ist", sent)
        assert first
        assert second
        assert first[1].casefold() == second[1].casefold()


def test_a_reply_gives_the_acronym_back(gateway: Gateway) -> None:
    text = "Die AOK hat Sabine Lindner geschrieben."
    sent = gateway.sanitize(text)
    assert sent.restore(sent.text) == text
    drawn = sent.text.split()[1]
    assert sent.restore(f"Antworten Sie der {drawn} bald.") == "Antworten Sie der AOK bald."


def test_the_lists_hold_no_acronym_twice_and_begin_as_they_say() -> None:
    vowels, consonants = acronyms(ACRONYM_VOWEL), acronyms(ACRONYM_CONSONANT)
    assert len({*vowels, *consonants}) == len(acronyms(ACRONYM)) == len(vowels) + len(consonants) > 1000
    assert all(is_acronym(one) and (one[0] in "AEIOU") for one in vowels)
    assert all(is_acronym(one) and not set(one) & set("AEIOU") for one in consonants)


@pytest.mark.parametrize(("name", "is_one"), [("AOK", True), ("ŚKM", True), ("URSSAF", True), ("Bosch", False)])
def test_what_an_acronym_is(name: str, is_one: bool) -> None:
    assert is_acronym(name) is is_one
