"""The sixth part of the items, which was the fresh one of a round and has been read since."""

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
    "women": "Agnieszka Brigid Chiara Danuta Eleni Freya Greta Hyacinth Imogen Yasmin".split(),
    "men": "Aleksander Benedict Cillian Darius Emre Florian Gareth Hideo Ignacio Yusuf".split(),
    "families": "Anselmi Blackwood Cavanagh Dimitrov Eriksen Fairweather Gonzaga Hartley Ivanova Kobayashi".split(),
    "cities": "Pittsburgh;Winnipeg;Toulouse;Dresden;Malaga;Sapporo;Bologna;Cardiff;Adelaide;Gdansk;Memphis;Ghent".split(
        ";"
    ),
    "countries": "Hungary;Paraguay;Tanzania;Malaysia;Honduras;Ireland;Nepal;Libya;Slovenia;Jordan;Uganda;"
    "Australia".split(";"),
    "jobs": "roofer;pilot;speech therapist;gardener;auditor;tailor;web developer;prison officer".split(";"),
    "employers": "Panasonic;Paramount;Hyundai;Sanofi;Finnair;Ikea;Thornhill Estates;Royal Infirmary;Rabobank;"
    "Kellogg's".split(";"),
}

TRADES: dict[str, tuple[str, ...]] = {
    "Panasonic": ("electr", "technolog", "appliance", "batter"),
    "Paramount": ("entertain", "film", "movie", "media", "picture"),
    "Hyundai": ("car", "vehicle", "automo", "ship"),
    "Sanofi": ("pharma", "drug", "medicin", "vaccine", "health"),
    "Finnair": ("airline", "flight", "aviation"),
    "Ikea": ("furnit", "retail", "home", "store"),
    "Thornhill Estates": ("estate", "propert", "land"),
    "Royal Infirmary": ("health", "medic", "hospital", "infirm", "clinic"),
    "Rabobank": ("bank", "financ"),
    "Kellogg's": ("food", "cereal", "breakfast"),
}

DOCUMENTS: dict[str, str] = {
    "advert": "FLATMATE FOUND! Her or his name: {name}. Years on this planet: {age}. Daily bread earned as {job} "
    "({employer}, {city}). Moving in {day}, paying {rent} monthly. Write: {email}. Ring: {phone}.",
    "log": "caller={name}; age={age}; occupation={work}; company={employer}; city={city}; amount={rent}; "
    "date={day}; mail={email}; tel={phone}",
    "thread": "From: {email}\nSubject: the room\n\nHi! Thanks for having me on {day}. As I said I'm {age}, {job} at "
    "{employer}, and {city} would be my first home away from my parents. {rent} a month is fine.\nBest, {name}\n"
    "{phone}",
}

QUESTIONS: dict[str, str] = {
    "name": "Whose data are these? Name and surname.",
    "age": "What age does it give for {first}?",
    "job": "What kind of work does {first} do?",
    "employer": "On whose payroll is {first}?",
    "city": "Name the place in there.",
    "rent": "What has to be paid per month?",
    "day": "Pick out the date.",
    "email": "Where should I send my e-mail?",
}

ORDERS: dict[str, str] = {
    "summary": "tl;dr please, with who, age, job, company and the sum per month.",
    "rewrite": "Make it sound professional but don't drop a single detail.",
    "translation": "Spanish version, please.",
}

JSON = "Extract {keys} as JSON from what follows, and print only that.\n---\n{text}"

KEYS = ("customer", "age_years", "job_title", "employer_name", "location", "price", "move_in", "email_address")

BEGINNINGS = "I'll give you some context first, no need to comment: OK?"

SORTED = "Label it ({labels}), one word:\n\n{text}"

