"""Made-up values that fill the templates of `synthetic`: people, firms, places and addresses of many countries."""

# ruff: noqa: D102, PLR0911 - the methods are the kinds of value, by name; a draw decides between forms of one kind

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cached_property
from typing import Any

from dp_gateway.entities.detectors.ordinary import ORDINARY
from dp_gateway.vocabulary.lexicon.data import read_data

__all__ = ["Values"]

_LOCALES = (
    "en_US en_US en_GB en_GB en_CA en_AU en_IN en_NZ en_IE de_DE de_AT de_CH fr_FR fr_CH es_ES es_MX es_CO it_IT nl_NL "
    "nl_BE pl_PL sv_SE da_DK fi_FI no_NO pt_BR pt_PT cs_CZ hu_HU ro_RO tr_TR hr_HR sl_SI sk_SK lt_LT lv_LV et_EE id_ID "
    "vi_VN fil_PH yo_NG zu_ZA es_AR es_CL"
).split()
_SUFFIXES = (
    "Ltd Ltd. Limited Inc Inc. LLC Corp Corp. Co. plc PLC GmbH AG S.A. SARL SAS S.r.l. S.p.A. B.V. NV AB A/S Oy ASA "
    "Pty Pvt Holdings Group Partners & Sons & Co Associates Bros"
).split()
_TRADES = (
    "Foods Logistics Freight Motors Dental Clinic Plumbing Roofing Bakery Consulting Capital Media Software Systems "
    "Analytics Labs Energy Solar Textiles Pharma Insurance Bank Credit Union Airlines Shipping Construction Electric "
    "Studios Press Publishing Foundation Trust Institute Academy College School University Hospital Church Library "
    "Museum Council Ministry Authority Agency Commission Association Society Federation Club Cafe Restaurant Hotel "
    "Pharmacy Surgery Practice Garage Nurseries Farm Brewery Winery Gym Fitness Travel Tours Records Games Robotics "
    "Security Telecom Mobile Networks Properties Estates Lettings Realty Law Legal Accounting Advisors Ventures Tiles "
    "Steel Mining Timber Packaging Plastics Chemicals Paints Optics Instruments Tools Furniture Jewellers Fashion"
).split()
_STREETS = (
    "Street St Road Rd Avenue Ave Lane Ln Drive Dr Close Court Ct Crescent Way Place Terrace Grove Row Square "
    "Boulevard Blvd Hill Gardens Mews Walk Rise Parade Highway Parkway Trail Circle Loop Alley Quay Wharf View Park"
).split()
_TITLES = "Mr Mr. Mrs Mrs. Ms Ms. Miss Dr Dr. Prof Prof. Sir Professor Rev. Captain Judge Sgt. Mx".split()
_PRODUCTS = (
    "iPhone Windows Photoshop Excel Corolla Playstation Xbox Kindle Android Fortnite Minecraft Linux Ubuntu Docker "
    "Kubernetes Postgres Redis Kafka React Django PyTorch Chrome Firefox Word Outlook Galaxy Prius Civic"
).split()
_MONTHS = (
    "January February March April May June July August September October November December Jan Feb Mar Apr Jun Jul "
    "Aug Sep Sept Oct Nov Dec"
).split()
_EPONYMS = (
    "Gaussian Bayesian Euclidean Cartesian Newtonian Boolean Markov Fourier Laplace Taylor Hilbert Lagrange "
    "Hamiltonian "
    "Poisson Dirichlet Jacobian Hessian Wronskian Noetherian Pythagorean Fibonacci Pascal Nash Turing Church Moore "
    "Kelvin Celsius Fahrenheit Hertz Joule Watt Volt Pascal Tesla Faraday Coulomb Ampere Richter Mendelian Darwinian "
    "Alzheimer's Parkinson's Crohn's Hodgkin's Down Freudian Socratic Caesar Caesarean Geiger Petri Bunsen Doppler"
).split()
_FOODS = (
    "Parmesan Cheddar Mozzarella Brie Gouda Dijon Chardonnay Merlot Riesling Prosecco Bordeaux Burgundy tikka masala "
    "teriyaki Béarnaise Hollandaise Caesar Waldorf Wellington Stroganoff Carbonara Alfredo Bolognese Margherita Napoli "
    "cheddar butter flour sugar garlic onion basil thyme rosemary sage parsley ginger cumin paprika saffron vanilla"
).split()
_SCIENCE = (
    "Escherichia coli Staphylococcus aureus Homo sapiens Drosophila melanogaster Paracetamol Ibuprofen Aspirin Insulin "
    "Penicillin Metformin Hemoglobin Chlorophyll Ribosome Lysosome Golgi Cytoplasm Nucleus Mitosis Meiosis Osmosis "
    "Jurassic Cretaceous Triassic Cambrian Pleistocene Holocene Basalt Granite Limestone Sodium Potassium Helium Neon "
    "Argon Ethanol Methane Benzene Jupiter Saturn Neptune Mercury Venus Mars Orion Andromeda"
).split()
_VERBS = (
    "add edit run read write check open close send move copy update remove create start stop build test review explain "
    "compare merge split sort list find search replace install configure deploy enable disable return call parse load "
    "save print log cache retry fix refactor rename import export convert compute solve stir bake chop mix pour heat"
).split()
_BRANDS = (
    "Google Amazon Microsoft Apple Facebook Netflix Uber Tesla IBM Oracle Intel Samsung Sony Toyota BMW Siemens Bosch "
    "Nestle Unilever Shell BP HSBC Barclays Santander Vodafone Verizon Walmart Target Costco Tesco Sainsburys Lidl "
    "Ikea "
    "Starbucks McDonalds KFC Subway Nike Adidas Zara DHL FedEx UPS Ryanair Lufthansa Emirates Reuters BBC CNN NASA FBI "
    "NHS IRS UNESCO WHO Deloitte KPMG Accenture Infosys Wipro Revolut Paypal Stripe Spotify Airbnb Pfizer Bayer Argos"
).split()


