"""Keys, tokens and passwords, and wallets: what opens a door must not leave, whoever's it is. Rules of the
`PatternDetector`, and of the masking of replies (`detection/by_form`).
"""

from __future__ import annotations

import re
from functools import partial

from dp_gateway.patterns.rules import Rule
from dp_gateway.patterns.windows import alphanumeric

# "password: required", "token=None", "password = getpass()": the word is there and no password.
_NO_SECRET = re.compile(
    r"(?:required|optional|invalid|incorrect|wrong|missing|expired|reset|changed|change|protected|"
    r"strong|weak|hidden|string|"
    r"str|none|null|nil|true|false|int|bytes|text|undefined|self|os|getenv|input|your|my|the|a|an|not|and|or|for|too|"
    r"been|still|here|below|above|empty|unknown|same|secure|safe|needed|never|it|that|this|what|of|to|in|on|at|"
    r"password|username|xxx+|\*++|\.\.\.|[\w-]{1,8}(?:\.\.\.|…)|[<\[{$%].*+)\W*+$",
    re.I,
)
# "credentials: user=ingrid": what stands there is a setting of its own.
_SETTING = re.compile(r"[A-Za-z_]{2,20}=|(?:[A-Z]{1,20}_){1,6}[A-Z]{1,20}=")
_CODE = re.compile(r"[()\[\]{}]|^[a-z_]+\.[a-z_.]+$|^[A-Z_]{3,}$")

ENVIRONMENT = ("process.env.", "os.environ", "import.meta.")
"""What an expression begins with that names a secret of the environment, and holds none."""

_PIN, _INDENT = 4, 40
_VERSION = re.compile(r"v[0-9]{1,4}(?:\.[0-9]{1,4}){1,3}")
_ORDINAL = re.compile(r"[0-9]+(?:st|nd|rd|th|[a-z]{1,2})|[0-9-]+(?:char\w*|bits?|digits?)", re.I)
# Behind a variable, unlike a value without quotes: a call, the end of an argument, an assignment.
_VARIABLE = re.compile(
    r"[A-Za-z_]{0,60}[a-z_](?:[._]|(?<=[a-z])(?=[A-Z]))[A-Za-z_.]{0,60}(?=[,()\[\]}]|;$)", re.MULTILINE
)
_DECLARED = re.compile(r"[A-Za-z_]\w{0,80}(?:\[[\w, |]{1,40}\])?(?: \| None)?(?= ?=(?![=>])|\(| or | if )")


def is_variable(text: str, start: int, end: int) -> bool:
    """Return whether what stands behind a secret's name, without quotes, is a name of the program: `key=api_key)`."""
    if text[start - 1 : start] in ('"', "'", "`"):
        return False
    return any(
        found is not None and found.end() >= end
        for found in (_VARIABLE.match(text, start), _DECLARED.match(text, start))
    )


# A command with its words and options, in the paragraph behind a colon
_COMMAND = re.compile(r"`[a-z]+(?:-[a-z]+){0,4}(?: [a-z_-]{1,30}){0,3} (?:\{\{|--?[a-z]|<|\$|[./~])")
_NEXT_PARAGRAPH = re.compile(r"[:=]\s{0,3}\n\s{0,3}\n\s{0,3}`\Z")
_OF_KEYS = re.compile(r"(?i:(?:api|access)[_ -]?key|(?:auth|access)[_ ]?token)[\"']?\s{0,9}[:=]\s{0,9}[\"'`“]?\Z")
_OF_RESOURCE = re.compile(r"\b[a-z]{3,20}(?:[-_][a-z]{2,20})?/[a-z]{2,20}(?:_[a-z]{2,20}){1,4}: \Z")
_OWNERS_OF_KEYS = "api access private signing encryption session hmac master storage account shared"
_NAMES_OF_SECRETS = (
    *("password", "passwd", "passcode", "passphrase", "pw", "secret", "token", "credential"),
    *(f"{whose}{joint}key" for whose in _OWNERS_OF_KEYS.split() for joint in ("", " ", "_", "-")),
)
"""What a secret is called in the rule that has them as hints: whoever adds a name to that adds it here, too."""
_GOES_ON = re.compile(r" (?:[a-z]|\{\{|-)")


