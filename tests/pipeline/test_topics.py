"""Phrases of sensitive topics: found, drawn within their type, restored, and said in what a report prints."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest
from dp_gateway_langchain import PrivateChatModel
from dp_gateway_openai import PrivateOpenAI
from langchain_openai import ChatOpenAI
from pydantic import SecretStr

from dp_gateway import Gateway, Secret
from dp_gateway.errors import ConfigurationError
from dp_gateway.pipeline.figures import phrase_level
from dp_gateway.policy import TOPICS, Policy, parse_policy
from dp_gateway.testing.models import ScriptedModel
from dp_gateway.vocabulary.lexicon.topics import topic_phrases

KEY = Secret(b"a key for tests of sensitive topics")
POLICY = parse_policy({"name": "topics", "kind": "hybrid", "topics": list(TOPICS)})
SAID = "I take propranolol for my migraines, and asked for parental leave after the bankruptcy."
VALUES = ("propranolol", "migraine", "parental leave", "bankruptcy")


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    return Gateway(POLICY, key=KEY)


def test_phrases_are_drawn_within_their_type_and_other_words_stay(gateway: Gateway) -> None:
    done = gateway.sanitize(SAID)
    assert not any(value in done.text for value in VALUES)
    drawn = {span.unit: done.text[span.sanitized_start : span.sanitized_end].lower() for span in done.spans}
    listed = {name: {phrase.lower() for phrase in phrases} for name, phrases in topic_phrases().items()}
    assert set(drawn) == {"MEDICINE", "CONDITION", "FAMILY_MATTER", "FINANCE"}
    for name, surrogate in drawn.items():
        assert surrogate in listed[name] or surrogate.removesuffix("s") in listed[name]
    assert done.text.startswith("I take ")
    assert " and asked for " in done.text
    assert done.restore(done.text) == SAID


@pytest.mark.parametrize("text", ["PROPRANOLOL helps.", "My Parental Leave", "two\nbankruptcies, no: bankruptcy"])
def test_phrases_are_found_in_any_case(gateway: Gateway, text: str) -> None:
    done = gateway.sanitize(text)
    assert len(done.spans) == 1
    assert done.restore(done.text) == text


@pytest.mark.parametrize(
    "text",
    [
        "The cut in costs came as a shock, but the cold start of the engine was a relief.",
        "We leave at noon, burn the letter, and cast the strain on the fit of the new press.",
        "The movement of the price had a complication: the pressure of growth on a stable attack.",
        "My sister and her friend asked my brother whether they lent him a passion for opera.",
        "Feature parity after the adoption of Lisp: no side effects, one constraint violation, a symptom, hardening.",
        "The rip-off was a caper full of mayhem and lunacy, coming out soon by a guru of a cult.",
    ],
)
def test_ordinary_words_are_not_taken_for_topics(gateway: Gateway, text: str) -> None:
    assert gateway.sanitize(text).text == text


def test_an_article_and_a_plural_follow_the_surrogate(gateway: Gateway) -> None:
    words = {gateway.sanitize("My wife is an Anglican there.", scope=str(at)).text.split()[3] for at in range(40)}
    assert words == {"a", "an"}
    shouted = [gateway.sanitize("MIGRAINES AGAIN", scope=str(at)) for at in range(20)]
    assert all(one.text.isupper() and one.restore(one.text) == "MIGRAINES AGAIN" for one in shouted)
    assert not any(one.text.lower().removesuffix(" again").endswith(("ys", "xs")) for one in shouted)


def test_religions_are_found_before_names_of_organisations(gateway: Gateway) -> None:
    spans = gateway.sanitize("She converted to Islam and met a Catholic, a Hindu and a rabbi.").spans
    assert [span.unit for span in spans] == ["FAITH"] * 4


def test_a_policy_without_topics_leaves_them(gateway: Gateway) -> None:
    del gateway
    assert Gateway("entities", key=KEY).sanitize("I take propranolol.").text == "I take propranolol."


def test_only_the_topics_that_are_named_are_looked_for() -> None:
    own = Gateway(parse_policy({"kind": "hybrid", "topics": ["finance"]}), key=KEY)
    text = own.sanitize(SAID).text
    assert "bankruptcy" not in text
    assert "propranolol" in text


def test_the_certificate_is_that_of_the_table_that_is_sampled(gateway: Gateway) -> None:
    """Every pair of phrases, against every surrogate that is none of the two and holds no word of them."""
    (row,) = gateway.sanitize("After the bankruptcy we moved.").report.figures
    mechanism = gateway.mechanism("FINANCE", "FINANCE")
    related = gateway.sources.related("FINANCE", mechanism)
    assert row.certified == pytest.approx(phrase_level(mechanism, related))
    table = mechanism.distribution(np.arange(mechanism.index.size))
    np.fill_diagonal(table, 0)
    table /= table.sum(axis=1, keepdims=True)
    size = len(table)
    off = [
        float(np.log(np.max(table[a, keep] / table[b, keep])))
        for a in range(size)
        for b in range(size)
        if a != b
        for keep in [np.setdiff1d(np.arange(size), [a, b])]
    ]
    assert max(off) <= row.certified[0] + 1e-9
    assert math.isfinite(row.certified[0])
    assert 0 < row.certified[1] < 0.2


def test_the_report_says_what_decides_and_what_stays(gateway: Gateway) -> None:
    report = gateway.sanitize(SAID).report
    said = "\n".join(report.left_in_clear)
    assert "which phrases belong to the topics health" in said
    assert "everything that is no detected entity" in said
    assert "propranolol" not in json.dumps(report.to_json())


def test_words_of_the_developer_are_not_searched() -> None:
    with ScriptedModel(default="Yes.") as provider:
        client = PrivateOpenAI(policy=POLICY, key=KEY, base_url=provider.url, api_key="none")
        messages: Any = [
            {"role": "system", "content": "You answer questions about diabetes."},
            {"role": "user", "content": SAID},
        ]
        with client:
            client.chat.completions.create(model="m", messages=messages)
        assert "about diabetes" in provider.sent
        assert "propranolol" not in provider.sent


@pytest.mark.parametrize("door", ["openai", "langchain"])
def test_replies_are_restored_behind_the_doors(door: str) -> None:
    with ScriptedModel(default=lambda body: f"You said: {body['messages'][-1]['content']}") as provider:
        if door == "openai":
            with PrivateOpenAI(policy=POLICY, key=KEY, base_url=provider.url, api_key="none") as client:
                ask: Any = {"model": "m", "messages": [{"role": "user", "content": SAID}]}
                said = client.chat.completions.create(**ask).choices[0].message.content
        else:
            model = ChatOpenAI(model="m", base_url=provider.url, api_key=SecretStr("none"))
            said = PrivateChatModel(model, POLICY, key=KEY).invoke(SAID).text
        assert not any(value in provider.sent for value in VALUES)
    assert said == f"You said: {SAID}"


def test_a_policy_of_placeholders_names_the_type() -> None:
    masked = Gateway(parse_policy({"kind": "mask", "topics": ["health"]}), key=KEY)
    assert masked.sanitize("I take propranolol.").text == "I take <MEDICINE_1>."


def test_topics_that_cannot_be_are_refused() -> None:
    with pytest.raises(ConfigurationError, match="topics"):
        parse_policy({"topics": ["gossip"]})
    with pytest.raises(ConfigurationError, match="use hybrid"):
        parse_policy({"kind": "tokens", "topics": ["health"]})


def test_a_rule_of_a_type_may_be_changed_in_part() -> None:
    policy = parse_policy({"topics": ["health"], "types": {"MEDICINE": {"epsilon": 2}}})
    assert policy.rules["MEDICINE"].epsilon == 2
    assert policy.rules["MEDICINE"].treatment == "mechanism"
    assert Policy().rules["MEDICINE"].treatment == "mask"


def test_every_phrase_belongs_to_one_type() -> None:
    phrases = [phrase.lower() for listed in topic_phrases().values() for phrase in listed]
    assert len(phrases) == len(set(phrases))
    assert set(topic_phrases()) == {name for names in TOPICS.values() for name in names}
