// SPDX-License-Identifier: Apache-2.0
#include "lockstep/middlewares/api/channels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>

#include "constants.hpp"
#include "lockstep/adapter/names.hpp"

namespace lockstep::middlewares {
namespace {

using core::VariableType;

struct Indexed {
  std::string base;
  std::optional<std::size_t> index;
};

// "position[1]" is ("position", 1).
Indexed split_index(const std::string& text) {
  const std::size_t open = text.rfind('[');
  if (open == std::string::npos || text.back() != ']') return {text, {}};
  std::size_t index = 0;
  const char* first = text.data() + open + 1;
  const char* last = text.data() + text.size() - 1;
  const auto [end, error] = std::from_chars(first, last, index);
  if (error != std::errc{} || end != last || first == last) return {text, {}};
  return {text.substr(0, open), index};
}

bool is_real(VariableType type) {
  return type == VariableType::kFloat32 || type == VariableType::kFloat64;
}

std::string list_fields(const MessageType& type) {
  std::string text;
  for (const MessageField& field : type.fields)
    text += (text.empty() ? "" : ", ") + field.path + (field.is_array ? "[i]" : "");
  return text.empty() ? "none: the message has no fields" : "one of " + text;
}

SimTime to_time(double seconds) {
  return SimTime{static_cast<std::int64_t>(std::llround(seconds * 1e9))};
}

/// Which way the values of a channel go.
enum class Way : std::uint8_t { kIn, kOut };

/// Builds channels and remembers every mistake.
class Builder {
 public:
  Builder(const PortTable& table, const Mapping& mapping, const MessageCatalogue& catalogue,
          const FindRequest& find_request)
      : table_{table}, mapping_{mapping}, catalogue_{catalogue}, find_request_{find_request} {}

  Channels build() {
    Channels channels;
    for (const MappedTopic& topic : mapping_.inputs)
      add_mapped(topic, Way::kIn, channels.inputs);
    for (const MappedTopic& topic : mapping_.outputs)
      add_mapped(topic, Way::kOut, channels.outputs);
    for (const MappedTopic& service : mapping_.services)
      add_service(service, channels.services);
    check_renamed();
    add_own(Way::kIn, channels.inputs);
    add_own(Way::kOut, channels.outputs);
    if (!findings_.empty()) {
      throw Error{ErrorCode::kBadInput, fmt::format("{} cannot be connected with topics", words().owner),
                  findings_};
    }
    return channels;
  }

 private:
  /// Ports that the fields of one channel can have, and those that have a source already.
  struct Target {
    const PortTable& table;
    std::set<std::pair<const Port*, std::size_t>>& sources;
  };

  void add_mapped(const MappedTopic& topic, Way way, std::vector<Channel>& channels) {
    claim_topic(topic.topic, topic.where);
    check_options(topic, way);
    Channel channel;
    channel.topic = topic.topic;
    channel.type = catalogue_.find(topic.type);
    channel.keep_step = topic.keep_step;
    if (topic.every_s) channel.period = to_time(*topic.every_s);
    if (channel.type == nullptr) {
      report(topic.where,
             fmt::format("topic '{}' has the unknown message type '{}'", topic.topic, topic.type),
             "expected one of " + catalogue_.known_types());
      return;
    }
    if (topic.request.empty()) {
      channel.fields = bind_all(topic, *channel.type, way, {table_, sources_});
    } else {
      channel.request = bind_request(topic, *channel.type, channel.fields);
    }
    channels.push_back(std::move(channel));
  }

  void add_service(const MappedTopic& mapped, std::vector<Service>& services) {
    claim_topic(mapped.topic, mapped.where);
    if (!find_request_) {
      report(mapped.where, fmt::format("{} has no requests that services could send", words().owner),
             "remove the section services:");
      return;
    }
    Service service;
    service.name = mapped.topic;
    service.type = catalogue_.find_service(mapped.type);
    if (service.type == nullptr) {
      const std::string known = catalogue_.known_services();
      report(mapped.where, fmt::format("service '{}' has the unknown type '{}'", mapped.topic, mapped.type),
             known.empty() ? "this middleware offers no services here" : "expected one of " + known);
      return;
    }
    if (mapped.request.empty()) {
      report(mapped.where, fmt::format("service '{}' has no request", mapped.topic), "add request: <name>");
      return;
    }
    service.request = bind_request(mapped, service.type->call, service.fields);
    services.push_back(std::move(service));
  }

  void check_options(const MappedTopic& topic, Way way) {
    const bool request = !topic.request.empty() || !topic.arguments.empty();
    const auto refuse = [&](const char* option, const std::string& fix) {
      report(topic.where, fmt::format("topic '{}' cannot have '{}'", topic.topic, option), fix);
    };
    if (!find_request_) {
      const std::string fix = "remove it: it is for topics of worlds";
      if (request) refuse("request", fix);
      if (topic.every_s) refuse("every", fix);
      if (topic.keep_step) refuse("lockstep", fix);
      return;
    }
    if (topic.request.empty() && !topic.arguments.empty()) refuse("arguments", "add request: <name>");
    if (way == Way::kOut && request) refuse("request", "put the topic under inputs:");
    if (way == Way::kOut && topic.keep_step) refuse("lockstep", "put the topic under inputs:");
    if (way == Way::kIn && topic.every_s) refuse("every", "put the topic under outputs:");
    if (topic.keep_step && !topic.request.empty())
      refuse("lockstep", "a request is no message of every step; use two topics");
  }

