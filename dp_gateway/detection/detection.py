"""Several detectors as one: plain reading, merged spans, what of them is public, and a memory of messages seen."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Literal, cast, get_args

from dp_gateway.cache import Memory
from dp_gateway.detection.beside import (
    ages_beside,
    amounts_beside,
    amounts_of_ledgers,
    amounts_of_people,
    amounts_to_the_cent,
    days_beside,
    districts_beside,
    employers_beside,
    expenses_beside,
    houses_beside,
    numbers_cut,
    sums_beside,
    weekdays_with_days,
)
from dp_gateway.detection.completion import (
    alike,
    bodies,
    continued,
    enumerated,
    households,
    initials,
    rows,
    whole_names,
    with_given_names,
    without_kinship,
)
from dp_gateway.detection.disguise import Plain, encoded_in, private_codes, undisguise
from dp_gateway.detection.languages.dates_and_ages import rules_first
from dp_gateway.detection.parts import InLanguages, ProseDetector, cells, within
from dp_gateway.detection.remembering import Remembering, Spans, span_memory
from dp_gateway.detection.topics import TopicDetector, told_of_somebody
from dp_gateway.detection.wrapped import wrapped_in
from dp_gateway.errors import ConfigurationError
from dp_gateway.languages import Passage, language_at
from dp_gateway.llm.endpoint import Endpoint
from dp_gateway.patterns.base import Detector, merge
from dp_gateway.patterns.cited import Citations
from dp_gateway.patterns.detector import abroad
from dp_gateway.patterns.known_phrases import SensitiveList
from dp_gateway.patterns.labels import Labels
from dp_gateway.patterns.terms import is_term
from dp_gateway.patterns.told_jobs import jobs_beside
from dp_gateway.policy import type_meant
from dp_gateway.programs.grammar import Grammar
from dp_gateway.programs.named_sites import without_named_sites
from dp_gateway.programs.own_grammar import OwnGrammar
from dp_gateway.programs.program_identifiers import has_masks, is_masked
from dp_gateway.public.decision import marked
from dp_gateway.text.entities import Entity, surroundings

if TYPE_CHECKING:
    from dp_gateway.detection.tagger import Recall
    from dp_gateway.patterns.names import NameLists

Ner = Literal["always", "new-messages", "off"]
"""When the model runs: on every text each time (the time taken then tells nothing about what was seen before), on texts
whose spans are not in memory (the default), or never: patterns and lists alone."""

_SAID_OF_FEASTS = frozenset(("PERSON", "NRP", "ORGANIZATION", "LOCATION"))
"""What a part of something everybody's may be taken for: "Santo Stefano", "die Deutsche Bahn"."""

_MORE = (alike, enumerated, rows, with_given_names, bodies, initials, households, whole_names)
"""What merged findings of English texts tell of more beside them."""


