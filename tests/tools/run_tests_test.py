# SPDX-License-Identifier: Apache-2.0
"""Counting: what ctest reports must end up in the right number of the closing line of ./test."""
import contextlib
import io
import json
import os
import pathlib
import sys
import tempfile
import unittest
import unittest.mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from testing import fuzz, gazebo, results, run, tidy  # noqa: E402

JUNIT = """<?xml version="1.0"?>
<testsuite>
 <testcase name="a.passes" status="run"><system-out>fine</system-out></testcase>
 <testcase name="a.fails" status="fail"><failure message="Failed"/><system-out>expected 1, got 2</system-out></testcase>
 <testcase name="a.skips" status="notrun"><skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/>
  <system-out>x_test.cpp:7: Skipped
needs a GPU,
and there is none
[  SKIPPED ] a.skips (0 ms)</system-out></testcase>
 <testcase name="a.missing" status="notrun"><skipped message="Unable to find executable: a"/></testcase>
 <testcase name="a.disabled" status="disabled"><skipped message="Disabled"/></testcase>
</testsuite>
"""


class ResultsTest(unittest.TestCase):
    def cases(self, text=JUNIT):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "ctest.xml"
            path.write_text(text)
            return results.read_junit(path, "release")

    def summary(self, cases):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            code = results.print_summary(cases)
        return code, out.getvalue()

    # A test whose program is missing has failed; only a test that skipped itself is skipped.
    def test_outcomes(self):
        outcomes = {case.name: case.outcome for case in self.cases()}
        self.assertEqual(outcomes, {"a.passes": "passed", "a.fails": "failed", "a.skips": "skipped",
                                    "a.missing": "failed", "a.disabled": "skipped"})

    def test_closing_line(self):
        code, output = self.summary(self.cases())
        self.assertEqual(code, 1)
        self.assertEqual(output.splitlines()[-1], "1 passed, 2 failed, 2 skipped")
        self.assertIn("release: a.skips: needs a GPU, and there is none", output)
        self.assertIn("Failed:\n  release: a.fails\n  release: a.missing", output)

    def test_closing_line_without_skips(self):
        code, output = self.summary([results.Case("release", "a", "passed")])
        self.assertEqual((code, output.splitlines()[-1]), (0, "1 passed, 0 failed"))

    # A run that tested nothing is not a success.
    def test_nothing_ran(self):
        self.assertEqual(self.summary([])[0], 1)

    def test_failure_output_is_shown(self):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            results.print_failures(self.cases())
        self.assertIn("--- FAILED release: a.fails\nexpected 1, got 2", out.getvalue())
        self.assertIn("Unable to find executable", out.getvalue())


class FuzzTest(unittest.TestCase):
    # One good and one crashing target, with stand-ins for the programs.
    def test_findings_are_failures(self):
        with tempfile.TemporaryDirectory() as folder:
            build = pathlib.Path(folder)
            (build / "bin").mkdir()
            for name, code in (("fuzz_good", 0), ("fuzz_bad", 77)):
                program = build / "bin" / name
                program.write_text(f"#!/bin/sh\necho \"$@\"\nexit {code}\n")
                program.chmod(0o755)
            (build / "fuzzers.tsv").write_text("fuzz_good\tseeds\twords.dict\nfuzz_bad\t\t\n")
            cases = fuzz.run_all(build, 30, 2)
        self.assertEqual([(case.name, case.outcome) for case in cases],
                         [("fuzz_good", "passed"), ("fuzz_bad", "failed")])
        self.assertIn("-max_total_time=30", cases[1].output)


