"""A repository that is made up, a session of a coding agent in it, and 24 values planted where repositories have them.

What is not planted is public: modules of Python's own library stand for the program.
"""

from __future__ import annotations

import base64
import json
import re
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Any

TURNS = 40
HISTORY = 300_000
"""Bytes of the last request, about."""

PLANTED: dict[str, str] = {
    "name of an author": "Theodric Vanterpool",
    "mail address of an author": "t.vanterpool@quillmere.io",
    "login in a home folder": "tvanterpool",
    "password of a database in .env": "Wint3r-Sonne!77",
    "key of a provider in .env": "sk-proj-9fQx2LmT7vKc4ZbYw81RdPgHsJ5nUa3e",
    "key of a cloud in .env": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzq83LmKv0T",
    "password in a URL": "r4ven-Holt_92",
    "token in a log": "ghp_k2Jd83LsQpWz07VbNxRtYu5MhGfAc1EiSo9K",
    "social security number in CSV": "412-66-3907",
    "telephone number in CSV": "+1 617 555 0163",
    "salary in CSV": "88861",
    "customer in CSV": "Marisol Okonkwo",
    "customer in a result of psql": "Zephyrine Halloran",
    "amount in a result of psql": "73419.55",
    "address of a client in a log": "81.93.214.7",
    "mail address in a log": "zephyrine.halloran@fastmail.example.net",
    "card number in a log": "4539 5787 6362 1486",
    "account number in JSON": "DE75512108001245126199",
    "name under a key of JSON": "Quillan Adeyemi",
    "street in JSON": "1847 Larkspur Hollow Road",
    "date of birth in JSON": "1983-07-19",
    "password on a command line": "Gr3yOtter!xx",
    "name in base64": "Ottoline Farrukh",
    "patient number in what the user says": "MRN-4471902",
}

_GIVEN, _FAMILY = "Theodric", "Vanterpool"
FORMS: dict[str, tuple[str, ...]] = {
    "name of an author": ("theodric_vanterpool", "Vanterpool", "Theodric", "TVanterpool"),
    "social security number in CSV": ("412663907",),
    "telephone number in CSV": ("6175550163", "617-555-0163"),
    "salary in CSV": ("88861.0", "88,861"),
    "customer in a result of psql": ("zephyrine", "Halloran"),
    "card number in a log": ("4539578763621486",),
    "customer in CSV": ("okonkwo", "Marisol"),
    "name under a key of JSON": ("Adeyemi", "quillan"),
    "name in base64": ("dHRvbGluZSBG", "Farrukh"),
    "date of birth in JSON": ("July 19, 1983",),
    "patient number in what the user says": ("4471902",),
}
"""Other forms in which they are looked for on the wire, and stand in the session."""

_BASIC = base64.b64encode(b"name=Ottoline Farrukh&role=admin").decode()
_ENV = """# settings of the service
DATABASE_URL=postgres://svc_app:{url}@db.internal:5432/orders
DB_PASSWORD={database}
OPENAI_API_KEY={key}
AWS_SECRET_ACCESS_KEY={cloud}
LOG_LEVEL=info
REQUEST_TIMEOUT_MS=600000
TZ=America/New_York
"""
_CSV = """id,name,email,phone,ssn,salary
1,{customer},m.okonkwo@quillmere.io,{phone},{ssn},{salary}
2,Anneliese Thornbury,a.thornbury@quillmere.io,+1 212 555 0118,307-55-8821,64250
"""
_LOG = """2025-03-02 10:11:54,201 INFO  server.http GET /v1/orders?page=2 200 12ms
2025-03-02 10:11:55,730 WARN  server.auth client={ip} user={mail} token={token} rejected
2025-03-02 10:11:56,002 ERROR payments.charge card={card} amount=120.00 code=51 retry=3
2025-03-02 10:11:56,340 INFO  server.http POST /v1/orders 201 34ms
"""
_PSQL = """ id |      customer      |  amount
----+--------------------+----------
  1 | {name} | {amount}
(1 row)
"""
_DOCKER = """CONTAINER ID   IMAGE          COMMAND                  CREATED       STATUS       PORTS                    NAMES
3f2a9b1c2d3e   postgres:15    "docker-entrypoint.s…"   2 weeks ago   Up 2 weeks   0.0.0.0:5432->5432/tcp   orders_db_1
9bc01ad77e42   redis:7.2.4    "docker-entrypoint.s…"   2 weeks ago   Up 2 weeks   127.0.0.1:6379->6379/tcp orders_cache_1
"""
_PIP = """Package            Version
------------------ ---------
aiohttp            3.9.1
charset-normalizer 3.3.2
pydantic           2.7.4
setuptools         65.5.0
"""
_DIFF = """diff --git a/orders/api.py b/orders/api.py
index 83db48f..bf269f4 100644
--- a/orders/api.py
+++ b/orders/api.py
@@ -12,7 +12,7 @@ class OrderAPI(BaseAPI):
-    def list_orders(self, page: int = 1, limit: int = 100) -> list[Order]:
+    def list_orders(self, page: int = 1, limit: int = 250) -> list[Order]:
         return self.store.fetch(page=page, limit=limit)
"""


