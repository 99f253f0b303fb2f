// SPDX-License-Identifier: Apache-2.0
// Signal dictionaries (SSB).
#include <fmt/format.h>

#include "ssp_tree.hpp"

namespace lockstep::network {
namespace {

using core::ConfigNode;

void read_entries(const ConfigNode& root, SspDictionary& dictionary, SspProblems& problems) {
  if (root.name != "SignalDictionary")
    root.fail("ssp-schema", fmt::format("the root is '{}', expected SignalDictionary", root.name));
  check_children(root, {"DictionaryEntry", "Enumerations", "Units"}, problems);
  dictionary.types = read_types(root, problems);
  for (const ConfigNode* node : root.all("DictionaryEntry")) {
    problems.guard([&] {
      check_attributes(*node, {}, problems);
      SspConnector entry;
      entry.name = node->text_of("name");
      entry.kind = "inout";
      entry.where = ConfigNode{"DictionaryEntry", "", node->where};
      if (dictionary.find(entry.name) != nullptr)
        node->fail("ssp-twice",
                   fmt::format("the dictionary '{}' has two entries '{}'", dictionary.name, entry.name));
      for (const ConfigNode& type : node->children)
        if (const auto unit = type.attribute("unit")) entry.unit = *unit;
      dictionary.entries.push_back(std::move(entry));
    });
  }
}

}  // namespace

const SspConnector* SspDictionary::find(const std::string& entry) const noexcept {
  for (const SspConnector& one : entries)
    if (one.name == entry) return &one;
  return nullptr;
}

SspDictionary read_dictionary(const ConfigNode& node, const SspFiles& files, SspProblems& problems) {
  check_attributes(node, {"type", "source", "sourceBase"}, problems);
  SspDictionary dictionary;
  dictionary.name = node.text_of("name");
  const std::string type = optional_text(node, "type", "application/x-ssp-signal-dictionary");
  const std::string source = optional_text(node, "source");
  if (type != "application/x-ssp-signal-dictionary") {
    problems.all.push_back(node.finding(
        Severity::kWarning, "ssp-type",
        fmt::format("the dictionary '{}' is of type '{}': its entries are not read", dictionary.name, type)));
  } else if (!source.empty()) {
    read_entries(files.read_xml(files.find(node, source)), dictionary, problems);
  } else if (const ConfigNode* inside = node.find("SignalDictionary")) {
    read_entries(*inside, dictionary, problems);
  } else {
    node.fail("ssp-schema",
              fmt::format("the dictionary '{}' has neither 'source' nor a SignalDictionary inside",
                          dictionary.name));
  }
  return dictionary;
}

}  // namespace lockstep::network
