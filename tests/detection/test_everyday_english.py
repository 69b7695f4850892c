"""Everyday English of many kinds: what it tells of somebody is found, and what is nobody's is left alone."""

from __future__ import annotations

import pytest

from dp_gateway import Gateway, Secret, default_detection
from dp_gateway.public.decision import marked
from dp_gateway.text.entities import Entity


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    return Gateway("entities", key=Secret(b"a key for tests, not a secret"))


def _private(text: str) -> dict[str, str]:
    return {text[one.start : one.end]: one.type for one in default_detection().detect([text])[0] if not one.public}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My daughters (7 and 10) are ill.", {"7 and 10": "AGE"}),
        ("We are four, me and the kids 9 and 12, flying in May.", {"9 and 12": "AGE"}),
        ("She is in her 20s and lives alone.", {"20s": "AGE"}),
        ("A loan of N750,000 for my shop, of which N45k is paid.", {"750,000": "MONEY", "45k": "MONEY"}),
        ("I, Thandiwe Nkosi, ID number 8803125012087, agree.", {"Thandiwe Nkosi": "PERSON"}),
        ("My Polish wife has a Polish passport.", {"Polish": "NRP"}),
        ("I took 400 mg at lunch.", {"400 mg": "QUANTITY"}),
        ("My wife and I (both 26) want to elope.", {"26": "AGE"}),
        ("Dr. Villareal died Oct. 30 at 88.", {"Oct. 30": "DATE_TIME", "88": "AGE"}),
        ("Mama Kerubo seeks Ksh 480,000 for a mill.", {"Ksh 480,000": "MONEY"}),
        ("A silver Octavia YD17 MKP was seen, he's like 80.", {"YD17 MKP": "ID_NUMBER", "80": "AGE"}),
        ("My mum has the flu & Tadhg is away.", {"Tadhg": "PERSON"}),
        ("It was a silver Corolla, 552-XKB, that hit me.", {"552-XKB": "ID_NUMBER"}),
        ("Please collect 3,500 maintenance from flat 4.", {"3,500": "MONEY"}),
        (
            "name,plot,due\nR. Achterberg,114,3500\nLowri Pugh,115,4100\n",
            {"114": "ID_NUMBER", "3500": "MONEY", "115": "ID_NUMBER", "4100": "MONEY"},
        ),
        ("He works for a firm called tidy roofs.", {"tidy roofs": "ORGANIZATION"}),
        ("I run a bakery called Crumb & Co in town.", {"Crumb & Co": "ORGANIZATION"}),
        ('I see a charge from "GLDNFIT MEMBERSHIP" on my card.', {"GLDNFIT MEMBERSHIP": "ORGANIZATION"}),
        ("The printer is printsrv-02.brookside.local now.", {"printsrv-02.brookside.local": "URL"}),
        ("My letter is dated 6 November, UTR 48271 93305.", {"6 November": "DATE_TIME"}),
        ("SoFi denied my loan.", {"SoFi": "ORGANIZATION"}),
        ("I work at HMRC.", {"HMRC": "ORGANIZATION"}),
        ("They met on 9/9. Apologies: T. Beynon. Item 3 was moved.", {"9/9": "DATE_TIME", "T. Beynon": "PERSON"}),
        ("Read by J.R. van Houten, approved.", {"J.R. van Houten": "PERSON"}),
        ("Someone called moonpie77 keeps writing to me.", {"moonpie77": "USERNAME"}),
        ("I row for St. Aidan's Rowing Club.", {"St. Aidan's Rowing Club": "ORGANIZATION"}),
        ("Engrave it: Cormac 09.06.2021", {"Cormac": "PERSON"}),
        ("It is dinner with Priya 7.30 tonight.", {"Priya": "PERSON"}),
        ("My mother is on Medicare.", {"Medicare": "ORGANIZATION"}),
        ("Your guest's Subaru (WA BKT4471) was parked here.", {"BKT4471": "ID_NUMBER"}),
        ("It was signed by Cascade Property Mgmt today.", {"Cascade Property Mgmt": "ORGANIZATION"}),
        (
            "It was a transfer of £2,450.00 to N OKEKE 20-45-77 43182290.",
            {"N OKEKE": "PERSON"},
        ),
        ("The card is valid until 11/2027, she started 2/2021.", {"11/2027": "DATE_TIME", "2/2021": "DATE_TIME"}),
        ("Bug: user 55012 (Oyelaran) can't log in.", {"55012": "ID_NUMBER", "Oyelaran": "PERSON"}),
        ("Our HOA president Lorenzo Battaglia keeps mailing me.", {"Lorenzo Battaglia": "PERSON"}),
        ("He was late of Ballyvaughan, Co. Clare, and died.", {"Ballyvaughan": "LOCATION", "Co. Clare": "LOCATION"}),
        (
            "EBITDA of Kestrel Foods fell from 14.2m to 9.8m.",
            {"Kestrel Foods": "ORGANIZATION", "14.2m to 9.8m": "MONEY"},
        ),
        ("I ask for a team lead, comp 210-240k.", {"210-240k": "MONEY"}),
        ("The new GM is Radek Dvořák, and CFO Hargreaves agrees.", {"Radek Dvořák": "PERSON", "Hargreaves": "PERSON"}),
        ("It is a side gig for my buddy Cheng's startup.", {"Cheng": "PERSON"}),
        ("I leave it to my godson Lev.", {"Lev": "PERSON"}),
        ("She studied, MA Glasgow School of Art.", {"Glasgow School of Art": "ORGANIZATION"}),
        ("Okafor, N. (1962). Admitted with chest pain. Discharged today.", {"Okafor, N.": "PERSON"}),
        ("I told my engineer husband about it.", {"engineer": "JOB_TITLE"}),
        ("Her lawyer boyfriend came.", {"lawyer": "JOB_TITLE"}),
        ("My offer in Seattle is 118k. Worth it?", {"118k": "MONEY"}),
        ("It is for Baobab Imports c/o Fatou Diallo.", {"Baobab Imports": "ORGANIZATION"}),
        ("On the list: the Okonkwos (4) and Jess.", {"Okonkwos": "PERSON"}),
        ("Please revert. - T. Vasquez, AP", {"T. Vasquez": "PERSON"}),
        ("I owe $4,312.77 on my card, APR 24.99%.", {"$4,312.77": "MONEY", "24.99%": "PERCENTAGE"}),
        (
            "She reports that the card was charged twice: 59.99 on 8 May and 59.99 on 9 May.",
            {"59.99": "MONEY", "8 May": "DATE_TIME"},
        ),
        (
            "Opposing counsel (Marsha Thiele, Thiele & Onwudiwe LLP) wants to move it.",
            {"Marsha Thiele": "PERSON", "Thiele & Onwudiwe LLP": "ORGANIZATION"},
        ),
        ("Yusuf to chase them; Priyanka OOO next wk.", {"Yusuf": "PERSON", "Priyanka": "PERSON"}),
        ("He cited our paper (Achterberg et al., 2018) again.", {"Achterberg": "PERSON"}),
        ("We have gone there since the 1960's.", {"1960's": "DATE_TIME"}),
        ("Dmitri - cook - $17 - 8/2022", {"Dmitri": "PERSON", "$17": "MONEY", "8/2022": "DATE_TIME"}),
        ("I'm Deputy R. Castellanos, badge 4471.", {"R. Castellanos": "PERSON", "4471": "ID_NUMBER"}),
        ("I was visited at Rosewood Court, flat 11.", {"Rosewood Court, flat 11": "STREET_ADDRESS"}),
        ("Agent: Nadia Petrosyan (DRE 01998231)", {"Nadia Petrosyan": "PERSON", "01998231": "ID_NUMBER"}),
        ("Who invoiced us, CVR 38 11 42 90?", {"38 11 42 90": "ID_NUMBER"}),
        ("She drove a silver Tacoma, AZ plate CXR 2981.", {"AZ": "LOCATION", "CXR 2981": "ID_NUMBER"}),
    ],
)
def test_what_is_told_of_somebody_is_found(text: str, expected: dict[str, str]) -> None:
    assert _private(text).items() >= expected.items()


