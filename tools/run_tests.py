# SPDX-License-Identifier: Apache-2.0
"""
usage: ./test [--full] [--stage NAME]... [--filter REGEX] [--fuzz-seconds S] [--jobs N]
       ./test --soak [--filter REGEX] [--fuzz-seconds S] [--repeats N] [--jobs N]

Builds lockstep and runs its tests. The last line is "N passed, N failed" (", N skipped" when some were,
with their reasons above it); the exit code is 0 only when nothing failed.

  (no option)        the release build: unit and end-to-end tests, lint, install and package tests; and the
                     plugins in a real gzserver, where Gazebo 11 or the Debian 11 folder is there
  --full             also AddressSanitizer with UndefinedBehaviorSanitizer over the whole suite,
                     ThreadSanitizer over the concurrent tests, and every fuzz target for 30 s; makes
                     the Debian 11 folder for Gazebo; prints what each stage cost
  --soak             what takes hours, by hand before a release: the unit tests again and again in shuffled order,
                     the concurrent ones under ThreadSanitizer, and every fuzz target for 20 minutes
  --stage NAME       only this stage (release, gazebo, asan-ubsan, tsan, fuzz, or tidy, which is not part of
                     --full: clang-tidy over what we ship); may be repeated
  --filter REGEX     only tests whose name matches (ctest -R); tidy: only files whose path matches
  --fuzz-seconds S   time for each fuzz target (default 30; 1200 with --soak)
  --repeats N        how often --soak runs each test (default 100; a tenth of it with all tests)
  --jobs N           processes at a time (default: all cores)

Concurrent tests are those with Concurren or Thread in their name. Each GoogleTest program runs many of its cases in one
process; 'ctest --test-dir build/release -R NAME' runs each case in a process of its own.
Logs and JUnit files are in build/<stage>/; what fails is printed here.
"""
import argparse
import os
import pathlib
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))
from testing import cases, costs, environment, fuzz, gazebo, results, run, soak, tidy  # noqa: E402

PLAIN = ("release", "gazebo")
FULL = PLAIN + ("asan-ubsan", "tsan", "fuzz")
STAGES = FULL + ("tidy",)


def ctest_stage(name, options, names=None):
    """Configures, builds and runs one preset; returns its cases."""
    build = ROOT / "build" / name
    prefix = environment.without_address_randomisation() if name == "tsan" else []
    targets = run.programs_with(ROOT / "build" / "release", names) if names else []
    failure = run.build(ROOT, name, prefix, options.jobs, targets)
    if failure:
        return [failure]
    if options.making:
        options.making.wait()  # tests look at the folder, and must not see half of it
    return run.tests(build, name, prefix, options.jobs, environment.for_tests(ROOT), options.filter, names)


def fuzz_stage(options):
    failure = run.build(ROOT, "fuzz", [], options.jobs, ["fuzzers"])
    if failure:
        return [failure]
    return fuzz.run_all(ROOT / "build" / "fuzz", options.fuzz_seconds or fuzz.SECONDS, options.jobs, options.filter)


def tidy_stage(options):
    """Looks at the files of the dev build, which compiles each of them by itself and generates the headers they include."""
    failure = run.build(ROOT, "dev", [], options.jobs)
    if failure:
        return [failure]
    return tidy.run_all(ROOT, ROOT / "build" / "dev", options.jobs, options.filter)


def run_stage(name, options):
    if name == "gazebo":
        return gazebo.run_all(ROOT, options.jobs, options.makes_folder, options.filter)
    if name == "fuzz":
        return fuzz_stage(options)
    if name == "tidy":
        return tidy_stage(options)
    return ctest_stage(name, options, cases.CONCURRENT if name == "tsan" else None)


def run_stages(stages, options):
    """Runs them one after the other; prints what failed and, of several, what they cost."""
    found, spent, details = [], [], []
    for name in stages:
        begin = time.monotonic()
        steps = costs.BuildSteps(gazebo.build_folder(ROOT) if name == "gazebo" else ROOT / "build" / name)
        print(f"{name} ...", flush=True)
        stage_cases = run_stage(name, options)
        spent.append((name, len(stage_cases), time.monotonic() - begin))
        details.append((name, costs.most_expensive(stage_cases, steps.read())))
        found += stage_cases
        results.print_failures(stage_cases)
    if len(stages) > 1 or options.stage:
        for name, lines in details:
            print("\n".join([f"\n{name}:", *lines]) if lines else "", end="\n" if lines else "")
        results.print_costs(spent)
    return found


def main():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--soak", action="store_true")
    parser.add_argument("--stage", action="append", choices=STAGES)
    parser.add_argument("--filter")
    parser.add_argument("--fuzz-seconds", type=int)
    parser.add_argument("--repeats", type=int, default=soak.REPEATS)
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    options = parser.parse_args()
    if options.soak:
        return results.print_summary(soak.run_all(ROOT, options))
    stages = options.stage or (FULL if options.full else PLAIN)
    options.makes_folder = options.full or bool(options.stage)
    options.making = gazebo.begin_making(ROOT) if "gazebo" in stages[1:] and options.makes_folder else None
    return results.print_summary(run_stages(stages, options))


if __name__ == "__main__":
    sys.exit(main())
