"""Logins that are none: variables, members of objects, annotations, packages, and what is said of logins.

`Grammar` asks about findings of logins.
"""

from __future__ import annotations

import re

from dp_gateway.patterns.lexicon import default_lexicon
from dp_gateway.patterns.structure import Structure
from dp_gateway.patterns.terms import is_name
from dp_gateway.patterns.told import NOBODY
from dp_gateway.programs.program_identifiers import BOT, is_filled_in, is_of_words
from dp_gateway.text.entities import Entity

_NEAR = 8
_REACH = 120


def is_sigil(source: Structure, entity: Entity) -> bool:
    """Whether a login is a variable, a bot's, what a program calls, or a part of an identifier."""
    text = source.text
    if text.startswith("()", entity.end):
        return True
    before = text[entity.start - 1 : entity.start]
    if entity.detector.startswith("tagger") and "_" in (before, text[entity.end : entity.end + 1]):
        return True
    found = text[entity.start : entity.end].lower()
    if found in NOBODY or (found in source.services and not is_name(found)):
        return True
    if _is_asked_of(source, entity.start, entity.end):
        return True
    if _is_said_of_login(text, entity.start, entity.end) or is_filled_in(text, entity.start, entity.end):
        return True
    return text[entity.start] == "@" and (
        (
            _COMMANDED.search(text, max(0, entity.start - _NEAR), entity.start) is not None
            and source.kind_at(entity.start) != "prose"
        )
        or _is_annotation(source, entity.start, entity.end)
        or text.endswith(BOT, 0, entity.start)
        or text[entity.start + 1 : entity.end] in source.annotations
    )


_DOTTED_NAME = re.compile(r"[A-Za-z_]\w{0,40}(?:\.[A-Za-z_]\w{0,40}){1,4}")
# "the login: prompt", "login is allowed"
_VERB_BEFORE, _OF_LOGIN = re.compile(r" (?:is|was) [\"'“]?\Z"), re.compile(r"\b[Tt]he (?:login|username): \Z")


def _is_said_of_login(text: str, start: int, end: int) -> bool:
    """Whether an ordinary word says what becomes of logins, or stands behind the word for them: "login is invoked"."""
    found = text[start:end]
    if not (found.isalpha() and found.islower()) or is_name(found):
        return False
    names, _ = default_lexicon()
    if found not in names.common:
        return False
    done = found.endswith("ed") or found in _SAID_OF_MANY
    if done and _VERB_BEFORE.search(text, max(0, start - _NEAR), start):
        return True
    return _OF_LOGIN.search(text, max(0, start - _REACH), start) is not None and text[end : end + 1] == " "


_SAID_OF_MANY = frozenset(
    "also not only already always never now still mandatory successful possible impossible done given sent shown known "
    "left handled".split()
)


# "req.user"
_MEMBER = re.compile(
    r"(?:req|request|res|self|this|ctx|context|session|props|state|config|auth|event|params|args|window)\.[\w.]+"
)


def _is_asked_of(source: Structure, start: int, end: int) -> bool:
    """Whether a finding in code is a member of what a program calls so."""
    text = source.text
    if (text[end : end + 1] == "(" or text.startswith("!(", end)) and _DOTTED_NAME.fullmatch(text, start, end):
        return True  # "user = user.lower()"
    if _is_compared(text, start, end):
        return True
    if source.kind_at(start) != "code":
        return False
    return _MEMBER.fullmatch(text, start, end) is not None


_COMPARED = re.compile(r"\s?[=!]==?\s?[\w\"'`\[({!-]")


def _is_compared(text: str, start: int, end: int) -> bool:
    """Whether a finding is a member with the name of a thing, whose value is compared: "m.type === 'user'"."""
    if _DOTTED_NAME.fullmatch(text, start, end) is None or _COMPARED.match(text, end) is None:
        return False
    names, _ = default_lexicon()
    parts = text[start:end].lower().split(".")
    return parts[-1] in names.common and not any(map(is_name, parts))


# Behind what ends a command of make, "all: ; @true", and in what is filled in: "v#{@version}", "Forge" => @source_url.
_COMMANDED = re.compile(r"; ?\Z|#\{\Z|=> ?\Z")


# "@RunWith(Theories.class)", "<code>@Rule</code>"
def _is_annotation(source: Structure, start: int, end: int) -> bool:
    """Whether a finding is what programs annotate with: in code joined words, or with arguments; any word as code."""
    text, name = source.text, source.text[start + 1 : end]
    names, _ = default_lexicon()
    if not name[:1].isupper() or (is_name(name.lower()) and name.lower() not in names.common):
        return False
    called = is_of_words(name) or text[end : end + 1] == "("
    return text.endswith("<code>", 0, start) or (called and source.kind_at(start) == "code")
