"""Writes the phrases of sensitive topics, from public lists and short ones of our own.

    python -m release.lexicon.topics WORDNET DISEASES

The first folder is a checkout of globalwordnet/english-wordnet (CC BY 4.0), of which trees are taken; the second one of
DiseaseOntology/HumanDiseaseOntology (CC0 1.0), whose short names of diseases and symptoms of frequent words are.

A phrase belongs to a type where the first sense of it as a noun stands below one of the type's roots. A single word
that is used often, or as a verb or an adjective too, is left out unless it is listed here: "cold" and "cut" are said of
all kinds of things.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from dp_gateway.vocabulary.lexicon.topics import FILE
from release.lexicon import compress

_ROOTS = {
    "CONDITION": "ill_health%1:26 symptom%1:26 mental_disorder%1:26 mental_illness%1:26 injury%1:26 pregnancy%1:26 "
    "disability%1:26 disorder%1:26",
    "MEDICINE": "medicine%1:06 drug%1:06 contraceptive%1:06",
    "TREATMENT": "therapy%1:04 surgery%1:04 medical_procedure%1:04",
    "FAITH": "religion%1:09 religion%1:14 religious_person%1:18",
    "POLITICS": "political_party%1:14 political_orientation%1:09",
    "OFFENCE": "crime%1:04",
}
"""Lexicon type, and the first noun of WordNet's file (its number) from which its tree hangs."""

_FILES = {"04": "act", "06": "artifact", "09": "cognition", "14": "group", "18": "person", "26": "state"}

