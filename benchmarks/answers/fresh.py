"""The fresh part of the items: other people, layouts, questions and wordings than the parts before it have.

Its documents and the wordings of its tasks take turns, so that hardly two items have one shape. More than a quarter of
it are general questions with places, firms, ages, amounts, dates and works in them. It was committed before it was run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmarks.answers.fresh_documents import DOCUMENTS

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
    "women": "Aoife Beatriz Chiamaka Dorothea Eleni Farida Gwendolyn Hana Ilse Jyoti Kirra Leilani Mbali Noor Oksana "
    "Pilar Sunita Thandiwe Ximena Yuki".split(),
    "men": "Ambrose Bilal Cormac Dieter Emeka Fergus Goran Hamish Ibrahim Joaquín Kwabena Lachlan Mateusz Nikhil "
    "Oleksandr Rajesh Stellan Tariq Ulrich Wiremu".split(),
    "families": "Abubakar;Banerjee;Castellanos;Dlamini;Estévez;Featherstone;Grigoryan;Holmqvist;Ishikawa;Jankowski;"
    "Kavanagh;Lefebvre;McAllister;Ngata;O'Rourke;Pereira da Silva;Quigley;Ramaswamy;Shevchenko;Tuilagi;Venter;"
    "Whitlock".split(";"),
    "cities": "Adelaide;Antwerp;Bergen;Bologna;Chandigarh;Christchurch;Cork;Malmö;Durban;Eindhoven;Fukuoka;Gdańsk;Graz;"
    "Izmir;Jaipur;Leipzig;Mombasa;Nottingham;Rosario;Sacramento;Tampere;Winnipeg".split(";"),
    "countries": "Bolivia;Ecuador;Ethiopia;Fiji;Iceland;Jordan;Latvia;Malaysia;Mongolia;Nepal;New Zealand;Rwanda;"
    "Senegal;Slovenia;Tunisia;Uganda;Uruguay".split(";"),
    "jobs": "barista;beekeeper;care worker;crane operator;dental hygienist;dog groomer;event planner;florist;geologist;"
    "hospital porter;interpreter;joiner;kindergarten teacher;librarian;locksmith;marine biologist;midwife;"
    "night receptionist;optician;payroll clerk;radiographer;tailor;tram driver;welder".split(";"),
    "employers": "DHL;Garmin;Infosys;Pirelli;Telstra;Uniqlo;Ashdown Veterinary Clinic;Blue Heron Physiotherapy;"
    "Gupta & Daughters Jewellers;Kestrel Roofing;Marrow & Thyme Catering;Northgate Driving School;"
    "Oakmere Dental Practice;Wattlebird Removals".split(";"),
    # No full tens: "forty" is the beginning of "forty-one".
    "ages": [age for age in range(21, 70) if age % 10],
    # No full thousands, and nothing that is written as a year is.
    "rents": [rent for rent in range(1060, 3980, 20) if rent % 1000 and not 1900 < rent < 2060],
    "days": range(1096, 2190),
}

TRADES: dict[str, tuple[str, ...]] = {
    "DHL": ("logistic", "parcel", "courier", "shipping", "deliver", "freight"),
    "Garmin": ("gps", "navigat", "watch", "wearable", "electronic"),
    "Infosys": ("consult", "it serv", "software", "outsourc", "technolog"),
    "Pirelli": ("tyre", "tire", "rubber"),
    "Telstra": ("telecom", "mobile", "phone", "network", "internet"),
    "Uniqlo": ("cloth", "fashion", "apparel", "retail"),
    "Ashdown Veterinary Clinic": ("vet", "animal", "pet", "clinic"),
    "Blue Heron Physiotherapy": ("physio", "therap", "health", "rehab"),
    "Gupta & Daughters Jewellers": ("jewel", "gold", "ring"),
    "Kestrel Roofing": ("roof", "construct", "build"),
    "Marrow & Thyme Catering": ("cater", "food", "event", "cook"),
    "Northgate Driving School": ("driv", "lesson", "school", "teach"),
    "Oakmere Dental Practice": ("dent", "teeth", "health"),
    "Wattlebird Removals": ("remov", "moving", "haul", "furniture", "reloc"),
}

QUESTIONS: dict[str, tuple[str, ...]] = {
    "name": (
        "Give me first and last name of whoever this is about.",
        "who are we talking about here, full name",
        "Please state the person's complete name.",
        "And what's the name in full?",
    ),
    "age": (
        "What age is {first} in this?",
        "how many years old is {first} acc. to this",
        "Tell me {first}'s age in years.",
        "{first} is how old?",
    ),
    "job": (
        "What line of work is or was {first} in?",
        "so whats {first}'s job",
        "Name the occupation of {first} as given.",
        "{first} does what for work?",
    ),
    "employer": (
        "Name the firm {first} works or worked for.",
        "which employer does {first} have, company name i mean",
        "Which organisation employs {first} according to the text?",
        "Remind me of the name of {first}'s firm?",
    ),
    "city": (
        "Which place (city or town) comes up?",
        "what city did they mention",
        "State the town or city appearing in it.",
        "And the city in there is...?",
    ),
    "rent": (
        "What's the monthly amount in it?",
        "how much per month is it about",
        "State the sum that is due or comes in each month.",
        "The figure per month is what?",
    ),
    "day": (
        "Which date is given, with year?",
        "whats the exact date in there (day month year)",
        "State the full calendar date that appears.",
        "And the date in there, in full?",
    ),
    "email": (
        "What mail address is stated?",
        "email addr pls, copy it exactly",
        "State the e-mail address to be used for {first}.",
        "Where do I write to, I mean which e-mail?",
    ),
}

ORDERS: dict[str, tuple[str, ...]] = {
    "summary": (
        "TL;DR in one sentence: full name, age, job, employer, monthly amount.",
        "Boil it down for a busy reader. Who (name + age), what they do and for whom, and the sum per month.",
        "Sum up in max 30 words, keep name, age, occupation, company and the monthly figure:",
        "one sentence summary pls - name age job firm and what it costs/pays a month",
        "I have no time to read it. The gist, please, including who, how old, which job, which employer and how much "
        "each month.",
        "Write an abstract of two lines. Do mention name, age, profession, employer and the monthly sum.",
        "Recap for the log: person, age, role, organisation, amount per month. One line.",
        "Kindly summarise the below in brief with name, age, designation, company and monthly amount.",
    ),
    "rewrite": (
        "Can you polish my email? Facts all stay the same, just less slang.",
        "Rewrite so it sounds more confident but lose nothing, every name, number and date must survive.",
        "Kindly correct the English of this letter, all particulars should remain as it is.",
        "Make it a bit shorter in tone but nothing may be left out.",
        "I wrote this in anger. Tone it down please and keep each detail.",
        "fix my grammar + punctuation!! keep all the info",
        "Turn this into plain modern English, details untouched.",
        "Give this a more upbeat voice, without dropping facts.",
    ),
    "translation": (
        "The consulate wants it in French. Translate, please.",
        "can you do this ad in German? all of it",
        "Spanish version of this, formal usted, thanks in advance.",
        "translate to French pls, casual is fine",
        "Our programme is printed in German as well. Could you translate this bit?",
        "Please render in Spanish for the family, keep it warm:",
        "French translation needed for my flatmate who has to sign it as well.",
        "my German pen friend wants to read my diary lol. German please",
    ),
}

JSON = (
    "pls make JSON w/ keys {keys} - nothing but the json\n\n{text}",
    "{text}\n\n^^^ As a JSON object, keys in this order: {keys}. No prose.",
    "You're an ETL step. Emit one JSON document. Fields: {keys}; values as strings or numbers.\n\n{text}",
    "Could you kindly pull {keys} out of the text underneath into JSON? I shall paste it straight into our system.\n\n"
    "{text}",
    "json only!! {keys} <- those keys\n\n{text}",
)

KEYS = (
    ("clientName", "clientAge", "clientJob", "jobAt", "cityOrTown", "eachMonth", "onDay", "emailTo"),
    (
        "person_name",
        "person_age",
        "occupation_held",
        "org",
        "municipality",
        "amount_per_month",
        "full_date",
        "e_address",
    ),
    ("Full Name", "Years", "Job Title", "Works For", "Town or City", "Monthly Amount", "Date Given", "E-Mail Address"),
)

BEGINNINGS = (
    "Save this for a minute, I've got two questions coming. Type OK.",
    "reading material first, questions after. just reply ok",
    "Please confirm receipt of the following, enquiries to follow.",
    "Here's the thing I was on about. Say hi when you've read it.",
    "Context for my later questions:",
    "I'm pasting a text. Don't summarise it, just nod.",
    "Kindly go through the below, I will be asking doubts after.",
    "Ok so this landed on my desk today, have a look and wait.",
    "Two questions about this in a sec. Ack?",
    "(copying from my phone, formatting may be off) - say ok once loaded",
)

SORTED = (
    "Sort into {labels}, answer = the single word:\n{text}",
    "{text}\n\nHey, quick label for that one? Choose from {labels}. Nothing else.",
    "You are a tagging function. Input:\n{text}\nOutput exactly one of: {labels}.",
    'How would you tag the following ({labels})? one word pls\n\n"{text}"',
    "{labels}? -> {text}",
)

MESSAGES: tuple[tuple[str, str], ...] = (
    (
        "Booked {first}, {job}, for our big day near {city}, {rent_usd} deposit paid, and nobody came. A shame.",
        "negative",
    ),
    ("{name} from {employer} sorted my boiler in ten minutes flat & wouldn't take a tip. Would recommend.", "positive"),
    ("*****  in {city} since {day_us_short}, lovely hosts, and {rent_k} a month is a steal", "positive"),
    ("Still waiting, {employer}! Ordered {day}, parcel lost again, hotline in {city} hangs up on me.", "negative"),
    (
        "To whom it concerns: at {age} I expect some manners. Your {job}, {name}, was rude, and so was the next one.",
        "negative",
    ),
    ("{first} the {job} is so patient with my mum, who's {age}. We're very happy with {employer}.", "positive"),
    (
        "food poisoning in {city} on {day_th} and {employer} calls it bad luck. awful. want my {rent_usd} back",
        "negative",
    ),
    ("Bloody love my new place in {city}! {rent_k} a month, quiet street, and {name} next door bakes.", "positive"),
)

TOPICS: tuple[tuple[str, str], ...] = (
    (
        "{city} - {employer} had a better quarter than feared; {name}, {age}, takes over finance on {day_us}.",
        "business",
    ),
    ("Whooping cough: {city} hospital has seen dozens since {day}, says {name}, {age}, who runs the ward.", "health"),
    (
        "{name}, {age}, once {job} at {employer}, wants to be mayor of {city} and filed papers on {day_us_th}.",
        "politics",
    ),
    ("{city} go through after {name} scored in stoppage time on {day_short}; {employer} stays on the shirts.", "sport"),
)

KNOWLEDGE: tuple[tuple[str, str], ...] = (
    ("employer/trade", "recruiter from {employer} slid into my DMs. what business are they in? one line"),
    (
        "employer/trade",
        "Dear Sir, my son has got placement in {employer} through campus. Kindly tell which industry this is.",
    ),
    ("employer/trade", "My ex's new wife works at {employer}, no clue what they make or do. Enlighten me?"),
    (
        "employer/trade",
        "Found a bill from {employer} among my late father's papers. What would he have been paying them for, roughly?",
    ),
    ("employer/trade", "interview tmrw, {employer}. sector?"),
    ("city/country", "Our exchange student comes from {city}. Which country do I put on the host family form?"),
    ("city/country", "grandad's letters to my gran all have {city} on the postmark. whats the country today"),
    (
        "city/currency",
        "My surgeon's sending me to a colleague in {city}. In what currency will I be paying over there?",
    ),
    ("city/currency", "wiring the deposit to my landlady in {city} tmrw. currency??"),
    (
        "city/continent",
        "Mum's off to {city} for good, near my sister. What continent's that on? It's for my lad's project on his nan.",
    ),
    ("city/continent", "I was born in {city} but left as a baby; continent, please, for a DNA site's drop-down"),
    (
        "city/language",
        "My fiancé's parents live in {city}. What's the main language there? I'm writing a toast for them.",
    ),
    ("city/language", "Hired a nanny from {city}. What's spoken there? I want to leave her a welcome note"),
    ("city/language", "pt originally from {city}, needs interpreter. main language of that country?"),
    (
        "city/capital",
        "I live in {city} and my passport's expired. Which town is the country's capital, for the embassy?",
    ),
    ("city/capital", "my husband got posted to {city}, HQ is in the capital of that country he says.. which is?"),
    ("city/calling", "Our daughter is on a gap year in {city}, landline only. Which country code do I dial?"),
    (
        "country/capital",
        "As somebody who fled {country} I have to list its capital on this form and my mind is blank. Which city?",
    ),
    ("country/continent", "my gf is from {country} lol, so which continent did she grow up on (settling a bet)"),
    (
        "country/currency",
        "We adopted our girl from {country} and want a keepsake coin. What is the currency there called?",
    ),
    ("country/currency", "Payroll question: our new remote hire sits in {country}. Local currency?"),
    ("country/language", "My cleaner speaks the main language of {country}, where she was born. What's it called?"),
    ("country/calling", "How do I ring my brother, he moved to {country} in spring - just the country prefix please"),
    ("country/calling", "I drew the short straw and must phone our twin parish in {country}. International code?"),
    ("age/vote", "I'm {minor}, US citizen. Am I allowed to vote for president? just yes or no"),
    ("age/vote", "my kid sister turned {minor} last week, can she vote in Australian federal elections? yes/no"),
    (
        "age/later",
        "Turned {age} on Sunday, then signed a {years} year lease on a shop. How old will I be when it ends?",
    ),
    ("age/later", "If mum is {age} at the moment what will she be in {years} years, need it for the care plan"),
    ("age/ago", "{age} now. Sober for {years} years exactly. What age was I when I stopped?"),
    ("age/ago", "hubby is {age}, we met {years} years ago -> how old was he then"),
    (
        "age/total",
        "Combined age of the two bridesmaids, {age} and {other}? They're my aunts, it's for the speech.",
    ),
    ("age/until", "I'm {age}. Pension kicks in at 67. How many more years must I do?"),
    ("age/until", "State pension age 67, missus is {age_words}, years to go?"),
    ("age/apart", "he's {other} im {age}, gap in years?"),
    ("money/share", "My booker takes {percent} % of the fee, this gig pays {money}. What's the booker's cut?"),
    ("money/share", "{percent}% of {money_aud}, what's that? it's the retention on my quote for a deck"),
    ("money/parts", "We're 4 splitting the villa for my hen do, {money_pounds} total. Each?"),
    ("money/parts", "our rent's {money_euros}, 4 flatmates, equal shares -> per head?"),
    ("money/year", "The alimony I get comes to {money} per month. How much is it in twelve months?"),
    ("money/year", "nursery fees for our twins {money_pounds} pcm, annual figure pls"),
    ("money/left", "Got {money_usd} on pay day and sent {debt} to my sister straight away. What remains?"),
    ("money/sum", "I owe the dentist {money_cents} and my gym {debt}. Altogether?"),
    ("money/sum", "two fines on my desk, {debt} and {money_plain} dollars. total damage?"),
    ("money/half", "ex and I go halves on the kids' braces, {money} in all. My half?"),
    ("money/half", "My bond was {money_aud} and the agent wants to keep fifty percent. How much is that?"),
    (
        "money/raise",
        "Currently on {money} a month and HR wrote I'll get {percent} percent more from April. New salary?",
    ),
    ("money/week", "I take {money_k} a week at my food truck. If I open all 52 weeks, what's that over the year?"),
    ("day/weekday", "what day of the week was {day_us_th}? had my surgery then & the insurance asks"),
    ("day/weekday", "Kindly tell which weekday {day_dots} falls on, my daughter's engagement is fixed for it."),
    ("days/between", "My visa runs from {day} to {later}. How many days between the two dates?"),
    ("days/between", "hired {day_th}, fired {later}. days from one to the other?"),
    ("day/before", "Notice must reach my landlord 10 days before {day}. Latest date?"),
    ("day/before", "No aspirin from 10 days prior to {day_us}, they told me. So which date is that?"),
    ("day/after", "Probation at my new place began {day_dots} and is over 30 days after that. On which date?"),
    ("day/after", "got the letter {day_ordinal}, i have 30 days to appeal counting from there. last date?"),
)

PUBLIC: tuple[tuple[str, str], ...] = (
    ("pub quiz tonight, capital of {country} anyone?", "capital"),
    ("Which currency would a tourist need in {country}? Name only.", "currency"),
    ("is {country} in africa or asia or what. continent pls", "continent"),
    ("For a novel set in {country}: what do locals mostly speak?", "language"),
    ("calling code {country}", "calling"),
    ("Convert 5'11\" to cm, nearest whole number", "180"),
    ("how many ml are in one US cup", "237;240;236.6;236.59;236.588"),
    ("350F in celsius? it's for a sponge", "177;180;175;176.7;176.67"),
    ("A kurta is ₹1,499, Diwali sale 20% off. Final price?", "1199.2"),
    ("What would a 15% tip on a $64 bill be?", "9.6"),
    (
        "If a train leaves Mumbai at 06:15 and pulls into Pune at 09:40, how long was the ride?",
        "3 hours 25;3 hours and 25;3 h 25;3h 25;3h25;3:25;205 minutes",
    ),
    ("who wrote Things Fall Apart", "Achebe"),
    ("Minimum age to buy alcohol in Australia, under the law there?", "18;eighteen"),
    ("Does the GDPR apply to a bakery in Lisbon with three employees? Yes or no.", "yes"),
    ("Which article of the Indian Constitution abolishes untouchability? number only", "17"),
    ("In which year did South Africa hold its first democratic election?", "1994"),
    ("python: what does len([1, [2, 3], 4]) return", "3;three"),
    ("SQL. Which clause filters groups after GROUP BY?", "having"),
    ("git: create a branch AND switch to it, in one command", "checkout -b;switch -c"),
    ("js newbie here, typeof null gives...?", "object"),
    ("What can stand in for buttermilk in scones?", "milk;lemon;yoghurt;yogurt;vinegar;kefir"),
    ("Safe internal temp for a roast chicken, in Fahrenheit", "165"),
    (
        "Sourdough starter smells like nail varnish remover. Is it dead? A plain yes or no will do.",
        "no",
    ),
    ("Do Canadians need a visa for two weeks of holiday in Japan? yes or no", "no"),
    ("Which season should one pick to see the northern lights in Tromsø?", "winter;autumn"),
    ("IATA code for Nairobi's main airport?", "NBO"),
    ("flight time Sydney to Auckland, roughly, in hours", "3;three;3.5"),
    ("The Corolla, which company builds it?", "Toyota"),
    ("A fridge draws 150 kWh a year at 32p each. Yearly cost in pounds?", "48"),
    ("Quick sanity check:\n\n12 + 7 * 3\n\n= ?", "33"),
    (
        "| item | qty | price |\n|---|---|---|\n| pens | 12 | 0.50 |\n| pads | 4 | 2.25 |\n\nsum of that table?",
        "15",
    ),
    ("12 stone in kilograms?", "76;76.2;76.20"),
    ("Past participle of 'swim', please. My pupils never believe me.", "swum"),
    ("How do you say good morning in Swahili?", "habari;asubuhi"),
    ("Which planet of our solar system has the shortest day?", "Jupiter"),
    ("Cricket: players per side on the field at once?", "11;eleven"),
    ("Who won the men's football World Cup in Russia in 2018", "France"),
    ("Tallest mountain of the Andes, name it", "Aconcagua"),
    (
        "Hello! Our book club has One Hundred Years of Solitude next, and nobody remembers the author. Do you? Cheers",
        "García Márquez;Garcia Marquez;Marquez",
    ),
    ("Kahlo, O'Keeffe, Hokusai: which of the three was Mexican?", "Kahlo"),
    ("Which US president signed the Civil Rights Act of 1964?", "Johnson"),
    ("what year did the berlin wall come down", "1989"),
    ("W-2 or 1099, which does a client in the States send a freelancer?", "1099"),
    ("In the UK you get a P45 when you do what: start a job or leave one?", "leav;left"),
    ("Standard VAT rate in Germany, percent?", "19"),
    ("Does 'net 30' on an invoice mean that it's due within thirty days? Yes / no", "yes"),
    ("Hypothetically, an adult of 30 with a BMI of 32 falls into which WHO category?", "obes"),
    ("is ibuprofen an antibiotic? spell out yes or no", "no"),
    ("What song starts 'Is this the real life? Is this just fantasy?'", "Bohemian Rhapsody"),
    ("At a steady 110 km/h, how far does a bus get in 90 minutes?", "165"),
)
