"""`evaluate` and `recommend` as a person uses them."""

from __future__ import annotations

import csv
import io
import json
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from dp_gateway.cli import cli
from dp_gateway.cli.measuring import settings_of
from dp_gateway.errors import GatewayError
from dp_gateway.evaluation.frontier import Evaluation
from dp_gateway.testing.local_model import LocalLlama
from dp_gateway.testing.models import ScriptedModel
from dp_gateway.vocabulary.index import Index

WORDS = "london paris berlin bank police army red blue green good great bad film movie doctor nurse dog cat run walk"
GOOD = '{"grammar": 5, "common_sense": 4, "coherence": 3, "cohesiveness": 2}'
FAST = ("--metrics", "token_cosine,accuracy", "--epsilons", "2,6", "--mechanisms", "stairtext,custext")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    drawn = np.random.default_rng(0).choice(WORDS.split(), (120, 7)).tolist()
    lines = [f"the {' '.join(words)} .\t{int('good' in words or 'bad' in words)}" for words in drawn]
    file = tmp_path / "reviews.tsv"
    file.write_text("sentence\tlabel\n" + "\n".join([*lines, " \t1"]) + "\n")
    return file


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(each) for each in arguments], catch_exceptions=True)


def rows(result: Result) -> list[dict[str, Any]]:
    assert result.exit_code == 0, (result.output, result.exception)
    return json.loads(result.stdout)["rows"]


def refused(result: Result) -> str:
    assert isinstance(result.exception, GatewayError), result.output
    return f"{result.exception.message} {result.exception.hint}"


