# SPDX-License-Identifier: Apache-2.0
"""Runs the build and ctest: quiet, with one progress line on a terminal and a log file."""
import json
import os
import re
import subprocess
import sys

from testing import results

# "[12/345] Building ..." by ninja, " 12/345 Test #7: ..." by ctest
PROGRESS = re.compile(r"^(?:\[(\d+)/(\d+)\]|\s*(\d+)/(\d+) Test)")

TESTS = ["-DLOCKSTEP_BUILD_TESTS=ON"]  # not AUTO: tests that cannot be built are a failure here
DEFINITIONS = {"fuzz": []}


def with_progress(command, log_path, label, environment=None):
    """Runs a command with its output in log_path; returns its exit code."""
    log_path.parent.mkdir(parents=True, exist_ok=True)
    terminal = sys.stdout.isatty()
    with open(log_path, "w") as log:
        try:
            process = subprocess.Popen(command, env=environment, text=True, errors="replace",
                                       stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        except FileNotFoundError as error:
            log.write(f"{error}\n")
            return 127
        with process:
            for line in process.stdout:
                log.write(line)
                match = PROGRESS.match(line)
                if terminal and match:
                    done, total = [group for group in match.groups() if group]
                    print(f"\r\033[K{label}: {done}/{total}", end="", flush=True)
        code = process.returncode
    if terminal:
        print("\r\033[K", end="", flush=True)
    return code


def programs_with(folder, regex):
    """Names of the test programs in a built folder that hold tests matching regex; [] where that is not known."""
    result = subprocess.run(["ctest", "--test-dir", str(folder), "--show-only=json-v1", "-R", regex],
                            capture_output=True, text=True)
    if result.returncode != 0:
        return []
    commands = [test["command"][0] for test in json.loads(result.stdout)["tests"] if test.get("command")]
    return sorted({os.path.basename(command) for command in commands})


def build(root, preset, prefix, jobs, targets=()):
    """Configures and builds a preset, or only some targets of it. Returns None, or the failed case with the log."""
    folder = root / "build" / preset
    steps = [("configure", ["cmake", "--preset", preset, "-S", str(root), *DEFINITIONS.get(preset, TESTS)]),
             ("build", ["cmake", "--build", str(folder), "--parallel", str(jobs)])]
    if targets:
        steps[1][1].extend(["--target", *targets])
    for step, command in steps:
        log = folder / f"{step}.log"
        if with_progress(prefix + command, log, f"{preset}: {step}") != 0:
            return results.Case(preset, step, "failed", log.read_text(errors="replace"))
    return None
