"""What a request costs, unit by unit.

A unit is one draw: an entity by its value and what was drawn for it, or the words of one text. The same draw in the
same scope is the same bits, hence the same unit, which a ledger charges once. What first occurs elsewhere in a
conversation is another draw. A draw that came out differently, because
a candidate was shut out, or under other settings, is another unit. Units are keyed hashes; they hold no text.
"""

from __future__ import annotations

import hmac
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import chain
from typing import NamedTuple

from dp_gateway.budget.base import Charge
from dp_gateway.pipeline.figures import EntityFacts, values_of
from dp_gateway.pipeline.filling import Holed
from dp_gateway.pipeline.results import Report
from dp_gateway.privacy.composition import basic
from dp_gateway.privacy.guarantee import Price, stated
from dp_gateway.surrogates.mentions import Mention
from dp_gateway.surrogates.substitution import Drawn
from dp_gateway.text.folding import fold

__all__ = ["Pricing", "encoded", "hashed_unit", "name_of_value"]


class _Unit(NamedTuple):
    """What one unit costs.

    Attributes:
        certify: works out the certified (epsilon, delta) of a draw.
        nominal: (epsilon, delta) of a draw.
        mechanism: what drew.
        counted: how many draws it is, and the hash of what they were drawn from.
    """

    certify: Callable[[], tuple[float, float]]
    nominal: tuple[float, float]
    mechanism: str
    counted: tuple[int, str] = (1, "")

    def level(self, *, certified: bool) -> tuple[float, float]:
        """(epsilon, delta) of a draw."""
        return self.certify() if certified else self.nominal


