# SPDX-License-Identifier: Apache-2.0
"""What Python costs: the module against the command line, which runs the same loop in C++.

usage: compare.py BUILD_FOLDER       with the distribution's Python; prints the table of docs/benchmarks.md
"""
import json
import pathlib
import subprocess
import sys
import time

BUILD = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(BUILD / "python"))
import lockstep  # noqa: E402

FMU = str(BUILD / "fmus" / "2.0" / "DampedPendulum.fmu")
STEPS, ROUNDS = 1_000_000, 5


def command_line():
    """Seconds of the loop, as `lockstep simulate` reports them."""
    done = subprocess.run([str(BUILD / "bin" / "lockstep"), "simulate", FMU, "--stop-time", str(STEPS // 1000), "--step-size", "0.001",
                           "--json"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["wallTime"]


def arrays():
    begin = time.perf_counter()
    assert len(lockstep.simulate(FMU, stop_time=STEPS // 1000, step_size=0.001)) == STEPS + 1
    return time.perf_counter() - begin


def steps():
    stepper = lockstep.Stepper(FMU)
    stepper.output("a")
    stepper.start()
    step = stepper.step
    begin = time.perf_counter()
    for _ in range(STEPS):
        step(0.001)
    return time.perf_counter() - begin


def main():
    best = {}
    for _ in range(ROUNDS):  # taken in turn, so that a busy machine disturbs all alike
        for name, run in (("`lockstep simulate`", command_line), ("`lockstep.simulate`, to arrays", arrays), ("`Stepper.step` in a loop", steps)):
            best[name] = min(best.get(name, float("inf")), run())
    base = best["`lockstep simulate`"]
    print("| a step of DampedPendulum | best | ratio | more than C++ |\n|---|---|---|---|")
    for name, seconds in best.items():
        print(f"| {name} | {seconds / STEPS * 1e9:.0f} ns | {seconds / base:.2f}x | {(seconds - base) / STEPS * 1e9:.0f} ns |")


main()
