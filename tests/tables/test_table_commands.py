"""`dp-gateway table`: from a plan to restored results, through the command line."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dp_gateway.cli.table import table
from dp_gateway.tables import load_plan

pa = pytest.importorskip("pyarrow")
ROWS = [
    {"id": f"C-{at}", "name": name, "note": f"{name} called from Boston.", "salary": 85000 + at}
    for at, name in enumerate(["Anna Miller", "Tom Lee", "Maria Gonzalez"])
]
Command = Callable[..., Result]


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs a command in a folder of its own with a key of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DP_GATEWAY_KEY_FILE", str(tmp_path / "own.key"))
    Path("in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))

    def run(*arguments: str) -> Result:
        return CliRunner().invoke(table, arguments)

    return run


def read(path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(path).read_text().splitlines()]


def test_from_a_plan_to_restored_results(command: Command) -> None:
    assert command("plan", "in.jsonl", "-o", "plan.toml").exit_code == 0
    plan, _ = load_plan("plan.toml")
    assert {name: (column.kind, column.type) for name, column in plan.columns.items()} == {
        "id": ("identifier", None),
        "name": ("entity", "PERSON"),
        "note": ("text", None),
        "salary": ("number", "MONEY"),
    }
    again = command("plan", "in.jsonl", "-o", "plan.toml")
    assert "is there already" in str(again.exception)
    dry = command("sanitize", "in.jsonl", "-o", "out.jsonl", "--plan", "plan.toml", "--dry-run", "-j", "1")
    assert dry.exit_code == 0
    for line in ("in all", "one row", "left in clear", "column 4"):
        assert line in dry.output
    assert not Path("out.jsonl").exists()
    done = command(
        "sanitize", "in.jsonl", "-o", "out.jsonl", "--plan", "plan.toml", "-j", "1", "--report", "report.json"
    )
    assert done.exit_code == 0
    assert json.loads(Path("report.json").read_text())["rows"] == 3
    sent = read("out.jsonl")
    assert "Anna Miller" not in Path("out.jsonl").read_text()
    answers = [
        {"id": row["id"], "label": f"{row['name']} is happy", "more": {"who": [row["name"]]}} for row in sent[::-1]
    ]
    Path("answers.jsonl").write_text("".join(json.dumps(row) + "\n" for row in answers))
    restored = command(
        "restore", "answers.jsonl", "--original", "in.jsonl", "--plan", "plan.toml", "--on", "id", "-o", "back.jsonl"
    )
    assert restored.exit_code == 0, restored.output
    expected = [
        {"id": row["id"], "label": f"{row['name']} is happy", "more": {"who": [row["name"]]}} for row in ROWS[::-1]
    ]
    assert read("back.jsonl") == expected
    evaluated = command("evaluate", "in.jsonl", "out.jsonl", "--plan", "plan.toml", "--join", "id")
    assert "join: no value of this column stands in both halves" in " ".join(evaluated.output.split())
    assert evaluated.exit_code == 0
    assert "rows that all columns together tell apart" in evaluated.output
    lost = json.loads(
        command("evaluate", "in.jsonl", "out.jsonl", "--plan", "plan.toml", "--join", "id", "--json").output
    )
    assert lost["rows_told_apart"] == {"before": 1.0, "after": 1.0}
    assert lost["join"] == {"pairs": 0, "found": 0.0, "wrong": 0.0}  # no two rows have one identifier
    assert {one["name"] for one in lost["columns"]} <= set(ROWS[0])
    assert lost["classifier"] is None


def test_results_that_speak_of_nothing_are_an_error(command: Command) -> None:
    command("plan", "in.jsonl", "-o", "plan.toml")
    Path("own.key").write_bytes(b"k" * 32)
    Path("other.jsonl").write_text("\n".join(json.dumps({"label": "fine"}) for _ in ROWS))
    wanted = ("restore", "other.jsonl", "--original", "in.jsonl", "--plan", "plan.toml", "-o", "back.jsonl")
    assert "nothing of the results was restored" in str(command(*wanted).exception)
    assert command(*wanted, "--allow-nothing").exit_code == 0


def test_restoring_needs_the_key_that_was_used(command: Command) -> None:
    wanted = ("restore", "in.jsonl", "--original", "in.jsonl", "--plan", "plan.toml", "-o", "back.jsonl")
    command("plan", "in.jsonl", "-o", "plan.toml")
    assert "there is no key file" in str(command(*wanted).exception)
    assert not Path("own.key").exists()


def test_a_batch_file_there_and_back(command: Command) -> None:
    body = {"model": "m", "messages": [{"role": "user", "content": "Thank Anna Miller."}]}
    request = {"custom_id": "anna", "method": "POST", "url": "/v1/chat/completions", "body": body}
    Path("requests.jsonl").write_text(json.dumps(request))
    done = command("batch", "requests.jsonl", "-o", "sent.jsonl")
    assert done.exit_code == 0
    assert re.search(r"1 requests, \(0, .*\) certified", done.output)
    (sent,) = read("sent.jsonl")
    assert "Anna" not in json.dumps(sent)
    said = {"role": "assistant", "content": sent["body"]["messages"][0]["content"]}
    reply = {"object": "chat.completion", "choices": [{"index": 0, "message": said, "finish_reason": "stop"}]}
    result = {"custom_id": sent["custom_id"], "response": {"body": reply}}
    Path("results.jsonl").write_text(json.dumps(result))
    wanted = ("batch-restore", "results.jsonl", "--requests", "requests.jsonl", "-o", "back.jsonl")
    assert command(*wanted).exit_code == 0
    (back,) = read("back.jsonl")
    assert back["custom_id"] == "anna"
    assert back["response"]["body"]["choices"][0]["message"]["content"] == "Thank Anna Miller."
    Path("results.jsonl").write_text(json.dumps({**result, "custom_id": "of Tom Lee"}) + "\n" + json.dumps(result))
    refused = str(command(*wanted, "--force").exception)
    assert "line 1" in refused
    assert "--allow-unmatched" in refused
    assert "Tom" not in refused
    assert read("back.jsonl") == [back]
    allowed = command(*wanted, "--force", "--allow-unmatched")
    assert "1 results belong to no request, and stay as they are\nrestored 1 results" in allowed.output
    assert read("back.jsonl") == [{**result, "custom_id": "of Tom Lee"}, back]


def test_a_plan_that_cannot_be_used_names_the_column_by_number(command: Command) -> None:
    Path("plan.toml").write_text('[columns."Anna Miller"]\nkind = "number"\nlower = 5\nupper = 1\n')
    refused = command("sanitize", "in.jsonl", "-o", "out.jsonl", "--plan", "plan.toml").exception
    assert "columns.1" in str(refused)
    assert "Anna" not in str(refused)


def test_the_rest_of_the_product_does_not_need_arrow() -> None:
    program = (
        "import sys; sys.modules['pyarrow'] = None\n"
        "import dp_gateway.pipeline.gateway, dp_gateway.cli.table, dp_gateway.tables.plan\n"
        "from dp_gateway.errors import MissingPackage\n"
        "try: import dp_gateway.tables.sanitizing\n"
        "except MissingPackage as error: print(error.hint)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "dp-gateway[tables]" in done.stdout


def test_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The Python of docs/tables.md."""
    monkeypatch.chdir(tmp_path)
    page = (Path(__file__).parents[2] / "docs" / "tables.md").read_text()
    fences = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    for code in fences:
        exec(compile(code, "docs/tables.md", "exec"), {})
    printed = capsys.readouterr().out
    assert "Write to Anna Miller." in printed
    assert len(fences) == 1


