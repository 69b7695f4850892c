"""Sanitize a letter, show what it cost, and send it again: the same key and scope give the same words."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from dp_gateway import Sanitizer, Secret

LETTER = "Dear Dr. Miller, my daughter Anna has had severe headaches since we moved to Boston in March 2024."

with TemporaryDirectory() as folder:
    key = Secret.from_file(Path(folder) / "secret.key")
    sanitizer = Sanitizer(mechanism="stairtext", epsilon=8, keep_stopwords=True, key=key)
    first = sanitizer.sanitize(LETTER, scope="conversation-1")
    again = sanitizer.sanitize(LETTER, scope="conversation-1")
    other = sanitizer.sanitize(LETTER, scope="conversation-2")

print("original:  ", LETTER)
print("sanitized: ", first.text)
print("re-sent:   ", "the same" if again.text == first.text else "different")
print("elsewhere: ", other.text)
report = first.report
print(f"epsilon:    {report.epsilon:g} a word, {report.total_epsilon:g} in all for {report.words} words")
print(f"certified:  {report.guarantee.certified_epsilon:.6f} a word, over {report.guarantee.domain}")
print("in clear:  ", ", ".join(report.left_in_clear))
