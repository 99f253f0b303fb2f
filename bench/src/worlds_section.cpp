// SPDX-License-Identifier: Apache-2.0
// N one-joint models with one actuator FMU each, on every engine of the build.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lockstep/core/error.hpp"
#include "lockstep/core/stepper.hpp"
#include "lockstep/devices/fmu_actuator/fmu_actuator.hpp"
#include "lockstep/hosts/engines/engines.hpp"
#include "lockstep/runtime/device_catalogue.hpp"
#include "lockstep/runtime/runtime.hpp"
#include "process.hpp"
#include "sections.hpp"

namespace lockstep::bench {
namespace {

/// Work of one round: steps times joints, for rounds of about equal length.
std::uint64_t joint_steps(const std::string& engine) {
  return engine == "mujoco" ? 20'000 : engine == "dart" ? 5'000 : 500;
}

/// The best of gzserver 11 with gazebo-fmi on its fastest engine (DART), steps a second, measured on a
/// machine of the same kind with the same worlds; what is asked for is five times that.
double gazebo_steps_per_second(std::size_t joints) {
  switch (joints) {
    case 1:
      return 67'000.0;
    case 10:
      return 23'600.0;
    case 100:
      return 2'060.0;
    default:
      return 268.0;
  }
}

description::World pendulums(std::size_t count, bool with_fmus) {
  description::World world;
  for (std::size_t i = 0; i < count; ++i) {
    description::Model model;
    model.name = model.scoped_name = "p" + std::to_string(i);
    model.pose.position = {0.0, static_cast<double>(i), 1.5};
    description::Link link;
    link.name = "bar";
    link.scoped_name = model.name + "::bar";
    link.inertial.pose.position = {0.0, 0.0, -1.0};
    link.inertial.inertia_kg_m2 *= 0.001;
    model.links.push_back(link);
    description::Joint joint;
    joint.name = "joint";
    joint.scoped_name = model.name + "::joint";
    joint.type = description::JointType::kRevolute;
    joint.parent = "world";
    joint.child = "bar";
    joint.axes.resize(1);
    joint.axes[0].direction = {0.0, 1.0, 0.0};
    model.joints.push_back(joint);
    if (with_fmus) {
      core::ConfigNode config{"plugin"};
      config.children.emplace_back("actuator");
      config.children[0].children.emplace_back("name", "fmu");
      config.children[0].children.emplace_back("joint", "joint");
      config.children[0].children.emplace_back("fmu", "Damper");
      model.plugins.push_back({"fmu", "libFMIActuatorPlugin.so", "fmu_actuator", config});
    }
    world.models.push_back(std::move(model));
  }
  return world;
}

std::filesystem::path damper() {
  return std::filesystem::path{LOCKSTEP_FMUS_DIR} / "2.0" / "Damper.fmu";
}

double resident_bytes() {
  return static_cast<double>(memory_now().resident_bytes);
}

/// A world that runs; every joint starts at 1 rad, so that the physics has something to do.
class RunningWorld {
 public:
  RunningWorld(const std::string& engine, std::size_t joints, bool with_fmus) {
    const description::World world = pendulums(joints, with_fmus);
    const double before = resident_bytes();
    const auto start = std::chrono::steady_clock::now();
    catalogue_.add(devices::fmu_actuator::kind());
    engine_ = hosts::make_engine(engine, world, {});
    runtime_ = std::make_unique<runtime::Runtime>(*engine_);
    devices::DeviceContext context;
    context.find_file = [](const std::string&) { return damper(); };
    runtime::add_devices(*runtime_, catalogue_, world, context);
    runtime_->bind();
    runtime_->start();
    run(1);
    start_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    bytes = resident_bytes() - before;
    for (std::size_t i = 0; i < joints; ++i)
      engine_->set_joint_state(static_cast<hosts::AxisIndex>(i), 1.0, 0.0);
  }

  void run(std::uint64_t steps) {
    for (std::uint64_t k = 0; k < steps; ++k) {
      if (!succeeded(runtime_->step())) throw Error{ErrorCode::kFmuFailed, runtime_->fault()};
    }
  }

