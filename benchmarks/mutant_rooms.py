"""Which code is mutated, and the tests that mirror it: of each module the few files that take seconds."""

from __future__ import annotations

__all__ = ["HARMLESS", "ROOMS", "Module"]

Module = tuple[str, tuple[str, ...]]
"""A file or folder below `dp_gateway`, and what below `tests` has to notice its faults."""

_TABLES = ("mechanisms/test_conformance.py", "mechanisms/test_single_draws.py", "mechanisms/test_levels_together.py")
_NAMES = ("surrogates/test_names.py", "surrogates/test_short_forms.py", "pipeline/test_classes.py")
_MENTIONS = (
    *(f"mentions/test_{name}.py" for name in ("agreement", "everywhere", "one_type")),
    *("pipeline/test_escapes.py", "pipeline/test_public_references.py", "surrogates/test_articles.py"),
    "surrogates/test_native.py",
)
_DATES = ("surrogates/dates/test_dates.py", "pipeline/test_classes.py")
_VALUES = (
    "surrogates/amounts/test_values.py",
    "surrogates/test_shut_out.py",
    "surrogates/test_exclusions.py",
    "pipeline/test_classes.py",
)
_KINDS = (
    "surrogates/test_draws.py",
    "surrogates/test_addresses.py",
    "pipeline/test_classes.py",
    "pipeline/test_gateway.py",
)
_REPLIES = (
    "restore/test_restore.py",
    "restore/test_restore_exact.py",
    "api/replies/test_reply_addresses.py",
    "api/replies/test_reply_chat.py",
)
_PIPELINE = (
    *(f"pipeline/test_{name}.py" for name in ("classes", "developer_texts", "echo", "gateway", "gateway_requests")),
    *(f"pipeline/test_{name}.py" for name in ("growing", "one_price", "sanitized_body", "sanitizer")),
)
_LEDGERS = ("budget/test_ledgers.py", "budget/test_marks.py", "budget/test_model.py", "budget/test_amounts.py")

