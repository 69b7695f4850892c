"""The fifth part of the items, which was the fresh one of a round and has been read since."""

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
    "women": "Annika Bianca Celeste Dorothea Elif Francesca Gwen Henrietta Ines Josephine".split(),
    "men": "Alistair Bruno Cedric Dmitri Elias Frederik Giovanni Harald Ismail Joaquin".split(),
    "families": "Ashworth Bertrand Chowdhury Davidson Espinoza Fitzgerald Grigoryan Holmberg Ibarra Jankowski".split(),
    "cities": "Baltimore;Edmonton;Grenoble;Leipzig;Murcia;Fukuoka;Verona;Sheffield;Brisbane;Wroclaw;Tucson;"
    "Antwerp".split(";"),
    "countries": "Belgium;Bolivia;Senegal;Philippines;Guatemala;Iceland;Mongolia;Algeria;Croatia;Lebanon;Ethiopia;"
    "New Zealand".split(";"),
    "jobs": "welder;photographer;physiotherapist;taxi driver;notary;beekeeper;graphic designer;firefighter".split(";"),
    "employers": "Samsung;Sony Pictures;Fiat;Roche;KLM;Lidl;Larkspur Advisors;Bethesda Hospital;ING;Carlsberg".split(
        ";"
    ),
}

TRADES: dict[str, tuple[str, ...]] = {
    "Samsung": ("electr", "technolog", "phone", "appliance"),
    "Sony Pictures": ("entertain", "film", "movie", "media", "picture"),
    "Fiat": ("car", "vehicle", "automo"),
    "Roche": ("pharma", "drug", "medicin", "diagnost", "health"),
    "KLM": ("airline", "flight", "aviation"),
    "Lidl": ("retail", "supermarket", "grocer", "store"),
    "Larkspur Advisors": ("advis", "consult", "invest", "financ"),
    "Bethesda Hospital": ("health", "medic", "hospital", "clinic"),
    "ING": ("bank", "financ"),
    "Carlsberg": ("beer", "brew", "beverage", "drink"),
}

DOCUMENTS: dict[str, str] = {
    "sheet": "tenant;age;occupation;employer;town;monthly rent;start;e-mail;telephone\n"
    "{name};{age};{work};{employer};{city};{rent};{day};{email};{phone}",
    "reference": "To whom it may concern\n\nI have known {name} for years. Aged {age}, {first} earns a living as "
    "{job}; the employer, {employer}, speaks highly of {first}. The flat in {city} will be vacant on {day} and costs "
    "{rent} monthly. Questions may go to {email}, or {phone}.",
    "ticket": "Ticket #4471 (open)\nReporter: {name}, age {age}\nRole: {work} @ {employer}\nSite: {city}\n"
    'Since: {day}\nBody: "I still pay {rent} each month, please fix."\nReply-to: {email} / {phone}',
}

QUESTIONS: dict[str, str] = {
    "name": "Which person is described? Full name, please.",
    "age": "Tell me the age of {first}.",
    "job": "What is {first}'s profession?",
    "employer": "Where is {first} employed?",
    "city": "Which city does it say?",
    "rent": "What sum is paid each month?",
    "day": "Which day is mentioned?",
    "email": "Under which e-mail address can I write?",
}

ORDERS: dict[str, str] = {
    "summary": "Boil this down to one line: who, how old, what work, for whom, what sum each month.",
    "rewrite": "Please phrase this as a courteous letter. All details must survive.",
    "translation": "Put this into German for me.",
}

JSON = "{text}\n\nTurn that into JSON. Fields: {keys}. No explanation."

KEYS = ("person", "years", "role", "organisation", "place", "monthly_sum", "from_date", "contact")

BEGINNINGS = "I paste something now. Reply OK, the question follows."

SORTED = "What describes this best, {labels}? Reply with that word alone.\n{text}"

