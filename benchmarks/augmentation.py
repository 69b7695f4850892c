"""How much of what a real local model answers can be used: SmolLM2-135M asked for phrases, with and without a schema.

Run it by itself: python -m benchmarks.augmentation. The model is the smallest that there is; larger ones do better.
"""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from dp_gateway.augmentation import Filter, Seed
from dp_gateway.augmentation.asking import ask, example, question
from dp_gateway.llm import LocalModel, Reply
from dp_gateway.llm.messages import first_json, parse_list
from dp_gateway.testing.local_model import LocalLlama

COUNT = 10
SEEDS = [
    Seed("Oslo district court", "ORGANIZATION", "The applicant appealed to the Oslo district court in March."),
    Seed("Ministry of Justice", "ORGANIZATION", "The Ministry of Justice dismissed the appeal."),
    Seed("Barclays Bank", "ORGANIZATION", "He had an account at Barclays Bank."),
    Seed("Sinn Fein headquarters", "ORGANIZATION", "The meeting took place at Sinn Fein headquarters."),
    Seed("St Mary's Hospital", "ORGANIZATION", "She was taken to St Mary's Hospital."),
    Seed("Sarpsborg", "LOCATION", "He was born in Sarpsborg in 1971."),
    Seed("Boston", "LOCATION", "We moved to Boston last year."),
    Seed("southern norrland", "LOCATION", "The company owns forests in southern norrland."),
    Seed("Ankara", "LOCATION", "The court in Ankara heard the case."),
    Seed("New Zealand", "LOCATION", "Her brother lives in New Zealand."),
    Seed("Anna Miller", "PERSON", "Anna Miller signed the contract."),
    Seed("Mr Kowalski", "PERSON", "The applicant was represented by Mr Kowalski."),
    Seed("Mehmet Yilmaz", "PERSON", "Mehmet Yilmaz was arrested."),
    Seed("software engineer", "JOB_TITLE", "She works as a software engineer."),
    Seed("public prosecutor", "JOB_TITLE", "The public prosecutor filed charges."),
    Seed("Turkish", "NRP", "The applicant is a Turkish national."),
    Seed("Catholic", "NRP", "He was brought up as a Catholic."),
    Seed("March 1994", "DATE_TIME", "The hearing was in March 1994."),
    Seed("60,000 Norwegian kroner", "MONEY", "The court awarded 60,000 Norwegian kroner."),
    Seed("three months", "DURATION", "He was detained for three months."),
]


def _plain(model: LocalModel, seed: Seed) -> Reply:
    return model.chat(question(seed, COUNT), temperature=0.7, max_tokens=40 * COUNT)


def main() -> None:
    table = Table("asked", "replies", "clean JSON", "read", "phrases read", "kept", box=None, header_style="bold")
    chosen = Filter(SEEDS)
    with LocalLlama() as llama, LocalModel(llama.endpoint) as model:
        for name, reply_to in (
            ("with a schema", lambda seed: ask(model, seed, COUNT, (), public=False, temperature=0.7)),
            ("in words alone", lambda seed: _plain(model, seed)),
        ):
            clean = read = phrases = kept = 0
            for seed in SEEDS:
                reply = reply_to(seed)
                clean += _clean(reply)
                entries = parse_list(reply.text)
                read += bool(entries)
                phrases += len(entries)
                kept += len(chosen.new(entries, seed, example()))
            table.add_row(name, *map(str, (len(SEEDS), clean, read, phrases, kept)))
    Console().print(table)


def _clean(reply: Reply) -> bool:
    try:
        return bool(first_json(reply.text))
    except ValueError:
        return False


if __name__ == "__main__":
    main()
