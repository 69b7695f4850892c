"""The name of the program that an agent works on is nobody's in all texts of its request, and whose it is stays private."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.exchange import Doorway
from dp_gateway.programs.own_program import FOLDER, named_by_program, without_programs
from dp_gateway.text.entities import Entity


@pytest.fixture(scope="module")
def doorway() -> Doorway:
    key = Secret(b"k" * 32)
    return Doorway(Gateway("entities", key=key), key=key)


def read(path: str, content: str, number: int = 1) -> list[dict[str, Any]]:
    arguments = json.dumps({"file_path": path})
    call = {"id": f"call_{number}", "type": "function", "function": {"name": "Read", "arguments": arguments}}
    return [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": f"call_{number}", "content": content},
    ]


def session(*messages: dict[str, Any]) -> dict[str, Any]:
    told = {"role": "system", "content": "You help with code.\nWorking directory: /workspace/serilog\nPlatform: linux"}
    return {"model": "m", "messages": [told, {"role": "user", "content": "Tidy it up."}, *messages]}


LINKER = '<linker>\n  <assembly fullname="Serilog">\n    <type fullname="Serilog.Log" />\n  </assembly>\n</linker>\n'
PACKAGE = "<PropertyGroup>\n  <Authors>Serilog Contributors</Authors>\n</PropertyGroup>\n"


def test_its_folder_and_modules_name_nobody(doorway: Doorway) -> None:
    body = session(
        *read("/workspace/serilog/src/Serilog/Links.xml", LINKER, 1),
        *read("/workspace/serilog/src/Serilog/Serilog.csproj", PACKAGE, 2),
        *read("/workspace/serilog/src/Serilog/Log.cs", "using Serilog.Core;\nnamespace Serilog;\nclass Log {}\n", 3),
    )
    assert doorway.open("chat", body).body["messages"] == body["messages"]


def test_whoever_is_named_beside_it_is_private(doorway: Doorway) -> None:
    authors = PACKAGE.replace("Serilog Contributors", "Theodric Vanterpool")
    sent = json.dumps(doorway.open("chat", session(*read("/workspace/serilog/src/a.cs", authors))).body)
    assert "Theodric" not in sent
    assert "Vanterpool" not in sent


@pytest.mark.parametrize(
    ("text", "key", "names"),
    [
        ("Working directory: /workspace/hakyll", "", {"hakyll"}),
        ("<cwd>/home/tvanterpool/petclinic</cwd>", "", {"petclinic"}),
        ("<cwd>/home/tvanterpool</cwd>", "", set()),
        ("src/com/quillmere/petclinic/Parser.java", "file_path", {"src", "com", "petclinic", "parser"}),
        ("cat lib/ecto/query.ex", "command", {"lib", "ecto", "query"}),
        ("customers/quillmere.json", "file_path", set()),
        ("tools/anna/miller.py", "path", {"tools"}),
        ("src/ecto/query.ex", "content", set()),
    ],
)  # fmt: skip
def test_what_names_it(text: str, key: str, names: set[str]) -> None:
    assert {name for name in named_by_program([text], [key], [0])[0] if name[0] != FOLDER} == names


def test_a_page_about_a_command_is_headed_with_it() -> None:
    page = "# stowaway-go\n\n> Packs folders.\n\n- Pack:\n\n`stowaway-go pack {{path}}`\n"
    letter = "# okafor\n\nShe pays on Monday.\n"
    assert [set(names) for names in named_by_program([page, letter], ["", ""], [0, 1])] == [{"stowaway"}, {"stowaway"}]


def test_what_is_told_later_changes_nothing_that_was_sent_before() -> None:
    texts = ["Hakyll is slow", "cat src/hakyll/parser.hs", "Hakyll"]
    assert named_by_program(texts, ["", "command", ""], [0, 1, 2]) == [
        frozenset(), frozenset(("src", "hakyll", "parser")), frozenset(("src", "hakyll", "parser")),
    ]  # fmt: skip


def test_a_program_that_is_called_like_people_is_told_by_its_folder_and_what_packages_it(doorway: Doorway) -> None:
    told = {"role": "system", "content": "You help with code.\nWorking directory: /workspace/sinatra\n"}
    readme = (
        "# Sinatra\n\nThanks go to Frank Sinatra. Sinatra is fixed in "
        "[#2124](https://github.com/sinatra/sinatra/pull/2124), see https://docs.sinatrarb.org/intro and sinatra/base.\n"
    )
    body = session(*read("/workspace/sinatra/Gemfile", "Gemfile\nsinatra.gemspec\n", 1))
    body["messages"][0] = told
    body["messages"] += read("/workspace/sinatra/README.md", readme, 2)
    sent = doorway.open("chat", body).body["messages"][-1]["content"]
    assert "Frank" not in sent
    assert (
        sent.partition("Thanks go to")[2].partition(". ")[2] == readme.partition("Thanks go to")[2].partition(". ")[2]
    )
    # So does a repository that is called like the folder.
    body["messages"][3]["content"] = "Gemfile\n"
    body["messages"][5]["content"] = readme
    assert " Sinatra is fixed" in doorway.open("chat", body).body["messages"][-1]["content"]
    # Where nothing packages or hosts it, it may be somebody's folder.
    body["messages"][5]["content"] = readme.replace("github.com", "quillmere.io")
    assert " Sinatra is fixed" not in doorway.open("chat", body).body["messages"][-1]["content"]


def test_the_folder_in_small_letters_is_nobody() -> None:
    (programs,) = named_by_program(["Working directory: /workspace/faas"], [""], [0])
    text = "Look through faas for Faas and tvanterpool."
    names = [("PERSON", "faas"), ("PERSON", "Faas"), ("USERNAME", "tvanterpool")]
    found = [Entity(text.index(one), text.index(one) + len(one), kind, 0.8, "tagger") for kind, one in names]
    assert without_programs(text, found, programs) == found[1:]


def test_modules_and_words_of_a_program_are_not_looked_for_as_people(doorway: Doorway) -> None:
    """A model takes Waker for somebody in one comment: `waker` stays in all files."""
    found = "//! Mio is used by Waker. Ask Theodric Vanterpool of it.\npub struct Waker {\n    waker: sys::Waker,\n}\n"
    body = session(*read("/workspace/serilog/src/waker.rs", found, 1), *read("/workspace/serilog/src/a.rs", found, 2))
    sent = doorway.open("chat", body).body["messages"][-1]["content"]
    assert sent.partition("\n")[2] == found.partition("\n")[2]
    assert "vanterpool" not in sent.lower()
