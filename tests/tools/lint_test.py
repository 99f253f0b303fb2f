# SPDX-License-Identifier: Apache-2.0
"""tools/lint must fail on a bad tree, for the right reason, and pass a good one."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

LINT = pathlib.Path(__file__).resolve().parents[2] / "tools" / "lint"
TABLE = """\
| module | holds | may include |
|---|---|---|
| `core` | base | nothing |
| `record` | files | `core` |
| `hosts/api` | contract | `core` |
| `hosts/*` | engines | `hosts/api`, and its engine |
| `cli` | composition | all |

| module | holds | may include |
"""
SPDX = "// SPDX-License-Identifier: Apache-2.0\n"
GOOD = SPDX + "#pragma once\n\nnamespace lockstep {}\n"


class LintTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("ARCHITECTURE.md", TABLE)
        self.write(".clang-format", "BasedOnStyle: Google\n")
        self.write("core/include/lockstep/core/base.hpp", GOOD)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def lint(self, *arguments):
        result = subprocess.run([sys.executable, "-B", LINT, "--root", self.root, *arguments],
                                capture_output=True, text=True)
        return result.returncode, result.stdout + result.stderr

    def expect_found(self, check, *messages):
        code, output = self.lint(check)
        self.assertEqual(code, 1, output)
        for message in messages:
            self.assertIn(message, output)

    # A tree that keeps every rule passes, and each check has looked at something.
    def test_good_tree(self):
        self.write("record/src/a.cpp", SPDX + '#include "lockstep/core/base.hpp"\n')
        self.write("cli/src/main.cpp", SPDX + '#include "lockstep/core/base.hpp"\n')
        code, output = self.lint()
        self.assertEqual(code, 0, output)
        self.assertNotIn("; 0 seen", output)

    # An include against the table is found, with file, line and what would be allowed.
    def test_forbidden_include(self):
        self.write("record/include/lockstep/record/csv.hpp", GOOD)
        self.write("core/src/a.cpp", SPDX + '#include "lockstep/record/csv.hpp"\n')
        self.expect_found("includes", "core/src/a.cpp:2: module 'core' includes 'lockstep/record/csv.hpp'",
                          "it may include: nothing of ours")

    # Angle brackets and a path with .. are no way round the rule.
    def test_include_in_disguise(self):
        self.write("record/src/csv.hpp", GOOD)
        self.write("core/src/a.cpp", SPDX + "#  include <lockstep/record/csv.hpp>\n")
        self.write("core/src/b.cpp", SPDX + '#include "../../record/src/csv.hpp"\n')
        self.expect_found("includes", "core/src/a.cpp:2: module 'core'", "core/src/b.cpp:2: module 'core'")

    # Two engines are two modules although one row of the table stands for both.
    def test_star_row_keeps_siblings_apart(self):
        self.write("hosts/api/include/lockstep/hosts/api/host.hpp", GOOD)
        self.write("hosts/one/src/a.cpp", SPDX + '#include "lockstep/hosts/api/host.hpp"\n')
        self.assertEqual(self.lint("includes")[0], 0)
        self.write("hosts/two/include/lockstep/hosts/two/x.hpp", GOOD)
        self.write("hosts/one/src/b.cpp", SPDX + '#include "lockstep/hosts/two/x.hpp"\n')
        self.expect_found("includes", "hosts/one/src/b.cpp:2: module 'hosts/one' includes 'lockstep/hosts/two/x.hpp'")

    # Code outside every module has to be given a place first.
    def test_unknown_module(self):
        self.write("misc/a.cpp", SPDX)
        self.expect_found("includes", "misc/a.cpp: its folder is not in the module table")

    # Without its table the rule cannot be checked, which is a failure, not a pass.
    def test_missing_table(self):
        self.write("ARCHITECTURE.md", "nothing here\n")
        self.expect_found("includes", "ARCHITECTURE.md: found no table")

    # A header that leans on what its users include first does not compile alone.
    def test_header_not_alone(self):
        self.write("core/include/lockstep/core/bad.hpp", SPDX + "#pragma once\ninline std::string name();\n")
        self.expect_found("headers", "core/include/lockstep/core/bad.hpp: does not compile alone", "std::string")

    # A header sees only the include folders its module may use.
    def test_header_with_foreign_include(self):
        self.write("record/include/lockstep/record/csv.hpp", GOOD)
        self.write("core/include/lockstep/core/bad.hpp", GOOD + '#include "lockstep/record/csv.hpp"\n')
        self.expect_found("headers", "core/include/lockstep/core/bad.hpp", "lockstep/record/csv.hpp")

    # What is remembered as good is forgotten when a header below it changes.
    def test_header_memory(self):
        self.write("core/include/lockstep/core/top.hpp", GOOD + '#include "lockstep/core/base.hpp"\n')
        self.assertEqual(self.lint("headers")[0], 0)
        self.write("core/include/lockstep/core/base.hpp", GOOD + "inline Missing f();\n")
        self.expect_found("headers", "core/include/lockstep/core/top.hpp: does not compile alone")

    # A C header must be C.
    def test_c_header(self):
        self.write("core/include/lockstep/core/c.h", SPDX + "struct A { int x; };\nA f(void);\n")
        self.expect_found("headers", "core/include/lockstep/core/c.h: does not compile alone")

    def test_format(self):
        self.write("core/src/a.cpp", SPDX + "int  main( ){return 0;}\n")
        self.expect_found("format", "core/src/a.cpp:2", "tools/lint --fix")
        self.assertEqual(self.lint("--fix", "format")[0], 0)

    def test_spdx(self):
        self.write("core/src/a.cpp", "int a;\n")
        self.write("tools/thing", "#!/bin/sh\n")
        self.expect_found("spdx", "core/src/a.cpp:1: no licence line", "tools/thing:1: no licence line")

    # 400 lines ask for a thought, 800 are the end.
    def test_size(self):
        self.write("core/src/a.cpp", SPDX + "\n" * 450)
        code, output = self.lint("size")
        self.assertEqual(code, 0)
        self.assertIn("warning: core/src/a.cpp: 451 lines", output)
        self.write("core/src/a.cpp", SPDX + "\n" * 800)
        self.expect_found("size", "core/src/a.cpp: 801 lines, at most 800")

    def test_machine_path(self):
        self.write("core/src/a.cpp", SPDX + 'const char* path = "/' + 'home/me/model.fmu";\n')
        self.expect_found("paths", "core/src/a.cpp:2: absolute path")

    def test_open_end(self):
        word = "TO" + "DO"
        self.write("core/src/a.cpp", SPDX + f"// {word}(12): later\n")
        self.assertEqual(self.lint("todo")[0], 0)
        self.write("core/src/a.cpp", SPDX + f"// {word}: later\n")
        self.expect_found("todo", f"core/src/a.cpp:2: '{word}' without an issue")

    def test_unknown_check(self):
        code, output = self.lint("spelling")
        self.assertEqual(code, 2)
        self.assertIn("unknown check 'spelling'", output)


if __name__ == "__main__":
    unittest.main()
