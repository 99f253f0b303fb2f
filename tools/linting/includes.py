# SPDX-License-Identifier: Apache-2.0
"""The dependency rule: which module may include which. The table is in ARCHITECTURE.md, so that it cannot go stale."""
import posixpath
import re

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
TABLE_FILE = "ARCHITECTURE.md"
TABLE_HEAD = ("module", "holds", "may include")
ANYTHING = "*"


class Rules:
    """Rows of the table: folder pattern -> set of folder patterns, or {ANYTHING}."""

    def __init__(self, rows):
        self.rows = rows

    def row_of(self, path):
        """The row that governs a path below the root (or below include/lockstep/): the longest that matches,
        one without a star before one with. None if there is none."""
        parts = path.split("/")
        best = None
        for pattern in self.rows:
            names = pattern.split("/")
            if len(names) < len(parts) and all(n in ("*", p) for n, p in zip(names, parts)):
                if best is None or (len(names), "*" not in names) > (len(best.split("/")), "*" not in best):
                    best = pattern
        return best

    def module_of(self, path):
        """The concrete folder of the row: hosts/mujoco for hosts/*. None if the table has no row for the path."""
        row = self.row_of(path)
        return None if row is None else "/".join(path.split("/")[: row.count("/") + 1])

    def allows(self, path, module):
        row = self.row_of(path)
        own = self.module_of(path)
        if own == module or own.startswith(module + "/"):  # a test folder belongs to its module
            return True
        allowed = self.rows[row]
        return ANYTHING in allowed or module in allowed

    def reachable(self, path):
        """Modules whose headers a file of this path can meet, through what it may include. None means all."""
        reached, queue = set(), [self.module_of(path)]
        while queue:
            module = queue.pop()
            if module in reached:
                continue
            reached.add(module)
            allowed = self.rows[self.row_of(module + "/x")]
            if ANYTHING in allowed:
                return None
            queue += allowed
        return reached


def read_rules(tree):
    """Parses the module table of ARCHITECTURE.md; ValueError says what is wrong with it."""
    rows, inside = {}, False
    for line in tree.lines(TABLE_FILE):
        cells = tuple(cell.strip() for cell in line.strip().strip("|").split("|")) if line.startswith("|") else ()
        if cells == TABLE_HEAD:
            inside = True
        elif inside and not cells:
            break
        elif inside and not set("".join(cells)) <= set("-: "):
            names = re.findall(r"`([^`]+)`", cells[0])
            allowed = set(re.findall(r"`([^`]+)`", cells[2]))
            if len(names) != 1 or not (allowed or cells[2] in ("nothing", "all")):
                raise ValueError(f"cannot read the row '{line}'; expected | `module` | text | `module`, ... or nothing or all |")
            rows[names[0]] = {ANYTHING} if cells[2] == "all" else allowed
    if not rows:
        raise ValueError(f"found no table with the head | {' | '.join(TABLE_HEAD)} |")
    return Rules(rows)


def included_lockstep_files(tree, name):
    """(line number, text in quotes) of every #include that names one of our files."""
    for number, line in enumerate(tree.lines(name), 1):
        match = INCLUDE.match(line)
        if match and (match.group(1) == '"' or match.group(2).startswith("lockstep/")):
            yield number, match.group(2)


def check(tree, report):
    try:
        rules = read_rules(tree)
    except (ValueError, OSError) as error:
        report.error(TABLE_FILE, str(error))
        return
    for name in tree.cpp_files():
        report.seen += 1
        if rules.row_of(name) is None:
            report.error(name, f"its folder is not in the module table of {TABLE_FILE}; add a row")
            continue
        for number, included in included_lockstep_files(tree, name):
            check_include(tree, rules, name, number, included, report)


def check_include(tree, rules, name, number, included, report):
    own = rules.module_of(name)
    if included.startswith("lockstep/"):
        target = rules.module_of(included[len("lockstep/"):])
        if target is None:
            report.error(f"{name}:{number}", f"'{included}' belongs to no module in the table of {TABLE_FILE}")
            return
    else:
        beside = posixpath.normpath(posixpath.join(posixpath.dirname(name), included))
        if beside not in tree.files:
            return  # found through an include path of its own module, or a library's header
        target = rules.module_of(beside)
        if target is None:
            return
    if not rules.allows(name, target):
        allowed = ", ".join(sorted(rules.rows[rules.row_of(name)])) or "nothing of ours"
        report.error(f"{name}:{number}", f"module '{own}' includes '{included}' of module '{target}'; it may include: "
                     f"{allowed}. Move the code, or change the table in {TABLE_FILE} and say why in docs/decisions")
