"""The seventh part of the items, which was the fresh one of a round and has been read since."""

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
    "women": "Aaliyah Bronwyn Chidinma Fernanda Gurpreet Ilse Oksana Thandiwe Xiaoling Zoë".split(),
    "men": "Arturo Bongani Casper Declan Efraim Jiro Kwame Matteo René Tariq".split(),
    "families": "Adeyemi;Bjelica;Çelik;Dlamini;Guerrero;MacLeod;Nguyen;O'Rourke;Tanaka;van Dijk".split(";"),
    "cities": "Milwaukee;Vancouver;Nantes;Aachen;Kobe;Trieste;Belfast;Auckland;Lublin;Buenos Aires;Zürich;"
    "Salt Lake City".split(";"),
    "countries": "Serbia;El Salvador;Azerbaijan;Zambia;Armenia;Lithuania;Panama;Iraq;Angola;Latvia;Oman;Namibia".split(
        ";"
    ),
    "jobs": "lorry driver;radiologist;bookkeeper;plasterer;interpreter;crane operator;pastry chef;police officer".split(
        ";"
    ),
    "employers": "Ericsson;Universal Music;Subaru;AstraZeneca;Qantas;Decathlon;Penrose & Sons Plumbing;"
    "Karolinska Hospital;Standard Chartered;Ferrero".split(";"),
}

TRADES: dict[str, tuple[str, ...]] = {
    "Ericsson": ("telecom", "network", "technolog", "mobile", "communic"),
    "Universal Music": ("music", "record", "entertain", "media"),
    "Subaru": ("car", "vehicle", "automo"),
    "AstraZeneca": ("pharma", "drug", "medicin", "vaccine", "health"),
    "Qantas": ("airline", "flight", "aviation"),
    "Decathlon": ("sport", "retail", "store"),
    "Penrose & Sons Plumbing": ("plumb", "pipe", "heating"),
    "Karolinska Hospital": ("health", "medic", "hospital", "clinic"),
    "Standard Chartered": ("bank", "financ"),
    "Ferrero": ("chocolate", "confection", "sweet", "food", "candy"),
}

DOCUMENTS: dict[str, str] = {
    "loss": "NOTICE OF LOSS - HOUSEHOLD CONTENTS            ref. 7730418\n"
    "1  Policyholder (first name, surname) ..... {name}\n"
    "2  Age last birthday ...................... {age}\n"
    "3  Occupation / employed by ............... {work} / {employer}\n"
    "4  Scene of the loss ...................... {city}\n"
    "5  Date of the loss ....................... {day}\n"
    "6  Cost of temporary accommodation ........ {rent} per month\n"
    "7  Correspondence to ...................... {email} / {phone}",
    "forward": "[19:47] Forwarded many times: does anyone have a room for {name}?? {age} yrs, {job}, got posted to "
    "{city} by {employer} and has to be there by {day} 🙈 could do up to {rent} pcm, non-smoker, one (old) cat\n"
    "[19:48] {first}'s mail is {email} and cell {phone}, not after 9 pm pls",
    "cv": "{name}\n{work} · {city}\n{email} · {phone}\n\nPROFILE\n{age}, reliable, clean licence, currently on {rent} "
    "a month before tax.\n\nWORK HISTORY\n{day} to date: {employer}\n  - trained 4 newcomers\n  - earlier posts on "
    "request\n\nLANGUAGES\nEnglish (C1), Spanish (A2)",
}

QUESTIONS: dict[str, str] = {
    "name": "Who's this about? I need first name and surname.",
    "age": "Going by this, how old would {first} be?",
    "job": "What does {first} do for a living?",
    "employer": "Who pays {first}'s wages?",
    "city": "Where does all this play out? Just the city.",
    "rent": "How much money per month are we talking about?",
    "day": "There is a date somewhere in it. Which one?",
    "email": "How do I get hold of {first} by e-mail?",
}

ORDERS: dict[str, str] = {
    "summary": "Give me the gist in 25 words tops, but I do need the name, the age, the occupation, who they work for "
    "and the monthly figure.",
    "rewrite": "Clean this up so that I can forward it to my boss: full sentences, correct spelling, nothing left out.",
    "translation": "Can you put this in French? It's for my mother-in-law, so nothing too stiff.",
}

JSON = (
    '"""\n{text}\n"""\nParse the above for my import script. I need one object with exactly these keys: {keys}. '
    "Raw JSON."
)

KEYS = ("fullName", "ageYears", "jobTitle", "worksFor", "cityName", "perMonth", "dateGiven", "emailAddr")

BEGINNINGS = "Got this just now, have a read first. My questions come after, so a short OK will do."

SORTED = 'Our helpdesk tags everything as {labels}. Which tag goes on this one? Only the tag.\n\n"{text}"'

