"""Names by what stands beside them, in languages other than English."""

import pytest

from dp_gateway.detection.languages.names import LanguageNames

FOUND = (
    ("Hallo, mein Name ist Jonas Kleinschmidt und ich wohne hier.", ["Jonas Kleinschmidt"]),
    ("Sehr geehrte Frau Dr. Özdemir, der Termin ist am Freitag.", ["Özdemir"]),
    ("Der Auftrag ging an die Hansen Bau GmbH & Co. KG im Norden.", ["Hansen Bau GmbH & Co. KG"]),
    ("Bonjour, je m'appelle Maëlys Quévreux et j'habite ici.", ["Maëlys Quévreux"]),
    ("Mme de La Tour est là avec M. Dupont pour la réunion.", ["de La Tour", "Dupont"]),
    ("Hola, me llamo Xiomara Quintanilla y vivo aquí.", ["Xiomara Quintanilla"]),
    ("Buongiorno, mi chiamo Ludovica Sbordone e abito qui.", ["Ludovica Sbordone"]),
    ("Goedemiddag, ik heet Sjoerd van der Wal en ik woon hier.", ["Sjoerd van der Wal"]),
    ("Olá, o meu nome é Filomena Tavares e moro aqui.", ["Filomena Tavares"]),
    ("Dzień dobry, nazywam się Zbigniew Przybył i mieszkam tutaj.", ["Zbigniew Przybył"]),
    ("Vielen Dank für die Hilfe.\n\nMit freundlichen Grüßen\n\nTesfaye Gebremedhin", ["Tesfaye Gebremedhin"]),
    ("Eu, Francisco Xavier de Noronha e Távora, moro aqui.", ["Francisco Xavier de Noronha e Távora"]),
    ("Naam: Özlem Yıldırım\nAdres: zie bijlage voor het nieuwe adres", ["Özlem Yıldırım"]),
    ("الاسم الكامل: محمد السيد عبد الرحمن حجازي\nالعمر 33", ["محمد السيد عبد الرحمن حجازي"]),
    ("أعمل محاسبا في شركة دجلة للصناعات الغذائية منذ عام.", ["شركة دجلة للصناعات الغذائية"]),
    ("你好,我叫欧阳娜娜,我在北京华宇科技有限公司上班。", ["欧阳娜娜", "北京华宇科技有限公司"]),
    (
        "私の名前は山田太郎です。佐藤さんは株式会社ミライテックで働いています。",
        ["山田太郎", "佐藤", "株式会社ミライテック"],
    ),
    ("昨日、大塚小児科とひかり歯科クリニックに行きました。", ["大塚小児科", "ひかり歯科クリニック"]),
    ("我在青岛一家叫金海食品的厂里上班。", ["金海食品"]),
    ("السلام عليكم، اسمي خالد العتيبي وأعمل مع الدكتور محمد حسن.", ["خالد العتيبي", "محمد حسن"]),
    ("नमस्ते, मेरा नाम राहुल शर्मा है। श्रीमती अनीता वर्मा कल आएंगी।", ["राहुल शर्मा", "अनीता वर्मा"]),
    ("कृपया श्री केसरी को 011-44719920 पर फ़ोन करें।", ["केसरी"]),
)


@pytest.mark.parametrize(("text", "expected"), FOUND, ids=[text[:12] for text, _ in FOUND])
def test_a_name_beside_a_cue_is_found_whole(text, expected):
    found = [text[one.start : one.end] for one in LanguageNames().detect([text])[0]]
    assert all(name in found for name in expected), found


@pytest.mark.parametrize(
    "text",
    [
        "Der Herr Doktor kommt gleich, und die Frau Ministerin auch nicht.",
        "仕様は同様です。お客様へのご案内をお願いします。",
        "谢谢师傅,请问这位先生是谁?",
        "M. le maire a parlé de la réforme avec Madame la ministre.",
        "हाँ जी, यह क्या है? माता जी और पिता जी घर पर हैं।",
        "चाचा लकड़ी और मिट्टी लेकर आएँगे।",
    ],
)
def test_what_stands_beside_a_cue_and_is_no_name_is_left(text):
    assert [text[one.start : one.end] for one in LanguageNames(["PERSON"]).detect([text])[0]] == []


@pytest.mark.parametrize(
    "text",
    [
        "近くの総合病院か大学病院に行きたいです。",
        "ここの病院に行きました。",
        "附近有没有大医院?我想存钱,去银行还是超市?",
    ],
)
def test_a_common_noun_is_no_firm(text):
    assert LanguageNames(["ORGANIZATION"]).detect([text]) == [[]]


def test_english_is_not_read():
    assert LanguageNames().detect(["My name is Anna Miller, and Herr Krause from Hansen GmbH called about it."]) == [[]]


def test_types_that_nobody_asked_for_are_left_out():
    text = "Sehr geehrte Frau Kleinschmidt, die Hansen Bau GmbH hat den Termin leider verschoben."
    assert {one.type for one in LanguageNames(["ORGANIZATION"]).detect([text])[0]} == {"ORGANIZATION"}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Notre fils entre à l'école Jules-Verne en septembre, et nous cherchons une nourrice.", "école Jules-Verne"),
        ("La boda es en la parroquia de San Nicolás el sábado por la tarde.", "parroquia de San Nicolás"),
        ("Unsere Tochter kommt im Sommer auf die Grundschule am Wehr in unserer Straße.", "Grundschule am Wehr"),
        ("Nasza córka idzie do Szkoły Podstawowej nr 12 we wrześniu.", "Szkoły Podstawowej nr 12"),
    ],
)
def test_an_institution_has_its_kind(text: str, name: str) -> None:
    found = LanguageNames().detect([text])[0]
    assert name in [text[one.start : one.end] for one in found]
