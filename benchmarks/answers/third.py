"""The third part of the items: it was run unread once, and read before the round of changes after that."""

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
    "women": "Astrid Beatrix Clara Divya Eleni Fiona Gloria Hiroko Isabel Judith".split(),
    "men": "Anton Benedikt Cyrus Dominic Enzo Fabian Gareth Hamza Igor Julian".split(),
    "families": "Andersson Bakker Castillo Delacroix Engel Ferrari Goldstein Haddad Iyer Johansen".split(),
    "cities": "Phoenix;Memphis;Bordeaux;Stuttgart;Bilbao;Sapporo;Palermo;Nottingham;Halifax;Katowice;Adelaide;"
    "Rotterdam".split(";"),
    "countries": "Chile;Denmark;Ghana;Malaysia;Colombia;Ireland;Thailand;Morocco;Paraguay;Hungary;Nepal;Cuba".split(
        ";"
    ),
    "jobs": "baker;optician;surveyor;hairdresser;tax adviser;bricklayer;midwife;flight attendant".split(";"),
    "employers": "Philips;Warner Bros;Peugeot;Merck;EasyJet;Aldi;Greyfield Partners;St. Luke's Hospital;"
    "Commerzbank;Heineken".split(";"),
}

TRADES: dict[str, tuple[str, ...]] = {
    "Philips": ("electr", "technolog", "health", "appliance"),
    "Warner Bros": ("entertain", "film", "movie", "media"),
    "Peugeot": ("car", "vehicle", "automo"),
    "Merck": ("pharma", "drug", "medicin", "vaccine", "chemic"),
    "EasyJet": ("airline", "flight", "aviation"),
    "Aldi": ("retail", "supermarket", "grocer", "store"),
    "Greyfield Partners": ("partner", "consult", "advis", "invest"),
    "St. Luke's Hospital": ("health", "medic", "hospital", "clinic"),
    "Commerzbank": ("bank", "financ"),
    "Heineken": ("beer", "brew", "beverage", "food", "drink"),
}

DOCUMENTS: dict[str, str] = {
    "chat": "me: so who gets the room?\nlandlady: {name}, {age}, from {city}\nme: and what does {first} do\n"
    "landlady: {first} is {job} at {employer}, starts {day}\nme: how much?\nlandlady: {rent} a month. write to {email} "
    "or call {phone}",
    "claim": "Claim file\nInsured person - {name} ({age})\nOccupation - {work}\nEmployed by - {employer}\n"
    "Home town - {city}\nHousing costs - {rent} a month\nInsured since - {day}\nReachable at - {email}, {phone}",
    "speech": "Dear guests, let me say a word about {name}. At {age} {first} came to us from {city}, took "
    "up work as {job} with {employer} on {day} and pays {rent} every month without ever complaining. Flowers go to "
    "{email}, songs to {phone}.",
}

QUESTIONS: dict[str, str] = {
    "name": "Say the person's complete name.",
    "age": "How many years old is {first} according to this?",
    "job": "By what trade does {first} live?",
    "employer": "Name the firm that employs {first}.",
    "city": "From what town is that person?",
    "rent": "And the monthly costs of housing?",
    "day": "Give me the date in it.",
    "email": "To which mailbox can a message be sent?",
}

ORDERS: dict[str, str] = {
    "summary": "One sentence, please: name, age, trade, firm, monthly payment.",
    "rewrite": "Turn this into a formal letter; every fact has to stay.",
    "translation": "I need this in Spanish, please.",
}

JSON = "Extract from the text below a JSON object with the keys {keys}. JSON only.\n\n{text}"

KEYS = ("holder", "age_in_years", "trade", "firm", "residence", "monthly_payment", "since", "mailbox")

BEGINNINGS = "Here comes some text; wait for my question."

SORTED = "Pick one of {labels}. Write that and no more.\n\n{text}"

