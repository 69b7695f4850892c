"""Numbers of a range or list are found with the month or unit that they share, and nothing else is."""

from __future__ import annotations

import pytest

from dp_gateway.detection.beside import numbers_cut
from dp_gateway.detection.detection import default_detection
from dp_gateway.text.entities import ENTITY_TYPES, Entity


def found(text: str, *types: str) -> list[str]:
    entities = default_detection().detect([text])[0]
    return [text[one.start : one.end] for one in entities if one.type in (types or ENTITY_TYPES)]


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("She was in hospital from 3 to 10 May 2024, then at home.", "3 to 10 May 2024"),
        ("Between March 12 and 14, 2024 she was ill.", "March 12 and 14, 2024"),
        ("She was ill on March 12, 14 and 19.", "March 12, 14 and 19"),
        ("She was ill on the 12th, 14th and 19th of March.", "12th, 14th and 19th of March"),
        ("The nights of 5/6 June 2024 were bad.", "5/6 June 2024"),
        ("Either June 5 or 6 works for her.", "June 5 or 6"),
        ("Wir sind vom 3. bis 10. Mai 2024 im Urlaub und brauchen einen Vertreter.", "3. bis 10. Mai 2024"),
        ("Nous serons absents du 3 au 10 mai 2024 pour des vacances en famille.", "3 au 10 mai 2024"),
        ("Saremo in vacanza dal 3 al 10 maggio 2024 con tutta la famiglia.", "3 al 10 maggio 2024"),
        ("Będziemy na urlopie od 3 do 10 maja 2024 z całą rodziną.", "3 do 10 maja 2024"),
        ("我们从2024年5月3日至10日去北京度假。", "2024年5月3日至10日"),
        ("Let us meet Monday 12 at the clinic.", "Monday 12"),
        ("She was there on Sat 13.3. with her son.", "Sat 13.3"),
        ("Nos vemos el lunes 12 en la oficina.", "lunes 12"),
        ("Date: Mon, 4 Aug 2025 09:12:33 -0400", "Mon, 4 Aug 2025 09:12:33"),
        ("See you on Tuesday 14 May at 3:15 pm, she said.", "Tuesday 14 May at 3:15 pm"),
        ("Her visit is on 2025-08-04 (Monday).", "2025-08-04 (Monday)"),
        ("Her visit is on Monday, 2025-08-04.", "Monday, 2025-08-04"),
        ("Rent is due on the 1st, 15th and 28th of each month.", "1st, 15th and 28th"),
        ("The entry 20240312T101500Z is hers.", "20240312T101500Z"),
    ],
)
def test_days_that_share_a_month_are_found_with_it(text: str, date: str) -> None:
    assert date in found(text, "DATE_TIME")


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("It weighs 5-10 kg now.", "5-10 kg"),
        ("It weighs between 5 and 10 kg.", "5 and 10 kg"),
        ("She takes 5, 10 and 20 mg daily.", "5, 10 and 20 mg"),
        ("The rates are 5, 7 and 9 % now.", "5, 7 and 9 %"),
        ("It took two or three weeks in all.", "two or three weeks"),
        ("They paid 80, 90 and 100 dollars.", "80, 90 and 100 dollars"),
        ("Her BP is 145/95 today.", "145/95"),
        ("Her children are aged 5, 7 and 9.", "5, 7 and 9"),
        ("He is in his 30s now.", "30s"),
        ("They are 12, 15, 18, 22 and 31 years old.", "12, 15, 18, 22 and 31 years old"),
        ("Rows: 12, 15, 18, 22, 31, 44, 58, 61, 73 years old.", "12, 15, 18, 22, 31, 44, 58, 61, 73 years old"),
        ("My kids are 3, 5 and 8.", "3, 5 and 8"),
        ("The twins, 4, 6 and 9, sleep.", "4, 6 and 9"),
        ("They weigh 12, 15, 18 kg.", "12, 15, 18 kg"),
    ],
)
def test_numbers_that_share_a_unit_are_found_with_it(text: str, amount: str) -> None:
    assert amount in found(text, "MONEY", "PERCENTAGE", "QUANTITY", "DURATION", "AGE")


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("I am fifty-six and the youngest here.", "fifty-six"),
        ("He is seventy and she turned forty-two.", "forty-two"),
        ("Dr Lee said: MRN 7740 221 9. Seen 14/3.", "7740 221 9"),
    ],
)
def test_numbers_are_found_whole(text: str, whole: str) -> None:
    """Of the first and the last a model found the beginning, and "-six" and " 9" left in clear."""
    assert whole in found(text)


def test_what_stands_behind_a_number_is_not_its_end() -> None:
    entities = [Entity(4, 12, "ID_NUMBER", 0.9, "test")]
    assert [*numbers_cut("MRN 7740 221 2024-01-02", entities)] == [*numbers_cut("MRN 7740 221 5 %", entities)] == []
    assert [(one.start, one.end) for one in numbers_cut("MRN 7740 221 9", entities)] == [(4, 14)]


def test_what_stands_before_the_last_group_of_a_number_is_found_with_it() -> None:
    last = [Entity(10, 14, "ID_NUMBER", 0.9, "test")]
    assert [(one.start, one.end) for one in numbers_cut("Sími: 867 5309 .", last)] == [(6, 14)]
    assert [*numbers_cut("on page 7 5309 .", last)] == []


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("On May 3 and 10 people came.", "10"),
        ("In 2019 and 10 % more in the year after.", "2019 and"),
        ("He owns $80 and 12 horses.", "12"),
        ("See room 4, 12 March is free.", "4, 12"),
        ("Room 12, 15 kg of rice.", "12"),
        ("The boys are 5 points ahead.", "5"),
        ("The 19th century, the 2nd floor, the 14th time.", "2nd"),
    ],
)
def test_numbers_of_something_else_are_not(text: str, number: str) -> None:
    assert not any(number in one for one in found(text, "DATE_TIME", "MONEY", "PERCENTAGE", "QUANTITY", "AGE"))


@pytest.mark.parametrize(
    ("text", "district"),
    [
        ("I live in Exeter EX2 now.", "EX2"),
        ("My sister is in London SW11.", "SW11"),
        ("We moved from Lavender Hill, London to Manchester, M14.", "M14"),
    ],
)
def test_the_first_half_of_a_postal_code_is_found_behind_a_town(text: str, district: str) -> None:
    assert any(district in one for one in found(text))


@pytest.mark.parametrize("text", ["We ate in London B12-free bread.", "Leeds E4M5 is a model.", "In Paris M14a runs."])
def test_no_other_code_is_a_half_of_one(text: str) -> None:
    assert found(text, "POSTCODE") == []


def test_amounts_of_a_list_of_expenses_are_found_with_one_of_them() -> None:
    text = "Rent 850, car 219.50, childcare 600ish, Klarna 45 x 3, phone 28."
    assert found(text, "MONEY") == ["850", "219.50", "600", "45", "28"]
    assert found("Rent 900, bedrooms 3, floor 2, room 12.", "MONEY") == ["900"]
