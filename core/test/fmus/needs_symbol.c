// SPDX-License-Identifier: Apache-2.0
// A library that refers to a function nobody has. It loads lazily and works as long as call_it() is not
// called.
extern int lockstep_test_symbol_nobody_has(void);
__attribute__((visibility("default"))) int call_it(void) {
  return lockstep_test_symbol_nobody_has();
}
__attribute__((visibility("default"))) int works(void) {
  return 7;
}
