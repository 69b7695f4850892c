"""Addresses of sites that a file about programs names in clear stay; of others who is told of may be a firm."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection


def _private(text: str) -> list[str]:
    return [text[one.start : one.end] for one in default_detection().detect([text])[0] if not one.public]


@pytest.mark.parametrize(
    "text",
    [
        "# Volumes\n\n[Zorbaxio](http://www.zorbaxio.com) pools disks, see [here](http://docs.zorbaxio.com).\n",
        "name: scan\non: push\nsteps:\n  # To learn more about Zorbaxio, visit https://zorbaxio.com/\n  - uses: zorbaxio/scan@v4\n    name: scan\n",
        "# Setup\n\nSee [the guide](https://docs.zorbaxiohq.com/start) of zorbaxio, then `npm i x`.\n",
    ],
)
def test_the_site_of_a_product_that_is_named_stays(text: str) -> None:
    assert [one for one in _private(text) if "zorbaxio" in one.lower()] == []


@pytest.mark.parametrize(
    ("text", "private"),
    [
        ("# Volumes\n\nSee [here](http://docs.zorbaxio.com), then `npm i x`.\n", "http://docs.zorbaxio.com"),
        ("# Setup\n\nBuilt by [Zorbaxio](https://zorbaxio.com), see `a.py`.\n", "https://zorbaxio.com"),
        ("# Setup\n\n## Our partners\n\n- [Zorbaxio](https://zorbaxio.com), see `a.py`.\n", "https://zorbaxio.com"),
        ("I wrote to Zorbaxio, their site is https://zorbaxio.com and nobody answers.", "https://zorbaxio.com"),
        ("# Setup\n\n[Zorbaxio](https://zorbaxio.com/u/4471920) and `a.py`.\n", "https://zorbaxio.com/u/4471920"),
        (
            "# Setup\n\nzorbaxio runs at https://srv-okonkwo.zorbaxio.com, see `a.py`.\n",
            "https://srv-okonkwo.zorbaxio.com",
        ),
        (
            "# Setup\n\nAsk t.farrukh@zorbaxio.com of zorbaxio, see [it](https://zorbaxio.com) and `a`.\n",
            "https://zorbaxio.com",
        ),
    ],
)
def test_whose_site_it_may_be_is_private(text: str, private: str) -> None:
    assert private in _private(text)
