"""Dates as people say them leave as dates of the same form, and come back."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.policy import parse_policy
from dp_gateway.surrogates.dates.classes import date_at
from dp_gateway.surrogates.dates.said import Feasts, SaidDates
from dp_gateway.text.entities import Entity

_KEY = Secret(b"a key for tests, not a secret")


class _InBrackets:
    """A detector of what stands in brackets."""

    name = "in brackets"

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        return [
            [Entity(m.start() + 1, m.end() - 1, "DATE_TIME", 0.9, self.name) for m in re.finditer(r"\[[^\]]+\]", text)]
            for text in texts
        ]


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    return Gateway("entities", key=_KEY, detection=_InBrackets())


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("Der Klempner kommt [am 14.] wieder, wegen der Heizung im Keller.", r"\[am [0-9]{1,2}\.\]"),
        ("Getauft wurde er am [dritten Oktober] in der Kirche.", r"\[[a-zß]+sten|ten [A-Z][a-zä]+\]"),
        ("Wir heiraten [zu Pfingsten] in der Kirche am Markt.", r"\[zu [A-Z][a-zä]+(?: [A-Z][a-z]+)?\]"),
        ("Sie leben hier seit ['98] mit ihren Kindern.", r"\['[0-9]{2}\]"),
        ("Le plombier revient [le 12] pour la fuite de la cuisine.", r"\[le (?:1er|[0-9]{1,2})\]"),
        ("Elle est partie le [trois mai] avec ses enfants.", r"\[[a-z -]+ [a-zéû]+\]"),
        ("On se marie [à la Pentecôte] dans le village de ma mère.", r"\[à la [A-ZÉ][^\]]+\]"),
        ("Il est né [vers 1936] dans un village de la montagne.", r"\[vers 19[0-9]{2}\]"),
        ("El fontanero vuelve el [17] por la fuga de la cocina.", r"el \[[0-9]{1,2}\]"),
        ("L'idraulico torna il [3 e il 18] per la perdita.", r"\[[0-9]{1,2} e il [0-9]{1,2}\]"),
        ("De loodgieter komt [vrijdag de 13e] terug voor het lek.", r"\[vrijdag de [0-9]{1,2}e\]"),
        ("Ze zijn op [zeven januari] getrouwd in de kerk.", r"\[[a-zëé]+ [a-z]+\]"),
        ("Hydraulik wróci [17-go] w sprawie wycieku w kuchni.", r"\[[0-9]{1,2}-go\]"),
        ("Ślub był [w Boże Ciało] u mojej babci na wsi.", r"\[w [A-ZŚ][^\]]+\]"),
        ("O encanador volta em [Agosto de 62] por causa do vazamento.", r"\[[A-Z][a-zç]+ de 6[0-9]\]"),
        ("我们[8号]出发去看奶奶,票已经买好了。", r"\[[0-9]{1,2}号\]"),
        ("他们[九八年]结婚,现在住在北京。", r"\[[〇一二三四五六七八九]{2}年\]"),
        ("今月の[二十八日]に駅で会いましょう。", r"\[[一二三十四五六七八九]{1,3}日\]"),
        ("السباك يرجع [يوم ١٧] عشان التسريب في المطبخ.", r"\[يوم [٠-٩]{1,2}\]"),
        ("शादी [9 पूस] को हमारे गाँव में होगी।", r"\[[0-9]{1,2} [ऀ-ॿ]+\]"),
        ("मेरी परीक्षा [9 Dec] को होगी, मदद कीजिए।", r"\[[0-9]{1,2} [A-Z][a-z]{2}\]"),
        ("We meet on [the fourteenth] at the old mill.", r"\[the [a-z-]+(?:st|nd|rd|th)\]"),
        ("We meet on [Easter Monday] at the old mill.", r"\[[A-Z][^\]]+\]"),
    ],
)
def test_it_stays_a_date_of_the_same_form(gateway: Gateway, text: str, pattern: str) -> None:
    request = gateway.sanitize(text)
    assert re.search(pattern, request.text), request.text
    assert "<" not in request.text
    assert request.text != text
    assert request.restore(request.text) == text


@pytest.mark.parametrize(
    ("mention", "language"),
    [
        ("le 12", "fr"), ("fünfzehnten Mai", "de"), ("am 14.", "de"), ("neuf mai", "fr"), ("trzydziestego stycznia", "pl"),
        ("the ninth", ""), ("zeven januari", "nl"), ("vers 1936", "fr"), ("primeiro", "pt"), ("9 Dec", "hi"),
    ],
)  # fmt: skip
def test_whatever_is_drawn_is_read_as_what_was_drawn(mention: str, language: str) -> None:
    family = SaidDates(language=language)
    value = family.parse(mention, "DATE_TIME")
    assert value is not None
    of = family.class_of(value[0])
    outputs = family.mechanism(value[0]).outputs
    for number in outputs[:: max(len(outputs) // 40, 1)]:
        drawn = (date_at(of, int(number)),)
        assert family.parse(family.render(mention, value, drawn), "DATE_TIME") == drawn


def test_the_report_names_what_is_kept() -> None:
    family = SaidDates(language="fr")
    value = family.parse("le 12", "DATE_TIME")
    assert value is not None
    assert family.kept("le 12", value) == (
        "that it is a day of a month that is not named",
        'written like "le 31"',
    )
    assert family.left("le 12", value) == ("word or time beside a date",)


def test_two_days_stay_in_order() -> None:
    family = SaidDates(language="it")
    value = family.parse("3 e il 18", "DATE_TIME")
    assert value is not None
    late = (value[1]._replace(day=20), value[0]._replace(day=5))
    first, last = family.in_order("3 e il 18", value, late)
    assert (first.day, last.day) == (20, 21)


def test_a_feast_is_drawn_from_its_class_alone() -> None:
    feasts = Feasts("fr")
    value = feasts.parse("à la Toussaint", "DATE_TIME")
    assert value is not None
    assert feasts.outputs("à la Toussaint", value) >= 10
    assert feasts.parse("à Noël", "DATE_TIME") != value
    assert feasts.render("LA TOUSSAINT", value, "Chandeleur") == "LA CHANDELEUR"
    assert feasts.parse("la facture", "DATE_TIME") is None


@pytest.mark.parametrize("mention", ["9", "12", "the", "nine o'clock", "0"])
def test_what_may_be_a_time_of_the_day_is_none_in_english(mention: str) -> None:
    assert SaidDates(language="").parse(mention, "DATE_TIME") is None


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("他的居留证[113年8月20日]到期,怎么办?", r"\[[0-9]{3}年[0-9]{1,2}月[0-9]{1,2}日\]"),
        ("El fontanero viene el [12 de marzo de 2024] por la fuga.", r"\[[0-9]{1,2} de [a-z]+ de 20[0-9]{2}\]"),
        ("Le plombier revient [le 12] pour la fuite de la cuisine.", r"\[le (?:1er|[0-9]{1,2})\]"),
    ],
)
def test_all_kinds_of_dates_move_under_a_shift(text: str, pattern: str) -> None:
    policy = parse_policy({"name": "shifted", "types": {"DATE_TIME": {"treatment": "shift"}}})
    request = Gateway(policy, key=_KEY, detection=_InBrackets()).sanitize(text)
    assert re.search(pattern, request.text), request.text
    assert request.restore(request.text) == text
