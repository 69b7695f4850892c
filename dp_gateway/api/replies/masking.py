"""Masks identifiers that the provider itself brings into a reply: a placeholder stands where one was.

The text is cut into runs by its characters alone, so that a stream gives what the whole gives: a run is what stands
between two white spaces, and groups of digits that single spaces separate are one run (cards and phone numbers are
written so). Only whole runs go on.
"""

from __future__ import annotations

import ipaddress
import json
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol, cast

from dp_gateway.patterns.cards import iban_rest, luhn_sum
from dp_gateway.programs.program_numbers import UUID
from dp_gateway.restore import Restorer, RestoreStream
from dp_gateway.restore.addresses import IPV4
from dp_gateway.restore.guard import UNSPACED
from dp_gateway.text.entities import Entity

_DIGEST = re.compile(r"(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})")
_OF_ADDRESS = re.compile(r"[0-9A-Fa-f:.]")
_NAMED_ADDRESS = re.compile(r"\b(?:ip|ipv4|address|host|server|client|from|at)\b\W*(?:\w+\W+)?\Z", re.IGNORECASE)
_SHORT_ADDRESS = 6
"""Digits that a version with four parts has at most; most addresses have more."""

_NO_PERSON = re.compile(
    r"git@|(?:no-?reply|donotreply)[\w.+-]*@|[^@]*@(?:[\w.-]+\.)?(?:example\.(?:com|org|net)|\w+\.example|example|invalid"
    r"|test|localhost|users\.noreply\.github\.com)\Z",
    re.IGNORECASE,
)
_BEFORE_MAIL = "'\"=`"
# Areas from 900 on are those of taxpayer numbers, which no rule of social security numbers takes.
_SSN = re.compile(r"(?<![\w.-])9\d{2}(?P<sign>[.-])\d{2}(?P=sign)\d{4}(?![\w-])")
_SSN_LABEL = re.compile(r"\b(?:ssn|social security|itin|tax(?:payer)? id)\b[^.\n\d]{0,24}\Z", re.IGNORECASE)
_IBAN_NUMBER = re.compile(
    r"(?<!\w)(?:A[DELTZ]|B[AEGHRY]|C[HRYZ]|D[EKO]|E[EGS]|F[IOR]|G[BEILRT]|H[RU]|I[ELQST]|JO|K[WZ]|L[BCITUVY]|M[CDEKRTU]"
    r"|N[LO]|P[KLST]|QA|R[OS]|S[ACEIKMTV]|T[LNR]|UA|V[AG]|XK)\d{2}"
    r"(?:(?:[ -][A-Z0-9]{4}){2,7}(?:[ -][A-Z0-9]{1,3})?|[A-Z0-9]{11,30})(?!\w)"
)
_IBAN_DIGITS = 10
_LEAST_CARD = 13
_LABEL = 64


class Find(Protocol):
    """Finds the identifiers of a text by their form; of code, where there are none that count in it, none at all."""

    def __call__(self, text: str, *, code: bool = False) -> list[Entity]:
        """The identifiers, in order and disjoint."""
        ...


def provided(text: str, find: Find, *, code: bool) -> Iterator[Entity]:
    """Find the identifiers of a text that have to be masked where a provider brings them, in order and disjoint.
    `find`: identifiers by their form. `code`: the text stands in a program or in arguments of a tool.
    """
    shapes = [*_whole_shapes(text)]
    found = [entity for entity in find(text, code=code) if not any(_overlap(entity, shape) for shape in shapes)]
    for entity in sorted([*(_without_quotes(text, entity) for entity in found), *shapes]):
        if _is_somebodys(text, entity) and (not code or _is_unmistakable(text, entity)):
            yield entity


def _whole_shapes(text: str) -> Iterator[Entity]:
    """Shapes that are masked as a whole, whatever is found in them: a wrong check digit makes no other thing of one."""
    for kind, pattern in (("US_SSN", _SSN), ("IBAN_CODE", _IBAN_NUMBER)):
        for match in pattern.finditer(text):
            if kind == "US_SSN" or sum(map(str.isdigit, match[0])) >= _IBAN_DIGITS:
                yield Entity(match.start(), match.end(), kind, 1.0, "patterns")


def _without_quotes(text: str, entity: Entity) -> Entity:
    """A mail address without what a program has before it: all that may stand in one by its grammar, and never does."""
    if entity.type != "EMAIL_ADDRESS":
        return entity
    value = text[entity.start : entity.end]
    return entity._replace(start=entity.start + max(map(value.rfind, _BEFORE_MAIL)) + 1)


