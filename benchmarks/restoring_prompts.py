"""Prompts for which a model writes about the entities that it is told; four people for each kind of task."""

from __future__ import annotations

__all__ = ["INNOCENT", "prompts"]

# Name, town, organisation, e-mail address.
_PEOPLE = (
    ("Anna Kowalski", "Boston", "Northwind Traders", "anna.kowalski@gmail.com"),
    ("Tom Baker", "Chicago", "Kessler & Rowe LLP", "tbaker@kesslerrowe.com"),
    ("Maria Lopez", "Madrid", "Banco Santander", "maria.lopez@outlook.es"),
    ("John Carpenter", "Denver", "Acme Corporation", "john@carpenter.org"),
    ("Priya Sharma", "Toronto", "Infosys", "priya.sharma@infosys.com"),
    ("Peter Novak", "Zürich", "Siemens AG", "p.novak@siemens.com"),
    ("Sarah O'Connor", "Dublin", "Ryanair", "sarah.oconnor@ryanair.ie"),
    ("David Kim", "Seoul", "Samsung", "david.kim@samsung.com"),
)
_TASKS = (
    "Write a short letter that invites {0} from {1} to a birthday party.",
    "Write two sentences in capital letters about {0}, who lives in {1}.",
    "List three hobbies of {0} from {1} as a Markdown list with bold names.",
    "Summarize in two sentences: {0} works at {2} in {1}. {0} moved to {1} last spring to lead the sales team of {2}.",
    "Translate into Spanish: {0} lives in {1} and works for {2}.",
    "Translate into French: My friend {0} wrote to {2} yesterday. The office is in {1}.",
    "Make a table with the columns Name, City, Company and one row: {0}, {1}, {2}.",
    "Write a Markdown profile with a heading for {0}, {1}, employed by {2}.",
    'Give JSON with the keys "name", "city" and "company" for this person: {0}, {1}, {2}.',
    "Write a dialogue of four lines between {0} and a waiter in {1}.",
    "Write a short e-mail from {0} ({3}) to a customer, with a signature that names {2} and {1}.",
    "Write a poster that announces a talk by {0} of {2} in {1}. The heading is in capital letters.",
    "Write three sentences about {0}'s house, {0}'s car and {0}'s garden in {1}.",
    "Write bullet points about the career of {0} at {2}; use the surname alone.",
    "Correct the grammar: {0} are living in {1} since 2019 and he work at {2}.",
    "Write a short news report: {0} of {2} won $1,250.00 in {1} on March 3, 2024.",
    "Rewrite politely: {0} must pay $1,250.00 to {2} by March 3, 2024, phone +1 (617) 555-0173.",
    "Write a text message that reminds {0} of the meeting with {2} on March 3, 2024 in {1}.",
    "Fill in a form. Name: {0}. City: {1}. Employer: {2}. E-mail: {3}. Write all fields again as a list.",
    "Write a limerick about {0} from {1}.",
    "Repeat exactly: {0}, {1}, {2}, {3}, $1,250.00, March 3, 2024.",
    "Write a job reference for {0}, who worked at {2} from 2019 to 2023.",
)
_PEOPLE_A_TASK = 4

INNOCENT = (
    "Write a short poem about the sea.",
    "Explain in three sentences how bread is baked.",
    "List five vegetables as a Markdown list.",
    "Write a short story about a dog and a cat.",
    "Explain what a prime number is, with examples.",
    "Write a polite letter that cancels a subscription.",
    "Give five tips for a job interview.",
    "Describe spring in a small town.",
)
"""Prompts without entities: whatever is restored in the replies is wrong."""


def prompts() -> list[str]:
    """Every task for four of the people, in turn."""
    return [
        task.format(*_PEOPLE[(number * _PEOPLE_A_TASK + place) % len(_PEOPLE)])
        for number, task in enumerate(_TASKS)
        for place in range(_PEOPLE_A_TASK)
    ]
