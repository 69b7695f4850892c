"""The third part of the items: other names, documents, kinds of questions and wordings than the first two parts have.

It was written before the gateway was changed for the last time, and run once, after that.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = [
    "BEGINNINGS",
    "DOCUMENTS",
    "KEYS",
    "KNOWLEDGE",
    "LISTS",
    "MESSAGES",
    "ORDERS",
    "PUBLIC",
    "QUESTIONS",
    "SORTED",
    "TOPICS",
    "TRADES",
]

LISTS: dict[str, Sequence[str]] = {
    "women": "Agnes Brigitte Camila Dorothy Esther Farah Greta Hannah Irene Joan".split(),
    "men": "Albert Bruno Carlos Dimitri Edgar Farid Giulio Hugo Isaac Jonas".split(),
    "families": "Almeida Bergström Cohen Dubois Eriksen Fontaine Gupta Hernandez Ivanova Jankowski".split(),
    "cities": "Dallas;Baltimore;Toulouse;Cologne;Malaga;Kyoto;Bologna;Sheffield;Winnipeg;Gdansk;Melbourne;Durban".split(
        ";"
    ),
    "countries": "Spain;Romania;Nigeria;South Korea;Ecuador;Finland;Indonesia;Tunisia;Uruguay;Austria;Pakistan;"
    "Bolivia".split(";"),
    "jobs": "plumber;librarian;translator;veterinarian;real estate agent;pilot;cashier;physiotherapist".split(";"),
    "employers": "Bosch;Disney;Renault;AstraZeneca;Ryanair;Tesco;Silverlake Consulting;St. Mary's Hospital;"
    "Deutsche Bank;Danone".split(";"),
}

TRADES: dict[str, tuple[str, ...]] = {
    "Bosch": ("engineer", "technolog", "electr", "industr", "tool", "appliance", "automo"),
    "Disney": ("entertain", "film", "movie", "media", "theme park"),
    "Renault": ("car", "vehicle", "automo"),
    "AstraZeneca": ("pharma", "drug", "medicin", "vaccine"),
    "Ryanair": ("airline", "flight", "aviation"),
    "Tesco": ("retail", "supermarket", "grocer", "store"),
    "Silverlake Consulting": ("consult", "advis", "advice"),
    "St. Mary's Hospital": ("health", "medic", "hospital", "clinic"),
    "Deutsche Bank": ("bank", "financ"),
    "Danone": ("food", "dairy", "beverage", "yog"),
}

DOCUMENTS: dict[str, str] = {
    "reference": "To whom it may concern,\n{name}, aged {age}, has been our tenant in {city} since {day} and has "
    "always paid the {rent} a month on time. {first} is employed by {employer} as {job}. For anything else, {email} or "
    "{phone} will reach {first}.\nYours sincerely",
    "table": "| Field | Entry |\n|---|---|\n| Tenant | {name} |\n| Age | {age} |\n| Work | {work} |\n"
    "| Firm | {employer} |\n| Place | {city} |\n| Rent | {rent} |\n| Begin | {day} |\n| Mail | {email} |\n"
    "| Phone | {phone} |",
    "minutes": "Minutes of the tenants' meeting\n- New in the house: {name}, {age}, so far in {city}\n"
    "- Works at {employer} ({work})\n- Rent agreed: {rent} a month, from {day} on\n- {first} gets the keys and can be "
    "asked at {email} or {phone}",
}

QUESTIONS: dict[str, str] = {
    "name": "Whom is this about? Give first and last name.",
    "age": "What age is given for {first}?",
    "job": "And what is {first}'s occupation?",
    "employer": "Where is {first} employed?",
    "city": "What place does it mention?",
    "rent": "Tell me the monthly rent.",
    "day": "From which day on?",
    "email": "How do I reach {first} by email?",
}

ORDERS: dict[str, str] = {
    "summary": "Boil this down to one line with who, how old, what work, which firm and which rent.",
    "rewrite": "I find this clumsy. Put it into friendlier words without losing a single detail.",
    "translation": "Can you turn this into Spanish for me?",
}

KEYS = ("person", "years", "profession", "organisation", "location", "rent_per_month", "from", "contact_email")

BEGINNINGS = "Have a look at the following, questions come after."

SORTED = "Label this as {labels}, nothing else.\n\n{text}"

MESSAGES: tuple[tuple[str, str], ...] = (
    ("Never again: {name} from {employer} promised a refund of {money} on {day} and it was a lie.", "negative"),
    ("Our week in {city} was a dream, and {first} made us feel at home.", "positive"),
    ("{employer} charged me {money} twice and nobody at the {city} office cares. Shame.", "negative"),
    ("I recommend {name}, a {job} who is patient, friendly and worth every cent of the {money}.", "positive"),
)
TOPICS: tuple[tuple[str, str], ...] = (
    ("{employer} opens a plant near {city} for {money} million; investors and its bank welcome it.", "business"),
    ("With a goal in the last minute {name} won the cup for {city} on {day}.", "sport"),
    ("Parliament voted on {day}; the mayor of {city}, {name}, called the law a mistake.", "politics"),
    ("A hospital in {city} reports that patients such as {name}, {age}, recover sooner with the therapy.", "health"),
)

KNOWLEDGE: tuple[tuple[str, str], ...] = (
    ("city/country", "We rented an apartment in {city} for the summer. In what country does that lie?"),
    ("city/currency", "I'll be working from {city} for three months, what do people pay with there?"),
    ("city/language", "Grandma is coming over from {city}. What's her country's official language?"),
    ("city/calling", "What do I dial before the number to phone my brother in {city} from abroad?"),
    ("city/hemisphere", "My parents have settled in {city}. Is that north or south of the equator?"),
    ("town/state", "My cousin just bought a house in {town}. Which state is she in now?"),
    ("country/capital", "Our nanny is from {country}, what's its capital city again?"),
    ("country/neighbour", "My grandfather fled from {country} in 1956. Name one country next to it."),
    ("country/union", "I only have a passport of {country}. Is it a member state of the European Union?"),
    ("country/continent", "She applied for asylum in {country}. Which part of the world is it in?"),
    ("country/currency", "He sends money home to {country} every month. What's the currency called there?"),
    ("employer/trade", "My sister-in-law works at {employer}. What kind of firm is that?"),
    ("employer/trade", "Tell me in one line what {employer}, my landlord's company, earns its money with."),
    ("age/drink", "Can my {minor}-year-old brother legally buy beer in the US?"),
    ("age/medicare", "My mother is {elder}. Is that old enough for Medicare?"),
    ("age/born", "My uncle turned {age} in 2023. What year was he born in?"),
    ("age/apart", "I'm {age} and my husband is {other}. How many years lie between us?"),
    ("day/weekend", "The accident happened on {day}. Was that during the week or at the weekend?"),
    ("day/season", "My twins were born on {day}. Which season is that in the northern hemisphere?"),
    ("day/after", "I started the antibiotics on {day}. On what date are 14 days over?"),
    ("days/weeks", "I was on leave from {day} to {later}. How many full weeks is that?"),
    ("money/year", "They pay me {money} a month. What does that come to in a year?"),
    ("money/raise", "My pay of {money} goes up by 5 percent. What will I get then?"),
    ("money/sum", "I owe {money} to the bank and {debt} to my brother. What do I owe altogether?"),
)

PUBLIC: tuple[tuple[str, str], ...] = (
    ("Which countries share a border with {country}?", "neighbour"),
    ("What's the international dialling code of {country}?", "calling"),
    ("Is {country} in the European Union?", "union"),
    ("Which language is spoken by most people in {country}?", "language"),
    ("How many inches are in a foot?", "12;twelve"),
    ("Who painted the Mona Lisa?", "Leonardo;da Vinci"),
    ("What does HTTP stand for?", "Hypertext Transfer"),
    ("How many senators sit in the US Senate?", "100"),
    ("Which element has the symbol Fe?", "iron"),
    ("What is the longest river in Africa?", "Nile"),
    ("When did the Berlin Wall fall?", "1989"),
    ("Translate 'good night' into Italian.", "buona"),
    ("How many degrees Fahrenheit are 100 degrees Celsius?", "212"),
    ("Who discovered penicillin?", "Fleming"),
    ("In which US state is the Grand Canyon?", "Arizona"),
    ("Who was the first president of the United States?", "Washington"),
    ("What is 15 % of 80?", "12"),
    ("Which gas do plants take in?", "carbon dioxide"),
    ("How does the UN Security Council vote?", "veto"),
    ("What is the difference between a Roth IRA and a 401(k)?", "tax"),
)