_LISTED = {
    "CONDITION": "cancer|depression|diabetes|asthma|migraine|stroke|dementia|autism|epilepsy|arthritis|"
    "anxiety disorder|burnout|heart attack|heart failure|high blood pressure|HIV|AIDS|hepatitis|"
    "tuberculosis|leukemia|leukaemia|lupus|multiple sclerosis|Parkinson's disease|Alzheimer's disease|"
    "Crohn's disease|bipolar disorder|schizophrenia|PTSD|ADHD|miscarriage|infertility|obesity|"
    "anorexia|bulimia|eczema|psoriasis|pneumonia|chronic pain|chronic fatigue|long covid|sleep apnea|"
    "kidney failure|brain tumor|breast cancer|prostate cancer|lung cancer|drug addiction|alcoholism|"
    "stutter|type 1 diabetes|type 2 diabetes|pregnancy|stillbirth|kidney stone|gallstones|"
    "panic attack|eating disorder|nervous breakdown|mental illness|suicidal thoughts|suicide attempt|"
    "self-harm|alcohol problem|drinking problem|drug problem|recovering addict|wheelchair user|"
    "hearing loss|hearing aid|slipped disc|herniated disc|heart condition|heart defect|"
    "high cholesterol|social anxiety|postnatal depression|postpartum depression|menopause|endometriosis|"
    "erectile problems|bed-wetting|incontinence|OCD|COPD|IBS|PCOS|food allergy|"
    "peanut allergy|lactose intolerance",
    "MEDICINE": "propranolol|ibuprofen|paracetamol|acetaminophen|aspirin|insulin|metformin|sertraline|fluoxetine|"
    "citalopram|escitalopram|venlafaxine|lithium carbonate|warfarin|apixaban|atorvastatin|simvastatin|"
    "amlodipine|lisinopril|ramipril|bisoprolol|metoprolol|omeprazole|pantoprazole|levothyroxine|"
    "prednisone|methotrexate|salbutamol|albuterol|methadone|naloxone|tramadol|oxycodone|gabapentin|"
    "pregabalin|quetiapine|olanzapine|risperidone|lamotrigine|levetiracetam|sumatriptan|semaglutide|"
    "tamoxifen|antidepressants|antiretrovirals|birth control pill|sleeping pills|chemotherapy drugs|"
    "inhaler|asthma spray|lithium|insulin pump|painkillers|antipsychotics|beta blockers|"
    "blood thinners|blood pressure tablets|the pill|morning-after pill|abortion pill|nicotine patches|"
    "medical cannabis|marijuana|cocaine|heroin|ecstasy|crystal meth|amphetamines|steroids|cortisone|"
    "hormones|puberty blockers|hormone patches|Viagra|Ozempic|Xanax|Prozac|Zoloft|Ritalin|Adderall|"
    "Valium|Lipitor|Humira|EpiPen|"
    "diclofenac|hydrocodone|buprenorphine|Suboxone|esketamine|duloxetine|mirtazapine|bupropion|clonazepam|"
    "zolpidem|zopiclone|eszopiclone|melatonin|aripiprazole|ziprasidone|lurasidone|paliperidone|valproate|"
    "sodium valproate|carbamazepine|oxcarbazepine|topiramate|lacosamide|levodopa|ropinirole|pramipexole|"
    "donepezil|memantine|rivastigmine|lisdexamfetamine|atomoxetine|guanfacine|Vyvanse|Concerta|Strattera|"
    "losartan|valsartan|candesartan|irbesartan|telmisartan|olmesartan|perindopril|benazepril|nebivolol|"
    "felodipine|bumetanide|torsemide|spironolactone|eplerenone|digoxin|sotalol|nitroglycerin|clopidogrel|"
    "ticagrelor|prasugrel|rivaroxaban|dabigatran|edoxaban|enoxaparin|rosuvastatin|ezetimibe|fenofibrate|"
    "evolocumab|alirocumab|sitagliptin|linagliptin|saxagliptin|empagliflozin|dapagliflozin|canagliflozin|"
    "liraglutide|dulaglutide|tirzepatide|exenatide|gliclazide|glimepiride|pioglitazone|glargine|lispro|aspart|"
    "Lantus|Humalog|Novolog|Tresiba|Toujeo|Jardiance|Farxiga|Januvia|Trulicity|Victoza|Saxenda|Wegovy|Mounjaro|"
    "Zepbound|Rybelsus|lansoprazole|esomeprazole|rabeprazole|ondansetron|metoclopramide|domperidone|loperamide|"
    "bisacodyl|lactulose|macrogol|mesalazine|sulfasalazine|budesonide|fluticasone|beclometasone|mometasone|"
    "formoterol|salmeterol|tiotropium|montelukast|Symbicort|Advair|Spiriva|cetirizine|loratadine|fexofenadine|"
    "desloratadine|chlorphenamine|pseudoephedrine|dextromethorphan|guaifenesin|prednisolone|dexamethasone|"
    "hydrocortisone|methylprednisolone|betamethasone|triamcinolone|mycophenolate|tacrolimus|ciclosporin|"
    "cyclosporine|adalimumab|rituximab|tocilizumab|secukinumab|ustekinumab|dupilumab|omalizumab|tofacitinib|"
    "baricitinib|upadacitinib|Remicade|Cosentyx|Stelara|Dupixent|Xolair|Rinvoq|Xeljanz|Skyrizi|Tremfya|Ocrevus|"
    "Tysabri|Copaxone|Gilenya|co-amoxiclav|flucloxacillin|clarithromycin|levofloxacin|moxifloxacin|"
    "trimethoprim|linezolid|meropenem|fluconazole|itraconazole|terbinafine|clotrimazole|aciclovir|valacyclovir|"
    "famciclovir|oseltamivir|Tamiflu|remdesivir|Paxlovid|molnupiravir|emtricitabine|tenofovir|dolutegravir|"
    "efavirenz|raltegravir|Truvada|Descovy|Biktarvy|sofosbuvir|ivermectin|albendazole|Malarone|tamsulosin|"
    "finasteride|dutasteride|oxybutynin|mirabegron|solifenacin|risedronate|denosumab|Prolia|raloxifene|"
    "estradiol|progesterone|norethisterone|levonorgestrel|desogestrel|medroxyprogesterone|testosterone|"
    "clomifene|letrozole|anastrozole|exemestane|fulvestrant|palbociclib|trastuzumab|Herceptin|bevacizumab|"
    "Avastin|pembrolizumab|Keytruda|nivolumab|Opdivo|ipilimumab|imatinib|Gleevec|erlotinib|osimertinib|"
    "Tagrisso|ibrutinib|lenalidomide|Revlimid|bortezomib|cisplatin|carboplatin|oxaliplatin|paclitaxel|"
    "docetaxel|cyclophosphamide|capecitabine|gemcitabine|temozolomide|febuxostat|baclofen|tizanidine|"
    "rizatriptan|zolmitriptan|eletriptan|erenumab|Aimovig|Ajovy|Emgality|Nurtec|Ubrelvy|isotretinoin|Accutane|"
    "Roaccutane|tretinoin|adapalene|benzoyl peroxide|liothyronine|carbimazole|methimazole|propylthiouracil|"
    "desmopressin|octreotide|Eliquis|Xarelto|Pradaxa|Crestor|Diovan|Cozaar|Entresto|Synthroid|Nexium|Prilosec|"
    "Imodium|Dulcolax|MiraLAX|Excedrin|Nurofen|Calpol|Claritin|Zyrtec|Flonase|Singulair|Lexapro|Celexa|Effexor|"
    "Cymbalta|Wellbutrin|Remeron|Abilify|Seroquel|Zyprexa|Risperdal|Latuda|Lamictal|Depakote|Keppra|Topamax|"
    "Lyrica|Klonopin|Ambien|Lunesta|Percocet|Vicodin|OxyContin|Norco|Chantix|varenicline|acamprosate|Mirena|"
    "Nexplanon|NuvaRing|Yaz|Spravato|Humulin|Levemir|Basaglar|Creon|Epclusa|Harvoni|Evusheld|Comirnaty|"
    "Spikevax|Shingrix|Gardasil|Repatha|Praluent|Leqembi|Kisunla|Zolgensma|Spinraza|Trikafta|Kalydeco|Orkambi",
    "TREATMENT": "chemotherapy|radiotherapy|dialysis|physiotherapy|psychotherapy|IVF|abortion|rehab|detox|"
    "couples therapy|gastric bypass|hip replacement|knee replacement|blood transfusion|organ transplant|"
    "hormone therapy|sick leave|in vitro fertilization|cosmetic surgery|hospice care|home care|"
    "inpatient treatment|psychiatric ward|psychiatric clinic|psychiatric hospital|day clinic|"
    "detox clinic|AA meetings|Alcoholics Anonymous|therapist|psychiatrist|psychologist|oncologist|"
    "gynecologist|urologist|fertility clinic|hysterectomy|mastectomy|vasectomy|appendectomy|caesarean|"
    "C-section|bypass surgery|stem cell transplant|kidney transplant|pacemaker|prosthesis|stoma|"
    "catheter|biopsy|colonoscopy|mammogram|HIV test|pregnancy test|drug test|"
    "gender reassignment surgery|Botox|physical therapy|speech therapy",
    "FAITH": "Islam|Islamic|Jewish|Hindu|Sikh|rabbi|atheist|evangelical Christian|Jehovah's Witness|Ramadan|"
    "confirmation class|bar mitzvah|bat mitzvah|halal|kosher|baptism|Bible study|Sunday school|"
    "Friday prayers|hijab|rosary|Yom Kippur|Diwali puja|atheism|agnosticism|Jehovah's Witnesses|"
    "prayer group|mosque|synagogue|gurdwara|Sabbath|Shabbat|Easter Mass|Baptist|Methodist|"
    "Orthodox Christian|Pentecostal|Mormon|Muslim|Sunni|Shiite|Buddhist|Jew|Jews|Quaker|"
    "Scientologist|Scientology|Wiccan|born-again Christian|headscarf|turban|burqa|niqab|kippah|"
    "yarmulke|crucifix|imam|priest|nun|monk|pastor|parishioner|church tax|church service|"
    "confession|First Communion|christening|circumcision|pilgrimage|hajj|Eid|Hanukkah|Passover|"
    "prayer|prayers",
    "POLITICS": "Democratic Party|Republican Party|Green Party|Labour Party|Conservative Party|Liberal Democrats|"
    "Christian Democrats|Social Democrats|Socialist Party|trade union|labor union|union member|"
    "union membership|works council|shop steward|party member|party membership|strike committee|"
    "feminism|pacifism|environmentalism|Tories|Tory|Republican|Republicans|Democrat|Democrats|AfD|"
    "Antifa|communist|communists|socialist|socialists|anarchist|anarchists|Marxist|fascist|"
    "neo-Nazi|conservative voter|swing voter|Trump supporter|Trump voter|Biden supporter|Brexiteer|"
    "Remainer|feminist|environmental activist|vegan activist|party card|party congress|"
    "political asylum|shop floor representative|union representative|union rep|picket line|"
    "climate protest|communist party|political party member",
    "OFFENCE": "shoplifting|drunk driving|drink driving|drug possession|drug dealing|tax evasion|tax fraud|"
    "insurance fraud|money laundering|domestic violence|sexual assault|sexual harassment|burglary|"
    "embezzlement|perjury|assault and battery|manslaughter|vandalism|stalking|identity theft|"
    "welfare fraud|hit and run|criminal record|suspended sentence|probation officer|restraining order|"
    "community service order|speeding offence|bribery|insider trading|resisting arrest|trespassing|"
    "house arrest|criminal conviction|parole hearing|probation|parole|assault|fraud|forgery|theft|"
    "arson|armed robbery|bank robbery|murder|rape|blackmail|extortion|drug offence|drug offense|DUI|"
    "fare dodging|child abuse|child pornography|sex offender|sex offence|ex-convict|convict|"
    "prison|prison sentence|jail|pre-trial detention|juvenile detention|rap sheet|bail|"
    "community service|ankle monitor|arrest warrant|court summons|criminal charges|police record|"
    "illegal immigrant|deportation order|perpetrator",
    "SEXUALITY": "gay|lesbian|bisexual|pansexual|asexual|heterosexual|homosexual|transgender|trans woman|"
    "trans man|nonbinary|non-binary|genderqueer|intersex|queer|same-sex marriage|same-sex partner|"
    "civil partnership|gender transition|gender dysphoria|sex reassignment|polyamorous|polyamory|"
    "homosexuality|bisexuality|asexuality|aromantic|demisexual|cross-dressing|sex life|open marriage|"
    "erectile dysfunction|low libido|transsexual|gender identity|sexual orientation|drag queen|"
    "genderfluid|agender|sex work|celibate|celibacy|LGBT|LGBTQ|same-sex couple|one-night stand|"
    "unprotected sex|sex worker|prostitute|escort service|porn|pornography|impotence|fetish|"
    "swinger club|Grindr",
    "FAMILY_MATTER": "parental leave|maternity leave|paternity leave|divorce|custody battle|child custody|"
    "child support|alimony|adoption papers|adoption agency|foster care|marriage counselling|marriage counseling|"
    "separation agreement|prenuptial agreement|single mother|single father|single parent|stepchild|"
    "widow|widower|bereavement leave|compassionate leave|family leave|carer's leave|"
    "childcare allowance|domestic abuse|estranged wife|estranged husband|extramarital affair|"
    "unplanned pregnancy|illegitimate child|guardianship|power of attorney|nursing home|surrogacy|"
    "elopement|engagement party|marital problems|fertility treatment|child benefit|"
    "restraining order hearing|paternity test|custody|sole custody|joint custody|visitation rights|"
    "legal separation|marriage crisis|marriage counselor|mistress|ex-husband|ex-wife|adoptive parents|"
    "birth mother|biological father|foster child|foster family|foster parents|foster home|orphanage|"
    "domestic partner|family court|women's shelter|violent husband|maintenance payments|"
    "arranged marriage|forced marriage|prenup",
    "FINANCE": "bankruptcy|insolvency|foreclosure|debt counselling|debt counseling|payday loan|credit card debt|"
    "student loan|student debt|overdraft|wage garnishment|repossession|eviction notice|rent arrears|"
    "unemployment benefit|unemployment benefits|welfare benefits|food stamps|housing benefit|"
    "housing allowance|disability benefit|disability pension|debt collector|debt relief|payment default|"
    "bad credit|credit score|second mortgage|mortgage arrears|gambling debts|tax debt|back taxes|"
    "pay cut|severance pay|inheritance dispute|trust fund|offshore account|loan shark|pawnshop|"
    "bounced check|cash advance|minimum payment|negative equity|alimony arrears|short sale|"
    "debt consolidation|loan default|income support|food bank|universal credit|poverty line|mortgage|"
    "remortgage|debts|arrears|payday lender|loan|bank loan|car loan|personal loan|instalments|"
    "installments|wage assignment|welfare|social assistance|Medicaid|food assistance|life savings|"
    "gambling|credit card bill|credit limit|credit report|tax arrears|alimony payments|second job|"
    "minimum wage|low income|net worth|bounced cheque|collection agency|bailiff|pension|"
    "retirement savings|401(k)",
}
"""What WordNet lacks, or what its words are too common for; our own lists."""

