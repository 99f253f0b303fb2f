# SPDX-License-Identifier: Apache-2.0
"""Checks that read files line by line."""
import re

REVIEW_LINES, HARD_LINES, HEADER_LINES = 400, 800, 250
SPDX = "SPDX-License-Identifier: Apache-2.0"
# Written in pieces so that this file does not find itself.
MACHINE_PATH = re.compile(r"(?<![\w.$}/-])/(?:" + "|".join(["home", "root", "work", "Users"]) + r")/[\w.]")
OPEN_END = re.compile(r"\b(?:" + "|".join(["TO" + "DO", "FIX" + "ME", "X" + "XX"]) + r")\b(?!\(#?\d+\))")
FIRST_LINES = 3  # a #! line and a coding line may come before the licence


def check_spdx(tree, report):
    for name in tree.source_files():
        report.seen += 1
        if not any(SPDX in line for line in tree.lines(name)[:FIRST_LINES]):
            report.error(f"{name}:1", f"no licence line; expected '{SPDX}' in a comment at the top")


def check_size(tree, report):
    for name in tree.source_files():
        report.seen += 1
        count = len(tree.lines(name))
        review = HEADER_LINES if name.endswith((".h", ".hpp")) else REVIEW_LINES
        if count > HARD_LINES:
            report.error(name, f"{count} lines, at most {HARD_LINES}; split it by responsibility")
        elif count > review:
            report.warning(name, f"{count} lines, more than {review}; think of splitting it")


def check_paths(tree, report):
    for name in tree.files:
        report.seen += 1
        for number, line in enumerate(tree.lines(name), 1):
            match = MACHINE_PATH.search(line)
            if match:
                report.error(f"{name}:{number}", f"absolute path '{line[match.start():].split()[0]}' of one machine; "
                             "use a path relative to the source or build folder")


def check_todo(tree, report):
    for name in tree.source_files():
        report.seen += 1
        for number, line in enumerate(tree.lines(name), 1):
            match = OPEN_END.search(line)
            if match:
                report.error(f"{name}:{number}", f"'{match.group()}' without an issue; write {match.group()}(number): "
                             "what is missing, or finish it")
