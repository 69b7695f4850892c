"""Values of one printed class cannot be told apart, and whatever tells two values apart is printed.

Each pair differs in one visible feature. Both sides are sampled in fresh scopes, end to end; a feature that a treatment
draws is as frequent on both sides, a feature that it keeps puts the two into different classes. Of 2 x 1,500 samples the
shares of an event differ by .09 by chance with a probability below e^-12 (Hoeffding).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.cache import Memory
from dp_gateway.mentions import name_parts
from dp_gateway.mentions.name_parts import NamePart
from dp_gateway.policy import Policy
from dp_gateway.privacy.guarantee import NOTHING_KEPT, ValueClass
from dp_gateway.surrogates.identifiers import Scrambled
from dp_gateway.surrogates.names import Names
from dp_gateway.text.entities import Entity

KEY = Secret(b"a key for tests, not a secret")
SAMPLES, SLACK = 1500, 0.09
POLICY = Policy(name="entities")


class Marked:
    """Finds the mentions that stand in brackets (which stay)."""

    def __init__(self, kind: str) -> None:
        self._kind = kind

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        found = [[match.span(1) for match in re.finditer(r"\[([^]]+)\]", text)] for text in texts]
        return [[Entity(start, end, self._kind, 1.0, "marked") for start, end in spans] for spans in found]


def sampled(kind: str, text: str, count: int, policy: Policy = POLICY) -> list[str]:
    gateway = Gateway(policy, key=KEY, detection=Marked(kind))
    return [gateway.sanitize(text, scope=str(scope)).text for scope in range(count)]


def classes(kind: str, text: str, policy: Policy = POLICY) -> tuple[ValueClass | None, ...]:
    return Gateway(policy, key=KEY, detection=Marked(kind)).sanitize(text, scope="1").report.classes


def check(kind: str, one: str, other: str, event: Callable[[str], bool], policy: Policy = POLICY) -> None:
    """Fails where an event tells two texts apart that are in one class by what is printed."""
    if classes(kind, one, policy) != classes(kind, other, policy):
        return
    report = Gateway(policy, key=KEY, detection=Marked(kind)).sanitize(one, scope="1").report
    printed = sum(row.certified[1] * row.values for row in report.figures)
    shares = [sum(map(event, sampled(kind, text, SAMPLES, policy))) / SAMPLES for text in (one, other)]
    assert abs(shares[0] - shares[1]) <= printed + SLACK


def initial_agrees(text: str) -> bool:
    full, short = re.findall(r"\[([^]]+)\]", text)
    return full[0] == short[0]


def female(text: str) -> bool:
    return re.findall(r"\[(\w+)", text)[0].capitalize() in FEMALE


FEMALE = Gateway(POLICY, key=KEY, detection=Marked("PERSON")).lexicon.pool("GIVEN_NAME_FEMALE")

DRAWN: dict[str, tuple[str, str, str, Callable[[str], bool]]] = {
    "leading zero": ("ID_NUMBER", "[E-04829]", "[E-48291]", lambda text: "-0" in text),
    "leading zero alone": ("US_BANK_NUMBER", "[0482913]", "[1482913]", lambda text: '"' in text or "[0" in text),
    "initial of another family": (
        "PERSON", "[John Miller] met [J. Smith].", "[John Miller] met [K. Smith].", initial_agrees,
    ),
    "middle initial": ("PERSON", "[Anna Miller] met [John A. Miller].", "[Anna Miller] met [John K. Miller].",
        lambda text: re.findall(r"(\w)[^]]*\]", text)[0] == re.findall(r" (\w)\. ", text)[0]),
    "equal initials": ("PERSON", "[J. J. Smith]", "[J. K. Smith]", lambda text: text[1] == text[4]),
    "role account": ("EMAIL_ADDRESS", "[abuse@acme.com]", "[adele@acme.com]", lambda text: "abuse@" in text),
    "two role accounts": ("EMAIL_ADDRESS", "[legal.hr@acme.com]", "[lea.hill@acme.com]", lambda text: ".hr@" in text),
    "equal digits": ("EMAIL_ADDRESS", "[a12.12@acme.com]", "[a12.34@acme.com]",
        lambda text: len({*re.findall(r"\d+", text)}) == 1),
    "subdomain": ("EMAIL_ADDRESS", "[anna@acme.com]", "[anna@m.eu.acme.com]", lambda text: text.count(".") > 2),
    "path": ("URL", "[https://acme.com/a/b]", "[https://acme.com/aaaaaaaaaaaaaa/b/c/dddddd/e?f=12]",
        lambda text: text.count("/") > 3 or len(text) > 48),
    "mobile number": ("PHONE_NUMBER", "[+44 7911 123456]", "[+44 2079 123456]", lambda text: "+44 7" in text),
    "name like a title": ("PERSON", "[Aaron Judge]", "[Aaron Smith]", lambda text: "Judge" in text),
    "name like a suffix": ("PERSON", "[Md Karim]", "[Lezlyanna Karim]", lambda text: "[Md" in text),
    "usual name": ("PERSON", "[John] said", "[Mark] said", female),
    "house number": ("STREET_ADDRESS", "[012 Oak Lane]", "[112 Oak Lane]", lambda text: "[0" in text),
    "card of another brand": ("CREDIT_CARD", "[4111111111111111]", "[5500000000000004]", lambda text: "[4" in text),
    "social security area": ("US_SSN", "[078-05-1120]", "[978-05-1120]", lambda text: "[9" in text),
}  # fmt: skip


def check_drawn(feature: str) -> None:
    """Fails where a feature puts two texts into two classes, or tells them apart."""
    kind, one, other, event = DRAWN[feature]
    assert classes(kind, one) == classes(kind, other)
    check(kind, one, other, event)


@pytest.mark.parametrize("feature", DRAWN)
def test_what_buys_nothing_is_no_class(feature: str) -> None:
    kind, one, other, _ = DRAWN[feature]
    assert classes(kind, one) == classes(kind, other)


QUICK = {"leading zero", "house number", "card of another brand"}
"""Features of three kinds of surrogates; the others are sampled by thorough runs."""


@pytest.mark.parametrize(
    "feature", [pytest.param(one, marks=() if one in QUICK else pytest.mark.thorough) for one in DRAWN]
)
def test_what_buys_nothing_is_drawn(feature: str) -> None:
    check_drawn(feature)


NAMED = {
    "gender": ("PERSON", "[Anna Miller]", "[John Miller]", "given name and"),
    "given or family name": ("PERSON", "[Anna]", "[Kowalski]", "a family name"),
    "number of words": ("PERSON", "[Anna Miller]", "[Anna Maria Miller]", "given name and"),
    "letter case": ("PERSON", "[Anna Miller]", "[ANNA MILLER]", "in capitals"),
    "title": ("PERSON", "[Dr. Miller]", "[Mr. Miller]", 'written as "'),
    "digits in a name": ("PERSON", "[Tom]", "[Tom99]", "2 digits"),
    "repeated part": ("PERSON", "[Anna Anna Miller]", "[Anna Mary Miller]", "the same again"),
    "country of an account": ("IBAN_CODE", "[DE89370400440532013000]", "[FR89370400440532013000]", "country"),
    "country of a number": ("PHONE_NUMBER", "[+49 3023125128]", "[+33 3023125128]", "country code 49,"),
    "version": ("IP_ADDRESS", "[10.1.2.3]", "[fe80::1]", "IP version"),
    "port": ("IP_ADDRESS", "[10.1.2.3:80]", "[10.1.2.3:81]", 'written as "'),
    "length": ("ID_NUMBER", "[12345]", "[123456]", "written like"),
    "pattern": ("ID_NUMBER", "[A1234]", "[12A34]", "written like"),
    "case of an identifier": ("ID_NUMBER", "[a1234]", "[A1234]", "written like"),
    "kind of key": ("API_KEY", "[sk-live-12345678]", "[AKIA-live-12345678]", "written like"),
    "file ending": ("URL", "[https://acme.com/a.pdf]", "[https://acme.com/a.html]", "written like"),
    "scheme": ("URL", "[https://acme.com]", "[ftp://acme.com]", "written like"),
    "digits of an account": ("EMAIL_ADDRESS", "[anna1@acme.com]", "[anna12@acme.com]", "written like"),
    "flat": ("STREET_ADDRESS", "[12 Oak Lane]", "[12 Oak Lane, Apt 4]", "written like"),
    "postcode": ("POSTCODE", "[12345]", "[SW1A 2AA]", "written like"),
    "plural": ("NRP", "[American]", "[Americans]", "a plural"),
}


@pytest.mark.parametrize("feature", NAMED)
def test_what_is_kept_is_printed(feature: str) -> None:
    kind, one, other, words = NAMED[feature]
    described = [found.describe() for text in (one, other) for found in classes(kind, text) if found]
    assert described[0] != described[1]
    assert any(words in line for line in described)
    report = Gateway(POLICY, key=KEY, detection=Marked(kind)).sanitize(one, scope="1").report
    assert report.figures[0].classes == (described[0],)
    assert report.to_json()["entities"][0]["classes"] == [described[0]]
    line = f"kept of {report.figures[0].type}: {described[0]}"
    assert (line in report.left_in_clear) == (described[0] != NOTHING_KEPT)


def test_without_keep_gender_all_given_names_are_one_class() -> None:
    policy = Policy(name="entities", keep_gender=False)
    one, other = "My aunt [Anna] came.", "My aunt [John] came."
    assert classes("PERSON", one, policy) == classes("PERSON", other, policy)
    check("PERSON", one, other, female, policy)
    shares = [sum(map(female, sampled("PERSON", text, 300, policy))) for text in (one, other)]
    assert all(80 < share < 220 for share in shares)


@pytest.mark.parametrize(
    ("kind", "mention"), [("STREET_ADDRESS", "Apt"), ("MAC_ADDRESS", "zz:11"), ("PHONE_NUMBER", "302")]
)
def test_what_has_next_to_no_surrogates_is_masked(kind: str, mention: str) -> None:
    """To refuse the request would be the only other way."""
    assert sampled(kind, f"It is [{mention}].", 3) == [f"It is [<{kind}_1>]."] * 3


def test_a_letter_that_is_two_in_capitals_is_one_letter() -> None:
    assert all(re.fullmatch(r"\[[a-z]{2}-\d{4}\]", text) for text in sampled("ID_NUMBER", "[xß-4819]", 20))


LEFT = [
    ("PERSON", "Dr. Anna Miller", "Dr", ["title of a name"]),
    ("PERSON", "Prof. Sir John Major Jr.", "ProfSirJr", ["title of a name"] * 3),
    ("PERSON", "Lata Sen", "", []),
    ("PERSON", "Miller's", "s", ["possessive s of a name"]),
    ("PERSON", "Tom99 van der Berg", "", []),
    ("PERSON", "J. R. R. Tolkien", "", []),
    ("EMAIL_ADDRESS", "legal.hr7@acme.com", "", []),
    ("USERNAME", "@anna_m92", "", []),
    ("IBAN_CODE", "DE89 3714 1144 2532 2137 33", "DE", ["country of a bank account"]),
    ("PHONE_NUMBER", "+49 (0)89 12345 678", "490", ["country code or trunk prefix of a telephone number"]),
    ("PHONE_NUMBER", "(617) 234-5678", "", []),
    ("PHONE_NUMBER", "1-800-FLOWERS", "", []),
    ("API_KEY", "sk-live_abcdEFGH12345678", "sklive", ["prefix of a key"]),
    ("ID_NUMBER", "E-04829", "", []),
    ("IP_ADDRESS", "10.1.2.3:8080", "8080", ["port or prefix length of an IP address"]),
    ("STREET_ADDRESS", "12 Oak Lane, Apt #5, Berlin (Mitte) 3", "Apt", ["word for a flat, floor or box"]),
    ("STREET_ADDRESS", "#5", "", []),
    ("MONEY", "85,123 US dollars", "USdollars", ["word or unit of an amount"]),
    ("MONEY", "$85,123", "", []),
    ("DURATION", "about 7 days", "aboutdays", ["word or unit of an amount"] * 2),
    # Of a date the class says the decade.
    ("DATE_TIME", "2025-06-10", "202", []),
    ("DATE_TIME", "2025-06-10 at 9:45", "202at945", ["word or time beside a date"]),
    ("DATE_TIME", "the 12th of May 1987", "theof", ["word or time beside a date"] * 2),
    ("ORGANIZATION", "the Kestrel Works", "the", ["article of a phrase"]),
    ("LOCATION", "Salt Lake City", "", []),
]


def _stays(mention: str, outputs: list[str]) -> str:
    """The letters and digits of a mention that stand alike in all its surrogates: by place, or word by word."""
    if all(len(output) == len(mention) for output in outputs):
        places = zip(mention, *outputs, strict=True)
        return "".join(place[0] for place in places if place[0].isalnum() and len({*place}) == 1)
    words = [re.findall(r"[^\W_]+", text) for text in (mention, *outputs)]
    return "".join(word for word in words[0] if all(word in others for others in words[1:]))


@pytest.mark.parametrize(("kind", "mention", "stays", "left"), LEFT)
def test_each_character_that_stays_is_in_a_list(kind: str, mention: str, stays: str, left: list[str]) -> None:
    outputs = [text[1:-1] for text in sampled(kind, f"[{mention}]", 60)]
    found = _stays(mention, outputs)
    assert found == stays
    report = Gateway(POLICY, key=KEY, detection=Marked(kind)).sanitize(f"[{mention}]", scope="1").report
    counted = [line for line in report.left_in_clear if re.match(r"\d+ x ", line)]
    assert counted == [f"{left.count(name)} x {name}" for name in sorted(set(left))]


def test_exact_delta_of_a_class_is_that_of_its_pool() -> None:
    sizes = {name: len(Gateway(POLICY).lexicon.pool(f"GIVEN_NAME_{name}")) for name in ("FEMALE", "MALE")}
    both = sum(sizes.values())
    texts = {"[Anna]": sizes["FEMALE"], "[John]": sizes["MALE"], "[Leslie]": both, "[Lezlyanna]": both}
    for text, size in texts.items():
        row = Gateway(POLICY, key=KEY, detection=Marked("PERSON")).sanitize(text, scope="1").report.figures[0]
        assert row.certified == (0.0, pytest.approx(1 / (size - 1)))


# ---- mutants: each is found by a check above

Mutant = Callable[[pytest.MonkeyPatch], Callable[[], None]]


def _mutant_titles(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Any word that is a title somewhere is one everywhere."""
    known = name_parts._TITLES | name_parts._TITLES_AND_NAMES | name_parts._SUFFIXES

    def mutant(name: str, _: Memory) -> tuple[NamePart, ...]:
        parts = name_parts.name_parts(name)
        return tuple(part for part in parts if name[part.start : part.end].lower() not in known)

    monkeypatch.setattr("dp_gateway.surrogates.sources.remembered_parts", mutant)
    return partial(check_drawn, "name like a title")