def _overlap(one: Entity, other: Entity) -> bool:
    return one.start < other.end and other.start < one.end


def _is_somebodys(text: str, entity: Entity) -> bool:
    value = text[entity.start : entity.end]
    if entity.type == "IP_ADDRESS":
        return _is_public(text, entity)
    if entity.type == "EMAIL_ADDRESS":
        return not _NO_PERSON.match(value)
    return entity.type != "ID_NUMBER" or not any(
        entity.start < found.end() and found.start() < entity.end
        for pattern in (UUID, _DIGEST)
        for found in pattern.finditer(text, max(entity.start - _LABEL, 0), entity.end + _LABEL)
    )


def _is_public(text: str, entity: Entity) -> bool:
    start, end = entity.start, entity.end
    while start > 0 and _OF_ADDRESS.match(text, start - 1):
        start -= 1
    while end < len(text) and _OF_ADDRESS.match(text, end):
        end += 1
    value = text[start:end].rstrip(".:") or text[entity.start : end]
    address = IPV4.search(value)
    try:
        known = ipaddress.ip_address(address[0] if address else value)
    except ValueError:
        return False
    if not known.is_global or known.is_multicast:
        return False
    short = address is not None and sum(map(str.isdigit, address[0])) <= _SHORT_ADDRESS
    return not short or _NAMED_ADDRESS.search(text[max(start - _LABEL, 0) : start]) is not None


def _is_unmistakable(text: str, entity: Entity) -> bool:
    value = text[entity.start : entity.end]
    compact = "".join(filter(str.isalnum, value))
    if entity.type == "CREDIT_CARD":
        return _has_check_digit(compact) and compact not in _TEST_CARDS
    if entity.type == "IBAN_CODE":
        return iban_rest(compact) == 1
    if entity.type in ("US_SSN", "US_ITIN"):
        return _SSN_LABEL.search(text[max(entity.start - _LABEL, 0) : entity.start]) is not None
    if entity.type == "API_KEY":
        return _STANDS_FOR_KEY.fullmatch(value) is None
    return entity.type == "EMAIL_ADDRESS"


# "sk-your-api-key-here", "ghp_xxxxxxxxxxxxxxxxxxxx"
_STANDS_FOR_KEY = re.compile(
    r"(?:[a-z]{2,8}[-_]){1,3}(?:(?=[\w-]{0,60}(?:your|example|placeholder|dummy|fake|replace|test-key))[a-z_-]{1,80}|"
    r"[xX*_-]{4,80})"
)
# What processors of payments publish for tests: their programs would not run with a placeholder.
_TEST_CARDS = frozenset(
    "4242424242424242 4000056655665556 5555555555554444 2223003122003222 5200828282828210 5105105105105100 "
    "378282246310005 371449635398431 6011111111111117 6011000990139424 3056930009020004 36227206271667 "
    "3566002020360505 4111111111111111 4012888888881881 5454545454545454 30569309025904 38520000023237 "
    "3530111333300000".split()
)


def _has_check_digit(digits: str) -> bool:
    """Whether digits are those of a card, by Luhn's sum."""
    return len(digits) >= _LEAST_CARD and digits.isascii() and digits.isdigit() and luhn_sum(digits) % 10 == 0


_CONTEXT = 64
"""Characters before a run that the detector sees too."""

_LONGEST_CHAIN = 64
"""Characters after which a run takes in no further group of digits; the longest IBAN has 42 with its spaces."""

_LONGEST_RUN = 8192
"""Characters after which a run is cut: a stream cannot hold back without end."""

# Scripts that are written without white space: their characters stand in no identifier, and each ends a run.
_LEADING = "{}[]),.;:!?'>*"
"""With these an identifier does not begin: at the beginning of a run they are none of it."""

_SINGLE = re.escape(_LEADING) + '"'
_SUSPECT = re.compile(
    r"@|://|\w\.[^\W\d]|[\w/+=-]{16}|(?:\d\D{0,3}?){5}|\d\.\d+\.\d|[0-9A-Fa-f]{2}[:-][0-9A-Fa-f]{2}[:-]|::"
    r"|[^\W\d]\w*?\d\w*?\d\w*?\d|\d\w*?\d\w*?\d\w*?[^\W\d]|\d\w*?[^\W\d]\w*?\d\w*?\d"
)
"""What no identifier is without: years and small numbers are none, nor are "3rd", "H2" and "MP3"."""

