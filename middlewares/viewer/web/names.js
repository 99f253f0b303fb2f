// SPDX-License-Identifier: Apache-2.0
// Long names break where a reader would break them: after / . _ : and between words like jointTorque.

/** Fills an element with a name. Its text stays the name, so that searching and copying work. */
export function showName(element, name) {
  const parts = name.split(/(?<=[/._:\]])|(?<=[a-z0-9])(?=[A-Z])/);
  element.replaceChildren(...parts.flatMap((part, i) => (i === 0 ? [part] : [document.createElement('wbr'), part])));
  return element;
}
