"""What is left of words at a certified level: StairText over all words, content words of SST-2."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.corpus import has_sst2, text
from benchmarks.timing import Figure
from dp_gateway.mechanisms.certify import certify
from dp_gateway.mechanisms.registry import create
from dp_gateway.vocabulary.opening import default_index
from dp_gateway.vocabulary.placement import text_prior

BARS = {6: 0.3, 8: 0.53, 10: 0.76}


def run() -> Iterator[Figure]:
    index = default_index()
    prior = text_prior(index, [text(3_400_000)]) if has_sst2() else index.content_prior
    source = "SST-2" if has_sst2() else "public prior"
    for epsilon, bar in BARS.items():
        certificate = certify(create("stairtext", index, epsilon), prior)
        yield Figure(f"stairtext, epsilon {epsilon}: certified level", certificate.guarantee.certified_epsilon, epsilon)
        cosine = certificate.utility.expected_cosine
        yield Figure(f"stairtext, certified epsilon {epsilon}: expected cosine ({source})", cosine, bar, at_most=False)
