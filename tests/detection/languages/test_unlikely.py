"""Words of scripts without capitals are not taken for names, and names beside them stay as far as they go."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection
from dp_gateway.policy import DetectionSettings


def _found(text: str) -> list[tuple[str, str]]:
    detection = default_detection(ner="always", thresholds={"": DetectionSettings().least_score})
    return [(one.type, text[one.start : one.end]) for one in detection.detect([text])[0] if not one.public]


@pytest.mark.parametrize(
    "text",
    [
        # A dictionary has them.
        "减肥期间晚饭吃什么好？燕麦、玉米、红薯哪个热量低？",
        "熬小米粥总是糊底，水和米的比例应该是多少？",
        "ما أفضل عشاء أثناء الحمية: الشوفان أم الزبادي أو البطاطا الحلوة؟",
        "सर्दी में ऊनी कपड़ों से चिंगारी क्यों निकलती है और इसे कैसे कम करें?",
        # Names that are words, too, where nobody is spoken of.
        "शरद ऋतु, चाँदनी रात और आसमान पर एक छोटी कविता लिखिए।",
        "इस बिंदु के बाद सीधी रेखा खींचिए और कोण नापिए।",
        "استخدم صمام ضوء ليلي في غرفة النوم ليلاً.",
        # "By means of", the function that does something, the name of a thing, "as a thing".
        "أرسل الأمر عن طريق تحديد الزر في الصفحة ثم اضغط عليه.",
        "تحتاج إلى وظيفة لمعالجة الرسائل الواردة.",
        "اختر اسم مستندًا إلى القائمة، واكتبه في المربع.",
        "इसे एक पैरामीटर के रूप में भेजा जाता है।",
        # Small words of Hindi in Latin letters.
        "Bhaiya mera order abhi tak nahi aaya aur paise kat gaye, kya kiya jaye?",
    ],
)
def test_nothing_is_covered(text: str) -> None:
    assert _found(text) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("पार्सल पड़ोसन कमला आंटी को मिला।", "कमला"),
        ("रोल नंबर 2118447, प्रोफ़ेसर त्रिपाठी की परीक्षा थी।", "त्रिपाठी"),
        ("रात को पुष्पा मौसी आईं और बच्चों को संभाला।", "पुष्पा"),
        ("يا حمودي تعال عندنا، أبو سلطان جاب تمر معه.", "أبو سلطان"),
        ("عداد الكهرباء باسم جابر المطيري منذ سنة.", "جابر المطيري"),
        ("بطاقة ائتمان باسم سلوى الطرابلسي.", "سلوى الطرابلسي"),
        ("يا حمادة جاي السبت عندنا؟", "حمادة"),
        ("गैस कनेक्शन का नाम बी. लक्ष्मी है, कृपया जाँच करें।", "बी. लक्ष्मी"),
        ("तीन लाख रुपये पोते चिराग को देती हूँ।", "चिराग"),
        ("आकाश जी, कल बैठक में आइए।", "आकाश"),
        ("Bhaiya, Lena ne mera order cancel kar diya hai.", "Lena"),
    ],
)
def test_names_go_as_far_as_they_do(text: str, name: str) -> None:
    assert ("PERSON", name) in _found(text)


def test_a_teacher_is_called_so() -> None:
    """Behind a family name "老师" is what somebody is called, behind a subject it is a job."""
    assert ("JOB_TITLE", "老师") not in _found("孩子班主任钱老师说明天要交体检表。")
    assert any(kind == "JOB_TITLE" for kind, _ in _found("我妈妈是音乐老师，在小学上班。"))


def test_peoples_stay() -> None:
    """Dictionaries have peoples as words; they are found all the same."""
    assert ("NRP", "スイス人") in _found("上司のレミはスイス人で、妻はベルンにいます。")