_SPACES = (" ", "\u00a0")
_ENDING = ",;:!?"
"""Behind one of these no group of digits goes on: "March 12, 2024" holds two numbers."""

_GROUPS = re.compile(r"[\d+(]")
_GROUP = re.compile(r"[\d(+\-\u2013\u2014]")
_FENCES = ("```", "~~~")
_CUT_ESCAPE = re.compile(r"\\(?:u[0-9a-fA-F]{0,3})?\Z")
_IBAN = re.compile(r"(?<![^\W_])[A-Z]{2}\d{2}[^\W_]{0,30}+\Z")


class _Grammar(NamedTuple):
    """What stands between runs (one character or escape at a time), and the inside of a run."""

    gap: re.Pattern[str]
    token: re.Pattern[str]


_ESCAPED = {r"\n": "\n", r"\r": "\r", r"\t": "\t", r"\b": " ", r"\f": " ", r"\"": '"'}
_TEXT = _Grammar(re.compile(rf"[\s{UNSPACED}{_SINGLE}]"), re.compile(rf"[^\s{UNSPACED}\"]+"))
_JSON = _Grammar(
    re.compile(rf"[\s{UNSPACED}{_SINGLE}]|\\[nrtbf\"]"),
    re.compile(rf"(?:[^\s{UNSPACED}\"\\]|\\u[0-9a-fA-F]{{4}}|\\(?:[^nrtbfu\"]|u(?![0-9a-fA-F]{{0,3}}\Z)))+"),
)
# Words and short numbers, each with the space behind it: what most of a reply is. No run of them is suspect, and none
# is a group: behind such a number stands a letter, or a mark that ends it.
_WORDS = re.compile(
    r"(?>(?:[A-Za-z\u00c0-\u052f,;:!?'*-]{0,15}+\.?+[ \n]++"
    r"|[0-9]{1,4}+(?:[,;:!?][ \n]++|[ \n](?=[A-Za-z\u00c0-\u052f])))+)"
)

_LATEST = 16_384
"""Characters of the latest texts in which a run is looked for before it is read, which takes as long as many more."""

NO_SURROGATES = Restorer(())
"""Restores nothing."""


class Mask:
    """Finds in a run what is neither of the request nor one of its surrogates. `sent`: the texts of the request as they
    were sent. `noted`: takes remarks for the report, as keys.
    """

    def __init__(self, restorer: Restorer, find: Find, sent: Sequence[str], noted: dict[str, None]) -> None:
        self._restorer = restorer
        self._find = find
        self._sent = sent
        self._noted = noted

    def whole(self, text: str) -> str:
        """Put placeholders into a complete text, no JSON document; most texts need no stream for that."""
        words = _WORDS.match(text)
        if not _SUSPECT.search(text, words.end() if words else 0):
            return text
        return MaskedStream(self, NO_SURROGATES.stream(), as_json=False).close(text)

    def run(self, context: str, run: str, *, quoted: bool, code: bool) -> str:
        """Put placeholders into a run; `quoted` where one has to be a JSON string, `code` as of `provided`."""
        if not _SUSPECT.search(run):
            return run
        text = context + run
        if self._stands_in_latest(text):
            return run  # and with it whatever would be found
        out, at = list[str](), len(context)
        for entity in provided(text, self._find, code=code):
            start = max(entity.start, at)
            if start >= entity.end or self._is_ours(text, entity):
                continue
            placeholder = f"<{entity.type}>"
            out += [text[at:start], f'"{placeholder}"' if quoted else placeholder]
            at = entity.end
            self._noted[f"masked, because it was not in the request: {entity.type}"] = None
        return "".join([*out, text[at:]])

    def _stands_in_latest(self, text: str) -> bool:
        """Whether a text stands, as it is, in the latest texts of the request, which replies repeat the most."""
        left = _LATEST
        for sent in reversed(self._sent):
            if sent.find(text, max(len(sent) - left, 0)) >= 0:
                return True
            left -= len(sent)
            if left <= 0:
                break
        return False

    def _is_ours(self, text: str, entity: Entity) -> bool:
        """The entity was in the request, or is (a part of) one of its surrogates.

        A surrogate inside of it does not make it ours: names of the request stand in the addresses of others too.
        """
        value = text[entity.start : entity.end]
        if any(value in sent for sent in self._sent):
            return True
        matches, certain = self._restorer.matches(text, 0, final=False)
        if certain <= entity.start:
            return True  # it may still become one
        begins = any(match.start <= entity.start < match.end for match in matches)
        return begins and any(match.start < entity.end <= match.end for match in matches)


