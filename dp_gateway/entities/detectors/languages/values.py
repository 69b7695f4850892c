"""Dates, ages, amounts, percentages and durations in the forms of eleven languages.

Numeric dates are the same for all; months, currencies and words for years come with the language. Texts are read with
digits and full-width signs folded to ASCII (`disguise`), in lower case.
"""

from __future__ import annotations

import re

from dp_gateway.entities.calendar_names import months, table
from dp_gateway.entities.detectors.patterns.dates import DATES
from dp_gateway.entities.detectors.patterns.rules import Expression, Rule

__all__ = ["values"]

_N = r"(?:[0-9]{1,3}(?:[ .,'’\u00a0\u202f][0-9]{3}){1,5}(?:[.,][0-9]{1,2})?|[0-9]{1,12}(?:[.,][0-9]{1,2})?)"
_YEAR = r"(?:1[5-9]|2[01])[0-9]{2}"
_DAY = r"(?:3[01]|[12][0-9]|0?[1-9])"
_CLOCK = r"(?:,? (?:um |à |a las |alle |om |às |o godz\. |o )?[0-2]?[0-9][:h.][0-5][0-9](?: ?uhr\b| ?h\b)?)?"
_ERA = "令和|平成|昭和|大正|明治|民国"
_LATIN = frozenset(("de", "fr", "es", "it", "nl", "pt", "pl"))

