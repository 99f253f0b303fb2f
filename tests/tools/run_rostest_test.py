# SPDX-License-Identifier: Apache-2.0
"""tools/run-rostest with a stand-in for rostest: what counts as a failure, and what is tried once more."""
import os
import pathlib
import subprocess
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools" / "run-rostest"
NO_LEAK_CHECK = """\
==4711==Tracer caught signal 11: addr=0x948 pc=0x7f5e2c1d8a4e sp=0x7f5e1b3fdcd0
==4711==LeakSanitizer has encountered a fatal error.
==4711==HINT: For debugging, try setting environment variable LSAN_OPTIONS=verbosity=1:log_threads=1
==4711==HINT: LeakSanitizer does not work under ptrace (strace, gdb, etc)
"""
LEAK = "==4712==ERROR: LeakSanitizer: detected memory leaks\nDirect leak of 8 byte(s) in 1 object(s) allocated from:\n"
# Each line of the plan is one run: its exit code and the file that sanitizers leave.
STAND_IN = """\
#!/bin/bash
run="$(cat "$PLAN/count" 2>/dev/null || echo 1)"
echo $((run + 1)) >"$PLAN/count"
log="${ASAN_OPTIONS##*log_path=}"
if [ -e "$PLAN/log$run" ]; then cp "$PLAN/log$run" "$log.4711"; fi
echo "run $run with $1"
exit "$(cat "$PLAN/code$run")"
"""


class RunRostestTest(unittest.TestCase):
    def run_tool(self, *runs):
        """(result, number of runs); each of `runs` is (exit code, text of a sanitizer or nothing)."""
        with tempfile.TemporaryDirectory() as folder:
            plan = pathlib.Path(folder)
            (plan / "rostest").write_text(STAND_IN)
            (plan / "rostest").chmod(0o755)
            for number, (code, log) in enumerate(runs, 1):
                (plan / f"code{number}").write_text(str(code))
                if log:
                    (plan / f"log{number}").write_text(log)
            environment = dict(os.environ, LOCKSTEP_ROSTEST=str(plan / "rostest"), PLAN=folder)
            result = subprocess.run([TOOL, folder, "some.test"], env=environment, capture_output=True, text=True)
            return result, int((plan / "count").read_text()) - 1

    def test_passes_quietly(self):
        result, runs = self.run_tool((0, ""))
        self.assertEqual((result.returncode, result.stdout, runs), (0, "", 1))

    def test_a_failing_test_and_any_finding_fail_at_once(self):
        for code, log in ((1, ""), (0, LEAK), (0, NO_LEAK_CHECK + LEAK), (1, NO_LEAK_CHECK)):
            result, runs = self.run_tool((code, log), (0, ""))
            self.assertEqual((result.returncode, runs), (1, 1), log)
            self.assertIn("run 1 with some.test", result.stdout)
            self.assertIn(log, result.stdout)

    def test_a_leak_check_that_could_not_be_made_is_made_once_more(self):
        result, runs = self.run_tool((0, NO_LEAK_CHECK), (0, ""))
        self.assertEqual((result.returncode, runs), (0, 2))
        self.assertIn("some.test passed, but LeakSanitizer could not look for leaks; once more", result.stdout)

    def test_the_second_time_everything_counts(self):
        for code, log in ((1, ""), (0, LEAK), (0, NO_LEAK_CHECK)):
            result, runs = self.run_tool((0, NO_LEAK_CHECK), (code, log), (0, ""))
            self.assertEqual((result.returncode, runs), (1, 2), log)


if __name__ == "__main__":
    unittest.main()
