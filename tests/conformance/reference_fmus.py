#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the public Reference FMUs with `lockstep simulate` and compares with their published results.

usage: tests/conformance/reference_fmus.py --lockstep PROGRAM --fmus FOLDER --results FOLDER [--build-sources]

FOLDER of --fmus holds 1.0/cs, 1.0/me, 2.0 and 3.0 with *.fmu; --results holds <Model>/<Model>_out.csv as in the
Reference FMUs' repository. Neither is part of this project: build them from https://github.com/modelica/Reference-FMUs.
Prints a Markdown table; ends with code 1 when a run failed or left its tolerance. Standard library only.

With --build-sources the FMUs' binaries are removed first, so that their sources are compiled.
"""
import argparse
import csv
import pathlib
import subprocess
import sys
import tempfile
import zipfile

# Published results are made by Co-Simulation, whose solver is explicit Euler at the model's fixed step. Model Exchange
# gets the same solver and the step of the published file, so that the same numbers must come out, to rounding.
SAME_NUMBERS = 1e-9
# The ball of Model Exchange bounces where it touches the ground; the published one at the end of an internal step. It is
# compared with the closed form instead, under CVODE.
CLOSED_FORM = 1e-4


class Case:
    def __init__(self, version, path, kind):
        self.version, self.path, self.kind = version, path, kind
        self.model = path.stem
        self.options, self.tolerance, self.remark = [], SAME_NUMBERS, ""
        self.reference = "published"
        if kind == "me":
            self.options = ["--solver", "euler"]
            if self.model == "BouncingBall":
                self.options, self.tolerance, self.reference = ["--tolerance", "1e-8"], CLOSED_FORM, "closed form"
                self.remark = "CVODE, against the closed form"
        if self.model == "StateSpace" and kind == "me":
            self.options += ["--step-size", "0.001", "--output-interval", "1"]  # what its Co-Simulation really does
        if self.model == "Roberts":
            self.reference = None
            if kind == "cs":
                self.options = ["--stop-time", "0.1", "--step-size", "0.001"]
                self.remark = "to 0.1 s: the default 1e8 s are 1e11 internal steps; the published file is another model's"
            else:
                self.options = []
                self.remark = "CVODE; the published file is another model's"


def cases_of(fmus):
    for version, folder, kinds in (("1.0", "1.0/cs", ["cs"]), ("1.0", "1.0/me", ["me"]),
                                   ("2.0", "2.0", ["cs", "me"]), ("3.0", "3.0", ["cs", "me"])):
        for path in sorted((fmus / folder).glob("*.fmu")):
            if path.stem != "Clocks":  # Scheduled Execution only
                yield from (Case(version, path, kind) for kind in kinds)


def number(text):
    """A cell as a number, or as it is."""
    try:
        return float({"true": "1", "false": "0"}.get(text, text))
    except ValueError:
        return text


def read_rows(path):
    """{time: {column: cell}}; of rows with the same time the last. Array cells 'a b c' become columns name[1], ..."""
    rows = {}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            cells = {}
            for name, text in row.items():
                parts = text.split(" ") if name != "time" and len(text.split(" ")) > 1 else [text]
                if len(parts) > 1 and all(isinstance(number(part), float) for part in parts):
                    cells.update({f"{name}[{i}]": number(part) for i, part in enumerate(parts, 1)})
                else:
                    cells[name] = number(text)
            rows[round(cells.pop("time"), 9)] = cells
    return rows


def compare(ours, published):
    """(rows compared, largest deviation relative to the column's largest magnitude, columns that differ as text)"""
    times = sorted(set(ours) & set(published))
    names = set(next(iter(ours.values()))) & set(next(iter(published.values())))
    worst, wrong = 0.0, []
    for name in sorted(names):
        pairs = [(ours[time][name], published[time][name]) for time in times]
        if any(isinstance(value, str) for pair in pairs for value in pair):
            wrong += [name] if any(a != b for a, b in pairs) else []
            continue
        scale = max(abs(b) for _, b in pairs) or 1.0
        worst = max(worst, max(abs(a - b) for a, b in pairs) / scale)
    return len(times) if names else 0, worst, wrong


def closed_form_ball(times):
    """Dropped from 1 m, restitution 0.7, at rest once it would leave the ground below 0.1 m/s. Bounces are left out."""
    gravity = 9.81
    flights = [(0.0, 1.0, 0.0, gravity)]  # start, height and speed there, acceleration downwards
    time = (2.0 / gravity) ** 0.5
    speed = 0.7 * gravity * time
    while speed >= 0.1:
        flights.append((time, 0.0, speed, gravity))
        time, speed = time + 2.0 * speed / gravity, 0.7 * speed
    flights.append((time, 0.0, 0.0, 0.0))
    rows = {}
    for time in times:
        start, height, speed, acceleration = [flight for flight in flights if flight[0] <= time][-1]
        if all(abs(time - flight[0]) > 1e-4 for flight in flights[1:]):
            passed = time - start
            rows[time] = {"h": height + speed * passed - 0.5 * acceleration * passed**2, "v": speed - acceleration * passed}
    return rows


def without_binaries(path, folder):
    copy = folder / path.name
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(copy, "w", zipfile.ZIP_DEFLATED) as target:
        for entry in source.infolist():
            if not entry.filename.startswith("binaries/"):
                target.writestr(entry, source.read(entry))
    return copy


def run(case, arguments, folder):
    """The cells 'result', 'rows', 'deviation', and whether it is good."""
    out = folder / "out.csv"
    published = read_rows(arguments.results / case.model / f"{case.model}_out.csv")
    options = list(case.options)
    if case.reference and "--step-size" not in options:
        first, second = sorted(published)[:2]
        options += ["--step-size", str(round(second - first, 9))]
    fmu = without_binaries(case.path, folder) if arguments.build_sources else case.path
    command = [arguments.lockstep, "simulate", fmu, "--interface-type", case.kind, "--output-file", out, *options]
    command += ["--build-sources"] if arguments.build_sources else []
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if done.returncode != 0:
        return f"FAILED ({done.returncode}): {' '.join(done.stderr.split())[:200]}", "", "", False
    if not case.reference:
        return "ran", str(len(read_rows(out))), "", True
    if case.reference == "closed form":
        published = closed_form_ball(sorted(published))
    rows, worst, wrong = compare(read_rows(out), published)
    good = rows > 0 and worst <= case.tolerance and not wrong
    result = "equal" if good and worst == 0.0 else "ok" if good else "DIFFERS" + "".join(f" {name}" for name in wrong)
    return result, f"{rows} of {len(published)}", f"{worst:.1e}", good


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--lockstep", required=True, type=pathlib.Path)
    parser.add_argument("--fmus", required=True, type=pathlib.Path)
    parser.add_argument("--results", required=True, type=pathlib.Path)
    parser.add_argument("--build-sources", action="store_true")
    arguments = parser.parse_args()
    print("| FMI | model | interface | result | rows compared | largest deviation | remark |")
    print("|---|---|---|---|---|---|---|")
    all_good = True
    with tempfile.TemporaryDirectory() as folder:
        for case in cases_of(arguments.fmus):
            if arguments.build_sources and case.version == "1.0":  # FMI 1.0 lists no source files
                continue
            result, rows, deviation, good = run(case, arguments, pathlib.Path(folder))
            all_good &= good
            kind = "Co-Simulation" if case.kind == "cs" else "Model Exchange"
            print(f"| {case.version} | {case.model} | {kind} | {result} | {rows} | {deviation} | {case.remark} |", flush=True)
    return 0 if all_good else 1


if __name__ == "__main__":
    sys.exit(main())
