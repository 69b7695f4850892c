"""How a reply is scored: which facts it holds, whether it is false, and what of it is a stand-in that stayed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from benchmarks.answers.items import Item

__all__ = ["abstains", "holds", "plain", "score"]

_SEPARATOR = re.compile(r"(?<=\d)[,\u202f\u00a0](?=\d{3})")
_ABSTAINS = re.compile(
    r"\b(?:do not|don't|cannot|can't|unable to|could not) (?:\w+ )?(?:know|tell|say|find|determine|answer|provide)"
    r"|\bnot (?:sure|enough|clear)|\bunclear\b|as an ai",
    re.IGNORECASE,
)
_SHORT = 3


def plain(text: str) -> str:
    """Folded, numbers without separators."""
    return re.sub(r"\s+", " ", _SEPARATOR.sub("", text)).casefold()


def holds(text: str, form: str) -> bool:
    """Whether a reply holds a form of a fact: a whole number, a whole short word, or the beginning of a longer one."""
    folded = plain(form)
    end = r"(?![\d])(?![.,]\d)" if folded[-1:].isdigit() else r"(?!\w)" if len(folded) <= _SHORT else ""
    start = r"(?<![\w.])" if folded[:1].isdigit() else r"(?<!\w)"
    text = re.sub(r"(\.\d*?[1-9])0+(?!\.?\d)|\.0+(?!\.?\d)", r"\1", plain(text))
    return re.search(start + re.escape(folded) + end, text) is not None


def score(item: Item, reply: str) -> float:
    """The share of the item's facts that the reply holds."""
    return sum(any(holds(reply, form) for form in forms) for forms in item.facts) / len(item.facts)


def abstains(reply: str) -> bool:
    """Whether a reply says that it does not answer."""
    return not reply.strip() or _ABSTAINS.search(reply) is not None


def stayed(reply: str, sent: Sequence[str], typed: Sequence[str]) -> list[str]:
    """The stand-ins that a reply still holds: drawn values that the user did not write."""
    own = " ".join(map(plain, typed))
    return [one for one in sent if len(one) > 1 and plain(one) not in own and holds(reply, one)]
