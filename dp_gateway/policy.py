"""Reads policies, which say who is protected by what: presets, one file format (TOML), and errors that name the field.

A policy decides per entity type what stands in for it:

surrogate   drawn without looking at the value (names, identifiers)
mechanism   drawn by a mechanism over the phrases of the lexicon (places, organisations, jobs, nationalities)
value       a nearby number or date of the same class (ages, amounts, dates)
shift       all dates of a scope moved by the same number of days: no guarantee against whoever knows one of them
mask        a typed placeholder, <PERSON_1>
keep        left in clear, and listed in the report
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal, cast

from pydantic import Field, ValidationError, model_validator

from dp_gateway.configuration import Table, read_toml, refused
from dp_gateway.errors import ConfigurationError, check_argument, did_you_mean

__all__ = [
    "KEEPABLE",
    "PRESETS",
    "TOPICS",
    "DetectionSettings",
    "FieldSettings",
    "LlmSettings",
    "Policy",
    "Rules",
    "TokenSettings",
    "Treatment",
    "TypeRule",
    "default_key_file",
    "load_policy",
    "parse_policy",
]

Treatment = Literal["surrogate", "mechanism", "value", "shift", "mask", "keep"]
_TYPE_NAME = r"^[A-Z][A-Z0-9_]*$"


class TypeRule(Table):
    """The rule for the entities of one type.

    Attributes:
        treatment: see the module.
        mechanism: for `mechanism`, a name of `dp-gateway mechanisms`.
        epsilon: of one value against any other of its class (see `dp-gateway policy show`).
        options: further parameters of the mechanism, such as `k` and `clusters` of CluSanT.
        keep: attributes that a surrogate keeps, so that what an answer depends on stays (`KEEPABLE` lists those of each
            type): the law is then drawn inside the class of values that agree in them, and reports name the class.
        threshold: least score of a detected entity; None takes that of the detection.
    """

    treatment: Treatment
    mechanism: str = "stairtext"
    epsilon: float | None = Field(default=None, gt=0, allow_inf_nan=False)
    options: dict[str, float | int | str | bool] = Field(default_factory=dict)
    keep: tuple[str, ...] = ()
    threshold: float | None = Field(default=None, ge=0, le=1)


KEEPABLE: dict[str, tuple[str, ...]] = {
    "LOCATION": ("continent", "country", "region", "size", "language", "bloc"),
    "ORGANIZATION": ("trade", "line"),
    "NRP": ("kind", "continent"),
    "JOB_TITLE": ("field",),
    "AGE": ("bracket",),
    "MONEY": ("digit",),
    "QUANTITY": ("digit",),
    "DATE_TIME": ("year", "season", "weekday"),
}
"""What `keep` may name, by entity type: of a town its country, its state (region) and the size of its population, of a
region of the United States whether it is a state or a county (size), of a country the continent, the first language and
the bloc; of an organisation its trade, and what it does within that (its line: airlines, of transport); of a job its
field; of a group whether it is a people or a religion; of an age whether it is that of a minor, an adult or a retired
person; of an amount the first digit; of a date the year, the quarter and the weekday."""

TOPICS: dict[str, tuple[str, ...]] = {
    "health": ("CONDITION", "MEDICINE", "TREATMENT"),
    "faith": ("FAITH",),
    "politics": ("POLITICS",),
    "offences": ("OFFENCE",),
    "sexuality": ("SEXUALITY",),
    "family": ("FAMILY_MATTER",),
    "finance": ("FINANCE",),
}
"""What `topics` may name, and the entity types of each: public lists of phrases, found wherever they stand in a text,
and drawn from one another. Visible stays that a phrase is a medicine, an offence, and so on."""


class TokenSettings(Table):
    """The token mechanism of `tokens` and `hybrid`.

    Attributes:
        mechanism, epsilon, options: as in `Sanitizer`.
        keep_stopwords: leave public stopwords in clear.
        languages: texts with a passage in another language than English are refused (`english`): the vocabulary is
            English, and so would be what stands for their words; or drawn like all others (`any`).
    """

    mechanism: str = "stairtext"
    epsilon: float = Field(default=8, gt=0, allow_inf_nan=False)
    keep_stopwords: bool = True
    languages: Literal["english", "any"] = "english"
    options: dict[str, float | int | str | bool] = Field(default_factory=dict)


class FieldSettings(Table):
    """The treatment of fields of a request that are no plain text of the user, and of what a reply brings.

    Attributes:
        developer: system and developer messages, tool descriptions, JSON schemas: `keep` replaces only identifiers,
            credentials, phrases of your own and what was found in the other texts, `sanitize` treats them like the
            user's own text.
        unknown: a field that the shape's table does not have: its strings are treated as private text, the request is
            refused, or the field is dropped.
        token_ids: prompts of token ids are refused, or decoded and sanitized as text.
        logit_bias: token ids name words that matter to the user: refused, or passed.
        media: images, audio and files are refused, or passed as they are.
        replies: identifiers that the provider itself brings are masked, or passed.
        restore_arguments: the originals stand in the arguments of calls of all tools, of none, or of those that are
            listed by name; never in an address whose host is none of the request's.
    """

    developer: Literal["keep", "sanitize"] = "keep"
    unknown: Literal["sanitize", "reject", "drop"] = "sanitize"
    token_ids: Literal["reject", "decode"] = "decode"
    logit_bias: Literal["reject", "pass"] = "reject"
    media: Literal["reject", "pass"] = "reject"
    replies: Literal["mask", "pass"] = "mask"
    restore_arguments: Literal["all", "none"] | tuple[str, ...] = "all"


class LlmSettings(Table):
    """A language model that looks for entities too; it sees the texts as they are, and has to be a local one.

    Attributes:
        base_url, model: an OpenAI-compatible server, and the model's name there.
        trust: has to be said, and has to be "local".
        api_key_env: the environment variable that holds its key.
        trusted_host: the host is none of this machine or network, and trusted all the same.
    """

    base_url: str
    model: str
    trust: Literal["local"]
    api_key_env: str | None = None
    trusted_host: bool = False


class DetectionSettings(Table):
    """The settings of how entities are found: the `[detection]` table of a policy.

    Attributes:
        ner: run the tagger of names on every text, on texts not seen before, or never.
        model: an installed spaCy pipeline that runs beside the tagger (extra `spacy`).
        language: of patterns and context words.
        recall: what matters more to the tagger: that nothing is missed (`high`), or that nothing is replaced in vain
            (`precise`).
        threshold: least score of an entity, whatever found it; None takes .35, and .2 with `recall = "high"`.
        sensitive: phrases of your own, by type; found in any letter case.
        llm: a local language model that looks as well; slow, and finds what patterns and lists do not.
        everywhere: replace a detected name or identifier wherever else it stands, detected there or not.
    """

    ner: Literal["always", "new-messages", "off"] = "new-messages"
    model: str | None = None
    language: str = "en"
    recall: Literal["high", "balanced", "precise"] = "balanced"
    threshold: float | None = Field(default=None, ge=0, le=1)
    sensitive: dict[str, list[str]] = Field(default_factory=dict)
    llm: LlmSettings | None = None
    everywhere: bool = True

    @model_validator(mode="after")
    def _phrases(self) -> DetectionSettings:
        for name, phrases in self.sensitive.items():
            if not all(phrase.strip() for phrase in phrases):
                raise ValueError(f"sensitive.{name} holds a blank phrase")
        return self

    @property
    def least_score(self) -> float:
        """The least score, between 0 and 1, that an entity needs: `threshold`, or what `recall` sets."""
        if self.threshold is not None:
            return self.threshold
        return 0.2 if self.recall == "high" else 0.35


_IDENTITY = TypeRule(treatment="surrogate")
# Of the phrases of a type nine tenths of the draws go to the nearest ones; with more, a clinic becomes a railway.
_PHRASE = TypeRule(treatment="mechanism", epsilon=6, options={"floor_mass": 0.1})
_VALUE = TypeRule(treatment="value", epsilon=6)
_KEEP = TypeRule(treatment="keep")

_STRICT_TYPES: dict[str, TypeRule] = {
    **dict.fromkeys(
        (
            "PERSON", "EMAIL_ADDRESS", "PHONE_NUMBER", "CREDIT_CARD", "IBAN_CODE", "US_BANK_NUMBER", "US_SSN",
            "US_ITIN", "US_PASSPORT", "US_DRIVER_LICENSE", "UK_NHS", "MEDICAL_LICENSE", "ID_NUMBER", "IP_ADDRESS",
            "MAC_ADDRESS", "URL", "CRYPTO", "API_KEY", "USERNAME", "STREET_ADDRESS", "POSTCODE",
        ),
        _IDENTITY,
    ),
    **dict.fromkeys(("LOCATION", "ORGANIZATION", "NRP", "JOB_TITLE"), _PHRASE),
    **dict.fromkeys(("AGE", "MONEY", "PERCENTAGE", "QUANTITY", "DURATION"), _VALUE),
    "DATE_TIME": TypeRule(treatment="value", epsilon=8),
    "TITLE": _KEEP,
}  # fmt: skip

_KNOWN_TYPES = frozenset((*_STRICT_TYPES, *(name for names in TOPICS.values() for name in names), "WORD"))


def _keeping(rules: dict[str, TypeRule], **keep: tuple[str, ...]) -> dict[str, TypeRule]:
    """Rules, of which some keep attributes."""
    return rules | {name: rules[name].model_copy(update={"keep": kept}) for name, kept in keep.items()}


_DEFAULT_TYPES = _keeping(
    _STRICT_TYPES,
    LOCATION=("continent", "country", "size"),
    ORGANIZATION=("trade",),
    NRP=("kind", "continent"),
    JOB_TITLE=("field",),
    AGE=("bracket",),
)
_FAITHFUL_TYPES = _keeping(
    _DEFAULT_TYPES,
    LOCATION=("continent", "country", "region", "size", "language", "bloc"),
    ORGANIZATION=("trade", "line"),
    MONEY=("digit",),
    QUANTITY=("digit",),
    DATE_TIME=("year", "season"),
)


def _merged(defaults: dict[str, TypeRule], types: dict[str, Any]) -> dict[str, Any]:
    """Rules of a file over the default ones; a partial rule changes only what it names."""
    merged: dict[str, Any] = dict(defaults)
    for name, rule in types.items():
        base = defaults.get(name)
        merged[name] = _changed(base, cast(dict[str, Any], rule)) if base and isinstance(rule, dict) else rule
    return merged


def _topics_of(fields: dict[str, Any]) -> tuple[Any, ...]:
    """The topics of a file that has not been checked yet."""
    given: Any = fields.get("topics")
    return tuple(cast("list[Any]", given)) if isinstance(given, list | tuple) else ()


def _changed(base: TypeRule, rule: dict[str, Any]) -> dict[str, Any]:
    """A default rule with some settings changed; what it keeps means something to its own treatment alone."""
    changed = {**base.model_dump(), **rule}
    if (changed["treatment"], changed["mechanism"]) != (base.treatment, base.mechanism):
        changed["keep"] = rule.get("keep", ())
    return changed


def _check_name(name: str) -> None:
    """Refuse an entity type that is a known one misspelt: its rule would never be used, and nothing would say so."""
    if not re.fullmatch(_TYPE_NAME, name):
        raise ValueError(f"an entity type is written in capitals: {name!r} is not")
    if near := type_meant(name):
        raise ValueError(f"there is no entity type {name}; {near}A type of your own needs a name that is less like it")


def type_meant(name: str) -> str:
    """Return the beginning of a hint that asks for the known entity type that a name is a misspelling of; an empty
    string for known types and for names of one's own.
    """
    alike = [known for known in _KNOWN_TYPES if _codes(known) == _codes(name)]
    return "" if name in _KNOWN_TYPES else did_you_mean(name, alike, cutoff=0.85)


def _codes(entity_type: str) -> list[str]:
    """The short words of a type, which tell types apart: a UK_PASSPORT is no US_PASSPORT misspelt."""
    return re.findall(r"(?<![A-Z])[A-Z]{1,3}(?![A-Z])", entity_type)


def _check_treatment(name: str, rule: TypeRule) -> None:
    """Refuse a treatment that a known type cannot have: its entities would be masked, and nothing would say so."""
    usual = _STRICT_TYPES.get(name)
    if usual is None:
        return
    fitting = {"value": usual.treatment == "value", "mechanism": usual.treatment == "mechanism"}
    if not fitting.get(rule.treatment, rule.treatment != "shift" or name == "DATE_TIME"):
        own = "surrogate" if usual.treatment == "keep" else usual.treatment
        raise ValueError(f"types.{name} cannot be drawn by {rule.treatment}; it can be by {own}, or masked, or kept")


def _check_keep(name: str, rule: TypeRule) -> None:
    allowed = KEEPABLE.get(name, ())
    if unknown := [one for one in rule.keep if one not in allowed]:
        known = f"one of {', '.join(allowed)}" if allowed else "nothing: its surrogates have no attributes to keep"
        raise ValueError(f"types.{name}.keep names {unknown[0]!r}; it can name {known}")
    drawn = rule.treatment == "value" or (rule.treatment, rule.mechanism) == ("mechanism", "stairtext")
    if rule.keep and not drawn:
        raise ValueError(f"types.{name}.keep needs the treatment value, or mechanism with stairtext")


class Policy(Table):
    """A policy: which kinds of values are replaced, and by what; made by `load_policy`, or in Python.

    Attributes:
        name: shown in reports.
        kind: `entities` (detected spans are replaced), `tokens` (every word goes through a mechanism), `hybrid`
            (both), `mask` (typed placeholders), `observe` (nothing is changed, everything is reported).
        types: rules by entity type, known ones and those of detectors of your own; a type that is not listed is treated
            by `other`. One that is a known type misspelt is refused.
        other: the rule of types without one of their own, such as types of a sensitive list.
        never_self: the true value itself is never drawn, a date or amount as seldom as the farthest one; the guarantee
            is then (epsilon, delta).
        keep_gender: a given name is drawn from names of the gender that the text or public lists tell, so that "my son"
            and "she" still agree; the gender is then visible. Without it from all given names.
        public_references: what a public list knows and the text speaks of in general ("US gallons", "the capital of
            France", a law) is left in clear and listed in the report (`keep`), or treated like all else (`replace`);
            the latter where nothing is said under the other kinds than `entities` and `mask`.
        unsupported_language: of passages in a language that is not one of `dp_gateway.languages.LANGUAGES` only
            identifiers, known values and lists are replaced (`identifiers`), or every word becomes a placeholder
            (`mask`), or the request is refused (`refuse`).
        topics: sensitive topics (`TOPICS`) whose phrases are looked for and drawn within their type; under `hybrid`
            they take the place of all other words, which then stay in clear. The developer's own text is not searched
            for them.
        hint: chat completions say in front that values are stand-ins, and ask for a marker where an answer depends on
            facts about one; the marker is taken out of the reply, and becomes a caution.
        draw: key of an entity's draw: its `value` (one surrogate in the whole scope) or each `occurrence`.
        detection, tokens, fields: see there.
    """

    name: str = "custom"
    kind: Literal["entities", "tokens", "hybrid", "mask", "observe"] = "entities"
    types: dict[str, TypeRule] = Field(default_factory=lambda: dict(_DEFAULT_TYPES))
    other: TypeRule = TypeRule(treatment="mask")
    never_self: bool = True
    keep_gender: bool = True
    public_references: Literal["keep", "replace"] = "keep"
    unsupported_language: Literal["identifiers", "mask", "refuse"] = "identifiers"
    topics: tuple[Literal["health", "faith", "politics", "offences", "sexuality", "family", "finance"], ...] = ()
    hint: bool = False
    draw: Literal["value", "occurrence"] = "value"
    detection: DetectionSettings = DetectionSettings()
    tokens: TokenSettings = TokenSettings()
    fields: FieldSettings = FieldSettings()

    @model_validator(mode="before")
    @classmethod
    def _defaults(cls, data: Any) -> Any:
        """Types that a file does not name keep their default rule; a partial rule changes only what it names.

        Where every word is drawn, public references are, too, unless the policy says otherwise.
        """
        if not isinstance(data, dict):
            return data
        fields = cast(dict[str, Any], data)
        public = "keep" if fields.get("kind", "entities") in ("entities", "mask") else "replace"
        fields = {"public_references": public, **fields}
        of_topics = {name: _PHRASE for topic, names in TOPICS.items() if topic in _topics_of(fields) for name in names}
        given = fields.get("types", {} if of_topics else None)
        if not isinstance(given, dict):
            return fields
        return {**fields, "types": _merged(_DEFAULT_TYPES | of_topics, cast(dict[str, Any], given))}

    @model_validator(mode="after")
    def _names(self) -> Policy:
        for name in (*self.types, *self.detection.sensitive):
            _check_name(name)
        for name, rule in self.types.items():
            if rule.treatment in ("mechanism", "value") and rule.epsilon is None:
                raise ValueError(f"types.{name} needs an epsilon")
            _check_treatment(name, rule)
            _check_keep(name, rule)
        if self.topics and not self.detects:
            raise ValueError("topics are looked for where a policy replaces what is found: use hybrid, not tokens")
        return self

    @property
    def rules(self) -> Rules:
        """The rules of the policy by entity type, with `other` for the types that it does not name."""
        return Rules(self)

    @property
    def detects(self) -> bool:
        """Whether the policy looks for entities at all; it does not under `tokens`."""
        return self.kind != "tokens"

    @property
    def keeps_public(self) -> bool:
        """Whether public references are left in clear."""
        return self.public_references == "keep"

    @property
    def draws_words(self) -> bool:
        """Whether the words outside of entities are drawn: all of them, where no topics say which."""
        return self.kind == "tokens" or (self.kind == "hybrid" and not self.topics)

    @property
    def topic_types(self) -> tuple[str, ...]:
        """The entity types of its topics."""
        return tuple(name for topic in self.topics for name in TOPICS[topic])


class Rules:
    """The rules of a policy for each entity type, also for one that it does not name: `policy.rules["PERSON"]`."""

    def __init__(self, policy: Policy) -> None:
        self._types, self._other, self._masks = policy.types, policy.other, policy.kind == "mask"

    def __getitem__(self, entity_type: str) -> TypeRule:
        if entity_type == "WORD":
            return TypeRule(treatment="mask")
        rule = self._types.get(entity_type, self._other)
        if self._masks and rule.treatment != "keep":
            return TypeRule(treatment="mask", threshold=rule.threshold)
        return rule


PRESETS: dict[str, Policy] = {
    "entities": Policy(name="entities"),
    "entities-strict": Policy(name="entities-strict", types=_STRICT_TYPES, public_references="replace"),
    "entities-faithful": Policy(name="entities-faithful", types=_FAITHFUL_TYPES),
    "hybrid": Policy(name="hybrid", kind="hybrid"),
    "mask": Policy(name="mask", kind="mask"),
    "tokens": Policy(name="tokens", kind="tokens"),
    "observe": Policy(name="observe", kind="observe"),
}
"""The policies that are known by name.

The three that replace detected entities differ in what a surrogate keeps of the value, as a public class:
`entities` what most answers depend on (a town its country and size, a country its continent, an organisation its trade,
a job its field, an age its bracket), `entities-strict` nothing (no public reference stays either), and
`entities-faithful` what questions of knowledge depend on too (the state of a town in the United States, language and
bloc of a country, the line of a firm, the first digit of an amount from ten on and of a measure, year and quarter of a
whole date). Less is kept where fewer than twelve phrases of a list share it: of Boise the country, of Portugal the
continent. What is kept leaves in clear: who takes `entities-faithful` publishes it.
"""


def default_key_file() -> Path:
    """Return the path of the key of repeatable draws: `$DP_GATEWAY_KEY_FILE`, else in the user's configuration."""
    if configured := os.environ.get("DP_GATEWAY_KEY_FILE"):
        return Path(configured)
    from platformdirs import user_config_dir

    return Path(user_config_dir("dp-gateway")) / "secret.key"


def load_policy(name_or_path: str | Path | Policy) -> Policy:
    """Load a policy: a preset by its name, or a TOML file.

    Args:
        name_or_path: one of `PRESETS`, or a file; a `Policy` comes back as it is.

    Raises:
        ConfigurationError: nothing has that name, or the file holds a setting that cannot be used (named in the error).
        InputError: the file cannot be read.
    """
    check_argument(
        "policy", name_or_path, str, Path, Policy, hint=f"use one of {', '.join(PRESETS)}, or the path of a TOML file"
    )
    return name_or_path if isinstance(name_or_path, Policy) else named_policy(str(name_or_path))


def named_policy(name: str, *, own: Iterable[str] = (), place: str = "") -> Policy:
    """Load the policy of a preset's name or of a TOML file; the settings of a server call it too. `own`: further names
    that may be meant. `place`: where the name stands, as the error begins. Raises ConfigurationError or InputError as
    `load_policy` does.
    """
    if name in PRESETS:
        return PRESETS[name]
    path = Path(name)
    if path.suffix != ".toml" and not path.exists():
        known = [*own, *PRESETS]
        raise ConfigurationError(
            f"{place}there is no policy of that name",
            hint=f"{did_you_mean(name, known)}use one of {', '.join(known)}, "
            "or a TOML file: dp-gateway policy show entities --toml",
        )
    return _from_file(path)


def _from_file(path: Path) -> Policy:
    mend = f"mend it, then: dp-gateway policy check {path}"
    data = read_toml(path, missing=f"check the path: ls -l {path}", mend=mend)
    preset = data.pop("preset", None)
    if preset is not None and preset not in PRESETS:
        raise ConfigurationError(
            f"{path}: preset: there is no such preset",
            hint=f"{did_you_mean(str(preset), PRESETS)}choose one of: {', '.join(PRESETS)}",
        )
    taken = PRESETS[preset] if preset else None
    base: dict[str, Any] = {}
    if taken is not None:
        base = {"kind": taken.kind, "types": taken.types, "public_references": taken.public_references}
    if taken is not None and isinstance(data.get("types"), dict):
        base["types"] = data["types"] = _merged(taken.types, data["types"])
    return parse_policy({"name": path.stem, **base, **data}, where=str(path))


def parse_policy(data: dict[str, Any], *, where: str = "policy") -> Policy:
    """Make a policy from plain data.

    Args:
        data: what a TOML file holds.
        where: what it is called in messages.

    Raises:
        ConfigurationError: a setting cannot be used; the message names the field, never its value.
    """
    try:
        return Policy.model_validate(data)
    except ValidationError as error:
        hint = "see all settings with: dp-gateway policy show entities --toml"
        raise refused(error, where, hint=hint) from None
