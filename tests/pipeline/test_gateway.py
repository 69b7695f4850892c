from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.errors import ConfigurationError
from dp_gateway.mechanisms.registry import create
from dp_gateway.mechanisms.restricted import self_free_level
from dp_gateway.pipeline import Sanitizer
from dp_gateway.pipeline.tokens import left_in_clear
from dp_gateway.policy import PRESETS, load_policy, parse_policy
from dp_gateway.text.entities import Entity
from dp_gateway.vocabulary.index import Index

KEY = Secret(b"a key for tests, not a secret")
LETTER = (
    "Dear Dr. Miller, my daughter Anna Kowalski moved to Boston in March 2024. She is 34 years old, works at Siemens and "
    "earns $85,000 a year. Reach me at jane.kowalski@gmail.com or (617) 555-2368; my SSN is 078-05-1120. Anna's "
    "appointments were on 3 March 2024 and on 17 March 2024.\n\nBest regards,\nJane Kowalski"
)
PRIVATE = ("Anna", "Kowalski", "Boston", "Siemens", "85,000", "jane.", "617", "078-05")


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    return Gateway("entities", key=KEY)


def test_nothing_private_leaves_and_everything_comes_back(gateway: Gateway) -> None:
    request = gateway.sanitize(LETTER, scope="1")
    assert not [word for word in PRIVATE if word in request.text]
    assert request.restore(request.text) == LETTER
    for span in request.spans:
        assert LETTER[span.start : span.end] != request.text[span.sanitized_start : span.sanitized_end]


def test_draws_repeat_in_a_scope_and_not_in_another(gateway: Gateway) -> None:
    first, again, other = (gateway.sanitize(LETTER, scope=scope).text for scope in "112")
    assert first == again != other


def test_streams_are_restored(gateway: Gateway) -> None:
    request = gateway.sanitize(LETTER, scope="1")
    stream = request.restorer.stream()
    assert "".join([stream.feed(char) for char in request.text]) + stream.close() == LETTER


def test_history_keeps_its_surrogates(gateway: Gateway) -> None:
    one = gateway.request(["I am Anna Miller from Boston."], scope="c")
    two = gateway.request(["I am Anna Miller from Boston.", "Ms. Miller and Anna are the same."], scope="c")
    assert two.texts[0].text == one.texts[0].text
    given, family = one.texts[0].text.removeprefix("I am ").split()[:2]
    assert f"Ms. {family} and {given} are the same." == two.texts[1].text
    assert two.restore(f"Hello {given.upper()}, the {family}s") == "Hello ANNA, the Millers"


def test_dates_are_drawn_one_by_one(gateway: Gateway) -> None:
    """Whoever knows one date of a text learns no other: the interval between two is not kept."""
    from datetime import date

    intervals = set[int]()
    for number in range(20):
        text = gateway.sanitize("First on 2024-03-03, then on 2024-03-17.", scope=f"d{number}").text
        first, second = (date.fromisoformat(word.strip(".,")) for word in text.split() if word[:1].isdigit())
        intervals.add((second - first).days)
    assert len(intervals) > 10


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_every_preset_reports(name: str, words: Index) -> None:
    request = Gateway(name, key=KEY, index=words).sanitize(LETTER, scope="1")
    report = json.dumps(request.report.to_json())
    assert not [word for word in ("Kowalski", "Siemens", "078-05") if word in report]
    if name == "observe":
        assert request.text == LETTER
    else:
        assert "Kowalski" not in request.text
    if name == "mask":
        assert "<PERSON_1>" in request.text
        assert request.restore(request.text) == LETTER


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_a_report_lists_what_stays_of_words_where_they_are_drawn(name: str, words: Index) -> None:
    """Under `hybrid` it spoke of entities alone."""
    report = Gateway(name, key=KEY, index=words).sanitize(LETTER, scope="1").report
    of_words = set(left_in_clear(None))
    assert set(report.left_in_clear) & of_words == (of_words if PRESETS[name].draws_words else set())
    assert ("everything that is no detected entity" in report.left_in_clear) != PRESETS[name].draws_words
    assert ("which mentions are the same entity" in report.left_in_clear) == PRESETS[name].detects


def test_hybrid_spans_point_at_what_they_replace(words: Index) -> None:
    request = Gateway("hybrid", key=KEY, index=words).sanitize(LETTER, scope="1")
    kinds = {span.unit for span in request.spans}
    assert {"word", "PERSON", "MONEY"} <= kinds
    starts = [span.sanitized_start for span in request.spans]
    assert starts == sorted(starts)
    money = next(span for span in request.spans if span.unit == "MONEY")
    assert LETTER[money.start : money.end] == "$85,000"
    assert request.text[money.sanitized_start] == "$"


