"""Chats, channels, transcripts and minutes: who takes part in them is found, in small letters and by initials too."""

from __future__ import annotations

import pytest

from dp_gateway import default_detection
from dp_gateway.patterns.known_phrases import default_lexicon
from dp_gateway.patterns.structure import regions
from dp_gateway.patterns.talk import talk
from dp_gateway.patterns.turns import turns
from dp_gateway.patterns.windows import Reading


def _found(text: str) -> list[str]:
    spans = {(start, end) for start, end, _, _ in talk(Reading(text), default_lexicon()[0])}
    return [text[start:end] for start, end in sorted(spans)]


CHANNEL = """\
14:02 <kestrel9> morning all
14:02 -!- brunov [~bru@pool-81] has joined #plots
14:05 <tansy> it was me who asked Maureen
14:07 * tansy nods
14:09 -!- brunov has quit [Ping timeout: 240 seconds]"""


def test_nicks_of_a_channel() -> None:
    assert _found(CHANNEL) == ["kestrel9", "brunov", "~bru@pool-81", "tansy", "tansy", "brunov"]
    assert [region.kind for region in regions(CHANNEL)] == ["prose"]
    names = {CHANNEL[one.start : one.end] for one in default_detection().detect([CHANNEL])[0]}
    assert {"Maureen", "kestrel9", "tansy"} <= names


def test_nicks_without_times() -> None:
    assert _found("<brix> hi all\n<lemur_9> yo brix\n<brix> did bex come?") == ["brix", "lemur_9", "brix"]


@pytest.mark.parametrize(
    "text",
    [
        "14:02:11 <info> manager started\n14:02:12 <warn> device is down",
        "<note> the first thing\n<note> the second thing\n<note> the third",
        "<p> hello you</p>\n<p> yes</p>\n<p> no</p>",
        "<el> = [<exp> for i in you]\n<el> = 3\n<el> = 4",
    ],
)
def test_levels_and_tags_are_no_nicks(text: str) -> None:
    assert _found(text) == []


def test_events_of_a_channel_with_moments() -> None:
    text = "[2023-11-30T22:15:02Z] JOIN zuzu!z@web/irc #knitting\n[2023-11-30T22:15:09Z] <zuzu> hi is wool_e about"
    assert _found(text) == ["zuzu", "z@web/irc", "zuzu"]
    assert [region.kind for region in regions(text)] == ["prose"]


TALK = """\
tom: ok bbq at mine, whos in
priya: me + dev, we do salads
oskar: can bring the gazebo lol
tom: osk you legend
dev: is it byo"""


def test_short_names_of_speakers_everywhere() -> None:
    assert _found(TALK) == ["tom", "priya", "dev", "oskar", "tom", "osk", "dev"]
    assert [region.kind for region in regions(TALK)] == ["prose"]


def test_turns_that_say_when_behind_the_name() -> None:
    assert _found("Ola 12:01: in\nPip 12:02: in + jeff\nOla 12:04: who?\nYou 12:05: me") == ["Ola", "Pip", "Ola"]
    assert _found("#61 moss_dave: no\n#62 Slat: are you sure\n#63 moss_dave: yes") == ["moss_dave", "Slat", "moss_dave"]


def test_who_has_a_task_and_who_is_ticked() -> None:
    assert _found("1. TT to ring the baker, HR to ask\n2. TT has the raffle") == ["TT", "TT"]
    assert _found("paid: Ollie ✅ DK ✅ chez ❌") == ["Ollie", "DK", "chez"]


def test_initials_of_speakers() -> None:
    text = "JM: So tell me what happened.\nRT: I was in the kitchen.\nJM: And RT?\nRT: I fell."
    assert _found(text) == ["JM", "RT", "JM", "RT", "RT"]


@pytest.mark.parametrize(
    "text",
    [
        "Agent: How can I help you?\nCaller: Hi, um, my boiler.\nAgent: OK.",
        "INT: Where did you grow up?\nP04: In a town, I think.\nINT: Who with?\nP04: My nan.",
        "me: hi, is it free?\nlandlady: yes it is, come\nme: what do i pay?\nlandlady: we will see",
        "name: li\nage: 12\n\nname: jo\nage: 13",
        "step: click ok\nnote: are you sure?\nstep: click yes\nnote: done?",
    ],
)
def test_parts_and_keys_are_no_speakers(text: str) -> None:
    assert _found(text) == []


def test_settings_are_no_talk() -> None:
    assert not turns("host: localhost\nport: 8080\nuser: admin\nhost: remote")


def test_initials_of_who_was_there() -> None:
    text = "dt: Monday | attd: AK, RS, Big Dave\n> AK has the key, RS waits, HR is told"
    assert _found(text) == ["AK", "RS", "AK", "RS"]
    assert _found("Pres.: RB, TT, ck\nck has the key") == ["RB", "TT", "ck", "ck"]


def test_initials_of_speakers_that_mean_something_elsewhere() -> None:
    text = "RS: late again\nTS: ok\nRS: sorry"
    assert [text[one.start : one.end] for one in default_detection().detect([text])[0]] == ["RS", "TS", "RS"]


def test_heads_of_messages() -> None:
    text = "moss_toad — Today at 14:02\nanyone up\nquillan — Today at 14:03\nyes"
    assert _found(text) == ["moss_toad", "quillan"]


def test_initials_in_small_letters() -> None:
    assert _found("From: t.k.\nhi, the shower is broken") == ["t.k."]


def test_a_number_that_speaks() -> None:
    text = "me: R\n+1 (603) 555-0119: No problem! See you\nme: ok ty"
    assert [region.kind for region in regions(text)] == ["prose"]
