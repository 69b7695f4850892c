"""Does it still make sense? Utility metrics, the judge, and the frontier of utility against privacy."""
