// SPDX-License-Identifier: Apache-2.0
// Draws the panels of a plot file. The data stand in the page: {time, panels: [{unit, stepped, series: [{name, values}]}]}.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const root = document.documentElement;
  const container = document.getElementById("panels");
  const resetButton = document.getElementById("reset");
  // Readable on white and on dark; neighbours differ in lightness too, for people who see few colours.
  const colors = {
    light: ["#2563eb", "#e4572e", "#0f9d76", "#9333ea", "#c28a00", "#0891b2", "#d6336c", "#5f7a1f", "#7c5c3e", "#475569"],
    dark: ["#6ea8fe", "#ff8a65", "#4fd1a5", "#c084fc", "#f2c14e", "#4dd0e1", "#f783ac", "#b5cc6a", "#d0a77b", "#a8b3c4"],
  };
  const firstTime = data.time[0];
  const lastTime = data.time[data.time.length - 1];
  const sync = uPlot.sync("lockstep");
  let curves = 0;
  for (const panel of data.panels) { panel.firstColor = curves; curves += panel.series.length; }
  let plots = [];
  let zoom = null;      // [from, to] in seconds; null: the whole run
  let zooming = false;  // setScale below calls its own hook

  const whole = [1, 2, 5].flatMap((digit) => Array.from({ length: 16 }, (_, i) => digit * 10 ** i)).sort((a, b) => a - b);

  const number = (value) => value == null ? "" : String(Number(value.toPrecision(7)));
  const style = (name) => getComputedStyle(root).getPropertyValue(name).trim();
  // As many digits as the distance of the ticks needs; uPlot's own stop at three decimals.
  function ticks(plot, splits, index, space, distance) {
    return splits.map((value) => {
      if (value == null) return "";
      const exact = Number((Math.round(value / distance) * distance).toPrecision(10));
      return exact !== 0 && Math.abs(exact) < 1e-3 ? exact.toExponential() : String(exact);
    });
  }
  const label = (unit) => unit ? `[${unit}]` : "";

  function zoomTo(from, to) {
    const whole = from <= firstTime && to >= lastTime;
    zoom = whole ? null : [from, to];
    resetButton.hidden = whole;
    zooming = true;
    for (const plot of plots) plot.setScale("x", { min: from, max: to });
    zooming = false;
  }

  // A constant lies in the middle of a range of its own size; uPlot would draw 0 at the foot of 0 to 100.
  function valueRange(low, high) {
    const half = Math.abs(low) * 0.1 || 1;
    return low === high ? [low - half, high + half] : uPlot.rangeNum(low, high, 0.08, true);
  }

  function axis(extra) {
    return {
      stroke: style("--muted"), font: "12px system-ui, sans-serif", labelFont: "13px system-ui, sans-serif",
      grid: { stroke: style("--grid"), width: 1 }, ticks: { show: false }, values: ticks, ...extra,
    };
  }

  function options(panel, last) {
    const palette = colors[root.dataset.theme];
    const paths = panel.stepped ? uPlot.paths.stepped({ align: 1 }) : uPlot.paths.linear();
    return {
      padding: [8, 14, 0, 0],
      pxAlign: 0,  // points between pixels: slopes are drawn smooth
      width: container.clientWidth - 26, height: data.panels.length === 1 ? 440 : last ? 268 : 250,
      cursor: { y: false, sync: { key: sync.key, setSeries: false }, drag: { x: true, y: false }, points: { size: 8 } },
      scales: {
        x: { time: false },
        y: { range: (plot, low, high) => valueRange(low ?? 0, high ?? 1) },
      },
      axes: [
        axis({ label: last ? "time [s]" : undefined, labelSize: 18, labelGap: -2, size: 30, space: 80 }),
        axis({ label: label(panel.unit), labelSize: 22, size: 64, space: 32, ...(panel.stepped ? { incrs: whole } : {}) }),
      ],
      series: [
        { label: "time", value: (plot, value) => value == null ? "" : `${number(value)} s` },
        ...panel.series.map((series, i) => ({
          label: panel.unit ? `${series.name} [${panel.unit}]` : series.name,
          stroke: palette[(panel.firstColor + i) % palette.length], width: 1.75, paths, pxAlign: 0, points: { show: false }, spanGaps: false,
          value: (plot, value) => number(value),
        })),
      ],
      legend: { markers: { fill: (plot, i) => plot.series[i].stroke(plot, i), width: 0 } },
      hooks: {
        setScale: [(plot, key) => { if (key === "x" && !zooming) zoomTo(plot.scales.x.min, plot.scales.x.max); }],
      },
    };
  }

  function draw() {
    for (const plot of plots) { sync.unsub(plot); plot.destroy(); }
    container.replaceChildren();
    zooming = true;
    plots = data.panels.map((panel, i) => {
      const card = container.appendChild(document.createElement("section"));
      card.className = "panel";
      const last = i === data.panels.length - 1;
      const plot = new uPlot(options(panel, last), [data.time, ...panel.series.map((series) => series.values)], card);
      sync.sub(plot);
      return plot;
    });
    zooming = false;
    if (zoom) zoomTo(...zoom);
  }

  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  function setTheme(name) { root.dataset.theme = name; draw(); }
  document.getElementById("theme").addEventListener("click", () => setTheme(root.dataset.theme === "dark" ? "light" : "dark"));
  dark.addEventListener("change", () => setTheme(dark.matches ? "dark" : "light"));
  resetButton.addEventListener("click", () => zoomTo(firstTime, lastTime));
  window.addEventListener("resize", () => {
    for (const plot of plots) plot.setSize({ width: container.clientWidth - 26, height: plot.height });
  });
  setTheme(dark.matches ? "dark" : "light");
})();
