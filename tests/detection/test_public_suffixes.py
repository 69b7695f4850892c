"""The answers to Presidio's e-mail recogniser are those of tldextract."""

import pytest
import tldextract
from hypothesis import given
from hypothesis import strategies as st

from dp_gateway.detection.presidio import extract

OFFLINE = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)
ENTRIES = sorted(OFFLINE.tlds)
# What the recogniser's expression lets into an address, and the suffixes that most labels are not.
LOCAL = "ab1.!#$%&'*+-/=?^_`{|}~é"
label = st.sampled_from(
    ["a", "www", "co", "com", "uk", "ck", "city", "xn--p1ai", "xn--", "xn--0", "рф", "É", "9", "_b-c"]
)
suffix = st.sampled_from(ENTRIES).map(lambda entry: entry.lstrip("!").replace("*", "any"))
host = st.builds(lambda labels, end: ".".join([*labels, end]), st.lists(label, max_size=4), label | suffix)


@given(st.text(LOCAL, max_size=12), host)
def test_hosts_of_addresses(local: str, host: str) -> None:
    address = f"{local}@{host}"
    assert bool(extract(address).fqdn) == bool(OFFLINE(address).fqdn)


@pytest.mark.parametrize("before", ["", "a.", "a.b.", "."])
def test_every_suffix(before: str) -> None:
    """Wildcards and exceptions among them."""
    for entry in ENTRIES:
        for written in (entry, entry.lstrip("!").replace("*", "any")):
            address = f"x@{before}{written}"
            assert bool(extract(address).fqdn) == bool(OFFLINE(address).fqdn), address
