// SPDX-License-Identifier: Apache-2.0
#include "lockstep/middlewares/api/mapping.hpp"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <fstream>
#include <set>
#include <sstream>

#include "lockstep/core/isolation_config.hpp"

namespace lockstep::middlewares {
namespace {

/// Reads one file and remembers every mistake.
class Reader {
 public:
  explicit Reader(std::string file) : file_{std::move(file)} {}

  Mapping read(const std::string& text) {
    YAML::Node root;
    try {
      root = YAML::Load(text);
    } catch (const YAML::ParserException& error) {
      report(error.mark, error.msg, "see a YAML reference");
      finish();
    }
    Mapping mapping;
    if (root.IsNull()) return mapping;
    if (!root.IsMap()) report(root, "the file is no map", "start with inputs:, outputs: or trigger:");
    for (const auto& entry : members(root))
      read_section(entry.first.Scalar(), entry.first, entry.second, mapping);
    finish();
    return mapping;
  }

 private:
  using Members = std::vector<std::pair<YAML::Node, YAML::Node>>;

  void read_section(const std::string& key, const YAML::Node& where, const YAML::Node& value,
                    Mapping& mapping) {
    if (key == "inputs") {
      read_topics(value, mapping.inputs);
    } else if (key == "outputs") {
      read_topics(value, mapping.outputs);
    } else if (key == "services") {
      read_topics(value, mapping.services);
    } else if (key == "trigger") {
      read_trigger(value, mapping);
    } else if (key == "parameters") {
      mapping.parameters = read_values(value);
    } else if (key == "safe") {
      mapping.safe = read_values(value);
    } else if (key == "topics") {
      for (const auto& [name, topic] : members(value))
        mapping.topics.push_back({name.Scalar(), text(topic), location(name)});
    } else if (key == "own_topics") {
      read_own_topics(value, mapping);
    } else if (core::is_isolation_field(key)) {
      add_config(key, value, mapping.isolation);
    } else {
      report(
          where, fmt::format("unknown section '{}'", key),
          "expected inputs, outputs, services, trigger, parameters, safe, topics, own_topics or isolation");
    }
  }

  void read_topics(const YAML::Node& node, std::vector<MappedTopic>& topics) {
    for (const auto& [name, content] : members(node)) {
      MappedTopic topic;
      topic.topic = name.Scalar();
      topic.where = location(name);
      for (const auto& [path, target] : members(content))
        if (!read_option(path.Scalar(), target, topic)) topic.fields.push_back(read_field(path, target));
      if (topic.type.empty())
        report(name, fmt::format("topic '{}' has no type", topic.topic),
               "add type: geometry_msgs/TwistStamped or alike");
      topics.push_back(std::move(topic));
    }
  }

  // What is said of a topic besides its fields; false: `key` is a field.
  bool read_option(const std::string& key, const YAML::Node& value, MappedTopic& topic) {
    if (key == "type") {
      topic.type = text(value);
    } else if (key == "request") {
      topic.request = text(value);
    } else if (key == "arguments") {
      topic.arguments = read_values(value);
    } else if (key == "every") {
      topic.every_s = seconds(value);
    } else if (key == "lockstep") {
      topic.keep_step = read_keep_step(value);
    } else {
      return false;
    }
    return true;
  }

  std::vector<MappedParameter> read_values(const YAML::Node& node) {
    std::vector<MappedParameter> values;
    for (const auto& [name, given] : members(node))
      values.push_back({name.Scalar(), texts(given), location(name)});
    return values;
  }

  KeepStep read_keep_step(const YAML::Node& node) {
    KeepStep result;
    if (node.IsScalar() && node.Scalar() == "true") return result;
    if (!node.IsMap()) report(node, "lockstep is not understood", "expected true, or {timeout: ..., ...}");
    for (const auto& [key, value] : members(node)) {
      const std::string& word = key.Scalar();
      if (word == "period") {
        result.period_s = seconds(value);
      } else if (word == "timeout") {
        result.timeout_s = seconds(value);
      } else if (word == "on_timeout" && text(value) == "hold") {
        result.on_timeout = devices::FaultPolicy::kHold;
      } else if (word != "on_timeout" || text(value) != "stop") {
        report(key, fmt::format("{} is not understood", word),
               "expected period, timeout (both in seconds), or on_timeout: stop or hold");
      }
    }
    return result;
  }

  double seconds(const YAML::Node& node) {
    double value = 0.0;
    if (node.IsScalar() && YAML::convert<double>::decode(node, value) && value >= 1e-9 && value <= 1e9)
      return value;
    report(node, fmt::format("'{}' is no time", node.IsScalar() ? node.Scalar() : "..."),
           "expected seconds, 1e-09 to 1e+09");
    return 1.0;
  }

  MappedField read_field(const YAML::Node& path, const YAML::Node& target) {
    MappedField field{path.Scalar(), {}, {}, location(path)};
    if (!target.IsMap()) {
      field.port = text(target);
      return field;
    }
    const Members parts = members(target);
    if (parts.size() != 1 || parts.front().first.Scalar() != "constant") {
      report(target, fmt::format("field '{}' is a map", field.path),
             "expected the name of a variable or port, or {constant: value}");
      return field;
    }
    field.constant = texts(parts.front().second);
    return field;
  }

