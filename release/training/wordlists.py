"""The words of the taggers: frequent words with vectors to begin from, and the lists that words stand in.

Trainings make them once; detection carries what they wrote.
"""

from __future__ import annotations

import lzma
import random
import re
import zipfile
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt

from dp_gateway.detection.tagger.features import Vocabulary, hash_word
from dp_gateway.patterns.known_phrases import RARE_NAMES_FILE, default_lexicon
from dp_gateway.patterns.names import NOT_NAMES, ORDINARY
from dp_gateway.patterns.terms import TERMS_FILE
from dp_gateway.vocabulary.lexicon.data import Phrases, read_data
from dp_gateway.vocabulary.lexicon.topics import topic_phrases
from dp_gateway.vocabulary.words import english_frequencies
from release.lexicon.names import more_names

__all__ = [
    "BRANDS",
    "EPONYMS",
    "FOODS",
    "HAMLETS",
    "JOBS",
    "LOCALES",
    "MONTHS",
    "NICKNAMES",
    "PEOPLES",
    "PRODUCTS",
    "RELATIONS",
    "SCIENCE",
    "SHOPS",
    "STREETS",
    "SUFFIXES",
    "TITLES",
    "TRADES",
    "VERBS",
    "WORDS",
    "WORD_NAMES",
    "WORD_WIDTH",
    "build_vocabulary",
    "first_vectors",
    "glosses",
    "listed",
    "members",
    "said_date",
    "said_digits",
    "said_number",
    "spelled",
    "terms",
    "vocabulary_of",
    "write_terms",
]

WORDS = 36_000
"""Words with a vector of their own, the most frequent ones."""

WORD_WIDTH = 64

_OFTEN = 6000
"""Of those, words that the training texts hold often though they are rare elsewhere: nicknames, brands, slang."""

_RANKS = (0, 300, 2000, 8000, 20000)
_FIRST_RANK_BIT = 11


def build_vocabulary(seen: Counter[str]) -> tuple[Vocabulary, list[str]]:
    """The vocabulary, and its words with vectors in the order of their rows (row 0 is for all others).

    Args:
        seen: how often the training texts hold each word, lower case.
    """
    import wordfreq

    listed = [word for word in wordfreq.top_n_list("en", 60_000) if word.isascii()]
    ranks = {word: rank for rank, word in enumerate(listed)}
    often = [word for word, count in seen.most_common() if count >= 12 and word not in ranks and not word.isdigit()]
    frequent, rest = listed[: WORDS - _OFTEN - 1], listed[WORDS - _OFTEN - 1 :]
    words = ["", *dict.fromkeys([*frequent, *often[:_OFTEN], *rest])][:WORDS]
    flags = _flags(read_data())
    for word, rank in ranks.items():
        band = sum(rank >= edge for edge in _RANKS) - 1
        flags[word] = flags.get(word, 0) | 1 << (_FIRST_RANK_BIT + band)
    rows = {word: row for row, word in enumerate(words) if row}
    return vocabulary_of(rows, flags), words


def vocabulary_of(rows: Mapping[str, int], flags: Mapping[str, int]) -> Vocabulary:
    """The vocabulary of a tagger: words with a row of their own, and what lists say of words, in bits."""
    entries = {hash_word(word): (rows.get(word, 0), flags.get(word, 0)) for word in {*rows, *flags}}
    hashes = np.array(sorted(entries), np.uint32)
    return Vocabulary(
        hashes,
        np.array([entries[int(one)][0] for one in hashes], np.uint16),
        np.array([entries[int(one)][1] for one in hashes], np.uint16),
    )