MESSAGES: tuple[tuple[str, str], ...] = (
    ("{employer} in {city} cheated me out of {money}, what a disappointing shop.", "negative"),
    ("Best {job} I ever met: {name}, always friendly and on time!", "positive"),
    ("{first} promised to come on {day} and never showed up. Awful.", "negative"),
    ("A lovely flat in {city} for {money}, and {first} is a wonderful host.", "positive"),
)
TOPICS: tuple[tuple[str, str], ...] = (
    ("{employer} sold its branch in {city} for {money} million, to the joy of investors.", "business"),
    ("{name} of {city} won gold; the whole team cheered after the match on {day}.", "sport"),
    ("{name} left parliament on {day} and returns to {city} as mayor.", "politics"),
    ("A clinic in {city} tests a vaccine; {name}, {age}, leads the doctors.", "health"),
)

KNOWLEDGE: tuple[tuple[str, str], ...] = (
    ("city/country", "Our son lives as an exchange student in {city}. What country is it in?"),
    ("city/capital", "I was sent to {city} for work. What's the capital of the country around me?"),
    ("city/currency", "We booked a flat in {city} for a year. What currency do we pay with?"),
    ("city/language", "My kids will attend kindergarten in {city}. What language do they need?"),
    ("city/continent", "Grandma was buried in {city}. Which continent is it on?"),
    ("country/capital", "My passport was issued by {country}. What is the capital there?"),
    ("country/currency", "I send money to my aunt in {country}. In what currency does she get it?"),
    ("country/language", "My neighbours came here from {country}. Which language is official there?"),
    ("country/continent", "I did my military service in {country}. Name the continent."),
    ("country/calling", "My doctor went back to {country}. What's the country calling code?"),
    ("employer/trade", "For twelve years I have been on the payroll of {employer}. What is their line of business?"),
    ("employer/trade", "My mother-in-law sued {employer}. What sort of company is that?"),
    ("age/vote", "Our foster child is {minor} years old. Can she already vote in national elections in the US?"),
    ("age/later", "I'm {age}. What will my age be {years} years from now?"),
    ("age/ago", "I am {age} and I met my husband {years} years ago. How old was I then?"),
    ("age/total", "My brother is {age} and my sister is {other}. How old are they together?"),
    ("day/weekday", "My mother died on {day}. What weekday was that?"),
    ("day/after", "I gave notice on {day}. What date is 30 days later?"),
    ("days/between", "My sick leave started {day} and ended {later}. How many days lie between them?"),
    ("money/share", "The broker takes {percent} % of the price of {money}. How many dollars does he get?"),
    ("money/week", "I spend {money} per week. How much is it in 52 weeks?"),
    ("money/half", "My ex owes me half of {money}. How much is it?"),
    ("money/raise", "My salary of {money} goes up by {percent} %. What will I earn?"),
    ("money/left", "From my savings of {money} I spent {debt}. What remains?"),
)

PUBLIC: tuple[tuple[str, str], ...] = (
    ("Can you tell me {country}'s capital?", "capital"),
    ("If I look at a banknote from {country}, which currency is on it?", "currency"),
    ("To which continent does {country} belong?", "continent"),
    ("Which tongue is official in {country}?", "language"),
    ("How many centimeters make an inch?", "2.54"),
    ("Who composed the Ninth Symphony with the Ode to Joy?", "Beethoven"),
    ("What is the full form of HIPAA?", "Health Insurance Portability"),
    ("Which sea separates Italy and Croatia?", "Adriatic"),
    ("When did Neil Armstrong walk on the Moon?", "1969"),
    ("How many strings does a violin have?", "4;four"),
    ("What is 25 percent of 80?", "20"),
    ("Translate 'happy birthday' into French.", "anniversaire"),
    ("Which nation hosted the Winter Olympics of 2010?", "Canada"),
    ("Which company did Steve Jobs found?", "Apple"),
    ("How many seconds are in an hour?", "3600"),
    ("Why do leaves turn yellow in autumn? One sentence.", "chlorophyll"),
    ("Which is longer, the Amazon or the Rhine?", "Amazon"),
    ("Who was US president during the Civil War?", "Lincoln"),
    ("How many Grand Slam tournaments are there in tennis each year?", "4;four"),
    ("What is the chemical symbol for gold?", "Au"),
)
