// SPDX-License-Identifier: Apache-2.0
#include "instance/log_text.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstdint>

namespace lockstep::core {
namespace {

std::string formatted(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  std::string text = format_foreign(format, arguments);
  va_end(arguments);
  return text;
}

// What C's printf makes of proper formats, ours does too.
TEST(LogText, FormatsAsPrintf) {
  EXPECT_EQ(formatted("plain"), "plain");
  EXPECT_EQ(formatted("%d %i %u %5d|%-5d|%05d", -1, 2, 3U, 4, 5, 6), "-1 2 3     4|5    |00006");
  EXPECT_EQ(formatted("%x %X %#x %o", 255, 255, 255, 8), "ff FF 0xff 10");
  EXPECT_EQ(formatted("%ld %lld %zu", -3L, -4LL, std::size_t{5}), "-3 -4 5");
  EXPECT_EQ(formatted("%u %lu", 4000000000U, 18446744073709551615UL), "4000000000 18446744073709551615");
  EXPECT_EQ(formatted("%hhd %hu", 300, 70000), "44 4464");
  EXPECT_EQ(formatted("%f %.2f %g %e %8.3f|", 1.5, 2.345, 1e-7, 12.0, 3.14159),
            "1.500000 2.35 1e-07 1.200000e+01    3.142|");
  EXPECT_EQ(formatted("%Lg", 2.5L), "2.5");
  EXPECT_EQ(formatted("%s|%5s|%-5s|%.2s", "a", "b", "c", "defg"), "a|    b|c    |de");
  EXPECT_EQ(formatted("%*d|%.*f", 4, 7, 1, 2.25), "   7|2.2");
  EXPECT_EQ(formatted("%c%c", 'o', 'k'), "ok");
  EXPECT_EQ(formatted("100%%"), "100%");
}

// A sentence with percent signs and no arguments comes out as it is.
TEST(LogText, LeavesPercentSignsOfSentencesAlone) {
  EXPECT_EQ(formatted("100% sure, 50% of it, 7%"), "100% sure, 50% of it, 7%");
  EXPECT_EQ(formatted("10% done, 20 % increase, a % b"), "10% done, 20 % increase, a % b");
  EXPECT_EQ(formatted("%y %k"), "%y %k");
}

// Format strings that would crash printf: no valid pointer for %s, %n, NULL.
TEST(LogText, SurvivesBadArguments) {
  EXPECT_EQ(formatted("%s", static_cast<const char*>(nullptr)), "(null)");
  EXPECT_EQ(formatted("%s", reinterpret_cast<const char*>(std::uintptr_t{16})), "%s");
  EXPECT_EQ(formatted("%s", reinterpret_cast<const char*>(std::uintptr_t{0x7000'0000'0000'1234})), "%s");
  int target = 7;
  EXPECT_EQ(formatted("a%nb", &target), "ab");
  EXPECT_EQ(target, 7);
  EXPECT_EQ(formatted(nullptr), "");
  EXPECT_EQ(formatted("%"), "%");
  EXPECT_EQ(formatted("%5.3l"), "%5.3l");
}

// The longest output and the widest field are bounded, whatever the FMU asks for.
TEST(LogText, BoundsItsOutput) {
  const std::string longest(100'000, 'x');
  const std::string text = formatted("%s", longest.c_str());
  EXPECT_LE(text.size(), kMaxLogText + 16);
  EXPECT_EQ(text.substr(text.size() - 9), "... (cut)");
  EXPECT_LE(formatted("%99999d", 1).size(), 2000U);
  EXPECT_LE(formatted(longest.c_str()).size(), kMaxLogText + 16);
}

// Readability is checked across pages: text that runs into an unmapped page is refused, text that ends before
// is not.
TEST(LogText, KnowsReadableMemory) {
  constexpr std::size_t kPage = 4096;
  auto* pages = static_cast<char*>(
      mmap(nullptr, 2 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(pages, MAP_FAILED);
  ASSERT_EQ(mprotect(pages + kPage, kPage, PROT_NONE), 0);
  std::fill(pages, pages + kPage, 'x');
  EXPECT_FALSE(is_readable(pages + 10, 8000));
  EXPECT_TRUE(is_readable(pages + 10, 100));
  pages[kPage - 1] = '\0';
  EXPECT_TRUE(is_readable(pages + 10, 8000));
  munmap(pages, 2 * kPage);
}

std::string_view name_of(ValueReference reference, VariableType type) {
  if (reference == 12 && type == VariableType::kFloat64) return "motor.tau";
  if (reference == 12 && type == VariableType::kInt32) return "mode";
  return {};
}

// FMI 2 writes #r12#, FMI 3 #12#; two hashes are one; anything else stays.
TEST(LogText, ReplacesReferencesByNames) {
  EXPECT_EQ(expand_typed_references("#r12# of #i12# is ##1", name_of), "motor.tau of mode is #1");
  EXPECT_EQ(expand_typed_references("#r99# #12# #q12# #r12 #", name_of), "#r99# #12# #q12# #r12 #");
  EXPECT_EQ(expand_references("#12# is ## and #13#", name_of), "motor.tau is # and #13#");
  EXPECT_EQ(expand_references("#99999999999# #", name_of), "#99999999999# #");
}

}  // namespace
}  // namespace lockstep::core
