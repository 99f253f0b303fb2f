# SPDX-License-Identifier: Apache-2.0
"""Checks that call the compiler and clang-format. What passed once is remembered in build/lint by content."""
import concurrent.futures
import hashlib
import os
import shutil
import subprocess

from linting import includes

JOBS = len(os.sched_getaffinity(0))
# Debian keeps the headers of these libraries in folders of their own.
LIBRARIES = ["-isystem/usr/include/eigen3"]
FLAGS = ["-Wall", "-Wextra", "-Werror", *LIBRARIES]


def check_headers(tree, report):
    """Each public header as the only line of a translation unit, seeing only the headers its module may include."""
    compiler = shutil.which("g++")
    if not compiler:
        report.error("g++", "not found; tools/setup build installs it")
        return
    try:
        rules = includes.read_rules(tree)
    except (ValueError, OSError) as error:
        report.error(includes.TABLE_FILE, str(error))
        return
    version = subprocess.run([compiler, "-dumpfullversion"], capture_output=True, text=True).stdout.strip()
    headers = [name for name in tree.public_headers() if rules.row_of(name)]
    report.seen = len(headers)
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        for name, output in zip(headers, pool.map(lambda n: compile_alone(tree, rules, compiler, version, n), headers)):
            if output:
                report.error(name, f"does not compile alone; include what it uses, of its own module or those it may "
                             f"include\n{output}")


def include_folders(tree, rules, name):
    reachable = rules.reachable(name)
    folders = sorted({header.split("/include/lockstep/")[0] for header in tree.public_headers()})
    return [folder + "/include" for folder in folders
            if reachable is None or any(rules.module_of(folder + "/x") == module for module in reachable)]


def compile_alone(tree, rules, compiler, version, name):
    """Returns what the compiler said, "" if the header is fine. A .h must please a C compiler too."""
    languages = [["-x", "c++", "-std=c++17"]]
    if name.endswith(".h"):
        languages.append(["-x", "c", "-std=c99"])
    folders = [f"-I{folder}" for folder in include_folders(tree, rules, name)]
    marker = tree.root / "build" / "lint" / fingerprint(tree, name, [version, *FLAGS, *folders])
    if marker.exists():
        return ""
    for number, language in enumerate(languages):
        unit = marker.with_suffix(f".{number}")
        unit.parent.mkdir(parents=True, exist_ok=True)
        unit.write_text(f'#include "{name.split("/include/", 1)[1]}"\n')
        try:
            result = compile_unit(tree, [compiler, *FLAGS, *folders, *language], unit)
        finally:
            unit.unlink()
        if result.returncode != 0:
            return result.stderr or f"{compiler} failed with {result.returncode}"
    marker.touch()
    return ""


def compile_unit(tree, command, unit):
    """Where there is a ccache it knows the headers that another clone has compiled; it wants an object to keep."""
    arguments = {"cwd": tree.root, "capture_output": True, "text": True}
    cache = shutil.which("ccache")
    if not cache:
        return subprocess.run([*command, "-fsyntax-only", str(unit)], **arguments)
    result = unit.with_name(unit.name + ".o")
    try:
        return subprocess.run([cache, *command, "-c", str(unit), "-o", str(result)], **arguments,
                              env={"CCACHE_NOHASHDIR": "1", "CCACHE_BASEDIR": str(tree.root), **os.environ})
    finally:
        result.unlink(missing_ok=True)


def fingerprint(tree, name, extra):
    """Hash of the header and of all our headers it includes, directly or not."""
    by_include = {header.split("/include/", 1)[1]: header for header in tree.public_headers()}
    seen, queue = set(), [name]
    while queue:
        header = queue.pop()
        if header in seen:
            continue
        seen.add(header)
        queue += [by_include[text] for _, text in includes.included_lockstep_files(tree, header) if text in by_include]
    digest = hashlib.sha256("\n".join(extra).encode())
    for header in sorted(seen):
        digest.update(header.encode() + (tree.root / header).read_bytes())
    return digest.hexdigest()


def run_clang_format(tree, arguments):
    """(return code, output) for all C and C++ files, in as many processes as there are cores."""
    files = tree.cpp_files()
    chunks = [files[i::JOBS] for i in range(JOBS) if files[i::JOBS]]

    def one(chunk):
        return subprocess.run(["clang-format", *arguments, *chunk], cwd=tree.root, capture_output=True, text=True)

    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        runs = list(pool.map(one, chunks))
    return max((run.returncode for run in runs), default=0), "".join(run.stdout + run.stderr for run in runs)


def check_format(tree, report):
    if not shutil.which("clang-format"):
        report.error("clang-format", "not found; tools/setup test installs it")
        return
    report.seen = len(tree.cpp_files())
    code, output = run_clang_format(tree, ["--dry-run", "--Werror", "--ferror-limit=3"])
    if code != 0:
        report.error("clang-format", f"run tools/lint --fix\n{output}")


def fix_format(tree):
    run_clang_format(tree, ["-i"])
