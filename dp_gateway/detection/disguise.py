"""Texts in disguise: a plain reading of a text for detection, the way back to its offsets, and what codes hide in it.

Removed: zero-width characters, soft hyphens, variation selectors, direction marks, colours of terminals. Folded, one
character for one: full-width forms, digits of other scripts, letters and digits in circles, squares and brackets,
small capitals, raised letters, unusual spaces, dashes and quotes, look-alike letters of Cyrillic, Greek and Armenian
in words that mix scripts or stand in an address. Spaces: Markdown's underscores around what they emphasize, long
dashes beside numbers, and colons for the dots that lead to what is filled into a form. Decoded: percent-encoding
inside URLs and around an encoded "@". Everything else is left alone, so that a model still reads the text as it was
written.

`Detection` reads what codes (base64, hexadecimal bytes, encoded words of mail headers) stand for beside the texts;
where something private is hidden, the whole code is replaced. References: Unicode Technical Standard 39 (confusables),
RFC 3986 (percent-encoding), RFC 4648 (base64), RFC 2047 (mail headers).
"""

from __future__ import annotations

import base64
import binascii
import html
import quopri
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from dp_gateway.text.entities import Entity
from dp_gateway.text.escapes import CODE, ESCAPED, breaks_apart, character

_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066"
    "-\u206f\ufe00-\ufe0f\ufeff]+"
)
# The joiners shape words of Arabic and Indic scripts; there they are spelling and no disguise.
_JOINED_SCRIPT = re.compile("[\u0600-\u08ff\u0900-\u0dff\u1000-\u109f]")
_PERCENT = re.compile("(?:%[0-9A-Fa-f]{2})+")
# Colours and movements of a terminal, and the addresses that it makes links of (ECMA-48).
_ESCAPE, _NO_STYLE = "\x1b", dict[int, int]()
_STYLE = re.compile(r"(?:\x1b(?:\[[0-9;:?]{0,60}[A-Za-z]|\]8;[^\x07\x1b]{0,2000}(?:\x07|\x1b\\)))+")
_LONGEST_URL = 200
_LOOKALIKES = dict(
    zip(
        "АВЕЅІЈКМНОРСТУХасеіјорѕухһԁԛԝѵΑΒΕΖΗΙΚΜΝΟΡΤΥΧαορνιτυᴏɡɑоⅼӀӏհոսօցⅰⅴⅹıɩʋ",
        "ABESIJKMHOPCTYXaceijopsyxhdqwvABEZHIKMNOPTYXaopvituogaolIlhnuogivxiiv",
        strict=True,
    )
)
_LOOKALIKE = re.compile(f"[{''.join(_LOOKALIKES)}]")
_TOKEN = re.compile(r"[^\s<>\"'(),;]+")
_WIDE, _MATHEMATICAL = range(0xFF01, 0xFF5F), range(0x1D400, 0x1D800)
_SMALL_CAPITALS = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴘꞯʀꜱᴛᴜᴠᴡʏᴢ", "ABCDEFGHIJKLMNPQRSTUVWYZ"
_ENCLOSED = {
    0x2460: "123456789", 0x249C: "abcdefghijklmnopqrstuvwxyz", 0x24B6: "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    0x24D0: "abcdefghijklmnopqrstuvwxyz", 0x24EA: "0", 0x24F5: "123456789", 0x2776: "123456789", 0x2780: "123456789",
    0x278A: "123456789", 0x1F110: "ABCDEFGHIJKLMNOPQRSTUVWXYZ", 0x1F130: "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    0x1F150: "ABCDEFGHIJKLMNOPQRSTUVWXYZ", 0x1F170: "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
}  # fmt: skip
"""The first of some characters in a row, and the letters and digits in them. Flags are two letters each, and stay."""

ENCLOSED = re.compile("[" + "".join(f"{chr(at)}-{chr(at + len(of) - 1)}" for at, of in _ENCLOSED.items()) + "]")
"""Letters and digits in circles, squares or brackets: no letters to Unicode."""

_RAISED = "Lm"
_LATIN_OR_DIGIT = re.compile("[A-Za-z0-9@]")
_FOREIGN = re.compile(r"[^\W\d_A-Za-z]")


