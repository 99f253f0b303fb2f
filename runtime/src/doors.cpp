// SPDX-License-Identifier: Apache-2.0
// Setup of doors, and what is asked of them from outside. The side of the step is doors_step.cpp.
#include "lockstep/runtime/doors.hpp"

#include <algorithm>
#include <thread>

#include "closest_names.hpp"
#include "lockstep/core/error.hpp"
#include "value_elements.hpp"
#include "wait_word.hpp"

namespace lockstep::runtime {
namespace {

using core::VariableType;
using devices::RequestField;

constexpr std::size_t kLongestText = std::size_t{1} << 20U;  // bytes, of inlets and arguments

bool is_request_type(VariableType type) {
  return type == VariableType::kFloat64 || type == VariableType::kInt64 || type == VariableType::kBoolean ||
         type == VariableType::kString || type == VariableType::kBinary;
}

std::string field_text(const RequestField& field) {
  std::string text{core::to_string(field.type)};
  if (field.count == RequestField::kAnyCount)
    text += "[]";
  else if (field.count != 1)
    text += '[' + std::to_string(field.count) + ']';
  return text + ' ' + field.name;
}

std::size_t size_of(const core::Value& value) {
  return std::visit([](const auto& elements) { return elements.size(); }, value);
}

/// Arguments in the alternatives of their fields: whole numbers are fine for Float64.
std::vector<core::Value> checked(const devices::RequestInfo& request, std::vector<core::Value> arguments) {
  const auto fail = [&](const std::string& why) {
    std::string expected;
    for (const RequestField& field : request.arguments)
      expected += (expected.empty() ? "" : ", ") + field_text(field);
    throw Error{ErrorCode::kBadUsage, "request '" + request.name + "': " + why + "; expected " +
                                          (expected.empty() ? "no arguments" : expected)};
  };
  if (arguments.size() != request.arguments.size())
    fail("got " + std::to_string(arguments.size()) + " arguments");
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const RequestField& field = request.arguments[i];
    const auto count = field.count == RequestField::kAnyCount
                           ? static_cast<std::uint32_t>(size_of(arguments[i]))
                           : field.count;
    if (const std::string why = why_unfit(arguments[i], field.type, count, kLongestText); !why.empty())
      fail("argument '" + field.name + "' does not fit: " + why);
    if (arguments[i].index() == zero_value(field.type, 0).index()) continue;
    SignalBuffer converted{field.type, count};
    store_value(arguments[i], field.type, converted.data());
    arguments[i] = load_value(field.type, count, converted.data());
  }
  return arguments;
}

PortInfo port_of(const devices::RequestInfo& info) {
  PortInfo port;
  port.kind = PortInfo::Kind::kRequest;
  port.name = info.name;
  port.description = info.description;
  port.arguments = info.arguments;
  port.reply = info.reply;
  return port;
}

template <class Items, class NameOf>
[[noreturn]] void fail_unknown(const char* what, std::string_view name, const Items& items, NameOf name_of) {
  std::vector<std::string_view> names;
  for (const auto& item : items)
    names.emplace_back(name_of(item));
  throw Error{ErrorCode::kNotFound, "there is no " + std::string{what} + " '" + std::string{name} + "'" +
                                        closest_names_text(name, names)};
}

}  // namespace

std::string_view to_string(PortInfo::Kind kind) noexcept {
  switch (kind) {
    case PortInfo::Kind::kSignal:
      return "signal";
    case PortInfo::Kind::kInlet:
      return "inlet";
    case PortInfo::Kind::kRequest:
      return "request";
  }
  return "unknown";
}

Doors::Doors(Options options)
    : options_{options},
      completions_{std::make_shared<WaitWord>()},
      taps_{std::make_shared<Taps>(options.tap_capacity)} {}

Doors::~Doors() {
  barrier_.end();
  reset();
  taps_->walks.fetch_add(1);
  for (auto& place : taps_->places) {
    if (Tap* const tap = place.exchange(nullptr)) tap->end();
  }
  taps_->walks.fetch_add(1);
  retire_executed();
  free_retired();
}

Doors::Edit::Edit(Doors& doors) : doors_{doors}, rested_{doors.rests()} {
  doors_.enter_running();  // waits for a request that is being executed, which may look names up
  lock_ = std::unique_lock<std::recursive_mutex>{doors_.names_};
}

