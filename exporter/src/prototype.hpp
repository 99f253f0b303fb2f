// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "lockstep/exporter/any_model.hpp"

namespace lockstep::exporter {

/// What all instances of this FMU share, made once per process: the described model as it starts.
struct Prototype {
  explicit Prototype(const ModelFactory& factory);

  std::unique_ptr<AnyModel> model;
  Description description;
  std::unique_ptr<AnyModel> dual;             ///< null when the model is no template
  std::unique_ptr<Description> dual_offsets;  ///< same variables, offsets in the differentiated form
  std::string token;                          ///< "{8-4-4-4-12}" from everything the description says
};

/// The prototype of model_factory()'s model. Thread-safe; throws std::logic_error if the description is not
/// right.
const Prototype& prototype();

/// GUID or instantiation token: equal descriptions give equal tokens, on every machine and in every build.
std::string make_token(const Description& m);

}  // namespace lockstep::exporter
