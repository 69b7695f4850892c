"""Training of the models that this package carries: from raw data to weights. The product never imports it."""
