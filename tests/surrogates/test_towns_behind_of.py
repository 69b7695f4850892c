"""A town behind a French "de" comes back behind the same word, wherever a reply repeats it."""

from __future__ import annotations

from dp_gateway import Gateway, Secret


def test_a_town_gets_no_article_back() -> None:
    gateway = Gateway("entities", key=Secret(b"a key for tests, not a secret"))
    for scope in range(12):
        sent = gateway.sanitize("Mon cher Luc, Camille est partie lundi de Lyon et arrive à midi.", scope=str(scope))
        told = sent.text.split("partie lundi ")[1].split(" et arrive")[0]
        assert sent.restore(f"Elle revient {told} demain.") == "Elle revient de Lyon demain."
