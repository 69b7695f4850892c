"""Manuals, listings, settings, dumps and notebooks as agents read them: what a program needs stays, values do not."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection

_PICTURE = (
    "iVBORw0KGgoAAAANSUhEUgAAAYUAAAEFCAYAAAAMk/uQAAAABHNCSVQICAgIfAhkiAAAAAlwSFlz+Li4obkTQDASNVjxKOjoyVJPpAuYl9"
    "FAQUAtbm+Suz58f1xRdf6MCBA3aP0iddXbGq+Tom3Zk8Qh1PvN7wEr5LsU+Ana2fGx9HcRt0Vy7Bm"
)


def _private(text: str) -> list[str]:
    return [text[one.start : one.end] for one in default_detection().detect([text])[0] if not one.public]


@pytest.mark.parametrize(
    "text",
    [
        '.\\" Modified 1998-03-11, 2003-06-02\n.\\"\n.TH FLOCK 2 2019-05-09 "Linux" "Manual"\n.SH NAME\nflock \\- lock\n',
        ".SH NOTES\nThe flag appeared in 2.6.18, and in 2.4.21 it was ignored.\n",
        "This call was added in Linux 2.6.22; before kernel 2.5.31 it failed.\n",
        "- Upgrade idna to 2026.3.14\n- Bump tzdata from 2025.11.2 to 2026.1.3\n",
        "$ readlink /proc/1/ns/net\nnet:[4026531840]\n",
        'x = [11 35  7 62 90 14 28 53 41 76]\nprint("[11 35  7 62 90 14 28 53 41 76]")\n',
        "cat <<END\nBOLD\\t\\x1B[1m\nCYAN\\t\\x1B[36m\nRESET\\t\\e[0m\nEND\n",
        "resources:\n  limits:\n    cpu: 250m\n    memory: 128Mi\n",
        "mysql> select 1;\n+---+\n| 1 |\n+---+\n1 row in set (0.04 sec)\n\nQuery OK, 3 rows affected (0.12 sec)\n",
        "/\nCREATE TYPE INVOICE_T AS OBJECT (\n  invoice_id int\n);\n/\n\nCREATE OR REPLACE PACKAGE BILLING AS\n",
        "ALTER TABLE rental\n  ADD CONSTRAINT pk_rental_item PRIMARY KEY (rental_id);\n",
        "def connect():\n    if not api_token:\n        raise ValueError('none is set')\n",
        "const token = {\n  apiKey: process.env.SHOP_API_KEY,\n};\n",
        "daemon --user $TOMCAT_USER start\nmysql -u {{ db.login }} -p{{ hosts[0].secret }}\n",
        "It stores username-password pairs of the keyring.\n",
        "- Encrypt a file, prompting for a password:\n\n`stowage-vault create {{path/to/file}}`\n",
        "- Run a command with an access token:\n\n`doctl databases {{create}} --access-token {{token}}`\n",
        "attributes:\n  api_key:  Authentication credential. Never log it.\n",
        "- `AKIAIOSFODNN7EXAMPLE` stands in the manual\n- `-----BEGIN RSA PRIVATE KEY-----` begins a file\n",
        "| `TOKEN` | high | `aws_secret_access_key = wJalr...` |\n",
        "ufw allow from any address on the 192.168.0/24 subnet\n",
        '{\n  "$schema": "https://stowage-plugins.org/schemas/1.0.0/plugin.schema.json",\n  "name": "charts"\n}\n',
        "# stowage\n\n> Pack folders.\n> More information: <https://www.getstowage.com/docs/cli/commands/>.\n\n- Pack:\n\n"
        "`stowage pack {{path}}`\n",
        'const rules = [\n  { name: "Rule Without Pattern", id: 3 },\n  { name: "Edit Mode" },\n];\nrun(rules);\n',
        "export const tool = {\n  type: x,\n  function: {\n    name: ToolNames.ReadFile,\n  },\n};\n",
        "environment:\n  EULA: \"TRUE\"\n  ports:\n    - '6379:6379'\n",
        "Committer: The person who applied it\nCommitter=You (tool)\n",
        f'   "image/png": "{_PICTURE}",\n   "text/plain": ["<Figure>"]\n',
        "await client.run({ model: x, id: \"claude-opus-4-8\" });\nheaders = 'files-api-2025-04-14'\n",
        "GET / HTTP/1.1\nUser-Agent: Mozilla/5.0 (X11) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36\n",
        "    [[10, 20, 30], 35, null],\n    [[], 10, null],\n",
        "See https://bugzilla.kernel.org/show_bug.cgi?id=14749\n",
        "SELECT * FROM t ORDER BY val;\nSELECT * FROM t2 ORDER BY val;\n",
        "class Codes:\n    # RFC 7231: Semantics and Content\n    * RFC 2295: Transparent Content Negotiation in HTTP\n",
        "## 0.4\n\n- Increased `max` dimensions from 1024 to 2000\n",
        "$ python\nPython 2.7.9 (default, Mar  1 2015, 12:57:24)\n[GCC 4.9.2] on linux2\n",
        "# Nodes\n\nRun `ping`:\n\nThe node has 192.168.45.7 and listens, see `a.conf`.\n",
        "driver = webdriver.Remote(url='http://selenium-hub:4444/wd/hub')\nproxy = \"http://my-external-proxy.com:1234\"\n",
        'mounts = {\n    "all://*": a,\n    "all://*.example.com": b,\n}\n',
        "apiVersion: monitoring.coreos.com/v1\nkind: Rule\nannotations:\n  haproxy.zorbaxio.io/rewrite: a\n",
        "services:\n  db:\n    image: nextcloud:29\n    environment:\n      - MYSQL_USER=nextcloud\n      - MYSQL_PASSWORD=nextcloud\n",
        "docker run -e POSTGRES_USER=odoo -e POSTGRES_PASSWORD=myodoo --name db odoo:15\n",
        "    ports:\n      - '81:5000'\n      - 80:80\n    restart: always\n",
        "## 2.1.84\n\n- Fixed `a`\n\n## 2.1.83\n\n- Fixed `b`\n",
        "config:\n  existingSecret: my-data-source\n  passphrase: passphrase1\n  url: http://login:password@localhost:41285\n",
        "# nvm\n\nnvm is a version manager for `node`. Without rights it is run again as an administrator.\n",
        "# Scripting\n\n#### E. Cross-Site\n\nSee `a.js`.\n",
        "jobs:\n  build:\n    steps:\n    # -name: Build Project\n    #  run: make\n    - run: ls\n",
        "name: ci\non: push\njobs:\n    # See: https://github.com/gradle/actions/blob/main/setup-gradle/README.md\n    uses: gradle/actions/setup-gradle@v4\n",
        "uri: mongodb://mongodb-0.staging.internal:27017/admin\nproxy: http://frontend.default.svc.cluster.local:8080/stub_status\nlevel: info\n",
        "# About\n\nThis runs on `x86` under OpenBSD, FreeBSD and Solaris.\n",
        "# Swift\n\nSwift is a fast programming language, see `a.swift`. Though inspired by others, Swift has its own syntax.\n",
        "# Fonts\n\n- Headings: Lora font\n- Installs the Lora fonts\n- Body text: Lora, see `a.css`\n",
        "# Files\n\nRead `memory-bank/` first. Memory Bank updates occur when `memory-bank/a.md` is old.\n",
        '$ docker run -it -v "$PWD:/code" bats/bats:latest /code/test\n$ ls\n',
        "3. Use the `ask` tool to confirm the secret is configured:\n",
        "module Regex where\n{- This file is part of Zorbaxio\n   https://www.zorbaxio.net -}\nimport Data.List\nimport Data.Char\nf :: Int -> Int\nf x = g (x + 1)\n",
        "Copy `hosts.example` to `hosts` first:\n\n    cp hosts.example hosts\n",
        "![logo](https://github.com/user-attachments/assets/acae9193-2974-41f3-808d-2d433f5ada5e)\n",
        "![by](https://img.shields.io/badge/Reviewed_by-Hound-8E64B0.svg)\n",
        "or (ii) ownership of fifty percent (50%) or more of the outstanding shares\n",
        "# Log\n\n- Kept in 4.14.1.0, gone in 4.16.7.2\n",
        "# Log\n\n## 8.4.2\n\nReleased 2026-06-24\n\n| 3.x | EOL (2016-10-31) | `guzzle/guzzle` |\n",
        "    Bumps [morgan](https://github.com/expressjs/morgan) from 1.10.1 to 1.11.0.\n    - dependency-name: morgan\n",
        "2ba8db9c Merge pull request #3874 from sharkdp/dependabot/cargo/minus-5.7.2\naeb0e4c4 Fix it\n",
        "See [CVE-2024-51999](https://www.cve.org/CVERecord?id=CVE-2024-51999) (GHSA-pj86-cfqh-vqx6).\n",
        '$stream = fopen("php://temp", "r+");\nreturn $stream;\n',
        "struct Ignored\n    id::Int = 1\n    secret::Int = 99\nend\n",
        'test "it" do\n  user = TestRepo.insert!(%User{})\n  assert user\nend\n',
        "struct GridBorder {\n    cached: DecorationText,\n}\n\nimpl GridBorder {\n    fn new() -> Self {}\n}\n",
        "- Fix it [#2946](https://github.com/guzzle/guzzle/pull/2946)\n- Add it [#2961](https://github.com/guzzle/guzzle/pull/2961)\n",
        "# Утилита\n\nЕсли вы используете [`fd`](https://github.com/sharkdp/fd), применяйте для этого флаг `-X`.\n",
        "Mauris lobortis nulla et felis ullamcorper bibendum. Phasellus et hendrerit mauris. Praesent eget nibh elit.\n",
        "GEM\n  specs:\n    parser (3.3.9.0)\n      ast (~> 2.4.1)\n    thor (>= 0.14.0)\n    rake (13.2.1)\n",
        "+jobs:\n+  check:\n+    name: Check NEWS.md has a section\n+    runs-on: ubuntu-latest\n",
        '- ignore: {name: "Functor law"} # 1 hint\n- ignore: {name: "Use join"} # 2 hints\n',
        "titel=Title\nfirstName=First Name\nlastName=Last Name\ncity=City\n",
        "The MIT License (MIT)\n\nPermission is hereby granted, free of charge.\n",
        "# Files of Visual Studio 2017\nwwwroot/\nbin/\n",
        "require (\n\tgithub.com/klauspost/compress v1.18.0 // indirect\n"
        "\tgithub.com/modern-go/concurrent v0.0.0-20180306012644-bacd9c7ef1dd\n)\n",
        "10,12,40.452222222222225,-120.53972222222222,8.1\n11,13,38.068333333333335,-117.21666666666667,9.4\n",
        "$ psql -U postgres northwind -p 55432\n",
        'dependencies = {\n    "cookie": "^0.7.1",\n    "cookie-signature": "^1.2.1"\n}\n',
        "CLOUDFILES_API_KEY=my_rackspace_api_key\nPIHOLE_PW=changeit\n",
        "case \"${MVNW_PASSWORD:+has-password}\" in\n'') MVNW_USERNAME='' ;;\nesac\n",
        "function(req, res) {\n  res.render('edit', { user: req.user });\n}\n",
        "var-%: ; @echo $($*)\nall:\n\t@echo done\n",
        '      source_ref: "v#{@version}",\n      links: %{"Forge" => @source_url},\n',
        "code span.ch { color: #4070a0; }\ncode span.cn { color: #880000; }\n",
        'config :my_app, Repo,\n  url: "ecto://postgres:postgres@localhost/ecto_simple"\n',
        "$ cd /home/github/actions-runner\n$ sudo ./svc.sh install\n",
        'from(c in "t", where: c.id == p0.category_id and is_nil(c0.parent_id))\n',
        "                 Licence\n           Version 2.0, January 2004\n    https://www.apache.org/licenses/\n",
        "Listing:\n  login       Log in to a registry\n  logout      Log out from a registry\n  search      Search for images\n",
        "Commands:\n  secret           Create a secret\n  serviceaccount   Create an account of a service\n",
        "-rw-r--r-- libboost-filesystem1.74.0 and redis-server_7.0.15-1.deb, site-packages/seqio-2026.10.1.dist-info\n",
        "Install: file:amd64 (1:5.44-3), zstd:amd64 (1.5.4, automatic)\n",
        "#define sk_X509_NAME_new_null() ((STACK_OF(X509_NAME) *)OPENSSL_sk_new_null())\n#define sk_SSL_CIPHER_num(sk) 1\n",
        "void f() {\n  user = user.lower();\n  map.containsKey(temp_substring);\n  temp_substring = s;\n}\n",
        "It says so in the login: prompt on the screen. A login is invoked once, and the username is mandatory.\n",
        "use strict;\nmy @results = run();\npush @results, 1;\nreturn @results;\n",
        "$logfile = $1; # untaint\ncase $1 in\n  --help) exit;;\nesac\n",
        "const GROUPS = {\n  'ff02::1:2/128': 'servers',\n  '64:ff9b::/96': 'NAT64',\n  '2001:db8::/32': 'docs',\n};\n",
        "010D ; [.1FD7.0020.0002] # SMALL\n0063 ; [.2076.0020.0007][.0000.0000.0002] # SMALL\n",
        "[ 30%] Building C object\ntests/test_a.py ......   [ 50%]\ntests/test_b.py ......   [100%]\n",
        "Completed in 6.927sec\n\n12 passed, 3 skipped in 4.31s\nInstalled 5 packages in 12ms\n",
        "<h3>2009-01-15 (3.6.10)</h3>\n<h3>2008-11-26 (3.6.6.2)</h3>\n\n5.2.10 (2022-12-13)\n",
        "attrs                 25.4.0\nlanggraph             1.2.24\nnumpy                 2.4.6\nzipp      4.1.0\n",
        "Depends: gitosis (<< 0.2+20090917-7), libaopalliance-java (20070526-7), types-foo 1.2.0.20240309\n",
        "Start-Date: 2026-09-22  04:45:29\nCommandline: apt install zstd\nEnd-Date: 2026-09-22  04:46:01\n",
        "$XFree86: xc/programs/xfontsel/XFontSel.ad,v 1.1 2000/02/13 03:26:24 $\n",
        "  Cap it to 2000 MiB on MIPS32.\n",
        "Pontoon: Update Romanian (ro) localization\nNatural Language :: English\nthe German stemmer\n",
        'name="Foo", secret_key="supersecret"\n',
        "open `https://my-server.com/list.dat`, gs://my_bucket/input_file, chrome://inspect/#devices\n",
        "[![Downloads](https://pepy.tech/badge/uvloop)](https://pepy.tech/project/uvloop)\n\n    pip install uvloop\n",
        "# faiss\n\n    pip install faiss\n\nSee the [documentation](https://faiss.ai/) of it.\n",
        "Homepage: https://redis.io/\nSource: https://github.com/numpy/numpy\n",
        "For more help, head to https://docs.docker.com/go/guides/\n",
        "<Input password='Min 8 characters' />\nlabel.password='At least 1 digit'\n",
        "switch (x) {\n  case 1234567: return f(x);\n}\n# 2009-03-04 fixed account 12 and policy v2\nrun(x);\n",
        "1.201     2020-12-13\n    - repaired\n1.200     2020-09-27\n    - mended\n",
        "#### ncurses 1.8.1 -> ncurses 1.8.2 #### Nov 28, 1993\nNoteworthy changes in version 0.9.3 (2015-06-01)\n",
        "Major changes in 3.9.91\n  * config.guess: Update to 2003-06-12 version.\n",
        "zlib (1:1.2.13.dfsg-1) unstable; urgency=low\nDepends: findutils (>= 4.2.25)\n",
        "Requires-Dist: types-setuptools ==67.2.0.1 ; extra == 'qa'\n",
        "2. $-1$ if the bit is set, and $2046 - 1023 = 1023$ else.\n",
        "It has a test suite with 100% coverage, and is 100% backward compatible.\n",
        "# Kit\n\nIt uses `x` of the OpenTelemetry exporter and the Python Imaging Library.\n",
        "Classifier: License :: OSI Approved :: Apache Software License\n",
        "await org.ls('myorg', {token: 'deadbeef'})\n",
        "root    1 Sat Nov 28 22:05:32 2026 process_api\nroot   31 Sat Nov 28 22:05:32 2026 kauditd\n",
        "root root 4096 2026-11-28 22:06 /usr/share/perl5\nroot root 6105 2023-05-11 02:04 ./perl5/Git.pm\n",
        "    2000:\t48 83 ec 08          \tsub    $0x8,%rsp\n    2036:\t68 00 00 00 00       \tpush   $0x0\n",
        "    link/loopback 00:00:00:00:00:00 brd ff:ff:ff:ff:ff:ff\n",
        "link /usr/share/man/de/man1/editor.1.gz editor.de.1.gz /usr/share/man/de/man1/vim.1.gz\n",
        "Cannot connect to the Docker daemon at unix:///var/run/docker.sock.\n",
        'openjdk version "17.0.15" 2025-04-15\n',
        "code: 0.0313 gb (24.61 %)\nreserved_unallocated: 0.0819 gb (64.4 %)\n",
        "passwd:         files systemd\ngroup:          files systemd\n",
        "# Loops\n\n### Streaming Manual Loop\n\nRun `npm install x`, then see [Server Mode](https://docs.docker.com).\n",
    ],
)
def test_what_programs_write_stays(text: str) -> None:
    assert _private(text) == []


@pytest.mark.parametrize(
    ("text", "private"),
    [
        ('{"name": "Summer Baker", "phone": "0161 496 0733"}\nx = f()\n', "Summer Baker"),
        ('const user = { fullName: "Destiny Star" };\nrun(user);\n', "Destiny Star"),
        ('{"phones": [6175550142, 4155550123]}\n', "4155550123"),
        ("numbers = [617-555-0142, 415-555-0123]\n", "617-555-0142"),
        ("const author = 'Grace Field';\nrun(author);\n", "Grace Field"),
        ("# Log\n\n- client 4.14.1.9 was refused\n", "4.14.1.9"),
        ("$ mysql -h db7.brightharbor.net -u root shop\n", "db7.brightharbor.net"),
        ("$ ssh root@8.12.3.4\n$ ping 8.12.3.4\n", "8.12.3.4"),
        ("$ psql -U postgres -h db -W\n$ mysql -u root -p55432 shop\n", "55432"),
        ("- by [@tbaker-dev](https://github.com/tbaker-dev) in #12\n", "@tbaker-dev"),
        ("INSERT IGNORE INTO owners VALUES (1, 'George', 'Franklin', '110 W. Liberty St.');\n", "Franklin"),
        (".SH AUTHOR\nFelicity Thornbury wrote it.\n", "Felicity Thornbury"),
        ("Committer: Theodora Quist\nx = f()\n", "Theodora Quist"),
        ("I was born on 2.6.84 in Hull, and moved on 4.11.09.", "2.6.84"),
        ("Wir sehen uns am 2026.3.14 in Wien, born 1984.3.14.", "1984.3.14"),
        ("Ring me on [06 12 34 56 78] tonight.", "06 12 34 56 78"),
        ("She owes me 250m euros, cpu or not.", "250m"),
        ("DB_USER=harcourt\nDB_PASSWORD=/Xy9/kestrel!\n", "/Xy9/kestrel!"),
        ("export SERVICE_PASSWORD=pk_heron_lantern\n", "pk_heron_lantern"),
        ("await new Promise(r => r());\nconst who = 'AnnaMiller.Smith';\nauthor: AnnaMiller\n", "AnnaMiller"),
        ("LC_ALL=C /home/annamiller/aB3dE5fG7hI9/kL2mN4oP6qR8/sT1uV3wX5yZ7/run.sh\n", "annamiller"),
        ("server: 10.3.0.0 or 81.2.69.142/24\n", "81.2.69.142"),
        ("My login is falcon, she says.", "falcon"),
        ("Here is the password:\n\n`ternwharf`", "ternwharf"),
        ("Here is the access token:\n\n`Zk39sLqPw0`", "Zk39sLqPw0"),
        ("# orders\n\n> Documentation: <https://docs.quillmere.io/manual/>.\n\n`orders run {{id}}`\n", "quillmere"),
        ("key AKIAQ7XK2LMZP4RTW9VN\n", "AKIAQ7XK2LMZP4RTW9VN"),
        (
            '"key": "-----BEGIN PRIVATE KEY-----\\nMIIEvQIBADANBgkqhkiG9w0BAQ\\n-----END PRIVATE KEY-----"',
            "MIIEvQIBADANBgkqhkiG9w0BAQ",
        ),
        ("the login: oduya is locked", "oduya"),
        ("login      email\noduya      a@b.example\nquist      c@d.example\n", "oduya"),
        ("login  Full Name\nfarrukh9  Ottoline Farrukh\n", "farrukh9"),
        ("use strict;\nmy @rows = f();\n# thanks to @tbaker_dev for this\n", "@tbaker_dev"),
        ("key = sk_live_51Hx0pQ2eZvKYlo2CqT7mRr8bW\n", "sk_live_51Hx0pQ2eZvKYlo2CqT7mRr8bW"),
        ("key = sk_9f8a7c6b5d4e3f2a1b0c9d8e7f6a5b4c\n", "sk_9f8a7c6b5d4e3f2a1b0c9d8e7f6a5b4c"),
        ("The case40221 file: case 40221 and account 88120-4471.", "88120-4471"),
        ("seen at 2001:db8:1:2:3:4:5:6 and 2a02:8070:1:2::77/64\n", "2a02:8070:1:2::77/64"),
        ("switch port 00a1.b2c3.d4e5 is hers", "00a1.b2c3.d4e5"),
        ("Finished the marathon in 4 hours", "4 hours"),
        ("I was born on 2009-01-15 (a Thursday).", "2009-01-15"),
        ("name        born\nottoline    1.2.24\nmarisol     3.4.21\n", "1.2.24"),
        ("Ring 20 07 05 26 or +45 20070526.", "20070526"),
        ("She is Romanian (32) and he is German.", "Romanian"),
        ('secret_key="supersparrow7"\n', "supersparrow7"),
        ("# orders\n\n    pip install orders\n\nSee https://wiki.quillmere.io/orders/anna-miller\n", "quillmere"),
        ("Case notes: he owes $1; she owes $40.", "$40"),
        ("x = 1\nrun(x)\n// Patient: Augustin Desrosiers, born 1949-08-21\nrun(x)\nrun(x)\n", "1949-08-21"),
        ("x = f(1)\ny = g(2)\n# MRN 7730142 is his\nz = h(3)\nrun(x)\nrun(y)\n", "7730142"),
        ("x = f(1)\ny = g(2)\n// her account is 5512-0034-77\nz = h(3)\nrun(x)\nrun(y)\n", "5512-0034-77"),
        ("x = f(1)\ny = g(2)\n-- claim no. PM-88120947\nz = h(3)\nrun(x)\nrun(y)\n", "PM-88120947"),
        ("web1 ansible_user=tg ansible_ssh_pass=Petrel*Skerry2\n", "Petrel*Skerry2"),
        ("db1 ansible_become_password='Gull Cliff 9'\nSMTP_PASS=\"tern wharf!\"\n", "Gull Cliff 9"),
        ("RUN useradd -m bp && echo 'bp:Smew.Tarn.6' | chpasswd\n", "Smew.Tarn.6"),
        ("PGHOST=db\nPGUSER=mwanjiru\n", "mwanjiru"),
        ('{"sort_code": "40-18-33"}\n', "40-18-33"),
        ('<employee id="E-20418"><salary>x</salary></employee>\n', "E-20418"),
        ("INSERT INTO p (surname, given, copay) VALUES ('Adeyinka', 'Oluwaseun', 42.75);\n", "Oluwaseun"),
        ("INSERT INTO p (surname, given, copay) VALUES ('Adeyinka', 'Oluwaseun', 42.75);\n", "42.75"),
        ("I paid $5 and $6 in all, she paid $40/$50.", "$40"),
        ("She holds 37% of it and he has 12% coverage.", "37%"),
        ("# Kit\n\nIt uses `x` and is written by AnnaMiller.\n", "AnnaMiller"),
        ("1958-12-03\tWilhelmina Ashgrove\tLeeds\n1961-01-04\tOttoline Farrukh\tHull\n", "1958-12-03"),
        ("+Wilhelmina,1958-12-03\n+Ottoline,1961-01-04\n", "1958-12-03"),
        ("Name: Ottoline Farrukh\nVersion: 2\n", "Ottoline Farrukh"),
        ("Ring 4096 2811 2206 tonight, before 2026-11-28.", "4096 2811 2206"),
        ("eth0 ether ca:99:3d:6f:c7:37 brd ff:ff:ff:ff:ff:ff\n", "ca:99:3d:6f:c7:37"),
        ("client 10.0.0.1 2025-04-15 was born 1958-12-03", "1958-12-03"),
        ("call +1 617 555 0163 2024-05-01 x\n", "0163"),
        ("call 617-555-0163 2024-05-01 x\n", "617-555-0163"),
        ("call 6175550163 2024-05-01 /srv/x\n", "6175550163"),
        ("born 1958-12-03 n/a in Leeds\n", "1958-12-03"),
        ("if remote_ip ==81.2.69.142:\nsrc_ip !=81.2.69.142\n", "81.2.69.142"),
        ("passwd: Gannet7files\n", "Gannet7files"),
        ("services:\n  db:\n    image: nextcloud:29\n    environment:\n      - MYSQL_USER=tfarrukh\n", "tfarrukh"),
        ("services:\n  db:\n    image: odoo:15\n    environment:\n      - DB_PASSWORD=Gannet7files\n", "Gannet7files"),
        ("    at flush (file:///home/zmorrk/got/core/index.js:274:24)\n    at run (a.js:1:2)\n", "zmorrk"),
        ("url: mongodb://okonkwo-0.staging.internal:27017/admin\nlevel: info\n", "okonkwo-0"),
        ("# Team\n\nRuth is a shell expert, and Solveig wrote `a.sh`. Solveig knows macOS and Linux.\n", "Solveig"),
        ("# Notes\n\nRun `a.sh`. Reviewed on macOS and Priya, tested by Linux, Anna and Bash.\n", "Priya"),
        ("# Notes\n\nRun `a.sh`. Tested by Linux, Anna and Bash.\n", "Anna"),
        (
            "# Team\n\nUse `x`. The Anna loop, the Anna plugin and one more Anna plugin. Anna Kowalska wrote them.\n",
            "Anna",
        ),
        ("# Team\n\nAnna is a programming language, see `a`. Anna Kowalska wrote it.\n", "Anna Kowalska"),
        ("# Pay\n\nRun `a.py`. Ruth Okonkwo is a payroll manager here.\n", "payroll manager"),
        ("The job took 3 rows, and Ruth was away for 6 weeks.", "6 weeks"),
    ],
)
def test_what_is_somebodys_stays_private_beside_it(text: str, private: str) -> None:
    assert any(private in found or found == private for found in _private(text)), _private(text)


def test_what_git_blames_for_a_line_is_nobodys_but_for_who_wrote_it() -> None:
    text = (
        "410008370 src/Util/Parser.hs (Ottoline Farrukh 2013-05-04 11:36:58 +0200  1) module Parser where\n"
        "410008370 src/Util/Parser.hs (Ottoline Farrukh 2013-05-04 11:36:58 +0200 12) import Data.Char\n"
        "3f2a9b1c  src/Util/Parser.hs (Ottoline Farrukh 2020-09-23 16:39:41 +0200 13) import Data.List\n"
        "be7f09b6 app/messages.js (Jérémie Drouet 2020-05-12 15:16:03 +0200 10) -- les messages que nous avons pour vous\n"
    )
    assert set(_private(text)) == {"Ottoline Farrukh", "Jérémie Drouet"}


def test_who_changed_something_on_which_day_is_found_without_the_day() -> None:
    text = (
        "2015-12-23  Ottoline Farrukh  <of@quillmere.io>\n\n\t* agent/gpg.c: Fix it.\n\n"
        " -- Jérémie Drouet <jd@quillmere.io>  Sun, 03 May 2009 13:58:10 +0200\n"
    )
    assert set(_private(text)) == {"Ottoline Farrukh", "of@quillmere.io", "Jérémie Drouet", "jd@quillmere.io"}


def test_who_made_a_change_is_private_and_its_hash_is_not() -> None:
    text = "* 1e420f9a Fix it\n* deed4d95 Graham Campbell: Updated version guidance in the readme (#3171)\n* e8ab22e Tidy\n"
    assert _private(text) == ["Graham Campbell"]
