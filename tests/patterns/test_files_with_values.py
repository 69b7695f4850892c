"""Files as they stand in projects, of many kinds: whose values are somebody's, and which lines are the program's."""

from __future__ import annotations

import pytest

from dp_gateway.patterns.detector import PatternDetector
from dp_gateway.patterns.known_phrases import default_lexicon


def _found(text: str) -> set[str]:
    names, _ = default_lexicon()
    return {text[one.start : one.end] for one in PatternDetector(names=names).detect([text])[0]}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("<order><postcode>LL11 8TE</postcode><city>Wrexham</city></order>\n", ["LL11 8TE"]),
        ('<input type="text" name="full_name" value="Rosalind Achterberg">\n', ["Rosalind Achterberg"]),
        ('<form>\n<input id="mobile" value="(312) 555-0148" type="tel">\n</form>\n', ["(312) 555-0148"]),
        ('<input type="hidden" name="csrf_token" value="IjQ3ZmE5MWM4.ZkW1xA.9QmT">\n', ["IjQ3ZmE5MWM4.ZkW1xA.9QmT"]),
        ("authors: [Anna Kowalski, Will Young]\n", ["Anna Kowalski", "Will Young"]),
        ('team = ["Will Young", "Rose Hill"]\n', ["Will Young", "Rose Hill"]),
        ('"salaries": [51000, 38250]\n', ["51000", "38250"]),
        ("\\signature{Cosima Reinholt\\\\ Bursar}\n", ["Cosima Reinholt"]),
        ("\\author{Wolfram Eichendorff\\thanks{x} \\and Priyanka Raghunathan}\n", ["Wolfram Eichendorff", "Priyanka Raghunathan"]),
        (
            "\\begin{letter}{Mr. Desmond Oyediran \\\\ 5 Calder Mews \\\\ Leeds}\n",
            ["Desmond Oyediran", "5 Calder Mews", "Leeds"],
        ),
        ("^1a2b3c4 (Anneke de Wit 2024-05-16 18:04:31 +0300  1) import os\n", ["Anneke de Wit"]),
        ("HEAD is now at 4b825dc Merge pull request #88 from feodora-lindqvist/fix-tests\n", ["feodora-lindqvist"]),
        ("npm ERR! 403 Forbidden - user feodora.lindqvist <feodora@lindqvist.se>\n", ["feodora.lindqvist"]),
        ("curl --user mtreloar:'Cobalt!Lane7' https://x.example.org/me\n", ["mtreloar", "Cobalt!Lane7"]),
        ("wget --user=fennimore --password=Gr4nite-Wren https://x.example.org/q\n", ["fennimore", "Gr4nite-Wren"]),
        ("$ docker login -u pembury9 -p Zx8qLmN2vRt registry.example.org\n", ["pembury9", "Zx8qLmN2vRt"]),
        ('return Customer(\n    balance=Decimal("10452.17"),\n    dob=date.fromisoformat("1984-03-19"),\n)\n', ["10452.17", "1984-03-19"]),
        ("Name\tRole\tGross\tNet\nDelphine Arquette\tCook\t2,845.00\t2,432.70\n", ["Delphine Arquette", "2,845.00", "2,432.70"]),
        ("player\twage_eur\nMatteo Ferrantini\t42000\nOusmane Keita\t38500\n", ["42000", "38500"]),
        ("| Name | Kind |\n|---|---|\n| Ebba Lindqvist | x |\n| Grace Field | y |\n| Tolu Adeyemi | z |\n", ["Grace Field"]),
        ("Surname\tForename\nTrelawney\tDemelza\nPascoe\tJory\n", ["Demelza", "Jory", "Pascoe"]),
        ("services:\n  web:\n    SITE_ADMIN: \"Corbin Whitlam\"\n    DEBUG: 0\n", ["Corbin Whitlam"]),
        ("PORT=80\nADMIN_FULLNAME=Tane Rangihuna\nTHEME=dark\n", ["Tane Rangihuna"]),
        ('region        = "us-east-2"\ndb_username   = "pgadmin_vale"\n', ["pgadmin_vale"]),
        ("[smtp]\nhost = x\nfrom_name = Maud Sandringham\ndb_user = odoo_salt\n", ["Maud Sandringham", "odoo_salt"]),
        ("-[ RECORD 1 ]--+------\ntenant_name    | Ottavia Bellucci\nmonthly_rent   | 1875.00\n", ["Ottavia Bellucci", "1875.00"]),
        (
            "CREATE TABLE clients(id INTEGER PRIMARY KEY, first TEXT, last TEXT, fee REAL);\n"
            "INSERT INTO clients VALUES(1,'Eluned','Morgan-Hughes',140.0);\n"
            "INSERT INTO clients VALUES(2,'Kofi','Boakye',155.5);\n",
            ["Eluned", "Morgan-Hughes", "140.0", "Boakye"],
        ),
        (
            "INSERT INTO customers VALUES (7, 'Rashid Farrukh', '1976-08-14', 12);\n",
            ["Rashid Farrukh", "1976-08-14"],
        ),
        (
            "INSERT INTO `staff` VALUES (10001,'1953-09-02','Georgi','Facello-Brand','M'),"
            "(10002,'1964-06-02','Bezalel','Simmelkorn','F');\n",
            ["Georgi", "Facello-Brand", "Bezalel", "Simmelkorn", "1953-09-02", "1964-06-02"],
        ),
        (
            "ContactName          Phone\n-------------------- --------------\n"
            "Beatrix Hathaway     0117 496 0144\nFolarin Oluseyi      0117 496 0199\n\n(2 rows affected)\n",
            ["Beatrix Hathaway", "Folarin Oluseyi", "0117 496 0144"],
        ),
        (
            "staff:\n  - {first: Idris, last: Penhallow, pay: 41250, role: BAKER}\n"
            "  - {first: Noor, last: Castellanos, pay: 38900, role: CLERK}\n",
            ["Idris", "Penhallow", "41250", "Castellanos"],
        ),
        (
            "diff --git a/t.yml b/t.yml\n@@ -4,5 +4,5 @@ team:\n   lead:\n-    phone: 029 2018 0366\n+    phone: 029 2018 0871\n",
            ["029 2018 0366", "029 2018 0871"],
        ),
        ('factory :member do\n  first_name { "Eudokia" }\n  last_name  { "Hallworth" }\nend\n', ["Eudokia", "Hallworth"]),
        ('var people = []Person{\n\t{Name: "Ondine Prewitt", Salary: 83000},\n}\n', ["83000"]),
        ("contact.address=118 rue Saint-Paul, Quebec\ncontact.phone=418-555-0125\n", ["118 rue Saint-Paul, Quebec"]),
        ("POST /x HTTP/1.1\n\nfirst_name=Fern&street=19+Pilchard+Row&city=Hastings\n", ["19+Pilchard+Row"]),
        ("sshd[2]: Accepted publickey for x ssh2: ED25519 SHA256:uNiVztksCsDhcc0u9e8BrdlJ2mVbXk4RyLw7PsDfGhJ\n",
         ["uNiVztksCsDhcc0u9e8BrdlJ2mVbXk4RyLw7PsDfGhJ"]),
    ],
)  # fmt: skip
def test_values_are_found(text: str, values: list[str]) -> None:
    found = _found(text)
    assert [value for value in values if value not in found] == [], found


