"""The objects that are measured, as dicts of about a given size of JSON."""

from __future__ import annotations

import json
from typing import Any


def container(name: str, variables: int) -> dict[str, Any]:
    return {
        "name": name,
        "image": f"registry.example.com/{name}:1.0",
        "imagePullPolicy": "IfNotPresent",
        "args": ["--listen=:8080", "--log-format=json"],
        "ports": [{"name": "http", "containerPort": 8080, "protocol": "TCP"}],
        "env": [{"name": f"VARIABLE_{at}", "value": f"value number {at}"} for at in range(variables)],
        "resources": {"requests": {"cpu": "250m", "memory": "256Mi"}, "limits": {"memory": "512Mi"}},
        "volumeMounts": [{"name": "config", "mountPath": "/etc/shop", "readOnly": True}],
    }


def deployment(name: str, namespace: str, size: int) -> dict[str, Any]:
    """A Deployment with two containers, whose variables fill it up to the size."""
    for variables in range(10_000):
        made: dict[str, Any] = {
            "apiVersion": "apps/v1",
            "kind": "Deployment",
            "metadata": {"name": name, "namespace": namespace, "labels": {"app": name}},
            "spec": {
                "replicas": 3,
                "selector": {"matchLabels": {"app": name}},
                "template": {
                    "metadata": {"labels": {"app": name}},
                    "spec": {
                        "containers": [container("web", variables), container("log", variables)],
                        "volumes": [{"name": "config", "configMap": {"name": "shop"}}],
                    },
                },
            },
        }
        if len(json.dumps(made, separators=(",", ":"))) >= size:
            return made
    raise ValueError(size)


#: One image, the smallest patch that needs the merge key.
PATCH: dict[str, Any] = {
    "spec": {"template": {"spec": {"containers": [{"name": "log", "image": "log:2.0"}]}}}
}
