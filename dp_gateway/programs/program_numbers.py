"""Numbers and codes that stand for a thing: what programs give out, what trackers count, what makers call a product.

A UUID, a digest, "PROJ-88", "build 22631" and "part number 1N4148-TAP" are nobody's by themselves. What says that
one is of somebody stands in the same line: "customer", "my ticket", a name. `is_of_program` asks about each number that
was found.
"""

from __future__ import annotations

import re

from dp_gateway.patterns.known_phrases import default_lexicon
from dp_gateway.patterns.structure import Structure
from dp_gateway.text.entities import Entity

_REACH, _BEHIND, _LABEL = 120, 80, 48
UUID = re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")
# MD5, SHA-1, SHA-256 and SHA-512 in base 16, or a UUID without hyphens
_DIGEST = re.compile(
    r"(?=[0-9a-fA-F]{0,127}[a-fA-F])(?:[0-9a-fA-F]{32}|[0-9a-fA-F]{40}|[0-9a-fA-F]{64}|[0-9a-fA-F]{128})"
)
_TRACE = re.compile(r"[0-9a-fA-F]{8,48}")
# "The request 3f2a9b1c-... failed", "with trace id 3f2a9b1c-..."; "the job of customer 3f2a9b1c-..." is somebody's
_GIVEN_OUT = re.compile(
    r"(?i)\b(?:request|response|trace|span|correlation|run|job|task|build|batch|message|event|commit|deployment|workflow|"
    r"pipeline|stage|node|pod|container|image|volume|snapshot|partition|process|worker|thread|migration|webhook|uuid|guid|"
    r"digest|checksum|hash|sha-?(?:1|256|512)|md5|etag|revision|operation|disk|dashboard|resource|cluster|layer)s?\b"
)
_SOMEBODYS = re.compile(
    r"(?i)\b(?:(?:my|mine|his|her|hers|their|theirs|our|ours|your|yours|keys?|pix|pin|tax|vat|mrs?|ms|dr|vin|orders?|visa|"
    r"staff|crew|polic(?:y|ies)|(?<!test )(?<!use )cases?)\b|health(?! ?check|z)|"
    r"users?|customer|client|patient|member|account|employee|person|subject|student|device|tenant|ordered|participant|"
    r"licen[cs]e|secret|token|password|credential|subscri|guest|donor|applicant|candidate|resident|passenger|owner|"
    r"holder|buyer|seller|visitor|claim|invoice|booking|reservation|prescri|medical|hospital|clinic|school|bank|insur|"
    r"phone|handset|laptop|vehicle|wallet|passport|card|payment|transaction|refund|appointment|complain|profile|tracking|"
    r"shipment|parcel|contract|receipt|flight|badge|serial|imei|loan|mortgage|victim|suspect|witness|pupil|incident)"
)
"""Words of whom or of what of theirs somebody speaks."""
_POSSESSIVE = re.compile(r"(?i)(?:my|mine|his|her|hers|their|theirs|our|ours|your|yours)\Z")
_OF_SOMEBODY = re.compile(
    r"(?i)(?:user|customer|client|patient|member|account|employee|person|subject|student|device|tenant|order|participant|"
    r"licen[cs]e|secret|token|key|password)[\w-]{0,20}[\s:=/\"'\\]{1,8}\Z"
)


def is_given_to_thing(source: Structure, start: int, end: int) -> bool:
    """Return whether nothing around an identifier of 128 bits, or a digest, says that it is somebody's.

    In code the word before it tells; in prose the words of its line, and the names in it.
    """
    text = source.text
    if source.kind_at(start) != "prose":
        return _OF_SOMEBODY.search(text, max(0, start - _REACH), start) is None
    if source.language_at(start) != "en":
        return False
    before, behind = _line(text, start, end)
    told = [match[0] for match in _SOMEBODYS.finditer(before)]
    if _GIVEN_OUT.search(before):
        # "my request 3f2a9b1c-..." is a request's.
        return all(map(_POSSESSIVE.match, told))
    return not told and _SOMEBODYS.search(behind) is None and not _names_somebody(before, behind)


