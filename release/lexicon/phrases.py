"""Phrases of our own: occupations as people write them, nationalities and groups, organisations and streets that do not
exist.

Faker's list of occupations has the forms of a careers office. An organisation is a name and what makes it a bank or a
school.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence

__all__ = ["GROUPS", "OCCUPATIONS", "occupations", "organizations", "plain_occupation", "streets"]

OCCUPATIONS = """
accountant|actor|actress|actuary|acupuncturist|air traffic controller|ambulance driver|anesthesiologist|animator|
anthropologist|archaeologist|architect|art director|art teacher|assistant professor|astronaut|astronomer|athlete|
attorney|auditor|author|auto mechanic|baker|bank clerk|bank manager|bank teller|barber|barista|barrister|bartender|
beautician|bicycle courier|biochemist|biologist|blacksmith|bookkeeper|botanist|bricklayer|broker|bus driver|butcher|
butler|cab driver|cabinetmaker|call center agent|camera operator|cardiologist|caregiver|caretaker|carpenter|
cartographer|cashier|catering manager|chauffeur|chef|chemical engineer|chemist|chief executive|
chief executive officer|chief financial officer|chief operating officer|chief technology officer|childminder|
chiropractor|choreographer|civil engineer|civil servant|claims adjuster|cleaner|clerk|climatologist|coach|cobbler|
columnist|comedian|community organizer|company secretary|composer|computer programmer|computer scientist|concierge|
conductor|construction worker|consultant|content writer|controller|cook|copywriter|coroner|cosmetologist|counselor|
courier|crane operator|creative director|croupier|curator|customer service representative|customs officer|
cybersecurity analyst|dancer|data analyst|data engineer|data entry clerk|data scientist|database administrator|dean|
delivery driver|dental assistant|dental hygienist|dentist|deputy director|dermatologist|designer|detective|developer|
diplomat|director|dishwasher|dispatcher|diver|doctor|dog trainer|doorman|driver|driving instructor|dressmaker|
ecologist|economist|editor|electrical engineer|electrician|elementary school teacher|emergency physician|engineer|
entrepreneur|environmental scientist|estate agent|event planner|farmer|fashion designer|film director|
financial adviser|financial analyst|financial planner|firefighter|fisherman|fitness trainer|flight attendant|florist|
foreman|forester|forklift operator|freelance journalist|freelance photographer|fundraiser|funeral director|
game designer|gardener|gastroenterologist|general practitioner|geneticist|geographer|geologist|glazier|goldsmith|
graphic designer|guitarist|gynecologist|hairdresser|handyman|head of marketing|head of sales|head teacher|headmaster|
high school teacher|historian|hotel manager|housekeeper|human resources manager|illustrator|immigration lawyer|
insurance agent|insurance broker|interior designer|interpreter|investment banker|investor|janitor|jeweller|jeweler|
journalist|judge|juggler|kindergarten teacher|lab technician|laboratory assistant|landlord|landscape architect|
landscaper|laundry worker|lawyer|lecturer|legal secretary|librarian|lifeguard|linguist|locksmith|logistician|
lumberjack|machine operator|machinist|magician|magistrate|maid|mail carrier|mailman|makeup artist|manager|
managing director|manicurist|marine biologist|market researcher|marketing director|marketing manager|mason|
massage therapist|mathematician|mathematics teacher|mechanic|mechanical engineer|mediator|medical assistant|
medical examiner|merchant|meteorologist|microbiologist|midwife|miller|miner|model|mortgage broker|music teacher|
musician|nanny|nephrologist|network administrator|neurologist|neurosurgeon|newsreader|notary|novelist|nuclear engineer|
nurse|nurse practitioner|nursing assistant|nutritionist|obstetrician|occupational therapist|oceanographer|
office assistant|office manager|oncologist|operations manager|ophthalmologist|optician|optometrist|orthodontist|
orthopedic surgeon|painter|paralegal|paramedic|park ranger|pastor|patent attorney|pathologist|pediatrician|
personal assistant|personal trainer|pest controller|pharmacist|philosopher|photographer|photojournalist|physician|
physician assistant|physicist|physics teacher|physiotherapist|pianist|piano teacher|pilot|plasterer|playwright|plumber|
podiatrist|poet|police detective|police officer|policeman|policewoman|political scientist|politician|porter|
portfolio manager|postal worker|postdoctoral researcher|potter|preschool teacher|priest|primary school teacher|
principal|prison officer|private detective|private investigator|probation officer|procurement manager|producer|
product designer|product manager|professor|programmer|project manager|proofreader|prosecutor|psychiatrist|psychologist|
psychotherapist|public defender|publicist|publisher|quality inspector|rabbi|radio presenter|radiographer|radiologist|
railway worker|real estate agent|receptionist|recruiter|referee|registered nurse|reporter|research assistant|
research scientist|researcher|restaurant manager|restaurant owner|retail manager|roofer|sailor|sales assistant|
sales associate|sales director|sales manager|sales representative|salesman|saleswoman|school bus driver|
school counselor|school nurse|school principal|science teacher|scientist|screenwriter|sculptor|seamstress|secretary|
security guard|shepherd|shoemaker|shop assistant|shop owner|shopkeeper|singer|site manager|social worker|sociologist|
software architect|software developer|software engineer|soldier|solicitor|sommelier|sound engineer|
speech therapist|sports coach|stage manager|statistician|stockbroker|stonemason|store manager|structural engineer|
stunt performer|substitute teacher|supervisor|surgeon|surveyor|swimming instructor|systems administrator|tailor|
tattoo artist|tax accountant|tax adviser|taxi driver|teacher|teaching assistant|technical writer|technician|
telemarketer|tennis coach|test engineer|therapist|tour guide|toxicologist|trader|train conductor|train driver|
translator|travel agent|treasurer|truck driver|tutor|tv presenter|undertaker|university lecturer|upholsterer|
urban planner|urologist|usher|vet|veterinarian|veterinary nurse|vice president|video editor|violinist|volunteer|waiter|
waitress|warehouse worker|watchmaker|weaver|web designer|web developer|wedding planner|welder|window cleaner|
winemaker|writer|yoga instructor|zookeeper|zoologist
""".replace("\n", "").split("|")

_LETTERS = re.compile(r"[A-Za-z][A-Za-z' -]*")


def plain_occupation(listed: str) -> str | None:
    """The listed form "Engineer, civil (consulting)" as "civil engineer"; None for what is no plain name of a job."""
    name = re.sub(r"\s*\([^)]*\)|/.*", "", listed).strip()
    head, _, qualifier = name.partition(", ")
    plain = f"{qualifier} {head}" if qualifier else head
    plain = plain.lower() if not re.search(r"\b[A-Z]{2,}\b", plain) else ""
    return plain if _LETTERS.fullmatch(plain) and len(plain.split()) <= 4 else None  # noqa: PLR2004


def occupations(listed: Iterable[str], common: set[str]) -> list[str]:
    """All occupations, each once; one that is an ordinary word ("baker") would be found in innocent replies."""
    every = {*OCCUPATIONS, *(plain for job in listed if (plain := plain_occupation(job)))}
    return sorted(every - common)


_NATIONALITIES = """
Afghan Albanian Algerian American Andorran Angolan Argentine Argentinian Armenian Australian Austrian Azerbaijani
Bahamian Bahraini Bangladeshi Barbadian Belarusian Belgian Belizean Beninese Bhutanese Bolivian Bosnian Botswanan
Brazilian British Bruneian Bulgarian Burkinabe Burmese Burundian Cambodian Cameroonian Canadian Chadian Chilean Chinese
Colombian Comorian Congolese Croatian Cuban Cypriot Czech Danish Djiboutian Dominican Dutch Ecuadorian Egyptian Emirati
English Eritrean Estonian Ethiopian Fijian Filipino Finnish French Gabonese Gambian Georgian German Ghanaian Greek
Greenlandic Grenadian Guatemalan Guinean Guyanese Haitian Honduran Hungarian Icelandic Indian Indonesian Iranian Iraqi
Irish Israeli Italian Ivorian Jamaican Japanese Jordanian Kazakh Kenyan Korean Kosovan Kuwaiti Kyrgyz Laotian Latvian
Lebanese Liberian Libyan Liechtensteiner Lithuanian Luxembourgish Macedonian Malagasy Malawian Malaysian Maldivian
Malian Maltese Mauritanian Mauritian Mexican Moldovan Monegasque Mongolian Montenegrin Moroccan Mozambican Namibian
Nepalese Nepali Nicaraguan Nigerian Nigerien Norwegian Omani Pakistani Palestinian Panamanian Paraguayan Peruvian Polish
Portuguese Qatari Romanian Russian Rwandan Salvadoran Samoan Saudi Scottish Senegalese Serbian Singaporean Slovak
Slovenian Somali Spanish Sudanese Surinamese Swedish Swiss Syrian Taiwanese Tajik Tanzanian Thai Togolese Tongan
Tunisian Turkish Turkmen Ugandan Ukrainian Uruguayan Uzbek Venezuelan Vietnamese Welsh Yemeni Zambian Zimbabwean
African Asian European Scandinavian Caribbean Balkan Baltic Polynesian Melanesian Micronesian Andalusian Bavarian Basque
Berber Breton Catalan Chechen Cornish Corsican Flemish Frisian Galician Hawaiian Hispanic Igbo Inuit Kurdish Latino
Latina Manx Maori Navajo Persian Prussian Punjabi Quechua Roma Sardinian Sicilian Sami Sinhalese Tamil Tatar Tibetan
Tuareg Uyghur Walloon Yoruba Zulu Cherokee Sioux Hmong Hausa Bengali Gujarati Marathi Kashmiri Texan Californian
Parisian Londoner Berliner Venetian Tuscan Bohemian Moravian Silesian Saxon Swabian Norman Castilian Québécois Lebanese
""".split()

_RELIGIONS = """
Adventist|Agnostic|Amish|Anglican|Atheist|Bahá'í|Baptist|Buddhist|Calvinist|Catholic|Christian|Confucian|Copt|Druze|
Episcopalian|Evangelical|Greek Orthodox|Hasidic|Hindu|Jain|Jehovah's Witness|Jewish|Lutheran|Mennonite|Methodist|
Mormon|Muslim|Orthodox Jew|Pagan|Pentecostal|Presbyterian|Protestant|Quaker|Rastafarian|Roman Catholic|
Russian Orthodox|Salafi|Shia|Shiite|Shinto|Sikh|Sufi|Sunni|Taoist|Unitarian|Wiccan|Yazidi|Zoroastrian|
Ashkenazi|Sephardi|Theravada|Mahayana|Zen Buddhist|Humanist|Secular
""".replace("\n", "").split("|")

_POLITICS = """
Anarchist|Centrist|Christian Democrat|Communist|Conservative|Democrat|Democratic Socialist|Environmentalist|Federalist|
Independent|Labour supporter|Liberal|Liberal Democrat|Libertarian|Marxist|Moderate|Monarchist|Nationalist|Pacifist|
Populist|Progressive|Republican|Royalist|Separatist|Social Democrat|Socialist|Suffragist|Trade unionist|Trotskyist|
Unionist|Whig|Zionist
""".replace("\n", "").split("|")

GROUPS = [*_NATIONALITIES, *_RELIGIONS, *_POLITICS]


_SECTORS = """
{} University|{} State University|{} College|{} Community College|{} Institute of Technology|{} Law School|
{} Business School|{} Medical School|{} High School|{} Elementary School|{} Academy|{} Kindergarten|{} Library|
{} Hospital|{} General Hospital|{} Medical Center|{} Clinic|{} Children's Hospital|St. {} Hospital|{} Dental Practice|
{} Pharmacy|{} Nursing Home|{} Hospice|{} Veterinary Clinic|{} Bank|{} Savings Bank|Bank of {}|{} Credit Union|
{} Insurance|{} Life Insurance|{} Capital|{} Asset Management|{} Holdings|{} Ventures|{} Partners|{} & {} LLP|
{} & Sons|{}, {} and {}|{}-{}|{} Group|{} Inc|{} LLC|{} Ltd|{} PLC|{} GmbH|{} Corporation|{} Industries|{} Steel|
{} Motors|{} Automotive|{} Airlines|{} Railways|{} Shipping|{} Logistics|{} Freight|{} Construction|{} Builders|
{} Architects|{} Properties|{} Real Estate|{} Hotels|{} Resort|{} Restaurant|{} Coffee|{} Bakery|{} Foods|{} Brewery|
{} Vineyards|{} Farms|{} Supermarkets|{} Stores|{} Furniture|{} Fashion|{} Textiles|{} Cosmetics|{} Jewellers|
{} Software|{} Systems|{} Technologies|{} Labs|{} Analytics|{} Semiconductors|{} Electronics|{} Telecom|{} Networks|
{} Cloud|{} Robotics|{} Biotech|{} Pharmaceuticals|{} Diagnostics|{} Energy|{} Oil|{} Solar|{} Mining|{} Chemicals|
{} Media|{} Publishing|{} Press|{} Times|{} Herald|{} Gazette|{} Broadcasting|{} Studios|{} Pictures|{} Records|
{} Games|{} Museum|{} Theatre|{} Symphony Orchestra|{} Art Gallery|{} United|{} Rovers|{} Tigers|{} Football Club|
{} Foundation|{} Trust|{} Charity|{} Church|{} Cathedral|{} Mosque|{} Synagogue|{} Police Department|{} Fire Department|
{} City Council|{} County Court|{} District Court|{} Court of Appeal|{} Chamber of Commerce|{} Workers Union|
{} Research Institute|{} Observatory|{} Consulting|{} Advisors|{} Accounting|{} Law Firm|{} Security|{} Staffing|
{} Travel|{} Fitness|{} Yoga Studio|{} Housing Association|{} Ministry of Health|{} Department of Transport
""".replace("\n", "").split("|")
_PER_SECTOR = 48
_SINGLE = ("{} Ministry of Health", "{} Department of Transport")

_FIRST = """
Alder Amber Apple Ash Aspen Autumn Barley Bay Beacon Beaver Beech Birch Black Blue Bramble Bridge Briar Brook Canyon
Castle Cedar Cherry Chestnut Church Clay Clear Clover Copper Cotton Crescent Crystal Cypress Dale Deer Dogwood Eagle
Elder Elm Emerald Fair Falcon Fern Fir Forest Fox Garden Glen Golden Granite Grape Green Grove Hawthorn Hazel Heather
Heron Hickory High Holly Iris Iron Ivy Jasmine Juniper Lake Laurel Lavender Lily Lime Linden Locust Lower Magnolia Maple
Marsh Meadow Mill Mint Moss Mulberry Myrtle North Oak Olive Orchard Otter Pear Pebble Pepper Pheasant Pine Plum Poplar
Quail Quarry Raven Red River Robin Rock Rose Rowan Sage Sand Shady Silver Spring Spruce Stone Sun Swan Sycamore Thistle
Timber Upper Valley Vine Violet Walnut Water West White Wild Willow Windmill Winter Wood
""".split()
_SECOND = """
Bank Bend Bluff Branch Brook Creek Crest Crossing Dale Dell Falls Field Ford Gate Glen Grove Harbor Haven Heights Hill
Hollow Knoll Landing Meadow Mill Mound Park Pass Point Pond Ridge Run Shore Spring Trace Vale Valley View Village Woods
""".split()
_KINDS = ("Street", "Road", "Avenue", "Lane", "Drive", "Court", "Way", "Boulevard", "Terrace", "Place")


def _chosen(seed: str, items: Sequence[str], count: int) -> list[str]:
    """`count` different items in an order that depends on the seed alone."""
    return sorted(items, key=lambda item: hashlib.sha256(f"{seed}/{item}".encode()).digest())[:count]


def organizations(surnames: Sequence[str], towns: Sequence[str]) -> Iterator[str]:
    """About 6,000 organisations of 125 kinds."""
    for shape in _SECTORS:
        holes = shape.count("{}")
        names = _chosen(shape, surnames if holes > 1 or "&" in shape else [*surnames[:3000], *towns[:3000]], 200)
        for place in range(1 if shape in _SINGLE else _PER_SECTOR):
            yield shape.format(*names[place * holes : place * holes + holes])


def streets(surnames: Sequence[str]) -> list[str]:
    """About 3,000 streets."""
    made = {f"{first} {second} {kind}" for first in _FIRST for second in _SECOND for kind in _KINDS if first != second}
    named = {f"{name} {kind}" for name in surnames[:400] for kind in _KINDS[:5]}
    return sorted([*_chosen("streets", sorted(made), 2000), *_chosen("named", sorted(named), 1000)])
