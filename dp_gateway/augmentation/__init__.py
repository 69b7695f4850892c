"""Augmentation of the lexicon by a language model: seeds in, phrases of the same nature out."""

from dp_gateway.augmentation.asking import Estimate, Prices, State
from dp_gateway.augmentation.run import Augmentation, Shortfall, aaugment, augment, augmentation_runnable, plan
from dp_gateway.augmentation.seeds import Filter, Seed, fold, phrase_lines, plausible, read_seeds

__all__ = [
    "Augmentation",
    "Estimate",
    "Filter",
    "Prices",
    "Seed",
    "Shortfall",
    "State",
    "aaugment",
    "augment",
    "augmentation_runnable",
    "fold",
    "phrase_lines",
    "plan",
    "plausible",
    "read_seeds",
]
