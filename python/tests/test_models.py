"""Objects of pydantic and of the official kubernetes client."""

from __future__ import annotations

from typing import Any

import pydantic
import pytest
from kubernetes import client

import strategic_merge_patch as smp


class Container(pydantic.BaseModel):
    name: str
    image: str | None = None
    pull_policy: str | None = pydantic.Field(default=None, alias="imagePullPolicy")


class Spec(pydantic.BaseModel):
    containers: list[Container] = []
    hostname: str | None = None


class Pod(pydantic.BaseModel):
    api_version: str = pydantic.Field(alias="apiVersion")
    kind: str
    spec: Spec = Spec()


def test_models_of_pydantic() -> None:
    spec = {"containers": [{"name": "a", "imagePullPolicy": "Never"}, {"name": "b"}]}
    pod = Pod.model_validate({"apiVersion": "v1", "kind": "Pod", "spec": spec})
    before = pod.model_copy(deep=True)
    result = smp.apply(pod, {"spec": {"containers": [{"name": "b", "image": "b:2"}]}})
    assert type(result) is Pod
    assert [it.image for it in result.spec.containers] == [None, "b:2"]
    assert result.spec.containers[0].pull_policy == "Never"
    assert pod == before
    # A field that is not set is missing, and one that is set to None is None.
    assert smp.diff(pod, result)["spec"]["containers"] == [{"name": "b", "image": "b:2"}]
    unset = Spec.model_validate({"hostname": None})
    assert smp.apply({"apiVersion": "v1", "kind": "Pod", "spec": {"hostname": "a", "nodeName": "n"}}, {"spec": unset})[
        "spec"
    ] == {"nodeName": "n"}


def pod() -> Any:
    return client.V1Pod(
        api_version="v1",
        kind="Pod",
        metadata=client.V1ObjectMeta(name="a", labels={"app": "a"}),
        spec=client.V1PodSpec(
            containers=[
                client.V1Container(name="web", image="web:1", image_pull_policy="Always"),
                client.V1Container(name="log", image="log:1"),
            ]
        ),
    )


def test_objects_of_the_kubernetes_client() -> None:
    live = pod()
    patch = {"spec": {"containers": [{"name": "log", "image": "log:2"}]}}
    result = smp.apply(live, patch)
    assert isinstance(result, client.V1Pod)
    assert [it.image for it in result.spec.containers] == ["web:1", "log:2"]
    assert result.spec.containers[0].image_pull_policy == "Always"
    assert [it.image for it in live.spec.containers] == ["web:1", "log:1"]
    assert smp.diff(live, result)["spec"]["containers"] == [{"name": "log", "image": "log:2"}]
    # A patch can be one, too.
    typed = client.V1Pod(spec=client.V1PodSpec(containers=[client.V1Container(name="web", image="web:3")]))
    assert [it.image for it in smp.apply(live, typed).spec.containers] == ["web:3", "log:1"]


def test_objects_that_the_client_has_read() -> None:
    data = {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": "a", "creationTimestamp": "2027-01-31T12:00:00Z"},
        "spec": {
            "replicas": 2,
            "selector": {"matchLabels": {"app": "a"}},
            "template": {"metadata": {"labels": {"app": "a"}}, "spec": {"containers": [{"name": "a"}]}},
        },
    }
    live = read(data)
    result = smp.apply(live, {"spec": {"replicas": 3}})
    assert result.spec.replicas == 3
    assert result.metadata.creation_timestamp == live.metadata.creation_timestamp
    # Fields that are not there do not become null.
    assert smp.diff(live, result) == {"spec": {"replicas": 3}}
    assert smp.diff(data, live) == {}
    assert smp.apply(data, live) == data


def read(data: dict[str, Any]) -> Any:
    if hasattr(client.V1Deployment, "from_dict"):
        return client.V1Deployment.from_dict(data)
    import json
    from types import SimpleNamespace

    return client.ApiClient().deserialize(SimpleNamespace(data=json.dumps(data)), "V1Deployment")


def test_server_side_apply_of_models() -> None:
    config = client.V1ConfigMap(
        api_version="v1", kind="ConfigMap", metadata=client.V1ObjectMeta(name="a"), data={"x": "1"}
    )
    applied = smp.server_side_apply(None, config, manager="ci")
    assert isinstance(applied.object, client.V1ConfigMap)
    assert applied.object.metadata.managed_fields[0].manager == "ci"
    assert [it.fields for it in smp.managers(applied.object)] == [(".data.x",)]


def test_a_result_that_does_not_fit_the_model() -> None:
    model = Pod.model_validate({"apiVersion": "v1", "kind": "Pod"})
    with pytest.raises(pydantic.ValidationError):
        smp.apply(model, {"spec": {"hostname": {"a": 1}}}, unknown_fields="replace")
