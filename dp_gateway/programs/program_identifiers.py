"""Identifiers of programs: nobody's mailboxes and hosts, cited addresses, variables, packages, changes, encoded data.

`Grammar` asks about findings whose form, or a key before them, gave them away; `Detection` about masks.
"""

from __future__ import annotations

import re
from itertools import pairwise

from dp_gateway.patterns.contacts import CALLER
from dp_gateway.patterns.known_phrases import default_lexicon
from dp_gateway.patterns.structure import Structure
from dp_gateway.patterns.terms import is_name
from dp_gateway.programs.nobodys_urls import is_known_host, is_private
from dp_gateway.programs.program_figures import UPDATED, is_limit
from dp_gateway.programs.program_numbers import is_given_to_thing, is_of_things, uuid_around
from dp_gateway.text.entities import ENTITY_TYPES, Entity
from dp_gateway.text.lists import alternatives, word_lists

_LISTS = word_lists(__file__)

_NEAR = 8
_REACH = 120
# "0.4.2.1": in the network that begins with 0 nobody is.
# "5.5.5.5" stands for any; "1.1.1.1" and "8.8.8.8" answer everybody.
_SMALL_ADDRESS = re.compile(r"([1-9])(?:\.\1){3}(?![0-9.])|[0-9](?:\.[0-9]){3}[-+~]|0(?:\.[0-9]{1,3}){3}(?![0-9.])")
# "parser (3.3.9.0)", "## Hakyll 4.13.4.0": few addresses have four numbers as small as a version's.
_OF_SMALL = re.compile(r"(?:[1-9]|[12][0-9]|3[0-9])(?:\.(?:[0-9]|[12][0-9]|3[0-9])){3}(?![\w:/%])")
_OF_HOST = re.compile(
    r"(?i)(?:ip(?:v4)?|addr(?:ess)?(?:es)?|hosts?|servers?|clients?|peers?|gateway|dns|ping|ssh|curl|remote|proxy|listen|"
    r"bind|subnet|network|nameserver|route|router|connect(?:ed|ing)?(?: to)?|from|by|for|at|user|login|http)"
    r"(?:[_-]?(?:ip|addr|address|name|1|2))?[\"']?[\s:=(\[\"'>/]{1,6}\Z|[@/]\Z"
)
_INSIDE = "10."


def _is_version(source: Structure, start: int, end: int) -> bool:
    """Whether four small numbers are the version of a program, where nothing says that they are a host."""
    text = source.text
    if _OF_SMALL.match(text, start, end + 1) is None or text.startswith(_INSIDE, start):
        return False
    listed = _LISTED.search(text, max(0, start - _BEFORE_HOST), start) is not None and text.startswith(")", end)
    in_file = source.kind_at(start) in ("code", "keys") or source.is_document or source.is_about_programs
    return (listed or in_file) and _OF_HOST.search(text, max(0, start - _BEFORE_HOST), start) is None


def _is_among_versions(text: str, start: int) -> bool:
    """Whether a version, or the head of versions, stands above or below a place in a table of columns."""
    begin = text.rfind("\n", 0, start) + 1
    column, above, below = start - begin, text.rfind("\n", 0, max(begin - 1, 0)) + 1, text.find("\n", start) + 1
    if not text.endswith("  ", begin, start) or column > _WIDEST:
        return False
    near = [above] * (begin > 0) + [below] * (below > 0)
    return any(
        text.endswith("  ", line, line + column) and _CELL_OF_VERSION.match(text, line + column) is not None
        for line in near
    )


_WIDEST = 200
_CELL_OF_VERSION = re.compile(r"(?:[0-9]{1,4}(?:\.[0-9]{1,4}){1,2}|[Vv]ersion|VERSION)(?![\w.])")
_BEFORE_HOST, _LISTED = 40, re.compile(r"(?:[a-z]|-[0-9]{2}) \((?:[~<>=!]{1,2} ?)?\Z")
# "jruby-9.2.13.0", "JRuby 9.1.17.0": what a program is called stands right before.
_VERSIONED = re.compile(r"(?:(?<=[a-z])(?<!\bip)(?<!host)-|\b[A-Z]{2,4}[a-z]{3,12} )\Z")
_MOST_OF_VERSION = len("68.2.0.12")
# "Requires-Dist: types-setuptools ==67.2.0.1 ;", and not "src_ip >=81.2.69.142"
_PINNED = re.compile(
    r"^(?:Requires-Dist: )?(?![^\n]{0,60}(?i:ip|addr|host|src|dst|peer))[a-z][\w-]{1,50} ?\(?[=~<>]=\Z", re.MULTILINE
)


