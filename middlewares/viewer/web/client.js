// SPDX-License-Identifier: Apache-2.0
// The Foxglove WebSocket protocol, as far as the page uses it.

const text = new TextDecoder();
const bytes = new TextEncoder();

/** A connection to the world, made again when it is lost. Events: 'info', 'channels', 'services', 'parameters',
 *  'status', 'time', 'open', 'close'. */
export class WorldClient extends EventTarget {
  channels = new Map();   // topic -> channel
  services = new Map();   // name -> service
  parameters = new Map(); // name -> parameter
  #listeners = new Map(); // topic -> Set of functions
  #subscriptions = new Map(); // id -> topic
  #ids = new Map();           // topic -> id
  #calls = new Map();         // call id -> {resolve, reject}
  #next = 1;
  #socket = null;

  connect() {
    const socket = new WebSocket(`ws://${location.host}/`, ['foxglove.sdk.v1']);
    this.#socket = socket;
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => this.#emit('open');
    socket.onmessage = ({ data }) => (typeof data === 'string' ? this.#onText(JSON.parse(data)) : this.#onBinary(data));
    socket.onclose = ({ code, reason }) => {
      for (const { reject } of this.#calls.values()) reject(new Error('the connection was lost'));
      this.#calls.clear();
      this.#ids.clear();
      this.#subscriptions.clear();
      this.#emit('close', { code, reason });
      setTimeout(() => this.connect(), 2000);
    };
  }

  get connected() { return this.#socket?.readyState === WebSocket.OPEN; }

  /** Calls `listener(payload, time_s)` for every message on a topic. Returns a function that ends it. */
  subscribe(topic, listener) {
    if (!this.#listeners.has(topic)) this.#listeners.set(topic, new Set());
    this.#listeners.get(topic).add(listener);
    this.#subscribe(topic);
    return () => {
      const all = this.#listeners.get(topic);
      all?.delete(listener);
      if (!all || all.size > 0) return;
      this.#listeners.delete(topic);
      const id = this.#ids.get(topic);
      if (id === undefined) return;
      this.#ids.delete(topic);
      this.#subscriptions.delete(id);
      this.#send({ op: 'unsubscribe', subscriptionIds: [id] });
    };
  }

  /** Sends a request; resolves to its reply. */
  call(name, args = {}) {
    const service = this.services.get(name);
    if (!service || !this.connected) return Promise.reject(new Error(`'${name}' cannot be called now`));
    const call = this.#next++;
    const payload = bytes.encode(JSON.stringify(args));
    const message = new DataView(new ArrayBuffer(17 + payload.length));
    message.setUint8(0, 2);
    message.setUint32(1, service.id, true);
    message.setUint32(5, call, true);
    message.setUint32(9, 4, true);
    new Uint8Array(message.buffer).set(bytes.encode('json'), 13);
    new Uint8Array(message.buffer).set(payload, 17);
    this.#socket.send(message.buffer);
    return new Promise((resolve, reject) => this.#calls.set(call, { resolve, reject }));
  }

  setParameter(name, value) {
    this.#send({ op: 'setParameters', parameters: [{ name, value }] });
  }

  watchParameters() {
    this.#send({ op: 'getParameters', parameterNames: [], id: 'all' });
  }

  watchParameter(name) {
    this.#send({ op: 'subscribeParameterUpdates', parameterNames: [name] });
  }

  #emit(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }
  #send(message) { if (this.connected) this.#socket.send(JSON.stringify(message)); }

  #subscribe(topic) {
    const channel = this.channels.get(topic);
    if (!channel || this.#ids.has(topic)) return;
    const id = this.#next++;
    this.#ids.set(topic, id);
    this.#subscriptions.set(id, topic);
    this.#send({ op: 'subscribe', subscriptions: [{ id, channelId: channel.id }] });
  }

  #onText(message) {
    switch (message.op) {
      case 'serverInfo':
        this.services.clear();
        this.#emit('info', message);
        break;
      case 'advertise':
        this.channels = new Map(message.channels.map((one) => [one.topic, one]));
        for (const topic of this.#listeners.keys()) this.#subscribe(topic);
        this.#emit('channels');
        break;
      case 'advertiseServices':
        this.services = new Map(message.services.map((one) => [one.name, one]));
        this.#emit('services');
        break;
      case 'parameterValues':
        for (const one of message.parameters) this.parameters.set(one.name, { ...this.parameters.get(one.name), ...one });
        this.#emit('parameters', message);
        break;
      case 'serviceCallFailure':
        this.#calls.get(message.callId)?.reject(new Error(message.message));
        this.#calls.delete(message.callId);
        break;
      case 'status':
        this.#emit('status', message);
        break;
    }
  }

  #onBinary(buffer) {
    const view = new DataView(buffer);
    switch (view.getUint8(0)) {
      case 1: {
        const topic = this.#subscriptions.get(view.getUint32(1, true));
        if (topic === undefined) return;
        const time = Number(view.getBigUint64(5, true)) * 1e-9;
        const channel = this.channels.get(topic);
        const payload = channel.encoding === 'json' ? JSON.parse(text.decode(buffer.slice(13))) : buffer.slice(13);
        for (const listener of this.#listeners.get(topic) ?? []) listener(payload, time);
        break;
      }
      case 2:
        this.#emit('time', Number(view.getBigUint64(1, true)) * 1e-9);
        break;
      case 3: {
        const call = view.getUint32(5, true);
        const start = 13 + view.getUint32(9, true);
        this.#calls.get(call)?.resolve(JSON.parse(text.decode(buffer.slice(start)) || '{}'));
        this.#calls.delete(call);
        break;
      }
    }
  }
}
