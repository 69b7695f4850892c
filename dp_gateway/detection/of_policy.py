"""The detections that a policy describes: of what users write, and of what the developer of an application wrote.

A `Gateway` asks for them, and so does the worker of a server, which loads nothing else of the pipeline.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from dp_gateway.errors import ConfigurationError
from dp_gateway.policy import Policy
from dp_gateway.text.entities import Entity

WARM_UP = "Anna Miller from Boston wrote to anna@example.com on 3 May 2024 about $1,250.00."
"""A server and its workers read this before the first request, so that all that detection needs is loaded."""


class Detects(Protocol):
    """The part of a detection that a gateway needs."""

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """Find the entities of each text, in order and without overlaps."""
        ...


def check_detection(given: object) -> None:
    """Refuse what finds nothing, and is no None either. Raises ConfigurationError."""
    if given is not None and not callable(getattr(given, "detect", None)):
        raise ConfigurationError(
            f"detection must be a Detection, not {type(given).__name__}",
            hint="write detection=default_detection(), or Detection([default_detection(), ...])",
        )


def detection_of(policy: Policy) -> Detects:
    """Return the detection that a policy describes. Raises ConfigurationError or MissingPackage where a part of it
    cannot be had.
    """
    from dp_gateway.detection.detection import default_detection
    from dp_gateway.llm import Endpoint
    from dp_gateway.patterns.known_phrases import SensitiveList

    settings = policy.detection
    rules = policy.types.items()
    topics = None
    if policy.topics:
        from dp_gateway.detection.topics import TopicDetector
        from dp_gateway.vocabulary.lexicon.topics import mentions_of

        # What the user lists is of the user's type, and private whatever is said of it.
        own = {phrase.lower() for phrases in settings.sensitive.values() for phrase in phrases}
        topics = TopicDetector(
            {
                name: [phrase for phrase in phrases if phrase.lower() not in own]
                for name, phrases in mentions_of(policy.topic_types).items()
            }
        )
    return default_detection(
        ner=settings.ner,
        model=settings.model,
        languages=(settings.language,),
        thresholds={"": settings.least_score}
        | {name: rule.threshold for name, rule in rules if rule.threshold is not None},
        llm=Endpoint(**settings.llm.model_dump()) if settings.llm is not None else None,
        sensitive=SensitiveList(settings.sensitive) if settings.sensitive else None,
        topics=topics,
        recall=settings.recall,
    )


def developer_detection(policy: Policy) -> Detects:
    """Return what finds the entities of the texts that the developer wrote, where those are kept.

    It is cheap and linear, so it runs where it is asked, with a memory of its own.
    """
    from dp_gateway.detection.by_form import DeveloperDetector
    from dp_gateway.detection.detection import Detection
    from dp_gateway.detection.remembering import span_memory
    from dp_gateway.patterns.known_phrases import SensitiveList

    sensitive = policy.detection.sensitive
    listed = [SensitiveList(sensitive)] if sensitive else []
    return Detection([DeveloperDetector(), *listed], cache=span_memory())
