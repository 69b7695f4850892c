"""Technologies stay where developers speak of them, and who is called so is somebody where somebody acts."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection
from dp_gateway.patterns.known_phrases import SensitiveList
from dp_gateway.public.technologies import technologies
from dp_gateway.text.entities import Entity


def _private(text: str) -> list[str]:
    (found,) = default_detection().detect([text])
    return [text[one.start : one.end] for one in found if not one.public]


@pytest.mark.parametrize(
    "text",
    [
        "Should I use Cassandra or Kafka for this? We already run Luigi and Jenkins.",
        "How do I mock a repository with Mockito and Jackson in Spring Boot?",
        "We deploy with Nomad, Consul and Vault; the logs go to Loki, traces to Jaeger and Tempo, metrics to Mimir.",
        "Convert this from Pandas to Polars, keep Dask for the big join. Ray is installed too.",
        "Please bump Lombok, Guava, Guice, Dagger, Mockito, Jersey, Jetty and Tomcat to their last versions.",
        "Our stack: Ruby 3.2, Sinatra, Puma, Sidekiq, Capistrano, Devise, Pundit.",
        "We're moving from Travis to Jenkins, as Travis CI is slow.",
        "Which is better, Gatsby or Hugo or Astro? I like Jekyll.",
        "Debug my Dockerfile: it uses Alpine, the Debian buster image and Ubuntu Jammy / Focal / Noble.",
        "Compare Claude Sonnet 4, Gemini 2.5 Pro, Mistral Large, Grok 3, Gemma, Sora, Kimi K2, Ernie Bot and Nova Pro.",
        "Use the Adam optimizer, Xavier init, Glorot uniform and Nesterov momentum.",
        "Is Benjamini-Hochberg or Hochberg stricter?",
        "Upgrading macOS from Ventura to Sonoma breaks Homebrew.",
        "The Hugo docs site stays on 0.111, and the Ray cluster gets a new node.",
    ],
)
def test_technologies_stay(text: str) -> None:
    assert _private(text) == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ray and Jasmine moved our Kafka cluster to new machines.", ["Ray", "Jasmine"]),
        ("Jackson approved the Kafka change, and Hugo is on leave.", ["Jackson", "Hugo"]),
        ("Ask Travis about the Jenkins pipeline, and thank Julia.", ["Travis", "Julia"]),
        ("Cassandra Whitfield owns the Kafka topics. Cassandra starts at nine.", ["Cassandra Whitfield", "Cassandra"]),
        ("We run Docker and Kafka. My manager Luigi wants a report.", ["Luigi"]),
        ("Kafka is down. Our new office in Sonoma opens in May.", ["Sonoma"]),
        ("I paired with both Ray and Julia on the Kafka consumer.", ["Ray", "Julia"]),
        ("Docker is set up. Julia tests the app, and Ray's notebook is lost.", ["Julia", "Ray"]),
        ("I have offers from Stripe and Datadog, and my wife says Stripe.", ["Stripe"]),
        ("The Ray cluster is down, and Ray is out.", ["Ray"]),
        ("Docker is down. Reviewers: Hugo, Travis and Luigi.", ["Hugo", "Travis", "Luigi"]),
    ],
)
def test_who_is_called_like_a_technology_is_private(text: str, names: list[str]) -> None:
    private = _private(text)
    assert all(any(name in found for found in private) for name in names), private


def test_a_finding_that_holds_more_than_technologies_is_none() -> None:
    text = "We use Kafka, Luigi and Titan Cargo."
    luigi, firm = text.index("Luigi"), text.index("Titan Cargo")
    found = [
        Entity(luigi, luigi + len("Luigi"), "PERSON", 0.8, "a model"),
        Entity(firm, firm + len("Titan Cargo"), "ORGANIZATION", 0.8, "a model"),
    ]
    assert technologies(text, found) == {luigi: "luigi"}


@pytest.mark.parametrize("before", ["Attendees: ", "We met ", "Ask "])
def test_a_list_of_people_is_one_beside_a_technology(before: str) -> None:
    text = f"Notes on the Docker deploy. {before}Ray, Jasmine, Jenkins."
    names = ["Ray", "Jasmine", "Jenkins"]
    found = [Entity(text.index(name), text.index(name) + len(name), "PERSON", 0.8, "a model") for name in names]
    assert technologies(text, found) == {}


def test_what_the_user_lists_is_private_in_a_list_of_technologies() -> None:
    text = "Should I use Cassandra, Luigi or Kafka?"
    (found,) = default_detection().detect([text])
    assert {text[one.start : one.end] for one in found if one.public} == {"Cassandra", "Luigi"}
    (found,) = default_detection(sensitive=SensitiveList({"PROJECT": ["Cassandra"]})).detect([text])
    assert {text[one.start : one.end] for one in found if one.public} == {"Luigi"}
