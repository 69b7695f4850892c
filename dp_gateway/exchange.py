"""One request through the gateway: its texts out, its reply back. What all doors share."""
