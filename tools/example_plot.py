# SPDX-License-Identifier: Apache-2.0
"""What plot-ros1-example and plot-ros2-example share: curves of topics drawn by gnuplot."""
import subprocess
import sys

PATIENCE_S = 120.0  # wall clock, for whatever has to start


def draw_curves(curves, out, folder):
    """An SVG of one curve for each topic from its points (time in s, angle in rad), time from the first point on."""
    for topic, points in curves.items():
        if len(points) < 2:
            sys.exit(f"{sys.argv[0]}: {len(points)} messages on {topic}, expected a curve")
    begin = min(points[0][0] for points in curves.values())
    plots = []
    for index, (topic, points) in enumerate(curves.items()):
        data = folder / f"{index}.txt"
        data.write_text("".join(f"{t - begin:.6f} {value:.17g}\n" for t, value in points))
        plots.append(f"'{data}' with lines linewidth 1.5 title '{topic}' noenhanced")
    script = (f"set terminal svg size 800,400 background rgb 'white'\nset output '{out}'\n"
              "set xlabel 'time [s]'\nset ylabel 'angle [rad]'\nset grid\nset key outside top center horizontal\n"
              f"plot {', '.join(plots)}\n")
    subprocess.run(["gnuplot"], input=script, text=True, check=True)
    print(", ".join(f"{topic}: {len(points)} messages" for topic, points in curves.items()))