# "from 2.14.0.7 to 3.0.0-rc.1": what follows an address is another one.
_SUCCEEDED = re.compile(
    r" (?:to|->|→|=>) v?[0-9]{1,4}\.[0-9]{1,4}(?:\.[0-9]{1,4})?(?:-?(?:rc|alpha|beta|b)\.?[0-9]{0,3})?"
    r"(?![\w/%:-]|\.[0-9])"
)


# "Chrome/125.0.0.0"
_BROWSER = re.compile(
    r"\b(?:Chrom(?:e|ium)|HeadlessChrome|Safari|Edg[A-Za-z]{0,3}|OPR|Firefox|Version|Electron|Brave|Vivaldi)/\Z"
)
_LONGEST_BROWSER = 20


def is_no_mailbox(source: Structure, entity: Entity) -> bool:
    """Return whether nobody reads what goes to an address; "+@app.route" is a line of a patch."""
    text = source.text
    local, _, host = text[entity.start : entity.end].lower().partition("@")
    return (
        local in _NO_MAILBOXES
        or not any(map(str.isalnum, local))
        or _is_anybody(local, host)
        or host.rpartition(".")[2] in _OF_PROCESSES
        or (local in _PLACEHOLDERS and text[entity.start - 1 : entity.start] == ":")
        or (local in _OFFICES and is_known_host(host) != "")
    )


_ANYBODY = frozenset(_LISTS["ANYBODY"])
_OF_PROCESSES = frozenset("pid log service socket timer sock conf lock".split())
"""What files of a worker or a unit end in, and no host: "celeryd@jerry.pid", "getty@tty1.service"."""
_STANDS_FOR_ANY = re.compile(
    r"(?:(?:my|your|some)-?)?(?:domain|example|server|company|site|host)\.(?:com|org|net|tld)|example\.(?:com|org|net)"
)
_JOINTS = re.compile(r"[-._+]+")


def _is_anybody(local: str, host: str) -> bool:
    """Whether an address stands for any other: "user@example.com", "your-email@domain.com"."""
    return _STANDS_FOR_ANY.fullmatch(host) is not None and _ANYBODY.issuperset(filter(None, _JOINTS.split(local)))


def is_no_host(source: Structure, entity: Entity) -> bool:
    """Return whether an address is a version, or stands in that of this machine."""
    text = source.text
    small = _SMALL_ADDRESS.match(text, entity.start) is not None or (
        _BROWSER.search(text, max(0, entity.start - _LONGEST_BROWSER), entity.start) is not None
    )
    # "10.0.0.0/8", "10.2.4.17:5432"
    network = _PORT.match(text, entity.end) or "/" in text[entity.start : entity.end + 1]
    return (
        small
        or _is_version(source, entity.start, entity.end)
        or _is_among_versions(text, entity.start)
        or (
            (network or (_is_of_machines(source, entity.start) and not _is_of_caller(text, entity.start)))
            and is_private(text[entity.start : entity.end])
        )
        or _PINNED.search(text, max(0, entity.start - _REACH), entity.start) is not None
        or _SUCCEEDED.match(text, entity.end) is not None
        or (
            entity.end - entity.start <= _MOST_OF_VERSION
            and (
                UPDATED.search(text, max(0, entity.start - _REACH), entity.start) is not None
                or _VERSIONED.search(text, max(0, entity.start - _NEAR), entity.start) is not None
            )
        )
    )


_PORT = re.compile(r":[1-9][0-9]{1,4}(?![\w.:])")


def _is_of_caller(text: str, place: int) -> bool:
    """Whether what stands before an address says that somebody logs in or asks from there."""
    return CALLER.search(text, max(0, place - _NEAR_OPTION), place) is not None


def _is_of_machines(source: Structure, place: int) -> bool:
    """Whether a place is no prose, or one of the prose in a file about programs, or behind an option of a command."""
    if source.kind_at(place) != "prose" or (source.is_document and source.is_about_programs):
        return True
    return _OPTION.search(source.text, max(0, place - _NEAR_OPTION), place) is not None


