// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lockstep/adapter/adapter.hpp"

// Variables are pointers to something nobody looks into; the names are those code written for fmi_adapter
// uses.
struct fmi2_xml_variable_t;
typedef struct fmi2_xml_variable_t fmi2_import_variable_t;

namespace lockstep::middlewares {

/// The class fmi_adapter::FMIAdapter without the time types of a ROS: what those of ROS 1 and ROS 2 forward
/// to. Numbers only; variables are opaque pointers that live as long as the object.
///
/// Wrong arguments throw std::invalid_argument, wrong order and failures of the FMU std::runtime_error, never
/// lockstep::Error. Order of calls as in adapter::Adapter. One thread at a time.
class ClassicAdapter {
 public:
  using SimTime = adapter::SimTime;
  using Handle = fmi2_import_variable_t*;

  /// `step_size` 0: the FMU's default, and 10 ms where it has none. `folder`: where to unpack the FMU, in a
  /// folder of its own that goes with the object; empty: the cache of lockstep.
  ClassicAdapter(const std::string& path, SimTime step_size, bool interpolate, const std::string& folder);
  ~ClassicAdapter();
  ClassicAdapter(const ClassicAdapter&) = delete;
  ClassicAdapter& operator=(const ClassicAdapter&) = delete;

  bool can_handle_variable_step() const noexcept;
  double default_step_s() const noexcept;
  SimTime step_size() const noexcept;

  /// In the order of the model description.
  std::vector<Handle> variables() const;
  std::vector<Handle> variables(core::Causality causality) const;
  static std::vector<std::string> names(const std::vector<Handle>& variables);
  static std::string name(Handle variable);
  Handle find(const std::string& name) const;
  /// The description of a variable of this FMU.
  const core::Variable& checked(Handle variable) const;

  bool in_initialization_mode() const noexcept;
  void set_initial(Handle variable, double value);
  void exit_initialization(SimTime at);

  void set_input(Handle variable, SimTime at, double value);
  /// Steps return the new time.
  SimTime step();
  SimTime step(SimTime size);
  SimTime step_until(SimTime target);
  SimTime time() const;
  /// An output; in initialisation mode the value the FMU would start with.
  double output(Handle variable) const;
  /// A variable of any causality.
  double value(Handle variable) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lockstep::middlewares
