"""What a request shuts out is found by its words: the same figures as by a look at every output."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

import pytest

from dp_gateway.mechanisms.numeric import NumericMechanism
from dp_gateway.mentions.amounts import Amount
from dp_gateway.pipeline import Gateway
from dp_gateway.randomness import Secret
from dp_gateway.surrogates.amounts.written_numbers import Runs
from dp_gateway.surrogates.clear_text import ClearTexts
from dp_gateway.surrogates.exclusions import Exclusions
from dp_gateway.surrogates.kept import WrittenPhrases
from dp_gateway.surrogates.names import FAMILY_POOLS
from dp_gateway.surrogates.phrases import PhraseLaw, Phrases
from dp_gateway.text.entities import Mention
from dp_gateway.text.folding import compared, unaccented
from tests.surrogates.test_exclusions import Marked

TEXTS = (
    "Anna Miller of Boston paid $1,250.00 to Tom Reed of Chicago; see items 1300, 1,310.00, 13 and 1.3k, or page 12 "
    "of the New York report. Denver, paris and los angeles are in the appendix, smith and Maria too.",
    "He lost 12 kg in three weeks, she lost 11 kg in two; five weeks and 11 kg, 12 or 13, they say. 3-4 weeks later...",
    "A 35-year-old American nurse from Lagos Savings Bank earned 5.5% more, 4.9 per cent is usual, 1.2M EUR or 1.1M.",
    "It took about half an hour, 6'2\" tall, 1/2 cup, 250 ml, 0.05 mg, 1 000 km, 12.000,50 EUR, 0 dollars, 1000000 USD.",
    "numbers 1 10 100 11 12 13 14 15 16 17 18 19 20 21 22 150 1,100 1,200 1.25 and $1,150, $1,200 again $1,300 alone",
)


def slow_laws(self: Phrases, lexicon_type: str, entity_type: str) -> Iterator[tuple[PhraseLaw, list[int]]]:
    spellings = [compared(spelled) for spelled in self._lexicon.spellings(lexicon_type)]
    for law in self._laws.used(lexicon_type, entity_type):
        shut_out = self._drawer.shut_out(law.kind)
        yield law, [entry for entry, spelled in enumerate(spellings) if shut_out(spelled)]


def slow_part(self: Exclusions, pools: tuple[str, ...]) -> float:
    clear, left = self._drawer.clear, 0
    for pool in pools:
        taken = self._drawer.taken_before("name/family" if pools == FAMILY_POOLS else "name/given")
        entries = [compared(entry) for entry in self._sources.lexicon.pool(pool)]
        left += sum(entry not in taken and entry not in clear for entry in entries)
    return 1 / max(left - 1, 1)


@pytest.mark.parametrize("number", range(len(TEXTS)))
def test_the_figures_are_those_of_a_look_at_every_output(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    gateway = Gateway("entities", key=Secret(b"s" * 32))

    def figures() -> list[tuple]:
        texts = [TEXTS[number], *TEXTS[:number][-1:]]
        request = gateway.request(texts, scope=f"{number}")
        return sorted((one.unit, one.epsilon, one.delta, one.count) for one in request.charges())

    fast = figures()
    monkeypatch.setattr(Phrases, "laws", slow_laws)
    monkeypatch.setattr(Exclusions, "_part", slow_part)
    assert figures() == fast
    assert len(fast) > 3


def test_phrases_are_found_where_they_are_taken_or_stand_in_clear() -> None:
    phrases = WrittenPhrases(["New York", "York", "Malmö", "Los Angeles", "&"])
    clear = ClearTexts()
    clear.add(["in New", "York, in New York"])
    assert phrases.shut_out(clear, {compared("malmö")}) == [0, 1, 2]
    clear.add(["Los"])
    clear.add(["Angeles", "malmo"])
    assert phrases.shut_out(clear, frozenset()) == [0, 1, 2]


def slow_excluded(self: Exclusions, mention: Mention, value: Amount) -> list[int]:
    family, excluded = self._sources.values, self._drawer.shut_out(mention.type)
    (number,) = value.numbers
    outputs = family.mechanism(value, number).outputs
    drawn = [value._replace(numbers=(-output if number < 0 else output,)) for output in outputs]
    written = [compared(family.render(mention.text, value, one)) for one in drawn]
    return [place for place, folded in enumerate(written) if excluded(folded)]


MENTIONS = {
    "AGE": ["34 years old", "aged 34", "thirty-four", "in her 30s", "1 year old", "34-year-old"],
    "DURATION": ["3 weeks", "half an hour", "two months", "1 1/2 days"],
    "MONEY": ["$1,250.00", "$85,250", "1.2k USD", "three hundred dollars", "12.000,50 EUR", "($1,200)", "€3.5 Mio"],
    "PERCENTAGE": ["5.5%", "12 per cent", "five percent"],
    "QUANTITY": ["6'2\"", "12 kg", "1/2 cup", "250 ml", "-5.5 °C", "1 000 km", "twelve items"],
}
IN_CLEAR = (
    "One of 35 years old is 1 year old, aged 36 or thirty five, in her 40s or 20s, a 36-year-old; 2 weeks, 1 week, five "
    "hours, three months, 2 1/2 days or 4 days. $1,320.00 and 85,250, 86,100, $1.3k, 1.4k USD, three hundred five dollars, "
    "13.100,00 EUR, (1,310), 3.6 Mio, 5.6%, 5.4, 13 per cent, six percent; 6'3, 5'11, 11 kg, 3/4 cup, 251 ml, 6.1 °C, 1 010 km"
)


def test_the_outputs_that_are_shut_out_are_those_of_a_look_at_each(monkeypatch: pytest.MonkeyPatch) -> None:
    gateway = Gateway("entities", key=Secret(b"s" * 32), detection=Marked(**MENTIONS))
    text = "; ".join(mention for mentions in MENTIONS.values() for mention in mentions)
    fast, found = Exclusions._excluded, list[tuple[str, list[int]]]()

    def both(self: Exclusions, mention: Mention, value: Amount) -> list[int]:
        places = fast(self, mention, value)
        assert places == slow_excluded(self, mention, value), mention.text
        found.append((mention.text, places))
        return places

    monkeypatch.setattr(Exclusions, "_excluded", both)
    for clear in (IN_CLEAR, "", " ".join(map(str, range(150)))):
        assert gateway.request([text, clear], scope="s").totals.price.epsilon > 0
    assert len(found) > 70
    assert sum(bool(places) for _, places in found) > 20


ACCENTED = "Unser Kunde Jürgen Müller wohnt seit drei Jahren hier und ruft morgen noch einmal an."


def test_what_stands_in_clear_without_its_accents_is_no_surrogate() -> None:
    gateway = Gateway("entities", key=Secret(b"s" * 32), detection=Marked(PERSON=["Jürgen Müller"]))
    met = 0
    for scope in map(str, range(80)):
        alone = gateway.request([ACCENTED], scope=scope)
        (span,) = alone.texts[0].spans
        drawn = alone.outgoing[0][span.sanitized_start : span.sanitized_end].split()
        for name in (name for name in drawn if unaccented(name) != name):
            met += 1
            request = gateway.request([f"{ACCENTED} Auf dem Schild steht {unaccented(name)}."], scope=scope)
            assert name not in request.outgoing[0].split()
            reply = f"Das Schild nennt {unaccented(name)}."
            assert request.restore(reply) == reply
            assert request.report.price.delta > alone.report.price.delta
    assert met > 3


@pytest.mark.parametrize(
    ("clear", "shut_out"), [({"0"}, {0, 1}), ({"5"}, {0, 1, 2}), ({"1"}, {0}), (set[str](), set[int]())]
)
def test_zero_is_written_as_what_stands_in_clear(clear: set[str], shut_out: set[int]) -> None:
    outputs = [Decimal(0), Decimal("0.5"), Decimal(5)]
    assert Runs(clear).beginning(NumericMechanism(1.0, outputs, 2)) == shut_out
