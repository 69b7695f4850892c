"""What people write to assistants: each case was missed, cut in two or taken for something else."""

from __future__ import annotations

import pytest

from dp_gateway import default_detection
from dp_gateway.patterns.structure import regions


def _found(text: str) -> dict[str, str]:
    return {text[one.start : one.end]: one.type for one in default_detection().detect([text])[0] if not one.public}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Apologies from Cllr. Nwosu and Councillor Ashdown.", {"Nwosu": "PERSON", "Ashdown": "PERSON"}),
        ("The rent goes up from 1,150 to 1,240 starting Feb.", {"1,150 to 1,240": "MONEY"}),
        ("I take home 2,140. Amex 4,212 @ 27.9%, mum 900.", {"2,140": "MONEY", "4,212": "MONEY"}),
        ("See planning application 24/01873/FUL here.", {"24/01873/FUL": "ID_NUMBER"}),
        ("Lab no 24-H-118823, Requesting: Dr A. Nwosu", {"24-H-118823": "ID_NUMBER", "A. Nwosu": "PERSON"}),
        ("Student: Mateo Villalobos, ID 2209881, grade 7", {"Mateo Villalobos": "PERSON", "2209881": "ID_NUMBER"}),
        ("It is due Oct 3 for PO 77120.", {"77120": "ID_NUMBER"}),
        ("mrn 00481516 and 00481723, why?", {"00481516": "ID_NUMBER", "00481723": "ID_NUMBER"}),
        ("| Reading, RG1 8EQ | British", {"Reading": "LOCATION", "RG1 8EQ": "POSTCODE"}),
        ("I'm 5'4\", 172 lbs, 43F, and vegan.", {"43": "AGE"}),
        ("My husband Terrell cooks on weekends.", {"Terrell": "PERSON"}),
        ("At table 1 Dr and Mrs Sandhu, Bex, Tom S.", {"Sandhu": "PERSON", "Bex": "PERSON"}),
        ("He was a deacon at Mt. Zion for years.", {"Mt. Zion": "ORGANIZATION"}),
        (
            "11/2 9:40pm parking lot; 11/5 called 14 times; 11/9 left a note.",
            {"11/2 9:40pm": "DATE_TIME", "11/5": "DATE_TIME", "11/9": "DATE_TIME"},
        ),
        ("It was a white F-150, TX plate LKJ-4821.", {"TX": "LOCATION", "LKJ-4821": "ID_NUMBER"}),
        ("My manager Thabo and Ngozi from payroll.", {"Thabo": "PERSON", "Ngozi": "PERSON"}),
        ("Pax: Marguerite Oduber. Booking 7HQ2LM.", {"Marguerite Oduber": "PERSON", "7HQ2LM": "ID_NUMBER"}),
        ("Key under the pot, alarm 2580, thanks.", {"2580": "API_KEY"}),
        ("Vet = Lark Hill Vets 01904 555 118", {"Lark Hill Vets": "ORGANIZATION"}),
        ("The Lessee, Bramble & Rye Ltd, shall leave.", {"Bramble & Rye Ltd": "ORGANIZATION"}),
        ("By post, tracking RM 4481 2290 1US, today.", {"RM 4481 2290 1US": "ID_NUMBER"}),
        (
            "Sort by date: 3/4 dentist (Dr. Yun) 2/28 oil change 3/1 Zoe's recital 3/15 taxes",
            {"3/4": "DATE_TIME", "2/28": "DATE_TIME", "3/1": "DATE_TIME", "3/15": "DATE_TIME"},
        ),
        ("MRN 11 0394 2287, what should we ask?", {"11 0394 2287": "ID_NUMBER"}),
        (
            "net 3,870/mo, rent 1,425, car 389 (41 left), groceries ~600, meds 140.",
            {"3,870": "MONEY", "1,425": "MONEY", "389": "MONEY", "600": "MONEY", "140": "MONEY"},
        ),
        ('Translate to English: "Estimado Sr. Barragán, le escribo por la fuga."', {"Barragán": "PERSON"}),
        ("I (34F) wrote it. Signed, Giulia & Lou", {"34": "AGE", "Giulia": "PERSON", "Lou": "PERSON"}),
        ("The site closes 30/09, she said.", {"30/09": "DATE_TIME"}),
        (
            "My wife is Irish-American, our neighbours are Anglo-Indian.",
            {"Irish": "NRP", "American": "NRP", "Anglo-Indian": "NRP"},
        ),
        ("Call me on the mobile (0044 7912 334123).", {"0044 7912 334123": "PHONE_NUMBER"}),
        ("Ring (+44 20 7946 0958) or (020) 7946 0111.", {"+44 20 7946 0958": "PHONE_NUMBER"}),
        ("Recovery email oph****@gmail.com, please.", {"oph****@gmail.com": "EMAIL_ADDRESS"}),
        ("It was paid by card ending 4417.", {"4417": "ID_NUMBER"}),
        ("The last four of my SSN are 7719.", {"7719": "ID_NUMBER"}),
        ('My security answer is "Pickles".', {"Pickles": "API_KEY"}),
        ("The user admin pass Tr1umph!Bonn3ville works.", {"Tr1umph!Bonn3ville": "API_KEY"}),
        ("I (34F) and my ex [m29] broke up.", {"34": "AGE", "29": "AGE"}),
        ("My daughter Wren (14) was just diagnosed.", {"Wren": "PERSON", "14": "AGE"}),
        ("I have 3 kids, Milo, Juniper and Theo.", {"Milo": "PERSON", "Juniper": "PERSON", "Theo": "PERSON"}),
        ("Our angel investors Sami, Bjorn and Lady Pemberton.", {"Sami": "PERSON", "Bjorn": "PERSON"}),
        ("Attendees: Jo B, Marek and Fatima @ Deloitte.", {"Jo B": "PERSON", "Marek": "PERSON", "Fatima": "PERSON"}),
        ("Wedding vows for Tamsin to Ravinder.", {"Tamsin": "PERSON", "Ravinder": "PERSON"}),
        ("My neighbour's kid, Tyrese, threw a ball.", {"Tyrese": "PERSON"}),
        ("How do I reset the password for user tgarcia on db-07?", {"tgarcia": "USERNAME"}),
        ("He then logged in as annamiller and left.", {"annamiller": "USERNAME"}),
        ("Unless we have it by Friday, Hartley & Boone LLP will sue.", {"Hartley & Boone LLP": "ORGANIZATION"}),
        ("It is the nurse manager role at St. Brigid's.", {"St. Brigid's": "ORGANIZATION"}),
        ("Officer Dan Pruitt of Tulsa PD stopped me.", {"Tulsa PD": "ORGANIZATION"}),
        ("I'm the only dentist on the island.", {"dentist": "JOB_TITLE"}),
        ('{"loyalty_id": "LX-009-33812"}', {"LX-009-33812": "ID_NUMBER"}),
        ('{"event": "failed", "user": "d.kowalski"}', {"d.kowalski": "USERNAME"}),
        ("Signed, Femi & Lou", {"Femi": "PERSON", "Lou": "PERSON"}),
        ("We had dinner with Tom & Maria there.", {"Tom": "PERSON", "Maria": "PERSON"}),
        ("Ex-McKinsey and now a dad of two.", {"McKinsey": "ORGANIZATION"}),
        ("Please loop in Beth & Arjun.", {"Beth": "PERSON", "Arjun": "PERSON"}),
        ("A team with people named Grace, Hope and Art.", {"Grace": "PERSON", "Hope": "PERSON", "Art": "PERSON"}),
        ("I was away until the 19th. - Blessing", {"Blessing": "PERSON"}),
        ("My grandfather, Staff Sgt. Elbert Cooley, served.", {"Staff Sgt": "TITLE", "Elbert Cooley": "PERSON"}),
        ("His serial number was 34 099 871.", {"34 099 871": "ID_NUMBER"}),
        ("Beneficiary (PPSN 1234567TA), acc 83920174.", {"1234567TA": "ID_NUMBER", "83920174": "ID_NUMBER"}),
        ("Total: UGX 7,400,000.", {"UGX 7,400,000": "MONEY"}),
        ("The PIN for the roof door is 5530#.", {"5530#": "API_KEY"}),
        ("Plate HH-PR 2207. Wifi: SWA-Guest / Regenbogen!77", {"Regenbogen!77": "API_KEY"}),
        ("Pay to account 40118825, ref ASANTE451.", {"ASANTE451": "ID_NUMBER"}),
        ("The webhook says acct_1NdTQfKZ8Lr2 is failing.", {"acct_1NdTQfKZ8Lr2": "ID_NUMBER"}),
        ("He had his licence (PELLD 712046 DJ9KX) with him.", {"PELLD 712046 DJ9KX": "ID_NUMBER"}),
        ("Insurance: Moda Health, group 10017734.", {"10017734": "ID_NUMBER"}),
        ("DOB: 09-Feb-1952 (72 y)", {"09-Feb-1952": "DATE_TIME", "72": "AGE"}),
        ("I'm on the school run w/ Poppy til 9.30.", {"Poppy": "PERSON"}),
        (
            "I'm a part-time florist, he is made team lead.",
            {"part-time florist": "JOB_TITLE", "team lead": "JOB_TITLE"},
        ),
        ("Child support for our two, Lena (8) and Maks (5).", {"8": "AGE", "5": "AGE"}),
        ("It is Saoirse's 6th birthday.", {"6th": "AGE"}),
        ("The alarm is still 1-9-7-4 and my pin was 4 4 1 7.", {"1-9-7-4": "API_KEY", "4 4 1 7": "API_KEY"}),
        ("BRP ZU4471829, pol# HM/88/201443-B.", {"ZU4471829": "ID_NUMBER", "HM/88/201443-B": "ID_NUMBER"}),
        ("Her real account ends 226.", {"226": "ID_NUMBER"}),
        ("Raise 1.2m seed, 50k SAFE @ 4m cap.", {"1.2m": "MONEY", "50k": "MONEY", "4m": "MONEY"}),
        ("parcel stuck: H00QRA0047728811, boots", {"H00QRA0047728811": "ID_NUMBER"}),
        (
            "INVOICE\nDescription        Qty   Unit     Amount\nLogo redesign       1    1,850.00  1,850.00\n"
            "Hosting (12 mo)    12      14.50    174.00\n                          Subtotal 2,024.00\n"
            "                          VAT 20%    404.80\n                          Total    £2,428.80\n",
            {"2,024.00": "MONEY", "404.80": "MONEY", "£2,428.80": "MONEY"},
        ),
        ("Ring +351 912 555 018. 18th drive to Evora.", {"+351 912 555 018": "PHONE_NUMBER"}),
        ("Next 10/7 11am. Last logon 02/11 07:58.", {"10/7 11am": "DATE_TIME", "02/11 07:58": "DATE_TIME"}),
        ("Sign-on 20k, relocation 10k.", {"20k": "MONEY", "10k": "MONEY"}),
        (
            "My dog (chip 941000024771832) and Title NYK 448120.",
            {"941000024771832": "ID_NUMBER", "NYK 448120": "ID_NUMBER"},
        ),
        ("Your ref AA/31 44 18 C is closed.", {"AA/31 44 18 C": "ID_NUMBER"}),
        ("He could fix his van (Citroën 4471 KLM).", {"4471 KLM": "ID_NUMBER"}),
        ("She says I'll get 50 a month.", {"50": "MONEY"}),
        ("Card on file Amex ..1007, and a Schwab account (…8832).", {"1007": "ID_NUMBER", "8832": "ID_NUMBER"}),
        ("She signed 8/1/23-7/31/24 for it.", {"8/1/23-7/31/24": "DATE_TIME"}),
        ("Police said incident no 0412 of 17/10.", {"0412": "ID_NUMBER", "17/10": "DATE_TIME"}),
        ("My NMC PIN 07I2213E lapsed.", {"07I2213E": "ID_NUMBER"}),
        (
            'FATAL: password authentication failed for user "rmarchetti"; .pgpass has pg-7:5432:ledger:rmarchetti:Tz!9fLq2#w',
            {"rmarchetti": "USERNAME", "Tz!9fLq2#w": "API_KEY"},
        ),
        ("Refund it to moira.ab@tiscali, please.", {"moira.ab@tiscali": "EMAIL_ADDRESS"}),
        ("Bram leaves on Friday, Yasmin will act.", {"Yasmin": "PERSON"}),
        ("Sam (38, Cardiff, two kids) or Lena (29, Ghent, none)?", {"38": "AGE", "29": "AGE"}),
        ("It was settled @ 14.5k, 31k pro rata.", {"14.5k": "MONEY", "31k": "MONEY"}),
        ("The box (s/n NE8-UK-PGA2204A) was opened.", {"NE8-UK-PGA2204A": "ID_NUMBER"}),
        ("Her boyfriend lost 11k on crypto.", {"11k": "MONEY"}),
        ("03/11 R HOLLOWAY RENT -950.00 | 05/11 LOAN +200.00", {"950.00": "MONEY", "200.00": "MONEY"}),
        ("Seat 23C, BA117 LHR-JFK 18NOV, Exec club 40118822.", {"BA117 LHR-JFK": "ID_NUMBER", "40118822": "ID_NUMBER"}),
        ("She lives at 81 Cowley Rd, Oxford OX4 1HR", {"Oxford": "LOCATION", "OX4 1HR": "POSTCODE"}),
        ("Electricity 142,60, water 38,10, wifi 29,99.", {"142,60": "MONEY", "38,10": "MONEY", "29,99": "MONEY"}),
        ("Hanne sends the NDA by Thu; me too.", {"Hanne": "PERSON", "Thu": "DATE_TIME"}),
        ("My Centrelink CRN 204 771 338K is blocked.", {"204 771 338K": "ID_NUMBER"}),
        ("About me: 38, divorced, two boys.", {"38": "AGE"}),
        ("67yoF fall, 32F G2P1 and 45M with chest pain.", {"67": "AGE", "45": "AGE"}),
        ("Growth scan w/ Dr Achebe Thurs.", {"Achebe": "PERSON"}),
        ("They call me Mr B. One of them drew it.", {"B.": "PERSON"}),
        ("Son Clive and Grandad Bert were upset.", {"Clive": "PERSON", "Bert": "PERSON"}),
        (
            "I rent my room at 31 rue des Lilas, 3rd floor left, 69008 Lyon to her.",
            {"31 rue des Lilas, 3rd floor left": "STREET_ADDRESS"},
        ),
        ("I'm a dual US/Irish citizen.", {"US": "LOCATION", "Irish": "NRP"}),
        ("The turnover was R412 000.", {"R412 000": "MONEY"}),
        ("Up from 3.9m, and she earns 3,200.", {"3.9m": "MONEY", "3,200": "MONEY"}),
        ("My solicitor is on leave until the 14th.", {"14th": "DATE_TIME"}),
        ("He wants to retire at 67, she died of it at 49.", {"67": "AGE", "49": "AGE"}),
        ("Trần Thị Hoa and Nguyễn Văn An came.", {"Trần Thị Hoa": "PERSON", "Nguyễn Văn An": "PERSON"}),
        (
            "def load(p):\n    # ask Tomasz before you change this, Priya broke it\n    return p\n",
            {"Tomasz": "PERSON", "Priya": "PERSON"},
        ),
        ("The scheme ID is EW90071183.", {"EW90071183": "ID_NUMBER"}),
        ("My PPSN is 7713846QA, hers is 9034417TB.", {"7713846QA": "ID_NUMBER", "9034417TB": "ID_NUMBER"}),
        ("The number on it was (EN/7731/2006).", {"EN/7731/2006": "ID_NUMBER"}),
        ("GPS: -31.9774, 116.2046", {"31.9774, 116.2046": "ID_NUMBER"}),
        ("The admin password is still Tulip!Bulb77, should I?", {"Tulip!Bulb77": "API_KEY"}),
        ("Temp password issued: Welkom#2025x.", {"Welkom#2025x": "API_KEY"}),
        ("Room 4, door code C1985Y.", {"C1985Y": "API_KEY"}),
        ("pt Ramaswamy, K. came in.", {"Ramaswamy, K.": "PERSON"}),
        ("User: tmakgoba2 (Tumelo Makgoba, Finance)", {"tmakgoba2": "USERNAME", "Tumelo Makgoba": "PERSON"}),
        ("Their children: Ida, Magnus, Will and Patience.", {"Will": "PERSON", "Patience": "PERSON"}),
        ("He is known on discord (grimlok_88).", {"grimlok_88": "USERNAME"}),
        ("id,name,suburb\n1,Noor Haddad,Brunswick\n2,Joy Pillay,Coburg\n", {"Brunswick": "LOCATION"}),
        ("A blue Mazda, reg KQT391.", {"KQT391": "ID_NUMBER"}),
        (
            "I was born August fourteenth, nineteen eighty three.",
            {"August fourteenth, nineteen eighty three": "DATE_TIME"},
        ),
        ("It's oh six one nine.", {"oh six one nine": "ID_NUMBER"}),
        ("ADMIN_EMAIL=beatrix.vong@helioscare.net\nX=1\n", {"beatrix.vong@helioscare.net": "EMAIL_ADDRESS"}),
        (
            "| Name | Salary |\n|---|---|\n| Wilhelmina Okoro | 88,000 |\n| Chase Bankole | 54k |\n",
            {"Wilhelmina Okoro": "PERSON", "Chase Bankole": "PERSON", "88,000": "MONEY", "54k": "MONEY"},
        ),
        (
            "INSERT INTO patients (id, first_name, dob, phone, notes) VALUES\n"
            "(1, 'Marguerite', '1948-07-22', '0612345678', 'it''s (so) urgent'),\n(2, 'Chase', NULL, '', '');\n",
            {"Marguerite": "PERSON", "Chase": "PERSON", "1948-07-22": "DATE_TIME", "0612345678": "PHONE_NUMBER"},
        ),
        ("ravneet.k  9:02 AM\nanyone else seeing this?\n", {"ravneet.k": "USERNAME"}),
        (
            "> Any news on the badge? He's driving up with his lad Kyle.\n> Abdul\n",
            {"Kyle": "PERSON", "Abdul": "PERSON"},
        ),
        (
            "Patient: Okafor, Silas J.      MRN: 7731-0092      DOB: 09-Feb-1952 (72 y)\n",
            {"Okafor, Silas J.": "PERSON", "7731-0092": "ID_NUMBER", "09-Feb-1952": "DATE_TIME"},
        ),
        (
            "The contract between Larkspur Robotics GmbH and Ténéré Mining SARL.",
            {"Larkspur Robotics GmbH": "ORGANIZATION", "Ténéré Mining SARL": "ORGANIZATION"},
        ),
    ],
)
def test_found_whole(text: str, expected: dict[str, str]) -> None:
    found = _found(text)
    assert {value: found.get(value) for value in expected} == expected


