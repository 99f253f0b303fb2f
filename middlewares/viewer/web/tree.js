// SPDX-License-Identifier: Apache-2.0
// Signals by component, with units and values of what is open.
import { showName } from './names.js';

const short = (value) => (typeof value === 'number' ? Number(value.toPrecision(6)).toString() : String(value ?? '–'));

export class SignalTree {
  #values = new Map(); // key -> element
  #closes = [];
  #leaves = new Map(); // key -> button

  constructor(element, search, client, plots) {
    this.element = element;
    this.search = search;
    this.client = client;
    this.plots = plots;
    search.addEventListener('input', () => this.#filter());
    plots.addEventListener('change', () => this.#mark());
  }

  /** Builds the tree from the channels of the world. */
  build() {
    this.#closes.forEach((close) => close());
    this.#closes = [];
    this.#values.clear();
    this.#leaves.clear();
    this.element.replaceChildren();
    const folders = new Map([['', this.element]]);
    for (const channel of this.client.channels.values()) {
      if (channel.encoding !== 'json' || channel.schemaName !== channel.topic) continue;
      this.#addComponent(channel, this.#folder(channel.topic.slice(1), folders));
    }
    this.#filter();
    this.#mark();
  }

  #folder(path, folders) {
    if (folders.has(path)) return folders.get(path);
    const cut = path.lastIndexOf('/');
    const parent = this.#folder(cut < 0 ? '' : path.slice(0, cut), folders);
    const details = document.createElement('details');
    const summary = document.createElement('summary');
    showName(summary, path.slice(cut + 1));
    details.append(summary);
    details.open = cut < 0;
    parent.append(details);
    folders.set(path, details);
    return details;
  }

  #addComponent(channel, details) {
    const list = document.createElement('div');
    list.className = 'leaves';
    const { properties } = JSON.parse(channel.schema);
    for (const [field, { description: unit = '', type }] of Object.entries(properties)) {
      list.append(this.#leaf({ key: `${channel.topic.slice(1)}/${field}`, topic: channel.topic, field, name: field, unit }, type));
    }
    details.querySelector('summary').after(list);
    let end = null;
    const follow = () => {
      const shown = details.open && list.offsetParent !== null;
      if (shown && !end) end = this.client.subscribe(channel.topic, (message) => this.#show(channel.topic, message));
      if (!shown && end) { end(); end = null; }
    };
    // One observer sees opening, closing, filters and tabs alike.
    const observer = new IntersectionObserver(follow);
    observer.observe(list);
    this.#closes.push(() => { observer.disconnect(); end?.(); });
  }

  #leaf(signal, type) {
    const button = document.createElement('button');
    button.className = 'leaf';
    const make = (name, text) => {
      const span = document.createElement('span');
      span.className = name;
      span.textContent = text;
      button.append(span);
      return span;
    };
    showName(make('name', ''), signal.name);
    this.#values.set(signal.key, make('value', ''));
    make('unit', signal.unit);
    this.#leaves.set(signal.key, button);
    if (type === 'string') {
      button.disabled = true;
      return button;
    }
    button.draggable = true;
    button.title = `Plot ${signal.key}`;
    button.addEventListener('click', () => this.plots.toggle({ ...signal, name: signal.key }));
    button.addEventListener('dragstart', (event) => {
      event.dataTransfer.setData('application/x-lockstep-signal', JSON.stringify({ ...signal, name: signal.key }));
    });
    return button;
  }

  #show(topic, message) {
    for (const [field, value] of Object.entries(message)) {
      const element = this.#values.get(`${topic.slice(1)}/${field}`);
      if (element) element.textContent = short(value);
    }
  }

  #mark() {
    for (const [key, button] of this.#leaves) button.setAttribute('aria-pressed', this.plots.has(key));
  }

  #filter() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const [key, button] of this.#leaves) {
      button.hidden = !words.every((word) => key.toLowerCase().includes(word));
      button.style.display = button.hidden ? 'none' : '';
    }
    for (const details of this.element.querySelectorAll('details')) {
      const any = [...details.querySelectorAll('.leaf')].some((leaf) => !leaf.hidden);
      details.hidden = !any;
      if (words.length > 0 && any) details.open = true;
    }
  }
}