_OPTION, _NEAR_OPTION = re.compile(r"\s--[a-z][a-z-]{1,20}[ =]\Z"), 30


def _is_counted(source: Structure, entity: Entity) -> bool:
    """Whether what stands for an identifier is a type, a line or one of a few: "i32", "L123-L145", "ref_5"."""
    text = source.text
    start, end = entity.start, entity.end
    if _COUNTED.fullmatch(text, start, end) is not None or is_limit(text, entity):
        return True
    if source.kind_at(start) != "prose" and _OF_OBJECT.fullmatch(text, start, end):
        return True
    if text[start:end].lower() in _COUNTED_UP and (source.kind_at(start) != "prose" or source.is_about_programs):
        return True
    return text[start - 1 : start] not in ("'", '"', "`") and _is_variable(source, start, end)


_HUMP = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def is_of_words(found: str, *, sure: bool = True) -> bool:
    """Return whether a name is ordinary words that a program joins: "PatientData"; "AnnaMiller" is none. `sure`: all of
    them are known; else the first is, and none is a name: "OpenTelemetry".
    """
    # Most words have one capital, or nothing but capitals.
    if found[1:].islower() or CAMEL.fullmatch(found) is None:
        return False
    names, _ = default_lexicon()
    humps = [hump.lower() for hump in _HUMP.findall(found)]
    known = humps if sure else humps[:1]
    return all(hump in names.common for hump in known) and not any(map(is_name, humps))


_NO_MAILBOXES = frozenset("noreply no-reply donotreply do-not-reply mailer-daemon".split())
BOT = "[bot]"
_OFFICES = frozenset("support info help security abuse press privacy legal opensource contact".split())
"""Mailboxes of a firm that everybody knows, not of one who works there."""
# "id: this.credentialId"
_OF_OBJECT = re.compile(
    r"(?:this|self|req|res|ctx|props|state|event|params|args|options|config)(?:\.[A-Za-z_]\w{0,40}){1,4}"
)
_COUNTED_UP = frozenset(
    "1234 12345 123456 1234567 12345678 123456789 1234567890 0123456789 67890 abc123 abc-123".split()
)
"""What stands for any number in documents and tests."""
_COUNTED = re.compile(r"[iuf](?:8|16|32|64|128)|[a-z]{2,12}_[0-9]{1,3}|L[0-9]{1,6}(?:-L?[0-9]{1,6})?")
CAMEL = re.compile(r"(?!(?:Mc|Mac|Fitz|O['’]|De|Di|Du|La|Le|Van|Von)[A-Z])[A-Z][a-z0-9]++[A-Z][A-Za-z0-9]*+")
_PLACEHOLDERS = frozenset(_LISTS["PLACEHOLDERS"])
_KEYWORDS = frozenset(_LISTS["KEYWORDS"])
_ALTERNATIVE = re.compile(r"\s(?:\|\||\?\?|or\b)|\?:|\?\.")


def is_no_key(source: Structure, entity: Entity) -> bool:
    """Return whether what stands for a secret is a word of the program, or one that says that it is none."""
    text = source.text
    start, end = entity.start, entity.end
    found = text[start:end]
    if _is_port(text, start, end) or _EXPANDED.search(text, max(0, start - _REACH), start):
        return True
    if not found.strip("*") or _RELEASE.fullmatch(found) or _is_for_anybody(found, source.services):
        return True
    if (
        text.endswith(_WORKING_FOLDER, 0, start)
        or _is_said_of_secret(text, start, end)
        or _NAME_OF_SECRET.search(text, max(0, start - _REACH), start)
        or (_SYMBOL.fullmatch(found) and (text[start - 1] == ":" or source.kind_at(start) == "code"))
        or is_filled_in(text, start, end)
    ):
        return True
    if text[start - 1 : start] not in ("'", '"', "`"):
        if CAMEL.fullmatch(found) and _TYPED_BEFORE.search(text, max(0, start - _REACH), start):
            names, _ = default_lexicon()
            return all(hump.lower() in names.common for hump in _HUMP.findall(found))
        alternative = found.isidentifier() and _ALTERNATIVE.match(text, end) is not None
        return found.lower() in _KEYWORDS or alternative or _is_variable(source, start, end)
    return False


