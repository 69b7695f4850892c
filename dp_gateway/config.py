"""Settings and policies."""
