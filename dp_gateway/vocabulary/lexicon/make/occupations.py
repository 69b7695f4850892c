"""Occupations as people write them; Faker's list has the forms of a careers office."""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["OCCUPATIONS", "occupations", "plain_occupation"]

OCCUPATIONS = """
accountant|actor|actress|actuary|acupuncturist|air traffic controller|ambulance driver|anesthesiologist|animator|
anthropologist|archaeologist|architect|art director|art teacher|assistant professor|astronaut|astronomer|athlete|
attorney|auditor|author|auto mechanic|baker|bank clerk|bank manager|bank teller|barber|barista|barrister|bartender|
beautician|bicycle courier|biochemist|biologist|blacksmith|bookkeeper|botanist|bricklayer|broker|bus driver|butcher|
butler|cab driver|cabinetmaker|call center agent|camera operator|cardiologist|caregiver|caretaker|carpenter|
cartographer|cashier|catering manager|chauffeur|chef|chemical engineer|chemist|chief executive|
chief executive officer|chief financial officer|chief operating officer|chief technology officer|childminder|
chiropractor|choreographer|civil engineer|civil servant|claims adjuster|cleaner|clerk|climatologist|coach|cobbler|
columnist|comedian|community organizer|company secretary|composer|computer programmer|computer scientist|concierge|
conductor|construction worker|consultant|content writer|controller|cook|copywriter|coroner|cosmetologist|counselor|
courier|crane operator|creative director|croupier|curator|customer service representative|customs officer|
cybersecurity analyst|dancer|data analyst|data engineer|data entry clerk|data scientist|database administrator|dean|
delivery driver|dental assistant|dental hygienist|dentist|deputy director|dermatologist|designer|detective|developer|
diplomat|director|dishwasher|dispatcher|diver|doctor|dog trainer|doorman|driver|driving instructor|dressmaker|
ecologist|economist|editor|electrical engineer|electrician|elementary school teacher|emergency physician|engineer|
entrepreneur|environmental scientist|estate agent|event planner|farmer|fashion designer|film director|
financial adviser|financial analyst|financial planner|firefighter|fisherman|fitness trainer|flight attendant|florist|
foreman|forester|forklift operator|freelance journalist|freelance photographer|fundraiser|funeral director|
game designer|gardener|gastroenterologist|general practitioner|geneticist|geographer|geologist|glazier|goldsmith|
graphic designer|guitarist|gynecologist|hairdresser|handyman|head of marketing|head of sales|head teacher|headmaster|
high school teacher|historian|hotel manager|housekeeper|human resources manager|illustrator|immigration lawyer|
insurance agent|insurance broker|interior designer|interpreter|investment banker|investor|janitor|jeweller|jeweler|
journalist|judge|juggler|kindergarten teacher|lab technician|laboratory assistant|landlord|landscape architect|
landscaper|laundry worker|lawyer|lecturer|legal secretary|librarian|lifeguard|linguist|locksmith|logistician|
lumberjack|machine operator|machinist|magician|magistrate|maid|mail carrier|mailman|makeup artist|manager|
managing director|manicurist|marine biologist|market researcher|marketing director|marketing manager|mason|
massage therapist|mathematician|mathematics teacher|mechanic|mechanical engineer|mediator|medical assistant|
medical examiner|merchant|meteorologist|microbiologist|midwife|miller|miner|model|mortgage broker|music teacher|
musician|nanny|nephrologist|network administrator|neurologist|neurosurgeon|newsreader|notary|novelist|nuclear engineer|
nurse|nurse practitioner|nursing assistant|nutritionist|obstetrician|occupational therapist|oceanographer|
office assistant|office manager|oncologist|operations manager|ophthalmologist|optician|optometrist|orthodontist|
orthopedic surgeon|painter|paralegal|paramedic|park ranger|pastor|patent attorney|pathologist|pediatrician|
personal assistant|personal trainer|pest controller|pharmacist|philosopher|photographer|photojournalist|physician|
physician assistant|physicist|physics teacher|physiotherapist|pianist|piano teacher|pilot|plasterer|playwright|plumber|
podiatrist|poet|police detective|police officer|policeman|policewoman|political scientist|politician|porter|
portfolio manager|postal worker|postdoctoral researcher|potter|preschool teacher|priest|primary school teacher|
principal|prison officer|private detective|private investigator|probation officer|procurement manager|producer|
product designer|product manager|professor|programmer|project manager|proofreader|prosecutor|psychiatrist|psychologist|
psychotherapist|public defender|publicist|publisher|quality inspector|rabbi|radio presenter|radiographer|radiologist|
railway worker|real estate agent|receptionist|recruiter|referee|registered nurse|reporter|research assistant|
research scientist|researcher|restaurant manager|restaurant owner|retail manager|roofer|sailor|sales assistant|
sales associate|sales director|sales manager|sales representative|salesman|saleswoman|school bus driver|
school counselor|school nurse|school principal|science teacher|scientist|screenwriter|sculptor|seamstress|secretary|
security guard|shepherd|shoemaker|shop assistant|shop owner|shopkeeper|singer|site manager|social worker|sociologist|
software architect|software developer|software engineer|soldier|solicitor|sommelier|sound engineer|
speech therapist|sports coach|stage manager|statistician|stockbroker|stonemason|store manager|structural engineer|
stunt performer|substitute teacher|supervisor|surgeon|surveyor|swimming instructor|systems administrator|tailor|
tattoo artist|tax accountant|tax adviser|taxi driver|teacher|teaching assistant|technical writer|technician|
telemarketer|tennis coach|test engineer|therapist|tour guide|toxicologist|trader|train conductor|train driver|
translator|travel agent|treasurer|truck driver|tutor|tv presenter|undertaker|university lecturer|upholsterer|
urban planner|urologist|usher|vet|veterinarian|veterinary nurse|vice president|video editor|violinist|volunteer|waiter|
waitress|warehouse worker|watchmaker|weaver|web designer|web developer|wedding planner|welder|window cleaner|
winemaker|writer|yoga instructor|zookeeper|zoologist
""".replace("\n", "").split("|")

_LETTERS = re.compile(r"[A-Za-z][A-Za-z' -]*")


def plain_occupation(listed: str) -> str | None:
    """The listed form "Engineer, civil (consulting)" as "civil engineer"; None for what is no plain name of a job."""
    name = re.sub(r"\s*\([^)]*\)|/.*", "", listed).strip()
    head, _, qualifier = name.partition(", ")
    plain = f"{qualifier} {head}" if qualifier else head
    plain = plain.lower() if not re.search(r"\b[A-Z]{2,}\b", plain) else ""
    return plain if _LETTERS.fullmatch(plain) and len(plain.split()) <= 4 else None  # noqa: PLR2004


def occupations(listed: Iterable[str], common: set[str]) -> list[str]:
    """All occupations, each once; one that is an ordinary word ("baker") would be found in innocent replies."""
    every = {*OCCUPATIONS, *(plain for job in listed if (plain := plain_occupation(job)))}
    return sorted(every - common)
