"""Where a finding stands: the words around it, which the rules for its kind and the weights read."""

from __future__ import annotations

import re
from functools import cached_property

from dp_gateway.public import words
from dp_gateway.public.evidence import WORD, Sentence
from dp_gateway.text.entities import Entity

_REACH, _AHEAD, NEAR = 120, 60, 60
JOURNEY = re.compile(
    r"(?:\bhow (?:long|far|much|expensive|cheap|safe|many hours|does (?:one|anyone))\b[^.?!]{0,60}|"
    r"\b(?:which|what|are|is)\b[^.?!]{0,60}\b(?:recommended|required|needed|necessary|allowed|mandatory|legal|common)\b"
    r"[^.?!]{0,40}|"
    r"\bwhat (?:is|are|should|can|could)\b[^.?!]{0,40}\b(?:best|cheapest|fastest|quickest|must-see|one|tourists|"
    r"visitors)\b[^.?!]{0,40}|"
    r"\bbest (?:time|month|season|way|places?|areas?|beach(?:es)?) (?:of (?:the )?year )?(?:to|for)\b[^.?!]{0,40}|"
    r"\b(?:what|where|things|places)\b[^.?!]{0,30} to (?:do|see|stay|eat|go|visit|travel|shop|drink|party|fly|hang out)"
    r"\b[^.?!]{0,40}|\b(?:what|which|closest|nearest) airport\b[^.?!]{0,40}|\bzip code\b[^.?!]{0,20})"
    r"\b(?:from|to|between|and|in|for|of|visit|see|central|around|near|into|downtown) (?:the )?$",
    re.I,
)
"""What travellers ask who are nobody in particular: "how long is the flight from"."""
_SUBJECT = re.compile(
    r"\s+(?:(?:also|first|once|never|officially|later)\s+)?(?:is (?:an?|the|one|home|located|known)|was (?:an?|the|one|"
    r"prime|president|chancellor|king|queen|emperor|empress|pope|sultan|"
    r"founded|discovered|written|signed|built|crowned|elected)|were (?:an?|the)|has (?:an?|the|about|over|more|no|\d|"
    r"two|three|four|five|six|seven|eight|nine|ten)|had (?:an?|the)|became|exports?|exported|joined|overtook|borders|"
    r"declared|gained|invaded|uses?|consists|covers|flows|produces|produced|includes|contains|made|makes|wrote|painted|"
    r"composed|invented|discovered|founded|won|stands|means|applies|requires|regulates|defeated|ruled|led|claims|"
    r"measures|connects?|is (?:\d|spoken|named|celebrated|written|awarded|made of|part of)|describe[sd]?|happened|lies|"
    r"sits|ranks|hosts|attracts|announced|launched|employs|belongs)\b"
)
_LISTED = re.compile(r"(?:,? (?:and|or|&) [A-Z][\w-]+|, [A-Z][\w-]+){1,20}")
_FOLLOWING = re.compile(r"['’]?s?\s+(?:(?:first|second|third|last|own|famous)\s+)?([^\W\d_][\w'’-]*)")
_AVERAGES = frozenset(("average", "typical", "typically", "usually", "median", "minimum"))
_ME = frozenset(("me", "us"))
_IN_OFFICE = re.compile(r"\b(?:president|prime minister|chancellor|governor)\b[^.?!]{1,60} in office\b", re.I)


class Place:
    """The place of a finding: the words around it, read when they are asked for."""

    def __init__(self, text: str, entity: Entity, sentence: Sentence) -> None:
        self.sentence = sentence
        self.written = text[entity.start : entity.end]
        self.ahead = text[entity.end : entity.end + _AHEAD]
        listed = _LISTED.match(text, entity.end, entity.end + 2 * _REACH)
        self.behind_list = match[1].lower() if listed and (match := _FOLLOWING.match(text, listed.end())) else ""
        self.before = text[max(sentence.start, entity.start - _REACH) : entity.start]
        match = _FOLLOWING.match(self.ahead)
        self.next_written = match[1] if match else ""
        self.next = self.next_written.lower()

    @cached_property
    def previous(self) -> list[str]:
        """The words right before it in its sentence, lower case."""
        return WORD.findall(self.before[-NEAR:].lower())

    @cached_property
    def own(self) -> frozenset[str]:
        """Its own words, lower case."""
        return frozenset(map(str.lower, WORD.findall(self.written)))

    @cached_property
    def others(self) -> frozenset[str]:
        """The other words of the sentence."""
        return self.sentence.words - self.own

    @cached_property
    def lists(self) -> int:
        """The lists of words in which one of these stands, see `words.lists_of`."""
        own = words.lists_of(self.own)
        return words.lists_of(self.others) if own else self.sentence.lists

    @cached_property
    def everyday(self) -> bool:
        """Whether the sentence is about somebody's day."""
        if not self.lists & words.BITS["EVERYDAY"]:
            return False
        if self.sentence.asks and not self.sentence.asker and not _AVERAGES.isdisjoint(self.others):
            return False
        if "office" in self.others and _IN_OFFICE.search(f"{self.before}{self.written}{self.ahead}"):
            return not words.EVERYDAY.isdisjoint(self.others - {"office"})
        # "Tell me about Boston" orders something, and tells nobody anything.
        told = self.sentence.asks and not _ME.isdisjoint(self.others)
        others = self.others - words.IMPERATIVES if told else self.others
        return not words.EVERYDAY.isdisjoint(others)

    @cached_property
    def journey(self) -> bool:
        """Whether a traveller asks who is nobody in particular."""
        return self.sentence.asks and not self.sentence.asker and JOURNEY.search(self.before) is not None

    @cached_property
    def subject(self) -> bool:
        """Whether something is said of it that is said of things that everybody knows."""
        return _SUBJECT.match(self.ahead) is not None
