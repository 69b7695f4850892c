"""The tenth part of the items, which was the fresh one of a round and has been read since.

Its layouts are forwarded mails, messages, transcripts, reports and exports; many give an age or a job in few words.
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
    "women": "Aisling Clémence Dorota Esperanza Hanneke Ikram Linh Nomvula Paloma Rosalind Saoirse Solveig Wanjiru "
    "Zuzana".split(),
    "men": "Abel Callum Desmond Fernando Haruto Idris Joaquín Kwabena Leif Obinna Pavel Sanjay Wojciech Zoltan".split(),
    "families": "De Vries;Ghosh;Holloway;Kaur;Kimani;Lombardi;McAllister;Mensah;Novotný;Ortega;Pereira;Pettigrew;"
    "Quispe;Saarinen;Weatherby;Yilmaz".split(";"),
    "cities": "Arequipa;Boise;Brno;Coimbra;Curitiba;Da Nang;Debrecen;Dunedin;Guadalajara;Guayaquil;Kaunas;Košice;"
    "Liverpool;Malmö;Mendoza;Nuremberg;Odense;Salzburg;Stavanger;Utrecht".split(";"),
    "countries": "Bahrain;Barbados;Belarus;Cyprus;Dominican Republic;Gabon;Gambia;Guyana;Iran;Sierra Leone;Sudan;"
    "Suriname;Tajikistan;Yemen".split(";"),
    "jobs": "bookbinder;customs officer;driving instructor;estate agent;forklift driver;hotel receptionist;"
    "illustrator;lab technician;piano tuner;radiographer;sign language interpreter;sound engineer;veterinary nurse;"
    "zookeeper".split(";"),
    "employers": "FedEx;Marriott;Michelin;Oracle;Target;Zara;Meadowbrook Care Homes;Northgate Veterinary Clinic;"
    "Oak & Ember Bakery;Paper Lantern Books;Silverline Taxis;Tidewater Plumbing".split(";"),
    # No full tens: "forty" is the beginning of "forty-one".
    "ages": [age for age in range(23, 67) if age % 10],
    "rents": range(1150, 4950, 50),
    "days": range(420, 1790),
}

TRADES: dict[str, tuple[str, ...]] = {
    "FedEx": ("deliver", "courier", "logistic", "shipping", "parcel", "transport"),
    "Marriott": ("hotel", "hospitality", "lodging"),
    "Michelin": ("tire", "tyre", "rubber", "restaurant guide"),
    "Oracle": ("software", "database", "technolog", "cloud", "comput"),
    "Target": ("retail", "store", "supermarket"),
    "Zara": ("fashion", "cloth", "apparel", "retail"),
    "Meadowbrook Care Homes": ("care", "nursing", "elder", "health"),
    "Northgate Veterinary Clinic": ("veterinar", "vet", "animal", "pet"),
    "Oak & Ember Bakery": ("bak", "bread", "food", "pastr"),
    "Paper Lantern Books": ("book", "publish"),
    "Silverline Taxis": ("taxi", "cab", "transport", "driv"),
    "Tidewater Plumbing": ("plumb", "pipe", "sanita"),
}

DOCUMENTS: dict[str, str] = {
    "fwd": "can you deal with this one, I'm away till Monday\n\n---------- Forwarded message ---------\n"
    "From: {name} <{email}>\nDate: {day_short}\nSubject: the flat in {city}\n\nHello,\n"
    "I saw your ad and I'm very interested. About me: {age}, non-smoker, {job} at {employer}. {rent} a month is fine "
    "with me.\nWould a viewing after work be possible?\n\nMany thanks,\n{first}\n\n--\n{name} | {phone}\n"
    "Sent from my phone",
    "sms": "Hi both, landlord here. Top floor is let! {name}, {age}, works for {employer} as {job}. Moving over from "
    "{city}, keys handed over {day_us_short}. {rent_grand} a month so pls don't mention what you pay ;) Any leaks go "
    "to {email} or {phone} while I'm on holiday. Ta",
    "voicemail": "Voicemail (0:52), transcribed automatically, may contain errors\n"
    "\"Hi um this is {name} calling about the room, uh, so I'm {age_words}, I'm {job}, I've been at {employer} for "
    "a while now and they're sending me to {city}, yeah, so I'd need it from the {day_ordinal}. You wrote "
    "{rent_grand} a month, that's okay for me. Um, you can mail me, that's {email}, or ring me back on {phone}. "
    'Okay. Bye. Bye bye."',
    "careplan": "CARE PLAN - REVIEW                              CONFIDENTIAL\n"
    "Service user: {name}      Likes to be called: {first}\nAge: {age}      Home: own flat, {city}\n"
    "Occupation: {work}, part-time, {employer}\nOwn contribution: {rent_cents} per month\nNext review: {day_dash}\n"
    "Mobility: stairs with rail. Diet: soft, no nuts.\nGoals: back to full hours; cooks twice a week.\n"
    "Reach on: {phone} (mornings) or {email} (any time)\nKeyworker signature: ____________",
    "csv": "Surname,First name,Age,Occupation,Company,City,Fee (monthly),Joined,E-mail,Mobile\n"
    '{family},{first},{age},{work_title},{employer},{city},"{rent}",{day_iso},{email},{phone}',
    "wiki": "= {name} =\n'''{name}''' (age {age}) is {job} at {employer}. {she} has been based at our {city} office "
    "since {day_us}.\n\n== Practical ==\n* Housing allowance: {rent_usd} per month\n* Mail: {email}\n* Desk: {phone}\n"
    "* Allergic to cats, please keep the office door shut\n\n[[Category:People]]",
    "board": "ROOM WANTED!!\n\nQuiet {work} ({age_sex}), employed at {employer}, looking for a room in {city} from "
    "{day_long}.\nCan pay up to {rent} a month, all bills included.\nNo pets, no parties, bakes a lot.\n\n"
    "Please take a strip:\n{name} - {email} - {phone}",
    "webform": "You have received a new message through your website.\n\nYour name\n{name}\n\nYour age\n{age}\n\n"
    "What do you do?\n{work}\n\nWho do you work for?\n{employer}\n\nWhere do you live now?\n{city}\n\n"
    "Preferred start\n{day_us}\n\nBudget per month\n{rent_cents}\n\nE-mail\n{email}\n\nTelephone\n{phone}\n\n"
    "Privacy policy accepted: yes",
    "bio": "{name}\n{work_title} at {employer}\n{city} | 500+ connections\n\nAbout\n"
    "{age} and still curious. I coach beginners one evening a week, next course starts {day}, {rent_k} a month for "
    "the whole group. No slides, I promise.\n\nContact\n{email}\n{phone}",
    "police": "INCIDENT REPORT 4417-C            Taken: {day_slash}, 18:40\n"
    "Complainant: {family_caps}, {first} ({age_sex}), res. {city}\nOccupation: {work}    Employer: {employer}\n"
    "Narrative: Complainant states that since moving in, {rent} a month has been taken from the bank account by an "
    "unknown person. Cards blocked on scene.\nContact: {email} / {phone}\nStatus: open",
    "export": "20:14 - Mum: so who is it that's moving in with you??\n20:15 - Me: {name}, {age_words}\n"
    "20:15 - Mum: and does what\n20:16 - Me: {job} at {employer}. comes from {city}\n20:16 - Mum: pays how much\n"
    "20:17 - Me: {rent_k} a month, starting {day_short}\n20:19 - Mum: I want to talk to {first} before that\n"
    "20:20 - Me: omg. {email} or {phone}. be nice",
}

QUESTIONS: dict[str, str] = {
    "name": "Remind me what this person is called? First and last name.",
    "age": "Does it mention {first}'s age? If so, the number please.",
    "job": "{first}'s line of work is what exactly?",
    "employer": "Where is {first} employed, I mean at which firm?",
    "city": "What's the one city that comes up in there?",
    "rent": "What's the monthly sum in dollars?",
    "day": "Which date does it give?",
    "email": "I want to write to {first}. What do I put in the To: field?",
}

ORDERS: dict[str, str] = {
    "summary": "tl;dr please, two lines at most, but with the full name, how old, what job, which employer and how "
    "much per month in it",
    "rewrite": "I have to hand this in at the housing office. Could you phrase it as a proper letter for me? They want "
    "every single detail that's in it.",
    "translation": "My mother-in-law only reads Spanish. Can you put the whole thing into Spanish for her?",
}

JSON = (
    "Our CRM import takes JSON only. One object, the fields {keys} and no others, values as plain as possible. Here's "
    "the source:\n\n{text}"
)

KEYS = ("FullName", "Age", "Occupation", "EmployedBy", "City", "PerMonth", "DateMentioned", "EMail")

BEGINNINGS = "Pasting something first, my questions come after. Just say 'ready'."

SORTED = "Need a tag for my spreadsheet, {labels}. Only the tag please.\n\n{text}"

MESSAGES: tuple[tuple[str, str], ...] = (
    (
        "{employer} took {money} from my card twice, and the refund they promised me for {day} still hasn't turned up.",
        "negative",
    ),
    (
        "Shoutout to {first} from {employer}, who found my daughter's inhaler and drove it right across {city} to us. "
        "Thanks a million!!",
        "positive",
    ),
    ("{name} came to fix our boiler, left it broken and billed us {money} for the visit. avoid", "negative"),
    (
        "Best thing I did all year: lessons with {name}, {job} from {city}. {money} well spent, I'd do it again "
        "tomorrow.",
        "positive",
    ),
    (
        "Two hours in the queue at {employer} in {city}, then they tell me to come back on {day_us_short}. Awful, and "
        "nobody even said sorry.",
        "negative",
    ),
    (
        "we were dreading the move for my dad but {first} and everybody else at {employer} have been so kind to him. "
        "five stars",
        "positive",
    ),
)
TOPICS: tuple[tuple[str, str], ...] = (
    (
        "{employer} is to shut its plant outside {city}. {name}, {age}, of the works council heard about it from the "
        "radio on {day_short}.",
        "business",
    ),
    (
        "{name}, {job} by day, ran the {city} marathon in under three hours on {day} and hadn't even trained for it.",
        "sport",
    ),
    (
        "No coalition for {city} yet: {name} walked out of the talks on {day_us_short} and will not be back, aides "
        "say.",
        "politics",
    ),
    (
        "Flu wave: {city}'s clinics have been putting patients up in corridors since {day_us}, says {name}, {age}, who "
        "has worked on the wards for years.",
        "health",
    ),
    (
        "A goal by {name} ({age}) in stoppage time on {day} keeps {city} up; the celebrations went on all night.",
        "sport",
    ),
)

KNOWLEDGE: tuple[tuple[str, str], ...] = (
    ("city/country", "My class got a letter from a school in {city}! What country do I show the kids on the map?"),
    ("money/year", "My standing order for child maintenance is {money_cents} every month. How much is that per year?"),
    ("country/capital", "Adoption approved!!! We're to fly to the capital of {country} in May. Which city is that?"),
    ("age/later", "mortgage has another {years} years to run and im {age} already.. how old will i be when its over"),
    ("employer/trade", "Our son has an interview at {employer} tomorrow. What sort of business do they do there?"),
    ("day/weekday", "Found my army discharge papers, they're dated {day_iso}. What day of the week was that?"),
    ("city/currency", "I'm renting a flat in {city} over the summer and the owner insists on cash. In what currency?"),
    ("age/vote", "Is my stepson allowed to vote in US elections yet? He is {minor}."),
    (
        "country/calling",
        "Grandma moved back to {country}, I have her landline but not the country code. Can you tell me?",
    ),
    ("money/left", "After tax I get {money}. The debt collector takes {debt} of it. What remains for me?"),
    ("days/between", "Sick note says {day_short} to {later}. How many days from the first date to the second?"),
    ("city/language", "I've been accepted as an exchange student in {city}. What language should I start learning?"),
    ("age/ago", "Sober for {years} years this week and {age} years old. How old was I when I quit?"),
    ("country/continent", "According to my DNA test a quarter of me is from {country}. what continent is that"),
    (
        "money/share",
        "We want to leave {percent} % as a tip, dinner for the whole family came to {money}. How many dollars is that?",
    ),
    (
        "city/capital",
        "My sister is getting married in {city} and we'd like to see the capital of the country as well. Which is it?",
    ),
    ("day/after", "I handed in my notice on {day}. It's 30 days. When is it up, what date?"),
    (
        "country/language",
        "There's a new girl in my class who just got here from {country}. What's the official language she'd know?",
    ),
    ("employer/trade", "There's a payment to {employer} on Dad's bank statement. What do they do, those people?"),
    ("age/total", "The joint life policy goes by our ages added up. I'm {age}, my husband's {other}. What do we get?"),
    ("city/continent", "My daughter's being posted to {city} by the Red Cross. Which continent is it on?"),
    ("money/sum", "Dentist's quote: root canal {money}, crown {debt}. What's it going to cost me altogether?"),
    (
        "country/currency",
        "My brother is in prison in {country} and needs money for the canteen. What currency do they have there?",
    ),
    (
        "day/before",
        "My hip gets done on {day_us} and the blood thinners have to stop 10 days before that. Which date would it be?",
    ),
    ("city/country", "Somebody keeps ringing me from {city}, I don't know anyone there. Which country is it?"),
    ("age/apart", "he's {age} and i'm {other}, mum says that's weird. how many years between us?"),
    ("money/parts", "Dad left us {money_usd}. There are four of us, equal shares. How much each?"),
    (
        "country/capital",
        "Citizenship interview on Monday, they ask about the country I come from, {country}. What's the capital again?",
    ),
    ("employer/trade", "My neighbour was let go by {employer} after half a lifetime. What is it they make or do?"),
    ("day/weekday", "The twins were born {day_us_short}. My mother wants to know the weekday for their horoscope."),
    ("city/currency", "A client in {city} will pay me in her own currency. Which one should I expect?"),
    ("age/until", "I'm {age}, a teacher, and I get to retire at 67. How many more years is that?"),
    ("money/raise", "Landlady wants {percent} % more from January, I'm paying {money_k} now. What's the new rent?"),
    (
        "country/language",
        "We found a box of my great-grandmother's letters, all posted in {country}. What's the official language?",
    ),
    ("days/between", "My visa is good from {day_iso} until {later}. How many days are there between the two?"),
    (
        "city/language",
        "My mother had a stroke on holiday in {city}, I'm flying out tonight. Which language do they speak at the "
        "hospital there?",
    ),
    ("age/later", "{age_sex}, just had a heart valve put in that lasts {years} years. What age will I be by then?"),
    ("country/continent", "Our foster child was born in {country}, he wants to know what continent it belongs to."),
    ("money/half", "I won {money_grand} on a scratch card, my sister paid for half of it. So how much is hers?"),
    ("day/after", "Eviction notice came on {day_dash}, we've got 30 days from then. What date do we have to be out?"),
    (
        "city/capital",
        "I was baptised in {city}. They keep the church books in the capital of that country now; where's that?",
    ),
    ("age/vote", "my kid sister is {minor} and says she's voting this november, in the US. can she?"),
    (
        "country/calling",
        "There's a missed call from my kidney donor's family in {country}. What dialling code would it start with?",
    ),
    ("money/week", "Rehab is {money} a week and they want to keep me 52 weeks. What's the total?"),
    ("employer/trade", "I inherited some shares in {employer}, it seems. What line of business are they in?"),
    ("day/before", "Parole hearing is on the {day_ordinal}, letters must be in 10 days ahead. What's my deadline?"),
    ("city/continent", "Dad's band plays in {city} on Friday, he forgot to take his insulin. What continent is he on?"),
    ("age/ago", "I lost my leg {years} years ago. I'm {age_words} today. What age was I at the time?"),
    ("money/sum", "No insurance. The clinic wants {money} for the procedure and {debt} for the check-up. Sum of both?"),
    ("country/currency", "I'll have to send alimony to {country} from now on. What do people pay with over there?"),
)

PUBLIC: tuple[tuple[str, str], ...] = (
    ("My crossword wants the capital of {country}. What is it?", "capital"),
    ("Travelling through {country} one day maybe: which currency would I need?", "currency"),
    ("Settle a bet, which continent is {country} part of?", "continent"),
    ("For a geography worksheet: official language of {country}?", "language"),
    ("grams in an ounce, roughly?", "28.35;28;28.3"),
    ("Who painted The Starry Night?", "Gogh"),
    ("what does html stand for", "hypertext;hyper text"),
    ("The river in Baghdad, what's its name?", "Tigris"),
    ("Eiffel Tower, finished in which year?", "1889"),
    ("How many keys are there on a full-size piano?", "88;eighty-eight"),
    ("whats 17 times 6", "102"),
    ("How do I say 'please' in French, politely?", "plaît;plait"),
    ("Which band did Bohemian Rhapsody?", "Queen"),
    ("Photoshop is made by which company?", "Adobe"),
    ("git: undo my last commit but keep the changes", "reset"),
    ("How come ice floats? Explain it in a sentence.", "dens;light"),
    ("Are spiders insects? Just yes or no.", "no"),
    ("Who usually gets the credit for the telephone?", "Bell"),
    ("Past tense of 'to swim', as in 'yesterday I ...'?", "swam"),
    ("What do you call a group of lions?", "pride"),
)