MESSAGES: tuple[tuple[str, str], ...] = (
    ("Three hours on hold with {employer}, then {name} was rude. Never again.", "negative"),
    ("{name} fixed it in ten minutes, the best {job} in {city}. Thanks!", "positive"),
    ("I lost {money} because {employer} shipped something broken on {day}.", "negative"),
    ("So happy we moved to {city}, {first} and the whole street are wonderful.", "positive"),
)
TOPICS: tuple[tuple[str, str], ...] = (
    ("{name} takes over {employer} on {day}; its shares gained {money} million in market value.", "business"),
    ("{first} {age}, the oldest on the team, lifted the cup in {city}.", "sport"),
    ("Parliament passed the law that {name} of {city} had proposed on {day}.", "politics"),
    ("{name}, a {age}-year-old of {city}, was treated for the virus in a hospital.", "health"),
)

KNOWLEDGE: tuple[tuple[str, str], ...] = (
    ("city/country", "We adopted our dog in {city}. In which country is it?"),
    ("city/capital", "I have a court hearing in {city}. What is the capital of that country?"),
    ("city/currency", "I got a parking ticket in {city}. What currency do they want?"),
    ("city/language", "My fiancé's parents are from {city}. Which language should I learn for the wedding?"),
    ("city/continent", "I'm being deployed to {city}. Which continent will I be on?"),
    ("country/capital", "I renounced my citizenship of {country}. Which city is its capital?"),
    ("country/currency", "My grandfather left me money in a bank in {country}. Which currency is it in?"),
    ("country/language", "The au pair we hired is from {country}. What's the official language over there?"),
    ("country/continent", "My brother was arrested in {country}. What continent is that on?"),
    ("country/calling", "My daughter's number is from {country} now. What's the calling code?"),
    ("employer/trade", "I was laid off by {employer} last week. What do they do, in a word?"),
    ("employer/trade", "All my savings are in shares of {employer}. What industry is it?"),
    ("age/vote", "My youngest is {minor}. Can he vote in a US presidential election?"),
    ("age/later", "I had my first child at {age}. What age was I when it turned {years}?"),
    ("age/ago", "My wife is {age}. How old was she when we met, {years} years back?"),
    ("age/until", "I'm {age} now and retire at 67. How many years do I still work?"),
    ("age/apart", "I am {age} and my partner is {other}. How big is the age gap?"),
    ("day/weekday", "My divorce became final on {day}. Which day of the week?"),
    ("day/after", "I was vaccinated on {day}. I need the date 30 days on."),
    ("day/before", "Our wedding is on {day}. Which date is 10 days before?"),
    ("days/between", "I was in rehab between {day} and {later}. How many days in total?"),
    ("money/share", "I tithe {percent} % of my income of {money}. How many dollars is that?"),
    ("money/year", "Child support is {money} a month. How much does it make per year?"),
    ("money/left", "I had {money} on my account, then paid {debt} of alimony. What's left?"),
)

PUBLIC: tuple[tuple[str, str], ...] = (
    ("capital of {country}?", "capital"),
    ("which currency would i need for {country}", "currency"),
    ("What continent is {country} part of?", "continent"),
    ("What do people in {country} speak officially?", "language"),
    ("How many pints are in a gallon?", "8;eight"),
    ("Who wrote The Old Man and the Sea?", "Hemingway"),
    ("What does UNICEF stand for?", "Children"),
    ("Which mountain range separates France and Spain?", "Pyrenees"),
    ("In what year did the Titanic sink?", "1912"),
    ("How many squares does a chess board have?", "64"),
    ("What is 30 percent of 150?", "45"),
    ("how do you say thank you in Japanese", "arigat"),
    ("Who sang Purple Rain?", "Prince"),
    ("Which company makes the PlayStation?", "Sony"),
    ("How many milliseconds are in a second?", "1000"),
    ("Why is the sky blue? One sentence.", "scatter"),
    ("Is the Nile longer than the Danube?", "yes"),
    ("Who was the first woman to win a Nobel Prize?", "Curie"),
    ("How many rings are on the Olympic flag?", "5;five"),
    ("What colour do you get from blue and yellow?", "green"),
)
