"""Public references in articles that somebody pastes, in questions beside somebody's data, and in what is not printed."""

import pytest

from dp_gateway.detection.detection import default_detection

_SHELL = "LONDON (Reuters) - Shell said on Thursday it would cut its dividend, as demand in Nigeria fell."
_FINED = "The European Commission fined Google 2.4 billion euros on Tuesday for favouring its own shopping service."


def _kept(text: str) -> set[str]:
    return {text[one.start : one.end] for one in default_detection().detect([text])[0] if one.public}


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (f"{_SHELL} Summarise in one sentence.", {"LONDON", "Shell", "Nigeria"}),
        (f"{_SHELL.replace('(Reuters)', '(AP)')}\n\nWhat is this about?", {"LONDON", "Shell", "Nigeria"}),
        (f"{_SHELL} Dora Lindqvist said in a note it was too late.", {"LONDON", "Shell", "Nigeria"}),
        (f"Summarize this article: {_SHELL.replace(' (Reuters)', ', Feb 3')}", {"LONDON", "Shell", "Nigeria"}),
        (f"Summarize: {_FINED}", {"European Commission"}),
        ("Name companies of Sweden like Volvo and Ericsson.", {"Sweden", "Volvo", "Ericsson"}),
        ("Is Chelsea a nice part of London for tourists?", {"Chelsea", "London"}),
        ("best time to see cherry blossoms in Kyoto?", {"Kyoto"}),
        ("Pros and cons of nuclear power in France and Germany, please.", {"France", "Germany"}),
        (
            "Dear Mr Haldane, your invoice is open. Petra Wiesner\n\nShorten this. How do people in Japan usually close a "
            "letter?",
            {"Japan"},
        ),
    ],
)
def test_what_everybody_may_read_is_kept(text: str, kept: set[str]) -> None:
    assert kept <= _kept(text)


@pytest.mark.parametrize("firm", ["Shell", "Nvidia", "Pfizer", "Siemens", "Nestlé", "Google"])
@pytest.mark.parametrize(
    "text",
    [
        f"{_SHELL}\n\nDoes that put Anna's job at risk?",
        f"{_SHELL} Is Anna's job in Macau safe?",
        f"{_SHELL} I work there.",
        f"{_SHELL} Mail this to anna.berg@example.org.",
        f"My neighbour told me this. {_SHELL}",
        f"Anna works for them: {_SHELL} Summarise.",
        f"Embargoed until Friday: {_SHELL}",
        "LONDON (Reuters) - Dora Lindqvist, an engineer at Shell, was arrested in Nigeria on Monday.",
        "BERLIN, May 3 (Reuters) - Dora Lindqvist's employer, Shell, said on Monday it would not comment.",
        "ROME (AFP) - Shell engineer Dora Lindqvist said on Tuesday she had left Nigeria for good.",
        "Summarise this news article: OSLO, May 3 - The nurse had worked at Shell since 2010, police in Nigeria said.",
        "Draft press release, not out yet: MUNICH, 12 May - Shell said on Thursday it would buy Lumen Robotics.",
        "Our newsletter, shorten: CORK, 3 June - Shell and Harrow Labs said on Monday they will share a site.",
        "Summarise the article: on Tuesday my employer, Shell, said that it would cut our bonus by 20%.",
        "Summarize: Shell said on Tuesday it would end the contract with us, and shares of Shell fell 7%.",
    ],
)
def test_what_is_somebodys_stays_private(text: str, firm: str) -> None:
    assert _kept(text.replace("Shell", firm)).isdisjoint({firm, "Nigeria", "Macau"})


@pytest.mark.parametrize("people", ["Brazilian", "Kurdish", "Muslim", "Jewish", "Turkish"])
def test_whom_an_article_says_to_be_of_a_people_stays_private(people: str) -> None:
    text = f"PARIS (AP) - Police arrested a {people} national on Friday. Dora Lindqvist moved to Spain."
    assert _kept(text).isdisjoint({people, "Spain"})


@pytest.mark.parametrize("name", ["Tom Hanks", "Emma Watson", "Michael Jordan", "Billie Holiday"])
def test_another_of_a_famous_name_stays_private(name: str) -> None:
    for text in (
        f"DOVER (AP) - {name}, a plumber from Folkestone, was fined 300 pounds on Tuesday.",
        f"DUBLIN (Reuters) - {name}, 43, beat his dog, neighbours said on Monday.",
        f"News: on Tuesday {name} of Bath said shares of Tesla fell after her complaint.",
        f"Guests for Sunday: {name} and Anna Berg. Article to read aloud: PARIS (AP) - Wine is made in May.",
        f"{name} was sentenced to community service in Baltimore in 2016.",
    ):
        assert name not in _kept(text)


def test_a_pet_that_is_called_like_a_god_stays_private() -> None:
    assert "Zeus" not in _kept("Zeus bit the postman in Acton yesterday; what do I write to the council?")


@pytest.mark.parametrize("role", ["guests", "witnesses", "my references", "the new tenants", "emergency contacts"])
@pytest.mark.parametrize("names", [("Tom Hanks", "Emma Watson"), ("Claude Monet", "Rosa Parks")])
def test_those_who_are_put_down_as_somebody_stay_private(names: tuple[str, str], role: str) -> None:
    one, other = names
    for text in (f"List {one} and {other} as {role}.", f"Add {one} as {role}, and write to {other}."):
        assert _kept(text).isdisjoint(names)


@pytest.mark.parametrize("place", ["Lyon", "Japan", "Texas", "Kyoto", "France", "Berlin"])
@pytest.mark.parametrize(
    "text",
    [
        "I've just moved. How do people in Lyon usually greet each other?",
        "Anna moved away in May. What do people in Lyon usually pay for a flat?",
        "My visa came today. How do people in Lyon typically greet?",
        "Top 3 clients in Lyon by revenue, please.",
        "Best way to reach the office in Lyon from the hotel?",
        "Best place to hide the money in Lyon?",
        "Best way to get to the clinic in Lyon by train?",
    ],
)
def test_where_somebody_may_be_stays_private(text: str, place: str) -> None:
    assert place not in _kept(text.replace("Lyon", place))


def test_what_travellers_ask_who_tell_of_themselves_stays_private() -> None:
    assert "Kyoto" not in _kept("My wife is pregnant. Best time to see cherry blossoms in Kyoto?")
    assert "Kyoto" not in _kept("Best place to stay in Kyoto on Friday? Anna comes too.")