  BoundRequest bind_request(const MappedTopic& topic, const MessageType& type,
                            std::vector<FieldBinding>& fields) {
    BoundRequest request{topic.request, nullptr, {}};
    if (!find_request_) return request;
    request.arguments = find_request_(topic.request);
    if (request.arguments == nullptr) {
      report(topic.where, fmt::format("{} has no request '{}'", words().owner, topic.request),
             "'lockstep info' lists them");
      return request;
    }
    std::set<std::pair<const Port*, std::size_t>> given;
    fields = bind_all(topic, type, Way::kIn, {*request.arguments, given});
    for (const MappedParameter& fixed : topic.arguments)
      fix_argument(fixed, request, given);
    for (const Port& argument : request.arguments->ports()) {
      const bool has = std::any_of(given.begin(), given.end(),
                                   [&](const auto& source) { return source.first == &argument; });
      if (!has)
        report(topic.where, fmt::format("request '{}' lacks its argument '{}'", request.name, argument.name),
               fmt::format("bind a field to it, or add arguments: {{{}: value}}", argument.name));
    }
    return request;
  }

  void fix_argument(const MappedParameter& fixed, BoundRequest& request,
                    std::set<std::pair<const Port*, std::size_t>>& given) {
    const Port* port = request.arguments->find(fixed.name);
    if (port == nullptr) {
      report_unknown(*request.arguments, fixed.name, fixed.where);
      return;
    }
    if (!given.emplace(port, 0).second)
      report(fixed.where, fmt::format("argument '{}' gets its value from two places", port->name),
             "remove one");
    try {
      if (port->count != 0 && fixed.values.size() != port->count)
        throw Error{ErrorCode::kBadInput,
                    fmt::format("{} element(s), expected {}", fixed.values.size(), port->count)};
      request.fixed.emplace_back(port->handle, value_of(port->type, fixed.values));
    } catch (const Error& error) {
      report(fixed.where, fmt::format("argument '{}': {}", port->name, error.message()),
             fmt::format("expected {}", to_string(port->type)));
    }
  }

  std::vector<FieldBinding> bind_all(const MappedTopic& topic, const MessageType& type, Way way,
                                     const Target& target) {
    std::vector<FieldBinding> bindings;
    for (const MappedField& field : topic.fields)
      if (std::optional<FieldBinding> binding = bind(field, type, way, target))
        bindings.push_back(std::move(*binding));
    return bindings;
  }

  std::optional<FieldBinding> bind(const MappedField& field, const MessageType& type, Way way,
                                   const Target& target) {
    const Indexed path = split_index(field.path);
    FieldBinding binding;
    binding.field = type.find(path.base);
    binding.index = path.index;
    if (binding.field == nullptr || (path.index && !binding.field->is_array)) {
      report(field.where, fmt::format("{} has no field '{}'", type.name, field.path),
             "expected " + list_fields(type));
      return {};
    }
    if (field.port.empty()) return bind_constant(field, way, std::move(binding));
    return bind_port(field, way, target, std::move(binding));
  }

  std::optional<FieldBinding> bind_constant(const MappedField& field, Way way, FieldBinding binding) {
    if (way == Way::kIn) {
      report(field.where, fmt::format("field '{}' of an input is a constant", field.path),
             fmt::format("name a {}", words().noun));
      return {};
    }
    try {
      binding.constant = constant_of(*binding.field, field.constant);
    } catch (const Error& error) {
      report(field.where, fmt::format("field '{}': {}", field.path, error.message()),
             fmt::format("expected {}", to_string(binding.field->kind)));
      return {};
    }
    return binding;
  }

  std::optional<FieldBinding> bind_port(const MappedField& field, Way way, const Target& target,
                                        FieldBinding binding) {
    binding.port = target.table.find(field.port);
    if (binding.port == nullptr) {
      const Indexed name = split_index(field.port);
      const Port* base = name.index ? target.table.find(name.base) : nullptr;
      if (base != nullptr && base->is_array && *name.index < base->count) {
        binding.port = base;
        binding.element = name.index;
      }
    }
    if (binding.port == nullptr) {
      report_unknown(target.table, field.port, field.where);
      return {};
    }
    const Port& port = *binding.port;
    const PortTable::Words& text = target.table.words();
    if (way == Way::kIn ? !takes_values(port.direction) : !gives_values(port.direction)) {
      report(field.where, fmt::format("{} '{}' is {} of {}", text.noun, port.name, port.role, text.owner),
             fmt::format("expected {}", way == Way::kIn ? text.taker : text.giver));
      return {};
    }
    if (!fits(binding, way, text.noun, field.where)) return {};
    mapped_.insert(&port);
    const bool is_source = way == Way::kIn;  // an output may go to several places
    if (is_source && !target.sources.emplace(&port, binding.element.value_or(0)).second)
      report(field.where,
             fmt::format("{} '{}' gets its value from two places", text.taker.substr(3), port.name),
             "remove one");
    return binding;
  }

