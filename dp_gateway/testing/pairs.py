"""Pairs of texts that differ in one visible feature of one mention; `testing.entities` draws both and compares.

All values are made up. Of each pair the features are those that somebody who reads a surrogate could see: length, case,
script, gender, rarity, leading zeros, significant digits, country, check digits, what looks like a title or a word,
order, and what stands beside it. To try a type of your own, add `TextPair`s to `EntityConformance.pairs`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

__all__ = ["ARTICLE_PAIRS", "NATIVE_PAIRS", "PAIRS", "TOPIC_PAIRS", "TextPair"]


class TextPair(NamedTuple):
    """Two texts that differ in one mention.

    Attributes:
        type: entity type of the mention.
        feature: what the two mentions differ in.
        template: the text around it; `{}` is the mention.
        one, other: the mentions.
    """

    type: str
    feature: str
    template: str
    one: str
    other: str

    @property
    def texts(self) -> tuple[str, str]:
        """Both texts."""
        return self.template.replace("{}", self.one), self.template.replace("{}", self.other)


_PERSON = "Please write to {} about the delivery of the chairs."
_GERMAN = "Guten Tag, schreiben Sie bitte an {} wegen der Lieferung der Stühle."
_FRENCH = "Bonjour, le dossier de {} est encore sur le bureau de la directrice."
_SPANISH = "Buenos días, escriba por favor a {} sobre la entrega de las sillas."
_POLISH = "Dzień dobry, nasza sąsiadka {} czeka na dostawę krzeseł od tygodnia."
_POLISH_LAST = "Dzień dobry, proszę przekazać panu {} dokumenty dotyczące dostawy krzeseł."
_CHINESE = "您好，请联系{}先生，谈一谈椅子的交货时间。"
_JAPANESE = "お世話になっております。{}さんに椅子の納品についてご連絡ください。"
_ARABIC = "مرحبا، أرجو الكتابة إلى السيد {} بخصوص تسليم الكراسي في أقرب وقت."
_GERMAN_JOB = "Guten Tag, ich arbeite als {} und suche eine Wohnung."
_HINDI = "नमस्ते, कृपया श्री {} को कुर्सियों की डिलीवरी के बारे में लिखें।"
_ID = "The case number is {} and the chairs are late."
_MAIL = "Please write to {} about the delivery."
_PHONE = "Call me on {} about the delivery."
_LINK = "The page {} shows the chairs."
_MONEY = "My salary is {} a year."
_DATE = "Today is 2025-07-01. The appointment was on {} in the morning."
_BORN = "She was born on {} in the morning."
_PLACE = "I live in {} with my dog."
_STREET = "I live at {} with my dog."
_WORK = "I work at {} with my dog."
_JOB = "I work as {} with my dog."
_KEY = "My API key is {} as you know."
_WALLET = "My bitcoin wallet is {} as you know."
_BANK = "My bank account number is {} as you know."
_LICENSE = "My driver's license number is {} as you know."
_MAC = "The hardware address is {} as you know."
_HANDLE = "My username is {} there."

_BY_TYPE: Mapping[str, tuple[tuple[str, str, str, str], ...]] = {
    "PERSON": (
        ("length", _PERSON, "Eva Berg", "Katherine Featherstone"),
        ("letter case", _PERSON, "Anna Miller", "ANNA MILLER"),
        ("gender", _PERSON, "Anna Miller", "Thomas Miller"),
        ("rarity", _PERSON, "James Smith", "Walter Quizhpe"),
        ("script of the family name", _PERSON, "Anna Miller", "Anna Żółć"),
        ("marks", _PERSON, "Anna Miller", "Anna Núñez"),
        ("family name that is a title", _PERSON, "Aaron Judge", "Aaron Miller"),
        ("family name that is a word", _PERSON, "Emily Rose", "Emily Jones"),
        ("family name that is a suffix", _PERSON, "Thomas Esq", "Thomas Miller"),
        ("family name that is a month", _PERSON, "Emily May", "Emily Jones"),
        ("given name alone", _PERSON, "Anna", "Maria"),
        ("family name behind a title", _PERSON, "Dr. Miller", "Dr. Major"),
        ("full name behind a title", _PERSON, "Judge Aaron Miller", "Judge Aaron Judge"),
        ("initial of another family", "John Miller met {} about the chairs.", "J. Smith", "K. Smith"),
        ("initial", _PERSON, "A. Kowalski", "Z. Kowalski"),
        ("hyphen", _PERSON, "Anna Miller-Jones", "Anna Smith-Miller"),
        ("beside one of the same family", "Anna Miller and {} bought chairs.", "Peter Jones", "Peter Novak"),
        ("repeated", "Anna Miller met {}. Anna Miller bought chairs.", "Peter Jones", "Walter Novak"),
        ("order of the alphabet", "Anna Miller met {} about the chairs.", "Aaron Abbott", "Thomas Zucker"),
    ),
    "ID_NUMBER": (
        ("leading zero", _ID, "00481923", "70481923"),
        ("leading digit", _ID, "11481923", "91481923"),
        ("repeated digits", _ID, "77777777", "70481923"),
        ("trailing zeros", _ID, "70000000", "70481923"),
        ("letters", _ID, "AB-481923", "XK-481923"),
        ("letter that is two in capitals", _ID, "xß-481923", "xk-481923"),
        ("hexadecimal digits", _ID, "AB12CD34EF56AB", "1B12CD34EF56A9"),
        ("beside a smaller one", "Case number KX-40481923 and case number {} are late.", "KX-10481927", "KX-90481927"),
    ),
    "US_SSN": (
        ("first digits", "My SSN is {} as you know.", "001-23-4567", "778-62-8144"),
        ("last digits", "My SSN is {} as you know.", "321-23-0001", "321-23-9876"),
    ),
    "US_ITIN": (
        ("group", "My ITIN is {} as you know.", "912-70-1234", "912-88-1234"),
        ("last digits", "My ITIN is {} as you know.", "912-70-0001", "912-70-9876"),
    ),
    "US_PASSPORT": (
        ("leading digit", "Passport: {} as you know.", "112345678", "912345678"),
        ("letter", "My passport number is {} as you know.", "A12345678", "X12345678"),
    ),
    "US_DRIVER_LICENSE": (
        ("letter", _LICENSE, "D1234567", "Y1234567"),
        ("leading zero", _LICENSE, "D0034567", "D9934567"),
    ),
    "US_BANK_NUMBER": (
        ("leading zero", _BANK, "0004819231", "7204819231"),
        ("repeated digits", _BANK, "7777777777", "7204819231"),
    ),
    "UK_NHS": (
        ("check digit", "Her NHS number is {} as you know.", "943 476 5919", "401 023 2137"),
        ("leading digit", "Her NHS number is {} as you know.", "401 023 2137", "943 476 5919"),
    ),
    "MEDICAL_LICENSE": (
        ("letters", "The DEA number is {} as you know.", "BB1388568", "AM1388568"),
        ("digits", "The DEA number is {} as you know.", "BB1388568", "BB9427313"),
    ),
    "CREDIT_CARD": (
        ("brand", "My card is {} as you know.", "4539 5787 6362 1486", "5425 2334 3010 9903"),
        ("check digit", "My card is {} as you know.", "4111 1111 1111 1111", "4539 5787 6362 1486"),
    ),
    "IBAN_CODE": (
        ("account", "My account is {} at that bank.", "DE89 3704 1144 0532 0130 21", "DE02 1203 1111 0000 2020 51"),
        ("country", "My account is {} at that bank.", "DE89370400440532013000", "GB29NWBK60161331926819"),
    ),
    "PHONE_NUMBER": (
        ("area", _PHONE, "+1 212 736 5042", "+1 415 867 5309"),
        ("mobile", _PHONE, "+44 7911 123457", "+44 2079 461234"),
        ("country", _PHONE, "+44 20 7946 0018", "+33 1 42 68 53 00"),
        ("separators and order", _PHONE, "(212) 736-5042", "(999) 111-2222"),
    ),
    "EMAIL_ADDRESS": (
        ("role account", _MAIL, "abuse@kestrel-foods.com", "anna@kestrel-foods.com"),
        ("two roles", _MAIL, "legal.hr@kestrel-foods.com", "anna.miller@kestrel-foods.com"),
        ("domain", _MAIL, "anna.miller@kestrel-foods.com", "anna.miller@oak.com"),
        ("length", _MAIL, "al@oak.com", "bartholomew@oak.com"),
        ("digits", _MAIL, "anna1@oak.com", "anna9@oak.com"),
        ("reserved domain", _MAIL, "anna@miller.example.com", "anna@oak.com"),
        ("beside one of the same host", "Write to jo@oak.com or {} about it.", "al@oak.com", "bo@oak.com"),
    ),
    "URL": (
        ("length of the path", _LINK, "https://oak.com/a/b", "https://oak.com/annual-reports/bartholomew"),
        ("depth of the path", _LINK, "https://oak.com/a/b/c/d", "https://oak.com/a"),
        ("host", _LINK, "https://kestrel-foods.com/a", "https://oak.com/a"),
        ("query", _LINK, "https://oak.com/a?user=miller", "https://oak.com/b/c/d"),
        ("reserved host", _LINK, "https://miller.example.com", "https://oak.com"),
        ("address as host", _LINK, "http://192.0.2.17", "http://81.2.69.142"),
    ),
    "IP_ADDRESS": (
        ("network", "The visitor came from {} at noon.", "81.2.69.142", "203.45.167.23"),
        ("private network", "The visitor came from {} at noon.", "10.0.0.1", "192.168.178.121"),
        ("length", "The visitor came from {} at noon.", "2a02:908::1", "2a02:908:1b3:77f0:8d2:5c1:99e1:aa12"),
    ),
    "MAC_ADDRESS": (
        ("vendor", _MAC, "00:1B:44:11:3A:B7", "F4:5C:89:9D:77:21"),
        ("nearly digits only", _MAC, "00:11:44:11:33:A7", "F4:5C:89:9D:77:21"),
    ),
    "CRYPTO": (
        ("letters", _WALLET, "1BoatSLRHtKNngkdXEeobR76b53LETtpyT", "1ZzzzQQQQaAAaaaaAAaaaA11a11AAAaaaA"),
        ("digits", _WALLET, "1BoatSLRHtKNngkdXEeobR76b53LETtpyT", "1BoatSLRHtKNngkdXEeobR11b11LETtpyT"),
    ),
    "API_KEY": (
        ("letters", _KEY, "sk-proj-9aX2bQ7LmN4pR8sT", "sk-proj-1zZ2bQ7LmN4pR8sT"),
        (
            "repeated characters",
            _KEY,
            "ghp_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            "ghp_ahkdoeirutjdkslwoeirutmvncbxgdhrjfkt",
        ),
    ),
    "USERNAME": (
        ("length", _HANDLE, "@pat", "@bartholomeus"),
        ("word", _HANDLE, "@admin", "@kowalski"),
        ("digits", _HANDLE, "@kowalski11", "@kowalski97"),
    ),
    "MONEY": (
        ("significant digits", _MONEY, "$85,000", "$85,250"),
        ("leading digit", _MONEY, "$81,000", "$99,000"),
        ("cents", _MONEY, "$85,100.50", "$85,123.45"),
        ("separators", _MONEY, "$85,000", "$85000"),
        ("unit in front or behind", _MONEY, "$85,000", "85,000 dollars"),
        ("beside a smaller one", "It cost $5,000 and then {} in May.", "$2,000", "$9,000"),
        ("of one first digit", _MONEY, "$8,050", "$8,910"),
    ),
    "PERCENTAGE": (
        ("significant digits", "The rate is {} this year.", "5 %", "5.5 %"),
        ("length", "The rate is {} this year.", "5 %", "85 %"),
    ),
    "QUANTITY": (
        ("significant digits", "I am {} tall.", "180 cm", "181.5 cm"),
        ("leading digit", "I weigh {} now.", "51 kg", "98 kg"),
    ),
    "AGE": (
        ("last digit", "I am {} years old.", "30", "34"),
        ("of one bracket", "I am {} years old.", "20", "61"),
        ("length", "I am {} years old.", "9", "34"),
    ),
    "DURATION": (
        ("last digit", "It took {} to arrive.", "30 days", "33 days"),
        ("one and many", "It took {} to arrive.", "1 day", "7 days"),
    ),
    "DATE_TIME": (
        ("interval to a known date", _DATE, "2025-06-10", "2025-03-02"),
        ("day of the month", _DATE, "2025-06-01", "2025-06-28"),
        ("interval of two dates", "I left on 2024-05-05 and came back on {} by train.", "2024-05-08", "2024-06-20"),
        ("of one weekday and quarter", _DATE, "2025-04-07", "2025-06-23"),
        ("length of the month", _BORN, "May 12, 1987", "September 12, 1987"),
        ("digits of the day", _BORN, "May 2, 1987", "May 22, 1987"),
        ("time of day", "The appointment was on {} then.", "2025-06-10 at 9:30", "2025-06-10 at 15:45"),
        ("order", "I left on 2024-05-15 and came back on {} by train.", "2024-05-08", "2024-06-20"),
    ),
    "LOCATION": (
        ("rarity", _PLACE, "Boston", "Nome"),
        ("words", _PLACE, "Boston", "Salt Lake City"),
        ("a word that other phrases have", _PLACE, "Budapest", "Vienna"),
        ("unknown to the lexicon", _PLACE, "Boston", "Oberunterbach"),
        ("of one country and size", _PLACE, "Boston", "Denver"),
        ("country of one continent", _PLACE, "Hungary", "Norway"),
    ),
    "ORGANIZATION": (
        ("words", _WORK, "Kestrel Foods Inc.", "Kessler & Rowe Partners LLP"),
        ("rarity", _WORK, "Microsoft", "Siemens"),
        ("of one trade", _WORK, "Kestrel Foods", "Barnum Brewery"),
    ),
    "NRP": (
        ("first letter", "My wife is {} and likes chairs.", "American", "Hungarian"),
        ("religion", "My wife is {} and likes chairs.", "Catholic", "Buddhist"),
        ("people of one continent", "My wife is {} and likes chairs.", "Hungarian", "Norwegian"),
    ),
    "JOB_TITLE": (
        ("article", _JOB, "a nurse", "an accountant"),
        ("words", _JOB, "a nurse", "a software engineer"),
        ("of one field", _JOB, "a nurse", "a dentist"),
    ),
    "STREET_ADDRESS": (
        ("number", _STREET, "9 Oak Street", "9114 Oak Street"),
        ("leading digit", _STREET, "1114 Oak Street", "9114 Oak Street"),
        ("street", _STREET, "12 Oak Street", "12 Martin Luther King Boulevard"),
        ("town", _STREET, "12 Oak Street, Boston, MA 02134", "12 Oak Street, Los Angeles, CA 90001"),
    ),
    "POSTCODE": (
        ("leading zero", "My zip code is {} as you know.", "02134", "90210"),
        ("letters", "My postcode is {} as you know.", "SW1A 2AA", "NR2B 7QD"),
    ),
}

PAIRS: tuple[TextPair, ...] = tuple(TextPair(name, *row) for name, rows in _BY_TYPE.items() for row in rows)
"""Pairs of every type that is drawn, made to differ in one visible feature each."""

ARTICLE_PAIRS: tuple[TextPair, ...] = (
    TextPair("PERSON", "article", "Please ask {} about the chairs.", "an Anna Miller", "a Maria Miller"),
    TextPair("MONEY", "article", "They charged {} fee for the chairs.", "an $85", "a $95"),
    TextPair("PERCENTAGE", "article", "I got {} raise this year.", "an 8%", "a 7%"),
)
"""Pairs whose indefinite article would tell how the value begins."""

TOPIC_PAIRS: tuple[TextPair, ...] = (
    TextPair("CONDITION", "rarity", "I have had {} since May.", "migraine", "trigeminal neuralgia"),
    TextPair("CONDITION", "kind", "I have had {} since May.", "depression", "tuberculosis"),
    TextPair("MEDICINE", "words", "The doctor gave me {} for it.", "propranolol", "birth control pill"),
    TextPair("TREATMENT", "kind", "She had {} in spring.", "chemotherapy", "IVF"),
    TextPair("FAITH", "first letter", "My wife is a {} and likes chairs.", "Methodist", "Sufi"),
    TextPair("FAITH", "article", "My wife is {} and likes chairs.", "an Anglican", "a Methodist"),
    TextPair("CONDITION", "article", "I have had {} since May.", "an abscess", "a migraine"),
    TextPair("POLITICS", "words", "He left the {} last year.", "Green Party", "trade union"),
    TextPair("OFFENCE", "kind", "He was convicted of {} as a student.", "shoplifting", "drunk driving"),
    TextPair("SEXUALITY", "letter case", "My sister is {} and likes chairs.", "lesbian", "bisexual"),
    TextPair("FAMILY_MATTER", "kind", "I asked for {} in May.", "parental leave", "child support"),
    TextPair("FINANCE", "words", "After the {} we moved.", "bankruptcy", "debt consolidation"),
)
"""Pairs of the types of sensitive topics, which a policy has looked for by `topics`."""

_NATIVE: tuple[tuple[str, str, str, str, str], ...] = (
    ("PERSON", "German length", _GERMAN, "Eva Berg", "Katharina Featherstone"),
    ("PERSON", "German gender", _GERMAN, "Anna Müller", "Thomas Müller"),
    ("PERSON", "German rarity", _GERMAN, "Anna Müller", "Anna Qwrtzky"),
    ("PERSON", "German hyphen", _GERMAN, "Karl-Heinz Meyer", "Karl Meyer"),
    ("PERSON", "German name that is a word", _GERMAN, "Anna Sommer", "Anna Schmidt"),
    ("PERSON", "French first letter", _FRENCH, "Anne", "Brigitte"),
    ("PERSON", "Spanish family names", _SPANISH, "María García López", "Lucía Ortega Ruiz"),
    ("PERSON", "Polish declension of the family name", _POLISH, "Anna Kowalska", "Anna Nowak"),
    ("PERSON", "Polish form of the family name", _POLISH_LAST, "Kowalskiemu", "Nowakowi"),
    ("PERSON", "Chinese length", _CHINESE, "王伟", "王晓明"),
    ("PERSON", "Chinese rarity", _CHINESE, "王伟", "尧伟"),
    ("PERSON", "Japanese length", _JAPANESE, "田中健一", "佐々木健太郎"),
    ("PERSON", "Japanese rarity", _JAPANESE, "田中健一", "東海林健一"),
    ("PERSON", "Arabic article", _ARABIC, "محمد الحربي", "أحمد منصور"),
    ("PERSON", "Hindi length", _HINDI, "राहुल शर्मा", "सिद्धार्थ बालसुब्रमण्यम"),
    (
        "LOCATION",
        "German rarity",
        "Guten Tag, ich wohne seit drei Jahren in {} und suche Arbeit.",
        "München",
        "Zwiesel",
    ),
    (
        "LOCATION",
        "German words",
        "Guten Tag, ich wohne seit drei Jahren in {} und suche Arbeit.",
        "Kassel",
        "Bad Soden",
    ),
    (
        "LOCATION",
        "Polish declension",
        "Dzień dobry, mieszkam od trzech lat w {} i szukam pracy.",
        "Krakowie",
        "Gliwicach",
    ),
    ("LOCATION", "Chinese length", "您好，我住在{}已经三年了，正在找工作。", "北京", "乌鲁木齐"),
    ("LOCATION", "Arabic article", "مرحبا، أعيش في {} منذ ثلاث سنوات وأبحث عن عمل.", "الرياض", "دمشق"),
    (
        "ORGANIZATION",
        "German words",
        "Guten Tag, ich arbeite seit drei Jahren bei {} im Lager.",
        "Siemens",
        "Anton Berger GmbH",
    ),
    ("ORGANIZATION", "Japanese legal form", "お世話になっております。{}で働いている者です。", "株式会社三和", "トヨタ"),
    (
        "STREET_ADDRESS",
        "German street",
        "Guten Tag, ich wohne in der {} und suche Arbeit.",
        "Lindenstraße 12",
        "Am Markt 47",
    ),
    ("JOB_TITLE", "German words", _GERMAN_JOB, "Lehrer", "Softwareentwickler"),
    ("JOB_TITLE", "German job of no list", _GERMAN_JOB, "Lehrer", "Glasbläser"),
    ("JOB_TITLE", "French field", "Bonjour, je suis {} et je cherche un logement.", "infirmière", "avocate"),
    ("JOB_TITLE", "Polish stem", "Dzień dobry, jestem {} i szukam mieszkania.", "murarzem", "prawnikiem"),
    ("JOB_TITLE", "Chinese length", "您好，我是{}，正在找房子。", "护士", "软件工程师"),
    ("JOB_TITLE", "Arabic words", "مرحبا، أعمل {} وأبحث عن بيت.", "نجار", "مهندس معماري"),
    ("NRP", "German continent", "Guten Tag, mein Nachbar ist {} und sucht Arbeit.", "Pole", "Marokkaner"),
    ("NRP", "Spanish faith", "Hola, mi vecino es {} y busca trabajo.", "católico", "judío"),
    ("NRP", "Japanese length", "隣の人は{}で、仕事を探しています。", "韓国人", "バングラデシュ人"),
    ("NRP", "Hindi continent", "मेरे पड़ोसी {} हैं और काम ढूँढ रहे हैं।", "नेपाली", "अमेरिकी"),
    ("STREET_ADDRESS", "Chinese street", "您好，我住在{}已经三年了，正在找工作。", "建国路88号", "文三路15号"),
)

NATIVE_PAIRS = tuple(TextPair(*pair) for pair in _NATIVE)
"""The same in other languages than English; whoever compares them says where the mentions stand."""
