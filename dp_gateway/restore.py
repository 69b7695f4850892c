"""Surrogates back into originals, in whole replies and in streams."""
