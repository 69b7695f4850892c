"""What is private in a text: taggers, other languages, adapters for libraries; `Detection` puts detectors together."""