def _planted_results() -> Iterator[tuple[str, dict[str, Any], str]]:
    """Calls of tools and what they gave, with every planted value but the user's own."""
    at = PLANTED.__getitem__
    yield (
        "Bash",
        {"command": "git log -1"},
        (
            f"commit 3f2a9b1c2d3e4f5061728394a5b6c7d8e9f00112\nAuthor: {at('name of an author')} "
            f"<{at('mail address of an author')}>\nDate:   Mon Mar 3 10:00:00 2025 +0100\n\n    Fix the page size of orders\n"
        ),
    )
    yield (
        "Bash",
        {"command": "pwd && ls -la"},
        (
            "/home/tvanterpool/src/orders\ntotal 48\n-rw-r--r--  1 tvanterpool staff   812 Mar  2 09:58 README.md\n"
            "drwxr-xr-x 12 tvanterpool staff   384 Mar  2 09:58 orders\n"
        ),
    )
    yield "Read", {"file_path": "/home/tvanterpool/src/orders/.env"}, _ENV.format(
        url=at("password in a URL"), database=at("password of a database in .env"),
        key=at("key of a provider in .env"), cloud=at("key of a cloud in .env"),
    )  # fmt: skip
    yield "Read", {"file_path": "fixtures/customers.csv"}, _CSV.format(
        customer=at("customer in CSV"), phone=at("telephone number in CSV"), ssn=at("social security number in CSV"),
        salary=at("salary in CSV"),
    )  # fmt: skip
    yield "Bash", {"command": "tail -n 4 logs/server.log"}, _LOG.format(
        ip=at("address of a client in a log"), mail=at("mail address in a log"), token=at("token in a log"),
        card=at("card number in a log"),
    )  # fmt: skip
    yield (
        "Bash",
        {"command": "psql -c 'select * from invoices limit 1'"},
        _PSQL.format(name=at("customer in a result of psql"), amount=at("amount in a result of psql")),
    )
    document = {
        "who": at("name under a key of JSON"), "iban": at("account number in JSON"),
        "address": at("street in JSON"), "dob": at("date of birth in JSON"), "retries": 3,
    }  # fmt: skip
    yield "Read", {"file_path": "fixtures/account.json"}, json.dumps(document, indent=2)
    yield "Bash", {"command": f"mysql -u root -p'{at('password on a command line')}' orders < dump.sql"}, "OK\n"
    yield "Grep", {"pattern": "Basic", "path": "tests"}, f'tests/test_auth.py:14:    header = "{_BASIC}"\n'
    yield "Bash", {"command": "docker ps"}, _DOCKER
    yield "Bash", {"command": "pip list"}, _PIP
    yield "Bash", {"command": "git diff"}, _DIFF
    yield (
        "Grep",
        {"pattern": "salary", "path": "."},
        (
            "tests/test_pay.py:9:    assert pay('theodric_vanterpool') == 88861.0\n"
            "tests/test_pay.py:12:    call('6175550163', ssn='412663907')\n"
        ),
    )


