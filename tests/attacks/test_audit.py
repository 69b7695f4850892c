"""The audit as a whole: its JSON, its words, its page, its files and its command."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from dp_gateway.attacks import Audit, audit, drawn_corpus, verdict
from dp_gateway.attacks.audit import left_out
from dp_gateway.attacks.corpus import read_sentences
from dp_gateway.attacks.page import page
from dp_gateway.cli.audit import audit as command
from dp_gateway.errors import ConfigurationError, InputError, MissingPackage, UnknownMechanism
from dp_gateway.mechanisms.registry import create
from dp_gateway.testing import SeededStream
from dp_gateway.vocabulary.index import Index


@cache
def found(toy: Index, name: str) -> Audit:
    """What the attacks find on a mechanism; each is asked once in all tests."""
    options = {"k": 5} if name.startswith("custext") else {}
    prior = np.arange(1.0, toy.size + 1)
    private, shadow = (drawn_corpus(toy, prior, 500, SeededStream(seed)) for seed in (1, 2))
    return audit(create(name, toy, 3.0, **options), private, shadow)


def test_json_has_the_documented_form(toy: Index) -> None:
    result = json.loads(json.dumps(found(toy, "custext").to_json()))
    assert list(result) == [
        "mechanism",
        "nominal_epsilon",
        "certified_epsilon",
        "empirical_epsilon",
        "attacks",
        "skipped",
    ]
    assert result["certified_epsilon"] == "inf"
    assert 0 < result["empirical_epsilon"] < 20
    assert {each["attack"] for each in result["skipped"]} >= {"contextual_bayesian", "inversion_model"}
    assert [attack["attack"] for attack in result["attacks"]] == [
        "context_free_bound",
        "context_free_bayesian",
        "embedding_inversion",
        "query",
    ]
    for attack in result["attacks"]:
        assert list(attack) == ["attack", "success_rate", "interval", "tokens", "seconds"]
        assert attack["interval"][0] <= attack["success_rate"] <= attack["interval"][1]


def test_attacks_that_cannot_run_are_named(toy: Index) -> None:
    result = found(toy, "fbdd")
    assert [report.attack for report in result.reports] == ["embedding_inversion"]
    reasons = {skipped.attack: skipped.reason for skipped in result.skipped}
    assert "closed form" in reasons["context_free_bound"]
    assert "no context" in reasons["contextual_bayesian"]


def test_verdict_says_where_epsilon_misleads(toy: Index) -> None:
    texts = {name: " ".join(verdict(found(toy, name))) for name in ("custext", "rantext", "stairtext")}
    assert "misleads" in texts["custext"]
    assert "no finite epsilon" in texts["custext"]
    assert "is not that of local differential privacy" in texts["rantext"]
    assert "agree" in texts["stairtext"]
    assert "judge by the bounds" in texts["stairtext"]


def test_verdict_tells_units_of_distance_from_a_level(toy: Index) -> None:
    result = found(toy, "santext")
    level = result.guarantee.certified_epsilon
    near = replace(result, guarantee=replace(result.guarantee, certified_epsilon=2.0), shadow=5_000)
    assert (
        "counts in other units (metric DP: epsilon times distance): over all words it comes to 2" in verdict(near)[-1]
    )
    assert not any("judge by the bounds" in sentence for sentence in verdict(near))
    assert f"{level:.4g}" in verdict(result)[-1]


def test_attacks_that_did_not_run_are_said_once_for_each_reason(toy: Index) -> None:
    assert left_out(found(toy, "stairtext")) == [
        "contextual_bound, contextual_bayesian, mask_token_inference, inversion_model did not run: "
        "single words have no context (give sentences: --private FILE)."
    ]


def test_a_page_that_is_there_outlives_a_failed_audit(words: Index, tmp_path: Path) -> None:
    del words
    page_before = tmp_path / "a.html"
    page_before.write_text("before")
    for file in (page_before, tmp_path / "b.html"):
        with pytest.raises(InputError):
            run("--private", "/nowhere/x.txt", "--html", str(file), code=1)
    assert page_before.read_text() == "before"
    assert not (tmp_path / "b.html").exists()


def test_without_matplotlib_a_page_is_refused_before_the_work(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("dp_gateway.attacks.page.importlib.util.find_spec", lambda name: None)
    with pytest.raises(MissingPackage, match=r"pip install 'dp-gateway\[evaluation\]'"):
        run("--compare", "all", "--html", str(tmp_path / "a.html"), code=1)


def test_page_stands_alone_and_holds_no_word(toy: Index) -> None:
    shown = page([found(toy, "stairtext"), found(toy, "custext")])
    assert shown.count("<svg") == 4
    fetched = re.findall(r"""(?:src|href)=["'](?!#)[^"']+""", shown)
    assert not [address for address in fetched if not address.startswith("xlink")]
    words = set(re.findall(r"[a-z]+", re.sub(r"<style.*?</style>|<svg.*?</svg>", "", shown, flags=re.DOTALL)))
    assert not words & {"london", "paris", "doctor", "monday", "teacher"}
    for each in ("infinite", "context free bound", "query"):
        assert each in shown


def test_files() -> None:
    assert read_sentences("a.txt", "one\n\n two\tthree\n") == ["one", " two\tthree"]
    assert read_sentences("a.tsv", 'label\tsentence\n1\tsay "no\n0\tyes\n') == ['say "no', "yes"]
    assert read_sentences("-", "sentence\tlabel\nfine \t1\n") == ["fine "]
    with pytest.raises(InputError, match="no column named sentence"):
        read_sentences("a.tsv", "x\ty\n1\t2\n")
    with pytest.raises(InputError, match="holds no sentence"):
        read_sentences("a.txt", " \n")


def run(*arguments: str, code: int = 0) -> str:
    done = CliRunner().invoke(command, arguments)
    assert done.exit_code == code, done.output
    if code:
        raise done.exception or AssertionError
    return done.stdout


@pytest.mark.thorough
def test_command(words: Index, tmp_path: Path) -> None:
    del words
    where = tmp_path / "audit.html"
    out = json.loads(run("-m", "stairtext", "-e", "6", "--tokens", "500", "--json", "--html", str(where)))
    assert where.read_text().count("<!doctype") == 1
    assert out["mechanism"] == "stairtext"
    assert out["nominal_epsilon"] == 6
    assert out["attacks"][0]["tokens"] == 500
    assert "<h1>Privacy audit</h1>" in where.read_text()
    table = run("--compare", "stairtext,custext", "--tokens", "500")
    assert "infinite" in table
    assert "An attacker who knows the mechanism" in table.replace("\n", " ")


@pytest.mark.thorough
def test_phrases_of_the_lexicon_are_attacked_too() -> None:
    out = json.loads(run("-m", "clusant", "-e", "8", "--lexicon-type", "REGION", "--tokens", "300", "--json"))
    rates = {attack["attack"]: attack for attack in out["attacks"]}
    assert rates["context_free_bayesian"]["tokens"] == 300
    assert rates["context_free_bayesian"]["success_rate"] <= rates["context_free_bound"]["interval"][1]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("--compare", "stairtext,nothing"), UnknownMechanism),
        (("--shadow", "x.txt"), ConfigurationError),
        (("--private", "/nowhere/x.txt"), InputError),
        (("--model", "gpt"), ConfigurationError),
        (("--lexicon-type", "CITY", "--private", "x.txt"), ConfigurationError),
        (("--html", "/nowhere/x.html", "--tokens", "50"), InputError),
    ],
)
def test_bad_input(words: Index, arguments: tuple[str, ...], error: type[Exception]) -> None:
    del words
    with pytest.raises(error):
        run(*arguments, code=1)


def test_overlapping_files_are_refused(words: Index, tmp_path: Path) -> None:
    del words
    (tmp_path / "a.txt").write_text("the doctor came\na good film\n")
    (tmp_path / "b.txt").write_text("A good film!\nthe dog ran\n")
    with pytest.raises(InputError, match="overlap"):
        run("--private", str(tmp_path / "a.txt"), "--shadow", str(tmp_path / "b.txt"), code=1)
