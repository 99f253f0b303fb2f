// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include "lockstep/exporter/description.hpp"
#include "lockstep/exporter/event.hpp"
#include "lockstep/exporter/trace.hpp"

// The bridge from an author's class to the kit, which is compiled once and knows no model type.

namespace lockstep::exporter {

/// A model behind virtual functions. object() is the address its variables' offsets count from.
class AnyModel {
 public:
  virtual ~AnyModel() = default;
  virtual std::unique_ptr<AnyModel> clone() const = 0;
  /// Takes over the whole state of another model of the same class.
  virtual void assign(const AnyModel& other) = 0;
  virtual void* object() noexcept = 0;
  virtual std::size_t size() const noexcept = 0;
  virtual void describe(Description& m) = 0;
  virtual void configure() = 0;
  virtual void initialize() = 0;
  virtual void equations() = 0;
  virtual void on_event(Event& event) = 0;
  virtual void accepted() = 0;
  virtual void step(Step& step) = 0;
};

/// How to make the model of this FMU: as it runs, and (templates only) as it is differentiated.
struct ModelFactory {
  const char* identifier;
  ModelTraits traits;       ///< of the running form
  ModelTraits dual_traits;  ///< of the differentiated form
  std::unique_ptr<AnyModel> (*make)();
  std::unique_ptr<AnyModel> (*make_dual)();  ///< null when the model is no template
};

/// Both are defined by LOCKSTEP_FMU in the model's source. The second makes the model with Trace numbers
/// (null for a plain class); only the build calls it, so that the linker leaves it out of the FMU.
const ModelFactory& model_factory();
std::unique_ptr<AnyModel> (*model_tracer())();

namespace detail {
template <class M, class = void>
struct HasInitialize : std::false_type {};
template <class M>
struct HasInitialize<M, std::void_t<decltype(std::declval<M&>().initialize())>> : std::true_type {};
template <class M, class = void>
struct HasConfigure : std::false_type {};
template <class M>
struct HasConfigure<M, std::void_t<decltype(std::declval<M&>().configure())>> : std::true_type {};
template <class M, class = void>
struct HasEquations : std::false_type {};
template <class M>
struct HasEquations<M, std::void_t<decltype(std::declval<M&>().equations())>> : std::true_type {};
template <class M, class = void>
struct HasOnEvent : std::false_type {};
template <class M>
struct HasOnEvent<M, std::void_t<decltype(std::declval<M&>().on_event(std::declval<Event&>()))>>
    : std::true_type {};
template <class M, class = void>
struct HasAccepted : std::false_type {};
template <class M>
struct HasAccepted<M, std::void_t<decltype(std::declval<M&>().accepted())>> : std::true_type {};
template <class M, class = void>
struct HasStep : std::false_type {};
template <class M>
struct HasStep<M, std::void_t<decltype(std::declval<M&>().step(std::declval<Step&>()))>> : std::true_type {};

/// kRuns is false for the twins with Dual and Trace numbers: they are only evaluated, so on_event() and
/// step() need not compile for them.
template <class M, bool kRuns>
class ModelHolder final : public AnyModel {
 public:
  std::unique_ptr<AnyModel> clone() const override { return std::make_unique<ModelHolder>(*this); }
  void assign(const AnyModel& other) override { model_ = static_cast<const ModelHolder&>(other).model_; }
  void* object() noexcept override { return &model_; }
  std::size_t size() const noexcept override { return sizeof(M); }
  void describe(Description& m) override { model_.describe(m); }
  void configure() override {
    if constexpr (HasConfigure<M>::value) model_.configure();
  }
  void initialize() override {
    if constexpr (HasInitialize<M>::value) model_.initialize();
  }
  void equations() override {
    if constexpr (HasEquations<M>::value) model_.equations();
  }
  void on_event([[maybe_unused]] Event& event) override {
    if constexpr (kRuns && HasOnEvent<M>::value) model_.on_event(event);
  }
  void accepted() override {
    if constexpr (kRuns && HasAccepted<M>::value) model_.accepted();
  }
  void step([[maybe_unused]] Step& step) override {
    if constexpr (kRuns && HasStep<M>::value) model_.step(step);
  }

 private:
  M model_{};
};

template <class M, bool kRuns = true>
std::unique_ptr<AnyModel> make_model() {
  return std::make_unique<ModelHolder<M, kRuns>>();
}

template <class M>
ModelTraits traits_of(bool is_differentiable) {
  static_assert(HasEquations<M>::value || HasStep<M>::value,
                "a model needs void equations() or void step(lockstep::exporter::Step&)");
  ModelTraits t;
  t.size = sizeof(M);
  t.align = alignof(M);
  t.is_polymorphic = std::is_polymorphic_v<M>;
  t.is_differentiable = is_differentiable;
  t.has_initialize = HasInitialize<M>::value;
  t.has_equations = HasEquations<M>::value;
  t.has_on_event = HasOnEvent<M>::value;
  t.has_accepted = HasAccepted<M>::value;
  t.has_step = HasStep<M>::value;
  return t;
}

/// LOCKSTEP_FMU works for a plain class and for a class template: overload resolution tells them apart.
template <class M>
ModelFactory factory_of(const char* identifier) {
  return {identifier, traits_of<M>(false), {}, &make_model<M>, nullptr};
}
template <template <class> class M>
ModelFactory factory_of(const char* identifier) {
  return {identifier, traits_of<M<double>>(true), traits_of<M<Dual>>(true), &make_model<M<double>>,
          &make_model<M<Dual>, false>};
}

template <class M>
std::unique_ptr<AnyModel> (*tracer_of())() {
  return nullptr;
}
template <template <class> class M>
std::unique_ptr<AnyModel> (*tracer_of())() {
  return &make_model<M<Trace>, false>;
}
}  // namespace detail

}  // namespace lockstep::exporter

/// Makes the class (or class template with one type parameter) `Model` the model of this FMU. Once per FMU,
/// at namespace scope, with the name given to lockstep_add_fmu().
#define LOCKSTEP_FMU(Model)                                                                      \
  const lockstep::exporter::ModelFactory& lockstep::exporter::model_factory() {                  \
    static const ModelFactory factory = lockstep::exporter::detail::factory_of<::Model>(#Model); \
    return factory;                                                                              \
  }                                                                                              \
  std::unique_ptr<lockstep::exporter::AnyModel> (*lockstep::exporter::model_tracer())() {        \
    return lockstep::exporter::detail::tracer_of<::Model>();                                     \
  }
