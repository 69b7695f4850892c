"""Attacks on names and places under a policy: against brute force, and at the prior where nothing is looked at."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from dp_gateway.attacks.entities import EntityTrial, Kind, phrase_candidates
from dp_gateway.attacks.entity_attacks import (
    EntityBayesian,
    EntityBound,
    EntityContextual,
    EntityInversion,
    EntityLlm,
    audit_policy,
    policy_verdict,
)
from dp_gateway.attacks.llm import Guesser
from dp_gateway.attacks.page import entity_page
from dp_gateway.cli.audit import audit as command
from dp_gateway.errors import ConfigurationError, InputError
from dp_gateway.llm import Endpoint, LocalModel
from dp_gateway.mechanisms.registry import create
from dp_gateway.pipeline import Gateway
from dp_gateway.policy import Policy
from dp_gateway.randomness import Secret
from dp_gateway.testing.models import ScriptedModel
from dp_gateway.text.entities import Entity
from dp_gateway.vocabulary.index import Index

CITIES = ["Paris", "London", "Lagos", "Lima", "Oslo"]
PEOPLE = ["Anna Miller", "Bruno Kessler", "Chloe Adams"]
CITY = Kind("LOCATION", "CITY")


class Known:
    """Finds the cities and people of these tests."""

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        listed = dict.fromkeys(CITIES, "LOCATION") | dict.fromkeys(PEOPLE, "PERSON") | {"34 years": "AGE"}
        pattern = re.compile("|".join(map(re.escape, listed)))
        return [
            [Entity(m.start(), m.end(), listed[m[0]], 1.0, "known") for m in pattern.finditer(text)] for text in texts
        ]


def texts(count: int, seed: int) -> list[str]:
    """Each with a city and a person, some much more often than others."""
    generator = np.random.default_rng(seed)
    cities = generator.choice(CITIES, count, p=[0.5, 0.2, 0.15, 0.1, 0.05])
    people = generator.choice(PEOPLE, count, p=[0.6, 0.3, 0.1])
    return [f"note {seed} {n}: {p} flew to {c}." for n, (c, p) in enumerate(zip(cities, people, strict=True))]


def trial(policy: str | Policy = "entities", private: int = 400, shadow: int = 60) -> EntityTrial:
    gateway = Gateway(policy, key=Secret(b"sixteen bytes of a key"), detection=Known())
    return EntityTrial(gateway, texts(private, 1), texts(shadow, 2))


@pytest.fixture(scope="module")
def entities() -> EntityTrial:
    return trial()


@pytest.mark.parametrize("never_self", [True, False])
@pytest.mark.parametrize("name", ["stairtext", "santext", "clusant"])
def test_candidates_are_those_of_the_restricted_rows(toy: Index, name: str, never_self: bool) -> None:
    mechanism = create(name, toy, 3.0, **({"clusters": 8} if name == "clusant" else {}))
    law = mechanism.distribution(np.arange(toy.size))
    if never_self:
        np.fill_diagonal(law, 0)
        law /= law.sum(axis=1, keepdims=True)
    weights = np.arange(toy.size) % 7 / 7
    joint = weights[:, None] * law
    outputs = np.array([0, 3, 3, 59])
    found = phrase_candidates(mechanism, weights, outputs, 4, never_self=never_self)
    np.testing.assert_allclose(found.joint, -np.sort(-joint[:, outputs], axis=0)[:4].T, rtol=1e-9)
    np.testing.assert_allclose(joint[found.inputs, outputs[:, None]], found.joint, rtol=1e-9)
    assert not never_self or not (found.inputs == outputs[:, None]).any()


def test_the_bound_is_exact_and_nobody_beats_it(entities: EntityTrial) -> None:
    bound, bayesian, inversion = (
        attack.attack(entities) for attack in (EntityBound(), EntityBayesian(), EntityInversion())
    )
    assert bound.tokens == 800
    mechanism, weights = entities.mechanism(CITY), entities.private_weights(CITY)
    support = np.flatnonzero(weights)
    law = mechanism.distribution(support)
    law[np.arange(len(support)), support] = 0
    law /= law.sum(axis=1, keepdims=True)
    cities = float((weights[support, None] * law).max(axis=0).sum()) / 400
    people = Counter(target.original for target in entities.targets if target.kind.entity_type == "PERSON")
    assert bound.expected == pytest.approx((cities + people.most_common(1)[0][1] / 400) / 2, rel=1e-6)
    # Five deviations of the draws; the people are no draw at all.
    error = 5 * (0.25 / 400) ** 0.5
    for report in (bound, bayesian, inversion):
        assert report.success_rate <= bound.expected + error
        assert sum(attacked for _, attacked in report.by_type.values()) == report.tokens
    assert abs(bound.success_rate - bound.expected) <= error
    assert bayesian.success_rate >= inversion.success_rate - error


def test_people_are_recovered_at_the_prior(entities: EntityTrial) -> None:
    found = audit_policy(entities, [EntityBound(), EntityBayesian(), EntityInversion()])
    prior = found.types["PERSON"].prior
    assert 0.5 < prior < 0.7
    for report in found.reports:
        hits, attacked = report.by_type["PERSON"]
        assert hits / attacked <= prior + 1e-12
    assert "is what could be guessed without any surrogate" in " ".join(policy_verdict(found))


def test_a_larger_epsilon_is_noticed() -> None:
    """The attack reads surrogates: places drawn nearer to the value are recovered more often."""
    rates: list[float] = []
    for epsilon in (1.0, 12.0):
        policy = Policy.model_validate(
            {
                "kind": "entities",
                "never_self": False,
                "public_references": "replace",
                "types": {"LOCATION": {"treatment": "mechanism", "epsilon": epsilon, "keep": []}},
            }
        )
        hits, attacked = EntityBayesian().attack(trial(policy, 200)).by_type["LOCATION"]
        rates.append(hits / attacked)
    assert rates[1] > rates[0] + 0.2


def test_hybrid_is_attacked_alike(entities: EntityTrial) -> None:
    words_too = trial("hybrid", 60, 10)
    assert Counter(target.kind for target in words_too.targets).keys() == {CITY, Kind("PERSON")}
    assert 0 < EntityBound().attack(words_too).success_rate < 1
    assert "flew" in entities.sent[0].text


def test_numbers_are_named_as_not_attacked() -> None:
    gateway = Gateway(key=Secret(b"sixteen bytes of a key"), detection=Known())
    found = audit_policy(EntityTrial(gateway, ["Anna Miller, 34 years", "Lima"], ["Oslo"]), [EntityBound()])
    assert [each.attack for each in found.skipped] == ["AGE"]
    assert "AGE" not in found.types


def test_llm_sees_surrogates_and_may_be_right(entities: EntityTrial) -> None:
    def omniscient(body: object) -> str:
        sent = body["messages"][-1]["content"]  # type: ignore[index]
        number = int(re.search(r"note 1 (\d+)", sent)[1])  # type: ignore[index]
        text = texts(400, 1)[number]
        assert not re.search(rf"\b({'|'.join(PEOPLE)})\b", sent)
        person, _ = re.search(r": (.+) flew to (\w+)\.", text).groups()  # type: ignore[union-attr]
        return json.dumps({"originals": [person.upper(), "nowhere"]})

    with ScriptedModel(default=omniscient) as server:
        guesser = Guesser(LocalModel(Endpoint(server.url, "m", trust="local", retries=0)))
        report = EntityLlm(guesser, tokens=20).attack(entities)
    assert report.by_type == {"PERSON": (10, 10), "LOCATION": (0, 10)}
    assert report.details["requests"] == 10


class Oracle:
    """A scorer that knows where everybody flies."""

    def after(self, before: str, phrases: Sequence[str]) -> np.ndarray:
        number, seed = int(re.search(r"note (\d) (\d+)", before)[2]), int(re.search(r"note (\d)", before)[1])  # type: ignore[index]
        text = texts(400 if seed == 1 else 60, seed)[number]
        return np.array([float(f"to {phrase}." in text) for phrase in phrases])


@pytest.mark.thorough
def test_context_counts_where_there_is_a_scorer() -> None:
    rule = {"treatment": "mechanism", "epsilon": 2.0, "keep": []}
    far = Policy.model_validate({"kind": "entities", "public_references": "replace", "types": {"LOCATION": rule}})
    report = EntityContextual(Oracle(), tokens=100).attack(trial(far))  # type: ignore[arg-type]
    assert list(report.by_type) == ["LOCATION"]
    assert report.success_rate > report.details["context_free"] + 0.05


def test_page_holds_no_name(entities: EntityTrial) -> None:
    shown = entity_page(audit_policy(entities))
    assert shown.count("<svg") == 1
    assert not re.search(rf"\b({'|'.join(CITIES + PEOPLE)})\b", shown, re.IGNORECASE)
    assert "by prior alone" in shown


@pytest.mark.parametrize(
    ("private", "shadow", "message"),
    [
        ([], ["x"], "private set is empty"),
        (["Lima"], [" "], "shadow set is empty"),
        (["To Lima", "a"], ["to lima"], "overlap in 1 text;"),
        (["nothing here"], ["to Oslo"], "nothing to attack"),
    ],
)
def test_sets_that_cannot_serve_are_refused(private: list[str], shadow: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        EntityTrial(Gateway(detection=Known()), private, shadow)


def run(*arguments: str, code: int = 0) -> str:
    done = CliRunner().invoke(command, arguments)
    assert done.exit_code == code, done.output
    if code:
        raise done.exception or AssertionError
    return done.stdout


def test_command(tmp_path: Path) -> None:
    file = tmp_path / "mails.txt"
    file.write_text(
        "\n".join(
            f"Please write to {p} in {c}, case {n}."
            for n, (p, c) in enumerate(zip(PEOPLE * 5, CITIES * 3, strict=True))
        )
    )
    page = tmp_path / "page.html"
    out = json.loads(run("--policy", "entities", "--private", str(file), "--json", "--html", str(page)))
    assert list(out) == ["policy", "texts", "types", "attacks", "skipped"]
    assert {"PERSON", "LOCATION"} <= set(out["types"])
    assert [attack["attack"] for attack in out["attacks"]] == [
        "context_free_bound",
        "context_free_bayesian",
        "embedding_inversion",
    ]
    assert sum(row["attacked"] for row in out["attacks"][0]["by_type"].values()) == out["attacks"][0]["tokens"]
    assert "Privacy audit of a policy" in page.read_text()


@pytest.mark.parametrize(
    "arguments",
    [
        ("--policy", "entities"),
        ("--policy", "tokens", "--private", "x.txt"),
        ("--policy", "entities", "--compare", "all", "--private", "x.txt"),
        ("--policy", "entities", "--private", "x.txt", "--attacker", "gpt"),
    ],
)
def test_bad_input(arguments: tuple[str, ...]) -> None:
    with pytest.raises(ConfigurationError):
        run(*arguments, code=1)
