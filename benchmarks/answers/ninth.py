"""The ninth part of the items, which was the fresh one of a round and has been read since.

Some values stand in other forms (an age as "34F", "2.15 grand", "3rd of June 2025", a surname in capitals).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

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

LISTS: dict[str, Sequence[Any]] = {
    "women": "Anahit Aroha Blessing Camila Ewelina Giulia Hadiza Ioana Kalpana Marit Noor Siobhán Tomoko "
    "Ximena".split(),
    "men": "Aryeh Bartosz Cheikh Dinesh Eoin Faisal Gonçalo Hiroshi Iker Keoni Lucas Mykola Nikolaos Thabo".split(),
    "families": "Achterberg;Banerjee;Boateng;Carvalho;Dubois;El-Sayed;Horvat;Kealoha;Mokoena;Petrosyan;Ramírez;"
    "Rasmussen;Shevchenko;Tuilagi;von Arnim;Whitcombe".split(";"),
    "cities": "Akureyri;Albuquerque;Batumi;Bremen;Chiang Mai;Cork;Cusco;Eindhoven;Gothenburg;Graz;Kisumu;Kumasi;"
    "Maribor;Montpellier;Rosario;Sacramento;Thessaloniki;Valparaíso".split(";"),
    "countries": "Bangladesh;Belize;Bhutan;Cambodia;Cameroon;Costa Rica;Kyrgyzstan;Moldova;Nicaragua;"
    "Papua New Guinea;Qatar;Samoa;Uzbekistan".split(";"),
    "jobs": "cellist;court clerk;dental hygienist;ferry captain;glazier;kindergarten teacher;pharmacy technician;"
    "sommelier;systems administrator;tram driver;tree surgeon;upholsterer;wind turbine technician".split(";"),
    "employers": "Allianz;Hilton;Lego;Nokia;Orange;Starbucks;Blue Door Removals;Brightwater Dental;"
    "Copper Kettle Tearooms;Harlow & Finch Solicitors;Long Furrow Organics;Second Wind Cycles".split(";"),
    # No full tens: "forty" is the beginning of "forty-one".
    "ages": [age for age in range(21, 66) if age % 10],
    "rents": range(1075, 4900, 25),
    "days": range(250, 1600),
}

TRADES: dict[str, tuple[str, ...]] = {
    "Allianz": ("insur", "financ", "asset"),
    "Hilton": ("hotel", "hospitality", "lodging"),
    "Lego": ("toy", "brick", "play"),
    "Nokia": ("telecom", "network", "phone", "mobile", "communic", "technolog"),
    "Orange": ("telecom", "mobile", "network", "communic", "phone"),
    "Starbucks": ("coffee", "café", "cafe", "beverage"),
    "Blue Door Removals": ("remov", "moving", "transport", "relocat"),
    "Brightwater Dental": ("dent", "teeth", "oral"),
    "Copper Kettle Tearooms": ("tea", "café", "cafe", "food", "cater", "hospitality"),
    "Harlow & Finch Solicitors": ("solicitor", "law", "legal"),
    "Long Furrow Organics": ("organic", "farm", "food", "agricult", "grow"),
    "Second Wind Cycles": ("cycl", "bike", "bicycle"),
}

DOCUMENTS: dict[str, str] = {
    "vcard": "BEGIN:VCARD\nVERSION:4.0\nN:{family};{first};;;\nFN:{name}\nTITLE:{work_title}\nORG:{employer}\n"
    "ADR;TYPE=home:;;;{city};;;\nEMAIL;TYPE=work:{email}\nTEL;TYPE=cell:{phone}\n"
    "NOTE:{age} yo. Contributes {rent_usd} a month. Member since {day_dots}.\nEND:VCARD",
    "insert": "INSERT INTO subscribers\n"
    "  (full_name, age, occupation, company, town, fee_per_month, joined_on, mail, phone)\nVALUES\n"
    "  ('{name}', {age}, '{work}', '{employer}', '{city}', '{rent_cents}', '{day_iso}', '{email}', '{phone}');",
    "ward": "Adm {day_dash}, ward 6B, bed 2\nPt: {family_caps}, {first} ({age_sex})\n"
    "Soc hx: {work} w/ {employer}, lives alone in {city}. Rent {rent} p/m, worried about sick pay.\n"
    "PMH: appendectomy, NKDA\nPlan: home tomorrow, f/u via {email} or tel {phone} next wk",
    "oath": "AFFIDAVIT\n\nI, {name}, aged {age_words}, of the city of {city}, {work} in the service of {employer}, "
    "MAKE OATH AND SAY as follows:\n\n1. On the {day_ordinal} I signed a tenancy agreement.\n2. Under it I owe my "
    "landlord {rent_cents} per month.\n3. Papers may be served on me at {email}, and I answer calls to {phone}.\n\n"
    "SWORN before me",
    "post": "Throwaway bc my boss is on this sub.\n\nI ({age_sex}) work at {employer} in {city} as {job}. They put "
    "my rent up to {rent_grand} a month from {day_us_short} on and I honestly can't anymore.\n\n"
    "EDIT: ok some of you guessed it, {name} is my real name, no point hiding now. If you know of a room: {email} or "
    "text {phone} pls",
    "invite": "You have been invited: key handover with {first}\nWhen: {day_long}, 10:30-11:00\n"
    "Organiser: {name} <{email}>\nDial-in: {phone}\n"
    "Description: The new tenant is {age} and moves to {city} to start as {job} for {employer}. Agreed: {rent} "
    "monthly, no deposit.\nGoing? Yes - No - Maybe",
    "release": "FOR IMMEDIATE RELEASE\n\n{city} -- {employer} is proud to announce that {name}, {age}, takes up its "
    "community fellowship as of {day_us}. {title} {family}, {job} by training, will receive {rent} a month for a year. "
    '"I can\'t wait to get started," {first} said.\n\nPress contact: {email}, {phone}\n###',
    "payslip": "PAY SLIP                                    No. 0093\n"
    "Employee: {name}            Age: {age}\nPosition: {work_title}            Paid on: {day_slash}\n"
    "Employer: {employer}            Work place: {city}\nGross per month: {rent_cents}\n"
    "Sent to: {email}            Tel.: {phone}",
    "hearing": "Q.  Please state your name for the record.\nA.  {name}.\nQ.  And you're how old?\n"
    "A.  {age_words}.\nQ.  Where do you work, and as what?\nA.  {employer}. I'm {job} there.\n"
    "Q.  That would be in which town?\nA.  In {city}, since {day_us}.\nQ.  What did you transfer to the defendant?\n"
    "A.  {rent} every month. Never late.\nQ.  And how can the court reach you?\nA.  At {email} or {phone}.",
    "bilingual": "FICHE DE POLICE / REGISTRATION CARD\nNom / Surname: {family_caps}\nPrénom / Given name: {first}\n"
    "Âge / Age: {age}\nProfession / Occupation: {work_title}\nEmployeur / Employer: {employer}\n"
    "Domicile / Home town: {city}\nArrivée / Arrival: {day_dots}\nTarif mensuel / Monthly rate: {rent_usd}\n"
    "Courriel / E-mail: {email}\nTéléphone / Phone: {phone}",
    "postcard": "Hi Gran!\nGreetings from sunny {city}. Guess who turned {age_words} last week :) Still {job}, but "
    "since the {day_ordinal} it's {employer} that pays me, hooray. The new flat eats up {rent_grand} every month, ugh. "
    "New mail is {email} and new number {phone}, forget the old ones.\nBig hug, {name}\nxx",
}

QUESTIONS: dict[str, str] = {
    "name": "Wait, who's this now? Full name pls.",
    "age": "{first}'s age?",
    "job": "If I had to put something under 'occupation' for {first}, what would it be?",
    "employer": "And the company that {first} is employed by is...?",
    "city": "Is there a city in it, and if so, which?",
    "rent": "How many dollars a month does it come to?",
    "day": "When is/was that according to this? I just need the date.",
    "email": "Copy out {first}'s e-mail address for me, would you?",
}

ORDERS: dict[str, str] = {
    "summary": "Summarise for someone in a hurry (30 words max). Must have: full name, age, occupation, company, "
    "amount per month.",
    "rewrite": "this reads terribly, can u turn it into something i can send to a lawyer?? facts stay as they are, all "
    "of them",
    "translation": "Could you do a German version for my flatmates? Nothing fancy.",
}

JSON = (
    "```\n{text}\n```\nPut what's in there into one flat JSON object (keys: {keys}) that I can pipe into jq. No prose, "
    "no fences."
)

KEYS = ("P_NAME", "P_AGE", "P_OCCUPATION", "P_ORG", "P_CITY", "P_MONTHLY", "P_DATE", "P_EMAIL")

BEGINNINGS = "Let me dump something on you. A thumbs-up is enough for now."

SORTED = "{text}\n^ how would you file that, {labels}? just the one word thx"

MESSAGES: tuple[tuple[str, str], ...] = (
    (
        "Third month in a row the {employer} app takes {money} off me for nothing, and support sends me round in "
        "circles. Slow clap.",
        "negative",
    ),
    (
        "{first} the {job} drove out from {city} at 2 am to get us home and wouldn't take a cent. can't recommend "
        "enough!!",
        "positive",
    ),
    (
        "dont book through {employer}. on {day_us_short} nobody was there, the room in {city} stank, {money} down the "
        "drain. worst trip ever",
        "negative",
    ),
    (
        "Was sceptical, I admit. But {name} had Mum laughing again after a single session, and that's worth way more "
        "than {money}. We're so happy.",
        "positive",
    ),
    (
        "Asked {name} ({employer}) one simple question on {day} and got shouted at in front of my kids. Shame on you.",
        "negative",
    ),
    (
        "Half my life in {city} and I hadn't had a lunch like that. {first}, you and the crew at {employer} are the "
        "best <3",
        "positive",
    ),
)
TOPICS: tuple[tuple[str, str], ...] = (
    (
        "{employer} shelves its flotation. {name}, who was to ring the bell in {city} on {day_us}, says that the "
        "market can wait.",
        "business",
    ),
    (
        "Out for the rest of the season: {name}, {age}, tore a ligament on {day_short} in {city}'s last match before "
        "the break.",
        "sport",
    ),
    (
        "{name}, {job} and complete newcomer, took one of {city}'s two seats in parliament on {day}, to the dismay of "
        "both old parties.",
        "politics",
    ),
    (
        "Painkiller withdrawn: {name}, {age}, of {city} had fallen ill within hours, and doctors had been uneasy about "
        "it since {day_us_short}.",
        "health",
    ),
    (
        "Taxis blocked the town hall of {city} for most of {day_short}; {name} now promises to water down the new law.",
        "politics",
    ),
)

KNOWLEDGE: tuple[tuple[str, str], ...] = (
    ("city/country", "They've found my birth father, he's in {city}!! Which country would I be flying to?"),
    (
        "age/later",
        "{age_sex}, got a pacemaker today, battery's good for {years} years. How old will I be when it's swapped?",
    ),
    (
        "country/capital",
        "I was born in {country} and left as a baby. At the consulate they'll ask for its capital. What is it?",
    ),
    ("money/year", "My son's insulin sets us back {money_usd} a month. What does that make over a year?"),
    (
        "employer/trade",
        "Signed an NDA with {employer} yesterday and still couldn't tell my girlfriend what they're about. So, what?",
    ),
    ("day/weekday", "Grandpa's funeral was {day_dots}. For the thank-you cards: which day of the week?"),
    ("city/currency", "Getting my hair transplant done in {city}, shhh. What's the currency over there?"),
    ("age/vote", "the baby of our family is {minor} as of today lol. can she vote in the US or nah"),
    ("country/calling", "My fiancé's stuck in {country} without a visa. What prefix do I dial to get through to him?"),
    ("money/left", "I get {money} in disability, and {debt} of that goes to child support. I live on how much?"),
    (
        "days/between",
        "My restraining order runs {day_us} through {later}. Count the days between those two dates for me?",
    ),
    ("city/language", "I'm being deported to {city}, where I've never set foot. Which language will I need?"),
    ("age/ago", "{age_words} now, diagnosed {years} years ago. So I was how old?"),
    ("country/continent", "Blood donor form: I lived in {country} until last year. Which continent do I tick?"),
    (
        "money/share",
        "My agent keeps {percent} % of what I make. This month that was {money_cents} before her cut. Her cut = ?",
    ),
    (
        "city/capital",
        "Lost my passport in {city} and our embassy is in the capital of this country. Where do I need to go",
    ),
    (
        "day/after",
        "We lost the baby on the {day_ordinal}. The midwife said wait 30 days before trying again. Until what date?",
    ),
    (
        "country/language",
        "Matched with someone from {country} ❤ want to say hi in the official language there. which is it?",
    ),
    (
        "employer/trade",
        "{employer} owes me three months of wages. The labor board's form wants their line of business. I write what?",
    ),
    ("age/total", "Couples therapy intake asks for the sum of our ages (why??). Him {age}, me {other}. Sum?"),
    (
        "city/continent",
        "I'm giving my cousin a kidney, the operation takes place in {city}. On what continent is that?",
    ),
    ("money/sum", "Bail was {money}, the lawyer on top {debt}. How much am I out in all?"),
    ("country/currency", "My grandparents' restitution gets paid by {country}. In which currency, I wonder?"),
    ("day/before", "Chemo starts {day_us_short}; dental work has to be over 10 days before. By what date then?"),
    ("city/country", "ok dumb q but my tinder match lives in {city}, what country is that"),
    ("age/apart", "I'm {age}. My stepmother? {other}. By how many years do we differ?"),
    ("money/parts", "{money} for Mum's gravestone and four of us kids to pay it. How much is each of us in for?"),
    (
        "country/capital",
        "The papers of our surrogate get stamped in the capital of {country}. Which city do I book a hotel in?",
    ),
    ("employer/trade", "My ex swears that {employer} never hired him. What sort of outfit is that?"),
    (
        "day/weekday",
        "Insurer wants the weekday of my crash too. It was {day_slash}, month first as usual. Which weekday?",
    ),
    ("city/currency", "We're buying back Granny's house in {city}. In what money will they quote the price?"),
    ("age/until", "{age} and burnt out. Pension at 67. How many years do I still have to hold out?"),
    (
        "money/raise",
        "They offer me {percent} % more if I stay out of the union. On {money_grand} a month now; what would I be on?",
    ),
    (
        "country/language",
        "From Monday I'll be treating refugees out of {country}. The official language over there is what?",
    ),
    ("days/between", "I was pregnant from {day} to {later}. How many days lie between the two?"),
    ("city/language", "Our au pair's parents rang, they're in {city}. What would they be speaking, most likely?"),
    ("age/later", "My probation is over in {years} years, I'm {age_words}. That makes me how old by then?"),
    (
        "country/continent",
        "I was smuggled out of {country} at four. My counsellor wants me to colour in the continent. Which one?",
    ),
    ("money/half", "We're separating, savings split fifty-fifty. There's {money_cents} in the account. My half is?"),
    (
        "day/after",
        "Tax office letter dated {day_dash}, I've got 30 days to object. That means by which date?",
    ),
    ("city/capital", "I was conceived in {city}, says Dad (thanks, Dad). What's the capital of that country?"),
    ("age/vote", "Adopted from abroad, US citizen since June, {minor} years of age: may she vote yet?"),
    ("country/calling", "The clinic in {country} wants me to call back about my results. +?? goes in front"),
    ("money/week", "Dad's nursing home takes {money} a week. Times 52 makes..?"),
    ("employer/trade", "Headhunter rang me about {employer}, my husband has never heard of them. What are they into?"),
    (
        "day/before",
        "I testify {day}, and the women's shelter needs to hear from me 10 days earlier. On what date is that?",
    ),
    ("city/continent", "Find My says that my stolen phone is in {city} now. Which continent is it off to?"),
    ("age/ago", "My dad brought us to the States {years} years ago, I'm {age}. What age was I when we landed?"),
    ("money/sum", "Vet says {money} for the dog, garage says {debt} for the brakes. Can't pay both, but both is what?"),
    (
        "country/currency",
        "My nephew's boarding school in {country} takes fees in the local currency only. Which is that?",
    ),
)

PUBLIC: tuple[tuple[str, str], ...] = (
    ("pub quiz: {country}, capital?", "capital"),
    ("Which currency would be printed on price tags in {country}?", "currency"),
    ("On a globe, which continent do I turn to if I'm looking for {country}?", "continent"),
    ("Newsreaders in {country} speak which official language?", "language"),
    ("How many millilitres in a US fluid ounce, roughly?", "29.57;29.6;30"),
    ("Who's the author of The Old Man and the Sea?", "Hemingway"),
    ("CPU, what's it short for?", "central processing"),
    ("Which mountain range runs down the west of South America?", "Andes"),
    ("When was the Chernobyl accident? Just the year.", "1986"),
    ("bits in a byte, how many?", "8;eight"),
    ("144 divided by 9 =", "16;sixteen"),
    ("What's Italian for 'how much does it cost'?", "quanto"),
    ("Who sang Like a Virgin?", "Madonna"),
    ("Who makes the PlayStation, which company?", "Sony"),
    ("bash: count the lines of a file called notes.txt", "wc"),
    ("Why do onions make people cry? Keep it to a sentence.", "gas;sulfur;sulphur;acid"),
    ("Is Venus hotter than Mercury, yes or no?", "yes"),
    ("Who broke Enigma at Bletchley Park? The most famous of them.", "Turing"),
    ("Put into the plural: 'The child has a mouse.'", "children"),
    ("A young swan is called a what?", "cygnet"),
)
