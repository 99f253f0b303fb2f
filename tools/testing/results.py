# SPDX-License-Identifier: Apache-2.0
"""Test cases of all stages: read from ctest's JUnit files, counted and printed."""
import dataclasses
import re
import xml.etree.ElementTree

MAX_OUTPUT_LINES = 200  # of one failing test; the whole output is in the log


@dataclasses.dataclass
class Case:
    stage: str
    name: str
    outcome: str  # "passed", "failed" or "skipped"
    output: str = ""  # what a failed test printed, or why a test was skipped
    seconds: float = 0.0  # how long it took; 0 where that is not known


def skip_reason(output):
    """The text given to GTEST_SKIP(), else the last line printed."""
    match = re.search(r": Skipped\n(.*?)(?:\n\s*\n|\n\[|\Z)", output, re.DOTALL)
    if match:
        return " ".join(match.group(1).split())
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return lines[-1] if lines else "no reason given"


def read_junit(path, stage):
    """Cases in a file written by ctest --output-junit. A test ctest could not start has failed, not been skipped."""
    cases = []
    for element in xml.etree.ElementTree.parse(path).getroot().iter("testcase"):
        name, seconds = element.get("name"), float(element.get("time") or 0)
        output = element.findtext("system-out") or ""
        skipped = element.find("skipped")
        reason = skipped.get("message", "") if skipped is not None else ""
        failure = element.find("failure")
        if failure is not None:
            message = failure.get("message", "")
            cases.append(Case(stage, name, "failed", f"{output}\n{message}" if message else output, seconds))
        elif element.get("status") == "disabled":
            cases.append(Case(stage, name, "skipped", "disabled in its source"))
        elif skipped is not None and reason.startswith("SKIP_"):
            cases.append(Case(stage, name, "skipped", skip_reason(output), seconds))
        elif skipped is not None or element.get("status") != "run":
            cases.append(Case(stage, name, "failed", f"not run: {reason or element.get('status')}\n{output}"))
        else:
            cases.append(Case(stage, name, "passed", seconds=seconds))
    return cases


def print_failures(cases):
    for case in cases:
        if case.outcome != "failed":
            continue
        lines = case.output.strip().splitlines()
        print(f"\n--- FAILED {case.stage}: {case.name}")
        if len(lines) > MAX_OUTPUT_LINES:
            print(f"... {len(lines) - MAX_OUTPUT_LINES} lines left out, see build/{case.stage}/ ...")
            lines = lines[-MAX_OUTPUT_LINES:]
        print("\n".join(lines), flush=True)


def print_costs(costs):
    """costs: (stage, number of cases, seconds)"""
    print(f"\n{'stage':<12} {'cases':>6} {'seconds':>8}")
    for stage, count, seconds in costs:
        print(f"{stage:<12} {count:>6} {seconds:>8.0f}")
    print(f"{'total':<12} {sum(c[1] for c in costs):>6} {sum(c[2] for c in costs):>8.0f}")


def print_summary(cases):
    """Skips with reasons, names of failures, the closing line. Returns the exit code."""
    by_outcome = {outcome: [c for c in cases if c.outcome == outcome] for outcome in ("passed", "failed", "skipped")}
    if by_outcome["skipped"]:
        print("\nSkipped:")
        for case in by_outcome["skipped"]:
            print(f"  {case.stage}: {case.name}: {case.output}")
    if by_outcome["failed"]:
        print("\nFailed:")
        for case in by_outcome["failed"]:
            print(f"  {case.stage}: {case.name}")
    if not cases:
        print("\nNo test matched.")
    counts = f"{len(by_outcome['passed'])} passed, {len(by_outcome['failed'])} failed"
    if by_outcome["skipped"]:
        counts += f", {len(by_outcome['skipped'])} skipped"
    print(f"\n{counts}", flush=True)
    return 1 if by_outcome["failed"] or not by_outcome["passed"] else 0
