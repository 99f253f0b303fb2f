// SPDX-License-Identifier: Apache-2.0
// Sliders for inlets, and requests as forms. Requests of the world itself (world/...) are in the toolbar.
import { showName } from './names.js';

const ranges = { rad: Math.PI, 'rad/s': 10, m: 1, 'm/s': 2, 'N.m': 20, N: 20, V: 24 };

function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** A slider with a number beside it; the number may go beyond the slider. Calls `change(number)`. A value of null is not
 *  known yet: the slider stands in the middle and the number is empty. */
function slider(label, unit, value, change) {
  const most = Math.max(ranges[unit] ?? 1, Math.abs(value ?? 0) * 2);
  const range = make('input', { type: 'range', min: -most, max: most, step: most / 500, value: value ?? 0, ariaLabel: label });
  const number = make('input', { type: 'number', step: 'any', value: value ?? '', ariaLabel: `${label}, number` });
  range.oninput = () => { number.value = range.value; change(Number(range.value)); };
  number.onchange = () => {
    const given = Number(number.value);
    if (number.value === '' || !Number.isFinite(given)) return;
    if (Math.abs(given) > Number(range.max)) { range.max = 2 * Math.abs(given); range.min = -range.max; }
    range.value = given;
    change(given);
  };
  const row = make('div', { className: 'row' }, range, number, make('span', { textContent: unit }));
  row.show = (shown) => {
    if (document.activeElement === range || document.activeElement === number) return;
    range.value = shown;
    number.value = Number(Number(shown).toPrecision(6));
  };
  return row;
}

/** An input for one field of a form; `.read()` gives its value. */
function field(name, schema, array) {
  const row = make('label', { className: 'row' }, make('span', { textContent: name }));
  const type = array ? 'text' : schema.type === 'boolean' ? 'checkbox' : schema.type === 'string' ? 'text' : 'number';
  const input = make('input', { type, step: schema.type === 'integer' ? '1' : 'any', ariaLabel: name });
  if (type === 'number') input.value = schema.type === 'integer' ? 1 : 0;
  row.append(input, make('span', { textContent: schema.description ?? '' }));
  const parse = (text) => (schema.type === 'string' ? text : schema.type === 'boolean' ? text === 'true' : Number(text));
  row.read = () => (type === 'checkbox' ? input.checked
    : array ? input.value.split(/[\s,]+/).filter(Boolean).map(parse) : parse(input.value));
  return row;
}

export class Controls {
  #inlets = new Map(); // name -> rows

  constructor(element, client) {
    this.element = element;
    this.client = client;
    this.inlets = make('div');
    this.requests = make('div');
    element.append(make('h2', { textContent: 'Inlets', hidden: true }), this.inlets, this.requests);
    client.addEventListener('parameters', ({ detail }) => this.#onParameters(detail));
    client.addEventListener('services', () => this.#build());
  }

  #onParameters({ parameters, id }) {
    if (id === 'all') {
      this.#inlets.clear();
      this.inlets.replaceChildren(...parameters.map((one) => this.#inlet(one)));
      if (parameters.length === 0) {
        this.inlets.append(make('p', { textContent: 'This world has no inlets.' }));
      }
    }
    for (const { name, value } of parameters) {
      [value].flat().forEach((element, i) => this.#inlets.get(name)?.[i]?.show?.(element));
    }
  }

  #inlet({ name, value }) {
    const values = [value].flat();
    const count = values.length;
    const { unit, description } = this.#describe(name);
    const write = () => this.client.setParameter(name, Array.isArray(value) ? [...values] : values[0]);
    const rows = values.slice(0, 16).map((element, i) => {
      const label = count === 1 ? name : `${name}[${i + 1}]`;
      if (typeof element === 'number') return slider(label, unit, element, (given) => { values[i] = given; write(); });
      const row = field(count === 1 ? '' : `${i + 1}`, { type: typeof element }, false);
      row.onchange = () => { values[i] = row.read(); write(); };
      return row;
    });
    this.#inlets.set(name, rows);
    this.client.watchParameter(name);
    return make('div', { className: 'control' }, showName(make('h3'), name),
      ...(description ? [make('p', { textContent: description })] : []), ...rows);
  }

  #describe(name) {
    const cut = name.lastIndexOf('/');
    const channel = this.client.channels.get(cut < 0 ? '/signals' : '/' + name.slice(0, cut));
    const properties = channel ? JSON.parse(channel.schema).properties : {};
    const own = properties[name.slice(cut + 1)] ?? properties[`${name.slice(cut + 1)}[1]`];
    return { unit: own?.description ?? '', description: '' };
  }

  #build() {
    const shown = [...this.client.services.values()].filter(({ name }) => !name.startsWith('world/'));
    this.requests.replaceChildren(...shown.map((one) => this.#request(one)));
  }

  #request(service) {
    const { properties } = JSON.parse(service.request.schema);
    const entries = Object.entries(properties);
    const reply = make('span', { className: 'reply' });
    reply.setAttribute('role', 'status');
    let busy = false;
    let waiting = null;
    // While a request is under way only the newest of those that follow is kept: a slider makes many.
    const send = async (args) => {
      if (busy) { waiting = args; return; }
      busy = true;
      try {
        const result = await this.client.call(service.name, args);
        reply.className = 'reply';
        reply.textContent = Object.keys(result).length > 0 ? JSON.stringify(result) : 'done';
      } catch (error) {
        reply.className = 'reply bad';
        reply.textContent = error.message;
      }
      busy = false;
      if (waiting) { const next = waiting; waiting = null; send(next); }
    };
    const box = make('div', { className: 'control' }, showName(make('h3'), service.name),
      ...(service.description ? [make('p', { textContent: service.description })] : []));
    if (entries.length === 1 && entries[0][1].type === 'number') {
      const [name, schema] = entries[0];
      box.append(slider(service.name, schema.description ?? '', null, (value) => send({ [name]: value })), reply);
      return box;
    }
    const fields = entries.map(([name, schema]) => [name, field(name, schema.items ?? schema, schema.type === 'array')]);
    const button = make('button', { textContent: 'Send' });
    button.onclick = () => send(Object.fromEntries(fields.map(([name, row]) => [name, row.read()])));
    box.append(...fields.map(([, row]) => row), make('div', { className: 'row' }, button, reply));
    return box;
  }
}
