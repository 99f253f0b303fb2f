// SPDX-License-Identifier: Apache-2.0
#include "zip_writer.hpp"

#include <gtest/gtest.h>

namespace lockstep::exporter {
namespace {

std::string archive() {
  ZipWriter zip;
  zip.add("modelDescription.xml", "123456789", false);
  zip.add("binaries/linux64/a.so", "", true);
  return zip.finish();
}

std::uint32_t u32(const std::string& bytes, std::size_t at) {
  std::uint32_t x = 0;
  for (int i = 3; i >= 0; --i)
    x = (x << 8) | static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(i)]);
  return x;
}

// Names and contents are all there is to it: the same bytes every time.
TEST(ZipWriter, is_reproducible) {
  EXPECT_EQ(archive(), archive());
}

// Local header, content, central directory and end record are where the format wants them. 0xcbf43926 is the
// CRC-32 of "123456789" in every textbook.
TEST(ZipWriter, layout) {
  const std::string zip = archive();
  EXPECT_EQ(u32(zip, 0), 0x04034b50U);
  EXPECT_EQ(u32(zip, 14), 0xcbf43926U);
  EXPECT_EQ(zip.substr(30, 29), "modelDescription.xml123456789");
  const std::size_t end = zip.size() - 22;
  EXPECT_EQ(u32(zip, end), 0x06054b50U);
  EXPECT_EQ(u32(zip, end + 8), 0x00020002U);  // two entries
  const std::uint32_t directory = u32(zip, end + 16);
  EXPECT_EQ(u32(zip, directory), 0x02014b50U);
  EXPECT_EQ(directory + u32(zip, end + 12), end);
  EXPECT_EQ(u32(zip, directory + 38) >> 16, 0100644U);
  const std::size_t second = directory + 46 + 20;
  EXPECT_EQ(u32(zip, second + 38) >> 16, 0100755U);
  EXPECT_EQ(u32(zip, u32(zip, second + 42)), 0x04034b50U);
}

}  // namespace
}  // namespace lockstep::exporter
