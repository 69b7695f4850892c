"""The mechanisms; `registry` knows them by name."""
