"""Nationalities, religions and political groups."""

from __future__ import annotations

__all__ = ["GROUPS"]

_NATIONALITIES = """
Afghan Albanian Algerian American Andorran Angolan Argentine Argentinian Armenian Australian Austrian Azerbaijani
Bahamian Bahraini Bangladeshi Barbadian Belarusian Belgian Belizean Beninese Bhutanese Bolivian Bosnian Botswanan
Brazilian British Bruneian Bulgarian Burkinabe Burmese Burundian Cambodian Cameroonian Canadian Chadian Chilean Chinese
Colombian Comorian Congolese Croatian Cuban Cypriot Czech Danish Djiboutian Dominican Dutch Ecuadorian Egyptian Emirati
English Eritrean Estonian Ethiopian Fijian Filipino Finnish French Gabonese Gambian Georgian German Ghanaian Greek
Greenlandic Grenadian Guatemalan Guinean Guyanese Haitian Honduran Hungarian Icelandic Indian Indonesian Iranian Iraqi
Irish Israeli Italian Ivorian Jamaican Japanese Jordanian Kazakh Kenyan Korean Kosovan Kuwaiti Kyrgyz Laotian Latvian
Lebanese Liberian Libyan Liechtensteiner Lithuanian Luxembourgish Macedonian Malagasy Malawian Malaysian Maldivian
Malian Maltese Mauritanian Mauritian Mexican Moldovan Monegasque Mongolian Montenegrin Moroccan Mozambican Namibian
Nepalese Nepali Nicaraguan Nigerian Nigerien Norwegian Omani Pakistani Palestinian Panamanian Paraguayan Peruvian Polish
Portuguese Qatari Romanian Russian Rwandan Salvadoran Samoan Saudi Scottish Senegalese Serbian Singaporean Slovak
Slovenian Somali Spanish Sudanese Surinamese Swedish Swiss Syrian Taiwanese Tajik Tanzanian Thai Togolese Tongan
Tunisian Turkish Turkmen Ugandan Ukrainian Uruguayan Uzbek Venezuelan Vietnamese Welsh Yemeni Zambian Zimbabwean
African Asian European Scandinavian Caribbean Balkan Baltic Polynesian Melanesian Micronesian Andalusian Bavarian Basque
Berber Breton Catalan Chechen Cornish Corsican Flemish Frisian Galician Hawaiian Hispanic Igbo Inuit Kurdish Latino
Latina Manx Maori Navajo Persian Prussian Punjabi Quechua Roma Sardinian Sicilian Sami Sinhalese Tamil Tatar Tibetan
Tuareg Uyghur Walloon Yoruba Zulu Cherokee Sioux Hmong Hausa Bengali Gujarati Marathi Kashmiri Texan Californian
Parisian Londoner Berliner Venetian Tuscan Bohemian Moravian Silesian Saxon Swabian Norman Castilian Québécois Lebanese
""".split()

_RELIGIONS = """
Adventist|Agnostic|Amish|Anglican|Atheist|Bahá'í|Baptist|Buddhist|Calvinist|Catholic|Christian|Confucian|Copt|Druze|
Episcopalian|Evangelical|Greek Orthodox|Hasidic|Hindu|Jain|Jehovah's Witness|Jewish|Lutheran|Mennonite|Methodist|
Mormon|Muslim|Orthodox Jew|Pagan|Pentecostal|Presbyterian|Protestant|Quaker|Rastafarian|Roman Catholic|
Russian Orthodox|Salafi|Shia|Shiite|Shinto|Sikh|Sufi|Sunni|Taoist|Unitarian|Wiccan|Yazidi|Zoroastrian|
Ashkenazi|Sephardi|Theravada|Mahayana|Zen Buddhist|Humanist|Secular
""".replace("\n", "").split("|")

_POLITICS = """
Anarchist|Centrist|Christian Democrat|Communist|Conservative|Democrat|Democratic Socialist|Environmentalist|Federalist|
Independent|Labour supporter|Liberal|Liberal Democrat|Libertarian|Marxist|Moderate|Monarchist|Nationalist|Pacifist|
Populist|Progressive|Republican|Royalist|Separatist|Social Democrat|Socialist|Suffragist|Trade unionist|Trotskyist|
Unionist|Whig|Zionist
""".replace("\n", "").split("|")

GROUPS = [*_NATIONALITIES, *_RELIGIONS, *_POLITICS]
