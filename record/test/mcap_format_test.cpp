// SPDX-License-Identifier: Apache-2.0
#include "mcap_format.hpp"

#include <gtest/gtest.h>

namespace lockstep::record::mcap {
namespace {

// The check value every description of CRC-32 gives, and that pieces add up.
TEST(McapFormat, CrcHasTheKnownCheckValue) {
  EXPECT_EQ(crc32("123456789"), 0xCBF43926U);
  EXPECT_EQ(crc32(""), 0U);
  EXPECT_EQ(crc32("56789", crc32("1234")), 0xCBF43926U);
}

// Integers are little-endian, strings have their length in front.
TEST(McapFormat, WritesIntegersAndStrings) {
  std::string out;
  put_u8(out, 1);
  put_u16(out, 0x0203);
  put_u32(out, 0x04050607);
  put_u64(out, 0x08);
  put_string(out, "ab");
  EXPECT_EQ(out, std::string("\x01\x03\x02\x07\x06\x05\x04\x08\0\0\0\0\0\0\0\x02\0\0\0ab", 21));
}

// A record gets its length when its content is complete; records may follow each other.
TEST(McapFormat, FillsInTheLengthOfARecord) {
  std::string out;
  {
    const Record record{out, Opcode::kDataEnd};
    put_u32(out, 7);
  }
  { const Record record{out, Opcode::kHeader}; }
  EXPECT_EQ(out, std::string("\x0f\x04\0\0\0\0\0\0\0\x07\0\0\0\x01\0\0\0\0\0\0\0\0", 22));
}

}  // namespace
}  // namespace lockstep::record::mcap
