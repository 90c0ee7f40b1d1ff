"""Inputs and results: their forms, numbers, errors, threads, pickles."""

from __future__ import annotations

import copy
import datetime
import json
import pickle
import random
import threading
from collections import OrderedDict
from types import MappingProxyType
from typing import Any

import pytest

import strategic_merge_patch as smp

POD: dict[str, Any] = {
    "apiVersion": "v1",
    "kind": "Pod",
    "metadata": {"name": "a", "labels": {"app": "a"}},
    "spec": {"containers": [{"name": "web", "image": "web:1"}, {"name": "log"}]},
}
PATCH: dict[str, Any] = {"spec": {"containers": [{"name": "web", "image": "web:2"}]}}
YAML = """\
# a pod
apiVersion: v1
kind: Pod
spec:
  containers:
  - name: web
    image: web:1  # pinned
"""


def test_what_comes_in_goes_out() -> None:
    expected = copy.deepcopy(POD)
    expected["spec"]["containers"][0]["image"] = "web:2"
    assert smp.apply(POD, PATCH) == expected
    text = json.dumps(POD)
    for patch in (PATCH, json.dumps(PATCH), json.dumps(PATCH).encode(), "spec: {containers: [{name: web, image: 'web:2'}]}"):
        as_text = smp.apply(text, patch)
        assert isinstance(as_text, str) and json.loads(as_text) == expected
        as_bytes = smp.apply(text.encode(), patch)
        assert isinstance(as_bytes, bytes) and json.loads(as_bytes) == expected
    assert smp.apply(YAML, PATCH) == YAML.replace("web:1", "web:2")
    assert smp.apply(YAML.encode(), json.dumps(PATCH).encode()) == YAML.replace("web:1", "web:2").encode()


def test_mappings_are_inputs() -> None:
    live = MappingProxyType({"apiVersion": "v1", "kind": "Pod", "spec": OrderedDict(hostname="a")})
    assert smp.apply(live, MappingProxyType({"spec": {"hostname": "b"}}))["spec"] == {"hostname": "b"}
    assert smp.apply(bytearray(json.dumps(POD), "utf-8"), PATCH)[:1] == b"{"
    assert smp.apply(memoryview(json.dumps(POD).encode()), PATCH)[:1] == b"{"


def test_inputs_are_never_changed() -> None:
    live, patch = copy.deepcopy(POD), copy.deepcopy(PATCH)
    result = smp.apply(live, patch)
    result["spec"]["containers"].clear()
    smp.diff(live, {**live, "spec": {}})
    smp.server_side_apply(live, POD, manager="ci", force=True)
    assert (live, patch) == (POD, PATCH)


def test_none_is_not_a_missing_key() -> None:
    live = {"apiVersion": "v1", "kind": "Pod", "spec": {"hostname": "a", "nodeName": "n"}}
    assert smp.apply(live, {"spec": {"hostname": None}})["spec"] == {"nodeName": "n"}
    assert smp.apply(live, {"spec": {}})["spec"] == {"hostname": "a", "nodeName": "n"}
    assert smp.diff(live, {**live, "spec": {"nodeName": "n"}}) == {"spec": {"hostname": None}}


@pytest.mark.parametrize("number", [0, -1, 2**53 + 1, 2**63, -(2**64), 10**40, 1.0, 0.1, -0.0, 1e22, 1e-7, 5e-324])
def test_numbers_stay_what_they_are(number: float) -> None:
    live = {"apiVersion": "example.com/v1", "kind": "Thing", "a": number, "b": 1}
    engine = smp.Engine(schemas=[{"apiVersion": "example.com/v1", "kind": "Thing", "fields": {"a": {}}}])
    for result in (
        smp.apply_merge_patch(live, {"b": 2}),
        smp.apply_merge_patch({"b": 1}, {"a": number, "b": 2}),
    ):
        assert type(result["a"]) is type(number)
        assert repr(result["a"]) == repr(number)
    assert engine.kinds()
    text = json.dumps({**POD, "metadata": {"annotations": {}, "generation": number}})
    assert repr(json.loads(smp.apply(text, PATCH))["metadata"]["generation"]) == repr(number)


def test_true_is_not_1() -> None:
    assert smp.apply_merge_patch({"a": True}, {"b": 1})["a"] is True
    assert smp.apply_merge_patch({"a": 1}, {"b": True})["b"] is True


def test_text_of_all_characters() -> None:
    value = "\x00 ä € 😀 \\ \" \u2028"
    live = {**POD, "metadata": {"name": "a", "annotations": {"n": value}}}
    assert smp.apply(live, PATCH)["metadata"]["annotations"] == {"n": value}


