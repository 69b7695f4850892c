"""Surrogates of Arabic, Hindi, Chinese and Japanese keep what a native speaker would miss: kinds, genders, nicknames."""

from __future__ import annotations

import re

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.detection.detection import Detection
from dp_gateway.languages.conventions import REGIONS
from dp_gateway.mentions.institutions import institution_in, is_bare_kind
from dp_gateway.mentions.native_parts import native_parts, title_before, told_within
from dp_gateway.patterns.known_phrases import SensitiveList
from dp_gateway.surrogates.native_names import NativePart, _as_nickname  # pyright: ignore[reportPrivateUsage]
from dp_gateway.text.folding import fold
from dp_gateway.vocabulary.lexicon.data import gender_in, read_native
from dp_gateway.vocabulary.lexicon.forms import known_form
from tests.surrogates.echoes import each_sent

KEY = Secret(b"a key for tests, not a secret")
P, L, F = "PERSON", "LOCATION", "ORGANIZATION"


def gateway(private: dict[str, list[str]]) -> Gateway:
    return Gateway("entities", key=KEY, detection=Detection([SensitiveList(private)]))


@pytest.mark.parametrize(
    ("text", "name", "left"),
    [
        ("أدرس في جامعة الملك فيصل منذ عام.", "جامعة الملك فيصل", r"أدرس في جامعة .+ منذ عام\."),
        ("هو مدير مدرسة النور الابتدائية في المدينة.", "مدرسة النور الابتدائية", r"هو مدير مدرسة .+ الابتدائية في المدينة\."),
        ("موعدنا في عيادة ابتسامة لطب الأسنان غدا.", "عيادة ابتسامة لطب الأسنان", r"موعدنا في عيادة .+ لطب الأسنان غدا\."),
        ("ذهبت للمستشفى السعودي أمس.", "للمستشفى السعودي", r"ذهبت لمستشفى .+ أمس\."),
        ("يعمل صديقي بجامعة القاهرة الآن.", "بجامعة القاهرة", r"يعمل صديقي بجامعة .+ الآن\."),
        ("وزارة الصحة أرسلت خطابا إلينا.", "وزارة الصحة", r"بلدية .+ أرسلت خطابا إلينا\."),
        ("मेरा भाई आशा अस्पताल में काम करता है।", "आशा अस्पताल", "मेरा भाई .+ अस्पताल में काम करता है।"),
        ("वह दिल्ली पब्लिक स्कूल में पढ़ता है।", "दिल्ली पब्लिक स्कूल", "वह .+ पब्लिक स्कूल में पढ़ता है।"),
        ("हम होटल अशोका में रुके थे।", "होटल अशोका", "हम होटल .+ में रुके थे।"),
        ("कल जिला न्यायालय मेरठ में सुनवाई थी।", "जिला न्यायालय मेरठ", "कल जिला न्यायालय .+ में सुनवाई थी।"),
        ("शिक्षा मंत्रालय ने पत्र भेजा है।", "शिक्षा मंत्रालय", ".+ नगर निगम ने पत्र भेजा है।"),
        ("他在建设银行朝阳支行存了钱。", "建设银行朝阳支行", "他在.+银行存了钱。"),
        ("他在百姓大药房买了药。", "百姓大药房", "他在.+大药房买了药。"),
        ("我奶奶住在夕阳红养老院。", "夕阳红养老院", "我奶奶住在.+养老院。"),
        ("来週は青山歯科医院で予約があります。", "青山歯科医院", "来週は.+歯科医院で予約があります。"),
        ("文部科学省から連絡が来ました。", "文部科学省", ".+市役所から連絡が来ました。"),
    ],
)  # fmt: skip
def test_an_institution_stays_one_of_its_kind(text: str, name: str, left: str) -> None:
    for sent in each_sent(gateway({F: [name]}), text):
        assert re.fullmatch(left, sent), sent
        assert name not in sent


@pytest.mark.parametrize(
    ("text", "name", "left"),
    [
        ("हनुमान मंदिर के पास मेरा घर है।", "हनुमान मंदिर", ".+ मंदिर के पास मेरा घर है।"),
        ("清水寺の近くに泊まります。", "清水寺", ".+寺の近くに泊まります。"),
    ],
)
def test_a_temple_that_was_found_as_a_place_stays_a_temple(text: str, name: str, left: str) -> None:
    assert all(re.fullmatch(left, sent) for sent in each_sent(gateway({L: [name]}), text))


def test_a_club_that_is_called_like_a_town_is_called_like_another() -> None:
    towns = {fold(town) for town in read_native("ar")["CITY"].entries}
    for sent in each_sent(gateway({F: ["طرابلس"]}), "فاز فريق طرابلس أمس."):
        assert sent.removeprefix("فاز فريق ").removesuffix(" أمس.") in towns


