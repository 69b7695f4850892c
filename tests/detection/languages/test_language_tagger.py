"""The tagger of languages other than English, with the weights that the package carries."""

import subprocess
import sys

import pytest

from dp_gateway.detection.detection import default_detection
from dp_gateway.detection.languages import tagger
from dp_gateway.detection.languages.tagger import GROUPS, LanguageTagger
from dp_gateway.languages import LANGUAGES
from dp_gateway.patterns.base import merge

SENTENCES = (
    ("Gestern war ich mit Katharina Brenner bei der Sparkasse in Leipzig.", "PERSON", "Katharina Brenner"),
    ("Hier, j'ai parlé avec Camille Fournier de la mairie de Grenoble.", "PERSON", "Camille Fournier"),
    ("Ayer estuve con Lucía Herrero en el hospital de Zaragoza.", "PERSON", "Lucía Herrero"),
    ("Ieri ho incontrato Matteo Ferrari alla stazione di Bologna.", "PERSON", "Matteo Ferrari"),
    ("Gisteren heb ik met Femke Jansen in Groningen gegeten.", "PERSON", "Femke Jansen"),
    ("Ontem falei com a Beatriz Carvalho sobre a casa em Coimbra.", "PERSON", "Beatriz Carvalho"),
    ("Wczoraj rozmawiałem z Katarzyną Wiśniewską o mieszkaniu w Poznaniu.", "PERSON", "Katarzyną Wiśniewską"),
    ("昨天我和王建国在杭州见面,他在银行上班。", "PERSON", "王建国"),
    ("昨日、田中健一さんと京都で会いました。", "PERSON", "田中健一"),
    ("أمس تكلمت مع محمد الشمري في الرياض عن العقد.", "PERSON", "محمد الشمري"),
    ("कल मैं राजेश शर्मा से जयपुर में मिला था।", "PERSON", "राजेश शर्मा"),
)


@pytest.fixture(scope="module")
def detector():
    return LanguageTagger()


@pytest.mark.parametrize(("text", "kind", "name"), SENTENCES, ids=[text[:10] for text, _, _ in SENTENCES])
def test_a_name_in_a_plain_sentence_is_found_whole(detector, text, kind, name):
    found = [(one.type, text[one.start : one.end]) for one in merge(detector.detect([text])[0], text)]
    assert (kind, name) in found


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("夏は海へ行きます。八人分の肉じゃがを作ります。", []),
        ("Von meinem Konto wurden am 4. November 2023 1.249,90 € abgebucht.", []),
        ("Ma sœur Judith est mariée à un Irlandais.", ["Judith"]),
        ("O meu chefe chama-se Raul Linhares e trabalha aqui.", ["Raul Linhares"]),
        ("Mia sorella Giuditta ha sposato un irlandese.", ["Giuditta"]),
        ("Ik wacht op neef Stijn Bakker en buurvrouw Ria.", ["Stijn Bakker", "Ria"]),
        ("Mon fils Gaspard aura une opération en juillet.", ["Gaspard"]),
        ("Ma fille Léa sera en CE2 et Hugo ira au collège.", ["Léa", "Hugo"]),
        ("Oi gente, amanha vem a Bruna, o Thiago e acho que a Vanessa.", ["Bruna", "Thiago", "Vanessa"]),
        ("Thomas Wiegand kommt heute nicht, sagt Katja.", ["Thomas Wiegand", "Katja"]),
        ("刘叔家的狗整夜在叫，林悦今天又迟到了。", ["刘叔", "林悦"]),
        ("मकान मालिक श्री हरीश चौहान पैसे नहीं लौटा रहे।", ["हरीश चौहान"]),
    ],
)
def test_names_are_found_by_themselves(detector, text, names):
    """Nobody with a title, and no season, number of people, "from", "married" or "himself"."""
    found = merge(detector.detect([text])[0], text)
    assert [text[one.start : one.end] for one in found if one.type in ("PERSON", "LOCATION", "JOB_TITLE")] == names
    assert "mariée" not in [text[one.start : one.end] for one in found]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("La casa está en la calle Sombrerería, 14, 3.º B, 28012 Madrid.", ["POSTCODE 28012", "LOCATION Madrid"]),
        ("L'appartamento di via dei Mille 27/B, 10123 Torino, è libero.", ["POSTCODE 10123", "LOCATION Torino"]),
        ("Mieszkanie przy ul. Długosza 18/4, 51-162 Wrocław.", ["POSTCODE 51-162", "LOCATION Wrocław"]),
        ("O apartamento da Rua do Salitre, 118, 2.º Esq., 1250-200 Lisboa.", ["POSTCODE 1250-200", "LOCATION Lisboa"]),
    ],
)
def test_a_postcode_and_a_town_are_no_street(text, parts):
    found = [f"{one.type} {text[one.start : one.end]}" for one in default_detection().detect([text])[0]]
    assert found[-2:] == parts


