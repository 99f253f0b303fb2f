// SPDX-License-Identifier: Apache-2.0
const mostLines = 500;

/** Log and faults, the newest first. */
export class Log {
  #unseen = 0;

  constructor(list, count, client) {
    this.list = list;
    this.count = count;
    client.subscribe('/log', (line, time) => this.add(line.level, line.name, line.message, time));
    client.addEventListener('status', ({ detail }) => this.add(detail.level + 2, 'viewer', detail.message, null));
  }

  add(level, source, text, time) {
    const item = document.createElement('li');
    item.className = `level-${level}`;
    const stamp = document.createElement('time');
    stamp.textContent = time === null ? '' : `${time.toFixed(3)} s`;
    item.append(stamp, source ? `${source}: ${text}` : text);
    this.list.prepend(item);
    while (this.list.children.length > mostLines) this.list.lastChild.remove();
    if (level >= 3) this.count.textContent = ` (${++this.#unseen})`;
  }

  clear() { this.list.replaceChildren(); }

  seen() {
    this.#unseen = 0;
    this.count.textContent = '';
  }
}
