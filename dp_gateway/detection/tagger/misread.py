"""What the tagger takes for a name, an address or a job in English, and names nobody and nothing: "A&E", "our akita",
"at the lake house". `settled` asks for each finding.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence, Set

from dp_gateway.detection.tagger.finding import ADDRESS, FIRM, NAMES, PERSON, Finding, by_type
from dp_gateway.patterns.names import ADJECTIVES, ORDINARY
from dp_gateway.patterns.own_jobs import is_gone_to

_Test = Callable[[Finding], object]
_Rules = tuple[tuple[Set[str], _Test], ...]
_JOB = frozenset({"JOB_TITLE"})
_DEPARTMENT = re.compile(r"&[A-Z](?![\w&])")
# "Draft H&P"
_JOINED_LETTERS = re.compile(
    "(?:[A-Z][a-z]{2,9} )?(?:H&P|R&D|A&E|Q&A|P&L|M&A|D&C|T&C|T&Cs|T&E|F&B|L&D|O&M|R&R|I&D|S&OP)"
)
_DEGREE = re.compile(r"[BMD]\.\s?(?:comm?|ed|tech|eng|sc|pharm|arch|mus|litt|phil)\.?", re.I)
_BEGINS = re.compile(r"[.!?;]\s\Z")
_STATE = re.compile(
    "(?!(?:intern|extern|apprentice|trainee|clerk|director|professor|lecture|fellow|resident|instructor|chairman|dean|"
    "head|judge|consul|captain|premier|chancellor|governor|ambassador|minister|curator|rector)ship)[a-z]{4,}ship"
)
_DOUBTFUL, _SURE = 0.5, 0.6
_THE, _SAYS = re.compile(r"\bthe\s\Z", re.IGNORECASE), re.compile(r"\s(?:said|says|told|tells|asked|thinks|thought)\b")
_HUG, _FROM = re.compile(r" (?:hug|kiss|thanks|love)s?\b"), re.compile(r"\b(?:from|in)\s\Z")
_CITY_OF = re.compile(r" (?:city|cities|of)\b")
_NOBODY = frozenset(
    "leaver leavers joiner joiners secondee cntct ctct cust addr prenup postnup headhunter recruiter landlord "
    "landlady caretaker janitor concierge headmaster headmistress headteacher housemate flatmate roommate lodger "
    "subtenant hubby hubs wifey missus stepmum stepmom stepdad stepbro stepsis godmother godfather gran grandad "
    "granddad grandpa grandma auntie childminder babysitter midwife matron bailiff registrar paramedic physio dentist "
    "optician vet plumber electrician solicitor surveyor".split()
)
"""Abbreviations, and what somebody is to another or does, at the beginning of a sentence."""
_VOICES = frozenset("alto altos soprano sopranos mezzo contralto baritone baritones".split())
_ONE_OF_MANY = re.compile(r"\b(?:this|that|these|those)\s\Z")
_EVERYBODYS_OFFICES = frozenset("customs immigration reception admissions".split())
# "Private physiotherapy at $80", "(staff training, carpenter)": what is had, and a job where one is asked for alone
_HAD = re.compile(r"(?:[\w-]+ ){1,3}(?:training|\w*therapy|tuition|coaching|counsell?ing|lessons?)", re.IGNORECASE)
_ASKED_FOR_JOB = re.compile(r"(?:[:=|]|\b(?:in|as|is|was))\s{0,3}\Z")
_HOURS = re.compile(r"(?:1?[0-9]|2[0-4])-(?:1?[0-9]|2[0-4])[.:][0-5][0-9]")
_ABOUT = re.compile(r"[0-9]{2,5}ish")
_TRADES = ("icians", "ologists", "keepers", "makers", "workers")
_CERTAIN_OF_POINTS = 0.9


# School subjects, offices and what is written behind names, with points: "I teach P.E.", "the H.R. of our firm".
_POINTED = re.compile(
    r"(?<![\w.])(?:P\.E|R\.E|H\.R|P\.R|I\.T|A\.I|P\.A|Q\.A|R\.N|M\.D|M\.P|J\.P|V\.P|P\.M|E\.R|I\.D|T\.V|D\.J|P\.O|P\.S|N\.B|"
    r"C\.[EFOT]\.O|C\.V|Q\.C|K\.C|L\.P\.N|A\.B\.A|D\.I\.Y|G\.P|S\.E\.N|E\.S\.L|A\.C|D\.C|A\.D|B\.C|B\.A|M\.A|B\.Sc|M\.Sc|"
    r"P\.hD|Ph\.D|V\.I\.P|R\.S\.V\.P|E\.T\.A|A\.S\.A\.P|F\.A\.Q|U\.F\.O)\b(?!\.?\w)\.?"
)
_LONGEST_POINTED = 8


def _is_pointed(f: Finding) -> bool:
    """Whether a finding is such an abbreviation, or a part of one."""
    start, end = f.entity.start, f.entity.end
    around = _POINTED.finditer(f.text, max(0, start - _LONGEST_POINTED), end + _LONGEST_POINTED)
    return any(one.start() <= start and end <= one.end() for one in around)


# "I scored 1340 on the SAT"
_SCORED = re.compile(r"\b(?:scor(?:e|ed|es|ing)|SAT|GRE|GMAT|MCAT|LSAT|Elo)\s(?:of\s|an?\s|is\s|was\s)?\Z", re.I)

# Without words that people are called by, too: "salam", "shalom".
_GREETINGS = frozenset(
    "bonjour bonsoir salut coucou hola buenas ciao buongiorno buonasera hallo moin olá merhaba namaste namaskar "
    "konnichiwa howdy ahoj hej cześć privet sawubona merci gracias danke grazie obrigado obrigada arigato".split()
)
_GREETINGS_OF_TWO = frozenset(
    "guten tag,guten morgen,guten abend,gute nacht,auf wiedersehen,vielen dank,danke schön,buenos días,buenos dias,"
    "buenas tardes,buenas noches,hasta luego,hasta mañana,muchas gracias,bom dia,boa tarde,boa noite,muito obrigado,"
    "muito obrigada,bonne journée,bonne soirée,au revoir,merci beaucoup,buon giorno,buona sera,buona notte,"
    "mille grazie,dzień dobry".split(",")
)
_GREETED = re.compile(r"[,!.\n]|\Z| (?:and|everyone|all|team|there|folks|friends?)\b")

# "brd ff:ff:ff:ff:ff:ff", "brd 10.0.0.255": what `ip` and its like write before an address.
_BEFORE_ADDRESS = frozenset("brd ether lladdr hwaddr bssid".split())
_NETWORK_ADDRESS = re.compile(r"\s(?:(?:[0-9a-f]{2}:){2}|[0-9]{1,3}(?:\.[0-9]{1,3}){3})", re.IGNORECASE)
_HARDWARE = re.compile(r"(?<![\w:])(?:[0-9a-f]{2}:){5}[0-9a-f]{2}(?![\w:])", re.IGNORECASE)
_LENGTH_OF_HARDWARE = 17


def _is_of_hardware(f: Finding) -> bool:
    """Whether a time is octets of a hardware address, which patterns know as a whole: "00:00:00:00:00:00"."""
    start, end = f.entity.start, f.entity.end
    if f.text[start + 2 : start + 3] != ":":
        return False
    around = _HARDWARE.finditer(f.text, max(0, start - _LENGTH_OF_HARDWARE), end + _LENGTH_OF_HARDWARE)
    return any(one.start() <= start and end <= one.end() for one in around)


_OF_CLINICS, _HISTORY = re.compile("[0-9]{1,2}/(?:7|12|52)"), re.compile(r" (?:hx|h/o|history|ago|duration)\b")

# "tshark -Y"
_COMMAND = re.compile(r"[a-z][\w.-]{0,30} --?[A-Za-z][\w-]{0,30}")

_OF_BUILDS = re.compile(r" CI(?:/CD)?\b(?! [A-Z][a-z])")
_ASKS_LEAVE, _MARCHES = re.compile(r" (?:I|we|you|he|she|they|it|the|this|that)\b"), re.compile(r" on(?:[,!.;]|\Z)")
_LABEL_OF_AGE = re.compile(r"[.)]?\s{1,3}Age\b")

_NUMBER_OF_ONE = re.compile(r"[0-9]{1,3}-?[A-Za-z]?|[A-Za-z]-?[0-9]{1,3}")
_ROOM_ALONE, _NUMBER_BEHIND = frozenset(("ward", "room", "bay", "bed", "class")), re.compile(" [0-9]")
_ONE_OF_ROWS = re.compile(
    r"\b(?:class|form|year|grade|seat|seats|gate|row|platform|group|section|page|track|bay)\s\Z", re.I
)
# "Max. €3,440 a month"
_LIMIT = re.compile(r"\.?:? ?[€$£]?[0-9]")
# "Age edad: 39", "Nom / nombre: ...", on forms in two languages
_FOREIGN_LABELS = frozenset(
    "edad nombre apellido apellidos nom prénom prenom alter âge vorname nachname cognome nome idade leeftijd naam "
    "achternaam wiek imię nazwisko dirección direccion adresse anschrift indirizzo endereço teléfono téléphone".split()
)
_LABELS = re.compile(r"\s?[:/|]|\s[a-z]{3,10}\s?:")

# What who lives abroad calls as the country does: "1.350 € Kaution"
_OFFICIAL = frozenset(
    "kaution kaltmiete warmmiete nebenkosten anmeldung abmeldung bürgeramt finanzamt mietvertrag hausverwaltung "
    "steuererklärung krankenkasse schufa aufenthaltstitel ausländerbehörde elternzeit kindergeld arbeitsvertrag "
    "probezeit kündigung fianza empadronamiento autónomo nómina préfecture mutuelle affitto caparra questura".split()
)

_NOTHING: _Rules = (
    (PERSON, lambda f: f.word in ("max", "min") and f.behind(_LIMIT)),
    (NAMES, lambda f: f.word in _FOREIGN_LABELS and f.behind(_LABELS)),
    (NAMES, lambda f: f.word in _OFFICIAL and not f.names.has_given(f.word)),
    # "Class 10C", "seat 14C", "Year 9B"
    (ADDRESS | {"AGE"}, lambda f: f.whole(_NUMBER_OF_ONE) and f.before(_ONE_OF_ROWS, 10)),
    (ADDRESS, lambda f: f.word in _ROOM_ALONE and f.behind(_NUMBER_BEHIND)),
    (NAMES, lambda f: " -" in f.found and f.whole(_COMMAND)),
    ({"DATE_TIME"}, _is_of_hardware),
    # "with 2/7 hx of fever": two days, as clinics write
    ({"DATE_TIME"}, lambda f: f.whole(_OF_CLINICS) and f.behind(_HISTORY)),
    (PERSON, lambda f: f.word in _BEFORE_ADDRESS and f.behind(_NETWORK_ADDRESS)),
    # "Bonjour, can you translate"
    (NAMES, lambda f: f.word in _GREETINGS and f.behind(_GREETED) and not f.names.has_given(f.word)),
    (NAMES, lambda f: f.found.lower() in _GREETINGS_OF_TWO),
    ({"DATE_TIME", "ID_NUMBER"}, lambda f: f.word.isdigit() and f.before(_SCORED, 16)),
    # "May I come again?", "March on, soldiers!", "an august man"
    (NAMES | {"DATE_TIME"}, lambda f: f.found == "May" and f.behind(_ASKS_LEAVE)),
    ({"DATE_TIME"}, lambda f: f.word == "march" and f.behind(_MARCHES)),
    ({"DATE_TIME"}, lambda f: f.found == "august" and f.before(_ARTICLE, 4)),
    # "Saturday 11-11.30", where the day is a finding of its own
    ({"DATE_TIME"}, lambda f: f.whole(_HOURS)),
    # "childcare 600ish", of a list of amounts
    ({"ID_NUMBER"}, lambda f: f.whole(_ABOUT)),
    # "Electricians train for four years."
    ({"NRP"}, lambda f: f.entity.score < _SURE and f.word.endswith(_TRADES)),
    # "A.  Hadiza Achterberg.", where somebody is asked
    (PERSON, lambda f: f.found in ("A", "A.", "Q", "Q.") and f.text[f.entity.start - 1 : f.entity.start] in ("", "\n")),
    # "The midwife said wait", "Big hug, Ada", "greetings from sunny Cork"
    (_JOB, lambda f: f.before(_THE, 4) and f.behind(_SAYS)),
    (PERSON, lambda f: (f.found == "Big" and f.behind(_HUG)) or (f.word == "sunny" and f.before(_FROM, 5))),
    # "Capital city of Rwanda, please?"
    (NAMES, lambda f: f.word == "capital" and f.behind(_CITY_OF)),
    # "cntct ada@example.org, cell ...", "Headhunter rang me", "Landlady wants more"
    (PERSON, lambda f: f.word in _NOBODY and not f.names.has_given(f.word)),
    # "7  Age last birthday: 41": the number of the line
    ({"AGE"}, lambda f: f.found.isdigit() and f.behind(_LABEL_OF_AGE)),
    ({"DATE_TIME"}, lambda f: f.found == "SAT" and f.before(_ARTICLE, 4)),
    # "a work of authorship": what somebody has or is part of, and no post.
    (_JOB, lambda f: f.found.islower() and f.whole(_STATE) and f.word in f.names.common),
    (_JOB, lambda f: is_gone_to(f.text, f.entity.start, f.entity.end)),
    (_JOB, lambda f: f.whole(_HAD) and not f.before(_ASKED_FOR_JOB, 8)),
    # "this pleasant museum guide": words before a job
    (FIRM, lambda f: f.found.islower() and " " in f.found and f.before(_ONE_OF_MANY, 6) and f.all_common()),
    (NAMES, lambda f: f.found in _VOICES),
    # "stuck at customs"
    (FIRM, lambda f: f.found in _EVERYBODYS_OFFICES),
    (NAMES, lambda f: (len(f.found) == 1 and f.behind(_DEPARTMENT)) or ("&" in f.found and f.whole(_JOINED_LETTERS))),
    # "Travis CI failed": what builds programs.
    (PERSON, lambda f: f.found.isalpha() and f.behind(_OF_BUILDS)),
    # "B.Comm."
    (NAMES, lambda f: f.whole(_DEGREE)),
    (NAMES, lambda f: len(f.found) <= _LONGEST_POINTED and f.entity.score < _CERTAIN_OF_POINTS and _is_pointed(f)),
)
_NOTHING_OF = by_type(_NOTHING)


def is_nothing(f: Finding) -> bool:
    """Return whether a finding is a word of everyday English that names nobody and nothing."""
    return _holds(f, _NOTHING_OF)


def _holds(f: Finding, rules: Mapping[str, Sequence[_Test]]) -> bool:
    for holds in rules.get(f.entity.type, ()):  # noqa: SIM110 - asked of each finding, in half the time
        if holds(f):
            return True
    return False


_KEY = re.compile(r"[A-Z][a-z]+(?: [a-z]+){1,3}\s?[-–:=]\s")
_ARTICLE = re.compile(r"\b(?:the|an?)\s$", re.IGNORECASE)
_LONGEST_ABBREVIATION = 4


def _begins_key(f: Finding) -> object:
    """Whether a finding begins a line as the first word of a key: "Home town - Oslo"."""
    if f.text[f.entity.start - 1 : f.entity.start] not in ("", "\n"):
        return False
    return _KEY.match(f.text, f.entity.start) is not None and f.all_common()


def _is_meant_as_word(f: Finding) -> object:
    """Whether a name in small letters that is a word too is none: "the jay", "i'm frank"; patterns know the others."""
    word, names = f.word, f.names
    return (
        (f.entity.score < _SURE and word not in names.given and word not in names.surnames)
        or f.before(_ARTICLE, 4)
        or word in ADJECTIVES
    )


def _is_abbreviation(f: Finding) -> bool:
    """Whether a few capitals among small letters, of which the network is not sure, are nobody: "2 reqs for SRE"."""
    if not (1 < len(f.found) <= _LONGEST_ABBREVIATION and f.found.isupper() and f.entity.score < _DOUBTFUL):
        return False
    around = f.text[max(0, f.entity.start - 40) : f.entity.start] + f.text[f.entity.end : f.entity.end + 40]
    return not _is_listed(f) and any(map(str.islower, around))


def _is_listed(f: Finding) -> bool:
    return any(f.word in of for of in (f.names.given, f.names.surnames, f.names.rare, f.names.speakers))


_BEHIND_A_TIME = re.compile(
    r"\b(?:winter|spring|summer|autumn|fall|week|month|year|morning|noon|evening|night|today|yesterday|tonight)s?, \Z"
)


def _begins_sentence(f: Finding) -> bool:
    """Whether a finding begins a sentence, or a line, that goes on in small letters."""
    begins = f.text[f.entity.start - 1 : f.entity.start] in ("", "\n") or f.before(_BEGINS, 2) is not None
    return begins and f.behind(_SMALL_BEHIND) is not None


# "Beauty", "Kindness"; not "Kitty" or "Dusty", and not "Ocean", which somebody may be called.
_ABSTRACT = re.compile("[A-Z][a-z]{2,16}(?:(?<![st])ty|[ts]ion|ness|ment|[ae]nce|ism|hood|dom|[ae]ncy)")
_SMALL_BEHIND = re.compile(r" [a-z]")
_PLACED = re.compile(
    r"\b(?:in|at|from|to|near|of|around|outside|via|through|leaving|visit(?:ing)?|for)\s(?:the\s)?\Z", re.I
)


def _is_unplaced(f: Finding) -> bool:
    """Whether a word in small letters, of which the network is not sure, stands where no place is named."""
    unknown = f.entity.score < _FAIRLY_SURE and f.word not in f.names.places and f.behind(_NOUN_BEHIND) is not None
    return unknown and f.before(_PLACED, 14) is None


_FAIRLY_SURE, _NOUN_BEHIND = 0.7, re.compile(r" [a-z]{3}")
_PLATE = re.compile(r" \(?[A-Z]{2}[0-9]{2} ?[A-Z]{3}\b")
_AT_NOON = re.compile(r" (?:noon|midnight|midday|o['’]clock|[ap]\.?m\b)")
_OF_SCHOOL = re.compile(r"\b(?:[Yy]ear|[Gg]rade|[Cc]lass|[Ll]evel|[Aa]ct) \Z")
_ORDINARY: _Rules = (
    # "Sex F", "58y/M"
    (FIRM | _JOB, lambda f: len(f.found) == 1),
    (PERSON, lambda f: f.found in ("b", "d", "f", "m", "w") or _is_abbreviation(f)),
    (
        FIRM | ADDRESS | {"NRP"},
        lambda f: f.found.islower() and f.word in f.names.common and f.entity.score < _SURE,
    ),
    # "Service at 12 noon"
    ({"AGE"}, lambda f: f.found.isdigit() and f.behind(_AT_NOON)),
    # "How many years old is he?"
    ({"AGE"}, lambda f: f.word in ("old", "young", "age", "years old", "year", "grade")),
    # "headaches since winter, 12 times a week", cut off behind the number
    ({"AGE"}, lambda f: f.found.isdigit() and f.before(_BEHIND_A_TIME, 16)),
    # "Rhys (Year 12)" is no twelve years old.
    ({"AGE"}, lambda f: f.found.isdigit() and f.before(_OF_SCHOOL, 8)),
    (FIRM, _begins_key),
    # "rego BQ 44 LM. Received by": a word that begins a sentence
    (ADDRESS, lambda f: f.found.isalpha() and f.entity.score < _DOUBTFUL and _begins_sentence(f)),
    # "Derek Poole, Fiesta WK19 ZRT": a car before its plate
    (_JOB, lambda f: f.found.istitle() and f.behind(_PLATE)),
    # "Tenancy in Mombasa from May"
    (
        FIRM,
        lambda f: f.found.isalpha() and f.entity.score < _DOUBTFUL and f.word in f.names.common and _begins_sentence(f),
    ),
    # "labrum repair": a word that no list has, behind none that a place stands behind
    ({"LOCATION"}, lambda f: f.found.islower() and _is_unplaced(f)),
)
_ORDINARY_NAMES: _Rules = (
    # "Beauty lives in the process"
    (
        PERSON,
        lambda f: f.whole(_ABSTRACT) and f.word in f.names.common and not _is_listed(f) and _begins_sentence(f),
    ),
    # "paid by the Banks", of which the network is not sure
    (
        PERSON,
        lambda f: (
            f.entity.score < _FAIRLY_SURE
            and f.word in f.names.common
            and f.word.endswith("s")
            and f.before(_ARTICLE, 4)
        ),
    ),
)
_ORDINARY_OF, _ORDINARY_NAMES_OF = by_type(_ORDINARY), by_type(_ORDINARY_NAMES)


def is_ordinary(f: Finding) -> bool:
    """Return whether a finding, of the type that it has in the end, is a word of everyday language, and no name."""
    if _holds(f, _ORDINARY_OF):
        return True
    if f.entity.type not in NAMES:
        return False
    if _holds(f, _ORDINARY_NAMES_OF):
        return True
    if f.entity.type == "PERSON" and f.found.islower() and (f.word in f.names.cued or f.word in f.names.common):
        return bool(_is_meant_as_word(f))
    return f.word in ORDINARY