# "private readonly privateKey: KeyObject"
_TYPED_BEFORE = re.compile(r"\b(?:private|public|protected|readonly|static|const|let|var)\b[^\n=\"']{0,60}: \Z")
_WORKING_FOLDER = ("$PWD:", "${PWD}:", "$(PWD):")
_SAID_BEFORE = re.compile(r"(?: is|[*:]) \Z")


def _is_said_of_secret(text: str, start: int, end: int) -> bool:
    """Whether a word says what becomes of a secret: "the secret is set:"."""
    found = text[start:end]
    word = found.rstrip(":.,")
    names, _ = default_lexicon()
    done = word.endswith("ed") and word.islower() and word in names.common
    return done and _SAID_BEFORE.search(text, max(0, start - _NEAR), start) is not None


# "existingSecret: my-data-source" of Kubernetes, where the secret is kept elsewhere
_NAME_OF_SECRET = re.compile(
    r"\b(?:existing|image[pP]ull|tls)Secrets?(?:Name|Ref)?[\"']?:\s{1,4}[\"']?\Z|[sS]ecretName[\"']?:\s{1,4}[\"']?\Z"
)
# "secret::Int" of Julia, "secret: :hidden" of Ruby
_SYMBOL = re.compile(r":[A-Za-z_][A-Za-z_]{0,30}")
# "${MVNW_PASSWORD:+has-password}"
_EXPANDED = re.compile(r"\$\{\w{1,60}:?\Z")
_PORT_BEFORE = re.compile(
    r"\b(?:psql|pg_\w{2,20}|createdb|dropdb|vacuumdb|redis-cli|ssh|sshfs|mongo(?:sh)?)\b[^\n|;&]{0,120} -p ?\Z"
)
_MOST_OF_PORT = 5


def _is_port(text: str, start: int, end: int) -> bool:
    """Whether a number is the port that a command is told with the sign that is another's password: "psql -p 55432"."""
    if end - start > _MOST_OF_PORT or not text[start:end].isdecimal():
        return False
    return _PORT_BEFORE.search(text, max(0, start - _REACH), start) is not None


_SHELL_VARIABLE = re.compile(r"\$[A-Za-z_]\w{0,60}|\$?\{\w{1,60}\}")


def is_filled_in(text: str, start: int, end: int) -> bool:
    """Return whether a value is a variable of the shell."""
    return _SHELL_VARIABLE.fullmatch(text, start, end) is not None


_WORD_JOINT = re.compile("[-_]")
# "your-key-goes-here", "enter_your_consumer_key_here"
_ASKED_FOR = re.compile(
    r"(?i)(?=[\w-]*(?:your|here|change|replace))(?:(?:enter|put|insert|paste|add|set|use|type|your|goes|here|keys?|secrets?|token|"
    r"password|access|consumer|api|client|value|id|app|auth|account|user|name|replace|me|with|this|change|it|to|actual|"
    r"real|own|the|a|an|in|production)[-_]?){2,9}"
)


def _is_for_anybody(found: str, services: frozenset[str]) -> bool:
    """Whether a secret is a word that says that it is to be replaced, "secret", "password1", "very-secure-password",
    or what a service is called: "somewordpress".
    """
    words = _WORD_JOINT.split(_NUMBERED_WORD.sub("", found.lower()))
    # "my_rackspace_api_key"
    if _ASKED_FOR.fullmatch(found):
        return True
    named = words[0] in ("my", "your") and words[-1] in _CALLED_SO and all(map(str.isalpha, words))
    return named or _PLACEHOLDERS.issuperset(words) or (len(words) == 1 and _is_joined(words[0], services))


def _is_joined(word: str, services: frozenset[str]) -> bool:
    """Whether a word is two of those that stand for any secret, "supersecret", or a service, alone or behind one."""
    if word in services or any(word.endswith(one) and word.removesuffix(one) in _PLACEHOLDERS for one in services):
        return not is_name(word)
    # "mysecretpassword"
    rest = word.removeprefix("my")
    return (rest != word and rest in _PLACEHOLDERS) or any(
        {rest[:at], rest[at:]} <= _PLACEHOLDERS for at in range(2, len(rest) - 1)
    )


_NUMBERED_WORD = re.compile(r"(?<=[a-z])[0-9]{1,2}\Z")


