"""The judge beside live traffic: a model scores texts, and hooks send it a sampled share of them."""
