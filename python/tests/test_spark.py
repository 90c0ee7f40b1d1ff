"""The functions for Spark on Spark itself, where pyspark and Java are installed."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import strategic_merge_patch as smp
from strategic_merge_patch import spark

pyspark: Any = pytest.importorskip("pyspark")

SHOP = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": "shops.example.com"},
    "spec": {
        "group": "example.com",
        "names": {"kind": "Shop", "plural": "shops"},
        "scope": "Namespaced",
        "versions": [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": {"type": "object"}}}],
    },
}


def test_a_column_of_objects(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    objects = [{"apiVersion": "example.com/v1", "kind": "Shop", "number": at} for at in range(1_000)]
    texts = [json.dumps(it) if at % 100 else "{" for at, it in enumerate(objects)]
    numbers = pa.array(range(1_000), pa.int64())
    pq.write_table(pa.table({"number": numbers, "object": texts}), tmp_path / "objects.parquet")
    builder = pyspark.sql.SparkSession.builder.master("local-cluster[2,1,1024]")
    session = builder.config("spark.ui.enabled", "false").getOrCreate()
    try:
        # An engine with a definition is sent to the executors.
        run = spark.apply("object", {"label": "a"}, engine=smp.Engine(schemas=[SHOP]))
        read = session.read.parquet(str(tmp_path / "objects.parquet")).repartition(2)
        patched = read.mapInArrow(run, "number long, object string, " + spark.ADDED)
        patched.where("message is null").write.parquet(str(tmp_path / "result"))
        patched.where("message is not null").write.parquet(str(tmp_path / "report"))
    finally:
        session.stop()
    result = pq.read_table(tmp_path / "result").to_pylist()
    assert len(result) == 990
    assert all(json.loads(row["object"])["label"] == "a" for row in result)
    assert all(json.loads(row["object"])["number"] == row["number"] for row in result)
    report = pq.read_table(tmp_path / "report").to_pylist()
    assert sorted(row["number"] for row in report) == list(range(0, 1_000, 100))
    assert all(row["message"].startswith("invalid JSON") for row in report)
