"""The names of the program that a request works on: its folder and modules, as paths in calls of tools have them.

An agent says where it works, "Working directory: /workspace/serilog", and opens `src/Serilog/Core/Sink.cs`. A model
takes Serilog for somebody or for a place in one of many files, and what is found once is looked for everywhere. The
pipeline asks here once the findings of all texts are known.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from dp_gateway.cache import Memory
from dp_gateway.patterns.known_phrases import default_lexicon
from dp_gateway.patterns.terms import WORD, is_name
from dp_gateway.programs.nobodys_urls import is_of_public_code, is_site_of
from dp_gateway.text.entities import Entity

_KEYS = frozenset(
    "file_path filepath path paths file filename files notebook_path target_file relative_workspace_path cwd workdir "
    "working_directory directory dir command cmd".split()
)
"""Keys of arguments under which the tools of agents have paths and commands."""
_TOLD = re.compile(
    r"(?i:\b(?:working directory|workspace(?: path| folder| root)?|project (?:root|folder|path)|cwd)\b)\W{1,6}"
    r"(?P<path>(?:[A-Za-z]:)?[/\\][\w.+@/\\-]{2,200})"
)
_CUES = ("orking ", "orkspace", "roject ", "cwd")
_PATH = re.compile(r"(?<![\w.@:-])(?:[A-Za-z]:)?[\w.+@~-]{0,60}(?:[/\\][\w.+@-]{1,60}){1,20}")
_OF_SOURCE = re.compile(
    r"\.(?:py|pyi|js|jsx|mjs|cjs|ts|tsx|vue|svelte|rb|go|rs|java|kt|kts|groovy|c|cc|cpp|cxx|h|hh|hpp|m|mm|cs|fs|vb|php|ex|exs|"
    r"erl|hs|ml|mli|swift|scala|clj|cljs|pl|pm|lua|sh|jl|nim|zig|dart|r|R|el|vim|f90|cr)\Z"
)
_HOMES = frozenset(("home", "users"))
# "com/acme/orders": whose the program is, and not what it is called.
_DOMAINS = frozenset("com org net io dev app edu gov de fr it es nl pl uk ch at se eu".split())
_SEPARATORS, _JOINTS = re.compile(r"[/\\]"), re.compile(r"[._+-]")
FOLDER, _MANIFEST, _REMOTE = "/", ".", "@"
_PACKAGED = re.compile(
    r"(?<![\w.-])(?P<file>[\w-]{2,40})\.(?:gemspec|cabal|podspec|nimble|opam|sln|csproj|rockspec|xcodeproj)\b"
    r"|^\[(?:package|project)\]\n(?:[^\n\[]{0,80}\n){0,3}?name = \"(?P<name>[\w-]{2,40})\""
    r"|^module [\w./-]{1,80}/(?P<module>[\w-]{2,40})$"
    r"|^\{\s{1,8}\"name\": \"(?:@?[\w-]{1,40}/)?(?P<package>[\w-]{2,40})\"",
    re.MULTILINE,
)
"""A file that packages a program is called as the program is, or says so."""
_PACKAGES = (
    *".gemspec .cabal .podspec .nimble .opam .sln .csproj .rockspec .xcodeproj [package] [project]".split(),
    "\nmodule ",
    "\n{",
)
"""One of these stands in what `_PACKAGED` finds, behind a line end."""
_HOSTED = re.compile(
    r"\b(?:github|gitlab|bitbucket)\.(?:com|org)[/:](?P<owner>[\w-]{2,40})/(?P<repository>[\w.-]{2,60})(?![\w.-])"
)
_HOSTS = ("github.", "gitlab.", "bitbucket.")
# "# immich-go", above "`immich-go upload {{file}}`": what a page about a command is headed with
_TITLED = re.compile(r"# (?P<name>[a-z][a-z0-9]{2,30})(?:-[a-z0-9]{1,30}){0,3}(?=\n)")
_LONGEST_COMMAND, _LEAST = 2000, 3
_WEAK = frozenset("PERSON LOCATION ORGANIZATION NRP JOB_TITLE USERNAME".split())
_ARTICLES = frozenset(("a", "an", "the"))
_told_lately = Memory(2048, members=16)
"""Of as many texts as are detected together."""


def named_by_program(texts: Sequence[str], keys: Sequence[str], turns: Sequence[int]) -> list[frozenset[str]]:
    """Return, for each text of a request, the names of the program in small letters, as they are known up to its turn;
    behind `FOLDER` that of the folder that is worked in, which may be somebody's name.

    Args:
        texts: of the request.
        keys: the key that each stands under in free JSON; none at all for texts without any.
        turns: the turn of each text: what is told in a later one changes nothing that was sent before.
    """
    told: dict[int, set[str]] = {}
    for at, text in enumerate(texts):
        key = keys[at].lower() if keys else ""
        if names := _told_lately.recall(lambda text=text, key=key: frozenset(_names(text, key)), key, text):
            told.setdefault(turns[at], set()).update(names)
    known = set[str]()
    upto: dict[int, frozenset[str]] = {}
    for turn in sorted(set(turns)):
        if turn in told:
            known |= told[turn]
            # Sinatra is called like people, but works in a folder of its name, and has a file of its name there.
            folders = {name[1:] for name in known if name[0] == FOLDER}
            known |= {name for name in folders if _MANIFEST + name in known}
            remotes = (name[1:].partition(FOLDER) for name in known if name[0] == _REMOTE)
            known |= {owner for owner, _, repository in remotes if repository in folders}
        upto[turn] = frozenset(name for name in known if name[0] not in (_MANIFEST, _REMOTE))
    return [upto[turn] for turn in turns]


def _names(text: str, key: str) -> Iterator[str]:
    """The names that a text tells: of the folder that is worked in, of folders and modules of source files.

    Behind `FOLDER` and `_MANIFEST` stand names that people may have, of that folder, and of what packages or hosts it;
    behind `_REMOTE` whose repository it is.
    """
    if any(cue in text for cue in _CUES):
        for match in _TOLD.finditer(text):
            parts = _below_home(match["path"])[-1:]
            yield from _plain(parts)
            yield from (FOLDER + part.lower() for part in parts)
    lines = "\n" + text
    for match in _PACKAGED.finditer(text) if any(cue in lines for cue in _PACKAGES) else ():
        yield _MANIFEST + (match[match.lastgroup or 0]).lower()
    for match in _HOSTED.finditer(text) if any(host in text for host in _HOSTS) else ():
        repository = match["repository"].lower().removesuffix(".git")
        yield _MANIFEST + repository
        for owner in _plain([match["owner"]]):
            if not default_lexicon()[0].is_login(owner):
                yield f"{_REMOTE}{owner}{FOLDER}{repository}"
    if (titled := _TITLED.match(text)) is not None and f"`{titled[0][2:]} " in text:
        yield from _plain([titled["name"]], families=False)
    if key in _KEYS and len(text) <= _LONGEST_COMMAND:
        for match in _PATH.finditer(text):
            parts = _below_home(match[0])
            if parts and (source := _OF_SOURCE.search(parts[-1])) is not None:
                module = parts[-1][: source.start()]
                yield from _plain([*parts[:-1], module])
                # Modules are called by the words of a program, which may be rare family names: "waker.rs".
                yield from _plain([module], families=False)
                # "sinatra/lib/sinatra/base.rb": what is told twice is what the program is called.
                twice = (name for name, times in Counter(map(str.lower, parts)).items() if times > 1)
                yield from (name for name in twice if len(name) >= _LEAST and name.isalnum())


def _below_home(path: str) -> list[str]:
    """The parts of a path, without a home folder and what a firm publishes under."""
    parts = [part for part in _SEPARATORS.split(path) if part not in ("", ".", "..", "~")]
    if parts and parts[0].endswith(":"):
        parts = parts[1:]
    if parts and parts[0].lower() in _HOMES:
        parts = parts[2:]
    return [part for at, part in enumerate(parts) if at == 0 or parts[at - 1] not in _DOMAINS]


def _plain(parts: Sequence[str], *, families: bool = True) -> Iterator[str]:
    """The parts in small letters that are one word, of which no name that people have is one. `parts`: of a path.
    `families`: rare names of families count as names of people.
    """
    names, _ = default_lexicon()
    for part in parts:
        # "plenary.nvim" is called so without what it is for.
        name = _JOINTS.split(part.lower(), maxsplit=1)[0] if part.count(".") == 1 else part.lower()
        family = name in names.surnames if families else name in names.familiar or name in names.sure
        if len(name) >= _LEAST and name.isalnum() and name not in names.given and not family:
            yield name


def without_programs(text: str, found: Sequence[Entity], programs: frozenset[str]) -> list[Entity]:
    """Return the findings of a text but for those that a model, or a pattern that is not certain, has of the program's
    name. `text`, `found`: the text, and what was found in it. `programs`: as `named_by_program` gives them for this
    text.
    """
    return [one for one in found if not _is_programs(text, one, programs)]


def _is_programs(text: str, entity: Entity, programs: frozenset[str]) -> bool:
    if entity.type == "URL" and programs and entity.detector != "sensitive":
        url = text[entity.start : entity.end]
        return is_of_public_code(url, programs) or is_site_of(url, programs)
    if entity.type not in _WEAK or entity.score >= 1 or entity.detector == "sensitive":
        return False
    if entity.type != "USERNAME" and FOLDER + text[entity.start : entity.end] in programs:
        return True  # in small letters, as nobody is called
    words = [word for word in WORD.findall(text[entity.start : entity.end].lower()) if word not in _ARTICLES]
    if not words or words[0] not in programs:
        return False
    names, _ = default_lexicon()
    # "Serilog Contributors"
    return all(word in names.common and not is_name(word) for word in words[1:])