ROOMS: dict[str, tuple[Module, ...]] = {
    "mechanisms": (
        ("mechanisms/certify.py", _TABLES),
        ("mechanisms/clusant.py", ("mechanisms/test_clusant.py", *_TABLES)),
        ("mechanisms/custext.py", _TABLES),
        ("mechanisms/dense.py", _TABLES),
        ("mechanisms/fbdd.py", _TABLES),
        ("mechanisms/floors.py", ("mechanisms/test_floors.py",)),
        ("mechanisms/nerasetext.py", ("mechanisms/test_nerasetext.py", *_TABLES)),
        ("mechanisms/numeric.py", ("mechanisms/test_numeric.py",)),
        ("mechanisms/radial.py", _TABLES),
        ("mechanisms/rantext.py", ("mechanisms/test_rantext.py", *_TABLES)),
        (
            "mechanisms/restricted.py",
            ("surrogates/test_exclusions.py", "surrogates/test_relatives.py", "mechanisms/test_within.py"),
        ),
        ("mechanisms/rows.py", ("mechanisms/test_row_search.py", *_TABLES)),
        ("mechanisms/santext.py", _TABLES),
        ("mechanisms/stairtext.py", ("mechanisms/test_floors.py", *_TABLES)),
        ("mechanisms/theorem5.py", ("mechanisms/test_clusant.py", *_TABLES)),
        ("mechanisms/two_stage.py", _TABLES),
    ),
    "privacy": (
        ("privacy/certificate.py", ("privacy/test_certificate.py",)),
        ("privacy/composition.py", ("privacy/test_composition.py",)),
        ("privacy/guarantee.py", ("privacy", "pipeline/test_one_price.py")),
        ("privacy/guarantee.py", ("pipeline/test_classes.py",)),
    ),
    "mentions": tuple(
        (f"mentions/{name}.py", (*_NAMES, *_MENTIONS)) for name in ("name_parts", "gathering", "agreement")
    ),
    "surrogates": (
        ("surrogates/names.py", _NAMES),
        *((f"surrogates/dates/{name}.py", _DATES) for name in ("classes", "draws", "family", "formats")),
        ("surrogates/day_names.py", _DATES),
        *((f"surrogates/amounts/{name}.py", _VALUES) for name in ("family", "ranges", "written_numbers")),
        ("mentions/amounts.py", _VALUES),
        *((f"surrogates/{name}.py", _KINDS) for name in ("addresses", "drawer", "internet", "phones", "phrases")),
        ("surrogates/identifiers.py", (*_KINDS, "surrogates/test_national_surrogates.py")),
        ("vocabulary/numerals.py", _VALUES),
        ("surrogates/exclusions.py", _VALUES),
        ("surrogates/kept.py", (*_KINDS, "surrogates/test_kept.py", "surrogates/test_shut_out.py")),
        ("surrogates/substitution.py", _KINDS),
    ),
    "exchange": (
        ("exchange.py", ("test_exchange.py", "test_exchange_replies.py", "test_exchange_scopes.py", "test_hint.py")),
        ("till.py", ("test_till.py",)),
    ),
    "restore": (
        ("restore/addresses.py", ("api/replies/test_reply_addresses.py",)),
        ("restore/bounds.py", ("restore/test_restore_bounds.py", "restore/test_restore.py")),
        ("restore/words.py", _REPLIES),
        ("restore/guard.py", ("api/replies/test_reply_addresses.py", "restore/test_restore.py")),
        ("restore/matching.py", _REPLIES),
        ("restore/replacement.py", _REPLIES),
        (
            "restore/restorer.py",
            (*_REPLIES, "restore/test_facts.py", "restore/test_results.py", "pipeline/test_cautions.py"),
        ),
        ("restore/stream.py", (*_REPLIES, "api/replies/test_reply_structured.py")),
        (
            "api/replies/masking.py",
            ("api/replies/test_reply_masking.py", "api/replies/test_reply_provided.py"),
        ),
    ),
    "budget": (
        (
            "budget/accountant.py",
            tuple(
                f"budget/test_{name}.py"
                for name in ("accountant", "concurrency", "group_commit", "marks", "outages", "proof")
            ),
        ),
        ("budget/accounts.py", ("budget/test_accountant.py", *_LEDGERS)),
        ("budget/blocking.py", ("budget/test_accountant.py", "test_till.py")),
        *(
            (f"budget/{name}.py", (*_LEDGERS, "budget/test_outages.py", "cli/test_budget_command.py"))
            for name in ("audit_log", "log_chain", "recovery")
        ),
        ("budget/base.py", _LEDGERS),
        ("budget/spent.py", ("budget/test_accountant.py", "budget/test_amounts.py", "test_till.py")),
        ("budget/accounts.py", _LEDGERS),
        ("budget/memory.py", _LEDGERS),
        ("budget/settings.py", ("budget/test_accountant.py",)),
        ("budget/spent.py", ("budget/test_accountant.py", "pipeline/test_one_price.py")),
        *((f"budget/{name}.py", (*_LEDGERS, "budget/test_group_commit.py")) for name in ("group_commit", "sqlite")),
    ),
    "pipeline": (
        *((f"pipeline/{name}.py", _PIPELINE) for name in ("draws", "figures", "gateway", "report", "tokens", "words")),
        ("pipeline/replacing.py", (*_PIPELINE, "test_exchange_scopes.py")),
        *((f"pipeline/{name}.py", (*_PIPELINE, "test_exchange.py")) for name in ("results", "undoing")),
        *((f"pipeline/{name}.py", (*_PIPELINE, "pipeline/test_escapes.py")) for name in ("declared", "finding")),
        ("pipeline/languages.py", ("pipeline/test_languages_of_requests.py", "pipeline/test_foreign_words.py")),
    ),
    "headers": (
        ("server/headers.py", ("server/test_headers.py",)),
        ("server/keys.py", ("server/test_keys.py",)),
    ),
}

