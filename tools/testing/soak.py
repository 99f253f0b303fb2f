# SPDX-License-Identifier: Apache-2.0
"""What takes hours: tests again and again in shuffled order, races looked for in each of them, long fuzzing.

Run by hand before a release; docs/conformance.md holds the last result.
"""
import re
import subprocess

from testing import cases, environment, fuzz, results, run

REPEATS = 100  # of each concurrent test; all tests are repeated a tenth as often
FUZZ_SECONDS = 1200
LONGER = {"LOCKSTEP_TEST_REPEATS": "10", "LOCKSTEP_TEST_KILLS": "20"}  # of tests that do more of the same in each of ten repeats


def repeated(build, stage, prefix, count, regex):
    """All GoogleTest programs, each `count` times with its cases shuffled anew; one result for each program. Cases that need
    a process of their own cannot be repeated in one, and are left out."""
    alone = cases.own_process_patterns(build)
    chosen = [test for test in cases.listed(build, prefix, regex) if cases.is_case(test)]
    programs = {}
    for group in cases.plan(chosen, {}, 1)[0]:
        pattern = alone.get(group.program.split("/")[-1])
        members = [case for case in group.cases if not pattern or not pattern.search(case)]
        programs.setdefault((group.program, group.folder), []).extend(members)
    folder = build / "soak"
    folder.mkdir(exist_ok=True)
    found = []
    for number, ((program, where), members) in enumerate(sorted(programs.items()), 1):
        name = program.split("/")[-1]
        print(f"{stage} {number}/{len(programs)}: {name}, {len(members)} cases {count} times ...", flush=True)
        flags, log = folder / f"{name}.flags", folder / f"{name}.log"
        flags.write_text(f"{cases.FILTER}{':'.join(members)}\n--gtest_shuffle\n--gtest_repeat={count}\n--gtest_brief=1\n")
        with open(log, "w") as out:
            code = subprocess.run([*prefix, program, f"--gtest_flagfile={flags}"], cwd=where or None, stdin=subprocess.DEVNULL, stdout=out,
                                  stderr=subprocess.STDOUT, env={**environment.for_tests(build.parents[1]), **LONGER}).returncode
        text = log.read_text(errors="replace")
        outcome = "passed" if code == 0 and not re.search(r"^\[  FAILED  \]", text, re.MULTILINE) else "failed"
        found.append(results.Case(stage, f"{name} {count} times", outcome, f"exit code {code}\n{text}"))
        results.print_failures(found[-1:])
    return found


def run_all(root, options):
    """Cases of all three parts; each is built where it has not been."""
    found = []
    for stage, names, count in (("release", None, -(-options.repeats // 10)), ("tsan", cases.CONCURRENT, options.repeats)):
        prefix = environment.without_address_randomisation() if stage == "tsan" else []
        build = root / "build" / stage
        targets = run.programs_with(root / "build" / "release", names) if names else []
        failure = run.build(root, stage, prefix, options.jobs, targets)
        if failure:
            results.print_failures([failure])
            found.append(failure)
        else:
            found += repeated(build, f"soak {stage}", prefix, count, options.filter or names)
    failure = run.build(root, "fuzz", [], options.jobs, ["fuzzers"])
    seconds = options.fuzz_seconds or FUZZ_SECONDS
    print(f"soak fuzz: {seconds} s for each target ...", flush=True)
    fuzzed = [failure] if failure else fuzz.run_all(root / "build" / "fuzz", seconds, options.jobs, options.filter)
    results.print_failures(fuzzed)
    return found + fuzzed
