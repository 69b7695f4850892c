"""What kind a line is by its shape alone: prose, code, or a key with its value.

`structure` asks about each line of a text, and reads them together; others read rows of statements, and what is said in
a chat, as it does. How lines of logs begin is asked for numbers, too: no rule takes such a moment for a card.
"""

from __future__ import annotations

import re
from typing import Literal

from dp_gateway.languages.scripts import letters
from dp_gateway.patterns.turns import STAMP, is_of_talk

# "NOTICE TO TENANTS" is no line of a log.
_LEVELS = "DEBUG|INFO|WARN|WARNING|ERROR|FATAL|TRACE"
_SAID_LEVEL = rf"(?i:{_LEVELS}|NOTICE|SEVERE|FINE|CRITICAL)\b"
# "081109 203518 143": a day, a time and the number of a process.
_MOMENT = (
    r"[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01]) (?:[01][0-9]|2[0-3])[0-5][0-9][0-5][0-9](?: [0-9]{1,6})?"
)

BEGINS_LOG = (
    rf"{_MOMENT} [A-Z]{{4,8}} |"
    r"\d{8}-\d{1,2}:\d{1,2}:\d{1,2}:\d{1,3}\||\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} +\d+ |"
    r"\[ {0,6}\d{1,8}\.\d{6}\] |\[\d{4}/\d{6}[.:]|\[[DIWEFC] \d{4}-\d\d-\d\d |[IWEF]\d{4} \d\d:\d\d:\d\d\.|"
    r"- \d{10} \d{4}\.\d\d\.\d\d |\d{10}\.\d{3,9} |\d\d:\d\d:\d\d[.,]\d{3} (?!-->)|"
    r"<\d{1,3}>1? ?\d{4}-\d\d-\d\dT|\[\d{1,9}:\d{1,9}:\d{4}/\d{6}\.\d{1,9}:[A-Z]|"
    r"\[(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d{1,9})? \d{4}\] \[|"
    rf"\d\d(?:\d\d)?/\d\d/\d\d \d\d:\d\d:\d\d \[?{_SAID_LEVEL}|"
    rf"\[?\d{{4}}-\d\d-\d\d[T ]\d\d:\d\d:\d\d|[\w.-]{{1,60}}\.log[\w.:-]{{0,40}} \d{{4}}-\d\d-\d\d \d\d:|"
    rf"\[?(?:{_LEVELS})\b[\]: ]|"
    r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d \d\d:\d\d:\d\d |\d{1,3}(?:\.\d{1,3}){3} - |"
    # What git lists of its history, one change a line.
    r"(?=\d{0,11}[a-f])(?=[a-f]{0,11}\d)[0-9a-f]{7,12} \S"
)
"""A moment with parts of a second, with a level or with an address behind it.

What people export of a chat begins with a moment, too, and has none of these.
"""

_LINE = re.compile(
    rf"\s{{0,200}}+(?:{BEGINS_LOG}|(?:<\d{{1,3}}>)?\[?(?:\d{{4}}-\d\d-\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d|"
    rf"\d\d[/.]\d\d[/.]\d{{2,4}}[ T]\d\d:\d\d|[A-Z][a-z]{{2}} [ \d]\d \d\d:\d\d:\d\d|(?:{_LEVELS}|NOTICE)\b))"
)
_LONGEST_LINE = 1000
_ONLY_MOMENT = re.compile(_MOMENT)


def is_in_log(text: str, at: int) -> bool:
    """Return whether the line of a place may be one of a log; one that people export of a chat may be, too."""
    return _LINE.match(text, text.rfind("\n", max(0, at - _LONGEST_LINE), at) + 1) is not None


def is_moment_of_log(text: str, start: int, end: int) -> bool:
    """Return whether digits are the day and the time with which a line of a log begins: "081110 114449 10421 INFO"."""
    if start and text[start - 1] != "\n":
        return False
    return text[end : end + 2].strip() != "" and _ONLY_MOMENT.fullmatch(text, start, end) is not None


Kind = Literal["prose", "code", "table", "keys"]

