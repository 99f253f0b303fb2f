// SPDX-License-Identifier: Apache-2.0
// The library that needs_sibling.c needs; it lies beside it and nowhere else.
__attribute__((visibility("default"))) int sibling_value(void) {
  return 42;
}
