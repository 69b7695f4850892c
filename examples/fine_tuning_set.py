"""A fine-tuning set of chats and a CSV of twenty columns, sanitized and evaluated.

python examples/fine_tuning_set.py [FOLDER]
"""

from __future__ import annotations

import csv
import json
import sys
import tempfile
from pathlib import Path

from dp_gateway import Secret
from dp_gateway.policy import load_policy
from dp_gateway.privacy.guarantee import level_text
from dp_gateway.tables import Column, Plan
from dp_gateway.tables.formats import places_of, targets_of
from dp_gateway.tables.running import Run, run

CHATS = [
    ("I am Anna Miller from Boston. Cancel order C-48291, please.", "Done, Anna: order C-48291 is cancelled."),
    ("This is Tom Lee. Write to tom.lee@acme.com when it ships.", "We write to tom.lee@acme.com, Mr. Lee."),
    ("Maria Gonzalez here, I paid $1,250 on 2024-03-05.", "Thank you, Maria. We have $1,250 from you."),
]
CHAT_PLAN = Plan(name="chats", columns={"messages": Column(kind="json", shape="chat"), "weight": Column(kind="keep")})

CUSTOMERS = Plan(
    name="customers",
    columns={
        "customer_id": Column(kind="identifier"),
        "name": Column(kind="entity", type="PERSON"),
        "email": Column(kind="entity", type="EMAIL_ADDRESS"),
        "phone": Column(kind="entity", type="PHONE_NUMBER"),
        "street": Column(kind="entity", type="STREET_ADDRESS"),
        "city": Column(kind="entity", type="LOCATION"),
        "postcode": Column(kind="entity", type="POSTCODE"),
        "employer": Column(kind="entity", type="ORGANIZATION"),
        "job": Column(kind="entity", type="JOB_TITLE"),
        "iban": Column(kind="entity", type="IBAN_CODE"),
        "ip": Column(kind="entity", type="IP_ADDRESS"),
        "born": Column(kind="date"),
        "joined": Column(kind="date"),
        "age": Column(kind="number", lower=0, upper=120, step=1),
        "salary": Column(kind="number", lower=0, upper=500_000, step=100),
        "note": Column(kind="text"),
        "settings": Column(kind="json"),
        "plan": Column(kind="keep"),
        "churned": Column(kind="keep"),
        "internal": Column(kind="drop"),
    },
)
ROWS = [
    "C-1,Anna Miller,anna@acme.com,+1 212 555 0142,5 Main St,Boston,02134,Siemens,nurse,DE89370400440532013000,"
    '10.1.2.3,1980-01-02,2019-03-04,44,85000,Anna called from Boston.,"{""who"": ""Anna Miller""}",gold,no,x',
    "C-2,Tom Lee,tom@acme.com,+1 212 555 0199,9 Oak Ave,Chicago,60601,Acme Inc,teacher,DE02120300000000202051,10.9.8.7,"
    '1975-07-08,2021-11-30,49,61200,Mr. Lee wants a refund.,"{""who"": ""Tom Lee""}",basic,yes,y',
]


def sanitize(source: Path, target: Path, plan: Plan, key: Secret) -> None:
    """Sanitize one file, and print what it costs."""
    places = places_of([str(source)])
    report = run(Run(places, targets_of(places, str(target)), plan, load_policy("entities"), key))
    print(f"{target.name}: {report.rows} rows, {report.price.text} in all, {level_text(report.row)} for one row")


def main() -> None:
    """Write both files, sanitize them, and print what leaves."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    key = Secret.from_file(folder / "secret.key")
    chats = folder / "chats.jsonl"
    with chats.open("w") as file:
        for asked, answered in CHATS:
            messages = [{"role": "user", "content": asked}, {"role": "assistant", "content": answered}]
            file.write(json.dumps({"messages": messages, "weight": 1}) + "\n")
    sanitize(chats, folder / "chats.private.jsonl", CHAT_PLAN, key)
    print((folder / "chats.private.jsonl").read_text())
    customers = folder / "customers.csv"
    customers.write_text("\n".join([",".join(CUSTOMERS.columns), *ROWS]) + "\n")
    sanitize(customers, folder / "customers.private.csv", CUSTOMERS, key)
    for row in csv.DictReader((folder / "customers.private.csv").open()):
        print(row)


if __name__ == "__main__":
    main()
