"""Does it still make sense? Utility metrics, and the frontier of utility against privacy."""
