# SPDX-License-Identifier: Apache-2.0
"""Many GoogleTest cases in one process: each keeps its name and outcome, also where the process dies on the way."""
import contextlib
import io
import os
import pathlib
import sys
import tempfile
import unittest
import unittest.mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from testing import cases, costs, environment, results, run, soak  # noqa: E402

# Stands for a GoogleTest program: prints and writes as that does, and does what the name of a case says.
PROGRAM = r'''#!/usr/bin/env python3
import os, signal, sys, time
flags = dict(line.split("=", 1) for line in open(sys.argv[1].split("=", 1)[1]).read().splitlines() if "=" in line)
elements = []
for name in flags["--gtest_filter"].split(":"):
    suite, case = name.split(".")
    print(f"[ RUN      ] {name}", flush=True)
    inside, word = "", "       OK "
    if case == "Crashes":
        os.kill(os.getpid(), signal.SIGSEGV)
    if case == "Hangs":
        time.sleep(100)
    if case == "Exits":
        sys.exit(0)
    if case == "Fails":
        print("x_test.cpp:7: Failure\nexpected 1, got 2")
        inside, word = '<failure message="expected 1" type=""><![CDATA[expected 1, got 2]]></failure>', "  FAILED  "
    if case == "Skips":
        print("x_test.cpp:9: Skipped\nneeds a GPU\n")
        inside, word = '<skipped message="needs a GPU"/>', "  SKIPPED "
    print(f"[{word}] {name} (1500 ms)", flush=True)
    elements.append(f'<testcase name="{case}" classname="{suite}" status="run" result="completed" time="1.5">{inside}</testcase>')
with open(flags.get("--gtest_output", "xml:/dev/null").split(":", 1)[1], "w") as out:
    out.write(f"<testsuites><testsuite>{''.join(elements)}</testsuite></testsuites>")
if os.environ.get("TRACER") and not os.path.exists(os.environ["TRACER"]):
    open(os.environ["TRACER"], "w").close()
    print("LeakSanitizer has encountered a fatal error")
    sys.exit(1)
sys.exit(7 if "LEAK" in os.environ else any("failure" in element for element in elements))
'''


class CasesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.build = pathlib.Path(folder.name)
        self.program = self.build / "module_tests"
        self.program.write_text(PROGRAM)
        self.program.chmod(0o755)

    # What CMake writes for a program with these cases, and for a test that is no GoogleTest program.
    def run_stage(self, *names, own_process="", regex=None, only=None, **environment_variables):
        lines = ['add_test(other.works true)']
        for name in names:
            lines += [f'add_test(module.{name} "{self.program}" --gtest_filter={name} --gtest_also_run_disabled_tests)',
                      f'set_tests_properties(module.{name} PROPERTIES LABELS gtest WORKING_DIRECTORY "{self.build}")']
        (self.build / "CTestTestfile.cmake").write_text("\n".join(lines) + "\n")
        (self.build / "own_process.tsv").write_text(f"module_tests\t{own_process}\n" if own_process else "")
        found = run.tests(self.build, "stage", [], 2, {**os.environ, **environment_variables}, regex, only)
        return {case.name: case for case in found}

    def outcomes(self, found):
        return {name: case.outcome for name, case in found.items()}

    # Beside tests of other kinds, with reasons, text and time of each case.
    def test_outcome_of_each_case(self):
        found = self.run_stage("A.Works", "A.Fails", "A.Skips")
        self.assertEqual(self.outcomes(found), {"other.works": "passed", "module.A.Works": "passed", "module.A.Fails": "failed",
                                                "module.A.Skips": "skipped"})
        self.assertIn("x_test.cpp:7: Failure\nexpected 1, got 2", found["module.A.Fails"].output)
        self.assertEqual(found["module.A.Skips"].output, "needs a GPU")
        self.assertEqual(found["module.A.Works"].seconds, 1.5)

    # The case that ran is named; what came before it counts as it ended, what would have come after it as failed.
    def test_crash(self):
        found = self.run_stage("A.Works", "A.Crashes", "B.Works")
        self.assertEqual(self.outcomes(found), {"other.works": "passed", "module.A.Works": "passed", "module.A.Crashes": "failed",
                                                "module.B.Works": "failed"})
        self.assertIn("the program ended in this case: Exception: SegFault", found["module.A.Crashes"].output)
        self.assertIn("did not run: module.A.Crashes ended the program before", found["module.B.Works"].output)

    def test_time_out(self):
        with unittest.mock.patch.object(cases, "GROUP_SECONDS", 1):
            found = self.run_stage("A.Hangs", "A.Works")
        self.assertIn("the program ended in this case: Timeout", found["module.A.Hangs"].output)
        self.assertEqual(found["module.A.Works"].outcome, "failed")

    # An exit code of 0 does not hide that cases are missing.
    def test_exit_in_a_case(self):
        found = self.run_stage("A.Exits", "A.Works")
        self.assertIn("it called exit()", found["module.A.Exits"].output)
        self.assertEqual(found["module.A.Works"].outcome, "failed")

    # What goes wrong after the last case, as a leak does, is a failure too.
    def test_failure_at_the_end(self):
        found = self.run_stage("A.Works", LEAK="1")
        self.assertEqual(found["module.A.Works"].outcome, "passed")
        self.assertIn("all 1 cases passed, then: Failed", found["module.(end of the program)"].output)

    # LeakSanitizer that fails itself has found nothing: the group runs again, and what it finds then counts.
    def test_leak_sanitizer_that_crashes(self):
        found = self.run_stage("A.Works", TRACER=str(self.build / "first"))
        self.assertEqual(self.outcomes(found), {"other.works": "passed", "module.A.Works": "passed"})
        found = self.run_stage("A.Works", TRACER=str(self.build / "second"), LEAK="1")
        self.assertIn("then: exit code 7", found["module.(end of the program)"].output)

    def test_program_that_cannot_be_started(self):
        self.program.chmod(0o644)
        self.assertEqual(self.run_stage("A.Works")["module.A.Works"].outcome, "failed")

    # A case in a process of its own takes none with it.
    def test_own_process(self):
        found = self.run_stage("A.Works", "A.Crashes", "B.Works", own_process="^A[.]Crashes$")
        self.assertEqual(self.outcomes(found), {"other.works": "passed", "module.A.Works": "passed", "module.A.Crashes": "failed",
                                                "module.B.Works": "passed"})

    # --filter, and the names a stage is limited to, choose single cases of a program and tests of other kinds.
    def test_filter(self):
        self.assertEqual(set(self.run_stage("A.Works", "B.Works", regex="B[.]")), {"module.B.Works"})
        self.assertEqual(set(self.run_stage("A.Works", "B.Works", regex="other|A")), {"module.A.Works", "other.works"})
        self.assertEqual(set(self.run_stage("A.Works", "B.Works", regex="Works", only="^module.A")), {"module.A.Works"})
        self.assertEqual(self.run_stage("A.Works", regex="nothing"), {})

    # --soak repeats each program with its cases shuffled, without those that need a process of their own.
    def test_soak(self):
        for names, outcome in ((("A.Works", "A.Skips", "A.Crashes"), "passed"), (("A.Works", "A.Fails", "A.Crashes"), "failed")):
            self.run_stage(*names, own_process="Crashes", regex="nothing")
            with contextlib.redirect_stdout(io.StringIO()), unittest.mock.patch.object(environment, "for_tests", lambda _: dict(os.environ)):
                found = soak.repeated(self.build, "soak", [], 3, None)
            self.assertEqual([(case.name, case.outcome) for case in found], [("module_tests 3 times", outcome)])
            flags = (self.build / "soak" / "module_tests.flags").read_text()
            self.assertIn(f"--gtest_filter={names[0]}:{names[1]}\n--gtest_shuffle\n--gtest_repeat=3\n", flags)

    # Every case is in one group; groups are small, and enough to keep all processors busy.
    def test_groups(self):
        for count, jobs in ((1, 4), (7, 2), (30, 2), (85, 2), (1000, 8)):
            names = [str(i) for i in range(count)]
            groups = cases.split(names, jobs)
            self.assertEqual(sorted(sum(groups, [])), sorted(names))
            self.assertLessEqual(max(map(len, groups)), cases.GROUP_SIZE)
            self.assertGreaterEqual(len(groups), min(jobs, count // 8))


class CostsTest(unittest.TestCase):
    # The ten most expensive of tests and build steps together; what took no time is not listed.
    def test_most_expensive(self):
        found = [results.Case("s", f"test{i}", "passed", seconds=i) for i in range(20)]
        lines = costs.most_expensive(found, [("core/CMakeFiles/core.dir/src/x.cpp.o", 17.5), ("y.o", 0.5)])
        self.assertEqual(len(lines), 1 + costs.SHOWN)
        self.assertEqual([line.split()[-1] for line in lines[1:4]], ["test19", "test18", "core/core/x.cpp.o"])
        self.assertIn("2 build steps of 18 s together, 20 tests of 190 s", lines[0])
        self.assertEqual(costs.most_expensive([results.Case("s", "t", "passed")], []), [])

    # Only steps of this run count, and a command with two outputs once.
    def test_build_steps(self):
        with tempfile.TemporaryDirectory() as folder:
            steps = costs.BuildSteps(pathlib.Path(folder))
            self.assertEqual(steps.read(), [])
            new, old = steps.since + 1, steps.since - 1
            pathlib.Path(folder, ".ninja_log").write_text(
                f"# ninja log v5\n0\t9000\t{old}\told.o\tab\n100\t2600\t{new}\tnew.o\tcd\n100\t2600\t{new}\tnew.d\tcd\n")
            self.assertEqual([seconds for _, seconds in steps.read()], [2.5])


class EnvironmentTest(unittest.TestCase):
    # Where there is a ccache, projects that tests configure use it; what the user has set stays.
    def test_compiler_cache(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(environment.compiler_cache("/tree", {"PATH": folder}), {})
            program = pathlib.Path(folder, "ccache")
            program.write_text("#!/bin/sh\n")
            program.chmod(0o755)
            found = environment.compiler_cache("/tree", {"PATH": folder, "CCACHE_BASEDIR": "/mine"})
            self.assertEqual((found["CMAKE_CXX_COMPILER_LAUNCHER"], found["CCACHE_BASEDIR"]), ("ccache", "/mine"))


if __name__ == "__main__":
    unittest.main()
