"""A fleet of objects in Parquet, patched by Spark and by one process. Prints the figures of docs/fleets.md.

Each run checks its own result: every object has the patch, and every bad one is in the report.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from objects import deployment
from pyspark.sql import DataFrame, SparkSession, functions

from strategic_merge_patch import arrow, spark

NAMESPACES = 1_000
ROWS_PER_FILE = 25_000
#: One object of this many is not JSON.
BAD = 10_000
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")

#: The policy for all: a label, a security context, and a side-car at its place in the list.
POLICY: dict[str, Any] = {
    "metadata": {"labels": {"policy": "2027-01"}},
    "spec": {
        "template": {
            "spec": {
                "securityContext": {"runAsNonRoot": True},
                "containers": [{"name": "log", "image": "registry.example.com/log:2.0"}],
            }
        }
    },
}


def namespace_patch(namespace: str) -> str:
    return json.dumps({"metadata": {"labels": {"team": f"team-of-{namespace}"}}})


def texts(count: int, size: int) -> Iterator[tuple[str, str]]:
    """Namespaces and objects. Each object has its own name and values."""
    template = json.dumps(deployment("NAME", "NAMESPACE", size), separators=(",", ":"))
    generator = random.Random(1)
    for at in range(count):
        namespace = f"ns-{at % NAMESPACES}"
        text = template.replace("NAMESPACE", namespace).replace("NAME", f"app-{at}")
        parts = text.split("value number")
        values = f"{generator.getrandbits(48 * len(parts)):x}".zfill(12 * len(parts))
        filled = [part + values[12 * i : 12 * i + 12] for i, part in enumerate(parts[:-1])]
        text = "".join(filled) + parts[-1]
        yield namespace, text if at % BAD else text[:-1]


def generate(folder: Path, count: int, size: int) -> int:
    """Parquet files, and the same objects as lines of JSON. Returns the bytes of JSON."""
    (folder / "objects").mkdir()
    total, rows = 0, list[tuple[str, str]]()

    def write() -> None:
        names, objects = zip(*rows)
        table = pa.table({"namespace": pa.array(names), "object": pa.array(objects)})
        number = len(list((folder / "objects").iterdir()))
        pq.write_table(table, folder / "objects" / f"{number:05}.parquet", compression="zstd")
        rows.clear()

    with (folder / "objects.jsonl").open("w") as lines:
        for at, row in enumerate(texts(count, size)):
            rows.append(row)
            if at % BAD:
                lines.write(row[1] + "\n")
            total += len(row[1])
            if len(rows) == ROWS_PER_FILE:
                write()
    if rows:
        write()
    return total


def processes() -> Iterator[tuple[str, int]]:
    """The command and the memory, in bytes, of each process."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                command = (entry / "cmdline").read_text().replace("\0", " ")
                resident = int((entry / "statm").read_text().split()[1]) * PAGE
            except (OSError, IndexError):
                continue
            yield command, resident


