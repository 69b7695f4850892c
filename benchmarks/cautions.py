"""Cautions of replies, measured: python -m benchmarks cautions

Replies to requests as a provider sees them, made up by hand, each with whether a user should be told that it states
something about a stand-in that may be false of the true value. `TUNED` and `KEPT` were looked at while the rules of
`restore.caution` were written (the second part of `TUNED` was unseen at first, with a precision of .87 and a recall of .72), `UNSEEN` and
`KEPT_UNSEEN` were not: `UNSEEN` was written after the rules of its time (read since, at a recall of .83), `UNSEEN_LATER` and `KEPT_UNSEEN` before the rules that they measure; so were `MORE` (read) and `MORE_UNSEEN`, in
`cautions.txt`. Parts of `MORE` were unread too when they were measured first: of 52 that are due (with `MORE_UNSEEN`)
the rules of before missed 15, those of the time 11, with 4 and 6 false alarms. Of `LATER` the first 30 and all of `LATER_UNSEEN`
were written before the rules that they measure: those of before missed 3 of 16 and 4 of 14, with 2 false alarms each;
so were `LAST` and `LAST_UNSEEN`: 3 of 20 and 2 of 22, with 5 and 2 false alarms, and `NEWEST` and `NEWEST_UNSEEN`: 3 of 17 and 7 of 25, with 7 and 4 false alarms.
`WEIGHED` and `WEIGHED_UNSEEN` were written before replies were weighed: the rules of before had a precision of .75 and a recall
of .74 on the latter, of which nothing was looked at but totals; the weights come from the read sets alone
(`release/caution_weights.py`). What was judged wrongly in the older unseen sets has been seen once since then, and some rules
were written after it: only `WEIGHED_UNSEEN` is unseen. A line is: request | stand-ins | reply | 1 where a caution is due. A stand-in may have its type before it and the true value
behind it; of the first two sets nothing is known of that.
"""

# ruff: noqa: E501 - one reply a line

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.timing import Figure
from dp_gateway.pipeline.undoing import both_days
from dp_gateway.restore import Cautions, Near, Restorer
from dp_gateway.restore.facts import Pair, place_facts
from dp_gateway.text.lists import sections

__all__ = [
    "KEPT",
    "KEPT_UNSEEN",
    "LAST",
    "LAST_UNSEEN",
    "LATER",
    "LATER_UNSEEN",
    "MORE",
    "MORE_UNSEEN",
    "NEWEST",
    "NEWEST_UNSEEN",
    "TUNED",
    "UNSEEN",
    "UNSEEN_LATER",
    "WEIGHED",
    "WEIGHED_UNSEEN",
    "Labelled",
    "Measured",
    "labelled",
    "measure",
    "run",
]

