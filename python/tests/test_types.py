"""The types of the package, by mypy and pyright in their strict modes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent


def run(*command: str) -> None:
    done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy() -> None:
    run("mypy", "--strict", "package/strategic_merge_patch", "tests/typed.py")


def test_pyright() -> None:
    run("pyright", "--pythonpath", sys.executable, "package/strategic_merge_patch", "tests/typed.py")