MESSAGES: tuple[tuple[str, str], ...] = (
    ("{name} at {employer} hung up on me twice on {day}, awful.", "negative"),
    ("What a great evening in {city}, thanks to {first} for everything!", "positive"),
    ("Paid {money} for nothing, {employer} in {city} should be ashamed. Terrible.", "negative"),
    ("{first}, our {job}, is the most friendly person in {city}. Perfect work for {money}.", "positive"),
)
TOPICS: tuple[tuple[str, str], ...] = (
    ("The market in {city} fell after {employer} lost {money} million, {name} told investors.", "business"),
    ("{name} left the match on {day} with a broken toe; the team of {city} had no goal.", "sport"),
    ("On {day} {name} won the election in {city} and became minister.", "politics"),
    ("The new vaccine reached {city} on {day}; {name}, {age}, was the first of the patients.", "health"),
)

KNOWLEDGE: tuple[tuple[str, str], ...] = (
    ("city/country", "My pen friend writes from {city}. Which country do her stamps come from?"),
    ("city/capital", "I study in {city}. What is the capital of the country I am in?"),
    ("city/currency", "We open a shop in {city} soon. In which currency will the rent be?"),
    ("city/language", "My niece goes to school in {city}. Which language will her teachers speak?"),
    ("city/continent", "My uncle sailed to {city}. On what continent did he land?"),
    ("country/capital", "I hold citizenship of {country} and forgot its capital. Which city is it?"),
    ("country/currency", "My late husband left me land in {country}. Which currency is the price in?"),
    ("country/language", "Our au pair is from {country}. What's the official language of her home?"),
    ("country/continent", "My parents fled {country} as students. On which continent is that?"),
    ("country/calling", "How do I call my mother in {country}, what is the dialling code?"),
    ("employer/trade", "I got an offer from {employer}. What business are they in?"),
    ("employer/trade", "My brother was fired by {employer}. What does that company make or sell?"),
    ("age/vote", "My cousin is {minor}. Is that old enough to vote in Germany?"),
    ("age/until", "My wife is {age}. In how many years will she be 67?"),
    ("age/later", "I am {age} years old now; how old will I be in {years} years?"),
    ("age/apart", "My dad is {age}, my mum {other}. What is the difference of their ages in years?"),
    ("day/weekday", "We got married on {day}. On which day of the week was that?"),
    ("day/before", "My visa ends on {day}. Which date is 10 days earlier?"),
    ("days/between", "I was abroad from {day} to {later}. How many nights was I away?"),
    ("money/share", "I must put aside {percent} % of my wage of {money}. How many dollars are that?"),
    ("money/parts", "Split my bill of {money} between four friends. What does each one pay?"),
    ("money/year", "My flat costs {money} every month. What do I pay per year?"),
    ("money/left", "I have {money} and pay back {debt} of it. How much is left?"),
    ("money/sum", "Add my rent of {money} and the heating of {debt}."),
)

PUBLIC: tuple[tuple[str, str], ...] = (
    ("What's the capital city of {country}?", "capital"),
    ("Tell me which currency they use in {country}.", "currency"),
    ("What continent is {country} part of?", "continent"),
    ("What is the official language of {country}?", "language"),
    ("How many grams are in a kilogram?", "1000"),
    ("Who wrote the novel 1984?", "Orwell"),
    ("What does WHO stand for?", "World Health"),
    ("What is the largest desert on Earth?", "Antarctic;Sahara"),
    ("In which year did the Titanic sink?", "1912"),
    ("How long does light take from the Sun to the Earth, about 8 minutes or 8 hours?", "minutes"),
    ("What is 30 percent of 50?", "15"),
    ("Translate 'see you tomorrow' into Portuguese.", "amanhã"),
    ("Which city hosted the Olympic Games of 2012?", "London"),
    ("Who was the first emperor of Rome?", "Augustus"),
    ("How many players are on the field for a baseball team?", "9;nine"),
    ("Explain in one sentence to a five-year-old why the sky is blue.", "light"),
    ("How far is it from Paris to Rome by plane in hours?", "2;two"),
    ("On which day do Americans celebrate Independence Day?", "July 4;4 July;fourth"),
    ("What is the square root of 169?", "13"),
    ("How many sides does a hexagon have?", "6;six"),
)
