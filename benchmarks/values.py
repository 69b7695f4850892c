"""A table of amounts in a conversation: how often which row is larger survives, measured and predicted; and speed.

Twenty amounts in mixed notations stand in a table that is sent again in each of three turns. In each of 400
conversations (scopes with keys of their own) the table is rewritten; the surrogates are read back from the text, and
all 190 pairs of rows are compared with the original. The prediction is exact, from the rows of the mechanism.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator

import numpy as np

from benchmarks.timing import Figure, seconds
from dp_gateway.mentions.amounts import Amount
from dp_gateway.randomness import KeyedStream
from dp_gateway.surrogates.amounts.family import ValueFamily
from dp_gateway.surrogates.dates.family import DateFamily

AMOUNTS = (
    "$1,250.00", "$1,318.40", "$980", "1,450 dollars", "USD 1.6k", "$2,400.00", "$2,150.75", "three thousand dollars",
    "$3,300", "$4,999.99", "$5.2k", "$7,800", "$8,100.00", "USD 12,500", "$12k", "$48,000", "$51,250.00", "$120,000",
    "$1.2 million", "$860",
)  # fmt: skip
_TURNS = 3
_CONVERSATIONS = 400
_EPSILONS = (4.0, 6.0, 8.0)


def _family(epsilon: float) -> ValueFamily:
    return ValueFamily({"MONEY": epsilon})


def _table(family: ValueFamily, conversation: int) -> list[str]:
    """The amounts as they are sent: keyed by scope and value, so that each turn says the same."""
    written: list[str] = []
    for mention in AMOUNTS:
        value = family.parse(mention, "MONEY")
        assert value
        stream = KeyedStream(b"a key of the benchmark", conversation.to_bytes(8, "little"), repr(value).encode())
        written.append(family.render(mention, value, family.draw(value, stream)))
    return written


def _numbers(family: ValueFamily, texts: tuple[str, ...] | list[str]) -> np.ndarray:
    values = [family.parse(text, "MONEY") for text in texts]
    return np.array([float(value.numbers[0]) for value in values if value])


def measured(family: ValueFamily) -> float:
    """Share of pairs of rows whose order survives in the text, over all conversations and turns."""
    truth = _numbers(family, AMOUNTS)
    pairs = np.triu_indices(len(truth), 1)
    order = np.sign(truth[pairs[0]] - truth[pairs[1]])
    shares: list[float] = []
    for conversation in range(_CONVERSATIONS):
        turns = [_table(family, conversation) for _ in range(_TURNS)]
        if any(turn != turns[0] for turn in turns):
            raise RuntimeError("a table changed between two turns of one conversation")
        drawn = _numbers(family, turns[-1])
        shares.append(float((np.sign(drawn[pairs[0]] - drawn[pairs[1]]) == order).mean()))
    return statistics.fmean(shares)


def predicted(family: ValueFamily) -> float:
    """The same share, from the rows."""
    values = [Amount("MONEY", "USD", v.numbers) for mention in AMOUNTS if (v := family.parse(mention, "MONEY"))]
    return float(family.order_survival(values)[np.triu_indices(len(values), 1)].mean())


def run() -> Iterator[Figure]:
    for epsilon in _EPSILONS:
        family = _family(epsilon)
        share, expected = measured(family), predicted(family)
        name = f"order of 190 pairs of amounts, epsilon {epsilon:g}"
        yield Figure(f"{name}: survives, measured", share, 0.85, at_most=False)
        yield Figure(f"{name}: |measured - predicted {expected:.4f}|", abs(share - expected), 0.01)
    values, dates = ValueFamily(), DateFamily()
    for name, family, kind, mention in (
        ("amount", values, "MONEY", "$1,250.00"),
        ("age", values, "AGE", "34-year-old"),
        ("date", dates, "DATE_TIME", "March 14, 2024"),
    ):
        value = family.parse(mention, kind)

        def draw(family: ValueFamily | DateFamily = family, mention: str = mention, value: object = value) -> None:
            for counter in range(2_000):
                stream = KeyedStream(b"a key of the benchmark", counter.to_bytes(8, "little"))
                family.render(mention, value, family.draw(value, stream))  # type: ignore[arg-type]

        draw()
        each = min(seconds(draw) for _ in range(3)) / 2_000 * 1e6
        yield Figure(f"draw and render one {name}, microseconds", each, 100)


if __name__ == "__main__":
    for figure in run():
        print(f"{figure.name}: {figure.value:.4f}")