HARMLESS: dict[str, dict[str, str]] = {
    "privacy/certificate.py": {
        "_DENSE_RANKS = ": "how many heads are looked at first; the rest is looked at where those do not tell",
        "_OFF = ": "a bound of the rounding with room to spare",
        "candidates = ": "of equal columns to within rounding any one will do, and integers decide",
        "np.where(high_row >= 0, tails": "any number below 0 says that no head lacks the output",
        "np.flatnonzero(result < 0)": "what is found for an output once more is the same",
        "np.where(block.heads > 0, weight": "where the head is 0 the tail alone is counted, as it is anyway",
    },
    "pipeline/draws.py": {
        "if not draws[0].grows:": "all of them grow, or none does",
    },
    "privacy/composition.py": {
        "if lost <= delta and delta == 0:": "without it the accountant says no less",
        "_STEP = ": "width of a grid whose result is an upper bound at any width",
        "_FINE = ": "likewise",
        "step = _STEP": "likewise",
    },
    "mechanisms/floors.py": {
        "_PLANS = ": "how long floors are looked for; what is found is certified as it is",
        "_DAMPING = ": "likewise how fast the steps shrink",
    },
    "mechanisms/two_stage.py": {'index.derived("diameter", compute)': "one level is kept: the first is the last"},
    "mechanisms/radial.py": {"if len(self.law) == 1:": "of one table the law draws that one, and no law has two"},
    "mechanisms/rantext.py": {"_BATCH = ": "how many words are looked at together; what is found is the same"},
    "mentions/gathering.py": {
        '"\\\\" in stands and entity.type': "nothing of a URL comes into the one that is drawn for it",
    },
    "surrogates/exclusions.py": {"VALUE_TRIES = ": "the certificate is worked out from it"},
    "budget/accounts.py": {
        "_PLAIN.fullmatch(parts[0])": "keys and tenants have one part, whichever end it is taken from"
    },
    "budget/accountant.py": {
        "_TEND_SECONDS = ": "how often what is owed is looked for",
        "_PROVE_SECONDS = ": "how often all is added up anew",
        "secrets.token_hex(4)": "a name of a process may be longer",
        "_MARK_SECONDS = ": "how long the mark may be behind a log that has each step too",
        "_TRIES, _BETWEEN = ": "how often, and after how long, a ledger is asked again",
    },
    "budget/audit_log.py": {
        "_LONGEST_LINE = ": "how far back the last line is looked for; a line is a few hundred bytes",
        "_TRIAL = ": "how much is written to see whether the disk is full",
    },
    "budget/sqlite.py": {
        "_TRIAL = ": "how much is written to see whether the disk is full",
        "_FEW_UNITS = ": "how many units are written on the event loop",
    },
    "budget/group_commit.py": {
        "_LATER_SECONDS = ": "how long what may wait waits to be committed with others",
        "_MOST_AT_ONCE, _MOST_LATER = ": "how many jobs the event loop does in one go",
        "BUSY_SECONDS, _BETWEEN = ": "how long, and how often, another process is waited for",
    },
    "exchange.py": {
        "secrets.token_bytes(32)": "more bytes of randomness than are needed",
        '"surrogatepass")).hex()[:32]': "a name for a user may have any length",
        "to_bytes(8": "lengths in front of what is hashed: any fixed width will do",
        "digest_size=32": "longer than is needed",
        "token_hex(16)": "longer than is needed",
    },
    "till.py": {"charges(certified=False)": "how many draws cost something is counted, which either level tells"},
    "restore/stream.py": {
        "if not final and _may_wait(": "when what is held is looked at again; the end is the same",
        "if len(pieces) == 1 or": "what pieces give one by one is what they give together",
    },
    "restore/addresses.py": {"begin = max(text.rfind(": "a mark at the beginning is what is taken where none is found"},
    "restore/guard.py": {
        "if len(self._text) < _MOST_UNREAD:": "how much is looked at together; what goes out is the same",
        'text[end : end + 1] == " "': "the expression behind it finds a space too",
        "self._shift = 0": "it is set before it is read",
    },
    "api/replies/masking.py": {"_LONGEST_RUN = ": "how much is held back at most; near it any number will do"},
    "server/keys.py": {".hex()[:16]": "a name may have any length", "token_urlsafe(32)": "longer than is needed"},
}
"""Lines whose faults were looked at and change nothing that anybody relies on: by file a part of the line, and why."""
