"""Short texts of seven languages as they are sent: a native reader finds no word of another language or gender."""

from __future__ import annotations

import re

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.detection.languages.ordinary import is_place
from dp_gateway.languages import passages
from dp_gateway.mentions.native_parts import worker_before
from dp_gateway.surrogates.native_forms import in_account
from dp_gateway.vocabulary.lexicon.agreeing import words_of
from dp_gateway.vocabulary.lexicon.data import read_native
from dp_gateway.vocabulary.lexicon.forms import forms
from tests.surrogates.echoes import each_sent
from tests.surrogates.test_native import P, sent

SCOPES = "abcdefgh"


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    return Gateway("entities", key=Secret(b"a key for tests, not a secret"))


@pytest.mark.parametrize(
    ("text", "article"),
    [
        ("Le plombier Gaston Bretonneau passera à 14 h.", r"L(?:e |')"),
        ("La directrice, Mme Fatoumata Diallo, est née à Dakar.", r"L(?:a |')"),
        ("Hier le vendeur Enzo Marchal est venu.", r"Hier l(?:e |')"),
    ],
)
def test_a_french_article_before_a_job_stays_french(gateway: Gateway, text: str, article: str) -> None:
    assert all(re.match(article, one) for one in each_sent(gateway, text))


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Jadę do Helu.", "pl"),
        ("Hydraulik Zenon Brzęczyszczykiewicz przyjdzie o 14.", "pl"),
        ("Vou a Lisboa.", "pt"),
        ("Vado a Bari.", "it"),
        ("Mijn man Wouter is timmerman in Zwolle.", "nl"),
        ("Korbinian Stadlhuber, Mozartgasse 12/3, 5020 Salzburg", "de"),
        ("Ruedi Zgraggen, Bahnhofstrasse 21, 6460 Altdorf", "de"),
        ("Joke Peeters, Kerkstraat 45, 2060 Antwerpen", "nl"),
        ("Please write to John Smith, Bahnhofstrasse 21, before Monday.", "en"),
        ("I met Maria Vado at the bank.", "en"),
    ],
)
def test_a_verb_or_a_street_tells_the_language_of_a_short_text(text: str, language: str) -> None:
    assert [one.language for one in passages(text)] == [language]


@pytest.mark.parametrize(
    ("text", "before", "behind", "language"),
    [
        ("Hola, soy Maribel Quintanilla, auxiliar de farmacia en 28804 Alcalá.", ", ", " en ", "es"),
        ("Mi vecina Pilar, dentista, se muda a Oviedo.", ", ", ", se", "es"),
        ("Olá, sou a Conceição Figueiredo, dentista em Coimbra.", ", sou a ", " em ", "pt"),
        ("Mi hermana Rocío es periodista en Oviedo.", " es ", " en ", "es"),
    ],
)
def test_a_job_of_one_form_is_a_womans_beside_a_woman(
    gateway: Gateway, text: str, before: str, behind: str, language: str
) -> None:
    known = words_of(language)
    for one in each_sent(gateway, text):
        job = one.partition(before)[2].partition(behind)[0].rpartition(", ")[2]
        word = known[job.lower()]
        women = {of.form for written, of in known.items() if of.lemma == word.lemma and written == job.lower()}
        assert "feminine" in women or not any(
            of.lemma == word.lemma and of.form == "feminine" for of in known.values()
        ), one


@pytest.mark.parametrize(
    "text",
    ["Mi vecino Pedro, dentista, se muda a Oviedo.", "Mi hermana y su novio Álvaro, periodista, viven en Oviedo."],
)
def test_a_job_of_one_form_beside_a_man_is_no_womans(gateway: Gateway, text: str) -> None:
    known = words_of("es")
    for one in each_sent(gateway, text):
        job = one.split(", ")[1]
        assert known[job].form == "", one


@pytest.mark.parametrize(
    ("text", "firm"),
    [
        ("meu nome é wesley e trabalho na petrobras em são josé dos campos", r"trabalho na (.+) em "),
        ("mam na imię kevin i pracuję w biedronce w radomiu", r"pracuję w (.+) we? "),
    ],
)
def test_whom_somebody_works_for_is_a_firm(gateway: Gateway, text: str, firm: str) -> None:
    known = words_of("pt" if "trabalho" in text else "pl")
    for one in each_sent(gateway, text):
        found = re.search(firm, one)
        assert found
        assert found[1] not in known


