"""Street addresses, postcodes and the towns beside them, in the order of each country of eleven languages."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dp_gateway.entities.detectors.patterns.rules import Expression, Found, Rule

__all__ = ["addresses", "towns_beside", "without_spaces"]

_HOUSE = r"[0-9]{1,4}(?: ?[a-z](?!\w))?(?: ?[-/] ?[0-9]{1,4} ?[a-z]?(?!\w))?"
_WORD = r"[^\W\d_][\w'’.-]{0,30}+"
_CAPITAL = r"[^\W\d_a-zà-ÿ][\w'’.-]{1,30}+"
# Names of streets where a keyword stands before and a number behind: any words between.
_NAME = rf"(?:(?:{_WORD}|[0-9]{{1,2}}º?(?= (?:de|di|maj\w))) ){{0,6}}?{_WORD}"
_NUMBER_BEFORE = r",? (?:n[.º°o]{0,3} ?|núm\.? ?|nr\.? ?|número |numero |civico |# ?)?"

_GERMAN_END = (
    r"(?:straße|strasse|str\.|weg|platz|allee|gasse|ring|damm|ufer|chaussee|markt|graben|steig|pfad|promenade|zeile|"
    r"wall|stieg|twiete|berg|hof|kai|park|garten|tor|brücke|siedlung|feld|wiese|straat|anger|winkel|kamp|redder|höhe|stiege|leite|rain|zeile)"
)
_DUTCH_END = (
    r"(?:straat|laan|weg|plein|gracht|kade|singel|dijk|hof|park|pad|steeg|markt|dreef|plantsoen|ring|baan|lei|steenweg|"
    r"boulevard|wal|veld|akker|kamp|zoom|erf|hage|gaarde|oord|waard|weide|heuvel|berg|brink|burg|dam|haven|poort|hout|voorhout|straatje|werf|horst|kwartier|laantje)"
)
_NO_STREET = r"(?!\.? ?(?:uhr|jahre?|monate?|tage?|wochen?|prozent|euro|eur|€|%|mal|minuten|stunden|grad|kg|km|cm|m²|jaar|uur|procent|keer)(?!\w))"
_FRENCH = (
    r"(?:rue|avenue|av\.?|boulevard|bd\.?|blvd|place|pl\.|chemin|ch\.|impasse|allées?|quai|cours|route|rte|passage|square|ruelle|"
    r"sentier|villa|cité|résidence|lotissement|hameau|faubourg|fbg|voie|esplanade|promenade|montée|côte|rond-point|"
    r"lieu-dit|mail|venelle|traverse|parvis|galerie|chaussée)"
)
_FRENCH_NAME = (
    r"(?:(?:de la |de l['’]|de |du |des |d['’]|la |le |les |l['’]|aux? |à |en )*)(?:[0-9]{1,2}[ -])?[^\W\d_][\w'’-]{1,30}"
    r"(?:[ -](?:(?:de la |de l['’]|de |du |des |d['’]|la |le |les |l['’]|et |sur |saint |sainte )*)[^\W\d_a-zà-ÿ][\w'’-]{0,30}){0,4}"
)
_SPANISH = (
    r"(?:calle|c/|avenida|avda\.?|avd\.?|av\.?|paseo|pº|plaza|pza\.?|plza\.?|carretera|ctra\.?|ronda|camino|cmno\.?|travesía|trav\.|callejón|glorieta|"
    r"urbanización|urb\.|polígono|pol\.|carrer|rambla|vía|gran vía|cuesta|pasaje|pje\.?|alameda|bulevar|blvd\.?|calzada|privada|cerrada|"
    r"jirón|jr\.|diagonal|prolongación|callejuela|c\.)"
)
_SPANISH_UNIT = (
    r"(?:,? ?(?:[0-9]{1,2}[.º°ªa]{1,2} ?(?:[a-z](?!\w)|izda?\.?|dcha?\.?|izquierda|derecha|puerta \w+|centro|[0-9]{1,2}[ªº]?)?|piso \w{1,8}|planta \w{1,8}|"
    r"esc(?:alera)?\.? \w{1,4}|bajo(?: [a-z](?!\w))?|ático(?: [a-z](?!\w))?|portal \w{1,4}|puerta \w{1,4}|dep(?:to|artamento)\.? \w{1,6}|dpto\.? \w{1,6}|int(?:erior)?\.? \w{1,6}|"
    r"bloque \w{1,4})){0,4}"
)
_ITALIAN = (
    r"(?:via|viale|v\.le|piazza|p\.za|p\.zza|piazzale|p\.le|corso|c\.so|largo|vicolo|strada|contrada|c\.da|località|loc\.|lungomare|lungotevere|"
    r"lungarno|vico|salita|borgo|traversa|galleria|calle|fondamenta|campo|rione|piazzetta)"
)
_ITALIAN_UNIT = r"(?:/[a-z0-9]{1,3})?(?:,? (?:int\.?|interno|scala|sc\.|piano|palazzina|edificio) \w{1,4}){0,3}"
_PORTUGUESE = (
    r"(?:rua|r\.|avenida|av\.?|avª|travessa|tv\.?|praça|pç\.?|praceta|largo|estrada|est\.|rodovia|rod\.|alameda|al\.|beco|calçada|caminho|viela|"
    r"ladeira|quinta|urbanização|rotunda|via)"
)
_PORTUGUESE_UNIT = (
    r"(?:,? ?(?:-? ?[0-9]{1,2}[.º°ª]{1,2} ?(?:[a-z](?!\w)|esq\w{0,6}\.?|dto\.?|dt[oº]\.?|direito|dir\.?|frente|frt\.?|andar)?|apt[o.]{0,2} ?\w{1,6}|apartamento \w{1,6}|ap\.? ?[0-9]\w{0,5}|bloco \w{1,4}|bl\.? \w{1,4}|"
    r"lote \w{1,4}|sala \w{1,6}|casa \w{1,4}|r/c(?: (?:esq\w*|dto|[a-z](?!\w)))?|rés-do-chão|cj\.? \w{1,6}|conjunto \w{1,6}|fração \w{1,3}|fundos|cobertura)){0,4}"
)
_POLISH = r"(?:ul\.|ulica|ulicy|ulicę|ul|al\.|aleja|alei|aleje|alejach|aleją|pl\.|plac|placu|os\.|osiedle|osiedlu|oś\.|rondo|skwer|bulwar|szosa)"
_POLISH_UNIT = r"(?:/[0-9]{1,4}[a-z]?)?(?:,? ?(?:m\.?|mieszkanie|mieszkania|lok\.?|lokal) ?[0-9]{1,4}[a-z]?)?(?:,? (?:klatka|kl\.) \w{1,3})?"
_ARABIC = r"(?:شارع|ش\.|طريق|شقة|عمارة|مبنى|فيلا|ميدان|زقاق|نهج|زنقة|حارة|بناية|مجمع|برج|جادة|درب|حي)"
_ARABIC_NAME = r"[ء-ي]{2,20}(?: (?:ال[ء-ي]{2,20}|بن [ء-ي]{2,20}|عبد ?[ء-ي]{2,20}|أبو [ء-ي]{2,20}|[0-9]{1,2} [ء-ي]{3,10})){0,3}"
_HINDI_END = (
    r"(?:मार्ग|रोड|गली|कॉलोनी|कालोनी|नगर|मोहल्ला|मुहल्ला|चौक|विहार|एन्क्लेव|एनक्लेव|बाग|बाग़|स्ट्रीट|लेन|अपार्टमेंट|सोसाइटी|पथ|बाज़ार|बाजार|पार्क|फेज़? ?[0-9]*|"
    r"सेक्टर[- ]?[0-9]{1,3}|ब्लॉक ?[A-Za-z0-9]{0,3}|पुरी|गंज|टावर|हाइट्स|रेज़ीडेंसी|क्रॉस|मेन|खंड)"
)
_HINDI_WORD = r"[ऀ-ॿ.\u200d]{1,24}"
_NO_AMOUNT = (
    r"(?! ?(?i:euros?|eur|€|%|zł|zl|pln|reais|\$|kg|km|personen|menschen|einwohner|stück|mal|mensen|inwoners|personnes|"
    r"habitants|fois|personas|habitantes|pesos|dólares|soles|persone|abitanti|volte)(?!\w))"
)
# Where a postcode may begin: behind a comma, at the beginning of a line, behind a word that says where.
_PLACED = r"(?:(?<=, )|(?<=,)|(?<=\n)|\A|(?<=[-–·|] )|(?<=\bin )|(?<=\bà )|(?<=\ben )|(?<=\baus )|(?<=nach )|(?<=plz )|(?<=plz: )|(?<=[0-9] )|(?<=[0-9][a-z] ))"
_BEGUN = r"(?:(?<=, )|(?<=\n))"
_UPPER = r"[^\W\d_a-zà-ÿ]"
_CODES = {
    "de": rf"(?:(?<!\w)(?:D|A|CH)-[0-9]{{4,5}}|{_PLACED}[0-9]{{5}})(?= {_UPPER}){_NO_AMOUNT}",
    "fr": rf"(?:(?<![\w.,-])(?:[FB]-)?[0-9]{{5}}(?= {_UPPER})|{_BEGUN}[0-9]{{5}}(?= [^\W\d_])){_NO_AMOUNT}",
    "es": rf"(?:(?<![\w.,-])[0-5][0-9]{{4}}(?= ?{_UPPER})|{_BEGUN}[0-5][0-9]{{4}}(?= [^\W\d_])){_NO_AMOUNT}",
    "it": rf"(?:(?<![\w.,-])(?:I-)?[0-9]{{5}}(?= {_UPPER})|{_BEGUN}[0-9]{{5}}(?= [^\W\d_])){_NO_AMOUNT}",
    "nl": r"(?<![\w.,-])[1-9][0-9]{3} ?(?!(?i:sa|sd|ss)\b)(?:[A-Z]{2}|(?<=, ....)[a-z]{2}|(?<=, .... )[a-z]{2})(?![\w-])",
    "pt": rf"(?<![\w.,-])(?:[0-9]{{5}}-[0-9]{{3}}|[1-9][0-9]{{3}}-[0-9]{{3}}|[0-9]{{2}}\.[0-9]{{3}}-[0-9]{{3}})(?![\w-])",
    "pl": r"(?<![\w.,-])[0-9]{2}-[0-9]{3}(?![\w-])",
    "zh": r"(?<![0-9a-z.-])[1-9][0-9]{5}(?= ?(?:[,.)]|$|[一-龯]{2}))(?! ?(?:元|块|人|个|万|亿|年|美|平|公))",
    "ja": r"(?:(?<=〒)|(?<=〒 ))[0-9]{3}-?[0-9]{4}(?![0-9-])|(?<![0-9-])[0-9]{3}-[0-9]{4}(?= ?(?:東京都|北海道|京都府|大阪府|[一-龯]{2,3}県))",
    "ar": r"(?:(?<=[ء-ي] )|(?<=[ء-ي]، ))[1-9][0-9]{4}(?![0-9.,/-])(?= ?(?:[،,.)\n]|$))",
    "hi": r"(?<![0-9.,-])(?<=[ऀ-ॿ][ ,-])[1-9][0-9]{2} ?[0-9]{3}(?![0-9.,-]| ?(?:रु|लोग))|(?<![0-9.,-])(?<=[ऀ-ॿ] - )[1-9][0-9]{2} ?[0-9]{3}(?![0-9.,-]| ?(?:रु|लोग))",
}  # fmt: skip
_STREETS: dict[str, tuple[str, ...]] = {
    "de": (
        rf"(?<![\w-])(?:[A-ZÄÖÜ][\wäöüß.]{{0,30}}[ -]){{0,3}}\w{{0,30}}?(?i:{_GERMAN_END}) ?(?i:{_HOUSE})(?![\w.,]{{0,3}}[0-9])(?i:{_NO_STREET})",
        rf"(?<!\w)(?:Am|An der|An den|An dem|Auf dem|Auf der|Im|In der|In den|Unter den|Zum|Zur|Hinter der|Vor dem|Beim|Alte[rs]?|Neue[rs]?|Obere[rs]?|Untere[rs]?) "
        rf"(?!(?:Jahre?|Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag|Kapitel|Artikel|Alter|Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Wert|Schnitt)\b)"
        rf"[A-ZÄÖÜ][\wäöüß-]{{2,40}}(?: [A-ZÄÖÜ][\wäöüß-]{{2,40}})? (?i:{_HOUSE})(?![\w.,:]{{0,3}}[0-9])(?i:{_NO_STREET})(?!\.? [A-ZÄÖÜ]\w+ (?:[0-9]|alt))",
        rf"(?<![\w.])[A-ZÄÖÜ][\wäöüß.-]{{2,40}}(?: [A-ZÄÖÜ][\wäöüß-]{{2,40}}){{0,2}} (?i:{_HOUSE})(?=(?:,| in|\n|,\n)? ?(?:D-|A-|CH-)?[0-9]{{4,5}} [A-ZÄÖÜ])",
        r"(?<!\w)(?:Postfach|postfach) [0-9][0-9 ]{1,8}[0-9]",
    ),
    "fr": (
        rf"(?<![\w.,])[0-9]{{1,4}}(?: ?(?i:bis|ter|quater|[a-d])\b)?,? (?i:{_FRENCH}) {_FRENCH_NAME}(?:,? (?:bâtiment|bât\.?|bat\.?|appartement|appt?\.?|apt\.?|étage|escalier|esc\.?) \w{{1,4}}){{0,2}}",
        rf"(?<!\w)(?i:{_FRENCH}) {_FRENCH_NAME},? (?:n[°º] ?)?[0-9]{{1,4}}(?: ?(?:bis|ter|[a-d])\b)?(?![\w.,]{{0,3}}[0-9])(?=,|\n|\.|\)|$| à | [0-9]{{4,5}} )",
        r"(?<!\w)(?:BP|CS|B\.P\.) ?[0-9]{2,6}",
    ),
    "es": (
        rf"(?<!\w)(?i:{_SPANISH}) ?(?i:{_NAME}{_NUMBER_BEFORE}{_HOUSE}{_SPANISH_UNIT})(?![\w]|[.,][0-9])",
        r"(?<!\w)(?i:calle|carrera|cra\.?|cr\.?|cl\.?|kr\.?|av\w{0,7}\.?|diagonal|transversal|tv\.?) ?[0-9]{1,3} ?(?i:[a-z]{0,2}|bis|sur)? ?(?i:#|n[o°º]\.?) ?[0-9]{1,3}[A-Za-z]? ?- ?[0-9]{1,3}(?i:,? (?:apto\.?|apartamento|int\.?|torre|oficina|of\.) \w{1,6}){0,2}",
        r"(?<!\w)(?i:apartado(?: de correos)?|apdo\.?) [0-9]{2,6}",
    ),
    "it": (rf"(?<!\w)(?i:{_ITALIAN}) (?i:{_NAME}{_NUMBER_BEFORE}{_HOUSE}{_ITALIAN_UNIT})(?![\w]|[.,][0-9])",),
    "nl": (
        rf"(?<![\w-])(?:[A-Z0-9][\w'’.]{{0,30}}[ -](?:van (?:der? |den )?|de |der |den |het |’?t )?){{0,3}}\w{{0,30}}?(?i:{_DUTCH_END}) [0-9]{{1,5}}(?:[ -]?(?:[IVX]{{1,4}}|hs|huis|bis|bus [0-9]{{1,4}}|[A-Za-z]{{1,2}}|[0-9]{{1,3}})(?!\w))?(?![\w.,]{{0,3}}[0-9])(?i:{_NO_STREET})",
        r"(?<![\w.])[A-Z][\w'’.-]{2,40}(?: (?:van |de |der |den |het )*[A-Z][\w'’-]{2,40}){0,3} [0-9]{1,5}(?:[ -]?(?:[IVX]{1,4}|hs|bis|[A-Za-z]{1,2}|[0-9]{1,3}))?(?=(?:,|\n|,\n)? ?[1-9][0-9]{3} ?[A-Z]{2}\b)",
        r"(?<!\w)(?:Postbus|postbus) [0-9]{1,6}",
    ),
    "pt": (
        rf"(?<!\w)(?i:{_PORTUGUESE}) (?i:{_NAME}{_NUMBER_BEFORE}{_HOUSE}{_PORTUGUESE_UNIT})(?![\w]|[.,][0-9])",
        r"(?<!\w)(?:SQS|SQN|CLN|CLS|SHIS|QNM|QI|QL|SCS|SBS) [0-9]{1,4}(?:,? (?:Bloco|bloco|Conjunto|Lote|Quadra) \w{1,4}){0,3}(?:,? (?:apto\.?|ap\.?|casa|sala) ?[0-9]{1,5})?",
        r"(?<!\w)(?i:caixa postal|apartado) [0-9]{2,6}",
    ),
    "pl": (
        rf"(?<!\w)(?i:{_POLISH}) ?(?i:{_NAME} (?:nr\.? )?[0-9]{{1,4}}[a-z]?{_POLISH_UNIT})(?![\w]|[.,:][0-9])(?! ?(?:zł|lat|procent|roku|godz|osób|minut))",
        rf"(?<![\w.])[A-ZĄĆĘŁŃÓŚŹŻ][\wąćęłńóśźż.-]{{2,40}}(?: [A-ZĄĆĘŁŃÓŚŹŻ][\wąćęłńóśźż-]{{2,40}}){{0,2}} [0-9]{{1,4}}[A-Za-z]?{_POLISH_UNIT}(?=(?:,|\n|,\n)? ?[0-9]{{2}}-[0-9]{{3}}\b)",
        rf"(?<=\bprzy )[A-ZĄĆĘŁŃÓŚŹŻ][\wąćęłńóśźż.-]{{2,40}}(?: [A-ZĄĆĘŁŃÓŚŹŻ][\wąćęłńóśźż-]{{2,40}}){{0,2}} [0-9]{{1,4}}[A-Za-z]?{_POLISH_UNIT}",
        r"(?<!\w)(?:skr\. poczt\.|skrytka pocztowa) [0-9]{1,5}",
    ),
    "ar": (
        rf"(?<![ء-ي])[0-9]{{1,4}}،? (?:شارع|ش|طريق|نهج|زنقة) {_ARABIC_NAME}",
        rf"(?<![ء-ي]){_ARABIC} [ء-ي]{{2,20}}(?: [ء-ي]{{2,20}}){{0,4}}?[،,]? (?:رقم |مبنى |عمارة |فيلا |منزل )?[0-9]{{1,5}}(?![0-9.,])",
        rf"(?<![ء-ي])(?:شارع|طريق|ميدان|زنقة|نهج|حي|جادة) {_ARABIC_NAME}",
        r"(?<![ء-ي])(?:شقة|عمارة|مبنى|فيلا|الدور|الطابق|بناية|منزل)(?: رقم)? [0-9]{1,4}(?![0-9.,])",
        r"(?<![ء-ي])(?:ص\.ب\.?|صندوق بريد) ?[0-9]{1,7}",
    ),
    "hi": (
        rf"(?:मकान|घर|फ्लैट|फ़्लैट|प्लॉट|प्लाट|दुकान|हाउस|क्वार्टर|भवन|कोठी|वार्ड)(?: (?:नं\.?|नंबर|नम्बर|संख्या|न\.|क्र\.))?:? ?[A-Za-z]?[-/]?[0-9]{{1,5}}[-/]?[A-Za-z0-9]{{0,4}}(?:,? (?:{_HINDI_WORD} ){{0,3}}?{_HINDI_WORD}? ?{_HINDI_END}(?![ऀ-ॿ])){{0,3}}",
        rf"(?<![0-9.,/])[A-Z]?-?[0-9]{{1,4}}(?:[/-][0-9A-Za-z]{{1,4}}|[A-Z])?,? (?:{_HINDI_WORD} ){{0,3}}{_HINDI_WORD}? ?{_HINDI_END}(?![ऀ-ॿ])",
        rf"{_HINDI_WORD} (?:मार्ग|रोड|गली|कॉलोनी|नगर|मोहल्ला|चौक|विहार)(?: (?:नं\.?|नंबर))? [0-9]{{1,4}}(?![0-9.,])",
        r"(?:सेक्टर|फेज़|फेज|ब्लॉक|वार्ड)[- ]?(?:नं\.? ?|नंबर )?[0-9A-Z]{1,4}(?![0-9.,])",
    ),
}  # fmt: skip
# The town behind a postcode, where the country writes it there.
_SMALL = r"(?:de la |de los |de las |de |del |da |do |dos |das |di |d['’]|la |le |les |los |las |sur |sous |lès |les |am |an der |im |in der |ob der |bei |vor der |den |der |aan den |aan |op |a |in |nad |pod |e )"
_TOWN = re.compile(
    rf"[ ,]{{1,2}}(?P<v>(?:{_SMALL}|l['’]|L['’])?{_CAPITAL}(?:(?:[ -]{_SMALL}{{0,2}}){_CAPITAL}|(?:-[a-zà-ÿ]{{2,6}}){{1,2}}-{_CAPITAL}| / {_CAPITAL}){{0,3}})"
    r"(?! [0-9]{5})(?: cedex(?: [0-9]{1,2})?)?",
)
_STATE = re.compile(r" ?[-/(,] ?(?P<v>[A-Z]{2})(?![\w])\)?")


def addresses(language: str) -> list[Rule]:
    """The rules of a language for streets with numbers, post boxes and postcodes."""
    streets = [Rule("STREET_ADDRESS", Expression(one), 0.88, digits=1) for one in _STREETS.get(language, ())]
    code = _CODES[language]
    return [*streets, Rule("POSTCODE", Expression(f"(?:{code})"), 0.8, digits=4, folded=language in ("zh", "ja", "ar", "hi"))]


def towns_beside(text: str, found: list[Found]) -> Iterator[Found]:
    """The towns behind postcodes."""
    for _, end, kind, _ in found:
        if kind == "POSTCODE" and (town := _TOWN.match(text, end)) is not None:
            yield *town.span("v"), "LOCATION", 0.8


_HAN = r"一-龯々〆ヶケノ"
_CHINESE = re.compile(
    r"(?:路|街|大道|大街|巷|弄|胡同|里|村|苑|小区|花园|新村|家园|公寓|广场|大厦|屯|组|社区|府|城|湾|園|段)[0-9]{1,5}(?:-[0-9]{1,4})?"
    r"(?:号院|号|號|弄|栋|幢|座|单元|室|楼|樓|层|期|组|[A-Z](?![A-Za-z]))?"
    r"(?: ?(?:[一-龯]{1,8}(?=[0-9A-Z]))?[0-9A-Z]{1,5}(?:-[0-9]{1,5}){0,3}(?:号楼|号|號|弄|栋|幢|座|单元|室|楼|樓|层|房|之[0-9])){0,5}"
)
_JAPANESE = re.compile(
    r"(?<=[一-龯々ぁ-んァ-ヶー])[0-9]{1,4}(?:丁目(?: ?[0-9]{1,4}(?:番地?|-)?(?:の)?(?:[0-9]{1,4}号?)?)?|番地?(?:の?[0-9]{1,4})?号?|-[0-9]{1,4}(?:-[0-9]{1,4}){0,2})"
    r"(?: ?[一-龯ァ-ヶーA-Za-z]{2,20} ?[0-9]{2,4}(?:号室|号)?)?"
)
_REGION_END = {"zh": "省市区县州镇乡區縣鎮鄉盟旗", "ja": "都道府県市区郡町村"}
_PREFECTURE = re.compile(r"東京都|北海道|京都府|大阪府|[一-龯]{2,3}?県")
_CHINESE_REGION = re.compile(
    "北京|天津|上海|重庆|河北|山西|辽宁|吉林|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|海南|四川|贵州|云南|陕西|甘肃|青海|"
    "台湾|台北|內蒙古|内蒙古|广西|西藏|宁夏|新疆|香港|澳门|臺北|臺中|臺灣|新北|台中|高雄"
)
_STOPS = {"zh": frozenset("在住于到从址是的我他她你您位寄往搬去来送给了为叫把和与及就家司店：即至"), "ja": frozenset("はをにがもでとへ")}
_LONGEST = 26
_IS_HAN = re.compile(rf"[{_HAN}ぁ-んァ-ヶー]")


def without_spaces(text: str, language: str) -> Iterator[Found]:
    """Addresses of Chinese and Japanese: from a house number back to where the region or the sentence begins."""
    for match in (_CHINESE if language == "zh" else _JAPANESE).finditer(text):
        first = match.start()
        stops = _STOPS[language]
        least = max(0, first - _LONGEST)
        while first > least and _IS_HAN.match(text, first - 1) and text[first - 1] not in stops:
            first -= 1
        region = (_CHINESE_REGION if language == "zh" else _PREFECTURE).search(text, first, match.start())
        first = region.start() if region is not None else first
        ends = [at for at in range(first, match.start()) if text[at] in _REGION_END[language]]
        street = ends[-1] + 1 if ends and ends[-1] + 1 < match.start() + (language == "ja") else first
        if language == "ja" and not ends and "丁目" not in match[0]:
            # Numbers with hyphens behind a word are telephone numbers as often.
            continue
        if street > first:
            yield first, street, "LOCATION", 0.85
        if match.start() - street or language == "ja":
            yield street, match.end(), "STREET_ADDRESS", 0.9