class Plain(NamedTuple):
    """A text as detectors should read it.

    Attributes:
        text: what they read.
        starts: where each of its characters begins in the raw text, and last the raw length; None if nothing moved.
        styled: the colours that stand in the raw text, by their ends: where each begins.
    """

    text: str
    starts: list[int] | None
    styled: Mapping[int, int] = _NO_STYLE

    def raw(self, entity: Entity) -> Entity:
        """Return the entity with offsets of the raw text; they cover the characters that disguised it."""
        if self.starts is None:
            return entity
        end = self.starts[entity.end]
        # What ends the colour of a value is no part of it.
        return entity._replace(start=self.starts[entity.start], end=self.styled.get(end, end))


def undisguise(raw: str) -> Plain:
    """Return the plain reading of a text, at little cost where there is nothing to undo."""
    text, starts, styled = raw, None, dict[int, int]()
    if _ESCAPE in raw:
        styled = {match.end(): match.start() for match in _STYLE.finditer(raw)}
        text, starts = _rewrite(raw, _STYLE, lambda _: "")
    text, moved = _unlisted(text)
    if moved is not None:
        starts = moved if starts is None else [starts[index] for index in moved]
    if "_" in text:
        text = _CLOSING.sub(_unclosed, _OPENING.sub(lambda match: " " * len(match[0]), text))
    if not raw.isascii():
        if "\u2014" in text:
            text = _DASH.sub(lambda match: f"{match['before'] or ''} ", text)
        text = _fold(text)
        if _INVISIBLE.search(text):
            text, moved = _rewrite(text, _INVISIBLE, _invisible(text))
            starts = moved if starts is None else [starts[index] for index in moved]
        if _LOOKALIKE.search(text):
            text = _TOKEN.sub(_latin, text)
    if "\\" in text:
        text = breaks_apart(text)
        if ESCAPED.search(text):
            text, moved = _rewrite(text, ESCAPED, character)
            starts = moved if starts is None else [starts[index] for index in moved]
    for told, pattern, reading in _codes():
        if told(text):
            text, moved = _rewrite(text, pattern, reading(text))
            starts = moved if starts is None else [starts[index] for index in moved]
    return Plain(text, starts, styled)


_Reading = Callable[[str], Callable[[re.Match[str]], str]]


@cache
def _codes() -> tuple[tuple[Callable[[str], object], re.Pattern[str], _Reading], ...]:
    """What is read otherwise than it is written: whether a text has any, the expression of it, and its reading."""
    return (
        (lambda text: "%" in text and ("://" in text or "%40" in text or "www." in text), _PERCENT, _decoded),
        (lambda text: "=" in text and _QUOTED.search(text), _QUOTED, lambda _: _unquoted),
        (_GROUPED.search, _GROUPED, _joined),
        (lambda text: "...." in text, _LEADERS, lambda _: lambda _: ": "),
        (lambda text: _FILLED.search(text) and _FIELDS.search(text), _FORM, _filled),
        (lambda text: ("&" in text or "%20" in text) and CODE.search(text), CODE, lambda _: _character),
    )


# "Age ........ 41": dots lead from a label of a form to what is filled in.
_LEADERS = re.compile(r"(?<=[\w)]) {1,3}\.{4,}+ {0,3}(?=[^\s.])")

# _bob@corp.com_ and __078-05-1120__: Markdown's emphasis by a sign that is a part of words everywhere else; in
# `__init__`, `_id` and `class_` it is a part of a program's name.
_NAME_OF_PROGRAM = r"(?>[a-z]++[0-9]{0,4}+(?:_+[a-z0-9]{1,40}+)*|[A-Z]++(?:_+[A-Z]++)*)"
# Several words between two marks are emphasized, too, or filled into a form: "__H McAllister-Boyd__".
# Nor does `_Dialect` begin what is emphasized, which no mark of its line ends.
_OPENING = re.compile(
    rf"_(?<![\w@.+/-]_)_{{0,2}}+(?=[\w.+-]{{1,64}}@|(?!{_NAME_OF_PROGRAM}_*+(?![\w-]))"
    r"(?:[0-9(+]|[^\s_](?=[^\n]{0,120}?_(?![\w@])))|"
    r"[^\s_]{1,40} [^\n_=;]{0,80}+_{1,3}(?![\w@]))"
)
_CLOSING = re.compile(r"_(?<=[^\s_]_)_{0,2}+(?![\w@])")
_WORD_BEFORE = re.compile(rf"(?:(?<![\w@.-])_*+|(?<=\.)_++){_NAME_OF_PROGRAM}\Z")
_LONGEST_WORD = 80