class Detection(Remembering):
    """Runs detectors over texts and merges what they find; itself a detector.

    Args:
        detectors: what looks; none is left out when one fails.
        types: entity types to keep; all by default.
        thresholds: least score by type; "" for the types that are not named.
        cache: where spans of seen texts are kept, see `span_memory`; None to run the detectors each time.

    Raises:
        ConfigurationError: no detector is given, or something else.
    """

    def __init__(
        self,
        detectors: Sequence[Detector],
        *,
        types: Sequence[str] | None = None,
        thresholds: Mapping[str, float] | None = None,
        cache: Memory | None = None,
    ) -> None:
        if not isinstance(cast(object, detectors), Sequence) or not all(map(_is_detector, detectors)):
            raise ConfigurationError(
                "a detection takes a list of detectors, each with a name and a method detect",
                hint="write Detection([default_detection(), CallableDetector(function, name=..., labels=...)])",
            )
        if not detectors:
            raise ConfigurationError(
                "a detection without detectors finds nothing", hint="use default_detection(), or name a detector"
            )
        for name in filter(None, (*(types or ()), *(thresholds or ()))):
            if near := type_meant(name):
                raise ConfigurationError(f"there is no entity type {name}: nothing would be found", hint=near.rstrip())
        super().__init__(cache)
        self.name = "+".join(detector.name for detector in detectors)
        self._detectors = tuple(detectors)
        self._own = frozenset(detector.name for detector in detectors if isinstance(detector, SensitiveList))
        self._types = frozenset(types) if types is not None else None
        self._thresholds = dict(thresholds or {})

    def _run(self, texts: Sequence[str]) -> list[Spans]:
        if not texts:
            return []
        plain = [undisguise(text) for text in texts]
        codes = [list(encoded_in(text)) for text in texts]
        lines = [list(wrapped_in(one.text)) for one in plain]
        read = [one.text for one in (*plain, *chain.from_iterable(codes), *chain.from_iterable(lines))]
        found = [detector.detect(read) for detector in self._detectors]
        behind, behind_codes = len(texts), len(texts) + sum(map(len, codes))
        results: list[Spans] = []
        for index, (text, one) in enumerate(zip(texts, plain, strict=True)):
            kept = dict.fromkeys(entity for of_one in found for entity in of_one[index] if self._keeps(entity))
            encoded: list[Entity] = []
            if own := codes[index]:
                hidden = [[entity for of_one in found for entity in of_one[behind + at]] for at in range(len(own))]
                encoded = [entity for entity in private_codes(own, hidden) if self._keeps(entity)]
                behind += len(own)
            for of_lines in lines[index]:
                across = (cut for of_one in found for cut in of_lines.across(of_one[behind_codes]))
                kept |= dict.fromkeys(filter(self._keeps, across))
                behind_codes += 1
            results.append(self._settled(text, one, kept, encoded))
        return results

    def _settled(self, text: str, plain: Plain, found: Iterable[Entity], encoded: Sequence[Entity]) -> Spans:
        """What the findings of one text come to.

        Args:
            plain: its plain reading.
            found: what was found in that.
            encoded: what is private in codes of the text.
        """
        read = plain.text
        others = abroad(read)
        grammar, own_grammar, citations, labels = Grammar(read), OwnGrammar(read), Citations(read), Labels(read)
        counted: set[tuple[object, ...]] = set()
        masked = has_masks(read)
        if self._own:
            found = _single(read, found, self._own)
        asked = [
            cell
            for entity in rules_first(read, found)
            if entity.detector in self._own or not (masked and is_masked(read, entity))
            for cell in cells(read, without_kinship(read, entity))
        ]

        def counts(number: int) -> bool:
            if number >= len(asked):
                return True
            # What reads English words to tell what is private, or is not, asks where the text is English.
            cell = asked[number]
            alike = surroundings(read, cell)
            if alike not in counted and (
                not grammar.holds(cell)
                and not own_grammar.holds(read, cell)
                and not citations.hold(cell)
                and not (labels.hold(cell) and cell.detector not in self._own)
                and (language_at(others, cell.start) != "en" or not is_term(read, cell))
            ):
                counted.add(alike)
            return alike in counted

        raw = [*map(plain.raw, asked), *encoded]
        merged = merge(raw, text, counts)
        others = abroad(text)
        english = within(others, merged)
        more = (one(text, english) for one in _MORE)
        listed = [
            entity
            for entity in (
                *continued(text, merged),
                *self._beside(text, merged),
                *self._abroad(text, merged, others),
                *chain.from_iterable(more),
            )
            if language_at(others, entity.start) != "en" or not is_term(text, entity)
        ]
        kept = merge(rules_first(text, [*merged, *listed]), text) if listed else merged
        # What the user lists is private whatever it is.
        users = [(one.start, one.end) for at, one in enumerate(raw) if one.detector in self._own and counts(at)]
        if others:
            kept = [*_whole_words(text, kept, users)]
        told = [*told_of_somebody(text, [*_abroad_marked(text, others, marked(text, kept, users), users)])]
        for beside in (jobs_beside, employers_beside):
            found = filter(self._keeps, beside(text, told))
            told = sorted((*told, *dict.fromkeys(one for one in found if language_at(others, one.start) == "en")))
        return tuple(without_named_sites(text, [one for one in told if not own_grammar.holds(text, one)]))

    def _beside(self, text: str, entities: Sequence[Entity]) -> Iterator[Entity]:
        """The numbers that share a month or unit with one that was found, and days behind weekdays."""
        yield from days_beside(text, entities)
        yield from amounts_beside(text, entities)
        yield from expenses_beside(text, entities)
        yield from amounts_to_the_cent(text, entities)
        yield from filter(self._keeps, amounts_of_ledgers(text))
        yield from filter(self._keeps, amounts_of_people(text, entities))
        yield from sums_beside(text, entities)
        yield from filter(self._keeps, ages_beside(text))
        yield from numbers_cut(text, entities)
        yield from filter(self._keeps, districts_beside(text, entities))
        yield from filter(self._keeps, houses_beside(text, entities))
        yield from filter(self._keeps, weekdays_with_days(text))

    def _abroad(self, text: str, entities: Sequence[Entity], others: Sequence[Passage]) -> Iterator[Entity]:
        """What findings in other languages tell of more."""
        if others:
            from dp_gateway.detection.languages.completion import completed

            yield from filter(self._keeps, completed(text, entities, others))

    def _keeps(self, entity: Entity) -> bool:
        least = self._thresholds.get(entity.type, self._thresholds.get("", 0))
        return entity.score >= least and (self._types is None or entity.type in self._types)


