"""Every fence of the README and of the documentation runs; figures and tables come from the code."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from benchmarks import history
from benchmarks.__main__ import KEPT, entry
from benchmarks.results_page import FILE, page, readme_with, row
from docs import pictures
from dp_gateway import errors
from dp_gateway.mechanisms.registry import MECHANISMS
from dp_gateway.policy import load_policy
from dp_gateway.testing.models import ScriptedModel
from dp_gateway.vocabulary.index import Index
from tests.cli.commands import invoke

ROOT = Path(__file__).parents[2]
PAGES = {str(path.relative_to(ROOT)): path.read_text() for path in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md"))}
PEOPLE = "nurse doctor lawyer teacher farmer painter".split()
_OWN = {"litellm": "dp_gateway_litellm", "ray": "ray.data"}
"""Packages that want an environment of their own, and what their fences speak of."""
_LONG = ("docs/reference/research.md", "docs/reference/parts.md")
"""Pages whose fences take ten seconds: audits, evaluations, indices, of which other folders try each."""
THINGS = "invoice accident garden harvest contract".split()


def _fences(page: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGES[page], re.MULTILINE | re.DOTALL)


def _elsewhere(code: str) -> bool:
    """Whether a fence needs what has an environment of its own: LiteLLM's proxy, Ray."""
    return any(word in code and not find_spec(package) for package, word in _OWN.items())


def _commands(page: str) -> list[str]:
    """The commands of the `console` fences of a page, in order."""
    return [line[2:] for fence in _fences(page, "console") for line in fence.splitlines() if line[:2] == "$ "]


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=pytest.mark.thorough if page in _LONG else ())
        for page in PAGES
        if _fences(page, "python")
    ],
)
def test_python_runs(page: str, words: Index, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    del words
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DP_GATEWAY_KEY_FILE", str(tmp_path / "own.key"))
    namespace: dict[str, Any] = {}
    with ScriptedModel(default=lambda body: body["messages"][-1]["content"]) as provider:
        monkeypatch.setenv("OPENAI_BASE_URL", provider.url)
        monkeypatch.setenv("OPENAI_API_KEY", "none")
        for code in _fences(page, "python"):
            if _elsewhere(code):
                continue
            exec(compile(code, page, "exec"), namespace)
        if "client" in namespace:
            namespace["client"].close()
    sent = [request.body["messages"][0]["content"] for request in provider.requests]
    assert not any("Miller" in text for text in sent)
    if "reply" in namespace:
        assert namespace["reply"].choices[0].message.content == "Thank Anna Miller from Boston for me."
    if "answer" in namespace:
        assert namespace["answer"].text == "Thank Anna Miller from Boston for me."


_LONG_COMMANDS = {"docs/howto/measure.md": pytest.mark.slow}
"""Research on the whole vocabulary; another page recommends too, and `tests/cli` runs each command on a small index."""
_SIMPLE = re.compile(
    r"(?:(?P<given>echo .*?) \| )?dp-gateway (?P<arguments>[^|&;<>$`]*?)(?: (?P<to>>>?) (?P<file>[\w.-]+))?"
)
"""A command of ours, what it is given, and the file that it writes to."""


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=() if page == "README.md" else _LONG_COMMANDS.get(page, pytest.mark.thorough))
        for page in PAGES
        if _commands(page)
    ],
)
def test_commands_run(page: str, words: Index, tmp_path: Path) -> None:
    """One after the other, in one folder: a command may read what an earlier one of its page wrote."""
    del words
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (tmp_path / "letter.txt").write_text("The nurse Anna Miller lives in Paris.")
    mails = [f"The {who} wrote to the {whom} about the {what}." for who in PEOPLE for whom in PEOPLE for what in THINGS]
    (tmp_path / "mails.txt").write_text("\n".join(mails))
    rows = [
        f"{1000 + n},{mail.split()[1]}-{n}@example.com,{mail},{'yes' if n % 2 else 'no'}"
        for n, mail in enumerate(mails)
    ]
    (tmp_path / "customers.csv").write_text("\n".join(["customer_id,email,note,churned", *rows]))
    for name, content in re.findall(
        r"Save this as `(\S+)`:\n\n```\w+\n(.*?)^```", PAGES[page], re.MULTILINE | re.DOTALL
    ):
        (tmp_path / name).write_text(content)
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {
        **os.environ,
        "PATH": path,
        "DP_GATEWAY_KEY_FILE": str(tmp_path / "own.key"),
        "XDG_DATA_HOME": str(tmp_path),
    }
    for number, command in enumerate(_commands(page)):
        # The README's first as it is typed; the others in this process, where nothing is loaded twice.
        simple = None if page == "README.md" and not number else _SIMPLE.fullmatch(command)
        if simple is None:
            done = subprocess.run(command, shell=True, cwd=tmp_path, env=environment, capture_output=True, check=False)
        else:
            given = subprocess.run(simple["given"] or "true", shell=True, capture_output=True, check=True).stdout
            done = invoke(*shlex.split(simple["arguments"]), stdin=given, cwd=tmp_path, **environment)
            if simple["file"]:
                with (tmp_path / simple["file"]).open("ab" if simple["to"] == ">>" else "wb") as file:
                    file.write(done.stdout)
        assert done.returncode == 0, (command, done.stderr.decode())


