"""Letters, minutes, dictated notes and logs: what is private in them is found, and ordinary words are left alone."""

from __future__ import annotations

import pytest

from dp_gateway import Gateway, Secret, default_detection


def _private(text: str) -> dict[str, str]:
    return {text[one.start : one.end]: one.type for one in default_detection().detect([text])[0] if not one.public}


@pytest.mark.parametrize(
    ("text", "found", "kind"),
    [
        ("Confirming Tyler for Mon 3/10 at 2:45 PM.", "Mon 3/10 at 2:45 PM", "DATE_TIME"),
        ("Tu. 3/vi slipped from Stromness with Ailsa.", "Tu. 3/vi", "DATE_TIME"),
        ("we'll be there Monday sixteenth, says Ada", "Monday sixteenth", "DATE_TIME"),
        ("On the 3rd I'll be in Cádiz with Ada.", "3rd", "DATE_TIME"),
        ("Jx is out til 9/4, says Ada", "9/4", "DATE_TIME"),
        ("many happy returns to Pearl from the end villa (79, 11th)", "79", "AGE"),
        ("Bed 2 - Eunice O. 84 UTI, trimethoprim", "84", "AGE"),
        ("she was a lollipop lady for years", "lollipop lady", "JOB_TITLE"),
        ("Formerly headmaster of Broadmeadow School.", "headmaster", "JOB_TITLE"),
        ("the shed: NB combi now 2580", "2580", "API_KEY"),
        ("invoice will be two thousand four hundred and ten, Ada", "two thousand four hundred and ten", "MONEY"),
        ("who's in for the quiz @ the Quiet Badger", "the Quiet Badger", "ORGANIZATION"),
        ("Happy birthday to Len Fairweather (92, 3rd).", "3rd", "DATE_TIME"),
        ("visited the family today eleventh of the fourth full stop", "eleventh of the fourth", "DATE_TIME"),
        ("um so first sunday thats the second is me", "second", "DATE_TIME"),
        ("Agnes first picked up a needle at nine, taught by her grandmother.", "nine", "AGE"),
        ("What does Teuila at forty-three know about bees?", "forty-three", "AGE"),
        ("B) 29M, likes trains, never late", "29", "AGE"),
        ("Subject: Fwd: container KFZU 774120-3", "KFZU 774120-3", "ID_NUMBER"),
        ("Caller: it's, hang on, it's HX 2290 7741 06.", "HX 2290 7741 06", "ID_NUMBER"),
        ("plot 17b still owes for the water", "17b", "ID_NUMBER"),
        ("its in the lockbox code is 8 0 5 5 um my keys", "8 0 5 5", "API_KEY"),
        ("swipe or add me on ro_han.jpg", "ro_han.jpg", "USERNAME"),
        ("he says itll be four hundred with the posts", "four hundred", "MONEY"),
        ("somebody owes the tin four pounds sixty no names", "four pounds sixty", "MONEY"),
        ("Bus to shops: every Tue, R15.", "R15", "MONEY"),
        ("shift at the copper kettle til 5 on saturday", "copper kettle", "ORGANIZATION"),
        ("it's round the back of the Feathered Nest pub", "Feathered Nest", "ORGANIZATION"),
        ("Make payment by money order only to Bayou Crest Rentals.", "Bayou Crest Rentals", "ORGANIZATION"),
        ("mum is zainab, school is broadwater high and he likes it", "broadwater high", "ORGANIZATION"),
        ("We have the keys to 2 Pant-y-Celyn, Machynlleth.", "2 Pant-y-Celyn", "STREET_ADDRESS"),
        ("Rohan, 29. Actuary by day, singer by night.", "Actuary", "JOB_TITLE"),
        ("I know her since she joined us as a nursery assistant. She is kind.", "nursery assistant", "JOB_TITLE"),
        ("We hope little Tobi is over the chicken pox", "Tobi", "PERSON"),
        ("Alistair Bonnington-Rhys MRICS, for your neighbours", "Alistair Bonnington-Rhys", "PERSON"),
        ("Hannah hanim, see below from the port agent.", "Hannah", "PERSON"),
    ],
)
def test_found(text: str, found: str, kind: str) -> None:
    assert _private(text).get(found) == kind


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("the radiator is hissing again and theres water on the floor", "theres"),
        ("Dear Tenant\nNOTICE OF INTENTION TO INCREASE RENT", "Tenant"),
        ("Ticket opened\nVon: Dr. Annelie Brückner-Sato", "Von"),
        ("> uniforms: ord'd by Little Dave, ETA 3 wks", "ETA"),
        ("> treasury: bal $2,311.18, dues out", "bal"),
        ("The Grapevine ~ for residents of Sandringham Gardens", "Grapevine"),
        ("Languages ....... English, Twi, French", "French"),
        ("Polish my reply to this customer, Ada", "Polish"),
        ("They meet in Welsh and English, keep the names of Ada", "English"),
        ("AGM: Philip Le Sueur stood down as Treasurer after 11 years.", "Treasurer"),
        ("0540 slipped from Stromness.\n1320 hove to, made soup.", "1320"),
        ("1. Name: Ann\n2. Adress: 71b Lordship Park Mews\n3. Tel (day): 020 7946 0381", "3"),
        ("plan is ring the council and chase the refund for zainab", "chase"),
    ],
)
def test_left_alone(text: str, word: str) -> None:
    assert word not in _private(text)


def test_a_moment_of_the_next_line_is_another() -> None:
    text = "14:06 <brun_v> plot 9 still owes 32.50\n14:07 <kestrel9> thats Mr Szczepański"
    gateway = Gateway("entities", key=Secret(b"a key for tests, not a secret"))
    assert "\n14:07 <" in gateway.sanitize(text).text
