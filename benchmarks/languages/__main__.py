"""`python -m benchmarks.languages [--messages DIR] [--sentences DIR] [--results FILE]`."""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.languages import MESSAGES, RESULTS, run


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=Path, default=MESSAGES)
    parser.add_argument("--sentences", type=Path)
    parser.add_argument("--results", type=Path, default=RESULTS)
    given = parser.parse_args()
    for figure in run(given.messages, given.sentences, given.results):
        missed = "" if (figure.value <= figure.bar if figure.at_most else figure.value >= figure.bar) else "  missed"
        print(f"{figure.name:55} {figure.value:.3f}  bar {figure.bar:g}{missed}")


if __name__ == "__main__":
    main()
