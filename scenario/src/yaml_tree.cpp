// SPDX-License-Identifier: Apache-2.0
#include "lockstep/scenario/yaml_tree.hpp"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <set>

#include "lockstep/core/number_text.hpp"

namespace lockstep::scenario {
namespace {

using core::ConfigNode;

class TreeMaker {
 public:
  TreeMaker(const std::string& file, const YamlLimits& limits) : file_{file}, limits_{limits} {}

  ConfigNode make(const std::string& name, const YAML::Node& yaml, std::size_t depth) {
    ConfigNode node{name, {}, place(yaml.Mark())};
    if (++nodes_ > limits_.max_nodes)
      node.fail("yaml-size",
                fmt::format("the file has more than {} values, aliases counted", limits_.max_nodes));
    if (depth > limits_.max_depth)
      node.fail("yaml-depth", fmt::format("values are nested more than {} deep", limits_.max_depth));
    if (yaml.IsScalar()) node.text = yaml.Scalar();
    if (yaml.IsMap()) add_map(node, yaml, depth);
    if (yaml.IsSequence()) add_list(node, name, yaml, depth);
    return node;
  }

 private:
  SourceLocation place(const YAML::Mark& mark) const {
    if (mark.is_null()) return {file_, 0, 0};
    return {file_, static_cast<std::uint32_t>(mark.line + 1), static_cast<std::uint32_t>(mark.column + 1)};
  }

  void add_map(ConfigNode& node, const YAML::Node& yaml, std::size_t depth) {
    std::set<std::string> keys;
    for (const auto& pair : yaml) {
      const ConfigNode key{"", "", place(pair.first.Mark())};
      if (!pair.first.IsScalar()) key.fail("yaml-key", "a key is a list or a map, expected a word");
      const std::string name = pair.first.Scalar();
      if (!keys.insert(name).second) key.fail("yaml-key-twice", fmt::format("'{}' stands here twice", name));
      if (pair.second.IsSequence() && !is_number_list(pair.second)) {
        for (const YAML::Node& item : pair.second)
          node.children.push_back(make(name, item, depth + 1));
      } else {
        node.children.push_back(make(name, pair.second, depth + 1));
        if (pair.second.IsNull()) node.children.back().where = key.where;
      }
    }
  }

  /// A list where no key is above it: numbers become one text, anything else items of the same name.
  void add_list(ConfigNode& node, const std::string& name, const YAML::Node& yaml, std::size_t depth) {
    if (is_number_list(yaml)) {
      for (const YAML::Node& item : yaml)
        node.text += (node.text.empty() ? "" : " ") + item.Scalar();
      return;
    }
    for (const YAML::Node& item : yaml)
      node.children.push_back(make(name, item, depth + 1));
  }

  static bool is_number_list(const YAML::Node& yaml) {
    for (const YAML::Node& item : yaml)
      if (!item.IsScalar() || !core::parse_double(item.Scalar())) return false;
    return yaml.size() > 0;
  }

  const std::string& file_;
  const YamlLimits& limits_;
  std::size_t nodes_{0};
};

}  // namespace

ConfigNode read_yaml(std::string_view text, const std::string& file, const YamlLimits& limits) {
  const ConfigNode whole{"scenario", "", {file, 0, 0}};
  if (text.size() > limits.max_bytes)
    whole.fail("yaml-size",
               fmt::format("the file has {} bytes, the limit is {}", text.size(), limits.max_bytes));
  try {
    const YAML::Node root = YAML::Load(std::string{text});
    if (!root.IsMap()) whole.fail("yaml-root", "the file holds no map, expected lines like 'world: FILE'");
    return TreeMaker{file, limits}.make("scenario", root, 1);
  } catch (const YAML::Exception& error) {
    const ConfigNode at{"scenario",
                        "",
                        {file, static_cast<std::uint32_t>(error.mark.line + 1),
                         static_cast<std::uint32_t>(error.mark.column + 1)}};
    at.fail("yaml-syntax", fmt::format("not YAML: {}", error.msg));
  }
}

}  // namespace lockstep::scenario
