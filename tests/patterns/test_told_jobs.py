"""Jobs in passing, where grammar tells that one person is meant, and the same words where nobody is."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import Detection, default_detection
from dp_gateway.patterns.told_jobs import told_jobs
from dp_gateway.patterns.windows import Reading


@pytest.fixture(scope="module")
def detection() -> Detection:
    return default_detection()


@pytest.mark.parametrize(
    ("text", "jobs"),
    [
        ("The stonemason said he'd be back, I wait.", ["stonemason"]),
        ("Our treasurer wants the books, and our old night porter quit.", ["treasurer", "night porter"]),
        ("ex bus driver here", ["bus driver"]),
        ("a retired blacksmith from Skye", ["blacksmith"]),
        ("The bosun broke his wrist.", ["bosun"]),
        ("The verger at our church swears that it rang.", ["verger"]),
        ("I told the glazier, and I paid the piano tuner.", ["glazier", "piano tuner"]),
        ("My mum's chiropodist rang me.", ["chiropodist"]),
        ("As churchwarden I signed for it.", ["churchwarden"]),
        ("The widow of a stoker", ["stoker"]),
        ("Her beekeeper was livid.", ["beekeeper"]),
        ("Me: a saddler at Longbarn. comes from Bath", ["saddler"]),
        ("About me: vegan, a glassblower at Fern & Co.", ["glassblower"]),
        ("Quiet thatcher (47F), seeks a room", ["thatcher"]),
        ("Up at five, says the stonemason from Skye, who sleeps little.", ["stonemason"]),
        ("mo: actuary @ Pennywise, the Leith branch", ["actuary"]),
        ("She has worked for Ogilvie & Daughters as a bookbinder.", ["bookbinder"]),
        ("I saw this charming park ranger, who sleeps badly.", ["park ranger"]),
        ("She is a ticket agent by day.", ["ticket agent"]),
        ("What do you do?\nlongshoreman\n\nYour age?\n51", ["longshoreman"]),
    ],
)
def test_the_job_of_one_person_is_found(text: str, jobs: list[str]) -> None:
    found = sorted(told_jobs(Reading(text)))
    assert [text[start:end] for start, end, _, _ in found] == jobs


@pytest.mark.parametrize(
    "text",
    [
        "The baker said that the butcher owed the candlestick maker.",
        "A beekeeper has to be calm. Should a judge be elected?",
        "I drew the plant in my page and the printer took it.",
        "My doctor said so, and my dishwasher leaves grit.",
        "We learn what the clerk in Chaucer loved.",
        "The engineer and the architect do not agree on anything.",
        "Install a compiler for Rust, a driver for Windows. Runner 30 m behind.",
        "This is the printer that jams. I like this teacher, who is patient, and this browser.",
        "Which worked for Rust as a builder is not said: a server at Port 80.",
    ],
)
def test_the_same_words_of_nobody_are_no_job(text: str) -> None:
    assert list(told_jobs(Reading(text))) == []


@pytest.mark.parametrize(
    ("text", "jobs"),
    [
        ("Please thank Andrzej Wolski, steel fixer, for me.", ["steel fixer"]),
        ("Statement of Jacqui Threlfall, 44, ex bus conductress.", ["bus conductress"]),
        ("The editor, Beau Bishopson, is wrong every week.", ["editor"]),
        ("I wrote to our farrier Enda Gilhooly about it.", ["farrier"]),
        ("Booked for Marguerite Fforde (63F), organist, and her dog.", ["organist"]),
        ("Tell Marguerite Fforde (organist) that I am late.", ["organist"]),
        ("Was Ludwig van Beethoven, organist, deaf?", []),
        ("I met Captain Enda Gilhooly.", []),
    ],
)
def test_the_job_beside_a_name_is_found(detection: Detection, text: str, jobs: list[str]) -> None:
    found = detection.detect([text])[0]
    assert [text[one.start : one.end] for one in found if one.type == "JOB_TITLE" and not one.public] == jobs
