# SPDX-License-Identifier: Apache-2.0
"""The fuzz stage: every libFuzzer target for a bounded time, each on a copy of its committed corpus."""
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import time

from testing import results

SECONDS = 30  # for each target, unless the caller wants another time
# One input may take this long and this much memory before it counts as a finding.
INPUT_SECONDS = 10
MEMORY_MB = 2048


def read_list(path):
    """Rows of fuzzers.tsv, written by CMake: (program, corpus folder or "", dictionary or "")."""
    return [tuple(line.split("\t")) for line in pathlib.Path(path).read_text().splitlines() if line]


def run_one(build, program, corpus, dictionary, seconds):
    grown = build / "corpus" / program  # what the fuzzer finds is kept here between runs
    artifacts = build / "artifacts"
    grown.mkdir(parents=True, exist_ok=True)
    artifacts.mkdir(exist_ok=True)
    command = [str(build / "bin" / program), f"-max_total_time={seconds}", f"-timeout={INPUT_SECONDS}",
               f"-rss_limit_mb={MEMORY_MB}", f"-artifact_prefix={artifacts}/{program}-", "-print_final_stats=1"]
    if dictionary:
        command.append(f"-dict={dictionary}")
    command.append(str(grown))
    if corpus:
        command.append(corpus)
    log = build / f"{program}.log"
    environment = dict(os.environ, UBSAN_OPTIONS="print_stacktrace=1:halt_on_error=1")
    symbolizer = shutil.which("llvm-symbolizer-16")
    if symbolizer:
        environment["ASAN_SYMBOLIZER_PATH"] = symbolizer
    begin = time.monotonic()
    with open(log, "w") as out:
        code = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                              env=environment).returncode
    spent = time.monotonic() - begin
    if code == 0:
        return results.Case("fuzz", program, "passed", seconds=spent)
    return results.Case("fuzz", program, "failed", log.read_text(errors="replace"), spent)


def run_all(build, seconds, jobs, regex=None):
    """regex: only targets whose name matches."""
    targets = [target for target in read_list(build / "fuzzers.tsv") if not regex or re.search(regex, target[0])]
    with concurrent.futures.ThreadPoolExecutor(max_workers=max(1, jobs)) as pool:
        return list(pool.map(lambda target: run_one(build, *target, seconds), targets))