@pytest.mark.parametrize(
    "line",
    [
        "(a) Ms. Jane Doe of 14 Elm Street, Boston;",
        "the tenant, Mr. Kofi Boateng, shall pay the rent on time;",
        "FROM Jane Doe TO Kofi Boateng",
        "// Kofi Boateng said yes",
        "-- Kofi Boateng",
        "INFO: Kofi Boateng will be absent",
        "while Kofi Boateng slept:",
        "Kofi Boateng    Boston    nurse",
        "sudo tell Kofi Boateng",
        "> Kofi Boateng wrote that",
        "$ 500 from Kofi Boateng",
    ],
)
def test_a_line_of_words_is_prose(line: str) -> None:
    """Such a line has the beginning or the end of one of a program; between lines of a program it would be one."""
    found = _found(f"Hi there, this is a note.\n{line}\nThanks a lot for it.\n")
    assert any("Boateng" in value or "Doe" in value for value in found)
    program = f"int main() {{\n  x = f(1);\n{line}\n  return x == 2;\n}}\n"
    assert [region.kind for region in regions(program)] == ["code"]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("We can't do it before Easter.", "Easter"),
        ("Use the Antoine equation and show each step.", "Antoine"),
        ("How much is 45 in aud?", "aud"),
        ("The SSID is shown on the router.", "SSID"),
        ("Fatima @ the office has it.", "@"),
        ("It was 82F outside (90F in the sun).", "82"),
        ("The fiscal year ending 2019 was good.", "ending"),
        ("What are good names for a boutique bakery?", "bakery"),
        ("Act as my Spanish tutor.", "tutor"),
        ("Hb 108 g/L, MCV 74, Ferritin 6, TSH 5.9", "MCV"),
        ("Hb 108 g/L, MCV 74, Ferritin 6, TSH 5.9", "6"),
        ("I was diagnosed with Hashimoto's in 2019.", "Hashimoto"),
        ("It was Bell's palsy, not Crohn's.", "Bell"),
        ("It was a white F-150 with a dent.", "F"),
        ("Her FSIQ was tested with the WISC.", "WISC"),
        ("She sees Dr. Lindqvist, Thursdays at 4, about it.", "4"),
        ("Bio for the conference: Dr Anneliese Voss is a hydrologist.", "Bio"),
        ("Pax: Marguerite Oduber, infant Kai.", "Pax"),
        ("Dear Consulate, I wish to invite my mother.", "Consulate"),
        ("Mix 1/2 cup, 1/3 cup, 1/4 cup and 3/4 cup of sugar.", "1/3"),
        ('{"geo": {"city": "Gdynia", "lon": 18.5305}}', "geo"),
        ('{"geo": {"city": "Gdynia", "lon": 18.5305}}', "lon"),
        ("Date:   Tue Jan 14 18:32:11 2025 +0000", "Jan"),
        ("FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT,", "IN AN"),
        ("name: Deploy\non: push\njobs:\n  build: x\n", "Deploy"),
        ("Dear Hiring Committee,\n\nI am applying.", "Hiring"),
        ("Patient: Okafor, Silas J.      MRN: 7731-0092", "MRN"),
        ("Rank: A) the first, B) the second.", "B"),
        ("me: and what does Enzo do\nlandlady: Enzo is a surveyor", "do"),
        (
            "Employed by - Merck\nHome town - Adelaide\nHousing costs - $2,900 a month\nInsured since - 26 May",
            "Housing",
        ),
        ("Hiroko came to us from Katowice.\n\nHow many years old is Hiroko according to this?", "old"),
        ("Home town - Memphis\nHousing costs - $1,950 a month\nInsured since - 4 February 2023", "Housing"),
        ("Employed by - Merck\nHome town - Adelaide\nHousing costs - $2,900 a month", "Home"),
        ("I'm a civil engineer with Renault down in Basel, they want me.", "down"),
        ("Her card has 19% APR, and the rent is due on Friday.", "APR"),
        ("Florian Becker is an excellent plumber, kind and quick.", "kind"),
        ("Turn that into JSON. Fields: person, role, place. No explanation.", "Fields"),
        ("tenant;age;occupation;employer;town\nDorothea Espinoza;31;firefighter;Lidl;Murcia\n", "employer"),
    ],
)
def test_nobodys(text: str, word: str) -> None:
    assert not any(word in found for found in _found(text))