def _is_detector(given: object) -> bool:
    return callable(getattr(given, "detect", None)) and isinstance(getattr(given, "name", None), str)


_JOINING = re.compile(r"(?:\W|\b(?:and|or|und|oder|et|ou|y|o|e|en|of|i|lub)\b)*", re.IGNORECASE)


def _single(text: str, found: Iterable[Entity], own: frozenset[str]) -> list[Entity]:
    """What was found, without what is nothing but several of the user's phrases: "kestrel and KESTREL"."""
    entities = list(found)
    listed = sorted({(one.start, one.end) for one in entities if one.detector in own})

    def several(entity: Entity) -> bool:
        inside = listed[bisect_left(listed, (entity.start, 0)) : bisect_left(listed, (entity.end, 0))]
        if not inside[1:] or entity.detector in own or inside[-1][1] > entity.end:
            return False
        starts, ends = [start for start, _ in inside] + [entity.end], [entity.start] + [end for _, end in inside]
        return all(_JOINING.fullmatch(text, end, start) for end, start in zip(ends, starts, strict=True) if end < start)

    return [one for one in entities if not several(one)]


def _whole_words(text: str, entities: Sequence[Entity], users: Sequence[tuple[int, int]]) -> Iterator[Entity]:
    """The entities without persons and numbers that are an ideograph of a word (beside the country in "乌克兰人", 人 is
    nobody), and without what somebody is called by behind the name ("佐々木部長").

    One beside another part of a name, between signs, or said as a name ("老周") stays, as does the user's own.
    """
    from dp_gateway.mentions.native_parts import HONORIFICS

    called = (*HONORIFICS["ja"], *HONORIFICS["zh"])
    edges = {edge for one in entities if one.type == "PERSON" for edge in (one.start, -one.end)}
    for one in entities:
        start, end = one.start, one.end
        if one.type == "JOB_TITLE" and -start in edges and text[start:end] in called and (start, end) not in users:
            continue
        doubtful = end - start == 1 and _is_ideograph(text[start]) and (start, end) not in users
        if doubtful and one.type == "ID_NUMBER":
            continue  # "案号为(2023)…": what is left of a number that another finding has.
        if doubtful and one.type == "PERSON":
            before = start > 0 and _is_ideograph(text[start - 1]) and -start not in edges
            behind = _is_ideograph(text[end : end + 1]) and end not in edges
            if before or behind:
                from dp_gateway.detection.languages.tagger import is_addressed

                if not is_addressed(text, one):
                    continue
        yield one


def _is_ideograph(char: str) -> bool:
    return "\u3400" <= char <= "\u9fff"


def _abroad_marked(
    text: str, others: Sequence[Passage], entities: Sequence[Entity], users: Sequence[tuple[int, int]]
) -> Iterator[Entity]:
    """The entities; of those in other languages none but a country is public, for the rules read English, and what is a
    part of something everybody's is left out.
    """
    if not others:
        yield from entities
        return
    from dp_gateway.detection.languages.bodies import is_everybodys
    from dp_gateway.detection.languages.general import countries

    private: list[Entity] = []
    for one in entities:
        language = language_at(others, one.start)
        part = language != "en" and one.type in _SAID_OF_FEASTS and (one.start, one.end) not in users
        if not (part and is_everybodys(text, one, language)):
            private.append(one._replace(public=False) if one.public and language != "en" else one)
    yield from countries(text, private, others, users)