  void read_trigger(const YAML::Node& node, Mapping& mapping) {
    if (node.IsMap()) {
      const Members parts = members(node);
      if (parts.size() == 1 && parts.front().first.Scalar() == "message") {
        mapping.trigger = Trigger{Trigger::Kind::kMessage, text(parts.front().second)};
        return;
      }
    } else if (node.IsScalar()) {
      try {
        mapping.trigger = parse_trigger(node.Scalar());
        return;
      } catch (const Error&) {
        // reported below, with the line
      }
    }
    report(node, "the trigger is not understood", "expected timer, service or {message: <topic>}");
  }

  void read_own_topics(const YAML::Node& node, Mapping& mapping) {
    const std::string word = text(node);
    if (word == "unmapped") {
      mapping.own_topics = Mapping::OwnTopics::kUnmapped;
    } else if (word == "all") {
      mapping.own_topics = Mapping::OwnTopics::kAll;
    } else if (word == "none") {
      mapping.own_topics = Mapping::OwnTopics::kNone;
    } else {
      report(node, fmt::format("own_topics is '{}'", word), "expected unmapped, all or none");
    }
  }

  // As scenarios do it: a list gives one child per item.
  void add_config(const std::string& name, const YAML::Node& value, core::ConfigNode& parent) {
    if (value.IsSequence()) {
      for (const auto& item : value)
        add_config(name, item, parent);
      return;
    }
    core::ConfigNode node{name, value.IsScalar() ? value.Scalar() : "", location(value)};
    if (value.IsMap()) {
      for (const auto& [key, inside] : members(value))
        add_config(key.Scalar(), inside, node);
    }
    parent.children.push_back(std::move(node));
  }

  // The pairs of a map, each key once; anything else is a mistake.
  Members members(const YAML::Node& node) {
    Members result;
    if (!node.IsMap()) {
      if (!node.IsNull()) report(node, "expected a map here", "write key: value lines");
      return result;
    }
    std::set<std::string> seen;
    for (const auto& entry : node) {
      if (!entry.first.IsScalar()) {
        report(entry.first, "a key is no text", "write key: value lines");
      } else if (!seen.insert(entry.first.Scalar()).second) {
        report(entry.first, fmt::format("'{}' is there twice", entry.first.Scalar()), "remove one");
      } else {
        result.emplace_back(entry.first, entry.second);
      }
    }
    return result;
  }

  std::string text(const YAML::Node& node) {
    if (node.IsScalar()) return node.Scalar();
    report(node, "expected a single value here", "write key: value");
    return {};
  }
  std::vector<std::string> texts(const YAML::Node& node) {
    if (!node.IsSequence()) return {text(node)};
    std::vector<std::string> result;
    for (const auto& element : node)
      result.push_back(text(element));
    return result;
  }

  SourceLocation location(const YAML::Mark& mark) const {
    if (mark.line < 0) return {file_, 0, 0};
    return {file_, static_cast<std::uint32_t>(mark.line + 1), static_cast<std::uint32_t>(mark.column + 1)};
  }
  SourceLocation location(const YAML::Node& node) const { return location(node.Mark()); }
  void report(const YAML::Mark& mark, const std::string& message, const std::string& fix) {
    findings_.push_back({Severity::kError, "mapping", message, fix, location(mark)});
  }
  void report(const YAML::Node& node, const std::string& message, const std::string& fix) {
    report(node.Mark(), message, fix);
  }
  void finish() {
    if (!findings_.empty())
      throw Error{ErrorCode::kBadInput, fmt::format("mapping file '{}' is wrong", file_), findings_};
  }

  std::string file_;
  std::vector<Diagnostic> findings_;
};

}  // namespace

Trigger parse_trigger(std::string_view text) {
  if (text == "timer") return {};
  if (text == "service") return {Trigger::Kind::kService, {}};
  constexpr std::string_view kPrefix = "message:";
  if (text.substr(0, kPrefix.size()) == kPrefix) {
    const std::size_t start = text.find_first_not_of(' ', kPrefix.size());
    if (start != std::string_view::npos) return {Trigger::Kind::kMessage, std::string{text.substr(start)}};
  }
  throw Error{ErrorCode::kBadInput,
              fmt::format("the trigger is '{}', expected timer, service or message: <topic>", text)};
}

Mapping parse_mapping(const std::string& text, const std::string& name) {
  return Reader{name}.read(text);
}

Mapping read_mapping(const std::filesystem::path& file) {
  std::ifstream stream{file};
  if (!stream) {
    throw Error{
        ErrorCode::kNotFound,
        fmt::format("mapping file '{}' is not there or cannot be read; check the path", file.string())};
  }
  std::ostringstream text;
  text << stream.rdbuf();
  return parse_mapping(text.str(), file.string());
}

}  // namespace lockstep::middlewares
