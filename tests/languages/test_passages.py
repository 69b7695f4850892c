"""Which passage of a text is in which language."""

import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dp_gateway.cache import hashed_once
from dp_gateway.languages import LANGUAGES, Passage, language_at, language_name, passages
from dp_gateway.languages.identify import _likeliest, _passages, _Piece

ROOT = Path(__file__).parents[2]
TEXTS = {
    "en": "Hello, my name is Anna Miller and I live in Boston.",
    "de": "Guten Tag,\n\nmein Name ist Anna Müller und ich wohne in Berlin.\n\nMit freundlichen Grüßen\nAnna Müller",
    "fr": "Bonjour, je m'appelle Anne Dupont et j'habite à Lyon depuis trois ans.",
    "es": "hola, me llamo juan y vivo en madrid con mi hermana",
    "it": "Buongiorno, mi chiamo Luca Rossi e abito a Milano in via Roma 10.",
    "nl": "Ik heet Jan de Vries en woon al tien jaar in Amsterdam.",
    "pt": "Ola, o meu nome e Joao e moro em Lisboa",
    "pl": "Nazywam sie Anna i mieszkam w Warszawie",
    "zh": "我叫王小明，住在北京市朝阳区建国路88号。我的手机号是13800138000。",
    "ja": "お世話になっております。株式会社三和の田中です。\n東京都渋谷区神南1-2-3",
    "ar": "اسمي محمد علي وأسكن في الرياض",
    "hi": "मेरा नाम राहुल है और मैं दिल्ली में रहता हूँ।",
    "ru": "Меня зовут Анна, я живу в Москве",
    "uk": "Мене звати Олена, і я живу в Києві",
    "fa": "سلام، اسم من رضا است و در تهران زندگی می‌کنم",
    "ur": "میرا نام علی ہے اور میں لاہور میں رہتا ہوں",
    "ko": "제 이름은 김민수이고 서울에 삽니다",
    "sv": "Hej, jag heter Anna och jag bor i en liten stad nära havet.",
    "tr": "Merhaba, benim adım Ayşe ve İstanbul'da yaşıyorum.",
}


LABELLED = {
    "de": "Az. 4 C 212/23, Amtsgericht Waiblingen, Kläger Hasan Demirtas",
    "fr": "Siret 552 081 317 66522, code APE 3514Z, Menuiserie Gaudel SARL",
    "es": "CURP GOML850712MDFRPL04, RFC GOML850712AB3, Lucila Gómez, Puebla",
    "it": "Pratica INPS 6700.12/04/2023.0447182, domanda 2047182900013",
    "nl": "EAN-code 871687140004471829, meterstand 4412, klantnr 44.718.290",
    "pl": "PPE 590543500044718290, licznik 44718290, odbiorca Zenon Bura",
    "ja": "保険者番号06160447、記号4471、番号829、浜田慶子",
    "hi": "मुकदमा संख्या 447/2023, जिला न्यायालय अजमेर, वादी शबनम खातून",
}


@pytest.mark.parametrize("code", LABELLED)
def test_a_line_of_labels_and_numbers_is_in_the_language_of_its_labels(code):
    assert [one.language for one in passages(LABELLED[code])] == [code]


def test_headings_of_an_english_cv_stay_english_between_spanish_lines():
    text = (
        "Languages: Spanish (native), English (C1)\n\nWork experience\n2019-2023 Camarera, Bar El Rincón, Madrid\n"
        "2023-today Waitress, The Oak, London\n\nEducation\nUniversidad Complutense de Madrid, Grado en Turismo"
    )
    assert language_at(passages(text), text.index("Waitress")) == "en"
    assert language_at(passages(text), text.index("Education")) == "en"
    assert language_at(passages(text), text.index("Grado")) == "es"


@pytest.mark.parametrize("code", TEXTS)
def test_a_text_of_one_language_is_one_passage(code):
    text = TEXTS[code]
    assert passages(text) == [Passage(0, len(text), code)]


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("de", "Reisepass C4J471829, Führerschein B072RRE2I55."),
        ("nl", "Paspoort NPK447182, rijbewijs 5447182933."),
        ("pl", "Karta pacjenta 2023-44718, skierowanie 0447182933."),
        ("en", "Passport C4J471829, driving licence B072RRE2I55."),
        ("en", "She moved to the campus next to the autobahn."),
    ],
)
def test_a_word_of_forms_tells_the_language_of_a_short_line(code, text):
    assert [one.language for one in passages(text)] == [code]


def test_chinese_without_particles_is_not_japanese():
    assert [one.language for one in passages("姓名欧阳晓雯，三十四岁，宁波市鄞州区开店个体户。")] == ["zh"]


