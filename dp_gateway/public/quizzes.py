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
    r"(?:(?:(?:just |only )?for )?(?:(?:my|our|the|this|tonight['’]s|an?) )?"
    r"(?:(?!my|our)[a-z]{2,12}(?:['’]s)? ){0,2}(?:crossword|quiz|"
    r"puzzle|sudoku|trivia|homework|worksheet|textbook|flash ?cards?|riddle|word ?search)"
    r"(?: (?:book|app|night|clue|question|game|sheet|team))?(?: tonight| time| help)?"
    r"(?:(?: just)? (?:wants|needs|says|asks?(?: me)?(?: for)?|is asking(?: me)?(?: for)?)|[:,.!]| [–-])? |"
    r"(?:settle (?:a|this)(?: bet)?|quick (?:one|question|q)|random question|(?:just )?curious|"
    r"out of (?:interest|curiosity)|question|hey|hi|hello|ok|so|good (?:morning|afternoon|evening)|morning|evening)"
    r"(?: (?:all|there|everyone|folks))?[:,!.]? ){0,2}"
)
_FACET = rf"(?:(?:the|an?|its) )?(?:[a-z]{{3,12}} ){{0,2}}(?:{_FACETS})"
_IT = r"(?:[.?!,:;]? (?:(?:what|which)(?:['’]s| is| was)? (?:it|that|this)|please|pls|anyone|any idea|help)){0,2}"
_SIGHTS = (
    "river|tower|bridge|cathedral|museum|gallery|opera house|opera|volcano|lake|mountain|palace|castle|temple|square|"
    "statue|stadium|airport|metro|underground|wall|university|zoo|canal|sea|gulf|bay|harbou?r|island|desert|fountain|basilica|"
    "mosque|monument|pyramids?|waterfalls?|falls|peak|strait|parliament|fortress|ruins|amphitheatre|theatre|observatory|"
    "market|beach|fjord|glacier|dam|tunnel|cable car|obelisk|arch|clock|library"
)
_SEEN = (
    "blossoms?|foliage|northern lights|aurora|carnival|rainy season|monsoon|street food|christmas markets?|beaches|"
    "tap water|tipping|nightlife|surfing|skiing|diving|snorkell?ing|whale watching|safaris?|wildlife|weather|hiking|"
    "hikes|festivals?|sightseeing|public transport|trains|trams|ferries|museums|wineries|volcanoes|waterfalls|ruins"
)
"""What travellers go to see."""
_WITH = r"(?: with (?:kids|children|teens|teenagers|toddlers|small children|a dog)\b[^.?!\n\0]{0,40})?"
_MORE = r"[.?!,:;]*(?: [^\n\0]{0,80})?"
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
    # "If I look at a banknote from Laos, which currency is on it?"
    re.compile(
        rf"[^\w\0]*+{_HEAD}if (?:i|we|you|one|somebody|someone) (?:look at|hold|see|find|fly|drive|sail|cycle|"
        r"travel|land|dial|call|go|open a map of)(?: [a-z]{1,12}){0,4}? (?:from|to|of|in|through|around) (?:the )?\0"
        r"(?: [a-z]{1,12}){0,4}, (?:what|which|how|is|are|do|does)\b[^.!\n]{0,60}\?[^\w\0]*+",
        re.I,
    ),
    # "Cherry blossom in Kyoto: which month is best?"
    re.compile(
        rf"[^\w\0]*+{_HEAD}(?:the )?(?:[a-z]{{3,12}} ){{0,2}}(?:{_SEEN}) (?:in|of|on|around|near) (?:the )?\0"
        r" ?[,:;.–—-]+ ?(?:so )?(?:what|which|when|how|is|are|where|can)\b[^.!\n]{0,60}\?[^\w\0]*+",
        re.I,
    ),
    # "Backpacking around Laos on a shoestring: which currency do I budget in?"
    re.compile(
        r"[^\w\0]*+(?:backpacking|hitch-?hiking|inter-?railing|island[- ]hopping|sightseeing|road[- ]tripping|"
        r"a (?:road ?trip|city break|safari|beach holiday)) (?:through|around|across|round|in|on|to) (?:the )?\0"
        r"(?: [a-z-]{1,12}){0,4} ?[,:;.–—-]+ ?(?:so )?(?:what|which|is|do|does|can|how)\b[^.!\n]{0,60}\?[^\w\0]*+",
        re.I,
    ),
    # "Looking for a phrasebook for Laos. For which language should it be?"
    re.compile(
        r"[^\w\0]*+(?:(?:(?:i['’]m|i am|we['’]re) )?looking for|(?:can you )?(?:recommend|suggest)|(?:i |we )?need|"
        r"any) (?:an? |the |some )?(?:good |decent |new )?(?:phrase ?book|guide ?book|travel guide|road map|map|"
        r"plug adapter|travel adapter|documentary|novel|history book)s? (?:for|of|about|on|set in) (?:the )?\0"
        r"[.,:;!?–—-]* (?:(?:for|in|of|on) )?(?:what|which|is|do|does|can|how)\b[^.!\n]{0,60}\?[^\w\0]*+",
        re.I,
    ),
    # "What should I pack for Iceland in November?"
    re.compile(
        rf"[^\w\0]*+{_HEAD}(?:what|which [a-z]{{3,12}}|how much|where) "
        r"(?:to|(?:should|do|can|must|could) (?:i|we|one|you|people)) "
        r"(?:pack|wear|bring|see|visit|eat|try|order|tip|snorkel|ski|surf|dive|hike)"
        r"(?: (?:when (?:visiting|travell?ing to|in)|on a trip to))?(?: (?:for|in|on|at|around|to))? (?:the )?\0"
        rf"(?: in [a-z]{{3,10}})?{_WITH}{_MORE}",
        re.I,
    ),
    # "Something to do in Lisbon with kids aged 6 and 9? One idea."
    re.compile(
        rf"[^\w\0]*+{_HEAD}(?:some|any|one|a few|fun|cheap|free)? ?(?:thing|things|ideas?) (?:fun |nice |free |cheap )?"
        rf"(?:to|for) (?:do|see|eat|visit|try) (?:in|around|near|on) (?:the )?\0{_WITH}{_MORE}",
        re.I,
    ),
)
OF_SOMEBODY = words.THIRD - {"it", "its", "they", "them"} | words.ROLES | words.LIFE | words.CLINIC | words.TROUBLE
NO_OWNER = words.POSSESSIVES - {"its", "their"}
_OF_ALL = frozenset(("mayor", "president", "king", "queen", "kids"))
"""Who is anybody's in a question that names no owner."""
HEADED = re.compile(rf"[^\w\0]*+{_HEAD}", re.I)


def is_quizzed(text: str, entity: Entity, listed: Sequence[Reference]) -> bool:
    """Return whether a text asks one fact of what a finding names, and says nothing else."""
    kinds = {one.kind for one in listed}
    if entity.type == "LOCATION":
        kinds -= {"eponym"}  # "Kyoto", of a protocol
    if len(text) > _LONGEST or not kinds or not kinds <= _KINDS:
        return False
    shape = f"{text[: entity.start]}\0{text[entity.end :]}"
    if not any(one.fullmatch(shape) for one in _SHAPES):
        return False
    headed = HEADED.match(text)
    said = frozenset(map(str.lower, WORD.findall(text[headed.end() if headed else 0 :])))
    return said.isdisjoint(NO_OWNER) and said.isdisjoint(OF_SOMEBODY - _OF_ALL)
