# SPDX-License-Identifier: Apache-2.0
"""GoogleTest programs run a few times instead of once for each of their cases.

ctest knows every case as a test of its own, which suits a developer who runs some of them. Starting two thousand
processes costs minutes, most of all under a sanitizer, so the stages of ./test let one process run many cases ("group")
and read from GoogleTest's XML what became of each. ctest still starts the groups, beside the tests that are no
GoogleTest programs: it knows about time-outs, fixtures and what took long the last time.
"""
import dataclasses
import json
import pathlib
import re
import subprocess
import xml.etree.ElementTree

from testing import results

CONCURRENT = "Concurren|Thread"  # in the names of tests with threads or processes
LABEL = "gtest"  # of every case that lockstep_add_tests makes
PREFIX = "cases."  # of the tests that run a group
GROUP_SIZE = 40  # cases; small enough to keep all cores busy until the end
GROUP_SECONDS = 600  # then ctest ends the process
FILTER = "--gtest_filter="


@dataclasses.dataclass
class Group:
    name: str
    program: str
    folder: str  # working directory
    cases: dict  # GoogleTest's name ("Suite.Case") -> ctest's name ("module.Suite.Case")


def listed(build, prefix=(), regex=None, exclude=None):
    """Tests of a built folder as ctest describes them, those whose name matches regex and not exclude."""
    command = [*prefix, "ctest", "--test-dir", str(build), "--show-only=json-v1"]
    command += ["-R", regex] if regex else []
    command += ["-E", exclude] if exclude else []
    answer = subprocess.run(command, capture_output=True, text=True)
    if answer.returncode != 0:
        raise RuntimeError(f"ctest cannot list the tests of {build}:\n{answer.stdout}{answer.stderr}")
    return json.loads(answer.stdout)["tests"]


def properties_of(test):
    return {entry["name"]: entry["value"] for entry in test.get("properties", [])}


def is_case(test):
    """Whether this test of ctest is a case of a GoogleTest program."""
    return LABEL in properties_of(test).get("LABELS", ())


def own_process_patterns(build):
    """Program -> pattern of the cases that need a process of their own; lockstep_add_tests(... OWN_PROCESS ...) wrote it."""
    path = build / "own_process.tsv"
    rows = path.read_text().splitlines() if path.exists() else []
    return {program: re.compile(pattern) for program, pattern in (row.split("\t") for row in rows if row)}


