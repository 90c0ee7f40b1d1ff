"""Builds the package, tests it, and prints its figures: `python3 run.py --help`."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
VENV = HERE / ".venv"
DIST = HERE / "dist"
PYTHON = VENV / "bin" / "python"
WINDOWS = VENV / "Scripts" / "python.exe"
SPARK = ("pyspark==4.3.0", "pandas>=2.2,<3")


def python() -> str:
    return str(WINDOWS if WINDOWS.exists() else PYTHON)


def run(*command: str, **more: str) -> None:
    done = subprocess.run(command, cwd=HERE, env={**os.environ, **more}, check=False)
    if done.returncode:
        sys.exit(done.returncode)


def pip(*packages: str) -> None:
    run(python(), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages)


def prepare(spark: bool = False) -> None:
    """A virtual environment with what the build and the tests need."""
    if not (PYTHON.exists() or WINDOWS.exists()):
        venv.create(VENV, with_pip=True)
    pip("-r", "requirements.txt", *(SPARK if spark else ()))


def build(debug: bool) -> None:
    prepare()
    profile = [] if debug else ["--release"]
    for old in DIST.glob("*.whl"):
        old.unlink()
    run(python(), "-m", "maturin", "build", "--quiet", *profile, "--out", str(DIST))
    (wheel,) = DIST.glob("*.whl")
    pip("--force-reinstall", "--no-deps", str(wheel))
    print(f"built {wheel.relative_to(Path.cwd()) if wheel.is_relative_to(Path.cwd()) else wheel}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    prepared = commands.add_parser("prepare", help="only install the tools, in .venv")
    prepared.add_argument("--spark", action="store_true", help="Spark, too, of which tests need Java 17")
    made = commands.add_parser("build", help="make the wheel, and install it in .venv")
    made.add_argument("--debug", action="store_true", help="without optimization")
    tested = commands.add_parser("test", help="run the tests on what was built")
    tested.add_argument("arguments", nargs=argparse.REMAINDER, help="arguments of pytest")
    commands.add_parser("bench", help="print the figures of benches/RESULTS.md")
    fleet = commands.add_parser("fleet", help="print the figures of docs/fleets.md; needs Java 17")
    fleet.add_argument("arguments", nargs=argparse.REMAINDER, help="arguments of bench/fleet.py")
    options = parser.parse_args()
    if options.command == "prepare":
        prepare(options.spark)
    elif options.command == "build":
        build(options.debug)
    elif options.command == "test":
        # The examples are those of the package that is installed.
        all_tests = ["tests", "README.md", "--pyargs", "strategic_merge_patch"]
        run(python(), "-m", "pytest", "-q", *(options.arguments or all_tests))
    elif options.command == "bench":
        run("cargo", "build", "--quiet", "--release", "--example", "rust_call")
        run(python(), "bench/speed.py")
    else:
        pip(*SPARK)
        run(python(), "bench/fleet.py", *options.arguments)


if __name__ == "__main__":
    main()
