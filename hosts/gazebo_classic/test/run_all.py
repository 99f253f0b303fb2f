# SPDX-License-Identifier: Apache-2.0
"""usage: run_all.py BUILD_FOLDER [--jobs N] [--filter REGEX]

Runs every test of this folder on every engine of Gazebo, each in a process of its own, and writes what came of them to
BUILD_FOLDER/gazebo.json: a list of {"name", "outcome", "output", "seconds"}.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import time
import unittest

from gazebo import OWN_CRASH

HERE = pathlib.Path(__file__).resolve().parent
ENGINES = ("ode", "bullet", "simbody", "dart")
GROUPS = ("actuator_test", "bad_input_test", "boards_test", "channel_test", "clock_test", "fluid_test", "fmu_forms_test", "install_test", "life_test",
          "signals_test", "unit_test", "worlds_test")
# What has nothing to do with the engine is run on the first one alone.
ONCE = re.compile(r"install_test|signals_test|unit_test|bad_input_test\.LoadFailures\.test_unknown_element|bad_input_test\.StepFailures\.test_(?!stop|hold|restart|initialisation|step_size)")


def names_of(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from names_of(test)
        else:
            yield test.id()


def run_one(build, engine, name):
    group, method = name.split(".", 1)
    begin = time.monotonic()
    result = subprocess.run([sys.executable, "-B", str(HERE / f"{group}.py"), method], capture_output=True, text=True,
                            errors="replace", stdin=subprocess.DEVNULL,
                            env=dict(os.environ, LOCKSTEP_BUILD=str(build), LOCKSTEP_ENGINE=engine))
    outcome = "passed" if result.returncode == 0 else "failed"
    output = result.stdout + result.stderr if outcome == "failed" else OWN_CRASH if OWN_CRASH in result.stdout else ""
    return {"name": f"{engine}.{name}", "outcome": outcome, "output": output, "seconds": time.monotonic() - begin}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--filter", default="")
    options = parser.parse_args()
    options.build = options.build.resolve()  # servers run in folders of their own
    sys.path.insert(0, str(HERE))
    names = list(names_of(unittest.defaultTestLoader.loadTestsFromNames(GROUPS)))
    todo = [(engine, name) for name in names for engine in ENGINES
            if (engine == ENGINES[0] or not ONCE.match(name)) and re.search(options.filter, f"{engine}.{name}")]
    cases = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for case in pool.map(lambda pair: run_one(options.build, *pair), todo):
            cases.append(case)
            print(f"[{len(cases)}/{len(todo)}] {case['name']} {case['outcome']}\n{case['output']}", flush=True)
    (options.build / "gazebo.json").write_text(json.dumps(cases))
    return any(case["outcome"] == "failed" for case in cases)


if __name__ == "__main__":
    sys.exit(main())
