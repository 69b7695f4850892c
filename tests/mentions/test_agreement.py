"""A surrogate agrees with the words of kinship and the pronouns around a name, which stay in clear."""

from __future__ import annotations

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.policy import Policy
from dp_gateway.surrogates.sources import keeps

KEY = Secret(b"a key for tests, not a secret")

TEXTS = [
    ("female", "Alex is ill. She called in."),
    ("male", "Mary is ill. He called in."),
    ("female", "My ex-wife Morgan called."),
    ("male", "The boy, Sasha, lost his shoe."),
    ("male", "Patient Sasha Miller, male, 34"),
    ("female", "Patient Tom Miller (f), 34"),
    ("male", "Sasha Miller is a 40 year old man"),
    ("female", "Tom Miller, a 34-year-old nursing woman"),
    ("male", "His name is Sasha."),
    ("female", "My girlfriend's name is Tom."),
    ("male", "I met the brothers Robin and Tom."),
    ("male", "He is called Kim. She is called Pat."),
    ("female", "She was named Tom. He was not."),
    ("male", "Mary, her husband, is here."),
    ("female", "Tom, his late wife, said so."),
    # These were right before, and stay so.
    ("male", "My son Mary said he is ill."),
    ("female", "Mrs Tom Keller said she is ill."),
    ("female", "Yesterday we met Mrs. Dr. Tom Keller there."),
    ("female", "Tom (my sister) came."),
    ("female", "A card for my nan Tom please."),
    ("male", "My grandad Mary is ninety."),
    ("male", "My husband Andrea came home."),
    # The pronoun means somebody else.
    ("male", "Tom came with my mother. She was ill."),
    ("male", "Tom is the friend of my wife."),
    ("female", "Mary, her husband, their son and I came."),
    ("female", "He is Mary's."),
    ("female", "Mary is my brother's teacher."),
]


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    return Gateway("entities", key=KEY)


@pytest.mark.parametrize(("gender", "text"), TEXTS)
def test_surrogates_agree(gateway: Gateway, gender: str, text: str) -> None:
    own = gateway.lexicon.pool(f"GIVEN_NAME_{gender.upper()}")
    for scope in range(8):
        found = gateway.sanitize(text, scope=str(scope))
        names = [found.text[s.sanitized_start : s.sanitized_end].split()[0] for s in found.spans if s.unit == "PERSON"]
        assert names
        assert names[0] in own
        assert found.restore(found.text) == text


def test_a_pronoun_that_means_one_of_two_changes_neither(gateway: Gateway) -> None:
    for scope in range(8):
        found = gateway.sanitize("Anna told Tom about it. She was angry.", scope=str(scope))
        names = [found.text[span.sanitized_start : span.sanitized_end] for span in found.spans]
        assert names[0] in gateway.lexicon.pool("GIVEN_NAME_FEMALE")
        assert names[1] in gateway.lexicon.pool("GIVEN_NAME_MALE")


def test_a_policy_that_draws_the_gender_too_says_that_names_need_not_agree() -> None:
    assert "need not agree" in keeps(Policy(name="entities", keep_gender=False), "PERSON")
    assert "need not agree" not in keeps(Policy(name="entities"), "PERSON")


def test_an_english_article_is_one_in_english_passages_alone() -> None:
    """The German "an" is a preposition, before whatever it stands."""
    gateway = Gateway("entities", key=Secret(b"a key for articles of languages"))
    german = "Bitte schicken Sie das Gutachten für meine Tochter heute noch an praxis@kinderarzt-brandt.de, danke."
    assert all(" noch an " in gateway.sanitize(german, scope=str(at)).text for at in range(20))
    raises = {gateway.sanitize("I got an 8% raise this year.", scope=str(at)).text.split()[2] for at in range(40)}
    assert raises == {"a", "an"}