_SAID = {
    "CONDITION": "HIV positive|HIV-positive|pregnant|burnt out|suicidal|alcoholic|diabetic|epileptic|asthmatic|"
    "autistic|anorexic|bulimic|dyslexic|bipolar|schizophrenic|paraplegic|severely disabled|"
    "tested positive|terminally ill|chronically ill|in a coma",
    "FAITH": "Catholic|Protestant|Lutheran|Shia|Alevi|convert to Islam|pray|prays|praying|the Bible|"
    "the Quran|the Torah|left the church",
    "POLITICS": "the Greens|the Tories|right-wing|left-wing|went on strike|voted for Trump|voted for Biden|"
    "voted for Brexit",
    "OFFENCE": "on probation|on parole|driving while intoxicated|driving without a licence|"
    "driving without a license|convicted|in custody|overstayed my visa",
    "SEXUALITY": "non-heterosexual|impotent",
    "FAMILY_MATTER": "divorced|divorcing|getting divorced|cheated on me|cheated on him|cheated on her|cheating on me|"
    "estranged|unmarried|out of wedlock|expecting a child|expecting a baby|expecting twins|disinherited",
    "FINANCE": "overdrawn|bankrupt|insolvent|in debt|in the red|in arrears|unemployed|jobless|lost my job|"
    "lost his job|lost her job|laid off|got fired|made redundant|garnished my wages|"
    "garnished his wages|repossessed|repossess|foreclosed|on welfare|on benefits|gambled away",
}
"""What is said of somebody and is no name of the thing ("pregnant"): found, and never drawn for another."""

