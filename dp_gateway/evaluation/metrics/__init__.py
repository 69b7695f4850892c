"""Utility metrics behind one interface: originals and what was released, in; one measurement, out."""
