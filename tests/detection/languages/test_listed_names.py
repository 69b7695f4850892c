"""Names of persons by lists in Arabic, Hindi, Chinese and Japanese, and Chinese in traditional characters."""

from __future__ import annotations

import pytest

from dp_gateway.detection.languages.groups import LanguageGroups
from dp_gateway.detection.languages.in_passages import ReadSimplified, simplified
from dp_gateway.detection.languages.listed import ListedNames
from dp_gateway.detection.languages.listed_runs import names_in_runs
from dp_gateway.detection.languages.listed_words import names_in_words
from dp_gateway.languages import passages
from tests.families import Family, few_families, slow_families

_NAMED = [
    ("ar", "كتبت لي سعاد المرزوقي رسالة طويلة عن المدرسة.", "سعاد المرزوقي"),
    ("ar", "أختي كلثوم تعمل في المستشفى منذ سنوات.", "كلثوم"),
    ("hi", "मेरा बेटा आज स्कूल नहीं आएगा। संध्या लोढ़ा", "संध्या लोढ़ा"),
    ("hi", "मेरी बहन कल्याणी अस्पताल में काम करती है।", "कल्याणी"),
    ("hi", "कविता जी ने कल फ़ोन किया था।", "कविता"),
    ("zh", "昨天窦骁然把钥匙落在我车上了。", "窦骁然"),
    ("zh", "我女儿叫甜甜，今年上小学。", "甜甜"),
    ("zh", "上次聚会卫国强喝多了，吐了一地。", "卫国强"),
    ("zh", "参会：李明、高兴，请带资料。", "高兴"),
    ("zh", "娜娜随了一千。", "娜娜"),
    ("zh", "感觉沈越最近心情不好。", "沈越"),
    ("zh", "去年程远离婚了。", "程远"),
    ("zh", "如果邸嘉铭不同意怎么办？", "邸嘉铭"),
    ("zh", "会上熊丽萍提了一个建议。", "熊丽萍"),
    ("ja", "敷金は別府 理恵子の口座へお願いします。", "別府 理恵子"),
    ("ja", "こんにちは、拓海です。昨日はありがとう。", "拓海"),
    ("ja", "中島から返事がありません。", "中島"),
    ("ja", "昨日、けんちゃんと遊んだ。", "けん"),
]
_NOBODY = [
    ("ar", "المدير الجديد صارم لكنه عادل مع الجميع."),
    ("ar", "أبحث عن شقة كبيرة قريبة من المحطة."),
    ("hi", "रात में बिजली सस्ती क्यों होती है?"),
    ("hi", "आज का प्रकाश बहुत अच्छा है और हवा चल रही है।"),
    ("zh", "我觉得这个计划非常好，大家都同意。"),
    ("zh", "为什么晚上电费便宜，分时电价划算吗？"),
    ("zh", "何必白跑一趟，大家高兴就好，石头和金牌都不要。"),
    ("zh", "他们去了石臼湖，王者归来的金牌教练也在。"),
    ("ja", "お客様へのお知らせです。"),
    ("ja", "大阪へ行く時間が足りない。うまくいくんだよ。"),
    ("ja", "トマトときゅうりは一緒に植えてもいいですか。"),
    ("zh", "刚刚他来过，慢慢走，天天加班，偏偏今天下雨。"),
    ("zh", "苹果、高粱、白菜、黄瓜、金针菇。"),
    ("ar", "تأكد من عدم وجود شبكة أخرى على الجهاز."),
    ("ar", "هل كنت تود أن تعرف المزيد عن البرنامج؟"),
    ("ar", "ًٌ و ْْ: علامات"),
    ("ar", "لكل فرد حق في سلامة البيت من لبنان إلى كل مكان."),
    ("zh", "人人赋有理性和良心，应该增进了解和友谊。"),
]
_PIECES = {
    "ar": "أختي |أحمد |ال|بن |، |و",
    "hi": "बहन |कविता |जी |, |श्री ",
    "zh": "叫|王小明|女儿|，|小|和",
    "ja": "山田|さん|の|です|、| 太郎",
}


@pytest.mark.parametrize(("language", "text", "wanted"), _NAMED)
def test_a_name_is_found(language: str, text: str, wanted: str) -> None:
    assert {one.language for one in passages(text)} == {language}
    assert wanted in [text[one.start : one.end] for one in ListedNames().detect([text])[0]]


@pytest.mark.parametrize(("language", "text"), _NOBODY)
def test_ordinary_words_are_nobody(language: str, text: str) -> None:
    assert {one.language for one in passages(text)} == {language}
    assert ListedNames().detect([text]) == [[]]


def test_only_persons_are_looked_for() -> None:
    assert ListedNames(("LOCATION",)).detect([_NAMED[0][1]]) == [[]]


def test_traditional_characters_are_read_like_simplified_ones() -> None:
    text = "我老公是卡車司機，我們住在這裡很多年了。"
    assert simplified(text) == "我老公是卡车司机，我们住在这里很多年了。"
    found = ReadSimplified(LanguageGroups()).detect([text])[0]
    assert {text[one.start : one.end] for one in found} == {"卡車司機"}
    assert simplified("東京の電車は混んでいます。") == "東京の電車は混んでいます。"


@pytest.mark.thorough
@pytest.mark.parametrize("language", _PIECES)
def test_time_grows_with_the_text(language: str) -> None:
    find = names_in_words if language in ("ar", "hi") else names_in_runs
    families = [Family(piece, piece) for piece in _PIECES[language].split("|")]
    assert not slow_families(lambda text: list(find(text, 0, len(text), language)), [*families, *few_families()[::12]])
