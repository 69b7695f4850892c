"""Code, tables, settings and logs: what is private in them is found, and nothing else is taken for it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from dp_gateway.detection.detection import default_detection
from dp_gateway.patterns.structure import regions

CLEAN = {
    "python": "import os\n\n\ndef read(path):\n    with open(path) as file:\n        return file.read()[::2]\n",
    "class": "class UserManager(BaseManager):\n    def __init__(self, app):\n        self.app = app\n        self.May = 3\n",
    "javascript": "const total = items.reduce((sum, item) => sum + item.price, 0);\nconsole.log(total.toFixed(2));\n",
    "typescript": "export interface Paris {\n  readonly Grant: string;\n  Jordan?: number;\n}\n",
    "c header": "#include <stdio.h>\n#define MAX_NAME 32\nextern int Washington(const char *Will, size_t n);\n",
    "rust": "fn main() {\n    let mark: Vec<u8> = Vec::new();\n    std::process::exit(1);\n}\n",
    "go": "package main\n\nfunc Ward(ctx context.Context) error {\n\treturn ctx.Err()\n}\n",
    "java trace": 'Exception in thread "main" java.lang.NullPointerException\n\tat com.acme.Hunter.call(Hunter.java:14)\n',
    "python trace": 'Traceback (most recent call last):\n  File "/srv/app/main.py", line 12, in run\n    x()\nValueError: bad\n',
    "sql table": "CREATE TABLE items (\n  id INTEGER PRIMARY KEY,\n  title VARCHAR(32) NOT NULL,\n  price NUMERIC(10,2)\n);\n",
    "sql": "SELECT id, title FROM items WHERE price > $1 AND title LIKE $2 ORDER BY id LIMIT 10;\n",
    "sql date": "SELECT date_trunc('month', created_at), count(*) FROM orders GROUP BY 1;\n",
    "diff": "diff --git a/app.py b/app.py\n--- a/app.py\n+++ b/app.py\n@@ -1,2 +1,2 @@\n-    timeout = 600000\n+    timeout = 10\n",
    "json": '{"type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"]}',
    "schema enum": '{"country": {"type": "string", "enum": ["US", "GB", "DE"]}, "additionalProperties": false}',
    "yaml": "version: 3\nservices:\n  web:\n    image: nginx:1.25.3\n    ports:\n      - 8080:80\n",
    "action": "name: build\non: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n",
    "toml": '[tool.ruff]\nline-length = 120\ntarget-version = "py311"\n',
    "ini": "[server]\nhost=127.0.0.1\nport=8080\ndebug=false\n",
    "docker ps": "CONTAINER ID   IMAGE          STATUS\n3f4e8a1b2c3d   nginx:latest   Up 2 hours\n",
    "pip list": "Package    Version\n---------- -------\nnumpy      2.1.3\nrequests   2.32.3\n",
    "ls": "total 16\n-rw-r--r-- 1 root root 1204 Jan  3 10:11 setup.py\ndrwxr-xr-x 2 root root 4096 Jan  3 10:11 src\n",
    "tree": ".\n├── src\n│   └── main.py\n└── README.md\n",
    "log": "2024-05-03 10:03:11,120 INFO app.worker - started 4 threads in 600000ms\n2024-05-03 10:03:12,001 DEBUG ok\n",
    "access log": '127.0.0.1 - - [03/May/2024:10:03:11 +0000] "GET /health HTTP/1.1" 200 512\n',
    "syslog": "May  3 10:03:11 web01 systemd[1]: Started Daily apt download activities.\n",
    "device log": "20240211-9:14:55:120|Work_Core|40021177|onStateChange 20881\n20240211-9:14:55:131|Work_Core|40021177|save 88\n",
    "phone log": "02-11 09:14:55.811  2702  2995 D TextView: call id 233570404 contact 5557212 number 861020331\n",
    "kernel log": "[  102.331412] usb 1-1.2: device number 30002312 using reference 4410023311\n",
    "supercomputer log": "- 1117838570 2005.06.03 R02-M1 2005-06-03-15.42.50.675872 R02-M1 RAS KERNEL INFO fixed\n",
    "block log": "081109 203518 143 INFO dfs.DataNode: Receiving block blk_-1608999687919862906 of size 67108864\n",
    "apache error log": "[Sun Dec 04 04:47:44 2005] [notice] jk2_init() Found child 6725 in slot 10\n",
    "dated error log": "2017/06/09 20:10:40 [error] 1042: call 5557212 returned to handler 9911002\n",
    "hexadecimal": "The fault is at address 0x0062fe04, which is nobody's.",
    "shell": "$ cd /usr/local/lib && ls -la\n$ make test\n",
    "clone": "Run `git clone git@github.com:acme/widgets.git` first.",
    "git url": "git remote add origin git@gitlab.com:group/project.git\n",
    "html": '<div class="card">\n  <a href="#top">Top</a>\n  <br/>\n</div>\n',
    "css": ".card {\n  margin: 0 12px;\n  color: #ff00aa;\n}\n",
    "xml": '<?xml version="1.0"?>\n<project>\n  <modelVersion>4.0.0</modelVersion>\n</project>\n',
    "fence": "Fix it:\n```\nlet june = april(May);\nWill.call(Mark);\n```\nand nothing else.",
    "time zone": "Set the time zone to America/New_York or Europe/Berlin, please.",
    "snake": "Rename user_first_name to given_name, and MAX_RETRY_COUNT to RETRIES.",
    "dotted": "It fails in self.app and in os.path.join() after the update.",
    "version": "We moved from version 1.26.0.4 to v2.0.1-rc.1 of it.",
    "path": "Look at src/components/Jordan/Grant.tsx and /etc/nginx/nginx.conf for it.",
    "loopback": "It listens on 127.0.0.1:8080 and on 0.0.0.0, not on ::1.",
    "private address": "server {\n    listen 10.0.0.5:80;\n    proxy_pass http_backend;\n}\n",
    "regex": "Use re.sub(r'(\\w+) (\\w+)', r'$2 $1', text) for that.",
    "slices": "The expression x[::2] takes each second item, and x[1:3] two of them.",
    "makefile": "test: build\n\tpytest -q tests\n\nclean:\n\trm -rf dist\n",
    "dockerfile": "FROM python:3.11-slim\nWORKDIR /app\nCOPY . .\nRUN pip install .\n",
    "env names": "DATABASE_URL=\nLOG_LEVEL=info\nWORKERS=4\n",
    "numbers": "1204  3311  2\n5512  1204  7\n9981  2231  1\n",
    "traceback js": "TypeError: x is undefined\n    at Object.Mark (/srv/app/index.js:10:15)\n    at node:internal/main:23:47\n",
    "latex": "\\begin{equation}\n  x^2 + y^2 = z^2\n\\end{equation}\n",
    "csv of things": "sku,colour,stock\n1001,red,5\n1002,blue,7\n",
}
PLANTED = [
    ('{"login": "tbaker77", "id": 3}', "tbaker77", "USERNAME"),
    ('{"contact": {"name": "Tom Baker", "phone": "030 901820"}}', "Tom Baker", "PERSON"),
    ('{"contact": {"name": "Tom Baker", "phone": "030 901820"}}', "030 901820", "PHONE_NUMBER"),
    ('{"who": "Theodric Vanterpool"}', "Theodric Vanterpool", "PERSON"),
    ('{"owner": "Zbigniew Okonkwo", "private": true}', "Zbigniew Okonkwo", "PERSON"),
    ('{"ssn": "536-22-1234", "dob": "1980-02-03"}', "1980-02-03", "DATE_TIME"),
    ('{"salary": 88861.0, "currency": "EUR"}', "88861.0", "MONEY"),
    ("<a href='mailto:t.van@hart.co'>write</a>", "t.van@hart.co", "EMAIL_ADDRESS"),
    ('Save {"zip": 2134, "n": 1} for me.', "2134", "POSTCODE"),
    ('```python\nuser = {"login": "tbaker77", "pin": 4821}\nself.app.run()\n```\n', "4821", "API_KEY"),
    ('{"address": "12 Oak Street, Springfield"}', "12 Oak Street", "STREET_ADDRESS"),
    ("user: tbaker\npassword: hunter22\nhost: db\n", "tbaker", "USERNAME"),
    ("user: tbaker\npassword: hunter22\nhost: db\n", "hunter22", "API_KEY"),
    ("customer_name: Anna Kowalski\nplan: basic\nseats: 3\n", "Anna Kowalski", "PERSON"),
    ("DB_USER=tbaker\nDB_PASSWORD=s3cr3tvalue\nDEBUG=0\n", "s3cr3tvalue", "API_KEY"),
    ("DB_USER=tbaker\nDB_PASSWORD=s3cr3tvalue\nDEBUG=0\n", "tbaker", "USERNAME"),
    ("id,name,phone\n1,Ottilie Brandvold,212-555-0199\n2,Bob Jones,212-555-0100\n", "Ottilie Brandvold", "PERSON"),
    ("id,patient\n1,Xu Li\n2,Ngozi Adeyemi\n", "Xu Li", "PERSON"),
    ("login\trole\ntbaker\tadmin\nakowalski\tdev\n", "akowalski", "USERNAME"),
    ("| employee | salary |\n|---|---|\n| Anna Kowalski | 88861 |\n| Tom Baker | 70100 |\n", "88861", "MONEY"),
    ("| employee | salary |\n|---|---|\n| Anna Kowalski | 88861 |\n| Tom Baker | 70100 |\n", "Tom Baker", "PERSON"),
    ("name;account number\nAnna;4711-0815\n", "4711-0815", "ID_NUMBER"),
    ('  File "/home/tbaker/src/app/main.py", line 12, in run\n    x()\n', "tbaker", "USERNAME"),
    ("error: /Users/annak/dev/x.c:12:3: expected ';'", "annak", "USERNAME"),
    ("C:\\Users\\annak\\AppData\\x.log was not found;", "annak", "USERNAME"),
    ("commit 3f4e8a1\nAuthor: Tom Baker <tom@example.com>\nDate: today\n", "Tom Baker", "PERSON"),
    ("commit 3f4e8a1\nAuthor: Tom Baker <tom@example.com>\nDate: today\n", "tom@example.com", "EMAIL_ADDRESS"),
    ("# Copyright (c) 2021 Ottilie Brandvold\nimport os\n", "Ottilie Brandvold", "PERSON"),
    ("fix: x\n\nSigned-off-by: Anna Kowalski <a@b.co>\n", "Anna Kowalski", "PERSON"),
    ("$ mysql -u tbaker -p'Zw4rt3kat' shop\n", "Zw4rt3kat", "API_KEY"),
    ("$ mysql -u tbaker -p'Zw4rt3kat' shop\n", "tbaker", "USERNAME"),
    ("tbaker@web01:~/src$ make test\n", "tbaker", "USERNAME"),
    (
        "-rw-r--r-- 1 tbaker staff 1204 Jan  3 10:11 x.py\n-rw-r--r-- 1 root root 12 Jan  3 10:11 y.py\n",
        "tbaker",
        "USERNAME",
    ),
    ("2024-05-03 10:03:11 ERROR auth - login failed user=tbaker ip=203.0.113.9\n", "tbaker", "USERNAME"),
    ("2024-05-03 10:03:11 ERROR auth - login failed user=tbaker ip=203.0.113.9\n", "203.0.113.9", "IP_ADDRESS"),
    (
        "02-11 09:14:55.811  2702  2995 D Mail: sent to anna@example.com from 203.0.113.9\n",
        "anna@example.com",
        "EMAIL_ADDRESS",
    ),
    (
        "20240211-9:14:55:120|Work|40021177|login user=tbaker\n20240211-9:14:55:131|Work|40021177|ok\n",
        "tbaker",
        "USERNAME",
    ),
    ("[12/03/2024, 14:05:33] Priya: I met Ottilie Brandvold in Boston\n", "Ottilie Brandvold", "PERSON"),
    ("00:00:01.000 --> 00:00:04.000\nI am from Boston.\n", "Boston", "LOCATION"),
    ('const admin = { email: "anna@example.com" };\n', "anna@example.com", "EMAIL_ADDRESS"),
    ('client = Client(api_key="sk-abcdef1234567890abcdef")\n', "sk-abcdef1234567890abcdef", "API_KEY"),
    ("INSERT INTO users (name, ssn) VALUES ('Tom Baker', '536-22-1234');\n", "536-22-1234", "US_SSN"),
    ("INSERT INTO users (name, ssn) VALUES ('Tom Baker', '536-22-1234');\n", "Tom Baker", "PERSON"),
    ("Please run this:\n```\nimport os\n```\nand send it to Maria Lopez.", "Maria Lopez", "PERSON"),
    ("$ curl -u admin:Zw4rt3kat https://example.com/x\n", "Zw4rt3kat", "API_KEY"),
    ('{"firstName": "Ottilie", "lastName": "Brandvold"}', "Brandvold", "PERSON"),
    ("iban: GB82 WEST 1234 5698 7654 32\nlimit: 5\n", "GB82 WEST 1234 5698 7654 32", "IBAN_CODE"),
    ("notes.txt\n```\nI am from Boston and I earn $88,861 in the shop.\n```\n", "Boston", "LOCATION"),
    ("notes.txt\n```\nI am from Boston and I earn $88,861 in the shop.\n```\n", "$88,861", "MONEY"),
    (
        "```text\nDear all,\nwe met in Boston and it was a very good day\nwith all of the friends of my family\n",
        "Boston",
        "LOCATION",
    ),
    ("[HumanMessage(content='I am Anna Miller from Boston.', id='1')]\nx = {}\n", "Boston", "LOCATION"),
    ('log.info(message="We\'ve met in Boston with friends", level=2);\n', "Boston", "LOCATION"),
    (f"say({' and so we went to the lake with all of them' * 8} in Boston, {{}});\n", "Boston", "LOCATION"),
]


@pytest.mark.parametrize("name", CLEAN)
def test_nothing_private(name: str) -> None:
    text = CLEAN[name]
    assert [(text[e.start : e.end], e.type) for e in default_detection().detect([text])[0]] == []


@pytest.mark.parametrize(("text", "value", "kind"), PLANTED)
def test_planted(text: str, value: str, kind: str) -> None:
    found = default_detection().detect([text])[0]
    start = text.index(value)
    covered = {at for one in found if one.type == kind for at in range(one.start, one.end)}
    assert covered.issuperset(range(start, start + len(value))), [(text[e.start : e.end], e.type) for e in found]


def test_regions_are_all_of_the_text() -> None:
    for text in [*CLEAN.values(), *(text for text, _, _ in PLANTED), "", "\n", "a\n\nb"]:
        found = regions(text)
        assert "".join(text[one.start : one.end] for one in found) == text
        assert all(one.end == two.start for one, two in pairwise(found))


@pytest.mark.parametrize(
    "text",
    [
        "Dear Anna, from here it is far (very far).\nSee you soon, maybe; who knows?",
        "Name: Tom Baker\nAddress: 12 Oak Street\nPhone: 555",
        "To do:\n- Tom: bring cake\n- Will: see below",
        "From what I know, Tom left; Anna stayed.\nIf so: call me (or her).",
    ],
)
def test_what_people_write_is_prose(text: str) -> None:
    assert {one.kind for one in regions(text)} == {"prose"}


@pytest.mark.parametrize(
    "text",
    [
        "```py\n# This is what we do in the first step of it\nx = 1\n```",
        "```\n# This is what we do in the first step of it\nx = 1\n```",
        "```\nx = 1\ny = 2\nprint(x)\nwe are in the middle of it\n```",
    ],
)
def test_what_programs_say_in_fences_is_code(text: str) -> None:
    assert {one.kind for one in regions(text)} == {"code"}


def test_a_table_goes_on_where_a_listing_is_cut_off() -> None:
    text = "station,date,wind\nGHC:USW00024233,20140101,34\nGHC:USW00024233,20140102,12\nGHC:USW00024233,2014"
    assert [region.kind for region in regions(text)] == ["table"]


@pytest.mark.parametrize("sign", [";", " {", ");", " =>", "():"])
def test_a_long_line_is_no_code_for_how_it_looks_where_it_is_cut(sign: str) -> None:
    text = "We went there in June; in July"
    for length in range(380, 420):
        line = text + "; in May" * 60
        line = line[:length] + sign + " and then we came home with Anna."
        assert {region.kind for region in regions(line)} <= {"prose"}, length
