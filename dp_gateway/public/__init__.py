"""Public references: what a text speaks of in general, and nobody's secret; see `decision`."""
