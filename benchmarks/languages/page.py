"""The page of figures on languages."""

from __future__ import annotations

from typing import Any

from benchmarks.languages.identification import LENGTHS
from dp_gateway.languages import language_name

__all__ = ["page"]

_SCRIPTS = ("zh", "ja", "ar", "hi")

_HEAD = """# Languages, measured

Written by `python -m benchmarks languages`. `docs/languages.md` says what is supported.

"""
_MESSAGES = """## Messages

Messages of everyday life with made-up people, `benchmarks/languages/messages`. They were written apart from detection,
and nobody who worked on it saw one before it was measured; then two faults were mended that four messages had not come
back for (parts of Chinese words taken for names, identifiers that begin inside a word). Rules, lists and
templates were written since with these figures by type in view, and with counts of the kinds of mistakes (how many
names of one word are missed, by which detector letters are covered in vain), so the figures flatter; texts and misses
stayed unread: counts of misses by length, case, digits and language told were read, too. Rules have messages of their
own (`benchmarks/languages/development`; those in `second`, `third` and from `fifth` on were written before the rules
that they are measured by, and of those in the last ones, as of the texts in `nothing`, which name nobody, every second
one stayed unread, but for `fourteenth`, identifiers in French, Portuguese and Chinese). The totals below were looked at
several times while rules were made, so that they flatter a little; no message was; kinds of what is covered in vain in
the messages (with an article before it, beside a name, of one word) were counted. Eighteen Chinese names that were
missed were once printed with some words around them, and some fifty messages in Arabic, German and Spanish with their
marks, without what was missed; nothing was added for them after that.

The bars are .90 covered (Chinese and Japanese .85, Arabic and Hindi .80), .95 of identifiers, .02 in vain. All cover
enough; all but French, Polish and Portuguese have enough identifiers, and all cover more in vain than they should.
What an outsider asks, further down, is covered less. The shapes of what was missed and of the characters around it
(which are digits, capitals, signs) were read before some forms were added; before the last ones (numbers that are
said, letters before and behind digits, logins of letters alone) counts of such shapes alone, and snippets that were
written for them.

*covered*: the share of entities whose letters and digits are all covered by findings of any type, and of identifiers
alone. *in vain*: the share of letters and digits of no entity that are covered. It counts words that a surrogate keeps:
marks of an age are on the number, and "71 Jahre" becomes "74 Jahre"; "Klinikum Bogenhausen" becomes another Klinikum.
*lost*: the share that is replaced under the policy `entities` and does not stand in what is sent in its place. The bar
is on *in vain*. *echo*: the share of messages that
`restore` gives back as they were, from what was sent. *read*: the share of messages that are one passage of their
language. *speed*: characters that detection reads in a millisecond of one core.

| language | messages | covered | identifiers | in vain | lost | echo | read | speed |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
"""
_TYPES = """
### By type

Entities covered fully, of how many.

"""
_VAIN = """
### In vain, by type

The share of letters and digits of no entity that findings of a type cover, in per cent. *beside an entity*: what a
finding has more than the entity that it holds ("71 Jahre" of an age, the preposition of a firm). Whoever marked these
messages took the job of somebody without a name for nothing private; who wrote those further down did not, and
neither does detection.

"""
_OUTSIDER = """
## What an outsider asks

280 English messages, 40 in each other European language and 60 in each of the rest, by somebody who saw neither rules,
lessons nor test messages and was asked to be demanding: trades, villages, forms, voices, dialects, jobs and sums as
people say them; a quarter to a third name nobody (`benchmarks/languages/outsider`). Rules were mended by the half that
is *read*; of the other one totals alone were looked at, and **its figures are what a new user sees**. *covered*: the
share of entities whose letters and digits are found; *in vain*: the share of other letters and digits that are
replaced.

| language | messages | covered, read | in vain, read | covered, unread | in vain, unread |
| --- | ---: | ---: | ---: | ---: | ---: |
"""
_OUTSIDER_TYPES = """
Of the unread half, by type, covered of how many, in all languages.

| type | English | European languages | Chinese, Japanese, Arabic, Hindi |
| --- | ---: | ---: | ---: |
"""
_DEMANDING = """
## What is hardest

60 English messages and 30 in each other language by another outsider, who was asked for what such a detector finds
least: trades and ranks in passing, sums in slang and words, firms named by ordinary words, dates by feasts, hamlets and
dialects (`benchmarks/languages/demanding`). The taggers were chosen among several by totals of all of them; rules were
mended by the half that is *read*.

| language | messages | covered, read | in vain, read | covered, unread | in vain, unread |
| --- | ---: | ---: | ---: | ---: | ---: |
"""
_DOCUMENTS = """
## Documents

22 documents in each language but English by four others: forms, tables, exports, statements, rosters, notes, letters
and chats, as offices, firms and families there write them (`benchmarks/languages/documents`; those in English are on
[the page of detection](detection.md)). Nothing was mended by either half yet.

| language | messages | covered, read | in vain, read | covered, unread | in vain, unread |
| --- | ---: | ---: | ---: | ---: | ---: |
"""
_PUBLIC = """
## Names in public sets

Persons, organisations and places in Wikipedia and news, on test parts that played no part in the training: *covered*
fully by findings of any type, and *right*, the share of the characters found as names that belong to one. Five hundred
sentences of each, one by one, without the text around them. Japanese, Arabic and Hindi have no such set here that
nothing was learned from.

| set | language | sentences | names | covered | right |
| --- | --- | ---: | ---: | ---: | ---: |
"""
_IDENTIFICATION = """
## Which language a text is in

The sentences by which the library [lingua](https://github.com/pemistahl/lingua-py) is tested (its folder
`language-testdata/sentences`, Apache 2.0), a text each: the share whose longest passage has the right language, by
length in characters. English is what nothing speaks against: a short text without a word or a letter that English lacks
is English on purpose.
`python -m benchmarks.languages --sentences DIR` measures it again.

"""