def _library() -> list[str]:
    """Pieces of modules of Python's own library, without lines that name people or places of the web."""
    folder = Path(sysconfig.get_path("stdlib"))
    names = (
        "argparse ast asyncio/tasks asyncio/events bdb calendar codecs collections/__init__ configparser csv datetime "
        "difflib email/message enum fractions ftplib heapq http/client http/server inspect json/decoder json/encoder "
        "logging/__init__ mailbox optparse pathlib pickle platform queue selectors shutil sched socket statistics string "
        "subprocess tarfile tempfile textwrap threading tokenize traceback typing urllib/parse urllib/request uuid zipfile"
    ).split()
    files = [folder / f"{name}.py" for name in names]
    texts = (path.read_text(encoding="utf-8")[:16_000].splitlines() for path in files if path.exists())
    return ["\n".join(line for line in lines if not _NAMING.search(line)) for lines in texts]


_NAMING = re.compile(
    r"https?:|@\w+\.|[Cc]opyright|[Aa]uthor|[Mm]aintain|__credits__|DISCLAIM|LIABLE|"
    r"\b(?:by|from|and|thanks to) [A-Z]\w+ [A-Z]|\bby /?[A-Z][a-z]+\b|[0-9]Z [a-z]+$|Pinard|Pearson|Kevin O'Connor"
)


_SYSTEM = """You are an interactive coding agent that helps users with software engineering tasks.
Use the instructions below and the tools available to you to assist the user.

IMPORTANT: NEVER commit changes unless the user explicitly asks you to. ALWAYS prefer Grep over `grep` in Bash.
- Use SEARCH/REPLACE blocks or the Edit tool. The old_string MUST match the file byte for byte.
- Commands time out after 600000ms / 10 minutes. Output is truncated after 30000 characters.
- Plan with TodoWrite. Today's date is 2025-03-02. Platform: linux. Zone: America/New_York.
- Answer in fewer than 4 lines. Do not add comments. Follow PEP 8 and Conventional Commits; keep the CHANGELOG.
"""


def _tool(name: str, description: str, **properties: Any) -> dict[str, Any]:
    parameters = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}


_STRING = {"type": "string"}
TOOLS = [
    _tool("Bash", "Runs a command in a persistent shell.", command=_STRING, timeout={"type": "number"}),
    _tool("Read", "Reads a file; file_path must be absolute.", file_path=_STRING),
    _tool("Edit", "Replaces old_string by new_string, exactly.", file_path=_STRING, old_string=_STRING, new_string=_STRING),
    _tool("Grep", "Searches with ripgrep.", pattern=_STRING, path=_STRING,
          output_mode={"type": "string", "enum": ["content", "files_with_matches", "count"]}),
    _tool("TodoWrite", "Writes the list of todos.", status={"type": "string", "enum": ["pending", "in_progress", "completed"]}),
    _tool("mcp__Jira__search", "Searches issues.", region={"type": "string", "enum": ["US", "EU", "Georgia", "celsius"]}),
]  # fmt: skip

_ASKS = [
    "Look at the last commit of orders and tell me what it does.",
    "The page size is wrong again. Use Grep to find where limit is set, then Edit it. Keep SEARCH/REPLACE blocks small.",
    "Patient MRN-4471902 complained about the invoice; find out why. Set region to US, not to Georgia.",
    "Run the tests and fix what fails. Use mcp__Jira__search for the ticket. NEVER touch the CHANGELOG.",
]


def session() -> Iterator[list[dict[str, Any]]]:
    """The messages of each turn, as they are added to those before."""
    planted, library = list(_planted_results()), _library()
    filler = HISTORY // TURNS
    for turn in range(TURNS):
        added: list[dict[str, Any]] = []
        if turn % 5 == 0:
            added.append({"role": "user", "content": _ASKS[turn // 5 % len(_ASKS)]})
        text = library[turn % len(library)][turn % 7 * 500 :][:filler]
        calls = [("Read", {"file_path": f"/usr/lib/python3/module_{turn}.py"}, text)]
        if turn % 3 == 0:
            calls.append(planted[turn // 3 % len(planted)])
        listed = [
            {
                "id": f"call_{turn}_{number}",
                "type": "function",
                "function": {"name": name, "arguments": json.dumps(given)},
            }
            for number, (name, given, _) in enumerate(calls)
        ]
        added.append({"role": "assistant", "content": None, "tool_calls": listed})
        for number, (_, _, result) in enumerate(calls):
            added.append({"role": "tool", "tool_call_id": f"call_{turn}_{number}", "content": result})
        yield added


def system() -> dict[str, Any]:
    """The message of the developer."""
    return {"role": "system", "content": _SYSTEM}
