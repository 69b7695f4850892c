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

from dp_gateway.entities.mentions import Mention
from dp_gateway.entities.substitution import Drawn
from dp_gateway.ledger.base import Charge
from dp_gateway.sanitizer.figures import EntityFacts
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

    def _of_entities(self, certified: bool) -> Iterator[Charge]:
        if self._observed and self._found:
            yield Charge(self._unit("observed", *(m.text for m, _, _ in self._found)), math.inf, 1.0, "observed")
            return
        rows = self._facts.rows
        for mention, one, key in self._found:
            if one.text is None:
                continue
            row = rows[mention.type, one.lexicon_type, one.treatment]
            if certified:
                epsilon, delta = row.certified
            else:
                epsilon, delta = (row.nominal_epsilon if one.treatment == "mechanism" else 0.0), 0.0
            drawn = key.hex(), *self._drawn(mention, one)
            unit = self._unit("entity", row.type, row.mechanism, repr(row.nominal_epsilon), *drawn)
            yield Charge(unit, epsilon, delta, row.mechanism, index=self._facts.index_of(mention, one))

    def _drawn(self, mention: Mention, one: Drawn) -> tuple[str, ...]:
        if one.treatment == "shift":
            return ("the shift",)  # one draw for all dates
        text = one.text or ""
        # The article follows the draw, and letter case the mention: neither is drawn.
        output = fold(text.split(maxsplit=1)[-1] if mention.article else text)
        place = "" if self._by_value else f"{mention.text_number}:{mention.start}"
        return repr(one.value), output, place

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
