"""Accounts of people: handles, logins, names on networks and in messengers, and the addresses of their pages.

`contacts` has them among its rules.
"""

from __future__ import annotations

import re
from functools import partial

from dp_gateway.patterns.rules import Rule
from dp_gateway.text.lists import word_lists

_LISTS = word_lists(__file__)

_INDENT = 80
_LINE_BEGINS, _LINE_ENDS = re.compile(r"(?:\A|\n)[^\S\n]*\Z"), re.compile(r"[^\S\n]{0,80}(?:\n|$)")
_DECORATORS = frozenset(_LISTS["DECORATORS"])


def _handle(text: str, start: int, end: int) -> float | None:
    said = text[start + 1 : end].lower()
    # `"user%d" + "@example.com"` is what follows the name of anybody.
    if said in _DECORATORS or (said.startswith("example.") and text[start - 1 : start] in ("'", '"')):
        return None
    # A word alone on its line, in front of what looks like code, is a decorator.
    alone = _LINE_BEGINS.search(text, max(0, start - _INDENT), start) and _LINE_ENDS.match(text, end)
    return None if alone and end < len(text) else 0.7


_NO_LOGIN_ENDS = frozenset(
    "com org net io dev app ai co py js ts go rs rb md txt json yaml yml toml html css sh cfg ini xml csv sql".split()
)
_NO_LOGIN_PARTS = frozenset(_LISTS["NO_LOGIN_PARTS"])
_LOGIN_PARTS = re.compile("[.-]")

_SURE = 0.95
"""A model takes the name in a login for somebody's."""


def _login(text: str, start: int, end: int) -> float | None:
    """Letters with a dot or a hyphen are a login where they are no file, no domain and no "read-only"."""
    parts = _LOGIN_PARTS.split(text[start:end].lower())
    if any(char.isdigit() or char == "_" for part in parts for char in part):
        return _SURE
    return None if parts[-1] in _NO_LOGIN_ENDS or parts[0] in _NO_LOGIN_PARTS else _SURE


# "The user id is required": what is said of logins, and is none.
_SAID_OF_LOGINS = (
    "required|optional|missing|invalid|valid|unique|empty|wrong|incorrect|correct|taken|available|unknown|used|set|"
    "stored|shown|displayed|hidden|different|changed|case|not|the|an?|your|my|same|too|already|only|in|on|at|to|for|of|"
    "string|number|integer|int|str|text|uuid|boolean|bool|object|null|undefined|none"
)

_NETWORKS = _LISTS["NETWORKS"]
_NETWORK = rf"(?:{'|'.join(_NETWORKS)})"
# A word with a digit or a line in it: no word of a sentence.
_TELLING = r"(?P<v>@?(?=[\w.-]{0,30}(?:[0-9_]|[a-z][.-][a-z]))[a-z](?:[\w-]|\.(?=\w)){2,29}(?<!-))(?![\w(/:=]|\.\w)"
_PAGES = (
    r"t\.me|telegram\.me|(?:instagram|twitter|snapchat|facebook|pinterest|twitch|patreon|venmo|onlyfans|soundcloud)"
    r"\.(?:com|tv)(?:/add|/u)?|x\.com|fb\.(?:com|me)|m\.me|paypal\.me|wa\.me|ko-fi\.com|linktr\.ee|cash\.app|"
    r"(?:tiktok|youtube|medium|threads)\.(?:com|net)(?=/@)|mastodon\.[a-z]{2,8}(?=/@)|"
    r"steamcommunity\.com/id|bsky\.app/profile|linkedin\.com/in|reddit\.com/(?:u|user)"
)
"""Sites below which the first part of an address is an account."""
# "issue#1234": what is numbered, and no account.
_NUMBERED = frozenset(_LISTS["NUMBERED"])


def _tag(text: str, start: int, end: int) -> float | None:
    if text[start:end].partition("#")[0].isupper():
        return None  # "ITS#9544"
    return None if text[start:end].partition("#")[0].lower() in _NUMBERED else 0.85


_account = partial(Rule, "USERNAME")

