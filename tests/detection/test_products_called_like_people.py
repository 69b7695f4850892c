"""A given name before a word of programs is the name of a product; the same name elsewhere is somebody's."""

from __future__ import annotations

import pytest

from dp_gateway import default_detection


@pytest.mark.parametrize(
    "text",
    [
        "We use Travis CI and GitHub Actions.",
        "Jenkins and Travis CI are slow",
        "Travis CI failed.",
        "Travis CI/CD is green",
        "Our builds run on Travis CI.",
    ],
)
def test_what_builds_programs_is_nobody(text: str) -> None:
    assert [one for one in default_detection().detect([text])[0] if one.type == "PERSON"] == []


@pytest.mark.parametrize(
    "text", ["Ask Travis about CI.", "I asked Travis. CI is broken.", "My colleague Travis fixed CI."]
)
def test_who_is_called_like_it_is_somebody(text: str) -> None:
    found = default_detection().detect([text])[0]
    assert "Travis" in {text[one.start : one.end] for one in found if one.type == "PERSON"}
