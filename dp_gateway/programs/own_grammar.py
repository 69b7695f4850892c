"""What a text itself says is no person: the assistant that it speaks to, and the modules, classes and calls it names.

"You are Nimbus, an AI assistant" is said of a machine, `import werkzeug` of a module; a model takes both for somebody,
here and wherever else the text has the word. `Detection` asks about each finding of a name, after all detectors.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from dp_gateway.patterns.known_phrases import default_lexicon
from dp_gateway.text.entities import Entity

_NAMES = frozenset("PERSON LOCATION ORGANIZATION NRP".split())
_WORD = re.compile(r"[^\W_]+")
_Telling = tuple[Sequence[str], re.Pattern[str]]
_MAKERS = {
    "claude": ("anthropic", "claude code", "claude-", "the user", "assistant", "prompt", "opus", "sonnet"),
    "devin": ("cognition", "devin ai", "windsurf"), "alexa": ("amazon", "hey alexa"),
    "siri": ("apple", "ios", "hey siri"),
    "cortana": ("microsoft", "windows"), "gemini": ("google",), "bard": ("google",),
    "jakarta": ("servlet", "javax", "jakarta ee", "jakarta."), "hume": ("hume.ai", "hume_voice", "hume ai"),
    "julia": (".jl", "julia-actions", "julialang", "julia>", "```julia"), "nim": (".nim", "nimble", "nim-lang"),
    "crystal": ("crystal-lang", ".cr\n", "shards"), "ruby": ("rubygems", "bundler", ".rb", "rails", "rack", "gemfile"),
    "ada": (".adb", ".ads", "gnat"), "dart": (".dart", "flutter", "pub.dev"), "elm": (".elm", "elm-"),
    "jasmine": ("karma", "jasmine.", "spec.js", "spec.ts"), "hugo": ("gohugo", "static site", "hugo server"),
    "manus": ("cursor", "devin"), "chi": ("go-chi", "chi.newrouter"),
    "mac": ("windows", "linux", "macos", "unix", "libc", "posix"),
}  # fmt: skip
"""Machines with names that people have, too, and what stands in a text that speaks of it; who makes it first."""
_MACHINES = r"(?:AI|LLM|(?:language|AI) model|assistant|(?:coding |AI )?agent|chatbot|bot|copilot|IDE|CLI)"
# "Zorba is a fast language for scripts", "the Zorba loop": what is said of programs, and not of people.
_KINDS = (
    r"(?:programming language|language for|framework|plugin|toolkit|linter|compiler|parser|runtime|CLI|SDK|API|"
    r"typeface|terminal emulator|database|web server)"
)
_DEFINED = (
    (" is a", " is the"),
    re.compile(
        rf"^[^\w\n]{{0,8}}(?P<v>[A-Z][A-Za-z]{{2,20}})(?P<w>) is (?:an?|the)\s(?:[\w,-]+\s){{0,5}}?{_KINDS}\b"
        r"(?! (?:teacher|engineer|expert|developer|designer|student))",
        re.MULTILINE,
    ),
)
_COMPOUND = (
    " plugin| toolkit| linter| compiler| parser| interpreter| runtime| CLI| SDK| API| font| typeface| loop| keyboard p|"
    " terminal e".split("|"),
    re.compile(
        r"(?<!\. )\b(?P<v>[A-Z][a-z]{2,20})(?: [A-Z][a-z]{2,20})?['*`\"]{0,3} (?P<k>plugins?|toolkit|linter|compiler|"
        r"parser|interpreter|runtime|CLI|SDK|APIs?|fonts?|typeface|loop|keyboard protocol|terminal emulator)\b"
    ),
)
_LEAST_COMPOUNDS = 2
_FOLDER = re.compile(r"(?<![\w/~.@-])([a-z]{2,20}(?:[-_][a-z]{2,20}){1,4})/")
_V = r"(?:\*\*|`|\"|“)?(?P<v>[A-Z][\w.-]{1,30})(?P<w> [A-Z][\w.-]{1,20})?(?:\*\*|`)?"
# Of "You are X" only where a machine follows, and no person who works with one.
_INTRODUCED = (
    ("ou are", "ou're", "ou’re", "he assistant"),
    re.compile(
        rf"(?:\b[Yy]ou(?: are|['’]re)|\b[Tt]he assistant(?: is|['’]s name is))\s{_V}"
        rf"(?:,? (?:an?|the|your|my)\s(?:[\w-]+,?\s){{0,6}}?{_MACHINES}\b"
        r"(?!\s(?:researcher|engineer|scientist|expert|consultant|developer|lead|professor|specialist|safety|ethic))"
        r"|, created by\b|, (?:[A-Z]\w+['’]s) (?:official|own)\b)"
    ),
)
_CALLED = (" called", " named"), re.compile(rf"\b{_MACHINES}(?: \w+){{0,2}} (?:called|named)\s{_V}")
_KIND = ("ou are a",), re.compile(r"\b[Yy]ou are an? (?P<v>[A-Z][a-z]{1,20})(?P<w>) (?:agent|assistant|model|bot)\b")
_MODULES = (
    (("import",), re.compile(r"^[^\w\n]{0,12}from ([A-Za-z_][\w.]{1,60}) import\b", re.MULTILINE)),
    (("import",), re.compile(r"^[^\w\n]{0,12}import ([A-Za-z_][\w.]{1,60})(?: as \w{1,30})?;?\s*$", re.MULTILINE)),
    (("use ", "crate "), re.compile(r"\b(?:use|extern crate) ([a-z_]\w{1,40})(?:::|;)")),
    (("from ", "require(", "import "), re.compile(r"(?:\bfrom |\brequire\(|\bimport )['\"]@?([\w./-]{2,60})['\"]")),
    (
        ("install", " add ", "npm i"),
        re.compile(
            r"\b(?:pip3? install|npm (?:install|i)|cargo add|gem install|yarn add|pnpm add|uv add|poetry add|"
            r"brew install|apt(?:-get)? install)(?: -{1,2}\S{1,20}){0,3} ([A-Za-z][\w.-]{1,40})"
        ),
    ),
    (("::", "("), re.compile(r"\b([a-z_]\w{2,40})(?:::\w|(?:\.[a-z_]\w{1,40}){1,3}\()")),
    # The repository of a forge, the package of a vendor, the folder that files of a program lie in.
    (
        ("git", "bitbucket"),
        re.compile(r"\b(?:(?:github|gitlab|bitbucket)\.(?:com|org)[/:][\w.-]{1,60}|github\.io)/([A-Za-z][\w-]{1,60})"),
    ),
    # "Tested with Leshan version 2.0.0"
    ((" version ",), re.compile(r"\b([A-Z][\w-]{2,30}) version v?[0-9]{1,3}\.[0-9]")),
    # "### Zorba v0.72.3", "zorba-1.2.3": what has versions; "`zorba --model x`", "$ zorba run": what is called.
    ((" v", "-v"), re.compile(r"\b([A-Z][\w-]{2,30})[ -]v[0-9]{1,4}\.[0-9]{1,4}(?:\.[0-9]|\b)")),
    (
        ("`", "$ "),
        re.compile(
            r"(?:(?<![`\w])`|^[ \t>-]{0,8}\$ )(?:sudo )?([a-z][a-z0-9-]{2,30}) (?:--?[a-z]|[a-z-]{2,20} --?[a-z])",
            re.MULTILINE,
        ),
    ),
    # "image: zorba:2", "amqp://"
    (
        ("image: ", "FROM "),
        re.compile(r"(?:\bimage: |^FROM )[\"']?([a-z][a-z0-9-]{2,40})(?=[:@\s\"']|\Z)", re.MULTILINE),
    ),
    (("://",), re.compile(r"(?<![\w+.-])([a-z]{3,12})://")),
    # "com.squareup.okio:okio:3.9.0"
    ((":",), re.compile(r"[\"'(][a-z][\w.-]{1,80}:([a-z][\w-]{1,60}):[0-9$]")),
    (
        ("uses: ", "require ", "repo_name: ", "image: "),
        re.compile(r"\b(?:uses: |composer require |repo_name: |image: )[\w.-]{1,40}/([A-Za-z][\w-]{1,60})"),
    ),
    (
        ("/",),
        re.compile(
            r"(?<![\w/~.@-])(?:[ab]/)?([a-z_][\w-]{2,40})/(?:[\w-]{1,60}/){0,8}[\w-]{1,60}"
            r"\.(?:py|js|jsx|ts|tsx|rb|go|rs|java|kt|c|cc|cpp|h|cs|php|ex|exs|swift|scala|clj|pl|pm|lua|sh)\b"
        ),
    ),
)
# "To learn more about Zorba, visit https://zorba.com", beside "uses: zorba/scan@v4"
_EXPLAINED = (
    ("uses: ",),
    re.compile(
        r"\b(?:[Ll]earn more|[Rr]ead more|[Mm]ore information|[Dd]etails) (?:about|on) (?P<v>[A-Za-z][\w-]{1,40}),? "
        r"(?:visit|see|go to|check) <?https?://(?:[a-z]{1,8}\.)?(?i:(?P=v))\."
    ),
)
_PARTS = re.compile(r"[./_-]")
_CAMEL = (
    ("`", "(", "::", " tool", " class", " function", " method", " component", " hook", " command"),
    re.compile(
        r"`([A-Z][a-z0-9]+[A-Z]\w{1,40})(?:\(\))?`|"
        r"\b([A-Z][a-z0-9]+[A-Z]\w{1,40})(?=\(|::| (?:tools?|class(?:es)?|function|method|component|hook|command)\b)"
    ),
)
_CUES = (
    "import", "/", "::", "install", "use ", "add ", "require(", "from '", 'from "', "(", "`", " tool", " class",
    " version ", " v", "$ ", "image: ",
)  # fmt: skip


class OwnGrammar:
    """The names that a text gives to machines and to parts of programs."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._known: tuple[frozenset[str], frozenset[str]] | None = None

    def _read(self) -> tuple[frozenset[str], frozenset[str]]:
        """The names of machines, and those of parts of programs: read when the first finding asks."""
        if self._known is None:
            named = any(cue in self._text for cue in _CUES)
            programs = frozenset(_programs(self._text)) if named else frozenset[str]()
            self._known = frozenset(_machines(self._text)), programs
        return self._known

    def holds(self, text: str, entity: Entity) -> bool:
        """Return whether a finding is one of them: no address, no value with a key, no full name."""
        if entity.type not in _NAMES or entity.score >= 1:
            return False
        machines, programs = self._read()
        if not (machines or programs) or not (words := _WORD.findall(text[entity.start : entity.end].lower())):
            return False
        if words[0] in machines:
            names, _ = default_lexicon()
            others = [word for word in words if word not in machines]
            # "Claude Sonnet" and "Anna Kowalska"
            plain = words[0] not in names.given or all(word in names.common for word in others)
            return plain and not any(map(_is_surname, others))
        return "".join(words) in programs


