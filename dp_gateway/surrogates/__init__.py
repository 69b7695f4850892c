"""What stands in for an entity: one family per kind of value."""