def _unclosed(match: re.Match[str]) -> str:
    """A mark behind what it emphasizes as spaces, one that ends a name of a program as it is."""
    text, at = match.string, match.start()
    return match[0] if _WORD_BEFORE.search(text, max(at - _LONGEST_WORD, 0), at) else " " * len(match[0])


# "her number—(617) 555-2368—rings": no hyphen, but for one between two digits.
_DASH = re.compile(
    r"(?P<before>(?<=\d)|@[\w.-]{1,80}+|(?<![\w-])[\w-]{16,80}+)\u2014(?!\d)"
    r"|(?<!\d)\u2014(?=[(+]{0,2}\d|[\w.+-]{1,64}@|[\w-]{16})"
)

_NUMBERED = re.compile(r"^[ \t]{0,10}+(?P<n>[0-9]{1,7}+)(?P<mark>\t|→|[ ]?\|(?:[ ]|$))", re.MULTILINE)
# "      \"0  Ottoline   52\\n\",": a line of a notebook's output.
_LINE_OF_JSON = re.compile(r'^[ \t]{0,200}+"(?P<said>[^\n]*?)(?P<end>(?:(?<!\\)\\n)?"(?:,[ \t]*+)?)$', re.MULTILINE)
_QUOTES = re.compile(r'^[ \t]{0,200}+"|(?:(?<!\\)\\n)?"(?:,[ \t]*+)?$', re.MULTILINE)
_BREAK = "\\n"
_LEAST_LINES, _HEADS = 2, 2


def _unlisted(text: str) -> tuple[str, list[int] | None]:
    """A text without the numbers that a tool put before its lines, and without the quotes around lines of JSON.

    What stands behind a number, or in quotes, is a table, a setting or code by how its line begins and ends.
    """
    starts: list[int] | None = None
    if "\t" in text or "|" in text or "→" in text:
        numbers = _numbers_of_lines(text)
        if numbers:
            text, starts = _rewrite(text, _NUMBERED, lambda match: "" if match.start() in numbers else match[0])
    if f'{_BREAK}"' in text:
        quotes = _quotes_of_lines(text)
        if quotes:
            text, moved = _rewrite(text, _QUOTES, lambda match: quotes.get(match.start(), match[0]))
            starts = moved if starts is None else [starts[index] for index in moved]
    return text, starts


def _numbers_of_lines(text: str) -> set[int]:
    """Where lines begin that a tool numbered: one after the other, and with no head of a table above the first."""
    found: set[int] = set()
    run: list[re.Match[str]] = []
    for match in chain(_NUMBERED.finditer(text), [None]):
        if match is not None and run:
            last = run[-1]
            follows = text.find("\n", last.start(), match.start()) == match.start() - 1
            if (
                follows
                and match["mark"].strip(" ") == last["mark"].strip(" ")
                and int(match["n"]) == int(last["n"]) + 1
            ):
                run.append(match)
                continue
        if len(run) >= _LEAST_LINES and not _has_head(text, run[0]):
            found.update(one.start() for one in run)
        run = [] if match is None else [match]
    return found


def _has_head(text: str, first: re.Match[str]) -> bool:
    """Whether one of the lines above has the mark, too."""
    at = first.start()
    for _ in range(_HEADS):
        least = max(0, at - 1 - _LONGEST_HEAD)
        above = max(text.rfind("\n", least, max(0, at - 1)) + 1, least)
        if first["mark"].strip(" ") in text[above:at]:
            return True
        at = above
    return False


def _quotes_of_lines(text: str) -> dict[int, str]:
    """What becomes of the quotes of lines that are strings of an array and go on in the next, by where they begin.

    What ends a line becomes space, so that nothing that is found at its end covers it.
    """
    found: dict[int, str] = {}
    goes_on = -1
    for match in _LINE_OF_JSON.finditer(text):
        of_run = match.start() == goes_on
        goes_on = match.end() + 1 if match["end"].startswith(_BREAK) and "," in match["end"] else -1
        if of_run or goes_on >= 0:
            found[match.start()] = ""
            found[match.start("end")] = " " * len(match["end"])
    return found