@pytest.mark.parametrize(
    ("name", "code", "ahead", "behind"),
    [
        ("شركة الأمل للتجارة", "ar", None, None),
        ("مطعم الياسمين", "ar", "مطعم ", ""),
        ("والمسجد الكبير", "ar", "ومسجد ", ""),
        ("دارين", "ar", None, None),
        ("पंजाब नेशनल बैंक", "hi", "", " बैंक"),
        ("सरस्वती ज्वेलर्स", "hi", None, None),
        ("होटलवाला", "hi", None, None),
        ("腾达科技有限公司", "zh", None, None),
        ("株式会社山本製作所", "ja", None, None),
        ("清华附中", "zh", "", "附中"),
    ],
)
def test_kinds_are_whole_words(name: str, code: str, ahead: str | None, behind: str | None) -> None:
    assert institution_in(name, code) == (None if ahead is None else (ahead, behind))


def test_a_province_of_china_is_no_ministry_of_japan() -> None:
    assert institution_in("河北省", "ja", ministries=False) is None


def test_a_kind_with_a_name_is_no_bare_kind() -> None:
    assert is_bare_kind("مستشفى", "ar")
    assert is_bare_kind("किराना स्टोर", "hi")
    assert not is_bare_kind("مدرسة النور الابتدائية", "ar")
    assert not is_bare_kind("संजीवनी क्लिनिक", "hi")
    assert not is_bare_kind("مستشفى", "zh")


@pytest.mark.parametrize(
    ("text", "names", "left"),
    [
        ("تعمل في مستشفى الأمل منذ عام.", ["مستشفى", "الأمل"], r"تعمل في مستشفى .+ منذ عام\."),
        ("تعمل في مستشفى الأمل منذ عام.", ["الأمل"], r"تعمل في مستشفى .+ منذ عام\."),
        ("दवा ज्योति मेडिकल स्टोर से ली।", ["ज्योति"], "दवा .+ मेडिकल स्टोर से ली।"),
        ("वह टाटा स्कूल में है।", ["टाटा"], "वह .+ स्कूल में है।"),
    ],
)
def test_a_kind_that_was_found_apart_is_joined_with_its_name(text: str, names: list[str], left: str) -> None:
    for sent in each_sent(gateway({F: names}), text):
        assert re.fullmatch(left, sent), sent
        assert "شركة" not in sent
        assert "लिमिटेड" not in sent


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("أعمل لدى أرامكو منذ سنتين.", "أرامكو"),
        ("我在腾讯上班。", "腾讯"),
        ("ソニーに勤めています。", "ソニー"),
        ("मैं विप्रो में काम करता हूँ।", "विप्रो"),
    ],
)
def test_a_firm_without_its_legal_form_stays_one_without(text: str, name: str) -> None:
    for sent in each_sent(gateway({F: [name]}), text):
        assert not re.search("شركة|公司|株式会社|लिमिटेड|एंड संस", sent), sent


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("ذهبت إلى شركة الأمل للتجارة.", "شركة الأمل للتجارة"),
        ("他在腾达科技有限公司上班。", "腾达科技有限公司"),
        ("株式会社山本製作所に勤めています。", "株式会社山本製作所"),
        ("वह टाटा मोटर्स लिमिटेड में है।", "टाटा मोटर्स लिमिटेड"),
    ],
)
def test_a_firm_with_its_legal_form_keeps_one(text: str, name: str) -> None:
    assert all(re.search("شركة|有限公司|株式会社|लिमिटेड|एंड संस", sent) for sent in each_sent(gateway({F: [name]}), text))


@pytest.mark.parametrize("code", ["zh", "ja", "ar", "hi"])
def test_firms_of_the_lists_differ_without_their_legal_forms(code: str) -> None:
    names = [*read_native(code)["ORGANIZATION"].entries]
    short = {re.sub("^شركة |(?:有限公司|株式会社)$|^株式会社| (?:(?:प्राइवेट )?लिमिटेड|एंड संस)$", "", one) for one in names}
    assert len(short) == len(names)


@pytest.mark.parametrize(
    ("text", "name", "language", "gender"),
    [
        ("पल्लवी मैडम ने कहा।", "पल्लवी", "hi", "female"),
        ("रंजन सर, कल छुट्टी है?", "रंजन", "hi", "male"),
        ("काव्या आंटी आई हैं।", "काव्या", "hi", "female"),
        ("सीता चाचा के घर गई।", "सीता", "hi", ""),  # who went there, and not the uncle
        ("वह पल्लवी के साथ है।", "पल्लवी", "hi", ""),
        ("我爸林国栋来了。", "林国栋", "zh", "male"),
        ("这是我表妹阿芳。", "阿芳", "zh", "female"),
        ("陈建国叔叔来了。", "陈建国", "zh", "male"),
        ("父の健太と来た。", "健太", "ja", "male"),
        ("これは姉の薫です。", "薫", "ja", "female"),
        ("薫さんが来た。", "薫", "ja", ""),
        ("بنت خالي دانة هنا.", "دانة", "ar", "female"),
        ("جاء سامي وابن خالتي سعيد.", "سعيد", "ar", "male"),
        ("سافرت شقيقتي نور أمس.", "نور", "ar", "female"),
        ("كتب المحامي جورج إلينا.", "جورج", "ar", "male"),
        ("مع زميلتي لجين.", "لجين", "ar", "female"),
        ("قال المدير سارة هنا.", "سارة", "ar", ""),  # the lists know more than what stands before it
    ],
)
def test_relatives_and_titles_tell_the_gender(text: str, name: str, language: str, gender: str) -> None:
    start = text.index(name)
    assert title_before(text, start, start + len(name), language)[0] == gender


