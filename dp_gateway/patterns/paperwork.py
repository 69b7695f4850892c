"""Whether what looks like code in a text is paperwork: forms, tables, ledgers and settings of an office, which no
program is and no manual of one. `Structure` asks; what finds names in sentences may read such a text as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from dp_gateway.patterns.lines import BEGINS_LOG, LONGEST

_QUOTED = re.compile(r"\"[^\"\n]{0,200}\"|'[^'\n]{0,200}'")
# Signs that lines of programs, of what they print and of what is typed at a prompt have, outside of quotes.
_OF_PROGRAM = re.compile(
    # how a line ends
    r"[;{}\\]\s*$|\)\s?:\s*$|"
    # operators, calls, members, tags, variables, options and paths
    r"->|=>|::|==|!=|&&|\|\||</|<[a-z]\w*[ >/]|\w[(\[]|\$[A-Za-z_{(]|(?:^|\s)--?[a-z]|[A-Za-z.~]/\w[\w.-]{0,60}/|"
    r"(?:^|\s)/[A-Za-z][\w.-]{1,60}/|\w=\w[^=]{0,100}\w=\w|\b[a-z]{1,20}\.[a-z]\w{0,40}\.[a-z]|"
    # names and numbers that programs give
    r"\b[a-z]{2,40}[A-Z][a-z]|\b[a-z][a-z0-9]{0,40}_[a-z0-9]{1,40}_\w|[0-9a-f]{8}-[0-9a-f]{4}-|0x[0-9a-f]{2}|"
    r"\b(?=[0-9]{0,20}[a-f])(?=[a-f]{0,20}[0-9])[0-9a-f]{7,64}\b|\b[a-z][\w-]{1,40}:(?:latest|[0-9]+\.[0-9])|"
    r"(?<![\w.])v?[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,5}\b(?!\.)|"
    # files of programs, and who signs a list of changes
    r"\w/[\w.-]{1,60}\.(?:[ch]|py|[jt]sx?|go|rs|java|rb|sh|cpp|md|toml|ya?ml|json)\b|"
    r"^ -- [^<\n]{2,60} <[^>\n]{3,60}>  |"
    # rights in a listing of files, a table as a program prints it, words of queries, names of COBOL
    r"\b[d-](?:[r-][w-][x-]){3}\b|^\s{6,40}[a-z_]+(?:\s{1,20}[a-z_]+){2,20}\s*$|"
    r"\b(?:CASE|ELSE|END AS|WHEN|THEN|NULL)\b|[A-Z0-9]-[A-Z]+-[A-Z]|"
    # how a line begins
    rf"^\s{{0,40}}(?:{BEGINS_LOG})|"
    r"^\s{0,40}(?:(?:import|from|def|class|return|function|const|let|var|package|use|using|public|private|end|begin|fi|"
    r"done|echo|cd|git|sudo|FROM|RUN|SELECT|CREATE|UPDATE|DELETE|ALTER|DROP|WHERE|JOIN|GRANT)\b|[$%] ?\S|>>> \S|"
    r"[+]\S|//|/\*|#!|#include|@@|\.\.\s|at \w|[a-z]\w{0,40}\.\w+ ?=)|\w(?:Error|Exception)\b"
)

_SETTING = re.compile(
    r"[ \t]{0,8}(?:[A-Za-z][\w.-]{0,40}[ \t]{0,24}=[ \t]{0,3}\S|\[{1,2}[A-Za-z][\w .:-]{0,40}\]{1,2}\s*$)"
)


def is_setting(line: str) -> bool:
    """Return whether a line is a key with its value, or the head above some, as in files of settings."""
    return _SETTING.match(line) is not None


def is_paperwork(lines: Iterable[str]) -> bool:
    """Return whether none of the lines that look like code has a sign of a program."""
    return not any(_OF_PROGRAM.search(_QUOTED.sub("''", line[:LONGEST])) for line in lines)