def _mutant_gender(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """The gender is kept and not printed."""
    monkeypatch.setattr(Names, "kept", lambda *_: ("that it is a given name",))
    return partial(check, "PERSON", "[Anna] said", "[John] said", female)


def _mutant_leading_digit(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """A number that does not begin with 0 keeps doing so."""
    plain = Scrambled._alphabets

    def mutant(family: Scrambled, value: str) -> list[str]:
        alphabets = plain(family, value)
        return ["123456789", *alphabets[1:]] if value[0] in "123456789" else alphabets

    monkeypatch.setattr(Scrambled, "_alphabets", mutant)
    return partial(check_drawn, "leading zero alone")


@pytest.mark.parametrize("mutant", [_mutant_titles, _mutant_gender, _mutant_leading_digit])
def test_mutants_are_found(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    found_by = mutant(monkeypatch)
    with pytest.raises(AssertionError):
        found_by()


ITSELF = [
    ("USERNAME", "[@7]", 1 / 10),
    ("PERSON", "[J. K.]", 1 / 26**2),
    ("URL", "[http://192.0.2.17]", 1 / 2**17),
    ("URL", "[https://miller.example.com]", 1 / (3 * 7000)),
    ("URL", "[ab]", 1 / 26**2),
    ("EMAIL_ADDRESS", "[12@miller.example.com]", 1 / (3 * 7000) / 100),
]


@pytest.mark.parametrize(("kind", "text", "least"), ITSELF)
def test_what_may_come_out_as_it_was_has_a_delta(kind: str, text: str, least: float) -> None:
    """Then it is masked, which tells it from any other value of its class: the delta is the probability of that."""
    row = Gateway(POLICY, key=KEY, detection=Marked(kind)).sanitize(text, scope="1").report.figures[0]
    assert row.certified == (0.0, pytest.approx(least, rel=0.02))


def test_masks_are_as_frequent_as_the_printed_delta() -> None:
    masked = sum("<" in text for text in sampled("USERNAME", "[@7]", 2000))
    assert 120 < masked < 290


def test_without_never_self_nothing_that_comes_out_as_it_was_is_masked() -> None:
    policy = Policy(name="entities", never_self=False)
    outputs = sampled("USERNAME", "[@7]", 400, policy)
    assert not any("<" in text for text in outputs)
    assert "[@7]" in outputs
