"""Columns of Arrow."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pyarrow as pa
import pytest

import strategic_merge_patch as smp
from strategic_merge_patch import arrow, spark

POD = '{"apiVersion":"v1","kind":"Pod","spec":{"containers":[{"name":"a","image":"a:1"}]}}'
SERVICE = '{"apiVersion":"v1","kind":"Service","spec":{"ports":[{"port":80}]}}'
PATCH = {"metadata": {"labels": {"team": "x"}}}
TYPES = [
    pa.string(),
    pa.large_string(),
    pa.string_view(),
    pa.binary(),
    pa.large_binary(),
    pa.binary_view(),
]


def texts(array: Any) -> list[str | None]:
    return [it.decode() if isinstance(it, bytes) else it for it in array.to_pylist()]


@pytest.mark.parametrize("type", TYPES, ids=str)
def test_each_type_of_column(type: Any) -> None:
    live = pa.array([POD, None, SERVICE, "{", POD.replace("Pod", "Pood"), "{}"], type)
    answer = arrow.apply(live, PATCH)
    result = answer.field("result")
    assert result.type == type
    expected = [json.loads(smp.apply(it, json.dumps(PATCH))) for it in (POD, SERVICE)]
    found = texts(result)
    assert [json.loads(it) for it in found if it] == expected
    assert [it is None for it in found] == [False, True, False, True, True, True]
    messages = answer.field("message").to_pylist()
    assert [it is None for it in messages] == [True, True, True, False, False, False]
    assert messages[3].startswith("invalid JSON")
    assert messages[4].startswith("no schema is known for v1 Pood")
    assert messages[4].endswith("(did you mean Pod?)")
    assert "no apiVersion and kind" in messages[5]


@pytest.mark.parametrize("type", TYPES, ids=str)
def test_slices(type: Any) -> None:
    live = pa.array([None, "{", POD, SERVICE, None, POD], type)[2:5]
    answer = arrow.apply(live, PATCH)
    assert [it is None for it in texts(answer.field("result"))] == [False, False, True]
    assert answer.field("message").null_count == 3
    assert len(arrow.apply(live[:0], PATCH)) == 0


def test_a_patch_for_each_row() -> None:
    live = pa.array([POD, POD, POD, None])
    patches = pa.array(['{"spec":{"hostname":"a"}}', None, '{"spec":{"containers":[{"image":"b"}]}}', "{}"])
    answer = arrow.apply(live, patches)
    found = answer.field("result").to_pylist()
    assert json.loads(found[0])["spec"]["hostname"] == "a"
    assert (found[1], found[2], found[3]) == (POD, None, None)
    assert answer.field("path").to_pylist() == [None, None, "spec.containers[0]", None]
    with pytest.raises(smp.SmpError, match="4 rows"):
        arrow.apply(live, patches[:2])


def test_bad_calls_are_errors() -> None:
    live = pa.array([POD])
    for patch in ("{", b"\xff", '{"$patch": 1}'):
        with pytest.raises(smp.SmpError):
            arrow.apply(live, patch)
    with pytest.raises(smp.SmpError, match="did you mean Pod"):
        arrow.apply(live, PATCH, kind=("v1", "Po"))
    with pytest.raises(TypeError, match="Int64"):
        arrow.apply(pa.array([1]), PATCH)
    with pytest.raises(smp.SmpError, match="documented"):
        arrow.apply(live, PATCH, dialect="other")  # type: ignore[arg-type]


def test_diff_is_undone_by_apply() -> None:
    modified = pa.array([POD.replace("a:1", "a:2"), SERVICE, None, "{"])
    original = pa.array([POD, SERVICE, POD, POD])
    answer = arrow.diff(original, modified)
    assert answer.field("message").null_count == 3
    again = arrow.apply(original, answer.field("result"))
    found = again.field("result").to_pylist()
    assert [json.loads(it) for it in found[:2]] == [json.loads(it) for it in modified.to_pylist()[:2]]


def test_check() -> None:
    answer = arrow.check(pa.array([POD, SERVICE, None, "{"]), {"spec": {"hostnam": "a"}})
    found = answer.field("result").to_pylist()
    assert (found[0][0]["path"], found[0][0]["suggestion"]) == ("spec.hostnam", "hostname")
    assert found[1][0]["severity"] == "warning"
    assert found[2:] == [None, None]
    assert arrow.check(pa.array([POD]), PATCH).field("result").to_pylist() == [[]]


def test_the_input_is_not_copied() -> None:
    live = pa.array([POD] * 1_000)
    before = pa.total_allocated_bytes()
    answer = arrow.check(live, PATCH)
    assert len(answer) == 1_000
    assert pa.total_allocated_bytes() - before < live.nbytes / 2


def test_settings_and_engines() -> None:
    live = pa.array([POD])
    patch = {"spec": {"securityContext": {"$patch": "replace", "runAsUser": 1}}}
    texts = [
        arrow.apply(live, patch, dialect=dialect).field("result")[0].as_py()
        for dialect in ("kubernetes", "documented")
    ]
    assert texts == [
        smp.apply(POD, json.dumps(patch), dialect=dialect) for dialect in ("kubernetes", "documented")
    ]
    old = smp.Engine("1.34")
    assert arrow.apply(live, PATCH, engine=old).field("message").null_count == 1


def batch() -> Any:
    columns = [pa.array([1, 2, 3]), pa.array([POD, "{", SERVICE]), pa.array(["{}", "{}", "[]"])]
    return pa.RecordBatch.from_arrays(columns, names=["id", "object", "patch"])


def test_the_function_for_spark() -> None:
    run = spark.apply("object", PATCH)
    (result,) = run(iter([batch()]))
    assert result.schema.names == ["id", "object", "patch", "message", "path"]
    assert result.column("object").null_count == 1
    assert result.column("message").null_count == 2
    (each,) = spark.apply("object", patch_column="patch")(iter([batch()]))
    assert each.column("message").null_count == 1
    with pytest.raises(ValueError, match="patch_column"):
        spark.apply("object")


def test_what_spark_sends_can_be_pickled() -> None:
    engine = smp.Engine("1.35", schemas=[{"apiVersion": "v1", "kind": "Pod", "fields": {"spec.tolerations": {}}}])
    again = pickle.loads(pickle.dumps(engine))
    assert arrow.apply(pa.array([POD]), PATCH, engine=again).field("message").null_count == 1
