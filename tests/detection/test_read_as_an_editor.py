"""What a reader of a sent prompt would stumble over: things, rows and roles that are taken for people and addresses."""

from __future__ import annotations

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.detection.detection import default_detection

_GATEWAY = Gateway("entities", key=Secret(b"a key for tests, not a secret"))


def _private(text: str) -> set[tuple[str, str]]:
    return {(text[one.start : one.end], one.type) for one in default_detection().detect([text])[0] if not one.public}


@pytest.mark.parametrize(
    ("text", "stays"),
    [
        ("Draft an SMS to remind Mr. Kowalczyk of his appointment.", "SMS"),
        ("Hi Claude, can you rewrite this for Beth Aldridge?", "Claude"),
        ("Teacher: Mrs Holloway, Class 10C, Redmoor Academy", "10C"),
        ("Who should I contact at HMRC about my tax code? I am Dana Whitlock.", "HMRC"),
        ("Dana Whitlock drove 88 miles. The HMRC rate is 45p.", "HMRC"),
        ("I'm applying for a UK Skilled Worker visa. Passport N1234567, born in Pune.", "UK"),
        ("Present: Cllr M. Ahmed (Chair), Jo Hart (Secretary)", "Chair"),
        ('Rewrite for a 10-year-old: "Grandpa Walter had a stroke."', "10-year-old"),
        ("Barista (55) looks for a room in Jaipur. Max. €3,440 warm per month.", "Max"),
        ("Name nom nombre: Ulrich Venter\nAge edad: 39", "edad"),
        ("Fields: Full Name, Works For, Monthly Amount. Hamish Tuilagi pays $2,640.", "Works"),
        ("Turn this into plain modern English. Ilse Castellanos is 32 and lives in Malmö.", "English"),
        ("My pen friend wants to read it. German please\n\nSat next to Stellan Castellanos.", "German"),
        ("My Maltese mix Coco weighs 1.8 kg, says Dr. Lindgren.", "Maltese"),
        ("Other driver: Derek Poole, Fiesta WK19 ZRT, insured with Admiral policy P/77123984", "Fiesta"),
        ("Mayor Linda Okoro cut the ribbon.", "Mayor Linda Okoro"),
        ("Present - Mavis (chair), Derek (treasurer), Bron, Sunil. Water bill £214.80.", "treasurer"),
        ("Solicitors: Knox Legal (buyer), Marsh & Co (vendor).", "buyer"),
        ("How do I handle the Thursday 1:1s with Tina?", "Thursday 1"),
        ("Idris Khan, brought by mother with 2/7 hx of fever.", "2/7"),
        ("My booker takes 12 % of the fee, says Stellan Castellanos.", "booker"),
        ("Stellan Castellanos, tenant\nTenancy in Mombasa from 31st of May 2026", "Tenancy"),
    ],
)
def test_what_is_nobodys_stays(text: str, stays: str) -> None:
    assert stays not in {name for name, _ in _private(text)}


