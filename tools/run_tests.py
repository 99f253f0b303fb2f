# SPDX-License-Identifier: Apache-2.0
"""
usage: ./test [--full] [--stage NAME]... [--filter REGEX] [--fuzz-seconds S] [--jobs N]

Builds lockstep and runs its tests. The last line is "N passed, N failed" (", N skipped" when some were,
with their reasons above it); the exit code is 0 only when nothing failed.

  (no option)        the release build: unit and end-to-end tests, lint, install and package tests; and the
                     plugins in a real gzserver, where Gazebo 11 or the Debian 11 folder is there
  --full             also AddressSanitizer with UndefinedBehaviorSanitizer over the whole suite,
                     ThreadSanitizer over the concurrent tests, and every fuzz target for 30 s; makes
                     the Debian 11 folder for Gazebo; prints what each stage cost
  --stage NAME       only this stage (release, gazebo, asan-ubsan, tsan, fuzz, or tidy, which is not part of
                     --full: clang-tidy over what we ship); may be repeated
  --filter REGEX     only tests whose name matches (ctest -R); tidy: only files whose path matches
  --fuzz-seconds S   time for each fuzz target (default 30)
  --jobs N           processes at a time (default: all cores)

Concurrent tests are those with Concurren or Thread in their name.
Logs and JUnit files are in build/<stage>/; what fails is printed here.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))
from testing import fuzz, gazebo, results, run, tidy  # noqa: E402

PLAIN = ("release", "gazebo")
FULL = PLAIN + ("asan-ubsan", "tsan", "fuzz")
STAGES = FULL + ("tidy",)
CONCURRENT = "Concurren|Thread"

SANITIZER_ENVIRONMENT = {
    "ASAN_OPTIONS": "strict_string_checks=1:detect_stack_use_after_return=1:check_initialization_order=1",
    "LSAN_OPTIONS": f"suppressions={ROOT / 'tools' / 'testing' / 'lsan.supp'}:print_suppressions=0",
    "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
    "TSAN_OPTIONS": "halt_on_error=1:second_deadlock_stack=1",
}


def test_environment():
    """Environment of all tests: strict sanitizers, and a locale with a decimal comma that needs no installation."""
    locales = ROOT / "build" / "locales"
    comma = locales / "de_DE.UTF-8"
    if not comma.exists() and shutil.which("localedef"):
        locales.mkdir(parents=True, exist_ok=True)
        subprocess.run(["localedef", "--no-archive", "-i", "de_DE", "-f", "UTF-8", str(comma)], capture_output=True)
    return dict(os.environ, LOCPATH=str(locales), **SANITIZER_ENVIRONMENT)


def without_address_randomisation():
    """Command prefix that lets GCC 12's ThreadSanitizer run on kernels that randomise more than 28 bits."""
    try:
        bits = int(pathlib.Path("/proc/sys/vm/mmap_rnd_bits").read_text())
    except (OSError, ValueError):
        return []
    prefix = ["setarch", "--addr-no-randomize"]
    if bits <= 28 or not shutil.which(prefix[0]):
        return []
    return prefix if subprocess.run(prefix + ["true"], capture_output=True).returncode == 0 else []


def ctest_stage(name, options, names=None):
    """Configures, builds and runs one preset; returns its cases."""
    build = ROOT / "build" / name
    prefix = without_address_randomisation() if name == "tsan" else []
    targets = run.programs_with(ROOT / "build" / "release", names) if names else []
    failure = run.build(ROOT, name, prefix, options.jobs, targets)
    if failure:
        return [failure]
    if options.making:
        options.making.wait()  # tests look at the folder, and must not see half of it
    junit = build / "ctest.xml"
    junit.unlink(missing_ok=True)
    command = prefix + ["ctest", "--test-dir", str(build), "--parallel", str(options.jobs), "--no-tests=ignore",
                        "--output-junit", str(junit)]
    if options.filter or names:
        command += ["--tests-regex", options.filter or names]
    run.with_progress(command, build / "ctest.log", name, test_environment())
    if not junit.exists():
        log = (build / "ctest.log").read_text(errors="replace")
        return [results.Case(name, "ctest", "failed", f"ctest wrote no results:\n{log}")]
    return results.read_junit(junit, name)


def fuzz_stage(options):
    failure = run.build(ROOT, "fuzz", [], options.jobs, ["fuzzers"])
    if failure:
        return [failure]
    return fuzz.run_all(ROOT / "build" / "fuzz", options.fuzz_seconds, options.jobs)


def tidy_stage(options):
    """Looks at the files of the release build, which also generates the headers they include."""
    failure = run.build(ROOT, "release", [], options.jobs)
    if failure:
        return [failure]
    return tidy.run_all(ROOT, ROOT / "build" / "release", options.jobs, options.filter)


def run_stage(name, options):
    if name == "gazebo":
        return gazebo.run_all(ROOT, options.jobs, options.makes_folder, options.filter)
    if name == "fuzz":
        return fuzz_stage(options)
    if name == "tidy":
        return tidy_stage(options)
    return ctest_stage(name, options, CONCURRENT if name == "tsan" else None)


def main():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--stage", action="append", choices=STAGES)
    parser.add_argument("--filter")
    parser.add_argument("--fuzz-seconds", type=int, default=30)
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    options = parser.parse_args()
    stages = options.stage or (FULL if options.full else PLAIN)
    options.makes_folder = options.full or bool(options.stage)
    options.making = gazebo.begin_making(ROOT) if "gazebo" in stages[1:] and options.makes_folder else None

    cases, costs = [], []
    for name in stages:
        begin = time.monotonic()
        print(f"{name} ...", flush=True)
        stage_cases = run_stage(name, options)
        costs.append((name, len(stage_cases), time.monotonic() - begin))
        cases += stage_cases
        results.print_failures(stage_cases)

    if len(stages) > 1:
        results.print_costs(costs)
    return results.print_summary(cases)


if __name__ == "__main__":
    sys.exit(main())