@pytest.mark.parametrize(
    ("text", "name"),
    [
        # The network calls single characters of these names by several types.
        ("他在自己的事业上也极大地受到李小龙电影的影响。", "李小龙"),
        ("四日市富田とは、大和リースが手がける、三重県の施設である。", "大和リース"),
        # Abbreviations that no list has, and a place of which the network alone is not sure.
        ("México, Canadá e os EUA assinaram o tratado.", "EUA"),
        ("O dinheiro foi prometido, disse FHC aos jornalistas.", "FHC"),
        ("As forças do norte do Iêmen anunciaram a tomada da cidade.", "Iêmen"),
        # Of frequent words.
        ("اجتمع أعضاء لجنة حفظ الآثار العربية سنة 1882.", "لجنة حفظ الآثار العربية"),
    ],
)
def test_names_of_books_and_news_are_found_whole(detector, text, name):
    assert name in {text[one.start : one.end] for one in detector.detect([text])[0]}


@pytest.mark.parametrize(
    "text", ["Segundo a determinação da Justiça, os empregados voltam.", "Kto chciał, mógł zobaczyć Obraz."]
)
def test_a_common_word_with_a_capital_is_no_name(detector, text):
    assert not detector.detect([text])[0]


def test_a_verb_behind_a_chinese_firm_is_none_of_it():
    text = "我在绵阳当电焊工，想给川西机械厂投简历。"
    found = default_detection().detect([text])[0]
    assert "川西机械厂" in [text[one.start : one.end] for one in found if one.type == "ORGANIZATION"]


def test_the_result_of_a_text_does_not_depend_on_the_others(detector):
    texts = [text for text, _, _ in SENTENCES]
    assert detector.detect(texts) == [detector.detect([text])[0] for text in texts]


def test_places_count_in_the_whole_text(detector):
    english = "Please translate this letter for my neighbour, who asked me about it yesterday.\n\n"
    german = "Sehr geehrte Frau Brenner, wir haben Ihren Vertrag erhalten. Ihr Nachbar Jonas Weber wohnt in Leipzig.\n"
    text = english + german + english
    found = {text[one.start : one.end] for one in detector.detect([text])[0]}
    assert {"Brenner", "Jonas Weber", "Leipzig"} <= found


def test_a_name_ends_where_its_sentence_and_its_line_do(detector):
    text = (
        "Meine Tochter Mia wohnt in der Stadt Leipzig. Am Montag fahren wir zu Jonas Weber\nStraße und Ort wie immer."
    )
    found = [text[one.start : one.end] for one in detector.detect([text])[0]]
    assert "Leipzig" in found
    assert not any("." in one or "\n" in one for one in found)


def test_a_particle_is_no_part_of_the_name():
    text = "ذهبت مع أحمد ومحمد إلى السوق ثم رجعنا إلى البيت."
    assert "محمد" in [text[one.start : one.end] for one in default_detection(ner="always").detect([text])[0]]


def test_only_the_types_that_are_asked_for_are_found():
    found = LanguageTagger(types=["LOCATION"]).detect([text for text, _, _ in SENTENCES])
    assert {one.type for of_text in found for one in of_text} == {"LOCATION"}


def test_every_language_but_english_has_weights():
    assert set(GROUPS) == set(LANGUAGES) - {"en"}
    assert all(tagger._weights(group).exists() for group in GROUPS.values())


def test_weights_are_read_when_a_text_needs_them():
    program = (
        "from dp_gateway.detection.languages import tagger\n"
        "detector = tagger.LanguageTagger()\n"
        "detector.detect(['My friend Anna Miller lives in Boston and works as a nurse there.'])\n"
        "assert tagger._opened.cache_info().currsize == 0\n"
        "detector.detect(['Gestern war ich mit meiner Freundin in der Stadt und habe ein Buch gekauft.'])\n"
        "assert tagger._opened.cache_info().currsize == 1\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize(
    ("text", "one", "told"),
    [
        ("她是乌兹别克斯坦人，住在上海。", "人", False),
        ("申請說明：請寄到臺北。", "明", False),
        ("姓名：周，电话：13800138000。", "周", True),
        ("昨日、林さんと大阪で会いました。", "林", True),
    ],
)
def test_an_ideograph_is_a_person_where_one_is_addressed_by_it(text: str, one: str, told: bool) -> None:
    at = text.index(one)
    found = default_detection().detect([text])[0]
    alone = [entity.start for entity in found if entity.type == "PERSON" and entity.end - entity.start == 1]
    assert alone == ([at] if told else [])


def test_an_identifier_begins_with_its_word() -> None:
    text = "Piszę w sprawie akt, mam sygnaturę z archiwum: ŁKD 417/2206. Proszę o odpowiedź."
    found = {text[one.start : one.end] for one in default_detection().detect([text])[0]}
    assert "ŁKD 417/2206" in found
    assert "KD 417/2206" not in found
