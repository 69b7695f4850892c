"""The trade of an organisation, by the words of its name or by public knowledge of well-known ones.

The words are our own curated list, cut to the coarse sections of ISIC, the United Nations' classification of economic
activities; the well-known organisations are common knowledge. A name that tells no trade is one of "no trade told".
Some trades are too coarse to answer what a firm does (a maker of cars, and one of furniture): their lines say more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from dp_gateway.text.folding import fold

__all__ = ["TRADES", "line_of", "line_put_right", "trade_of", "trade_words"]

_WORDS = {
    "higher education": "university college institute-of-technology law-school business-school medical-school "
    "polytechnic universität université",
    "a school": "school academy kindergarten elementary preschool montessori",
    "a hospital or clinic": "hospital clinic medical-center medical-centre health healthcare hospice nursing-home "
    "infirmary surgery sanatorium klinikum",
    "animal health": "veterinary animal-hospital",
    "a health practice or shop": "dental dentistry pharmacy pharmacies optical opticians drugstore",
    "banking": "bank banking credit-union savings bancorp banco banque sparkasse",
    "insurance": "insurance assurance mutual underwriters",
    "investment": "capital asset-management holdings ventures investments equity securities wealth hedge fund",
    "law": "law law-firm llp solicitors attorneys legal barristers notary chambers",
    "advice and accounting": "consulting consultants advisors advisers advisory accounting accountants audit auditors",
    "staffing and security": "security staffing recruitment recruiting guards",
    "making things": "industries steel manufacturing motors automotive chemicals semiconductors electronics textiles "
    "furniture cosmetics robotics machinery plastics paper tools aerospace instruments works jewellers",
    "medicines": "pharmaceuticals pharma biotech diagnostics therapeutics biosciences genomics",
    "energy and mining": "energy oil solar mining gas petroleum power electric wind nuclear utilities coal water",
    "transport": "airlines airways railways shipping logistics freight transport cargo trucking couriers aviation "
    "transit rail cruises",
    "building and property": "construction builders architects properties real-estate housing-association realty "
    "homes contractors roofing plumbing developers estates",
    "hotels and travel": "hotels hotel resort travel tours inn lodge hostel vacations",
    "restaurants": "restaurant coffee cafe café bakery bistro diner grill pizzeria pizza bar pub tavern "
    "catering kitchen",
    "food and drink": "foods brewery vineyards farms dairy winery beverages meats distillery orchards mills",
    "shops": "supermarkets stores store fashion boutique market retail supermarket outlet grocers books toys mart shop",
    "software and technology": "software systems technologies labs analytics cloud data computing digital ai tech it "
    "cyber apps",
    "telephone and networks": "telecom networks telecommunications mobile wireless broadband",
    "press and publishing": "press times herald gazette publishing media news tribune post chronicle magazine journal",
    "entertainment": "broadcasting studios pictures records games entertainment films music radio television",
    "arts and culture": "museum theatre theater symphony orchestra gallery opera ballet library observatory zoo",
    "sport": "united rovers tigers football-club fitness yoga gym athletic fc sports cricket hockey rugby tennis golf",
    "charity": "foundation trust charity relief aid society",
    "religion": "church cathedral mosque synagogue temple parish chapel diocese monastery",
    "the state": "police department fire-department council court ministry agency bureau city-hall department-of "
    "commission authority embassy consulate army navy county-court district-court government administration",
    "an association": "chamber-of-commerce union association federation guild league",
    "research": "research institute research-institute laboratory laboratories observatory",
}
_KNOWN = {
    "higher education": "harvard|stanford|mit|oxford|cambridge|yale|princeton|eth zurich|berkeley|ucla|columbia",
    "a hospital or clinic": "mayo clinic|cleveland clinic|kaiser permanente|charité|nhs|mass general|johns hopkins",
    "banking": "jpmorgan|jpmorgan chase|wells fargo|citibank|citigroup|hsbc|barclays|ubs|bnp paribas|santander|chase|"
    "lloyds|natwest|commerzbank|unicredit|ing|rabobank|capital one|paypal|visa|mastercard|american express",
    "insurance": "allianz|axa|aetna|cigna|geico|metlife|prudential|aviva|state farm|allstate|zurich|humana",
    "investment": "goldman sachs|morgan stanley|blackrock|vanguard|berkshire hathaway|fidelity|kkr|blackstone",
    "advice and accounting": "deloitte|kpmg|pwc|ernst & young|ey|mckinsey|mckinsey & company|bcg|bain|accenture|"
    "boston consulting group|capgemini",
    "making things": "siemens|bosch|general electric|ge|toyota|honda|ford|volkswagen|bmw|mercedes|tesla|boeing|airbus|"
    "lockheed martin|caterpillar|3m|basf|intel|nvidia|samsung|sony|lg|philips|panasonic|hitachi|general motors|"
    "volvo|fiat|renault|hyundai|nike|adidas|procter & gamble|unilever|l'oréal|honeywell|thyssenkrupp",
    "medicines": "pfizer|novartis|roche|merck|bayer|gsk|astrazeneca|moderna|sanofi|johnson & johnson|eli lilly",
    "energy and mining": "shell|bp|exxon|exxonmobil|chevron|total|totalenergies|enel|e.on|rwe|gazprom|"
    "equinor|rio tinto",
    "transport": "lufthansa|delta|united airlines|ryanair|easyjet|british airways|emirates|fedex|ups|dhl|maersk|uber|"
    "lyft|amtrak|deutsche bahn|air france|klm|qantas",
    "hotels and travel": "hilton|marriott|hyatt|airbnb|booking.com|expedia|tui|tripadvisor",
    "restaurants": "mcdonald's|mcdonalds|starbucks|burger king|subway|kfc|domino's|chipotle",
    "food and drink": "coca-cola|pepsi|pepsico|nestlé|nestle|danone|heineken|kraft heinz|kellogg's|mars|ab inbev",
    "shops": "walmart|amazon|target|costco|tesco|aldi|lidl|ikea|carrefour|home depot|h&m|zara|sainsbury's|"
    "best buy|ebay",
    "software and technology": "microsoft|google|apple|ibm|oracle|sap|salesforce|adobe|facebook|meta|alphabet|openai|"
    "anthropic|dropbox|slack|zoom|cisco|dell|hp|github|stripe|shopify|linkedin|twitter|atlassian",
    "telephone and networks": "vodafone|verizon|at&t|t-mobile|orange|telefónica|telefonica|comcast|nokia|ericsson|"
    "deutsche telekom|bt",
    "press and publishing": "reuters|bloomberg|new york times|the new york times|washington post|guardian|bbc news|"
    "cnn|der spiegel|le monde|financial times|penguin",
    "entertainment": "netflix|disney|warner bros|hbo|spotify|bbc|nbc|fox|paramount|nintendo|universal|pixar|hulu|"
    "tiktok|youtube|electronic arts",
    "charity": "red cross|unicef|oxfam|save the children|greenpeace|amnesty international|salvation army|caritas",
}
_LINES = {
    "vehicles": "motors automotive toyota honda ford volkswagen bmw mercedes tesla volvo fiat renault hyundai "
    "general-motors car cars vehicle vehicles automobiles automaker",
    "steel": "steel thyssenkrupp metal metals",
    "chemicals": "chemicals plastics basf 3m chemical",
    "electronics": "semiconductors electronics samsung sony lg philips panasonic intel nvidia electronic",
    "machinery": "robotics machinery industries manufacturing aerospace instruments works siemens bosch "
    "general-electric ge hitachi honeywell caterpillar boeing airbus lockheed-martin engineering machines industrial",
    "furniture": "furniture",
    "clothing": "textiles nike adidas clothes apparel",
    "cosmetics": "cosmetics procter-&-gamble unilever l'oréal consumer household beauty",
    "jewellery": "jewellers jewelry",
    "medicines": "pharmaceuticals pharma therapeutics pfizer novartis roche merck bayer gsk astrazeneca moderna sanofi "
    "johnson-&-johnson eli-lilly medicine drugs drug vaccines pharmaceutical",
    "diagnostics": "diagnostics",
    "biotechnology": "biotech biosciences genomics",
    "airlines": "airlines airways aviation lufthansa delta united-airlines ryanair easyjet british-airways emirates "
    "air-france klm qantas airline flights passengers",
    "railways": "railways rail transit amtrak deutsche-bahn railway trains train",
    "freight": "shipping logistics freight transport cargo trucking couriers fedex ups dhl maersk transportation goods",
    "oil and gas": "oil gas petroleum shell bp exxon exxonmobil chevron total totalenergies gazprom equinor",
    "electricity": "energy solar electric power wind nuclear utilities enel e.on rwe electricity",
    "mining": "mining coal rio-tinto mines mine minerals",
    "food": "foods dairy meats mills nestlé nestle danone kraft-heinz kellogg's mars food groceries",
    "drinks": "brewery winery vineyards distillery beverages coca-cola pepsi pepsico heineken ab-inbev beverage drink",
    "farming": "farms orchards farm agriculture agricultural",
    "supermarkets and stores": "supermarkets stores supermarket store mart grocers retail walmart amazon target costco "
    "tesco aldi lidl carrefour sainsbury's retailer grocery groceries shopping",
    "fashion": "fashion boutique h&m zara clothes clothing apparel",
    "films and television": "broadcasting studios pictures films television netflix disney warner-bros hbo bbc nbc fox "
    "paramount universal pixar hulu film movies movie tv entertainment",
    "music": "records music radio spotify recording audio",
    "games": "games nintendo electronic-arts game gaming video",
    "news": "times herald gazette press tribune post chronicle news reuters bloomberg new-york-times guardian cnn "
    "newspaper newspapers journalism",
    "hotels": "hotels hotel resort inn lodge hostel hilton marriott hyatt accommodation hospitality",
    "journeys": "travel tours vacations booking.com expedia tui tripadvisor tourism trips",
    "building": "construction builders contractors roofing plumbing architects buildings",
    "property": "properties real-estate housing-association realty homes estates property housing",
    "fitness": "fitness yoga gym",
    "football and other games": "united rovers tigers football-club fc athletic soccer football team",
}
"""What a trade falls into, by the words of names, and the well-known ones; other words for it stand behind them."""

_READ = {
    "vehicles": "cars and other vehicles", "machinery": "industrial machinery and engineering",
    "cosmetics": "cosmetics and household goods", "journeys": "travel", "drinks": "drinks and beverages",
}  # fmt: skip
"""Lines as a sentence says them, where the name does not do."""

_SAID = {
    "banking": "bank banks banking financial finance", "insurance": "insurance insurer insure financial",
    "a hospital or clinic": "hospital clinic health healthcare medical care patients treatment",
    "higher education": "university college education higher", "a school": "school education pupils",
    "law": "law legal lawyers", "medicines": "medicines pharmaceutical pharmaceuticals drugs medical",
    "software and technology": "software technology computer computing", "charity": "charity charitable nonprofit",
    "telephone and networks": "telecommunications telecom network networks mobile", "religion": "religious worship",
    "restaurants": "restaurant food", "advice and accounting": "consulting advice", "investment": "investment finance",
}  # fmt: skip

TRADES = (*_WORDS, "no trade told")
"""Every trade by name."""

_WORD = re.compile(r"[^\W_]+")
_LONGEST = 3


def trade_of(name: str) -> str:
    """The trade of an organisation; the last word of its name that tells one counts, longer expressions first."""
    return _told(name)[1]


def line_of(name: str) -> str:
    """What an organisation does, where its trade has several lines; empty where it has none, or nothing tells."""
    return _lines().get(_told(name)[0].replace(" ", "-"), "")


def _told(name: str) -> tuple[str, str]:
    """What tells the trade of an organisation, and the trade."""
    folded = fold(name)
    for whole in (folded, re.sub(r"^the ", "", folded)):
        if whole in _known():
            return whole, _known()[whole]
    words = _WORD.findall(folded)
    by_words = _by_words()
    for end in range(len(words), 0, -1):
        for count in range(_LONGEST, 0, -1):
            word = "-".join(words[max(end - count, 0) : end])
            if count <= end and word in by_words:
                return word, by_words[word]
    return "", TRADES[-1]


def trade_words(one: str, other: str) -> str:
    """What may be said of two organisations alike: of their line, of their trade where it has one line alone."""
    trade, line = trade_of(one), line_of(one)
    if trade != trade_of(other) or trade == TRADES[-1]:
        return ""
    if line == line_of(other):
        return " ".join([trade, line, *_words_of(line), _SAID.get(trade, "")])
    return trade


def line_put_right(drawn: str, original: str) -> tuple[Sequence[str], str]:
    """The words that tell what a drawn organisation does, and what the true one does; nothing where no list knows."""
    word, line = _told(drawn)[0], line_of(drawn)
    true = line_of(original)
    if not word or not true:
        return (), ""
    read = _READ.get(true, true)
    own = word.replace("-", " ")
    told = [own] if line == true else [own, line, *_words_of(line)]
    return [one for one in dict.fromkeys(told) if one and one not in read and one != fold(drawn)], read


def _words_of(line: str) -> Iterator[str]:
    """Words for a line that are no organisation's name."""
    folded = (fold(word).replace("-", " ") for word in _LINES.get(line, "").split())
    return (word for word in folded if word not in _known())


@cache
def _lines() -> Mapping[str, str]:
    return {fold(word): line for line, listed in _LINES.items() for word in listed.split()}


@cache
def _by_words() -> Mapping[str, str]:
    return {fold(word): trade for trade, listed in _WORDS.items() for word in listed.split()}


@cache
def _known() -> Mapping[str, str]:
    return {fold(name): trade for trade, names in _KNOWN.items() for name in names.split("|")}
