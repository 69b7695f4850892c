"""Dates, amounts, telephones and identifiers of other languages keep what is printed of them, as far as draws can tell."""

from __future__ import annotations

from collections.abc import Sequence

from dp_gateway import Gateway, Secret
from dp_gateway.policy import parse_policy
from dp_gateway.testing.entities import EntityConformance
from dp_gateway.testing.pairs import TextPair
from dp_gateway.text.entities import Entity

_SPANISH = "Hola, nací el {} y vivo aquí desde hace mucho tiempo."
_GERMAN = "Guten Tag, ich bin {} und suche eine Wohnung in der Stadt."
_POLISH = "Dzień dobry, zarabiam {} miesięcznie i szukam mieszkania w mieście."
_FRENCH = "Bonjour, vous pouvez me joindre au {} toute la journée."
_JAPANESE = "お世話になっております。{}に生まれました。よろしくお願いします。"
_ARABIC = "مرحبا، رقم العميل هو {} وأريد تحديث البيانات من فضلك."
_HINDI = "नमस्ते, मेरी उम्र {} है और मैं काम ढूँढ रहा हूँ।"
_MEETING = "您好，我们{}在楼下见面，请帮忙登记。"
_MET = "مرحبا، التقينا {} في المكتب من فضلك."
_WEDDING = "नमस्ते, विवाह {} को है और आप आइए।"
_CHINESE = "您好，我的车牌是{}，停在楼下，请帮忙登记。"
# With a large epsilon draws show next to nothing; the code is the same for all.
SMALL = parse_policy(
    {"name": "small", "types": {name: {"epsilon": 1, "keep": []} for name in ("AGE", "DATE_TIME", "MONEY")}}
)
PAIRS = tuple(
    TextPair(*pair)
    for pair in (
        ("DATE_TIME", "Spanish month", _SPANISH, "3 de mayo de 1991", "21 de septiembre de 1994"),
        ("DATE_TIME", "Spanish month of two languages", _SPANISH, "3 de abril de 1990", "12 de enero de 1994"),
        ("DATE_TIME", "Japanese era", _JAPANESE, "昭和60年3月12日", "昭和62年11月1日"),
        ("DATE_TIME", "Chinese numerals", _MEETING, "二〇二四年五月二日", "二〇二一年十二月三十一日"),
        ("DATE_TIME", "Chinese month of the moon", _MEETING, "农历四月初五", "农历正月二十六"),
        ("DATE_TIME", "year of the republic", _MEETING, "113年8月20日", "110年12月3日"),
        ("DATE_TIME", "letter of an era", _JAPANESE, "S58.12.3", "S60.1.21"),
        ("DATE_TIME", "Japanese weekday", _JAPANESE, "8月10日(土)", "12月3日(火)"),
        ("DATE_TIME", "Hijri month", _MET, "15 رمضان 1445", "3 ذو القعدة 1441"),
        ("DATE_TIME", "Hindu day", _WEDDING, "कार्तिक शुक्ल एकादशी", "माघ कृष्ण पंचमी"),
        ("AGE", "German digits", _GERMAN, "39 Jahre alt", "71 Jahre alt"),
        ("AGE", "Hindi digits", _HINDI, "३४ साल", "६१ साल"),
        ("MONEY", "Polish rounding", _POLISH, "4 500 zł", "4 731 zł"),
        ("PHONE_NUMBER", "French mobile", _FRENCH, "06 12 34 56 78", "01 42 68 53 00"),
        ("ID_NUMBER", "Arabic digits", _ARABIC, "٤٤٧١٩٢٠", "٠٠١٢٣٤٥"),
        ("ID_NUMBER", "Chinese province", _CHINESE, "京A12345", "粤B98765"),
    )
)
BY_TEXT = {
    text: Entity(pair.template.index("{}"), pair.template.index("{}") + len(words), pair.type, 1.0, "marked")
    for pair in PAIRS
    for text, words in zip(pair.texts, (pair.one, pair.other), strict=True)
}


class Marked:
    """Finds the mentions of the pairs where they stand."""

    name = "marked"
    types = ("DATE_TIME", "AGE", "MONEY", "PHONE_NUMBER", "ID_NUMBER")

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        return [[BY_TEXT[text]] if text in BY_TEXT else [] for text in texts]


class TestNational(EntityConformance):
    """A small epsilon for what is drawn near; both values of each pair are of one class."""

    draws = 240
    pairs = PAIRS

    def make(self) -> Gateway:
        return Gateway(SMALL, key=Secret(b"a key for tests, not a secret"), detection=Marked())

    def test_two_classes_are_printed_only_where_a_feature_is_kept_on_purpose(self, gateway: Gateway) -> None:
        def classes(text: str) -> set[tuple[str, ...]]:
            return {row.classes for row in gateway.sanitize(text, scope="s").report.figures}

        apart = [pair[:2] for pair in self.pairs if classes(pair.texts[0]) != classes(pair.texts[1])]
        assert apart == []
