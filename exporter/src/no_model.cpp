// SPDX-License-Identifier: Apache-2.0
// Linked into makers and FMUs, and replaced by what LOCKSTEP_FMU defines. Where a model forgot it, the build
// gets as far as the maker, which can say so; the linker would only name a function no author has heard of.
#include "lockstep/exporter/any_model.hpp"

namespace lockstep::exporter {

__attribute__((weak)) const ModelFactory& model_factory() {
  static const ModelFactory kNoModel{"", {}, {}, nullptr, nullptr};
  return kNoModel;
}

__attribute__((weak)) std::unique_ptr<AnyModel> (*model_tracer())() {
  return nullptr;
}

}  // namespace lockstep::exporter