  double start_s{0.0}, bytes{0.0};

 private:
  runtime::DeviceCatalogue catalogue_;
  std::unique_ptr<hosts::Engine> engine_;
  std::unique_ptr<runtime::Runtime> runtime_;
};

/// The same number of FMUs with the same variables, and nothing around them.
class BareFmus {
 public:
  explicit BareFmus(std::size_t count) : grid_{0.0, core::Rational{1, 1000}} {
    const auto fmu = core::Fmu::open(damper());
    const std::vector<std::string> inputs{"actuatorInput", "jointPosition", "jointVelocity",
                                          "jointAcceleration"};
    const std::vector<std::string> outputs{"jointTorque"};
    for (std::size_t i = 0; i < count; ++i) {
      steppers_.push_back(core::Stepper::create(fmu));
      static_cast<void>(steppers_.back()->bind_inputs<double>(core::select(fmu->description(), inputs)));
      static_cast<void>(steppers_.back()->bind_outputs<double>(core::select(fmu->description(), outputs)));
      steppers_.back()->initialize({});
    }
  }

  void run(std::uint64_t steps) {
    for (std::uint64_t k = 0; k < steps; ++k, ++index_) {
      for (const auto& stepper : steppers_) {
        if (!succeeded(stepper->step(grid_.interval(index_)).status))
          throw Error{ErrorCode::kFmuFailed, stepper->fault()};
      }
    }
  }

 private:
  core::TimeGrid grid_;
  std::vector<std::unique_ptr<core::Stepper>> steppers_;
  std::int64_t index_{0};
};

std::string rate_text(double step_ns) {
  return fmt::format("{:.0f}", 1e9 / step_ns);
}

/// Worlds that came before leave memory behind that is used again; then there is nothing to see.
std::string memory_text(double bytes) {
  return bytes > 0.0 ? fmt::format("{:.1f} kB", bytes / 1000.0) : "(reused)";
}

void measure(const std::string& engine, std::size_t joints, const BenchOptions& options,
             MarkdownTable& table) {
  RunningWorld plain{engine, joints, false};
  RunningWorld driven{engine, joints, true};
  BareFmus bare{joints};
  const std::vector<Timing> timings = interleave(
      {{"without FMUs", [&](std::uint64_t n) { plain.run(n); }, {}},
       {"with FMUs", [&](std::uint64_t n) { driven.run(n); }, {}},
       {"FMUs alone", [&](std::uint64_t n) { bare.run(n); }, {}}},
      {options.quick ? 2U : options.rounds,
       options.quick ? 2U : std::max<std::uint64_t>(1, joint_steps(engine) / joints), Clock::kThreadCpu});
  const auto count = static_cast<double>(joints);
  const double actuator_ns = (timings[1].best_ns - timings[0].best_ns) / count;
  const double alone_ns = timings[2].best_ns / count;
  const double ratio = 1e9 / timings[1].best_ns / gazebo_steps_per_second(joints);
  table.add({engine, std::to_string(joints), rate_text(timings[0].best_ns), rate_text(timings[1].best_ns),
             fmt::format("{:.1f}x{}", ratio, ratio >= 5.0 ? "" : " (below 5x)"), duration_text(actuator_ns),
             duration_text(alone_ns), fmt::format("{:.0f} ns", actuator_ns - alone_ns),
             duration_text(driven.start_s * 1e9), memory_text((driven.bytes - plain.bytes) / count)});
}

}  // namespace

std::string worlds_section(const BenchOptions& options) {
  MarkdownTable table{{"engine", "joints", "steps/s", "steps/s with FMUs", "against Gazebo", "an actuator",
                       "its FMU alone", "more than that", "start", "memory an actuator"}};
  for (const std::string& engine : hosts::engine_names()) {
    for (const std::size_t joints : {1, 10, 100, 500})
      measure(engine, joints, options, table);
  }
  return "## Worlds: one-joint models with one actuator FMU each, steps of 1 ms, CPU time of one thread\n\n" +
         table.text();
}

}  // namespace lockstep::bench
