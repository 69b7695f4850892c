"""The trade of an organisation, by the words of its name or by public knowledge of well-known ones.

The words are our own curated list, cut to the coarse sections of ISIC, the United Nations' classification of economic
activities; the well-known organisations are common knowledge. A name that tells no trade is one of "no trade told".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from dp_gateway.text.folding import fold

__all__ = ["TRADES", "trade_of"]

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
TRADES = (*_WORDS, "no trade told")
"""Every trade by name."""

_WORD = re.compile(r"[^\W_]+")
_LONGEST = 3


def trade_of(name: str) -> str:
    """The trade of an organisation; the last word of its name that tells one counts, longer expressions first."""
    folded = fold(name)
    known = _known().get(folded) or _known().get(re.sub(r"^the ", "", folded))
    if known:
        return known
    words = _WORD.findall(folded)
    by_words = _by_words()
    for end in range(len(words), 0, -1):
        for count in range(_LONGEST, 0, -1):
            found = by_words.get("-".join(words[max(end - count, 0) : end])) if count <= end else None
            if found:
                return found
    return TRADES[-1]


@cache
def _by_words() -> Mapping[str, str]:
    return {fold(word): trade for trade, listed in _WORDS.items() for word in listed.split()}


@cache
def _known() -> Mapping[str, str]:
    return {fold(name): trade for trade, names in _KNOWN.items() for name in names.split("|")}
