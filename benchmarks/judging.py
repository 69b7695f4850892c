"""What a judge beside the traffic costs a reply: the same server with and without one, in turn.

The judge answers after a fifth of a second, as a fast hosted model does; a tenth of the requests is sampled. Of each
server the best median of several rounds counts. A second server without a judge says how much such figures differ by
themselves. The provider answers at once: a real one takes thousands of times as long as what is added here.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.serving import load, process
from benchmarks.serving import waiting_for as wait
from benchmarks.timing import Figure
from dp_gateway.testing.models import ScriptedModel

_PROVIDER, _ALONE, _AGAIN, _JUDGED = 19311, 19312, 19313, 19314
_ROUNDS, _REQUESTS = 9, 500
_SECONDS = 0.2
_SHARE = 0.1
_SCORES = '{"grammar": 5, "common_sense": 4, "coherence": 3, "cohesiveness": 2}'


def run() -> Iterator[Figure]:
    with (
        ScriptedModel(default=_judge) as judge,
        process("benchmarks.serving.provider", _PROVIDER),
        _gateway(_ALONE, {}),
        _gateway(_AGAIN, {}),
        _gateway(_JUDGED, {"URL": judge.url, "MODEL": "judge", "TRUST": "remote", "SHARE": str(_SHARE)}),
    ):
        for stream in (False, True):
            medians: dict[int, list[float]] = {_ALONE: [], _AGAIN: [], _JUDGED: []}
            for turn in range(_ROUNDS + 1):
                # The first one warms up; then each server is first, second and third as often.
                for port in [*medians][turn % 3 :] + [*medians][: turn % 3]:
                    p50 = load(port, _REQUESTS, 1, "tokens", stream)["whole"]
                    if turn:
                        medians[port].append(p50)
            alone, again, judged = (min(values) * 1e3 for values in medians.values())
            how = "streamed" if stream else "whole"
            what = f"p50 of a reply, {how}, {_SHARE:.0%} judged / none"
            yield Figure(f"{what}: added, ms", judged - max(alone, again), 0.05)
        yield Figure("judgements that the judge was asked for meanwhile", len(judge.completions), 20, at_most=False)


def _judge(_: Any) -> str:
    time.sleep(_SECONDS)
    return _SCORES


@contextmanager
def _gateway(port: int, judge: dict[str, str]) -> Iterator[None]:
    program = Path(sys.executable).with_name("dp-gateway")
    upstream = f"http://127.0.0.1:{_PROVIDER}/v1"
    served = subprocess.Popen(
        [program, "serve", "--port", str(port), "--policy", "tokens", "--upstream", upstream],
        stderr=subprocess.DEVNULL,
        env=os.environ | {f"DP_GATEWAY_JUDGE__{name}": value for name, value in judge.items()},
    )
    try:
        wait(port, "/readyz")
        yield
    finally:
        served.terminate()
        served.wait()