def test_large_towns_of_portuguese_are_places(gateway: Gateway) -> None:
    assert all(is_place(name, "pt") for name in ("Lisboa", "Porto", "Coimbra", "Braga", "Recife", "Rio de Janeiro"))
    assert not is_place("Salvador", "pt")
    towns = set(read_native("pt")["CITY"].entries)
    for one in each_sent(gateway, "O meu marido Gonçalo é carpinteiro no Porto."):
        assert re.split(r" (?:no|na|em) ", one)[-1].rstrip(".") in towns


@pytest.mark.parametrize(
    ("text", "name", "pool", "case"),
    [
        ("Szanowny doktorze Wyspiański, dziękuję.", "Wyspiański", "SURNAME", ""),
        ("Widziałem Heńka w sklepie.", "Heńka", "GIVEN_NAME_MALE", "gen"),
        ("Rozmawiałam z Heńką przez telefon.", "Heńką", "GIVEN_NAME_FEMALE", "ins"),
        ("Prezent jest od Zdzicha i dla mnie.", "Zdzicha", "GIVEN_NAME_MALE", "gen"),
    ],
)
def test_a_polish_name_that_no_list_has_gets_one_in_its_case(text: str, name: str, pool: str, case: str) -> None:
    before, after = text.split(name)
    kind = "family" if pool == "SURNAME" else "given"
    gender = "female" if pool.endswith("FEMALE") and not pool.endswith("_MALE") else "male"
    listed = {forms(one, kind, gender, "pl").get(case, one) for one in read_native("pl")[pool].entries}
    for scope in SCOPES:
        out = sent(text, {name: P}, scope)
        assert out.removeprefix(before).removesuffix(after) in listed


@pytest.mark.parametrize(
    ("text", "name", "case"),
    [
        ("List jest od Tomasza Gołąbka dla mnie.", "Tomasza Gołąbka", "gen"),
        ("Rozmawiałam z Tomaszem Wróblem przez telefon.", "Tomaszem Wróblem", "ins"),
    ],
)
def test_a_polish_family_name_stands_in_the_case_of_the_given_name(text: str, name: str, case: str) -> None:
    listed = {forms(one, "family", "male", "pl").get(case, one) for one in read_native("pl")["SURNAME"].entries}
    before, after = text.split(name)
    for scope in SCOPES:
        assert sent(text, {name: P}, scope).removeprefix(before).removesuffix(after).split()[1] in listed


@pytest.mark.parametrize(
    ("text", "pool"),
    [
        ("Hallo, ich bin Sieglinde Kratzer aus 4020 Linz.", "de/CITY_AT"),
        ("Mein Mann Urs arbeitet als Schreiner in 8400 Winterthur.", "de/CITY_CH"),
        ("Bonjour, je m'appelle Ghislaine Pommereau et j'habite à 1003 Lausanne.", "fr/CITY_CH"),
        ("Le colis est pour la famille Vandenbroucke, à Liège.", "fr/CITY_BE"),
        ("Hallo, ik ben Marijke Terpstra en ik woon in Gent.", "nl/CITY_BE"),
        ("Mi prima Xóchitl vive en Monterrey con su hija.", "es/CITY_MX"),
        ("Mi vecina Pilar se muda a Mendoza con su hijo.", "es/CITY_AR"),
        ("Ciao, sono Mariangela Scognamiglio e abito a Lugano.", "it/CITY_CH"),
        ("Minha irmã Jaqueline mora em Recife.", "pt/CITY_BR"),
    ],
)
def test_a_town_of_a_neighbour_gets_one_of_the_same_country(gateway: Gateway, text: str, pool: str) -> None:
    code, _, name = pool.partition("/")
    towns = read_native(code)[name].entries
    for one in each_sent(gateway, text):
        assert any(re.search(rf"(?<!\w){re.escape(town)}(?!\w)", one) for town in towns), one


@pytest.mark.parametrize(
    ("text", "address", "language"),
    [
        ("Mein Login ist k.vogtlaender88, Passwort vergessen.", r"ist (.)\.(\w+?)\d\d,", "de"),
        ("Mi usuario es p.arizmendi_92 y no puedo entrar.", r"es (.)\.(\w+?)_\d\d ", "es"),
        ("Il mio username è m.tagliaferri92 e non riesco ad accedere.", r"è (.)\.(\w+?)\d\d ", "it"),
        ("Schrijf mij op het werk: t.roozendaal@ziggo.nl, dank u wel.", r": (.)\.(\w+)@\S+\.example\.", "nl"),
    ],
)
def test_an_account_has_names_of_its_language(gateway: Gateway, text: str, address: str, language: str) -> None:
    names = {in_account(name, language).lower() for name in read_native(language)["SURNAME"].entries}
    for one in each_sent(gateway, text):
        found = re.search(address, one)
        assert found, one
        assert found[2] in names, one


