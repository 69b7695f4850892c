"""Measured ratios; `make bench` runs all of them and writes `results.json`."""
