"""What people say of accounts, passwords, codes, animals and ages in a few words, and what is written alike."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection

FOUND = [
    ('you can reach him at t.me/rook_castle', 'rook_castle'),
    ('our channel: telegram.me/pottering9', 'pottering9'),
    ('my page is instagram.com/fernandlily', 'fernandlily'),
    ('x.com/quillhouse posted it', 'quillhouse'),
    ('her tiktok.com/@mossy.toad', 'mossy.toad'),
    ('facebook.com/helga.brandt.58 is my profile', 'helga.brandt.58'),
    ('paypal.me/helgab58 thanks', 'helgab58'),
    ('skype id live:helga_brandt58', 'helga_brandt58'),
    ('My Skype: live:.cid.1a2b3c4d5e6f7081', '1a2b3c4d5e6f7081'),
    ('I go by mossytoad#7741 there', 'mossytoad'),
    ('friend request from Quill_House#0007', 'Quill_House'),
    ('my signal username is helga.58', 'helga.58'),
    ('Signal: brandt_h.07', 'brandt_h.07'),
    ('add me on snap: mossy_toad', 'mossy_toad'),
    ('follow her on insta at lilyfern22', 'lilyfern22'),
    ('hit me up on kik as quill_77', 'quill_77'),
    ('dm me on twitter, quillh0use', 'quillh0use'),
    ("I'm mossytoad9 on twitch", 'mossytoad9'),
    ("I'm at helgab.bsky.social", 'helgab'),
    ('mastodon.social/@helgab5', 'helgab5'),
    ('BASIC_AUTH=helga:Regen!bogen7', 'Regen!bogen7'),
    ("export PROXY_AUTH='helga:s3kret99'", 's3kret99'),
    ('basic_auth: helga:s3kret99', 's3kret99'),
    ('http_auth="helga:Bogen#77"', 'Bogen#77'),
    ('servers: {db_user: hbrandt, db_pass: Bogen77x}', 'hbrandt'),
    ('cfg = {user: hbrandt, password: Bogen77x}', 'Bogen77x'),
    ('the pw is "Bogen77x"', 'Bogen77x'),
    ("admin pw was 'Regenbogen'", 'Regenbogen'),
    ('pw for the nas is Bogen77x', 'Bogen77x'),
    ('root pw: Bogen77x', 'Bogen77x'),
    ('Your code is 771 204.', '771 204'),
    ('your login code: 771-204', '771-204'),
    ('Use code 771204 to sign in', '771204'),
    ('your Google code is 771204', '771204'),
    ('M1BRANDT/HELGA MS      EQ7XZ2P FRAJFKLH 0400 211C014A0031 100', 'Q7XZ2P'),
    ('M2BRANDT/HELGA         EQ7XZ2P FRAJFKLH 0400', 'BRANDT'),
    ('our cat Pickles is missing', 'Pickles'),
    ('my old dog Rufus died', 'Rufus'),
    ('Her horse, Midnight, won', 'Midnight'),
    ('their parrot Kiwi swears', 'Kiwi'),
    ('my puppy is called Waffles', 'Waffles'),
    ("our hamster's name is Nacho", 'Nacho'),
    ('{"customer":"Helga Brandt","subtotal": 88.40}', '88.40'),
    ('{"grand_total": "1,208.15", "name": "Helga Brandt"}', '1,208.15'),
    ('{"cvv": "774"}', '774'),
    ('{"cvc": 774}', '774'),
    ('{"phone": {"area": "151", "number": "23456780"}}', '23456780'),
    ('{"mobile": {"country": 49,\n  "number": "8834 1207"}}', '8834 1207'),
    ('Helga wants 1,250 for the sofa', '1,250'),
    ('He offered me 3,400 and I said no', '3,400'),
    ('they are asking 2,150 a month', '2,150'),
    ('I owe him 1,350 until May', '1,350'),
    ("I'm 29F from Bonn", '29'),
    ('29F, single', '29'),
    ('me (31M) and her (28F)', '28'),
]  # fmt: skip
NOBODYS = [
    "See t.me for the docs.",
    "The signal is strong on channel 5.",
    "issue#1234 was closed",
    "fixes bug#0412 in the parser",
    "C#2019 is a course",
    "Use live: true in the config",
    "auth: required",
    "auth=none",
    "basic_auth: true",
    "AUTH=token:required",
    "{user: name, password: string}",
    "the pw is required",
    "pw is short for password",
    "Your code is broken",
    "your code is 100 lines long",
    "My dog is ill",
    "our cat food is gone",
    "The dog Days are over",
    "my horse power",
    "his cat I never saw",
    "The sample wants 1,000 tokens",
    "we offered 1,200 courses",
    "the model wants 4,096 tokens",
    "they asked 1,000 people",
    "the course offered 2,500 places",
    '{"total": 129, "page": 2}',
    '{"total": 1520}',
    '{"number": 4812, "title": "Crash"}',
    '{"phone": {"model": "B7", "number": 12}}',
    "find me the file12 there",
    "the text on page42 is long",
    "29F resistor",
    "a 31M parameter model",
    "28F is cold",
    "add me to the list",
    "follow us on GitHub",
    "instagram.com is down",
    "github.com/numpy/numpy",
    "message me on Slack",
    "We are offering 20 seats.",
    "monitoring 200 hosts",
    "transferring 20 files",
    "your exit code is 137",
    "our string 200 is long",
]


def _found(text: str) -> list[tuple[int, int]]:
    return [(one.start, one.end) for one in default_detection().detect([text])[0] if not one.public]


@pytest.mark.parametrize(("text", "value"), FOUND)
def test_what_is_told_in_a_few_words_is_found(text: str, value: str) -> None:
    covered = {at for start, end in _found(text) for at in range(start, end)}
    start = text.index(value)
    assert {at for at in range(start, start + len(value)) if text[at].isalnum()} <= covered


@pytest.mark.parametrize("text", NOBODYS)
def test_what_is_written_alike_stays(text: str) -> None:
    assert not _found(text)
