"""What a process keeps while a table runs through it has a bound, whatever the number of different values."""

from __future__ import annotations

import functools
import gc
import statistics
import sys
from itertools import pairwise
from typing import Any

import pytest

from dp_gateway import Secret, cache
from dp_gateway.detection.tagger import network
from dp_gateway.tables import drawing
from dp_gateway.tables.plan import Column, as_plan
from dp_gateway.tables.sanitizing import TableSanitizer
from dp_gateway.vocabulary.lexicon import opened

pa = pytest.importorskip("pyarrow")

_CACHE = type(functools.lru_cache(str))
ROWS = 60
PLAN = as_plan(
    {
        "id": "identifier",
        "name": "PERSON",
        "city": "LOCATION",
        "paid": Column(kind="number", lower=0, upper=10_000),
        "due": "number",
        "born": "date",
        "note": "text",
    }
)


def different(batch: int) -> Any:
    """Rows of which no value stands in another batch."""
    at = range(batch * ROWS, (batch + 1) * ROWS)
    names = [f"{'ABDGKLMNPRST'[one % 12]}{'aeiou'[one % 5]}n{'aeiou'[one // 5 % 5]} Vorl{one}ik" for one in at]
    return pa.table(
        {
            "id": [f"C-{one}" for one in at],
            "name": names,
            "city": [f"Neuhof am Bach {one}" for one in at],
            "paid": [one % 9999 for one in at],
            "due": [one * 7.25 + 1000 for one in at],
            "born": [f"19{one % 90 + 10}-{one % 12 + 1:02}-{one % 28 + 1:02}" for one in at],
            "note": [
                f"{name} owes ${one * 31 + 1000:,} since 20{one % 20 + 10}-05-{one % 28 + 1:02}, see {one * 97 + 10**6}."
                for name, one in zip(names, at, strict=True)
            ],
        }
    )


def kept_by(owner: TableSanitizer, batch: int) -> int:
    """Blocks of memory that are held when a batch is done, without caches whose size the interpreter bounds."""
    owner.sanitize(different(batch))
    gc.collect()
    modules = [module for name, module in sys.modules.items() if name.startswith("dp_gateway")]
    for one in (value for module in modules for value in vars(module).values()):
        if isinstance(one, _CACHE) and one.cache_info().maxsize is not None:
            one.cache_clear()
    return sys.getallocatedblocks()


@pytest.mark.thorough
def test_no_memory_grows_with_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """With small bounds of all memories, less than two blocks are kept for a row, which makes thousands.

    What grows does so with each batch, so the median counts: a setting that first occurs is no growth.
    """
    monkeypatch.setattr(network, "_WORDS_KEPT", 100)
    monkeypatch.setattr(drawing, "_KEPT", 20)
    monkeypatch.setattr(opened, "_REMEMBERED", 20)
    monkeypatch.setattr(cache.Memory.__init__, "__defaults__", (16, None))
    owner = TableSanitizer(PLAN, "entities", key=Secret(b"a key for tests, not a secret"))
    owner.sanitize(different(0))
    for memory in list(cache._memories):
        monkeypatch.setattr(memory, "_most", 16)
    kept = [kept_by(owner, batch) for batch in range(1, 7)]
    assert statistics.median(after - before for before, after in pairwise(kept[1:])) < 1.5 * ROWS