def _is_told(text: str, start: int, end: int) -> bool:
    """Whether what stands behind the name of a secret is a command, or begins what is said of it."""
    first = max(0, start - _INDENT)
    if _COMMAND.match(text, start - 1) and _NEXT_PARAGRAPH.search(text, first, start):
        return True  # "Prompt for a password:\n\n`ansible-vault create {{file}}`"
    # "api_key: Authentication credential.", "Password:" above "Permission denied",
    # "with an access token:\n\n`doctl databases`": no such key is a word.
    word = text[start:end].isalpha() and (text[start:end].islower() or text[start:end].istitle())
    goes_on = word and _GOES_ON.match(text, end) is not None
    # "resource/random_password: Prevent error with": a thing of a program, of which a change tells
    told = _OF_KEYS.search(text, first, start) or (word and _OF_RESOURCE.search(text, first, start))
    return goes_on and (text[start - 1] == "\n" or told is not None)


def _password(text: str, start: int, end: int) -> float | None:
    found = text[start:end]
    # "PWD=/home" is a folder; "token:\n  description:" has a key of its own in the next line.
    folder = found[0] == "/" and text.endswith(("PWD=", "/passwd:"), 0, start)
    key = found[-1] == ":" and "\n" in text[max(0, start - _INDENT) : start]
    # The first word of what stands between quotes: all of it is the password (`_of_words`), or none.
    first = text[start - 1 : start] in ('"', "'", "`", "“") and _QUOTED_ON.match(text, end)
    if folder or key or first or _SETTING.match(found):
        return None
    before = text[max(0, start - 6) : start].rstrip(" \"'`“").lower()
    said = before.endswith(("is", "was", "to"))
    if (not said and is_variable(text, start, end)) or _is_told(text, start, end):
        return None
    if _NO_SECRET.match(found) or found.startswith(ENVIRONMENT):
        return None
    if _CODE.search(found) and text[start - 1 : start] not in "\"'`":
        return None
    if said:
        # After a verb any word may follow; a password shows by a digit, a sign or quotes around it.
        odd = any(char.isdigit() or not char.isalnum() for char in found.rstrip(".,;!?"))
        return 0.85 if odd or text[start - 1] in "\"'`“" or (found != found.lower() and not found.istitle()) else None
    return 0.85


# A sentence about a secret, or what is done in a program, and no secret of several words.
_OF_SENTENCES = re.compile(
    r"(?i:\b(?:a|an|the|this|that|these|your|you|my|our|its?|is|are|be|was|were|has|have|had|do|does|did|not|no|must|"
    r"should|can|cannot|will|please|enter|choose|type|use|used|using|set|get|forgot|forgotten|reset|change[ds]?|confirm|"
    r"current|new|old|show|hide|repeat|invalid|incorrect|wrong|required|missing|empty|expired|and|or|for|from|with|without|"
    r"of|to|by|in|on|at|if|again|least|minimum|maximum|match(?:es)?|field|value|string|number|chars?|characters?|letters|"
    r"digits|pass(?:word|phrase|code)s?|secrets?|tokens?|keys?|credentials?|user|username|account|log ?in|sign|"
    r"manager)\b)|[(){}\[\]<>$|;]|://"
)
# Of those with a digit or a sign: "8 characters at least"
_OF_RULES = re.compile(
    r"(?i:\b(?:chars?|characters?|letters|digits|least|minimum|maximum|your|must|the|please|enter|use|passwords?)\b)|"
    r"[(){}\[\]<>$|;]|://"
)
_FEWEST_PLAIN = 3


def _of_words(text: str, start: int, end: int) -> float | None:
    """A secret of several words between quotes: with a digit or a sign, or of three small words and more."""
    found = text[start:end]
    if any(char.isdigit() or char in _SIGNS or char == "_" for char in found):
        return None if _OF_RULES.search(found) else 0.95
    plain = found.replace(" ", "").isalpha() and found.islower() and found.count(" ") >= _FEWEST_PLAIN - 1
    return 0.95 if plain and not _OF_SENTENCES.search(found) else None


_QUOTED_ON = re.compile(r" [^\n\"'`“”]{1,240}[\"'`”]")


