"""How lines of a chat, a channel or a transcript begin, and whether a text is one: by the shape of its lines alone.

`lines` and `structure` ask, since such lines are no code and no settings, and `talk`, who finds the speakers. Forms are
those of irssi, WeeChat, HexChat and znc, of WhatsApp and of transcripts with offsets.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

STAMP = (
    r"[\[(]?(?:[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}(?:,[ ]?|[T ]))?[0-9]{1,2}[:.][0-9]{2}(?:[:.][0-9]{2})?"
    r"(?:[.,][0-9]{3})?(?:Z|[+-][0-9]{2}:?[0-9]{2}|[ \u202f]?[AaPp][Mm])?[\])]?"
)
"""When something was said in a chat, before who said it."""
_NICK = r"[^\W\d][\w\[\]{}|`^-]{0,29}"
_OF_CHANNEL = (
    rf"(?:<[@+%&~ ]?(?!(?i:debug|info|warn|warning|error|fatal|trace|notice|crit|alert|"
    rf"emerg)>)(?P<nick>{_NICK})>(?=[ \t]{{1,3}}[^\s=|<({{])|"
    rf"(?:-!-|\*{{3}}|={{3}}|-->|<--|--|[→←])[ \t]{{1,3}}(?P<who>{_NICK})"
    r"(?:[ \t][\[(](?P<at>[^\s@\[\]()]{1,30}@[^\s@\[\]()]{1,80})[\])])?"
    r"[ \t](?:has[ ])?(?:joined|left|quit|parted|entered|is[ ]now|changed|(?:was[ ])?kicked|sets?|gives)\b|"
    rf"\*[ \t](?P<does>{_NICK})[ \t](?=[a-z])|"
    rf"(?:JOIN|PART|QUIT|KICK|NICK)[ \t](?P<event>{_NICK})(?:!(?P<from>[^\s@]{{1,30}}@[^\s]{{1,80}}))?(?=[ \t:\n]|\Z)|"
    rf"MODE[ \t]\#\S{{1,40}}[ \t][+-][a-z]{{1,4}}[ \t](?P<mode>{_NICK})(?=[ \t\n]|\Z))"
)
CHANNEL = re.compile(rf"^[ \t]{{0,3}}(?P<when>{STAMP}[ \t]{{1,3}})?{_OF_CHANNEL}", re.MULTILINE)
"""What begins a line of the log of a channel; without when it was said, other texts may have it, too."""
# "+1 (603) 555-0119: Balance is $385.00": who is in no address book.
_BY_NUMBER = re.compile(r"\s{0,3}\+?[0-9(][0-9() .-]{6,18}[0-9]:[ \t]\S")
_BEGINS = frozenset("0123456789[(+")
# "tom: ok", "[00:00:03] Hemi T: ae", "12/03/2024, 14:02 - Big Dave: on my way", "Ola 12:01: in", "#61 moss_dave: no"
_TURN = re.compile(
    rf"^[ \t]{{0,4}}(?:{STAMP}[ \t]?(?:[-–][ \t])?|\#[0-9]{{1,5}}[ \t])?"
    r"(?P<v>[^\W\d_](?>(?:[\w'’\u0900-\u0963\u064b-\u0652-]|\.(?! ))*)"
    r"(?:[.,]? [^\W\d_][\w'’.\u0900-\u0963\u064b-\u0652-]*+){0,2})(?: ?[(（][^()（）\n]{1,20}[)）])?"
    r"(?: ?[\[(]?[0-2]?[0-9][:.][0-5][0-9](?: ?[AaPp][Mm])?[\])]?)?(?: ?:[ \t]{1,3}|[：︰][ \t]{0,3})(?=[^\s\[{])",
    re.MULTILINE,
)
_SAID_WORD = re.compile(
    # "traefik.io/x", "my-gateway" and "-i" are said by nobody.
    r"(?<![./:@_-])\b(?:i|i['’]?(?:m|ll|ve|d)|you|u|ur|your|we|me|my|hi|hey|hello|ok|okay|yes|yeah|yep|no|nah|thanks|thx|lol|please|"
    r"pls|can|cant|did|dont|don['’]t|whats|what['’]?s|who['’]?s|sorry|um|uh|er|well|hm+|right|sure|are|is it|"
    # Pronouns, answers and greetings of other languages.
    r"ich|du|wir|ihr|mir|dir|euch|ja|nein|nee|doch|danke|bitte|hallo|servus|moin|"
    r"je|j['’]\w+|tu|nous|vous|moi|toi|oui|non|ouais|merci|salut|bonjour|coucou|"
    r"yo|tú|vos|nosotros|usted|ustedes|sí|si|gracias|hola|vale|oye|io|sono|ho|hai|abbiamo|grazie|ciao|sì|raga|boh|"
    r"ik|jij|jullie|mij|ons|nee|bedankt|dank|hoi|goed|eu|você|vc|nós|gente|sim|não|obrigad[oa]|oi|olá|tá|"
    r"ja|jestem|mam|ty|mnie|tak|nie|dzięki|dziękuję|cześć|hej|dzień dobry)\b(?![/:@_-]\w|\.\w)|"
    r"[?!？！؟।](?:\s|$)|[吗嗎呢吧啊呀哦嗯喂]|[我你您]|です|ます|[よねか][。、\s]|"
    r"(?<![ء-ي])(?:أنا|انا|أنت|انت|إنت|نعم|لا|طيب|شكرا|مرحبا|أهلا|السلام|تمام|ايش|شو|إيه)(?![ء-ي])|"
    r"(?<![\u0900-\u097f])(?:मैं|मुझे|मेरा|मेरी|हम|आप|तुम|हाँ|हां|नहीं|जी|ठीक|धन्यवाद|नमस्ते|अच्छा)(?![\u0900-\u0963])",
    re.IGNORECASE,
)
_LEAST_TURNS, _LEAST_SPEAKERS, _SAID_SHARE = 3, 2, 0.3


def is_of_talk(line: str) -> bool:
    """Return whether a line is one of a channel's log, or said by a number."""
    if line.lstrip()[:1] not in _BEGINS:
        return False
    found = CHANNEL.match(line)
    return (found is not None and found["when"] is not None) or _BY_NUMBER.match(line) is not None


def turns(text: str) -> Sequence[re.Match[str]]:
    """Find what begins each turn of a talk, with its speaker in the group `v`; nothing where a text is none.

    Somebody has to come back behind another, and what stands behind the colons has to be what people say: the records
    of a list ("name: Ann", "age: 13") come back, too.
    """
    if text.count(": ") + text.count("：") < _LEAST_TURNS or "\n" not in text:
        return ()
    found = [*_TURN.finditer(text)]
    several = Counter(match["v"] for match in found)
    if len(found) < _LEAST_TURNS or len(several) < _LEAST_SPEAKERS or max(several.values()) < _LEAST_SPEAKERS:
        return ()
    return found if are_said(text, found) else ()


def are_said(text: str, found: Sequence[re.Match[str]]) -> bool:
    """Return whether what stands behind the beginnings of lines is what people say, often enough."""
    ends = (text.find("\n", match.end()) for match in found)
    said = sum(
        _SAID_WORD.search(text, match.end(), len(text) if end < 0 else end) is not None
        for match, end in zip(found, ends, strict=True)
    )
    return said >= _SAID_SHARE * len(found)
