"""Things that everybody knows stay, and somebody who is called like one of them does not."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection

_THINGS = (
    "Is the x-height of Garamond smaller than that of Helvetica Neue?",
    "What goes with a curry, a Gewürztraminer or a Grüner Veltliner?",
    "Is De Stijl older than the Bauhaus?",
    "Explain the English Attack in the Sicilian Najdorf.",
    "Is it a Friedel-Crafts or a Cannizzaro reaction?",
)


@pytest.mark.parametrize("text", _THINGS)
def test_names_of_things_are_kept(text: str) -> None:
    (found,) = default_detection().detect([text])
    assert [text[one.start : one.end] for one in found if not one.public] == []


@pytest.mark.parametrize("name", ["Garamond", "Verdana", "Zweigelt", "Dornfelder", "Rottweiler", "Weimaraner"])
@pytest.mark.parametrize("text", ["Mr {} from Leeds called about his rent.", "I wrote to Mrs {} and to Ruth about it."])
def test_somebody_with_such_a_name_is_private(name: str, text: str) -> None:
    text = text.format(name)
    at = text.index(name)
    (found,) = default_detection().detect([text])
    assert any(one.start <= at and at + len(name) <= one.end and not one.public for one in found)
