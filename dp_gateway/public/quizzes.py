"""Questions of a quiz: one fact of a land, a town or a sight, asked by who tells nothing of themselves.

`ruling` asks, before anything is weighed. "My crossword wants the capital of Chile", "Iceland, capital?" and "the tower
in Pisa, why does it lean?" are no sentences whose grammar tells that anything is asked; their form does, as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dp_gateway.public import words
from dp_gateway.public.evidence import WORD
from dp_gateway.public.lists import Reference
from dp_gateway.text.entities import Entity
from dp_gateway.text.lists import alternatives

_LONGEST = 160
_KINDS = frozenset(("country", "state", "town", "area", "landmark", "people", "language", "company", "product"))
_FACETS = alternatives(
    words.FACETS
    - frozenset("age king queen member members votes sales public roads legal illegal tax wage time minimum".split())
    | frozenset(
        "colour color motto emblem animal bird flower tree sport drink bridge volcano desert peak airport".split()
    )
)
_HEAD = (
    r"(?:(?:(?:just |only )?for )?(?:(?:my|our|the|this|tonight['’]s|an?) )?(?:[a-z]{2,12} ){0,2}(?:crossword|quiz|"
    r"puzzle|sudoku|trivia|homework|worksheet|textbook|flash ?cards?|riddle|word ?search)"
    r"(?: (?:book|app|night|clue|question|game|sheet|team))?"
    r"(?:(?: just)? (?:wants|needs|says|asks?(?: me)?(?: for)?|is asking(?: me)?(?: for)?)|[:,.!]| [–-])? |"
    r"(?:settle (?:a|this) bet|quick (?:one|question|q)|random question|(?:just )?curious|"
    r"out of (?:interest|curiosity)|question|hey|hi|hello|ok|so)[:,!.]? ){0,2}"
)
_FACET = rf"(?:(?:the|an?|its) )?(?:[a-z]{{3,12}} ){{0,2}}(?:{_FACETS})"
_IT = r"(?:[.?!,:;]? (?:(?:what|which)(?:['’]s| is| was)? (?:it|that|this)|please|pls|anyone|any idea|help)){0,2}"
_SIGHTS = (
    "river|tower|bridge|cathedral|museum|gallery|opera house|opera|volcano|lake|mountain|palace|castle|temple|square|"
    "statue|stadium|airport|metro|underground|wall|university|zoo|canal|sea|gulf|bay|harbou?r|island|desert|fountain|basilica|"
    "mosque|monument|pyramids?|waterfalls?|falls|peak|strait|parliament|fortress|ruins|amphitheatre|theatre|observatory|"
    "market|beach|fjord|glacier|dam|tunnel|cable car|obelisk|arch|clock|library"
)
_SHAPES = (
    # "My crossword wants the capital of Chile. What is it?"
    re.compile(rf"[^\w\0]*+{_HEAD}{_FACET} (?:of|in|for) (?:the )?\0{_IT}[^\w\0]*+", re.I),
    # "Pub quiz: Bolivia, official language?", "Uruguay - what currency?"
    re.compile(
        rf"[^\w\0]*+{_HEAD}(?:the )?\0(?:['’]s?)?(?: ?[,:;–—-]+ ?| )(?:what(?:['’]s| is)? |which |and )?{_FACET}{_IT}"
        r"[^\w\0?]*+\?+[^\w\0]*+",
        re.I,
    ),
    # "The tower in Pisa, why does it lean?"
    re.compile(
        rf"[^\w\0]*+{_HEAD}(?:that |the )(?:[a-z]{{3,12}} ){{0,2}}(?:{_SIGHTS}) "
        r"(?:in|of|near|on|by|at|outside|over|through) (?:the )?\0 ?[,:–—-]? "
        r"(?:what|who|when|how|why|which|where|is|name|called)[^.!\n]{0,60}\?[^\w\0]*+",
        re.I,
    ),
    # "Travelling through Laos some day perhaps: which plug do I need?"
    re.compile(
        r"[^\w\0]*+(?:(?:i['’]d |we['’]d |would )?(?:love|like|hope|want)(?: to)? )?(?:travel(?:l?ing)?|go(?:ing)?|"
        r"visit(?:ing)?|see(?:ing)?|driv(?:e|ing)|cycl(?:e|ing)|hik(?:e|ing)|fly(?:ing)?|backpacking|road ?trip|trip)"
        r"(?: (?:to|through|around|across|round|via|in))? (?:the )?\0"
        r"(?: (?:one day|some ?day|maybe|perhaps|eventually|at some point|hopefully|in theory)){1,2} ?[:,.;–-]+ ?"
        r"(?:so )?(?:what|which|is|do|does|can|how)[^.!\n]{0,60}\?[^\w\0]*+",
        re.I,
    ),
)
_OF_SOMEBODY = words.THIRD - {"it", "its", "they", "them"} | words.ROLES | words.LIFE | words.CLINIC | words.TROUBLE
_NO_OWNER = words.POSSESSIVES - {"its", "their"}
_HEADED = re.compile(rf"[^\w\0]*+{_HEAD}", re.I)


def is_quizzed(text: str, entity: Entity, listed: Sequence[Reference]) -> bool:
    """Return whether a text asks one fact of what a finding names, and says nothing else."""
    if len(text) > _LONGEST or not all(one.kind in _KINDS for one in listed):
        return False
    shape = f"{text[: entity.start]}\0{text[entity.end :]}"
    if not any(one.fullmatch(shape) for one in _SHAPES):
        return False
    headed = _HEADED.match(text)
    said = frozenset(map(str.lower, WORD.findall(text[headed.end() if headed else 0 :])))
    return said.isdisjoint(_NO_OWNER) and said.isdisjoint(_OF_SOMEBODY - {"mayor", "president", "king", "queen"})