@pytest.mark.parametrize(
    "text",
    [
        '<input type="text" name="page_size" value="Compact View">\n<meta name="viewport" content="width=device-width">\n',
        "\\author{The Maintainers}\n\\begin{letter}{\\recipient}\n",
        "^1a2b3c4 (Not Committed Yet 1) import os\n",
        "Merge pull request #88 from dependabot/npm_and_yarn/lodash-4.17.21\n",
        "docker login -u $USER -p $TOKEN registry.example.org\n",
        "curl -u $USER:$PASS localhost\n",
        'rate=Decimal("0.05")\nemail=request.form.get("email")\npassword=os.getenv("DB_PASSWORD")\n',
        "db_user     = var.db_user\ninstance    = \"t3.micro\"\n",
        "services:\n  web:\n    LOG_LEVEL: info\n    APP_ADMIN: disabled\n    BUILD_OWNER: platform\n",
        "[tool.ruff]\nuser = true\nline-length = 100\n",
        "CREATE TABLE films(id INT, title TEXT);\nINSERT INTO films VALUES(1,'Academy Dinosaur'),(2,'Ace Goldfinger Station');\n",
        "INSERT INTO cities VALUES (1, 'San Diego', '2020-01-01');\nINSERT INTO rooms VALUES (1, 'Board Room', '2020-01-01');\n",
        "INSERT INTO codes VALUES ('Alpha','Beta',3),('Gamma','Delta',4);\n",
        "Column               Type\n-------------------- --------------\nowner_id             integer\n\n",
        "@@ -1,2 +1,2 @@\n-  phone: string;\n+  phone: PhoneNumber\n",
        "ranges:\n  - {first: 1, last: 10, step: 2}\n",
        'let { "a" } in x\nversion { "1.2.3" }\n',
        "Surname\tForename\tJoined\tDirect debit\n",
        "| Name | Kind |\n|---|---|\n| Code Playground | x |\n| Demo site | y |\n| Browser extension | z |\n",
    ],
)  # fmt: skip
def test_what_programs_write_is_not(text: str) -> None:
    assert _found(text) == set()
