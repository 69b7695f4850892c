"""The tagger: a small convolutional network that finds names, places, organisations, addresses and their like."""

from dp_gateway.entities.detectors.tagger.detector import TaggerDetector
from dp_gateway.entities.detectors.tagger.labels import THRESHOLDS, Recall

__all__ = ["THRESHOLDS", "Recall", "TaggerDetector"]
