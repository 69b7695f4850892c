"""Prompt templates: where they are found, and how they are filled."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dp_gateway.errors import ConfigurationError, InputError
from dp_gateway.llm import Message, Template, load, prompts

TEXT = 'Source: a paper.\n\n## system\nAnswer as {"a": [1]}.\n\n## user\nLike {phrase}, in {context}; {phrase}!\n'


def test_sections_and_placeholders() -> None:
    template = Template("t", TEXT)
    assert template.placeholders == {"phrase", "context"}
    assert template.fill(phrase="Oslo", context="{phrase} {nothing}") == [
        Message("system", 'Answer as {"a": [1]}.'),
        Message("user", "Like Oslo, in {phrase} {nothing}; Oslo!"),
    ]


@given(st.text(), st.text())
def test_values_are_put_in_as_they_are(phrase: str, context: str) -> None:
    filled = Template("t", TEXT).fill(phrase=phrase, context=context)
    assert filled[1].content == f"Like {phrase}, in {context}; {phrase}!"


@pytest.mark.parametrize("values", [{}, {"phrase": "x"}, {"phrase": "x", "context": "y", "more": "z"}])
def test_wrong_values(values: dict[str, str]) -> None:
    with pytest.raises(ConfigurationError, match="fill exactly: context, phrase"):
        Template("t", TEXT).fill(**values)


def test_a_template_has_sections() -> None:
    with pytest.raises(InputError, match="no section"):
        Template("t", "Hello {name}")


def test_missing_and_bad_names() -> None:
    with pytest.raises(ConfigurationError, match=r"no prompt template nonsense\n.*augment"):
        load("nonsense")
    with pytest.raises(ConfigurationError, match="lower-case"):
        load("../README")


def test_order_of_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "dp_gateway"
    monkeypatch.setattr(prompts, "_PACKAGE", package)
    for folder, said in ((tmp_path / "prompts", "beside"), (tmp_path / "here" / "prompts", "here")):
        folder.mkdir(parents=True)
        (folder / "greet.md").write_text(f"## user\n{said}")
    monkeypatch.chdir(tmp_path / "here")
    with pytest.raises(ConfigurationError):
        load("greet")  # neither the current directory nor what stands beside an installed package
    (tmp_path / "pyproject.toml").touch()
    assert load("greet").fill()[0].content == "beside"
    (package / "_prompts").mkdir(parents=True)
    (package / "_prompts" / "greet.md").write_text("## user\ninstalled")
    assert load("greet").fill()[0].content == "installed"


@pytest.mark.parametrize("name", ["augment", "detect"])
def test_templates_that_are_shipped(name: str) -> None:
    template = load(name)
    assert template.placeholders
    roles = [message.role for message in template.fill(**dict.fromkeys(template.placeholders, "x"))]
    assert roles == ["system", *["user", "assistant"] * (len(roles) // 2 - 1), "user"]
