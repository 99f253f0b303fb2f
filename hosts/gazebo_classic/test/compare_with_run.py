# SPDX-License-Identifier: Apache-2.0
"""The same worlds in gzserver and by `lockstep run`: the table and the picture of docs/how-to/fmus-in-gazebo.md.

usage: compare_with_run.py record FOLDER                  where gzserver is: runs the worlds on its four engines
       compare_with_run.py compare FOLDER LOCKSTEP [SVG]  where lockstep is: prints the table, draws the picture; the exit
                                                          code is 1 where two runs differ by more than they may
"""
import csv
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "examples"
SECONDS = 10
# Each engine is up to 2.2e-3 rad off the exact motion of the pendulum (its own integration), and mostly in the same direction. Gazebo's DART integrates as our DART and MuJoCo do: 1e-9 leaves room for another order of additions.
LARGEST_RAD, SAME_ARITHMETIC_RAD = 3e-3, 1e-9
# world: file, joint, elements for the probe, lines of a scenario
CASES = {
    "damped pendulum": (EXAMPLES / "01_damped_pendulum" / "damped_pendulum.world", "pendulum_damped_via_fmi::joint", "", ""),
    "electrical actuator": (
        EXAMPLES / "02_electrical_actuator" / "simple_electrical_actuator.world", "simple_electrical_actuator_model::joint",
        '<pid joint="simple_electrical_actuator_model::joint" p="109" d="60" target="1"/>',
        "joints: [{joint: 'simple_electrical_actuator_model::joint', pos_p: 109, pos_d: 60, pos_t: 1}]\n"),
}


def record(folder):
    import gazebo
    folder.mkdir(parents=True, exist_ok=True)
    for name, (world, joint, elements, _) in CASES.items():
        for engine in gazebo.ENGINES:
            text = gazebo.unthrottled(world.read_text(), gazebo.probe(f"<joint>{joint}</joint>{elements}"))
            result = gazebo.run(engine, text, SECONDS * 1000)
            assert len(result.rows) == SECONDS * 1000, result.text
            values = result.column(f"{joint}.position")
            (folder / f"{name}, gzserver {engine}.txt").write_text("0\n" + "\n".join(map(repr, values)) + "\n")


def lockstep_positions(lockstep, folder, engine, world, joint, lines):
    scenario, table = folder / "scenario.yaml", folder / "run.csv"
    signal = joint.replace("::", "/") + "/position"
    scenario.write_text(f"world: {world}\nengine: {engine}\nduration: {SECONDS}\nsignals: ['{signal}']\n{lines}")
    done = subprocess.run([lockstep, "run", scenario, "--record", table], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"lockstep run on {engine}: {done.stderr}")
    with table.open() as rows:
        return [float(row[1]) for row in list(csv.reader(rows))[1:]]


def compare(folder, lockstep, picture):
    """True when all differences are as small as they should be."""
    plots, too_large = [], []
    for name, (world, joint, _, lines) in CASES.items():
        runs = {e: lockstep_positions(lockstep, folder, e, world, joint, lines) for e in ("mujoco", "dart", "simbody")}
        print(f"\n| {name}: largest difference, rad | " + " | ".join(f"lockstep {e}" for e in runs) + " |")
        print("|---|" + "---|" * len(runs))
        for engine in ("ode", "bullet", "simbody", "dart"):
            file = folder / f"{name}, gzserver {engine}.txt"
            there = [float(line) for line in file.read_text().split()]
            worst = [max(abs(a - b) for a, b in zip(there, run)) for run in runs.values()]
            print(f"| gzserver {engine} | " + " | ".join(f"{value:.1e}" for value in worst) + " |")
            for ours, value in zip(runs, worst):
                same = engine == "dart" and ours in ("dart", "mujoco")
                if not value <= (SAME_ARITHMETIC_RAD if same else LARGEST_RAD):
                    too_large.append(f"{name}: gzserver {engine} and lockstep {ours} differ by {value:.2e} rad")
            plots.append((name, f"gzserver {engine}", there))
        plots += [(name, f"lockstep {engine}", run) for engine, run in runs.items()]
    if picture:
        draw(folder, plots, picture)
    print("\n".join(too_large))
    return not too_large


def draw(folder, plots, picture):
    """Left the motion, right what gzserver's engines differ from lockstep on DART."""
    script = [f"set terminal svg size 1000,640 background rgb 'white'\nset output '{picture}'\nset multiplot layout {len(CASES)},2",
              "set xlabel 'time [s]'\nset grid\nset key outside below horizontal"]
    for name in CASES:
        curves = {label: values for of, label, values in plots if of == name}
        reference = curves["lockstep dart"]
        motion, difference = [], []
        for number, (label, values) in enumerate(curves.items()):
            data = folder / f"curve {name} {number}.txt"
            data.write_text("".join(f"{k / 1000} {v} {(v - r) * 1000}\n" for k, (v, r) in enumerate(zip(values, reference))
                                    if k % 20 == 0))
            if label == "lockstep dart":
                motion.append(f"'{data}' with lines lw 2 title '{label}'")
            if label.startswith("gzserver"):
                motion.append(f"'{data}' every 25::{6 * number} with points pt {number + 4} title '{label}'")
                difference.append(f"'{data}' using 1:3 with lines lw 1.5 title '{label}'")
        script.append(f"set title '{name}'\nset ylabel 'position [rad]'\nplot " + ", ".join(motion))
        script.append(f"set title 'difference from lockstep dart'\nset ylabel '[mrad]'\nplot " + ", ".join(difference))
    subprocess.run(["gnuplot"], input="\n".join(script), text=True, check=True)


if __name__ == "__main__":
    if sys.argv[1] == "record":
        record(pathlib.Path(sys.argv[2]))
    else:
        sys.exit(not compare(pathlib.Path(sys.argv[2]), sys.argv[3], sys.argv[4] if len(sys.argv) > 4 else None))