@pytest.mark.parametrize(
    ("live", "kind"),
    [
        (b"\xff{}", "invalid_encoding"),
        ({"apiVersion": "v1", "kind": "Pod", "a": float("nan")}, "invalid_value"),
        ("[1, 2", None),
        ("", "no_document"),
        ("a: 1\n---\nb: 2\n", "several_documents"),
        ([], None),
    ],
)
def test_bad_inputs_are_errors(live: Any, kind: str | None) -> None:
    with pytest.raises(smp.SmpError) as raised:
        smp.apply(live, PATCH)
    assert kind is None or raised.value.kind == kind


def test_depth_is_an_error() -> None:
    deep: Any = {}
    for _ in range(100_000):
        deep = {"a": deep}
    with pytest.raises(smp.SmpError):
        smp.apply({"apiVersion": "v1", "kind": "Pod"}, deep)
    with pytest.raises(smp.SmpError):
        smp.apply(b'{"apiVersion":"v1","kind":"Pod"}', b'{"a":' * 100_000)
    circle: dict[str, Any] = {}
    circle["a"] = circle
    with pytest.raises(smp.SmpError):
        smp.apply(POD, circle)


def test_objects_without_json_are_errors() -> None:
    for value in ({"a": object()}, object(), 3, {"a": {1, 2}}):
        with pytest.raises(TypeError, match="can't be written as JSON"):
            smp.apply(POD, value)


def test_an_error_has_its_place() -> None:
    text = YAML + "  - image: äa\n"
    with pytest.raises(smp.SmpError) as raised:
        smp.apply(text, "spec:\n  containers:\n  - {image: 'b'}\n")
    error = raised.value
    assert (error.kind, error.path, error.input) == ("merge_key_missing", "spec.containers[0]", "patch")
    assert (error.line, error.column) == (3, 5)
    assert str(error).startswith("patch:3:5: spec.containers[0]: ")
    again: smp.SmpError = pickle.loads(pickle.dumps(error))
    assert (again.finding, str(again)) == (error.finding, str(error))


def test_columns_are_characters() -> None:
    found = smp.check("spec: {hostname: 😀, nodeNam: a}", kind=("v1", "Pod"))
    assert [(it.line, it.column) for it in found] == [(1, 21)]


def test_settings() -> None:
    live = {"apiVersion": "v1", "kind": "Pod", "spec": {"securityContext": {"runAsUser": 1}}}
    patch = {"spec": {"securityContext": {"$patch": "delete"}}}
    assert "securityContext" not in smp.apply(live, patch, dialect="documented")["spec"]
    assert smp.apply(live, patch)["spec"]["securityContext"] == {}
    text = json.dumps(live)
    assert json.loads(smp.apply(text, json.dumps(patch), dialect="documented")) == smp.apply(
        live, patch, dialect="documented"
    )
    with pytest.raises(smp.SmpError, match="documented"):
        smp.apply(live, patch, dialect="other")  # type: ignore[arg-type]
    with pytest.raises(smp.SmpError, match="colour"):
        smp.apply(text, json.dumps(patch), colour="red")  # type: ignore[call-arg]


def test_three_way_conflicts() -> None:
    original = {**POD, "spec": {"hostname": "a"}}
    modified = {**POD, "spec": {"hostname": "b"}}
    live = {**POD, "spec": {"hostname": "c"}}
    assert smp.three_way(original, modified, live) == {"spec": {"hostname": "b"}}
    assert smp.three_way(original, original, live, overwrite="keep-theirs") == {}
    with pytest.raises(smp.SmpError) as raised:
        smp.three_way(original, modified, live, overwrite="unless-both-changed")
    assert [(it.path, it.values) for it in raised.value.conflicts] == [("spec.hostname", ("a", "b", "c"))]
    with pytest.raises(smp.SmpError):
        smp.three_way(original, modified, live, must_not_change=[["spec", "hostname"]])


def test_unions() -> None:
    pod = {**POD, "spec": {"volumes": [{"name": "a", "emptyDir": {}, "hostPath": {"path": "/"}}]}}
    found = smp.validate_unions(pod)
    assert [(it.path, it.problem) for it in found] == [('spec.volumes[name="a"]', "several")]
    old = {**POD, "spec": {"volumes": [{"name": "a", "emptyDir": {}}]}}
    assert smp.normalize(pod, original=old)["spec"]["volumes"] == [{"name": "a", "hostPath": {"path": "/"}}]
    assert smp.lint_unions({"spec": {"volumes": [{"name": "a", "emptyDir": {}, "hostPath": {}}]}}, kind=("v1", "Pod"))


