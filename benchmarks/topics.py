"""Sensitive topics: what a policy with all of them finds, and what it takes for one in vain.

`LABELLED` was written before anything of it was looked for, with what people say in letters and chats; what is marked
is what such a policy should draw. The clean texts are those of `benchmarks.detection`, in which nothing is private: an
alarm there is a phrase of a topic, whether or not it is about somebody.
"""

from __future__ import annotations

import re

from benchmarks.detection.sets import own_sets
from benchmarks.timing import Figure
from dp_gateway import Gateway
from dp_gateway.policy import TOPICS, parse_policy

__all__ = ["LABELLED", "run"]

LABELLED = """
I was diagnosed with [type 2 diabetes] last spring and take [metformin] twice a day.
My mother has [Parkinson's disease], so I asked for [family leave].
He has been in [chemotherapy] since May because of a [lymphoma].
The doctor put me on [sertraline] for my [depression].
After the [miscarriage] I could not work for six weeks.
She is [HIV positive] and afraid that her landlord finds out.
Our son has [asthma] and needs his [inhaler] at school.
I had a [hip replacement] and now do [physiotherapy] on Mondays.
My [migraines] got worse, [ibuprofen] does not help any more.
They found a [kidney stone] and an [ulcer].
I have [epilepsy], may I drive a forklift?
He takes [lithium] for his [bipolar disorder].
We are [Catholics], but our daughter became a [Buddhist].
I fast during [Ramadan] and pray at the [mosque] near the station.
As a [Jehovah's Witness] she refuses [blood transfusions].
My uncle is a [rabbi] and does not work on [Sabbath].
He left the [Mormon] church and calls himself an [atheist] now.
I am a member of the [Labour Party] and went to the rally.
She votes for the [Greens] and joined a [trade union].
My boss is a [communist], he says so himself.
He was fired for being a [Trump supporter].
I was convicted of [shoplifting] when I was nineteen.
My brother is on [probation] for [assault].
They charged him with [tax evasion] and [fraud].
She was arrested for [drunk driving] in June.
I have a [restraining order] against my ex-husband.
I am [gay] and have not told my parents.
My roommate is [transgender] and starts [hormone therapy] soon.
He came out as [bisexual] at work.
We are getting a [divorce] and fight about [custody].
I am [pregnant] and would like to take [maternity leave] from May.
They want to start an [adoption] next year.
My wife and I live in [separation] since March.
He pays [child support] for two children.
I had to declare [bankruptcy] and my [credit score] is terrible.
We are two months behind with the [mortgage].
The [debt collector] calls me every morning.
They [garnished my wages] because of a [student loan].
I [lost my job] and live on [unemployment benefits].
My card was declined, I am [overdrawn] again.
"""

_CLEAN = ("clean", "clean held out")
_MARKED = re.compile(r"\[([^\]]+)\]")


def run() -> list[Figure]:
    """Recall on the labelled sentences, and alarms on clean texts."""
    policy = parse_policy({"name": "topics", "kind": "hybrid", "topics": list(TOPICS)})
    gateway, types = Gateway(policy), {name for names in TOPICS.values() for name in names}

    def found(text: str) -> list[tuple[int, int]]:
        return [(span.start, span.end) for span in gateway.sanitize(text).spans if span.unit in types]

    whole = partly = marked = 0
    for line in filter(None, LABELLED.split("\n")):
        at, text, wanted = 0, "", list[tuple[int, int]]()
        for one in _MARKED.finditer(line):
            text += line[at : one.start()]
            wanted.append((len(text), len(text) + len(one[1])))
            text, at = text + one[1], one.end()
        spans = found(text + line[at:])
        marked += len(wanted)
        whole += sum(any(start <= first and last <= end for start, end in spans) for first, last in wanted)
        partly += sum(any(start < last and first < end for start, end in spans) for first, last in wanted)
    clean = {one.name: [each.text for each in one.examples] for one in own_sets() if one.name in _CLEAN}
    alarms = [
        Figure(f"topics: alarms in 10,000 words, {name}", 1e4 * sum(map(len, map(found, texts))) / _words(texts), 10)
        for name, texts in clean.items()
    ]
    return [
        Figure("topics: phrases found whole, 40 sentences", whole / marked, 0.8, at_most=False),
        Figure("topics: phrases found at least in part", partly / marked, 0.9, at_most=False),
        *alarms,
    ]


def _words(texts: list[str]) -> int:
    return sum(len(text.split()) for text in texts)
