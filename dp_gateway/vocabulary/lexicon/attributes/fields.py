"""The field of a job, by the words of its title: groups of ISCO-08, the ILO's classification of occupations.

The words are our own curated list. The word that stands last in a title counts most ("school nurse" is a nurse), but
for titles that say nothing by themselves (manager, officer, worker), of which the words before them count.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from dp_gateway.text.folding import fold

__all__ = ["FIELDS", "field_of"]

_WORDS = {
    "health": "nurse doctor physician surgeon midwife paramedic pharmacist dentist dental therapist psychologist "
    "psychiatrist psychotherapist physiotherapist radiographer radiologist cardiologist oncologist neurologist "
    "nephrologist urologist gynecologist obstetrician pediatrician anesthesiologist dermatologist pathologist "
    "ophthalmologist optometrist optician orthodontist orthoptist osteopath chiropractor chiropodist podiatrist "
    "dietitian nutritionist homeopath herbalist acupuncturist medical clinical health hospital veterinary vet "
    "veterinarian haematologist immunologist gastroenterologist neurosurgeon practitioner hygienist nursing "
    "audiological phytotherapist dramatherapist counselor counsellor caregiver toxicologist pharmacologist "
    "practice biomedical cytogeneticist geneticist embryologist ergonomist ambulance",
    "teaching": "teacher lecturer professor tutor headmaster principal school kindergarten teaching education "
    "educational instructor learning university academic postdoctoral mentor childminder nanny",
    "law and order": "lawyer attorney solicitor barrister judge magistrate paralegal legal notary prosecutor detective "
    "police policeman policewoman prison probation defender patent trade-mark conveyancer investigator guard security "
    "soldier forces intelligence customs immigration firefighter doorman coroner bailiff",
    "money and trade": "accountant actuary auditor banker bookkeeper treasurer financial tax broker trader stockbroker "
    "investment insurance underwriter pension pensions mortgage risk claims bank economist finance investor portfolio "
    "adjuster assessor fundraiser estate real-estate",
    "software and data": "software developer programmer computer data web systems network database cybersecurity "
    "applications multimedia games game information technical tester telecommunications",
    "engineering and building": "engineer architect surveyor bricklayer carpenter cabinetmaker electrician plumber "
    "roofer plasterer welder glazier mason stonemason machinist mechanic technician construction builder crane "
    "machine metallurgist planner site building upholsterer locksmith painter manufacturing production quarry mining "
    "drilling wellsite mudlogger fitter foreman handyman maintenance structural",
    "science": "scientist biologist chemist physicist geologist biochemist microbiologist botanist zoologist ecologist "
    "meteorologist climatologist oceanographer astronomer statistician mathematician researcher research laboratory "
    "lab geophysicist geochemist geoscientist hydrologist hydrogeologist seismologist linguist anthropologist "
    "archaeologist sociologist geographer cartographer geographical herpetologist seismic geophysical hydrographic "
    "lexicographer historian analytical environmental meteorological animal breeder",
    "arts and media": "artist actor actress designer musician singer dancer photographer writer author editor "
    "journalist reporter photojournalist newsreader presenter producer film video animator "
    "illustrator curator museum gallery theatre art arts music composer poet novelist sculptor printmaker copywriter "
    "broadcast broadcasting radio television tv stage conservator librarian archivist bookseller "
    "magazine media press publishing proofreader sound camera gaffer best-boy runner juggler stunt heritage editorial "
    "advertising translator interpreter jeweller jeweler watchmaker dressmaker seamstress glass",
    "transport": "driver pilot courier conductor railway train bus taxi cab truck flight cabin airline air sailor "
    "ship merchant-navy logistics logistician warehouse forklift delivery freight postal mail mailman transport naval",
    "food, guests and travel": "chef cook waiter waitress bartender barista baker butcher sommelier winemaker brewer "
    "brewing catering restaurant hotel housekeeper travel tour tourism tourist holiday concierge food accommodation "
    "croupier wedding event conference public-house theme-park leisure steward",
    "body and home": "hairdresser barber beautician cosmetologist manicurist makeup tattoo massage cleaner janitor "
    "caretaker maid laundry cobbler pest window funeral undertaker fitness yoga sports sport coach "
    "swimming tennis athlete referee lifeguard dog exercise outdoor",
    "land and animals": "farmer gardener forester fisherman shepherd landscaper horticulturist arboriculturist "
    "tree-surgeon park ranger farm fish fisheries agricultural horticultural lumberjack zookeeper nature amenity soil "
    "conservation landscape recycling waste water rural energy",
    "selling": "sales salesman saleswoman cashier shop shopkeeper store retail merchandiser marketing telemarketer "
    "customer buyer visual market purchasing procurement call",
    "office and leading": "secretary receptionist clerk typist assistant administrator office personal-assistant "
    "executive ceo chief president manager director head managing operations project product human resources personnel "
    "recruitment consultant quality facilities company management supervisor chairman founder owner",
    "public and social work": "social community charity aid volunteer youth civil government politician political "
    "diplomat diplomatic mayor minister senator housing counselling careers advice public priest pastor rabbi imam nun "
    "equality race union welfare town urban trading-standards local council",
}
FIELDS = (*_WORDS, "no field told")
"""Every field by name."""

_WEAK = frozenset(
    "manager officer worker assistant director consultant adviser advisor agent administrator executive head owner "
    "operator specialist coordinator professional inspector representative technician planner".split()
)
_WORD = re.compile(r"[^\W_]+")


def field_of(title: str) -> str:
    """The field of a job; titles that tell none are one class."""
    words = [word for word in _WORD.findall(fold(title)) if word]
    by_words = _by_words()
    for end in range(len(words), 1, -1):
        if (found := by_words.get("-".join(words[end - 2 : end]))) is not None:
            return found
    strong = (word for word in reversed(words) if word not in _WEAK)
    for word in (*strong, *reversed(words)):
        if (found := by_words.get(word) or by_words.get(word.removesuffix("s"))) is not None:
            return found
    return FIELDS[-1]


@cache
def _by_words() -> Mapping[str, str]:
    return {fold(word): field for field, listed in _WORDS.items() for word in listed.split()}
