// SPDX-License-Identifier: Apache-2.0
// Plugins of a model, from their configuration to devices that run. The step is model_step.cpp.
#include "lockstep/hosts/shell/model_session.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

#include "lockstep/core/error.hpp"
#include "lockstep/hosts/shell/crash_note.hpp"
#include "lockstep/hosts/shell/world_session.hpp"

namespace lockstep::hosts::shell {
namespace {

/// Worlds load in threads of their own, and a simulator's search for files may be for one of them at a time.
std::mutex& setup_mutex() {
  static std::mutex mutex;
  return mutex;
}

/// Whether a plugin that cannot start stops the world: unless each of its devices has another policy. One
/// that is not understood counts as the default.
bool stops_world(const core::ConfigNode& plugin) {
  const auto stops = [](const core::ConfigNode& device) {
    try {
      return devices::read_options(device).on_fault == devices::FaultPolicy::kStop;
    } catch (const Error&) {
      return true;
    }
  };
  if (plugin.has("fault_policy")) return stops(plugin);
  bool others = false;
  for (const core::ConfigNode& device : plugin.children) {
    if (device.children.empty()) continue;
    if (stops(device)) return true;
    others = true;
  }
  return !others;
}

}  // namespace

std::string fmus_text(const core::ConfigNode& plugin) {
  const auto text_of = [](const core::ConfigNode& device, const core::ConfigNode& fmu) {
    const core::ConfigNode* const name = device.find("name");
    return (name != nullptr ? name->text : device.name) + ": " + fmu.text;
  };
  if (const core::ConfigNode* const fmu = plugin.find("fmu")) return text_of(plugin, *fmu);
  std::string devices;
  for (const core::ConfigNode& device : plugin.children) {
    if (const core::ConfigNode* const fmu = device.find("fmu"))
      devices += (devices.empty() ? "" : ", ") + text_of(device, *fmu);
  }
  return devices;
}

ModelSession::ModelSession(WorldSession& world, std::string model, std::unique_ptr<ModelHost> host,
                           MakeDisplay make_display)
    : world_{world},
      model_{std::move(model)},
      host_{std::move(host)},
      make_display_{std::move(make_display)},
      text_{&lasting_text(text_of({}))} {
  CrashNote::prepare();
  world_.add_model(*this);
}

ModelSession::~ModelSession() {
  world_.remove_model(*this);
  end_runtime();
}

std::string ModelSession::text_of(const std::string& fmus) const {
  return "model '" + model_ + "' (" + fmus + ")";
}

void ModelSession::log_error(const std::string& text) const {
  world_.simulator().log({core::LogLevel::kError, *text_, "plugin", text});
}

std::vector<devices::MadeDevice> ModelSession::make_devices(const Plugin& plugin,
                                                            const core::ConfigNode& config) {
  Simulator& simulator = world_.simulator();
  devices::DeviceContext context;
  context.model = normalized_scope(model_);
  context.log = [&simulator](const core::LogMessage& message) { simulator.log(message); };
  context.find_file = [&](const std::string& name) { return simulator.find_file(name, config.where.file); };
  return plugin.part.kind->make(config, context);
}

void ModelSession::add(PluginPart part) noexcept {
  Plugin plugin;
  plugin.part = std::move(part);
  plugin.name = "?";
  try {
    const core::ConfigNode config = plugin.part.read();
    if (const auto name = config.attribute("name")) plugin.name = *name;
    plugin.fmus = fmus_text(config);
    plugin.stops = stops_world(config);
    std::string fmus;
    for (const Plugin& other : plugins_)
      fmus += other.fmus + ", ";
    const CrashNote note{lasting_text(text_of(plugin.fmus))};
    const std::lock_guard<std::mutex> lock{setup_mutex()};
    plugin.made = make_devices(plugin, config);
    text_ = &lasting_text(text_of(fmus + plugin.fmus));
    plugins_.push_back(std::move(plugin));
  } catch (const std::exception& error) {
    refuse(plugin, error.what());
  }
}

void ModelSession::refuse(const Plugin& plugin, const std::string& why) {
  Simulator& simulator = world_.simulator();
  const std::string text = "plugin '" + plugin.name + "' was not started: " + why + "\n" +
                           (plugin.stops ? "The world is paused. " + simulator.continue_command()
                                         : std::string{"The world goes on without it, by its fault policy."});
  const std::string who = text_of(plugin.fmus);
  simulator.log({core::LogLevel::kError, who, "plugin", text});
  if (plugin.stops) simulator.set_paused(true);
}

void ModelSession::refuse_all(const std::string& why) {
  end_runtime();
  for (const Plugin& plugin : plugins_)
    refuse(plugin, why);
  plugins_.clear();
  state_ = State::kEmpty;
}

void ModelSession::end_runtime() noexcept {
  const CrashNote note{*text_};  // FMUs are terminated
  const StepGate::OwnWork work{world_.gate()};
  display_.reset();
  runtime_.reset();
  step_s_ = 0.0;
}

/// Makes the runtime with the devices of these plugins, and starts it unless signals are missing.
void ModelSession::try_plugins(const std::vector<Plugin*>& plugins, std::int64_t start_ns) {
  Simulator& simulator = world_.simulator();
  end_runtime();
  const CrashNote note{*text_};
  const std::lock_guard<std::mutex> lock{setup_mutex()};
  host_->renew();
  runtime::RuntimeOptions options;
  options.log = [&simulator](const core::LogMessage& message) { simulator.log(message); };
  options.commons = &world_.commons();
  // Where nobody asks for quantities of the host, hundreds of models save several kB each.
  options.host_signals =
      world_.is_open() || std::any_of(plugins.begin(), plugins.end(),
                                      [](const Plugin* plugin) { return plugin->part.reads_host_signals; });
  options.keep_all_signals = world_.is_open();
  options.reaction_signals = world_.shows_reactions();
  // Nobody executes a request while doors change, nor between binding and the start, which would undo it.
  const StepGate::OwnWork work{world_.gate()};
  const runtime::Doors::Edit edit{world_.commons().doors()};
  runtime_.emplace(*host_, options);
  for (Plugin* plugin : plugins) {
    if (plugin->made.empty()) plugin->made = make_devices(*plugin, plugin->part.read());
    for (devices::MadeDevice& made : plugin->made)
      runtime_->add(std::move(made.device), made.options, model_);
    plugin->made.clear();
  }
  runtime_->bind();
  state_ = State::kWaiting;
  if (make_display_) display_ = make_display_(*runtime_);
  if (runtime_->is_complete()) start(start_ns);
}

/// One plugin more at a time, so that each that fails is refused by its name and the others run.
void ModelSession::try_each(std::int64_t start_ns) {
  std::vector<Plugin*> good;
  std::vector<bool> failed(plugins_.size(), false);
  for (std::size_t i = 0; i < plugins_.size(); ++i) {
    std::vector<Plugin*> tried = good;
    tried.push_back(&plugins_[i]);
    try {
      try_plugins(tried, start_ns);
      good = std::move(tried);
    } catch (const std::exception& error) {
      refuse(plugins_[i], error.what());
      failed[i] = true;
    }
  }
  if (good.empty()) {
    end_runtime();
    state_ = State::kEmpty;
  } else if (failed.back()) {
    try_plugins(good, start_ns);
  }
  std::size_t i = 0;
  for (auto plugin = plugins_.begin(); plugin != plugins_.end(); ++i)
    plugin = failed[i] ? plugins_.erase(plugin) : plugin + 1;
}

void ModelSession::bind() noexcept {
  world_.ask_attention();
  if (plugins_.empty()) {
    state_ = State::kEmpty;
    return;
  }
  const std::int64_t start_ns = world_.next_start_ns();
  try {
    std::vector<Plugin*> all;
    for (Plugin& plugin : plugins_)
      all.push_back(&plugin);
    try {
      try_plugins(all, start_ns);
    } catch (const std::exception& error) {
      if (plugins_.size() == 1)
        refuse_all(error.what());
      else
        try_each(start_ns);
    }
  } catch (const std::exception& error) {
    refuse_all(error.what());
  }
}

void ModelSession::start(std::int64_t start_ns) {
  runtime_->set_start_time(core::SimTime{start_ns});
  runtime_->start();
  state_ = State::kRunning;
  step_s_ = world_.simulator().step_s();
  open_ = false;
  const auto runs_in = [phases = runtime_->phases()](devices::Phase phase) {
    return (phases >> static_cast<unsigned>(phase) & 1U) != 0;
  };
  at_begin_ = runs_in(devices::Phase::kControl) || host_->reads_contacts();
  before_physics_ = runs_in(devices::Phase::kActuate) || host_->drives_joints() || !at_begin_;
  at_end_ = runs_in(devices::Phase::kObserve) || world_.is_open();
}

void ModelSession::start_or_refuse() noexcept {
  try {
    const CrashNote note{*text_};
    start(world_.next_start_ns());
  } catch (const std::exception& error) {
    refuse_all(error.what());
  }
}

void ModelSession::make_runtime(std::int64_t start_ns) {
  std::vector<Plugin*> all;
  for (Plugin& plugin : plugins_)
    all.push_back(&plugin);
  try_plugins(all, start_ns);
}

void ModelSession::note_model_reset() noexcept {
  model_reset_.store(true, std::memory_order_relaxed);
  world_.ask_attention();
}

}  // namespace lockstep::hosts::shell
