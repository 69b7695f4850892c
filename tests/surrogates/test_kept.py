"""What a policy keeps of a value is a class: draws stay in it, reports name it, the certificate holds inside it."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.errors import ConfigurationError
from dp_gateway.policy import KEEPABLE, PRESETS, Policy, load_policy, parse_policy
from dp_gateway.surrogates.kept import LEAST, KeptClasses, Relatives
from dp_gateway.text.entities import Entity
from dp_gateway.vocabulary.lexicon import default_lexicon
from dp_gateway.vocabulary.lexicon.attributes import COARSE_TO_FINE, attributes_of, trade_of

KEY = Secret(b"a key for tests, not a secret")


class Marked:
    """Finds given phrases."""

    def __init__(self, kind: str, *phrases: str) -> None:
        self._kind, self._phrases = kind, phrases

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        found = [[(text.find(one), one) for one in self._phrases if one in text] for text in texts]
        return [[Entity(at, at + len(one), self._kind, 1.0, "marked") for at, one in sorted(each)] for each in found]


def drawn(policy: str | Policy, kind: str, phrase: str, scopes: int = 30) -> set[str]:
    gateway = Gateway(policy, key=KEY, detection=Marked(kind, phrase))
    return {
        gateway.sanitize(f"{phrase} it is", scope=str(scope)).text.removesuffix(" it is") for scope in range(scopes)
    }


KEPT = [
    ("LOCATION", "Boston", "CITY", ("country", "size")),
    ("LOCATION", "Munich", "CITY", ("country",)),
    ("LOCATION", "New York City", "CITY", ("country",)),
    ("LOCATION", "Brazil", "COUNTRY", ("continent",)),
    ("LOCATION", "Texas", "REGION", ("country", "size")),
    ("ORGANIZATION", "Netflix", "ORGANIZATION", ("trade",)),
    ("ORGANIZATION", "Cleveland Clinic", "ORGANIZATION", ("trade",)),
    ("ORGANIZATION", "Barnum Brewery", "ORGANIZATION", ("trade",)),
    ("ORGANIZATION", "Three Magpies Bakehouse", "ORGANIZATION", ("trade",)),
    ("ORGANIZATION", "Pennywise Removals", "ORGANIZATION", ("trade",)),
    ("LOCATION", "Córdoba", "CITY", ("country",)),
    ("JOB_TITLE", "Cardiologist", "JOB_TITLE", ("field",)),
    ("NRP", "Norwegian", "NRP", ("kind", "continent")),
    ("NRP", "Catholic", "NRP", ("kind",)),
]


@pytest.mark.parametrize(("kind", "phrase", "lexicon_type", "names"), KEPT)
def test_draws_agree_in_what_is_kept(kind: str, phrase: str, lexicon_type: str, names: tuple[str, ...]) -> None:
    known = attributes_of(lexicon_type, phrase)
    surrogates = drawn("entities", kind, phrase)
    assert len(surrogates) > 5
    assert phrase not in surrogates
    for name in names:
        assert {attributes_of(lexicon_type, one).get(name) for one in surrogates} == {known[name]}
    if lexicon_type != "REGION":  # Counties of the United States are most of the regions.
        strict = {attributes_of(lexicon_type, one).get(names[0]) for one in drawn("entities-strict", kind, phrase)}
        assert strict != {known[names[0]]}


@pytest.mark.parametrize("firm", ["Netflix", "Lufthansa", "Nestlé", "Barnum Brewery", "Barclays"])
def test_faithful_surrogates_are_of_the_line_of_the_firm(firm: str) -> None:
    known = attributes_of("ORGANIZATION", firm)
    surrogates = drawn("entities-faithful", "ORGANIZATION", firm)
    assert len(surrogates) > 5
    for name in ("trade", "line"):
        assert {attributes_of("ORGANIZATION", one).get(name) for one in surrogates} == {known.get(name)}


def test_where_hardly_anybody_lives_stands_in_for_its_like_alone() -> None:
    sparse = attributes_of("COUNTRY", "Bouvet Island")
    assert sparse == {"continent": "with hardly any inhabitants"}
    for land in ("Samoa", "Portugal", "Iran"):
        assert all(attributes_of("COUNTRY", one) != sparse for one in drawn("entities", "LOCATION", land, 60))
    assert {attributes_of("COUNTRY", one)["continent"] for one in drawn("entities", "LOCATION", "Niue")} == {
        sparse["continent"]
    }


def test_a_town_that_the_lexicon_lacks_keeps_its_country_too() -> None:
    assert default_lexicon().find("CITY", "Nice") is None
    lands = {attributes_of("CITY", one).get("continent") for one in drawn("entities", "LOCATION", "Nice")}
    assert lands == {"on the continent Europe"}
    lands = {attributes_of("CITY", one).get("country") for one in drawn("entities", "LOCATION", "Reading")}
    assert lands == {"in United Kingdom"}


@pytest.mark.parametrize("lexicon_type", COARSE_TO_FINE)
def test_classes_are_large_enough_and_told_apart_by_name(lexicon_type: str) -> None:
    lexicon = default_lexicon()
    for keep in (("country", "size", "trade", "field", "kind"), ("region", "size", "language", "bloc", "continent")):
        classes = KeptClasses(lexicon, lexicon_type, keep)
        sizes = np.bincount(classes.labels)
        assert sizes.min() >= LEAST
        assert len(set(classes.names)) == len(classes.names) == len(sizes)
        for entry in range(0, len(classes.labels), 97):
            phrase = lexicon.spelling(lexicon_type, entry)
            name = classes.names[classes.labels[entry]]
            told = set(attributes_of(lexicon_type, phrase).values())
            assert "others" in name or {part for part in name.split(", ") if part} <= _parts(told)


def _parts(told: set[str]) -> set[str]:
    return {part for value in told for part in value.split(", ")}


def test_the_report_names_the_class_and_its_level() -> None:
    gateway = Gateway("entities", key=KEY, detection=Marked("LOCATION", "Boston"))
    (row,) = gateway.sanitize("Boston it is", scope="1").report.figures
    assert row.classes == ("in United States, of 250,000 to a million people",)
    # A little more than 6, as towns that hold a word of it are drawn as seldom as the farthest.
    assert 6 < row.certified[0] < 6.5
    assert row.certified[1] < 1 / 20
    assert row.mechanism == "staircase in its class"


def test_a_class_that_runs_out_is_left_for_the_whole_type() -> None:
    nations = "Argentina Brazil Chile Peru Bolivia Ecuador Uruguay Paraguay Colombia Guyana Suriname Venezuela".split()
    gateway = Gateway("entities", key=KEY, detection=Marked("LOCATION", *nations))
    text = "; ".join(nations)
    for scope in map(str, range(5)):
        sent = gateway.sanitize(text, scope=scope)
        surrogates = sent.text.split("; ")
        assert len(set(surrogates)) == len(nations)
        assert not any(one == other for one, other in zip(surrogates, nations, strict=True))
        inside = [
            attributes_of("COUNTRY", one).get("continent") == "on the continent South America" for one in surrogates
        ]
        assert inside[:7] == [True] * 7
        (row,) = sent.report.figures
        assert sum("South America" in line for line in row.classes) == 1
        assert len(row.classes) == 2
        assert row.certified[1] < 0.5
        assert gateway.request([text], scope=scope).restore(sent.text) == text


def test_clear_text_that_names_a_whole_class_does_not_fail() -> None:
    gateway = Gateway("entities", key=KEY, detection=Marked("LOCATION", "Brazil"))
    lexicon = gateway.lexicon
    classes = KeptClasses(lexicon, "COUNTRY", PRESETS["entities"].types["LOCATION"].keep)
    label = classes.labels[lexicon.find("COUNTRY", "Brazil")]
    others = [lexicon.spelling("COUNTRY", entry) for entry in np.flatnonzero(classes.labels == label).tolist()]
    text = f"Brazil, not {', '.join(one for one in others if one != 'Brazil')}"
    (row,) = gateway.sanitize(text, scope="1").report.figures
    assert row.classes == ("nothing but the type",)


BRACKETS = [("16", range(18)), ("34", range(18, 65)), ("71", range(65, 121))]


@pytest.mark.parametrize(("age", "bracket"), BRACKETS)
def test_ages_keep_their_bracket(age: str, bracket: range) -> None:
    ages = {int(text.split()[1]) for text in drawn("entities", "AGE", f"aged {age}", 60)}
    assert len(ages) > 5
    assert ages <= set(bracket)
    assert not {int(text.split()[1]) for text in drawn("entities-strict", "AGE", "aged 16", 60)} <= set(range(18))


@pytest.mark.parametrize("amount", ["$85,000", "$1,250", "$31", "$9,999"])
def test_amounts_keep_their_first_digit_where_that_is_asked_for(amount: str) -> None:
    texts = drawn("entities-faithful", "MONEY", amount, 40)
    assert len(texts) > 4
    assert {text[:2] for text in texts} == {amount[:2]}
    assert len({text[:2] for text in drawn("entities", "MONEY", "$85,000", 40)}) > 1


def test_dates_keep_year_quarter_and_weekday_where_that_is_asked_for() -> None:
    policy = parse_policy({"types": {"DATE_TIME": {"keep": ["year", "season", "weekday"]}}})
    days = {datetime.date.fromisoformat(text) for text in drawn(policy, "DATE_TIME", "2024-05-15", 40)}
    assert len(days) > 4
    assert {(day.year, day.month in (4, 5, 6), day.weekday()) for day in days} == {(2024, True, 2)}
    gateway = Gateway(policy, key=KEY, detection=Marked("DATE_TIME", "2024-05-15"))
    (row,) = gateway.sanitize("2024-05-15 it is", scope="1").report.figures
    assert "a day of the year 2024 in the second quarter, a Wednesday" in row.classes[0]
    assert row.certified == pytest.approx((8, 0), abs=1e-6)
    for month in drawn(policy, "DATE_TIME", "March 2024", 20):
        assert month in ("January 2024", "February 2024", "March 2024")


def test_policies_say_what_can_be_kept() -> None:
    for name, allowed in KEEPABLE.items():
        assert parse_policy({"types": {name: {"keep": allowed}}}).rules[name].keep == allowed
    with pytest.raises(ConfigurationError, match=r"types.LOCATION.keep names 'colour'; it can name one of continent"):
        parse_policy({"types": {"LOCATION": {"keep": ["colour"]}}})
    with pytest.raises(ConfigurationError, match=r"types.PERSON.keep names 'country'; it can name nothing"):
        parse_policy({"types": {"PERSON": {"keep": ["country"]}}})
    with pytest.raises(ConfigurationError, match="needs the treatment value"):
        parse_policy({"types": {"LOCATION": {"treatment": "mask", "keep": ["country"]}}})
    # Another mechanism draws from all phrases, and what the default rule keeps means nothing to it.
    assert parse_policy({"types": {"LOCATION": {"mechanism": "santext"}}}).rules["LOCATION"].keep == ()


def test_files_start_from_what_a_preset_keeps(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('preset = "entities-strict"\n[types]\nAGE = { keep = ["bracket"] }\n')
    policy = load_policy(file)
    assert policy.rules["AGE"].keep == ("bracket",)
    assert policy.rules["LOCATION"].keep == ()
    file.write_text('preset = "entities-faithful"\n')
    assert load_policy(file).rules["LOCATION"].keep == PRESETS["entities-faithful"].rules["LOCATION"].keep


def test_phrases_are_related_by_the_words_that_tell() -> None:
    """A word that several phrases have relates those alone that consist of it."""
    relatives = Relatives(["Oslo Bank", "Bergen Bank", "Bank", "Oslo"], most=2)
    assert relatives.of("Bank") == {0, 1, 2}
    assert relatives.of("Oslo Bank") == {0, 3}
    assert relatives.of("Lima Bank") == set()


@pytest.mark.parametrize(
    ("name", "trade"),
    [
        ("Deering High", "a school"),
        ("Oakwood Primary", "a school"),
        ("St Mary's C of E", "a school"),
        ("Fernleigh Care Home", "a care home"),
        ("Seaview Guest House", "hotels"),
        ("High Street Bank", "banking"),
        ("Bank of High Wycombe", "banking"),
    ],
)
def test_the_last_words_of_a_name_tell_what_it_is(name: str, trade: str) -> None:
    assert trade_of(name) == trade