class Memory(threading.Thread):
    """The largest memory of an executor, and of a Python worker, sampled."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.executor, self.worker, self.ended = 0, 0, threading.Event()

    def run(self) -> None:
        while not self.ended.wait(0.25):
            for command, resident in processes():
                if "CoarseGrainedExecutorBackend" in command:
                    self.executor = max(self.executor, resident)
                elif "pyspark.daemon" in command or "pyspark/daemon" in command:
                    self.worker = max(self.worker, resident)


def cpu_seconds() -> float:
    """The CPU time of all processes of the machine so far."""
    fields = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
    user, nice, system = (int(it) for it in fields[:3])
    return (user + nice + system) / TICKS


def session(executors: int, memory: int) -> SparkSession:
    master = f"local-cluster[{executors},1,{memory}]"
    builder = SparkSession.builder.master(master).appName("fleet")
    settings = {
        "spark.executor.memory": f"{memory - 512}m" if memory > 1_024 else f"{memory}m",
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": str(2 * executors),
        "spark.sql.parquet.compression.codec": "zstd",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "2000",
        "spark.log.level": "ERROR",
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def measured(run: Any, patch_column: str | None, engine_time: Any) -> Any:
    """The function for mapInArrow, after a run of the engine alone whose time is added up."""

    def timed(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            start = time.thread_time()
            patches = batch.column(patch_column) if patch_column else POLICY
            arrow.apply(batch.column("object"), patches)
            engine_time.add(time.thread_time() - start)
            yield from run(iter([batch]))

    return timed


def patched(spark_session: SparkSession, folder: Path, per_namespace: bool, engine_time: Any) -> DataFrame:
    """All objects with the policy, or with the patch of their namespace."""
    objects = spark_session.read.parquet(str(folder / "objects"))
    schema = "namespace string, object string, "
    if per_namespace:
        names = [f"ns-{at}" for at in range(NAMESPACES)]
        rows = [(it, namespace_patch(it)) for it in names]
        table = spark_session.createDataFrame(rows, "namespace string, patch string")
        joined = objects.join(functions.broadcast(table), "namespace")
        objects = joined.select("namespace", "object", "patch")
        schema += "patch string, "
    column = "patch" if per_namespace else None
    run = spark.apply("object", None if per_namespace else POLICY, patch_column=column)
    if engine_time is not None:
        run = measured(run, column, engine_time)
    return objects.mapInArrow(run, schema + spark.ADDED)


def check(spark_session: SparkSession, folder: Path, count: int, per_namespace: bool) -> None:
    """Every object is there, with its patch, but the bad ones, which are in the report."""
    bad = len(range(0, count, BAD))
    report = spark_session.read.parquet(str(folder / "report"))
    told = report.where(report.message.startswith("invalid JSON")).count()
    assert (report.count(), told) == (bad, bad), (report.count(), told)
    result = spark_session.read.parquet(str(folder / "result"))
    if per_namespace:
        team = functions.concat(functions.lit('"team":"team-of-'), "namespace", functions.lit('"'))
        expected = [team]
    else:
        made = ['"policy":"2027-01"', '"runAsNonRoot":true', "example.com/web:1.0", "example.com/log:2.0"]
        expected = [functions.lit(text) for text in made]
    found = result
    for text in expected:
        found = found.where(functions.contains(found.object, text))
    counts = (result.count(), found.count())
    assert counts == (count - bad, count - bad), counts


def one(folder: Path, count: int, executors: int, memory: int, per_namespace: bool) -> dict[str, Any]:
    spark_session = session(executors, memory)
    try:
        spark_session.range(executors).mapInArrow(lambda it: it, "id long").count()
        sampled, cpu = Memory(), cpu_seconds()
        sampled.start()
        start = time.perf_counter()
        everything = patched(spark_session, folder, per_namespace, None)
        # Results and the report are written in one pass, and parted by a folder.
        everything.createOrReplaceTempView("patched")
        whole = str(folder / "patched")
        spark_session.sql("select *, message is not null as failed from patched").write.mode(
            "overwrite"
        ).partitionBy("failed").parquet(whole)
        took = time.perf_counter() - start
        used = cpu_seconds() - cpu
        sampled.ended.set()
        sampled.join()
        for name, failed in (("result", "false"), ("report", "true")):
            shutil.rmtree(folder / name, ignore_errors=True)
            (folder / "patched" / f"failed={failed}").rename(folder / name)
        shutil.rmtree(folder / "patched")
        check(spark_session, folder, count, per_namespace)
        # Once more for the share of the engine, without a result.
        timed = spark_session.sparkContext.accumulator(0.0)
        patched(spark_session, folder, per_namespace, timed).write.format("noop").mode("overwrite").save()
        return {
            "took": took,
            "cpu": used,
            "engine": timed.value,
            "executor": sampled.executor,
            "worker": sampled.worker,
        }
    finally:
        spark_session.stop()


def command(folder: Path, smp: str) -> tuple[float, float]:
    """The time and the CPU seconds of `smp patch` on the same objects."""
    patch = folder / "policy.json"
    patch.write_text(json.dumps(POLICY))
    cpu, start = cpu_seconds(), time.perf_counter()
    with (folder / "patched.jsonl").open("w") as out:
        subprocess.run(
            [smp, "patch", "-f", str(folder / "objects.jsonl"), "--patch-file", str(patch), "-o", "json"],
            stdout=out,
            check=True,
        )
    return time.perf_counter() - start, cpu_seconds() - cpu


def run_apart(folder: Path, options: argparse.Namespace, executors: int, per_namespace: bool) -> dict[str, Any]:
    """A run in a process of its own, on as many processors as it has executors."""
    part = ["--folder", str(folder), "--executors", str(executors)]
    part += ["--per-namespace"] if per_namespace else []
    more = ["--objects", str(options.objects), "--memory", str(options.memory)]
    done = subprocess.run(
        [sys.executable, __file__, *part, *more],
        check=True,
        stdout=subprocess.PIPE,
        preexec_fn=lambda: os.sched_setaffinity(0, range(executors)),
    )
    answer: dict[str, Any] = json.loads(done.stdout.decode().splitlines()[-1])
    return answer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--objects", type=int, default=1_000_000)
    parser.add_argument("--size", type=int, default=4_000, help="bytes of JSON of an object")
    parser.add_argument("--memory", type=int, default=2_048, help="of an executor, in MiB")
    parser.add_argument("--smp", help="the command, to be measured beside")
    parser.add_argument("--folder", type=Path, help="of objects that are there: one run alone")
    parser.add_argument("--executors", type=int, default=1)
    parser.add_argument("--per-namespace", action="store_true")
    options = parser.parse_args()
    os.environ["PYSPARK_PYTHON"] = sys.executable
    if options.folder:
        done = one(options.folder, options.objects, options.executors, options.memory, options.per_namespace)
        print(json.dumps(done))
        return
    with tempfile.TemporaryDirectory(dir=os.environ.get("SMP_FLEET_FOLDER")) as name:
        report(Path(name), options)


def report(folder: Path, options: argparse.Namespace) -> None:
    """Prints the figures of all runs."""
    start = time.perf_counter()
    total = generate(folder, options.objects, options.size)
    files = sum(it.stat().st_size for it in (folder / "objects").iterdir())
    print(
        f"{options.objects:,} objects, {total / 1e9:.2f} GB of JSON, {files / 1e9:.2f} GB of Parquet, "
        f"made in {time.perf_counter() - start:.0f} s",
        flush=True,
    )
    names = ["run", "objects/s", "seconds", "CPU s a million", "of it the engine", "executor", "Python worker"]
    print("| " + " | ".join(names) + " |")
    print("| --- " * len(names) + "|")
    millions = options.objects / 1e6
    if options.smp:
        took, cpu = command(folder, options.smp)
        row("`smp patch`, JSON lines, one policy", options.objects / took, took, cpu / millions)
    for per_namespace in (False, True):
        for executors in (1, 2):
            it = run_apart(folder, options, executors, per_namespace)
            what = "a patch for each namespace" if per_namespace else "one policy"
            row(
                f"Spark, {what}, {executors} executor{'s' * (executors - 1)}",
                options.objects / it["took"],
                it["took"],
                it["cpu"] / millions,
                f"{it['engine'] / millions:.1f} ({it['engine'] / it['cpu']:.0%})",
                f"{it['executor'] / 2**20:.0f} MiB",
                f"{it['worker'] / 2**20:.0f} MiB",
            )


def row(what: str, rate: float, took: float, cpu: float, *more: str) -> None:
    columns = [what, f"{rate:,.0f}", f"{took:.1f}", f"{cpu:.1f}", *(more or [""] * 3)]
    print("| " + " | ".join(columns) + " |", flush=True)


if __name__ == "__main__":
    main()
