#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs robots and worlds of public collections on every engine with `lockstep run` and groups what fails by cause.

usage: tests/conformance/public_robots.py --lockstep PROGRAM --files FOLDER [FOLDER ...] [--suffix .urdf]
       [--sample N --seed S] [--engines mujoco,dart,simbody] [--duration 0.2] [--limit SECONDS]
       [--results FILE.json] [--again]

The collections are not part of this project; clone them anywhere. GAZEBO_MODEL_PATH and ROS_PACKAGE_PATH of the
environment are used as they are. Every file runs without options, in a process of its own that may use --limit
seconds of processor time (a busy machine takes nothing away from it) and 20 times that in all. What ends by a
signal or prints lines that are not ours is a mistake of ours whatever the file says; the program ends with code 1
then. With --results everything is kept in a file,
and --again runs only what failed before. Prints a Markdown table. Standard library only.
"""
import argparse
import collections
import json
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile
import time

# Lines of a run that are ours: a severity, a continuation of the message above, or the summary.
OURS = re.compile(r"^(lockstep: )?(error|warning|note|info|fix|hint)\b|^\s|^$|.*: (error|warning|note): |^lockstep")


def files_of(folders, suffix):
    found = [path for folder in folders for path in pathlib.Path(folder).rglob("*" + suffix) if path.is_file()]
    return sorted(set(found))


def run(program, path, engine, duration, limit):
    with tempfile.TemporaryDirectory() as folder:
        begin = time.monotonic()
        command = [program, "run", str(path.resolve()), "--engine", engine, "--duration", duration]
        used = resource.getrusage(resource.RUSAGE_CHILDREN)

        def limit_processor():
            resource.setrlimit(resource.RLIMIT_CPU, (int(limit), int(limit)))

        try:
            done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=20 * limit,
                                  cwd=folder, preexec_fn=limit_processor)
            code, errors = done.returncode, done.stderr
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            if code < 0 and after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime > limit - 1:
                code = "late"
        except subprocess.TimeoutExpired as late:
            code, errors = "late", (late.stderr or b"").decode(errors="replace")
        foreign = [line for line in errors.splitlines() if not OURS.match(line)]
        return {"file": str(path), "engine": engine, "code": code, "seconds": round(time.monotonic() - begin, 1),
                "errors": errors if len(errors) < 8000 else errors[:4000] + "\n  ...\n" + errors[-4000:],
                "foreign": foreign[:5]}


def cause_of(result):
    """The first error without its names and numbers, so that files with the same cause meet in one row."""
    if result["code"] == "late":
        return "longer than the limit"
    if result["code"] not in (0, 1, 2):
        return f"CRASH {result['code']}"
    lines = result["errors"].splitlines()
    errors = [line for line in lines if re.search(r"\berror\b", line)]
    errors = errors[1:] or errors or lines[-1:] or ["no message"]  # the first one counts the others
    text = re.sub(r"'[^']*'", "'_'", errors[0])
    text = re.sub(r"(/|\.\./)\S+", "FILE", text)
    return re.sub(r"-?\d+(\.\d+)?(e[-+]?\d+)?", "N", text)[:160]


def report(results, engines):
    names = sorted({result["file"] for result in results})
    print(f"| {len(names)} files | " + " | ".join(engines) + " | for example |\n|---|" + "---|" * (len(engines) + 1))
    counts = collections.Counter((result["engine"], "run" if result["code"] == 0 else cause_of(result))
                                 for result in results)
    example = {}
    for result in results:
        if result["code"] != 0:
            example.setdefault(cause_of(result), pathlib.Path(result["file"]).name)
    rows = ["run"] + sorted(example, key=lambda cause: -sum(counts[engine, cause] for engine in engines))
    for row in rows:
        cells = " | ".join(str(counts[engine, row]) for engine in engines)
        print(f"| {row} | {cells} | {example.get(row, '')} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lockstep", required=True)
    parser.add_argument("--files", required=True, nargs="+")
    parser.add_argument("--suffix", default=".urdf")
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=14)
    parser.add_argument("--engines", default="mujoco,dart,simbody")
    parser.add_argument("--duration", default="0.2")
    parser.add_argument("--limit", type=float, default=90.0)
    parser.add_argument("--results")
    parser.add_argument("--again", action="store_true")
    options = parser.parse_args()

    paths = files_of(options.files, options.suffix)
    if options.sample and options.sample < len(paths):
        paths = sorted(random.Random(options.seed).sample(paths, options.sample))
    engines = options.engines.split(",")
    kept = {}
    if options.results and os.path.exists(options.results):
        with open(options.results, encoding="utf-8") as file:
            kept = {(result["file"], result["engine"]): result for result in json.load(file)}
    jobs = [(path, engine) for engine in engines for path in paths]
    if options.again:
        jobs = [(path, engine) for path, engine in jobs if kept.get((str(path), engine), {"code": 1})["code"] != 0]
    for path, engine in jobs:
        kept[str(path), engine] = run(options.lockstep, path, engine, options.duration, options.limit)
        if options.results:
            with open(options.results, "w", encoding="utf-8") as file:
                json.dump(list(kept.values()), file, indent=1)
    results = [kept[str(path), engine] for engine in engines for path in paths if (str(path), engine) in kept]
    report(results, engines)
    ours = [result for result in results if result["code"] not in (0, 1, 2, "late") or result["foreign"]]
    for result in ours:
        print(f"{result['file']} on {result['engine']}: code {result['code']}", *result["foreign"], sep="\n  ")
    return 1 if ours else 0


if __name__ == "__main__":
    sys.exit(main())
