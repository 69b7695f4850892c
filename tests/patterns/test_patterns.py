"""Patterns, one line a notation; and ordinary sentences in which nothing may be found."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import Detection, default_detection
from dp_gateway.patterns.base import merge
from dp_gateway.patterns.detector import PatternDetector
from dp_gateway.patterns.known_phrases import default_lexicon
from dp_gateway.patterns.names import NameLists
from dp_gateway.testing.detectors import DetectorConformance

FOUND = [
    ("We live at 12 Oak Street, Apt. 4B now.", "12 Oak Street, Apt. 4B", "STREET_ADDRESS"),
    ("Flat 3, 14b Baker St, London NW1 6XE", "14b Baker St", "STREET_ADDRESS"),
    ("Flat 3, 14b Baker St, London NW1 6XE", "NW1 6XE", "POSTCODE"),
    ("Hauptstraße 12, 80331 München", "Hauptstraße 12", "STREET_ADDRESS"),
    ("12 rue de la Paix, 75002 Paris", "12 rue de la Paix", "STREET_ADDRESS"),
    ("Write to P.O. Box 123.", "P.O. Box 123", "STREET_ADDRESS"),
    ("in Springfield, IL 62704", "62704", "POSTCODE"),
    ("Call 001-555-123-4567x123 please", "001-555-123-4567x123", "PHONE_NUMBER"),
    ("Call (212) 555-0199 please", "(212) 555-0199", "PHONE_NUMBER"),
    ("Call +44 20 7946 0958 please", "+44 20 7946 0958", "PHONE_NUMBER"),
    ("Please wire 12,400 to Joaquim", "12,400", "MONEY"),
    ("our budget is about 900 lari", "900 lari", "MONEY"),
    ("it cost 450 kroner there", "450 kroner", "MONEY"),
    ("ex-Stripe, wants 95-100k, notice is short", "95-100k", "MONEY"),
    ("Order 12. Security word: marzipan. Bye", "marzipan", "API_KEY"),
    ('the security answer is "red fox", ok', "red fox", "API_KEY"),
    ("I renounced my citizenship of Jordan.", "Jordan", "LOCATION"),
    ("He is a citizen of Chad now", "Chad", "LOCATION"),
    ("my rent is 1450 and rising", "1450", "MONEY"),
    ("i earn 3900. what share", "3900", "MONEY"),
    ("she still owes me 250", "250", "MONEY"),
    ("and pay the remaining 3,150 on Friday", "3,150", "MONEY"),
    ("a 34-year-old man", "34-year-old", "AGE"),
    ("I am 34 and well", "34", "AGE"),
    ("aged 34, of Boston", "34", "AGE"),
    ("ask Dr. Maria Lopez", "Dr", "TITLE"),
    ("ask Dr. Maria Lopez", "Maria Lopez", "PERSON"),
    ("my name is Tom Baker", "Tom Baker", "PERSON"),
    ("Bye.\n\nRegards,\nTom Baker", "Tom Baker", "PERSON"),
    ("It costs $1,250.00 today", "$1,250.00", "MONEY"),
    ("Es kostet 1.250,00 EUR heute", "1.250,00 EUR", "MONEY"),
    ("about three hundred euros", "three hundred euros", "MONEY"),
    ("I owe him two grand for it", "two grand", "MONEY"),
    ("some 20 grand, and", "20 grand", "MONEY"),
    ("that is fifty quid", "fifty quid", "MONEY"),
    ("we sold it for $1 1/2 million", "$1 1/2 million", "MONEY"),
    ("the rate is 5 1/2 % now", "5 1/2 %", "PERCENTAGE"),
    ("the rate is 5¾% now", "5¾%", "PERCENTAGE"),
    ("I weigh 81 1/2 kg now", "81 1/2 kg", "QUANTITY"),
    ("it took 2½ hours", "2½ hours", "DURATION"),
    ("a boy 5 1/2 years old", "5 1/2 years old", "AGE"),
    ("at 12 Oak Street, 9th floor.", "12 Oak Street, 9th floor", "STREET_ADDRESS"),
    ("at 3rd Floor, 12 Oak Street now", "3rd Floor, 12 Oak Street", "STREET_ADDRESS"),
    ("some 12k dollars", "12k dollars", "MONEY"),
    ("5.5% of it", "5.5%", "PERCENTAGE"),
    ("he weighs 82 kg", "82 kg", "QUANTITY"),
    ("for three weeks", "three weeks", "DURATION"),
    ("on March 3rd, 2021 at 14:30", "March 3rd, 2021 at 14:30", "DATE_TIME"),
    ("on 2021-03-03T10:00:00Z", "2021-03-03T10:00:00Z", "DATE_TIME"),
    ("am 3.4.2021", "3.4.2021", "DATE_TIME"),
    ("card 4111-1111-1111-1111 ok", "4111-1111-1111-1111", "CREDIT_CARD"),
    ("IBAN GB82 WEST 1234 5698 7654 32 AND MORE", "GB82 WEST 1234 5698 7654 32", "IBAN_CODE"),
    ("SSN 536-22-1234", "536-22-1234", "US_SSN"),
    ("account number is 12345678", "12345678", "ID_NUMBER"),
    ("Passport: X1234567", "X1234567", "US_PASSPORT"),
    ("id 123e4567-e89b-12d3-a456-426614174000", "123e4567-e89b-12d3-a456-426614174000", "ID_NUMBER"),
    ("at 192.168.1.10 now", "192.168.1.10", "IP_ADDRESS"),
    ("at fe80::1ff:fe23:4567:890a now", "fe80::1ff:fe23:4567:890a", "IP_ADDRESS"),
    ("MAC 00:1A:2B:3C:4D:5E", "00:1A:2B:3C:4D:5E", "MAC_ADDRESS"),
    ("tom.baker+x@mail.example.com,please", "tom.baker+x@mail.example.com", "EMAIL_ADDRESS"),
    ("see https://user:pw@host.com/a?b=c.", "https://user:pw@host.com/a?b=c", "URL"),
    ("key sk-abcdef1234567890abcdef", "sk-abcdef1234567890abcdef", "API_KEY"),
    ("The password is hunter2!", "hunter2", "API_KEY"),
    ("The wifi password for the cabin is Mossy!Otter42 and it works.", "Mossy!Otter42", "API_KEY"),
    ('The admin password on the router is "plumtree88".', "plumtree88", "API_KEY"),
    ("The password for staging was changed to Qw3rty!! yesterday.", "Qw3rty", "API_KEY"),
    ("the passcode for my phone is 482913", "482913", "API_KEY"),
    ("My PIN at the bank is 4821, I think.", "4821", "API_KEY"),
    ("The gate code is 7719 since June.", "7719", "API_KEY"),
    ("thanks @tom_baker for it", "@tom_baker", "USERNAME"),
    ("I joined Baker and Sons", "Baker and Sons", "ORGANIZATION"),
    ("the University of Springfield", "University of Springfield", "ORGANIZATION"),
    ("she is German", "German", "NRP"),
    ("I work as a software engineer at home", "software engineer", "JOB_TITLE"),
    ("my contract (no. 44-9921-3) ends", "44-9921-3", "ID_NUMBER"),
    ("my GitHub is annam92.", "annam92", "USERNAME"),
    ("my conf code QX7LMP is here", "QX7LMP", "ID_NUMBER"),
    ("record locator QXPLMR, two bags", "QXPLMR", "ID_NUMBER"),
    ("the plate of the car that hit me is 7XKL293, a Camry", "7XKL293", "ID_NUMBER"),
    ("parcel 1Z999AA10123456784 is late", "1Z999AA10123456784", "ID_NUMBER"),
    ("VAT GB 123 4567 82, due", "GB 123 4567 82", "ID_NUMBER"),
    ("-- CIF B58378431 of the client", "B58378431", "ID_NUMBER"),
    ("NIF: 12345678Z, see above", "12345678Z", "ID_NUMBER"),
    ("my insurance id is W2458 81902 and", "W2458 81902", "ID_NUMBER"),
    ("the password hunter2, user jkowalczyk", "hunter2", "API_KEY"),
    ("the password hunter2, user jkowalczyk", "jkowalczyk", "USERNAME"),
    ("log in: user=svc_ingrid pass=9vXq!2mm there", "svc_ingrid", "USERNAME"),
    ("log in: user=svc_ingrid pass=9vXq!2mm there", "9vXq!2mm", "API_KEY"),
    ("my username m.oduya, please", "m.oduya", "USERNAME"),
    ("my girlfriend's name is April", "April", "PERSON"),
    ("Student Hye-jin Park (ID 20231187) failed", "20231187", "ID_NUMBER"),
    ("badge 3317, reporting", "3317", "ID_NUMBER"),
    ("her A-number A212-345-678 is", "A212-345-678", "ID_NUMBER"),
    ("priority date 02MAR2019 and", "02MAR2019", "DATE_TIME"),
    ("Acme Ltd, 2015 - 2019, clerk", "2015 - 2019", "DATE_TIME"),
    ("Data Analyst, Brightwater Ltd, Leeds", "Brightwater Ltd", "ORGANIZATION"),
    ("Signed by Baker, Lopez Ltd", "Baker, Lopez Ltd", "ORGANIZATION"),
    ("I worked there 2015-2019.", "2015-2019", "DATE_TIME"),
    ("a contract with Halden AS and others", "Halden AS", "ORGANIZATION"),
    ("a contract with Novo Marine A/S and others", "Novo Marine A/S", "ORGANIZATION"),
    ("for the school year 2023/2024", "2023/2024", "DATE_TIME"),
    ("the 1999-00 season", "1999-00", "DATE_TIME"),
    ("80 guests, budget 30k.", "30k", "MONEY"),
    ("We file jointly, AGI 143,200, no children.", "143,200", "MONEY"),
    ("My wages were 98,400 in all.", "98,400", "MONEY"),
    ("My wife made 92,000 last year.", "92,000", "MONEY"),
    ("Our burn is 220k/mo now.", "220k", "MONEY"),
    ("I paid half a million for the house.", "half a million", "MONEY"),
    ("We sold it for 1.2 million.", "1.2 million", "MONEY"),
    ("The house cost us 1.5 crore.", "1.5 crore", "MONEY"),
    ("He paid Rs. 45,00,000 for it.", "Rs. 45,00,000", "MONEY"),
    ("It costs 3億2千万円.", "3億2千万円", "MONEY"),
    ("My loan is at 4 to 5 percent.", "4 to 5 percent", "PERCENTAGE"),
    ("I earn between 20 and 25 thousand dollars.", "20 and 25 thousand dollars", "MONEY"),
    ("Aditi (she/her), 27, Gemini", "27", "AGE"),
    ("INFO login ok for mwangi.j from 41.90.64.12, done", "mwangi.j", "USERNAME"),
    ("laptop asset tag LT-88213 is gone", "LT-88213", "ID_NUMBER"),
    ('10.14.2.77 - hlindqvist [03/Nov/2024:11:02:44 +0000] "GET / HTTP/1.1" 200', "hlindqvist", "USERNAME"),
    ("sudo: pmorrow : TTY=pts/0 ; PWD=/home", "pmorrow", "USERNAME"),
    ("a van with plates KX19 ZRT and", "KX19 ZRT", "ID_NUMBER"),
    ("her desk is ext. 4471, upstairs", "4471", "ID_NUMBER"),
    ("I texted 5557212 from work", "5557212", "PHONE_NUMBER"),
    ("Handynummer: 861020331", "861020331", "PHONE_NUMBER"),
    ("office number:\n5557212", "5557212", "PHONE_NUMBER"),
    ("paid with 4111 1111 1111 1111", "4111 1111 1111 1111", "CREDIT_CARD"),
    ("cc 4111111111111111, exp", "4111111111111111", "CREDIT_CARD"),
    ("her aba 021000021 is", "021000021", "US_BANK_NUMBER"),
    ("my pension is 2,140 zł a month", "2,140 zł", "MONEY"),
    ("it cost ₦40,000 there", "₦40,000", "MONEY"),
    ("passenger EKSTROM/LINNEA MS", "LINNEA", "PERSON"),
    ("will be paid by 06/15.", "06/15", "DATE_TIME"),
    ("admitted 2/3 with chest pain", "2/3", "DATE_TIME"),
    ("see you Thursday 14/11, at noon", "14/11", "DATE_TIME"),
    ("away from 6/15 to 6/22, then back", "6/22", "DATE_TIME"),
    ("2024-11-02 10:33:21 WARN order #99812 was declined", "99812", "ID_NUMBER"),
    ("2024-11-02 10:33:21 ERROR [w-3] failed for customer x@y.example (id=88213, n=3)", "88213", "ID_NUMBER"),
]
NOTHING = [
    "my mother will let me have one",
    "They make 500 chairs a day, she earned 40 points, and I owe 400 pages to my editor.",
    "We signed the Master Agreement and the Master Firm contract.",
    "We go on working toward your overall goal.",
    "Copyright (c) 2015-2024, all rights reserved.",
    "The user story is done; the user interface and the user experience of each account manager.",
    "Call 2019-2015 or open 2015/19/x.",
    "Write a function that parses a file and returns a list of dictionaries.",
    "Translate this into French, then give me the Spanish version.",
    "The password is required. token = None",
    "Dear Sir or Madam, I will not come back. Best regards",
    "The user id is required, the password field needs 8 characters; see the login page.",
    "pass=1, fail=0; user=None; the plate is hot, and VAT is due. Confirmation code: please wait.",
    "Flowers for anna from 10 gardens, by EOD.",
    "PWD=/srv/app and a user story; the plates are hot.",
    "No such file or directory: 1123966 of the worker 8812345, textile 9911002.",
    "At 2005-06-26-10.33.38 the request 91380ad7-aba8-4bd4a747e1c66 failed.",
    "My GitHub is private, and her LinkedIn account is down.",
    "No. 7 is ahead (no. 3 of the list).",
    "We transferred 12,400 files and 3,150 rows; the remaining 1,200 files wait.",
    "Version 1.2.3 fails: see Section 3.4 and Table 2.",
    "Solve for x: 3x + 5 = 20. The answer is 42.",
    "@app.get('/items')\n@property\ndef read(self): ...",
    "Cut it by 2/3, multiply that by 3/16, and add 3/4 cup to 1/2 of it.",
    "We are open 24/7 since 9/11, with a ratio of 3/4 to 5/8.",
    "2024-11-02 10:33:21 INFO user 10% client v1.2.3 order 12 in 2048 ms",
    "import os\nos.path.join(a, b)\nclass UserManager(BaseManager): pass",
]


class TestPatterns(DetectorConformance):
    found = FOUND
    nothing = NOTHING

    def make(self) -> PatternDetector:
        return PatternDetector()


NAMES = NameLists(
    frozenset({"anna", "lily", "grace"}), frozenset({"ward", "baker", "lopez", "webb"}), frozenset({"grace", "lily"})
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("for Lily Ward and two", [("Lily Ward", "PERSON")]),
        ("absent: Baker, Anna", [("Baker, Anna", "PERSON")]),
        ("absent: Baker, Anna or Webb, Grace", [("Baker, Anna", "PERSON"), ("Webb, Grace", "PERSON")]),
        ("Baker, Lily or Zvenka", []),
        ("Grace is a virtue", []),
        ("in a section called MAIN IDEA, and a metric known as Value Per Minute", []),
        ("a section called Risks & Costs, then the columns named Threats, Actions and Owners", []),
        ("in a section called Grace, and its heading is called Bright Side", []),
        (
            "in a file called Anna Webb, by a plumber called Zvenka",
            [("Anna Webb", "PERSON"), ("plumber", "JOB_TITLE"), ("Zvenka", "PERSON")],
        ),
        ("Must create the Apollo client v3.13.9 first", []),
        ("so Anna Client and the Anna API fail, Anna said", [("Anna", "PERSON")]),
        ("a cat, chip 900 182 001 554 321, found", [("900 182 001 554 321", "ID_NUMBER")]),
        ("descriptive prefixes or Hungarian notation", []),
        ("WOW THIS IS INSANE AND IT'S SO FUNNY", []),
        ("Thanks For The Prompt Service And Job", []),
        ("HI ALL THIS IS ANNA BAKER CALLING", [("ANNA BAKER CALLING", "PERSON")]),
        ("HELLO THERE MY NAME IS ZVENKA OK", [("ZVENKA", "PERSON")]),
        ("Anna Baker of Siemens AG won", [("Anna Baker", "PERSON"), ("Siemens AG", "ORGANIZATION")]),
        ("so Anna left", [("Anna", "PERSON")]),
        ("by Baker, Lopez and Webb now", [("Baker, Lopez and Webb", "ORGANIZATION")]),
    ],
)
def test_lists_of_names(text: str, expected: list[tuple[str, str]]) -> None:
    found = merge(PatternDetector(names=NAMES).detect([text])[0], text)
    assert [(text[e.start : e.end], e.type) for e in found] == expected


@pytest.mark.parametrize(
    "name",
    [
        "Karl zu Guttenberg",
        "Maria das Dores",
        "Sophie du Pont",
        "Marco degli Esposti",
        "Anna vom Stein",
        "Jan van der Berg",
    ],
)
@pytest.mark.parametrize("form", ["Ask {} about it.", "Dear {},\nsee you", "Mr. {} called."])
def test_a_particle_belongs_to_the_name(form: str, name: str) -> None:
    text = form.format(name)
    found = merge(PatternDetector(names=default_lexicon()[0]).detect([text])[0], text)
    assert [text[one.start : one.end] for one in found if one.type == "PERSON"] == [name]


def test_words_of_english_are_no_particles() -> None:
    text = "Why would Anna do Monday shifts?"
    found = PatternDetector(names=default_lexicon()[0]).detect([text])[0]
    assert {text[one.start : one.end] for one in found if one.type == "PERSON"} == {"Anna"}


@pytest.mark.parametrize("text", ["Hi Anna,\nsee you", "Well.\nDear Anna,", "🙂 Hello Anna!"])
def test_greetings(text: str) -> None:
    assert [text[e.start : e.end] for e in PatternDetector().detect([text])[0]] == ["Anna"]


def test_types_narrow_the_search() -> None:
    text = "tom@example.com on 212-555-0199"
    assert {e.type for e in PatternDetector(types=["PHONE_NUMBER"]).detect([text])[0]} == {"PHONE_NUMBER"}


def test_a_card_needs_its_check_digit() -> None:
    text = "number 4111111111111112"
    assert not [e for e in PatternDetector().detect([text])[0] if e.type == "CREDIT_CARD"]


def test_addresses_of_machines_are_no_cards() -> None:
    """With four groups of three digits, and with a port behind them, one in ten has the check digit of a card."""
    text = "\n".join(f"{203 + n % 20}.158.{100 + n % 150}.{107 + n // 150} {1000 + n} up" for n in range(2_000))
    kinds = {text[e.start : e.end]: e.type for e in Detection([PatternDetector()]).detect([text])[0]}
    assert "CREDIT_CARD" not in kinds.values()
    assert sum(kind == "IP_ADDRESS" for kind in kinds.values()) == len({line.split()[0] for line in text.split("\n")})


def test_the_end_of_a_row_is_no_postal_code_of_the_next() -> None:
    rows = "Region,Quarter,Revenue\nNorth,Q1,1200\nSouth,Q1,900"
    assert not PatternDetector().detect([rows])[0]
    address = "75009\nParis"
    assert {address[e.start : e.end] for e in PatternDetector().detect([address])[0]} == {"75009", "Paris"}


@pytest.mark.parametrize("text", ["if this is False, stop", "the position as its opening bracket"])
def test_values_of_programs_and_function_words_are_no_names(text: str) -> None:
    assert not PatternDetector(names=NAMES).detect([text])[0]


@pytest.mark.parametrize(
    "text",
    [
        "Each record has a `userID: string` field.",
        "Never include Line Numbers in the code.",
        "A queue signals that the job is complete.",
        "It takes over the work of storing redundant information and keeping it.",
    ],
)
def test_words_about_programs_are_nobodys(text):
    assert PatternDetector(names=default_lexicon()[0]).detect([text]) == [[]]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("My userID: stringer9 since May.", "stringer9"),
        ("Her job is nursing.", "nursing"),
        ("He took up the work of nursing.", "nursing"),
    ],
)
def test_who_resembles_such_words_is_found(text, value):
    (found,) = PatternDetector(names=default_lexicon()[0]).detect([text])
    assert value in [text[one.start : one.end] for one in found]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Boudreaux, B-O-U-D-R-E-A-U-X, is my name", ["B-O-U-D-R-E-A-U-X"]),
        ("surname spelled L-E-E, then s-m-y-t-h-e", ["L-E-E", "s-m-y-t-h-e"]),
        ("steps A-B-C-D, r-w-x, the X-Y-Z axis and -a-b-c", []),
    ],
)
def test_a_name_is_found_letter_by_letter(text: str, names: list[str]) -> None:
    found = PatternDetector(types=["PERSON"]).detect([text])[0]
    assert [text[one.start : one.end] for one in found if "-" in text[one.start : one.end]] == names


@pytest.mark.parametrize("text", ["2/2/1951 3/3/1952", "2019-03-04 2020-05-06"])
def test_two_dates_side_by_side_are_no_telephone_number(text: str) -> None:
    """In one of some countries most of them could be dialled."""
    found = PatternDetector().detect([text])[0]
    assert [(text[one.start : one.end], one.type) for one in found] == [(day, "DATE_TIME") for day in text.split()]


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("outside the bank on Castle St by the river", "STREET_ADDRESS", "Castle St"),
        ("I live off Rosewood Ct, on the left", "STREET_ADDRESS", "Rosewood Ct"),
        ("it went down elm st again", "STREET_ADDRESS", "elm st"),
        ("near oak ave and past hannah street", "STREET_ADDRESS", "oak ave"),
        ("arrested by PC 4471 Hughes", "ID_NUMBER", "4471"),
        ("Bank: Vietcombank, SWIFT BFTVVNVX", "ID_NUMBER", "BFTVVNVX"),
        ("my lease # is VP-0091-C", "ID_NUMBER", "VP-0091-C"),
        ('main { username = "mvidal" } is that safe?', "USERNAME", "mvidal"),
        ("notes from 3/4: call them", "DATE_TIME", "3/4"),
        ("D/C: 02/09", "DATE_TIME", "02/09"),
        ("CREATE USER 'app'@'10.2.%' IDENTIFIED BY 'Wint3r-Sparrow'; GRANT", "API_KEY", "Wint3r-Sparrow"),
        ("alter role app with password 'hunter2';", "API_KEY", "hunter2"),
        ("SET PASSWORD FOR 'jeffrey'@'localhost' = PASSWORD('mypass');", "API_KEY", "mypass"),
        ("curl -H 'Authorization: Bearer 9f8a7c6b5d4e' x", "API_KEY", "9f8a7c6b5d4e"),
        ("Access denied for user 'mkowalczyk'@'10.4.2.19'", "USERNAME", "mkowalczyk"),
        ("a warning to Kwame (emp. #00417)", "ID_NUMBER", "00417"),
        ("Is 118/76 good? My mom's readings: 132/84", "QUANTITY", "118/76"),
        ("Case note 03/12: visited", "DATE_TIME", "03/12"),
        ("visited 114 Dupont Cres yesterday", "STREET_ADDRESS", "114 Dupont Cres"),
        ("7,120 route de Lyon", "STREET_ADDRESS", "120 route de Lyon"),
        ("9,340 place Bellecour", "STREET_ADDRESS", "340 place Bellecour"),
        ("organiser Liesbeth; passcode 7hQ2mz", "API_KEY", "7hQ2mz"),
        ("Johann b. 1832 Oberkirch", "DATE_TIME", "1832"),
        ("Company (VAT GB 293 4481 02)", "ID_NUMBER", "GB 293 4481 02"),
        ("Company (VAT (GB 293 4481 02)", "ID_NUMBER", "GB 293 4481 02"),
        ("TKT 125-2419983312", "ID_NUMBER", "125-2419983312"),
        ("FF BA 40918273", "ID_NUMBER", "40918273"),
        ("#2 Jun-ho Bae (visa needed)", "PERSON", "Jun-ho Bae"),
        ("met Park Seo-yeon again", "PERSON", "Park Seo-yeon"),
    ],
)
def test_what_a_word_beside_it_tells(text: str, kind: str, value: str) -> None:
    found = PatternDetector().detect([text])[0]
    assert (kind, value) in [(one.type, text[one.start : one.end]) for one in found]


@pytest.mark.parametrize(
    "text",
    [
        "They met on the corner of St James and walked down to the Square.",
        "With 450,000 route fiber miles, 12,340 route miles of track and 1,250 place cards it serves them.",
        "on main street, off a dirt road, down a back road and of every street",
        "In Swift programming we use structs, and the PC 4471 times faster.",
        "See https://example.com/?user=tom for more.",
        "An Internal Solid State Hard Drive, a Flash Drive and First Place.",
        "It was identified by 'experts', who set 'goals'.",
        "Use 3/4 cup of flour and fold the notes in.",
    ],
)
def test_what_only_looks_like_it(text: str) -> None:
    types = {"STREET_ADDRESS", "ID_NUMBER", "USERNAME", "DATE_TIME", "PERSON"}
    assert [one for one in PatternDetector().detect([text])[0] if one.type in types] == []


@pytest.mark.parametrize(
    "token",
    [
        "SK" + "0a1b2c3d4e5f60718293a4b5c6d7e8f9",
        "key-" + "3ax6xnjp29jd6fds4gc373sgvjxteol0",
        "NRAK-" + "ABCDEFGHIJKLMNOPQRSTUVWXYZ0",
        "dapi" + "0a1b2c3d4e5f60718293a4b5c6d7e8f9",
        "dp.pt." + "aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789abcdef",
        "hvs." + "CAESIJaBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789",
        "lin_api_" + "aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789aBcD",
        "r8_" + "aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789a",
        "5839201746:" + "AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw2",
        "MTA5ODc2NTQzMjEwOTg3NjU0." + "GaBcDe." + "fGhIjKlMnOpQrStUvWxYz0123456789AbCdEfG",
    ],
)
@pytest.mark.parametrize("around", ["The files mention {}, and more.", 'x = f("{}")\n', "{}\n"])
def test_tokens_are_told_by_their_form_alone(token: str, around: str) -> None:
    text = around.format(token)
    found = default_detection().detect([text])[0]
    assert [(text[one.start : one.end], one.type) for one in found] == [(token, "API_KEY")]


@pytest.mark.parametrize(
    "text", ["See key-value-pairs-of-the-sample.", "task0 and ac1 of hvs.md", "at 12:AA and v1.2.3"]
)
def test_what_begins_like_a_token_is_none(text: str) -> None:
    assert [one for one in default_detection().detect([text])[0] if one.type == "API_KEY"] == []