  bool fits(const FieldBinding& binding, Way way, const std::string& noun, const SourceLocation& where) {
    const Port& port = *binding.port;
    const bool many_values = (port.is_array && !binding.element) || port.type == VariableType::kBinary;
    const bool many_fields = binding.field->is_array && !binding.index;
    const bool text = port.type == VariableType::kString;
    const bool bytes = port.type == VariableType::kBinary && binding.field->kind != FieldKind::kUnsigned;
    const bool lossy = way == Way::kOut && is_real(port.type) && binding.field->kind != FieldKind::kReal;
    if (many_values == many_fields && text == (binding.field->kind == FieldKind::kText) && !lossy && !bytes)
      return true;
    report(
        where,
        fmt::format("{} '{}' ({}{}) and field '{}' ({}{}) do not go together", noun, port.name,
                    many_values ? "array of " : "", to_string(port.type), binding.field->path,
                    many_fields ? "array of " : "", to_string(binding.field->kind)),
        many_values == many_fields ? "choose a field of the same kind" : "name one element, as in name[0]");
    return false;
  }

  void add_own(Way way, std::vector<Channel>& channels) {
    if (mapping_.own_topics == Mapping::OwnTopics::kNone) return;
    for (const Port& port : table_.ports()) {
      // An inlet is for writing; who wants to see it maps it.
      const bool fitting = way == Way::kIn ? takes_values(port.direction) : port.direction == Direction::kOut;
      const bool is_mapped = mapped_.count(&port) != 0;
      if (!fitting || (mapping_.own_topics == Mapping::OwnTopics::kUnmapped && is_mapped)) continue;
      std::string topic = port.topic;
      for (const MappedName& renamed : mapping_.topics)
        if (renamed.port == port.name) topic = renamed.topic;
      const MessageType* type = topic.empty() ? nullptr : catalogue_.natural_type(port.type, port.is_many());
      if (type == nullptr) continue;
      claim_own_topic(topic, port);
      FieldBinding binding;
      binding.field = &type->fields.front();
      binding.port = &port;
      Channel channel;
      channel.topic = topic;
      channel.type = type;
      channel.fields.push_back(std::move(binding));
      channels.push_back(std::move(channel));
    }
  }

  void check_renamed() {
    for (const MappedName& renamed : mapping_.topics) {
      if (table_.find(renamed.port) == nullptr)
        report(renamed.where, fmt::format("{} has no {} '{}'", words().owner, words().noun, renamed.port),
               "check the name");
    }
  }

  void claim_topic(const std::string& topic, const SourceLocation& where) {
    if (!topics_.emplace(topic, "the mapping").second)
      report(where, fmt::format("topic '{}' is there twice", topic), "rename one");
  }
  void claim_own_topic(const std::string& topic, const Port& port) {
    const std::string plain = adapter::plain_name(topic);
    if (!adapter::is_plain_name(plain)) {
      report(
          {},
          fmt::format("the topic of {} '{}' would be '{}', which is no name", words().noun, port.name, topic),
          "give it another one in the mapping file, under topics:");
      return;
    }
    const auto [other, is_new] = topics_.emplace(topic, fmt::format("{} '{}'", words().noun, port.name));
    if (is_new) return;
    report({},
           fmt::format("{} '{}' and {} would both use the topic '{}'", words().noun, port.name, other->second,
                       topic),
           "give one another name in the mapping file, under topics:");
  }
  void report_unknown(const PortTable& table, const std::string& name, const SourceLocation& where) {
    report(where, fmt::format("{} has no {} '{}'", table.words().owner, table.words().noun, name),
           table.suggest(name));
  }
  void report(const SourceLocation& where, const std::string& message, const std::string& fix) {
    findings_.push_back({Severity::kError, "channel", message, fix, where});
  }
  const PortTable::Words& words() const { return table_.words(); }

  const PortTable& table_;
  const Mapping& mapping_;
  const MessageCatalogue& catalogue_;
  const FindRequest& find_request_;
  std::map<std::string, std::string> topics_;  // and who uses it
  std::set<const Port*> mapped_;
  std::set<std::pair<const Port*, std::size_t>> sources_;
  std::vector<Diagnostic> findings_;
};

}  // namespace

Channels build_channels(const PortTable& table, const Mapping& mapping, const MessageCatalogue& catalogue,
                        const FindRequest& find_request) {
  return Builder{table, mapping, catalogue, find_request}.build();
}

}  // namespace lockstep::middlewares
