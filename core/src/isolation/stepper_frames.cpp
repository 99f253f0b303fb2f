// SPDX-License-Identifier: Apache-2.0
#include "isolation/stepper_frames.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "lockstep/core/element_type.hpp"
#include "stepper/finite.hpp"

namespace lockstep::core::isolation {
namespace {

/// The same list of fields for both directions: what is written is what is read.
struct Writing {
  FrameWriter& frame;
  template <class T>
  void operator()(const T& field) {
    if constexpr (std::is_same_v<T, std::string>) {
      frame.text(field);
    } else if constexpr (std::is_same_v<T, std::filesystem::path>) {
      frame.text(field.native());
    } else if constexpr (std::is_same_v<T, std::optional<double>>) {
      write(frame, field);
    } else {
      frame.value(field);
    }
  }
  template <class T>
  void operator()(const std::vector<T>& fields) {
    frame.value<std::uint64_t>(fields.size());
    for (const T& field : fields)
      (*this)(field);
  }
};
struct Reading {
  FrameReader& frame;
  template <class T>
  void operator()(T& field) {
    if constexpr (std::is_same_v<T, std::string>) {
      field = frame.text();
    } else if constexpr (std::is_same_v<T, std::filesystem::path>) {
      field = frame.text();
    } else if constexpr (std::is_same_v<T, std::optional<double>>) {
      field = read_optional(frame);
    } else if constexpr (std::is_same_v<T, bool>) {
      field = frame.flag();
    } else {
      field = frame.value<T>();
    }
  }
  template <class T>
  void operator()(std::vector<T>& fields) {
    const auto count = frame.value<std::uint64_t>();
    fields.clear();
    for (std::uint64_t i = 0; i < count && frame.ok(); ++i)
      (*this)(fields.emplace_back());
  }
};

template <class Walk>
void walk_open(Walk&& field, OpenOptions& open) {
  field(open.archive_limits);
  field(open.description_limits);
  field(open.cache.directory);
  field(open.cache.max_bytes);
  field(open.cache.max_age);
  field(open.cache.settle_time);
  field(open.build_sources);
}

template <class Walk>
void walk_isolation(Walk&& field, IsolationOptions& isolation) {
  field(isolation.confined);
  field(isolation.permissions.network);
  field(isolation.permissions.programs);
  field(isolation.permissions.read_paths);
  field(isolation.permissions.write_paths);
  field(isolation.max_memory_bytes);
}

template <class Walk>
void walk_instance(Walk&& field, InstanceOptions& instance) {
  field(instance.name);
  field(instance.visible);
  field(instance.logging_on);
  field(instance.log_categories);
  field(instance.max_log_messages_per_second);
  field(instance.repeat_log);
  field(instance.trace_calls);
  field(instance.record_calls);
  field(instance.check_floating_point_mode);
  field(instance.tool_timeout_s);
  field(instance.event_mode_used);
  field(instance.early_return_allowed);
  field(instance.intermediate_variables);
}

template <class Walk>
void walk_setup(Walk&& field, WorkerSetup& setup) {
  field(setup.fmu);
  field(setup.identity);
  walk_open(field, setup.open);
  StepperOptions& options = setup.options;
  field(options.solver.kind);
  field(options.solver.relative_tolerance);
  field(options.solver.fixed_step_s);
  field(options.solver.max_step_s);
  field(options.solver.max_solver_steps);
  field(options.solver.use_directional_derivatives);
  field(options.non_finite);
  field(options.rollback_possible);
  field(options.set_calculated);
  field(options.max_event_iterations);
  field(options.pending_limit_s);
  walk_isolation(field, options.isolation);
  walk_instance(field, options.instance);
}

template <class T>
void read_vector(FrameReader& frame, std::vector<T>& values) {
  const auto count = frame.value<std::uint64_t>();
  for (std::uint64_t i = 0; i < count && frame.ok(); ++i) {
    if constexpr (std::is_same_v<T, bool>) {
      values.push_back(frame.flag());
    } else if constexpr (std::is_arithmetic_v<T>) {
      values.push_back(frame.value<T>());
    } else {
      frame.read_text(values.emplace_back());
    }
  }
}

}  // namespace

void write(FrameWriter& frame, const WorkerSetup& setup) {
  WorkerSetup copy = setup;
  frame.value(*copy.options.kind);
  walk_setup(Writing{frame}, copy);
}

WorkerSetup read_setup(FrameReader& frame) {
  WorkerSetup setup;
  setup.options.kind = frame.value<InterfaceKind>();
  walk_setup(Reading{frame}, setup);
  return setup;
}

void write(FrameWriter& frame, const Value& value) {
  frame.value(static_cast<std::uint8_t>(value.index()));
  std::visit(
      [&](const auto& values) {
        frame.value<std::uint64_t>(values.size());
        using T = typename std::decay_t<decltype(values)>::value_type;
        for (std::size_t i = 0; i < values.size(); ++i) {
          if constexpr (std::is_same_v<T, bool>) {
            frame.value<std::uint8_t>(values[i] ? 1 : 0);
          } else if constexpr (std::is_arithmetic_v<T>) {
            frame.value(values[i]);
          } else {
            frame.value<std::uint64_t>(values[i].size());
            frame.bytes(values[i].data(), values[i].size());
          }
        }
      },
      value);
}

Value read_value(FrameReader& frame) {
  Value value;
  switch (frame.value<std::uint8_t>()) {
    case 0:
      value.emplace<0>();
      break;
    case 1:
      value.emplace<1>();
      break;
    case 2:
      value.emplace<2>();
      break;
    case 3:
      value.emplace<3>();
      break;
    case 4:
      value.emplace<4>();
      break;
    case 5:
      value.emplace<5>();
      break;
    default:
      frame.fail();
      return value;
  }
  std::visit([&](auto& values) { read_vector(frame, values); }, value);
  return value;
}

void write(FrameWriter& frame, const Error& error) {
  frame.value(error.code());
  frame.text(error.message());
  frame.value<std::uint64_t>(error.diagnostics().size());
  for (const Diagnostic& diagnostic : error.diagnostics()) {
    frame.value(diagnostic.severity);
    frame.text(diagnostic.id);
    frame.text(diagnostic.message);
    frame.text(diagnostic.fix);
    frame.text(diagnostic.where.file);
    frame.value(diagnostic.where.line);
    frame.value(diagnostic.where.column);
  }
}

Error read_error(FrameReader& frame) {
  const auto code = frame.value<std::uint8_t>();
  std::string message = frame.text();
  std::vector<Diagnostic> diagnostics;
  const auto count = frame.value<std::uint64_t>();
  for (std::uint64_t i = 0; i < count && frame.ok(); ++i) {
    Diagnostic diagnostic;
    const auto severity = frame.value<std::uint8_t>();
    diagnostic.severity = severity <= static_cast<std::uint8_t>(Severity::kError)
                              ? static_cast<Severity>(severity)
                              : Severity::kError;
    diagnostic.id = frame.text();
    diagnostic.message = frame.text();
    diagnostic.fix = frame.text();
    diagnostic.where.file = frame.text();
    diagnostic.where.line = frame.value<std::uint32_t>();
    diagnostic.where.column = frame.value<std::uint32_t>();
    diagnostics.push_back(std::move(diagnostic));
  }
  const bool known = code <= static_cast<std::uint8_t>(ErrorCode::kSystem);
  return {known ? static_cast<ErrorCode>(code) : ErrorCode::kFmuFailed, std::move(message),
          std::move(diagnostics)};
}

void write(FrameWriter& frame, const std::optional<double>& value) noexcept {
  frame.value<std::uint8_t>(value ? 1 : 0);
  frame.value(value.value_or(0.0));
}

std::optional<double> read_optional(FrameReader& frame) noexcept {
  const bool given = frame.flag();
  const auto value = frame.value<double>();
  return given ? std::optional<double>{value} : std::nullopt;
}

void write(FrameWriter& frame, const StepOutcome& outcome) noexcept {
  frame.value(outcome.reached_s);
  frame.value(outcome.status);
  frame.value(outcome.terminated);
  frame.value(outcome.early);
}

StepOutcome read_outcome(FrameReader& frame, const StepInterval& interval) noexcept {
  StepOutcome outcome;
  outcome.reached_s = frame.value<double>();
  const auto status = frame.value<std::uint8_t>();
  outcome.terminated = frame.flag();
  outcome.early = frame.flag();
  // A failed step may say where an earlier one failed, before this interval, but that is a time, too.
  const bool failed = status == static_cast<std::uint8_t>(Status::kError) ||
                      status == static_cast<std::uint8_t>(Status::kFatal);
  const bool inside = std::isfinite(outcome.reached_s) && outcome.reached_s <= interval.to_s &&
                      (failed || outcome.reached_s >= interval.from_s);
  const bool possible = status <= static_cast<std::uint8_t>(Status::kFatal) && inside;
  if (!possible) frame.fail();
  outcome.status = possible ? static_cast<Status>(status) : Status::kError;
  return outcome;
}

void write_elements(FrameWriter& frame, const Stepper::Group& group) noexcept {
  const std::size_t count = group.element_count * (group.role == Stepper::Group::Role::kRamp ? 2 : 1);
  with_element_type(group.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* elements = static_cast<const T*>(group.data);
    if constexpr (std::is_arithmetic_v<T>) {
      frame.bytes(elements, count * sizeof(T));
    } else {
      for (std::size_t i = 0; i < count; ++i) {
        frame.value<std::uint64_t>(elements[i].size());
        frame.bytes(elements[i].data(), elements[i].size());
      }
    }
  });
}

void read_elements(FrameReader& frame, const Stepper::Group& group) {
  const std::size_t count = group.element_count * (group.role == Stepper::Group::Role::kRamp ? 2 : 1);
  with_element_type(group.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    T* elements = static_cast<T*>(group.data);
    if constexpr (std::is_same_v<T, bool>) {
      for (std::size_t i = 0; i < count; ++i)
        elements[i] = frame.flag();
    } else if constexpr (std::is_arithmetic_v<T>) {
      frame.bytes(elements, count * sizeof(T));
    } else {
      for (std::size_t i = 0; i < count && frame.ok(); ++i)
        frame.read_text(elements[i]);
    }
  });
}

bool elements_finite(const std::vector<Stepper::Group*>& groups) noexcept {
  return std::all_of(groups.begin(), groups.end(), [](const Stepper::Group* group) {
    if (group->type == VariableType::kFloat64)
      return all_finite(Span<const double>{static_cast<const double*>(group->data), group->element_count});
    if (group->type != VariableType::kFloat32) return true;
    const auto* values = static_cast<const float*>(group->data);
    return std::all_of(values, values + group->element_count,
                       [](float value) { return std::isfinite(value); });
  });
}

}  // namespace lockstep::core::isolation
