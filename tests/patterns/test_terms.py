"""Terms that are nobody's name, beside names that are written like them."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection
from dp_gateway.patterns.terms import TERMS_FILE, is_term
from dp_gateway.text.entities import Entity


def _entity(text: str, found: str, kind: str = "PERSON", score: float = 0.7, detector: str = "tagger") -> Entity:
    start = text.index(found)
    return Entity(start, start + len(found), kind, score, detector)


@pytest.mark.parametrize(
    ("text", "found", "kind"),
    [
        ("It grew from T. gondii in the sample.", "gondii", "LOCATION"),
        ("It grew from T. gondii in the sample.", "T. gondii", "PERSON"),
        ("It grew from T. gondii in the sample.", "T", "PERSON"),
        ("The most common Candida species is that one.", "Candida", "PERSON"),
        ("We eat gangrene-free cockatiels.", "cockatiels", "ORGANIZATION"),
        ("The CNS is sensitive.", "CNS", "ORGANIZATION"),
        (r"so that $(ia\cong ib)$ holds", "ib", "ORGANIZATION"),
        (r"a signature $\Omega$ gives", "Omega", "ORGANIZATION"),
        ("how much ramipril can i take", "ramipril", "LOCATION"),
        ("My aunt takes Xarelto now.", "Xarelto", "ORGANIZATION"),
        ("She was put on Zenoprazole.", "Zenoprazole", "PERSON"),
        ("Email from Human Resources: your leave", "Human Resources", "ORGANIZATION"),
        ("I missed flight UA 482 to Lisbon", "UA", "ORGANIZATION"),
        ("a combi drill, an impact driver and a saw", "impact driver", "JOB_TITLE"),
        ("It is a ternary operator here.", "a ternary operator", "JOB_TITLE"),
        ("my instagram got hacked", "instagram", "ORGANIZATION"),
        ("I saw it on Facebook", "Facebook", "ORGANIZATION"),
        ("My Universal Credit claim was cut.", "Universal Credit", "ORGANIZATION"),
        ("A card for Happy Easter, please", "Happy Easter", "PERSON"),
        ("SIRET 732 829 320 00074 is ours", "SIRET", "PERSON"),
        ("in crm.clients (id, full_name, nino, postcode) where nino = 'QQ1'", "nino", "PERSON"),
    ],
)
def test_a_term_is_no_name(text: str, found: str, kind: str) -> None:
    assert is_term(text, _entity(text, found, kind))


@pytest.mark.parametrize(
    ("text", "found", "kind"),
    [
        ("J. smith called.", "J. smith", "PERSON"),
        ("Ask J. miller about it.", "miller", "PERSON"),
        ("Ana Morales was here.", "Morales", "PERSON"),
        ("He joined AFP last year.", "AFP", "ORGANIZATION"),
        ("I saw April and Avril.", "April", "PERSON"),
        ("Ask Happy Easterling about it.", "Happy Easterling", "PERSON"),
        ("Ask Dev (he) about it.", "Dev", "PERSON"),
        ("The brothers (dev and ram) left.", "dev", "PERSON"),
        ("I work for UA in Chicago.", "UA", "ORGANIZATION"),
        ("I have a BSc, nurse by trade", "nurse", "JOB_TITLE"),
        ("He was a bus driver then.", "bus driver", "JOB_TITLE"),
        ("She is a window cleaner now.", "window cleaner", "JOB_TITLE"),
        ("I have an offer from Facebook", "Facebook", "ORGANIZATION"),
        ("my Facebook interview is on Monday", "Facebook", "ORGANIZATION"),
        ("I work on Instagram in London", "Instagram", "ORGANIZATION"),
        ("told (jens, first_name) about it", "jens", "PERSON"),
        ("ravi = 12 points, sam_b = 9", "ravi", "PERSON"),
        ("It costs $5 now and $7 later.", "$5", "MONEY"),
        ("Between $5 and $10 for Anna.", "$10", "MONEY"),
        ("Between $5 = base_1 and $10 for Anna.", "$5", "MONEY"),
        (r"It earns \$85,000 at Siemens, bonus \$5,000", "$85,000", "MONEY"),
        ("He owes $7, not $5.", "$7", "MONEY"),
        (r"the login is CORP\Omega now", "Omega", "PERSON"),
        (r"the folder \\server\Anna holds it", "Anna", "PERSON"),
        ("Give $5_000 to Ana Brown and $7.", "Ana Brown", "PERSON"),
        ("The file of CNS-12 is here.", "CNS-12", "ID_NUMBER"),
    ],
)
def test_a_name_or_an_amount_is_no_term(text: str, found: str, kind: str) -> None:
    assert not is_term(text, _entity(text, found, kind))


def test_a_medicine_is_no_name_however_sure_a_model_is() -> None:
    text = "We gave Nivolumab and pembrolizumab, then Eliquis."
    for found in ("Nivolumab", "pembrolizumab", "Eliquis"):
        assert is_term(text, _entity(text, found, "PERSON", 0.97))


def test_what_is_certain_is_never_a_term() -> None:
    text = "The CNS is sensitive."
    assert not is_term(text, _entity(text, "CNS", "ORGANIZATION", 1.0))


def test_the_file_holds_no_name_that_people_have() -> None:
    import lzma

    from dp_gateway.patterns.known_phrases import default_lexicon

    names, _ = default_lexicon()
    terms = set(lzma.decompress(TERMS_FILE.read_bytes()).decode().splitlines()[0].split())
    assert len(terms) > 10_000
    assert not terms & (set(names.given) | set(names.surnames))


@pytest.mark.parametrize(
    "text",
    [
        "* 2 pounds tomatillos\n* 4 dried chiles",
        "4. Place tortilla in preheated pan.",
        "081111 095733 32 INFO dfs.FSNamesystem: BLOCK* added\n081110 114449 10421 INFO dfs.DataNode: block",
        "An application publishes a job to the queue, then notifies the user.",
        "Please include the title of the recipe as the first line in its file.",
        "The `?` at the end of the `File::open` call will return the value.",
        "Two instances of the not-a-number (`NaN`) value are not equal.",
        "Serve it with Mexican crema or grilled onions.",
        "## File Links and Media\n- Create clickable file links",
        "const ai = new Client({ apiKey: process.env.API_KEY });",
        "How do I mark it as read?",
        "so ``$0$ is no successor''",
        r"we have $\cong c^1$. Since",
        "Please help.\nTighten this text.",
    ],
)
def test_text_about_nobody_stays(text: str) -> None:
    found = default_detection(ner="always").detect([text])[0]
    assert not [(text[one.start : one.end], one.type) for one in found if not one.public]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("She owes me 2,300 pounds for the rent.", "2,300 pounds"),
        ("He works as a marine biologist in Kiel.", "marine biologist"),
        ("She was promoted to head nurse last week.", "head nurse"),
        ("Call me on 077 1234 56789 or 020 7946 0018.", "020 7946 0018"),
        ("i will meet will smith at noon", "will smith"),
        ("CALL ANA NOW", "ANA"),
        ("Please look up K-40481923 for me", "K-40481923"),
        ("AB-1234567 is late", "AB-1234567"),
        ("She joined Spotify Media in May.", "Spotify Media"),
        ("4 Elm Place is where Anna lives.", "4 Elm Place"),
    ],
)
def test_what_is_private_beside_it_is_found(text: str, value: str) -> None:
    found = default_detection(ner="always").detect([text])[0]
    start = text.index(value)
    covered = {at for one in found if not one.public for at in range(one.start, one.end)}
    wanted = {at for at in range(start, start + len(value)) if text[at].isalnum()}
    assert wanted <= covered


@pytest.mark.parametrize(("found", "term"), [("together", True), ("storing copies", True), ("night nurse", False)])
def test_an_occupation_has_a_word_for_one(found: str, term: bool) -> None:
    text = f"They work as {found} today."
    assert is_term(text, _entity(text, found, "JOB_TITLE")) is term
    assert not is_term(text, _entity(text, found, "JOB_TITLE", detector="patterns"))
    assert not is_term(text, _entity(text, found, "JOB_TITLE", score=0.95))


@pytest.mark.parametrize(("found", "term"), [("D", True), ("O.B", True), ("D.O.B.", True), ("Bell", False)])
def test_letters_of_a_label_are_nobody(found: str, *, term: bool) -> None:
    text = "MR AKINTOLA, D.O.B. 09 SEP 1986, seen by Bell"
    assert is_term(text, _entity(text, found, "ORGANIZATION", score=0.7)) is term


@pytest.mark.parametrize(
    ("text", "found", "kind", "term"),
    [
        ("He is 17 years old. May he vote?", "May", "DATE_TIME", True),
        ("Hello, May I come?", "May", "PERSON", True),
        ("May they stay with us?", "May", "DATE_TIME", True),
        ("In May I moved.", "May", "DATE_TIME", False),
        ("He came in May. He left.", "May", "DATE_TIME", False),
        ("Monday, May the 4th", "May", "DATE_TIME", False),
        ("Dear May, I am here.", "May", "PERSON", False),
        ("I met Shorten the other day.", "Shorten", "PERSON", False),
    ],
)
def test_a_verb_that_begins_a_sentence_is_no_month_and_no_name(text: str, found: str, kind: str, *, term: bool) -> None:
    assert is_term(text, _entity(text, found, kind)) == term