@pytest.mark.parametrize(
    "text",
    [
        "Dear Sirs, thank you for the leaflet about HRT and CKD.",
        "See section B. Photosynthesis comes first; a function called foo_bar2 does the rest.",
        "FOR SALE: 2014 VW Polo, one lady owner, ono.",
        "Some Thai basil, coconut milk and sugar: can I simmer them?",
        "My dog is a German shepherd, and I do Bulgarian split squats.",
        "I take metformin 500 mg twice and 20mg of sertraline.",
        "Suggest a 3 day beginner workout split.",
        "The leaflet has a reading age of 11.",
        "Was Mr Darcy based on a real person?",
        "Can I appeal to HMRC online?",
        "He posted my pictures on Snapchat.",
        "My Samsung S22 phone is broken.",
        "How do I say happy birthday in Welsh and Gaelic?",
        "Explain Plato's allegory of the cave.",
        "com.sun.internal and self.local are names of programs.",
        "Explain the Calvin cycle and Rayleigh scattering.",
        "What does a citation like (Nguyen et al., 2018) mean?",
        "Smith, J. A., & Okafor, N. (2020). The ethics of care. Journal of Moral Philosophy, 12(3), 45-67.",
        "Sort these: 2 reqs for SRE, 1 req for PM.",
        "My SIL says so.",
        "We meet at 0700.",
        "He scored 1340 on the SAT.",
        "Bonjour, can you translate this?",
        "She says Guten Morgen, I say buenos días.",
        "Hey Siri, what is the time?",
        "Pick up Zofran at the pharmacy.",
        "My therapist suggested EMDR.",
        "He speaks Arabic and French, and some Italian.",
        "Why can he not get Medicaid anymore?",
        "Bill to: the address above",
        "It was at approx 2214 hrs.",
        "Make a quiz of ten questions. Include one on Bletchley Park.",
        "She studies P.E. at school and R.E. too.",
        "Capital city of Rwanda, please?",
        "Headhunter rang me about a new role.",
        "The prenup says half. Prenup and postnup differ.",
        "I teach P.E. and my pupils just quizzed me.",
        "Write to the H.R. of our firm, or to the C.E.O.",
    ],
)
def test_what_is_nobodys_is_left_alone(text: str) -> None:
    assert not _private(text)