def _told(text: str, start: int, end: int) -> float | None:
    """A password some words behind its name: letters with digits or signs, or a number."""
    found = text[start:end]
    if _NO_SECRET.match(found) or "@" in found.strip("@") or "://" in found:
        return None
    if _VERSION.fullmatch(found):
        return None  # "pin the linter to v2.11.4"
    digits, letters = sum(map(str.isdigit, found)), sum(map(str.isalpha, found))
    signs = sum(char in "!#$%&*+=?@^~_" for char in found.rstrip("!?"))
    if digits >= _PIN and digits == len(found.rstrip("#*")):
        return 0.96
    return 0.85 if letters and (digits or signs) and not _ORDINAL.fullmatch(found) else None


_SIGNS = frozenset("!#$%&*+=?@^~")
# "checkout@v4", "react@7.6.20"
_PACKAGE = re.compile(
    r"[a-z][a-z0-9._-]{0,60}@(?:v[0-9]{1,4}(?:\.[0-9]{1,4}){0,2}|[~^]?[0-9]{1,4}(?:\.[0-9]{1,6}){2}(?:[-+][\w.+-]{1,30})?)"
)
_PLAIN_SECRET = 8


def _beside_login(text: str, start: int, end: int) -> float | None:
    """A password behind a login and a slash: no word of a sentence, no name, and no package in some version."""
    found = text[start:end]
    if _PACKAGE.fullmatch(found):
        return None
    digit = any(map(str.isdigit, found))
    inside, mixed = not _SIGNS.isdisjoint(found[:-1]), found != found.lower() and found != found.upper()
    odd = inside or (digit and (mixed or found[-1] in _SIGNS))
    return 0.9 if odd and any(map(str.isalpha, found)) else None


def _beside_address(text: str, start: int, end: int) -> float | None:
    """A password behind a mail address: with a digit or a sign, or small letters that are too many for most words."""
    found = text[start:end]
    odd = any(map(str.isdigit, found)) or not _SIGNS.isdisjoint(found)
    return 0.9 if odd or (found.isalpha() and found.islower() and len(found) >= _PLAIN_SECRET) else None


def _wallet(text: str, start: int, end: int) -> float | None:
    return 0.9 if sum(char.isdigit() for char in text[start:end]) in range(3, 60) else None


_key = partial(Rule, "API_KEY")

