# SPDX-License-Identifier: Apache-2.0
"""Runs the build and ctest: quiet, with one progress line on a terminal and a log file."""
import os
import re
import subprocess
import sys

from testing import cases, results

# "[12/345] Building ..." by ninja, " 12/345 Test #7: ..." by ctest
PROGRESS = re.compile(r"^(?:\[(\d+)/(\d+)\]|\s*(\d+)/(\d+) Test)")
# "3/5 Test #7: name ....***Exception: SegFault  0.02 sec": how a process ended is not in ctest's JUnit file
FAILED_TEST = re.compile(r"Test +#\d+: (\S+) \.*\*\*\*(.+?) +[\d.]+ sec")

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
    try:
        tests = cases.listed(folder, regex=regex)
    except RuntimeError:
        return []
    return sorted({os.path.basename(test["command"][0]) for test in tests if test.get("command")})


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


def tests(build_folder, stage, prefix, jobs, environment, regex=None, names=None):
    """Runs the tests of a built folder; returns their cases. names: only tests whose name matches; regex: and this."""
    try:
        chosen = cases.listed(build_folder, prefix, regex)
    except RuntimeError as error:
        return [results.Case(stage, "ctest", "failed", str(error))]
    chosen = [test for test in chosen if not names or re.search(names, test["name"])]
    groups, disabled = cases.plan(chosen, cases.own_process_patterns(build_folder), jobs)
    others = [test["name"] for test in chosen if not cases.is_case(test)]
    found = [results.Case(stage, name, "skipped", "disabled in its source") for name in disabled]
    if not groups and not others:
        return found
    folder = build_folder / "cases"
    junit = folder / "ctest.junit"
    cases.write(folder, build_folder, groups)
    junit.unlink(missing_ok=True)
    command = prefix + ["ctest", "--test-dir", str(folder), "--parallel", str(jobs), "--no-tests=ignore", "--output-junit", str(junit),
                        "--label-exclude", f"^{cases.LABEL}$"]
    if regex or names:
        command += ["--tests-regex", "|".join([f"^{cases.PREFIX}", *(f"^{re.escape(name)}$" for name in others)])]
    with_progress(command, folder / "ctest.out", stage, environment)
    if not junit.exists():
        return found + [results.Case(stage, "ctest", "failed", "ctest wrote no results:\n" + (folder / "ctest.out").read_text(errors="replace"))]
    ended = {}
    said = dict(FAILED_TEST.findall((folder / "ctest.out").read_text(errors="replace")))
    for case in results.read_junit(junit, stage):
        if case.name.startswith(cases.PREFIX):
            ended[case.name] = "" if case.outcome == "passed" else said.get(case.name, case.outcome)
        else:
            found.append(case)
    for group in groups:
        end = cases.run_again(folder, group, environment, ended.get(group.name, "ctest did not start it"))
        found += cases.outcomes(folder, group, stage, end)
    return found
