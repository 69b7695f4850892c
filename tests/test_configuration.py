"""A wrong setting is told in the same words wherever it stands, by its field and never by its value; values as TOML."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from dp_gateway.budget.settings import BudgetSettings, budgets_of, ledger_of
from dp_gateway.configuration import toml_value
from dp_gateway.errors import ConfigurationError, InputError
from dp_gateway.policy import Policy, TokenSettings, TypeRule, load_policy
from dp_gateway.server.settings import Settings, load_settings
from dp_gateway.tables.plan import Plan, load_plan

Load = Callable[[Path], Any]


@pytest.mark.parametrize(
    ("load", "text", "said"),
    [
        (load_policy, 'kind = "entities"\nseed = "Miller"\n', "seed: there is no such setting"),
        (load_policy, '[types.PERSON]\ntreatment = "Miller"\n', "types.PERSON.treatment: Input should be 'surrogate'"),
        (load_plan, 'policy = "entities"\nseed = "Miller"\n', "seed: there is no such setting"),
        (load_plan, '[columns.Miller]\nkind = "text"\nseed = 1\n', "columns.1.seed: there is no such setting"),
        (load_settings, '[server]\nseed = "Miller"\n', "server.seed: there is no such setting"),
    ],
)
def test_a_field_is_named_and_no_value(load: Load, text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(text)
    with pytest.raises(ConfigurationError) as raised:
        load(file)
    assert raised.value.message.startswith(f"{file}: {said}")
    assert "Miller" not in str(raised.value)


def test_settings_of_no_file_are_named_alone() -> None:
    with pytest.raises(ConfigurationError, match=r"^seed: there is no such setting"):
        ledger_of({"url": "memory:", "seed": 1})


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Policy(**{"tpyes": {}}), r"^Policy: tpyes: there is no such setting\nNext: did you mean types\?"),
        (lambda: Policy(detection={"nre": "off"}), r"^Policy: detection\.nre: .*\nNext: did you mean ner\?"),  # pyright: ignore
        (lambda: TypeRule(treatment="maks"), r"^TypeRule: treatment: .*\nNext: did you mean mask\?"),  # pyright: ignore
        (lambda: load_policy("entities").model_copy(update={"tpyes": {}}), "did you mean types?"),
        (lambda: load_policy("entities").model_copy(update={"kind": "maks"}), "did you mean mask?"),
        (lambda: Policy(types={"LOCATON": TypeRule(treatment="mask")}), "entity type LOCATON; did you mean LOCATION?"),
        (lambda: Policy(detection={"sensitive": {"PERSN": ["x"]}}), "did you mean PERSON?"),  # pyright: ignore
    ],
)
def test_a_wrong_name_is_answered_with_the_right_one_in_python(make: Callable[[], Policy], said: str) -> None:
    with pytest.raises(ConfigurationError, match=f"(?m){said}"):
        make()


def test_a_wrong_word_is_answered_with_the_right_one_in_files(tmp_path: Path) -> None:
    file = tmp_path / "policy.toml"
    file.write_text('preset = "entities"\n[types.PERSON]\ntreatment = "maks"\n')
    with pytest.raises(ConfigurationError) as raised:
        load_policy(file)
    assert raised.value.hint.startswith("did you mean mask?")


@pytest.mark.parametrize("epsilon", ["5", True])
@pytest.mark.parametrize(
    "make", [lambda one: BudgetSettings(epsilon=one), budgets_of, lambda one: TokenSettings(epsilon=one)]
)
def test_a_number_is_a_number(make: Callable[[Any], Any], epsilon: Any) -> None:
    with pytest.raises(ConfigurationError, match="epsilon: a number belongs here"):
        make(epsilon)


def test_the_names_of_columns_are_not_told_in_python() -> None:
    with pytest.raises(ConfigurationError) as raised:
        Plan(columns={"Miller": {"kind": "txt"}})  # pyright: ignore
    assert raised.value.message.startswith("Plan: columns.1.kind: ")
    assert "Miller" not in str(raised.value)


def test_a_copied_table_is_checked_and_keeps_the_rest() -> None:
    policy = load_policy("entities-strict")
    changed = policy.model_copy(update={"types": {**policy.types, "LOCATION": TypeRule(treatment="mask")}})
    assert changed == Policy(**{**dict(policy), "types": changed.types})
    assert changed.public_references == "replace"
    assert policy.model_copy() == policy
    # A setting that is called as a method of mappings is one like others.
    assert Settings().model_copy(update={"judge": None}) == Settings()


@pytest.mark.parametrize(
    ("name", "treatment", "said"),
    [
        ("LOCATION", "value", "types.LOCATION cannot be drawn by value; it can be by mechanism, or masked, or kept"),
        ("AGE", "mechanism", "types.AGE cannot be drawn by mechanism; it can be by value, or masked, or kept"),
        ("PERSON", "shift", "types.PERSON cannot be drawn by shift; it can be by surrogate, or masked, or kept"),
    ],
)
def test_a_treatment_that_a_type_cannot_have_is_refused(name: str, treatment: Any, said: str) -> None:
    """It was masked, and nothing said so."""
    with pytest.raises(ConfigurationError, match=said):
        Policy(types={name: TypeRule(treatment=treatment, epsilon=6)})
    Policy(types={"DATE_TIME": TypeRule(treatment="shift"), "BADGE": TypeRule(treatment="mask")})


def test_a_misspelt_preset_is_answered_with_the_right_one(tmp_path: Path) -> None:
    file = tmp_path / "policy.toml"
    file.write_text('preset = "entites"\n')
    with pytest.raises(ConfigurationError) as raised:
        load_policy(file)
    assert raised.value.hint.startswith("did you mean entities?")


def test_a_misspelt_type_is_refused_in_files(tmp_path: Path) -> None:
    file = tmp_path / "policy.toml"
    file.write_text('[types]\nLOCATON = { treatment = "mask" }\n')
    with pytest.raises(ConfigurationError, match=r"there is no entity type LOCATON; did you mean LOCATION\?"):
        load_policy(file)


@pytest.mark.parametrize("name", ["UK_PASSPORT", "BADGE", "EMPLOYEE_ID", "EMAIL", "STREET", "CITY", "JOB"])
def test_a_type_of_an_own_detector_has_a_rule(name: str) -> None:
    """A word in common, or another country's code, makes no misspelt type."""
    assert Policy(types={name: TypeRule(treatment="keep")}).rules[name].treatment == "keep"


@pytest.mark.parametrize("load", [load_policy, load_plan, load_settings])
def test_a_file_that_is_no_toml_says_where_and_shows_nothing(load: Load, tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    with pytest.raises(InputError, match="cannot be read"):
        load(file)
    for content, where in ((b'name = "Anna Miller\n', "at line 1, column 20"), (b"name = 'M\xfcller'", "not UTF-8")):
        file.write_bytes(content)
        with pytest.raises(ConfigurationError) as raised:
            load(file)
        assert raised.value.message == f"{file} is not TOML: {where}"


@pytest.mark.parametrize(
    "value",
    ["plain", 'a "quoted" back\\slash', "line\nbreak\x7f\x01", "Größe 大 \U0001f600", True, 12, 1.5, ["a", 2], {"a": {"b": []}}, {},
     date(2024, 2, 29)],
)  # fmt: skip
def test_what_is_written_is_read_again(value: object) -> None:
    assert tomllib.loads(f"value = {toml_value(value)}") == {"value": value}