def test_level_without_the_value_itself_is_the_definition(toy: Index) -> None:
    import numpy as np

    mechanism = create("stairtext", toy, 3)
    level = self_free_level(mechanism)
    law = mechanism.distribution(np.arange(toy.size))
    np.fill_diagonal(law, 0)
    law /= law.sum(axis=1, keepdims=True)
    excess = np.maximum(law[:, None] - np.exp(level.epsilon) * law[None, :], 0).sum(axis=2)
    assert np.isclose(excess.max(), level.delta, rtol=1e-6)


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"types": {"person": {"treatment": "mask"}}}, "person"),
        ({"types": {"LOCATION": {"epsilon": -1}}}, "LOCATION"),
        ({"detection": {"sensitive": {"PROJECT": [" "]}}}, "sensitive.PROJECT"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_policies_name_the_field_that_is_wrong(data: dict[str, object], field: str) -> None:
    with pytest.raises(ConfigurationError, match=field):
        parse_policy(data)


def test_unknown_policies_are_suggested() -> None:
    with pytest.raises(ConfigurationError, match="entities"):
        load_policy("entitys")


def test_sensitive_lists_are_masked_by_default() -> None:
    policy = parse_policy({"detection": {"sensitive": {"PROJECT": ["Blue Heron"]}}})
    request = Gateway(policy, key=KEY).sanitize("The blue heron launch is in May.", scope="1")
    assert "heron" not in request.text
    assert request.restore(request.text) == "The blue heron launch is in May."


def test_of_the_developers_texts_only_the_identifiers_are_replaced(words: Index) -> None:
    system = "You answer letters for a.kowalski@example.com, account DE89 3704 0044 0532 0130 00."
    user = "Please write a friendly letter about the weather in spring."
    for name in ("tokens", "hybrid"):
        gateway = Gateway(name, key=KEY, index=words)
        request = gateway.request([system, user], scope="1", developer=[True, False])
        assert "kowalski" not in request.texts[0].text
        assert request.texts[0].text.startswith("You answer letters for ")
        assert request.texts[1].text == gateway.request([user], scope="1").texts[0].text != user
        assert request.restore(request.texts[0].text) == system
        assert {row.type for row in request.report.figures} == {"EMAIL_ADDRESS", "IBAN_CODE"}
        assert any("names in it stay" in line for line in request.report.left_in_clear)
        assert json.dumps(request.report.to_json())
    entities = Gateway("entities", key=KEY)
    one, other = (entities.request([system, user], scope="1", developer=d) for d in ([True, False], None))
    assert [text.text for text in one.texts] == [text.text for text in other.texts]
    assert any("names in it stay" in line for line in one.report.left_in_clear)
    assert not any("names in it stay" in line for line in other.report.left_in_clear)


def test_developer_and_user_share_surrogates(words: Index) -> None:
    texts = ["Anna Kowalski is the client.", "Anna Kowalski lives in Boston."]
    request = Gateway("hybrid", key=KEY, index=words).request(texts, scope="1", developer=[True, False])
    assert request.texts[0].text.split(" is ")[0] == " ".join(request.texts[1].text.split()[:2])


def test_under_tokens_no_detector_sees_the_users_text(words: Index) -> None:
    seen: list[str] = []

    class Nothing:
        def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
            seen.extend(texts)
            return [[] for _ in texts]

    gateway = Gateway("tokens", key=KEY, index=words, detection=Nothing())
    gateway.request(["Anna is ill."], scope="1")
    assert not seen
    gateway.request(["Reply to letters.", "Anna is ill."], scope="1", developer=[True, False])
    assert not seen


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_a_request_without_texts_has_an_empty_report(name: str, words: Index) -> None:
    request = Gateway(name, key=KEY, index=words).request([])
    assert request.texts == ()
    assert request.report.characters == 0
    assert request.report.total_epsilon == 0
    assert request.restore("Anna") == "Anna"


def test_one_bool_is_needed_for_each_text() -> None:
    with pytest.raises(ConfigurationError, match=r"1 texts .* of 2"):
        Gateway("entities", key=KEY).request(["a", "b"], developer=[True])


@pytest.mark.parametrize("name", ["entities", "hybrid", "tokens"])
def test_a_request_that_is_sent_again_is_drawn_as_before(name: str, words: Index) -> None:
    texts = ["Anna Miller from Boston paid $1,250.00 to the company.", "Who is Anna?"]

    def sent(gateway: Gateway) -> list[str]:
        return gateway.request(texts, scope="one").outgoing

    gateway = Gateway(name, key=Secret(b"0" * 32), index=words)
    assert sent(gateway) == sent(gateway) == sent(Gateway(name, key=Secret(b"0" * 32), index=words))


@pytest.mark.parametrize("name", ["entities", "tokens"])
def test_without_a_key_nothing_is_kept(name: str, words: Index) -> None:
    gateway = Gateway(name, index=words)
    text = "Anna Miller from Boston works for the company in the city."
    drawn = {gateway.request([text], scope="one").texts[0].text for _ in range(8)}
    assert len(drawn) > 1


def test_words_of_a_history_are_drawn_once(words: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    gateway = Gateway("tokens", key=Secret(b"0" * 32), index=words)
    history = ["The company sold the house in the city.", "The bank asked for the money."]
    before = gateway.request(history, scope="one")
    sanitized: list[str] = []
    original = Sanitizer.draw_many

    def spy(self: Sanitizer, texts: Sequence[str], *, scopes: Sequence[str]) -> object:
        sanitized.extend(texts)
        return original(self, texts, scopes=scopes)

    monkeypatch.setattr(Sanitizer, "draw_many", spy)
    after = gateway.request([*history, "And the car?"], scope="one")
    assert sanitized == ["And the car?"]
    assert [one.text for one in after.texts[:2]] == [one.text for one in before.texts]
