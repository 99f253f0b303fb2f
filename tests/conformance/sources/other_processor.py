#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds our FMI 3.0 FMUs from the sources inside them for another processor and compares what they compute.

usage: tests/conformance/sources/other_processor.py --lockstep PROGRAM --fmus FOLDER [--target NAME] [--model NAME]...

FOLDER holds the *.fmu. Each is compiled as its buildDescription.xml says, by the compiler of the target, and stepped by
fmi3_step.c, under an emulator where the target needs one: Co-Simulation, 1024 steps a second over 2 s, every Float64
input held at a value of its own. Its Float64 outputs are compared with those of the FMU's own binary stepped by the same
program on this machine, and with those of `lockstep simulate`, which uses event mode where fmi3_step.c does not.

Prints a Markdown table of the largest differences, relative to the largest magnitude of their column. Ends with code 1
when a model does not build, run, or stay within 1e-12 of the one (libm differs in last digits from machine to machine)
and 1e-6 of the other, and with code 77 when the compiler or the emulator is not installed: on Debian 12 `apt-get
install g++-aarch64-linux-gnu qemu-user`. Standard library only.
"""
import argparse
import csv
import pathlib
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
FMI_HEADERS = HERE.parents[2] / "fmi" / "include"
STEPS, STEPS_A_SECOND = 2048, 1024
SAME_STEPS, OTHER_EVENTS = 1e-12, 1e-6  # tolerances
SKIPPED = 77

# C compiler, C++ compiler, what runs the result.
TARGETS = {
    "aarch64": ("aarch64-linux-gnu-gcc", "aarch64-linux-gnu-g++", ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]),
    "x86_64-clang": ("clang", "clang++", []),
    "i686": ("gcc -m32 -msse2 -mfpmath=sse", "g++ -m32 -msse2 -mfpmath=sse", []),
}


class Failure(Exception):
    pass


def run(*command):
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if result.returncode != 0:
        raise Failure(f"{command[0]}: {(result.stderr or result.stdout).strip()[-1000:]}")
    return result.stdout


def missing_tools(target, folder):
    """Why the target cannot be built or run here; "" if it can."""
    c, cpp, runner = TARGETS[target]
    for tool in [c.split()[0], cpp.split()[0]] + runner[:1]:
        if not shutil.which(tool):
            return f"{tool} is not installed"
    empty = folder / "empty.cpp"
    empty.write_text("#include <cmath>\nint main() { return 0; }\n")
    try:
        run(*cpp.split(), empty, "-o", folder / "empty")
        run(*runner, folder / "empty")
    except Failure as failure:
        return f"{cpp} cannot build a program here: {failure}"
    return ""


def build(tree, compilers, output):
    """Compiles and links what sources/buildDescription.xml names, with the options it names."""
    sources = tree / "sources"
    objects = []
    for source_set in ET.parse(sources / "buildDescription.xml").getroot().iter("SourceFileSet"):
        language = source_set.get("language", "C99")
        compiler = compilers[1] if language.startswith("C++") else compilers[0]
        options = ["-std=" + language.lower()] + source_set.get("compilerOptions", "").split()
        options += [f"-I{sources / folder.get('name')}" for folder in source_set.iter("IncludeDirectory")]
        options += [f"-D{d.get('name')}={d.get('value', '')}" for d in source_set.iter("PreprocessorDefinition")]
        for file in source_set.iter("SourceFile"):
            objects.append(output.with_suffix(f".{len(objects)}.o"))
            run(*compiler.split(), "-O2", "-fPIC", *options, "-c", sources / file.get("name"), "-o", objects[-1])
    run(*compilers[1].split(), "-shared", *objects, "-o", output)


class Model:
    """What the description says about the Float64 scalars of a model."""

    def __init__(self, tree):
        root = ET.parse(tree / "modelDescription.xml").getroot()
        self.identifier = root.find("CoSimulation").get("modelIdentifier")
        self.token = root.get("instantiationToken")
        scalars = [v for v in root.find("ModelVariables").iter("Float64") if v.find("Dimension") is None]
        self.inputs = {v.get("name"): (v.get("valueReference"), 0.5 + 0.25 * i)
                       for i, v in enumerate(v for v in scalars if v.get("causality") == "input")}
        self.outputs = {v.get("name"): v.get("valueReference") for v in scalars if v.get("causality") == "output"}


def values_there(model, tree, library, program, runner):
    words = [w for reference, value in model.inputs.values() for w in ("set", reference, repr(value))]
    words += [w for reference in model.outputs.values() for w in ("get", reference)]
    text = run(*runner, program, library, model.token, f"{tree / 'resources'}/", STEPS, STEPS_A_SECOND, *words)
    return [[float.fromhex(cell) for cell in line.split(",")] for line in text.splitlines()]


def values_here(model, fmu, lockstep, file):
    words = [w for name, (_, value) in model.inputs.items() for w in ("--set", f"{name}={value!r}")]
    words += [w for name in model.outputs for w in ("--output-variable", name)]
    run(lockstep, "simulate", fmu, "--interface-type", "cs", "--start-time", 0, "--stop-time", STEPS / STEPS_A_SECOND,
        "--step-size", 1 / STEPS_A_SECOND, "--hide-stop-time", "--output-file", file, *words)
    with open(file, newline="") as stream:
        return [[float(cell) for cell in row[1:]] for row in list(csv.reader(stream))[1:]]


def deviation(there, here):
    """The largest difference relative to the largest magnitude of its column."""
    if len(there) != len(here):
        raise Failure(f"{len(there)} rows there, {len(here)} here")
    worst = 0.0
    for one, other in zip(zip(*there), zip(*here)):
        scale = max(map(abs, other)) or 1.0
        worst = max(worst, max(abs(a - b) for a, b in zip(one, other)) / scale)
    return worst


def checked(there, here, tolerance, what):
    worst = deviation(there, here)
    if worst > tolerance:
        raise Failure(f"deviates by {worst:.1e} from {what}")
    return f"{worst:.0e}" if worst else "0"


def compare(fmu, options, programs, folder):
    """A row of the table: result, rows, deviations."""
    *compilers, runner = TARGETS[options.target]
    tree = folder / fmu.stem
    with zipfile.ZipFile(fmu) as archive:
        archive.extractall(tree)
    if ET.parse(tree / "modelDescription.xml").getroot().find("CoSimulation") is None:
        return "no Co-Simulation", "", "", ""
    model = Model(tree)
    library = folder / f"{model.identifier}.so"
    build(tree, compilers, library)
    if not model.outputs:
        return "builds", "", "", ""
    there = values_there(model, tree, library, programs[0], runner)
    own_binary = next((tree / "binaries").glob(f"*/{model.identifier}.so"))
    here = values_there(model, tree, own_binary, programs[1], [])
    steps = checked(there, here, SAME_STEPS, "the FMU's own binary")
    simulated = values_here(model, fmu, options.lockstep, folder / "here.csv")
    return "ok", str(len(there)), steps, checked(there, simulated, OTHER_EVENTS, "lockstep simulate")


def main():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    parser.add_argument("--lockstep", required=True)
    parser.add_argument("--fmus", required=True, type=pathlib.Path)
    parser.add_argument("--target", choices=TARGETS, default="aarch64")
    parser.add_argument("--model", action="append")
    options = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        reason = missing_tools(options.target, folder)
        if reason:
            print(f"skipped: {reason}")
            return SKIPPED
        programs = []
        for c in (TARGETS[options.target][0], "cc"):
            programs.append(folder / f"fmi3_step{len(programs)}")
            run(*c.split(), "-std=gnu11", f"-I{FMI_HEADERS}", HERE / "fmi3_step.c", "-o", programs[-1], "-ldl")
        print("| model | result | rows | against its own binary | against `lockstep simulate` |\n|---|---|---|---|---|")
        for fmu in sorted(options.fmus.glob("*.fmu")):
            if options.model and fmu.stem not in options.model:
                continue
            try:
                row = compare(fmu, options, programs, folder)
            except Failure as failure:
                failed += 1
                row = f"FAILED: {failure}", "", "", ""
            print(f"| {fmu.stem} | " + " | ".join(row) + " |", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