ACCOUNTS: tuple[Rule, ...] = (
    # "t.me/rook_castle": whose page an address leads to.
    _account(
        rf"(?<![\w@.-])(?:{_PAGES})/(?P<v>[@$]?[a-z0-9](?:[\w-]|\.(?=\w)){{2,40}})",
        0.9,
        (".me/", ".com/", ".tv/", ".app/", ".ee/", ".net/", "mastodon."),
        folded=True,
    ),
    # "helgab.bsky.social"
    _account(r"(?<![\w@.-])(?P<v>[a-z0-9][a-z0-9-]{1,40})\.bsky\.social(?![\w.-])", 0.9, (".bsky.",), folded=True),
    # Skype: "live:ines.caldwell_3", "live:.cid.9f2ab1c04de7a551"
    _account(
        r"(?<![\w:./-])live:(?P<v>\.cid\.[0-9a-f]{8,20}|(?=[\w.-]{0,40}[0-9_.])[a-z][\w.-]{2,40}(?<![.-]))(?![\w/])",
        0.9,
        ("live:",),
        folded=True,
    ),
    # Discord: "quill_house#0007"
    _account(
        r"(?<![\w.#/&@-])(?P<v>(?=[\w.]{0,31}[a-z])[a-z0-9_](?:\w|\.(?=\w)){1,31}#[0-9]{4})(?![\w#])",
        marks=frozenset("#"),
        digits=4,
        sign=re.compile(r"#[0-9]{4}(?![\w#])"),
        check=_tag,
        folded=True,
        unbroken=True,
    ),
    # Signal: "ines.22"
    _account(
        r"\bsignal(?: (?:is|id|name|user|username|handle|at|as)|:){0,3} (?P<v>[a-z_]\w{2,31}\.[0-9]{2,9})(?![\w.])",
        0.9,
        cues=frozenset(("signal",)),
        folded=True,
    ),
    # "snap me at inescald99", "add us on Discord: moss.toad", "dm me on twitter, quillh0use"
    _account(
        r"\b(?:add|find|follow|message|msg|dm|pm|text|ping|hit|reach|contact|write|tag|look|snap|insta|kik|skype|venmo|"
        r"paypal) (?:to )?(?:me|us|her|him|them)(?: up)?"
        rf"(?: (?:on|over|via) (?:my )?{_NETWORK})?(?:[,:]| (?:at|as|is|on|under|with|by|using))?:? {_TELLING}",
        # Fewer texts have these than a verb before them.
        cues=frozenset(("me", "us", "her", "him", "them")),
        folded=True,
        check=_login,
    ),
    # "I'm mossytoad9 on twitch"
    _account(
        r"(?:\b(?:i|he|she|it|we|they)(?:['’](?:m|s|re)| (?:am|is|are|go by)) |\bas )"
        rf"{_TELLING}(?= on {_NETWORK}\b)",
        cues=frozenset(_NETWORKS),
        folded=True,
        check=_login,
    ),
    _account(
        r"(?<![\w@/.`])@[A-Za-z_]\w*+(?>(?:[.-]\w++)*)(?![@(/:\w])",
        0.7,
        ("@",),
        check=_handle,
        sign=re.compile(r"@(?<![\w@/.`].)[A-Za-z_]"),
        unbroken=True,
    ),
    _account(
        r"\b(?i:(?:user[ _]?name|user[ _]?id|login(?: name)?|handle|screen name|nickname|"
        rf"twitter|instagram|discord|telegram|skype)(?: is|:|=| was){{1,3}}\s{{0,3}}[\"'“]?(?!(?:{_SAID_OF_LOGINS})\b))"
        r"(?P<v>(?=[\w.-]{0,30}[0-9_.-]|[a-z]{3,30}\b)[A-Za-z0-9_][\w.-]{2,29}"
        r"(?<![.-]))(?![\w(])",
        0.8,
        cues=frozenset(
            "user username userid login handle screen nickname twitter instagram discord telegram skype".split()
        ),
    ),
    # "the VPN user is amelia.stone", "ur venmo is liv-marsh-22", "paypal: felix-oduya", "cashapp $mkdir99"
    _account(
        r"\b(?:user|login|account|handle|gamertag|insta|instagram|snap|snapchat|tiktok|telegram|discord|steam|"
        r"twitch|github|gitlab|slack|bluesky|mastodon|reddit|venmo|paypal|cash app|cashapp|xbox|psn|skype|twitter)"
        r"(?: (?:account|id|name|user|username|handle|tag))?(?:['’]s| is| was|:| =|=|(?=\s[@$]))\s{1,2}[\"'“]?"
        r"(?P<v>[@$]?(?=[0-9_.-]{0,30}[a-z])(?=[\w.-]{0,30}(?:[0-9_]|[a-z][.-][a-z]))[a-z0-9_](?:[\w-]|\.(?=\w)){2,29}(?<![-]))(?!\w|\(|[%/@:.]\w)",
        0.95,
        check=_login,
        folded=True,
    ),
    # "username m.oduya": without a verb a digit, a dot or a line has to tell.
    _account(
        r"\b(?i:user(?:name|id)?|user[ _](?:name|id)|login(?: name)?|screen name)\s[\"'“]?"
        r"(?P<v>(?=[a-z-]{1,30}(?:[0-9_]|\.\w))[a-z](?:[\w-]|\.(?=\w)){2,29}(?<![-_]))(?![\w(./:=])",
        0.8,
    ),
    # "Assignee: unassigned -> m.ferrante"
    _account(
        r"\b(?:assignee|assigned|reassigned|owner|reporter|requester|reviewer|approver|escalated|handler|handled)\b"
        r"[^\n]{0,40}?[\s>:@](?P<v>[a-z]\.[a-z]{3,20})(?![\w(@=/-]|\.\w)",
        0.9,
        reach=(2, 80),
        folded=True,
    ),
    # "someone called moonpie77", "a seller named velvet_moth": letters with a digit or a line are nobody's given name.
    _account(
        r"\b(?:someone|somebody|person|people|guy|girl|man|woman|player|troll|streamer|seller|buyer|redditor|friend|"
        r"follower|commenter|poster|stranger|user|account|profile|member|scammer|stalker) (?:who is |that is )?"
        r"(?:called|named|known as|going by|by the name(?: of)?|with the (?:name|handle|tag)) [\"'“@]?"
        r"(?P<v>(?=[\w.-]{2,28}[0-9_])[a-z][\w-]{2,29}(?<![_-]))(?![\w(/:=]|\.\w)",
        0.85,
        cues=frozenset(("called", "named", "known", "going", "name", "handle", "tag")),
        folded=True,
        reach=(40, 50),
    ),
    # "log in as lwazi.test / Mango#2025", "signed in with m_okafor"
    _account(
        r"\b(?:log(?:ged|s|ging)?|sign(?:ed|s|ing)?) ?in(?:to [^\s]{2,30})? (?:as|with|using) [\"'“]?"
        r"(?P<v>(?=[a-z-]{1,30}[0-9._])[a-z](?:[\w-]|\.(?=\w)){2,29})(?![\w(@/=-])",
        0.9,
        cues=frozenset(("as", "with", "using")),
        folded=True,
        reach=(50, 40),
    ),
    # "auth-user-pass: carys.pugh / T1dal-wave!"
    _account(
        r"(?<![\w./@-])(?P<v>[a-z][a-z0-9-]{0,20}[._][a-z0-9._-]{1,20}) ?/ "
        r"(?=[^\s/]{0,40}[0-9!#$%&*+=?@^~])(?=[^\s/]{6})",
        0.85,
        (" / ",),
        also=frozenset("login logon creds credentials user username auth password pass account log".split()),
        folded=True,
    ),
    # "Never again. - mumof3_freo": a handle that signs
    _account(
        r"(?:[.!?)\"”] ?|\n[ \t]{0,3})[-–—~] ?(?P<v>(?=[a-z]{1,20}[0-9_])[a-z]\w{3,24})(?=[\"”]?\s*(?:\n|\Z))",
        0.85,
        sign=re.compile(r"[-–—~] ?[a-z]{1,20}[0-9_]"),
        reach=(8, 40),
    ),
    # "password ..., user ingrid": beside a password the word is a login, whatever it looks like. "... for password
    # hashing. User email addresses" are two sentences.
    _account(
        r"\b(?:(?:password|passwd|pwd|pw)[ :=]{1,3}\S{4,60}?(?<![a-z]\.)[,;]?\s(?:and |for |with |/ ?)?(?:the )?"
        r"(?:user(?:name)?|login)[ :=]{1,3}"
        r"(?P<v>[a-z][\w.-]{2,29}(?<![.-])))(?![\w(=])",
        0.9,
        folded=True,
    ),
)
"""Rules for accounts."""
