"""How far a name goes of which a detector found a part: "Henry VIII", "Barry's Auto Tech", "hulk hogan".

`Detection` asks once findings are merged. What is left of a name beside its surrogate would tell whose it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dp_gateway.detection.public.lists import refers
from dp_gateway.text.entities import Entity

# "told Henry I would": one alone is a number where nothing can follow that somebody does.
_REGNAL = re.compile(r" (?:(?:I{2,3}|I?V|VI{1,3}|I?X|X[IVX]{1,4})\b|I(?=[,;.:)]| \(| of\b| and [A-Z]))")
_TRADES = (
    r"Auto|Autos|Bagels|Bakery|Barbecue|Barbers?|Barbershop|BBQ|Bar|Bistro|Books|Bookshop|Bookstore|Boutique|Brewery|"
    r"Burgers|Butchers|Caf[eé]|Candy|Carpets|Catering|Chicken|Cleaners|Cleaning|Coffee|Cuts|Deli|Diner|Donuts|Electric|"
    r"Electrical|Fabrics|Fashions|Flowers|Florists?|Furniture|Garage|Grill|Grooming|Gym|Hair|Hardware|Heating|Hotel|"
    r"Inn|Jewell?ers|Karate|Landscaping|Laundry|Liquors?|Lounge|Market|Motel|Motors|Nails|Nursery|Pharmacy|Pizza|Pizzeria|"
    r"Plumbing|Pub|Restaurant|Roofing|Salon|Saloon|Sandwiches|Seafood|Shoes|Spa|Steakhouse|Studio|Supermarket|Sushi|Tacos|"
    r"Tailors?|Takeaway|Tavern|Tea Room|Towing|Toys|Tyres|Tires|Transport|Trattoria|Upholstery|Wines?"
)
_SHOP = re.compile(rf"(?:['’]s|s| ['’]?s) (?:[A-Z][a-z]{{2,15}} )?(?:{_TRADES})\b(?: [A-Z][a-z]{{2,15}}){{0,2}}")
_WORDS_BEHIND = re.compile(r" (?:the )?[^\W\d_][\w.’'-]{0,20}\b(?: [^\W\d_][\w.’'-]{0,20}\b)?")
_WORD_BEFORE = re.compile(r"(?<!\w)[^\W\d_]\w{1,20} \Z")
_REACH = 24


def whole_names(text: str, entities: Sequence[Entity]) -> Iterator[Entity]:
    """Each person with the number of a ruler, the trade of a shop or the rest of a famous name beside it.

    Args:
        entities: what was found in it: disjoint, in order.
    """
    for entity in entities:
        if entity.type != "PERSON":
            continue
        if (shop := _SHOP.match(text, entity.end)) is not None:
            yield entity._replace(end=shop.end(), type="ORGANIZATION")
        elif (ruler := _REGNAL.match(text, entity.end)) is not None:
            yield entity._replace(end=ruler.end())
        elif (whole := _famous(text, entity)) is not None:
            yield entity._replace(start=whole[0], end=whole[1])


def _famous(text: str, entity: Entity) -> tuple[int, int] | None:
    """Where the name of a famous person stands of which the entity is a part."""
    behind = _WORDS_BEHIND.match(text, entity.end)
    ends = [] if behind is None else [behind.end(), text.find(" ", entity.end + 1, behind.end())]
    for end in ends:
        if end > entity.end and text[end - 2 : end] != " I" and _is_person(text[entity.start : end]):
            return entity.start, end
    before = _WORD_BEFORE.search(text, max(0, entity.start - _REACH), entity.start)
    if before is not None and _is_person(text[before.start() : entity.end]):
        return before.start(), entity.end
    return None


def _is_person(phrase: str) -> bool:
    return any(one.kind == "person" for one in refers(phrase))