_MORE = list(sections(Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")))
MORE, MORE_UNSEEN, LATER, LATER_UNSEEN, LAST, LAST_UNSEEN, NEWEST, NEWEST_UNSEEN, WEIGHED, WEIGHED_UNSEEN = (
    "\n".join(line for name, line in _MORE if name == part)
    for first in ("read", "later", "last", "newest", "weighed")
    for part in (first, "unread" if first == "read" else f"{first} unread")
)

TUNED = """
What is the capital of Spain?|Spain|The capital of Spain is Madrid.|1
What is the capital of Spain?|Spain|Madrid.|1
Which language is spoken in Bolivia?|Bolivia|The official language of Bolivia is Spanish.|1
My employer Nelson Capital grew. What does it do?|Nelson Capital|Nelson Capital provides financial services.|1
My daughter is 16. Is she old enough to vote?|16|No, she must be 18 to vote.|1
What is 14 % of $2,550?|$2,550;14 %|The answer is $357.00.|1
I live in Mauritius. What currency do I need?|Mauritius|You need the Mauritian rupee.|1
Is Seattle north of Portland?|Seattle|Yes, Seattle lies north of Portland.|1
I was born on 3 May 1990. Which weekday was that?|3 May 1990|It was a Thursday.|1
How far is Reno from the sea?|Reno|Reno is about 350 kilometers from the Pacific Ocean.|1
As a podiatrist, which license do I need?|podiatrist|A podiatrist needs a Doctor of Podiatric Medicine degree.|1
Tell me about Chandigarh Veterinary Clinic.|Chandigarh Veterinary Clinic|Chandigarh Veterinary Clinic treats animals in Punjab.|1
She moved to Oslo. What is the weather like there?|Oslo|Oslo has cold winters and mild summers, with 700 mm of rain.|1
Who is the president of Peru?|Peru|Dina Boluarte.|1
I am Jamaican. Which holiday do we celebrate in August?|Jamaican|Independence Day, on August 6.|1
Write a mail to Anna in Spain about the contract.|Spain|Dear Anna,\\nI hope you are well. I write about the contract in Spain.\\nBest regards|0
Summarize: Anna moved to Spain in May.|Spain|Anna moved to Spain in May.|0
Where does Anna live? Anna lives in Reno with two cats.|Reno|Anna lives in Reno.|0
Extract JSON: Bob, 32, earns $74,600 at Swenson Security.|32;$74,600;Swenson Security|{"name": "Bob", "age": 32, "salary": "$74,600", "employer": "Swenson Security"}|0
Translate to French: I work at Swenson Security in Oslo.|Swenson Security;Oslo|Je travaille chez Swenson Security à Oslo.|0
Make this polite: give me the $2,550 back.|$2,550|Could you please return the $2,550 at your earliest convenience?|0
Is this mail positive or negative? I love Reno!|Reno|Positive|0
What should I pack for a trip? I leave Oslo on 3 May.|Oslo;3 May|You should pack clothes, a charger and your documents.|0
Draft a reply to the tenant in Reno who pays $1,680.|Reno;$1,680|Thank you for your message. We have received your payment of $1,680 for the flat in Reno.|0
How old is Bob? Bob is 32 and a podiatrist.|32;podiatrist|Bob is 32 years old.|0
Rewrite: our team at Nelson Capital won.|Nelson Capital|We are proud that our team at Nelson Capital has won.|0
Who pays? Bob of Nelson Capital pays $74,600.|Nelson Capital;$74,600|Bob of Nelson Capital pays.|0
Thank Anna of Oslo for me.|Oslo|Thank you so much for your help, Anna! Greetings to Oslo.|0
Give the letter a title: I was fired by Swenson Security.|Swenson Security|Unfair Dismissal by Swenson Security|0
List the facts: Bob moved from Reno to Oslo.|Reno;Oslo|- Bob moved from Reno.\\n- Bob moved to Oslo.|0
What is the population of Zagreb?|Zagreb|Zagreb has a population of about 770,000 people.|1
My company Malloy Foods hired me. What does my company sell?|Malloy Foods|Malloy Foods sells groceries and frozen meals.|1
Which ocean borders Gabon?|Gabon|The Atlantic Ocean.|1
I turned 23 today. May I rent a car in the US?|23|Yes, but drivers below 25 pay a surcharge.|1
What time zone is Tucson in?|Tucson|Tucson is in the Mountain Standard Time zone.|1
My sister is a dietitian. How much do they earn?|dietitian|Dietitians earn about $66,000 a year on average.|1
Is Ferrell University a public university?|Ferrell University|Ferrell University is a private institution.|1
What food is typical for Latvians?|Latvians|Rye bread, grey peas and smoked fish.|1
I pay 14 % on $2,550. How much is that?|14 %;$2,550|That is $357 a year.|1
We moved from Lille. Which river flows through it?|Lille|The Deûle.|1
How many days are between 2024-05-06 and 2024-06-01?|2024-05-06;2024-06-01|There are 26 days between the two dates.|1
Is $61,000 a good salary?|$61,000|It is above the median of $59,000.|1
What is the dial code of Oman?|Oman|+968|1
My boss is Buddhist. Which feast comes in May?|Buddhist|Vesak is celebrated in May.|1
Does Harding Steel have a union?|Harding Steel|Harding Steel's workers are represented by the United Steelworkers.|1
Which zodiac sign is 3 May 1990?|3 May 1990|Taurus.|1
Can I retire? I am 58.|58|Not yet; the usual retirement age is 67.|1
Recommend a museum, I am in Zagreb.|Zagreb|You could visit the Museum of Broken Relationships.|1
Turn into bullet points: Eva, 41, a dietitian from Tucson, earns $61,000.|41;dietitian;Tucson;$61,000|- Eva\\n- 41 years old\\n- dietitian\\n- lives in Tucson\\n- earns $61,000|0
Where did Eva study? Eva studied at Ferrell University and lives in Lille.|Ferrell University;Lille|Eva studied at Ferrell University.|0
Write a short thank-you note to the team of Malloy Foods.|Malloy Foods|Dear team of Malloy Foods,\\nthank you for the wonderful collaboration and your support.\\nKind regards|0
Classify the topic (sport, politics, business): Harding Steel raised wages by 14 %.|Harding Steel;14 %|business|0
Translate into German: The rent in Lille is $1,250.|Lille;$1,250|Die Miete in Lille beträgt $1,250.|0
Correct the spelling: I livd in Zagreb for 3 yers.|Zagreb;3 yers|I lived in Zagreb for 3 years.|0
Which city is mentioned? She flew from Tucson to see her mother.|Tucson|Tucson|0
Shorten: Due to the weather the flight from Lille to Zagreb was cancelled.|Lille;Zagreb|The flight from Lille to Zagreb was cancelled.|0
Ask Eva whether the invoice of $2,550 was paid.|$2,550|Hi Eva, could you let me know whether the invoice of $2,550 has been paid?|0
When is the meeting? The meeting with Harding Steel is on 6 June.|Harding Steel;6 June|The meeting is on 6 June.|0
Decline politely: dinner in Lille on 6 June.|Lille;6 June|Thank you for the kind invitation, but I am unfortunately unable to join you in Lille on 6 June.|0
Extract the amounts: rent $1,250, deposit $2,550.|$1,250;$2,550|{"rent": 1250, "deposit": 2550}|0
Write a haiku for my friend in Zagreb.|Zagreb|Quiet evening light\\nfriends across the silent streets\\nwaiting for the dawn|0
What is the tone of this mail? I hate that Malloy Foods never answers!|Malloy Foods|The tone is angry and frustrated.|0
Continue the story: Eva left Tucson at night.|Tucson|She drove for hours without looking back, and Tucson faded behind her.|0
Is the sender polite? Dear Mr Hill, please send $1,250 to Lille.|$1,250;Lille|Yes, the sender is polite.|0
Write an announcement that Eva, 41, joins Ferrell University as dietitian.|41;Ferrell University;dietitian|We are pleased to announce that Eva joins Ferrell University as our new dietitian.|0
Compare the two rents: $1,250 in Lille and $1,680 in Zagreb.|$1,250;Lille;$1,680;Zagreb|The rent in Zagreb is higher than the rent in Lille.|0
"""

UNSEEN = """
I live in Graz. Which mountains are near?|Graz|The Styrian Alps are just outside the town.|1
Can a lab technician prescribe drugs?|lab technician|No, only physicians may do that.|1
What does Bowen Textiles make?|Bowen Textiles|Bowen Textiles makes fabrics for the fashion industry.|1
How much is $4,310 in euros?|$4,310|That is roughly 3,950 euros.|1
What is the national dish of Kenya?|Kenya|Ugali, often eaten with greens.|1
Where is the head office of Corley Airlines?|Corley Airlines|Its head office is in Denver, Colorado.|1
My son is 9. Which school year is he in?|9|Most children of that age attend the fourth grade.|1
Is Ghana a member of the Commonwealth?|Ghana|Ghana has been a member since 1957.|1
My neighbour is Sikh. Why does he wear a turban?|Sikh|Sikhs wear turbans as a sign of faith and equality.|1
What is half of 37 kg?|37 kg|18.5 kg|1
Which team plays in Leeds?|Leeds|Leeds United plays at Elland Road.|1
When was Trent University founded?|Trent University|It was founded in 1964.|1
Write a birthday wish for my son who turns 9 in Graz.|9;Graz|Happy birthday, dear son! May your day in Graz be full of joy and laughter.|0
Summarize: Bowen Textiles owes us $4,310 since 3 March.|Bowen Textiles;$4,310;3 March|Bowen Textiles has owed us $4,310 since 3 March.|0
Which company owes us money? Bowen Textiles owes us $4,310.|Bowen Textiles;$4,310|Bowen Textiles owes you money.|0
Label the sentiment: The lab technician in Graz was rude.|lab technician;Graz|Negative|0
Rewrite formally: pay me the $4,310 till 3 March.|$4,310;3 March|I kindly request payment of $4,310 by 3 March.|0
Return JSON with name and weight: Ann, 37 kg, from Kenya.|37 kg;Kenya|{"name": "Ann", "weight": "37 kg"}|0
Put into French: I fly with Corley Airlines to Ghana.|Corley Airlines;Ghana|Je vole avec Corley Airlines vers le Ghana.|0
What did Ann lose? Ann lost her bag on a flight to Ghana.|Ghana|Ann lost her bag.|0
Suggest a subject line: The delivery from Bowen Textiles is late.|Bowen Textiles|Late Delivery from Bowen Textiles|0
Is anything missing in this note? Meet me in Graz on 3 March.|Graz;3 March|The note does not mention a time of day.|0
Make it friendlier: I quit my job at Corley Airlines.|Corley Airlines|I have decided to leave my job at Corley Airlines, and I am grateful for the time here.|0
Draft an apology to the guests in Leeds for the noise.|Leeds|Dear guests, we are sorry for the noise during your stay in Leeds.|0
"""

UNSEEN_LATER = """
My lawyer practises in Gdynia. What is the sea there called?|LOCATION:Gdynia>Sopot|It is the Baltic Sea.|1
I am moving to Tampere. Is it cold in winter?|LOCATION:Tampere>Oulu|Winters are long and often below minus ten degrees.|1
I am moving to Tampere. Is it cold in winter?|LOCATION:Tampere>Oulu|Yes, very.|1
My mother is Catholic. Does she fast before Easter?|NRP:Catholic>Anglican|Catholics fast on Ash Wednesday and Good Friday.|1
My mother is Catholic. Does she fast before Easter?|NRP:Catholic>Anglican|Many believers give up meat for forty days.|1
My uncle is a Quaker. How do they worship?|NRP:Quaker>Baptist|They sit together in silence.|1
My twins are 4. When do they start school?|AGE:4>5|Most children begin kindergarten at that age.|1
My grandson is 13. Which films may he watch?|AGE:13>14|Teenagers of his age may watch films rated PG-13.|1
I am an arborist. Is my job dangerous?|JOB_TITLE:arborist>gardener|Arborists fall from trees more often than most workers.|1
I am an arborist. What should I charge?|JOB_TITLE:arborist>gardener|Between 75 and 150 dollars an hour is common.|1
My bank is Carrow Trust. Is my money safe there?|ORGANIZATION:Carrow Trust>Barclays|Deposits at Carrow Trust are insured by the state.|1
My bank is Carrow Trust. Can I open an account for my son?|ORGANIZATION:Carrow Trust>Barclays|Carrow Trust offers accounts for children from birth.|1
Recommend a restaurant, we are in Lugano.|LOCATION:Lugano>Zug|Try the Grotto della Salute.|1
Suggest a day trip, I live in Lugano.|LOCATION:Lugano>Zug|Take the funicular up to Monte San Salvatore.|1
I weigh 96 kg. Is that too much for a man of 1.80?|QUANTITY:96 kg>99 kg|It is a body mass index of 29.6, which is overweight.|1
I was born on 9 June 1984. What is my zodiac sign?|DATE_TIME:9 June 1984>25 May 1984|You are a Gemini.|1
Do I need a visa? My passport is from Moldova.|LOCATION:Moldova>Georgia|Citizens of that country may stay for 90 days without one.|1
What do people from Moldova eat on holidays? My wife is from there.|LOCATION:Moldova>Georgia|Stuffed cabbage rolls and a cornmeal dish.|1
My neighbour in Lugano plays the drums at night. Write him a note.|LOCATION:Lugano>Zug|Dear neighbour, may I ask you to stop playing the drums at night? Thank you.|0
Make a list: Carrow Trust owes me $910, arborist Dan owes me $220.|ORGANIZATION:Carrow Trust>Barclays;MONEY:$910>$870;JOB_TITLE:arborist>gardener;MONEY:$220>$240|- Carrow Trust: $910\\n- Dan (arborist): $220|0
Is this rude? "The Quaker next door never greets."|NRP:Quaker>Baptist|It sounds a little unfriendly, but it is not rude.|0
My twins are 4 and love trains. Write a rhyme for them.|AGE:4>5|Choo choo goes the little train, through the sunshine, through the rain.|0
Who lives in Tampere? Dan lives in Tampere, Eva lives in Lugano.|LOCATION:Tampere>Oulu;LOCATION:Lugano>Zug|Dan lives in Tampere.|0
Fix the grammar: My bank are Carrow Trust since 9 June.|ORGANIZATION:Carrow Trust>Barclays;DATE_TIME:9 June>25 May|My bank has been Carrow Trust since 9 June.|0
How should I tell my boss at Carrow Trust that I quit?|ORGANIZATION:Carrow Trust>Barclays|Ask for a short talk, be honest and thank your boss for the time together.|0
I am 58 and feel lonely since I moved to Tampere. Any advice?|AGE:58>61;LOCATION:Tampere>Oulu|You could join a club, volunteer, or call old friends more often.|0
What is the main point? The Catholic parish in Gdynia wants to sell its hall.|NRP:Catholic>Anglican;LOCATION:Gdynia>Sopot|The parish wants to sell its hall.|0
Write an out-of-office note: I am in Lugano until 9 June.|LOCATION:Lugano>Zug;DATE_TIME:9 June>25 May|I am out of the office until 9 June and will answer your message when I am back.|0
Which of the two is older? Dan is 58, Eva is 13.|AGE:58>61;AGE:13>14|Dan is older.|0
How do I ask the arborist for a discount?|JOB_TITLE:arborist>gardener|Be polite, mention that you are a regular customer, and ask whether there is room on the price.|0
"""

KEPT = """
I live in Leeds. Which country is that in?|LOCATION:Leeds>Bristol|Leeds is in the United Kingdom.|0
I live in Leeds. Which country is that in?|LOCATION:Leeds>Bristol|Leeds is a city in West Yorkshire, England.|1
I live in Leeds. Which country is that in?|LOCATION:Leeds>Bristol|United Kingdom|0
My sister lives in Duisburg. On which continent is that?|LOCATION:Duisburg>Munich|Europe.|0
My sister lives in Duisburg. What is the currency there?|LOCATION:Duisburg>Munich|The currency used in Duisburg is the euro.|0
My sister lives in Duisburg. What is the currency there?|LOCATION:Duisburg>Munich|Germany uses the euro (EUR).|0
My sister lives in Duisburg. What is it known for?|LOCATION:Duisburg>Munich|Duisburg is known for its inland port and its steel industry.|1
Our office moved to Nagasaki. Which language do people speak there?|LOCATION:Nagasaki>Osaka|People in Nagasaki speak Japanese.|0
Our office moved to Nagasaki. Which language do people speak there?|LOCATION:Nagasaki>Osaka|Japanese is the official language of Japan.|0
Our office moved to Nagasaki. How do I get there from the airport?|LOCATION:Nagasaki>Osaka|Take the Limousine Bus from Nagasaki Airport; it takes 45 minutes.|1
My wife was born in Sweden. What is the capital of her country?|LOCATION:Sweden>Poland|The capital of Sweden is Stockholm.|0
My wife was born in Sweden. What is the capital of her country?|LOCATION:Sweden>Poland|Stockholm.|0
My wife was born in Sweden. What is the capital of her country?|LOCATION:Sweden>Poland|The capital of Sweden is Stockholm, a city on 14 islands.|1
My wife was born in Sweden. On which continent does it lie?|LOCATION:Sweden>Poland|Sweden lies in Europe.|0
My wife was born in Sweden. Which currency do they use?|LOCATION:Sweden>Poland|The Swedish krona.|0
My wife was born in Sweden. What is the national dish?|LOCATION:Sweden>Poland|Meatballs with lingonberries.|1
I am moving to Ecuador. Which language is spoken there?|LOCATION:Ecuador>Brazil|Spanish is the official language of Ecuador.|0
My daughter is 16. Is she old enough to vote?|AGE:16>15|No, she must be 18 to vote.|0
My daughter is 16. Is she old enough to vote?|AGE:16>15|No.|0
My daughter is 16. Is she old enough to vote?|AGE:16>19|No, she must be 18 to vote.|1
My son is 20. May he vote in the United States?|AGE:20>22|Yes, the voting age is 18.|0
My son is 20. May he drink beer in Texas?|AGE:20>22|No, the legal drinking age in Texas is 21.|1
My son is 20. May he drink beer in Texas?|AGE:20>19|No, the legal drinking age in Texas is 21.|0
Can I retire? I am 58.|AGE:58>55|Not yet; you have to be at least 62 to retire.|0
Can I retire? I am 58.|AGE:58>63|Not yet; you have to be at least 62 to retire.|1
I am 45. Am I an adult?|AGE:45>41|Yes, you are an adult.|0
My father is 61. In how many years may he retire at 67?|AGE:61>60|He may retire in 6 years.|1
My employer is Calloway Foods. What business is it in?|ORGANIZATION:Calloway Foods>Nestlé|Calloway Foods is in the food business.|0
My employer is Calloway Foods. What business is it in?|ORGANIZATION:Calloway Foods>Nestlé|It is a family business that was founded in 1921.|1
My employer is Pacific Airlines. What does it do?|ORGANIZATION:Pacific Airlines>Lufthansa|Pacific Airlines is an airline.|0
My employer is Pacific Airlines. What does it do?|ORGANIZATION:Pacific Airlines>Lufthansa|Pacific Airlines is a low-cost carrier of Vietnam.|1
I bank with Harlow Savings Bank. What does the company do?|ORGANIZATION:Harlow Savings Bank>Barclays|It is a bank that offers financial services.|0
I bank with Harlow Savings Bank. What does the company do?|ORGANIZATION:Harlow Savings Bank>Barclays|Harlow Savings Bank has twelve branches in Essex.|1
Is $61,000 above $50,000?|MONEY:$61,000>$58,300|Yes, $61,000 is above $50,000.|0
Is $61,000 a good salary?|MONEY:$61,000>$58,300|It is above the median of $59,000.|1
Is $61,000 a good salary?|MONEY:$61,000>$66,000|It is above the median of $59,000.|0
I was born in Kenya. Name a river.|LOCATION:Kenya>Ghana|The Tana River.|1
I live in Boise. Which state is that?|LOCATION:Boise>Denver|Boise is in the state of Idaho.|0
I live in Boise. Which country is that?|LOCATION:Boise>Denver|Boise is a city in the United States of America.|0
I work in Lyon for four months. Which currency is used there?|LOCATION:Lyon>Toulouse;DURATION:four months>three months|The euro.|0
They pay me $1,350 a month. What is that a year?|MONEY:$1,350>$1,490|That makes $16,200 a year.|1
I live in Boise. How many people live there?|LOCATION:Boise>Denver|About 235,000 people live in Boise.|1
"""

KEPT_UNSEEN = """
I rent a room in Toulouse. What country am I in?|LOCATION:Toulouse>Lyon|You are in France.|0
I rent a room in Toulouse. What country am I in?|LOCATION:Toulouse>Lyon|Toulouse is the capital of the Occitanie region in France.|1
We fly to Kumasi tomorrow. Which money should we take?|LOCATION:Kumasi>Accra|In Kumasi people pay with the Ghanaian cedi.|0
We fly to Kumasi tomorrow. Which currency should we take?|LOCATION:Kumasi>Accra|You should take Ghanaian cedi, the currency of Ghana.|0
We fly to Kumasi tomorrow. What should we see?|LOCATION:Kumasi>Accra|Do not miss the Manhyia Palace Museum.|1
My grandmother came from Bulgaria. What is its capital?|LOCATION:Bulgaria>Greece|The capital of Bulgaria is Sofia.|0
My grandmother came from Bulgaria. What is its capital?|LOCATION:Bulgaria>Greece|Its capital is Sofia, which lies at the foot of Vitosha.|1
My grandmother came from Bulgaria. Is it in the European Union?|LOCATION:Bulgaria>Greece|Yes, Bulgaria is a member of the European Union.|0
My grandmother came from Bulgaria. Is it in the European Union?|LOCATION:Bulgaria>Albania|Yes, Bulgaria is a member of the European Union.|1
My grandmother came from Bulgaria. What is the official language?|LOCATION:Bulgaria>Greece|Bulgarian.|0
I have a passport of Uruguay. Which continent is that?|LOCATION:Uruguay>Chile|Uruguay is located in South America.|0
I have a passport of Uruguay. Which continent is that?|LOCATION:Uruguay>Chile|South America, between Argentina and Brazil.|1
I have a passport of Uruguay. What is the calling code?|LOCATION:Uruguay>Chile|+598|0
My colleague moved to Curitiba. What do people speak there?|LOCATION:Curitiba>Salvador|In Curitiba, people speak Portuguese.|0
My colleague moved to Curitiba. How is the climate?|LOCATION:Curitiba>Salvador|Curitiba has a mild climate with cool winters.|1
My nephew is 12. May he vote?|AGE:12>9|No, he is too young to vote.|0
My nephew is 12. May he vote?|AGE:12>9|No, your nephew may not vote; the voting age is 18.|0
My nephew is 12. Which school does he go to?|AGE:12>9|Children of 12 usually go to middle school.|1
I am 66. Am I a minor?|AGE:66>71|No, you are not a minor.|0
I am 66. Do I qualify for Medicare?|AGE:66>63|Yes, you qualify at 65.|1
I am 24. Can I rent a car?|AGE:24>26|Yes, but drivers under 25 pay more.|1
I am 24. Can I rent a car?|AGE:24>23|Yes, but drivers under 25 pay more.|0
I work for Redwood Hospital. What kind of organisation is it?|ORGANIZATION:Redwood Hospital>Mayo Clinic|Redwood Hospital provides medical care.|0
I work for Redwood Hospital. What kind of organisation is it?|ORGANIZATION:Redwood Hospital>Mayo Clinic|It is a hospital.|0
I work for Redwood Hospital. What kind of organisation is it?|ORGANIZATION:Redwood Hospital>Mayo Clinic|It is a public hospital with 300 beds in California.|1
My broker is Alder Insurance. What does it sell?|ORGANIZATION:Alder Insurance>Allianz|Alder Insurance sells insurance.|0
My broker is Alder Insurance. What does it sell?|ORGANIZATION:Alder Insurance>Allianz|It sells boat and pet policies in New Zealand only.|1
Is 92 kg more than 80 kg?|QUANTITY:92 kg>95 kg|Yes, 92 kg is more than 80 kg.|0
Is 92 kg too heavy for this ladder?|QUANTITY:92 kg>95 kg|No, the ladder holds at most 100 kg.|0
Is 92 kg too heavy for this ladder?|QUANTITY:92 kg>104 kg|No, the ladder holds at most 100 kg.|1
I live in Tulsa. Which state is it in?|LOCATION:Tulsa>Reno|It is in Oklahoma.|0
I live in Tulsa. Which state is it in?|LOCATION:Tulsa>Reno|Tulsa is the second-largest city of Oklahoma.|1
I live in Tulsa. Which language is spoken there?|LOCATION:Tulsa>Reno|English is spoken in Tulsa.|0
My dentist comes from Lithuania. Which city is its capital?|LOCATION:Lithuania>Latvia|Vilnius is the capital of Lithuania.|0
My dentist comes from Lithuania. Who is the president?|LOCATION:Lithuania>Latvia|Gitanas Nausėda.|1
My dentist comes from Lithuania. Which currency is used?|LOCATION:Lithuania>Latvia|Lithuania has used the euro since 2015.|1
My dentist comes from Lithuania. Which currency is used?|LOCATION:Lithuania>Latvia|The euro.|0
"""


class Measured(NamedTuple):
    """How well cautions are told.

    Attributes:
        precision, recall: of the replies with a caution, how many are due; of those that are due, how many have one.
        wrong: the replies that are judged wrongly.
    """

    precision: float
    recall: float
    wrong: tuple[str, ...]


class Labelled(NamedTuple):
    """A reply as its provider wrote it, what was sent, what looks for cautions, and whether one is due."""

    sent: str
    reply: str
    cautions: Cautions
    is_due: bool


def labelled(lines: str) -> Iterator[Labelled]:
    """Read labelled replies. A reply has the mark for what is put right where a gateway puts it right."""
    for line in filter(None, lines.split("\n")):
        sent, near, reply, label = line.split("|")
        restorer = _restorer(list(map(_near, near.split(";"))), sent)
        reply = restorer.put_right(reply.replace("\\n", "\n"))
        yield Labelled(sent, reply, restorer.cautions, label == "1")


def measure(lines: str) -> Measured:
    """Judge labelled replies."""
    right = told = due = 0
    wrong: list[str] = []
    for one in labelled(lines):
        found = bool(one.cautions.of(one.reply))
        told, due, right = told + found, due + one.is_due, right + (found and one.is_due)
        if found != one.is_due:
            wrong.append(f"{'missed' if one.is_due else 'false alarm'}: {one.sent} / {one.reply}")
    return Measured(right / max(told, 1), right / max(due, 1), tuple(wrong))


def _near(written: str) -> Near:
    kind, _, name = written.rpartition(":")
    surrogate, _, original = name.partition(">")
    original = original or f"the true {surrogate}"
    return Near(surrogate, original, kind or "LOCATION", both_days(kind, surrogate, original))


def _restorer(near: list[Near], sent: str) -> Restorer:
    """As a gateway makes it: what is put right in the reply is no statement about a stand-in."""
    typed = sent
    for one in near:
        typed = typed.replace(one.surrogate, one.original)
    places = [Pair(one.surrogate, one.original) for one in near if one.type == "LOCATION"]
    return Restorer((), None, near, place_facts(typed, places, [typed])).within([typed, sent], [sent])


def run() -> list[Figure]:
    """The figures of the replies that played no part in the rules."""
    return [
        figure
        for name, found in (
            (" written first", measure(UNSEEN)),
            (" written later", measure(UNSEEN_LATER)),
            (", true values known", measure(KEPT_UNSEEN)),
            (" of sums, dates, orders and JSON", measure(MORE_UNSEEN)),
            (" written last", measure(LATER_UNSEEN)),
            (" written after these", measure(LAST_UNSEEN)),
            (" of everyday requests", measure(NEWEST_UNSEEN)),
            (" of many kinds", measure(WEIGHED_UNSEEN)),
        )
        for figure in (
            Figure(f"cautions: precision on unseen replies{name}", found.precision, 0.9, at_most=False),
            Figure(f"cautions: recall on unseen replies{name}", found.recall, 0.8, at_most=False),
        )
    ]
