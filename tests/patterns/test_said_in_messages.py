"""What people say in English messages: dates of feasts, sums without a sign, ages of kin, beliefs, codes and flights."""

from __future__ import annotations

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.patterns.detector import PatternDetector
from dp_gateway.patterns.known_phrases import default_lexicon


def _found(text: str) -> list[tuple[str, str]]:
    names, _ = default_lexicon()
    return [(one.type, text[one.start : one.end]) for one in PatternDetector(names=names).detect([text])[0]]


@pytest.mark.parametrize(
    ("text", "kind", "found"),
    [
        ("I've worked every week since Halloween 2022 bar one.", "DATE_TIME", "Halloween 2022"),
        ("He gave me till Martinmas 2025 to be out of the cottage.", "DATE_TIME", "Martinmas 2025"),
        ("We fled in '91 and came here the summer after that.", "DATE_TIME", "91"),
        ("It is reduced to £60 if I pay by 29.9. at the latest.", "DATE_TIME", "29.9."),
        ("The builder took 4 grand up front and never came back.", "MONEY", "4 grand"),
        ("I paid 900 deposit and he kept it when we moved out.", "MONEY", "900"),
        ("I owe the shop eighty quid and 300 to my brother.", "MONEY", "300"),
        ("The flat sold for 1.2 mil, which is more than we hoped.", "MONEY", "1.2 mil"),
        ("Lola turns three on Sunday and wants a bouncy castle.", "AGE", "three"),
        ("It's me, hubby 39, two girls, and a very old dog.", "AGE", "39"),
        ("lena: how old\ntom: 27\nlena: and does what", "AGE", "27"),
        ("Q.  And you're how old?\nA.  fifty-four.\nQ.  Where?", "AGE", "fifty-four"),
        ("I'm 24. My stepmother? 31. By how many years do we differ?", "AGE", "31"),
        ("48 and burnt out. Pension at 67.", "AGE", "48"),
        ("Surname | Posada\nGiven name(s) | Sonya\nAge at intake | 62\nOutgoings | $4,360", "AGE", "62"),
        ("[00:11] Speaker 1: okay and your age\n[00:15] Speaker 2: sixty-four, I'm um", "AGE", "sixty-four"),
        ("says the cook, who is all of thirty-five. Nobody", "AGE", "thirty-five"),
        ("Fifty-four, sober for ten years. How old was I?", "AGE", "Fifty-four"),
        ("kids: 3 (girls 12, 10, boy 2), all at the same school", "AGE", "2"),
        ("My mother in law is very catholic and wants a church wedding.", "NRP", "catholic"),
        ("I'm a lifelong communist and my brother voted the other way.", "NRP", "communist"),
        ("the wifi code is hedgehog-teapot-44 if you need it", "API_KEY", "hedgehog-teapot-44"),
        ("He read out the code, 448 203, and then the money was gone.", "API_KEY", "448 203"),
        ("who has the pw? its still Sup3rTurnip#44 nobody rotated it", "API_KEY", "Sup3rTurnip#44"),
        ("city,vat: Aalborg,DK38571290 and Setúbal,PT509114783", "ID_NUMBER", "DK38571290"),
        ("I was downgraded on QF64 and nobody at the desk cared.", "ID_NUMBER", "QF64"),
        ("From all at numbers 2 to 40, Derby Road, with love.", "STREET_ADDRESS", "numbers 2 to 40, Derby Road"),
    ],
)
def test_what_is_said_is_found(text: str, kind: str, found: str) -> None:
    assert any(of == kind and found in one for of, one in _found(text)), _found(text)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Halloween is on a Friday and Easter falls in April.", "DATE_TIME"),
        ("Rock 'n' roll was in '4/4 time' for most of the set.", "DATE_TIME"),
        ("Chapter 29.9 explains it, and so does section 4.2 of the book.", "DATE_TIME"),
        ("She plays a grand piano, and 300 people came to listen.", "MONEY"),
        ("We took 900 photos and kept 40 of them for the album.", "MONEY"),
        ("The page turns two shades darker when you scroll down.", "AGE"),
        ("There are girls 12 to a row, and boys in the back.", "AGE"),
        ("That is a conservative estimate, and a liberal reading of the rule.", "NRP"),
        ("The color code is #448203 and the area code is 0448.", "API_KEY"),
        ("Use C# or F#, and set max_len=44; see README#usage for more.", "API_KEY"),
        ("Model QF640 and part BA24901 are listed in the manual.", "ID_NUMBER"),
        ("There are numbers 2 to 40 on the board, and a road to the sea.", "STREET_ADDRESS"),
    ],
)
def test_what_is_something_else_stays(text: str, kind: str) -> None:
    assert not [one for of, one in _found(text) if of == kind], _found(text)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("I've worked there every week since Halloween 2022, says Ann Lee.", "2022"),
        ("We fled in '91 with Ann Lee, and came here after that.", "'91"),
        ("The builder took 4 grand up front from Ann Lee, no receipt.", "4 grand"),
        ("I was downgraded on QF64 with Ann Lee, and nobody cared.", "QF64"),
        ("My son Finn (7 and a half) starts at school with Ann Lee.", "7 and a half"),
        ("My mother in law is very catholic, and so is Ann Lee.", "catholic"),
    ],
)
def test_it_is_drawn_in_its_form(text: str, kept: str) -> None:
    found = Gateway("entities", key=Secret(b"what people say in messages")).sanitize(text)
    assert kept not in found.text
    assert "_1>" not in found.text
    assert found.restore(found.text) == text