@pytest.mark.parametrize(
    ("text", "private"),
    [
        ("JS to remind Mr. Kowalczyk of his appointment.", ("JS", "PERSON")),
        ("Hi Claude, hope you are well. Attached is the invoice. Best, Rita", ("Claude", "PERSON")),
        ("Flat 10C, 27 Marlborough Road, Leeds", ("Flat 10C, 27 Marlborough Road", "STREET_ADDRESS")),
        ("He was admitted to Ward 7B with Dr Lee.", ("7B", "ID_NUMBER")),
        ("Mr Lee called HMRC yesterday.", ("HMRC", "ORGANIZATION")),
        ("Jo Hart is our secretary.", ("secretary", "JOB_TITLE")),
        ("My daughter is 10. Rewrite for a 10-year-old.", ("10", "AGE")),
        ("I interned at Foster + Partners.", ("Foster + Partners", "ORGANIZATION")),
        ("Dana Whitlock: 1600 a month, no haggling", ("1600", "MONEY")),
        ("Dana's last direct debit was 2780 per month.", ("2780", "MONEY")),
        ("My landlord mr antoniou dont answer.", ("antoniou", "PERSON")),
        ("The photo shows Mayor Linda Okoro at the ribbon.", ("Linda Okoro", "PERSON")),
        ("I was in a crash on the A38 near Saltash.", ("38", "ID_NUMBER")),
        ("Margaret Ashworth, 1938-2024, of Otley, beloved wife of Harold", ("Otley", "LOCATION")),
        ("Mbali set up 2380/month after the Eindhoven gala.", ("Eindhoven", "LOCATION")),
        ("My wife Odette made me come. Yeah, the 42 out of Sandbach.", ("Sandbach", "LOCATION")),
        ("Mon - physio w/ Tamara; Thu - call the bank", ("Thu", "DATE_TIME")),
        ('"Deepak wants to extend, salary stays 41k."', ("41k", "MONEY")),
        ("Sorry Beth! I can see it's at our Hull depot.", ("Hull", "LOCATION")),
        ("Tomas Borg wants 1.350 € Kaution.", ("Tomas Borg", "PERSON")),
        ("Max paid €3,440 for it.", ("Max", "PERSON")),
        ("Bed 4: Emeka, fall from ladder at work (Garmin; florist)", ("Garmin", "ORGANIZATION")),
        ("P: I'm a tram driver. Garmin, if you know them.", ("Garmin", "ORGANIZATION")),
        ("- Who: Mbali Abubakar\n- Entity on payslip: Telstra", ("Telstra", "ORGANIZATION")),
        ("Ilse Castellanos is the name. The trade is midwife.", ("midwife", "JOB_TITLE")),
        ("In real life: a florist. Thanks, Ilse Quigley", ("florist", "JOB_TITLE")),
        ("Your geologist, Mbali O'Rourke, was rude.", ("geologist", "JOB_TITLE")),
        ("Dorothea, occupation on file radiographer (Ashdown Clinic)", ("radiographer", "JOB_TITLE")),
        ("profession: event planner, staff discount code: Uniqlo", ("event planner", "JOB_TITLE")),
        ("The letter of Booker arrived; Booker lives in Leeds.", ("Booker", "PERSON")),
        ("volunteer:\n  display: Lachlan Grigoryan\n  hub: Bologna", ("Bologna", "LOCATION")),
        ("Keith, the balance of two thousand four hundred is due.", ("two thousand four hundred", "MONEY")),
    ],
)
def test_what_looks_like_it_is_private(text: str, private: tuple[str, str]) -> None:
    assert private in _private(text)


@pytest.mark.parametrize(
    ("name", "like"),
    [("Hull City", "Football Club"), ("The Fox & Hounds", "Restaurant"), ("Little Acorns Nurseries", "Kindergarten")],
)
def test_the_trade_of_an_organisation_is_told_by_more_words(name: str, like: str) -> None:
    from dp_gateway.vocabulary.lexicon.attributes import trade_of

    assert trade_of(name) == trade_of(f"Merrell {like}")


def test_no_name_of_the_lists_has_a_space_before_it() -> None:
    from dp_gateway.vocabulary.lexicon.attributes import NO_TRADE, trade_of

    for name in ("Microsoft", "Oracle", "Infosys", "Tata Consultancy Services", "Centrelink", "HMRC", "Foxtons"):
        assert trade_of(name) != NO_TRADE


def test_a_councillor_has_a_family_name() -> None:
    # A given name may be one of the surrogates of "either", so several are asked.
    from dp_gateway.mentions.agreement import clue

    for name in ("O'Neill", "Hartley", "Hardy"):
        text = f"Apologies: Cllr. {name} and Captain {name}."
        for at in (text.index(name), text.rindex(name)):
            assert clue(text, at, at + len(name), 0, len(text)).titled


def test_it_all_comes_back() -> None:
    text = "Keith: the balance of two thousand four hundred is due. Ward 7B, Cllr. O'Neill (Chair), Foster + Partners."
    sent = _GATEWAY.sanitize(text)
    assert sent.text != text
    assert sent.restore(sent.text) == text
