"""What everyday texts of seven languages say of nobody, and whom and what they name in passing."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import Detection, default_detection
from dp_gateway.languages import passages
from dp_gateway.policy import DetectionSettings


@pytest.fixture(scope="module")
def detection() -> Detection:
    return default_detection(ner="always", thresholds={"": DetectionSettings().least_score})


def _covered(detection: Detection, text: str) -> str:
    places = {at for one in detection.detect([text])[0] if not one.public for at in range(one.start, one.end)}
    return "".join(char if at in places else "_" for at, char in enumerate(text))


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Hier ist es kalt. Gruß, Annegret von der Heide", "Gruß"),
        ("Mi hijo no podrá hacer educación física hasta el viernes.", "física"),
        ("Meu filho não pode fazer educação física hoje.", "física"),
        ("La mia prova di matematica è domani, dice mio figlio.", "matematica"),
        ("Per la pasta frolla mescola 300 g di farina e un uovo.", "farina"),
        ("Da dove viene il modo di dire «in bocca al lupo»?", "lupo"),
        ("No apartamento a caldeira não funciona desde ontem.", "caldeira"),
        ("Candidatura per il ruolo di saldatore presso una ditta.", "ruolo"),
        ("Merci, Aurore (maman de Malo)", "de"),
        ("In der Wohnung Kapuzinergasse 14 ist die Heizung kalt.", "Wohnung"),
        ("jaja toñi dice que rubén curra en una fábrica", "curra"),
        ("Ticket #88214 continua aberto", "aberto"),
        ("sócio n.º A-20448/19", "sócio"),
        ("Tél : 04.72.10.20.30", "Tél"),
        ("burgerservicenr: 111.222.333", "burgerservicenr"),
        ("Le lilas et la violette fleurissent, la rose aussi.", "Le"),
        ("Scrivetemi a questo indirizzo appena potete.", "Scrivetemi"),
        ("Transferencia a mi cuenta, concepto alquiler mayo", "mayo"),
        ("Mijn kenteken is gh482l en dat weet u.", "is"),
        ("Vorrei sapere se in piazza c'è il mercato.", "piazza"),
    ],
)
def test_a_word_is_nobodys(detection: Detection, text: str, word: str) -> None:
    at = text.index(f" {word}") + 1 if f" {word}" in text else text.index(word)
    assert not any(map(str.isalnum, _covered(detection, text)[at : at + len(word)]))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Liebe Grüße, Ihre Frau Gruß", "Gruß"),
        ("Estoy con los niños en Sabiñánigo y casi no hay cobertura.", "Sabiñánigo"),
        ("Merci, Aurore (maman de Malo)", "Malo"),
        ("Der Einspruch von Doktor Sauerwein liegt beim Gericht.", "Sauerwein"),
        ("El recurso de la letrada Sotomayor contra la resolución.", "Sotomayor"),
        ("Die Kaution habe ich am 2. Jänner bezahlt.", "2. Jänner"),
        ("Ele não vem até sexta, 12 de junho.", "12 de junho"),
        ("Schreib mir an moritz (at) posteo (punkt) de", "moritz (at) posteo (punkt) de"),
        ("escríbeme a mauricio [arroba] gmail [punto] com", "mauricio [arroba] gmail [punto] com"),
        ("pisz na maurycy (małpa) gmail (kropka) com", "maurycy (małpa) gmail (kropka) com"),
        ("Je cherche un poste de secrétaire médicale sur Lille.", "secrétaire médicale"),
        ("Szukam pracy jako pomoc dentystyczna w Tychach.", "pomoc dentystyczna"),
        ("Soy profesora de física en un instituto.", "profesora de física"),
        ("Oma Jopie wordt zondag 90!! Komen jullie ook?", "90"),
        ("Mijn zwager verhuist op zijn 45e nog naar Texel.", "45"),
        ("A vó Dalva faz 90 domingo!! Vamos lá.", "90"),
        ("Mein Schwager zieht mit 45 nochmal nach Rostock.", "45"),
        ("La abuela cumple 90 el domingo, hay comida.", "90"),
        ("Babcia w niedzielę kończy 90 lat, robimy obiad.", "90"),
        ("Il mio codice fiscale è rss mra 85t10 a562s, tutto minuscolo.", "rss mra 85t10 a562s"),
        ("Meine Kundennummer ist k 20 448 19, bitte prüfen.", "k 20 448 19"),
        ("Mój dowód osobisty to abc 123456, jest ważny.", "abc 123456"),
        ("Il libretto ha il numero 21/4432 da quest'anno.", "21/4432"),
        ("Gwenaëlle, du boulevard Voltaire, serait partante.", "boulevard Voltaire"),
    ],
)
def test_a_value_is_found_whole(detection: Detection, text: str, value: str) -> None:
    at = text.index(value)
    covered = _covered(detection, text)[at : at + len(value)]
    assert all(one == other for one, other in zip(covered, value, strict=True) if other.isalnum())


@pytest.mark.parametrize(
    ("text", "value", "kind"),
    [
        ("Mi cuñado Iker es tejador.", "tejador", "JOB_TITLE"),
        ("Gwenaëlle, du boulevard Voltaire, serait partante.", "boulevard Voltaire", "STREET_ADDRESS"),
        ("Marika di viale Kennedy sarebbe interessata.", "viale Kennedy", "STREET_ADDRESS"),
        ("Estoy con los niños en Sabiñánigo y casi no hay cobertura.", "Sabiñánigo", "LOCATION"),
        ("Merci, Aurore (maman de Malo)", "Malo", "PERSON"),
    ],
)
def test_a_value_is_of_its_kind(detection: Detection, text: str, value: str, kind: str) -> None:
    found = {text[one.start : one.end]: one.type for one in detection.detect([text])[0]}
    assert found.get(value) == kind


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("pt", "Ticket #88214 continua aberto"),
        ("fr", "Tél : 04.72.10.20.30"),
        ("it", "telaio ZFA31200000123456, immatricolata 05/2012"),
        ("pl", "nr legitymacji A-20448/19"),
        ("de", "FIN WVWZZZ1KZAW123456, Erstzulassung 05/2012"),
        ("en", "Ticket #88214 is still open"),
        ("en", "btw my name is on the list"),
    ],
)
def test_a_label_tells_the_language_of_a_line(language: str, text: str) -> None:
    assert [one.language for one in passages(text)] == [language]


@pytest.mark.parametrize(
    ("text", "private", "kind"),
    [
        ("Mia figlia Chiara, 14 anni, ha preso 4 in matematica.", "14 anni", "AGE"),
        ("Mi hija Carla, 14 años, ha suspendido las matemáticas.", "14 años", "AGE"),
        ("Meine Tochter Clara, 14 Jahre, ist heute krank.", "14 Jahre", "AGE"),
        ("Mijn dochter Clara, 14 jaar, is gezakt voor wiskunde.", "14 jaar", "AGE"),
        ("Moja córka Klara, 14 lat, nie zdała egzaminu.", "14 lat", "AGE"),
        ("Kupiłam u Was kurtkę, zamówienie nr 88120, zamek się zepsuł.", "88120", "ID_NUMBER"),
    ],
)
def test_what_stands_beside_a_name_or_a_label_is_read_as_it_is_meant(text: str, private: str, kind: str) -> None:
    found = {(text[one.start : one.end], one.type) for one in default_detection().detect([text])[0]}
    assert (private, kind) in found
    assert not {"nr", "nr 88120"} & {name for name, _ in found}
