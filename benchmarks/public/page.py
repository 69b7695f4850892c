"""The page of figures on public references."""

from __future__ import annotations

from typing import Any

__all__ = ["page"]

_HEAD = """# Public references, measured

Written by `python -m benchmarks public`. A public reference is what a public list knows and the text speaks of in
general; `public_references = "keep"` (the default of `entities` and `mask`) leaves it in clear and lists it in the
report. What is decided wrongly the one way costs an answer; the other way it lets something private pass.

## Labelled mentions

Written by hand. *developed*: on which the rules were made. Parts of it were measured once, before they were read: a
held-out half then kept 103 of 121 public mentions and 0 of 90 private ones; a later part 42 of 44 and 0 of 27, as
detected 35 of 40, and 1 of 26 private ones passed; the last 242 sentences 154 of 189 and 0 of 55, and of those that are
general 35 of 185 were changed anywhere, numbers and dates included. *fresh*: of which only totals were looked at;
before those 242 sentences it kept 50 of 57;
they were seen four times while the rules for these were written, so that it flatters. *chats*: sentences in small
letters, mostly without marks; measured once, before two rules were made from what was missed, they kept 29 of 37 and 0
of 27, as detected 26 of 32 and 0 of 26. *users* and *prompts*: messages to an assistant, of which every second one was
read and the others, *unread*, only counted; in *prompts* many famous names are somebody's own. *asked* (about the
world) and *own* (famous names that are somebody's own) are 160 more, as they were before they were measured: then 49 of
67 and unread 46 of 66 public ones were kept, and 1 of 41 private ones of either half. That one of the unread half was
read and its cause mended; who wrote the messages also wrote the lists, so that *asked unread* flatters. *texts* are
166 private ones that read like articles (files of staff, wards and courts, family trees, gossip) about people with
famous names; before the rules for these, 17 of 385 names, towns and firms were kept, and of 44 that were written
afterwards 1. *sent* are 164 longer messages (pasted articles, a letter with a general question beside it, homework,
lists, comparisons, and private ones that look like these): before the rules for these, 103 of 133 public ones were kept
and unread 98 of 142, as detected 74 of 107 and 62 of 106, and 1 and 2 private ones, both of which were mended; the
unread half was read for the 2 private ones. *pairs* are 123 names that stand twice: as everybody knows them, and as
somebody's own. *lookalikes* are 176 private questions about people whom no list knows, in the form of those about
famous ones ("who did Priya Natarajan marry"). 130 were written before the rules for what is asked of the famous alone;
the rules of before kept 2 of them. 46 were written to attack these rules, which kept 10 of them before they were
narrowed.
Mentions in between may be decided either way. *as detected* runs the default detection, and counts what it finds.

"""
_TIES = """
## Attack: what is tied to somebody

Sentences that tie a place, an organisation, a people or a person to somebody ("My {} passport expired."), each
with many values that the list knows.

"""
_QUESTIONS = """
## What is asked of a search engine

The {of:,} questions to test with of [WebQuestions](https://github.com/brmson/dataset-factoid-webquestions), in small
letters, about people, places, teams and films that are known. One half was read, by a hash of the questions, before the
last rules; {unread:,} of the {half:,} of the other half are changed, of which only totals were looked at (219 before
these rules). Persons of the questions to train with are in the list of famous people. In {changed:,} of all
({share:.1f} %) anything is replaced, mostly a person of whom no list knows, or whose name many others bear; before
there was a list of famous people beside WordNet's, in 912 (44.9 %). The bar is none.
"""
_STATEMENTS = """
## Whole statements and questions

200 in general terms (faiths, peoples, countries, trades, laws, units, works, famous people, firms, languages, history,
places, science, sport, public bodies), of which nothing may change, numbers and dates included; and 120 that look like
them and are private, with 145 names (somebody's pay, health, faith, whereabouts, employer). They go through the door of
`entities`. They were written by somebody who had read some rules, before anything was measured on them; of the
*unread* half only totals were looked at. Before the rules for these
11 and unread 22 of 100 changed, and 13 of 75 and 9 of 70 names left; before the rules for texts of several sentences
2 and unread 14, and none and unread 5. *Developed* are 251 more of one to three sentences, and 284 names in what looks
like these, all of which were read while those rules were made; before them 80 changed and 51 left.

| half | general ones changed | private names left |
| --- | --- | --- |
"""
_CLEAN = """
## Clean text

Characters of text without anything private that are found, in per cent, with public references replaced (as
`detection.md` counts) and kept. The first kinds are this benchmark's own texts, on which the rules were made; the
others are those of `benchmarks/detection/sets`, of which only these totals were looked at.

| texts | replaced | kept |
| --- | --- | --- |
"""
_SETS = """
## Detection's sets

They count every name as private, public or not. Each cell as in `detection.md`: entities covered whole / characters
found / characters found that are right, in per cent.

| set | entities | public references replaced | kept |
| --- | --- | --- | --- |
"""


def page(results: dict[str, Any]) -> str:
    """The page as Markdown."""
    lines = [
        _HEAD + "| part | mentions | public kept | private kept | in between kept |",
        "| --- | --- | --- | --- | --- |",
    ]
    for part, each in results["parts"].items():
        for how, one in zip(("as labelled", "as detected"), each, strict=True):
            lines.append(f"| {part} | {how} | " + " | ".join(f"{count} of {of}" for count, of in one) + " |")
    let_pass, count = results["ties"]
    lines.append(f"{_TIES}Kept: {let_pass} of {count:,}.")
    kept, count = results["general"]
    lines.append(f"\nOf sentences about the same in general, on which the rules were made: {kept} of {count:,}.")
    (changed, asked), (unread, half) = results["questions"], results["questions unread"]
    if asked:
        lines.append(
            _QUESTIONS.format(changed=changed, of=asked, share=100 * changed / asked, unread=unread, half=half)
        )
    halves = "\n".join(
        f"| {half} | {' | '.join(f'{count} of {of}' for count, of in each)} |"
        for half, each in results["statements"].items()
    )
    lines.append(_STATEMENTS + halves)
    rows = {name: each for name, each in results["sets"].items() if not each[0].entities}
    clean = "\n".join(
        f"| {name} | {100 * off.replaced:.2f} | {100 * on.replaced:.2f} |"
        for name, (off, on) in (results["clean"] | rows).items()
    )
    sets = "\n".join(
        f"| {name} | {off.entities} | {_cell(off)} | {_cell(on)} |"
        for name, (off, on) in results["sets"].items()
        if off.entities
    )
    lines += [_CLEAN + clean, _SETS + sets]
    if results["missing"]:
        lines.append(f"\nNot there when this was run: {', '.join(results['missing'])}.")
    return "\n".join(lines) + "\n"


def _cell(one: Any) -> str:
    shares = (one.covered, one.recall, one.precision)
    return " / ".join("–" if share is None else f"{100 * share:.0f}" for share in shares)