# Longer lines are judged by their beginning.
LONGEST = 400
_SAYS = re.compile(
    r"\b(?:the|an?|and|of|to|in|is|are|was|were|we|I|you|he|she|it|they|with|from|for|on|at|my|our|your|his|her|this|that)\b"
)
_LEAST_WORDS, _LEAST_SAID = 5, 2
# COBOL with and without numbers of lines, a share of something done: what may begin with white space.
_SPACED = re.compile(
    r"\s{0,200}(?:\t@\w|(?:\d{6})?[ *]{1,30}(?:\d\d +)?(?:[A-Z0-9-]{2,30} (?:DIVISION|SECTION|PIC)\b|"
    r"[A-Z0-9]+(?:-[A-Z0-9]+)+\.?\s*$|"
    r"(?:MOVE|PERFORM|ADD|SUBTRACT|COMPUTE|EVALUATE|DISPLAY|EXEC|END-\w+|GO TO|COPY|CALL|SET|IF|WHEN|OPEN|CLOSE|READ|"
    r"WRITE) ['\"A-Z0-9(-]{2,})|[^\n|]{1,80}\d%\|)"
)
# "02 Jan   DD ASHFORD SCHOOL      1,240.00": a day, words, and one amount or two at the end of the row.
_BOOKED = r"[-+]?[$€£]?[0-9]{1,3}(?:[,.' ]?[0-9]{3}){0,4}[.,][0-9]{2}-?"
STATEMENT = re.compile(
    r"^[ \t]{0,8}+(?P<d>(?:3[01]|[12][0-9]|0?[1-9])(?:"
    r"[ -]?(?i:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}(?:[ -](?:19|20)?[0-9]{2})?|"
    r"[./](?:1[0-2]|0?[1-9])(?:[./](?:(?:19|20)?[0-9]{2})?)?)|"
    r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6} (?:3[01]|[12][0-9]|0?[1-9]))[ \t]{1,20}"
    rf"(?=[^\W_])(?![0-9]{{1,2}}:)[^\n]{{2,100}}?[ \t]{{2,80}}(?P<v>{_BOOKED})"
    rf"(?:[ \t]{{2,80}}(?P<w>{_BOOKED}))?[ \t]*$",
    re.MULTILINE,
)
_BEGINS_BOOKED = frozenset("0123456789JFMASOND")
_SPACED_SIGNS = ("%|", "\t@")
# Lines that their end gives away, most of them by its last characters alone.
_ENDED = (";", "{", "}", "\\", "->")
_ENDS = re.compile(
    r".*(?:\)\s?=>|(?:['\")\]}:]|\.\w{1,40}[?!]?) do(?: \|[^|\n]{1,80}\|)?|"
    r" => (?:\"[^\"\n]{0,80}\"|'[^'\n]{0,80}'|:?\w{1,80}),?| (?:&&|\|\|) \S{1,80}(?: \S{1,80}){0,4})\s*$"
)
_END_SIGNS = ("=>", " do", " && ", " || ")
# All else begins behind the white space of the line: it is tried there alone, and not once more for each space.
_CODE = re.compile(
    # What most lines of programs are is tried first.
    r"\s{0,200}+(?:[\w.\[\]'\"]+(?:, ?[\w.]+)*\s?(?::\s?\w+\s?)?(?:[+\-*/|&]?=|:=|=>|->)\s?\S|[\w.]+\(.*\)[;:{,]?\s*$|"
    r"(?:if|elif|else|for|while|with|try|except|finally|switch|catch)\b.*[:{]\s*$|(?:const|let|var|val|auto) \w+|"
    rf"{BEGINS_LOG}|"
    # Ruby, Elixir, Perl, R and the shell, where little but words stands in a line.
    r"(?:end|begin|else|fi|done|esac|then|do)[).,;]{0,2}\s*$|defp? [\w.]+[?!=]?(?:\s*$|.{0,200}\bdo\s*$)|"
    r"(?:defmodule|module|alias) [A-Z][\w.:]*(?: do)?\s*$|class [A-Z][\w:]* < [A-Z]|attr_\w+ :|"
    r"require(?:_relative)? ['\"]|@[a-z_]\w{0,40} (?:[a-z_]\w{0,40}[!?]?(?:\(| ::)|[\[:\"{%~])|"
    r"@{1,2}[a-z_]\w*(?:[.\[]\S|\s?(?:\|\||&&)=?\s)|set [-+][a-z]{1,6}(?:\s|$)|"
    r"\[{1,2} .{1,300} \]{1,2}(?:\s|$)|sub \w+ \{|my [$@%(]|\w[\w.]* <- \S|\((?:defn?-?|ns|let|require) |"
    r"(?:unset|eval|trap) [-'\"$A-Z_]|printf ['\"]|"
    # Haskell.
    r"[a-z_][\w']{0,60}(?:, \w+)? +:: \S|import qualified [A-Z]|(?:data|newtype|type|instance|deriving)(?: \w+)? "
    r"[A-Z(].{0,200}[={(]|\{-|[\w.-]{2,60}(?:\[[\w,-]{1,40}\])?[=~<>!]=\d|local \w+=|[0-9a-f]{32,64} [ *]\S{1,200}\s*$|"
    r"(?:async )?def \w+\s?\(|class \w+\s?[(:{]|import [\w.{*]+|from [\w.]+ import |@\w[\w.]*(?:\(|$)|"
    r"return\b.*[;()\[\]]?$|"
    r"(?:public|private|protected|static|final|export|override|extern|inline|virtual)\s+\w+|"
    r"func(?:tion)? \w*\s?\(|fn \w+|"
    r"#\s?(?:include|define|ifdef|ifndef|endif|pragma)\b|#!|package [\w.]+;?$|use [\w:]+;|using [\w.]+;|namespace \w+|"
    r"(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE (?:TABLE|INDEX|VIEW|USER|ROLE)|ALTER|DROP|FROM|"
    r"WHERE|JOIN|LEFT JOIN|"
    r"INNER JOIN|GROUP BY|ORDER BY|VALUES|GRANT|SET|LIMIT|HAVING|BEGIN|COMMIT)\b(?!\s+[a-z]+ [a-z]+ [a-z]+ [a-z])|"
    # What stands between the first and the last line of a statement.
    r"CASE\s*$|WHEN [^\n]{1,200} THEN\b|(?:THEN|ELSE) [\w.'-]+\s*$|END(?: AS \w+)?,?\s*$|FOR VALUES\b|"
    r"UNION(?: ALL)?\s*$|(?:ORDER|GROUP|PARTITION) BY\s*$|,\s?\d{1,12} {1,8}-- |"
    r"(?:AND|OR|ON|WHEN) \(?[\w.]+ (?:[<>=!]|IS (?:NOT )?NULL\b|(?:NOT )?(?:IN|LIKE|BETWEEN) )|"
    r"(?:echo|cd|ls|git|docker|kubectl|npm|pip|curl|ssh|scp|sudo|cat|grep|export|mkdir|chmod|psql|mysql|apt-get|make) "
    r"[-./~\w'\"$=]+|"
    r"(?:FROM|RUN|COPY|ADD|CMD|ENTRYPOINT|ENV|WORKDIR|EXPOSE|ARG|LABEL|VOLUME) [\w./\[\"$:@=-]+(?:\s\S+){0,6}\s*$|"
    r"[\w.-]{1,40}@[\w.-]{1,60}[: ][~/]|\S[^\n]*? {3,}\S[^\n]*? {2,}\S|"
    r"(?:[%>]|\$(?! ?[0-9][0-9.,]*(?:[kKmMbB]n?)?(?![\w$]))) ?\S|>>> |\.\.\. |\(venv\)|PS C:|C:\\|"
    r"diff --git |@@ |index [0-9a-f]{6,}|(?:---|\+\+\+) (?:[ab]/|/dev)|[+-](?:\s{2,}|\w+[\w.]*\s?[=(:]|[#@{}()\[\]/])|"
    r"Traceback \(|File \"|at [\w.$<>]+\(|Caused by: |\w+(?:\.\w+)*(?:Error|Exception)\b|goroutine \d|"
    r"#\d+ +0x|(?:[A-Z]:)?[\w./\\-]+:\d+(?::\d+)?:? |"
    r"\S+::\S+ (?:PASSED|FAILED|SKIPPED|ERROR)\b|"
    r"[d-][r-][w-][xst-][r-][w-]|total \d+$|[├└│]|<(?:/|!)[^\n]{0,300}>\s*$|"
    r"<[a-zA-Z][\w-]*[^>\n]{0,300}>\s*$|//|/\*|\*/|--\s|<\?|<!--|"
    r"[\w.-]{1,60} {2,24}= (?:[\"'\[{0-9]|true\b|false\b)|"
    r"[\[\](){}<>;,]+\s*$)"
)
_KEYS = re.compile(
    r"\s{0,200}+(?:- )?(?:\"[^\"\n]{1,80}\"\s?:|'[^'\n]{1,80}'\s?:|[a-z][\w.-]{0,60}:(?:\s|$)|"
    r"(?<=- )\{ ?[a-z][\w-]{0,40}: |[A-Z][A-Z0-9_]{2,60}=|[A-Z][A-Z0-9]{0,30}_[A-Z0-9_]{1,60}: \S|[{}\[\]]+,?\s*$)"
)
# "background: none 0% 0% #205f29;", of a style sheet or a program; YAML and JSON end no line so.
_DECLARED = re.compile(r"\s{0,200}+[a-z@][\w.-]{0,60}:[^\n]{1,300};\s*$")
JSON = re.compile(r"\s{0,20}+[\[{]\s{0,20}[\"{\[]")
# A line of a notebook, or of another list of strings: what it is, its string is.
_LINE_OF_STRINGS = re.compile(r"\s{1,40}\"(?P<said>[^\"\n]*+(?:\\\"[^\"\n]*+){0,40})\",?\s*$")
_WORDED = re.compile(
    r"[\"'“‘(\[]{0,2}(?:[A-Z]\.){0,3}[^\W\d_](?:[^\W\d_A-Z]|(?<=[A-Z])[A-Z]|['’-][^\W\d_])*(?:['’]s)?"
    r"[\"'”’)\]]?[,.;:!?]{0,3}[\"'”’)\]]?"
)
_NEUTRAL = re.compile(r"[^\w\s{}\[\]<>=|\\]{1,3}|\(?[0-9]{1,5}[a-z]{0,2}[.,:;)]{0,2}|[0-9]{1,2}:[0-9]{2}|\([a-z]\)")
_WORDED_SHARE = 0.8
_NO_WORDS = re.compile(
    rf"\s{{0,20}}+(?:{BEGINS_LOG}|\[?\d{{4}}-\d\d-\d\d[T ]\d\d:\d\d|"
    r"(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE|ALTER)\s(?=\S).*"
    r"(?:\b(?:FROM|SET|VALUES|WHERE|TABLE|INDEX|VIEW)\b|[,;]\s*$))"
)
# The cells of a row that spaces keep apart.
_SPACED_CELL = re.compile(r"\S+(?>(?: \S+)*)")
_NUMERIC_CELL = re.compile(r"[-+]?[0-9][0-9.,:/%e+-]*")
_LEAST_SPACED = 3
_QUOTED = re.compile(r"\s{0,3}(?:>[ \t]?){1,9}(?<![>]{3} )(?=[^\s>])")
# "Patient: Okafor, Ada    MRN: 7731-0092    DOB: 09-Feb-1952": a form, though gaps stand between its fields.
_LABEL = re.compile(r"(?:^|\s)[A-Z][A-Za-z./#' ]{1,24}:\s{1,3}\S")
_LEAST_LABELS = 2
# "tomek: hey are you coming", "10:02 tomek: can you call": who says something, and words that people say.
SPOKEN = re.compile(
    r"(?i:[^\W\d_][\w.'’-]{0,30}>?:[ \t]{1,3}(?:\S{1,20}[ \t]){0,2}(?:i|i['’]?m|you|u|ur|hi|hey|hello|yo|ok|okay|k|"
    r"yes|yeah|yep|no|nah|nope|lol|omg|sure|thanks|thx|pls|please|can|cant|can['’]t|did|dont|don['’]t|whats|what['’]s|"
    r"gonna|gotta|we|my|me|her|him)\b)"
)
_STAMP = re.compile(rf"\s{{0,3}}(?:{STAMP}\s(?:[-–]\s)?)?<?")
# A sentence is no code, though it ends in a bracket or begins with "from".
SENTENCE = re.compile(r"\s{0,12}+[A-Z\"“][\w'’,-]*(?: [\w'’,\"“”()-]+){4,}[.!?:]\s*$")
# A long line that is mostly runs of plain words is prose, though it is quoted or ends in a bracket.
_LONG, _PLAIN, _PLAIN_SHARE = 200, re.compile(r"(?>(?: [a-z][a-z'’,-]*+){6,})"), 0.3
COMMENT = re.compile(r"\s{0,200}+(?:#|//|/\*|\*(?:\s|/)|;;|--\s|%%|\.\. )")


