"""Whether a group is a people, a religion or a political view, and where most of a people live."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from dp_gateway.text.folding import fold

__all__ = ["of_group"]

_PEOPLES = {
    "Africa": "Algerian Angolan Beninese Botswanan Burkinabe Burundian Cameroonian Chadian Comorian Congolese "
    "Djiboutian Egyptian Eritrean Ethiopian Gabonese Gambian Ghanaian Guinean Ivorian Kenyan Liberian Libyan Malagasy "
    "Malawian Malian Mauritanian Mauritian Moroccan Mozambican Namibian Nigerian Nigerien Rwandan Senegalese Somali "
    "Sudanese Tanzanian Togolese Tunisian Ugandan Zambian Zimbabwean African Berber Igbo Tuareg Yoruba Zulu Hausa",
    "Asia and Oceania": "Afghan Armenian Azerbaijani Bahraini Bangladeshi Bhutanese Bruneian Burmese Cambodian "
    "Chinese Emirati Filipino Georgian Indian Indonesian Iranian Iraqi Israeli Japanese "
    "Jordanian Kazakh Korean Kuwaiti Kyrgyz Laotian Lebanese Malaysian Maldivian Mongolian "
    "Nepalese Nepali Omani Pakistani Palestinian Qatari Saudi Singaporean Syrian Taiwanese "
    "Tajik Thai Turkish Turkmen Uzbek Vietnamese Yemeni Asian Kurdish Persian Punjabi Sinhalese "
    "Tamil Tatar Tibetan Uyghur Hmong Bengali Gujarati Marathi Kashmiri Australian Fijian "
    "Samoan Tongan Polynesian Melanesian Micronesian Hawaiian Maori",
    "Europe": "Albanian Andorran Austrian Belarusian Belgian Bosnian British Bulgarian Croatian Cypriot Czech Danish "
    "Dutch English Estonian Finnish French German Greek Hungarian Icelandic Irish Italian Kosovan Latvian "
    "Liechtensteiner Lithuanian Luxembourgish Macedonian Maltese Moldovan Monegasque Montenegrin Norwegian Polish "
    "Portuguese Romanian "
    "Russian Scottish Serbian Slovak Slovenian Spanish Swedish Swiss Ukrainian Welsh European Scandinavian Balkan "
    "Baltic Andalusian Bavarian Basque Breton Catalan Chechen Cornish Corsican Flemish Frisian Galician Manx Prussian "
    "Roma Sardinian Sicilian Sami Walloon Parisian Londoner Berliner Venetian Tuscan Bohemian Moravian Silesian Saxon "
    "Swabian Norman Castilian",
    "the Americas": "American Argentine Argentinian Bahamian Barbadian Belizean Bolivian Brazilian Canadian Chilean "
    "Colombian Cuban Dominican Ecuadorian Greenlandic Grenadian Guatemalan Guyanese Haitian Honduran Jamaican Mexican "
    "Nicaraguan Panamanian Paraguayan Peruvian Salvadoran Surinamese Uruguayan Venezuelan Caribbean Hispanic Inuit "
    "Latino Latina Navajo Quechua Cherokee Sioux Texan Californian Québécois",
}
_RELIGIONS = """
Adventist|Agnostic|Amish|Anglican|Atheist|Bahá'í|Baptist|Buddhist|Calvinist|Catholic|Christian|Confucian|Copt|Druze|
Episcopalian|Evangelical|Greek Orthodox|Hasidic|Hindu|Jain|Jehovah's Witness|Jewish|Lutheran|Mennonite|Methodist|
Mormon|Muslim|Orthodox Jew|Pagan|Pentecostal|Presbyterian|Protestant|Quaker|Rastafarian|Roman Catholic|
Russian Orthodox|Salafi|Shia|Shiite|Shinto|Sikh|Sufi|Sunni|Taoist|Unitarian|Wiccan|Yazidi|Zoroastrian|
Ashkenazi|Sephardi|Theravada|Mahayana|Zen Buddhist|Humanist|Secular
""".replace("\n", "").split("|")


def of_group(name: str) -> Mapping[str, str]:
    """What is known of a group; what is neither a people nor a religion of the lists is taken for a political view."""
    return _groups().get(fold(name), {"kind": "a political or other group"})


@cache
def _groups() -> Mapping[str, Mapping[str, str]]:
    found: dict[str, Mapping[str, str]] = {fold(name): {"kind": "a religious group"} for name in _RELIGIONS}
    for continent, peoples in _PEOPLES.items():
        of_people = {"kind": "a people", "continent": f"of {continent}"}
        found |= {fold(name): of_people for name in peoples.split()}
    return found
