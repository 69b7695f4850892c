"""Statements about all of a kind stay as they are; what looks like them and tells of somebody does not."""

from __future__ import annotations

import pytest

from dp_gateway import Gateway
from dp_gateway.policy import load_policy


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    return Gateway(load_policy("entities"))


@pytest.mark.parametrize(
    "text",
    [
        "Rents in Manhattan are the highest in the country.",
        "Parking in central Amsterdam is expensive.",
        "Bus drivers in London earn around £35,000.",
        "Teachers are paid about $60,000 in Ohio.",
        "Plumbers, electricians and carpenters must be licensed in California.",
        "You must be 21 to drink in the US.",
        "Driving from Sydney to Perth takes four days.",
        "In Singapore chewing gum is banned.",
        "In Turkey people drink tea from small glasses.",
        "A pint in Dublin costs around seven euros.",
        "A new iPhone costs more than $1,000.",
        "An accountant has to keep records for seven years.",
        "Women aged 50 to 71 are invited for screening every three years.",
        "Babies sleep sixteen hours a day.",
        "Most Australians live within 50 km of the coast.",
        "World War I ended on 11 November 1918.",
        "The Louvre is closed on Tuesdays.",
        "Lufthansa flies to more than 200 destinations.",
        "Jane Austen published her novels anonymously.",
        "Taylor Swift writes her own songs.",
    ],
)
def test_what_is_said_of_all_stays(gateway: Gateway, text: str) -> None:
    assert gateway.sanitize(text).text == text


@pytest.mark.parametrize(
    ("text", "private"),
    [
        ("Rents in Leeds went up for us again.", "Leeds"),
        ("Parking in Utrecht is a nightmare since the office moved.", "Utrecht"),
        ("The flat in Lyon costs about 900 euros a month.", "900 euros"),
        ("A room there costs about $700 a month.", "$700"),
        ("Cleaners get 14 dollars an hour at the place where Ana works.", "14 dollars"),
        ("Most tenants in Salford have stopped paying.", "Salford"),
        ("Invoices from Breda are always wrong.", "Breda"),
        ("Meetings in Dublin and Cork usually last two hours.", "Cork"),
        ("In Zurich the board usually meets on Mondays.", "Zurich"),
        ("A 43-year-old woman presents with slurred speech and a history of stroke.", "43"),
        ("Women aged 43 and 47 are on the list for the biopsy.", "43"),
        ("Easter is on 5 April and the christening on 12 April.", "12 April"),
        ("The project ended on 11 November 2018.", "11 November 2018"),
        ("McDonald's opened in Ripon last week.", "Ripon"),
        ("Toyota is known to the union.", "Toyota"),
        ("Emma Watson has won the raffle twice.", "Emma Watson"),
        ("Robert Burns never reached the depot.", "Robert Burns"),
        ("Michael Jackson published the poem of the month.", "Michael Jackson"),
        ("Kate Bush wrote songs for the school play.", "Kate Bush"),
        ("James Brown writes plays with the drama group.", "James Brown"),
    ],
)
def test_what_looks_like_it_and_is_somebodys_is_replaced(gateway: Gateway, text: str, private: str) -> None:
    assert private not in gateway.sanitize(text).text