def says(line: str) -> bool:
    """Return whether a line is a sentence, or a part of one, and no code, comment or setting."""
    if len(line.split()) < _LEAST_WORDS or COMMENT.match(line) or kind_of(line) != "prose":
        return False
    return len(_SAYS.findall(line)) >= _LEAST_SAID


def is_booked(line: str) -> bool:
    """Return whether a line is one of a bank's statement: a day, words, and one amount or two."""
    return line.lstrip(" \t")[:1] in _BEGINS_BOOKED and STATEMENT.match(line) is not None


def is_plain(line: str) -> bool:
    """Return whether a line that looks like code is mostly sentences, as a message written out by a program is."""
    if len(line) < _LONG:
        return False
    return sum(len(run[0]) for run in _PLAIN.finditer(line)) > _PLAIN_SHARE * len(line)


def kind_of(line: str) -> Kind | None:
    """Return what a line is by itself; None for a blank one."""
    if not line.strip():
        return None
    if len(line) > LONGEST:
        # Where it is cut it does not end: a semicolon or bracket there ends no statement.
        line = line[:LONGEST] + " ..."
    if JSON.match(line) or _KEYS.match(line):
        return "code" if _DECLARED.match(line) else "keys"
    if not line.isascii() and 2 * letters(line) > sum(map(str.isalpha, line)):
        # Programs are written in Latin letters.
        return "prose"
    if (quoted := _QUOTED.match(line)) is not None:
        # A line of a mail that is answered, or of Markdown; "> npm install" is what its rest is.
        return kind_of(line[quoted.end() :]) or "prose"
    if (listed := _LINE_OF_STRINGS.match(line)) is not None:
        line = listed["said"].removesuffix("\\n").replace('\\"', '"')
    if SENTENCE.match(line) or _is_form(line) or is_booked(line) or is_of_talk(line):
        return "prose"
    return "code" if not line or _is_printed_row(line) or _is_code(line) else "prose"


