"""Units of time and money behind another number in the languages beside English: "1 mese", "3 mesi", "2 lata".

`ValueFamily` asks when it writes a draw. A word that is none of these stays as it is.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache

_FORMS = {
    "de": (
        "Jahr Jahre Jahren|Monat Monate Monaten|Woche Wochen|Tag Tage Tagen|Stunde Stunden|Minute Minuten|"
        "Nacht Nächte Nächten"
    ),
    "fr": (
        "an ans|année années|semaine semaines|jour jours|heure heures|minute minutes|nuit nuits|euro euros|franc francs"
    ),
    "es": "año años|mes meses|semana semanas|día días|hora horas|minuto minutos|noche noches|euro euros|peso pesos",
    "it": "anno anni|mese mesi|settimana settimane|giorno giorni|ora ore|minuto minuti|notte notti|franco franchi",
    "nl": "maand maanden|week weken|dag dagen|minuut minuten|nacht nachten",
    "pt": "ano anos|mês meses|semana semanas|dia dias|hora horas|minuto minutos|noite noites|euro euros|real reais",
    "pl": (
        "rok lata lat|miesiąc miesiące miesięcy|tydzień tygodnie tygodni|dzień dni dni|godzina godziny godzin|"
        "minuta minuty minut|złoty złote złotych"
    ),
}
"""By language: one, others; of German the dative behind them, of Polish one, few, many."""
_WORD = re.compile(r"[\s\u00a0]+(?P<v>[^\W\d_]+)")


def agreeing(rest: str, language: str, kind: str, was: Decimal, size: Decimal) -> str:
    """Write what stands behind a number, behind another one.

    Args:
        kind: type of the mention.
        was: the number that it stood behind.
        size: the other one.
    """
    word = _WORD.match(rest)
    forms = _forms(language).get(word["v"].lower()) if word else None
    if word is None or forms is None or size != int(size):
        return rest
    said = word["v"]
    new = _polish(said, forms, kind, was, size) if language == "pl" else _other(said, forms, size)
    return rest[: word.start("v")] + (new.lower() if said.islower() else new) + rest[word.end("v") :]


def _other(said: str, forms: list[str], size: Decimal) -> str:
    singular = said.lower() == forms[0].lower()
    if size == 1:
        return said if singular else forms[0]
    return forms[1] if singular else said


def _polish(said: str, forms: list[str], kind: str, was: Decimal, size: Decimal) -> str:
    if said.lower() != forms[_place(was)]:
        return said
    # "Od 5 lat": behind a preposition few have the form of many.
    genitive = _place(was) == _MANY and _place(size) == _FEW and kind != "AGE"
    return said if genitive else forms[_place(size)]


_ONE, _FEW, _MANY = range(3)


def _place(number: Decimal) -> int:
    """The place of the Polish form behind a number."""
    if number == 1:
        return _ONE
    few = number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14)
    return _FEW if few else _MANY


@cache
def _forms(language: str) -> dict[str, list[str]]:
    """The forms of each unit, by each of them in small letters."""
    rows = [row.split() for row in _FORMS.get(language, "").split("|")]
    return {form.lower(): row for row in rows for form in row}