_OTHERWISE = frozenset(
    # Said of bodies, and more often of programs, plans, films and people's manners.
    "aberration adhesion atrophy aura bends bloat blain blindness bruise bunt cachexy callosity chafe clubbing "
    "congestion contagion corona craziness creeps crick crud daftness distemper dysfunction fester flakiness frailty "
    "frenzy fugue furring gall gameness gash gimp graze gripes griping hardening heaves hiccup hickey hurting hysteria "
    "impaction infirmity kink lameness lichen limping lisp looseness lunacy madness malady maternity mimesis murmur "
    "noma para parity pest pestilence pica piles puffiness qualm rawness redness rosette rupture scorch shiner side "
    "singe slough smarting smartness smut sneeze sneezing softness stasis staggers stigmata stinging strangulation "
    "stridor swelling symptom throb throe trembles twitching unbalance unfitness unreason wale wasting weal welt wheal "
    "whiplash wilt symptoms fantods floater crack-up sword-cut aching coughing shivering numbness craze "
    # Drugs, and other things.
    "adam agonist antidote baccy balsam bayer bennie blackwash bolus bracer bronzer cathartic cheroot cigar cigaret "
    "cigarette cigarillo claro cristal curative cure-all dilator downer elvis excitant eyewash gage goop hypnotic "
    "lozenge megadose nostrum palliative panacea panatela panetela physic popper preventative quat reefer refill "
    "restorative salve sens sess spliff stogie stogy unction vape versed battery-acid placebo meth inhalant tobacco "
    # Treatments of data and materials, offences of rules and parts of plots, and parties of all kinds.
    "ablation altering drugging excision flooding galvanism resection "
    "caper committal holdout holdup infraction mayhem piracy rip-off rustling shakedown shrinkage swindle violation "
    "autocracy elitism extremism ideology labor labour opposition gironde "
    # Manners of life that people speak of in jest.
    "abstainer apostle ascetic begum brethren brother chela cult cultus friend guru hermit lent missioner monastic "
    "moor mysticism nonconformist novice oblate penitent sect shaker shakers shua sister sisterhood votary whirler "
    "celibate celibacy closeted swinger adoption passion communion side_effect false_pretenses political_party "
    "shell_game coming_out".split()
)
"""Words and phrases of the trees that are said of all kinds of things: seen in film reviews, programs, and instructions
for agents."""