_CALLED_SO = frozenset(("key", "token", "secret", "password"))


def _is_variable(source: Structure, start: int, end: int) -> bool:
    """Whether a value without quotes is a name of the program, used elsewhere: "id: toolCallId1,", "key=creds)"."""
    found = source.text[start:end]
    return found.isidentifier() and _GOES_ON.match(source.text, end) is not None and source.uses(found)


_GOES_ON = re.compile(r"[,)]|;$|\s[=!]==?\s", re.MULTILINE)
# "v2024.5.1"; "FY2023", "CY23", "2023/2025": years
_NUMBERED_VERSION = re.compile(r"v[0-9]{1,4}(?:\.[0-9]{1,4}){1,3}(?![\w-])")
_FISCAL = re.compile(r"[FC]Y(?:(?:19|20)[0-9]{2}|[0-9]{2})|(?:19|20)[0-9]{2}[/–-](?:19|20)[0-9]{2}")
_RELEASE = re.compile(r"[\^~=<>]{0,2}[0-9]{1,4}(?:\.[0-9]{1,4}){2}")


def is_of_program(source: Structure, entity: Entity) -> bool:
    """Return whether an identifier counts something of a program, or is one of 128 bits that programs give out to
    things.
    """
    text = source.text
    start = entity.start
    if (whole := uuid_around(text, start, entity.end)) and not text.endswith(_OF_TRACKER, 0, start):
        return is_given_to_thing(source, *whole)
    if _is_named_by_program(source, entity) or is_of_things(source, entity):
        return True
    return entity.score < 1 and _is_counted(source, entity)


def _is_named_by_program(source: Structure, entity: Entity) -> bool:
    """Whether its form, or what stands before it, says that a program or a tracker calls something so."""
    text, start, end = source.text, entity.start, entity.end
    return (
        text.endswith(_OF_TRACKER, 0, start)
        or any(
            one.fullmatch(text, start, end) for one in (_MODEL, _VERSION_DAY, _INSTANT, _WEAKNESS, _OF_FAULT, _FISCAL)
        )
        or (_OF_ISSUE.fullmatch(text, start, end) and not _NUMBERED.search(text, max(0, start - _REACH), start))
        or _FAULT_BEFORE.search(text, max(0, start - _REACH), start) is not None
        or (text[start] == "v" and _NUMBERED_VERSION.match(text, start) is not None)
        or _IN_PATH.search(text[start:end]) is not None
    )


_OF_TRACKER = ("/user-attachments/assets/", "show_bug.cgi?id=", "view.php?id=", "packageinfo?packageID=")
# "claude-opus-4-8", "gpt-4-turbo-2024-04-09", and "files-api-2025-04-14": models and versions, by their days.
_MODEL = re.compile(
    r"(?:claude|gpt|gemini|gemma|llama|mistral|mixtral|codestral|qwen|deepseek|grok|kimi|glm|phi|command|o[134])"
    r"(?:-[a-z]{1,12}|-?[0-9][0-9.]{0,8}[a-z]{0,3}){1,6}"
)
_VERSION_DAY = re.compile(r"(?:[a-z]{1,16}-){1,4}20[0-9]{2}-[01][0-9]-[0-3][0-9]")


_WEAKNESS = re.compile(r"CVE-[0-9]{4}-[0-9]{4,7}|GHSA(?:-[0-9a-z]{4}){3}|(?:RHSA|USN|DSA|CWE|PEP|JEP)-[0-9:-]{1,12}")
# "See GH-4417", and "My staff number is GH-4417", which is somebody's
_OF_ISSUE = re.compile("GH-[1-9][0-9]{0,5}")
_NUMBERED = re.compile(
    r"(?i)(?:number|nummer|num[eé]ro|n[uú]mero|badge|staff|employee|member|matricule|\b(?:no|nr|id|code))[.:]?\s{0,2}"
    r"(?:(?:is|was|ist|est|es|é|de [a-zé]{3,12} (?:est|es|é))\b|[:=])?\s{0,2}\Z"
)
# "ORA-00942", "TS2345", "PGRST116": what makers number their faults by
_OF_FAULT = re.compile(r"(?:ORA|TNS|PLS|SP2)-[0-9]{4,5}|(?:TS|MSB|PGRST|ERR)[0-9]{3,6}")
# "error code E1042, E1043 or E1050"
_FAULT_BEFORE = re.compile(
    r"(?i)\b(?:(?:error|fault|exit|diagnostic|lint|compiler)s?(?: (?:code|number|no)s?)?|errno|sqlstate|sqlcode|"
    r"(?:status|return|warning|http) codes?)(?: is| was|:)? ?[\"'(\[#]?"
    r"(?:[A-Z]{1,6}-?[0-9]{1,6}(?:, (?:and |or )?| and | or |/)){0,8}\Z"
)
# "DTSTART:20240703T140000", and the lines of a change that git blames
_INSTANT = re.compile(r"(?:19|20)[0-9]{2}[01][0-9][0-3][0-9]T[0-2][0-9][0-5][0-9][0-5][0-9]Z?")


