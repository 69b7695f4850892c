"""What findings in other languages tell of more beside them."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection


def _found(text: str) -> list[tuple[str, str]]:
    return [(text[one.start : one.end], one.type) for one in default_detection(ner="always").detect([text])[0]]


@pytest.mark.parametrize(
    ("text", "covered"),
    [
        ("Groeten van buurvrouw R. Dijkgraaf, die het pakket heeft aangenomen.", "R. Dijkgraaf"),
        ("गैस कनेक्शन का नाम बी. लक्ष्मी है, कृपया जाँच करें।", "बी. लक्ष्मी"),
        ("कल एस. के. शर्मा से मिला।", "एस. के. शर्मा"),
        ("Mein Sohn Jonas (7) hat morgen Geburtstag und wünscht sich ein Fahrrad.", "7"),
        ("Ma fille Manon, 16, cherche un stage dans une boulangerie.", "16"),
        ("op marktplaats ben ik fietsen_henk, de koper komt morgen de bakfiets halen", "fietsen_henk"),
        ("Le dossier porte le numéro KV 4829137 et je ne comprends pas la lettre.", "KV 4829137"),
        ("Kunnen jullie mij terugbellen over de ketel? Alvast bedankt. Marijke Verschuur", "Marijke Verschuur"),
        ("Hoi, het gaat om een schade (KV 482910337) en verder niets", "KV 482910337"),
        ("मेरा मीटर देखिए, 482910337 काम नहीं कर रहा है", "482910337"),
        ("请加我微信wx_4829103找我，我们再谈价格", "wx_4829103"),
        ("我的电话是+86-10-8821-4471 转 305。", "转 305"),
        ("Bonjour, la borne 2X4829103377 ne marche pas depuis hier.", "2X4829103377"),
        ("وصلت أمس إلى بني سويف وسأعود بعد يومين.", "بني سويف"),
    ],
)
def test_what_stands_beside_a_finding_is_covered(text: str, covered: str) -> None:
    assert any(covered in found for found, _ in _found(text))


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("J'ai parlé avec M. Kévin Lopes de la fuite d'eau.", "M."),
        ("Wir waren beim Frühlingsfest (siehe Seite 12) und danach zu Hause.", "12"),
        ("De functie heet bereken_btw() en staat in het bestand rekenen.py.", "bereken_btw"),
        ("Ich danke dir für alles! Morgen", "Morgen"),
        ("De lus telt op:\n\n    aantal_regels = aantal_regels + 1\n", "aantal_regels"),
    ],
)
def test_what_belongs_to_no_finding_stays(text: str, left: str) -> None:
    assert all(left not in found for found, _ in _found(text))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("帮我给周敏回个邮件，说合同收到了", "周敏"),
        ("我妹妹圆圆下个月结婚，份子钱给多少合适？", "圆圆"),
        ("楼下钱阿姨每天跳广场舞，声音太大了", "钱"),
    ],
)
def test_chinese_names_of_one_and_two_characters(text: str, name: str) -> None:
    assert name in {found.removesuffix("阿姨") for found, kind in _found(text) if kind == "PERSON"}


def test_a_word_before_a_title_is_nobody() -> None:
    assert all(not found.startswith("班") for found, _ in _found("我跟班主任王老师说过了，她不同意"))