def test_a_form_as_a_table_is_read_by_its_labels() -> None:
    text = "| Field | Entry |\n|---|---|\n| Age | 34 |\n| Work | nurse |\n| Firm | Vodafone |\n| Place | Malaga |\n"
    found = {text[one.start : one.end]: one.type for one in default_detection(ner="always").detect([text])[0]}

    assert (
        found.items() >= {"34": "AGE", "nurse": "JOB_TITLE", "Vodafone": "ORGANIZATION", "Malaga": "LOCATION"}.items()
    )


def test_a_table_of_persons_says_where_they_work_and_one_of_things_does_not() -> None:
    persons = "name;age;occupation;employer;town\nDorothea Espinoza;31;firefighter;Lidl;Murcia\n"
    assert _found(persons).items() >= {"firefighter": "JOB_TITLE", "Lidl": "ORGANIZATION", "Murcia": "LOCATION"}.items()
    things = "part;position;work\nbolt;left;done\nnut;right;open\n"
    assert not _found(things)


def test_a_row_of_a_form_names_the_employer_and_the_town() -> None:
    found = _found("| field | value |\n|---|---|\n| works for | Bosch |\n| town | Gdansk |\n| trade | librarian |\n")
    assert found.items() >= {"Bosch": "ORGANIZATION", "Gdansk": "LOCATION", "librarian": "JOB_TITLE"}.items()


def test_how_old_somebody_was_is_no_address() -> None:
    text = "Let me say a word about Anton Bakker. At 37 Anton came to us from Stuttgart and took up work with Merck."
    found = {text[one.start : one.end]: one.type for one in default_detection(ner="always").detect([text])[0]}

    assert found.get("37", "AGE") == "AGE"


def test_a_saint_is_part_of_a_name() -> None:
    text = "My aunt is at St. Mary's Hospital."
    found = default_detection(ner="always").detect([text])[0]

    assert [text[one.start : one.end] for one in found] == ["St. Mary's Hospital"]
