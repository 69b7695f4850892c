"""Values of a declared type, each drawn for by itself: what a request of the value alone gives, without looking for it.

`Gateway.declared` calls this for the columns of tables. As nothing else stands beside a value, what is drawn for it
is a function of key, scope, type and value: equal values have equal surrogates, whatever else they stand with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dp_gateway.budget.base import Charge
from dp_gateway.pipeline.figures import EntityFacts
from dp_gateway.pipeline.pricing import Pricing
from dp_gateway.randomness import Secret
from dp_gateway.restore import Replacement
from dp_gateway.surrogates.clear_text import ClearTexts
from dp_gateway.surrogates.drawer import Drawer
from dp_gateway.surrogates.mentions import as_declared
from dp_gateway.surrogates.sources import Sources
from dp_gateway.surrogates.substitution import Drawn, Substitution

__all__ = ["Declared", "draw_declared"]


class Declared(NamedTuple):
    """What stands in for one value.

    Attributes:
        text: the surrogate; None where the policy keeps the value, or nothing can be drawn for it.
        treatment: how it came about.
        charges: what it costs, by certified levels.
        nominal: epsilon of each of its draws.
        replacements: what undoes it in a reply; empty unless asked for.
    """

    text: str | None
    treatment: str
    charges: tuple[Charge, ...]
    nominal: float
    replacements: tuple[Replacement, ...] = ()


def draw_declared(
    sources: Sources, key: Secret, values: Sequence[str], entity_type: str, scope: str, *, undo: bool = False
) -> Iterator[Declared]:
    """Draw for values of one type.

    Args:
        sources: policy, phrases, names.
        key: of the draws.
        values: texts that are one entity each.
        entity_type: of all of them.
        scope: what the draws are shared within.
        undo: whether what undoes the draws is wanted too.
    """
    scoped = scope.encode("utf-8", "surrogatepass")
    own, units = key.subkey(b"entities", scoped), key.subkey(b"units", scoped)
    nothing = ClearTexts()
    nothing.add(())
    for value in values:
        mention = as_declared(value, entity_type, sources.policy)
        substitution = Substitution(sources, Drawer(own, nothing, sources.memory))
        substitution.meet([mention])
        one = Drawn(None, "keep") if sources.policy.kind == "observe" else substitution.drawn(mention)
        facts = EntityFacts(sources, substitution, [(mention, one)], (), any_developer=False)
        pricing = Pricing(
            units, facts, [(mention, one, own)], (), by_value=True, observed=sources.policy.kind == "observe"
        )
        nominal = max((charge.epsilon for charge in pricing.charges(certified=False)), default=0.0)
        undone = tuple(substitution.replacements()) if undo else ()
        yield Declared(one.text, one.treatment, pricing.charges(certified=True), nominal, undone)
