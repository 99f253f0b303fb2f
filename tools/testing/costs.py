# SPDX-License-Identifier: Apache-2.0
"""What a stage spent its time on: the most expensive tests and build steps."""
import time

SHOWN = 10


class BuildSteps:
    """The steps that ninja takes in a build folder between construction and read()."""

    def __init__(self, folder):
        self.log = folder / ".ninja_log"
        self.since = time.time_ns()

    def read(self):
        """(output file, seconds) of each step. Ninja notes start and end in milliseconds of its own run, and the time
        when the output was written, in nanoseconds."""
        steps = {}
        if not self.log.exists():
            return []
        for line in self.log.read_text(errors="replace").splitlines():
            fields = line.split("\t")
            if len(fields) != 5 or int(fields[2]) < self.since:
                continue
            steps[(fields[0], fields[1], fields[4])] = (fields[3], (int(fields[1]) - int(fields[0])) / 1000)  # one command, many outputs
        return list(steps.values())


def short(path):
    """A name for an output file that fits into a line."""
    parts = path.replace(".dir/", "/").split("/")
    return "/".join(part for part in parts if part not in ("CMakeFiles", "src", "test"))


def most_expensive(cases, steps):
    """Lines about one stage; none where nothing took a second."""
    items = [(case.seconds, "test", case.name) for case in cases] + [(seconds, "build", short(name)) for name, seconds in steps]
    items = sorted((item for item in items if item[0] >= 1.0), reverse=True)
    if not items:
        return []
    tests, builds = sum(case.seconds for case in cases), sum(seconds for _, seconds in steps)
    lines = [f"  {len(steps)} build steps of {builds:.0f} s together, {len(cases)} tests of {tests:.0f} s; the most expensive:"]
    return lines + [f"  {seconds:>6.0f} s  {kind:<5} {name}" for seconds, kind, name in items[:SHOWN]]
