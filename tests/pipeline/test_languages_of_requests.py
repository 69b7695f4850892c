"""What a policy does with languages: what is told of them, masked, refused, and never drawn in English words."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from dp_gateway import Gateway, Sanitizer, Secret
from dp_gateway.cli import cli
from dp_gateway.errors import LanguageRefused
from dp_gateway.pipeline.languages import ENGLISH, Languages, check_english, languages_of
from dp_gateway.policy import Policy
from dp_gateway.vocabulary.index import Index

KEY = Secret(b"a key for tests, not a secret")
ENGLISH_TEXT = "Please tell me when the next train leaves for the coast."
JAPANESE = "昨日の会議の資料をまだ受け取っていません。"
RUSSIAN = "Меня зовут Иван Петров, мой адрес ivan@primer.ru, мне 34 года."
THAI = "สวัสดีครับ ผมอยู่ที่กรุงเทพ"


def test_languages_are_told_in_the_order_in_which_they_occur() -> None:
    assert languages_of([ENGLISH_TEXT]) == ENGLISH
    assert languages_of([""]) == Languages()
    found = languages_of([f"{JAPANESE}\n{ENGLISH_TEXT}", RUSSIAN])
    assert found == Languages(("ja", "en"), ("ru",))
    assert found.header == "ja, en; unsupported ru"
    assert ENGLISH.header == Languages().header == ""
    assert Languages(("de",)).header == "de"


def test_the_report_tells_them_and_says_nothing_of_english() -> None:
    gateway = Gateway("entities", key=KEY)
    report = gateway.sanitize(f"{ENGLISH_TEXT}\n{RUSSIAN}").report
    assert report.to_json()["languages"] == {"read": ("en",), "unsupported": ("ru",)}
    assert any("Russian" in line for line in report.left_in_clear)
    assert "languages" not in gateway.sanitize(ENGLISH_TEXT).report.to_json()


@pytest.mark.parametrize("text", [RUSSIAN, THAI])
@pytest.mark.parametrize("kind", ["entities", "mask"])
def test_every_word_of_an_unsupported_passage_can_be_masked(kind: str, text: str) -> None:
    gateway = Gateway(Policy(kind=kind, unsupported_language="mask"), key=KEY)  # type: ignore[arg-type]
    request = gateway.sanitize(f"{ENGLISH_TEXT}\n{text} {text}")
    sent = request.text
    assert sent.startswith(ENGLISH_TEXT)
    rest = re.sub(r"<[A-Z_]+_[0-9]+>", "", sent.removeprefix(ENGLISH_TEXT))
    assert not [word for word in re.findall(r"[^\s,.@]+", text) if word in rest]
    assert request.restore(sent) == f"{ENGLISH_TEXT}\n{text} {text}"
    assert sent.count("<WORD_1>") == 2, "the same word is the same placeholder"


def test_a_number_of_an_unsupported_passage_is_one_placeholder() -> None:
    gateway = Gateway(Policy(kind="mask", unsupported_language="mask"), key=KEY)
    sent = gateway.sanitize("Это было давно, в деревне 48213 у реки.").text
    assert len(re.findall(r"<[A-Z_]+_[0-9]+>", sent)) == len("Это было давно в деревне 48213 у реки".split())


def test_identifiers_alone_are_replaced_where_nothing_is_said() -> None:
    sent = Gateway("entities", key=KEY).sanitize(RUSSIAN).text
    assert "ivan@primer.ru" not in sent
    assert "мой адрес" in sent


def test_a_policy_refuses_what_it_cannot_read() -> None:
    gateway = Gateway(Policy(unsupported_language="refuse"), key=KEY)
    with pytest.raises(LanguageRefused, match="Russian") as caught:
        gateway.sanitize(f"{ENGLISH_TEXT} {RUSSIAN}")
    assert "Иван" not in str(caught.value)
    gateway.sanitize(JAPANESE)
    # What the developer wrote is no private text, and only identifiers are looked for in it.
    gateway.request([RUSSIAN, ENGLISH_TEXT], developer=[True, False])
    Gateway(Policy(kind="observe", unsupported_language="refuse"), key=KEY).sanitize(RUSSIAN)


@pytest.mark.parametrize("text", [JAPANESE, RUSSIAN, f"{ENGLISH_TEXT}\nIch habe die Rechnung noch nicht bekommen."])
def test_words_of_other_languages_are_not_drawn(words: Index, text: str) -> None:
    for kind in ("tokens", "hybrid"):
        gateway = Gateway(Policy(kind=kind), key=KEY, index=words)  # type: ignore[arg-type]
        with pytest.raises(LanguageRefused) as caught:
            gateway.sanitize(text)
        assert "English vocabulary" in caught.value.message
        assert "`entities`" in caught.value.hint
    sanitizer = Sanitizer(index=words, key=KEY)
    for draw in (sanitizer.sanitize, lambda one: sanitizer.sanitize_many([one, "the"], scopes=["", ""])):
        with pytest.raises(LanguageRefused):
            draw(text)
    with pytest.raises(LanguageRefused):
        list(sanitizer.stream([text]))
    assert Sanitizer(index=words, key=KEY, languages="any").sanitize(text).text != text
    any_language = Policy(kind="tokens", tokens={"languages": "any"})  # type: ignore[arg-type]
    assert Gateway(any_language, key=KEY, index=words).sanitize(text).text != text


def test_english_words_are_drawn_as_ever(words: Index) -> None:
    check_english(ENGLISH)
    plain, careless = (Sanitizer(index=words, key=KEY, languages=one) for one in ("english", "any"))  # type: ignore[arg-type]
    assert plain.sanitize(ENGLISH_TEXT).text == careless.sanitize(ENGLISH_TEXT).text


@pytest.mark.parametrize("arguments", [("--policy", "tokens"), ("--epsilon", "6")])
def test_the_command_line_refuses_them_too(arguments: tuple[str, ...]) -> None:
    done = CliRunner().invoke(cli, ["sanitize", *arguments], input=JAPANESE)
    assert done.exit_code != 0
    assert isinstance(done.exception, LanguageRefused)
    assert done.stdout == ""


def test_policy_show_names_the_languages() -> None:
    shown = " ".join(CliRunner().invoke(cli, ["policy", "show", "mask"]).stdout.split())
    assert "English, German, French" in shown
    assert "unsupported_language = identifiers" in shown
