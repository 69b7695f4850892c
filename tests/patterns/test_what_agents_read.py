"""What a coding agent reads: listings, tables that tools draw, logins in programs; and what looks alike in it."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection

_DRAWN = """┌──────────────────┬──────┬───────────┐
│ patient          ┆ ward ┆ stay_days │
│ ---              ┆ ---  ┆ ---       │
│ str              ┆ str  ┆ i64       │
╞══════════════════╪══════╪═══════════╡
│ Eustace Fairbairn ┆ B4   ┆ 6         │
│ Rukmini Sahasra  ┆ B4   ┆ 11        │
│ Ángel Irureta    ┆ C1   ┆ 3         │
└──────────────────┴──────┴───────────┘
"""
_BOXED = """┌─────────────────┬──────────┐
│      name       │  plan    │
│     varchar     │ varchar  │
├─────────────────┼──────────┤
│ Rukmini Sahasra │ team     │
│ Ángel Irureta   │ pro      │
└─────────────────┴──────────┘
"""
_PROCESSES = """USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND
oadebayo    81422 99.7 12.4 9184320 2031104 ?    Rl   08:51  14:02 node server.js
postgres    1311  0.3  2.1 219220 351020 ?      Ss   Sep12   3:44 postgres: checkpointer
"""

FOUND = [
    ("if (user.login === 'anna.miller') { return skip(user) }\n", ["anna.miller"]),
    ("if (anna.miller === 'x') { return }\n", ["anna.miller"]),
    ('if request.user.username == "tvanterpool2" or user.login == "m_okafor":\n    pass\n', ["m_okafor"]),
    ('op.execute("INSERT INTO payees (holder, dob) VALUES (\'Radoslav Penchev\', \'1987-02-11\')")\n', ["Radoslav Penchev"]),
    ("db.run(`INSERT INTO staff (holder, dob) VALUES ('Radoslav Penchev', '1987-02-11')`)\nconst x = y()\n", ["1987-02-11"]),
    ('Environment="LEDGER_TOKEN=ldg_9f27Xk31QwTz0Vb"\n', ["ldg_9f27Xk31QwTz0Vb"]),
    ("docker run -e API_TOKEN=ldg_9f27Xk31QwTz0Vb -p 1:1 app\n", ["ldg_9f27Xk31QwTz0Vb"]),
    ("-ssh: {user: ngreenhalgh}\n+ssh: {user: deploy}\n", ["ngreenhalgh"]),
    ("-    - 81.149.23.77\n+    - 81.149.23.90\n", ["81.149.23.77", "81.149.23.90"]),
    (_DRAWN, ["Eustace Fairbairn", "Rukmini Sahasra", "Ángel Irureta"]),
    (_BOXED, ["Rukmini Sahasra", "Ángel Irureta"]),
    (_PROCESSES, ["oadebayo"]),
    ("oadebayo  81422  1311 99 08:51 ?        00:14:02 node server.js\nroot 2 1 0 08:51 ? 00:00:01 init\ntty1\n", ["oadebayo"]),
    ("    PID USER      PR  NI    VIRT    RES    SHR S  %CPU\n  81422 oadebayo  20   0 9184320   1.9g  41032 R  99.7\n", ["oadebayo"]),
    ("COMMAND   PID     USER   FD   TYPE\nnode    48121 oadebayo   22u  IPv6 481910      0t0  TCP *:3000\n", ["oadebayo"]),
    ("lrwxr-xr-x   1 kbrannigan  staff       26 Aug 19 11:40 data -> /srv/data\n", ["kbrannigan"]),
    ("-rw-r--r-- kbrannigan/staff  812 2025-08-04 15:31 orders/api.py\n", ["kbrannigan"]),
    ("  131086      4 -rw-r--r--   1 kbrannigan staff        812 Aug  4 15:31 ./api.py\n", ["kbrannigan"]),
    (".rw-r--r--  1.2k kbrannigan  4 Aug 15:31 api.py\n", ["kbrannigan"]),
    ("Access: (0644/-rw-r--r--)  Uid: ( 1000/kbrannigan)   Gid: ( 1000/   users)\n", ["kbrannigan"]),
    ("# file: api.py\n# owner: kbrannigan\n# group: users\n", ["kbrannigan"]),
    ("pam_unix(sshd:session): session opened for user kbrannigan(uid=1000) by (uid=0)\n", ["kbrannigan"]),
    ("**sgallagher-bw** commented on `src/eta.ts` line 88:\n", ["sgallagher-bw"]),
    ("title:\tFix it\nstate:\tOPEN\nauthor:\tsgallagher-bw\n", ["sgallagher-bw"]),
    (" full_name       | mrr\n-----------------+---------\n Thandeka Mokoena | 912.50\n Maren Osterhaus  | 79.00\n", ["912.50", "79.00"]),
    ("bank - abel61 / kater@2021\n", ["kater@2021"]),
    ("bank - abel61 / Kater@v4\n", ["Kater@v4"]),
    ("$ terraform output\ncount = 3\n$ whoami\nteikeland\n", ["teikeland"]),
    ('{"id": "in_1QhZ", "amount_paid": 482000, "currency": "ngn"}\n', ["482000"]),
]  # fmt: skip
NOBODYS = [
    "uses: acme/scan@v4\n",
    "npm error While resolving: @storybook/react@7.6.20\n",
    "if (user.login === 'admin' || user.login === 'hot-module') { x = user.login == 'sub.domain' }\n",
    "if (config.output === 'x') { return }\n",
    "const A_KEY=getKeyFromEnvironment1(x)\n",
    "jruby-9.2.13.0 is used\n  version: 9.2.13.0;\n",
    "├── src\n│   ├── main.rs\n│   └── lib.rs\n└── Cargo.toml\n",
    "-rw-r--r-- root/wheel  812 2025-08-04 15:31 orders/api.py\n# owner: root\n",
    '{"cost":1,"remaining":4987,"resetAt":"2025-09-14T12:41:07Z"}',
    "I call bash_20250124 and text_editor_20250728 now.",
    "docker push registry.gitlab.com/acme/scanner:2.1\n",
    "Run ./deploy.sh --host 10.1.4.22 --dry-run\nadded 812 packages in 14s\n",
    "It is a headless Backend-as-a-Service (BaaS). You understand GraphQL.",
    "THREAT ID - id of threat, example: 0001, 0002\nCOMPONENT NAME - name of component",
    "It uses bcrypt for password hashing. User email addresses are verified.",
    "Ensure that the visual would work as a standalone diagram that conveys it.",
]


def _found(text: str) -> set[str]:
    return {text[one.start : one.end] for one in default_detection().detect([text])[0] if not one.public}


@pytest.mark.parametrize(("text", "values"), FOUND)
def test_what_is_private_in_what_an_agent_reads_is_found(text: str, values: list[str]) -> None:
    assert set(values) <= _found(text)


@pytest.mark.parametrize("text", NOBODYS)
def test_what_an_agent_needs_as_it_is_stays(text: str) -> None:
    assert not _found(text)