class TidyTest(unittest.TestCase):
    # What we ship is looked at, once; tests, generated files and files of others are not.
    def test_sources(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder).resolve()
            build = root / "build" / "release"
            build.mkdir(parents=True)
            names = ["core/src/a.cpp", "core/src/a.cpp", "core/test/a_test.cpp", "build/release/g.cpp", "cli/src/m.cpp",
                     "tests/install/core/main.cpp", "/usr/src/other.cpp"]
            entries = [{"directory": str(build), "file": str(root / name), "command": ""} for name in names]
            (build / "compile_commands.json").write_text(json.dumps(entries))
            self.assertEqual(tidy.sources(root, build),
                             {"cli": [root / "cli/src/m.cpp"], "core": [root / "core/src/a.cpp"]})


    # A file that passed is looked at again when something it is compiled from, or the list of checks, is newer.
    def test_unchanged_files_are_not_looked_at_again(self):
        with tempfile.TemporaryDirectory() as folder:
            source, stamp = pathlib.Path(folder) / "a.cpp", pathlib.Path(folder) / "tidy" / "a.cpp"
            asked = []
            tidy_run = tidy.subprocess.run
            tidy.subprocess.run = lambda command, **_: asked.append(command) or tidy_run(["true"])
            try:
                self.assertEqual(tidy.run_one(pathlib.Path(folder), source, stamp, 1.0), "")
                self.assertEqual(tidy.run_one(pathlib.Path(folder), source, stamp, 1.0), "")
                self.assertEqual(len(asked), 1)
                self.assertEqual(tidy.run_one(pathlib.Path(folder), source, stamp, stamp.stat().st_mtime + 1.0), "")
                self.assertEqual(len(asked), 2)
            finally:
                tidy.subprocess.run = tidy_run


class RunTest(unittest.TestCase):
    def test_exit_code_and_log(self):
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder) / "log"
            self.assertEqual(run.with_progress(["sh", "-c", "echo out; echo err >&2; exit 3"], log, "x"), 3)
            self.assertEqual(log.read_text(), "out\nerr\n")
            self.assertEqual(run.with_progress(["no-such-program-here"], log, "x"), 127)


class GazeboTest(unittest.TestCase):
    # Gazebo 11 of this machine is taken only as a whole; programs that answer as Gazebo's stand for other machines.
    def test_only_gazebo_11_with_its_development_files_is_taken(self):
        for server, files, taken in (("11.14.0", "11.14.0", True), ("9.0.0", "9.0.0", False), ("11.1.0", "", False),
                                     ("11.1.0", "9.0.0", False), ("", "11.1.0", False), (None, "11.1.0", False)):
            with self.subTest(server=server, files=files), tempfile.TemporaryDirectory() as folder:
                answers = {"pkg-config": files} if server is None else {
                    "gzserver": f"Gazebo multi-robot simulator, version {server}\nCopyright 2011", "pkg-config": files}
                for name, answer in answers.items():
                    program = pathlib.Path(folder, name)
                    program.write_text(f"#!/bin/sh\necho '{answer}'\n")
                    program.chmod(0o755)
                with unittest.mock.patch.dict(os.environ, PATH=folder):
                    self.assertEqual(gazebo.has_gazebo_11(), taken)

    # The folder is made while the first stage is built, with all packages, unless it is there. A program stands for the tool.
    @unittest.skipUnless(os.geteuid() == 0, "only root makes the folder")
    @unittest.skipIf(gazebo.has_gazebo_11(), "no folder is needed here")
    def test_folder_is_made_in_the_background_where_there_is_none(self):
        for there in (False, True):
            with self.subTest(there=there), tempfile.TemporaryDirectory() as folder:
                tool = pathlib.Path(folder, "tools", "debian11-root")
                tool.parent.mkdir()
                tool.write_text(f'#!/bin/sh\n[ "$*" != --exists ] || exit {int(not there)}\necho "$*" >{folder}/asked\n')
                tool.chmod(0o755)
                with contextlib.redirect_stdout(io.StringIO()):
                    making = gazebo.begin_making(pathlib.Path(folder))
                if there:
                    self.assertIsNone(making)
                else:
                    self.assertEqual(making.wait(), 0)
                    asked = pathlib.Path(folder, "asked").read_text().split()
                    self.assertEqual(asked, [word for package in gazebo.PACKAGES for word in ("--with", package)])


if __name__ == "__main__":
    unittest.main()
