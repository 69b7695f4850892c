"""The policies keep what they print, as far as draws can tell; and the suite that says so finds those that do not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.cache import Memory
from dp_gateway.mentions import name_parts
from dp_gateway.mentions.name_parts import NamePart
from dp_gateway.policy import PRESETS, Policy, parse_policy
from dp_gateway.randomness import Stream
from dp_gateway.surrogates.amounts.family import ValueFamily
from dp_gateway.surrogates.dates.classes import class_of, date_at, number_of
from dp_gateway.surrogates.dates.draws import DateDraws
from dp_gateway.surrogates.dates.formats import CalendarDate
from dp_gateway.surrogates.drawer import Made
from dp_gateway.surrogates.identifiers import Scrambled
from dp_gateway.surrogates.names import Names
from dp_gateway.surrogates.phrases import LEXICON_TYPES
from dp_gateway.testing.entities import EntityConformance, common_level, delta_at_least, draw, lost_stretches
from dp_gateway.testing.pairs import ARTICLE_PAIRS, FORM_PAIRS, PAIRS, TOPIC_PAIRS, TextPair
from dp_gateway.text.entities import VALUE_TYPES

KEY = Secret(b"a key for tests, not a secret")
DRAWN_NEAR = (*VALUE_TYPES, *(name for name in LEXICON_TYPES if name in PRESETS["entities"].types), "DATE_TIME")
SMALL = parse_policy({"name": "small", "types": {name: {"epsilon": 1, "keep": []} for name in DRAWN_NEAR}})
"""With a large epsilon draws show next to nothing; the code is the same for all."""


def pairs_of(*types: str, features: tuple[str, ...] = ()) -> tuple[TextPair, ...]:
    return tuple(pair for pair in PAIRS if pair.type in types and (not features or pair.feature in features))


def first_pairs(*types: str) -> tuple[TextPair, ...]:
    return tuple(pairs_of(name)[0] for name in types)


@pytest.mark.thorough
class TestEntities(EntityConformance):
    """The default policy, as users run it."""

    draws = 240

    def make(self) -> Gateway:
        return Gateway(PRESETS["entities"], key=KEY)


@pytest.mark.thorough
class TestTopics(EntityConformance):
    """The phrases of sensitive topics, at an epsilon at which draws could tell something."""

    draws = 240
    pairs = TOPIC_PAIRS

    def make(self) -> Gateway:
        topics = ("health", "faith", "politics", "offences", "sexuality", "family", "finance")
        types = {pair.type: {"epsilon": 1} for pair in TOPIC_PAIRS}
        return Gateway(parse_policy({"name": "topics", "topics": topics, "types": types}), key=KEY)


class TestArticles(EntityConformance):
    """An article says how the value begins, so it is drawn with it."""

    draws = 240
    pairs = ARTICLE_PAIRS

    def make(self) -> Gateway:
        return Gateway(PRESETS["entities"], key=KEY)


class TestPrinted:
    """What the default policy prints of the same pairs."""

    APART = frozenset(
        {
            ("PERSON", "letter case"), ("PERSON", "gender"), ("IBAN_CODE", "country"), ("PHONE_NUMBER", "country"),
            ("MONEY", "separators"), ("MONEY", "unit in front or behind"), ("DATE_TIME", "time of day"),
            ("STREET_ADDRESS", "number"), ("STREET_ADDRESS", "town"), ("AGE", "length"), ("LOCATION", "rarity"),
            ("LOCATION", "words"), ("LOCATION", "unknown to the lexicon"), ("ORGANIZATION", "words"),
            ("ORGANIZATION", "rarity"), ("LOCATION", "a word that other phrases have"),
            ("NRP", "first letter"), ("JOB_TITLE", "article"), ("JOB_TITLE", "words"),
            ("PERSON", "nickname in quotes"), ("PERSON", "surname first"), ("EMAIL_ADDRESS", "name of the text"),
            ("USERNAME", "made of a name"), ("LOCATION", "hyphen"), ("PERCENTAGE", "significant digits"),
        }
    )  # fmt: skip

    def test_two_classes_are_printed_only_where_a_feature_is_kept_on_purpose(self) -> None:
        gateway = Gateway(PRESETS["entities"], key=KEY)
        apart = {pair[:2] for pair in (*PAIRS, *FORM_PAIRS) if level(gateway, pair) is None}
        assert apart == self.APART


@pytest.mark.slow
class TestEntitiesAtLength(TestEntities):
    """About a million sampled mentions."""

    draws = 4600


@pytest.mark.thorough
class TestSmallEpsilon(EntityConformance):
    """Amounts, dates and phrases where draws can refute the figure."""

    draws = 240
    form = 0.7
    pairs = pairs_of(*DRAWN_NEAR)

    def make(self) -> Gateway:
        return Gateway(SMALL, key=KEY)


class TestKept(EntityConformance):
    """Values of one class of `entities` and of `entities-faithful`, where draws can refute the figure."""

    draws = 240
    form = 0.7
    pairs = tuple(pair for pair in PAIRS if " one " in f" {pair.feature} ") + pairs_of("NRP", features=("religion",))

    def make(self) -> Gateway:
        kept = PRESETS["entities"].types
        rules = {name: {**kept[name].model_dump(), "epsilon": 1} for name in DRAWN_NEAR}
        rules["DATE_TIME"] |= {"keep": ("season", "weekday")}
        rules["MONEY"] |= {"keep": ("digit",)}
        return Gateway(parse_policy({"name": "kept", "types": rules}), key=KEY)


@pytest.mark.thorough
class TestWithoutGender(EntityConformance):
    """Given names of all genders are one class."""

    draws = 200
    pairs = pairs_of("PERSON", features=("gender", "length", "given name alone", "family name that is a title"))

    def make(self) -> Gateway:
        return Gateway(Policy(name="entities", keep_gender=False), key=KEY)

    def test_gender_is_compared(self, gateway: Gateway) -> None:
        assert level(gateway, pairs_of("PERSON", features=("gender",))[0]) is not None


@pytest.mark.thorough
class TestHybrid(EntityConformance):
    """Words are drawn as well: alike in both texts."""

    draws = 200
    compared = 0.5
    pairs = (*first_pairs("PERSON", "ID_NUMBER", "EMAIL_ADDRESS", "URL", "US_SSN"),)

    def make(self) -> Gateway:
        return Gateway(PRESETS["hybrid"], key=KEY)


class TestMask(EntityConformance):
    """Placeholders say the type alone."""

    draws = 200
    pairs = first_pairs("PERSON", "ID_NUMBER", "MONEY", "DATE_TIME", "LOCATION", "URL", "STREET_ADDRESS")

    def make(self) -> Gateway:
        return Gateway(PRESETS["mask"], key=KEY)


def level(gateway: Gateway, pair: TextPair) -> tuple[float, float] | None:
    one, other = (draw(gateway, pair, mention, 1).report for mention in (pair.one, pair.other))
    return common_level(one, other)


# ---- the tester is tested: mutants are rejected


def check(pair: TextPair, draws: int, policy: Policy = PRESETS["entities"]) -> None:
    """Run the suite on one pair."""

    class Suite(EntityConformance):
        pass

    Suite.draws = draws
    gateway = Gateway(policy, key=KEY)
    drawn = draw(gateway, pair, pair.one, draws), draw(gateway, pair, pair.other, draws)
    Suite().test_no_pair_of_one_class_shows_more_than_is_printed(gateway, pair, drawn)
    Suite().test_every_character_that_leaves_is_listed(pair, drawn)


def title_rule_as_it_was(patch: pytest.MonkeyPatch) -> None:
    """Any word that is a title somewhere is one everywhere, and no report says that it stays."""
    known = name_parts._TITLES | name_parts._TITLES_AND_NAMES | name_parts._SUFFIXES
    parts_of = name_parts.name_parts

    def mutant(name: str, _: Memory) -> tuple[NamePart, ...]:
        return tuple(part for part in parts_of(name) if name[part.start : part.end].lower() not in known)

    patch.setattr("dp_gateway.surrogates.sources.remembered_parts", mutant)
    patch.setattr("dp_gateway.surrogates.substitution.left_of_name", lambda *_: ())
    patch.setattr(Names, "kept", lambda *_: ("that it is a name",))


def gender_kept_and_not_printed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Names, "kept", lambda *_: ("that it is a given name and a family name",))


def leading_digit_kept(patch: pytest.MonkeyPatch) -> None:
    plain = Scrambled._alphabets
    patch.setattr(Scrambled, "_alphabets", lambda family, value: [value[0], *plain(family, value)[1:]])


def zero_never_in_front(patch: pytest.MonkeyPatch) -> None:
    """A number that does not begin with 0 keeps doing so: a delta of 0.1."""
    plain = Scrambled._alphabets

    def mutant(family: Scrambled, value: str) -> list[str]:
        alphabets = plain(family, value)
        return alphabets if value[0] == "0" else ["123456789", *alphabets[1:]]

    patch.setattr(Scrambled, "_alphabets", mutant)


def significant_digits_kept(patch: pytest.MonkeyPatch) -> None:
    """What is below the quantum stays: $85,250 becomes $77,250."""
    plain = ValueFamily.draw

    def draw_value(family: ValueFamily, value: Any, stream: Stream) -> Any:
        drawn = plain(family, value, stream)
        numbers = (new // 1000 * 1000 + old % 1000 for new, old in zip(drawn.numbers, value.numbers, strict=True))
        return drawn._replace(numbers=tuple(numbers))

    patch.setattr(ValueFamily, "draw", draw_value)


def one_shift_for_all_dates(patch: pytest.MonkeyPatch) -> None:
    """As near as the printed figure allows, but with exact intervals."""

    def mutant(dates: DateDraws, mention: str, date: CalendarDate, *rest: object, alone: bool) -> CalendarDate:
        del mention, rest, alone

        def make(stream: Stream) -> Made:
            shift = int(stream.uint64(1)[0] % 61)
            return Made(shift, f"shift {shift}")

        shift = dates._drawer.first("shift", "", make).drawn
        return date_at(class_of(date), number_of(date) + shift - 30)

    patch.setattr(DateDraws, "_draw", mutant)


def length_told(patch: pytest.MonkeyPatch) -> None:
    """A long name gets a longer one."""
    plain = Names.token

    def mutant(names: Names, value: str, role: str) -> str:
        return plain(names, value, role) + ("son" if len(value) > 6 else "")

    patch.setattr(Names, "token", mutant)


def epsilon_halved(patch: pytest.MonkeyPatch) -> None:
    plain = ValueFamily.level
    patch.setattr(ValueFamily, "level", lambda family, value: [part / 2 for part in plain(family, value)])


Mutant = Callable[[pytest.MonkeyPatch], None]
FAR = TextPair("AGE", "another age", "I am {} years old.", "20", "95")
MUTANTS: list[tuple[Mutant, TextPair, int, Policy]] = [
    (mutant, pairs_of(kind, features=(feature,))[0], draws, policy)
    for mutant, kind, feature, draws, policy in (
        (title_rule_as_it_was, "PERSON", "family name that is a title", 200, PRESETS["entities"]),
        (gender_kept_and_not_printed, "PERSON", "gender", 400, PRESETS["entities"]),
        (leading_digit_kept, "ID_NUMBER", "leading digit", 200, PRESETS["entities"]),
        (zero_never_in_front, "ID_NUMBER", "leading zero", 2500, PRESETS["entities"]),
        (significant_digits_kept, "MONEY", "significant digits", 400, SMALL),
        (one_shift_for_all_dates, "DATE_TIME", "interval of two dates", 400, SMALL),
        (length_told, "PERSON", "length", 400, PRESETS["entities"]),
    )
] + [(epsilon_halved, FAR, 3000, parse_policy({"name": "two", "types": {"AGE": {"epsilon": 3, "keep": []}}}))]


_MANY = 1000
"""Draws that take seconds."""


@pytest.mark.parametrize(
    ("mutant", "pair", "draws", "policy"),
    [pytest.param(*one, id=one[0].__name__, marks=pytest.mark.thorough if one[2] > _MANY else ()) for one in MUTANTS],
)
def test_mutants_are_rejected(
    mutant: Mutant, pair: TextPair, draws: int, policy: Policy, monkeypatch: pytest.MonkeyPatch
) -> None:
    mutant(monkeypatch)
    with pytest.raises(AssertionError):
        check(pair, draws, policy)


@pytest.mark.thorough
@pytest.mark.parametrize(("pair", "draws", "policy"), [pytest.param(*one[1:], id=one[0].__name__) for one in MUTANTS])
def test_what_mutants_are_made_of_is_not_rejected(pair: TextPair, draws: int, policy: Policy) -> None:
    """With fewer draws the suites above look at it, with more `TestEntitiesAtLength`."""
    check(pair, min(draws, 400), policy)


def first_character(text: str) -> Iterator[tuple[str, str]]:
    yield "first character", text[0]


def randomized_response(epsilon: float, values: int, draws: int, seed: int) -> tuple[list[str], list[str]]:
    """Draws for two of some values: itself e^epsilon times as likely as each other one."""
    law = np.ones(values)
    law[0] = np.exp(epsilon)
    drawn = np.random.default_rng(seed).choice(values, (2, draws), p=law / law.sum())
    return [str(value) for value in drawn[0]], [str((value + 1) % values) for value in drawn[1]]


def test_an_epsilon_that_is_understated_by_a_factor_of_two_is_found() -> None:
    outputs = randomized_response(2.0, 5, 2000, 1)
    assert delta_at_least(*outputs, 1.0, alpha=1e-6, measure=first_character).delta > 0
    assert delta_at_least(*outputs, 2.0, alpha=1e-6, measure=first_character).delta <= 0


def test_honest_mechanisms_fail_as_rarely_as_stated() -> None:
    """With alpha .05 at most 1 in 20 fails: of 400, more than 40 with a probability below 1e-4."""
    found = sum(
        delta_at_least(*randomized_response(1.0, 4, 200, seed), 1.0, alpha=0.05, measure=first_character).delta > 0
        for seed in range(400)
    )
    assert found <= 40


def test_what_stays_is_found_by_stretches() -> None:
    outputs = ["Dr. Eva Ott Jr.", "Dr. Ida Lux Jr."]
    assert lost_stretches("Dr. Anna Ott Jr.", outputs) == ["Dr", "Jr"]
    assert lost_stretches("Judge Anna Judge", ["Judge Eva Ott", "Judge Ida Lux"]) == ["Judge"]
    assert lost_stretches("+49 30 1234", ["+49 30 7777", "+49 30 8888"]) == ["49 30"]
    assert lost_stretches("a.example", ["b.example", "c.example"], {"example"}) == []


def test_pairs_are_told_by_name_and_cover_every_type_that_is_drawn() -> None:
    counts = Counter(pair.type for pair in PAIRS)
    drawn = {name for name, rule in PRESETS["entities"].types.items() if rule.treatment != "keep"}
    assert set(counts) == drawn
    assert min(counts.values()) >= 2
    assert len({pair[:2] for pair in (*PAIRS, *FORM_PAIRS)}) == len(PAIRS) + len(FORM_PAIRS)
