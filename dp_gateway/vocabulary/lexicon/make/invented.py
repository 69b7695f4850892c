"""Organisations and streets that do not exist: a name and what makes it a bank, a school, a street."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

__all__ = ["organizations", "streets"]

_SECTORS = """
{} University|{} State University|{} College|{} Community College|{} Institute of Technology|{} Law School|
{} Business School|{} Medical School|{} High School|{} Elementary School|{} Academy|{} Kindergarten|{} Library|
{} Hospital|{} General Hospital|{} Medical Center|{} Clinic|{} Children's Hospital|St. {} Hospital|{} Dental Practice|
{} Pharmacy|{} Nursing Home|{} Hospice|{} Veterinary Clinic|{} Bank|{} Savings Bank|Bank of {}|{} Credit Union|
{} Insurance|{} Life Insurance|{} Capital|{} Asset Management|{} Holdings|{} Ventures|{} Partners|{} & {} LLP|
{} & Sons|{}, {} and {}|{}-{}|{} Group|{} Inc|{} LLC|{} Ltd|{} PLC|{} GmbH|{} Corporation|{} Industries|{} Steel|
{} Motors|{} Automotive|{} Airlines|{} Railways|{} Shipping|{} Logistics|{} Freight|{} Construction|{} Builders|
{} Architects|{} Properties|{} Real Estate|{} Hotels|{} Resort|{} Restaurant|{} Coffee|{} Bakery|{} Foods|{} Brewery|
{} Vineyards|{} Farms|{} Supermarkets|{} Stores|{} Furniture|{} Fashion|{} Textiles|{} Cosmetics|{} Jewellers|
{} Software|{} Systems|{} Technologies|{} Labs|{} Analytics|{} Semiconductors|{} Electronics|{} Telecom|{} Networks|
{} Cloud|{} Robotics|{} Biotech|{} Pharmaceuticals|{} Diagnostics|{} Energy|{} Oil|{} Solar|{} Mining|{} Chemicals|
{} Media|{} Publishing|{} Press|{} Times|{} Herald|{} Gazette|{} Broadcasting|{} Studios|{} Pictures|{} Records|
{} Games|{} Museum|{} Theatre|{} Symphony Orchestra|{} Art Gallery|{} United|{} Rovers|{} Tigers|{} Football Club|
{} Foundation|{} Trust|{} Charity|{} Church|{} Cathedral|{} Mosque|{} Synagogue|{} Police Department|{} Fire Department|
{} City Council|{} County Court|{} District Court|{} Court of Appeal|{} Chamber of Commerce|{} Workers Union|
{} Research Institute|{} Observatory|{} Consulting|{} Advisors|{} Accounting|{} Law Firm|{} Security|{} Staffing|
{} Travel|{} Fitness|{} Yoga Studio|{} Housing Association|{} Ministry of Health|{} Department of Transport
""".replace("\n", "").split("|")
_PER_SECTOR = 48
_SINGLE = ("{} Ministry of Health", "{} Department of Transport")

_FIRST = """
Alder Amber Apple Ash Aspen Autumn Barley Bay Beacon Beaver Beech Birch Black Blue Bramble Bridge Briar Brook Canyon
Castle Cedar Cherry Chestnut Church Clay Clear Clover Copper Cotton Crescent Crystal Cypress Dale Deer Dogwood Eagle
Elder Elm Emerald Fair Falcon Fern Fir Forest Fox Garden Glen Golden Granite Grape Green Grove Hawthorn Hazel Heather
Heron Hickory High Holly Iris Iron Ivy Jasmine Juniper Lake Laurel Lavender Lily Lime Linden Locust Lower Magnolia Maple
Marsh Meadow Mill Mint Moss Mulberry Myrtle North Oak Olive Orchard Otter Pear Pebble Pepper Pheasant Pine Plum Poplar
Quail Quarry Raven Red River Robin Rock Rose Rowan Sage Sand Shady Silver Spring Spruce Stone Sun Swan Sycamore Thistle
Timber Upper Valley Vine Violet Walnut Water West White Wild Willow Windmill Winter Wood
""".split()
_SECOND = """
Bank Bend Bluff Branch Brook Creek Crest Crossing Dale Dell Falls Field Ford Gate Glen Grove Harbor Haven Heights Hill
Hollow Knoll Landing Meadow Mill Mound Park Pass Point Pond Ridge Run Shore Spring Trace Vale Valley View Village Woods
""".split()
_KINDS = ("Street", "Road", "Avenue", "Lane", "Drive", "Court", "Way", "Boulevard", "Terrace", "Place")


def _chosen(seed: str, items: Sequence[str], count: int) -> list[str]:
    """`count` different items in an order that depends on the seed alone."""
    return sorted(items, key=lambda item: hashlib.sha256(f"{seed}/{item}".encode()).digest())[:count]


def organizations(surnames: Sequence[str], towns: Sequence[str]) -> Iterator[str]:
    """About 6,000 organisations of 125 kinds."""
    for shape in _SECTORS:
        holes = shape.count("{}")
        names = _chosen(shape, surnames if holes > 1 or "&" in shape else [*surnames[:3000], *towns[:3000]], 200)
        for place in range(1 if shape in _SINGLE else _PER_SECTOR):
            yield shape.format(*names[place * holes : place * holes + holes])


def streets(surnames: Sequence[str]) -> list[str]:
    """About 3,000 streets."""
    made = {f"{first} {second} {kind}" for first in _FIRST for second in _SECOND for kind in _KINDS if first != second}
    named = {f"{name} {kind}" for name in surnames[:400] for kind in _KINDS[:5]}
    return sorted([*_chosen("streets", sorted(made), 2000), *_chosen("named", sorted(named), 1000)])
