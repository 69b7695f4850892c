"""A firm that was found is found as programs and accounts write it, and stands there as one word."""

from __future__ import annotations

import pytest

from dp_gateway import Gateway, Secret

_GATEWAY = Gateway("entities", key=Secret(b"a key for tests, not a secret"))


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("Our customer Initech Ltd: com.initech.erp, InitechClient, /srv/initech/app.log", "initech"),
        ("Our customer Initech Ltd. INITECH says initech_orders is slow.", "initech"),
        ("Our customer Bergström AB: com.bergstrom.erp.Order is null", "bergstrom"),
        ("Our client Blue Heron Ltd uses blueheron, blue_heron_db, BlueHeronApi and blue-heron-prod.", "heron"),
    ],
)
def test_no_form_of_a_firm_is_left(text: str, hidden: str) -> None:
    sent = _GATEWAY.sanitize(text)
    assert hidden not in sent.text.lower()
    assert sent.restore(sent.text) == text


@pytest.mark.parametrize("name", ["com.initech.erp", "InitechClient", "/srv/initech/app.log", "#initech-support"])
def test_it_stays_one_word(name: str) -> None:
    sent = _GATEWAY.sanitize(f"Our customer Initech Ltd:\n{name}").text
    assert " " not in sent.splitlines()[1]


def test_words_of_everyday_language_stay() -> None:
    sent = _GATEWAY.sanitize("Our customer Orange SA likes an orange and OrangeTheme.").text
    assert "Orange SA" not in sent
    assert sent.endswith("likes an orange and OrangeTheme.")


def test_what_everybody_knows_a_firm_by_is_no_sign_of_it() -> None:
    text = "Our stack runs on Docker Inc images, see docker-compose.yml and com.docker.cli."
    sent = _GATEWAY.sanitize(text).text
    assert sent.endswith("images, see docker-compose.yml and com.docker.cli.")
