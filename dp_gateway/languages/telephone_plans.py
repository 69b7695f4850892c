"""The countries whose telephone plans are tried for a number without a country code, by the language around it."""

from __future__ import annotations

__all__ = ["REGIONS", "region_of"]

REGIONS = {
    "de": "DE AT CH", "fr": "FR BE CH CA LU MA TN", "es": "ES MX AR CO CL PE", "it": "IT CH", "nl": "NL BE",
    "pt": "PT BR", "pl": "PL", "zh": "CN TW HK SG", "ja": "JP", "ar": "SA EG AE MA DZ IQ JO KW LB QA TN BH OM",
    "hi": "IN",
}  # fmt: skip
"""ISO 3166 codes, the country with the most speakers that write so first."""


def region_of(number: str, language: str) -> str | None:
    """The first country of a language in which somebody could have a number; None where there is none."""
    import phonenumbers

    for region in REGIONS.get(language, "").split():
        try:
            if phonenumbers.is_valid_number(phonenumbers.parse(number, region)):
                return region
        except phonenumbers.NumberParseException:
            continue
    return None
