"""How far a name goes of which a detector found a part: "Henry VIII", "Barry's Auto Tech".

`Detection` asks once findings are merged. What is left of a name beside its surrogate would tell whose it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

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


def whole_names(text: str, entities: Sequence[Entity]) -> Iterator[Entity]:
    """Each person with the number of a ruler or the trade of a shop beside it; `public.decision` knows famous names.

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
