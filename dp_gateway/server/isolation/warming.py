"""Texts of the kinds that expressions, lists and languages are loaded for when the first of them comes.

The template of a server's workers reads them while nothing is asked of it, so that each worker has at its fork what
sessions need: prose, programs, logs, tables, settings and other languages. All of it is made up.
"""

TEXTS = (
    "From: Anna Miller <anna.miller@example.com>\nDate: Mon, 3 Mar 2025 10:00:00 +0100\n\nHi Peter, how are you?\n",
    "I am 34 years old and live at 12 Alder Lane, Norwich NR2 4AB since 2019-05-27. My number is +44 20 7946 0958.",
    "Dr. Chen of St. Mary's Hospital saw my wife Maria, who was born on 19 July 1983, about her diabetes.",
    "We paid $1,250.00 to Meridian Freight Ltd last Tuesday, about 12 % of her salary. See https://example.com/a?b=c.",
    "The password is Wint3r-Sonne!77, her passport number 533401372, and the card 4539 5787 6362 1486.",
    '''import os
from typing import Any

# Written for the team of Anna Miller
class Order(Base):
    """An order of a customer."""

    name: str = "Anna Miller"
    total = 12.50

    def pay(self, *items: Any, user="tmiller", limit=100) -> bool:
        if not self.open or items[0] != {"id": 7}:
            raise ValueError(f"no {items}")
        return os.path.join("/home/tmiller", str(self.total))  # TODO: see issue 12
''',
    """diff --git a/orders/api.py b/orders/api.py
--- a/orders/api.py
+++ b/orders/api.py
@@ -12,7 +12,7 @@ class OrderAPI(BaseAPI):
-    def list_orders(self, page: int = 1, limit: int = 100) -> list[Order]:
+    def list_orders(self, page: int = 1, limit: int = 250) -> list[Order]:
""",
    """2025-03-02 10:11:54,201 INFO  server.http GET /v1/orders?page=2 200 12ms
2025-03-02 10:11:55,730 WARN  server.auth client=81.2.69.142 user=anna@example.com token=a0b1c2d3e4f5061728 rejected
""",
    """id,name,email,phone,ssn,salary
1,Anna Miller,anna@example.com,+1 617 555 0163,412-66-3907,64250
2,Peter Novak,peter@example.com,+1 212 555 0118,307-55-8821,58110
""",
    """ id |   customer    |  amount
----+---------------+----------
  1 | Anna Miller   | 73419.55
(1 row)
""",
    '{"who": "Anna Miller", "iban": "DE75512108001245126199", "address": "1847 Larkspur Road", "dob": "1983-07-19"}',
    """DB_PASSWORD=Wint3r-Sonne!77
DATABASE_URL=postgres://app:r4ven-Holt@db.internal:5432/orders
LOG_LEVEL=info
""",
    """Sehr geehrte Frau Müller, ich heiße Jonas Becker und wohne in der Lindenstraße 14, 10969 Berlin. Geboren bin ich
am 19. Juli 1983, meine Telefonnummer ist 030 1234567. Mit freundlichen Grüßen
""",
    "Bonjour, je m'appelle Claire Dubois, j'habite au 12 rue des Lilas, 75011 Paris, et je suis née le 3 mai 1979.",
)