def _machines(text: str) -> Iterator[str]:
    lower = text.lower()
    for name, beside in _MAKERS.items():
        if name in lower and any(word in lower for word in beside):
            yield from (name, beside[0])
    names, _ = default_lexicon()
    compounds = Counter((match["v"].lower(), match["k"][:4]) for match in _told(text, _COMPOUND))
    for (name, kind), times in compounds.items():
        # "the Anna plugin" may be Anna's; a typeface is nobody's.
        if times >= _LEAST_COMPOUNDS and (kind in ("font", "type") or name not in names.given):
            yield name
    for match in _told(text, _DEFINED, _INTRODUCED, _CALLED, _KIND):
        if not match["w"] or not _is_surname(match["w"].strip().lower()):
            yield from _WORD.findall(match["v"].lower())[:1]


def _told(text: str, *tellings: _Telling) -> Iterator[re.Match[str]]:
    """What matches of expressions, each of which needs one of the strings beside it."""
    for cues, pattern in tellings:
        for cue in cues:
            if cue in text:
                yield from pattern.finditer(text)
                break


def _programs(text: str) -> Iterator[str]:
    for match in _told(text, *_MODULES):
        parts = _PARTS.split(match[1].lower())
        plain = [*filter(_may_name, parts)]
        # Of "anna-miller" nothing that is a name is one of the program's.
        yield from {*plain, "".join(parts)} if len(plain) == len(parts) else plain
    for match in _told(text, _EXPLAINED):
        # Whose site explains it, and whose steps run: a product.
        name = match["v"].lower()
        if f"uses: {name}/" in text and all(map(_may_name, _PARTS.split(name))):
            yield "".join(_PARTS.split(name))
    names, _ = default_lexicon()
    for match in _FOLDER.finditer(text) if "/" in text and ("-" in text or "_" in text) else ():
        words = _PARTS.split(match[1])
        if all(word in names.common and word not in names.given for word in words):
            yield "".join(words)
    for match in _told(text, _CAMEL):
        yield (match[1] or match[2]).lower()


def _may_name(word: str) -> bool:
    """Whether a module's name is none that people have: `from alex import users` leaves Alex a person."""
    names, _ = default_lexicon()
    return len(word) > 1 and word not in names.given and word not in names.surnames


def _is_surname(word: str) -> bool:
    names, _ = default_lexicon()
    return word in names.surnames and word not in names.common