def test_labels_of_a_form_in_columns_are_no_names() -> None:
    form = """SURNAME            OYEDIRAN
FIRST NAMES        TEMITOPE ROSE
OCCUPATION         PHARMACIST
DATE OF BIRTH      09 AUG 1988
PLACE OF BIRTH     ABEOKUTA
PASSPORT NO.       B50144093
HOME ADDRESS       31 OBANTOKO ROAD, ABEOKUTA
"""
    found = _private(form)
    assert set(found) >= {"OYEDIRAN", "TEMITOPE ROSE", "ABEOKUTA", "B50144093"}
    assert not any(label in value for value in found for label in ("NAMES", "OCCUPATION", "BIRTH", "PASSPORT", "HOME"))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("nursery (Little Acorns on Dale St) sent Theo home", {"Little Acorns": "ORGANIZATION"}),
        ("Her daycare, Tiny Sprouts, is closed.", {"Tiny Sprouts": "ORGANIZATION"}),
        ("Education: Univ. of Exeter, BSc Maths", {"Univ. of Exeter": "ORGANIZATION"}),
        ("118 Halsey St, Brooklyn, NY 11216. Rent", {"11216": "POSTCODE"}),
        ("Bought 2011 for 187,500, sold last month for 402,000", {"187,500": "MONEY", "402,000": "MONEY"}),
        ("We put in about 45k for the kitchen.", {"45k": "MONEY"}),
        ("I shop at Costco + Aldi only.", {"Costco": "ORGANIZATION", "Aldi": "ORGANIZATION"}),
        ("I work nights in Duluth Tues-Thurs.", {"Duluth": "LOCATION"}),
        ("My mum flies Accra-Istanbul on TK630.", {"Accra": "LOCATION", "Istanbul": "LOCATION"}),
        ("MBI: 2FH7-KA3-NP84", {"2FH7-KA3-NP84": "ID_NUMBER"}),
        ("My Medicare card says 1EG4TE5MK73.", {"1EG4TE5MK73": "ID_NUMBER"}),
        ("It appears under ids 10442 and 20981.", {"10442": "ID_NUMBER", "20981": "ID_NUMBER"}),
        ("Parking appeal: PCN WK04471923", {"WK04471923": "ID_NUMBER"}),
        ("It was paid by Vipps 913 55 208.", {"913 55 208": "PHONE_NUMBER"}),
        (
            "kids Salvatore b. 1928, Nunzio b. 1935 d. Anzio 1944",
            {"Salvatore": "PERSON", "1928": "DATE_TIME", "Nunzio": "PERSON", "1944": "DATE_TIME"},
        ),
        ("kids Salvatore b.1928, d.2001, Assunta", {"1928": "DATE_TIME", "2001": "DATE_TIME"}),
        ("visiting Türkiye with my aunt", {"Türkiye": "LOCATION"}),
        ("Our startup (Pellucid AI, 6 ppl) got funding.", {"Pellucid AI": "ORGANIZATION"}),
        ("He was arrested by DC Anwar and PC Hollis.", {"Anwar": "PERSON", "Hollis": "PERSON"}),
        ("He was met by DI Farah and DCI Lowe.", {"Farah": "PERSON", "Lowe": "PERSON"}),
        ("My sister flies Lagos-Nairobi on KQ533 and back.", {"Lagos": "LOCATION", "Nairobi": "LOCATION"}),
        ("my ssid is HargreavesHome_5G, thanks", {"HargreavesHome_5G": "USERNAME"}),
    ],
)
def test_what_is_found_whole_and_by_its_kind(text: str, found: dict[str, str]) -> None:
    assert found.items() <= _private(text).items()


