"""The tagger: a small convolutional network that finds names, places, organisations, addresses and their like."""

from dp_gateway.detection.tagger.detector import TaggerDetector
from dp_gateway.detection.tagger.weights import THRESHOLDS, Recall

__all__ = ["THRESHOLDS", "Recall", "TaggerDetector"]