@pytest.mark.thorough
def test_the_example_runs(tmp_path: Path) -> None:
    example = Path(__file__).parents[2] / "examples" / "fine_tuning_set.py"
    done = subprocess.run([sys.executable, example, tmp_path], capture_output=True, text=True, check=True)
    for value in ("Anna Miller", "Maria Gonzalez", "C-48291", "acme.com", "DE8937"):
        assert value not in done.stdout
    assert '"role":"assistant"' in done.stdout


@pytest.mark.thorough
def test_the_commands_of_the_two_examples_run(command: Command) -> None:
    """The commands of docs/tables.md, on the files that the example writes."""
    root = Path(__file__).parents[2]
    page = (root / "docs" / "tables.md").read_text()
    fence = page[page.index("### Two examples") :].split("```console\n")[1].split("```")[0]
    first, *rest = fence.splitlines()
    made = first.removeprefix("$ python ").split()
    subprocess.run([sys.executable, root / made[0], *made[1:]], check=True, capture_output=True)
    for line in rest:
        done = command(*line.removeprefix("$ dp-gateway table ").split())
        assert done.exit_code == 0, (line, done.output, done.exception)
    assert load_plan("chats.toml")[0].columns["messages"].shape == "chat"
    messages = read("private-chats.jsonl")[0]["messages"]
    assert [message["role"] for message in messages] == ["user", "assistant"]
    sent = Path("private-chats.jsonl").read_text() + Path("private-customers.csv").read_text()
    for value in ("Anna Miller", "Maria Gonzalez", "C-48291", "acme.com", "DE89370400440532013000", '"85000"'):
        assert value not in sent, value