class MaskedStream:
    """Masks, then restores: what the pieces give, joined, is what the joined text gives. `as_json`: the text is a JSON
    document. `code`: it is one of a program, or arguments of a tool; else what stands between fences (```) is.
    """

    def __init__(self, mask: Mask, restoring: RestoreStream, *, as_json: bool, code: bool = False) -> None:
        self._mask = mask
        self._restoring = restoring
        self._grammar = _JSON if as_json else _TEXT
        self._as_json = as_json
        self._in_string = False
        self._code, self._fence = code, ""
        self._context = ""
        self._held = ""

    @property
    def count(self) -> int:
        """Surrogates restored so far."""
        return self._restoring.count

    @property
    def heard(self) -> str:
        """What the provider wrote so far, where something may have to be told of it; else empty."""
        return self._restoring.heard

    @property
    def unsure(self) -> int:
        """Numbers that look like one that was drawn, and nothing tells that they are."""
        return self._restoring.unsure

    @property
    def withheld(self) -> int:
        """Surrogates that stayed."""
        return self._restoring.withheld

    @property
    def held(self) -> str:
        """What has been taken in and has not gone out."""
        return self._restoring.held + self._held

    def state(self) -> object:
        """Return where the stream stands; None where it cannot go back."""
        inner = self._restoring.state()
        return None if inner is None else (inner, self._in_string, self._fence, self._context, self._held)

    def back(self, state: object) -> None:
        """Go back to a state."""
        inner, self._in_string, self._fence, self._context, self._held = cast(tuple[object, bool, str, str, str], state)
        self._restoring.back(inner)

    def feed(self, piece: str) -> str:
        """Take in a piece and return what is certain now."""
        self._held += piece
        return self._restoring.feed(self._advance(final=False))

    def close(self, piece: str = "") -> str:
        """Take in the last piece, and return what was held back."""
        self._held += piece
        return self._restoring.close(self._advance(final=True))

    def _advance(self, *, final: bool) -> str:
        text, at, out = self._held, 0, list[str]()
        while at < len(text):
            harmless = _WORDS.match(text, at) or self._grammar.gap.match(text, at)
            if harmless:
                out.append(self._passed(harmless[0]))
                at = harmless.end()
                continue
            end = self._end_of_run(text, at, final=final)
            if end is None:
                break
            out.append(self._masked(text[at:end]))
            at = end
        self._held = text[at:]
        return "".join(out)

    def _end_of_run(self, text: str, start: int, *, final: bool) -> int | None:
        """Where the run ends that begins at `start`; None where only more text can tell."""
        token = self._grammar.token.match
        first = token(text, start, start + _LONGEST_RUN)
        if first is None:  # an escape that is cut off
            return start + 1 if final else None
        end = first.end()
        if _GROUPS.search(first[0]):
            while text[end : end + 1] in _SPACES and text[end - 1] not in _ENDING and end - start < _LONGEST_CHAIN:
                ahead = text[end + 1 : end + 2]
                if not ahead and not final:
                    return None
                if not _continues(first[0], ahead):
                    return end
                following = token(text, end + 1, start + _LONGEST_RUN)
                end = following.end() if following else end + 1
        return end if final or (end < len(text) and not _CUT_ESCAPE.match(text, end)) else None

    def _passed(self, text: str) -> str:
        if text == '"':
            self._in_string = not self._in_string
        # An escape is the character it stands for: "\\tgit@..." is no address of "tgit".
        self._context = (self._context + _ESCAPED.get(text, text))[-_CONTEXT:]
        return text

    def _masked(self, run: str) -> str:
        text = run
        if self._as_json and "\\" in run:
            try:
                text = json.loads(f'"{run}"')
            except ValueError:
                text = run
        if (fence := text[:3]) in _FENCES and not self._context.rpartition("\n")[2].strip(" "):
            self._fence = "" if fence == self._fence else self._fence or fence
        code = self._code or bool(self._fence)
        masked = self._mask.run(self._context, text, quoted=self._as_json and not self._in_string, code=code)
        self._context = (self._context + text)[-_CONTEXT:]
        if masked == text:
            return run
        return json.dumps(masked, ensure_ascii=False)[1:-1] if self._in_string else masked


def _continues(first: str, char: str) -> bool:
    """A group that begins with this character belongs to the run that the token `first` begins."""
    return bool(_GROUP.match(char)) or (char.isupper() and bool(_IBAN.search(first)))
