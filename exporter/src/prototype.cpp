// SPDX-License-Identifier: Apache-2.0
#include "prototype.hpp"

#include <cstdio>
#include <cstring>
#include <exception>
#include <stdexcept>

namespace lockstep::exporter {
namespace {

/// FNV-1a with two different offsets, 128 bits together: no secret to keep, only descriptions to tell apart.
class Hash {
 public:
  void add(const void* data, std::size_t size) {
    const auto* p = static_cast<const std::uint8_t*>(data);
    for (std::size_t i = 0; i < size; ++i) {
      a_ = (a_ ^ p[i]) * kPrime;
      b_ = (b_ ^ p[i]) * kPrime;
    }
  }
  void add(const std::string& s) { add(s.c_str(), s.size() + 1); }
  void add(double x) { add(&x, sizeof x); }
  void add(std::int64_t x) { add(&x, sizeof x); }
  void add(const std::optional<double>& x) {
    add(std::int64_t{x.has_value()});
    add(x.value_or(0.0));
  }
  std::string text() const {
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "{%08x-%04x-%04x-%04x-%012llx}", static_cast<unsigned>(a_ >> 32),
                  static_cast<unsigned>(a_ >> 16) & 0xffffU, static_cast<unsigned>(a_) & 0xffffU,
                  static_cast<unsigned>(b_ >> 48), static_cast<unsigned long long>(b_ & 0xffffffffffffULL));
    return buffer;
  }

 private:
  static constexpr std::uint64_t kPrime = 1099511628211ULL;
  std::uint64_t a_{14695981039346656037ULL};
  std::uint64_t b_{0x6c6f636b73746570ULL};
};

/// Clocks start with the intervals the description gives them.
void set_clocks(const Description& m, AnyModel& model) {
  for (const VariableInfo& v : m.variables()) {
    if (v.storage->type != Type::kClock) continue;
    auto& clock = *reinterpret_cast<Clock*>(static_cast<std::uint8_t*>(model.object()) + v.offset);
    ClockAccess::set_interval(clock, v.clock.period);
    ClockAccess::set_shift(clock, v.clock.shift);
  }
}

/// An exception out of describe() says where it comes from.
void fill_in(Description& description, AnyModel& model) {
  try {
    model.describe(description);
  } catch (const std::exception& e) {
    throw std::logic_error("model '" + description.model_identifier() + "': describe() threw: " + e.what());
  } catch (...) {
    throw std::logic_error("model '" + description.model_identifier() +
                           "': describe() threw something that is no std::exception");
  }
  description.finish();
}

std::unique_ptr<Description> describe(const char* identifier, AnyModel& model, const ModelTraits& traits) {
  auto description = std::make_unique<Description>(identifier, model.object(), traits);
  fill_in(*description, model);
  return description;
}

}  // namespace

std::string make_token(const Description& m) {
  Hash hash;
  for (const std::string& s :
       {m.model_identifier(), m.model_name(), m.about(), m.author(), m.version(), m.license()}) {
    hash.add(s);
  }
  for (const auto& x :
       {m.experiment().start, m.experiment().stop, m.experiment().step, m.experiment().relative_tolerance})
    hash.add(x);
  ByteWriter start;
  for (const VariableInfo& v : m.variables()) {
    for (const std::string& s : {v.name, v.description, v.unit, v.display_unit, v.quantity, v.enumeration})
      hash.add(s);
    for (const auto& x : {v.min, v.max, v.nominal})
      hash.add(x);
    for (const int x :
         {static_cast<int>(v.storage->type), static_cast<int>(v.causality), static_cast<int>(v.variability),
          static_cast<int>(v.initial), v.derivative, static_cast<int>(v.is_event_indicator)}) {
      hash.add(std::int64_t{x});
    }
    for (const double x : {v.clock.period, v.clock.shift})
      hash.add(x);
    hash.add(static_cast<std::int64_t>(v.clock.interval));
    for (const int clock : v.clocks)
      hash.add(std::int64_t{clock});
    for (const Dimension& d : v.dimensions) {
      hash.add(static_cast<std::int64_t>(d.size));
      hash.add(std::int64_t{d.variable});
    }
    v.storage->memory.save(v.member, start);
  }
  hash.add(start.bytes().data(), start.bytes().size());
  for (const EnumerationInfo& e : m.enumerations()) {
    hash.add(e.name);
    for (const EnumerationItem& item : e.items) {
      hash.add(item.name);
      hash.add(item.value);
    }
  }
  return hash.text();
}

Prototype::Prototype(const ModelFactory& factory)
    : model(factory.make()), description(factory.identifier, model->object(), factory.traits) {
  fill_in(description, *model);
  set_clocks(description, *model);
  token = make_token(description);
  if (factory.make_dual == nullptr) return;
  dual = factory.make_dual();
  dual_offsets = describe(factory.identifier, *dual, factory.dual_traits);
}

const Prototype& prototype() {
  static const Prototype instance(model_factory());
  return instance;
}

}  // namespace lockstep::exporter