_LONGEST_HEAD = 400


def _character(match: re.Match[str]) -> str:
    """The character that a code of HTML stands for, or a space; the code itself where it says nothing."""
    if match[0] == "%20":
        before = match.string[max(match.start() - _LONGEST_URL, 0) : match.start()].rpartition(" ")[2]
        return match[0] if "://" in before or "www." in before else " "
    read = html.unescape(match[0]).replace("\u00a0", " ")
    return read if len(read) == 1 and (read.isprintable() and read not in "<>") else match[0]


def _invisible(text: str) -> Callable[[re.Match[str]], str]:
    def replace(match: re.Match[str]) -> str:
        around = text[max(0, match.start() - 1) : match.start()] + text[match.end() : match.end() + 1]
        return match.group() if _JOINED_SCRIPT.search(around) and match.group() in "\u200c\u200d" else ""

    return replace


# "M=C3=BCller", "M=FCller" in the source of a mail (RFC 2045, "quoted-printable").
_QUOTED = re.compile(
    r"=(?:[C-F][0-9A-F](?:=[89AB][0-9A-F]){1,3}(?:=[C-F][0-9A-F](?:=[89AB][0-9A-F]){1,3})*"
    r"|(?<=[A-Za-z]=)[C-F][0-9A-F](?=[a-z]))"
)


def _unquoted(match: re.Match[str]) -> str:
    """What bytes of a mail stand for, where these are letters."""
    written = bytes.fromhex(match[0].replace("=", ""))
    try:
        read = written.decode() if len(written) > 1 else written.decode("latin-1")
    except UnicodeDecodeError:
        return match[0]
    return read if read.isalpha() else match[0]


# "4556_7375_8689_9855", "536 - 22 - 8841", "DE89_3704_...", "**4556** **7375**": groups of cards, of numbers of social
# security where these are named, and of bank accounts, between other signs than those that detectors know.
_SIGN = r"(?: {2,3}| ?[-_/|,·•.] ?|\*\* \*\*)"
_GROUPED = re.compile(
    rf"[0-9A-Z](?<![\w,./|-].)(?:(?:(?<=[3-6])[0-9]|(?<=2)[2-7])[0-9]{{2}}"
    rf"(?P<card>{_SIGN})[0-9]{{4}}(?P=card)[0-9]{{4}}(?P=card)[0-9]{{4}}"
    rf"|(?<=[0-9])[0-9]{{2}}(?P<person>{_SIGN})[0-9]{{2}}(?P=person)[0-9]{{4}}"
    rf"|(?<=[A-Z])[A-Z][0-9]{{2}}(?P<bank>{_SIGN})(?:[A-Z0-9]{{4}}(?P=bank)){{2,7}}[A-Z0-9]{{1,4}})(?![\w-]|[,./|][0-9])"
)
_NAMED_PERSON = re.compile(r"\b(?:ssn|social security)\b", re.IGNORECASE)
_LABEL_REACH = 40


def _joined(text: str) -> Callable[[re.Match[str]], str]:
    """A number whose groups stand between hyphens, or spaces where it is an account."""

    def replace(match: re.Match[str]) -> str:
        sign = match["card"] or match["person"] or match["bank"]
        if match["person"] and _NAMED_PERSON.search(text, max(match.start() - _LABEL_REACH, 0), match.start()) is None:
            return match[0]
        return match[0].replace(sign, " " if match["bank"] else "-")

    return replace


# "card=4556+7375+8689+9855&born=12%20March": the fields of a form, behind the path of a request or as its body. They
# are read as lines of a form: "card: 4556 7375 8689 9855".
_FORM = re.compile(r"\+(?=[\w+(])|[&=]|(?:%[0-9A-Fa-f]{2})+")
_FIELD = r"[A-Za-z_][\w.\[\]-]{0,40}="
_NEXT_FIELD = re.compile(rf"(?:\A|&){_FIELD}")
_FILLED = re.compile(r"=(?:[^\s\"'<>`&]{0,1000}+&[A-Za-z_]|[^\s\"'<>`&]{0,200}[+%])")
_FIELDS = re.compile(
    rf"(?<![^\s?\"'`(]){_FIELD}(?:[^\s\"'<>`&]{{0,1000}}+&{_FIELD}[^\s\"'<>`]*+|(?=[^\s\"'<>`&]{{0,200}}[+%])[^\s\"'<>`]*+)"
)