@pytest.mark.parametrize("page", [page for page in PAGES if _fences(page, "toml")])
def test_settings_are_understood(page: str, tmp_path: Path) -> None:
    for fence in _fences(page, "toml"):
        if re.search("^(kind|preset) =", fence, re.MULTILINE):
            (tmp_path / "policy.toml").write_text(fence)
            load_policy(tmp_path / "policy.toml")
        else:
            (tmp_path / "gateway.toml").write_text(fence)
            done = invoke("config", "show", tmp_path / "gateway.toml")
            assert done.returncode == 0, done.stderr.decode()


@pytest.mark.parametrize("page", ["README.md", "docs/concepts/guarantees.md", "docs/mechanisms.md"])
def test_every_mechanism_is_there(page: str) -> None:
    for name in MECHANISMS:
        assert re.search(rf"(^\| `|^## |, ){re.escape(name)}(`|,|$)", PAGES[page], re.MULTILINE), name


def test_the_table_of_the_readme_is_that_of_the_page() -> None:
    """Nominal, certified, attack and cosine of each mechanism are the same on both."""
    short = re.findall(r"^\| `([^`]+)`[^|]*\|(.*)\|$", PAGES["README.md"], re.MULTILINE)
    whole = {
        name: rest.split("|")
        for name, rest in re.findall(r"^\| `([^`]+)` \|(.*)\|$", PAGES["docs/concepts/guarantees.md"], re.MULTILINE)
    }
    for name, rest in short:
        assert [cell.strip() for cell in rest.split("|")] == [cell.strip() for cell in whole[name][1:5]]


def test_each_mechanism_has_a_whole_card() -> None:
    """Formula, guarantee, what is computed here, what the proof needs, source, cost and use; figures as in the table."""
    rows = dict(re.findall(r"^\| `([^`]+)` \|(.*)\|$", PAGES["docs/concepts/guarantees.md"], re.MULTILINE))
    cards = re.split(r"^## ", PAGES["docs/mechanisms.md"], flags=re.MULTILINE)[1:]
    for name, card in ((name, one) for one in cards for name in one.partition("\n")[0].split(", ")):
        for part in ("Row", "Guarantee", "At epsilon 6", "What the proof needs", "Source", "Cost", "Use it"):
            assert f"- **{part}**" in card, (name, part)
        certified, attack, cosine = (cell.strip() for cell in rows[name].split("|")[2:5])
        own = card.partition("At epsilon 6**")[2].partition("\n")[0]
        own = own.partition(f"**{name}** ")[2].partition(";")[0] if f"**{name}** " in own else own
        assert f"certified {certified}, attack {attack}, cosine {cosine}" in own, name


def test_the_readme_is_short() -> None:
    prose = PAGES["README.md"].partition("\n## Measured\n")[0]
    assert len(prose.split()) <= 900


def test_every_measured_figure_is_on_its_page_and_in_the_readme() -> None:
    """Both are made from the results, those that miss their bar first: `python -m benchmarks.results_page`."""
    results = json.loads(FILE.read_text())
    assert FILE.with_suffix(".md").read_text() == page(results)
    assert PAGES["README.md"] == readme_with(results, PAGES["README.md"])
    assert [name for name in results["figures"] if row(results, name) not in PAGES["README.md"].splitlines()] == []
    # The rows of a benchmark are replaced as a whole when it is run.
    modules = {FILE.parent / figure["benchmark"] for figure in results["figures"].values()}
    assert all(module.is_dir() or module.with_suffix(".py").is_file() for module in modules)


@pytest.mark.parametrize("name", list(KEPT))
def test_a_benchmark_says_the_same_on_its_page_and_in_the_results(name: str) -> None:
    """`python -m benchmarks --kept` takes the figures of the pages over."""
    results = json.loads(FILE.read_text())["figures"]
    figures = {figure.name: entry(figure, name) for figure in KEPT[name]()}
    assert figures
    assert {figure: results.get(figure) for figure in figures} == figures