def _is_form(line: str) -> bool:
    """Whether fields with labels stand in a line, one behind the other."""
    return line.count(":") >= _LEAST_LABELS and len(_LABEL.findall(line)) >= _LEAST_LABELS


def _is_code(line: str) -> bool:
    """Whether a line begins or ends as lines of code do."""
    if line.rstrip().endswith(_ENDED) or _CODE.match(line):
        return True
    if any(sign in line for sign in _END_SIGNS) and _ENDS.match(line):
        return True
    first = line.lstrip()[:1]
    spaced = first.isupper() or first.isdigit() or first in ("*", "-") or any(sign in line for sign in _SPACED_SIGNS)
    return spaced and _SPACED.match(line) is not None


def is_worded(line: str) -> bool:
    """Return whether a line is said in a chat, or is mostly words, one of them with a capital, without a sign of a
    program.
    """
    if line.islower() and ":" not in line:  # nothing is named, and nobody speaks
        return False
    if _NO_WORDS.match(line) or _is_printed_row(line):
        return False
    if (stamp := _STAMP.match(line)) and SPOKEN.match(line, stamp.end()):
        return True
    tokens = line.split()
    if not any(_WORDED.fullmatch(token) for token in tokens if token.lstrip("\"'“([")[:1].isupper()):
        return False
    words = sum(_WORDED.fullmatch(token) is not None for token in tokens)
    neutral = sum(_NEUTRAL.fullmatch(token) is not None for token in tokens)
    return words > 1 and words >= _WORDED_SHARE * (len(tokens) - neutral)


def _is_printed_row(line: str) -> bool:
    """Whether a line is a row of a table as programs print it: cells that spaces keep apart, most of them numbers.

    Half of them where a number begins the row; "Tunde  7    Mo  8" was written by hand.
    """
    if "  " not in line:
        return False
    solid = line.strip()
    if "  " not in solid and solid.isprintable():  # one cell, which is indented
        return False
    cells = _SPACED_CELL.findall(line)
    if len(cells) < _LEAST_SPACED:
        return False
    numeric = [_NUMERIC_CELL.fullmatch(cell) is not None for cell in cells]
    return 2 * sum(numeric) + numeric[0] > len(cells)
