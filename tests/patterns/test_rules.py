"""The shortcuts of the rules lose nothing: hints, digits, and expressions that skip to where a match can begin."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from benchmarks.detection_data import examples
from dp_gateway.patterns.detector import RULES
from dp_gateway.patterns.rules import Expression, Rule, RuleSet
from dp_gateway.patterns.windows import Reading

_TEXTS = [one.text for one in examples(test=False, per_template=2)] + [
    "Hauptstraße 12, Am Markt 3, 12 rue de la Paix, Calle Mayor 4, P.O. Box 7, PSC 3, Box 4, H.No. 12, RD 4, Unit 7",
    "12 Maple street, Suite 4, SW1A 1AA, K1A 0B1, zip 1010 AB, 12345-6789, D-80331 München, NSW 2000",
    "3. März 2021, janvier 2020, Q3 2021, 3pm, 14:30, dob 030480, in the 1990s, class of 2004, '99",
    "nhs 943 476 5919, dl: A1234567, npi 1234567893, routing 021000021, 00-1A-2B-3C-4D-5E, VIN 1HGCM82633A004352",
    "tom (at) x (dot) org, mailto:a@b.co, twitter: tom_b, bearer abcdefghijklmnop1, cvv: 123, AKIAABCDEFGHIJKLMNOP",
    "password: Kestrel!7x, api key is 9f8e7d6c5b, DB_PASS='Gull Cliff 9' pwd=\"Tern Wharf 3!\" access-token: ab12cd34ef56",
    *(
        f"{name}{sign}Kestrel!7xq"
        for name in (
            "password passwd passcode passphrase pwd pw secret credentials api_token "
            "auth_token access-token slack_token apikey access_key private_key signing_key encryption-key session_key "
            "hmac_key master_key storage_key account_key shared_key"
        ).split()
        for sign in (": ", "=")
    ),
    "snap me at inescald99, add us on Discord: moss.toad, quill_house#0007, issue#1234, gate code 4471, cus_9s6XKzkNRi",
    "aged 4, in his early thirties, two years old, 5'11\", 12 kg, 5%, fifty percent, ten dollars, Rs. 500, 12k EUR",
]
_PIECES = [piece for text in _TEXTS for piece in text.split()]
_MIXED = st.lists(
    st.one_of(st.sampled_from(_PIECES), st.text(alphabet="aZ0é9-. ,@:/'", max_size=6)), min_size=1, max_size=14
)


def _found(rules: tuple[Rule, ...], text: str) -> list[tuple[int, int, str, float]]:
    return list(RuleSet(rules).find(Reading(text)))


def _everywhere(rule: Rule) -> Rule:
    return replace(
        rule,
        hints=(),
        digits=0,
        cues=frozenset(),
        sign=None,
        marks=frozenset(),
        also=frozenset(),
        longest=0,
        begins=False,
    )


@pytest.mark.parametrize(
    "joint", [" ", "\n", *(pytest.param(joint, marks=pytest.mark.thorough) for joint in ("\u00a0", "\t"))]
)
def test_windows_lose_nothing(joint: str) -> None:
    _check_windows(joint.join(_PIECES))


@pytest.mark.thorough
@given(_MIXED, st.sampled_from([" ", "", "\n"]))
def test_windows_lose_nothing_of_any_text(pieces: list[str], joint: str) -> None:
    _check_windows(joint.join(pieces))


def _check_windows(text: str) -> None:
    for rule in RULES:
        assert _found((rule,), text) == _found((_everywhere(rule),), text), rule.pattern


@given(_MIXED, st.sampled_from([" ", "", "\n"]))
@example(_PIECES, " ")
@example(_PIECES, "\n")
def test_expressions_find_what_the_engine_finds(pieces: list[str], joint: str) -> None:
    text = joint.join(pieces)
    for rule in RULES:
        fast, plain = rule.expression.finditer(text), rule.expression.whole.finditer(text)
        assert [match.span() for match in fast] == [match.span() for match in plain]


@pytest.mark.parametrize("text", ["12 A1 1A AB, A", "xA A", "AA.A", ""])
def test_what_stands_before(text: str) -> None:
    expression = Expression(r"(?<![\w.])[A-Z][\w]*")
    assert [m.span() for m in expression.finditer(text)] == [m.span() for m in expression.whole.finditer(text)]


def test_what_stands_beside_code_is_found_as_if_there_were_none(monkeypatch: pytest.MonkeyPatch) -> None:
    prose, code = " ".join(_PIECES), "\n" + "".join(f"    total = pay({at}, 'GB{at:05}')\n" for at in range(99))
    text = prose + code + prose + code
    spans = [(len(prose), len(prose + code)), (len(prose + code + prose), len(text))]
    rules = RuleSet(RULES, {"API_KEY": 0.0, "EMAIL_ADDRESS": 0.0})

    def found() -> list[tuple[int, int, str, float]]:
        every = rules.find(Reading(text), spans)
        return [one for one in every if not any(start <= one[0] < end for start, end in spans)]

    apart, signs = found(), Reading.signs
    monkeypatch.setattr(Reading, "signs", lambda reading, sign, **_: signs(reading, sign))
    assert apart == found()
    assert {one[2] for one in apart} > {"POSTCODE", "AGE", "MONEY"}


def test_a_match_goes_on_behind_its_window() -> None:
    url = "https://example.com/" + "a" * 900
    text = "word " * 200 + url + " and " + "word " * 200
    assert (1000, 1000 + len(url), "URL", 1.0) in _found(RULES, text)


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        (r"\b(?:sons?|[Mm]edia group|pre-school)\s(?P<v>x)", {"son", "sons", "media", "pre"}),
        (
            r"(?<![\w.])(?i:Licen[sc]e|exp(?:ires?|iry)?)\b",
            {"license", "licence", "exp", "expire", "expires", "expiry"},
        ),
        (r"\b(?:id|[0-9]x) ", set()),
        (r"\b(?:id)? x", set()),
        (r"(?<!\w)[0-9]{3}", set()),
    ],
)
def test_the_words_that_an_expression_begins_with_are_its_cues(pattern: str, words: set[str]) -> None:
    assert Rule("PERSON", pattern).cues == words
    assert not Rule("PERSON", pattern, cues=frozenset()).cues
