"""Messages of an assistant's users in which something was missed, cut in two, or taken for something else."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection

FOUND = [
    ("I am an engineer, quality assurance at Bosch.", {"engineer, quality assurance": "JOB_TITLE", "Bosch": "ORGANIZATION"}),
    ("I work at BrightHarbor in Leeds.", {"BrightHarbor": "ORGANIZATION", "Leeds": "LOCATION"}),
    ('{"from":"Yusuf","to":"everyone","msg":"mum is in oadby"}', {"Yusuf": "PERSON", "oadby": "LOCATION"}),
    ("She lives in Dudley DY2 0QT now.", {"Dudley": "LOCATION", "DY2 0QT": "POSTCODE"}),
    ("They live in Hull HU5 2TX.", {"Hull": "LOCATION", "HU5 2TX": "POSTCODE"}),
    ("Use sort code 20-44-91, account 53318204.", {"20-44-91": "ID_NUMBER", "53318204": "ID_NUMBER"}),
    ("Dmitri asked for 95k. Who should I pick?", {"Dmitri": "PERSON", "95k": "MONEY"}),
    ("The office closes on 30 Sept, 12 layoffs follow.", {"30 Sept": "DATE_TIME"}),
    ("Ticket from Lena Brandt, Order #883120.", {"Lena Brandt": "PERSON", "883120": "ID_NUMBER"}),
    (
        "The parcel went to Via Garibaldi 14, 20121 Milano instead of Calle de Alcalá 45, 28014 Madrid.",
        {
            "Via Garibaldi 14, 20121 Milano": "STREET_ADDRESS",
            "Calle de Alcalá 45": "STREET_ADDRESS",
            "28014": "POSTCODE",
            "Madrid": "LOCATION",
        },
    ),
    ("They closed at a 22 million valuation.", {"22 million": "MONEY"}),
    ("yeah, 2.4 million on the term sheet, closing soon.", {"2.4 million": "MONEY"}),
    ("Patient Ruaridh Bain, NHS no 943 476 5919.", {"Ruaridh Bain": "PERSON", "943 476 5919": "UK_NHS"}),
    ("our router admin is admin/P@ssw0rd!9 since may", {"P@ssw0rd!9": "API_KEY"}),
    ("My EIN 12-3456789 and PNR H7K2LM.", {"12-3456789": "ID_NUMBER", "H7K2LM": "ID_NUMBER"}),
    (
        "I am a Lebanese-born Muslim nurse.",
        {"Lebanese": "NRP", "Muslim": "NRP", "nurse": "JOB_TITLE"},
    ),
    ("Coordinates: 51.50722, -0.1275. Come soon.", {"51.50722, -0.1275": "ID_NUMBER"}),
    ('{"place": "cabin", "lat": 46.81234, "lng": 8.22412}', {"46.81234": "ID_NUMBER", "8.22412": "ID_NUMBER"}),
    ("My cabin is at 40°42'46\"N 74°00'22\"W.", {"40°42'46\"N 74°00'22\"W": "ID_NUMBER"}),
    ("whats a good gift for my gf? her name is summer and she turns 30", {"summer": "PERSON", "30": "AGE"}),
    (
        "It must pay the family of Devonte Pierce, 24, killed near Elko.",
        {"Devonte Pierce": "PERSON", "24": "AGE", "Elko": "LOCATION"},
    ),
    ("The judge said Harlan Brothers Trucking must pay.", {"Harlan Brothers Trucking": "ORGANIZATION"}),
    (
        'DM from @liv.marsh: "ur venmo is liv-marsh-22 right?"',
        {"liv.marsh": "USERNAME", "liv-marsh-22": "USERNAME"},
    ),
    ("my insta is rosalind.k.photo and venmo: felix-oduya", {"rosalind.k.photo": "USERNAME", "felix-oduya": "USERNAME"}),
    ('pw: Tr1cky!horse and pass = "hunter2!"', {"Tr1cky!horse": "API_KEY", "hunter2!": "API_KEY"}),
    ("The patient from Wrexham presented with SOB.", {"Wrexham": "LOCATION"}),
    ("Bullied by Trevor in Logistics and Priya in Finance.", {"Trevor": "PERSON", "Priya": "PERSON"}),
    (
        "Ich heiße Jürgen Albrecht und wohne in der Lindenstraße 8, 04109 Leipzig. And then reply in English.",
        {"Jürgen Albrecht": "PERSON", "Lindenstraße 8": "STREET_ADDRESS", "04109": "POSTCODE", "Leipzig": "LOCATION"},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), FOUND)
def test_all_of_it_is_found_as_what_it_is(text: str, expected: dict[str, str]) -> None:
    found = default_detection().detect([text])[0]

    assert {text[one.start : one.end]: one.type for one in found if not one.public} == expected


@pytest.mark.parametrize(
    "text",
    [
        "The location of the optimum is 0.123, 0.456.",
        "The vector at this location is [0.1231, 1.4562, 2.7713].",
        "The database has 3 million rows and 2.5 million users.",
        "The user is well-known and the account is read-only; GitHub: self-hosted runner.",
        "The login is stored in config.json, and the account is app.config.py.",
        "It is on the road I-80.",
    ],
)
def test_what_looks_alike_stays(text: str) -> None:
    found = default_detection().detect([text])[0]

    assert [text[one.start : one.end] for one in found if not one.public] == []