Doors::Edit::~Edit() {
  if (!rested_) return;
  lock_.unlock();  // requests that waited are executed now
  doors_.rest(doors_.next_step_);
}

Inlet& Doors::add_inlet(devices::InletInfo info, Owner owner) {
  const std::lock_guard<std::recursive_mutex> lock{names_};
  if (info.max_length > kLongestText)
    throw Error{ErrorCode::kBadUsage, "inlet '" + info.name + "' takes texts of " +
                                          std::to_string(info.max_length) + " bytes, at most " +
                                          std::to_string(kLongestText) +
                                          " are possible, because their memory is taken before the start"};
  void* const memory = signals_.declare({info.name, info.type, info.count, info.unit, info.description},
                                        SignalTable::kInlet, nullptr, owner, info.max_length);
  const auto same_name = [&](const Inlet& known) { return known.info().name == info.name; };
  const auto known = std::find_if(inlets_.begin(), inlets_.end(), same_name);
  Inlet* inlet = nullptr;
  if (known == inlets_.end()) {
    inlet = &inlets_.emplace_back(std::move(info), memory);
  } else {
    inlet = &*known;
    signals_.set_written(info.name, &inlet->status().stamp);  // also where it is refused
    inlet->open_again(std::move(info));
  }
  signals_.set_written(inlet->info().name, &inlet->status().stamp);
  latched_.resize(inlets_.size());
  return *inlet;
}

void Doors::add_request(devices::RequestInfo info, Owner owner) {
  const std::lock_guard<std::recursive_mutex> lock{names_};
  for (const std::vector<RequestField>* fields : {&info.arguments, &info.reply}) {
    for (const RequestField& field : *fields) {
      if (!is_request_type(field.type))
        throw Error{ErrorCode::kBadUsage, "request '" + info.name + "': field '" + field.name + "' is " +
                                              std::string{core::to_string(field.type)} +
                                              ", expected Float64, Int64, Boolean, String or Binary"};
    }
  }
  const auto known = std::find_if(requests_.begin(), requests_.end(),
                                  [&](const RequestEntry& one) { return one.info.name == info.name; });
  if (known != requests_.end() && !known->removed)
    throw Error{ErrorCode::kBadUsage,
                "there are two requests with the name '" + info.name + "'; rename one of them"};
  if (!queue_) {
    queue_.emplace(options_.request_capacity);
    executed_.resize(queue_->capacity());
  }
  if (known == requests_.end())
    requests_.push_back({std::move(info), owner, false});
  else
    *known = {std::move(info), owner, false};
}

void Doors::remove(Owner owner) {
  const Edit edit{*this};
  signals_.remove(owner);
  for (Inlet& inlet : inlets_) {
    if (signals_.find(inlet.info().name)->writer == SignalTable::kNobody) inlet.close();
  }
  for (RequestEntry& request : requests_) {
    if (request.owner != owner) continue;
    request.owner = kOwnedByWorld;
    request.removed = true;
    // Some may wait for the next step.
    request.info.handler = [](devices::RequestCall& call) { call.refuse("its model was removed"); };
  }
}

std::vector<PortInfo> Doors::ports() const {
  const std::lock_guard<std::recursive_mutex> lock{names_};
  std::vector<PortInfo> ports;
  for (const SignalTable::Entry& entry : signals_.entries()) {
    if (entry.writer == SignalTable::kNobody) continue;
    const devices::SignalInfo& info = entry.info;
    const auto kind = entry.writer == SignalTable::kInlet ? PortInfo::Kind::kInlet : PortInfo::Kind::kSignal;
    ports.push_back({kind, info.name, info.type, info.count, info.unit, info.description, {}, {}});
  }
  for (const RequestEntry& known : requests_) {
    if (!known.removed) ports.push_back(port_of(known.info));
  }
  return ports;
}

Inlet& Doors::inlet(std::string_view name) {
  const std::lock_guard<std::recursive_mutex> lock{names_};
  for (Inlet& inlet : inlets_) {
    if (inlet.info().name != name) continue;
    if (inlet.is_open()) return inlet;
    throw Error{ErrorCode::kNotFound,
                "there is no inlet '" + std::string{name} + "' now: its model was removed; insert it again"};
  }
  fail_unknown("inlet", name, inlets_,
               [](const Inlet& inlet) { return std::string_view{inlet.info().name}; });
}

