// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lockstep/network/ssp.hpp"
#include "network_support.hpp"
#include "support/files.hpp"
#include "support/zip_writer.hpp"

namespace lockstep::test {}

namespace lockstep::network::test {

using namespace lockstep::test;

/// Writes systems made of the FMUs of these tests.
class SspFolder {
 public:
  SspFolder() = default;
  /// FMUs of the tests as entries below resources/.
  static std::pair<std::string, std::string> fmu(const std::string& model) {
    return {"resources/" + model + ".fmu",
            lockstep::test::read_file(std::string{LOCKSTEP_NETWORK_FMUS} + "/3.0/" + model + ".fmu")};
  }
  static std::string ssd(const std::string& system, const std::string& after = {},
                         const std::string& version = "1.0") {
    return "<?xml version=\"1.0\"?>\n<ssd:SystemStructureDescription xmlns:ssd=\"d\" xmlns:ssc=\"c\" "
           "xmlns:ssv=\"v\" "
           "xmlns:ssm=\"m\" version=\"" +
           version + "\" name=\"S\">\n<ssd:System name=\"root\">\n" + system + "\n</ssd:System>\n" + after +
           "\n</ssd:SystemStructureDescription>";
  }
  static std::string component(const std::string& name, const std::string& model,
                               const std::string& inside = {}) {
    return "<ssd:Component name=\"" + name + "\" source=\"resources/" + model + ".fmu\">" + inside +
           "</ssd:Component>\n";
  }
  static std::string connection(const std::string& a, const std::string& x, const std::string& b,
                                const std::string& y, const std::string& inside = {}) {
    const auto element = [](const char* which, const std::string& name) {
      return name.empty() ? std::string{} : std::string{" "} + which + "Element=\"" + name + "\"";
    };
    return "<ssd:Connection" + element("start", a) + " startConnector=\"" + x + "\"" + element("end", b) +
           " endConnector=\"" + y + "\">" + inside + "</ssd:Connection>\n";
  }
  std::filesystem::path archive(const std::vector<std::pair<std::string, std::string>>& entries,
                                const std::string& name = "system.ssp") {
    std::vector<lockstep::test::ZipEntry> zip;
    for (const auto& [entry, content] : entries)
      zip.push_back({entry, content});
    return lockstep::test::write_file(folder.path() / name, lockstep::test::make_zip(zip));
  }
  /// All that is wrong with a system.
  std::string refusal(const std::filesystem::path& path) {
    try {
      read_ssp(path);
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  }
  lockstep::test::TemporaryFolder folder;
};

/// Plant and controller of control_loop() as elements and connections.
inline std::string loop_elements() {
  const std::string k =
      "<ssd:ParameterBindings><ssd:ParameterBinding><ssd:ParameterValues><ssv:ParameterSet version=\"1.0\" "
      "name=\"p\"><ssv:Parameters><ssv:Parameter name=\"k\"><ssv:Real value=\"2\"/></ssv:Parameter>"
      "</ssv:Parameters></ssv:ParameterSet></ssd:ParameterValues></ssd:ParameterBinding>"
      "</ssd:ParameterBindings>";
  return "<ssd:Elements>" + SspFolder::component("plant", "Plant", k) +
         SspFolder::component("controller", "PiController") + "</ssd:Elements><ssd:Connections>" +
         SspFolder::connection("plant", "y", "controller", "y") +
         SspFolder::connection("controller", "u", "plant", "u") + "</ssd:Connections>";
}

}  // namespace lockstep::network::test