_COMMON, _ALSO_OTHERWISE, _OFTEN_ENOUGH = 4.2, 3.3, 3.0
"""Zipf frequencies of wordfreq: single words above the first are left out, above the second where they are verbs or
adjectives too, and above the third where they mean something else first."""

_DISEASES = ("DOreports/HumanDO.tsv", "DOreports/requested/disease-symptom.tsv")
_COLUMNS = (1, 3)
"""The tables of the Disease Ontology, and where in each a name stands."""

_MOST_WORDS, _WORD_OFTEN_ENOUGH, _SINGLE_SELDOM = 3, 2.4, 3.3
"""What is taken of its names: so many words, each as frequent as that, a single one no more frequent than that."""

_PLAIN = re.compile(r"[A-Za-z][A-Za-z'’. -]{2,38}[a-z]")


def synsets_of(folder: Path) -> dict[str, tuple[str, dict[str, list[str]]]]:
    """By number: the file, and the lists of a synset."""
    found: dict[str, tuple[str, dict[str, list[str]]]] = {}
    for name in _FILES.values():
        lists: dict[str, list[str]] = {}
        key = ""
        for line in (folder / "src" / "yaml" / f"noun.{name}.yaml").read_text(encoding="utf-8").splitlines():
            if not line.startswith(" "):
                lists = {}
                found[line.rstrip(":").strip("'\"")] = name, lists
            elif line.startswith("  - "):
                lists.setdefault(key, []).append(line[4:].strip().strip("'\""))
            elif re.match(r"  \w+:", line):
                key = line.strip().partition(":")[0]
    return found


