"""The table of vectors that all languages share: tests/vectors/README.md."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import strategic_merge_patch as smp

TABLE = Path(__file__).parents[2] / "tests" / "vectors"
Vector = dict[str, Any]

#: The operation of the package, and the names of its inputs in a vector.
OPERATIONS: dict[str, tuple[str, dict[str, str]]] = {
    "apply": ("apply", {"live": "live", "patch": "patch"}),
    "diff": ("diff", {"original": "original", "modified": "modified"}),
    "three_way": (
        "three_way",
        {"original": "original", "modified": "modified", "current": "live"},
    ),
    "compose": ("compose", {"p1": "first", "p2": "second"}),
    "conflicts": ("conflicts", {"p1": "first", "p2": "second"}),
    "normalize": ("normalize", {"old": "original", "new": "modified"}),
    "validate": ("validate_unions", {"new": "modified"}),
    "lint": ("lint_unions", {"patch": "patch"}),
    "json_patch": ("apply_json_patch", {"live": "live", "patch": "patch"}),
    "merge_patch": ("apply_merge_patch", {"live": "live", "patch": "patch"}),
}
SCHEMALESS = {"json_patch", "merge_patch"}


def vectors() -> list[Any]:
    files = sorted(TABLE.glob("*.json"))
    found = [vector for file in files for vector in json.loads(file.read_text())]
    assert len(found) > 600
    return [pytest.param(vector, id=vector["name"]) for vector in found]


def engine_of(vector: Vector) -> smp.Engine:
    engine = smp.Engine()
    schema = vector.get("schema", {})
    if "document" in schema:
        engine.add_schema((TABLE / "schemas" / f"{schema['document']}.json").read_text())
    if "overlay" in schema:
        engine.add_schema(schema["overlay"])
    return engine


def call(engine: smp.Engine, vector: Vector, dialect: str, form: str) -> Any:
    operation, names = OPERATIONS[vector["op"]]
    inputs: dict[str, Any] = {}
    for name, parameter in names.items():
        if name in vector.get("texts", {}):
            text = vector["texts"][name]
            inputs[parameter] = text.encode() if form == "bytes" else text
        elif name in vector.get("inputs", {}):
            value = vector["inputs"][name]
            text = json.dumps(value)
            inputs[parameter] = {"dict": value, "str": text, "bytes": text.encode()}[form]
    settings: dict[str, Any] = {}
    if vector["op"] not in SCHEMALESS:
        settings = {_snake(name): value for name, value in vector.get("options", {}).items()}
        settings["dialect"] = dialect
        settings["format"] = "json"
        if "schema" in vector:
            settings["kind"] = (vector["schema"]["apiVersion"], vector["schema"]["kind"])
    return getattr(engine, operation)(**inputs, **settings)


def _snake(name: str) -> str:
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in name)


def parsed(result: Any) -> Any:
    return json.loads(result) if isinstance(result, (str, bytes)) else result


def same(one: Any, other: Any) -> bool:
    """Equality of JSON, where true is not 1, and 1 not 1.0."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def compare(engine: smp.Engine, vector: Vector, outcome: Vector, dialect: str, form: str) -> None:
    if "error" in outcome:
        with pytest.raises(smp.SmpError) as raised:
            call(engine, vector, dialect, form)
        check_error(raised.value, outcome["error"])
        return
    result = call(engine, vector, dialect, form)
    if "result" in outcome:
        assert same(parsed(result), outcome["result"])
    elif "text" in outcome:
        text = result.decode() if isinstance(result, bytes) else result
        assert text == outcome["text"] if isinstance(text, str) else same(
            text, json.loads(outcome["text"])
        )
    elif "violations" in outcome:
        found = [
            {"path": it.path, "problem": it.problem, "found": list(it.found), "allowed": list(it.allowed)}
            for it in result
        ]
        assert same(found, outcome["violations"])
    elif "paths" in outcome:
        assert {it.path for it in result} == paths(outcome["paths"])
    else:
        effect = outcome["effect"]
        options = {
            name: value
            for name, value in vector.get("options", {}).items()
            if name not in ("overwrite", "mustNotChange")
        }
        patch = result if isinstance(result, str) else json.dumps(parsed(result))
        applied = {
            **vector,
            "op": "apply",
            "options": options,
            "inputs": {"live": effect["live"]},
            "texts": {"patch": patch},
        }
        # The exact text of the patch counts, as a dict would lose it.
        form = "str" if form == "dict" else form
        assert same(parsed(call(engine, applied, dialect, form)), effect["result"])


def paths(stated: Any) -> set[str]:
    return {it["path"] if isinstance(it, dict) else it for it in stated}


def check_error(error: smp.SmpError, stated: dict[str, Any]) -> None:
    for name, value in stated.items():
        if name == "kind":
            assert error.kind == value
        elif name == "path":
            assert error.path == value
        elif name == "contains":
            assert value in error.reason or value in (error.path or "")
        elif name == "paths":
            assert {it.path for it in error.conflicts} == paths(value)
        else:
            assert name == "document"


def forms() -> list[Any]:
    """The vectors in each form of their inputs. Texts have no dict."""
    return [
        pytest.param(*vector.values, form, id=f"{vector.id}-{form}")
        for vector in vectors()
        for form in ("dict", "str", "bytes")
        if form != "dict" or not vector.values[0].get("texts")
    ]


@pytest.mark.parametrize(("vector", "form"), forms())
def test_vector(vector: Vector, form: str) -> None:
    engine = engine_of(vector)
    for outcome in vector["expect"]:
        for dialect in outcome["dialects"]:
            compare(engine, vector, outcome, dialect, form)
