"""Words that made-up values are put together from, and values as they are said: numbers in words, names letter by
letter.

`values` draws from them.
"""

from __future__ import annotations

import random

__all__ = [
    "BRANDS",
    "EPONYMS",
    "FOODS",
    "LOCALES",
    "MONTHS",
    "PRODUCTS",
    "SCIENCE",
    "STREETS",
    "SUFFIXES",
    "TITLES",
    "TRADES",
    "VERBS",
    "said_date",
    "said_digits",
    "said_number",
    "said_year",
    "spelled",
]

LOCALES = (
    "en_US en_US en_GB en_GB en_CA en_AU en_IN en_NZ en_IE de_DE de_AT de_CH fr_FR fr_CH es_ES es_MX es_CO it_IT nl_NL "
    "nl_BE pl_PL sv_SE da_DK fi_FI no_NO pt_BR pt_PT cs_CZ hu_HU ro_RO tr_TR hr_HR sl_SI sk_SK lt_LT lv_LV et_EE id_ID "
    "vi_VN fil_PH yo_NG zu_ZA es_AR es_CL"
).split()
SUFFIXES = (
    "Ltd Ltd. Limited Inc Inc. LLC Corp Corp. Co. plc PLC GmbH AG S.A. SARL SAS S.r.l. S.p.A. B.V. NV AB A/S Oy ASA "
    "Pty Pvt Holdings Group Partners & Sons & Co Associates Bros"
).split()
TRADES = (
    "Foods Logistics Freight Motors Dental Clinic Plumbing Roofing Bakery Consulting Capital Media Software Systems "
    "Analytics Labs Energy Solar Textiles Pharma Insurance Bank Credit Union Airlines Shipping Construction Electric "
    "Studios Press Publishing Foundation Trust Institute Academy College School University Hospital Church Library "
    "Museum Council Ministry Authority Agency Commission Association Society Federation Club Cafe Restaurant Hotel "
    "Pharmacy Surgery Practice Garage Nurseries Farm Brewery Winery Gym Fitness Travel Tours Records Games Robotics "
    "Security Telecom Mobile Networks Properties Estates Lettings Realty Law Legal Accounting Advisors Ventures Tiles "
    "Steel Mining Timber Packaging Plastics Chemicals Paints Optics Instruments Tools Furniture Jewellers Fashion"
).split()
STREETS = (
    "Street St Road Rd Avenue Ave Lane Ln Drive Dr Close Court Ct Crescent Way Place Terrace Grove Row Square "
    "Boulevard Blvd Hill Gardens Mews Walk Rise Parade Highway Parkway Trail Circle Loop Alley Quay Wharf View Park"
).split()
TITLES = "Mr Mr. Mrs Mrs. Ms Ms. Miss Dr Dr. Prof Prof. Sir Professor Rev. Captain Judge Sgt. Mx".split()
PRODUCTS = (
    "iPhone Windows Photoshop Excel Corolla Playstation Xbox Kindle Android Fortnite Minecraft Linux Ubuntu Docker "
    "Kubernetes Postgres Redis Kafka React Django PyTorch Chrome Firefox Word Outlook Galaxy Prius Civic"
).split()
MONTHS = (
    "January February March April May June July August September October November December Jan Feb Mar Apr Jun Jul "
    "Aug Sep Sept Oct Nov Dec"
).split()
EPONYMS = (
    "Gaussian Bayesian Euclidean Cartesian Newtonian Boolean Markov Fourier Laplace Taylor Hilbert Lagrange "
    "Hamiltonian "
    "Poisson Dirichlet Jacobian Hessian Wronskian Noetherian Pythagorean Fibonacci Pascal Nash Turing Church Moore "
    "Kelvin Celsius Fahrenheit Hertz Joule Watt Volt Pascal Tesla Faraday Coulomb Ampere Richter Mendelian Darwinian "
    "Alzheimer's Parkinson's Crohn's Hodgkin's Down Freudian Socratic Caesar Caesarean Geiger Petri Bunsen Doppler"
).split()
FOODS = (
    "Parmesan Cheddar Mozzarella Brie Gouda Dijon Chardonnay Merlot Riesling Prosecco Bordeaux Burgundy tikka masala "
    "teriyaki Béarnaise Hollandaise Caesar Waldorf Wellington Stroganoff Carbonara Alfredo Bolognese Margherita Napoli "
    "cheddar butter flour sugar garlic onion basil thyme rosemary sage parsley ginger cumin paprika saffron vanilla"
).split()
SCIENCE = (
    "Escherichia coli Staphylococcus aureus Homo sapiens Drosophila melanogaster Paracetamol Ibuprofen Aspirin Insulin "
    "Penicillin Metformin Hemoglobin Chlorophyll Ribosome Lysosome Golgi Cytoplasm Nucleus Mitosis Meiosis Osmosis "
    "Jurassic Cretaceous Triassic Cambrian Pleistocene Holocene Basalt Granite Limestone Sodium Potassium Helium Neon "
    "Argon Ethanol Methane Benzene Jupiter Saturn Neptune Mercury Venus Mars Orion Andromeda"
).split()
VERBS = (
    "add edit run read write check open close send move copy update remove create start stop build test review explain "
    "compare merge split sort list find search replace install configure deploy enable disable return call parse load "
    "save print log cache retry fix refactor rename import export convert compute solve stir bake chop mix pour heat"
).split()
BRANDS = (
    "Google Amazon Microsoft Apple Facebook Netflix Uber Tesla IBM Oracle Intel Samsung Sony Toyota BMW Siemens Bosch "
    "Nestle Unilever Shell BP HSBC Barclays Santander Vodafone Verizon Walmart Target Costco Tesco Sainsburys Lidl "
    "Ikea "
    "Starbucks McDonalds KFC Subway Nike Adidas Zara DHL FedEx UPS Ryanair Lufthansa Emirates Reuters BBC CNN NASA FBI "
    "NHS IRS UNESCO WHO Deloitte KPMG Accenture Infosys Wipro Revolut Paypal Stripe Spotify Airbnb Pfizer Bayer Argos"
).split()