@pytest.mark.parametrize(
    "text",
    [
        "on furosemide 40 BID and rest",
        "My account SID is here.",
        "They keep parking their RV in visitor spots.",
        "TB + HIV, CD4 112",
        "2x merino base layer (L)",
        'How do I say "hello" in Japanese, Thai, and Vietnamese?',
    ],
)
def test_doses_and_names_of_fields_are_nobodys(text: str) -> None:
    assert not _private(text)


def test_a_telephone_is_no_road() -> None:
    assert "A14" not in _private("her phone, a Samsung A14, was taken")


@pytest.mark.parametrize("text", ["violet light", "a hazel wood table", "rose gold phones"])
def test_what_has_a_colour_is_nobody(text: str) -> None:
    assert not _private(text)


def test_a_speed_behind_a_time_is_whole() -> None:
    found = _private("My train leaves Leeds at 9:15 at 80 km/h.")
    assert found.get("80 km/h") == "QUANTITY"


def test_the_dose_of_a_medicine_that_is_private_is_private() -> None:
    text = "I take sertraline 20mg."
    medicine, dose = Entity(7, 17, "MEDICINE", 1.0, "test"), Entity(18, 22, "QUANTITY", 0.9, "test")
    assert marked(text, [dose])[0].public
    assert not marked(text, [medicine, dose])[1].public


def test_an_office_of_a_country_that_is_private_is_private(gateway: Gateway) -> None:
    assert "HMRC" not in gateway.sanitize("I live in the UK. Can I appeal to HMRC online?", scope="one").text
    assert "HMRC" in gateway.sanitize("Can I appeal to HMRC online?", scope="one").text


