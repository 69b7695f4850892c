"""No expression of the product can be stalled by a text; those by themselves that `detection.test_linear` runs together."""

from __future__ import annotations

import re

import pytest

from tests.expressions import Expression, expressions, slow, stalling

_VALUE = r"\s*(?:'(?P<a>(?:[^'\n]|'')*)'|\"(?P<q>[^\"\n]*)\"|(?P<b>[^,'\"]*))\s*(?:,|$)"
PLANTED = (
    _VALUE,
    r"(\w+-?)+x",
    r"\s*a?\s*$",
    r"(?<=\w)(?=\w*!)",
    r"INSERT INTO [^)]*\)",
    r"^\|[ \t]*(\w[\w ]*?)[ \t]*\|[ \t]*([^|\n]*?)[ \t]*\|$",
    r"(?:/(?:[\w.@-]+/?)+)\Z",
    r"<!--.*?-->",
)


@pytest.mark.parametrize(
    "planted", [pytest.param(one, marks=pytest.mark.thorough if at > 1 else ()) for at, one in enumerate(PLANTED)]
)
def test_the_attack_finds_what_is_not_linear(planted: str) -> None:
    assert slow(Expression("", re.compile(planted), True)) is not None


@pytest.mark.parametrize("mended", [r"(?>\w+(?:-\w+)*)x?", r"(?<!\s)\s++$", r"[a-z]{1,20}+!", r"'[^']*+(?:'|\Z)"])
def test_the_attack_lets_pass_what_is(mended: str) -> None:
    assert slow(Expression("", re.compile(mended), True)) is None


def test_expressions_are_found_wherever_they_are_held() -> None:
    where = {one.where.partition(":")[0] for one in expressions()}
    assert where >= {
        "dp_gateway.patterns.columns",  # a name, a dictionary
        "dp_gateway.patterns.persons",  # rules
        "dp_gateway.detection.languages.groups",  # a cache
        "dp_gateway.mentions.amounts",  # a list of tuples
        "dp_gateway.server.batching.routes",  # a call
        "dp_gateway_langchain.documents",
    }
    assert len(expressions()) > 1_500


_PARTS = 8


@pytest.mark.parametrize(
    ("part", "parts", "most"),
    [
        # All in one test: each process that takes a part looks for the expressions first.
        (0, 1, 6),
        *(pytest.param(part, _PARTS, 30, marks=pytest.mark.thorough) for part in range(_PARTS)),
        *(pytest.param(part, _PARTS, 3_000, marks=pytest.mark.slow) for part in range(_PARTS)),
    ],
)
def test_nothing_stalls_an_expression(part: int, parts: int, most: int) -> None:
    stalled = {
        one.where: (one.pattern.pattern, family)
        for one in expressions()[part::parts]
        if (family := stalling(one, most))
    }
    assert not stalled


_NOT_LINEAR = {
    "dp_gateway.patterns.addresses": "its own lists, when it is imported",
    "dp_gateway.patterns.organisations": "30 characters before a name",
    "dp_gateway.text.escapes": "40 characters before a number, or once at the white space behind one",
    "dp_gateway.restore": "a run, which ends after 4,096 characters, or a stretch before a number",
    # `detection.test_linear` asks about names of any length.
    "dp_gateway.public": "60 or 200 characters before a name, or a name of a bounded length",
    "dp_gateway.detection.ner_labels": "a finding",
    "dp_gateway.detection.tagger": "a finding",
    "dp_gateway.detection.languages": "a word, a line, or a stretch before a finding",
    "dp_gateway.patterns.secrets": "bounded, and dear",
    "dp_gateway.patterns.lines": "bounded, and dear",
    "dp_gateway.patterns.structure": "bounded, and dear",
    "dp_gateway.surrogates": "a value",
    "dp_gateway.api.common": "a name of a field",
    "dp_gateway.llm": "a line of a model's list",
    # `pipeline.test_linear_time` has replies without such an end.
    "dp_gateway.second_step": "the reply of a model, up to the last sign that ends what is looked for",
}
"""Where expressions take the square of a long text, or are dear, and what they are run on."""


@pytest.mark.slow
def test_every_other_expression_is_linear() -> None:
    others = [one for one in expressions() if not one.where.startswith(tuple(_NOT_LINEAR))]
    assert not [(one.where, one.pattern.pattern, found) for one in others if (found := slow(one, 60))]