_FEW = 0.003
"""Kinds of which all languages have less are left out."""


def page(results: dict[str, Any]) -> str:
    """The page, of what `languages.json` holds."""
    parts = [_HEAD]
    if rows := results.get("messages"):
        parts += [
            _MESSAGES,
            *(_message_row(code, row) for code, row in rows.items()),
            _TYPES,
            _by_type(rows),
            _VAIN,
            _vain(rows),
        ]
    if asked := results.get("outsider"):
        parts += [_OUTSIDER, *(_asked_row(code, halves) for code, halves in asked.items())]
        parts += [_OUTSIDER_TYPES, _asked_types(asked)]
    if asked := results.get("demanding"):
        parts += [_DEMANDING, *(_asked_row(code, halves) for code, halves in asked.items())]
        parts += [_OUTSIDER_TYPES, _asked_types(asked)]
    if asked := results.get("documents"):
        parts += [_DOCUMENTS, *(_asked_row(code, halves) for code, halves in asked.items())]
        parts += [_OUTSIDER_TYPES, _asked_types(asked)]
    if rows := results.get("public"):
        parts += [_PUBLIC, *map(_public_row, rows)]
    if told := results.get("identification"):
        ends = [f"under {end}" for end in LENGTHS] + [f"{LENGTHS[-1]} and more"]
        parts += [_IDENTIFICATION, f"| language | texts | all | {' | '.join(ends)} | else taken for |\n"]
        parts += ["| --- | ---: | ---: |", " ---: |" * len(ends), " --- |\n"]
        parts += [_told_row(code, row) for code, row in told.items()]
    return "".join(parts)


def _message_row(code: str, row: dict[str, Any]) -> str:
    figures = [row["recall"], row["identifiers"], row["wrong"], row.get("lost"), row["restored"], row["read"]]
    shown = " | ".join("" if figure is None else f"{figure:.3f}" for figure in figures)
    return f"| {language_name(code)} | {row['messages']} | {shown} | {row['speed']:.0f} |\n"


def _by_type(rows: dict[str, Any]) -> str:
    names = sorted({name for row in rows.values() for name in row["types"]})
    head = f"| type | {' | '.join(map(language_name, rows))} |\n| --- |{' ---: |' * len(rows)}\n"
    lines = (
        f"| {name} | " + " | ".join("/".join(map(str, row["types"].get(name, ()))) for row in rows.values()) + " |\n"
        for name in names
    )
    return head + "".join(lines)


def _vain(rows: dict[str, Any]) -> str:
    """The kinds of which some language has three tenths of a per cent or more, the most frequent first."""
    most = {
        name: max(row["vain"].get(name, 0) for row in rows.values()) for row in rows.values() for name in row["vain"]
    }
    names = sorted((name for name, share in most.items() if share >= _FEW), key=lambda name: -most[name])
    head = f"| type | {' | '.join(map(language_name, rows))} |\n| --- |{' ---: |' * len(rows)}\n"
    lines = (
        f"| {name} | " + " | ".join(f"{100 * row['vain'].get(name, 0):.1f}" for row in rows.values()) + " |\n"
        for name in names
    )
    return head + "".join(lines)


def _public_row(row: dict[str, Any]) -> str:
    shown = f"{row['covered'] / row['names']:.3f} | {row['right']:.3f}"
    return f"| {row['set']} | {language_name(row['language'])} | {row['sentences']} | {row['names']} | {shown} |\n"


def _asked_row(code: str, halves: dict[str, Any]) -> str:
    count = sum(half["messages"] for half in halves.values())
    shown = [f"{half['covered'] / half['entities']:.3f} | {half['wrong']:.3f}" for half in halves.values()]
    return f"| {language_name(code)} | {count} | {' | '.join(shown)} |\n"


def _asked_types(asked: dict[str, Any]) -> str:
    groups = ({"en"} & set(asked), [code for code in asked if code not in ("en", *_SCRIPTS)], _SCRIPTS)
    names = sorted({name for halves in asked.values() for name in halves["unread"]["types"]})
    rows: list[str] = []
    for name in names:
        cells: list[str] = []
        for group in groups:
            counts = [asked[code]["unread"]["types"].get(name, (0, 0)) for code in group]
            covered, every = (sum(part) for part in zip((0, 0), *counts, strict=True))
            cells.append(f"{covered}/{every}" if every else "")
        rows.append(f"| {name} | {' | '.join(cells)} |\n")
    return "".join(rows)


def _told_row(code: str, row: dict[str, Any]) -> str:
    figures = [row["right"], *row["by_length"]]
    shown = " | ".join("" if figure is None else f"{figure:.3f}" for figure in figures)
    taken = ", ".join(f"{language_name(other)} {count}" for other, count in row["taken_for"].items())
    return f"| {language_name(code)} | {row['texts']} | {shown} | {taken} |\n"
