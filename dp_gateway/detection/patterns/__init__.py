"""Patterns without a model: one module for each kind of value, and `detector`, which runs them all."""
