"""Sums of money that are found in context leave as sums of the same form, in each language, and come back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

import pytest

from dp_gateway import Gateway, Policy, Secret
from dp_gateway.surrogates.amounts.family import ValueFamily
from dp_gateway.surrogates.amounts.spelled_money import SpelledMoney
from dp_gateway.surrogates.value_words import foreign_to_values
from dp_gateway.text.entities import Entity

_NUMBER = r"[0-9](?:[0-9.,' ]*[0-9])?"
_WORDS = r"[a-z]+(?:[ -][a-z]+)*"


class _Marked:
    """Finds what the tests say is a sum."""

    name = "marked"

    def __init__(self, sums: Sequence[str]) -> None:
        self._sums = sums

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        return [
            [
                Entity(text.index(each), text.index(each) + len(each), "MONEY", 0.9, "marked")
                for each in self._sums
                if each in text
            ]
            for text in texts
        ]


def _sent(marked: str, scope: str = "") -> str:
    """What stands in for the sum in brackets, after a check that an echo restores the text."""
    before, said, behind = re.split(r"[\[\]]", marked)
    gateway = Gateway(Policy(), key=Secret(b"a key for tests, not a secret"), detection=_Marked([said]))
    request = gateway.sanitize(before + said + behind, scope=scope)
    assert request.restore(request.text) == before + said + behind
    assert request.text.startswith(before)
    assert request.text.endswith(behind)
    sent = request.text[len(before) : len(request.text) - len(behind)]
    assert sent != said
    return sent


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("The landlord docked me [two fifty] in May.", f"{_WORDS}"),
        ("I still owe my sister [a tenner] since May.", f"{_NUMBER} quid"),
        ("He lost [a monkey] on a horse last week.", f"{_NUMBER} quid"),
        ("He said it would cost [half a mil] to fix.", f"{_NUMBER}"),
        ("She borrowed [a couple of thou] from the bank.", f"{_NUMBER}"),
        ("They pay him [nine thousand TT] a month.", f"{_WORDS} TT"),
        ("The matatu owner asked for [8k bob] for it.", f"{_NUMBER}k bob"),
        ("The mechanic wants [four grand] for the gearbox.", f"(?:{_NUMBER}|{_WORDS}) grand"),
        ("School fees went up to [KSh 28,400] this term.", f"KSh {_NUMBER}"),
        ("Das kostet beim Bäcker um die Ecke [nen Zwanni].", f"{_NUMBER} Euro"),
        ("Er hat mir für den Umzug [zwei Fuffis] gegeben.", f"{_NUMBER} Euro"),
        ("Die Wohnung kostet im Monat [640 kalt] und das ist viel.", f"{_NUMBER} kalt"),
        ("Meine Schwester verdient im Büro [zwotausend brutto] im Monat.", f"{_NUMBER} brutto"),
        ("Le plombier m'a demandé [450 max] pour la fuite.", f"{_NUMBER} max"),
        ("Mon frère me doit encore [dix keuss] depuis l'été.", f"{_NUMBER} euros"),
        ("Le loyer est de [22 390 FCFA] par mois chez nous.", f"{_NUMBER} FCFA"),
        ("Mi jefe me paga [mil doscientos verdes] al mes.", f"{_NUMBER} verdes"),
        ("El alquiler del piso cuesta [S/ 350] cada mes.", f"S/ {_NUMBER}"),
        ("Mio cugino mi deve ancora [due deca] da maggio.", f"{_NUMBER} euro"),
        ("La riparazione della macchina costa [mille euro] in tutto.", f"{_NUMBER} euro"),
        ("De monteur vroeg voor de ketel [drie tientjes] per uur.", f"{_NUMBER} euro"),
        ("Mijn baas betaalt mij [1.900 all-in] voor deze klus.", f"{_NUMBER} all-in"),
        ("O meu patrão paga-me [mil duzentos] por mês.", f"{_NUMBER}"),
        ("Ele me deve [três contos] desde o Natal passado.", f"{_NUMBER} reais"),
        ("Szef płaci mi za to [trzy i pół stówki] tygodniowo.", f"{_NUMBER} zł"),
        ("Mechanik chce za naprawę [50 kafli] i nie mam tyle.", f"{_NUMBER} kafli"),
        ("老板欠我[十几万]，一直不给。", f"{_NUMBER}多万"),
        ("他借了我[两三百块]还没有还。", f"{_NUMBER}块"),
        ("先月の修理代は[７，０００円]でした。", "[０-９，]+円"),
        ("友だちに[数万円]を貸したままです。", f"{_NUMBER}円"),
        ("المدير يدفع لي [ألفين ونص] في الشهر.", f"{_NUMBER}"),
        ("دفعت للمحل [٤٬٧٥٠ ريال] أمس.", "[٠-٩٬]+ ريال"),
        ("उसने मुझसे दुकान के लिए [सवा लाख] माँगे थे।", f"{_NUMBER}"),
        ("मकान का किराया [पचास रुपैया महीना] है।", f"{_NUMBER} रुपैया महीना"),
    ],
)
def test_a_sum_leaves_as_a_sum(text: str, pattern: str) -> None:
    for scope in "abcd":
        assert re.fullmatch(pattern, sent := _sent(text, scope)), sent


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("Das macht dann [35 € für Onkel Alfred], sagt er.", f"{_NUMBER} €"),
        ("Szef mówi, że dostanę [zaliczki 700] i tyle.", _NUMBER),
        ("Je lui donne [60 le feuillet] quand il écrit.", _NUMBER),
        ("He wants [600 for Boston Legal] by Friday.", _NUMBER),
    ],
)
def test_words_of_no_sum_are_left_out(text: str, pattern: str) -> None:
    assert re.fullmatch(pattern, sent := _sent(text)), sent


@pytest.mark.parametrize(
    "text", ["He got [350.oo] for it.", "Ich gebe dir [was du hast] dafür.", "I paid [half] of it."]
)
def test_what_is_no_sum_is_not_drawn_as_one(text: str) -> None:
    assert re.search(r"<MONEY_[0-9]+>|[0-9]\.[a-z]", _sent(text))


def test_the_same_sum_said_in_other_words_has_one_draw() -> None:
    gateway = Gateway(
        Policy(), key=Secret(b"a key for tests, not a secret"), detection=_Marked(["zwei Fuffis", "100 Euro"])
    )
    text = "Er schuldet mir seit gestern zwei Fuffis, also genau 100 Euro."
    request = gateway.sanitize(text)
    numbers = re.findall(r"[0-9]+", request.text)
    assert len(numbers) == 2
    assert len({*numbers}) == 1
    assert request.restore(request.text) == text


def test_the_answer_may_write_digits_for_words() -> None:
    gateway = Gateway(Policy(), key=Secret(b"a key for tests, not a secret"), detection=_Marked(["a tenner"]))
    request = gateway.sanitize("I still owe my sister a tenner since May.")
    number = re.findall(r"[0-9]+", request.text)[0]
    assert request.restore(f"You owe her £{number}.") == "You owe her £10."


def test_a_draw_keeps_what_the_same_sum_in_digits_keeps() -> None:
    family = ValueFamily({"MONEY": 6.0}, language="de")
    said = SpelledMoney(family, "de", lambda written: foreign_to_values(written, "de", money=True))
    value = said.parse("zwei Fuffis", "MONEY")
    assert value is not None
    assert value.numbers == (Decimal(100),)
    assert said.kept("zwei Fuffis", value) == family.kept("100 Euro", value)
    assert "Alfred" not in said.render("100 Euro für Onkel Alfred", value, value)
