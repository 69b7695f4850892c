"""Jobs and nationalities of other languages: drawn from their lists, in the form that agrees with the words around."""

from __future__ import annotations

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.text.folding import fold
from dp_gateway.vocabulary.lexicon.agreeing import forms_in, words_of


def _gateway() -> Gateway:
    return Gateway("entities", key=Secret(b"the key of this test of jobs and nations"))


@pytest.mark.parametrize(
    ("code", "before", "mention", "behind", "pool", "form"),
    [
        ("de", "Ich bin ", "Krankenschwester", " und wohne hier mit meiner Familie.", "JOB", "feminine"),
        ("de", "Meine ", "türkische", " Nachbarin hat uns gestern geholfen.", "NATION_ADJECTIVE", "ending in -e"),
        ("fr", "Je suis ", "infirmière", " depuis dix ans et je cherche un logement.", "JOB", "feminine"),
        ("es", "Somos ", "colombianos", " y vivimos aquí desde hace diez meses.", "NATION", "plural"),
        ("pl", "Jestem ", "pielęgniarką", " i mieszkam tu od dawna.", "JOB", "feminine in the instrumental"),
        ("zh", "我老公是", "卡车司机", "，我们住在这里很多年了。", "JOB", ""),
        ("ja", "私は", "看護師", "をしていて、夜勤が多いです。", "JOB", ""),
        ("hi", "मेरे पति ", "राजमिस्त्री", " हैं और हम यहाँ बहुत साल से रहते हैं।", "JOB", ""),
    ],
)
def test_a_surrogate_agrees_and_comes_back(
    code: str, before: str, mention: str, behind: str, pool: str, form: str
) -> None:
    text = before + mention + behind
    for scope in range(4):
        request = _gateway().sanitize(text, scope=str(scope))
        sent = request.text
        assert sent.startswith(before)
        assert sent.endswith(behind)
        drawn = sent[len(before) : len(sent) - len(behind)]
        assert drawn != mention
        word = words_of(code)[fold(drawn)]
        assert word.pool == pool
        assert drawn in (forms_in(code, pool, word.lemma).get(form), word.lemma)
        assert request.restore(sent) == text


def test_a_reply_may_use_another_form() -> None:
    text = "Ich bin Lehrerin und wohne hier mit meiner Familie."
    request = _gateway().sanitize(text, scope="s")
    drawn = request.text.split()[2]
    word = words_of("de")[fold(drawn)]
    assert request.restore(f"Der Beruf {word.lemma} ist gefragt.") == "Der Beruf Lehrer ist gefragt."


def test_a_class_names_list_and_form() -> None:
    request = _gateway().sanitize("Je suis infirmière depuis dix ans et je cherche un logement.", scope="s")
    classes = " ".join(words for row in request.report.figures for words in row.classes)
    assert "that it is a job in French feminine" in classes


def test_a_job_that_no_list_has_is_read_by_its_ending() -> None:
    request = _gateway().sanitize("Beruf: Glasbläserin\nIch wohne hier mit meiner Familie.", scope="s")
    drawn = request.text.partition("\n")[0].removeprefix("Beruf: ")
    assert "<" not in drawn
    assert words_of("de")[fold(drawn)].pool == "JOB"
    assert request.restore(request.text) == "Beruf: Glasbläserin\nIch wohne hier mit meiner Familie."
