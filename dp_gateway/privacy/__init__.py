"""States what a mechanism promises, and certifies it exactly."""
