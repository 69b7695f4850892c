"""What finds the entities of texts, as a policy describes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from dp_gateway.policy import Policy
from dp_gateway.text.entities import Entity

__all__ = ["Detects", "detection_of", "developer_detection"]


class Detects(Protocol):
    """What a gateway needs of a detection."""

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """The entities of each text, in order and without overlaps."""
        ...


def detection_of(policy: Policy) -> Detects:
    """The detection that a policy describes.

    Raises:
        ConfigurationError, MissingPackage: a part of it cannot be had.
    """
    from dp_gateway.detection.detection import default_detection
    from dp_gateway.detection.matching import SensitiveList
    from dp_gateway.llm import Endpoint

    settings = policy.detection
    rules = policy.types.items()
    listed: dict[str, list[str]] = dict(settings.sensitive)
    if policy.topics:
        from dp_gateway.vocabulary.lexicon.topics import mentions_of

        # The first of two types of a phrase counts: a list of the user's own goes before.
        for name, phrases in mentions_of(policy.topic_types).items():
            listed[name] = [*listed.get(name, ()), *phrases]
    return default_detection(
        ner=settings.ner,
        model=settings.model,
        languages=(settings.language,),
        thresholds={"": settings.least_score}
        | {name: rule.threshold for name, rule in rules if rule.threshold is not None},
        llm=Endpoint(**settings.llm.model_dump()) if settings.llm is not None else None,
        sensitive=SensitiveList(listed) if listed else None,
        recall=settings.recall,
    )


def developer_detection(policy: Policy) -> Detects:
    """What finds the entities of the texts that the developer wrote, where those are kept; see `DeveloperDetector`.

    It is cheap and linear, so it runs where it is asked, with a memory of its own.
    """
    from dp_gateway.detection.by_form import DeveloperDetector
    from dp_gateway.detection.detection import Detection, span_memory
    from dp_gateway.detection.matching import SensitiveList

    sensitive = policy.detection.sensitive
    listed = [SensitiveList(sensitive)] if sensitive else []
    return Detection([DeveloperDetector(), *listed], cache=span_memory())
