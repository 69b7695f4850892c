"""What was found in one turn is looked for in the later ones, and an earlier turn is searched once."""

from __future__ import annotations

import pytest

from dp_gateway.cache import Memory
from dp_gateway.mentions import everywhere
from dp_gateway.mentions.bare_numbers import Said
from dp_gateway.mentions.gathering import find_mentions
from dp_gateway.mentions.written_apart import WrittenApart
from dp_gateway.policy import Policy
from dp_gateway.text.entities import Entity, Mention


def asked(texts: list[str], persons: list[str], memory: Memory | None) -> list[Mention]:
    """The mentions of a conversation, of which detection found each person where it first stands."""
    entities: list[list[Entity]] = [[] for _ in texts]
    for name in persons:
        at = next(number for number, text in enumerate(texts) if name in text)
        start = texts[at].index(name)
        entities[at].append(Entity(start, start + len(name), "PERSON", 0.9, "told"))
    turns = list(range(len(texts)))
    return find_mentions(texts, [sorted(found) for found in entities], Policy(), said=Said(turns), memory=memory)


TEXTS = [
    "vanterpool said Hi",
    "Theodric Vanterpool is here",
    "ask tvanterpool or VANTERPOOL",
    "Zora Quill, quill",
    "vanterpool quill",
]


def test_a_memory_changes_nothing_and_searches_only_what_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[str] = []
    hits = everywhere._hits  # pyright: ignore[reportPrivateUsage]

    def watched(text: str, *rest: int) -> object:
        searched.append(text)
        return hits(text, *rest)

    monkeypatch.setattr(everywhere, "_hits", watched)
    memory, expected = Memory(), list[Mention]()
    for upto in range(2, len(TEXTS) + 1):
        texts = TEXTS[:upto]
        persons = ["Theodric Vanterpool", "Zora Quill"][: 1 + (upto > 3)]
        expected = asked(texts, persons, None)
        searched.clear()
        assert asked(texts, persons, memory) == expected
        assert searched == (texts if upto == 2 else texts[-1:])
    written = [(one.text_number, one.text, one.type) for one in expected]
    assert written == [
        (1, "Theodric Vanterpool", "PERSON"),
        (2, "tvanterpool", "USERNAME"),
        (2, "VANTERPOOL", "PERSON"),
        (3, "Zora Quill", "PERSON"),
        (3, "quill", "PERSON"),
        (4, "vanterpool", "PERSON"),
        (4, "quill", "PERSON"),
    ]


def test_a_family_name_of_two_letters_is_found_again_where_it_is_written_as_a_name() -> None:
    texts = ["Minh-Anh Vo is here.", "Vo dissented, vo and VO and Volta did not."]
    found = [one.text for one in asked(texts, ["Minh-Anh Vo"], None) if one.text_number == 1]
    assert found == ["Vo"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Is Friday fine for Frost?", ["Frost"]),
        ("Frost's car froze.", ["Frost"]),
        ("Ask Will, and Frost.", ["Will", "Frost"]),
        ("Frost covered the field. Will you come?", []),
        ("The frost will come.", []),
    ],
)
def test_a_name_that_is_a_word_is_found_where_somebody_is_spoken_of(text: str, found: list[str]) -> None:
    texts = ["Will Frost is here.", text]
    entities = [[Entity(0, len("Will Frost"), "PERSON", 0.9, "told")], []]
    words = frozenset(("will", "frost"))
    mentions = find_mentions(texts, entities, Policy(), words)
    assert [one.text for one in mentions if one.text_number] == found


def test_a_short_text_is_searched_as_a_long_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for text in (
        " ".join(TEXTS),
        "Zora Quill and Theodric Vanterpool: zquill, QUILL, theodric.vanterpool@, Z o r a",
        "Zora",
    ):
        persons = [name for name in ("Theodric Vanterpool", "Zora Quill") if name in text]
        monkeypatch.setattr(everywhere, "_SHORT", 2000)
        short = asked([text], persons, None)
        monkeypatch.setattr(everywhere, "_SHORT", 0)
        assert asked([text], persons, None) == short
        assert len(short) >= 2 * len(persons)


def test_a_number_that_a_model_took_for_a_name_is_looked_for_too() -> None:
    texts = ["Badge E-48291 was lost.", "Who has E-48291?"]
    found = find_mentions(texts, [[Entity(6, 13, "PERSON", 0.9, "tagger:1")], []], Policy())
    assert [(one.type, one.text) for one in found] == [("ID_NUMBER", "E-48291")] * 2


