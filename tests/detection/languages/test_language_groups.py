"""Jobs, nationalities and faiths where grammar ties them to somebody, and where they tell of nobody."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection
from dp_gateway.detection.languages.groups import LanguageGroups
from dp_gateway.languages import passages

_TOLD = [
    ("de", "Ich bin Krankenschwester und wohne mit meinem Mann in der Stadt.", "Krankenschwester"),
    ("de", "Mein Bruder arbeitet seit Jahren als Maschinenbauingenieur in der Fabrik.", "Maschinenbauingenieur"),
    ("de", "Unsere Nachbarin ist eine Polin und wohnt nebenan.", "Polin"),
    ("de", "Meine türkische Nachbarin hat uns gestern geholfen.", "türkische"),
    ("de", "Beruf: Glasbläser\nKonfession: evangelisch\nDas steht in dem Formular.", "Glasbläser"),
    ("de", "Unsere Hebamme war gestern wieder da und hat geholfen.", "Hebamme"),
    ("de", "Der Busfahrer sagte, mein Ticket sei nicht mehr gültig.", "Busfahrer"),
    ("it", "La badante moldava di mia zia prende poco.", "moldava"),
    ("fr", "Mon frère, pompier volontaire, a été blessé hier soir.", "pompier volontaire"),
    ("zh", "我老公在一家工厂当车间主任，经常加班。", "车间主任"),
    ("zh", "我上个月被辞退(货车司机,52岁)怎么办?", "货车司机"),
    ("ja", "夫が消防士なので、いつも心配しています。", "消防士"),
    ("ar", "تقدمت لوظيفة أمين مستودع، وأنتظر الرد.", "أمين مستودع"),
    ("hi", "बस के ड्राइवर ने कहा कि मेरा पास नहीं चलेगा।", "ड्राइवर"),
    ("fr", "Je suis infirmière depuis dix ans et je cherche un logement.", "infirmière"),
    ("fr", "Elle exerce la profession d'avocate dans une petite ville.", "avocate"),
    ("fr", "Notre voisine est portugaise et nous aide beaucoup.", "portugaise"),
    ("fr", "Profession : souffleuse de verre\nJ'habite ici depuis longtemps.", "souffleuse de verre"),
    ("es", "Soy enfermera y mi marido está en casa con los niños.", "enfermera"),
    ("es", "Vivo con mi novio, un italiano, en un piso pequeño.", "italiano"),
    ("it", "Mio marito è muratore e la sera torna sempre tardi.", "muratore"),
    ("it", "La mia vicina è rumena e ci aiuta con i bambini.", "rumena"),
    ("nl", "Mijn man is metselaar en ik werk nu thuis voor ons gezin.", "metselaar"),
    ("pt", "O meu marido é pedreiro e eu fico em casa com as crianças.", "pedreiro"),
    ("pl", "Jestem pielęgniarką i mieszkam tutaj od dziesięciu lat.", "pielęgniarką"),
    ("pl", "Mój sąsiad jest Ukraińcem i pomaga nam w ogrodzie.", "Ukraińcem"),
    ("zh", "我老公是卡车司机，我们住在这里很多年了。", "卡车司机"),
    ("zh", "我们家信佛教，所以吃素，请不要放肉。", "佛教"),
    ("ja", "私は看護師をしていて、夜勤が多いです。", "看護師"),
    ("ar", "زوجي نجار ونحن نعيش هنا منذ سنوات طويلة.", "نجار"),
    ("hi", "मेरे पति राजमिस्त्री हैं और हम यहाँ बहुत साल से रहते हैं।", "राजमिस्त्री"),
    ("de", "Wir haben eine tschechische Au-pair, die eigentlich Kinderpflegerin werden will.", "Kinderpflegerin"),
    ("de", "Der neue Nachbar ist wohl Kranführer und kommt immer spät nach Hause.", "Kranführer"),
    ("fr", "Son père serait cordonnier dans un petit village, je crois.", "cordonnier"),
    ("es", "Mi suegro, testigo de Jehová convencido, no acepta la transfusión.", "testigo de Jehová"),
    ("it", "Mia sorella studia per fare la puericultrice in una scuola.", "puericultrice"),
    ("pl", "Kiedyś byłem glazurnikiem, teraz jestem tylko woźnym w tej szkole.", "woźnym"),
    ("ar", "كان أبي إسكافيا ونحن نعيش هنا منذ سنوات طويلة.", "إسكافيا"),
    ("fr", "On vient de me proposer un CDI de magasinier dans une autre ville.", "magasinier"),
    ("fr", "Élodie Garnier, secrétaire RH, vous recontactera demain pour le dossier.", "secrétaire RH"),
    ("it", "Mi hanno offerto un posto da magazziniere e non so se accettare.", "magazziniere"),
    ("zh", "前男友还是个服务员，我们早就不联系了。", "服务员"),
    ("zh", "他们给了我一个叉车工的岗位，我不知道要不要接受。", "叉车工"),
    ("ja", "トラック運転手の仕事を紹介されたのですが、迷っています。", "トラック運転手"),
    ("ar", "ابنتي تريد أن تصبح ممرضة في مستشفى كبير.", "ممرضة"),
    ("hi", "मैं अब वेटर बन गया और रात में काम करता हूँ।", "वेटर"),
]
_OF_NOBODY = [
    ("de", "Das polnische Restaurant am Markt hat eine gute Küche, und das Essen ist billig."),
    ("de", "Der Film handelt von der Arbeit, die Lehrer in Schulen haben."),
    ("fr", "Pouvez-vous traduire ce texte en italien avec une grammaire simple ?"),
    ("fr", "Je cherche une recette de cuisine italienne pour ce soir."),
    ("es", "Quiero aprender italiano y busco un buen libro de gramática."),
    ("it", "Il ristorante cinese in centro ha una buona cucina, ma costa troppo."),
    ("nl", "Hoe maak ik een goede soep voor een groep van tien mensen?"),
    ("es", "Me gusta más la comida italiana que la francesa, pero la mexicana es la mejor."),
    ("de", "Ich finde die italienische Küche besser als die französische."),
    ("nl", "Ik vind de Italiaanse keuken lekkerder dan de Franse."),
    ("pl", "Szukam dobrej restauracji, gdzie jest kuchnia włoska i niedrogo."),
    ("zh", "请问红烧肉怎么做？要炖多长时间？"),
    ("ja", "病院では看護師が足りないというニュースを読みました。"),
    ("es", "En el ejercicio de sus derechos toda persona tiene límites."),
    ("fr", "Toute personne, en tant que membre de la société, a droit à la sécurité."),
    ("hi", "सभी को क़ानून में व्यक्ति के रूप में स्वीकार किया जाता है।"),
    ("zh", "无论您是要翻译、支持还是写代码，我们都欢迎。"),
    ("zh", "身为项目成员，我们保证大家都能参与。"),
]

_TOLD += [
    ("ja", "看護師の姉に聞いたところ、心配いらないそうです。", "看護師"),
    ("ja", "父はタクシー運転手を二十年やっています。", "タクシー運転手"),
    ("ja", "彼女は駅前の銀行の窓口係です。", "窓口係"),
    ("zh", "我是木匠，老婆在医院上班。", "木匠"),
    ("zh", "他以前当兵，现在开网约车，每天很晚回家。", "开网约车"),
    ("it", "Faccio l'idraulico a Sassuolo da molti anni.", "idraulico"),
]
_OF_NOBODY += [
    ("it", "Come si fa il risotto per otto persone?"),
    ("it", "Mi scrive una giustificazione per la maestra Ornella? Pietro aveva la febbre."),
    ("de", "Mein Hausarzt meint, ich soll mich schonen."),
    ("fr", "Je cherche un poste de nuit près de chez moi."),
    ("zh", "我女儿得了水痘，明天请假一天。班主任是宋老师。"),
    ("ja", "大家の熊谷さんが敷金を返してくれません。"),
    ("fr", "Notre chien est malade, le vétérinaire de Vannes lui a fait une piqûre."),
    ("de", "Mein Sachbearbeiter ist im Urlaub, und der Antrag bleibt liegen."),
    ("it", "A scuola la professoressa Grandi dice che il passato è più facile."),
    ("es", "La gestora está de vacaciones hasta el lunes que viene."),
    ("ar", "اشتغلت سنتين في متجر كبير ثم رجعت إلى البيت."),
    ("ja", "昨日畑で転びましたが、救急の先生がとても親切でした。"),
    ("zh", "从下周一起我们采购部搬到三楼去了。"),
]


def _found(text: str) -> list[str]:
    return [text[one.start : one.end] for one in LanguageGroups().detect([text])[0]]


@pytest.mark.parametrize(("language", "text", "wanted"), _TOLD)
def test_what_somebody_is_is_found(language: str, text: str, wanted: str) -> None:
    assert {one.language for one in passages(text)} == {language}
    assert wanted in _found(text)


@pytest.mark.parametrize(("language", "text"), _OF_NOBODY)
def test_a_thing_or_a_trade_is_nobody(language: str, text: str) -> None:
    assert {one.language for one in passages(text)} == {language}
    assert _found(text) == []


def test_only_types_that_are_asked_for() -> None:
    text = "Ich bin Polin und arbeite als Lehrerin in der Stadt."
    only = LanguageGroups(("NRP",)).detect([text])[0]
    assert [text[one.start : one.end] for one in only] == ["Polin"]
    assert LanguageGroups(("PERSON",)).detect([text]) == [[]]


def test_who_is_in_charge_is_called_by_name() -> None:
    (found,) = default_detection().detect(["担当は森先生です。"])
    assert [one.type for one in found] == ["PERSON"]
