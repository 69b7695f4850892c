"""What a request costs, unit by unit.

A unit is one draw: an entity by its value and what was drawn for it, or the words of one text. The same draw in the
same scope is the same bits, hence the same unit, which a ledger charges once. What first occurs elsewhere in a
conversation is another draw. A draw that came out differently, because
a candidate was shut out, or under other settings, is another unit. Units are keyed hashes; they hold no text.
"""

from __future__ import annotations

import hmac
import math
from collections.abc import Iterator, Sequence
from functools import cached_property

from dp_gateway.entities.mentions import Mention
from dp_gateway.entities.substitution import Drawn
from dp_gateway.ledger.base import Charge
from dp_gateway.privacy.composition import basic
from dp_gateway.privacy.guarantee import Price, stated
from dp_gateway.sanitizer.figures import EntityFacts, values_of
from dp_gateway.sanitizer.replacing import Holed
from dp_gateway.vocabulary.words import fold

__all__ = ["Pricing"]


class Pricing:
    """Prices the draws of one request.

    Args:
        key: of the hashes, within the scope of the draws.
        facts: levels by type.
        found: all mentions, what was drawn for them, and the key of the draw.
        words: the texts whose words were drawn, and the scope of each.
        by_value: entities are drawn by value; otherwise each mention is a draw of its own.
        observed: nothing was changed, so everything left in clear.
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
    ) -> None:
        self._key, self._facts, self._found, self._words = key, facts, found, words
        self._by_value, self._observed = by_value, observed

    def charges(self, *, certified: bool) -> tuple[Charge, ...]:
        """One charge a unit; entities that a policy keeps are left in clear by design, and not priced.

        Args:
            certified: by certified levels, which may take seconds for a new setting; otherwise nominal ones.
        """
        found = (*self._of_entities(certified), *self._of_words(certified))
        return tuple({charge.unit: charge for charge in found}.values())

    @cached_property
    def price(self) -> Price:
        """What all units cost together by basic composition: the one figure that every display shows."""
        charges, nominal = self.charges(certified=True), self.charges(certified=False)
        level = stated(basic((one.epsilon * one.count, one.delta * one.count) for one in charges))
        mechanisms = tuple(sorted({one.mechanism for one in charges}))
        return Price(*level, math.fsum(one.epsilon * one.count for one in nominal), mechanisms)

    def _of_entities(self, certified: bool) -> Iterator[Charge]:
        if self._observed and self._found:
            yield Charge(self._unit("observed", *(m.text for m, _, _ in self._found)), math.inf, 1.0, "observed")
            return
        rows = self._facts.rows
        first: dict[tuple[str, str], str] = {}
        for mention, one, key in self._found:
            if one.text is None:
                continue
            row = rows[mention.type, one.lexicon_type, one.treatment]
            index, setting = self._facts.index_of(mention, one), (row.type, row.mechanism, repr(row.nominal_epsilon))
            if one.treatment != "value":
                epsilon, delta = row.certified if certified else (row.nominal_epsilon, 0.0)
                unit = self._unit("entity", *setting, key.hex(), *self._drawn(mention, one))
                yield Charge(unit, epsilon, delta, row.mechanism, index=index)
                continue
            # Each number and each date is a draw, at the level of its own class; a date in whatever mention it stands.
            levels = self._facts.level_of(one) if certified else [(row.nominal_epsilon, 0.0)] * len(one.drawn)
            for value, drawn, level in zip(values_of(one), one.drawn, levels, strict=True):
                within = first.setdefault((mention.type, repr(value)), key.hex())
                unit = self._unit("entity", *setting, within, repr(value), drawn, self._place(mention))
                yield Charge(unit, *stated(level), row.mechanism)

    def _place(self, mention: Mention) -> str:
        return "" if self._by_value else f"{mention.text_number}:{mention.start}"

    def _drawn(self, mention: Mention, one: Drawn) -> tuple[str, ...]:
        if one.treatment == "shift":
            return ("the shift",)  # one draw for all dates
        text = one.text or ""
        # The article follows the draw, and letter case the mention: neither is drawn.
        output = fold(text.split(maxsplit=1)[-1] if mention.article else text)
        return repr(one.value), output, self._place(mention)

    def _of_words(self, certified: bool) -> Iterator[Charge]:
        for holed, scope in self._words:
            report = holed.words.report
            if report.words:
                epsilon = report.guarantee.certified_epsilon if certified else report.epsilon
                drawn = scope, holed.text, holed.words.text
                unit = self._unit("words", report.mechanism, repr(report.epsilon), *drawn)
                yield Charge(unit, epsilon, 0.0, report.mechanism, report.words, report.index)

    def _unit(self, *parts: str) -> bytes:
        encoded = (part.encode("utf-8", "surrogatepass") for part in parts)
        message = b"".join(len(part).to_bytes(8, "little") + part for part in encoded)
        return hmac.digest(self._key, message, "sha256")[:16]
