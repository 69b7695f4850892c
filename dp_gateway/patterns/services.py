"""What the containers of a text run: names of images and of services, which logins, passwords and hosts are called by.

"image: nextcloud" stands beside "MYSQL_USER=nextcloud", and is the login of nobody. `Structure` asks.
"""

from __future__ import annotations

import re

_IMAGES = re.compile(
    r"(?:\bimage:[ \t]{1,4}[\"']?|^FROM )(?:[\w.:-]{1,80}/){0,4}([a-z][\w-]{2,40})(?=[:@\s\"']|$)"
    r"|\bdocker (?:pull|run)\b[^\n]{0,300}?[ /]([a-z][\w-]{2,40}):(?:[0-9][\w.-]{0,30}|latest\b|alpine\b)"
    r"|^ {2}([a-z][\w-]{2,40}):[ ]*\n(?: {4}[^\n]{0,100}\n){0,2}? {4}(?:image|build):",
    re.MULTILINE,
)
_SIGNS = ("image:", "FROM ", "docker ", "build:")


def services(text: str) -> frozenset[str]:
    """The names of images and of services that a text has, in small letters."""
    if not any(sign in text for sign in _SIGNS):
        return frozenset()
    return frozenset(match[match.lastindex or 0] for match in _IMAGES.finditer(text))
