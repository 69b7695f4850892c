"""Forms that few texts have: each is drawn in a form like its own, says what is kept of it, and comes back."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping, Sequence

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.pipeline.report import SanitizedRequest
from dp_gateway.policy import PRESETS, load_policy, parse_policy
from dp_gateway.surrogates.sources import keeps
from dp_gateway.text.entities import ENTITY_TYPES, Entity

KEY = Secret(b"a key for tests, not a secret")


def _standing(mention: str, text: str) -> list[re.Match[str]]:
    """Where a mention stands in a text, as whole words where the script has spaces."""
    bound = r"\b" if mention.isascii() or " " in text else ""
    return list(re.finditer(rf"{bound}{re.escape(mention)}{bound}", text))


class Given:
    """Finds what it was given: mentions, and their types."""

    def __init__(self, mentions: Mapping[str, str]) -> None:
        self._mentions = mentions

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        return [
            sorted(
                Entity(found.start(), found.end(), entity_type, 1.0, "given")
                for mention, entity_type in self._mentions.items()
                for found in _standing(mention, text)
            )
            for text in texts
        ]


def sanitized(texts: list[str], mentions: Mapping[str, str]) -> SanitizedRequest:
    request = Gateway("entities", key=KEY, detection=Given(mentions)).request(texts, scope="one")
    assert request.restore("\n".join(request.outgoing)) == "\n".join(texts)
    for mention in mentions:
        assert not any(_standing(mention, sent) for sent in request.outgoing)
    return request


def kept(request: SanitizedRequest) -> str:
    """What is kept of all mentions, in words."""
    return "; ".join(feature for one in request.report.classes if one is not None for feature in one.kept)


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    return Gateway("entities", key=KEY)


@pytest.mark.parametrize(
    ("address", "form"),
    [
        ("PO Box 123, Springfield, IL 62704", r"PO Box \d{3}, .+, [A-Z]{2} \d{5}"),
        ("PO Box 12, Main Street, Springfield", r"PO Box \d\d, [^\d,]+, [^\d,]+"),
        (
            "3rd floor, 12 Main Street, Boston, MA 02110",
            r"(1st|2nd|3rd|[4-9]th) floor, \d\d [^\d,]+, .+, [A-Z]{2} \d{5}",
        ),
        ("Suite 5 Tower Building, 12 Main Street, Denver", r"Suite \d [^\d,]+, \d\d [^\d,]+, .+"),
        ("12 Main St, MA, Boston 02110-1234", r"\d\d [^\d,]+, [A-Z]{2}, .+ \d{5}-\d{4}"),
        ("Flat 2b, 7 Elm Road", r"Flat \d[a-z], \d [^\d,]+"),
    ],
)
def test_an_address_keeps_the_order_of_its_parts(gateway: Gateway, address: str, form: str) -> None:
    (one,) = gateway.declared([address], "STREET_ADDRESS", scope="one", undo=True)
    assert one.text is not None
    assert re.fullmatch(form, one.text), one.text
    assert not set(re.findall(r"[A-Z][a-z]{3,}", address)) & set(re.findall(r"[A-Z][a-z]{3,}", one.text)) - {
        "Flat",
        "Suite",
    }
    assert (one.text, address) in {(pair.surrogate, pair.original) for pair in one.replacements}


def test_an_address_in_a_script_of_no_supported_language_is_masked(gateway: Gateway) -> None:
    (one,) = gateway.declared(["Οδός Ερμού 15"], "STREET_ADDRESS", scope="one")
    assert (one.treatment, one.text) == ("mask", "<STREET_ADDRESS_1>")


@pytest.mark.parametrize(
    ("url", "form"),
    [
        ("mailto:anna@quillmere.com?subject=Rent", r"mailto:[a-z]+@[\w-]+\.example\.\w+/\w+"),
        ("user:pw@example.com/x.pdf", r"[a-z]+:[a-z]+@[\w-]+\.example\.\w+/\w+\.pdf"),
        ("http:///", r"[a-z]{4}:///"),
        ("no url", r"[a-z]{2} [a-z]{3}"),
    ],
)
def test_a_web_address_keeps_its_form_or_has_its_letters_drawn(gateway: Gateway, url: str, form: str) -> None:
    (one,) = gateway.declared([url], "URL", scope="one")
    assert one.text is not None
    assert one.text != url
    assert re.fullmatch(form, one.text), one.text


@pytest.mark.parametrize(
    ("url", "network"), [("https://192.168.0.1/a", "198.18.0.0/15"), ("http://[2001:db8::1]/x", "2001:db8::/32")]
)
def test_a_numeric_host_is_drawn_from_a_network_that_nobody_has(gateway: Gateway, url: str, network: str) -> None:
    (one,) = gateway.declared([url], "URL", scope="one")
    found = re.fullmatch(r"https?://\[?([\d.]+|[\da-f:]+)\]?/\w+", one.text or "")
    assert found
    assert ipaddress.ip_address(found[1]) in ipaddress.ip_network(network)


def test_a_telephone_said_in_words_keeps_its_pauses() -> None:
    said = "five five five, forty four double two, one oh one"
    request = sanitized([f"Call me at {said} please."], {said: "PHONE_NUMBER"})
    number = request.outgoing[0].removeprefix("Call me at ").removesuffix(" please.")
    assert [len(group.split()) for group in number.split(", ")] == [3, 4, 3]
    assert "said in words, in groups of 3, 4, 3" in kept(request)


@pytest.mark.parametrize(
    ("text", "mention", "ending", "feature"),
    [
        ("Er ist ein polnischer Arzt und arbeitet seit Jahren hier.", "polnischer", "er", "ending in -er"),
        ("Sie wohnt mit einer polnischen Familie in einem alten Haus.", "polnischen", "en", "ending in -en"),
        ("Jego sąsiad jest Niemcem i od lat mieszka w tym domu.", "Niemcem", "em", "in the instrumental"),
        ("Jej sąsiadka jest Niemką i od lat mieszka w tym domu.", "Niemką", "ą", "feminine in the instrumental"),
        ("Hij woont al jaren met een Poolse vriend in dat huis.", "Poolse", "e", "feminine"),
        # Of no list: the ending alone tells what they are.
        ("Er ist ein ruritanischer Arzt und arbeitet seit Jahren hier.", "ruritanischer", "er", "ending in -er"),
        ("Jego sąsiad jest Ruritańczykiem i od lat mieszka w tym domu.", "Ruritańczykiem", "em", "in the instrumental"),
        ("Hij woont al jaren met een ruritaanse vriend in dat huis.", "ruritaanse", "e", "nationality"),
        ("彼はルリタニア人で、長年この町に住んでいます。", "ルリタニア人", "人", "nationality"),
    ],
)
def test_a_nationality_agrees_as_it_did(text: str, mention: str, ending: str, feature: str) -> None:
    request = sanitized([text], {mention: "NRP"})
    before, _, behind = text.partition(mention)
    drawn = request.outgoing[0].removeprefix(before).removesuffix(behind)
    # In Polish men's forms end in -em or, behind k and g, in -iem.
    assert drawn.endswith(ending)
    assert feature in kept(request)


@pytest.mark.parametrize(
    ("text", "mention", "written"),
    [
        ("الاجتماع القادم سيكون في الخامس من مارس 2024 في المكتب.", "الخامس من مارس 2024", "DD من Month (ar) YYYY"),
        ("अगली बैठक पाँच मार्च 2024 को कार्यालय में होगी।", "पाँच मार्च 2024", "DD Month (hi) YYYY"),
    ],
)
def test_a_day_in_words_is_drawn_as_a_day_in_digits(text: str, mention: str, written: str) -> None:
    request = sanitized([text], {mention: "DATE_TIME"})
    assert re.search(r"\d{1,2} .+ 202\d", request.outgoing[0])
    assert f"that it is written {written}" in kept(request)


def test_a_lone_name_is_a_form_of_a_name_of_the_request() -> None:
    """One word is too short to tell its language: the name before it does."""
    texts = ["Jan Kowalski mieszka w Warszawie i pracuje w szpitalu.", "Kowalskiego"]
    request = sanitized(texts, {"Jan Kowalski": "PERSON", "Kowalskiego": "PERSON"})
    assert "a Polish family name in the genitive" in kept(request)
    surname = request.outgoing[0].split()[1]
    assert request.outgoing[1] != surname
    assert request.outgoing[1][:3] == surname[:3]


@pytest.mark.parametrize(
    ("text", "language", "treatment"),
    [
        ("9.30", "", "keep"),
        ("9.30 Uhr", "de", "value"),
        ("zwanzig Euro", "de", "value"),
        ("zwanzig Euro und Kaffee", "de", "value"),
        ("20 Euro Kaffee 5 Euro", "de", "mask"),
        ("2024-03-05 Boston", "", "surrogate"),
    ],
)
def test_what_is_no_value_alone_is_no_value(gateway: Gateway, text: str, language: str, treatment: str) -> None:
    entity_type = "MONEY" if "Euro" in text else "DATE_TIME"
    assert gateway.sources.read(text, entity_type, language).treatment == treatment


@pytest.mark.parametrize("preset", PRESETS)
def test_what_a_type_keeps_is_said_where_something_stands_in(preset: str) -> None:
    policy = load_policy(preset)
    drawn = ("mechanism", "surrogate", "value", "shift")
    said = {name: bool(keeps(policy, name)) for name in (*ENTITY_TYPES, "UNHEARD_OF")}
    assert said == {name: policy.rules[name].treatment in drawn for name in said}


@pytest.mark.parametrize(
    ("rule", "begin", "end"),
    [
        ({"treatment": "shift"}, "all intervals", "the time of day"),
        ({"treatment": "value", "keep": ["season"]}, "how exactly it is said, the decade", ", season"),
        ({"treatment": "mask"}, "", ""),
    ],
)
def test_what_dates_keep_depends_on_their_treatment(rule: dict[str, object], begin: str, end: str) -> None:
    told = keeps(parse_policy({"kind": "entities", "types": {"DATE_TIME": rule}}), "DATE_TIME")
    assert told.startswith(begin)
    assert told.endswith(end)
    assert bool(told) == bool(begin)


def test_without_never_self_the_level_is_the_mechanisms_own() -> None:
    levels: dict[bool, tuple[float, float]] = {}
    for never_self in (False, True):
        policy = parse_policy({"kind": "entities", "never_self": never_self})
        gateway = Gateway(policy, key=KEY, detection=Given({"Boston": "LOCATION"}))
        report = gateway.sanitize("She lives in Boston.", scope="one").report
        levels[never_self] = report.total_epsilon, report.total_delta
    assert levels[False][1] == 0 < levels[True][1]
    assert levels[False][0] <= levels[True][0] < float("inf")
