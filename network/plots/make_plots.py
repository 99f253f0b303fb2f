#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the pictures of docs/concepts/masters.md: one system under each master.

usage: make_plots.py LOCKSTEP FMU_FOLDER OUTPUT_FOLDER
LOCKSTEP is the program, FMU_FOLDER has the FMUs of network/test/fmus (build/<preset>/network_fmus/3.0).
"""
import csv
import pathlib
import subprocess
import sys
import tempfile

COLOURS = {"exact": "#999999", "jacobi": "#d62728", "gauss_seidel": "#ff7f0e", "fixed_point": "#9467bd",
           "newton": "#1f77b4", "adaptive": "#2ca02c", "events": "#2ca02c"}


def run(program, fmus, scenario):
    """Columns of a run by name."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "s.yaml")
        file.write_text(scenario.replace("FMUS", str(fmus)))
        out = pathlib.Path(folder, "o.csv")
        subprocess.run([program, "run", file, "--record", out], capture_output=True, check=False)
        with out.open() as stream:
            rows = list(csv.DictReader(stream))
    return {name: [float(row[name]) for row in rows] for name in rows[0]}


def svg(title, unit, curves, y_range):
    """A plot of curves {name: (times, values, dashed)}."""
    width, height, left, top, right, bottom = 720, 300, 60, 34, 130, 42
    t_end = max(times[-1] for times, _, _ in curves.values())
    low, high = y_range

    def x(t):
        return left + (width - left - right) * t / t_end

    def y(v):
        return top + (height - top - bottom) * (high - v) / (high - low)

    text = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
            'font-family="DejaVu Sans, Helvetica, sans-serif" font-size="11">',
            '<rect width="100%" height="100%" fill="white"/>',
            f'<text x="{left}" y="20" font-size="13" font-weight="bold" fill="#123">{title}</text>',
            f'<clipPath id="area"><rect x="{left}" y="{top}" width="{width - left - right}" '
            f'height="{height - top - bottom}"/></clipPath>']
    for i in range(6):
        v = low + (high - low) * i / 5
        text.append(f'<path d="M{left},{y(v):.1f} H{width - right}" stroke="#ddd"/>'
                    f'<text x="{left - 6}" y="{y(v) + 4:.1f}" text-anchor="end" fill="#345">{v:.3g}</text>')
        t = t_end * i / 5
        text.append(f'<text x="{x(t):.1f}" y="{height - bottom + 16}" text-anchor="middle" fill="#345">{t:.3g}</text>')
    text.append(f'<text x="{(left + width - right) / 2}" y="{height - 8}" text-anchor="middle" fill="#345">time [s]</text>')
    text.append(f'<text x="14" y="{(top + height - bottom) / 2}" transform="rotate(-90 14 {(top + height - bottom) / 2})" '
                f'text-anchor="middle" fill="#345">{unit}</text>')
    for row, (name, (times, values, dashed)) in enumerate(curves.items()):
        points = " ".join(f"{x(t):.1f},{y(max(min(v, high + (high - low)), low - (high - low))):.1f}"
                          for t, v in zip(times, values))
        style = f'stroke="{COLOURS[name]}" stroke-width="{4 if name == "exact" else 1.8}"'
        style += ' stroke-dasharray="5 3"' if dashed else ""
        text.append(f'<polyline points="{points}" fill="none" clip-path="url(#area)" {style}/>')
        text.append(f'<path d="M{width - right + 10},{top + 10 + 18 * row} h22" {style}/>'
                    f'<text x="{width - right + 38}" y="{top + 14 + 18 * row}" fill="#123">{name}</text>')
    return "\n".join(text + ["</svg>", ""])


MASSES = """duration: {duration}
step_size: {step}
master: {{type: {master}, tolerance: 1e-4}}
fmus:
  - {{name: left, fmu: FMUS/LeftMass.fmu, parameters: {{d: 0.1, m: {mass}}}}}
  - {{name: right, fmu: FMUS/RightMass.fmu, parameters: {{ck: {ck}, dk: {dk}}}}}
connections: [left.x -> right.x1, left.v -> right.v1, right.F -> left.F]
"""

PULSE = """duration: 1
step_size: {step}
master: {master}
fmus:
  - {{name: integrator, fmu: FMUS/Integrator.fmu}}
  - {{name: pulse, fmu: FMUS/Pulse.fmu}}
connections: [pulse.y -> integrator.u]
"""


def masses(program, fmus, masters, **values):
    curves = {}
    exact = run(program, fmus, MASSES.format(master="newton, inputs: linear", **{**values, "step": values["step"] / 100}))
    curves["exact"] = (exact["time"], exact["network/left.x"], False)
    for master in masters:
        columns = run(program, fmus, MASSES.format(master=master, **values))
        curves[master] = (columns["time"], columns["network/left.x"], master in ("fixed_point", "adaptive"))
    return curves


def main():
    program, fmus, output = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3])
    output.mkdir(parents=True, exist_ok=True)
    curves = masses(program, fmus, ["jacobi", "gauss_seidel", "newton", "fixed_point", "adaptive"], duration=10, step=0.25,
                    mass=1, ck=1, dk=0.2)
    (output / "two-masses.svg").write_text(
        svg("Two masses on springs, held inputs, step 0.25 s (adaptive: tolerance 1e-4)", "left.x [m]", curves, (-1.5, 1.5)))
    curves = masses(program, fmus, ["jacobi", "gauss_seidel", "fixed_point", "newton"], duration=0.1, step=0.01, mass=0.001,
                    ck=100, dk=1)
    (output / "stiff-pair.svg").write_text(
        svg("A mass of 1 g on a spring of 100 N/m, step 10 ms: only newton follows", "left.x [m]", curves, (-3.0, 3.0)))
    curves = {}
    times = [i / 1000 for i in range(1001)]
    curves["exact"] = (times, [max(0.0, t - 0.3337) for t in times], False)
    for master in ("gauss_seidel", "newton", "events"):
        columns = run(program, fmus, PULSE.format(step=0.1, master=master))
        curves[master] = (columns["time"], columns["network/integrator.x"], master == "newton")
    (output / "events.svg").write_text(
        svg("The integral of a step at 0.3337 s, communication step 0.1 s", "integrator.x", curves, (0.0, 0.8)))


if __name__ == "__main__":
    main()
