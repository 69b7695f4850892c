"""What is everybody's is no finding, and of a body of a town the town alone is one."""

import pytest

from dp_gateway.detection.detection import default_detection
from dp_gateway.policy import DetectionSettings


@pytest.fixture(scope="module")
def detection():
    return default_detection(ner="always", thresholds={"": DetectionSettings().least_score})


def _found(detection, text, *types):
    return [text[one.start : one.end] for one in detection.detect([text])[0] if not types or one.type in types]


@pytest.mark.parametrize(
    ("text", "town"),
    [
        ("Ho ricevuto una lettera dalla questura di Caserta per il permesso.", "Caserta"),
        ("Ich habe Post vom Finanzamt Böblingen bekommen und muss zahlen.", "Böblingen"),
        ("Hij moest naar de gemeente Almere en woont daar ook.", "Almere"),
        ("El ayuntamiento de Burgos me ha mandado una multa por aparcar.", "Burgos"),
        ("Mój mąż pracuje w hotelu w Sopocie i wraca późno.", "Sopocie"),
        ("J'ai rendez-vous à la préfecture de Bobigny pour mon titre.", "Bobigny"),
        ("Recebi uma carta do Serviço de Finanças de Montijo sobre o IMI.", "Montijo"),
        ("Fiz a denúncia no Posto Territorial de Almodôvar, sem resposta.", "Almodôvar"),
        ("Me citó la Dirección Provincial de Albacete por la pensión.", "Albacete"),
        ("Pismo przyszło z prokuratury w Sopocie i trzeba odpisać.", "Sopocie"),
        ("昨天收到国家税务总局绍兴市柯桥区税务局的通知，让我补税。", "绍兴市柯桥区"),
        ("我在杭州市公安局补办了护照。", "杭州市"),
    ],
)
def test_of_a_body_of_a_town_the_town_is_found(detection, text, town):
    assert _found(detection, text, "ORGANIZATION", "LOCATION") == [town]


@pytest.mark.parametrize(
    "text",
    [
        "À Noël, on aimerait faire un repas végétarien pour douze personnes.",
        "Come prenoto un appuntamento all'Agenzia delle Entrate e quali documenti chiede l'INPS?",
        "A Pasqua vorremmo fare un'escursione in montagna, cosa mettiamo nello zaino?",
        "En Semana Santa queremos hacer una ruta, ¿qué llevamos en la mochila?",
        "Los principios de las Naciones Unidas rigen para todos los pueblos.",
        "Musik läuft weiter, wenn Bluetooth wieder verbunden ist.",
        "Działalność Narodów Zjednoczonych służy utrzymaniu pokoju na świecie.",
        "Hoe maak ik bezwaar en welke papieren vraagt het UWV?",
        "Quali Paesi fanno parte dell'Unione europea e che cosa decide la Camera di Commercio?",
        "De kinderen schrijven een brief aan de Kerstman en aan Sinterklaas.",
        "I bambini aspettano la Befana e Babbo Natale.",
        "Spiegami la differenza tra S.r.l. e S.p.A. in breve.",
        "怎样预约税务局办理个人所得税退税？",
        "请简单解释有限责任公司和股份有限公司的区别。",
        "प्राइवेट लिमिटेड और पब्लिक लिमिटेड में क्या अंतर है?",
        "Die Deutsche Bahn hat wieder Verspätung.",
    ],
)
def test_what_is_everybodys_is_not_found(detection, text):
    assert _found(detection, text) == []


@pytest.mark.parametrize(
    ("text", "firm"),
    [
        ("Je suis assuré à la mutuelle Alptis depuis dix ans.", "Alptis"),
        ("Unser Haus verwaltet die Hausverwaltung Lindhorst Immobilien.", "Lindhorst Immobilien"),
        ("Lavoro da anni per la ditta Fratelli Zorzi di Padova.", "Fratelli Zorzi"),
        ("Vermieterin Covivia Wohnen SE, Mieternummer 4471", "Covivia Wohnen SE"),
        ("我在绍兴富强公司上班。", "绍兴富强公司"),
    ],
)
def test_what_a_firm_is_said_to_be_is_no_part_of_its_name(detection, text, firm):
    assert firm in _found(detection, text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Le colis est arrivé chez Noël Besson hier matin.", "Noël Besson"),
        ("Unsere Tochter kommt im Sommer auf die Grundschule am Wehr in der Stadt.", "Grundschule am Wehr"),
        ("Nos casamos en la iglesia de San Lorenzo el sábado por la tarde.", "iglesia de San Lorenzo"),
        ("La mia vicina insegna alla scuola Giacomo Leopardi da tanti anni.", "scuola Giacomo Leopardi"),
    ],
)
def test_a_name_is_found_that_a_feast_or_a_kind_is_part_of(detection, text, name):
    assert name in _found(detection, text)
