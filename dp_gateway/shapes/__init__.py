"""The fields of every API shape: which carry text, and how a reply is restored."""