def _filled(text: str) -> Callable[[re.Match[str]], str]:
    """What signs and codes of the fields of a form stand for; those of a URL with a host are decoded as its own."""
    inside = [match for match in _FIELDS.finditer(text) if "://" not in match[0] and not _of_host(text, match.start())]
    places = {at for match in inside for at in range(*match.span())}
    signs = {
        at: new
        for match in inside
        for field in _NEXT_FIELD.finditer(match[0])
        for at, new in ((match.start() + field.start(), "\n"), (match.start() + field.end() - 1, ": "))
    }

    def replace(match: re.Match[str]) -> str:
        at = match.start()
        if at not in places:
            return match[0]
        if match[0] in "+&=":
            return " " if match[0] == "+" else signs.get(at, match[0])
        try:
            decoded = bytes.fromhex(match[0].replace("%", "")).decode()
        except UnicodeDecodeError:
            return match[0]
        return decoded if decoded.isprintable() and not re.search(r"[<>\"'`{}|\\^\[\]]", decoded) else match[0]

    return replace


def _of_host(text: str, at: int) -> bool:
    """Whether a place lies in a URL that names its host."""
    before = text[max(at - _LONGEST_URL, 0) : at].split()
    return at > 0 and not text[at - 1].isspace() and bool(before) and ("://" in before[-1] or "www." in before[-1])


def _decoded(text: str) -> Callable[[re.Match[str]], str]:
    inside = [False] * len(text)
    for token in re.finditer(r"\S+", text):
        if "://" in token.group() or "%40" in token.group() or token.group().startswith("www."):
            inside[token.start() : token.end()] = [True] * (token.end() - token.start())

    def replace(match: re.Match[str]) -> str:
        if not inside[match.start()]:
            return match.group()
        try:
            decoded = bytes.fromhex(match.group().replace("%", "")).decode()
        except UnicodeDecodeError:
            return match.group()
        # An encoded space or quote would cut the URL short, and what stands behind it would be left open.
        return decoded if decoded.isprintable() and not re.search(r"[\s<>\"'`{}|\\^()\[\]]", decoded) else match.group()

    return replace


def _rewrite(text: str, pattern: re.Pattern[str], replace: Callable[[re.Match[str]], str]) -> tuple[str, list[int]]:
    """The text with matches replaced, and where each character of the result begins in `text`.

    A removed stretch belongs to the character before it: an entity that ends there covers it.
    """
    parts: list[str] = []
    starts: list[int] = []
    position = 0
    for match in pattern.finditer(text):
        parts.append(text[position : match.start()])
        starts.extend(range(position, match.start()))
        new = replace(match)
        parts.append(new)
        if new == match.group():
            starts.extend(range(match.start(), match.end()))
        else:
            starts.extend([match.start()] * len(new))
        position = match.end()
    parts.append(text[position:])
    starts.extend(range(position, len(text) + 1))
    return "".join(parts), starts


def _latin(match: re.Match[str]) -> str:
    """A token with its look-alikes folded, where Latin letters or digits stand beside them and nothing else foreign."""
    token = match.group()
    if not _LOOKALIKE.search(token) or not _LATIN_OR_DIGIT.search(token):
        return token
    folded = _LOOKALIKE.sub(lambda one: _LOOKALIKES[one.group()], token)
    return token if _FOREIGN.search(folded) and "@" not in token else folded


# A full stop of Chinese and Japanese, which is no point of an address.
_FULL_STOP = re.compile(r"(?<![A-Za-z0-9])。|。(?![A-Za-z0-9])")


def _fold(raw: str) -> str:
    folded = raw.translate(_folding())
    if "。" not in raw:
        return folded
    stops = {match.start() for match in _FULL_STOP.finditer(raw)}
    return "".join("。" if at in stops else char for at, char in enumerate(folded))


