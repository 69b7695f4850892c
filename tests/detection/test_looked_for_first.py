"""What is looked for before an expression stands in whatever the expression finds: otherwise findings would be lost."""

from __future__ import annotations

import random
import re

import pytest

from dp_gateway.detection import beside, completion, disguise
from dp_gateway.patterns import named_things, structure
from dp_gateway.patterns.terms import MEDICINE, is_medicine
from dp_gateway.programs import program_figures
from dp_gateway.public import common_knowledge, words
from dp_gateway.text.folding import lacks

_FIRST = (
    (completion._THE_FAMILY, completion._HOUSEHOLD, "owed by the Kinsellas", "the two Van der Bergs x4"),
    (named_things._BETWEEN_DOTS, named_things._PACKAGE, "io.github.annamiller.diary", "com.anna_m.X"),
    (named_things._END_OF_SMALL_FILE, named_things._SMALL_FILE, "cv_anna_kowalska_2024.pdf", "anna-kowalska.md"),
    (named_things._END_OF_FILE, named_things._FILE, "cv_Agnieszka_Zielinska_2024.pdf", "Anna-Kowalska.md"),
    (disguise._BYTES, disguise._OF_BYTES, "0x416e6e61204d", "416E6E61204D"),
    (beside._END_OF_DISTRICT, beside._DISTRICT_ALONE, "live there. EH9.", "Hill, SW1A)"),
)


@pytest.mark.parametrize(("first", "expression", "one", "another"), _FIRST)
def test_an_expression_finds_nothing_else(
    first: re.Pattern[str], expression: re.Pattern[str], one: str, another: str
) -> None:
    for text in (one, another, f"said: {one}\n"):
        assert expression.search(text)
        assert first.search(text)


@pytest.mark.parametrize(
    "request_",
    "give me a list|explain it to me|i'd like to know|i wonder|i need help|i don’t know|rate my essay".split("|"),
)
def test_requests_are_taken_out(request_: str) -> None:
    for written in (request_, request_.upper(), f"é {request_}"):
        assert len(words.without_requests(f"{written}.")) < len(written)


@pytest.mark.parametrize(
    "tool", ["go install x", "git clone x", "`a b`", "+++ b/x", "see github.com/a", "[x](https://a)"]
)
def test_texts_about_programs(tool: str) -> None:
    assert structure.Structure(tool).is_about_programs


def test_forms_of_letters_that_expressions_know() -> None:
    assert lacks("a plain text", ("mine",))
    assert not lacks("MINE", ("mine",))
    for form in ("mıne", "mİne"):
        # What an expression finds in any case has to be looked for, whatever `str.lower` makes of it.
        assert re.search("mine", form, re.IGNORECASE)
        assert not lacks(form, ("mine",))


@pytest.mark.parametrize("stem", MEDICINE.pattern.split("(?:[a-z](?:")[1].split(")")[0].split("|"))
def test_medicines_by_their_stems(stem: str) -> None:
    assert is_medicine(f"zoxa{stem}")


@pytest.mark.parametrize("before", ["## 0.26.1\n\n", "0.26.1 (", "x" * 400 + "\n## 1.2.3 - ", "see 2.0 (released "])
def test_releases_before_a_date(before: str) -> None:
    assert program_figures._RELEASED.search(before)
    assert program_figures._may_be_released(before, len(before))


def test_words_before_a_name() -> None:
    chance = random.Random(7)
    for _ in range(4000):
        text = "".join(chance.choices("Ab.'- \n", (4, 4, 1, 1, 1, 6, 1), k=chance.randrange(1, 130)))
        at = chance.randrange(len(text) + 1)
        plain = common_knowledge._BEFORE_IT.search(text, max(at - common_knowledge._LONGEST, 0), at)
        found = common_knowledge._words_before(text, at)
        assert (found and found.span()) == (plain and plain.span())
