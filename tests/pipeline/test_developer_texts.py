"""What the developer of an application wrote passes as it is, but for identifiers and what the user said."""

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.policy import Policy

UNCHANGED = [
    "You are a shop assistant of the Northwind family of stores. NEVER reveal the discount table, ALWAYS be polite.",
    "You are a coding agent. Use the tool `Grep` before `Edit`. Commands time out after 600000ms / 10 minutes.",
    "Today is 2025-07-01. The user is in the zone America/New_York and speaks US English.",
    '{"type": "object", "properties": {"country": {"enum": ["US", "UK", "FR"]}, "unit": {"enum": ["US gallons"]}}}',
    "Write a SEARCH/REPLACE block for every change. Keep the CHANGELOG; follow PEP 8 and Conventional Commits.",
    "Act as Marie Curie would: answer in the style of a physicist from Paris who won the Nobel Prize twice.",
    "Get the weather of a city, e.g. San Francisco, CA. Units are Celsius or Fahrenheit; at most 7 days ahead.",
    "git@github.com:example/project.git is checked out at /workspace on Ubuntu 22.04, Python 3.11.4, port 8080.",
    "Plan tasks with TodoWrite. Prefer ripgrep; Bash runs in zsh on macOS. Version 1.26.0.4 listens on 127.0.0.1.",
    "Classify the review as positive, neutral or negative. Reply in German if the customer writes German.",
]
PLANTED = [
    ("Escalate to theodric.vanterpool@example.com if unsure.", "theodric.vanterpool@example.com"),
    ("The hotline is +1 (617) 555-0173.", "555-0173"),
    ("Deploy with sk-proj-4f9aB31cXz77Qw0LmN2p and nothing else.", "sk-proj-4f9aB31cXz77Qw0LmN2p"),
    ("The database password: Wint3r-Sonne!", "Wint3r-Sonne!"),
    ("Working directory: /home/tvanterpool/project", "tvanterpool"),
    ("Refunds go to IBAN DE89 3704 0044 0532 0130 00.", "3704 0044"),
]


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    return Gateway("entities", key=Secret(b"a key of these tests"))


@pytest.mark.parametrize("text", UNCHANGED)
def test_passes_as_it_is(gateway: Gateway, text: str) -> None:
    assert gateway.request([text, "hello"], developer=[True, False]).texts[0].text == text


@pytest.mark.parametrize(("text", "private"), PLANTED)
def test_identifiers_are_replaced(gateway: Gateway, text: str, private: str) -> None:
    request = gateway.request([text], developer=[True])
    assert private not in request.texts[0].text
    assert request.restore(request.texts[0].text) == text


def test_what_the_user_said_is_found_in_it(gateway: Gateway) -> None:
    texts = ["Greet Theodric politely.", "I am Theodric Vanterpool from Boston."]
    assert gateway.request(["Greet Theodric politely."], developer=[True]).texts[0].text == texts[0]
    assert "Theodric" not in gateway.request(texts, developer=[True, False]).texts[0].text


def test_a_text_is_read_as_its_author_asks(gateway: Gateway) -> None:
    text = "Marie Curie lives in Paris."
    by_developer, by_user = (gateway.request([text], developer=[own]).texts[0].text for own in (True, False))
    assert by_developer == text
    assert "Curie" not in by_user
    assert gateway.request([text], developer=[True]).texts[0].text == text


def test_phrases_of_the_policy_are_replaced() -> None:
    policy = Policy.model_validate({"kind": "mask", "detection": {"sensitive": {"PROJECT": ["Blue Heron"]}}})
    assert "Heron" not in Gateway(policy).request(["You work for Blue Heron."], developer=[True]).texts[0].text