MESSAGES: tuple[tuple[str, str], ...] = (
    ("Rang {employer} FOUR times about my refund of {money}, nobody calls back. Worst service in {city}!!", "negative"),
    (
        "5 stars. {name} came out on a Sunday and charged us only {money}, would recommend this {job} to anyone",
        "positive",
    ),
    (
        "Honestly disappointing: {first} said {day}, it got a week later, and the paint is already coming off.",
        "negative",
    ),
    (
        "Mum dreaded the move to {city}, but {name} and everyone at {employer} made her feel at home. Lovely people.",
        "positive",
    ),
)
TOPICS: tuple[tuple[str, str], ...] = (
    (
        "{employer} cuts jobs in {city}: {name}, in charge since {day}, blames a weak quarter that cost {money} "
        "million in profit.",
        "business",
    ),
    (
        "At {age}, {name} is still the quickest over the distance: the {city} marathon on {day} was a personal record.",
        "sport",
    ),
    (
        "Coalition talks broke down on {day} after {name} had walked out; {city} now faces a snap election.",
        "politics",
    ),
    (
        "After {first}, {age}, came down with the flu in {city}, {employer} had its whole night shift tested for the "
        "virus.",
        "health",
    ),
)

KNOWLEDGE: tuple[tuple[str, str], ...] = (
    ("age/ago", "I'm {age} and have been sober for {years} years. At what age did I stop drinking?"),
    ("city/country", "so apparently my half-sister ended up in {city}. what country is that even in?"),
    ("money/share", "Alimony is {percent} % of my take-home pay, which is {money}. What does that come to in dollars?"),
    (
        "country/calling",
        "My sister has moved to {country} for good. Which country code does her new number start with?",
    ),
    (
        "day/before",
        "My flight to the clinic leaves {day}, and I must stop the tablets 10 days before. What date is that?",
    ),
    ("city/currency", "Which currency should I carry? I'm visiting my cousin in {city}."),
    ("employer/trade", "My wife has just accepted a job at {employer}. What is it they do?"),
    ("country/language", "I'm about to meet my birth mother, who lives in {country}. What's the official language?"),
    ("age/later", "Our mortgage runs {years} years from today and I'm {age}. How old am I when it's paid off?"),
    ("city/continent", "Name the continent, please: the form asks where my twin brother lives, and that's {city}."),
    ("day/weekday", "Our twins came on {day} and nobody can recall the weekday. Which was it?"),
    ("country/capital", "My in-laws still own a farm in {country}. What's the capital called again?"),
    ("money/parts", "Four siblings, one funeral, {money}. What's each one's share?"),
    ("city/language", "Moving in with my boyfriend in {city} and haven't learnt a word yet. What do they speak there?"),
    ("age/vote", "My grandson is {minor} now. Under US law, can he vote?"),
    ("country/continent", "quick one, which continent is {country} on? that's where they granted me asylum"),
    (
        "days/between",
        "My lawyer asks: I was in custody from {day} to {later}. How many days apart are those two dates?",
    ),
    ("employer/trade", "The firm that turned me down for being pregnant is {employer}. Which sector would that be?"),
    ("city/capital", "We might raise the kids in {city}. Out of curiosity, what's the capital of that country?"),
    ("money/week", "Our sitter costs {money} a week. What's that over 52 weeks?"),
    ("country/currency", "What money will I have to get? The adoption agency that we use sits in {country}."),
    ("age/total", "The insurer wants our combined age. I'm {age}, he's {other}. So?"),
    ("day/after", "I got the eviction notice on {day} and have 30 days to appeal. On which date is time up?"),
    ("money/sum", "I'm behind {money} on rent and {debt} on the car. What's the total I'm behind?"),
)

PUBLIC: tuple[tuple[str, str], ...] = (
    ("Hey, quick geography question: what's the capital of {country}?", "capital"),
    ("What do people pay with in {country}, i.e. which currency?", "currency"),
    ("{country} is on which continent?", "continent"),
    ("Which official language would I find on road signs in {country}?", "language"),
    ("How many tablespoons are in a US cup?", "16;sixteen"),
    ("Who wrote One Hundred Years of Solitude?", "Márquez;Marquez"),
    ("What's the acronym NASA short for?", "Aeronautics"),
    ("Which strait separates Spain from Morocco?", "Gibraltar"),
    ("In which year did euro notes and coins come into use?", "2002"),
    ("How many cards are in a standard deck without jokers?", "52"),
    ("What's 18% of 250?", "45"),
    ("how do i say 'where is the train station' in german", "Bahnhof"),
    ("Who directed Jurassic Park?", "Spielberg"),
    ("Which company owns YouTube?", "Google;Alphabet"),
    ("how many minutes are there in a week", "10080"),
    ("Why does ice float on water? One sentence please.", "dens"),
    ("Is Kilimanjaro higher than Mont Blanc?", "yes"),
    ("Who discovered penicillin?", "Fleming"),
    ("How many moons does Mars have?", "2;two"),
    ("What do you call a baby kangaroo?", "joey"),
)