def test_each_release_keeps_its_figures() -> None:
    results = {"machine": "one", "figures": {"a": {"measured": 2.0, "bar": "at most 3"}}}
    noted = history.note("0.1.0", results, {})
    with pytest.raises(ValueError, match="noted already"):
        history.note("0.1.0", results, noted)
    later = {"machine": "two", "figures": {"b": {"measured": 1234.5, "bar": "at least 1"}}}
    rows = history.page(later, noted).splitlines()
    assert rows[-4:] == [
        "| figure | 0.1.0 | now | bar |",
        "|---|---:|---:|---|",
        "| b |  | 1,234 | at least 1 |",
        "| a | 2 |  |  |",
    ]
    assert history.page(json.loads(FILE.read_text()), json.loads(history.FILE.read_text())).count("\n| ") > 100


def test_every_error_has_its_section() -> None:
    """`GatewayError.docs` names a section of a page, by the anchor that the site makes of its heading."""
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.GatewayError)]
    page, _, anchor = errors.GatewayError("a", hint="b").docs.partition("#")
    assert anchor == "gatewayerror"
    headings = re.findall(r"^##+ (\w+)$", PAGES[page], re.MULTILINE)
    assert sorted(headings) == sorted(kind.__name__ for kind in kinds)
    for kind in kinds:
        assert kind.__new__(kind).docs == f"{page}#{kind.__name__.lower()}"


def test_contributing_draws_the_house_as_it_is() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text()
    layers = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"][0]["layers"]
    drawn = [line.strip() for line in text.partition("beside the server")[2].partition("\n## ")[0].splitlines()]
    assert [layer for layer in layers if not any(re.match(rf"{re.escape(layer)}($|  )", line) for line in drawn)] == []
    for path in re.findall(r"`([\w/]+/[\w.]*|\w+\.(?:py|toml))`", text):
        places = [folder / path for folder in (ROOT, ROOT / "dp_gateway", ROOT / "tests")]
        assert any(place.exists() for place in places) or "mine" in path, path


def test_every_header_of_ours_is_in_the_reference() -> None:
    pytest.importorskip("mkdocs", reason="the site needs mkdocs-material (the extra docs)")
    from docs.generated import HEADERS

    code = "".join(
        file.read_text() for folder in ("dp_gateway", "integrations") for file in (ROOT / folder).rglob("*.py")
    )
    assert set(re.findall(r'"(x-dp-[a-z-]+)"', code)) == set(HEADERS)


LINKED = [
    *PAGES,
    *(str(file.relative_to(ROOT)) for part in ("", "benchmarks/", "release/") for file in ROOT.glob(f"{part}*.md")),
]
"""Every page that somebody reads in a copy of the repository."""


def _prose(page: str) -> str:
    """A page without its code."""
    return re.sub(r"^```.*?^```|`[^`\n]*`", "", (ROOT / page).read_text(), flags=re.MULTILINE | re.DOTALL)


def _anchors(page: str) -> set[str]:
    """The headings of a page as addresses, as the site and as hosts of repositories make them."""
    heads = re.findall(r"^#+ (.*)", (ROOT / page).read_text(), re.MULTILINE)
    plain = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", head).strip().lower() for head in heads]
    bare = [re.sub(r"[^\w\s-]", "", head) for head in plain]
    return {head.replace(" ", "-") for head in bare} | {re.sub(r"[-\s]+", "-", head).strip("-") for head in bare}


@pytest.mark.parametrize("page", sorted(set(LINKED)))
def test_links_lead_somewhere_in_a_copy_of_the_repository(page: str) -> None:
    for target in re.findall(r"\]\((?![a-z]+:)([^)\s]+)\)", _prose(page)):
        path, _, anchor = target.partition("#")
        file = ((ROOT / page).parent / path).resolve() if path else ROOT / page
        assert file.exists(), target
        assert not anchor or anchor in _anchors(str(file.relative_to(ROOT))), target


@pytest.mark.thorough
def test_the_picture_of_epsilon_is_what_the_tables_say(words: Index) -> None:
    assert pictures.epsilon(words) == pictures.FILE.read_text()


@pytest.mark.thorough
def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("material", reason="the site needs mkdocs-material (the extra docs)")
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    # With -q warnings are not counted, and a strict build never fails.
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-d", str(tmp_path / "site")]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "site" / "reference" / "python" / "index.html").read_text().count("doc-heading") > 100


@pytest.mark.thorough
def test_examples_run(words: Index, repository: Path, tmp_path: Path) -> None:
    del words
    examples = sorted((repository / "examples").glob("*.py"))
    assert examples
    for example in examples:
        subprocess.run([sys.executable, example], cwd=tmp_path, check=True, capture_output=True)
