// SPDX-License-Identifier: Apache-2.0
#include "world_ports.hpp"

#include "lockstep/adapter/names.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/core/similar_word.hpp"

namespace lockstep::middlewares {
namespace {

using runtime::PortInfo;

/// "arm/my joint/position" is "arm/my_joint/position".
std::string topic_of(const std::string& name) {
  std::string topic;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('/', begin), name.size());
    topic += (topic.empty() ? "" : "/") + adapter::plain_name(name.substr(begin, end - begin));
    begin = end + 1;
  }
  return topic;
}

PortTable::Similar similar_of(const std::vector<Port>& ports) {
  std::vector<std::string> names;
  for (const Port& port : ports)
    names.push_back(port.name);
  return [names = std::move(names)](std::string_view wanted) {
    const auto found = core::similar_word(wanted, {names.begin(), names.end()});
    return found ? std::vector<std::string>{std::string{*found}} : std::vector<std::string>{};
  };
}

std::unique_ptr<const PortTable> make_table(PortTable::Words words, std::vector<Port> ports) {
  PortTable::Similar similar = similar_of(ports);
  return std::make_unique<const PortTable>(std::move(words), std::move(ports), std::move(similar));
}

Port port_of(const PortInfo& info, bool of_host) {
  const bool is_inlet = info.kind == PortInfo::Kind::kInlet;
  Port port;
  port.name = info.name;
  port.direction = is_inlet ? Direction::kBoth : Direction::kOut;
  port.role = is_inlet ? "an inlet" : "a signal";
  port.type = info.type;
  port.count = info.count;
  port.is_array = info.count != 1;
  port.unit = info.unit;
  if (!of_host) port.topic = topic_of(info.name);
  return port;
}

}  // namespace

core::Value empty_value_of(core::VariableType type) {
  core::Variable variable;
  variable.type = type;
  return core::start_value(variable);
}

WorldPorts::WorldPorts(runtime::Doors& doors) : doors_{doors} {
  std::vector<Port> ports;
  for (const PortInfo& info : doors.ports()) {
    if (info.kind == PortInfo::Kind::kRequest) continue;
    const runtime::SignalTable::Entry* entry = doors.signals().find(info.name);
    ports.push_back(port_of(info, entry != nullptr && entry->writer == runtime::SignalTable::kHost));
    inlets_.push_back(info.kind == PortInfo::Kind::kInlet ? &doors.inlet(info.name) : nullptr);
  }
  table_ = make_table({"the world", "port", "an inlet", "a signal"}, std::move(ports));
}

const PortTable* WorldPorts::request(const std::string& name) {
  const auto known = requests_.find(name);
  if (known != requests_.end()) return known->second.get();
  std::vector<Port> arguments;
  try {
    for (const devices::RequestField& field : doors_.request(doors_.find_request(name)).arguments) {
      Port port;
      port.name = field.name;
      port.direction = Direction::kIn;
      port.role = "an argument";
      port.type = field.type;
      port.count = field.count;
      port.is_array = field.count != 1;
      port.unit = field.unit;
      arguments.push_back(std::move(port));
    }
  } catch (const Error&) {
    return nullptr;
  }
  auto table =
      make_table({"request '" + name + "'", "argument", "an argument", "a reply"}, std::move(arguments));
  return requests_.emplace(name, std::move(table)).first->second.get();
}

core::Value WorldPorts::start_value(std::uint32_t port) const {
  const devices::InletInfo& info = inlets_[port]->info();
  const bool given = std::visit([](const auto& elements) { return !elements.empty(); }, info.initial);
  core::Value value = empty_value_of(info.type);
  // An initial value may be of whole numbers where the inlet has reals.
  if (given && info.initial.index() == value.index()) value = info.initial;
  return value;
}

std::string WorldPorts::write(std::uint32_t port, SimTime at, const core::Value& value) {
  try {
    inlets_[port]->write(value, at == kUnstamped ? std::nullopt : std::optional{at});
    return {};
  } catch (const Error& error) {
    return "was refused: " + error.message();
  }
}

}  // namespace lockstep::middlewares
