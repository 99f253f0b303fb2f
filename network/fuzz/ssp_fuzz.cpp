// SPDX-License-Identifier: Apache-2.0
// A system structure, a parameter set and a mapping, with a zero byte between them, in a folder: read_ssp()
// answers with a system or with Error, whatever they say.
#include <unistd.h>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "lockstep/network/graph_svg.hpp"
#include "lockstep/network/ssp.hpp"

namespace {

const std::filesystem::path& folder() {
  static const std::filesystem::path made = [] {
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("ssp_fuzz." + std::to_string(getpid()));
    std::filesystem::create_directories(path);
    return path;
  }();
  return made;
}

std::string_view take_file(std::string_view& rest, const char* name) {
  const std::size_t end = rest.find('\0');
  const std::string_view text = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  std::ofstream{folder() / name, std::ios::binary} << text;
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest{reinterpret_cast<const char*>(data), size};
  take_file(rest, "SystemStructure.ssd");
  take_file(rest, "p.ssv");
  take_file(rest, "p.ssm");
  try {
    const auto system = lockstep::network::read_ssp(folder());
    static_cast<void>(lockstep::network::graph_svg(system.network));
  } catch (const lockstep::Error&) {  // the other good answer
  }
  return 0;
}
