"""What is called weakly protected, and the figures of the page that explains it."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.policy import load_policy
from dp_gateway.privacy.guarantee import Guarantee, guess_after, rule_weakness, weakness

PAGE = Path(__file__).parents[2] / "docs" / "concepts" / "epsilon.md"


def test_the_bound_of_a_guess() -> None:
    """Odds of 1 to 999 change by e^epsilon at most; delta adds."""
    rows = re.findall(r"^\| (\d+) \| [\d,.]+ \| ([\d.]+) % \|$", PAGE.read_text(), re.MULTILINE)
    assert len(rows) >= 7
    for epsilon, share in rows:
        assert 100 * guess_after((float(epsilon), 0.0)) == pytest.approx(float(share), abs=0.051)
    assert guess_after((0.0, 0.25)) == pytest.approx(0.251)
    assert guess_after((math.inf, 0.0)) == guess_after((1.0, 1.0)) == 1


@pytest.mark.parametrize(
    ("level", "weak"),
    [
        ((6.0, 0.0), False),
        ((6.9, 0.0), False),
        ((6.91, 0.0), True),
        ((6.3, 0.125), False),
        ((6.3, 0.2), True),
        ((0.0, 0.49), False),
        ((0.0, 0.5), True),
        ((math.inf, 0.0), True),
    ],
)
def test_weak_is_what_may_make_a_guess_right_more_often_than_not(level: tuple[float, float], weak: bool) -> None:
    assert bool(weakness("MONEY", level, "mend")) == weak


@pytest.mark.parametrize("pair", [None, ("anna", "tom", "house")])
def test_a_guarantee_as_json_says_what_it_holds(pair: tuple[str, str, str] | None) -> None:
    """Infinity is a word there: JSON has no number for it."""
    texts: dict[str, Any] = {
        name: name for name in ("notion", "certificate", "unit", "domain", "composition", "source")
    }
    made = Guarantee(nominal_epsilon=6.0, certified_epsilon=math.inf, worst_pair=pair, assumptions=("one",), **texts)
    told = json.loads(json.dumps(made.to_json()))
    assert told == {
        **texts,
        "nominal_epsilon": 6.0,
        "certified_epsilon": "inf",
        "worst_pair": list(pair) if pair else None,
        "assumptions": ["one"],
    }


def test_the_sentence_says_how_often_a_guess_may_be_right() -> None:
    assert "may become right 75% of the time" in weakness("MONEY", (8.0, 0.0), "mend")
    assert "a draw may tell the value" in weakness("MONEY", (math.inf, 0.0), "mend")


@pytest.mark.parametrize("preset", ["entities", pytest.param("entities-strict", marks=pytest.mark.thorough), "hybrid"])
def test_what_a_sentence_advises_is_a_line_of_a_policy_and_helps(preset: str, tmp_path: Path) -> None:
    treatments = {"LOCATION": "mechanism", "MONEY": "value", "DATE_TIME": "value"}
    lines = {f"types.{name}": f'{{ treatment = "{how}", epsilon = 16 }}' for name, how in treatments.items()}
    lines |= {"preset": f'"{preset}"', "tokens": '{ mechanism = "custext", epsilon = 8 }'}

    def said() -> list[str]:
        file = tmp_path / "mine.toml"
        file.write_text("".join(f"{name} = {value}\n" for name, value in lines.items()))
        gateway = Gateway(load_policy(file), key=Secret(b"public draws of a test, 32 bytes"))
        report = gateway.sanitize("She earns $85,000 in Boston since 3 March 2024.").report
        return [row.weakness for row in (*report.figures, *report.tokens) if row.weakness]

    advice = [line.partition("For more protection, write into the policy: ")[2].partition(" = ") for line in said()]
    assert {name for name, _, _ in advice} == {*lines} - {"preset", *([] if preset == "hybrid" else ["tokens"])}
    lines |= {name: value for name, _, value in advice}
    assert said() == []


def test_against_a_large_delta_no_smaller_epsilon_is_advised() -> None:
    assert "mask" in rule_weakness("LOCATION/CITY", "mechanism", (6.0, 0.9))
    assert "epsilon = 4" in rule_weakness("LOCATION/CITY", "mechanism", (9.0, 0.1))


def test_the_best_guesses_of_the_page_are_those_of_the_laws() -> None:
    """With all values of a class equally likely, the best guess is right as often as a row's likeliest output is drawn."""
    rows = re.findall(
        r"^\| ([^|]+) \| [^|]+ \| (\([^|]+\)) \| ([\d.]+) % \| ([\d.]+) % \|$", PAGE.read_text(), re.MULTILINE
    )
    assert len(rows) == 5
    gateway = Gateway("entities", key=Secret(bytes(32)))
    for value, certified, bound, best in rows:
        report = gateway.sanitize(f"It was {value.replace('years', 'years old')}.", scope=value).report
        (figures,) = report.figures
        assert figures.to_json()["certified"].replace("8.087", "8") == certified
        mention, one = report._facts._pairs[0]
        sources = gateway.sources
        laws = sources.values.law(one.value) if hasattr(one.value, "kind") else map(sources.dates.law, one.value)
        ((_, law),) = laws
        assert 100 * law.max() == pytest.approx(float(best), abs=0.051), mention.text
        assert 100 * guess_after((round(figures.nominal_epsilon), 0.0)) == pytest.approx(float(bound), abs=0.051)
