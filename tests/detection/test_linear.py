"""Everything that detection runs takes time in proportion to the text, whatever the text is."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import count

import pytest

from dp_gateway.cache import Memory, once
from dp_gateway.detection.by_form import identifiers_in
from dp_gateway.detection.detection import Detection, default_detection
from dp_gateway.detection.disguise import undisguise
from dp_gateway.detection.remembering import Remembering, span_memory
from dp_gateway.mentions.gathering import find_mentions
from dp_gateway.patterns.base import merge
from dp_gateway.patterns.detector import RULES, PatternDetector
from dp_gateway.patterns.known_phrases import SensitiveList, default_lexicon
from dp_gateway.patterns.rules import RuleSet
from dp_gateway.patterns.structure import regions
from dp_gateway.patterns.windows import Reading
from dp_gateway.policy import Policy
from dp_gateway.public.common_knowledge import known
from dp_gateway.public.decision import marked
from dp_gateway.text.entities import Entity
from tests.families import EXPONENT, FAMILIES, Family, few_families, random_families, slow_families

# What the rules look for near a match, so that none is skipped; then the run.
_EVERYTHING = (
    "my name is Tom Baker, aged 34, of 12 Oak Street, Boston, MA 02115; call +1 212-555-0199, a@b.co, password: x1y2z3, "
    "IBAN GB82 WEST, $5, 5%, 3 km, 3 May 2020, works as an engineer at Acme Inc (no. 12345).\n"
)


_NUMBERS = count()


@cache
def _patterns() -> PatternDetector:
    return PatternDetector(names=default_lexicon()[0])


@cache
def _without_model() -> Detection:
    return Detection([_patterns(), default_lexicon()[1]])


def _mentions(text: str) -> None:
    size = max(1, len(text) // 40)
    entities = [Entity(at, at + 9, "PERSON", 0.9, "") for at in range(0, len(text) - 9, size)]
    find_mentions([text], [entities], Policy())


def _merged(text: str) -> None:
    spans = [(at, at + 7 * step) for step in (1, 3, 9) for at in range(0, len(text) - 70, 10)]
    merge([Entity(start, end, "PERSON", 0.5 + start % 5 / 10, "") for start, end in spans], text)
    merge([Entity(0, len(text), "PERSON", 0.5, "")], text)


def _public(text: str) -> None:
    size = max(1, len(text) // 40)
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    named = " France: 10 minutes ".join(pieces)
    starts = [match.start() for match in re.finditer("France", named)]
    entities = [Entity(at, at + 6, "LOCATION", 0.9, "") for at in starts]
    measures = [Entity(at + 8, at + 18, "DURATION", 0.9, "") for at in starts]
    marked(named, sorted([*entities, *measures]))


STAGES: dict[str, Callable[[str], object]] = {
    # With a number before it no text is one whose regions are remembered.
    "structure": lambda text: regions(f"{next(_NUMBERS)}\n{text}"),
    "undisguise": undisguise,
    "identifiers": identifiers_in,
    "patterns": lambda text: _patterns().detect([text]),
    "patterns behind a line of everything": lambda text: _patterns().detect([_EVERYTHING + text]),
    "lexicon": lambda text: default_lexicon()[1].detect([text]),
    "sensitive list": lambda text: SensitiveList({"SENSITIVE": ["Blue Heron", "a", "A-A"]}).detect([text]),
    "merge": _merged,
    "mentions": _mentions,
    "public references": _public,
}


@pytest.mark.thorough
@pytest.mark.parametrize("stage", STAGES)
def test_stages(stage: str) -> None:
    # Merging sorts, and keeps thousands of findings: n log n, and memory that is new.
    assert not slow_families(STAGES[stage], few_families()[::4], exponent=1.5 if stage == "merge" else EXPONENT)


@pytest.mark.slow
@pytest.mark.parametrize("stage", STAGES)
def test_stages_with_every_family(stage: str) -> None:
    assert not slow_families(STAGES[stage], FAMILIES)


@pytest.mark.slow
@pytest.mark.parametrize("stage", STAGES)
def test_stages_with_random_families(stage: str) -> None:
    assert not slow_families(STAGES[stage], random_families(200), exponent=1.5 if stage == "merge" else EXPONENT)


@pytest.mark.thorough
def test_with_the_model() -> None:
    families = few_families()[::8]
    assert not slow_families(lambda text: default_detection(ner="always").detect([text]), families)


def test_a_short_word_that_one_token_has_over_and_over() -> None:
    # Found one by one there would be 330 for 1,000 characters, and each is asked about by itself.
    families = [Family(piece, piece) for piece in ("Ab@", "Ab,")]
    assert not slow_families(lambda text: default_detection(ner="always").detect([text]), families, sizes=(4_000,))


@pytest.mark.parametrize(
    ("piece", "most"), [("A B@", 3), ("Ab c1/", 3), ("Ab Ab-Ab&", 3), ("Boston, Paris, ", None), ("Boston | ", None)]
)
def test_what_comes_again_and_again_is_one_finding_unless_it_is_a_list(piece: str, most: int | None) -> None:
    text = Family(piece, piece).text(1_000)
    found = default_detection(ner="always").detect([text])[0]
    assert len(found) <= most if most else len(found) > len(text) // len(piece) // 2


_DENSE = {
    "amounts": "It cost ${n} and then we paid ${n}7 more.\n",
    "placeholders": "  query('WHERE a = $1 AND b = $2', {n})\n",
    "uuids": "request_id: 5f3a1c2e-8b4d-4f6a-9c1e-0000000{n} done\n",
    "urls": "see https://github.com/org{n}/repo{n} for it.\n",
    "secrets": "  login(password=credsOf{n}, x)\n",
    "names": "Anna Keller called about {n}; ask Tom Okafor.\n",
    "keys": "name: anna\nn: {n}\n",
    "chats": "mei: late...\ntom: ok thanks, what time {n}?\n",
    "forms": "Surname {n}:   Okonjo\nAge at intake | 4\nTrade / profession | cook\n",
    "tables": "| Ann {n} | Room 4 | 12:30 | late again |\n",
}
"""Lines with a finding each, of which something is asked of the text around it."""


@pytest.mark.parametrize(
    "kind",
    ["amounts", "names", *(pytest.param(one, marks=pytest.mark.thorough) for one in [*_DENSE][1:] if one != "names")],
)
def test_many_findings_of_one_text(kind: str) -> None:
    # Each text is another one, for what is read of a text is remembered; whole, for a repeated word is found at once.
    def text(size: int) -> str:
        line = _DENSE[kind]
        return "".join(line.replace("{n}", str(10_000 + next(_NUMBERS) % 90_000)) for _ in range(size // len(line)))

    def seconds(size: int) -> float:
        read = text(size)
        start = time.process_time()
        default_detection(ner="always").detect([read])
        return time.process_time() - start

    seconds(2_000)
    # Short and long right after one another: a processor that is slower for a moment makes one pair steep, not all.
    assert any(2 * 8 * seconds(15_000) > seconds(120_000) for _ in range(4))


@pytest.mark.parametrize("piece", ["a{width:5%}", "up 5% ", "5$ "])
def test_many_findings_of_one_line(piece: str) -> None:
    # Each looks at what stands before it in its line, which has no beginning within reach.
    detection, family = _without_model(), Family(piece, piece)
    assert not slow_families(lambda text: detection.detect([text]), [family], sizes=(8_000, 64_000))


@pytest.mark.parametrize("piece", ["5% ", "| Q1 | 12.5% | 13.7% |\n"])
def test_shares_of_which_nothing_is_said(piece: str) -> None:
    # No sentence ends among them, so that each has hundreds of characters before it.
    assert not slow_families(lambda text: _without_model().detect([text]), [Family(piece, piece)])


@pytest.mark.parametrize("end", ["i`", "u0041"])
@pytest.mark.parametrize("stage", ["undisguise", "mentions", "merge"])
def test_backslashes_before_a_letter(stage: str, end: str) -> None:
    # Each of them may begin an escape, and a mention may begin at each.
    assert not slow_families(STAGES[stage], [Family("backslashes", "\\", "", end)])


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(RULES)))
def test_rules_alone(number: int) -> None:
    rule = replace(
        RULES[number], hints=(), digits=0, cues=frozenset(), sign=None, marks=frozenset(), also=frozenset(), longest=0
    )
    assert not slow_families(lambda text: list(RuleSet((rule,)).find(Reading(text))), FAMILIES, per_kb=5)


@pytest.mark.slow
def test_a_megabyte() -> None:
    families = few_families()[::3]
    assert not slow_families(lambda text: _without_model().detect([text]), families, sizes=(100_000, 1_000_000))


@pytest.mark.parametrize("entity_type", ["ORGANIZATION", "LOCATION", "PERSON"])
def test_a_public_name_that_is_a_page_long(entity_type: str) -> None:
    def asked(text: str) -> None:
        known(text, Entity(0, len(text), entity_type, 0.9, ""))

    families = [Family("small words", " a", "Bitcoin", " 1"), *few_families()[::12]]
    assert not slow_families(asked, families, sizes=(4_000, 16_000))


def test_the_test_finds_what_is_not_linear() -> None:
    def quadratic(text: str) -> int:
        return sum(text.count("AB", at) for at in range(0, len(text), 4))

    assert slow_families(quadratic, [Family("a run", "A")])
    assert not slow_families(str.upper, FAMILIES[:20])


@pytest.mark.parametrize("cell", ["{}'x' 'y'", "'a'{}'y'", "{}'x", "x{}'", "{}"])
def test_cells_of_an_inserted_row(cell: str) -> None:
    def work(text: str) -> None:
        _patterns().detect([f"INSERT INTO t (first_name, dob) VALUES ({cell.format(text)});"])

    assert not slow_families(work, [Family("spaces", " "), Family("letters", "a"), Family("cells", "'a'::text, ")])


@pytest.mark.parametrize("cache", [None, span_memory()])
def test_what_is_asked_of_a_whole_text_at_each_finding_is_worked_out_once(cache: Memory | None) -> None:
    asked: list[str] = []

    def of_the_text(text: str) -> int:
        asked.append(text)
        return len(text)

    class Asking(Remembering):
        def _run(self, texts: Sequence[str]) -> list[tuple[Entity, ...]]:
            return [tuple(Entity(0, once(of_the_text, text), "PERSON", 0.9, "") for _ in range(3)) for text in texts]

    texts = ["Ann came.", "Tom left early."]
    assert [[one.end for one in found] for found in Asking(cache).detect(texts)] == [[9] * 3, [15] * 3]
    assert asked == texts
