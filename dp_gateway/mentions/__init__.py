"""What is to be replaced in the texts of a request: every mention of every entity, and how each is to be read."""