def split(names, jobs):
    """Names in as many lists as there are groups; neighbours, which often cost the same, go to different ones."""
    count = max(-(-len(names) // GROUP_SIZE), min(jobs, -(-len(names) // 8)))
    return [names[i::count] for i in range(count)]


def plan(tests, patterns, jobs):
    """(groups, cases that are disabled) for what ctest listed."""
    programs, disabled = {}, []
    for test in tests:
        properties = properties_of(test)
        if not is_case(test):
            continue
        if properties.get("DISABLED"):
            disabled.append(test["name"])
            continue
        program, option = test["command"][:2]
        key = program, properties.get("WORKING_DIRECTORY", "")
        programs.setdefault(key, {})[option[len(FILTER):]] = test["name"]
    groups = []
    for (program, folder), cases in programs.items():
        name = pathlib.Path(program).name
        pattern = patterns.get(name)
        alone = [case for case in cases if pattern and pattern.search(case)]
        together = [case for case in cases if not pattern or not pattern.search(case)]
        for index, members in enumerate([*split(together, jobs), *([case] for case in alone)]):
            groups.append(Group(f"{PREFIX}{name}.{index}", program, folder, {case: cases[case] for case in members}))
    return groups, disabled


def write(folder, build, groups, options=()):
    """Makes folder one that ctest can run: the groups, and all tests of the build folder. options: more for GoogleTest."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in [*folder.glob("*.xml"), *folder.glob("*.log"), *folder.glob("*.flags")]:
        old.unlink()
    lines = [f'subdirs("{build}")']
    for group in groups:
        flags = folder / f"{group.name}.flags"
        flags.write_text("\n".join([FILTER + ":".join(group.cases), f"--gtest_output=xml:{folder / group.name}.xml",
                                    "--gtest_color=no", *options]) + "\n")
        lines.append(f'add_test({group.name} sh -c [=[exec "$1" "--gtest_flagfile=$2" >"$3" 2>&1]=] sh "{group.program}" "{flags}" '
                     f'"{folder / group.name}.log")')
        lines.append(f'set_tests_properties({group.name} PROPERTIES TIMEOUT {GROUP_SECONDS} WORKING_DIRECTORY "{group.folder}")')
    (folder / "CTestTestfile.cmake").write_text("\n".join(lines) + "\n")


TRACER_CRASH = "LeakSanitizer has encountered a fatal error"


def run_again(folder, group, environment, ended):
    """Runs a group once more if LeakSanitizer itself failed in it; returns how it ended, or ended where there was no need.

    The tracer that looks for leaks crashes now and then, after all cases have passed. That says nothing about leaks."""
    log = folder / f"{group.name}.log"
    if not ended or not log.exists() or TRACER_CRASH not in log.read_text(errors="replace"):
        return ended
    log.rename(log.with_suffix(".tracer"))
    with open(log, "w") as output:
        command = [group.program, f"--gtest_flagfile={folder / group.name}.flags"]
        code = subprocess.run(command, cwd=group.folder or None, env=environment, stdout=output, stderr=subprocess.STDOUT,
                              stdin=subprocess.DEVNULL, timeout=GROUP_SECONDS).returncode
    return f"exit code {code}" if code else ""


BEGIN = re.compile(r"\[ RUN      \] (\S+)$")
END = re.compile(r"\[(       OK |  FAILED  |  SKIPPED )\] ([^\s,]+)(?:, where .*)? \((\d+) ms\)$")
OUTCOMES = {"       OK ": "passed", "  FAILED  ": "failed", "  SKIPPED ": "skipped"}


@dataclasses.dataclass
class Printed:
    outcome: str = ""  # "" while it runs
    seconds: float = 0.0
    lines: list = dataclasses.field(default_factory=list)


def read_log(text):
    """What each case printed, by name; the outcome of one that did not end is ""."""
    found, current = {}, None
    for line in text.splitlines():
        begin, end = BEGIN.search(line), END.search(line)
        if begin:
            current = found[begin.group(1)] = Printed()
        if current:
            current.lines.append(line)
        if current and end and found.get(end.group(2)) is current:
            current.outcome, current.seconds = OUTCOMES[end.group(1)], int(end.group(3)) / 1000
            current = None
    return found


def read_xml(path):
    """Outcome, seconds and failure text of each case; None where the process did not come to write the file."""
    try:
        root = xml.etree.ElementTree.parse(path).getroot()
    except (OSError, xml.etree.ElementTree.ParseError):
        return None
    found = {}
    for element in root.iter("testcase"):
        failures = [failure.text or failure.get("message", "") for failure in element.iter("failure")]
        skipped = element.get("result") == "skipped" or element.find("skipped") is not None
        ran = element.get("status") == "run"
        outcome = "failed" if failures else "skipped" if skipped else "passed" if ran else "not run"
        found[f"{element.get('classname')}.{element.get('name')}"] = (outcome, float(element.get("time", 0)), "\n".join(failures))
    return found


def outcomes(folder, group, stage, ended):
    """Cases of a group that ctest has run. ended: what ctest says about the process, "" if it ended well."""
    log = folder / f"{group.name}.log"
    text = log.read_text(errors="replace") if log.exists() else ""
    printed, written = read_log(text), read_xml(folder / f"{group.name}.xml")
    running = next((case for case, part in printed.items() if not part.outcome), None) if written is None else None
    cases = []
    for case, name in group.cases.items():
        part = printed.get(case, Printed())
        outcome, seconds, failure = (written or {}).get(case, (part.outcome, part.seconds, ""))
        shown = "\n".join(part.lines)
        if outcome == "passed":
            cases.append(results.Case(stage, name, "passed", seconds=seconds))
        elif outcome == "skipped":
            cases.append(results.Case(stage, name, "skipped", results.skip_reason(shown), seconds))
        elif outcome == "failed":
            cases.append(results.Case(stage, name, "failed", shown or failure, seconds))
        elif case == running:
            cases.append(results.Case(stage, name, "failed", f"{shown}\nthe program ended in this case: {ended or 'it called exit()'}"))
        else:
            cause = f"{group.cases.get(running, running)} ended the program before" if running else f"see below\n{text}"
            cases.append(results.Case(stage, name, "failed", f"did not run: {cause} ({ended or 'exit code 0'}, {log})"))
    if ended and not any(case.outcome == "failed" for case in cases):  # a leak, a crash of a destructor at exit
        module = next(iter(group.cases.values())).split(".")[0]
        cases.append(results.Case(stage, f"{module}.(end of the program)", "failed",
                                  f"{text}\nall {len(group.cases)} cases passed, then: {ended}; which of them it was shows 'ctest "
                                  f"--test-dir {folder.parent} -R ^{module}[.]', which runs each in a process of its own"))
    return cases
