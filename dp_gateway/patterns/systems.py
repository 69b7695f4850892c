"""What the files and commands of systems tell: password files, certificates, directories, calendars, printed objects.

Each line of the table is strings of which a text has to hold one, an expression, and the type of each of its groups.
`keys` asks for all of them, in any text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from dp_gateway.patterns.listings import LISTINGS
from dp_gateway.patterns.rules import NAME, Found

_SURE, _LIKELY = 0.99, 0.9
_NAMED = rf"{NAME}(?:[ ](?:[A-Z]\.[ ])?{NAME}){{1,3}}"
_SECRET = r"(?=[^\s\"']{0,60}[0-9])(?=[^\s\"']{0,60}[A-Za-z])"

_WRITTEN: tuple[tuple[tuple[str, ...], re.Pattern[str], dict[str, str]], ...] = tuple(
    (tuple(cues.split()), re.compile(expression, re.MULTILINE), kinds)
    for cues, expression, kinds in (
        *((cues, expression, {"u": "USERNAME"}) for cues, expression in LISTINGS),
        # git config --list; ~/.gitconfig
        ("user.name=", rf"^user\.name=(?P<v>{NAME}(?:[ ]{NAME}){{0,3}})$", {"v": "PERSON"}),
        (
            "[user]",
            rf"^\[user\]\n(?:[ \t]{{1,8}}(?!name)[^\n]{{1,120}}\n){{0,6}}[ \t]{{1,8}}name = (?P<v>{_NAMED})$",
            {"v": "PERSON"},
        ),
        # "Leander Fitzwarren <leander@fitzwarren.org>"; ('Fenella Quartermaine', 'fenella@...')
        ("<", rf"(?P<v>{_NAMED}) ?<[\w.+%-]{{1,64}}@[\w-]", {"v": "PERSON"}),
        ("@", rf"[\"'](?P<v>{_NAMED})[\"'], {{0,4}}[\"'][\w.+%-]{{1,64}}@[\w-]", {"v": "PERSON"}),
        # ~/.pgpass
        (
            ":",
            r"(?:^|(?<=[\s\"'`]))[\w.*-]{1,80}:(?:[0-9]{2,5}|\*):[\w*-]{1,60}:(?P<u>[a-zA-Z_][\w.-]{1,60}):"
            r"(?P<v>[^\s:\"'`][^\s\"'`]{2,100})(?=[\s\"'`]|$)",
            {"u": "USERNAME", "v": "API_KEY"},
        ),
        # "password authentication failed for user "ines""
        (
            "user login",
            r"\b(?:for|as|by|of) (?:user|login) [\"'](?P<u>[A-Za-z_][\w.@-]{2,60})[\"']",
            {"u": "USERNAME"},
        ),
        # .htpasswd, /etc/shadow, and hashes of passwords anywhere
        ("$", r"(?P<v>\$(?:apr1|2[abxy]|1|5|6|y|argon2id?)\$[\w./$=,+]{16,200})", {"v": "API_KEY"}),
        (":$", r"^(?P<u>[A-Za-z_][\w.@-]{1,60}):\$(?:apr1|2[abxy]|1|5|6|y)\$", {"u": "USERNAME"}),
        # ~/.docker/config.json
        ('auth"', r"\"auth\"\s{0,4}:\s{0,4}\"(?P<v>[A-Za-z0-9+/]{8,400}={0,2})\"", {"v": "API_KEY"}),
        # "--key bk_7Qm2LxVz9T", "APP_KEY=base64:...", "TWILIO_SID=AC..."
        (
            "--",
            rf" --[a-z-]{{0,20}}(?:key|secret|pass)[= ](?P<v>{_SECRET}[\w+=.-]{{12,120}})(?=[\s\"'`]|$)",
            {"v": "API_KEY"},
        ),
        ("base64:", r"\bbase64:(?P<v>[A-Za-z0-9+/]{24,400}={0,2})", {"v": "API_KEY"}),
        # "BASIC_AUTH=ines:Tr0ub4dor", "auth: 'ines:Tr0ub4dor'"
        (
            "auth Auth AUTH userpwd USERPWD redential REDENTIAL",
            r"(?i:(?<![\w-])[\w-]{0,40}(?:auth|userpwd|credentials?))[\"']?\s{0,2}[=:]\s{0,2}[\"']?"
            r"(?P<u>[A-Za-z][\w.@+-]{1,40}):(?!//)(?P<v>(?=[^\s\"']{0,60}[0-9A-Z!$%&*+?@#^~])[^\s\"'$<{(]{4,100})",
            {"u": "USERNAME", "v": "API_KEY"},
        ),
        # A map of YAML in one line: "{ansible_user: ines, ansible_become_pass: Tr0ub4dor}"
        (
            "{",
            r"[{,]\s{0,4}(?i:[a-z_]{0,30}(?:user(?:name)?|login)): ?(?P<u>[a-z][\w.@+-]{2,40})(?=\s{0,4}[,}])"
            r"(?=[^{}\n]{0,200}(?i:pass|pwd|secret|token))",
            {"u": "USERNAME"},
        ),
        (
            "{",
            r"[{,]\s{0,4}(?i:[a-z_]{0,30}(?:pass(?:word|wd)?|pwd|secret)): ?"
            r"(?P<v>(?=[^\s,}]{0,60}[0-9A-Z!$%&*+?@#^~])[^\s\"'$<{(\[,}][^\s,}]{3,100})(?=\s{0,4}[,}])",
            {"v": "API_KEY"},
        ),
        ("SID", r"\b(?P<v>(?:AC|SK)[0-9a-f]{32})\b", {"v": "API_KEY"}),
        # [Service] Environment="LEDGER_TOKEN=ldg_9f27Xk31QwTz0Vb"; docker run -e API_TOKEN=...
        (
            "KEY= TOKEN= SECRET= SALT= CREDENTIAL= CREDENTIALS=",
            r"(?<=[\s\"'=])(?<!\w =)[A-Z][A-Z0-9_]{0,40}(?:KEY|TOKEN|SECRET|SALT|CREDENTIALS?)="
            rf"(?P<v>{_SECRET}(?![^\s\"']{{0,20}}://)[^\s\"'$<{{(]{{16,400}})(?=[\s\"']|$)",
            {"v": "API_KEY"},
        ),
        (
            "KEY TOKEN SECRET SALT CREDENTIAL",
            r"^(?:export |- )?[A-Z][A-Z0-9_]{0,40}(?:KEY|TOKEN|SECRET|SALT|CREDENTIALS?)\s?=\s?[\"']?"
            rf"(?P<v>{_SECRET}(?![^\s\"']{{0,20}}://)[^\s\"'$<{{(]{{16,400}})",
            {"v": "API_KEY"},
        ),
        # Headers of HTTP; cookies are read below.
        (
            "x- X-",
            r"(?i:\bx-[\w-]{0,20}(?:token|key|secret|auth|session)[\w-]{0,10})[\"']?:\s{0,3}[\"']?"
            r"(?P<v>(?=[^\s\"']{0,60}[0-9])[^\s\"'{}<>$]{8,400})",
            {"v": "API_KEY"},
        ),
        # LDIF, subjects of certificates, attendees of calendars
        ("dn:", rf"^(?:cn|displayName|gecos): (?P<v>{_NAMED})$", {"v": "PERSON"}),
        ("dn:", rf"^(?:sn|givenName): (?P<v>{NAME})$", {"v": "PERSON"}),
        ("uid=", r"\b(?i:uid)=(?P<v>[a-z][\w.-]{2,40})(?=,)", {"v": "USERNAME"}),
        ("dn:", r"^(?:uid|sAMAccountName): (?P<v>[a-z][\w.-]{2,40})$", {"v": "USERNAME"}),
        ("CN", rf"\bCN ?= ?\"?(?P<v>{_NAMED})(?=[,/;:+\"\n]|$)", {"v": "PERSON"}),
        ("CN", rf"\bCN ?= ?\"(?P<v>{NAME}), (?P<w>{NAME}(?:[ ]{NAME}){{0,2}})\"", {"v": "PERSON", "w": "PERSON"}),
        (
            "CN",
            rf"\bO ?= ?(?P<o>[^,/\n=]{{3,60}})(?=[,/] ?(?:[^\n=]{{1,60}}=[^\n=]{{1,60}}[,/] ?)?CN ?= ?{_NAMED})",
            {"o": "ORGANIZATION"},
        ),
        # A visiting card
        (
            "BEGIN:VCARD",
            r"^N(?:;[^:\n]{1,60})?:(?P<v>[^;\n]{1,60});(?P<w>[^;\n]{1,60})",
            {"v": "PERSON", "w": "PERSON"},
        ),
        (
            "BEGIN:VCARD",
            r"^(?:FN|NICKNAME|X-SPOUSE|X-ASSISTANT|X-MANAGER|X-CHILD|RELATED(?:;[^:\n]{1,60})?)(?:;[^:\n]{1,60})?:"
            r"(?:(?:[A-Z][a-z]{0,4}\.) )?(?P<v>[^\W\d_][^;:,\n@/]{1,60})$",
            {"v": "PERSON"},
        ),
        ("BEGIN:VCARD", r"^ORG(?:;[^:\n]{1,60})?:(?P<o>[^;\n]{2,80})", {"o": "ORGANIZATION"}),
        ("BEGIN:VCARD", r"^(?:TITLE|ROLE)(?:;[^:\n]{1,60})?:(?P<j>[^;\n]{2,80})", {"j": "JOB_TITLE"}),
        (
            "BEGIN:VCARD",
            r"^ADR(?:;[^:\n]{1,60})?:(?P<p>[^;\n]{1,40})?;(?P<q>[^;\n]{1,60})?;(?P<a>[^;\n]{1,80})?;"
            r"(?P<l>[^;\n]{1,60})?(?:;(?P<r>[^;\n]{1,60})?(?:;(?P<z>[^;\n]{1,12}))?)?",
            {
                "p": "STREET_ADDRESS",
                "q": "STREET_ADDRESS",
                "a": "STREET_ADDRESS",
                "l": "LOCATION",
                "r": "LOCATION",
                "z": "POSTCODE",
            },
        ),
        # "SUMMARY:1:1 Faith / Abel": who meets, in an entry of a calendar
        (
            "BEGIN:VEVENT",
            r"^SUMMARY(?:;[^:\n]{1,60})?:[^\n]{0,40}?\b(?i:1:1|1-1|1-on-1|one[- ]to[- ]one|catch-?up|lunch|call)"
            rf"(?: (?:with|w/)|:)? (?P<v>{NAME})(?: ?(?:/|&|\+|and|<>|x) ?(?P<w>{NAME}))?(?=[^\w]|$)",
            {"v": "PERSON", "w": "PERSON"},
        ),
        # GEDCOM, and the lines of a passport that machines read
        (
            " DATE ",
            r"^[0-9] DATE (?:(?:ABT|BEF|AFT|EST|CAL|FROM|TO) )?(?P<d>(?:[0-9]{1,2} )?(?:[A-Z]{3} )?[0-9]{4})$",
            {"d": "DATE_TIME"},
        ),
        (" PLAC ", r"^[0-9] PLAC (?P<l>[^\W\d_][^\n]{1,80})$", {"l": "LOCATION"}),
        (
            "NAME ",
            rf"^[0-9] NAME (?:(?P<v>{NAME}(?:[ ]{NAME}){{0,3}}) )?/(?P<w>[^/\n]{{1,60}})/",
            {"v": "PERSON", "w": "PERSON"},
        ),
        ("GIVN SURN", rf"^[0-9] (?:GIVN|SURN) (?P<v>{NAME}(?:[ ]{NAME}){{0,3}})$", {"v": "PERSON"}),
        (
            "<<",
            r"(?<![\w<])(?P<v>(?=[A-Z0-9]{1,44}<)(?=[^\n]{0,44}[A-Z0-9]{5})[A-Z0-9<]{28,50})(?![\w<])",
            {"v": "ID_NUMBER"},
        ),
        # A boarding pass, and codes that telephones read
        (
            "M1 M2 M3 M4",
            r"(?<!\w)M[1-4](?P<v>[A-Z]{2,20})/(?P<w>[A-Z]{2,20})(?:[ ][A-Z]{2,6}){0,2}"
            r"[ ]{1,20}E?(?P<n>[A-Z0-9]{5,7}) [A-Z]{6}",
            {"v": "PERSON", "w": "PERSON", "n": "ID_NUMBER"},
        ),
        # An error of nginx: whose site it is
        (
            ", server: ",
            r", server: (?P<w>(?:[\w-]{1,60}\.){1,5}[a-z]{2,20}), request: ",
            {"w": "URL"},
        ),
        (
            ", host: ",
            r", host: \"(?P<w>(?:[\w-]{1,60}\.){1,5}[a-z]{2,20})(?::[0-9]{2,5})?\"",
            {"w": "URL"},
        ),
        ("ssid=", r"\bssid=\"(?P<u>[^\"\n]{2,32})\"", {"u": "USERNAME"}),
        ("WIFI:", r"\bWIFI:[^\n]{0,120}?\bS:(?P<u>[^;\n]{1,40})", {"u": "USERNAME"}),
        ("WIFI:", r"\bWIFI:[^\n]{0,120}?\bP:(?P<v>[^;\n]{1,80})", {"v": "API_KEY"}),
        (
            "MECARD:",
            rf"\bMECARD:[^\n]{{0,200}}?\bN:(?P<v>{NAME})(?:,(?P<w>{NAME}))?",
            {"v": "PERSON", "w": "PERSON"},
        ),
        ("MECARD:", r"\bMECARD:[^\n]{0,300}?\bADR:(?P<a>[^;\n]{5,120})", {"a": "STREET_ADDRESS"}),
        ("MECARD:", r"\bMECARD:[^\n]{0,300}?\bORG:(?P<o>[^;\n]{2,80})", {"o": "ORGANIZATION"}),
        ("MECARD:", r"\bMECARD:[^\n]{0,300}?\bTEL:(?P<p>\+?[0-9]{7,15})(?![0-9])", {"p": "PHONE_NUMBER"}),
        # Orders and claims of X12: "N1*BY*GRENFELL HARDWARE", "NM1*IL*1*DOE*JANE"
        ("N1*", r"(?:^|~\s?)N1\*[A-Z0-9]{2,3}\*(?P<o>[^*~\n]{2,60})", {"o": "ORGANIZATION"}),
        (
            "NM1*",
            r"(?:^|~\s?)NM1\*[A-Z0-9]{2,3}\*1\*(?P<v>[^*~\n]{1,60})(?:\*(?P<w>[^*~\n]{1,35}))?",
            {"v": "PERSON", "w": "PERSON"},
        ),
        ("N3*", r"(?:^|~\s?)N3\*(?P<a>[^*~\n]{3,55})", {"a": "STREET_ADDRESS"}),
        (
            "N4*",
            r"(?:^|~\s?)N4\*(?P<l>[^*~\n]{2,30})(?:\*[^*~\n]{0,3}\*(?P<z>[^*~\n]{3,15}))?",
            {"l": "LOCATION", "z": "POSTCODE"},
        ),
        # A letter or curriculum vitae in LaTeX
        ("\\name{", r"\\name\{(?P<v>[^{}\n]{1,40})\}(?:\{(?P<w>[^{}\n]{1,40})\})?", {"v": "PERSON", "w": "PERSON"}),
        (
            "\\firstname{ \\familyname{ \\lastname{",
            r"\\(?:first|family|last)name\{(?P<v>[^{}\n]{1,40})\}",
            {"v": "PERSON"},
        ),
        (
            "\\phone \\mobile",
            r"\\(?:phone|mobile)(?:\[\w{1,10}\])?\{(?P<p>[+(0-9][^{}\n]{5,30})\}",
            {"p": "PHONE_NUMBER"},
        ),
        ("\\address{", r"\\address\{(?P<a>[^{}\n]{5,160})\}", {"a": "STREET_ADDRESS"}),
        (
            "\\signature{ \\author{ \\lettername{ \\fromname{",
            rf"\\(?:signature|author|lettername|fromname)\{{(?!The )(?P<v>{_NAMED})(?=\s{{0,3}}[\\}},&]|$)",
            {"v": "PERSON"},
        ),
        ("\\and", rf"\\and\s{{1,9}}(?P<v>{_NAMED})(?=\s{{0,3}}[\\}}]|$)", {"v": "PERSON"}),
        (
            "\\begin{letter}{",
            rf"\\begin\{{letter\}}\{{(?:(?:Mr|Mrs|Ms|Mx|Dr|Prof)\b\.? )?(?P<v>{_NAMED}) ?(?:\\\\|\}}|$)"
            r"(?:\s{0,9}(?P<a>[0-9][^\\{}\n]{3,60}?|[^\\{}\n]{3,60}? [0-9][^\\{}\n]{0,9}?) ?\\\\"
            r"\s{0,9}(?P<l>[^\W\d_a-z][^\\{}\n]{2,40}?) ?(?:\\\\|\}))?",
            {"v": "PERSON", "a": "STREET_ADDRESS", "l": "LOCATION"},
        ),
        # What a tool prints of an image of DICOM: persons, dates and numbers by the kind of value
        (
            "[",
            r"^\([0-9a-fA-F]{4},[0-9a-fA-F]{4}\) PN \[(?P<v>[^\]^\n]{1,60})(?:\^(?P<w>[^\]^\n]{1,60}))?",
            {"v": "PERSON", "w": "PERSON"},
        ),
        ("[", r"^\([0-9a-fA-F]{4},[0-9a-fA-F]{4}\) DA \[(?P<d>[0-9]{8})\]", {"d": "DATE_TIME"}),
        # "customer=CUST_55018", "agent=Tunde": fields of a log
        (
            "=",
            r"\b(?i:customer|cust|client|user|member|patient|employee|account|order|caller)(?:_?id)?=\"?"
            r"(?P<n>[A-Za-z]{1,8}[_-](?=[A-Za-z0-9]{0,12}[0-9])[A-Za-z0-9]{3,20})(?=[\s\",;&]|$)",
            {"n": "ID_NUMBER"},
        ),
        ("agent= operator= rep=", rf"(?<![\w-])(?:agent|operator|rep)=(?P<v>{NAME})(?=[ \t]+\w+=)", {"v": "PERSON"}),
        # Who is logged in, and a payment of NACHA: the account of whom it goes to
        ("pts/ tty", r"^(?P<u>[a-z_][\w.-]{1,31}) {1,30}(?:pts/[0-9]{1,4}|tty[0-9]{1,3}) {1,30}\S", {"u": "USERNAME"}),
        ("6", r"^6[23][0-9]{10}(?P<a>[A-Z0-9][A-Z0-9 -]{16})[0-9]{10}(?=[^\n]{40,60}$)", {"a": "ID_NUMBER"}),
        # A payment of SWIFT: its day, currency and amount
        (
            ":32A:",
            r":32A:(?P<d>[0-9]{6})(?P<v>[A-Z]{3}[0-9]{1,15},[0-9]{0,2})",
            {"d": "DATE_TIME", "v": "MONEY"},
        ),
        # A statement of SWIFT: the account, balances, payments and who was paid
        (":25:", r"^:25:(?P<a>[A-Z0-9/]{5,35})", {"a": "ID_NUMBER"}),
        (
            ":60 :62 :64 :65",
            r"^:6[0245][FM]?:[CD](?P<d>[0-9]{6})(?P<v>[A-Z]{3}[0-9]{1,15},[0-9]{0,2})",
            {"d": "DATE_TIME", "v": "MONEY"},
        ),
        (
            ":61:",
            r"^:61:(?P<d>[0-9]{6})(?:[0-9]{4})?R?[CD][A-Z]?(?P<v>[0-9]{1,15},[0-9]{0,2})",
            {"d": "DATE_TIME", "v": "MONEY"},
        ),
        ("?31", r"\?31(?P<a>[A-Z0-9]{5,34})(?=\?|$)", {"a": "IBAN_CODE"}),
        (":32B: :33B:", r":3[23]B:(?P<v>[A-Z]{3}[0-9]{1,15},[0-9]{0,2})", {"v": "MONEY"}),
        (
            "CN",
            r"\bL ?= ?(?P<l>[A-Z][^,/\n=]{2,40}), (?:ST ?= ?[^,\n]{2,40}, )?O ?= ?(?P<o>[^,\n=]{3,60})"
            r"(?=, )[^\n]{0,80}\bCN ?=",
            {"l": "LOCATION", "o": "ORGANIZATION"},
        ),
        # The fingerprint of somebody's key, and who wrote a line as git tells it
        (
            "pub uid ingerprint",
            r"(?<!\w)(?P<v>(?:[0-9A-F]{4} ){5} ?(?:[0-9A-F]{4} ){4}[0-9A-F]{4})(?!\w)",
            {"v": "ID_NUMBER"},
        ),
        (
            "(",
            r"^\^?[0-9a-f]{7,40} (?:\S{1,120} {1,9})?\((?P<u>[a-z][\w.-]{2,31}) {1,40}[0-9]{4}-[0-9]{2}-[0-9]{2} ",
            {"u": "USERNAME"},
        ),
        (
            "(",
            r"^\^?[0-9a-f]{7,40} (?:\S{1,120} {1,9})?\((?!Not Committed)(?P<v>[^\W\d_a-z][^()\d\n]{1,60}[^()\d\s])"
            r" {1,60}[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:",
            {"v": "PERSON"},
        ),
        # Who reviewed a change, as a forge tells it: "**tbaker** commented", "author:\ttbaker"
        (
            "commented approved requested reviewed",
            r"^[>#\s]{0,8}(?:\*\*|@)(?P<u>[A-Za-z0-9][A-Za-z0-9-]{1,38})(?:\*\*)? "
            r"(?:commented|approved|requested|reviewed|left a comment)\b",
            {"u": "USERNAME"},
        ),
        ("author: assignees:", r"^(?:author|assignees):\t(?P<u>[A-Za-z0-9][A-Za-z0-9-]{1,38})$", {"u": "USERNAME"}),
        # What forges and registries tell in the log of a job
        (
            "Merge pull",
            r"\bMerge pull request #[0-9]{1,7} from (?P<u>(?!(?:[\w-]{1,39}/)?(?:dependabot|renovate)\b)"
            r"[A-Za-z0-9][\w-]{1,38})/",
            {"u": "USERNAME"},
        ),
        ("<", r"\b[Uu]ser (?P<u>[A-Za-z0-9][\w.-]{1,39}) <[\w.+%-]{1,64}@", {"u": "USERNAME"}),
        # Whom a web address is asked for as
        ("curl", r"\bcurl\b[^\n]{0,160}?\s(?:-u|--user)[= ]?['\"]?(?P<u>[\w.@+-]{2,40}):\S", {"u": "USERNAME"}),
        ("wget", r"\bwget\b[^\n]{0,160}?\s--user[= ]['\"]?(?P<u>[\w.@+-]{2,40})(?=[\s'\"])", {"u": "USERNAME"}),
        (
            "docker podman helm",
            r"\b(?:docker|podman|helm registry) login\b"
            r"(?=[^\n]{0,200}?\s(?:-u|--username)[= ]['\"]?(?P<u>[A-Za-z][\w.@+-]{1,60}))?"
            r"(?=[^\n]{0,200}?\s(?:-p|--password)[= ]['\"]?(?P<v>[^\s'\"$<-][^\s'\"]{3,200}))?",
            {"u": "USERNAME", "v": "API_KEY"},
        ),
        ("ssh2:", r"\bssh2: [A-Z0-9-]{3,12} SHA256:(?P<v>[A-Za-z0-9+/]{43})", {"v": "ID_NUMBER"}),
        # Public keys of SSH, and who logs in where
        (
            "AAAA",
            r"\b(?:ssh|ecdsa|sk)-[\w@.-]{2,40} AAAA[\w+/=]{20,1000} (?P<u>[\w.-]{2,40})(?:@(?P<h>[\w.-]{2,60}))?$",
            {"u": "USERNAME", "h": "USERNAME"},
        ),
        (
            "@",
            r"\b(?:ssh|scp|sftp|rsync|mosh)\b(?: -[\w-]{1,20}(?: [\w./~-]{1,40})?){0,4} "
            r"(?P<u>[a-z_][\w.-]{1,31})@[\w.-]",
            {"u": "USERNAME"},
        ),
        (
            "HostName ",
            r"^[ \t]{0,8}HostName (?P<v>(?:[\w-]{1,40}\.){2,4}[a-z]{2,20})[ \t]{0,8}$",
            {"v": "URL"},
        ),
        # Matrix: "@anna:chat.example.info", and Reddit: "u/kool_cat99"
        (
            "matrix: @",
            r"(?:(?<![\w.@/])@|\bmatrix:u/)(?P<u>[a-z0-9](?:[a-z0-9_=-]|\.(?=\w)){1,60}):"
            r"(?:matrix\.org|(?P<h>(?:[a-z0-9-]{1,40}\.){1,3}[a-z]{2,12}))(?![\w:/(])",
            {"u": "USERNAME", "h": "URL"},
        ),
        ("u/", r"(?<![\w./:%-])/?u/(?P<u>[A-Za-z0-9][\w-]{2,19})(?![\w/%-])", {"u": "USERNAME"}),
        # Accounts of AWS, without those of its examples
        (
            "arn:aws",
            r"\barn:aws[\w-]{0,10}:[\w-]{1,30}:[\w-]{0,20}:(?!1234567890|([0-9])\1{11}|111122223333|444455556666)(?P<v>[0-9]{12})(?=:)",
            {"v": "ID_NUMBER"},
        ),
        ("_user=", r"\b[a-z]{2,12}_user=(?P<u>[a-z_][\w.-]{1,31})(?![\w(])", {"u": "USERNAME"}),
        # Who asks for his page, as logs of servers have it
        (
            "HTTP/",
            r"\b(?:GET|POST|PUT|PATCH|DELETE|HEAD) (?:/[\w.-]{1,40}){0,4}"
            r"/(?:u|users?|people|profiles?|members?|accounts?|customers?)/"
            r"(?P<u>[a-z]{2,20}\.(?!html|json|php|js|css|xml|png|aspx?)[a-z]{2,20})(?=[/?\s])",
            {"u": "USERNAME"},
        ),
        # Logins and passwords in calls, in names of data sources, and behind options of commands
        (
            "auth Auth( Credential(",
            r"(?:\bauth ?= ?\(|BasicAuth\(|\bbasic_auth\(|NetworkCredential\(|PSCredential\() ?"
            r"[\"'](?P<u>[^\"'\n]{2,60})[\"'](?:, ?[\"'](?P<v>[^\"'\n]{3,100})[\"'])?",
            {"u": "USERNAME", "v": "API_KEY"},
        ),
        (
            "onnect",
            r"\b(?:mysqli?_connect|pymysql\.connect|MySQLdb\.connect|getConnection)\([^\n,]{1,200}, ?"
            r"[\"'](?P<u>[^\"'\n]{2,60})[\"'], ?[\"'](?P<v>[^\"'\n]{3,100})[\"']",
            {"u": "USERNAME", "v": "API_KEY"},
        ),
        (
            "user",
            r"\buser(?: ?name)?=(?P<u>[A-Za-z][^\s;,\"'&<>(){}]{1,40})[ ;&](?=[^\n]{0,80}\bpass)",
            {"u": "USERNAME"},
        ),
        # What kubectl says of an environment
        ("_USER", r"^[ \t]{1,12}[A-Z_]{2,30}_USER(?:NAME)?:[ \t]{1,12}(?P<u>[a-z]\w{2,30})$", {"u": "USERNAME"}),
        ("user=<", r"\buser=<(?P<u>[^>\s]{2,60})>", {"u": "USERNAME"}),
        (
            "@",
            r"[\"'](?P<u>[\w.-]{2,40}):(?P<v>[^\s\"'@/]{3,80})@(?:tcp|unix)?\(",
            {"u": "USERNAME", "v": "API_KEY"},
        ),
        ("sqlplus", r"\bsqlplus (?P<u>\w{2,40})/(?P<v>[^\s@/]{3,60})@", {"u": "USERNAME", "v": "API_KEY"}),
        # Quicken: an amount, and who was paid
        ("!Type:", r"^[TU$](?P<v>-?[0-9][0-9,]{0,12}\.[0-9]{2})$", {"v": "MONEY"}),
        ("!Type:", rf"^P(?P<v>{_NAMED})$", {"v": "PERSON"}),
        ("SecureString", r"ConvertTo-SecureString (?:-String )?[\"'](?P<v>[^\"'\n]{3,100})[\"']", {"v": "API_KEY"}),
        (
            "ldap",
            r"\bldap(?:search|modify|add|passwd|whoami)\b[^\n]{0,160}? -w ?['\"]?(?P<v>[^\s'\"-][^\s'\"]{2,60})",
            {"v": "API_KEY"},
        ),
        (
            "smbclient",
            r"\bsmbclient\b[^\n]{0,80}? -U ?(?P<u>[\w.\\-]{2,40})%(?P<v>[^\s'\"]{3,60})",
            {"u": "USERNAME", "v": "API_KEY"},
        ),
        ("sqlcmd", r"\bsqlcmd\b[^\n]{0,120}? -P ?['\"]?(?P<v>[^\s'\"-][^\s'\"]{2,60})", {"v": "API_KEY"}),
        ("whoami", r"\bwhoami\n(?P<u>[a-z_][\w.-]{1,31})$", {"u": "USERNAME"}),
        ("id=", r"\b[ug]id=[0-9]{1,7}\((?P<u>[a-z_][\w.-]{1,31})\)", {"u": "USERNAME"}),
        (":user/", r"\barn:aws[\w:-]{0,60}:user/(?P<u>[\w.@-]{2,60})", {"u": "USERNAME"}),
        # What programs print of an object: Go's %+v; "Name:Calanthe Okoro Phone:..."
        (
            "ame:",
            rf"[{{ ](?:Full|First|Last|Customer)?Name:(?P<v>{NAME}(?:[ ]{NAME}){{0,2}})(?= [A-Z]\w{{0,30}}:|\}})",
            {"v": "PERSON"},
        ),
    )
)
_BY_CUE: dict[str, list[int]] = {}
for _number, (_cues, _, _) in enumerate(_WRITTEN):
    for _cue in _cues:
        _BY_CUE.setdefault(_cue, []).append(_number)
_CHARACTERS = [cue for cue in _BY_CUE if len(cue) == 1]
_COOKIES = re.compile(r"(?i:(?<![\w-])(?:set-)?cookie)[\"']?\s?[:=]\s?[\"']?(?P<line>[\w.-]{1,60}=[^\n\"']{4,2000})")
_COOKIE = re.compile(r"(?P<k>[\w.-]{1,60})=(?P<v>[^;\s,]{6,600})")
_OF_COOKIES = frozenset("path expires max-age domain samesite version priority".split())
PAIRS = (
    # print_r; define('DB_USER', '...'), os.environ["DB_PASSWORD"] = "..."
    (" => ", re.compile(r"\[(?P<k>[A-Za-z]\w{1,40})\] => (?P<v>[^\n]{2,120})")),
    (
        "define(",
        re.compile(r"\bdefine\( {0,2}['\"](?P<k>[A-Za-z]\w{1,40})['\"], {0,2}['\"](?P<v>[^'\"\n]{2,120})['\"]"),
    ),
    ("] =", re.compile(r"\[['\"](?P<k>[A-Za-z]\w{1,40})['\"]\] ?= ?['\"](?P<v>[^'\"\n]{2,120})['\"]")),
    ("env(", re.compile(r"env\( {0,2}['\"](?P<k>[A-Za-z]\w{1,40})['\"], {0,2}['\"](?P<v>[^'\"\n]{2,120})['\"]")),
    # A factory: first_name { "Ada" }
    (
        ' { "',
        re.compile(r"^[ \t]{0,24}(?P<k>[a-z]\w{1,40})[ \t]{1,24}\{ ?\"(?P<v>[^\"\n]{2,120})\" ?\}", re.MULTILINE),
    ),
    # psql, with \x: a record as a column
    ("-[ RECORD", re.compile(r"^(?P<k>[A-Za-z]\w{1,40}) {0,40}\| (?P<v>[^\n|]{2,120})$", re.MULTILINE)),
    # redis-cli: 1) "email", and its value in the next line
    (
        "1) ",
        re.compile(
            r"^[0-9]{1,3}\) \"(?P<k>[A-Za-z]\w{1,40})\"\n {0,4}[0-9]{1,3}\) \"(?P<v>[^\"\n]{2,120})\"$", re.MULTILINE
        ),
    ),
)
"""A string, and the expression of a key `k` with its value `v` that is run where a text holds it."""
LISTS = re.compile(
    r"\b(?:(?P<sure>authors?|maintainers?|developers?|contributors?|reviewers|assignees)|applicants|approvers|attendees|"
    r"candidates|children|drivers|employees|friends|guests|invitees|kids|members|names|owners|participants|passengers|"
    r"patients|people|persons|players|recipients|residents|staff|students|team|tenants|witnesses)"
    r"[\"']?\s{0,2}[:=]\s{0,2}\[\s{0,8}(?P<items>[^\[\]\n]{2,400})\]"
)
"""People in a list: `authors = ["..."]`; what stands under the other words may be something else."""


@cache
def _longer_cues() -> Any:
    """An automaton over the strings of several characters."""
    import ahocorasick

    library: Any = ahocorasick
    automaton = library.Automaton()
    for cue in _BY_CUE:
        if len(cue) > 1:
            automaton.add_word(cue, cue)
    automaton.make_automaton()
    return automaton


def system_values(text: str, nobody: Callable[[str], bool]) -> Iterator[Found]:
    """The values that the form of a file, or of what a command prints, gives away. `nobody`: whether a login is that of
    a service or of an example.
    """
    # Most texts hold none of the strings: no more is done than to look for all of them at once.
    cues = {*filter(text.__contains__, _CHARACTERS), *(cue for _, cue in _longer_cues().iter(text))}
    for number in sorted({number for cue in cues for number in _BY_CUE[cue]}):
        _, pattern, kinds = _WRITTEN[number]
        for match in pattern.finditer(text):
            for group, kind in kinds.items():
                if match[group] and not (kind == "USERNAME" and nobody(match[group].lower())):
                    yield *match.span(group), kind, _SURE if kind == "API_KEY" else _LIKELY
    for header in _COOKIES.finditer(text) if "ookie" in text or "OOKIE" in text else ():
        for cookie in _COOKIE.finditer(text, *header.span("line")):
            if cookie["k"].lower() not in _OF_COOKIES and any(map(str.isdigit, cookie["v"])):
                yield *cookie.span("v"), "API_KEY", _LIKELY
