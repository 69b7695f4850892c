"""Detectors that learned nothing: expressions, lists of names and terms, and the structure of a text.

One module has the expressions of each kind of value, and `detector` runs them all; `detection` puts its detectors
together with taggers.
"""