_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth"
).split()
_MONTHS = "january february march april may june july august september october november december".split()


def said_digits(rng: random.Random, count: int) -> str:
    """Digits one by one, as telephone numbers are said: "oh", "double four"."""
    said: list[str] = []
    while len(said) < count:
        digit = rng.choice(["oh", *_SMALL[:10]])
        said.append(f"{rng.choice(['double', 'triple'])} {digit}" if rng.random() < 0.06 else digit)
    return " ".join(said)


def said_number(number: int, rng: random.Random) -> str:
    """A whole number below ten thousand, as house numbers are said: 1,412 is "fourteen twelve"."""
    if number < 20:
        return _SMALL[number]
    if number < 100:
        return _TENS[number // 10 - 2] + (f" {_SMALL[number % 10]}" if number % 10 else "")
    if number < 1000 and rng.random() < 0.5:
        rest = f" {rng.choice(['', 'and '])}{said_number(number % 100, rng)}" if number % 100 else ""
        return f"{_SMALL[number // 100]} hundred{rest}"
    head, rest = divmod(number, 100)
    low = "hundred" if not rest else f"oh {_SMALL[rest]}" if rest < 10 else said_number(rest, rng)
    return f"{said_number(head, rng)} {low}"


def said_year(rng: random.Random) -> str:
    """A year of somebody's life."""
    year = rng.randint(1935, 2026)
    return (
        f"two thousand {rng.choice(['', 'and '])}{_SMALL[year - 2000]}"
        if 2000 < year < 2010
        else said_number(year, rng)
    )


def said_date(rng: random.Random) -> str:
    """A day, with or without its year."""
    number = rng.randint(1, 31)
    low = _ORDINALS[number - 1] if number <= 20 else "thirtieth" if number == 30 else ""
    day = low or f"{_TENS[number // 10 - 2]} {_ORDINALS[number % 10 - 1]}"
    month = rng.choice(_MONTHS)
    said = rng.choice([f"the {day} of {month}", f"{month} {day}", f"{month} the {day}"])
    return said if rng.random() < 0.4 else f"{said} {said_year(rng)}"


def spelled(word: str) -> str:
    """A word letter by letter."""
    return " ".join(char for char in word.lower() if char.isalpha())
