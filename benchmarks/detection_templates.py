"""Templates of the evaluation set: sentences as people write them, with holes for synthetic values.

The even ones are the development half, the odd ones the test half. The test half was never looked at for tuning.
"""

# ruff: noqa: E501 - a template is one line
from __future__ import annotations

TEMPLATES = """
My name is {person} and I would like to open an account.
Could you change my address to {address}, please?
{person} lives at {street}, {city}.
Please send the contract to {email} before {date}.
Hi {first}, are we still on for lunch tomorrow?
You can reach me at {phone} after work.
My credit card number is {card} and it was declined twice.
{title} {last} will see you at the clinic on {date}.
I was born on {date} in {city}, {country}.
We are {org}, a small company based in {city}.
{person} is {age} years old and works as a {job} at {org}.
The patient, {person}, {age}, was admitted with chest pain.
Transfer the deposit to {iban}, account holder {person}.
The server at {ip} stopped answering last night.
Have a look at {url} and tell me what you think.
My social security number is {ssn}, can you verify it?
He is a {nationality} citizen who moved to {country} in {year}.
Dear {title} {last},\\n\\nthank you for your order. It will be shipped to\\n{address}\\n\\nKind regards,\\n{person}
{org} announced on {date} that {person} will step down as chief executive.
I spoke to {first} from {org} and she promised to call me back on {phone}.
Write an apology e-mail to {person} at {org} because we missed the deadline.
My zip code is {zip} and my phone number is {phone}.
Where can I find a {nationality} restaurant near {street} in {city}?
{first} and {first} got married in {city} last summer.
Invoice to: {person}\\n{org}\\n{address}\\nTel: {phone}
Is there a branch of {org} in {city}?
The suspect was seen at the corner of {street_name} and {street_name}.
User {person} with e-mail {email} logged in from {ip}.
I am {age} and I have been working for {org} since {year}.
My daughter {first} just turned {age}.
What did {person} mean by that?
Please add {person} ({email}) and {person} ({email}) to the mailing list.
The meeting with {org} takes place at {street}, {city}, {state_abbr} {zip}.
{last} wrote the report and {last} checked it.
Name: {person}\\nDate of birth: {date}\\nSSN: {ssn}\\nPhone: {phone}
I lost my card {card}, please block it at once.
Summarize this: {person}, a {age}-year-old {job} from {city}, sued {org} over unpaid wages.
As a {job} I spend a lot of time on the road.
{country} and {country} signed a trade agreement on {date}.
The package for {person} was delivered to {address} by mistake.
Can you tell me whether {phone} is your fax number?
Our {nationality} partners will visit {city} next month.
From: {person} <{email}>\\nTo: {person} <{email}>\\nSubject: contract\\n\\nHello {first},\\n\\nplease find it attached.\\n\\nBest,\\n{first}
I'd like to update my e-mail address from {email} to {email}.
{title} {person} teaches physics in {city}.
Since {date} the office of {org} is located at {street}, {city}.
Which of these is better for a {age} year old: a tablet or a book?
My boss {first} {last} is from {country}.
Please charge {card} and send the receipt to {email}.
{first} said: "I will be there on {date}."
We interviewed {person} for the position of {job} last week.
My IBAN is {iban}.
Contact {person} at {phone} or visit {url}.
The {nationality} ambassador met {title} {last} in {city}.
Her brother is a {job} and lives in {country}.
What's the weather like in {city}?
They drove from {city} to {city} and stayed there until {date}.
Ship to:\\n{person}\\n{street}\\n{city}, {state_abbr} {zip}
Billing address is the same: {address}
I've been a customer of {org} for years, my name is {person}.
Write a birthday card for {first}, who turns {age} on {date}.
{person} ({nationality}) won the race in {city}.
Block all traffic from {ip} and from {ip}, please.
The witness, {person}, told {org} that the car was parked on {street_name}.
My husband {first} and I moved to {street}, {city} in {year}.
Please call {first} on {phone} before {date}.
Patient {person} (DOB {date}) was referred by {title} {last}.
The website {url} belongs to {org}.
I want to dispute a charge on my card ending, full number {card}, made on {date}.
Translate into German: "{person} works for {org} in {city}."
{person} was {age} when she became a {job}.
Regarding our talk on {date}: {org} accepts the offer.
Who is {person}?
Hello, this is {person} speaking, I am calling about my order.
Send it to {org}, {address}.
He lives on {street_name}, I think.
{city} is the capital of {country}, isn't it?
Our son goes to school in {city}; his teacher is {title} {last}.
Employee {person}, born {date}, tax number {ssn}, joined {org} as {job}.
I can't log in with {email}, it says my account does not exist.
Thanks,\\n{person}\\n{job}, {org}\\n{phone}\\n{url}
Meet me at {street} at noon.
{last}, {first}: absent on {date}
Is {ip} in our range?
The {nationality} team arrived in {city} on {date}.
Attached is the CV of {person}, {age}, {job}.
I think {first} is wrong about this, let's ask {first}.
Refund the amount to {iban} please, my name is {person} and I live in {country}.
A customer from {city}, {title} {person}, complained about the noise.
{org} was founded by {person} and {person} in {year}.
How do I get from {street} to {street}?
My phone was stolen in {city}; the number is {phone}.
Remind {first} to pay {org} by {date}.
Draft a reference letter for {person}, who worked as a {job} at {org} from {year} to {year}.
On {date} {person} transferred the house at {address} to {person}.
You will find us at {street}, {zip} {city}.
The card of {person} ({card}) expires soon.
She speaks to {title} {last} every week.
Did {org} reply to {first}?
I'm {first}, {age}, from {city}.
Reset the password of {email} and tell {first}.
Log line: {date} login failed for {email} from {ip}
{person}'s appointment with {title} {last} is on {date}.
A letter for {last} came back from {address}.
{nationality} food is my favourite, says {first}.
My SSN {ssn} was leaked by {org}.
Find a hotel in {city} for {person} and two children.
{first} {last} | {email} | {phone} | {city}
name,email,phone\\n{person},{email},{phone}\\n{person},{email},{phone}
{{"name": "{person}", "city": "{city}", "email": "{email}"}}
| {person} | {job} | {org} |
- {person} ({org}): call back on {phone}\\n- {person}: send the papers to {address}
def notify():\\n    send("{email}", "Your order is ready")
SELECT * FROM customers WHERE email = '{email}' AND ip = '{ip}';
My mother's name was {person}, she came from {country}.
Agent: may I have your name? Customer: {person}. Agent: and your address? Customer: {street}, {city}.
I need directions to {org} in {city}.
In {year} I was living in {country} as a student.
{person} and her {nationality} neighbour share a garden at {street}.
Who can replace {first} as {job} while she is away?
The bus stops on {street_name} near the bank.
{title} {last}, {job} at {org}, declined to comment.
Please forward all mail for {person} to {address}.
My card was charged twice: {card}. Call me: {phone}.
Follow the link {url} and enter {email}.
He emigrated from {country} to {country} at the age of {age}.
The {org} office in {city} is closed on {date}.
{first}, could you review this by {date}?
Emergency contact: {person}, {phone}
Wire it to {iban} ({org}).
On {date}, {last} and {last} met with representatives of {org} in {city}, {country}.
Compare the offers of {org} and {org} for me.
Passenger: {person}, nationality {nationality}, date of birth {date}.
The {job} we hired is from {city} and her name is {first}.
Our address has changed to {address} as of {date}.
{person}, aged {age}, of {street}, {city}, pleaded guilty.
Ping {ip} and write the result to {email}.
I met {title} {person} at a conference in {country}.
What time does {org} open?
My grandfather, {person}, was a {job}.
We sold {url} to {org}.
Tell {title} {last} that {first} called.
The claim of {person} (SSN {ssn}) was approved on {date}.
Is it true that {country} banned {org}?
Our new colleague {first} starts on {date} as {job}.
Write a poem about {first} and the sea.
The keys are with {first} {last} at {street}.
Payment with {card} failed, customer {person}, {email}.
Visa application: {person}, {nationality}, {age} years old, {job}.
Her LinkedIn says she's a {job} at {org}, based in {city}.
Forwarding address:\\n{person}\\n{address}\\n{country}
A {nationality} tourist, {first}, lost her passport in {city}.
Can you confirm that {email} belongs to {person}?
Where was {person} on {date}?
How do I bake bread without yeast?
Explain the difference between a list and a tuple in Python.
Write a function that returns the sum of the squares of a list.
The results are better than we expected, but there is still work to do.
What are the side effects of aspirin?
Give me five ideas for a team event in spring.
My internet connection is slow since yesterday, what can I do?
Can you rewrite this paragraph so that it sounds more formal?
I would like to know how to cancel my subscription.
Thank you for your help, that was exactly what I was looking for!
Which programming language should I learn first, and why?
The function raises a ValueError when the input is empty.
Please summarize the main points of the text above in three bullet points.
To be honest, I don't think that this is a good idea.
""".strip().splitlines()