def test_server_side_apply() -> None:
    config = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": {"x": "1"}}
    time = datetime.datetime(2027, 1, 31, 12, tzinfo=datetime.timezone.utc)
    first = smp.server_side_apply(None, config, manager="one", time=time)
    assert first.object["metadata"]["managedFields"][0]["time"] == "2027-01-31T12:00:00Z"
    other = {**config, "data": {"x": "2"}}
    with pytest.raises(smp.SmpError) as raised:
        smp.server_side_apply(first.object, other, manager="two")
    assert [(it.path, it.manager) for it in raised.value.conflicts] == [(".data.x", "one")]
    taken = smp.server_side_apply(first.object, other, manager="two", force=True)
    assert (taken.object["data"], taken.changed) == ({"x": "2"}, True)
    assert [it.path for it in taken.taken] == [".data.x"]
    assert [it.manager for it in smp.managers(taken.object)] == ["two"]
    with pytest.raises(ValueError, match="time zone"):
        smp.server_side_apply(None, config, manager="a", time=datetime.datetime(2027, 1, 1))


def test_managers_that_cannot_be_read() -> None:
    live = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: a
  managedFields:
  - {manager: m, operation: Patch}
"""
    config = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}}
    for call in (lambda: smp.managers(live), lambda: smp.server_side_apply(live, config, manager="m")):
        with pytest.raises(smp.SmpError) as raised:
            call()
        error = raised.value
        assert (error.input, error.path, error.line) == ("live", "metadata.managedFields[0]", 6)


def test_definitions() -> None:
    definition = {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "shops.example.com"},
        "spec": {
            "group": "example.com",
            "names": {"kind": "Shop", "plural": "shops"},
            "scope": "Namespaced",
            "versions": [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": {
                "type": "object",
                "properties": {"items": {
                    "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["id"],
                    "items": {"type": "object", "properties": {"id": {"type": "string"}, "n": {"type": "integer"}}},
                }},
            }}}],
        },
    }
    shop = {"apiVersion": "example.com/v1", "kind": "Shop", "items": [{"id": "a", "n": 1}, {"id": "b", "n": 2}]}
    patch = {"items": [{"id": "b", "n": 3}]}
    with pytest.raises(smp.SmpError, match="no schema"):
        smp.apply(shop, patch)
    engine = smp.Engine(schemas=[definition])
    for one in (engine, pickle.loads(pickle.dumps(engine))):
        assert one.apply(shop, patch, merge_keys="list-map-keys")["items"] == [{"id": "a", "n": 1}, {"id": "b", "n": 3}]
        assert smp.Kind("example.com/v1", "Shop") in one.kinds()
    assert engine.explain(("example.com/v1", "Shop"), "items").list_map_keys == ("id",)
    with pytest.raises(smp.SmpError, match="not a schema"):
        engine.add_schema({"a": 1})
    with pytest.raises(smp.SmpError, match="1.0"):
        smp.Engine("1.0")


def test_a_definition_counts_after_a_call() -> None:
    """The schemas that an engine keeps are not those from before."""
    engine = smp.Engine()
    live = {"apiVersion": "v1", "kind": "Pod", "spec": {"tolerations": [{"key": "a"}]}}
    patch = {"spec": {"tolerations": [{"key": "b"}]}}
    assert engine.apply(live, patch)["spec"]["tolerations"] == [{"key": "b"}]
    overlay = {"strategy": "merge", "mergeKey": "key"}
    engine.add_schema({"apiVersion": "v1", "kind": "Pod", "fields": {"spec.tolerations": overlay}})
    for one in (live, json.dumps(live)):
        result = engine.apply(one, patch if isinstance(one, dict) else json.dumps(patch))
        found = result if isinstance(result, dict) else json.loads(result)
        assert [it["key"] for it in found["spec"]["tolerations"]] == ["b", "a"]


def test_threads_share_an_engine() -> None:
    engine, failed = smp.Engine(), []

    def work(number: int) -> None:
        for turn in range(200):
            kind = ("Pod", "Service", "ConfigMap")[turn % 3]
            live = {"apiVersion": "v1", "kind": kind, "metadata": {"name": str(number)}}
            patch = {"metadata": {"labels": {"a": str(turn)}}}
            result = json.loads(engine.apply(json.dumps(live), json.dumps(patch)))
            if result["metadata"] != {"name": str(number), "labels": {"a": str(turn)}}:
                failed.append(result)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed


def test_no_input_panics() -> None:
    """Any bytes give a result or an error of the package."""
    random_ = random.Random(7)
    seeds = [json.dumps(POD).encode(), json.dumps(PATCH).encode(), YAML.encode(), b'{"$patch":"delete","$retainKeys":["a"]}']
    failed = 0
    for _ in range(3_000):
        inputs: list[bytes] = []
        for _ in range(2):
            text = bytearray(random_.choice(seeds))
            for _ in range(random_.randrange(4)):
                at = random_.randrange(len(text))
                text[at : at + random_.randrange(5)] = random_.randbytes(random_.randrange(3))
                text += b" "
            inputs.append(bytes(text))
        for operation in (smp.apply, smp.diff, smp.compose):
            try:
                operation(*inputs, kind=("v1", "Pod"))
            except smp.SmpError:
                failed += 1
    assert failed > 100