# By language: what joins day, month and year; words for currencies and their scales; ages; words of time.
_JOINTS = {
    "de": (r"\.?", " ", r",? "), "fr": ("(?:er)?", " ", " "), "es": ("[º°]?", " (?:de )?", " (?:del? )?"),
    "it": ("[°º]?", " ", " (?:del )?"), "nl": ("", " ", ",? "), "pt": ("[º°]?", " (?:de )?", " (?:de )?"),
    "pl": ("", " ", " "), "ar": ("", r"[ ،-](?:من )?(?:شهر )?", r"[،,]?[ -](?:سنة |عام |لعام |من عام )?"),
    "hi": ("", ",? ", ",? (?:सन् |सन )?"),
}  # fmt: skip
_MONEY = {
    "de": r"(?: (?:tausend|millionen|million|mio\.?|mrd\.?))? ?(?:euro|eur|cent|franken|rappen|chf|sfr\.?|dollar|pfund)(?!\w)",
    "fr": r"(?: (?:mille|millions? d['’]|millions? de|millions?|milliards? d['’]))? ?(?:euros?|eur|centimes?|francs?|dollars?|dirhams?|dinars?|balles)(?!\w)",
    "es": r"(?: (?:mil|millones de|millones|millón de))? ?(?:euros?|eur|céntimos|pesos?|dólares|dolares|soles|bolívares|quetzales|mxn|usd|ars|cop|clp)(?!\w)",
    "it": r"(?:(?: |)(?:mila|milioni di|milioni|milione di))? ?(?:euro|eur|centesimi|franchi|dollari)(?!\w)",
    "nl": r"(?: (?:duizend|miljoen|miljard))? ?(?:euro|eur|cent|dollar)(?!\w)",
    "pt": r"(?: (?:mil|milhões de|milhão de|milhões))? ?(?:euros?|eur|cêntimos|reais|real|centavos|dólares|dolares|contos|paus)(?!\w)",
    "pl": r"(?: (?:tys\.?|tysięcy|tysiące|mln|miliona|milionów|miliony))? ?(?:zł|zl|pln|złotych|zlotych|złote|złoty|groszy|gr|euro|eur|dolarów|dolary)(?!\w)",
    "zh": r"(?:余|多)?(?:百|千|万|亿|萬|億)? ?(?:元|块钱|块|圆|人民币|美元|美金|欧元|港币|港元|日元|新台币|英镑)",
    "ja": r"(?:百|千|万|億|兆)?(?:[0-9]{1,4}(?:千|万)?)? ?(?:円|えん|ドル|ユーロ)",
    "ar": r"(?: (?:ألف|الف|آلاف|مليون|ملايين|مليار))? ?(?:ريال(?:اً|ا)? ?(?:سعودي(?:اً|ا)?)?|درهم(?:اً|ا)? ?(?:إماراتي(?:اً|ا)?)?|جنيه(?:اً|ا)? ?(?:مصري(?:اً|ا)?)?|جنيهات|دراهم|ريالات|دينار(?:اً|ا)?|دنانير|دولار(?:اً|ا)?|يورو|ليرة|ر\.س|د\.إ|ج\.م)",
    "hi": r"(?: (?:हज़ार|हजार|लाख|करोड़|करोड|सौ))* ?(?:रुपये|रुपए|रुपयों|रुपया|रूपये|रु\.?|₹|डॉलर|यूरो|लाख|करोड़|करोड)",
}
_MONEY_BEFORE = r"(?:r\$|us\$|mx\$|s/\.?|€|\$|£|¥|₹|nt\$|hk\$|rs\.?|eur|chf|fr\.|pln|usd|brl|rmb|人民币|人民幣|रु\.?|sar|aed|egp) ?"
_MONEY_BEHIND = r" ?(?:€|\$|£|¥|₹|zł|eur\b|chf\b|usd\b|pln\b|brl\b|kr\b|sar\b|aed\b|egp\b|inr\b|rs\b)"
_SCALES = r"(?: ?(?:mio|mrd|mln|tys|k|m|mil|万|億|亿|लाख|करोड़|हज़ार|हजार|ألف|مليون)(?![^\W\d_]))?"
_AGE_END = r"(?=[,;!)\n]|\.(?![0-9])|$| (?:und|en|aber|maar|geworden|geworden,)\b)"
_AGES = {
    "de": (r"[0-9]{1,3}(?:[- ]?jährige?[nrsm]?| jahren? alt| jahre jung| lebensjahr\w?| j\.)(?!\w)",
           rf"(?:im alter von|alter:?|alter ist|bin|ist|wird|wurde|werde|werden) (?P<v>[1-9][0-9]?(?: jahren?)?){_AGE_END}"),
    "fr": (r"(?:âgée?s? de|âge ?:?|agée? de|j['’]ai|a|ai|avait|aura|aurai|fêté ses|fête ses|fêter ses|mes|ses|de|,) (?P<v>[1-9][0-9]{0,2} ans)(?!\w)",
           r"(?:âge|age) ?: ?(?P<v>[1-9][0-9]{0,2})(?![\w%])", r"(?<=[,(] )(?P<v>[1-9][0-9]{0,2} ans)(?!\w)"),
    "es": (r"(?:tengo|tiene|tenía|tenia|tenemos|tienen|tendrá|cumpl\w{1,6}|edad:?|edad de|de|con|,|mis|sus|\() ?(?P<v>[1-9][0-9]{0,2}(?: años| añitos| anos))(?!\w)",
           r"edad ?: ?(?P<v>[1-9][0-9]{0,2})(?![\w%])"),
    "it": (r"(?:ho|ha|hai|aveva|abbiamo|hanno|compi\w{1,5}|età:?|età di|di|con|,|miei|suoi|\() ?(?P<v>[1-9][0-9]{0,2} anni)(?!\w)",
           r"[1-9][0-9]{1,2}[- ]?enne(?!\w)", r"età ?: ?(?P<v>[1-9][0-9]{0,2})(?![\w%])"),
    "nl": (r"[1-9][0-9]{0,2} ?(?:-?jarige?|jaar oud|jaar jong)(?!\w)",
           rf"(?:ben|is|bent|was|word|wordt|leeftijd:?) (?P<v>[1-9][0-9]{{0,2}}(?: jaar)?){_AGE_END}"),
    "pt": (r"(?:tenho|tem|tinha|temos|têm|faz|faço|fez|completa|completou|idade:?|idade de|de|com|,|meus|seus|\() ?(?P<v>[1-9][0-9]{0,2} (?:anos|aninhos))(?!\w)",
           r"idade ?: ?(?P<v>[1-9][0-9]{0,2})(?![\w%])"),
    "pl": (r"(?:mam|ma|masz|miał\w?|mają|skończy\w{0,5}|kończ\w{1,3}|wiek:?|w wieku|lat|,|\() ?(?P<v>[1-9][0-9]{0,2} (?:lat[ka]?|lata|roku życia|l\.))(?!\w)",
           r"[1-9][0-9]{0,2}[- ]?(?:letni\w{0,3}|latek|latka|latk\w{1,3})(?!\w)", r"(?:wiek|lat) ?:? ?(?P<v>[1-9][0-9]{0,2})(?![\w%,.-])"),
    "zh": (r"(?P<v>[1-9][0-9]{0,2} ?(?:周)?岁|[1-9][0-9]{0,2}歲)", r"年龄[为是: ]{0,3}(?P<v>[1-9][0-9]{0,2})(?![0-9])",
           r"(?P<v>[一二三四五六七八九十]{1,3}[岁歲])"),
    "ja": (r"(?P<v>[1-9][0-9]{0,2} ?[歳才])", r"年齢[はが: ]{0,3}(?P<v>[1-9][0-9]{0,2})(?![0-9])", r"(?P<v>[1-9]0代)"),
    "ar": (r"(?:عمري|عمره|عمرها|عمر|العمر|يبلغ|تبلغ|أبلغ|ابلغ|بعمر|عمرك|السن)(?: من العمر)?[ :]{1,3}(?:الآن |حوالي )?(?P<v>[1-9][0-9]{0,2}(?: (?:سنة|سنه|سنوات|عاماً|عاما|عام|أعوام))?)",
           r"(?P<v>[1-9][0-9]{0,2} (?:سنة|سنه|عاماً|عاما|عام))(?=[ ،.,)]|$)"),
    "hi": (r"(?:उम्र|आयु|उमर)[ :]{1,3}(?:अब |लगभग )?(?P<v>[1-9][0-9]{0,2}(?: (?:साल|वर्ष|बरस))?)",
           r"(?P<v>[1-9][0-9]{0,2}[- ](?:साल|वर्ष|वर्षीय|वर्षीया|बरस|साला))(?= ?(?:का|की|के|है|हूँ|हूं|हैं|था|थी|उम्र|[,.)।]))",
           r"(?P<v>[1-9][0-9]{0,2}[- ]?वर्षीया?)"),
}  # fmt: skip
_PERCENT = {
    "de": "prozent", "fr": "pour ?cent", "es": "por ciento", "it": "per ?cento", "nl": "procent", "pt": "por cento",
    "pl": r"procent\w{0,3}|proc\.", "zh": "个百分点", "ja": "パーセント|ポイント|割", "ar": "بالمئة|في المئة|بالمائة|في المائة",
    "hi": "प्रतिशत|फीसदी|फ़ीसदी",
}  # fmt: skip
_SPANS = {
    "de": r"sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?", "fr": "secondes?|minutes?|heures?|jours?|semaines?|mois|ans|années?",
    "es": "segundos?|minutos?|horas?|días?|dias?|semanas?|mes(?:es)?|años?", "it": "second[oi]|minut[oi]|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]",
    "nl": "seconden?|minuten|minuut|uur|uren|dag(?:en)?|we(?:ek|ken)|maand(?:en)?|jaar|jaren", "pt": "segundos?|minutos?|horas?|dias?|semanas?|mês|meses|anos?",
    "pl": r"sekund\w?|minut\w?|godzin\w?|dni|dzień|tygodni\w?|tygodnie|miesi[ąę]c\w{0,2}|lat[a]?|rok[u]?", "zh": "秒钟?|分钟|个?小时|天|周|个?星期|个月|年",
    "ja": "秒間?|分間?|時間|日間|週間|[かヶカケ]月間?|年間", "ar": "ثانية|ثواني|دقيقة|دقائق|ساعة|ساعات|يوم(?:اً|ا)?|أيام|أسبوع(?:اً|ا)?|أسابيع|شهر(?:اً|ا)?|أشهر|شهور|سنوات|سنة|أعوام",
    "hi": "सेकंड|मिनट|घंटे|घंटा|घण्टे|दिनों?|हफ़्ते|हफ्ते|सप्ताह|महीने|महीनों|माह|साल|सालों|वर्षों?",
}  # fmt: skip
_HIJRI = (
    "محرم|صفر|ربيع الأول|ربيع الآخر|ربيع الثاني|جمادى الأولى|جمادى الآخرة|جمادى الثانية|رجب|شعبان|رمضان|شوال|ذو القعدة|ذي القعدة|"
    "ذو الحجة|ذي الحجة"
)
_HAN_NUMBER = "[〇零○一二三四五六七八九十]"


