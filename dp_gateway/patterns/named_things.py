"""People in the names of what they made: packages, resources of a system, repositories, files, and changes of theirs.

`keys` asks for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, pairwise

from dp_gateway.patterns.names import ORDINARY, NameLists
from dp_gateway.patterns.rules import NAME, Expression, Found
from dp_gateway.patterns.told import TOLD
from dp_gateway.patterns.windows import Reading


def named_things(reading: Reading, names: NameLists) -> Iterator[Found]:
    """Find logins and names of persons in what is called after them."""
    text = reading.text
    yield from _packages(text, names)
    if not names.sure.isdisjoint(reading.words):
        yield from _resources(text, names)
    yield from _files(text, names)
    yield from _credited(reading, names)
    yield from _owners(text, names)
    for match in _CHANGED.finditer(text) if "  <" in text else ():
        yield *match.span("v"), "PERSON", 0.95


# "2015-12-23  Ottoline Farrukh  <of@example.org>": who made a change, in a list of changes of GNU.
_CHANGED = re.compile(
    rf"^[+ \t*]{{0,4}}(?:(?:19|20)[0-9]{{2}}-[01][0-9]-[0-3][0-9][ \t]{{1,4}})?"
    rf"(?P<v>{NAME}(?:[ ](?:{NAME}|[A-Z]\.|[a-z]{{2,3}})){{1,4}})[ \t]{{2,4}}<[\w.+-]{{1,64}}@",
    re.MULTILINE,
)

# "io.github.annamiller.diary", "com.annamiller.diary": an app is called by the address of who makes it, turned round.
_PACKAGE = re.compile(
    r"(?<![\w.@/-])(?:[a-z]{2,3}|info|name)\.(?P<forge>(?:github|gitlab|bitbucket|codeberg)\.)?"
    r"(?P<v>[a-z][a-z0-9_-]{2,38})(?=\.[A-Za-z])"
)
# To look for what stands in each alone takes a tenth of the time, here and below.
_BETWEEN_DOTS = re.compile(r"\.[a-z][a-z0-9_-]{2,38}\.[A-Za-z]")


def _packages(text: str, names: NameLists) -> Iterator[Found]:
    """The logins in names of apps that are names of persons; behind a forge one given name is enough."""
    for match in _PACKAGE.finditer(text) if _BETWEEN_DOTS.search(text) else ():
        parts = re.split("[_-]", match["v"])
        of_one = names.is_login(match["v"]) or (
            len(parts) > 1 and parts[0] in names.sure and parts[-1] in names.surnames
        )
        if of_one and (match["forge"] or match["v"][1:] not in names.surnames):
            yield *match.span("v"), "USERNAME", 0.9


# "notebook-amina-okafor-0": what a system calls by whose it is.
_RESOURCE = re.compile(r"(?<![\w./@-])(?=[a-z0-9-]{0,40}-)[a-z][a-z0-9]*(?:-[a-z0-9]+){1,6}(?![\w-])")


def _resources(text: str, names: NameLists) -> Iterator[Found]:
    """A given name and a family name that follow each other between hyphens, neither of them a word."""
    for match in _RESOURCE.finditer(text) if "-" in text else ():
        at, parts = match.start(), match[0].split("-")
        for given, family in pairwise(parts):
            if given in names.sure and family in names.surnames and family not in names.common:
                # Not to be asked again whether it is a part of what a program calls so: it is.
                yield at, at + len(given) + 1 + len(family), "PERSON", 1.0
                break
            at += len(given) + 1


# "cv_Agnieszka_Zielinska_2024.pdf": a file is called by whose it is, and one that people write or collect in small
# letters too: "interview_marguerite-oyelaran.md". A pair is looked at from each word: "Resume-Cornelius-Abernathy.pdf".
_IN_FILES = "pdf|docx?|odt|rtf|txt|md|tex|xlsx?|csv|json|eml|vcf|png|jpe?g|heic|mp[34]|wav|m4a|zip"
_FAMILY_OF_FILE = r"[_-](?P<b>[A-Z][a-z]{2,20})(?=(?:[\d_-][\w.-]{0,60})?\.[a-z]{2,4}\b)"
_SMALL_OF_FILE = rf"[_-](?P<b>[a-z]{{4,20}})(?=(?:[\d_-][\w-]{{0,60}})?\.(?:{_IN_FILES})\b)"
_FILE, _END_OF_FILE = (
    re.compile(rf"(?<![A-Za-z])(?=(?P<a>[A-Z][a-z]{{2,20}}){_FAMILY_OF_FILE})"),
    re.compile(_FAMILY_OF_FILE),
)
_SMALL_FILE, _END_OF_SMALL_FILE = (
    re.compile(rf"(?<![A-Za-z])(?=(?P<a>[a-z]{{4,20}}){_SMALL_OF_FILE})"),
    re.compile(_SMALL_OF_FILE),
)
# "bugfix/tobias-ehrenreich-null-check": a branch is called by whose it is, behind what it is for.
_BRANCH = re.compile(
    r"(?<![\w.-])(?:feat(?:ure)?s?|(?:bug|hot)?fix(?:es)?|users?|people|devs?|wip|review|chore|spike|heads|origin)/"
    r"(?=(?P<a>[a-z]{4,20})[._-](?P<b>[a-z]{4,20})(?![a-z]))"
)
_BEHIND_SLASH = re.compile(r"/[a-z]{4,20}[._-][a-z]{4}")


def _files(text: str, names: NameLists) -> Iterator[Found]:
    """A given name and a family name in the name of a file, in either order, or of a branch, neither of them a word."""
    start = end = 0
    for match in _FILE.finditer(text) if _END_OF_FILE.search(text) else ():
        parts = match["a"].lower(), match["b"].lower()
        if any(
            (given in names.sure or given in names.rare) and family not in names.common
            for given, family in (parts, parts[::-1])
        ):
            if match.start("a") >= end:
                if end:
                    yield start, end, "PERSON", 1.0
                start = match.start("a")
            end = match.end("b")
    if end:
        yield start, end, "PERSON", 1.0
    small = _SMALL_FILE.finditer(text) if _END_OF_SMALL_FILE.search(text) else ()
    for match in chain(small, _BRANCH.finditer(text) if _BEHIND_SLASH.search(text) else ()):
        given, family = match["a"], match["b"]
        if given in names.sure and family not in names.common and family not in ORDINARY:
            yield match.start("a"), match.end("b"), "PERSON", 1.0


# "Fix Marchetti's bug", of a change: whose work it is.
_CREDITED = Expression(
    r"\b(?:[Ff]ix(?:e[sd])?|[Rr]evert(?:s|ed)?|[Aa]ppl(?:y|ied|ies)|[Mm]erge[sd]?|[Aa]ddress(?:es|ed)?|[Rr]esolve[sd]?)"
    rf" (?P<v>{NAME})['’]s (?:bugs?|fix(?:es)?|patch(?:es)?|PRs?|changes?|commits?|branch|comments?|review|feedback|"
    r"suggestions?|requests?|issues?|reports?|typos?)\b"
)


def _credited(reading: Reading, names: NameLists) -> Iterator[Found]:
    """Who is named where a change says whose bug it fixes."""
    for match in reading.finditer(_CREDITED, _CREDITED.first_words, 0, 60):
        name = match["v"].lower()
        if name not in names.common and (name in names.surnames or names.has_given(name)):
            yield *match.span("v"), "PERSON", 0.9


# "git@github.com:anna-miller/notes.git": whose a repository is.
_OWNER = re.compile(r"\bgit@[\w.-]{1,60}:(?P<v>[A-Za-z0-9][\w-]{1,38})/[\w.-]")
_SHORTEST_FAMILY = 5


def _owners(text: str, names: NameLists) -> Iterator[Found]:
    """The logins before repositories that are names of persons; those of firms and projects tell of nobody."""
    for match in _OWNER.finditer(text) if "git@" in text else ():
        parts = re.split("[_-]", match["v"].lower())
        if any(
            part in names.sure
            or names.is_login(part)
            or (len(part) >= _SHORTEST_FAMILY and part in names.surnames and part not in names.common)
            for part in parts
        ):
            yield *match.span("v"), "USERNAME", TOLD