def default_detection(
    *,
    model: str | None = None,
    ner: Ner = "new-messages",
    types: Sequence[str] | None = None,
    thresholds: Mapping[str, float] | None = None,
    languages: Sequence[str] = ("en",),
    llm: Endpoint | None = None,
    sensitive: SensitiveList | None = None,
    topics: TopicDetector | None = None,
    recall: Recall = "balanced",
) -> Detection:
    """Return the recommended combination: the tagger for names, patterns, the lexicon, and what the user adds.

    The same arguments give the same object, with one span cache, unless phrases are given.

    Args:
        model: an installed spaCy pipeline that runs beside the tagger (extra `spacy`); none by default.
        ner: when tagger and pipeline run, see `Ner`.
        types: entity types to look for; all by default.
        thresholds: least score by type; "" for the types that are not named.
        languages: for each but English, Presidio's recognisers of that language run too (extra `presidio`).
        llm: a model declared local that is asked, beside the others, about every text whose spans are not in memory.
        sensitive: the user's own phrases, found whatever the other arguments say.
        topics: phrases of sensitive topics, found likewise where they are told of somebody.
        recall: how sure the tagger has to be, see `TaggerDetector`.

    Raises:
        ConfigurationError: a setting is none that exists.
        MissingPackage: the pipeline, or the extra that it needs, is not installed.
        UntrustedModel: the endpoint is not declared local.
    """
    if ner not in get_args(Ner):
        raise ConfigurationError(f"ner cannot be {ner!r}", hint=f"use one of: {', '.join(get_args(Ner))}")
    if sensitive is not None and not _is_detector(sensitive):
        raise ConfigurationError(
            "sensitive is no SensitiveList", hint='write sensitive=SensitiveList({"PROJECT": ["Blue Heron"]})'
        )
    chosen = tuple(sorted(types)) if types is not None else None
    least = tuple(sorted((thresholds or {}).items()))
    lists = tuple(one for one in (sensitive, topics) if one is not None)
    combine = _combine if lists else _combined
    return combine(model, ner, chosen, least, tuple(languages), llm, lists, recall)


def _combine(
    model: str | None,
    ner: Ner,
    types: tuple[str, ...] | None,
    thresholds: tuple[tuple[str, float], ...],
    languages: tuple[str, ...],
    llm: Endpoint | None,
    lists: tuple[SensitiveList | TopicDetector, ...],
    recall: Recall,
) -> Detection:
    from dp_gateway.detection.languages.groups import LanguageGroups
    from dp_gateway.detection.languages.in_passages import ReadSimplified
    from dp_gateway.detection.languages.listed import ListedNames, ShortNames
    from dp_gateway.detection.languages.names import LanguageNames
    from dp_gateway.detection.languages.national import NationalDetector
    from dp_gateway.detection.languages.places import LanguagePlaces
    from dp_gateway.detection.languages.romanised import WithoutHindi
    from dp_gateway.detection.languages.speakers import Speakers
    from dp_gateway.patterns.detector import PatternDetector
    from dp_gateway.patterns.known_phrases import default_lexicon

    names, phrases = default_lexicon()
    detectors: list[Detector] = [
        WithoutHindi(PatternDetector(types=types, names=names), names),
        InLanguages(ProseDetector(phrases, kinds=("prose", "table", "keys"))),
        *map(
            ReadSimplified,
            (
                NationalDetector(types=types),
                LanguageNames(types),
                ListedNames(types),
                LanguagePlaces(types),
                ShortNames(types),
                LanguageGroups(types),
                Speakers(types),
            ),
        ),
    ]
    if ner != "off":
        detectors[:0] = _ner(model, types, names, recall)
    if languages := tuple(language for language in languages if language != "en"):
        from dp_gateway.detection.presidio import PresidioDetector

        detectors.append(PresidioDetector(None, types=types, thresholds=dict(thresholds), languages=languages))
    if llm is not None:
        detectors.append(_asking(llm, types))
    kept = types
    for phrases_of in lists:
        detectors.append(phrases_of)
        kept = None if kept is None else (*kept, *phrases_of.types)
    return Detection(
        detectors, types=kept, thresholds=dict(thresholds), cache=None if ner == "always" else span_memory()
    )


_combined = cache(_combine)


def _ner(model: str | None, types: tuple[str, ...] | None, names: NameLists, recall: Recall) -> list[Detector]:
    """What finds persons, organisations and places by statistical models."""
    from dp_gateway.detection.languages.in_passages import ReadSimplified
    from dp_gateway.detection.languages.romanised import WithoutHindi
    from dp_gateway.detection.languages.tagger import LanguageTagger
    from dp_gateway.detection.tagger import TaggerDetector

    # The tagger has learned from settings and forms; a pipeline of prose takes every value for a name.
    tagger = ProseDetector(
        TaggerDetector(recall, types=types, names=names), kinds=("prose", "keys", "table"), remarks=True
    )
    models: list[Detector] = [
        WithoutHindi(InLanguages(tagger), names),
        ReadSimplified(LanguageTagger(recall, types=types)),
    ]
    if model is not None:
        from dp_gateway.detection.spacy_ner import SpacyDetector

        models.append(ProseDetector(SpacyDetector(model, types=types, names=names)))
    return models


def _asking(endpoint: Endpoint, types: tuple[str, ...] | None) -> Detector:
    from dp_gateway.detection.llm import LlmDetector
    from dp_gateway.llm import LocalModel

    return LlmDetector(LocalModel(endpoint), types)