class Values:
    """Draws values, seeded; each method gives a text."""

    def __init__(self, rng: random.Random) -> None:
        from faker import Faker

        self.rng = rng
        self._data = read_data()
        self._fakers: list[Any] = []
        for index, locale in enumerate(_LOCALES):
            fake = Faker(locale)
            fake.seed_instance(rng.getrandbits(32) + index)
            self._fakers.append(fake)
        self.makers: dict[str, tuple[str, Callable[[], str]]] = {
            "person": ("PERSON", self.person), "first": ("PERSON", self.first), "last": ("PERSON", self.last),
            "last_first": ("PERSON", lambda: f"{self.last()}, {self.first()}"), "title": ("TITLE", self.title),
            "org": ("ORGANIZATION", self.organisation), "brand": ("ORGANIZATION", self.brand),
            "city": ("LOCATION", self.city), "country": ("LOCATION", self.country), "region": ("LOCATION", self.region),
            "street": ("STREET_ADDRESS", self.street), "address": ("STREET_ADDRESS", self.address),
            "postcode": ("POSTCODE", self.postcode), "nrp": ("NRP", self.nationality), "job": ("JOB_TITLE", self.job),
            "date": ("DATE_TIME", self.date), "id": ("ID_NUMBER", self.identifier), "user": ("USERNAME", self.user),
            "age": ("AGE", lambda: str(rng.randint(1, 98))), "product": ("MISC", self.product),
            "email": ("?", self.email), "phone": ("?", self.phone), "number": ("", lambda: str(rng.randint(2, 999))),
            "word": ("", lambda: rng.choice(self._common)), "money": ("?", lambda: f"${rng.randint(2, 9000)}"),
            "time": ("?", lambda: f"{rng.randint(0, 23)}:{rng.randint(0, 59):02}"), "noun": ("", self.noun),
            "tech": ("", lambda: self._cased(rng.choice(self._technical))),
            "eponym": ("", lambda: rng.choice(_EPONYMS)),
            "food": ("", lambda: rng.choice(_FOODS)), "science": ("", lambda: rng.choice(_SCIENCE)),
            "verb": ("", lambda: rng.choice(_VERBS)), "Verb": ("", lambda: rng.choice(_VERBS).title()),
            "CAPS": ("", lambda: rng.choice(self._common).upper()),
            "Word": ("", lambda: rng.choice(self._common).title()),
            "camel": ("", self.camel), "snake": ("", lambda: f"{rng.choice(self._common)}_{rng.choice(self._common)}"),
        }  # fmt: skip
        """Of each hole of a template: the type of the span ("?" for doubtful, "" for none) and who draws."""

    @cached_property
    def _common(self) -> list[str]:
        return [word for word in self._data.pools["COMMON_WORDS"] if len(word) > 3]

    @cached_property
    def _technical(self) -> list[str]:
        return sorted(word for word in ORDINARY if len(word) > 2)

    def _cased(self, word: str) -> str:
        return self.rng.choice([word, word.title(), word.title(), word.upper()])

    def camel(self) -> str:
        """A name that programs have."""
        words = [self.rng.choice(self._common).title() for _ in range(self.rng.randint(2, 3))]
        words[0] = self.rng.choice([words[0], words[0].lower()])
        return "".join(words)

    def fake(self) -> Any:
        return self.rng.choice(self._fakers)

    def first(self) -> str:
        draw = self.rng.random()
        pools = self._data.pools
        if draw < 0.4:
            return str(self.fake().first_name())
        if draw < 0.65:
            return self.rng.choice(self.rng.choice([pools["GIVEN_NAME_FEMALE"], pools["GIVEN_NAME_MALE"]])[:1000])
        return self.rng.choice(pools["GIVEN_NAMES_ALL"])

    def last(self) -> str:
        draw = self.rng.random()
        pools = self._data.pools
        if draw < 0.4:
            return str(self.fake().last_name())
        if draw < 0.6:
            return self.rng.choice(pools["SURNAME"][:3000])
        return self.rng.choice(pools["SURNAMES_ALL"])

    def person(self) -> str:
        draw = self.rng.random()
        if draw < 0.12:
            return f"{self.first()} {self.rng.choice('ABCDEFGHJKLMNPRSTVW')}. {self.last()}"
        if draw < 0.18:
            return f"{self.first()} {self.first()} {self.last()}"
        if draw < 0.22:
            return f"{self.first()}-{self.first()} {self.last()}"
        if draw < 0.26:
            return f"{self.first()} {self.last()}-{self.last()}"
        if draw < 0.3:
            return f"{self.rng.choice('ABCDEFGHJKLMNPRSTVW')}. {self.last()}"
        if draw < 0.34:
            between = self.rng.choice(["van", "van der", "de", "de la", "von", "al", "bin", "O'", "Mac", "da", "dos"])
            return f"{self.first()} {between}{'' if between in ('O’', 'Mac') else ' '}{self.last()}"
        return f"{self.first()} {self.last()}"

    def title(self) -> str:
        return self.rng.choice(_TITLES)

    def brand(self) -> str:
        if self.rng.random() < 0.5:
            return self.rng.choice(_BRANDS)
        return (
            self.rng.choice(self._common) + self.rng.choice(["ly", "ify", "a", "o", "tech", "soft", "", "net"])
        ).title()

    def organisation(self) -> str:
        draw = self.rng.random()
        if draw < 0.2:
            return str(self.fake().company())
        if draw < 0.35:
            return self.rng.choice(self._data.types["ORGANIZATION"])
        if draw < 0.42:
            return self.brand()
        first = self.rng.choice([self.last, self.city, lambda: self.rng.choice(self._common).title(), self.brand])()
        if draw < 0.5:
            return f"{first} & {self.last()}"
        if draw < 0.56:
            return f"{self.rng.choice(_TRADES)} of {self.rng.choice([self.city, self.country, self.region])()}"
        if draw < 0.6:
            return f"St {self.first()}'s {self.rng.choice(['School', 'Hospital', 'Church', 'College', 'Primary'])}"
        middle = f" {self.rng.choice(self._common).title()}" if self.rng.random() < 0.2 else ""
        trade = f" {self.rng.choice(_TRADES)}" if self.rng.random() < 0.85 else ""
        suffix = f" {self.rng.choice(_SUFFIXES)}" if self.rng.random() < 0.35 or not trade else ""
        return f"{first}{middle}{trade}{suffix}"

    def city(self) -> str:
        if self.rng.random() < 0.2:
            return str(self.fake().city())
        towns = self._data.types["CITY"]
        return self.rng.choice(towns[:3000] if self.rng.random() < 0.4 else towns)

    def country(self) -> str:
        return self.rng.choice(self._data.types["COUNTRY"])

    def region(self) -> str:
        return self.rng.choice(self._data.types["REGION"])

    def street(self) -> str:
        draw = self.rng.random()
        if draw < 0.35:
            return str(self.fake().street_address()).replace("\n", ", ")
        number = self.rng.choice(
            [
                str(self.rng.randint(1, 240)),
                str(self.rng.randint(1, 9999)),
                f"{self.rng.randint(1, 99)}{self.rng.choice('abcABC')}",
            ]
        )
        if draw < 0.45:
            return f"{number} {self.rng.choice(self._data.pools['STREET_NAME'])}"
        name = self.rng.choice([self.last, self.city, self.first, lambda: self.rng.choice(self._common).title()])()
        middle = f" {self.rng.choice(self._common).title()}" if self.rng.random() < 0.2 else ""
        street = f"{number} {name}{middle} {self.rng.choice(_STREETS)}"
        if draw > 0.85:
            unit = self.rng.choice(["Flat", "Apt", "Apt.", "Unit", "Suite", "#", "Floor", "Room"])
            one = f"{unit} {self.rng.choice(['', 'A', 'B'])}{self.rng.randint(1, 40)}"
            return f"{one}, {street}" if self.rng.random() < 0.5 else f"{street} {one}"
        if draw > 0.75:
            return f"{name}{middle} {self.rng.choice(_STREETS[:20])}"
        return street

    def address(self) -> str:
        """A street with what follows it, as one value."""
        text = str(self.fake().address())
        return text if self.rng.random() < 0.4 else text.replace("\n", ", ")

    def postcode(self) -> str:
        return str(self.fake().postcode())

    def nationality(self) -> str:
        return self.rng.choice(self._data.types["NRP"])

    def job(self) -> str:
        if self.rng.random() < 0.2:
            job = str(self.rng.choice(self._fakers[:8]).job()).split(",")[0]
            return job if self.rng.random() < 0.5 else job.lower()
        job = self.rng.choice(self._data.types["JOB_TITLE"])
        return job.title() if self.rng.random() < 0.3 else job

    def date(self) -> str:
        day, year, month = self.rng.randint(1, 28), self.rng.randint(1930, 2026), self.rng.choice(_MONTHS)
        return self.rng.choice([
            f"{day} {month} {year}", f"{month} {day}, {year}", f"{day}/{self.rng.randint(1, 12)}/{year}",
            f"{year}-{self.rng.randint(1, 12):02}-{day:02}", f"{day}.{self.rng.randint(1, 12):02}.{year}",
            f"{month} {day}", f"{day}th of {month}", f"{month} {year}",
        ])  # fmt: skip

    def identifier(self) -> str:
        digits = "".join(self.rng.choice("0123456789") for _ in range(self.rng.randint(4, 9)))
        letters = "".join(self.rng.choice("ABCDEFGHJKLMNPRSTVWXYZ") for _ in range(self.rng.randint(1, 4)))
        return self.rng.choice(
            [digits, f"{letters}{digits}", f"{letters}-{digits}", f"{digits}/{self.rng.randint(10, 26)}"]
        )

    def user(self) -> str:
        first, last = self.first().lower().replace(" ", ""), self.last().lower().replace(" ", "")
        number = self.rng.choice(["", "", str(self.rng.randint(1, 99)), str(self.rng.randint(1950, 2010))])
        return self.rng.choice(
            [
                f"{first}{number}",
                f"{first}_{last}",
                f"{first}.{last}{number}",
                f"{first[0]}{last}{number}",
                f"{self.rng.choice(self._common)}{number}",
                f"{first}_{self.rng.choice(self._common)}{number}",
            ]
        )

    def email(self) -> str:
        return f"{self.user()}@{self.rng.choice(self._common)}.{self.rng.choice(['com', 'org', 'net', 'co.uk', 'de'])}"

    def phone(self) -> str:
        return str(self.rng.choice(self._fakers[:8]).phone_number())

    def product(self) -> str:
        return self.rng.choice(_PRODUCTS)

    def noun(self) -> str:
        """A capitalised phrase that names nothing: a heading, a button, a rule."""
        return " ".join(self.rng.choice(self._common).title() for _ in range(self.rng.randint(1, 3)))
