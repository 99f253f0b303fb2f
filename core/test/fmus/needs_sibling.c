// SPDX-License-Identifier: Apache-2.0
// A library that needs another one from its own folder, without an rpath that would find it.
extern int sibling_value(void);
__attribute__((visibility("default"))) int value_of_sibling(void) {
  return sibling_value();
}