def _flags(data: Phrases) -> dict[str, int]:
    """The lists each word stands in, one bit each."""
    towns = data.types["CITY"]
    lists: list[Iterable[str]] = [
        data.pools["GIVEN_NAMES_ALL"],
        [*data.pools["GIVEN_NAME_FEMALE"][:700], *data.pools["GIVEN_NAME_MALE"][:700]],
        data.pools["SURNAMES_ALL"],
        data.pools["SURNAMES_ALL"][:3000],
        data.pools["COMMON_WORDS"],
        [town for town in towns if " " not in town],
        [part for town in towns if " " in town for part in town.split()],
        [part for kind in ("COUNTRY", "REGION") for place in data.types[kind] for part in place.split()],
        data.types["NRP"],
        [part for job in data.types["JOB_TITLE"] for part in job.split()],
        [part for part, count in _endings(data).items() if count >= 3],
    ]
    flags: dict[str, int] = {}
    for bit, words in enumerate(lists):
        for word in words:
            key = word.lower()
            flags[key] = flags.get(key, 0) | 1 << bit
    return flags


def _endings(data: Phrases) -> Counter[str]:
    """What streets and organisations end in: Street, University, Ltd."""
    phrases = [*data.pools["STREET_NAME"], *data.types["ORGANIZATION"]]
    return Counter(phrase.split()[-1] for phrase in phrases)