def test_a_measure_behind_an_article_is_in_the_singular(gateway: Gateway) -> None:
    for scope in range(20):
        request = gateway.sanitize("My mum stayed for a 3 day weekend and a 1 day course.", scope=str(scope))
        assert " days " not in request.text
        assert request.restore(request.text) == "My mum stayed for a 3 day weekend and a 1 day course."


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A home in Bowral NSW 2576 is for sale.", {"Bowral NSW": "LOCATION", "2576": "POSTCODE"}),
        ("114 Beyers Drive, Northcliff, 2195", {"2195": "POSTCODE"}),
        ("Storgata 14, 0155 Oslo is my sister Ingrid's place.", {"0155": "POSTCODE", "Oslo": "LOCATION"}),
        ("Then Rua Augusta 12, 1100-053 Lisboa.", {"1100-053": "POSTCODE", "Lisboa": "LOCATION"}),
        ("I rent a flat, 22b Marchmont Crescent, and moved out in May. EH9. What can I do?", {"EH9": "POSTCODE"}),
        ("PC 4471 DHALIWAL attended JUBILEE CLOSE at noon.", {"4471": "ID_NUMBER", "JUBILEE CLOSE": "STREET_ADDRESS"}),
        ("Loss adjuster Pete Scanlon of Harwell Clarke came.", {"Harwell Clarke": "ORGANIZATION"}),
        (
            "Great-gran Wilhelmina (Minnie) Groves née Tuck",
            {"Wilhelmina": "PERSON", "Groves": "PERSON", "Tuck": "PERSON"},
        ),
        ("My great-uncle Albert jr was killed.", {"Albert": "PERSON"}),
        ("Sat 6pm Sr. Assumpta RIP. Fr Declan is away", {"Assumpta": "PERSON"}),
        ("Subs are owed by the Kinsellas.", {"Kinsellas": "PERSON"}),
        ("Fly from Cork EI482 on 2 April", {"Cork": "LOCATION", "EI482": "ID_NUMBER"}),
        ("Plan a trip for me and our two (8 and 11).", {"8 and 11": "AGE"}),
        ('{"loyalty": 883120047, "eircode": "T12 X4RK"}', {"883120047": "ID_NUMBER"}),
        ("Saskatoon, SK · 306-555-0144", {"Saskatoon, SK": "LOCATION"}),
        ("wages 61,204.18, fed withheld 7,311.09", {"61,204.18": "MONEY", "7,311.09": "MONEY"}),
        ("an account with your Mylapore branch", {"Mylapore": "LOCATION"}),
        ("We paid Little Lambs daycare $9,600.", {"Little Lambs": "ORGANIZATION"}),
        ("My kid is at Sunny Days nursery.", {"Sunny Days nursery": "ORGANIZATION"}),
        ("filing with husband Dale, he's self employed 22k net", {"22k": "MONEY"}),
        ("kitchen 3,85,000, wardrobes 1,20,000", {"3,85,000": "MONEY", "1,20,000": "MONEY"}),
        ("He is mourned by sons Enda & Ger.", {"Enda": "PERSON", "Ger": "PERSON"}),
        ("He works for a roofer called Mick in Orange.", {"Mick": "PERSON"}),
        ("Our kids are Indi 9 and Jett 6, we're in Dubbo.", {"9": "AGE", "6": "AGE"}),
        ("My cousin got the push, he was let go by Hyatt.", {"Hyatt": "ORGANIZATION"}),
        ("She works f. Bertolucci in Parma.", {"Bertolucci": "ORGANIZATION", "Parma": "LOCATION"}),
        ("Who do you work for?\nLacoste\n\nWhere?\nTroyes", {"Lacoste": "ORGANIZATION"}),
        ("She worked for Angela, my aunt.", {"Angela": "PERSON"}),
        ("I have an interview with Okoro, my old boss.", {"Okoro": "PERSON"}),
        ("We move out on Oct 4, 2025. 2.45 grand are due.", {"Oct 4, 2025": "DATE_TIME", "2.45 grand": "MONEY"}),
        (
            "Occupation: cooper, part-time, Vale & Daughters\nAge: 52",
            {"cooper": "JOB_TITLE", "Vale & Daughters": "ORGANIZATION"},
        ),
        ("Employer: Siemens\nRemarks: the tenant pays late.", {"Siemens": "ORGANIZATION"}),
        ("An uncle of mine, a patient in Bristol, is ill.", {"Bristol": "LOCATION"}),
    ],
)
def test_what_words_beside_a_finding_tell_of_it(text: str, found: dict[str, str]) -> None:
    assert found.items() <= _private(text).items()


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("He was bitten at nine. A&E at the hospital gave him a jab.", "A"),
        ("U13 girls v Ballyboden on Sat", "U13"),
        ("EDUCATION\nB.Comm., Univ. of Saskatchewan", "B.Comm"),
        ("your medical aid claim (Discovery, member 412209873)", "medical aid"),
        ("Driver Col, rego BQ 44 LM. Recvd by S. Vella.", "rego"),
        ("Driver Col, rego BQ 44 LM. Recvd by S. Vella.", "Recvd"),
        ("Dr. Ciara Walsh, Mill Rd Surgery. Rv 6/52.", "6/52"),
        ("She came late on Tues and Thurs, 3rd time this month.", "Thurs, 3rd"),
        ("What does the tax code 1257L mean?", "1257L"),
        ("Write some Old English nursery rhymes.", "Old English"),
        ("The model has 22k rows a year.", "22k"),
        ("The town has 1,20,000 voters.", "1,20,000"),
        ("Turn to Genesis 9 and Exodus 6.", "9"),
        ("Landlady kept the deposit again.", "Landlady"),
        ("Hubby forgot the keys.", "Hubby"),
        ("Rui has the keys till Sunday. Ta", "Ta"),
        ("So Marek's line of work is what exactly?", "what exactly"),
        ("My aunt in Vigo reads only Galician.", "Galician"),
        ("Put the letter into Czech, my gran reads nothing but Czech.", "Czech"),
        ("We'd love to see Chile one day, maybe.", "one day"),
    ],
)
def test_what_words_beside_a_finding_tell_to_be_nothing(text: str, word: str) -> None:
    assert word not in _private(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("We flew to Akita in May.", {"Akita": "LOCATION"}),
        ("TOM CLOSE is my name.", {"TOM CLOSE": "PERSON"}),
        ("Ta Thi Hoa called.", {"Ta Thi Hoa": "PERSON"}),
        ("My gran is Czech.", {"Czech": "NRP"}),
        ("I was off work for one day.", {"one day": "DURATION"}),
        ("My daughter of Pete Scanlon's, Amy Tran, came.", {"Amy Tran": "PERSON"}),
        ("My tax code is 1100T.", {"1100T": "ID_NUMBER"}),
        ("He is out on Thurs, 3rd, and back soon.", {"Thurs, 3rd": "DATE_TIME"}),
        ("My appointment is on 6/5.", {"6/5": "DATE_TIME"}),
        ("I bank with Marks & Spencer.", {"Marks & Spencer": "ORGANIZATION"}),
        ("We hired builders called Mick & Sons.", {"Mick & Sons": "ORGANIZATION"}),
    ],
)
def test_their_neighbours_stay_what_they_are(text: str, found: dict[str, str]) -> None:
    assert found.items() <= _private(text).items()


