"""What an entity is: a stretch of text with a type; and what a mention is: an entity with what is replaced beside it.

Detectors give entities, the pipeline makes mentions of them, and surrogates are drawn for mentions. Offsets count code
points (what `str` indexing counts).
"""

from __future__ import annotations

from typing import NamedTuple

ENTITY_TYPES: dict[str, str] = {
    "PERSON": "names of people, whole or in part",
    "TITLE": "forms of address before a name (Dr., Mrs.)",
    "EMAIL_ADDRESS": "e-mail addresses",
    "PHONE_NUMBER": "telephone and fax numbers",
    "CREDIT_CARD": "payment card numbers",
    "IBAN_CODE": "international bank account numbers",
    "US_BANK_NUMBER": "bank account and routing numbers",
    "US_SSN": "social security numbers",
    "US_ITIN": "taxpayer numbers",
    "US_PASSPORT": "passport numbers",
    "US_DRIVER_LICENSE": "driver licence numbers",
    "UK_NHS": "NHS numbers",
    "MEDICAL_LICENSE": "medical licence numbers",
    "ID_NUMBER": "any other number or code that stands for one person, account, case or device",
    "IP_ADDRESS": "IPv4 and IPv6 addresses",
    "MAC_ADDRESS": "hardware addresses",
    "URL": "web addresses and domain names",
    "CRYPTO": "wallet addresses",
    "API_KEY": "keys, tokens and passwords",
    "USERNAME": "handles and login names",
    "STREET_ADDRESS": "house number and street",
    "POSTCODE": "postal codes",
    "LOCATION": "cities, regions, countries, other places",
    "ORGANIZATION": "companies, agencies, institutions",
    "NRP": "nationalities, religious and political groups",
    "JOB_TITLE": "occupations",
    "DATE_TIME": "dates and times",
    "AGE": "ages of people",
    "MONEY": "amounts of money",
    "PERCENTAGE": "percentages",
    "QUANTITY": "measurements with a unit",
    "DURATION": "lengths of time",
    "CONDITION": "illnesses, injuries, disabilities, pregnancy (topic health)",
    "MEDICINE": "medicines and drugs (topic health)",
    "TREATMENT": "treatments and operations (topic health)",
    "FAITH": "religions and those who have one (topic faith)",
    "POLITICS": "parties, unions and convictions (topic politics)",
    "OFFENCE": "offences and what courts do about them (topic offences)",
    "SEXUALITY": "sexual orientation, gender identity and sex life (topic sexuality)",
    "FAMILY_MATTER": "leave, custody, separation and the like (topic family)",
    "FINANCE": "debts, benefits and the like (topic finance)",
    "WORD": "words of a language that is not supported, where the policy masks those",
}
"""The types that are known by name, with what they cover; other names in capitals are types of the user's own."""

NAME_TYPES = frozenset(("PERSON", "ORGANIZATION", "LOCATION"))
"""Types of names, one of which is taken for another where only the words around them tell which."""

VALUE_TYPES = ("AGE", "DURATION", "MONEY", "PERCENTAGE", "QUANTITY")
"""Types of entities that are a number, or two of a range."""

IDENTIFIERS = frozenset(
    "EMAIL_ADDRESS PHONE_NUMBER CREDIT_CARD IBAN_CODE US_BANK_NUMBER US_SSN US_ITIN US_PASSPORT US_DRIVER_LICENSE "
    "UK_NHS MEDICAL_LICENSE ID_NUMBER IP_ADDRESS MAC_ADDRESS URL CRYPTO API_KEY USERNAME".split()
)
"""The types of what has a format, and stands for one person, account or device."""

CURRENCY_CODES = frozenset(
    "USD EUR GBP CHF JPY CAD AUD NZD INR CNY SEK NOK DKK PLN BRL MXN ZAR SGD HKD BTC ETH AED AMD ARS AZN BDT BGN BHD "
    "BOB BWP CRC CZK DOP DZD EGP ETB GHS GTQ HUF IDR ILS IQD IRR ISK JMD JOD KES KHR KRW KWD KZT LBP LKR MMK MUR MWK "
    "MYR NAD NGN NPR OMR PHP PKR PYG QAR RON RSD RUB RWF SAR THB TND TTD TWD TZS UAH UGX UYU UZS VND XAF XOF "
    "ZMW".split()
)
"""Codes of ISO 4217, and of two coins, without those that are words or names too: ALL, CLP, COP, CUP, GEL, MAD, PEN,
TOP, TRY.
"""


class Entity(NamedTuple):
    """One detected entity.

    Attributes:
        start, end: where it stands.
        type: a key of `ENTITY_TYPES`, or a name of the user's own.
        score: confidence of the detector, between 0 and 1.
        detector: which detector found it.
        codes: what everybody knows by that name, and what that gives away (a town's country); empty where nobody does.
        public: the text speaks of that in general, and ties it to nobody.
    """

    start: int
    end: int
    type: str
    score: float
    detector: str
    codes: tuple[str, ...] = ()
    public: bool = False


_AROUND = 96
"""Characters on either side of a finding by which it is told whether it is private; what more tells holds for the whole
text.
"""


def surroundings(text: str, entity: Entity, reach: int = _AROUND) -> tuple[object, ...]:
    """Return an entity and the text around it, without where that stands: of a thousand that are alike, as in a list of
    one word, one is asked about. `reach`: characters on either side.
    """
    start, end, kind, score, detector, *_ = entity
    first = start - reach if start > reach else 0
    return text[first : end + reach], start - first, end - start, kind, score, detector


def moved(entity: Entity, by: int) -> Entity:
    """Return an entity that stands so many characters further on."""
    return entity._replace(start=entity.start + by, end=entity.end + by) if by else entity


class Clue(NamedTuple):
    """The evidence that the text gives of a person.

    Attributes:
        gender: "female", "male", or empty.
        sure: a word beside the name says so; otherwise a pronoun that may stand for somebody else.
        titled: a title stands before the name, as it does before family names.
        related: a relative stands before the name, as before given names: "my daughter Wren".
    """

    gender: str = ""
    sure: bool = True
    titled: bool = False
    related: bool = False


NO_CLUE = Clue()


class Mention(NamedTuple):
    """One entity of one text of a request.

    Attributes:
        text_number: which text.
        start, end: where it stands, an article before it included.
        type: entity type.
        text: the entity itself.
        article: the article and the space before it, or empty; of definite ones that of a place's name.
        before, after: the words around a number that is too short to be known by itself, and the word before a place.
        clue: what the text around a person's name says of its gender.
        space: what stands for the spaces of the name where it is written ("%20"); empty for spaces.
        escaped: how often it is escaped where it is written, as a string of JSON is.
        quote: the quotation mark that JSON needs around what stands in for it, unless that is a number too.
        public: a public reference, which stays.
        language: ISO 639-1 of the passage that it stands in; empty for English.
        meant: of a number without its unit, the value that it is as it is written elsewhere in the request; else empty.
        day_first: of a date of digits that may be read in both orders, whether its day stands first.
    """

    text_number: int
    start: int
    end: int
    type: str
    text: str
    article: str = ""
    before: str = ""
    after: str = ""
    clue: Clue = NO_CLUE
    space: str = ""
    public: bool = False
    language: str = ""
    escaped: int = 0
    quote: str = ""
    meant: str = ""
    day_first: bool = False
