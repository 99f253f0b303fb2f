# SPDX-License-Identifier: Apache-2.0
"""Draws the pictures of the models' READMEs, docs/images/models/*.svg, and validates the models on the way.

usage: python3 models/plots/make_plots.py [--lockstep PROGRAM] [--fmus FOLDER] [--check] [NAME ...]

Pictures over time are drawn by `lockstep simulate --plot`. Those that show a model (line) against what it must compute
(circles, see references.py) are drawn here by gnuplot; the difference between the two is checked and an error when it is too
large. --check only checks and draws nothing.
"""
import argparse
import csv
import io
import math
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import references as ref

ROOT = pathlib.Path(__file__).resolve().parents[2]
IMAGES = ROOT / "docs" / "images" / "models"
COLORS = ["#2563eb", "#e4572e", "#0f9d76", "#9333ea", "#c28a00", "#0891b2"]


def simulate(model, *options, inputs=None, version="3.0"):
    """Runs `lockstep simulate` and returns its CSV as {column: [numbers]}."""
    with tempfile.TemporaryDirectory() as folder:
        command = [arguments.lockstep, "simulate", f"{arguments.fmus}/{version}/{model}.fmu", *options]
        if inputs:
            file = pathlib.Path(folder) / "in.csv"
            file.write_text(inputs)
            command += ["--input-file", str(file)]
        result = subprocess.run([*command, "--output-file", "-"], capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{result.stderr}")
    rows = list(csv.reader(io.StringIO(result.stdout)))
    columns = list(zip(*rows[1:]))
    return {name: [float(x) for x in column] for name, column in zip(rows[0], columns)}


def table(names, rows):
    """A CSV file of inputs."""
    return "".join(",".join(map(repr, row)).replace("'", "") + "\n" for row in [["time", *names], *rows])


def outputs(*names):
    return [option for name in names for option in ("--output-variable", name)]


def draw(name, title, x_label, y_label, lines, points=()):
    """A picture of curves: (label, xs, ys) as lines, and as circles of the same colours."""
    blocks, plots = [], []
    for kind, curves in (("l", lines), ("p", points)):
        for i, (label, xs, ys) in enumerate(curves):
            rows = "".join(f"{x:.6g} {y:.6g}\n" for x, y in zip(xs, ys))
            blocks.append(f"${kind}{i} << END\n{rows}END\n")
            style = "lines lw 1.8" if kind == "l" else "points pt 6 ps 0.7 lw 1.2"
            plots.append(f"${kind}{i} with {style} lc rgb '{COLORS[i]}' title '{label}'")
    script = f"""set terminal svg size 800,400 dynamic noenhanced font 'sans-serif,13' background '#ffffff' rounded
set output '{IMAGES / name}.svg'
set encoding utf8
set title '{title}'
set border 3 lc rgb '#98a2b3'
set grid lc rgb '#e4e7ec' lt 1
set tics nomirror scale 0.5 textcolor rgb '#475467'
set key outside top center horizontal Left reverse samplen 1.6
set offsets 0,0,graph 0.06,graph 0.06
set xlabel '{x_label}'
set ylabel '{y_label}'
{''.join(blocks)}plot {', '.join(plots)}
"""
    subprocess.run(["gnuplot"], input=script, text=True, check=True)


def validate(name, title, x_label, y_label, curves, tolerance):
    """curves: (label, xs, ys, {x: expected}). Compares, then draws."""
    for label, xs, ys, expected in curves:
        for x, y in expected.items():
            got = ref.interpolate(x, xs, ys)
            if not abs(got - y) <= tolerance:
                sys.exit(f"{name} ({label}): {got:.9g} at {x:g}, expected {y:.9g} within {tolerance:g}")
    if not arguments.check:
        draw(name, title, x_label, y_label, [c[:3] for c in curves],
             [("expected" if len(curves) == 1 else f"expected, {c[0]}", c[3].keys(), c[3].values()) for c in curves])


def over_time(model, *options, inputs=None):
    """A picture drawn by the command line."""
    if arguments.check:
        simulate(model, *options, inputs=inputs)
        return
    simulate(model, *options, "--plot", str(IMAGES / f"{model}.svg"), inputs=inputs)


def sine(names, amplitude, frequency_hz, stop, count=200):
    """Rows of inputs that all follow one sine."""
    return table(names, [[t, *[amplitude * math.sin(2 * math.pi * frequency_hz * t)] * len(names)]
                         for t in (stop * k / count for k in range(count + 1))])


def sampled(stop, count, function, first=0.0):
    return {x: function(x) for x in (first + (stop - first) * k / count for k in range(count + 1))}


def damper():
    run = simulate("Damper", "--stop-time", "1", "--output-interval", "0.01", *outputs("jointVelocity", "jointTorque"),
                   inputs=sine(["jointVelocity"], 5.0, 1.0, 1.0, 1000))
    expected = {t: ref.damper(5.0 * math.sin(2 * math.pi * t)) for t in (k / 20 for k in range(21))}
    validate("Damper", "Damper: joint velocity 5 sin(2 pi t) rad/s", "time [s]", "torque [N.m]",
             [("jointTorque", run["time"], run["jointTorque"], expected)], 1e-12)


def simple_electrical_actuator():
    run = simulate("SimpleElectricalActuator", "--stop-time", "0.008", "--step-size", "2e-5", "--set", "actuatorInput=12")
    validate("SimpleElectricalActuator", "SimpleElectricalActuator: 12 V on a locked joint", "time [s]", "torque [N.m]",
             [("jointTorque", run["time"], run["jointTorque"], sampled(0.008, 20, ref.simple_electrical_actuator))], 1e-7)


def dc_motor():
    rows = [[0.0, 0.0, 1000.0], [9.6, 9.6, 1000.0]]
    run = simulate("DcMotor", "--stop-time", "9.6", "--step-size", "0.002", "--output-interval", "0.02", "--set", "alpha=0",
                   *outputs("jointVelocity", "jointTorque"), inputs=table(["jointVelocity", "actuatorInput"], rows))
    # Where the voltage limits it, the torque falls by 45 N.m per rad/s; the velocity, which rises by 1 rad/s2, is held for
    # 2 ms, and L/R = 2 ms passes until the current has followed.
    validate("DcMotor", "DcMotor: largest torque over speed", "joint velocity [rad/s]", "torque [N.m]",
             [("jointTorque", run["jointVelocity"][1:], run["jointTorque"][1:], sampled(9.6, 24, ref.dc_motor, 0.1))], 45 * 0.004)


def series_elastic_actuator():
    run = simulate("SeriesElasticActuator", "--stop-time", "0.12", "--step-size", "0.0005", "--set", "actuatorInput=10")
    validate("SeriesElasticActuator", "SeriesElasticActuator: 10 N.m asked for on a locked joint", "time [s]", "torque [N.m]",
             [("jointTorque", run["time"], run["jointTorque"], sampled(0.12, 24, ref.series_elastic_actuator))], 1e-6)


def lugre_friction():
    curves = []
    for load in (0.0, 8.0):
        rows = [[0.0, -0.06, load], [60.0, 0.06, load]]
        run = simulate("LuGreFriction", "--stop-time", "60", "--step-size", "0.005", "--output-interval", "0.15",
                       *outputs("jointVelocity", "friction"), inputs=table(["jointVelocity", "actuatorInput"], rows))
        expected = {v: ref.lugre_friction(v, load) for v in (k / 500 for k in range(-28, 29, 2)) if abs(v) > 0.003}
        curves.append((f"{load:g} N.m transmitted", run["jointVelocity"][2:], run["friction"][2:], expected))
    # The slow ramp is not quite a steady state where the curve is steep.
    validate("LuGreFriction", "LuGreFriction: slow change of direction", "joint velocity [rad/s]", "friction [N.m]", curves, 0.01)


def backlash_gear():
    run = simulate("BacklashGear", "--stop-time", "0.06", "--step-size", "0.0002", "--set", "actuatorInput=1",
                   *outputs("jointTorque"))
    times = [k * 0.001 for k in range(61)]
    # Contacts are at 0.01 and 0.031 s: the torque jumps there.
    expected = {t: y for t, y in zip(times, ref.backlash_gear(times)) if min(abs(t - 0.01), abs(t - 0.031)) > 5e-4}
    # What is expected steps across a contact by up to 1 microsecond, while the torque rises by 400 N.m/s.
    validate("BacklashGear", "BacklashGear: 1 N.m through the play against a locked joint", "time [s]", "torque [N.m]",
             [("jointTorque", run["time"], run["jointTorque"], expected)], 4e-4)


def delay_saturation():
    run = simulate("DelaySaturation", "--stop-time", "0.03", "--step-size", "0.0001", "--set", "actuatorInput=150")
    # One stage of the Runge-Kutta step that ends where the command arrives already sees it: a sixth of 0.1 ms at the
    # full rate.
    validate("DelaySaturation", "DelaySaturation: step of the command to 150 N.m", "time [s]", "torque [N.m]",
             [("jointTorque", run["time"], run["jointTorque"], sampled(0.03, 30, ref.delay_saturation))], 10000 * 1e-4 / 6 + 1e-6)


def lift_drag():
    rows = [[k / 100, 10 * math.cos(math.pi / 2 * k / 100), -10 * math.sin(math.pi / 2 * k / 100)] for k in range(101)]
    run = simulate("LiftDrag", "--stop-time", "1", "--step-size", "0.01", *outputs("alpha", "cl", "cd"),
                   inputs=table(["relativeVelocity_x", "relativeVelocity_z"], rows))
    degrees = [math.degrees(a) for a in run["alpha"]]
    angles = [4.5 * k for k in range(21)]  # where rows of the input are: nothing is interpolated
    expected = [ref.lift_and_drag(math.radians(x)) for x in angles]
    validate("LiftDrag", "LiftDrag: coefficients over the angle of attack", "angle of attack [deg]", "coefficient",
             [("cl", degrees, run["cl"], {x: e[0] for x, e in zip(angles, expected)}),
              ("cd", degrees, run["cd"], {x: e[1] for x, e in zip(angles, expected)})], 1e-9)


def transmissions():
    curves = []
    for name in ("Null", "Identity", "Stiff", "Compliant", "Soft", "Delay"):
        strange = "WithStrangeName" if name in ("Null", "Stiff", "Soft") else ""
        command = f"actuatorInput{strange}"
        acceleration = "jointAcceleration" + ("WithStrangeName" if name == "Soft" else "")
        rows = [[t, float(t > 0.1), 20 * math.sin(4 * math.pi * t)] for t in (k / 200 for k in range(121))]
        rows.insert(21, [0.1, 1.0, rows[20][2]])  # a jump
        run = simulate(f"{name}Transmission", "--stop-time", "0.6", "--step-size", "0.001", "--output-interval", "0.003",
                       "--output-variable", "jointTorque", inputs=table([command, acceleration], rows))
        curves.append((f"{name}Transmission", run["time"], run["jointTorque"]))
    if not arguments.check:
        draw("transmissions", "Step of the command by 1 N.m at 0.1 s, joint accelerating by 20 sin(4 pi t) rad/s2", "time [s]",
             "torque [N.m]", curves)


def friction():
    wind = sine(["relativeVelocity_x"], 2.0, 1.0, 2.0)
    curves = []
    for name in ("NullFriction", "LinearFriction"):
        run = simulate(name, "--stop-time", "2", "--step-size", "0.01", "--output-variable", "fluidDynamicForce_x", inputs=wind)
        curves.append((name, run["time"], run["fluidDynamicForce_x"]))
    if not arguments.check:
        draw("friction", "A link that swings through the fluid with 2 sin(2 pi t) m/s", "time [s]", "force [N]", curves)


def feedthrough():
    rows = [[k / 20, math.sin(k / 5), k // 8 - 2, int(k % 16 >= 8)] for k in range(41)]
    over_time("Feedthrough", *outputs("Float64_continuous_output", "Int32_output", "Boolean_output"),
              inputs=table(["Float64_continuous_input", "Int32_input", "Boolean_input"], rows))


PLOTS = {
    "Damper": damper,
    "SimpleElectricalActuator": simple_electrical_actuator,
    "DcMotor": dc_motor,
    "SeriesElasticActuator": series_elastic_actuator,
    "LuGreFriction": lugre_friction,
    "BacklashGear": backlash_gear,
    "DelaySaturation": delay_saturation,
    "LiftDrag": lift_drag,
    "transmissions": transmissions,
    "friction": friction,
    "Feedthrough": feedthrough,
    "BouncingBall": lambda: over_time("BouncingBall", "--stop-time", "3", "--step-size", "0.01"),
    "Buoyancy": lambda: over_time("Buoyancy", "--stop-time", "2", "--output-interval", "0.01",
                                  *outputs("relativeVelocity_z", "fluidDynamicForce_z"),
                                  inputs=sine(["relativeVelocity_z"], 1.0, 1.0, 2.0)),
    "Clocks": lambda: over_time("Clocks", *outputs("inClock1Ticks", "inClock3Ticks", "totalInClockTicks")),
    "Dahlquist": lambda: over_time("Dahlquist"),
    "DampedPendulum": lambda: over_time("DampedPendulum", "--output-interval", "0.04"),
    "PendulumNonlinear": lambda: over_time("PendulumNonlinear", "--stop-time", "20", "--output-interval", "0.1",
                                           *outputs("revolute1_angle", "revolute1_w")),
    "Resource": lambda: over_time("Resource"),
    "Stair": lambda: over_time("Stair"),
    "StateSpace": lambda: over_time("StateSpace", "--set", "n=2", "--set", "A=0 1 -40 -1", "--set", "m=1", "--set", "B=0 40",
                                    "--set", "r=1", "--set", "C=1 0", "--set", "D=0", "--set", "x0=0 0", "--set", "u=1",
                                    "--stop-time", "5", "--step-size", "0.02"),
    "TransportDelay": lambda: over_time("TransportDelay", "--stop-time", "10", "--step-size", "0.05", *outputs("x", "y"),
                                        inputs=sine(["x"], 1.0, 0.2, 10.0)),
    "VanDerPol": lambda: over_time("VanDerPol", "--output-interval", "0.1"),
}

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--lockstep", default=ROOT / "build" / "release" / "bin" / "lockstep")
parser.add_argument("--fmus", default=ROOT / "build" / "release" / "fmus")
parser.add_argument("--check", action="store_true")
parser.add_argument("names", nargs="*", metavar="NAME")
arguments = parser.parse_args()
if not arguments.check:
    IMAGES.mkdir(parents=True, exist_ok=True)
for wanted in arguments.names or PLOTS:
    PLOTS[wanted]()
print(f"{len(arguments.names or PLOTS)} {'checked' if arguments.check else 'drawn in ' + str(IMAGES.relative_to(ROOT))}")
