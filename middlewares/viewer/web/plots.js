// SPDX-License-Identifier: Apache-2.0
import uPlot from 'uplot';

const colours = ['#3b82f6', '#e8590c', '#2f9e44', '#ae3ec9', '#e03131', '#0c8599'];
const mostPoints = 3000;
const window_s = 10;

/** One chart with one or more signals over the last seconds. */
class Plot {
  series = []; // {key, label, times, values, end}

  constructor(owner, element) {
    this.owner = owner;
    this.element = element;
    this.chart = null;
  }

  add(signal, client) {
    const one = { ...signal, times: [], values: [] };
    one.end = client.subscribe(signal.topic, (message, time) => {
      const last = one.times.length - 1;
      if (last >= 0 && time < one.times[last]) one.times.length = one.values.length = 0; // the world was reset
      if (last >= 0 && time === one.times[last]) return;
      one.times.push(time);
      one.values.push(Number(message[signal.field] ?? NaN));
      while (one.times.length > mostPoints || time - one.times[0] > 1.2 * window_s) {
        one.times.shift();
        one.values.shift();
      }
      this.stale = true;
    });
    this.series.push(one);
    this.build();
  }

  remove() {
    this.series.forEach((one) => one.end());
    this.chart?.destroy();
    this.element.remove();
  }

  build() {
    this.chart?.destroy();
    const style = getComputedStyle(document.documentElement);
    const soft = style.getPropertyValue('--soft');
    const line = style.getPropertyValue('--line');
    const axis = { stroke: soft, grid: { stroke: line, width: 1 }, ticks: { stroke: line } };
    const series = this.series.map((one, i) => ({
      label: one.unit ? `${one.name} [${one.unit}]` : one.name, stroke: colours[i % colours.length], width: 1.5, spanGaps: true,
    }));
    this.chart = new uPlot({
      width: this.width(), height: 150, legend: { live: true }, cursor: { drag: { x: true, y: false } },
      scales: { x: { time: false } }, axes: [{ ...axis }, { ...axis, size: 64, values: (_, at) => at.map((value) => Number(value.toPrecision(6))) }],
      series: [{ label: 's' }, ...series],
    }, this.data(), this.element);
  }

  data() {
    return this.series.length === 1
      ? [this.series[0].times, this.series[0].values]
      : uPlot.join(this.series.map((one) => [one.times, one.values]));
  }

  width() { return Math.max(240, this.element.clientWidth - 4); }

  draw() {
    if (!this.stale) return;
    this.stale = false;
    this.chart.setData(this.data());
  }
}

/** All plots. A signal is {key, topic, field, name, unit}. */
export class Plots extends EventTarget {
  #plots = [];

  constructor(area, client) {
    super();
    this.area = area;
    this.client = client;
    const draw = () => {
      requestAnimationFrame(draw);
      this.#plots.forEach((one) => one.draw());
    };
    draw();
    area.addEventListener('dragover', (event) => { event.preventDefault(); area.classList.add('drop'); });
    area.addEventListener('dragleave', () => area.classList.remove('drop'));
    area.addEventListener('drop', (event) => this.#onDrop(event));
  }

  #onDrop(event) {
    event.preventDefault();
    this.area.classList.remove('drop');
    const dropped = event.dataTransfer.getData('application/x-lockstep-signal');
    if (!dropped) return;
    const onto = this.#plots.find((one) => one.element.contains(event.target));
    const signal = JSON.parse(dropped);
    if (this.has(signal.key)) return;
    if (onto) onto.add(signal, this.client);
    else this.#add(signal);
    this.#changed();
  }

  has(key) { return this.#plots.some((plot) => plot.series.some((one) => one.key === key)); }
  /** Points of a plotted signal: [times, values]. */
  points(key) {
    const found = this.#plots.flatMap((plot) => plot.series).find((one) => one.key === key);
    return found ? [found.times, found.values] : null;
  }

  toggle(signal) {
    const plot = this.#plots.find((one) => one.series.some((s) => s.key === signal.key));
    if (plot) this.#remove(plot);
    else this.#add(signal);
    this.#changed();
  }

  rebuild() { this.#plots.forEach((one) => one.build()); }

  #add(signal) {
    const element = document.createElement('div');
    element.className = 'plot';
    const button = document.createElement('button');
    button.className = 'remove';
    button.textContent = '×';
    button.title = 'Remove this plot';
    button.setAttribute('aria-label', `Remove the plot of ${signal.key}`);
    element.append(button);
    this.area.append(element);
    const plot = new Plot(this, element);
    button.onclick = () => { this.#remove(plot); this.#changed(); };
    this.#plots.push(plot);
    plot.add(signal, this.client);
    new ResizeObserver(() => plot.chart.setSize({ width: plot.width(), height: 150 })).observe(element);
  }

  #remove(plot) {
    this.#plots.splice(this.#plots.indexOf(plot), 1);
    plot.remove();
  }

  #changed() {
    document.getElementById('plots-hint').hidden = this.#plots.length > 0;
    this.dispatchEvent(new Event('change'));
  }
}
