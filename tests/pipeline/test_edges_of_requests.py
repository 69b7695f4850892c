"""What a gateway does at its edges: too much work, own detectors, wrong mechanisms, long texts beside short ones."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import dp_gateway.pipeline
from dp_gateway import Gateway, Secret
from dp_gateway.errors import ConfigurationError
from dp_gateway.pipeline.finding import TooMuchWork
from dp_gateway.pipeline.languages import unread_words
from dp_gateway.policy import parse_policy
from dp_gateway.text.entities import Entity
from dp_gateway.vocabulary.index import Index

KEY = Secret(b"a key for tests, not a secret")
TEXT = "Anna Miller from Boston paid $1,250.00 on 3 March 2024."


class OnlyAnna:
    """A detector of the user's own, which remembers nothing."""

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        return [[Entity(at, at + 4, "PERSON", 1.0, "own")] if (at := text.find("Anna")) >= 0 else [] for text in texts]


def test_more_work_than_is_allowed_is_refused_before_anything_is_drawn() -> None:
    gateway = Gateway("entities", key=KEY)
    with pytest.raises(TooMuchWork):
        gateway.requests([[TEXT]], scopes=[""], developer=[None], most=1)
    (request,) = gateway.requests([[TEXT]], scopes=[""], developer=[None], most=100)
    assert "Anna" not in request.outgoing[0]


def test_a_detector_without_a_memory_is_asked_again() -> None:
    gateway = Gateway("entities", key=KEY, detection=OnlyAnna())
    assert gateway.known([TEXT], [False]) is None
    gateway.remember([TEXT], [False], [[]])
    assert gateway.known([TEXT], [False]) is None
    assert "Anna" not in gateway.sanitize(TEXT).text


def test_checking_a_policy_names_the_type_whose_mechanism_cannot_be_made() -> None:
    Gateway("entities").check()
    wrong = parse_policy({"kind": "entities", "types": {"LOCATION": {"mechanism": "clusant", "epsilon": 4.0}}})
    with pytest.raises(ConfigurationError, match=r"^types\.LOCATION: "):
        Gateway(wrong).check()


def test_a_text_in_supported_languages_has_no_unread_words() -> None:
    found = [Entity(0, 11, "PERSON", 1.0, "own")]
    assert unread_words(TEXT, found) == found


def test_a_long_text_beside_short_ones_is_drawn_as_alone(words: Index) -> None:
    long = "The company sold the house in the city. " * 3000
    texts = ["The bank asked for the money.", long, "And the car?"]
    together = Gateway("tokens", key=KEY, index=words).request(texts, scope="one")
    alone = Gateway("tokens", key=KEY, index=words)
    assert together.outgoing == [alone.sanitize(text, scope="one").text for text in texts]


def test_what_is_charged_is_worked_out_once_and_says_the_same() -> None:
    request = Gateway("entities", key=KEY).request([TEXT], scope="one")
    assert request.charges() is request.charges()
    assert request.charged() == request.charges()


def test_dates_that_are_drawn_near_keep_their_order_as_often_as_is_said() -> None:
    gateway = Gateway("entities", key=KEY)
    text = "She came on 3 March 2024 and left on 9 November 2027."
    survival = gateway.sanitize(text).report.order_survival
    assert set(survival) == {"DATE_TIME day"}
    assert 0.5 < survival["DATE_TIME day"] <= 1


def test_the_report_of_words_names_the_vocabulary(words: Index) -> None:
    from dp_gateway import Sanitizer

    assert Sanitizer(epsilon=6, key=KEY, index=words).sanitize("The bank asked.").report.index == words.content_hash


def test_the_package_has_its_public_names_and_no_others() -> None:
    assert all(hasattr(dp_gateway.pipeline, name) for name in dp_gateway.pipeline.__all__)
    with pytest.raises(AttributeError, match="no attribute 'Gatway'"):
        _ = dp_gateway.pipeline.Gatway  # type: ignore[attr-defined]


@pytest.mark.parametrize("policy", ["tokens", "hybrid"])
@pytest.mark.parametrize(
    "text",
    [
        "The file user_name holds the address of the first customer who called us.",
        "The first sentence is long, " + "and it goes on and on about the house in the city, " * 12 + "to its end.",
        "The dog. The cat sat there. A house.",
    ],
)
def test_what_a_reply_repeats_of_drawn_words_comes_back(policy: str, text: str, words: Index) -> None:
    request = Gateway(policy, key=KEY, index=words).request([text], scope="one")
    assert request.outgoing[0] != text
    assert request.restore(f"You wrote:\n{request.outgoing[0]}\nIs that so?") == f"You wrote:\n{text}\nIs that so?"