SECRETS: tuple[Rule, ...] = (
    _key(
        r"(?<![\w-])(?!pk_(?!live_|test_)[a-z_]{1,200}(?![\w-]))"
        # sk_X509_NAME_new(): functions of a library
        r"(?!sk_(?!live_|test_)(?>(?:[A-Za-z]{1,16}[0-9]{0,4}_){1,8})[A-Za-z]{1,16}[0-9]{0,4}(?![\w-]))"
        r"(?:(?:sk|pk|rk)[-_][A-Za-z0-9_-]{12,}|gh[pousr]_[A-Za-z0-9]{16,}|github_pat_\w{20,}|"
        r"gl(?:pat|dt|rt|cbt|ptt|ft|soat)-[\w.-]{12,}|xox[abeprs]-[\w-]{10,}|(?:AKIA|ASIA|AROA|AIDA)"
        # what the provider's own manual has
        r"(?![A-Z0-9]{0,16}EXAMPLE(?![A-Z0-9]))[A-Z0-9]{12,20}|AIza[\w-]{30,40}|ya29\.[\w-]{20,}|"
        r"SG\.[\w-]{16,}\.[\w-]{16,}|hf_[A-Za-z0-9]{20,}|npm_[A-Za-z0-9]{30,}|pypi-[\w-]{30,}|dop_v1_[a-f0-9]{40,}|"
        r"shpat_[a-f0-9]{24,}|whsec_\w{20,}|eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]+)?)(?![\w-])",
        1.0,
        (
            *"sk- sk_ pk_ pk- rk_ ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat gldt- glrt- glcbt- glptt- glft-".split(),
            *"glsoat- xox akia asia aroa aida aiza ya29 sg. hf_ npm_ pypi- dop_ shpat_ whsec_ eyj".split(),
        ),
        unbroken=True,
    ),
    # Of Twilio, Mailgun, New Relic, Databricks, Doppler, Vault, Linear, Grafana, Sentry, Figma, RubyGems, Square,
    # Postman, Replicate, Groq, Docker, Supabase, Tailscale, PlanetScale, Atlassian and age.
    _key(
        r"(?<![\w./+-])(?:(?:SK|AC)[0-9a-f]{32}|key-[0-9a-z]{32}|NRAK-[A-Z0-9]{20,40}|dapi[0-9a-f]{32}(?:-[0-9])?|"
        r"dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9]{36,48}|hv[sbr]\.[\w-]{24,200}|lin_api_[A-Za-z0-9]{32,64}|"
        r"gl(?:sa|c)_[\w=+/]{32,200}|sntry[su]_[\w=+/-]{32,250}|figd_[\w-]{30,80}|rubygems_[0-9a-f]{40,64}|"
        r"sq0(?:atp|csp|idp)-[\w-]{20,64}|PMAK-[0-9a-f]{24}-[0-9a-f]{34}|r8_[A-Za-z0-9]{32,40}|gsk_[A-Za-z0-9]{40,64}|"
        r"dckr_pat_[\w-]{20,40}|sbp_[0-9a-f]{40}|tskey-[\w-]{20,80}|pscale_(?:tkn|pw|oauth)_[\w.-]{32,64}|"
        r"ATATT3[\w=-]{40,250}|AGE-SECRET-KEY-1[A-Z0-9]{50,60})(?![\w-])",
        1.0,
        (
            *(f"{word}{digit}" for word in ("sk", "ac", "dapi") for digit in "0123456789abcdef"),
            *"key- nrak- dp. hvs. hvb. hvr. lin_api_ glsa_ glc_ sntrys_ sntryu_ figd_ rubygems_ sq0 pmak- r8_".split(),
            *"gsk_ dckr_pat_ sbp_ tskey- pscale_ atatt3 age-secret".split(),
        ),
        unbroken=True,
    ),
    # Of bots of Discord, whose number stands first, and of Telegram.
    _key(
        r"(?<![\w.-])[MNO][A-Za-z0-9]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])",
        1.0,
        sign=re.compile(r"\.[\w-]{6}\.[\w-]{27}"),
        reach=(30, 60),
        unbroken=True,
    ),
    _key(r"(?<![\w.-])[0-9]{8,10}:AA[\w-]{32,34}(?![\w-])", 1.0, (":aa",), unbroken=True),
    _key(
        # A table of forms has the line alone, in quotes.
        r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?![`\"'|])(?>(?:[^-]|-(?!----)){0,20000})(?:-----END [A-Z "
        r"]{0,40}PRIVATE KEY-----)?",
        1.0,
        ("private key-----",),
    ),
    _key(
        r"\b(?i:(?:\w{0,40}(?:pass(?:word|wd|code|phrase)|pwd|secret(?:[_ ]?(?:access)?[_ ]?key)?|api[_ -]?key|"
        r"(?:api|auth|bot|deploy|refresh|github|gitlab|slack)[_ ]?token|"
        r"access[_ ]?(?:token|key)|(?:private|signing|encryption|session|hmac|master|storage)[_ ]?key)|"
        r"(?:\w{1,40}_)?pw|account[_ ]?key|shared[_ ]?key|credentials?)[\"']?\s{0,9}(?:[:=]{1,3}>"
        r"?|\bis\b:?|\bwas\b|\bto\b)\s{0,9})[\"'`“]?"
        r"(?P<v>[^\s\"'`“”<>]{4,120}?)(?=[\"'`”]|[.,;!?)]{0,9}(?:\s|$))",
        hints=_NAMES_OF_SECRETS,
        check=_password,
    ),
    # "the wifi code is hedgehog-teapot-44", "the router's password is now Otter_Moss9"
    _key(
        r"\b(?i:(?:wi-?fi|router|network|guest|hotspot|alarm|gate|door|lock ?box|key ?safe|safe|locker|entry)"
        r"(?:['’]s)? (?:code|key|combo|combination|pass|pw|login)(?: (?:is|was|now|still|:)){0,2}:? )"
        r"(?P<v>(?=[^\s]{0,40}[0-9!#$%&*+@_])(?=[^\s]{0,40}[A-Za-z-])[^\s\"'“”,;]{5,40}[^\s\"'“”,;.!?)])",
        0.9,
        cues=frozenset("code key combo combination pass pw login".split()),
        reach=(24, 60),
    ),
    # "key safe 0591", "lockbox 5518 stuck", "gate code is 2471#"
    _key(
        r"\b(?i:(?:key ?safe|lock ?box|padlock|key ?box)(?: (?:code|pin|combo|no\.?|number))?|"
        r"(?:gate|alarm|door|entry|garage|barrier|safe|locker|building|burglar alarm) (?:code|pin|combo|keypad))"
        r"(?: ?[:=]| is| was| now|,){0,2} (?P<v>[0-9]{3,6}#?)(?![\w/-]|[.,:][0-9]| ?(?:%|x|mm|cm))",
        0.9,
        digits=3,
        cues=frozenset("safe keysafe box lockbox padlock keybox code pin combo keypad".split()),
        reach=(20, 30),
    ),
    # "read out the code, 448 203": sent for one log-in.
    _key(
        r"\b(?:code|otp|passcode|one-time (?:code|pin)),? (?:is |was |it'?s )?(?P<v>[0-9]{3}[ -][0-9]{3})"
        r"(?![\w-]|[.,][0-9])",
        0.9,
        digits=3,
        cues=frozenset("code otp passcode pin".split()),
        folded=True,
        reach=(12, 30),
    ),
    # "who has the pw" and, some lines below, "its still Sup3rTurnip#44": all four kinds of characters.
    _key(
        r"(?<![\w#@/.:=-])(?P<v>(?=[^\s]{0,24}[a-z])(?=[^\s]{0,24}[A-Z])(?=[^\s]{0,24}[0-9])"
        r"(?=[A-Za-z0-9]{1,24}[#!$%^&*])[A-Za-z0-9#!$%^&*]{8,24})(?![\w/.:=@-])",
        0.9,
        also=frozenset("pw pwd password passwords passwd login logon creds credentials passphrase".split()),
        sign=re.compile("[A-Za-z0-9][#!$%^&*]"),
        reach=(26, 26),
        unbroken=True,
    ),
    # CREATE USER 'reporting' IDENTIFIED BY 'Wint3r-Sparrow'; ALTER ROLE app WITH PASSWORD 'Wint3r-Sparrow'
    _key(
        r"(?:\bIDENTIFIED\s{1,3}(?:WITH\s{1,3}\S{1,40}\s{1,3})?(?:BY|AS)|"
        r"(?i:\buser\s{1,3}[^\s;]{1,80}\s{1,3}identified\s{1,3}by|\bwith\s{1,3}(?:encrypted\s{1,3})?password|"
        r"\bset\s{1,3}password(?:\s{1,3}for\s{1,3}\S{1,80})?\s{0,3}=?))\s{1,3}(?i:password\()?"
        r"(?P<o>['\"])(?P<v>[^'\"\n]{1,120})(?P=o)",
        0.99,
        cues=frozenset(("identified", "password")),
        reach=(120, 260),
    ),
    # ansible_become_password='Gull Cliff 9', API_TOKEN="Gr33n-T3a-9 x", "password": "correct horse battery staple"
    _key(
        r"(?<![\w<-])[\w.-]{0,40}(?:(?i:pass(?:word|wd|code|phrase)?|pwd|secret|"
        r"(?:api|auth|access|refresh|bot|secret|private|signing|encryption)[_ -]?(?:key|token))|"
        r"(?<=[A-Z0-9_])_(?:TOKEN|SALT|CREDENTIALS?|KEY))"
        r"(?:[\"']?\s{0,3}(?:=>|[:=]{1,2})\s{0,3}|\s(?:is|was)\s)(?P<o>[\"'`])"
        r"(?P<v>[^\s\"'`]{1,30}(?: [^\s\"'`]{1,30}){1,7})(?P=o)(?![\w\"'`])",
        hints=("pass", "pwd", "secret", "token", "salt", "credential", "key"),
        check=_of_words,
    ),
    # "pw: correct horse battery staple", "the passphrase is moss lantern otter quay": small words alone, to the end.
    _key(
        r"(?<![\w-])(?i:pass(?:word|wd|code|phrase)|pwd?|pass ?key|recovery (?:phrase|words)|seed phrase)"
        r"(?:\s?[:=]\s{0,3}|\s(?:is|was)(?: now)?:?\s)"
        r"(?P<v>[a-z]{3,12}(?: [a-z]{3,12}){2,23})(?=[.,;!]?[ \t]{0,3}(?:$|\n|, (?:and|but) |\. [A-Z]))",
        cues=frozenset("password passwd passcode passphrase pw pwd pass passkey phrase words".split()),
        check=_of_words,
        reach=(40, 330),
    ),
    # echo 'oduya:Smew.Tarn.6' | chpasswd
    _key(
        r"[\"' ][a-z_][\w.-]{0,31}:(?P<v>[^\s:\"'|]{4,80})[\"']?\s{0,3}\|\s{0,3}(?:sudo )?chpasswd\b",
        0.95,
        ("chpasswd",),
        reach=(130, 20),
    ),
    # "password hunter2", "pass=9vXq!2mm": a letter and a digit or a sign, so that no word follows for another reason.
    _key(
        r"(?<![\w-])(?i:(?:password|passwd|passphrase|passcode|pwd|pw|"
        r"(?:admin|root|user|login|wifi|wi-fi|guest|router) pass)(?:\s|\s?[:=]\s?)|"
        r"(?:[a-z]{1,20}_){0,3}pass(?:=|\s?[:=]\s?(?=[\"'`“])))[\"'`“]?"
        r"(?P<v>(?=[^\s\"'`“”<>]{0,40}[^\W\d_])(?=[^\s\"'`“”<>]{0,40}(?:[0-9!$%&*+=@\#^~]|\?\w))[^\s\"'`“”<>(){}\[\],;:/]{5,60}?)"
        r"(?=[\"'`”]|[.,;!?)]{0,9}(?:\s|$))",
        0.85,
        cues=frozenset(("password", "passwd", "passphrase", "passcode", "pwd", "pw", "pass")),
        check=_password,
    ),
    # "our router admin is admin/P@ssw0rd!9"
    _key(
        r"(?<![\w-])(?i:admin|login|user(?:name)?|credentials|creds|account)\s?(?:is|are|was|:|=)\s[\w.@-]{2,40} ?/ ?"
        r"(?P<v>(?=[^\s/]{0,40}[0-9])(?=[^\s/]{0,40}[^\W\d_])[^\s\"'`“”<>(){}\[\],;/]{6,40}?)(?=[.,;!?)]{0,9}(?:\s|$))",
        0.85,
        cues=frozenset("admin login user username credentials creds account".split()),
        check=_password,
    ),
    # "it's in the vault, pass is Tulip-Kettle-99": not "the pass is 3km long"
    _key(
        r"(?<![\w-])(?i:pass|pw|passcode)\s(?:is|was|=|:)\s[\"'`“]?"
        r"(?P<v>(?=[^\s\"'`“”<>]{0,40}[0-9])(?=[A-Za-z])[^\s\"'`“”<>(){}\[\],;:/]{6,60}?)(?=[\"'`”]|[.,;!?)]{0,9}(?:\s|$))",
        0.85,
        cues=frozenset(("pass", "pw", "passcode")),
        check=_password,
    ),
    # "The wifi password for the cabin is Mossy!Otter42": what it is for stands between.
    _key(
        r"(?<![\w-])(?i:(?:password|passwd|passphrase|passcode|pwd?|api[ _-]?key|access (?:key|token)|auth token|"
        r"pin(?: code)?|(?:gate|door|alarm|entry|access|safe|lock|garage|security) code)"
        r"(?:\s[\w.'’-]{1,24}){0,6}?(?:\s(?:is|was|to|be|=)(?: now| still| currently)?:?|"
        r"\s(?:issued|reset|set):)\s)[\"'`“]?"
        r"(?P<v>(?=[^\s\"'`“”<>]{0,40}[0-9!\#$%&*+=?^~_])[^\s\"'`“”<>(){}\[\]]{4,60}?)"
        r"(?=[\"'`”]|[.,;!?)]{0,9}(?:\s|$))",
        cues=frozenset(
            "password passwd passphrase passcode pwd pw api access auth pin gate door alarm entry safe".split()
        )
        | {"lock", "garage", "security"},
        check=_told,
    ),
    # "door code C1985Y"
    _key(
        r"\b(?i:(?:gate|door|alarm|entry|access|safe|lock|garage|security) code):?\s"
        r"(?P<v>(?=[A-Z]{0,8}[0-9])[A-Z0-9]{4,8}[#*]?)(?![\w-])",
        0.9,
    ),
    # "Wifi: SWA-Guest / Regenbogen!77"
    _key(
        r"\b(?i:wifi|wi-fi|wlan|ssid)\b(?: \w{1,20}){0,2}(?::| ?[=–—]| -)\s?[^\s/:]{2,32}\s?(?:/|,|\|)\s?"
        r"(?P<v>(?=[^\s]{0,40}[0-9!$%&*+=?@\#^~])[^\s\"'`“”<>(){}\[\],;:/]{6,60}?)(?=[.,;!?)]{0,9}(?:\s|$))",
        0.85,
    ),
    # "the password he set (Gr4nny$Smith)"
    _key(
        r"(?<![\w-])(?i:password|passwd|passphrase|passcode|pwd|pin)(?:\s[\w.'’-]{1,24}){0,6}?\s\([\"'`“]?"
        r"(?P<v>(?=[^\s\"'`“”<>()]{0,40}[0-9!\#$%&*+=?^~_])[^\s\"'`“”<>(){}\[\]]{4,60}?)[\"'`”]?\)",
        check=_told,
    ),
    # "Login w.bell / Semmel!2024"
    _key(
        r"\b(?i:login|log-in|user(?:name)?|credentials|creds):?\s[\w.@+-]{2,60}\s?/\s?"
        r"(?P<v>(?=[^\s]{0,40}[^\W\d_])(?=[^\s]{0,40}[!$%&*+=?@\#^~]\w)[^\s\"'`“”<>(){}\[\],;:/]{6,60}?)"
        r"(?=[.,;!?)]{0,9}(?:\s|$))",
        0.85,
    ),
    # "netflix - abel@mail.com / Pa55Dover!", "abel@mail.com:Pa55Dover"
    _key(
        r"@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}(?:[ \t]{0,2}/[ \t]{0,2}|:)"
        r"(?P<v>[^\s\"'`“”<>(){}\[\],;:/|@]{5,60})(?=[ \t]{0,9}(?:\n|\Z))",
        hints=("@",),
        check=_beside_address,
        reach=(2, 300),
    ),
    # "bank - abel61 / Pa55Dover": whose login it is, a slash, and the end of the line.
    _key(
        r"(?:(?<=\n)|(?<![^\n]))[ \t*•-]{0,4}[A-Za-z][\w .'-]{1,24}?[ \t]{0,2}(?:[:=–—]|(?<=[ \t])-)[ \t]{0,2}"
        r"[\w.@+-]{2,60}[ \t]{0,2}/[ \t]{0,2}"
        r"(?P<v>[^\s\"'`“”<>(){}\[\],;:/|]{6,60})(?=[ \t]{0,9}(?:\n|\Z))",
        marks=frozenset("/"),
        sign=re.compile(r"/[ \t]{0,2}[^\s/]{6,60}[ \t]{0,9}(?:\n|\Z)"),
        check=_beside_login,
        reach=(110, 80),
    ),
    # The twelve words, or more, of which a wallet is made anew (BIP 39).
    _key(
        r"\b(?i:seed|mnemonic|recovery|backup)(?:\s(?:phrase|words?|is|was|are)|:){1,4}\s{1,2}[\"'`“]?"
        r"(?P<v>(?!the |and |you )[a-z]{3,8}"
        r"(?: (?!(?:the|and|for|with|was|that|this|you|your|from|are|has|have|not|but)\b)[a-z]{3,8}){11,23})"
        r"(?![\w-])",
        0.95,
    ),
    # "Lockbox 2-8-4-9"
    _key(
        r"\b(?i:lock box|lockbox|combination|combi|combo|padlock|locker)(?i: code| combination)?(?i: is| now|:){0,2}\s"
        r"(?P<v>[0-9]{1,2}(?:[-–][0-9]{1,2}){2,5}|(?<=now )[0-9]{3,6}|(?<=is )[0-9]{3,6}|"
        r"(?<=: )[0-9]{3,6})(?![\w%-]|[.,][0-9])",
        0.9,
        digits=3,
    ),
    # "The alarm is still 1-9-7-4", "pin: 4 4 1 7"
    _key(
        r"\b(?i:alarm|gate|door|safe|keypad|entry|pin|passcode|lock ?box|(?:the|my|our|her|his|their|access|lock) code|"
        r"code(?= is| was))(?i: code| number| pin)?(?i:(?: is| was|:)(?: still| now| currently)?)?\s"
        r"(?P<v>[0-9](?:-[0-9]){3,7}|[0-9](?: [0-9]){3,7})(?![\w-]| [0-9])",
        0.9,
        digits=4,
        cues=frozenset("alarm gate door safe keypad entry pin passcode lockbox box code".split()),
    ),
    # "the padlock code. Maureen changed it to 4471"
    _key(
        r"\b(?:code|pin|passcode|combination|combo|padlock|keypad|password)\b[^\n]{0,60}?\b(?:changed|changing|change|set|reset|"
        r"switched|updated) (?:it|the code|the pin|that|them|ours?) (?:back |again )?to (?P<v>[0-9]{3,8})(?![\w%]|"
        r"[.,:/-][0-9])",
        0.9,
        digits=3,
        folded=True,
        cues=frozenset("code pin passcode combination combo padlock keypad password".split()),
        reach=(2, 110),
    ),
    # "session=9fK2mQx7Lw0B"
    _key(
        r"\b(?i:session(?:id)?|session_id|sessid)=(?P<v>(?=[A-Za-z_-]{0,40}[0-9])(?=[0-9_-]{0,40}[A-Za-z])[A-Za-z0-9_-]{10,80})"
        r"(?![\w(.])",
        0.9,
        digits=1,
    ),
    # "Security answer: Pickles": one word or a few between quotes, or what stands behind a colon.
    _key(
        r"\b(?i:(?:secret|security|recovery|safe) (?:answer|word|phrase)|safeword)(?: (?:is|was)|:){0,2}\s{1,2}"
        r"(?P<q>[\"'`“])?(?P<v>(?(q)[^\s\"'`“”][^\n\"'`“”]{1,60}(?=[\"'`”])|(?<=: )[^\W_][\w'’-]{2,40}))"
    ),
    # -H "Authorization: Bearer 9f8a7c6b5d4e"
    _key(
        r"\b(?i:authorization)[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?i:bearer|basic|token|apikey)\s{1,3}"
        r"(?P<v>(?=[\w.~+/-]{0,40}[0-9])[\w.~+/-]{6,}=*)",
        0.99,
        digits=1,
        reach=(2, 400),
    ),
    _key(r"\b(?i:(?:bearer|basic|token)\s{1,3})(?P<v>(?=[\w.~+/=-]{0,99}[0-9])[\w.~+/=-]{16,})", 0.9, digits=1),
    _key(
        r"\b(?:(?:pin|pin code|cvv|cvc|cvv2|(?:security|gate|door|alarm|entry|access|safe|lock|garage) code|otp|"
        r"alarm(?= (?![01][0-9][0-5][0-9]|2[0-3][0-5][0-9])[0-9]{4}\b)|one[- ]time (?:code|password)|"
        r"(?:verification|login|sign-?in|log-?in|confirmation|authentication|2fa|activation) code|"
        r"(?:your|my) (?:(?:google|apple|microsoft|amazon|whatsapp|telegram|signal|facebook|instagram|discord|"
        r"steam|uber|paypal|ebay|linkedin|netflix|bank|sms) )?code(?= is|:)|use code|passcode)"
        r"(?: number)?(?: is|:|=| was)?\s{0,3}[:=]?\s{0,3}\#?)(?P<v>[0-9]{3}[ -][0-9]{3}|[0-9]{3,8})"
        r"(?![\w.,]{0,9}[0-9]| (?:lines?|words|characters|bytes|percent|times)\b)",
        0.95,
        digits=3,
        cues=frozenset(
            "pin cvv cvc security otp one verification passcode gate door alarm entry access safe lock garage "
            "code".split()
        ),
        folded=True,
    ),
    Rule(
        "CRYPTO",
        r"(?<!\w)(?:0x[0-9a-fA-F]{40}|bc1[ac-hj-np-z02-9]{11,71}|[13][a-km-zA-HJ-NP-Z1-9]{25,34}|"
        r"[LM][a-km-zA-HJ-NP-Z1-9]{33}|4[0-9AB][1-9A-HJ-NP-Za-km-z]{93}|r[1-9A-HJ-NP-Za-km-"
        r"z]{26,34}(?=[^a-z]|$))(?!\w)",
        0.9,
        sign=re.compile(r"\w{26}"),
        form=alphanumeric(26),
        check=_wallet,
        unbroken=True,
        longest=26,
    ),
)
"""Rules for keys, tokens, passwords and wallets."""