def test_a_mixed_message_is_cut_where_the_language_changes():
    german, english = "Mein Name ist Anna und ich wohne in Berlin.", " Please send the letter to my new address."
    text = german + english + "\n我的手机坏了，请帮我看看。"
    assert passages(text) == [
        Passage(0, len(german), "de"),
        Passage(len(german), len(german + english) + 1, "en"),
        Passage(len(german + english) + 1, len(text), "zh"),
    ]


def test_another_script_within_a_sentence_is_a_passage_of_its_own():
    text = "My address is 北京市朝阳区建国路88号, please send it there soon."
    found = passages(text)
    assert [one.language for one in found] == ["en", "zh", "en"]
    assert language_at(found, text.index("朝")) == "zh"
    assert language_at(found, 0) == language_at(found, len(text)) == "en"


def test_an_english_name_of_a_product_makes_no_passage():
    text = "我的 iPhone 15 Pro Max 坏了，请问什么时候可以修好？"
    assert passages(text) == [Passage(0, len(text), "zh")]
    text = "Ich habe gestern ein „Samsung Galaxy Watch Ultra“ gekauft, und es geht nicht an."
    assert passages(text) == [Passage(0, len(text), "de")]


@pytest.mark.parametrize(
    "text",
    [
        "Juan Perez\nMaria Lopez\nJose Garcia\nLuis Fernandez\n",
        "Guten Morgen",
        "Los Angeles, Santa Fe, San Jose, El Paso and Las Vegas are towns.",
        "She wrote her résumé at a café, naïve as she was.",
        "Regards,\nJosé García\nZoë Brontë",
        "Juan Perez, Maria Lopez",
        "pro bono\nde facto",
        "Dr. Ludwig van der Berg and Mrs. de la Cruz came by.",
        "https://www.beispiel.de/ich/bin/ein/pfad/und/das/ist/auch/einer",
        "",
    ],
)
def test_english_stays_english(text):
    assert [one.language for one in passages(text)] == ["en"] * bool(text)


def test_a_form_of_short_lines_has_the_language_of_its_labels():
    text = (
        "Antrag auf Kindergeld\nName: Yusuf Warsame\nGeburtsdatum: 12.03.1985\nStraße: Am Markt 3\nSteuernummer: 12 345"
    )
    assert passages(text) == [Passage(0, len(text), "de")]


def test_code_follows_the_text_around_it():
    text = "```python\nfor x in y:\n  print(x)\n```\nWas macht dieser Code hier genau?"
    assert passages(text) == [Passage(0, len(text), "de")]


_WORDS = sorted(
    {word for text in TEXTS.values() for word in text.split()} | {"\n", "\n\n", "…", "。", "\ud800", "👩‍👧"}
)


@given(st.lists(st.sampled_from(_WORDS), max_size=40).map(" ".join))
def test_passages_are_all_of_the_text_in_order(text):
    found = passages(text)
    assert "".join(text[one.start : one.end] for one in found) == text
    assert all(one.end == other.start for one, other in pairwise(found))
    assert all(one.language != other.language for one, other in pairwise(found))
    assert passages(text) == found


def test_of_two_languages_that_are_near_the_supported_one_is_told():
    piece, codes = _Piece(0, 52, 0.0, None), ["en", "sk", "pl"]
    near, far = (np.array([[0.0, told, 4.1]], np.float32) for told in (4.3, 9.0))
    assert [codes[at] for at in (*_likeliest([piece], near, codes), *_likeliest([piece], far, codes))] == ["pl", "sk"]


def test_languages_have_names():
    assert list(LANGUAGES) == "en de fr es it nl pt pl zh ja ar hi".split()
    assert language_name("de") == "German"
    assert language_name("ru") == "Russian"
    assert language_name("xx") == "xx"
    assert language_at([], 0) == "en"


def test_english_prose_is_hardly_ever_misread():
    """At most one line in two thousand, of every page of this project but the one that quotes other languages.

    Examples quote them too, in fences.
    """
    pages = [page for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")) if page.name != "languages.md"]
    prose = (re.sub(r"(?ms)^```.*?^```", "", page.read_text()) for page in pages)
    lines = {line for page in prose for line in page.splitlines() if line}
    wrong = [line for line in lines if any(one.language != "en" for one in passages(line))]
    assert len(lines) > 1000
    assert len(wrong) * 2000 <= len(lines), wrong


@given(st.lists(st.lists(st.sampled_from([*TEXTS.values(), *LABELLED.values(), "", "```", "$ sort -n a.txt"]))))
def test_lines_that_other_texts_of_a_request_had_tell_what_they_tell_alone(texts):
    joined = ["\n".join(lines) for lines in texts]
    with hashed_once():
        assert [_passages(text) for text in joined] == [hashed_once()(_passages)(text) for text in joined]
