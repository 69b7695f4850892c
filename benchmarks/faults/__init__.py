"""Whole servers under faults: nothing received may be uncharged, no limit passed, nobody left without an answer.

python -m benchmarks.faults [--ledger sqlite|redis|postgres]... [--minutes N] [--seed N]
"""
