"""Everyday messages of Chinese, Japanese, Arabic and Hindi: what native writers put in forms, letters and chats."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection
from dp_gateway.policy import DetectionSettings


def _covered(text: str, part: str) -> bool:
    detection = default_detection(ner="always", thresholds={"": DetectionSettings().least_score})
    start = text.index(part)
    places = {at for one in detection.detect([text])[0] if not one.public for at in range(one.start, one.end)}
    return {at for at in range(start, start + len(part)) if text[at].isalnum()} <= places


@pytest.mark.parametrize(
    ("text", "part"),
    [
        # Ages, sums and numbers.
        ("我女儿朵朵才两岁，晚上睡不好。", "两岁"),
        ("爷爷今年八十有三，身体还好。", "八十有三"),
        ("祖父の福松は八十三で、足が悪いです。", "八十三"),
        ("彼氏の光は26で、まだ学生です。", "26"),
        ("月十八万しか稼げないので困っています。", "十八万"),
        ("出席番号は17番です。", "17"),
        ("استلف من عمي ستة عشر ألف دولار ولم يسددها.", "ستة عشر ألف دولار"),
        ("| नाम | कर्मचारी क्रमांक |\n|---|---|\n| किरण बोरा | A2093 |", "A2093"),
        # Logins.
        ("买家昵称爱吃鱼的猫咪77，还没收到货。", "爱吃鱼的猫咪77"),
        ("登録のIDはmori-no-kuma3です。", "mori-no-kuma3"),
        # Firms and branches.
        ("我在青岛开了一家金达莱烤肉店，想办健康证。", "金达莱烤肉店"),
        ("开户行：中国农业银行苏州园区支行，请尽快转账。", "中国农业银行苏州园区支行"),
        ("振込先は京都信用金庫伏見支店でお願いします。", "京都信用金庫伏見支店"),
        ("管理会社のハートホームに手紙を書いてください。", "ハートホーム"),
        ("फर्म: अन्नपूर्णा मिष्ठान भंडार, स्थापना 2019", "अन्नपूर्णा मिष्ठान भंडार"),
        # Jobs.
        ("爷爷退休前是锅炉工，现在在家。", "锅炉工"),
        ("您好，我是国泰银行的理专。", "理专"),
        ("保険の外交員の楠です。", "外交員"),
        ("経理職に応募いたします。", "経理"),
        # Addresses.
        ("मैं बी-208, गुलमोहर सोसायटी, सेक्टर 12 में रहता हूँ।", "बी-208, गुलमोहर सोसायटी, सेक्टर 12"),
        ("मैं फ्लैट 1203, टावर सी में रहता हूँ।", "फ्लैट 1203, टावर सी"),
        ("أسكن في 14 شارع أحمد عرابي، الدور الثالث، شقة 9.", "14 شارع أحمد عرابي، الدور الثالث، شقة 9"),
        # A child's parent.
        ("班费请转给乐乐妈妈，谢谢。", "乐乐"),
    ],
)
def test_it_is_covered(text: str, part: str) -> None:
    assert _covered(text, part)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("请问银行的分行和支行有什么区别？", "分行"),
        ("一岁半的宝宝可以吃什么？", "宝宝"),
        ("月に一度は大掃除をしたほうがいいですか。", "月に一度"),
        ("请问年轻妈妈怎样带孩子？", "年轻"),
        ("上の空とはどういう意味ですか。", "上"),
        ("昵称可以改几次？", "可以改几次"),
        ("上司は佐々木部長です。", "部長"),
        ("担当は高橋係長でした。", "係長"),
    ],
)
def test_it_stays(text: str, part: str) -> None:
    detection = default_detection(ner="always", thresholds={"": DetectionSettings().least_score})
    start = text.index(part)
    assert not any(one.start < start + len(part) and one.end > start for one in detection.detect([text])[0])
