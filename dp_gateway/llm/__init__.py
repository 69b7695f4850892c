"""Language models: the one door through which text leaves the process."""