def values(language: str) -> list[Rule]:
    """The rules of a language, by its code."""
    return [DATES[0], *_dates(language), *_ages(language), *_amounts(language)]


def _rule(kind: str, expression: str, score: float = 0.9, digits: int = 1) -> Rule:
    return Rule(kind, Expression(expression), score, digits=digits, folded=True)


def _dates(language: str) -> list[Rule]:
    if language in ("zh", "ja"):
        return [
            _rule("DATE_TIME", rf"(?<![0-9])(?:(?:{_ERA})(?:[0-9]{{1,2}}|元)|{_YEAR}|[0-9]{{2}}) ?年 ?[01]?[0-9] ?月(?: ?[0-3]?[0-9] ?[日号號])?"),
            _rule("DATE_TIME", r"(?<![0-9年])[01]?[0-9] ?月 ?[0-3]?[0-9] ?[日号號]", 0.85),
            _rule("DATE_TIME", rf"(?:{_ERA})(?:[0-9]{{1,2}}|元)年(?!度)", 0.8),
            _rule("DATE_TIME", rf"(?<![0-9])(?P<v>{_YEAR} ?年)(?=出?生)", 0.8, 4),
            _rule("DATE_TIME", r"(?<![a-z0-9])[rhs][0-9]{1,2}[./][01]?[0-9][./][0-3]?[0-9](?![0-9./])"),
            Rule("DATE_TIME", Expression(rf"{_HAN_NUMBER}{{4}}年{_HAN_NUMBER}{{1,3}}月(?:{_HAN_NUMBER}{{1,3}}[日号])?"), 0.9, ("年",)),
        ]  # fmt: skip
    names, (behind_day, before_month, before_year) = months(language), _JOINTS[language]
    weekday = "|".join(re.escape(day.lower()) for day in table()[language, "full"][1])
    edge = r"(?<![\w.,/-])" if language in _LATIN else r"(?<![0-9.,/-])"
    end = r"(?!\w)" if language in _LATIN else r"(?![0-9])"
    dotted = r"\.?" if language in _LATIN else ""
    year = rf"(?:{before_year}(?:{_YEAR}|['’]?[0-9]{{2}}(?![0-9.,:%]| ?(?:[^\W\d_]|[:€%])))(?: ?(?:r\.|م|هـ))?)"
    lead = rf"(?:(?:{weekday})s?,? (?:den |dem |le |de |el |dia )?)?"
    found = [
        _rule("DATE_TIME", rf"{edge}{lead}{_DAY}{behind_day}{before_month}(?:{names}){dotted}{year}?{end}{_CLOCK}"),
        _rule("DATE_TIME", rf"(?<!\w)(?:{names}){dotted}{before_year}{_YEAR}{end}", 0.85, 4),
        _rule("DATE_TIME", rf"{edge}{_DAY}(?:-|/|\.)(?:{names})(?:-|/|\.){_YEAR}{end}"),
        _rule("DATE_TIME", rf"{edge}{_DAY}\. ?(?:1[0-2]|0?[1-9])\. ?{_YEAR}{end}"),
        _rule("DATE_TIME", rf"{edge}{_DAY}[ -](?:1[0-2]|0[1-9])[ -]{_YEAR}{end}"),
    ]
    if language == "ar":
        found.append(_rule("DATE_TIME", rf"{edge}{_DAY} (?:من )?(?:شهر )?(?:{_HIJRI})(?:[،,]? (?:سنة |عام )?1[34][0-9]{{2}})?(?: ?هـ)?"))
        found.append(_rule("DATE_TIME", r"(?<![0-9/])(?:1[34][0-9]{2}/[01]?[0-9]/[0-3]?[0-9]|[0-3]?[0-9]/[01]?[0-9]/1[34][0-9]{2}) ?هـ"))
    return found


def _ages(language: str) -> list[Rule]:
    # Behind words of these scripts the expression begins with them; Latin words begin as words.
    edge = r"(?<![\w.,])" if language in _LATIN else r"(?<![0-9.,])"
    return [_rule("AGE", edge + one) for one in _AGES[language]]


def _amounts(language: str) -> list[Rule]:
    edge = r"(?<![\w.,€$£/-])" if language in _LATIN else r"(?<![0-9.,a-z])"
    behind = r"(?!\w)" if language in _LATIN else ""
    span = _SPANS[language]
    return [
        _rule("MONEY", rf"{edge}-?{_N}{_MONEY[language]}"),
        _rule("MONEY", rf"(?<![a-z0-9$]){_MONEY_BEFORE}-?{_N}{_SCALES}(?![0-9])"),
        _rule("MONEY", rf"{edge}-?{_N}{_SCALES}{_MONEY_BEHIND}"),
        _rule("PERCENTAGE", rf"{edge}{_N} ?(?:[%％]|(?:{_PERCENT[language]}){behind})"),
        _rule("DURATION", rf"{edge}{_N}(?: ?[-–] ?[0-9]{{1,3}})? ?(?:{span}){behind}", 0.7),
    ]