# "default/pvcsc001", "type-db2/ctl/DB2TEP41.ctl"
_IN_PATH = re.compile(r"(?:\A|[/-])[a-z]{3,20}/|/[a-z]{3,20}(?:/|\Z)")
_CODED, _CODED_BEFORE = re.compile(r"[A-Za-z0-9+/]{1,60}"), re.compile(r"[A-Za-z0-9+/]{1,60}\Z")
_CODED_REACH, _LEAST_CODED = 60, 48


def _is_encoded(text: str, start: int, end: int) -> bool:
    """Whether a finding is cut out of many bytes written in letters, as those of a picture."""
    last = text[start - 1 : start]
    coded = last.isalnum() or last in ("+", "/")
    before = _CODED_BEFORE.search(text, max(0, start - _CODED_REACH), start) if coded else None
    behind = _CODED.match(text, end)
    return sum(len(around[0]) for around in (before, behind) if around is not None) >= _LEAST_CODED


_KIND_OF_LETTER = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", "a" * 26 + "A" * 26 + "0" * 10
)
_CHANGING = 0.4
"""How often the kind of letter changes in bytes: three times in five; in words and paths once in eight."""


def is_of_bytes(text: str, start: int, end: int) -> bool:
    """Return whether a finding stands among letters that follow each other as those of bytes do, and those of words do
    not.
    """
    # Between the bars of a path a name is one.
    if not _is_encoded(text, start, end) or text[start - 1 : start] == "/":
        return False
    around = text[max(0, start - _CODED_REACH) : end + _CODED_REACH].translate(_KIND_OF_LETTER)
    changes = sum(one != other for one, other in pairwise(around))
    return changes >= _CHANGING * len(around)


_MASKING = {word for kind in ENTITY_TYPES for word in kind.split("_")} | set(
    "NAME FULL FIRST LAST MIDDLE SURNAME USER LOGIN PASSWORD MAIL TEL MOBILE STREET HOUSE CITY TOWN STATE COUNTRY ZIP "
    "CODE COMPANY EMPLOYER BIRTH DOB ACCOUNT CARD AMOUNT REDACTED MASKED REMOVED HIDDEN ANONYMIZED".split()
)
_OF_TYPE = rf"(?:{alternatives(_MASKING)})"
_IN_MASK = rf"{_OF_TYPE}(?:[_ -]{_OF_TYPE}){{0,3}}(?:[_ -]?[0-9]{{1,6}})?"
_MASK = re.compile(
    # A policy may have types of its own.
    rf"<(?:{_IN_MASK}|[A-Z]{{2,20}}(?:_[A-Z]{{2,20}}){{0,3}}_[0-9]{{1,3}})>|\[{_IN_MASK}\]|\{{\{{\s?{_IN_MASK}\s?\}}\}}"
)
_LONGEST_MASK = 64


def has_masks(text: str) -> bool:
    """Return whether a text has a placeholder of a text that was masked before."""
    return _MASK.search(text) is not None


def is_masked(text: str, entity: Entity) -> bool:
    """Return whether a finding is a placeholder of a text that was masked before ("<PERSON_1>", "{{ID_NUMBER}}"), a
    part of one, or one with a character before it ("是[NAME]"): `Detection` asks about each, whoever found it.
    """
    first = max(entity.start - _LONGEST_MASK, 0)
    opening = max(text.rfind(sign, first, entity.start + 1 + len(sign)) for sign in ("<", "[", "{{"))
    mask = _MASK.match(text, opening) if opening >= 0 else None
    return mask is not None and mask.end() >= entity.end
