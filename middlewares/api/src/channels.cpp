// SPDX-License-Identifier: Apache-2.0
#include "lockstep/middlewares/api/channels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "lockstep/adapter/names.hpp"

namespace lockstep::middlewares {
namespace {

using core::Causality;
using core::Variable;
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
  return text;
}

/// Builds channels and remembers every mistake.
class Builder {
 public:
  Builder(const adapter::Adapter& adapter, const Mapping& mapping, const MessageCatalogue& catalogue)
      : adapter_{adapter}, mapping_{mapping}, catalogue_{catalogue} {}

  Channels build() {
    Channels channels;
    for (const MappedTopic& topic : mapping_.inputs)
      add_mapped(topic, Causality::kInput, channels.inputs);
    for (const MappedTopic& topic : mapping_.outputs)
      add_mapped(topic, Causality::kOutput, channels.outputs);
    check_renamed();
    add_own(Causality::kInput, channels.inputs);
    add_own(Causality::kOutput, channels.outputs);
    if (!findings_.empty()) {
      throw Error{ErrorCode::kBadInput, "the FMU cannot be connected with topics", findings_};
    }
    return channels;
  }

 private:
  void add_mapped(const MappedTopic& topic, Causality causality, std::vector<Channel>& channels) {
    claim_topic(topic.topic, topic.where);
    Channel channel{topic.topic, catalogue_.find(topic.type), {}};
    if (channel.type == nullptr) {
      report(topic.where,
             fmt::format("topic '{}' has the unknown message type '{}'", topic.topic, topic.type),
             "expected one of " + catalogue_.known_types());
      return;
    }
    for (const MappedField& field : topic.fields) {
      if (std::optional<FieldBinding> binding = bind(field, *channel.type, causality))
        channel.fields.push_back(std::move(*binding));
    }
    channels.push_back(std::move(channel));
  }

  std::optional<FieldBinding> bind(const MappedField& field, const MessageType& type, Causality causality) {
    const Indexed path = split_index(field.path);
    FieldBinding binding;
    binding.field = type.find(path.base);
    binding.index = path.index;
    if (binding.field == nullptr || (path.index && !binding.field->is_array)) {
      report(field.where, fmt::format("{} has no field '{}'", type.name, field.path),
             "expected one of " + list_fields(type));
      return {};
    }
    if (field.variable.empty()) return bind_constant(field, causality, std::move(binding));
    return bind_variable(field, causality, std::move(binding));
  }

  std::optional<FieldBinding> bind_constant(const MappedField& field, Causality causality,
                                            FieldBinding binding) {
    if (causality == Causality::kInput) {
      report(field.where, fmt::format("field '{}' of an input is a constant", field.path), "name a variable");
      return {};
    }
    binding.constant = empty_value(binding.field->kind);
    try {
      std::visit([&](auto& values) { fill(field.constant, *binding.field, values); }, binding.constant);
    } catch (const Error& error) {
      report(field.where, fmt::format("field '{}': {}", field.path, error.message()),
             fmt::format("expected {}", to_string(binding.field->kind)));
      return {};
    }
    return binding;
  }

  template <class T>
  static void fill(const std::vector<std::string>& texts, const MessageField& field, std::vector<T>& values) {
    Variable variable;
    variable.name = "constant";
    variable.type = std::is_same_v<T, double>          ? VariableType::kFloat64
                    : std::is_same_v<T, std::int64_t>  ? VariableType::kInt64
                    : std::is_same_v<T, std::uint64_t> ? VariableType::kUInt64
                    : std::is_same_v<T, bool>          ? VariableType::kBoolean
                                                       : VariableType::kString;
    for (const std::string& text : texts) {
      if constexpr (std::is_same_v<T, std::string>) {
        values.push_back(text);
      } else if constexpr (!std::is_same_v<T, std::vector<std::uint8_t>>) {
        values.push_back(std::get<std::vector<T>>(core::parse_value(variable, text)).front());
      }
    }
    core::Value held = std::vector<T>{};
    if (!convert_to_field(core::Value{values}, field, held)) {
      throw Error{ErrorCode::kBadInput,
                  fmt::format("{} does not fit {} bits", core::to_text(core::Value{values}), field.bits)};
    }
  }

  std::optional<FieldBinding> bind_variable(const MappedField& field, Causality causality,
                                            FieldBinding binding) {
    binding.variable = adapter_.description().find(field.variable);
    if (binding.variable == nullptr) {
      const Indexed name = split_index(field.variable);
      const Variable* base = name.index ? adapter_.description().find(name.base) : nullptr;
      if (base != nullptr && base->is_array() && *name.index < adapter_.element_count(*base)) {
        binding.variable = base;
        binding.element = name.index;
      }
    }
    if (binding.variable == nullptr) {
      std::string similar;
      for (const std::string_view name : adapter_.description().similar_names(field.variable))
        similar += fmt::format("{}'{}'", similar.empty() ? "did you mean " : ", ", name);
      report(field.where, fmt::format("the FMU has no variable '{}'", field.variable), similar);
      return {};
    }
    const Variable& variable = *binding.variable;
    if (variable.causality != causality) {
      report(field.where,
             fmt::format("variable '{}' is an {} of the FMU", variable.name, to_string(variable.causality)),
             fmt::format("expected an {}", to_string(causality)));
      return {};
    }
    if (!fits(binding, causality, field.where)) return {};
    claim_variable(binding, field.where);
    return binding;
  }