def _entries(folder: Path) -> dict[str, dict[str, list[str]]]:
    """By word or phrase: the synsets of each part of speech, the most frequent sense first."""
    found: dict[str, dict[str, list[str]]] = {}
    for file in sorted((folder / "src" / "yaml").glob("entries-*.yaml")):
        senses: dict[str, list[str]] = {}
        part = ""
        for line in file.read_text(encoding="utf-8").splitlines():
            if not line.startswith(" "):
                senses = {}
                found[line.rstrip(":").strip("'\"")] = senses
            elif re.match(r"  \w(?:-\d)?:", line):
                part = line.strip()[0]
            elif match := re.match(r"\s+(?:- )?synset: (\S+)", line):
                senses.setdefault(part, []).append(match[1].strip("'"))
    return found


def kinds_of(roots: set[str], synsets: dict[str, tuple[str, dict[str, list[str]]]]) -> set[str]:
    """The numbers of some synsets and of all their kinds."""
    below: dict[str, list[str]] = {}
    for number, (_, lists) in synsets.items():
        for above in (*lists.get("hypernym", ()), *lists.get("instance_hypernym", ())):
            below.setdefault(above, []).append(number)
    found, left = set[str](), list(roots)
    while left:
        number = left.pop()
        if number not in found:
            found.add(number)
            left += below.get(number, ())
    return found


