"""The eleventh part of the items: other names, layouts, kinds of questions and wordings than the parts before it have.

More than a quarter of it are general questions with places, firms, ages, amounts, dates and works in them, as people
type them. It was committed before it was run, and was fresh once.
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
    "women": "Adjoa Bettina Carys Delphine Eszter Fenna Hyejin Itziar Katarzyna Lakshmi Mairead Nerys Petronella "
    "Rukhsana Signe Tatiana".split(),
    "men": "Anselm Baptiste Chinedu Dragan Einar Farouk Gethin Hernán Isidro Jakub Lorenzo Murat Otto Ruairi Somchai "
    "Vikram".split(),
    "families": "Aguilar;Birch;Chukwu;Demir;Eklund;Fairbairn;Gutiérrez;Hussain;Jovanović;Kwiatkowski;Laurent;"
    "Morgenstern;Njoroge;O'Connell;Rahman;Sørensen;Takahashi;Van den Berg".split(";"),
    "cities": "Bari;Bonn;Bruges;Cebu City;Dijon;Fresno;Groningen;Hobart;Limerick;Nakuru;Nice;Norwich;Plovdiv;Poznań;"
    "Pune;Rostock;Spokane;Strasbourg;Trondheim;Turku;Uppsala;Vigo".split(";"),
    "countries": "Bulgaria;Chad;Czechia;Georgia;Ivory Coast;Liechtenstein;Mali;Mauritius;Niger;"
    "North Macedonia;Saudi Arabia;Switzerland;Togo;Turkmenistan;Venezuela;Zimbabwe".split(";"),
    "jobs": "acupuncturist;bar manager;call centre agent;chimney sweep;cleaner;debt collector;dietitian;fishmonger;"
    "goldsmith;landscape architect;lifeguard;maths tutor;museum guide;occupational therapist;postal worker;"
    "quantity surveyor;scaffolder;stage designer".split(";"),
    "employers": "Amazon;Apple;Ford;Puma;Shell;Visa;Bramble Lane Nursery;Cobalt Security;Fenwick & Rao Accountants;"
    "Low Tide Brewing;Stonebridge Lettings;Tamarind Kitchen".split(";"),
    # No full tens: "forty" is the beginning of "forty-one".
    "ages": [age for age in range(22, 66) if age % 10],
    # No full thousands: "2 grand" is a number of many things.
    "rents": [rent for rent in range(1120, 4820, 20) if rent % 1000],
    "days": range(500, 1850),
}

TRADES: dict[str, tuple[str, ...]] = {
    "Amazon": ("retail", "commerce", "cloud", "online", "technolog"),
    "Apple": ("technolog", "computer", "phone", "electronic", "software"),
    "Ford": ("car", "vehicle", "automo", "truck"),
    "Puma": ("sport", "shoe", "footwear", "cloth", "apparel"),
    "Shell": ("oil", "energy", "gas", "petrol"),
    "Visa": ("payment", "card", "financ"),
    "Bramble Lane Nursery": ("nurser", "child", "plant", "garden"),
    "Cobalt Security": ("secur", "guard", "protect"),
    "Fenwick & Rao Accountants": ("account", "tax", "audit", "bookkeep"),
    "Low Tide Brewing": ("brew", "beer", "drink", "beverage"),
    "Stonebridge Lettings": ("letting", "rent", "propert", "real estate", "estate"),
    "Tamarind Kitchen": ("kitchen", "restaurant", "food", "cater", "cook"),
}

DOCUMENTS: dict[str, str] = {
    "inreply": "Sounds good to me, see below.\n\n> On {day_short} at 09:12, {name} <{email}> wrote:\n>\n"
    "> Quick introduction as promised. I'm {age}, {job} with {employer}, and at the moment I live in {city}.\n"
    "> My limit is {rent_usd} a month, bills on top.\n> You can also call: {phone}\n>\n> Cheers,\n> {first}\n\n"
    "Shall I say yes?",
    "livechat": "Chat transcript #88213\n[09:41] Bot: Hi! Who am I talking to?\n[09:41] Visitor: {name}\n"
    "[09:42] Bot: Which city are you in?\n[09:42] Visitor: {city}\n[09:43] Agent: What is it about?\n"
    "[09:45] Visitor: my loan. i pay {rent} a month and want it lower. im {age}, {job} at {employer}, steady income\n"
    "[09:46] Agent: Since when has it been running?\n[09:46] Visitor: {day_iso}\n"
    "[09:47] Agent: Where shall I send the offer?\n[09:48] Visitor: {email}, or text me on {phone}\n"
    "[09:49] Agent: Done. Anything else?\n[09:49] Visitor: nope",
    "motor": "MOTOR CLAIM - STATEMENT OF THE INSURED\n(1) Insured: {name}\n(2) Age at time of loss: {age}\n"
    "(3) Occupation / employer: {work} / {employer}\n(4) Place of loss: {city}\n(5) Date of loss: {day_us}\n"
    "(6) What happened: Reversed into a bollard, nobody hurt. Courtesy car costs {rent_cents} per month until "
    "repaired.\n(7) Reply to: {email} (no post please), tel. {phone}\nSigned: see page 2",
    "harbour": "Harbour Club - minutes of the committee (extract)\nPresent: 7 of 9. Apologies: 2.\n\n"
    "4. New berth holders\n4.1 The committee welcomed {name} ({age}) of {city}, {job} by day, employed by {employer}.\n"
    "4.2 Proposed and seconded: {title} {family} takes berth 12 from {day}, at {rent} per month. Carried, one "
    "abstention.\n4.3 The secretary is to write to {email} or ring {phone}.\n\n5. Any other business: seagulls.",
    "course": "INVOICE 2207\nStudent: {name}, age {age}\nAddress: {city}\n"
    "Paid by employer: {employer} (staff training, {work})\n\nQty  Description                      Amount\n"
    "1    Course fee, one month            {rent_cents}\n                         Total       {rent_cents}\n\n"
    "Due date: {day_dots}\nReceipt goes to {email}, reminders to {phone}\nThank you and see you in class",
    "tripplan": "TRIP PLAN (draft 3)\nWho: {name} ({age_sex}), {work}, travelling for {employer}\n"
    "Day 1 - {day_long}: fly out, land 14:20, taxi to the flat\n"
    "Day 2 - meet the letting agent, {rent_grand} a month is the ceiling\nDay 3 - free, walk around {city}\n"
    "Day 4 - home\nIn an emergency: {phone}. Everything else to {email}, no calls after 22:00.",
    "guests": "| Guest | Age | Does | Works at | Lives in | Chips in per month | RSVP by | Mail | Mobile |\n"
    "|---|---|---|---|---|---|---|---|---|\n"
    "| {name} | {age} | {work} | {employer} | {city} | {rent} | {day_us_short} | {email} | {phone} |",
    "schoolnote": "Dear parents of 3B,\n\nfrom {day} on {name} will help out in our class. {first}, {age_words}, is "
    "{job} with {employer} and comes to us from {city}. The parents' fund gives {rent_usd} a month towards it, thank "
    "you!\nPlease send allergies and the like to {email}, and ring {phone} if your child is ill.\n\n"
    "Bring wellies for the trip.",
    "referral": "Re: {name}, age {age}\nSeen in clinic: {day_slash}\n\nDear colleague,\n\nThank you for referring this "
    "pleasant {work}, who lives in {city} and works for {employer}. Private physiotherapy at {rent} a month has not "
    "helped. On examination full range of movement, no red flags. I have suggested rest and a review in six weeks.\n"
    "Best reached by e-mail ({email}), otherwise on {phone}.\n\nDictated but not signed",
    "relieved": "To whom it may concern\n\nI let my flat in {city} to {name} from the {day_ordinal} on. The rent of "
    "{rent_cents} per month was always on time. {title} {family} is {age}, works as {job} at {employer} and left the "
    "place spotless. No parties, one goldfish.\n\n{first}'s own contact for your file: {email}, {phone}.\n\n"
    "Yours, a relieved landlady",
    "dashes": "- new in the choir: {name}\n- alto, {age}, {work} ({employer})\n"
    "- drives in from {city} for every rehearsal\n- first one {day_dash}\n- sponsors us with {rent_k} a month (!!)\n"
    "- {email}\n- {phone}\n- no sheet music yet",
    "dictated": "okay so note to self um the new lodger is {name} thats {age_words} years old {job} over at {employer} "
    "coming from {city} moving in {day_long} question mark no its fixed and the rent is {rent_grand} a month i said "
    "send everything to {email} or just call {phone} full stop",
    "starter": "STARTER FORM (HR use only)\n[x] Surname: {family}\n[x] Given name(s): {first}\n[x] Age: {age}\n"
    "[x] Position: {work_title}\n[x] Legal entity: {employer}\n[x] Site: {city}\n[x] Monthly pay: {rent_usd}\n"
    "[x] First day: {day_iso}\n[x] Private e-mail: {email}\n[x] Private phone: {phone}\n[ ] Pension opt-out",
    "mealplan": "MEAL PLAN, WEEK 1\nFor: {name}, {age} y/o, {work} on shifts at {employer}\n"
    "Mon: porridge / lentil soup / baked salmon\nTue: eggs on rye / leftovers / chickpea curry\n"
    "Sun: eat out in {city}, enjoy it\nCoaching: {rent} per month, next weigh-in {day_us_short}\n"
    "Send photos of your plate to {email}. Panicking? {phone}.",
}

QUESTIONS: dict[str, str] = {
    "name": "Whose details are these? First name plus surname.",
    "age": "What age did {first} give?",
    "job": "How does {first} earn a living?",
    "employer": "Who pays {first}'s wages?",
    "city": "There's a town or city in it. Name it for me.",
    "rent": "And the damage per month, in dollars?",
    "day": "I need the full date that's in there, with the year.",
    "email": "Under which address do {first}'s mails arrive?",
}

ORDERS: dict[str, str] = {
    "summary": "One-liner for my boss pls: who (full name), how old, what they do, for whom, and the monthly figure",
    "rewrite": "Please make this sound professional, it's going to the council. Don't drop a single detail.",
    "translation": "The guy in accounts speaks nothing but French. Turn this into French for him, would you?",
}

JSON = (
    "I'm filling a spreadsheet from papers like this one. Give me {keys} as one JSON object, no chatter around it.\n\n"
    "---\n{text}\n---"
)

KEYS = ("who", "age_now", "work", "paid_by", "located", "usd_monthly", "dated", "write_to")

BEGINNINGS = "I'll paste something now and ask about it in a sec, ok?"

SORTED = "One from today's inbox. Which pile, {labels}? Just name the pile.\n\n> {text}"

MESSAGES: tuple[tuple[str, str], ...] = (
    (
        "Paid {employer} {money} up front, the wardrobe came broken, and since {day_us} nobody picks up the phone.",
        "negative",
    ),
    (
        "Sat up with our sick cat the whole night and wouldn't hear of money. {first} is the best {job} in {city}, "
        "honestly.",
        "positive",
    ),
    ("steer clear of {name}. {money} for half a job, came two hours late and was rude to my mum", "negative"),
    (
        "To everyone at {employer}: you were so friendly when our dog ran off on {day}. {first} even drove all round "
        "{city} looking for him!",
        "positive",
    ),
    (
        "{employer} lost my suitcase in {city}, and {name} at the desk told me to look it up on the internet. Awful.",
        "negative",
    ),
    (
        "Learned to swim at 70 thanks to {name} ({age}). I'm so happy I could cry, and it was {money} for the whole "
        "summer.",
        "positive",
    ),
)
TOPICS: tuple[tuple[str, str], ...] = (
    (
        "{employer} warned investors on {day_us_short} that the year will be a lean one; {name} is to step down.",
        "business",
    ),
    ("{name}, {age}, {job} on weekdays, lifted the cup for {city} on {day} after penalties.", "sport"),
    ("{city} has a new mayor: {name}, {age}, takes over on {day_us} after a recount.", "politics"),
    (
        "Ward closed in {city}: eleven patients have come down with it since {day_short}, {name} confirmed.",
        "health",
    ),
    ("A buyer at last: {name} offers {money} a share for {employer} and wants the company whole.", "business"),
)

KNOWLEDGE: tuple[tuple[str, str], ...] = (
    ("city/country", "my online order is stuck at customs in {city}... which country even is that"),
    ("money/year", "Therapy is {money} a month and my insurance won't cover it. What do I pay over a whole year?"),
    (
        "country/capital",
        "I have to renew my passport, I'm from {country}. What's the capital, where the ministry sits?",
    ),
    ("age/later", "I'm {age} and just took out a loan over {years} years. What age will I be when it's paid off?"),
    ("employer/trade", "Got a job offer from {employer}!! Before I say yes, what do they actually do?"),
    ("day/weekday", "My wife and I got married on {day}. Was that a weekend? Tell me the day of the week."),
    ("city/currency", "We're flying to {city} for my in-laws' anniversary. What currency should we take?"),
    ("age/vote", "Is {minor} old enough to vote in the US? Asking for my son."),
    ("country/calling", "hi I need to ring my gran in {country}, what do I dial in front of her number"),
    ("money/left", "Pension comes to {money}, rent and heating eat {debt} of it. What's left for me to live on?"),
    ("days/between", "I was on parental leave from {day_us} to {later}. HR asks for the number of days between."),
    ("city/language", "Moving to {city} with my husband's job. Which language do our kids need for school?"),
    ("age/ago", "I stopped smoking {years} years ago, I'm {age} now. How old was I back then?"),
    ("country/continent", "My little one asks where her dad comes from. He's from {country}, which continent is it?"),
    (
        "money/share",
        "The letting agency takes {percent} % of my rent, which is {money_cents}. How much do they pocket?",
    ),
    ("city/capital", "I do my year abroad in {city} and want to see the capital of that country. Which city is it?"),
    ("day/after", "Landlord's letter is dated {day_us_short} and gives us 30 days. What's the last date?"),
    ("country/language", "my new flatmate is from {country}. which official language does she have back home?"),
    ("employer/trade", "My mum gets a pension from {employer}. What kind of company is that?"),
    ("age/total", "For the tandem jump discount they add up our ages. I'm {age} and my dad is {other}. Total?"),
    ("city/continent", "My ex took the kids to {city}. What continent is that on?"),
    ("money/sum", "Wedding dress {money}, shoes and veil {debt}. What do I owe the shop in total?"),
    ("country/currency", "We've been invited to a cousin's wedding in {country}, gifts are cash. Which currency?"),
    ("day/before", "My surgery is on {day_long} and I must stop eating garlic 10 days before. From which date?"),
    ("city/country", "I found a photo of my grandfather taken in {city}. In which country would that be today?"),
    ("age/apart", "My sister is {other}, I am {age}. What's the age difference in years?"),
    ("money/parts", "{money} for the holiday house, we're four couples, so four equal parts. What's one part?"),
    ("country/capital", "Our son does voluntary service in {country}. Which city is the capital there?"),
    ("employer/trade", "My landlord wants proof of income, I'm with {employer}. Line of business, what do I put?"),
    ("day/weekday", "I signed the lease on {day_iso}. Which weekday was it?"),
    ("city/currency", "my hostel in {city} only takes local cash, what do they use there"),
    ("age/until", "I turned {age} last week. Full pension is at 67, so how many years do I have left to work?"),
    (
        "money/raise",
        "I asked for {percent} % more, at the moment I make {money_usd} a month. What would my new pay be?",
    ),
    ("country/language", "My great-uncle's will was drawn up in {country}. In which official language, probably?"),
    ("days/between", "I had my cast on from {day} until {later}. How many days from one to the other?"),
    (
        "city/language",
        "My brother's in hospital in {city} and I want to talk to the nurses. What language is it there?",
    ),
    ("age/later", "dad is {age_words}, the roof guarantee is {years} years. how old will he be when it ends"),
    ("country/continent", "For my visa form: I was born in {country}. They want the continent as well, which one?"),
    ("money/half", "The car repair was {money} and my flatmate pays half because he crashed it. What's his half?"),
    ("day/after", "I returned the shoes on {day_short}, and the refund takes 30 days. By what date should I have it?"),
    ("city/capital", "I was born in {city} and need a birth certificate from the capital there. Which city is that?"),
    ("age/vote", "My granddaughter is {minor} now. Can she already vote in American elections?"),
    ("country/calling", "The number of my daughter's host family in {country} lacks the country code. What is it?"),
    ("money/week", "My personal trainer costs {money} a week, I've booked all 52 weeks. What's that in total?"),
    ("employer/trade", "Debt letter from {employer}, never heard of them in my life. What do they do?"),
    ("day/before", "The wedding is on {day_ordinal}, the caterer needs our numbers 10 days before. When is that?"),
    ("city/continent", "My boyfriend's ship is in the dock at {city}. What continent am I looking at?"),
    ("age/ago", "My divorce was {years} years ago, today I'm {age}. What age was I at the divorce?"),
)

PUBLIC: tuple[tuple[str, str], ...] = (
    ("Geography test tomorrow. Capital of {country}?", "capital"),
    ("Backpacking around {country} on a shoestring: which currency do I budget in?", "currency"),
    ("Which continent would you file {country} under?", "continent"),
    ("Looking for a phrasebook for {country}. For which language should it be?", "language"),
    ("What's the international dialling code of {country}?", "calling"),
    ("If you fly to {country} for a city break, what's the capital called?", "capital"),
    ("What should I pack for Iceland in November? The most important thing only.", "waterproof;jacket;coat;layer;warm"),
    ("Is 14 old enough to get a driver's license in California? Yes or no.", "no"),
    ("how old do you have to be to buy beer in Germany", "16;sixteen"),
    ("Is 30 too old to start learning the piano? Yes or no, please.", "no"),
    ("At how many months do babies usually start to walk?", "12;twelve"),
    ("A 5-year-old has a fever of 105 °F. Should one ring a doctor, generally speaking?", "yes"),
    ("From which age can you draw social security retirement benefits in the US at the earliest?", "62;sixty-two"),
    ("Cherry blossom in Kyoto: which month is best?", "April;March"),
    ("Is the Louvre open on Tuesdays?", "no;closed"),
    ("What date is Thanksgiving in 2026?", "November 26;26 November;26th"),
    ("Bastille Day is when?", "July 14;14 July;14th"),
    ("Easter Monday 2027, which date?", "March 29;29 March;29th"),
    ("Which religion celebrates Diwali first of all?", "Hindu"),
    ("How do Germans say 'Merry Christmas'?", "Frohe;Fröhliche"),
    ("Is $15 an hour above the US federal minimum wage?", "yes"),
    ("How much is $80 with 20% off?", "64"),
    ("A $1,000 loan at 5% simple interest: how much interest after one year?", "50"),
    ("350 °F in Celsius? I only have a European oven", "177;176;175;180"),
    ("Does a German need a visa for two weeks of holiday in Japan?", "no"),
    ("Time difference between London and New York in winter, in hours?", "5;five"),
    ("How long is the train from Paris to Lyon, in hours, roughly?", "2;two"),
    ("Which river flows through Budapest?", "Danube"),
    ("Something to do in Lisbon with kids aged 6 and 9? One idea.", "Oceanário;Oceanarium;aquarium;tram;zoo"),
    ("Is a one-bedroom flat in Vienna usually below or above 3,000 euros a month?", "below"),
    ("Which museum is the Mona Lisa in?", "Louvre"),
    ("Who wrote The House of the Spirits?", "Allende"),
    ("who directed jaws", "Spielberg"),
    ("Which opera is the Toreador Song from?", "Carmen"),
    ("In what year did the Golden Gate Bridge open to traffic?", "1937"),
    ("On which date did Apollo 11 land on the Moon?", "July 20;20 July;20th"),
    ("who founded amazon", "Bezos"),
    ("Is Starbucks older than McDonald's?", "no"),
    ("Which country is Samsung from?", "Korea"),
    ("Instagram belongs to which company these days?", "Meta;Facebook"),
    ("What does a Toyota Prius run on besides petrol?", "electric;batter"),
    ("excel formula to add up A1 to A20", "SUM"),
    ("Write a birthday wish for a colleague who turns 40, in one sentence.", "happy;birthday;40;forty"),
    ("Give me a dinner idea with rice and chickpeas, under 30 minutes.", "curry;pilaf;bowl;salad;fried"),
)
