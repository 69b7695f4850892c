"""Entities: where they stand, what stands in for them, and how a reply gets the originals back."""