class Pricing:
    """Prices the draws of one request.

    Args:
        key: of the hashes, within the scope of the draws.
        facts: levels by type.
        found: all mentions, what was drawn for them, and the key of the draw.
        words: the texts whose words were drawn, and the scope of each.
        by_value: entities are drawn by value; otherwise each mention is a draw of its own.
        observed: nothing was changed, so everything left in clear.
        recall: gives the price of a request that comes again; None works it out.
    """

    def __init__(
        self,
        key: bytes,
        facts: EntityFacts,
        found: Sequence[tuple[Mention, Drawn, bytes]],
        words: Sequence[tuple[Holed, str]],
        *,
        by_value: bool,
        observed: bool,
        recall: Callable[[Callable[[], Price]], Price] | None = None,
    ) -> None:
        self._key, self._facts, self._found, self._words = key, facts, found, words
        self._by_value, self._observed, self._recall = by_value, observed, recall

    def charges(self, *, certified: bool) -> tuple[Charge, ...]:
        """One charge a unit; entities that a policy keeps are left in clear by design, and not priced.

        Args:
            certified: by certified levels, which may take seconds for a new setting; otherwise nominal ones.
        """
        return tuple(
            Charge(hashed_unit(self._key, name), *one.level(certified=certified), one.mechanism, *one.counted)
            for name, one in self._units.items()
        )

    @property
    def nominals(self) -> tuple[float, ...]:
        """The nominal epsilon of a draw of each unit, in the order of `charges`."""
        return tuple(one.nominal[0] for one in self._units.values())

    @property
    def nominal(self) -> float:
        """The largest nominal epsilon of a unit."""
        return max(self.nominals, default=0.0)

    @cached_property
    def price(self) -> Price:
        """What all units cost together by basic composition: the one figure that every display shows."""
        return self._composed() if self._recall is None else self._recall(self._composed)

    def _composed(self) -> Price:
        units = [(*one.certify(), one.counted[0]) for one in self._units.values()]
        level = stated(basic((epsilon * count, delta * count) for epsilon, delta, count in units))
        mechanisms = tuple(sorted({one.mechanism for one in self._units.values()}))
        return Price(*level, math.fsum(one.nominal[0] * one.counted[0] for one in self._units.values()), mechanisms)

    @cached_property
    def _units(self) -> dict[tuple[str, ...], _Unit]:
        """The units by what tells them apart; of what is the same unit, the last."""
        return dict(chain(self._of_entities(), self._of_words()))

    def _of_entities(self) -> Iterator[tuple[tuple[str, ...], _Unit]]:
        if self._observed and self._found:
            everything = math.inf, 1.0
            yield ("observed", *(m.text for m, _, _ in self._found)), _Unit(lambda: everything, everything, "observed")
            return
        rows = self._facts.rows
        first: dict[tuple[str, str], str] = {}
        seen: set[tuple[object, ...]] = set()
        for mention, one, key in self._found:
            written = mention.type, mention.article, id(one), key, self._place(mention)
            if one.text is None or written in seen:
                continue
            seen.add(written)
            row = rows[mention.type, one.lexicon_type, one.treatment]
            nominal, setting = (row.nominal_epsilon, 0.0), (row.type, row.mechanism, repr(row.nominal_epsilon))
            if one.treatment != "value":
                name = ("entity", *setting, key.hex(), *self._drawn(mention, one))
                index = self._facts.index_of(mention, one)
                yield name, _Unit(partial(getattr, row, "certified"), nominal, row.mechanism, (1, index))
                continue
            # Each number and each date is a draw, at the level of its own class; a date in whatever mention it stands.
            for at, (value, drawn) in enumerate(zip(values_of(one), one.drawn, strict=True)):
                within = first.setdefault((mention.type, repr(value)), key.hex())
                name = name_of_value(
                    *setting[:2], row.nominal_epsilon, within, repr(value), drawn, self._place(mention)
                )
                yield name, _Unit(partial(self._level, one, at), nominal, row.mechanism)

    def _level(self, one: Drawn, at: int) -> tuple[float, float]:
        return stated(self._facts.level_of(one)[at])

    def _place(self, mention: Mention) -> str:
        return "" if self._by_value else f"{mention.text_number}:{mention.start}"

    def _drawn(self, mention: Mention, one: Drawn) -> tuple[str, ...]:
        if one.treatment == "shift":
            return ("the shift",)  # one draw for all dates
        text = one.text or ""
        # The article follows the draw, and letter case the mention: neither is drawn.
        output = fold(text.split(maxsplit=1)[-1] if mention.article else text)
        return repr(one.value), output, self._place(mention)

    def _of_words(self) -> Iterator[tuple[tuple[str, ...], _Unit]]:
        for holed, scope in self._words:
            report = holed.words.report
            if report.words:
                name = ("words", report.mechanism, repr(report.epsilon), scope, holed.text, holed.words.text)
                certify = partial(_level_of_word, report)
                yield name, _Unit(certify, (report.epsilon, 0.0), report.mechanism, (report.words, report.index))


def name_of_value(
    entity_type: str, mechanism: str, nominal: float, key: str, value: str, drawn: str, place: str = ""
) -> tuple[str, ...]:
    """What tells the draw of one number or date from all others.

    Args:
        entity_type, mechanism, nominal: the setting.
        key: of the draw, in hexadecimal.
        value, drawn: what was drawn for, and what came out.
        place: of the mention, where each is a draw of its own.
    """
    return ("entity", entity_type, mechanism, repr(nominal), key, value, drawn, place)


def hashed_unit(key: bytes, parts: Sequence[str]) -> bytes:
    """The unit of a draw: a keyed hash of what tells it from all others."""
    return hmac.digest(key, encoded(parts), "sha256")[:16]


def encoded(parts: Iterable[str]) -> bytes:
    """Parts of a name with their lengths: two lists of them have the same bytes together if they have them apart."""
    each = [part.encode("utf-8", "surrogatepass") for part in parts]
    return b"".join([len(part).to_bytes(8, "little") + part for part in each])


def _level_of_word(report: Report) -> tuple[float, float]:
    return report.guarantee.certified_epsilon, 0.0
