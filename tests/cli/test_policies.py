from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.cli.commands import invoke

TEXT = "Dear Ms. Miller, Anna Miller lives at 12 Oak Street in Boston. She pays $1,250.00 on 3 March 2024."


def run(*arguments: str, folder: Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    done = invoke(*arguments, stdin=stdin, cwd=folder, DP_GATEWAY_KEY_FILE=str(folder / "own.key"))
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.mark.parametrize("policy", ["entities", "mask"])
def test_restore_undoes_sanitize(tmp_path: Path, policy: str) -> None:
    (tmp_path / "letter.txt").write_text(TEXT)
    done = run("sanitize", "letter.txt", "--policy", policy, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Miller" not in done.stdout
    assert "Miller" not in done.stderr
    assert (tmp_path / "own.key").stat().st_mode & 0o777 == 0o600
    back = run("restore", "letter.txt", "--policy", policy, folder=tmp_path, stdin=done.stdout)
    assert back.stdout == TEXT


def test_restoring_in_another_scope_does_not_pass_in_silence(tmp_path: Path) -> None:
    # Names alone: two scopes may well draw the same day of a month.
    said = "Anna Miller called Peter Nowak."
    (tmp_path / "letter.txt").write_text(said)
    sent = run("sanitize", "letter.txt", "--policy", "entities", "--scope", "a", folder=tmp_path).stdout
    wrong = run("restore", "letter.txt", "--scope", "b", folder=tmp_path, stdin=sent)
    assert wrong.returncode == 1
    assert "--scope" in wrong.stderr
    assert wrong.stdout == sent
    assert run("restore", "letter.txt", "--scope", "a", folder=tmp_path, stdin=sent).stdout == said
    # A reply that has a value of the other scope too is restored in part, and nothing in it says so; `--sent` does.
    (tmp_path / "sent.txt").write_text(sent)
    other = run("sanitize", "letter.txt", "-p", "entities", "--scope", "b", folder=tmp_path).stdout
    both = f"{sent}\n{other}"
    assert run("restore", "letter.txt", "--scope", "b", folder=tmp_path, stdin=both).returncode == 0
    checked = run("restore", "letter.txt", "--scope", "b", "--sent", "sent.txt", folder=tmp_path, stdin=both)
    assert (checked.returncode, checked.stdout) == (1, "")
    assert "--scope" in checked.stderr
    right = run("restore", "letter.txt", "--scope", "a", "--sent", "sent.txt", folder=tmp_path, stdin=sent)
    assert right.stdout == said
    unrelated = run("restore", "letter.txt", "--scope", "a", "--allow-nothing", folder=tmp_path, stdin="Thanks!")
    assert (unrelated.returncode, unrelated.stdout) == (0, "Thanks!")


@pytest.mark.parametrize(
    ("policy", "named"),
    [
        ('preset = "tokens"\n[tokens]\nmechanism = "stairtxt"', "tokens: there is no mechanism"),
        ('preset = "hybrid"\n[tokens]\nepsilon = 60', "tokens: StairText's tables hold no epsilon above"),
        ('preset = "tokens"\n[tokens]\noptions = { k = 5 }', "tokens: stairtext has no option k"),
        (
            '[types]\nLOCATION = { mechanism = "clusant", options = { k = "many" } }',
            "types.LOCATION: clusant cannot use",
        ),
    ],
)
def test_a_policy_that_no_server_could_open_is_not_called_valid(tmp_path: Path, policy: str, named: str) -> None:
    (tmp_path / "p.toml").write_text(policy)
    (tmp_path / "gateway.toml").write_text('[privacy]\npolicy = "p.toml"\n')
    for command in (("policy", "check", "p.toml"), ("config", "check", "gateway.toml")):
        done = run(*command, folder=tmp_path)
        assert done.returncode == 1, command
        assert named in done.stderr


def test_a_type_that_nothing_finds_and_looks_like_another_is_told(tmp_path: Path) -> None:
    """A rule for EMAIL would protect nothing, and no error would say so; BADGE may be a detector of one's own."""
    rules = "".join(f'{name} = {{ treatment = "mask" }}\n' for name in ("EMAIL", "US_PHONE_NUMBER", "BADGE", "PHONE"))
    (tmp_path / "p.toml").write_text(f'[types]\n{rules}[detection.sensitive]\nPHONE = ["red telephone"]\n')
    done = run("policy", "check", "p.toml", folder=tmp_path)
    assert done.returncode == 0
    assert done.stderr.splitlines() == [
        "EMAIL: nothing here finds this type; did you mean EMAIL_ADDRESS?",
        "US_PHONE_NUMBER: nothing here finds this type; did you mean PHONE_NUMBER?",
    ]


def test_restore_without_a_key_says_so(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text(TEXT)
    done = run("restore", "letter.txt", folder=tmp_path, stdin="x")
    assert done.returncode == 1
    assert "--key-file" in done.stderr


def test_policy_files(tmp_path: Path) -> None:
    shown = run("policy", "show", "hybrid", "--toml", folder=tmp_path)
    (tmp_path / "mine.toml").write_text(shown.stdout)
    assert run("policy", "check", "mine.toml", folder=tmp_path).returncode == 0
    (tmp_path / "bad.toml").write_text('[types]\nPERSON = { treatment = "shred" }\n')
    done = run("policy", "check", "bad.toml", folder=tmp_path)
    assert done.returncode == 1
    assert "types.PERSON" in done.stderr
    assert "Traceback" not in done.stderr


def test_json_has_spans_and_guarantees(tmp_path: Path) -> None:
    done = run("sanitize", "--policy", "entities", "--json", folder=tmp_path, stdin=TEXT)
    result = json.loads(done.stdout)
    assert {span["unit"] for span in result["spans"]} >= {"PERSON", "MONEY", "LOCATION"}
    rows = {row["type"]: row for row in result["report"]["entities"]}
    assert rows["PERSON"]["certified_epsilon"] == 0
    assert rows["LOCATION/CITY"]["certified_epsilon"] > 5
    assert "Miller" not in done.stdout


def test_policy_and_mechanism_contradict(tmp_path: Path) -> None:
    done = run("sanitize", "--policy", "entities", "--epsilon", "3", folder=tmp_path, stdin="x")
    assert done.returncode == 1
    assert "--epsilon" in done.stderr


def test_a_warning_names_the_table_that_is_missing(tmp_path: Path) -> None:
    """Its brackets are printed: rich would take them for a style."""
    (tmp_path / "gateway.toml").write_text('[privacy]\npolicy = "mask"\n')
    done = invoke("config", "check", "gateway.toml", cwd=tmp_path)
    assert done.returncode == 0
    assert b"warning: no [upstreams.NAME]: requests go to" in done.stdout


def test_the_policy_shown_does_not_say_that_dates_and_amounts_never_leave_as_they_are(tmp_path: Path):
    shown = " ".join(run("policy", "show", "entities", folder=tmp_path).stdout.split())
    assert "the true value is never drawn (a date or amount: as seldom as the farthest)" in shown
