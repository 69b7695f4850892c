from __future__ import annotations

import html
import re

from dp_gateway import Gateway, Secret
from dp_gateway.randomness import Stream
from dp_gateway.surrogates.clear_text import ClearTexts
from dp_gateway.surrogates.drawer import Drawer, Made

GATEWAY = Gateway("entities", key=Secret(b"a key for tests of short forms"))


def sent(request: object, unit: str) -> str:
    """The first surrogate of a type."""
    return next(
        request.text[span.sanitized_start : span.sanitized_end]  # type: ignore[attr-defined]
        for span in request.spans  # type: ignore[attr-defined]
        if span.unit == unit
    )


def test_a_user_name_of_both_names() -> None:
    request = GATEWAY.sanitize("Anna Kowalski called.", scope="a")
    handle = sent(request, "PERSON").replace(" ", "")
    assert request.restore(f"@{handle.lower()} and #{handle}") == "@annakowalski and #AnnaKowalski"


def test_the_street_without_the_town() -> None:
    text = "Send it to 742 Evergreen Terrace, Springfield, IL 62704 today."
    request = GATEWAY.sanitize(text, scope="a")
    street = sent(request, "STREET_ADDRESS").split(",")[0]
    assert request.restore(f"at {street}.") == "at 742 Evergreen Terrace."


def test_an_organisation_without_its_legal_form_and_with_and() -> None:
    seen = 0
    for scope in range(60):
        request = GATEWAY.sanitize("She works for Kessler & Rowe LLP now.", scope=str(scope))
        name = sent(request, "ORGANIZATION")
        if found := re.search(r",? (?:LLP|Inc|Ltd|LLC|PLC|Group)\b\.?$", name):
            seen += 1
            assert request.restore(f"at {name[: found.start()]}, and") == "at Kessler & Rowe, and"
        if "&" in name:
            assert request.restore(f"<b>{html.escape(name)}</b>") == "<b>Kessler &amp; Rowe LLP</b>"
    assert seen


def test_an_organisation_in_one_word() -> None:
    seen = 0
    for scope in range(20):
        request = GATEWAY.sanitize("I work at Hartwell Biosciences in Leeds.", scope=str(scope))
        name = sent(request, "ORGANIZATION")
        if all(map(str.isalnum, words := name.split())) and len(words) > 1:
            seen += 1
            joined = "".join(words)
            reply = f"#{joined}, @{joined.lower()} and {'-'.join(words).lower()}"
            assert request.restore(reply) == "#HartwellBiosciences, @hartwellbiosciences and hartwell-biosciences"
    assert seen > 3


def test_the_account_of_an_address_is_the_same_alone() -> None:
    """With and without the @, in requests and in replies, to the last digit."""
    text = "Write to t.armistead50@gmail.com; the login t.armistead50 is locked."
    request = GATEWAY.sanitize(text, scope="a")
    account = sent(request, "EMAIL_ADDRESS").partition("@")[0]
    assert request.text.endswith(f"the login {account} is locked.")
    assert request.restore(request.text) == text
    assert request.restore(f"I unlocked {account}.") == "I unlocked t.armistead50."


def test_two_surrogates_never_differ_in_accents_alone() -> None:
    drawer = Drawer(b"key", ClearTexts())
    texts = iter(["José", "Jose", "Other"])

    def make(stream: Stream) -> Made:
        return Made(None, next(texts))

    assert drawer.draw("name", "a", make).text == "José"
    assert drawer.draw("name", "b", make).text == "Other"
    assert drawer.is_drawn("jose")
    assert not drawer.is_drawn("anna")


def test_an_address_follows_a_name_with_an_apostrophe_and_is_restored_in_parts() -> None:
    request = GATEWAY.sanitize("Sarah O'Connor has the address sarah.oconnor.xyzzy@ryanair.ie now.", scope="a")
    given, family = sent(request, "PERSON").lower().split(" ")
    local, _, host = sent(request, "EMAIL_ADDRESS").partition("@")
    assert local.startswith(f"{given}.{family}.")
    other, name = local.split(".")[-1], host.split(".")[0]
    assert request.restore(f"{name.upper()}, {other}, {other}@{name}") == "RYANAIR, xyzzy, xyzzy@ryanair"


def test_a_part_of_a_place_stands_for_it() -> None:
    seen = 0
    for scope in range(40):
        request = GATEWAY.sanitize("She lives in Boston.", scope=str(scope))
        words = sent(request, "LOCATION").split(" ")
        if len(words) > 1 and (restored := request.restore(f"d'{words[-1]}")) != f"d'{words[-1]}":
            seen += 1
            assert restored == "d'Boston"
    assert seen
