"""Open text of other languages: what is kept for measuring is not read, and what is markup or code is no text."""

import json
import random

from release.training.language_open_text import open_text
from release.training.ordinary_words import is_held_out


def test_held_out_sentences_are_not_read(tmp_path):
    sentences = [f"De trein van {number} uur rijdt vandaag niet." for number in range(60)]
    folder = tmp_path / "mozilla+common-voice/server/data/nl"
    folder.mkdir(parents=True)
    (folder / "sentence-collector.txt").write_text("\n".join(sentences), encoding="utf-8")
    (folder / "singleword-benchmark.txt").write_text("een enkel woord dat niet telt", encoding="utf-8")
    found = " ".join(open_text(tmp_path, "nl", 1000, random.Random(1)))
    assert any(map(is_held_out, sentences))
    assert all((sentence in found) is not is_held_out(sentence) for sentence in sentences)
    assert "telt" not in found


def test_novels_are_read_by_their_paragraphs(tmp_path):
    folder = tmp_path / "COST-ELTeC+ELTeC-ita/level1"
    folder.mkdir(parents=True)
    (folder / "one.xml").write_text(
        "<TEI><teiHeader><p>Chi ha scritto questo libro</p></teiHeader><body><p>Era una <hi>notte</hi>\n molto buia.</p>"
        "</body></TEI>",
        encoding="utf-8",
    )
    assert open_text(tmp_path, "it", 5, random.Random(1)) == ["Era una notte molto buia."]


def test_code_and_links_of_lessons_are_left_out(tmp_path):
    folder = tmp_path / "microsoft+IoT-For-Beginners/translations/pl/1"
    folder.mkdir(parents=True)
    (folder / "README.md").write_text(
        "# Pierwsza lekcja o czujnikach\n```python\nprint('nic')\n```\nZobacz http://example.org teraz\n",
        encoding="utf-8",
    )
    found = open_text(tmp_path, "pl", 5, random.Random(1))
    assert found == ["Pierwsza lekcja o czujnikach"]


def test_what_strangers_say_one_after_another_stays_together(tmp_path):
    folder = tmp_path / "nu-dialogue+real-persona-chat/real_persona_chat/dialogues"
    folder.mkdir(parents=True)
    said = [{"text": f"今日は{number}回目ですね"} for number in range(6)]
    (folder / "00001.json").write_text(json.dumps({"utterances": said}), encoding="utf-8")
    found = open_text(tmp_path, "ja", 6, random.Random(2))
    assert len(found) == 6
    assert any("\n" in one for one in found)
    assert all(line in {one["text"] for one in said} for one in found for line in one.splitlines())