def first_vectors(words: list[str]) -> npt.NDArray[np.float32]:
    """Vectors to begin from: those of the project's embedder, turned to fewer dimensions that keep most of them."""
    from dp_gateway.vocabulary.embedders import resolve

    vectors = np.nan_to_num(np.asarray(resolve("wordllama").embed(words[1:]), np.float32))
    vectors = vectors - vectors.mean(0)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-6
    _, _, axes = np.linalg.svd(vectors[:8000], full_matrices=False)
    turned = vectors @ axes[:WORD_WIDTH].T
    turned /= turned.std()
    return np.concatenate([np.zeros((1, WORD_WIDTH), np.float32), turned.astype(np.float32)])


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
SHOPS = (
    "Bakery Bakes Plumbing Heating Roofing Scaffolding Joinery Tiling Flooring Glazing Fencing Landscapes "
    "Nurseries Florist Flowers Barbers Hair Nails Beauty Tattoo Yoga Pilates Fitness Boxing Dance Music Guitars "
    "Pianos Books Vinyl Cycles Bikes Autos Tyres Garage Taxis Cabs Coaches Removals Storage Couriers Haulage "
    "Cleaning Laundry Tailors Shoes Jewellers Optical Dental Vets Pets Kennels Stables Farm Dairy Butchers "
    "Fishmongers Greengrocers Deli Cafe Coffee Tearoom Diner Grill Pizza Noodles Curry Kebabs Tavern Arms Inn "
    "Brewing Cellars Wines Catering Events Weddings Photography Films Prints Signs Design Web IT Computers Repairs "
    "Electrical Security Alarms Locksmiths Mortgages Lettings Homes Estates Conveyancing Solicitors Chambers "
    "Accountants Bookkeeping Payroll Recruitment Tutors Nursery Childcare Care Funerals Biologics Robotics Solar "
    "Timber Metals Fabrications Quarry Marine Boats Sails"
).split()
HAMLETS = (
    "Nether Upper Lower Little Great Long Market Stoke Castle Old Kings Bishops Abbots Port Glen Loch Inver Aber "
    "Llan Bally Kil Dun Wagga Mount Fort Lake Cedar Maple Elk Bear Eagle Red Black White Green Silver San Santa El "
    "Los Saint Kwa Umm Ein Wadi Nova Novo Bad Alt Neu Ober Unter Val Mont Pont Villa Puerto Sierra Cabo"
).split()
JOBS = (
    "payroll analyst|shotfirer|voice-over artist|team lead|HR business partner|union rep|florist|welder|cooper|"
    "paramedic|bus driver|forklift driver|barista|bartender|waiter|waitress|chef|line cook|sous chef|"
    "kitchen porter|dishwasher|baker|butcher|fishmonger|hairdresser|barber|nail technician|tattoo artist|plumber|"
    "electrician|roofer|scaffolder|plasterer|joiner|carpenter|tiler|painter and decorator|gardener|tree surgeon|"
    "farmhand|shepherd|dairy farmer|fisherman|deckhand|trucker|truck driver|lorry driver|taxi driver|Uber driver|"
    "courier|postman|warehouse worker|picker|packer|security guard|bouncer|cleaner|janitor|caretaker|housekeeper|"
    "nanny|au pair|babysitter|childminder|care worker|care assistant|healthcare assistant|midwife|nurse|"
    "staff nurse|nurse practitioner|GP|surgeon|registrar|dentist|orthodontist|vet|vet nurse|physio|physiotherapist|"
    "occupational therapist|speech therapist|optician|pharmacist|phlebotomist|teacher|teaching assistant|TA|"
    "head of year|headteacher|principal|lecturer|PhD student|postdoc|tutor|librarian|social worker|youth worker|"
    "probation officer|police officer|detective|firefighter|soldier|sergeant|judge|barrister|paralegal|solicitor|"
    "attorney|notary|bailiff|accountant|bookkeeper|auditor|actuary|cashier|bank teller|loan officer|underwriter|"
    "claims handler|estate agent|realtor|letting agent|receptionist|secretary|PA|office manager|project manager|"
    "product manager|product owner|scrum master|software engineer|senior developer|dev|sysadmin|data analyst|"
    "data scientist|UX designer|graphic designer|copywriter|journalist|editor|photographer|videographer|actor|"
    "singer|drummer|DJ|session musician|stagehand|sound engineer|referee|coach|swimming teacher|lifeguard|"
    "personal trainer|jockey|footballer|pastor|imam|rabbi|priest|nun|chaplain|undertaker|gravedigger|miner|"
    "quarry worker|driller|rigger|crane operator|machinist|toolmaker|seamstress|tailor|cobbler|upholsterer|potter|"
    "glazier|locksmith|handyman|surveyor|architect|civil engineer|site manager|foreman|quantity surveyor|pilot|"
    "flight attendant|train driver|conductor|stevedore|customs officer|tour guide|hotel manager|night porter|"
    "concierge|call centre agent|sales rep|shop assistant|store manager|buyer|merchandiser|marketing manager|"
    "event planner|fundraiser|translator|interpreter|lab technician|research assistant|chemist|geologist|economist|"
    "civil servant|councillor|mayor|head of sales|head of finance|CFO|CTO|finance director|operations manager|"
    "area manager|supervisor"
).split("|")
PEOPLES = (
    "Eritrean Somali Sikh Hindu Muslim Catholic Jewish Kurdish Roma Romani Igbo Yoruba Hausa Zulu Xhosa Tswana "
    "Māori Samoan Tongan Fijian Inuit Cree Navajo Métis Tamil Sinhalese Punjabi Gujarati Bengali Pashtun Hazara "
    "Uyghur Tibetan Hmong Khmer Filipino Filipina Vietnamese Korean Latina Latino Chicano Afro-Caribbean Congolese "
    "Ghanaian Gambian Welsh Scottish Basque Catalan Breton Sami Kosovan Bosniak Chechen Druze Coptic Maronite "
    "Baptist Methodist Anglican Quaker Mormon Pentecostal Adventist Buddhist Jain Parsi Ahmadi Sunni Shia Ismaili "
    "Rastafarian Aboriginal"
).split()
NICKNAMES = (
    "Big Dave|Big Col|Little Mo|Wee Jim|Bunny|Ash|Jas|Bec|Bex|Shaz|Gaz|Daz|Baz|Mo|Lou|Jojo|Kiki|Coco|Fifi|Mimi|"
    "Lulu|Gigi|Didi|Titi|Bibi|Ace|Doc|Sparky|Smudge|Chalky|Nobby|Spud|Tiny|Lofty|Red|Ginge|Rusty|Buzz|Chip|Skip|"
    "Buddy|Bubba|Junior|Tex|Duke|Prof|Sarge|Chief|Boss Lady|Mad Mike|Old Tom|Young Pat|Fat Tony|Slim|Shorty|Tank|"
    "Moose|Bear|Fox|Kit|Pip|Flip|Tag|Taz|Zed|Jax|Jez|Kez|Loz|Moz|Shabs|Raj|Sunny|Lucky|Happy|Bobo|Momo|Yaya|Nonna|"
    "Tati|Nena|Chuy|Pepe|Paco|Beto|Memo|Lalo|Kuba|Zosia|Sasha|Misha|Vova|Dima|Ollie|Archie|Alfie|Freddie|Teddy|"
    "Billy|Robbie|Jimmy|Gerry|Terry|Ronnie|Reggie|Trixie|Dot|Dolly|Peg|Biddy|Babs|Nan B|Auntie Jo|T.J.|J.P.|A.J.|"
    "M.J.|D.J.|KC|CJ|PJ|JB|Mr. T"
).split("|")
WORD_NAMES = (
    "Will Patience Hunter Mark Grace Joy Art Sunny Rose Faith Hope Dale Penny Bill Rob Frank Jack Drew Summer "
    "Autumn Ivy Olive Basil Sage Dean Chase Grant Miles Reed Wade Cliff Glen Heath Forest Robin Jay Martin Pat Sue "
    "Dawn Eve Gene Ray Earl Norm Angel Precious Blessing Favour Gift Prince Princess Innocent Beauty Comfort Mercy "
    "Charity Prudence Constance Felicity Amber Ruby Pearl Crystal Jade Opal Ginger Heather Holly Lily Violet Daisy "
    "Iris Poppy Rosemary May June April August Jan Max Rich Nick Guy Josh Tuesday Sky River Brook Rain Storm Star "
    "Dusty Sandy Rusty Clay Flint Stone Rock Buck Colt Bear Wolf Robin Wren Lark Dove Jewel Melody Harmony Carol "
    "Victor Royal Noble Justice Trinity Genesis Journey Destiny Serenity Honor Merit True Ever Love Bliss Happy "
    "Winter Fern Clover Juniper Willow"
).split()
RELATIONS = (
    "mum mom dad mother father sister brother son daughter wife husband partner ex cousin aunt uncle niece nephew "
    "nan gran grandma grandad stepson stepdad fiancé girlfriend boyfriend flatmate roommate neighbour friend mate "
    "carer"
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
    "Google Amazon Microsoft Apple Facebook Netflix Uber Tesla IBM Oracle Intel Samsung Sony Toyota BMW Siemens "
    "Bosch Nestle Unilever Shell BP HSBC Barclays Santander Vodafone Verizon Walmart Target Costco Tesco "
    "Sainsburys Lidl Ikea Starbucks McDonalds KFC Subway Nike Adidas Zara DHL FedEx UPS Ryanair Lufthansa Emirates "
    "Reuters BBC CNN NASA FBI NHS IRS UNESCO WHO Deloitte KPMG Accenture Infosys Wipro Revolut Paypal Stripe "
    "Spotify Airbnb Pfizer Bayer Argos SoFi Klarna Chime Affirm Robinhood Wise Monzo Starling Venmo Zelle Coinbase "
    "Wendy's Walgreens Aldi Boots Greggs Halfords Bulb Eir Octopus Unite Unison Checkr Upwork Fiverr Etsy Vinted "
    "Depop Deliveroo Grab Gojek Ola Swiggy Zomato Discover Aviva"
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


_FOLDER = "globalwordnet+english-wordnet/src/yaml"
_FILES = {
    "food": ("food",),
    "science": ("animal", "body", "phenomenon", "plant", "process", "state", "substance"),
    "eponym": ("attribute", "cognition", "quantity", "relation", "shape"),
    "thing": ("act", "artifact", "event", "time"),
}
_SYNSET = re.compile(r"(?m)^[0-9]{8}-n:\n((?:[ ].*\n)+)")
_MEMBERS = re.compile(r"(?m)^  members:\n((?:  - .*\n)+)")
_DEFINITION = re.compile(r"(?m)^  definition:\n  - (.*\n(?:    .*\n)*)")


def terms(data: Path, names: Collection[str]) -> dict[str, list[str]]:
    """Terms by kind, each kind's capitalised ones as often as the others; nothing where WordNet is not in the folder.

    Args:
        data: folder of the corpora.
        names: words that are also names, lower case: terms that are nothing else are left out.
    """
    found: dict[str, list[str]] = {}
    for kind, files in _FILES.items():
        listed = sorted({term for file in files for one in _synsets(data, file) for term in _members(one)})
        listed = [term for term in listed if term.lower() not in names]
        capital = [term for term in listed if any(map(str.isupper, term))]
        if capital:
            found[kind] = listed + capital * (len(listed) // len(capital))
    return found


def glosses(data: Path, count: int, seed: int = 18) -> list[str]:
    """Texts of some terms and what they mean, as dictionaries and lessons put it."""
    rng = random.Random(seed)
    entries = [
        (rng.choice(members), " ".join(meaning[1].split()).strip("'\""))
        for files in _FILES.values()
        for file in files
        for one in _synsets(data, file)
        if (meaning := _DEFINITION.search(one)) and (members := _members(one))
    ]
    rng.shuffle(entries)
    texts: list[str] = []
    while entries and len(texts) < count:
        form = rng.choice(["{0}: {1}.", "{2} is {1}.", "- {2}: {1}", "{1} ({0})", "| {2} | {1} |", "{2}\n{1}\n"])
        size = rng.randint(1, 5)
        some, entries = entries[:size], entries[size:]
        texts.append("\n".join(form.format(term, means, term[:1].upper() + term[1:]) for term, means in some))
    return texts


def members(data: Path, file: str) -> Iterator[str]:
    """The words and phrases of one of WordNet's files of nouns, "food" or "plant", but for single things' names.

    Args:
        data: folder of the corpora.
        file: which, as WordNet calls it.
    """
    return (member for one in _synsets(data, file) for member in _members(one))


def _synsets(data: Path, file: str) -> Iterator[str]:
    """What stands of each class; single persons, places and events are left out."""
    path = data / _FOLDER / f"noun.{file}.yaml"
    for synset in _SYNSET.finditer(path.read_text(encoding="utf-8")) if path.exists() else ():
        if "instance_hypernym:" not in synset[1]:
            yield synset[1]


def _members(synset: str) -> list[str]:
    members = _MEMBERS.search(synset)
    return [line[4:].strip("'\"") for line in members[1].splitlines()] if members else []


_NATURAL = frozenset("animal body feeling food phenomenon plant process quantity shape state substance".split())
_OTHER = frozenset(
    "act artifact attribute cognition communication event group location motive object person possession relation "
    "time".split()
)
_ABBREVIATED = frozenset("animal attribute body cognition communication phenomenon process state substance".split())
_SHORTEST, _SHORTEST_COMMAND, _SHORTEST_MEDICINE, _LONGEST_ABBREVIATION = 3, 4, 5, 6
# Broadcasters, an agency and an army are called so as well.
_ORGANISATIONS = frozenset(("ABC", "AFP", "IRA"))


def listed(data: Path) -> tuple[list[str], list[str], list[str]]:
    """Terms in lower case, abbreviations, and medicines in lower case, sorted.

    A term is a word that stands in WordNet for living things, substances, dishes, states and the like alone, or the
    name of a command of tldr pages; medicines are those of the sensitive topics and the trade names of the FDA's
    Orange Book. What is a name of a person, a place or an organisation too is left out.

    Args:
        data: folder of the corpora.

    Raises:
        OSError: a corpus is not there.
    """
    names, _ = default_lexicon()
    phrases = read_data().types
    taken = {word.lower() for kind in ("ORGANIZATION", "CITY", "REGION") for word in phrases[kind]}
    taken |= {*names.given, *names.surnames}
    medicines = {word.lower() for word in (*topic_phrases()["MEDICINE"], *_trade_names(data)) if word.isalpha()}
    medicines.difference_update(names.common, names.rare, names.places, taken)
    natural, other = _words(data, _NATURAL), _words(data, _OTHER)
    every = natural | other
    taken |= {word.lower() for word in every if word[0].isupper() and not word.isupper()}
    terms = {word for word in natural - other if word.islower() and len(word) >= _SHORTEST}
    pages = data / "tldr-pages+tldr/pages"
    commands = {file.stem for file in pages.glob("*/*.md") if len(file.stem) >= _SHORTEST_COMMAND}
    if not terms or not commands:
        raise FileNotFoundError(f"no WordNet or no tldr pages in {data}")
    terms |= {word for word in commands.difference(names.common) if word.isalpha() and word.islower()}
    short = _words(data, _ABBREVIATED) - _words(data, frozenset(("group", "location", "person", "possession")))
    kept = [
        word for word in short - _ORGANISATIONS if word.isupper() and _SHORTEST <= len(word) <= _LONGEST_ABBREVIATION
    ]
    return sorted(terms - taken), sorted(kept), sorted(word for word in medicines if len(word) >= _SHORTEST_MEDICINE)


_NO_GIVEN = frozenset(
    "ama aman bethlehem danish emi esi genet haile hind iman inder indu lama maha mai manas mulu neo nonso obi oge "
    "sagar salem shade sheriff sri sultan turki uju yaw bader bandar lalit malek uche wale dele hala tamer taro "
    "prem ram rim".split()
)
"""Names of this project's own list that are words, towns or family names as often."""
_SSA, _LEAST_BABIES, _RARE = "hackerb9+ssa-baby-names/maxoccurbysex.txt", 8, 1e-6


def rare_names(data: Path) -> list[str]:
    """Given names of the Social Security Administration that are nothing else, in lower case, sorted: at least eight
    children of one year had each, English texts hardly hold it, and no other list of the project has it.

    Args:
        data: folder of the corpora.

    Raises:
        OSError: the corpus is not there.
    """
    names, _ = default_lexicon()
    phrases = read_data().types
    taken = {word.lower() for kind in ("ORGANIZATION", "CITY", "REGION", "COUNTRY") for word in phrases[kind]}
    taken |= {*names.given, *names.surnames, *names.common, *names.places, *NOT_NAMES, *ORDINARY}
    taken |= {word.lower() for word in _words(data, _NATURAL | _OTHER)}
    frequencies = english_frequencies()
    babies: Counter[str] = Counter()
    for line in (data / _SSA).read_text(encoding="ascii").splitlines():
        name, _, most, _ = line.split(",")
        babies[name.lower()] += int(most)
    return sorted(
        name
        for name, most in babies.items()
        if most >= _LEAST_BABIES and name not in taken and frequencies.get(name, 0.0) < _RARE
    )


def write_rare_names(data: Path) -> None:
    """Write the list that detection carries, one name a line.

    Args:
        data: folder of the corpora.

    Raises:
        OSError: a corpus is not there.
    """
    listed = sorted({*rare_names(data), *_more_names()})
    RARE_NAMES_FILE.write_bytes(lzma.compress("\n".join(listed).encode(), preset=9))


def _more_names() -> Iterator[str]:
    """Given names of this project's own list (`release.lexicon.names`) that no list of given names has."""
    names, _ = default_lexicon()
    other = {*names.given, *names.common, *names.places, *NOT_NAMES, *ORDINARY, *_NO_GIVEN}
    for listed in more_names().values():
        words = (name for name in listed if name.islower() and name.isalpha() and len(name) >= _SHORTEST)
        yield from (name for name in words if name not in other)


def _words(data: Path, files: Iterable[str]) -> set[str]:
    return {word for file in files for word in members(data, file) if word.isalpha() and len(word) > 1}


def _trade_names(data: Path) -> Iterator[str]:
    """The trade names of medicines in the FDA's Orange Book, many of more than one word."""
    with zipfile.ZipFile(data / "ManuelXDuval+paracelsus/LocalEOB/UCM163762.zip") as archive:
        rows = archive.read("products.txt").decode("latin-1").splitlines()
    column = rows[0].split("~").index("Trade_Name")
    return (row.split("~")[column].strip() for row in rows[1:])


def write_terms(data: Path) -> None:
    """Write the list that detection carries: terms in one line, abbreviations in the next, then medicines.

    Args:
        data: folder of the corpora.

    Raises:
        OSError: a corpus is not there.
    """
    text = "\n".join(" ".join(words) for words in listed(data)) + "\n"
    TERMS_FILE.write_bytes(lzma.compress(text.encode(), preset=9))
