"""Where a text asks for something: a question, with its mark or without, or an order that wants an answer."""

from __future__ import annotations

import re

_ORDERS = "work out|add|subtract|split|divide|share|distribute|multiply|round|sum up|convert|calculate|compute"
_QUESTION = re.compile(
    # A question is looked for where a sentence begins alone: a long text without any would be read once a character.
    r"(?<![^.!?\n])[^.!?\n]*+\?|"
    r"\btell (?:me|us) (?:the|its|their|what|which|who|where|when|how|whether|if)\b[^.!?\n]*|"
    r"(?:(?<=[.!?\n] )|^)(?:please )?(?:(?:name|recommend|explain|describe|convert|calculate|compute|work out)\b|"
    r"(?:add|subtract|split|divide|share|distribute|multiply|round|sum up)\b(?=[^.!?\n]*\d))[^.!?\n]*|"
    # "i earn 3,200 a month, whats that a year", "I need the date 30 days on."
    r"(?:(?<=[.!?\n,;:] )|^)(?:(?:and|so|but|ok|okay|hi|hey),? )?(?:"
    r"(?:in |by |at |on )?(?:how (?:much|many|old|long|far|big|high|tall|often)|"
    r"(?:what|which) (?:year|age|date|day|share|percent\w*|amount|month|week|part|fraction))\b|"
    r"what(?:['’]?s| is| are| was| were| will| would| do| does| did) |"
    r"when(?:['’]s| is| was| will| would| do| does| did) |"
    rf"(?:please |can you |could you )(?:{_ORDERS})\b)[^.!?\n]*|"
    r"\b(?:(?:i|we)(?: need|['’]d like| would like| want|['’]m trying|['’]m wondering| wonder)|give (?:me|us))"
    r" (?:to (?:know|find out|figure out|work out)|how|what|when|"
    r"the (?:\w+ )?(?:date|day|weekday|age|number|total|sum|difference|average|result))\b[^.!?\n]*",
    re.IGNORECASE,
)


def questions(text: str) -> list[str]:
    """What a text asks, each with what stands before it in its sentence where it has a question mark."""
    return _QUESTION.findall(text)


def asks(text: str) -> bool:
    """Whether a text asks for something."""
    return "?" in text or _QUESTION.search(text) is not None
