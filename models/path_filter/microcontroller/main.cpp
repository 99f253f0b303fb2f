// SPDX-License-Identifier: Apache-2.0
// The path filter on a bare Arm Cortex-M4: start-up, the manoeuvre of the tests, and its results over the
// debug channel. Nothing of a C++ runtime or C library is linked but libm and libgcc: whatever used the heap,
// exceptions or run-time type information would have undefined symbols.
#include <cstdint>

extern "C" {
void path_filter_step(double v_des, double omega_des, double size_s);
double path_filter_v();
double path_filter_omega();

// From the linker script.
extern std::uint32_t stack_end[], data_start[], data_end[], data_image[], bss_start[], bss_end[];
extern void (*init_array_start[])();
extern void (*init_array_end[])();

/// libm reports ranges here.
int* __errno() {
  static int number;
  return &number;
}
}

namespace {

/// A call to the debugger, or to an emulator in its place (semihosting).
int semihosting(int operation, const void* argument) {
  register int r0 __asm__("r0") = operation;
  register const void* r1 __asm__("r1") = argument;
  __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
}

/// The 64 bits of a number as 16 hexadecimal digits: no digit is lost, and nothing has to format a double.
char* write_bits(double value, char* at) {
  std::uint64_t bits = 0;
  __builtin_memcpy(&bits, &value, sizeof bits);
  for (int shift = 60; shift >= 0; shift -= 4)
    *at++ = "0123456789abcdef"[(bits >> shift) & 15U];
  return at;
}

/// Forward, stop, turn on the spot: one line "v omega" for each millisecond.
void drive() {
  for (int i = 0; i < 3000; ++i) {
    path_filter_step(i < 1000 ? 0.3 : 0.0, i < 2000 ? 0.0 : -0.5, 0.001);
    char line[40];
    char* at = write_bits(path_filter_v(), line);
    *at++ = ' ';
    at = write_bits(path_filter_omega(), at);
    *at++ = '\n';
    *at = '\0';
    semihosting(0x04, line);  // SYS_WRITE0
  }
}

}  // namespace

extern "C" [[noreturn]] void reset() {
  const std::uint32_t* from = data_image;
  for (std::uint32_t* to = data_start; to != data_end;)
    *to++ = *from++;
  for (std::uint32_t* to = bss_start; to != bss_end;)
    *to++ = 0;
  for (void (**construct)() = init_array_start; construct != init_array_end; ++construct)
    (*construct)();
  drive();
  semihosting(0x18, reinterpret_cast<const void*>(0x20026));  // SYS_EXIT: ADP_Stopped_ApplicationExit
  while (true) {
  }
}

namespace {

[[noreturn]] void fault() {
  semihosting(0x18, reinterpret_cast<const void*>(0x20023));  // SYS_EXIT: ADP_Stopped_RunTimeErrorUnknown
  while (true) {
  }
}

}  // namespace

/// Stack pointer, reset, and the first faults.
extern "C" __attribute__((section(".vectors"), used)) const void* const vectors[] = {
    stack_end,
    reinterpret_cast<const void*>(&reset),
    reinterpret_cast<const void*>(&fault),
    reinterpret_cast<const void*>(&fault),
    reinterpret_cast<const void*>(&fault),
    reinterpret_cast<const void*>(&fault),
    reinterpret_cast<const void*>(&fault),
};