def test_a_title_within_the_mention_is_no_name() -> None:
    assert told_within("कविता मैम") == "female"
    assert [part[:2] for part in native_parts("कविता मैम", "hi")] == [(0, 5)]
    for sent in each_sent(gateway({P: ["कविता मैम"]}), "कविता मैम आई हैं।"):
        name = sent.partition(" ")[0]
        assert sent == f"{name} मैम आई हैं।"
        assert gender_in("hi", fold(name)) == "female"


def test_a_given_name_behind_a_title_of_arabic_stays_one() -> None:
    for sent in each_sent(gateway({P: ["سميرة"]}), "قالت الأستاذة سميرة إنها ستأتي."):
        assert gender_in("ar", fold(sent.split()[2])) == "female"


@pytest.mark.parametrize(
    ("text", "name", "left"),
    [
        ("小杰今天没来。", "小杰", "小[\u4e00-\u9fff]今天没来。"),
        ("阿芳当老师。", "阿芳", "阿[\u4e00-\u9fff]当老师。"),
        ("老周买了药。", "老周", "老[\u4e00-\u9fff]{1,2}买了药。"),
        ("妞妞在上课。", "妞妞", "[\u4e00-\u9fff]{1,2}在上课。"),
        ("あいちゃんと食べた。", "あい", "[ぁ-ん]{1,6}ちゃんと食べた。"),
    ],
)
def test_nicknames_stay_nicknames(text: str, name: str, left: str) -> None:
    for sent in each_sent(gateway({P: [name]}), text):
        assert re.fullmatch(left, sent), sent


@pytest.mark.parametrize("name", ["妞妞", "小燕", "佩佩"])
def test_nobody_is_called_by_one_character_alone(name: str) -> None:
    given, family = known_form("zh", "given"), known_form("zh", "family")
    for sent in each_sent(gateway({P: [name]}), f"我把{name}的自行车还了。", 40):
        called = sent.removeprefix("我把").removesuffix("的自行车还了。")
        assert len(called) >= len(name) or f"小{called}" in given or called + called in given or called in family


def test_a_nickname_is_none_that_is_drawn_for_others() -> None:
    part = NativePart(0, 2, "given", "小燕", language="zh")
    assert _as_nickname(part, "小燕", "玲") == "玲"  # the lists have 小玲
    assert _as_nickname(part, "小燕", "静") == "小静"
    assert _as_nickname(part, "小燕", "华") == "华"  # so is 小王 called whose family name becomes 华


def test_a_child_is_called_by_a_given_name() -> None:
    assert native_parts("あい", "ja")[0].role == "given"
    assert native_parts("さとう", "ja")[0].role == "family"
    assert native_parts("妞妞", "zh")[0].role == "given"


def test_a_quarter_of_arabic_stays_a_quarter() -> None:
    private = {"STREET_ADDRESS": ["بحي الورود"]}
    assert all(
        re.fullmatch(r"أسكن بحي .+ الآن\.", sent) for sent in each_sent(gateway(private), "أسكن بحي الورود الآن.")
    )


def test_two_findings_of_arabic_beside_each_other_are_one_organisation() -> None:
    private = {F: ["زهور", "الربيع"]}
    for sent in each_sent(gateway(private), "تعمل في محل زهور الربيع الآن."):
        assert re.fullmatch(r"تعمل في محل .+ الآن\.", sent), sent
        assert institution_in(sent.removeprefix("تعمل في "), "ar") is not None
        assert " لل" not in sent


def test_a_family_is_called_by_a_family_name() -> None:
    families = {fold(name) for name in read_native("ar")["SURNAME"].entries}
    for sent in each_sent(gateway({P: ["بناني"]}), "حجز لعائلة بناني أمس."):
        assert fold(sent.removeprefix("حجز لعائلة ").removesuffix(" أمس.")) in families


@pytest.mark.parametrize(
    ("number", "left"),
    [
        ("03 220 944", r"02 \d{3} \d{3}"),
        ("+962 79 219 0804", r"\+962 83 \d{3} \d{4}"),
        ("0791234567", r"083\d{7}"),
    ],
)
def test_numbers_of_arab_countries_do_not_begin_with_zeros_and_nobody_has_them(number: str, left: str) -> None:
    import phonenumbers

    for sent in each_sent(gateway({"PHONE_NUMBER": [number]}), f"هاتف الشركة {number} واسألوا عنا."):
        new = sent.removeprefix("هاتف الشركة ").removesuffix(" واسألوا عنا.")
        assert re.fullmatch(left, new), new
        for region in REGIONS["ar"].split():
            assert not phonenumbers.is_valid_number(phonenumbers.parse(new, region))
