"""What is kept is bounded, found again under its own name alone, and the same for all threads."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

from dp_gateway.cache import Memory, hashed_once, once, once_each


def test_what_was_made_once_is_not_made_again() -> None:
    memory, made = Memory(), list[str]()

    def recall(*name: str, scope: bytes = b"") -> str:
        def make() -> str:
            made.append("".join(name))
            return "".join(name)

        return memory.recall(make, *name, within=memory.within(scope) if scope else None)

    assert [recall("a", "bc"), recall("a", "bc"), recall("ab", "c"), recall("abc")] == ["abc"] * 4
    assert len(made) == 3
    recall("a", "bc", scope=b"1" * 32)
    recall("a", "bc", scope=b"2" * 32)
    recall("a", "bc", scope=b"2" * 32)
    assert len(made) == 5


def test_it_keeps_what_is_used_and_forgets_the_rest() -> None:
    memory = Memory(most=8)
    used = memory.recall(object, "used")
    for number in range(1000):
        memory.recall(object, str(number))
        assert memory.recall(object, "used") is used
        assert len(memory) <= 16
    assert memory.recall(lambda: "new", "3") == "new"


def test_what_is_heavy_counts_as_more() -> None:
    memory = Memory(most=100, members=1)
    for number in range(1000):
        memory.recall(lambda: "x" * 49, str(number))
        memory.recall(lambda: "x" * 49, str(number))
        assert len(memory) <= 4
    assert memory.recall(lambda: "new", "999") == "x" * 49


def test_no_name_stands_in_it_in_clear() -> None:
    memory = Memory()
    memory.recall(object, "PERSON", "Anna Kowalski")
    assert "Kowalski" not in repr(vars(memory))


def test_a_long_text_has_one_name_however_often_it_is_hashed() -> None:
    """Who hashes the texts of a request once finds what others have kept, and none under another's name."""
    memory, other, text = Memory(), Memory(), "Anna Kowalski, " * 1000
    kept = memory.recall(object, "PERSON", text)
    with hashed_once():
        assert memory.recall(object, "PERSON", text) is memory.recall(object, "PERSON", "".join([*text])) is kept
        assert memory.recall(object, "PERSON", text + " ") is not kept
        assert memory.recall(object, text, "PERSON") is not kept
        assert other.recall(object, "PERSON", text) is not kept
    assert memory.recall(object, "PERSON", text) is kept


def test_what_is_made_of_a_text_is_made_once_in_a_request() -> None:
    made: list[str] = []

    def small(text: str) -> str:
        made.append(text)
        return text.lower()

    def large(texts: list[str]) -> list[str]:
        made.extend(texts)
        return [text.upper() for text in texts]

    with hashed_once():
        assert [once(small, "Anna"), once(small, "Anna"), once(small, "Otto")] == ["anna", "anna", "otto"]
        assert once_each(large, ["Anna"]) == ["ANNA"]
        assert once_each(large, ["Otto", "Anna", "Ida"]) == ["OTTO", "ANNA", "IDA"]
    assert made == ["Anna", "Otto", "Anna", "Otto", "Ida"]
    assert (once(small, "Anna"), once_each(large, ["Otto"])) == ("anna", ["OTTO"])
    assert len(made) == 7


def test_threads_get_what_one_alone_gets() -> None:
    memory = Memory(most=16)
    names = [str(number % 40) for number in range(4000)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda name: memory.recall(lambda: name, name), names))
    assert found == names


def test_a_forked_worker_has_a_key_of_its_own_and_keeps_nothing() -> None:
    memory = Memory()
    memory.recall(lambda: "kept", "a")
    before = memory.key(("a",))
    read, write = os.pipe()
    if not (child := os.fork()):
        try:
            os.write(write, bytes([len(memory)]) + memory.key(("a",)))
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    count, *key = os.read(read, 64)
    assert count == 0
    assert bytes(key) != before == memory.key(("a",))