@pytest.mark.parametrize(
    "text",
    [
        "Pozdrawiam, Elżbieta Niedźwiecka, e.niedzwiecka@onet.pl",
        "Met vriendelijke groet, Elsbeth Roozendaal, e.roozendaal@ziggo.nl",
        "Atenciosamente, Rosângela Quadros, r.quadros@terra.com.br",
        "Mit freundlichen Grüßen, Jürgen Nüßlein, j.nuesslein@gmx.de",
    ],
)
def test_an_account_follows_the_name_beside_it(gateway: Gateway, text: str) -> None:
    for one in each_sent(gateway, text):
        given, family, account = re.findall(r"[^\W\d_][\w.'-]*(?=[ ,@])", one)[-3:]
        assert account == f"{in_account(given, 'de')[0]}.{in_account(family, 'de')}".lower() or account == (
            f"{in_account(given, '')[0]}.{in_account(family, '')}".lower()
        ), one


def test_an_account_of_an_english_text_stays_as_it_was(gateway: Gateway) -> None:
    names = {name.lower() for name in read_native("de")["SURNAME"].entries}
    logins = [
        re.search(r"is (\w+)\.(\w+?)\d\d,", one) for one in each_sent(gateway, "My login is k.harrington88, please.")
    ]
    assert any(login and login[2] not in names for login in logins)


def test_a_state_of_brazil_gets_another(gateway: Gateway) -> None:
    text = "Thayná Vasconcelos, Rua da Aurora 325, ap. 42, Boa Vista, Recife - PE, 50050-000"
    found = {one.rpartition(", ")[0].rpartition(" - ")[2] for one in each_sent(gateway, text)}
    assert found <= set("SP RJ MG RS PR SC BA PE CE GO DF ES".split())


@pytest.mark.parametrize("text", ["Jadę do Helu.", "Wczoraj pojechaliśmy do Jastarni."])
def test_where_somebody_goes_in_polish_is_a_place(gateway: Gateway, text: str) -> None:
    towns = {forms(town, "place", "", "pl")["gen"] for town in read_native("pl")["CITY"].entries}
    assert all(one.partition(" do ")[2].rstrip(".") in towns for one in each_sent(gateway, text))


def test_of_a_full_name_the_given_name_tells_whose_a_job_is() -> None:
    text = "Bitte melden bei Waltraud Eberharter, Hebamme"
    assert worker_before(text, text.index("Hebamme"), "de") == "female"
    assert worker_before("Vino Pedro Rosa, dentista", len("Vino Pedro Rosa, "), "es") == "male"
    assert worker_before("Rosa Pedro, dentista", len("Rosa Pedro, "), "es") == "female"
    assert worker_before("dentista en Lugo", 0, "es") == ""


def test_a_portuguese_article_tells_the_gender_of_a_name_that_no_list_has() -> None:
    women = set(read_native("pt")["GIVEN_NAME_FEMALE"].entries)
    for scope in SCOPES:
        out = sent("Trabalho em Campinas com o Everton e o carro do Kauã.", {"Everton": P, "Kauã": P}, scope)
        drawn = re.search(r"com o (\S+) e o carro do (\S+)\.", out)
        assert drawn
        assert women.isdisjoint(drawn.groups())


def test_within_a_town_of_portuguese_that_is_a_family_name(gateway: Gateway) -> None:
    towns = set(read_native("pt")["CITY"].entries)
    for one in each_sent(gateway, "A dentista Dra. Zuleica Abrantes atende no Porto."):
        assert re.split(r" (?:no|na|nos|nas|em) ", one)[-1].rstrip(".") in towns


def test_a_report_says_that_an_initial_is_that_of_the_name_beside(gateway: Gateway) -> None:
    text = "Met vriendelijke groet, Elsbeth Roozendaal, e.roozendaal@ziggo.nl en x.roozendaal@ziggo.nl"
    request = gateway.sanitize(text, scope="a")
    assert request.restore(request.text) == text
    kept = [str(one) for one in request.report.classes if "@" in str(one)]
    assert sorted("its-initial" in one for one in kept) == [False, True]
