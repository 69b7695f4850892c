"""Towns and countries of the lists, as languages other than English write them."""

import pytest

from dp_gateway.detection.detection import default_detection
from dp_gateway.detection.languages.places import LanguagePlaces


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Wir fliegen nach Indien, das Essen in Cloppenburg war gut.", ["Indien", "Cloppenburg"]),
        ("Il est né près de Clermont-Ferrand, et il habite là.", ["Clermont-Ferrand"]),
        ("我今年二十八岁,在合肥做幼师。", ["合肥"]),
        ("昨日は三鷹の駅から歩いて帰りました。", ["三鷹"]),
        ("سافرت مع أهلي إلى صلالة ثم رجعنا بصلالة وعمّان.", ["صلالة", "صلالة", "عمّان"]),
        ("मैं पिछले साल पटियाला गया था।", ["पटियाला"]),
        ("Mijn tante woont al jaren in Kortrijk, en haar zoon in vilvoorde.", ["Kortrijk", "vilvoorde"]),
        ("Mieszkam od roku w Suwałkach, a brat w ostrołęce.", ["Suwałkach", "ostrołęce"]),
        ("Vivo a Vimercate da tre anni, il dottore non riceve al Centro.", ["Vimercate"]),
        ("Vivimos en Barquisimeto, mi primo vive en antofagasta.", ["Barquisimeto", "antofagasta"]),
        ("Ela trabalha em Massinga e eu moro em jataí.", ["Massinga", "jataí"]),
        ("我老家在武夷山市，现在住在义乌。", ["武夷山市", "义乌"]),
        ("मेरा भाई उधमपुरम् में रहता है।", ["उधमपुरम्"]),
        ("يسكن أخي في القنيطرة وأختي في سلام.", ["القنيطرة"]),
        (
            "Ela nasceu em São João da Boa Vista e mora em Águas de Lindóia.",
            ["São João da Boa Vista", "Águas de Lindóia"],
        ),
        ("Hij woont in Bergen op Zoom, zij in Sint Philipsland.", ["Bergen op Zoom", "Sint Philipsland"]),
        ("يولد الناس أحرارا متساوين في الكرامة والحقوق.", []),
        ("انتقلنا قبل سنة من عمان إلى الكرامة مع الأولاد.", ["عمان", "الكرامة"]),
        ("Todo individuo tiene derecho a la libertad y a la seguridad.", []),
        ("Il conto resta fermo, le chiavi sono in centro.", []),
        ("My friend flew to Indien and then to Cloppenburg with her sister, she says.", []),
    ],
)
def test_listed_places_are_found_in_their_language(text, expected):
    found = LanguagePlaces().detect([text])[0]
    assert [text[one.start : one.end] for one in found] == expected
    assert {one.type for one in found} <= {"LOCATION"}


def test_nothing_is_found_where_no_place_is_asked_for():
    assert LanguagePlaces(["PERSON"]).detect(["Wir fliegen nach Indien, das Essen war gut."]) == [[]]


@pytest.mark.parametrize("text", ["他现在住在昆明", "会議は京都", "我下周去北京。我住在昆明", "她来自乌鲁木齐"])
def test_a_text_may_end_in_a_place(text: str) -> None:
    found = default_detection().detect([text])[0]
    assert all(0 <= one.start < one.end <= len(text) for one in found)
    for end in range(1, len(text)):
        default_detection().detect([text[:end]])
