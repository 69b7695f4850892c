"""Public words, their vectors and neighbours; where any word of a text belongs."""