@pytest.mark.thorough
def test_page_plots_and_tables(toy: Index, tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ("evaluate", "--data", data, "--out", tmp_path / "out", "--index", toy.path, *FAST)
    done = run(*asked, "--json")
    listed = rows(done)
    assert [(row["mechanism"], row["nominal_epsilon"]) for row in listed] == [
        (name, epsilon) for name in ("stairtext", "custext") for epsilon in (2.0, 6.0)
    ]
    assert [row["certified_epsilon"] == "inf" for row in listed] == [False, False, True, True]
    stored = json.loads((tmp_path / "out" / "frontier.json").read_text())
    assert stored == json.loads(done.stdout)
    assert "1 empty texts were left out" in stored["notes"]
    assert set(stored["untouched"]) == {"token_cosine", "accuracy"}
    table = list(csv.DictReader(io.StringIO((tmp_path / "out" / "frontier.csv").read_text())))
    assert [float(row["bayes_asr"]) for row in table] == [row["bayes_asr"] for row in listed]
    assert table[2]["certified_epsilon"] == "inf"
    pictures = sorted(path.name for path in (tmp_path / "out").glob("*.png"))
    assert len(pictures) == 9
    assert (tmp_path / "out" / pictures[0]).read_bytes().startswith(b"\x89PNG")
    assert "stairtext" in (tmp_path / "out" / "frontier.html").read_text()
    # The same again, told to a person: what is known is not computed again.
    monkeypatch.delattr(Evaluation, "row")
    monkeypatch.setattr("dp_gateway.evaluation.page.picture_file", lambda *_: b"")
    said = " ".join(run(*asked).output.split())
    assert "use stairtext" in said
    assert "No certified epsilon at all: custext" in said
    assert "frontier.html" in said.replace(" ", "")  # a long path is wrapped


@pytest.mark.thorough
def test_interrupted_runs_go_on(toy: Index, tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = ("evaluate", "--data", data, "--out", tmp_path / "out", "--index", toy.path, *FAST, "--json")
    computed: list[str] = []
    whole = Evaluation.row

    def row(self: Evaluation, mechanism: Any, say: Any) -> Any:
        if len(computed) == 3:
            raise KeyboardInterrupt
        computed.append(mechanism.name)
        return whole(self, mechanism, say)

    monkeypatch.setattr(Evaluation, "row", row)
    assert run(*command).exit_code != 0
    assert len(json.loads((tmp_path / "out" / "frontier.json").read_text())["rows"]) == 3
    computed.clear()
    assert len(rows(run(*command))) == 4
    assert len(computed) == 1
    computed.clear()
    assert len(rows(run(*command))) == 4
    assert not computed
    (tmp_path / "out" / "frontier.json").write_text('{"rows": [{"mechan')
    monkeypatch.setattr(Evaluation, "row", whole)
    assert len(rows(run(*command))) == 4


@pytest.mark.thorough
def test_the_printed_command_gives_the_same_figures(toy: Index, tmp_path: Path, data: Path) -> None:
    command = ("evaluate", "--data", data, "--out", tmp_path / "a b", "--index", toy.path, *FAST, "--draw-stopwords")
    assert run(*command, "--seed", "5").exit_code == 0
    first = json.loads((tmp_path / "a b" / "frontier.json").read_text())
    assert first["seed"] == 5
    printed = shlex.split(first["command"])
    assert printed[0] == "dp-gateway"
    printed[printed.index("--out") + 1] = str(tmp_path / "again")
    again = rows(run(*printed[1:], "--json"))
    for before, after in zip(first["rows"], again, strict=True):
        assert before | {"seconds": 0} == after | {"seconds": 0}


def test_what_cannot_be_computed_is_named(toy: Index, tmp_path: Path, data: Path) -> None:
    plain = tmp_path / "plain.txt"
    plain.write_text("\n".join(line.split("\t")[0] for line in data.read_text().splitlines()[1:]))
    listed = rows(run("evaluate", "--data", plain, "--out", tmp_path / "out", "--index", toy.path, *FAST, "--json"))
    for row in listed:
        assert "accuracy" not in row
        assert "no labels" in row["skipped"]["accuracy"]
    assert "accuracy was skipped" in (tmp_path / "out" / "frontier.html").read_text()


def test_stairtext_stands_on_a_finer_grid_beside_all_others() -> None:
    beside = settings_of("all", "2,6,10", finer=True)
    assert [each.epsilon for each in beside if each.mechanism == "stairtext"] == [2, 4, 6, 8, 10, 12, 14, 16]
    assert [each.epsilon for each in beside if each.mechanism == "rantext"] == [2, 6, 10]
    named = settings_of("stairtext,rantext", "2,6,10", finer=True)
    assert {each.epsilon for each in named} == {2, 6, 10}
    assert {each.epsilon for each in settings_of("all", "2,6")} == {2, 6}


@pytest.mark.thorough
def test_without_a_model_what_needs_one_is_named(toy: Index, tmp_path: Path, data: Path) -> None:
    base = ("evaluate", "--data", data, "--index", toy.path, "--epsilons", "2", "--mechanisms", "stairtext")
    asking = (*base, "--metrics", "perplexity,judge,token_cosine", "--json", "--documents", "3")
    (row,) = rows(run(*asking, "--out", tmp_path / "none"))
    assert "--model smollm2" in row["skipped"]["perplexity"]
    assert "no judge is given" in row["skipped"]["judge"]
    # A model that does not answer, and one that answers prose: no figure, and the reason.
    gone = "http://127.0.0.1:9/v1#m"
    (row,) = rows(run(*asking, "--out", tmp_path / "gone", "--model", gone))
    assert "cannot be reached" in row["skipped"]["perplexity"]
    with ScriptedModel(default="I would rather not say.") as server:
        (row,) = rows(run(*asking, "--out", tmp_path / "prose", "--model", f"{server.url}#m"))
        assert "judge" in row["skipped"]
        assert "judge" not in row
        page = (tmp_path / "prose" / "frontier.html").read_text()
        assert "judge was skipped" in page
    with ScriptedModel(default=GOOD) as server:
        (row,) = rows(run(*asking, "--out", tmp_path / "prose", "--model", f"{server.url}#other"))
        assert row["judge"] == 3.5
        assert f"--model {server.url}#other" in json.loads((tmp_path / "prose" / "frontier.json").read_text())[
            "command"
        ].replace("'", "")


def test_a_model_that_answers_again_is_asked_again(
    toy: Index, tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dp_gateway.evaluation.page.picture_file", lambda *_: b"")
    base = ("evaluate", "--data", data, "--index", toy.path, "--epsilons", "2", "--mechanisms", "stairtext")
    asking = (*base, "--metrics", "judge", "--json", "--documents", "3", "--out", tmp_path / "out")
    said = ["no"]
    with ScriptedModel(default=lambda _: said[-1]) as server:
        (row,) = rows(run(*asking, "--model", f"{server.url}#m"))
        assert "judge" in row["skipped"]
        said.append(GOOD)
        (row,) = rows(run(*asking, "--model", f"{server.url}#m"))
        assert row["judge"] == 3.5
        judged = len(server.completions)
        said.append("no")
        # Known, and not asked for again; the texts as they are are.
        (row,) = rows(run(*asking, "--model", f"{server.url}#m"))
        assert row["judge"] == 3.5
        assert len(server.completions) == judged + 9


@pytest.mark.slow
@pytest.mark.skipif(LocalLlama.missing() is not None, reason="no local model")
def test_perplexity_by_the_local_model(toy: Index, tmp_path: Path, data: Path) -> None:
    base = ("evaluate", "--data", data, "--index", toy.path, "--epsilons", "2", "--mechanisms", "stairtext")
    done = run(*base, "--metrics", "perplexity", "--documents", "2", "--out", tmp_path / "out", "--model", "smollm2")
    assert done.exit_code == 0, done.exception
    stored = json.loads((tmp_path / "out" / "frontier.json").read_text())
    assert stored["rows"][0]["perplexity"] > 1
    assert "smollm2" in stored["rows"][0]["metrics"]["perplexity"]["model"]
    assert stored["untouched"]["perplexity"]["value"] > 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--model", "gpt5"), "there is no model gpt5"),
        (("--model", "missing.gguf"), "there is no file missing.gguf"),
        (("--model", "https://api.openai.com/v1#gpt-5-mini"), "declared local"),
        (("--mechanisms", "starttext"), "did you mean stairtext"),
        (("--epsilons", "1,zero"), "must be a number"),
        (("--epsilons", ","), "no epsilon is given"),
        (("--metrics", "token_cosin"), "did you mean token_cosine"),
        (("--data", "/does/not/exist"), "cannot be read"),
        (("--data", "table.csv"), ".csv file"),
        (("--data", "latin.txt"), "not UTF-8"),
        (("--data", "blank.txt"), "holds no sentence"),
        (("--data", "foreign.txt"), "no word to attack"),
        (("--out", "latin.txt"), "cannot be made"),
    ],
)
def test_mistakes_are_named(
    toy: Index, tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("table.csv").write_text("sentence,label\n")
    Path("latin.txt").write_bytes(b"caf\xe9 secretword")
    Path("blank.txt").write_text(" \n\n")
    Path("foreign.txt").write_text("secretword zzzz\n")
    base = ("evaluate", "--data", data, "--out", "out", "--index", toy.path, *FAST)
    if "--model" in arguments:
        base = (*base, "--metrics", "perplexity")
    said = refused(run(*base, *arguments))
    assert message in said
    assert "secretword" not in said


@pytest.mark.thorough
def test_recommended_policies_pass_the_check(toy: Index, tmp_path: Path, data: Path) -> None:
    base = ("recommend", "--task", "chat", "--data", data, "--index", toy.path, "--mechanisms", "stairtext,custext")
    done = run(*base, "--max-attack", "0.5")
    assert done.exit_code == 0, done.exception
    (tmp_path / "policy.toml").write_text(done.stdout)
    assert "a valid policy" in run("policy", "check", tmp_path / "policy.toml").output
    assert "certified" in done.stderr
    answer = json.loads(run(*base, "--max-attack", "0.5", "--json").stdout)
    assert answer["policy"] == done.stdout
    assert answer["recommended"]["bayes_asr"] <= 0.5
    assert "guessed without looking" in refused(run(*base, "--max-attack", "0.01"))
    assert run(*base, "--max-attack", "1.5").exit_code == 2
    assert run("recommend", "--max-attack", "0.5").exit_code == 2


@pytest.mark.parametrize("command", ["evaluate", "generate", "recommend"])
def test_help_shows_examples(command: str) -> None:
    shown = run(command, "--help").output
    assert "Examples:" in shown
    assert f"dp-gateway {command}" in shown
