"""What is pasted in an office: timetables, labels without a space, payrolls, safes, jobs, ages behind kin; and what is
said to people in the strings of a program.
"""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection


def _found(text: str) -> set[tuple[str, str]]:
    return {(one.type, text[one.start : one.end].strip()) for one in default_detection(ner="always").detect([text])[0]}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Payroll\nKwesi Appiah  2,310.75\nMegan Pryce  1,088.00\nwho got less?", ("MONEY", "2,310.75")),
        ("Access: ring first; key safe 7316\nthen the back door", ("API_KEY", "7316")),
        ("JOB 90213   IN 17/02   OUT ____\nCUST Mrs Patel", ("ID_NUMBER", "90213")),
        ("we got it from a salesman called Ravi at the shop", ("JOB_TITLE", "salesman")),
        ("Saw you're now Head of Music at Kestrel Academy, congrats!", ("JOB_TITLE", "Head of Music")),
        ("emp: Acadian Supply   title: dispatcher   supv: Mr. Thibodeaux", ("JOB_TITLE", "dispatcher")),
        ("lives w/ partner, dau Amara 3, MIL next door", ("AGE", "3")),
        ("2 bed flat, 1,275 pcm, avail now", ("MONEY", "1,275")),
        ("old piano, worth? says 6-7k for it", ("MONEY", "6-7k")),
        ("I confirm that the facts are true.\nB J Hartnell  14/02/2026", ("PERSON", "B J Hartnell")),
        ("LT-14   laptop  megan.pryce  Ops  OK\nLT-15   laptop  spare        -    OK", ("USERNAME", "megan.pryce")),
        ("He was rude and left early. Never again. - dadof2_perth", ("USERNAME", "dadof2_perth")),
    ],
)
def test_it_is_found(text: str, value: tuple[str, str]) -> None:
    assert value in _found(text)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Mon  08:00-16:30  8.0\nTue  09:00-13:00  4.0\nWed  SICK\nThu  SICK\nFri  08:00-16:30  8.0", {"Mon", "Thu", "Fri", "08:00"}),
        ("[00:00:11] HOST: Welcome back.\n[00:00:15] GUEST: Thank you.\n[00:00:29] HOST: So, bees.", {"00:00:11", "00:00:15"}),
        ("Acct:****3391 Amt:NGN 45,000.00 DR Desc:TRF TO OKORIE Bal:NGN 12,804.33", {"Desc", "Bal"}),
        ("Plan: anti-D at 28/40, scan at 32/40", {"28/40", "32/40"}),
        ("Budget around 12k miles a year, mostly motorway", {"12k"}),
        ("Vehicle: 2014 Kia Soul, plate XQD 481", {"2014"}),
        ("Damage: bed 2 £120, lost fob £30", {"2", "2 £"}),
        ("From: Ann Moss\nTo: Desk\nSubject: Fwd: container delayed\n\nHi", {"Fwd"}),
    ],
)  # fmt: skip
def test_times_labels_and_counts_are_nobodys(text: str, wrong: set[str]) -> None:
    assert wrong.isdisjoint(value for _, value in _found(text))


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ('render(x);\nexpect(screen.getByText("Welcome back, Thandeka Nxumalo!")).toBe(true);', "Thandeka Nxumalo"),
        ('log.Println("called Dr Penhallow about the results");\nlog.Flush();', "Penhallow"),
        ('<div class="card">\n  <p>Written by Thandeka Nxumalo, gardener</p>\n</div>', "Thandeka Nxumalo"),
    ],
)
def test_strings_of_a_program_say_names(code: str, name: str) -> None:
    assert ("PERSON", name) in _found(code)


def test_a_number_alone_in_quotes_is_somebodys() -> None:
    assert ("PHONE_NUMBER", "01758 555 019") in _found("const a = 1;\nconst phones = ['01758 555 019'];\nrun(a);")


def test_strings_of_a_program_say_names_alone() -> None:
    code = (
        'log.Warn("Failed to connect to Kafka on Monday");\nlog.Info("Starting Payment Service");\n<p>Sign In Now</p>'
    )
    assert not _found(code)