@cache
def _folding() -> dict[int, str]:
    """Unusual digits, spaces, dashes, quotes and wide forms to ASCII, one character for one."""
    table: dict[int, str] = {}
    for code in range(0x80, 0x1F000):
        char = chr(code)
        category = unicodedata.category(char)
        if category == "Nd":
            table[code] = str(unicodedata.decimal(char))
        elif category == "Zs":
            table[code] = " "
        elif category == "Pd":
            table[code] = "-"
        elif code in _WIDE or code in _MATHEMATICAL:
            table[code] = unicodedata.normalize("NFKC", char)
        elif category == _RAISED and (plain := unicodedata.normalize("NFKC", char)).isascii() and plain.isalnum():
            table[code] = plain
    for at, letters in _ENCLOSED.items():
        table |= {at + place: letter for place, letter in enumerate(letters)}
    return (
        table
        | dict(zip(map(ord, _SMALL_CAPITALS[0]), _SMALL_CAPITALS[1], strict=True))
        | {0x2018: "'", 0x2019: "'", 0x201C: '"', 0x201D: '"', 0x2212: "-", 0x2044: "/", 0xFF0E: ".", 0x3002: "."}
    )


_LONG_WORD = re.compile(r"[A-Za-z0-9+/_-]{12,}+")
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/_-])(?:[A-Za-z0-9+/]{12,}|[A-Za-z0-9_-]{12,})={0,2}(?![A-Za-z0-9+/_=-])")
# Words of one kind of letter, or letters and a number behind them: these are no codes.
_PLAIN = re.compile(r"[a-z_/-]*[0-9]*|[A-Z_-]*[0-9]*|[0-9a-f-]*|[A-Z]?[a-z]*(?:[A-Z][a-z]+)*[0-9]*")
_LEAST = 6
_TELLING = frozenset(
    "PERSON EMAIL_ADDRESS PHONE_NUMBER US_SSN CREDIT_CARD IBAN_CODE API_KEY STREET_ADDRESS ID_NUMBER USERNAME".split()
)

# What headers of mails write for other letters (RFC 2047, "Q"), and bytes as hexadecimal digits.
_OF_HEADER = re.compile(r"=\?[\w-]{1,40}\?[Qq]\?(?P<v>[!->@-~]{1,400}+)\?=")
_BYTES = re.compile(r"[2-7][0-9A-Fa-f]{11}")
_OF_BYTES = re.compile(r"(?<!\w)(?:0x|\\x)?(?P<v>(?>(?:[2-7][0-9A-Fa-f]){6,2000}))(?!\w)")


class Encoded(NamedTuple):
    """A code of a text, and what it stands for."""

    start: int
    end: int
    text: str


def encoded_in(text: str) -> Iterator[Encoded]:
    """Find the codes of a text that stand for text."""
    for word in _LONG_WORD.finditer(text):
        # It is tried where it may begin alone, and not at each sign of a text.
        match = None if _PLAIN.fullmatch(word[0]) else _BASE64.match(text, word.start())
        if match is None:
            continue
        code = word[0]
        altered = b"-_" if "-" in code or "_" in code else None
        try:
            read = base64.b64decode(code + "=" * (-len(code) % 4), altchars=altered, validate=True).decode()
        except (binascii.Error, UnicodeDecodeError, ValueError):
            continue
        if len(read) >= _LEAST and all(char.isprintable() or char in "\n\r\t" for char in read):
            yield Encoded(*match.span(), read)
    for match in _OF_HEADER.finditer(text) if "=?" in text else ():
        read = quopri.decodestring(match["v"].encode(), header=True).decode("utf-8", "replace")
        yield Encoded(*match.span(), read)
    for match in _OF_BYTES.finditer(text) if _BYTES.search(text) else ():
        read = bytes.fromhex(match["v"]).decode("ascii")
        # A number of as many digits stands for signs and digits.
        if sum(map(str.isalpha, read)) > len(read) // 2 and read.isprintable():
            yield Encoded(*match.span(), read)


def private_codes(codes: Sequence[Encoded], found: Sequence[Sequence[Entity]]) -> Iterator[Entity]:
    """Yield the codes in which something private was found."""
    for code, entities in zip(codes, found, strict=True):
        if any(entity.type in _TELLING for entity in entities):
            yield Entity(code.start, code.end, "ID_NUMBER", 1.0, "encoded")