def test_households_of_ordinary_words_and_peoples_are_nobody() -> None:
    for text in ("I was told by the Germans.", "It was sent to the Greens and the Parks.", "Paid by the Banks."):
        assert not any(kind == "PERSON" for kind in _private(text).values())


def test_the_first_cell_of_a_row_is_no_part_of_the_heads_above() -> None:
    found = _private("Surname,Forename,Age,E-mail,Mobile\nVan Dijk,Femke,41,femke@example.org,+1 (617) 555-0144")
    assert {"Van Dijk", "Femke", "41"} <= set(found)
    assert not any("Mobile" in one for one in found)


def test_a_row_below_heads_is_read_though_a_space_alone_parts_its_cells() -> None:
    table = """NAME          DOB         NHI       WARD   CONSULTANT
Hemi Paki     03/04/61    ZAB1234   5B     Mr Sutcliffe
Ngaire Tipene 22/11/49    JKL9087   5B     Dr Osei
"""
    found = _private(table)
    assert {"Ngaire Tipene", "22/11/49", "JKL9087", "ZAB1234", "Hemi Paki"} <= set(found)
    assert not {"WARD", "5B"} & set(found)


@pytest.mark.parametrize("time", ["10.30", "11-11.30", "9.15 - 10.45", "18.00"])
def test_times_of_day_with_a_point_stay(gateway: Gateway, time: str) -> None:
    assert time in gateway.sanitize(f"Inspections are on Saturday {time} at the house.", scope="one").text


def test_places_are_drawn_from_their_country_however_it_is_written(gateway: Gateway) -> None:
    from dp_gateway.vocabulary.lexicon.attributes import land_of

    for place, code in (("Izmir", "TR"), ("Krakow", "PL"), ("Bowral NSW", "AU"), ("Saskatoon, SK", "CA")):
        drawn = gateway.sanitize(f"I live in {place} with my sister.", scope=place).text[
            len("I live in ") : -len(" with my sister.")
        ]
        land = land_of(drawn)
        assert land is not None
        assert land.code == code, (place, drawn)
    drawn = gateway.sanitize("My visa for Türkiye is late.", scope="one").text
    land = land_of(drawn.removeprefix("My visa for ").removesuffix(" is late."))
    assert land is not None
    assert land.continent == ("Asia",)


def test_an_area_in_square_metres_is_an_area(gateway: Gateway) -> None:
    assert " sqm " in gateway.sanitize("My home has 612 sqm of land.", scope="one").text


def test_a_year_of_school_is_no_age() -> None:
    assert _private("My son Rhys (Year 12) has mocks.") == {"Rhys": "PERSON"}
