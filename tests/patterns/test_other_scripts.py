"""What reads the shape of a text reads that of other scripts too: lists, edges of findings, lines of prose."""

import pytest

from dp_gateway.patterns.base import merge
from dp_gateway.patterns.known_phrases import SensitiveList
from dp_gateway.patterns.structure import regions
from dp_gateway.text.entities import Entity


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("青鷺計画", "来週から青鷺計画を始めます。"),
        ("蓝鹭", "我们的蓝鹭项目下周开始"),
        ("นกกระสา", "โครงการนกกระสาเริ่มแล้ว"),
        ("синяя цапля", "Проект «Синяя цапля» начнётся."),
        ("بلشون", "مشروع بلشون يبدأ"),
    ],
)
def test_listed_phrases_are_found_in_every_script(phrase: str, text: str) -> None:
    start = text.casefold().index(phrase.casefold())
    found = SensitiveList({"PROJECT": [phrase]}).detect([text])[0]
    assert [(one.start, one.end) for one in found] == [(start, start + len(phrase))]


def test_letters_with_spaces_between_words_still_need_them() -> None:
    assert SensitiveList({"PROJECT": ["heron"]}).detect(["heronry heroned aheron"]) == [[]]
    assert SensitiveList({"PROJECT": ["цапля"]}).detect(["цапляй"]) == [[]]


@pytest.mark.parametrize("text", ["「王小明」、", "（محمد علي）،", "राहुल।"])
def test_punctuation_of_other_scripts_is_cut_off(text: str) -> None:
    (found,) = merge([Entity(0, len(text), "PERSON", 0.9, "test")], text)
    assert text[found.start : found.end] == text.strip("「」、（）،।")


@pytest.mark.parametrize(
    "text",
    ["電話番号（090-1234-5678）\nお名前（田中）\n", "姓名=王小明;\n地址=北京;\n", "الاسم (محمد)\nالمدينة (الرياض)\n"],
)
def test_lines_in_other_scripts_are_no_code(text: str) -> None:
    assert {one.kind for one in regions(text)} == {"prose"}


def test_code_with_words_in_other_scripts_is_code() -> None:
    text = 'import os\nname = "王小明"\nprint(name)\nreturn os.path.join(name, "x")\n'
    assert {one.kind for one in regions(text)} == {"code"}