  bool fits(const FieldBinding& binding, Causality causality, const SourceLocation& where) {
    const Variable& variable = *binding.variable;
    const bool many_values =
        (variable.is_array() && !binding.element) || variable.type == VariableType::kBinary;
    const bool many_fields = binding.field->is_array && !binding.index;
    const bool text = variable.type == VariableType::kString;
    const bool bytes = variable.type == VariableType::kBinary && binding.field->kind != FieldKind::kUnsigned;
    const bool lossy =
        causality == Causality::kOutput && is_real(variable.type) && binding.field->kind != FieldKind::kReal;
    if (many_values == many_fields && text == (binding.field->kind == FieldKind::kText) && !lossy && !bytes)
      return true;
    report(
        where,
        fmt::format("variable '{}' ({}{}) and field '{}' ({}{}) do not go together", variable.name,
                    many_values ? "array of " : "", to_string(variable.type), binding.field->path,
                    many_fields ? "array of " : "", to_string(binding.field->kind)),
        many_values == many_fields ? "choose a field of the same kind" : "name one element, as in name[0]");
    return false;
  }

  void add_own(Causality causality, std::vector<Channel>& channels) {
    if (mapping_.own_topics == Mapping::OwnTopics::kNone) return;
    for (const Variable* variable : adapter_.variables_of(causality)) {
      if (mapping_.own_topics == Mapping::OwnTopics::kUnmapped && mapped_.count(variable) != 0) continue;
      const bool many = variable->is_array() || variable->type == VariableType::kBinary;
      const MessageType* type = catalogue_.natural_type(variable->type, many);
      if (type == nullptr) continue;
      std::string topic = adapter::plain_name(variable->name);
      for (const MappedName& renamed : mapping_.topics) {
        if (renamed.variable == variable->name) topic = renamed.topic;
      }
      claim_own_topic(topic, *variable);
      FieldBinding binding;
      binding.field = &type->fields.front();
      binding.variable = variable;
      channels.push_back({topic, type, {binding}});
    }
  }

  void check_renamed() {
    for (const MappedName& renamed : mapping_.topics) {
      if (adapter_.description().find(renamed.variable) == nullptr)
        report(renamed.where, fmt::format("the FMU has no variable '{}'", renamed.variable),
               "check the name");
    }
  }

  void claim_topic(const std::string& topic, const SourceLocation& where) {
    if (!topics_.emplace(topic, "the mapping").second)
      report(where, fmt::format("topic '{}' is there twice", topic), "rename one");
  }
  void claim_own_topic(const std::string& topic, const Variable& variable) {
    const std::string plain = adapter::plain_name(topic);
    if (!adapter::is_plain_name(plain)) {
      report({},
             fmt::format("the topic of variable '{}' would be '{}', which is no name", variable.name, topic),
             "give it another one in the mapping file, under topics:");
      return;
    }
    const auto [other, is_new] = topics_.emplace(topic, fmt::format("variable '{}'", variable.name));
    if (is_new) return;
    report({},
           fmt::format("variable '{}' and {} would both use the topic '{}'", variable.name, other->second,
                       topic),
           "give one another name in the mapping file, under topics:");
  }
  void claim_variable(const FieldBinding& binding, const SourceLocation& where) {
    mapped_.insert(binding.variable);
    if (binding.variable->causality != Causality::kInput) return;  // an output may go to several places
    const std::size_t element = binding.element.value_or(0);
    if (!sources_.emplace(binding.variable, element).second)
      report(where, fmt::format("input '{}' gets its value from two places", binding.variable->name),
             "remove one");
  }
  void report(const SourceLocation& where, const std::string& message, const std::string& fix) {
    findings_.push_back({Severity::kError, "channel", message, fix, where});
  }

  const adapter::Adapter& adapter_;
  const Mapping& mapping_;
  const MessageCatalogue& catalogue_;
  std::map<std::string, std::string> topics_;  // and who uses it
  std::set<const Variable*> mapped_;
  std::set<std::pair<const Variable*, std::size_t>> sources_;
  std::vector<Diagnostic> findings_;
};

}  // namespace

Channels build_channels(const adapter::Adapter& adapter, const Mapping& mapping,
                        const MessageCatalogue& catalogue) {
  return Builder{adapter, mapping, catalogue}.build();
}

}  // namespace lockstep::middlewares
