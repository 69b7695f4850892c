"""What is nobody's stays whoever is spoken of beside it, and what only looks like it is private."""

from __future__ import annotations

import pytest

from dp_gateway.public.decision import marked
from dp_gateway.text.entities import Entity


@pytest.mark.parametrize(
    ("text", "name", "kind", "public"),
    [
        ("What are the symptoms of Crohn's disease?", "Crohn", "PERSON", True),
        ("My uncle has Crohn's disease.", "Crohn", "PERSON", False),
        ("Is Crohn's daughter coming?", "Crohn", "PERSON", False),
        ("My landlord put a camera in the hallway, is that against GDPR?", "GDPR", "ORGANIZATION", True),
        ("Name: GDPR", "GDPR", "ORGANIZATION", False),
        ("Translate into French: my name is Olga and I live in Lyon.", "French", "NRP", True),
        ("Translate this letter to French patients of mine.", "French", "NRP", False),
        ("Translate it for my mother in French", "French", "NRP", False),
        ("How do you say sorry in French, my wife's mother tongue?", "French", "NRP", False),
        ("Pls translate for my landlady, she only reads French.", "French", "NRP", True),
        ("She reads only Arabic. Can you translate this?", "Arabic", "NRP", True),
        ("Please translate what the French patient says.", "French", "NRP", False),
        ("My English is a bit rough. Make a proper mail to the school out of this.", "English", "NRP", True),
        ("My German is not very patient with our son.", "German", "NRP", False),
        ("By Anna Bell, Year 9. Shakespeare's Hamlet delays, as he doubts.", "Shakespeare", "PERSON", True),
        ("Shakespeare's landlord delays, as he doubts.", "Shakespeare", "PERSON", False),
        ("Is it legal for my employer (Tesco) to read my mail?", "Tesco", "ORGANIZATION", False),
        ("Is it legal for a shop (Tesco) to close early?", "Tesco", "ORGANIZATION", True),
        ("5 km in miles, roughly?", "5 km", "QUANTITY", True),
        ("5 km from her flat in miles, roughly?", "5 km", "QUANTITY", False),
        ("He left her Bosch Rexroth job.", "Bosch Rexroth", "ORGANIZATION", False),
        ("How do you say 'I am hungry' in Japanese?", "Japanese", "NRP", True),
        ("My wife is Japanese, how do you say that?", "Japanese", "NRP", False),
        ("The half-life of carbon is about 5,730 years.", "5,730 years", "DURATION", True),
        ("She was married for 57 years.", "57 years", "DURATION", False),
        ("A train does 80 km/h, a second 100 km/h from 9:30 on. When does it catch up?", "9:30", "DATE_TIME", True),
        ("My train at 9:30 does 80 km/h, yours 100 km/h. When does it catch up?", "9:30", "DATE_TIME", False),
    ],
)
def test_what_is_nobodys_stays(text: str, name: str, kind: str, *, public: bool) -> None:
    at = text.index(name)
    (found,) = marked(text, [Entity(at, at + len(name), kind, 0.9, "test")])
    assert found.public == public
