"""What a mechanism promises, and exact certificates of it."""
