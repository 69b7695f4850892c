"""The fourth part of the items: it was written and read before the last round of changes, on which they were made."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = [
    "BEGINNINGS",
    "DOCUMENTS",
    "JSON",
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
    "women": "Amelia Birgit Carmen Daria Esther Frida Greta Hanna Imani Jasmine".split(),
    "men": "Adrian Boris Caleb Diego Emil Florian Graham Hugo Ibrahim Jonas".split(),
    "families": "Alvarez Becker Cooper Dimitrov Eriksson Fontaine Grant Hoffmann Ito Jensen".split(),
    "cities": "Dallas;Toronto;Lille;Cologne;Malaga;Kyoto;Bologna;Glasgow;Perth;Gdansk;Tampa;Basel".split(";"),
    "countries": "Austria;Spain;Indonesia;Nigeria;Ecuador;Finland;South Korea;Tunisia;Uruguay;Romania;Pakistan;"
    "Jamaica".split(";"),
    "jobs": "plumber;translator;veterinarian;train driver;librarian;civil engineer;florist;security guard".split(";"),
    "employers": "Bosch;Disney;Renault;Bayer;Ryanair;Tesco;Oakfield Consulting;Mercy Hospital;HSBC;Danone".split(";"),
}

TRADES: dict[str, tuple[str, ...]] = {
    "Bosch": ("electr", "technolog", "engineer", "appliance", "automo"),
    "Disney": ("entertain", "film", "movie", "media"),
    "Renault": ("car", "vehicle", "automo"),
    "Bayer": ("pharma", "drug", "medicin", "chemic"),
    "Ryanair": ("airline", "flight", "aviation"),
    "Tesco": ("retail", "supermarket", "grocer", "store"),
    "Oakfield Consulting": ("consult", "advis"),
    "Mercy Hospital": ("health", "medic", "hospital", "clinic"),
    "HSBC": ("bank", "financ"),
    "Danone": ("food", "dairy", "yog", "beverage"),
}

DOCUMENTS: dict[str, str] = {
    "minutes": "Minutes of the housing committee\n1. New member: {name}, {age} years of age.\n2. Profession: {job}; "
    "employer is {employer}.\n3. Previously of {city}.\n4. Contribution agreed at {rent} per month, payable as of "
    "{day}.\n5. Post to be sent to {email}, urgent calls to {phone}.",
    "table": "| field | value |\n|---|---|\n| tenant | {name} |\n| age | {age} |\n| trade | {work} |\n| works for | "
    "{employer} |\n| town | {city} |\n| rent per month | {rent} |\n| since | {day} |\n| e-mail | {email} |\n"
    "| mobile | {phone} |",
    "voice": "hello this is {name} speaking, I turned {age} last week, I'm {job} with {employer} down in {city}, they "
    "want me from {day} and I could pay {rent} a month for the flat, mail me at {email} or ring {phone}",
}

QUESTIONS: dict[str, str] = {
    "name": "Give first and last name of the person.",
    "age": "And the age of {first}?",
    "job": "{first}'s occupation, please?",
    "employer": "At which company does {first} work?",
    "city": "What town occurs in it?",
    "rent": "How high is the monthly amount?",
    "day": "From which date on?",
    "email": "What e-mail address is given?",
}

ORDERS: dict[str, str] = {
    "summary": "Condense this into a single sentence that keeps name, age, profession, company and monthly amount.",
    "rewrite": "Write this again in good plain English, without losing anything.",
    "translation": "How does this read in French?",
}

JSON = "Fill a JSON object, nothing else. Its keys: {keys}.\n\n{text}"

KEYS = ("tenant", "age", "profession", "employed_by", "town", "amount", "valid_from", "e_mail")

BEGINNINGS = "Keep this in mind and answer with OK."

SORTED = "{text}\n\nClassify the line above as {labels} with a single word."

MESSAGES: tuple[tuple[str, str], ...] = (
    ("{employer} lost my parcel and {name} would not even say sorry. Shame on you.", "negative"),
    ("We love {city}! {first} showed us the old town on {day}.", "positive"),
    ("Never again: {money} for a dirty room in {city}.", "negative"),
    ("{name} from {employer} is an excellent {job}, kind and quick.", "positive"),
)
TOPICS: tuple[tuple[str, str], ...] = (
    ("{employer} closes its plant in {city}; investors had lost {money} million.", "business"),
    ("{name}, {age}, keeps goal for the football team of {city}.", "sport"),
    ("Voters in {city} chose {name} as mayor on {day}.", "politics"),
    ("Patients of {name} in {city} are waiting for a therapy since {day}.", "health"),
)

KNOWLEDGE: tuple[tuple[str, str], ...] = (
    ("city/country", "I have been living in {city} since last year; which country am I living in?"),
    ("city/capital", "Our branch is in {city}. Name the capital of its country."),
    ("city/currency", "I must pay a fine in {city}. Which currency will it be in?"),
    ("city/language", "My daughter does an internship in {city}. What do the locals speak?"),
    ("city/continent", "I was born in {city}. Which continent is my birthplace on?"),
    ("country/capital", "My ancestors left {country} long ago. What is its capital city called?"),
    ("country/currency", "I inherited a house in {country}. In what currency are taxes paid there?"),
    ("country/language", "Our nanny grew up in {country}. Which official language did she learn at school?"),
    ("country/continent", "My visa for {country} arrived. To what continent am I travelling?"),
    ("country/calling", "My ex-wife lives in {country} now. Which code do I dial for it?"),
    ("employer/trade", "I have an interview at {employer}. In what industry are they?"),
    ("employer/trade", "My pension is paid by {employer}. What kind of business is that?"),
    ("age/vote", "My stepson is {minor}. Is he allowed to vote in the United States?"),
    ("age/later", "My husband is {age} at present. What age will he have reached in {years} years?"),
    ("age/ago", "I'm {age} years old. How old was I {years} years ago?"),
    ("age/until", "I am {age}. How many years are left until I turn 67?"),
    ("day/weekday", "My surgery was on {day}. What weekday?"),
    ("day/after", "I paid on {day}. Which date is 30 days after that?"),
    ("days/between", "We were engaged on {day} and married on {later}. How many days lay between?"),
    ("money/share", "My landlord raises the rent of {money}; the rise is {percent} %. What is the rise in dollars?"),
    ("money/half", "My wife and I halve the bill of {money}. How much is mine?"),
    ("money/raise", "I earn {money} and soon get {percent} % more. What is the new pay?"),
    ("money/year", "My pension is {money} a month. What is it in a year?"),
    ("money/sum", "I borrowed {money} from my bank and {debt} from my sister. How much do I owe altogether?"),
)

PUBLIC: tuple[tuple[str, str], ...] = (
    ("Which city is the capital of {country}?", "capital"),
    ("What's the money of {country} called?", "currency"),
    ("Where is {country}: on which continent?", "continent"),
    ("Which language has official status in {country}?", "language"),
    ("How many ounces are in a pound?", "16"),
    ("Who painted the Mona Lisa?", "Leonardo;Vinci"),
    ("What does UNESCO stand for?", "Educational, Scientific"),
    ("Which river runs through Cairo?", "Nile"),
    ("When did the Berlin Wall fall?", "1989"),
    ("How many keys does a piano have?", "88"),
    ("What is 15 percent of 200?", "30"),
    ("Translate 'good night' into Italian.", "buona"),
    ("Which country won the World Cup in 2014?", "Germany"),
    ("Who founded Microsoft together with Paul Allen?", "Gates"),
    ("How many bits are in a byte?", "8;eight"),
    ("Explain in one line what photosynthesis does.", "light;energy"),
    ("Which is farther from London: Paris or Moscow?", "Moscow"),
    ("In what month is Bastille Day?", "July"),
    ("How many degrees are in a right angle?", "90"),
    ("What is the boiling point of water in Celsius?", "100"),
)