def test_a_short_text_may_hold_nothing_that_is_looked_for() -> None:
    # The digits alone are short enough to be looked for.
    number = " ".join("3" * 250)
    found = [[Entity(3, 3 + len(number), "ID_NUMBER", 1.0, "told")]]
    (mention,) = find_mentions([f"ID {number}"], found, Policy())
    assert mention.text == number


@pytest.mark.parametrize(
    ("first", "kind", "again", "guessed", "other"),
    [
        ("Hartwell Biosciences", "ORGANIZATION", "HARTWELL BIOSCIENCES", "HARTWELL", "PERSON"),
        ("+1 415 555 0173", "PHONE_NUMBER", "14155550173", "14155550173", "ID_NUMBER"),
    ],
)
def test_what_a_model_takes_for_something_else_is_what_was_found_before(
    first: str, kind: str, again: str, guessed: str, other: str
) -> None:
    """Else the rest of it would leave as it is: "RANGEL BIOSCIENCES" for a firm that was drawn as a whole."""
    entities = [[Entity(0, len(first), kind, 0.9, "patterns")], [Entity(0, len(guessed), other, 0.9, "tagger:1")]]
    found = find_mentions([first, f"{again} it is"], entities, Policy(), said=Said([0, 1]))
    assert [(one.type, one.text) for one in found] == [(kind, first), (kind, again)]


@pytest.mark.parametrize(
    "joined", ["AcmeRocketLabs", "acmerocketlabs", "acme-rocket-labs", "acme_rocket_labs", "ACMEROCKETLABS"]
)
def test_a_firm_is_found_again_in_one_word(joined: str) -> None:
    entities = [[Entity(0, 16, "ORGANIZATION", 0.9, "patterns")], list[Entity]()]
    found = find_mentions(["Acme Rocket Labs", f"follow {joined} there"], entities, Policy(), said=Said([0, 1]))
    assert [(one.type, one.text) for one in found][1:] == [("ORGANIZATION", joined)]


def test_what_a_model_found_stays_found_where_the_known_name_cannot_stand() -> None:
    """A known phrase that another finding overlaps covers nothing: the guess in it must not be lost for it."""
    text = "Theodric Vanterpool Ltd"
    entities = [
        [Entity(0, 19, "PERSON", 0.9, "told")],
        [Entity(0, 8, "PERSON", 0.9, "tagger:1"), Entity(9, 23, "ORGANIZATION", 0.9, "patterns")],
    ]
    found = find_mentions(["Theodric Vanterpool", text], entities, Policy(), said=Said([0, 1]))
    assert "".join(one.text for one in found if one.text_number == 1) == "TheodricVanterpool Ltd"


@pytest.mark.parametrize(
    ("text", "hosts"),
    [
        ("Write to z@kertesz.museum, the site kertesz.museum is down.", ["kertesz.museum"]),
        ("Write to z@kertesz.museum: no mail.kertesz.museum any more.", ["kertesz.museum"]),
        ("Write to z@gmail.com, though gmail.com is down.", []),
    ],
)
def test_the_host_of_an_address_is_found_elsewhere(text: str, hosts: list[str]) -> None:
    """The provider would read whose the address is beside what stands for it."""
    start, end = text.index("z@"), text.index(".", text.index("@")) + len(".museum")
    address = Entity(start, end if "museum" in text else end - 3, "EMAIL_ADDRESS", 1.0, "told")
    found = find_mentions([text], [[address]], Policy(), said=Said([0]))
    assert [one.text for one in found if one.type == "URL"] == hosts


def test_the_account_of_an_address_is_a_login_elsewhere() -> None:
    text = "Write to t.quill50@kertesz.museum; t.quill50 logged in, and info@kertesz.museum for info."
    entities = [
        [Entity(text.index(one), text.index(one) + len(one), "EMAIL_ADDRESS", 1.0, "told")]
        for one in ("t.quill50@kertesz.museum",)
    ]
    found = find_mentions([text], entities, Policy(), said=Said([0]))
    assert [one.text for one in found if one.type == "USERNAME"] == ["t.quill50"]


@pytest.mark.parametrize(
    "text",
    ["AB-12 ab 12 and 4539-1488 x_45391488", "Hart-\nMann, 4539.1488; aB12", "%s %d%%: 4539-1488", "4539%201488, 9%"],
)
def test_letters_of_ascii_are_compared_as_those_of_other_texts(text: str) -> None:
    search = WrittenApart({"AB 12": ("ID_NUMBER", 0), "4539 1488": ("ID_NUMBER", 0), "Hartmann": ("PERSON", 0)})
    found = [*search.hits(text, 0)]
    assert found
    assert found == [*search.hits(f"{text} é", 0)]