def _fits(phrase: str, senses: dict[str, list[str]], tree: set[str]) -> bool:
    from wordfreq import zipf_frequency

    if not _PLAIN.fullmatch(phrase) or not senses.get("n") or phrase.lower().replace(" ", "_") in _OTHERWISE:
        return False
    if " " in phrase or "-" in phrase or phrase[0].isupper():
        return senses["n"][0] in tree
    often = zipf_frequency(phrase, "en")
    if often > _COMMON or (often > _ALSO_OTHERWISE and (senses.get("v") or senses.get("a") or senses.get("s"))):
        return False
    return senses["n"][0] in tree or often < _OFTEN_ENOUGH


def _fits_small(phrase: str, entries: dict[str, dict[str, list[str]]], tree: set[str]) -> bool:
    small = phrase.lower()
    senses = entries.get(small, {})
    return small == phrase or not senses.get("n") or _fits(small, senses, tree)


def _diseases(folder: Path, entries: dict[str, dict[str, list[str]]], tree: set[str]) -> Iterator[str]:
    """The names of diseases and symptoms that people know."""
    from wordfreq import zipf_frequency

    for table, column in zip(_DISEASES, _COLUMNS, strict=True):
        for line in (folder / table).read_text(encoding="utf-8").splitlines()[1:]:
            name = line.split("\t")[column].strip('"')
            words = name.split()
            if len(words) > _MOST_WORDS or not _PLAIN.fullmatch(name):
                continue
            often = [zipf_frequency(word, "en") for word in words]
            if min(often) < _WORD_OFTEN_ENOUGH or name.replace(" ", "_") in _OTHERWISE:
                continue
            if len(words) > 1 or (often[0] < _SINGLE_SELDOM and _fits(name, entries.get(name, {}), tree)):
                yield name


def _collected(folder: Path, diseases: Path) -> Iterator[tuple[str, list[str]]]:
    synsets, entries = synsets_of(folder), _entries(folder)
    taken: set[str] = set()
    for kind, listed in _LISTED.items():
        roots: set[str] = set()
        for root in _ROOTS.get(kind, "").split():
            word, _, number = root.partition("%1:")
            file = _FILES[number]
            of_word = entries[word.replace("_", " ")]["n"]
            roots.add(next(one for one in of_word if synsets.get(one, ("", {}))[0] == file))
        tree = kinds_of(roots, synsets)
        members = {phrase for number in tree if number in synsets for phrase in synsets[number][1].get("members", ())}
        phrases = listed.split("|")
        # Phrases are found in any letter case: "Sister", a nun, is judged by what "sister" means.
        phrases += sorted(
            one for one in members if _fits(one, entries.get(one, {}), tree) and _fits_small(one, entries, tree)
        )
        if kind == "CONDITION":
            phrases += sorted(_diseases(diseases, entries, tree))
        kept: dict[str, str] = {}
        for one in phrases:
            if one.lower() not in taken:
                kept.setdefault(one.lower(), one)
        taken.update(kept)
        yield kind, list(kept.values())


def main() -> None:
    """Write the file."""
    types = dict(_collected(*map(Path, sys.argv[1:3])))
    said = {name: phrases.split("|") for name, phrases in _SAID.items()}
    compress(FILE, json.dumps({"drawn": types, "said": said}, ensure_ascii=False, indent=0))
    for name, phrases in types.items():
        sys.stdout.write(f"{name:20}{len(phrases):8,}\n")
    sys.stdout.write(f"{FILE.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main()
