"""What people write to chats, in many forms: names that have to be found, and words that are none."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import Detection, default_detection
from dp_gateway.testing.detectors import DetectorConformance


def spans(text: str, *, ner: bool = True) -> list[tuple[str, str]]:
    detection = default_detection(ner="new-messages" if ner else "off")
    return [(text[e.start : e.end], e.type) for e in detection.detect([text])[0]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Paris, France", [("Paris", "LOCATION"), ("France", "LOCATION")]),
        ("Berlin, Germany", [("Berlin", "LOCATION"), ("Germany", "LOCATION")]),
        ("We flew from Paris, France.", [("Paris", "LOCATION"), ("France", "LOCATION")]),
        ("absent: Lopez, Jordan", [("Lopez, Jordan", "PERSON")]),
        ("IBM hired John Smith.", [("IBM", "ORGANIZATION"), ("John Smith", "PERSON")]),
        ("He is a French software engineer.", [("French", "NRP"), ("software engineer", "JOB_TITLE")]),
        ("hired as a Polish plumber", [("Polish", "NRP"), ("plumber", "JOB_TITLE")]),
        ("She works as a Spanish teacher.", [("Spanish teacher", "JOB_TITLE")]),
        ("names: john smith, bob jones", [("john smith", "PERSON"), ("bob jones", "PERSON")]),
        ("JOHN SMITH OWES ME 500 DOLLARS", [("JOHN SMITH", "PERSON"), ("500 DOLLARS", "MONEY")]),
        ("* John Smith \u2013 project lead", [("John Smith", "PERSON")]),
        ("id,name\n1,John Smith", [("John Smith", "PERSON")]),
        ('user_name = "John Smith"', [("John Smith", "PERSON")]),
        ('john_smith = User(first="John", last="Smith")', [("John", "PERSON"), ("Smith", "PERSON")]),
        ("getUserName(johnSmith)", []),
        ("BP 140/90, pulse 72.", [("140/90", "QUANTITY")]),
        ("Dear April,\nthanks", [("April", "PERSON")]),
        ("May Reading called me.", [("May Reading", "PERSON")]),
        ("Will Young said he would come.", [("Will Young", "PERSON")]),
        ("Will Young lives in Nice, a nice town.", [("Will Young", "PERSON"), ("Nice", "LOCATION")]),
        ("Anna Kowalski (34) lives here.", [("Anna Kowalski", "PERSON"), ("34", "AGE")]),
        ("I am Anna Miller, 34.", [("Anna Miller", "PERSON"), ("34", "AGE")]),
        ("Boston, 34.", [("Boston", "LOCATION")]),
        ("See Table Two (34) for more.", []),
        ("To do:\n- Tom: bring cake\n- Will: see below", [("Tom", "PERSON")]),
        ("class AnnaMiller:\n    pass", [("AnnaMiller", "PERSON")]),
        ("class UserManager:\n    pass", []),
    ],
)
def test_types(text: str, expected: list[tuple[str, str]]) -> None:
    assert spans(text) == expected


LOWER_CASE = [
    ("i'm john smith from new york", "john smith", "PERSON"),
    ("i'm john smith from new york", "new york", "LOCATION"),
    ("my name is anna miller", "anna miller", "PERSON"),
    ("My name is anna", "anna", "PERSON"),
    ("my name is zbigniew okonkwo and i am lost", "zbigniew okonkwo", "PERSON"),
    ("call maria", "maria", "PERSON"),
    ("this is john", "john", "PERSON"),
    ("hi, this is sarah connor, can you help?", "sarah connor", "PERSON"),
    ("i am peter and i live in berlin", "berlin", "LOCATION"),
    ("i'm mark", "mark", "PERSON"),
    ("hi, i'm frank and i need help", "frank", "PERSON"),
    ("im rich from boston", "rich", "PERSON"),
    ("Hi mark, thanks", "mark", "PERSON"),
    ("im anna", "anna", "PERSON"),
    ("my boss john smith is angry", "john smith", "PERSON"),
    ("meeting with james brown tomorrow", "james brown", "PERSON"),
    ("jane doe, 34, lives in boston", "jane doe", "PERSON"),
    ("my landlord mr peterson wont fix it", "peterson", "PERSON"),
    ("dear mr long, hello", "long", "PERSON"),
    ("thx\nbob", "bob", "PERSON"),
    ("regards,\nanna miller\nacme corp", "anna miller", "PERSON"),
    ("[10:33] tom: hi anna, is maria there?", "tom", "PERSON"),
    ("[10:33] tom: hi anna, is maria there?", "maria", "PERSON"),
    ("a bday msg for my bestie sofia", "sofia", "PERSON"),
    ("his mother's maiden name kowalski", "kowalski", "PERSON"),
    ('{"name":"anna chang","age":34}', "anna chang", "PERSON"),
    ("ship to anna miller, 12 oak street, springfield", "12 oak street", "STREET_ADDRESS"),
    ("anna's mother called", "anna", "PERSON"),
]
CAPITALISED = [
    ("Miss May Day", "May Day", "PERSON"),
    ("Mr. Best will see you.", "Best", "PERSON"),
    ("My name is Rose Field.", "Rose Field", "PERSON"),
    ("I am May Reading.", "May Reading", "PERSON"),
    ('{"last_name": "Natarajan"}', "Natarajan", "PERSON"),
    ("שלום, שמי דוד כהן", "דוד כהן", "PERSON"),
    ("مرحبا، اسمي محمد علي ورقمي", "محمد علي", "PERSON"),
    ("Je m'appelle Chloé Martin.", "Chloé Martin", "PERSON"),
    ("你好，我叫王小明", "王小明", "PERSON"),
    ("Search for name=John%20Smith&email=john%40example.com", "john%40example.com", "EMAIL_ADDRESS"),
    ("https://crm.example.com/?name=John+Smith&id=4", "John+Smith", "URL"),
]


class TestPrompts(DetectorConformance):
    found = LOWER_CASE + CAPITALISED
    nothing = (
        "the red rose is dead and the will to live is strong",
        "can you grant access to the page",
        "i sue my landlord and bill him, maybe in may",
        "compare python to ruby, java and perl please",
        "the robin and the jay are birds, and he plays the viola",
        "my name is not important, call me later",
        "give me a recipe for rosemary chicken with basil and sage",
        "ms word crashed before my dr appointment",
        "a matt finish, a rusty nail, a misty morning",
        "john.smith is in john_smith.txt",
        "i'm rich and i'm frank about it, it's lucky",
        "a 2 way street, and 3 cars on the road",
        "What will it do? Will you come? May I ask?",
        '{"name": "Button", "type": "primary", "owner": "root"}',
        "Answer in Markdown, please.",
        "Deploy it on Kubernetes with Terraform, from GitHub.",
        "Is Python better than JavaScript, Node.js or TypeScript with Tailwind?",
        "How do I parse JSON in Rust, Go and Kotlin?",
    )

    def make(self) -> Detection:
        return default_detection()
