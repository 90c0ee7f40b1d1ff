"""Calls of the package beside the call of Rust, and beside merging in Python. Prints a table."""

from __future__ import annotations

import json
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import deepmerge
import jsonmerge
import pyarrow as pa
from objects import PATCH, deployment

import strategic_merge_patch as smp
from strategic_merge_patch import arrow

RUST = Path(__file__).parents[1] / "target" / "release" / "examples" / "rust_call"
KIND = ("apps/v1", "Deployment")


def nanoseconds(call: Callable[[], Any], budget: float = 0.2) -> float:
    """The time of a call, the median of 15 rounds."""
    call()
    start = time.perf_counter()
    call()
    calls = max(1, int(budget / max(time.perf_counter() - start, 1e-7) / 4))
    rounds: list[float] = []
    for _ in range(15):
        start = time.perf_counter()
        for _ in range(calls):
            call()
        rounds.append((time.perf_counter() - start) / calls)
    return median(rounds) * 1e9


def in_threads(call: Callable[[], Any], threads: int, calls: int) -> float:
    """Calls a second, of all threads."""

    def work() -> None:
        for _ in range(calls):
            call()

    workers = [threading.Thread(target=work) for _ in range(threads)]
    start = time.perf_counter()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return threads * calls / (time.perf_counter() - start)


def rust(live: bytes, patch: bytes) -> float:
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in ("live", "patch")]
        for file, text in zip(files, (live, patch)):
            file.write_bytes(text)
        return float(subprocess.run([RUST, *files], capture_output=True, check=True).stdout)


def row(what: str, size: str, time: float, beside: float | None = None) -> None:
    ratio = f"{time / beside:.2f} × ({(time - beside) / 1000:+.2f} µs)" if beside else ""
    print(f"| {what:<44} | {size:<7} | {time / 1000:9.2f} µs | {1e9 / time:11,.0f} | {ratio:<22} |")


def main() -> None:
    print("| what | size | time | objects/s | beside the call of Rust |")
    print("| --- | --- | --- | --- | --- |")
    for size in (1_000, 6_800, 40_000):
        live = deployment("shop", "default", size if size > 1_000 else 0)
        if size == 1_000:
            del live["spec"]["template"]["spec"]["containers"][0]
        text, patch = (json.dumps(it, separators=(",", ":")).encode() for it in (live, PATCH))
        name = f"{len(text) / 1000:.1f} KB"
        ours = rust(text, patch)
        row("smp_core::apply, in Rust", name, ours)
        row("apply, bytes, kind given", name, nanoseconds(lambda: smp.apply(text, patch, kind=KIND)), ours)
        row("apply, bytes", name, nanoseconds(lambda: smp.apply(text, patch)), ours)
        row("apply, str", name, nanoseconds(lambda: smp.apply(text.decode(), patch.decode())), ours)
        row("apply, dicts", name, nanoseconds(lambda: smp.apply(live, PATCH)), ours)
        row("json.loads and json.dumps alone", name, nanoseconds(lambda: json.dumps(json.loads(text))), ours)
        column = pa.array([text.decode()] * 1_000)
        rows = nanoseconds(lambda: arrow.apply(column, patch), 1.0) / 1_000
        row("arrow.apply, a row of 1,000", name, rows, ours)
        row("deepmerge, a copy", name, nanoseconds(lambda: deepmerge.always_merger.merge(json.loads(text), PATCH)), ours)
        row("jsonmerge", name, nanoseconds(lambda: jsonmerge.merge(live, PATCH)), ours)
        for what, call in (
            ("bytes", lambda: smp.apply(text, patch, kind=KIND)),
            ("dicts", lambda: smp.apply(live, PATCH)),
        ):
            calls = int(2e8 / len(text) / (1 if what == "bytes" else 10))
            one, two = (in_threads(call, threads, calls) for threads in (1, 2))
            print(f"| {what}, two threads beside one | {name} | | {two:,.0f} | {two / one:.2f} × one thread |")


if __name__ == "__main__":
    main()
