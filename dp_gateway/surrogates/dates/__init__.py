"""Dates: how they are read and written, the classes they are drawn in, and the draws of a request."""