def uuid_around(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return where the UUID stands that a finding is, or is a part of."""
    if UUID.fullmatch(text, start, end):
        return start, end
    if end - start > _LONGEST_PART or "-" not in (text[start - 1 : start], text[end : end + 1]):
        return None
    whole = next((one for one in UUID.finditer(text, max(0, start - 36), end + 36) if one.end() >= end), None)
    return whole.span() if whole is not None and whole.start() <= start else None


_LONGEST_PART = 35


def _line(text: str, start: int, end: int) -> tuple[str, str]:
    """What stands before and behind a place in its line, as far as it tells of it."""
    before = text[max(text.rfind("\n", 0, start) + 1, start - _REACH) : start]
    return before, text[end : end + _BEHIND].partition("\n")[0]


def _names_somebody(*around: str) -> bool:
    """Whether an address, or a word with a capital that people are called by, stands around: no ordinary one that
    begins a sentence.
    """
    names, _ = default_lexicon()
    for part in around:
        if "@" in part:
            return True
        for match in _CAPITAL.finditer(part):
            word = match[0].lower()
            if (word in names.given or word in names.surnames) and not (
                word in names.common and _BEGINS.search(part, 0, match.start())
            ):
                return True
    return False


_CAPITAL, _BEGINS = re.compile(r"\b[A-Z][^\W\d_]+"), re.compile(r"(?:\A|[.!?:]\s)[\s\"'(*#-]{0,6}\Z")


def is_of_things(source: Structure, entity: Entity) -> bool:
    """Return whether a number or a code counts what programs and trackers have, or names what a maker sells to all."""
    text, start, end = source.text, entity.start, entity.end
    if _DIGEST.fullmatch(text, start, end):
        return is_given_to_thing(source, start, end)
    before, behind = _line(text, start, end)
    label = before[-_LABEL:]
    if _MEDIA_BEFORE.search(label) or (
        label.endswith(_ANCHOR_BEFORE) and text.find(f"#{text[start:end]}", max(0, start - _PAGE), end + _PAGE) >= 0
    ):
        return True
    if _PRODUCT_BEFORE.search(label) or is_counted(before, text[start:end]):
        return True
    if _TRACE.fullmatch(text, start, end) and _TRACED_BEFORE.search(label):
        return _SOMEBODYS.search(before) is None
    if key := _KEY_BEFORE.search(label):
        before = before[: -len(key[0])]
        start -= len(key[0])
    tracked = _TRACKED.fullmatch(text, start, end) or (text[start:end].isdecimal() and _JOB_BEFORE.search(label))
    return (
        bool(tracked)
        and source.language_at(start) == "en"
        and any(map(_DEVELOPED.search, (before, behind)))
        and not any(map(_SOMEBODYS.search, (before, behind)))
        and not _names_somebody(before, behind)
    )


# <a id="opt-row-2" href="#opt-row-2">: a place of the page itself
_PAGE = 2000
_MEDIA_BEFORE = re.compile(r"\b(?:youtube|vimeo|gist|asciinema|video|tweet)\b[^\n=]{0,12}\bid=[\"']?\Z")
_ANCHOR_BEFORE = ('id="', "id='", 'name="', 'href="#', "href='#", 'title="#', "](#")
# What numbers a product, of which many have the same: "part no. 1N4148-TAP", "SKU: ABC-12345-XL".
_PRODUCT_BEFORE = re.compile(
    r"(?i)\b(?:(?:part|model|article|catalog(?:ue)?|firmware) ?(?:numbers?|nos?\b\.?|#)|skus?|p/n|mpn|"
    r"upc|gtin|model(?=[:=]))(?: (?:code|number|no\.?))?(?: is| was| are| of)?[:=#]? {0,3}[\"'`(]?"
    r"(?:[A-Z0-9][\w/.-]{2,30}(?:, (?:and |or )?| and | or |/)){0,4}\Z"
)
# "bug 1842231", "PR number 18231", "port 8443", "a count of 38315"; "my support issue 4417" is somebody's.
_COUNTING = re.compile(
    r"(?i)(?:\b(?P<thing>bugs?|issues?|prs?|pull requests?|mr(?= ?!)|merge requests?|builds?|commits?|"
    r"revisions?|changesets?|patch(?:es)?|pids?|ports?|threads?|errno|epochs?|offset|exit codes?|lines?)"
    r"(?: (?:numbers?|nos?\b\.?|ids?))?(?: is| was| of|:| =)? ?[\"'`(\[#!:=]{0,2}|"
    r"\bcount of |\blocalhost:|(?:_p|[a-z]P)ort[ =:]{1,3}|\bports?,? (?:such as|like|e\.g\.) )\Z"
)
_OF_ONE_BEFORE = re.compile(
    r"(?i)\b(?:my|his|her|their|your|our|support|customer|client|patient|member|account|case|phone|telephone)(?:['’]s|s['’])?"
    r"(?: \w{1,20})?[ :]\Z"
)
_LISTED_BEFORE = re.compile(r"(?:[#!]?[0-9]{1,9}(?:, (?:and |or )?| and | or |/|-|–)){1,8}\Z")
_LEAST_OF_PHONE = 7
_COUNT = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,6}){0,2}")
_JOB_BEFORE = re.compile(r"(?i)\b(?:job|run) (?:number |no\.? |id )?#?\Z")


def is_counted(before: str, found: str) -> bool:
    """Return whether a number stands behind the word for what it counts, or behind others of the same list. `before`:
    what stands before it in its line. `found`: the number.
    """
    if _COUNT.fullmatch(found) is None:
        return False
    listed = _LISTED_BEFORE.search(before[-_LABEL:])
    told = before[: len(before) - len(listed[0])] if listed else before
    match = _COUNTING.search(told[-_LABEL:])
    thing = match["thing"] or "" if match else ""
    if match is None or (thing.lower().startswith("line") and len(found) >= _LEAST_OF_PHONE):
        return False  # "the direct line 5550142"
    return not thing or _OF_ONE_BEFORE.search(told[: len(told) - len(match[0])][-_LABEL:]) is None


_TRACED_BEFORE = re.compile(
    r"(?i)\b(?:request|trace|span|correlation|commit|revision|digest|checksum|hash|sha-?(?:1|256|512)|md5|etag|build|container|"
    r"image|layer)s?(?:[ _-]?ids?)?(?: is| was|:|=)? ?[\"'`(]?\Z"
)
# "PROJ-88", "ABC-2231-B": an issue of a tracker has the key of a project before its number.
_TRACKED = re.compile(r"[A-Z][A-Z0-9]{1,9}-[0-9]{1,6}(?:-[A-Z0-9]{1,2})?")
_KEY_BEFORE = re.compile(r"(?<![\w-])[A-Z][A-Z0-9]{1,9}-\Z")
_DEVELOPED = re.compile(
    r"(?i)\b(?:jira|github|gitlab|bitbucket|pull request|merge request|commits?|committed|branch(?:es)?|rebase|"
    r"repo(?:sitory)?|backlog|sprint|epic|kanban|user stor(?:y|ies)|story points|refactor\w{0,4}|deploy\w{0,4}|"
    r"pipelines?|clusters?|endpoints?|unit tests?|test cases?|codebase|bug|bugfix|hotfix|changelog|closes|fixes|"
    r"resolves|implements?|implemented|todo|fixme|requirements?|acceptance criteria|design doc|ci|cherry-?picked|"
    r"regression|merged|api)\b"
)
