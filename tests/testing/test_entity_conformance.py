"""The policies keep what they print, as far as draws can tell; and the suite that says so finds those that do not."""

from __future__ import annotations

from dp_gateway import Gateway, Secret
from dp_gateway.config import PRESETS
from dp_gateway.testing.entities import EntityConformance

KEY = Secret(b"a key for tests, not a secret")


class TestEntities(EntityConformance):
    """The default policy, as users run it."""

    def make(self) -> Gateway:
        return Gateway(PRESETS["entities"], key=KEY)
