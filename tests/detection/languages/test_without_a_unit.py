"""Sums, ages and dates that stand without a unit, and numbers that are neither."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection
from dp_gateway.detection.languages.bare import bare
from dp_gateway.languages import Passage
from dp_gateway.text.entities import Entity
from tests.families import Family, slow_families


def _found(text: str) -> list[tuple[str, str]]:
    return [(text[one.start : one.end], one.type) for one in default_detection(ner="always").detect([text])[0]]


@pytest.mark.parametrize(
    ("text", "sums"),
    [
        ("Mein Bruder schuldet mir noch 340 und meldet sich nicht.", ["340"]),
        ("Auf dem Zettel steht brutto 3.481,07, netto 2.207,91. Stimmt das?", ["3.481,07", "2.207,91"]),
        ("Ma voisine me doit 340, et elle ne répond plus.", ["340"]),
        ("El casero cobra 720 al mes y no arregla nada.", ["720"]),
        ("Conto di maggio: pensione +1.318,40; bollette -41,90; affitto -480,00.", ["1.318,40", "41,90", "480,00"]),
        ("De makelaar biedt 3.400, is dat redelijk?", ["3.400"]),
        ("Meu primo quer 350 pela bicicleta velha e não devolve o sinal de 140.", ["140"]),
        ("Zarabiam 4 700 brutto, a szef obiecał podwyżkę.", ["4 700"]),
        ("老板欠我工钱二十七万三,一直不给。", ["二十七万三"]),
        ("工资:韩老四8600 赵六5900 都没发,我7400。", ["8600", "5900", "7400"]),
        ("物业费从2块8涨到3块4,大家都有意见。", ["2块8", "3块4"]),
        ("友達に7万貸して、まだ返ってこない。", ["7万"]),
        ("صديقي أخذ مني 85 ألف ولم يرجعها.", ["85 ألف"]),
        ("मकान मालिक ने एडवांस 45,000 लेकर चाबी नहीं दी।", ["45,000"]),
    ],
)
def test_sums_without_a_currency(text: str, sums: list[str]) -> None:
    found = [one for one, kind in _found(text) if kind == "MONEY"]
    assert all(any(one in other for other in found) for one in sums), found


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("Ich heiße Achim, 62, und suche eine Wohnung in Fürth.", "62"),
        ("Mein Name ist Ludger, siebenundfünfzig, gelernter Maurer.", "siebenundfünfzig"),
        ("Notre fils Idris, trois ans, a de la fièvre depuis hier.", "trois"),
        ("Mi hermana tiene 80 y yo 83. ¿Qué seguro nos conviene?", "83"),
        ("Lui ha 31 anni e io 24, ci sposiamo a giugno.", "24"),
        ("我爷爷八十八了还每天骑车去镇上。", "八十八"),
        ("我岳父韩建国（71），耳背，听不见电话。", "71"),
        ("わたし38なんですけど、まだ間に合いますか。", "38"),
        ("أنا 44، وأعاني من ألم في الظهر.", "44"),
        ("नमस्ते, मैं वीरपाल, 49, बस में कंडक्टर हूँ।", "49"),
    ],
)
def test_ages_without_years(text: str, age: str) -> None:
    assert any(age in one for one, kind in _found(text) if kind == "AGE")


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("Thomas Reinhardt arbeitet seit 2014 bei uns.", "2014"),
        ("Marie Lefebvre est en arrêt depuis janvier.", "janvier"),
        ("Pani Anna Kowalska jest na zwolnieniu od czerwca.", "czerwca"),
        ("李建国2011年就走了,我一直想他。", "2011年"),
    ],
)
def test_years_and_months_of_somebody(text: str, date: str) -> None:
    assert any(date in one for one, kind in _found(text) if kind == "DATE_TIME")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Die Sonate hat 3 Sätze und steht auf Seite 412 im Heft.", "412"),
        ("Wie heißt der Film von 1994 mit dem Zug?", "1994"),
        ("Die Funktion gibt 400 zurück, wenn das Feld fehlt.", "400"),
        ("Le four doit être à 180 pendant vingt minutes.", "180"),
        ("Leggi la pagina 34 e fai l'esercizio 2.", "34"),
        ("print(pari(4)) stampa 0, perché la funzione restituisce n % 2.", "4"),
        ("高二(7)班的作业是什么?", "7"),
        ("四是四,十是十,十四是十四,怎么读?", "十四"),
        ("我们一起去吧,好不好?", "一"),
        ("कक्षा 9 का प्रोजेक्ट कैसे बनाऊँ?", "9"),
    ],
)
def test_other_numbers_stay(text: str, number: str) -> None:
    assert all(number not in one for one, kind in _found(text) if kind in ("MONEY", "AGE", "DATE_TIME"))


@pytest.mark.parametrize(
    ("language", "pieces"),
    [
        ("de", "zahlt |12, |(3) |seit 2001 |1.234,50 |drei und "),
        ("zh", "欠|十|1万|12，|块3|（7）"),
        ("ar", "دفع |12، |ألف |"),
    ],
)
def test_time_grows_with_the_text(language: str, pieces: str) -> None:
    def run(text: str) -> None:
        persons = [Entity(at, at + 1, "PERSON", 1.0, "test") for at in range(0, len(text) - 1, 9)]
        assert list(bare(text, persons, [Passage(0, len(text), language)])) is not None

    families = [Family(piece, piece) for piece in pieces.split("|") if piece]
    assert not slow_families(run, families, sizes=(1_000, 4_000), per_kb=10)