std::shared_ptr<Tap> Doors::tap(const TapOptions& options) {
  if (options.period && options.period->count() <= 0)
    throw Error{ErrorCode::kBadUsage,
                "the period of a tap is " + std::to_string(options.period->count()) + " ns, expected > 0"};
  std::shared_ptr<Tap> tap;
  {
    const std::lock_guard<std::recursive_mutex> lock{names_};
    std::vector<SignalView> views;
    for (const std::string& name : options.signals) {
      const SignalTable::Entry* const entry = signals_.find(name);
      if (entry != nullptr && entry->writer == SignalTable::kHost && !entry->used && !all_signals_kept_)
        throw Error{
            ErrorCode::kUnsupported,
            "signal '" + name +
                "' is a quantity of the host that nobody asked for before the start, so that it is not "
                "kept up to date; open the world with all signals (keep_all_signals)"};
      views.push_back(signals_.view(name));
    }
    tap = {new Tap{std::move(views), options}, [taps = taps_](Tap* one) {
             taps->close(one);
             delete one;
           }};
  }
  for (auto& place : taps_->places) {
    Tap* empty = nullptr;
    if (!place.compare_exchange_strong(empty, tap.get())) continue;
    taps_->count.fetch_add(1);
    return tap;
  }
  throw Error{ErrorCode::kBadUsage, "there are " + std::to_string(taps_->places.size()) +
                                        " taps already, as many as there may be; close one of them"};
}

void Doors::Taps::close(Tap* tap) noexcept {
  for (auto& place : places) {
    Tap* expected = tap;
    if (place.compare_exchange_strong(expected, nullptr)) count.fetch_sub(1);
  }
  // A step that walks over the taps right now may still have it in its hands.
  const std::uint64_t walk = walks.load();
  while (walk % 2 != 0 && walks.load() == walk)
    std::this_thread::yield();
}

std::uint32_t Doors::find_request(std::string_view name) const {
  const std::lock_guard<std::recursive_mutex> lock{names_};
  for (std::uint32_t i = 0; i < requests_.size(); ++i) {
    if (requests_[i].info.name != name) continue;
    if (!requests_[i].removed) return i;
    throw Error{ErrorCode::kNotFound, "there is no request '" + std::string{name} +
                                          "' now: its model was removed; insert it again"};
  }
  fail_unknown("request", name, requests_,
               [](const RequestEntry& known) { return std::string_view{known.info.name}; });
}

PortInfo Doors::request(std::uint32_t index) const {
  const std::lock_guard<std::recursive_mutex> lock{names_};
  return port_of(requests_.at(index).info);
}

std::size_t Doors::request_count() const {
  const std::lock_guard<std::recursive_mutex> lock{names_};
  return requests_.size();
}

std::vector<core::Value> Doors::checked_arguments(std::uint32_t request,
                                                  std::vector<core::Value> arguments) const {
  const std::lock_guard<std::recursive_mutex> lock{names_};
  return checked(requests_.at(request).info, std::move(arguments));
}

std::shared_ptr<const Request> Doors::submit(std::uint32_t request, std::vector<core::Value> arguments) {
  free_retired();
  std::shared_ptr<Request> made;
  {
    const std::lock_guard<std::recursive_mutex> lock{names_};
    const devices::RequestInfo& info = requests_.at(request).info;
    std::vector<core::Value> reply;
    for (const RequestField& field : info.reply)
      reply.push_back(zero_value(field.type, field.count, SignalBuffer::kTextRoom));
    made = std::make_shared<Request>(request, checked(info, std::move(arguments)), std::move(reply),
                                     completions_);
  }
  if (!queue_->push(made))
    throw Error{ErrorCode::kBadUsage, "request '" + this->request(request).name +
                                          "' was not sent: " + std::to_string(queue_->capacity()) +
                                          " requests wait for the next step already; let the world go on"};
  serve_while_paused();
  return made;
}

std::shared_ptr<const Request> Doors::submit(std::string_view request, std::vector<core::Value> arguments) {
  return submit(find_request(request), std::move(arguments));
}

}  // namespace lockstep::runtime
