// SPDX-License-Identifier: Apache-2.0
#include "dependencies.hpp"

#include <algorithm>

#include "lockstep/exporter/trace.hpp"

namespace lockstep::exporter {
namespace {

bool is_traceable(const Description& m) {
  if (!m.memory().empty() || m.traits().has_step) return false;
  return std::all_of(m.variables().begin(), m.variables().end(), [](const VariableInfo& v) {
    return v.storage->type == Type::kFloat64 || v.causality == Causality::kStructuralParameter;
  });
}

ModelTraits twin_traits(const Prototype& prototype, const AnyModel& model) {
  ModelTraits traits = prototype.description.traits();
  traits.size = model.size();
  return traits;
}

/// The model with Trace numbers, and who is who among their sources.
class Tracer {
 public:
  explicit Tracer(const Prototype& prototype)
      : model_(model_tracer()()),
        m_(prototype.description.model_identifier(), model_->object(), twin_traits(prototype, *model_)) {
    model_->describe(m_);
    m_.finish();
  }

  template <class Wanted>
  void mark(Wanted&& wanted) {
    for_each([&](const VariableInfo& v, Trace& x, Source source) {
      if (!wanted(v)) return;
      x.sources = {static_cast<int>(sources_.size())};
      sources_.push_back(source);
    });
  }
  void initialize() { model_->initialize(); }
  void equations() { model_->equations(); }

  SourceTable table() {
    SourceTable table(m_.variables().size());
    for_each([&](const VariableInfo&, Trace& x, Source at) {
      auto& list = table[at.variable].emplace_back();
      for (const int id : x.sources)
        list.push_back(sources_[static_cast<std::size_t>(id)]);
      std::sort(list.begin(), list.end(), [](const Source& a, const Source& b) {
        return a.variable != b.variable ? a.variable < b.variable : a.element < b.element;
      });
    });
    return table;
  }

 private:
  template <class F>
  void for_each(F&& f) {
    auto* base = static_cast<std::uint8_t*>(model_->object());
    for (std::size_t i = 0; i < m_.variables().size(); ++i) {
      const VariableInfo& v = m_.variables()[i];
      if (v.storage->type != Type::kFloat64) continue;
      auto* values = static_cast<Trace*>(v.storage->elements(base + v.offset));
      for (std::size_t k = 0; k < v.storage->count(base + v.offset); ++k)
        f(v, values[k], Source{i, k});
    }
  }

  std::unique_ptr<AnyModel> model_;
  Description m_;
  std::vector<Source> sources_;
};

bool changes_by_itself(const VariableInfo& v) {
  return v.causality == Causality::kInput || v.causality == Causality::kIndependent || v.is_state() ||
         (v.variability == Variability::kDiscrete && v.initial == Initial::kExact);
}

}  // namespace

std::optional<Dependencies> find_dependencies(const Prototype& prototype) {
  if (model_tracer() == nullptr || !is_traceable(prototype.description)) return std::nullopt;
  Trace::has_branched() = false;
  Dependencies result;

  Tracer running(prototype);
  running.mark([](const VariableInfo& v) { return v.causality == Causality::kParameter; });
  running.initialize();  // calculated parameters depend on parameters
  running.mark(changes_by_itself);
  running.equations();
  result.simulating = running.table();

  Tracer starting(prototype);
  starting.mark([](const VariableInfo& v) {
    return v.initial == Initial::kExact || v.causality == Causality::kInput ||
           v.causality == Causality::kIndependent;
  });
  starting.initialize();
  starting.equations();
  result.initializing = starting.table();

  if (Trace::has_branched()) return std::nullopt;
  return result;
}

}  // namespace lockstep::exporter
