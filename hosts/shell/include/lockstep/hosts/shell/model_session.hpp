// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/core/config_node.hpp"
#include "lockstep/devices/api/factory.hpp"
#include "lockstep/hosts/shell/simulator.hpp"
#include "lockstep/runtime/runtime.hpp"

namespace lockstep::hosts::shell {

class WorldSession;

/// What of a model's signals the simulator shows to its own users (a topic); between two steps and in the
/// thread of the world.
class SignalDisplay {
 public:
  virtual ~SignalDisplay() = default;
  /// After the devices have run in the step that ends at `now_ns`.
  virtual void show(std::int64_t now_ns) = 0;
};

/// One `<plugin>` of a model.
struct PluginPart {
  const devices::DeviceKind* kind{nullptr};  ///< outlives the session
  /// Its configuration: asked for when it is loaded, and again when its devices are made again.
  std::function<core::ConfigNode()> read;
  /// Its devices may read quantities of the host as signals; each model with such a plugin has several kB of
  /// them. They are always there in a world with open doors.
  bool reads_host_signals{false};
};

/// "motor: Damper.fmu, valve: Valve.fmu": the FMUs of a plugin and who has them, for messages.
std::string fmus_text(const core::ConfigNode& plugin);

/// All devices of one model, from all of its plugins, with their runtime. Made by WorldSession::add_model().
///
/// When a device fails, one message names it, and its fault policy decides: `stop` pauses the world, lets
/// nothing act on the joints that the devices drive, and pauses again should somebody let the world go on; a
/// reset of the world or the model ends that.
///
/// A plugin that cannot be started is refused by name, and the others run; unless its fault policy is another
/// than `stop`, the world is paused.
///
/// All calls in the thread of the world, except note_model_reset().
class ModelSession {
 public:
  /// `show` (may be empty) makes the display of the signals, between bind and start of the runtime.
  using MakeDisplay = std::function<std::unique_ptr<SignalDisplay>(runtime::Runtime&)>;

  ModelSession(WorldSession& world, std::string model, std::unique_ptr<ModelHost> host,
               MakeDisplay make_display);
  ~ModelSession();
  ModelSession(const ModelSession&) = delete;
  ModelSession& operator=(const ModelSession&) = delete;

  const std::string& model() const noexcept { return model_; }
  /// Reads its configuration and opens its files; refuses it when that fails.
  void add(PluginPart part) noexcept;
  /// Every plugin of the model has been added: binds the devices, and starts them unless they read signals of
  /// a model that is not there yet.
  void bind() noexcept;
  /// The model was put back; devices start again before the next step. Any thread.
  void note_model_reset() noexcept;

  // --- for the WorldSession ------------------------------------------------------------------------------
  bool is_bound() const noexcept { return state_ != State::kUnbound; }
  /// Before a step that does not simply follow the last one. `restart`: the clock of the world was set.
  void prepare(std::int64_t now_ns, bool restart) noexcept;
  /// Starts the devices if every signal they read is there now; else refuses the plugins.
  void start_or_refuse() noexcept;
  bool runs() const noexcept { return state_ == State::kRunning; }
  bool waits_for_signals() const noexcept { return state_ == State::kWaiting; }
  /// Pauses the world and runs no device until it is reset.
  void stop(const std::string& why);
  /// The same, for a reason that is known already.
  void halt() noexcept;

  /// In which events of a step it has something to do.
  bool acts_at_begin() const noexcept { return at_begin_; }
  bool acts_before_physics() const noexcept { return before_physics_; }
  bool acts_at_end() const noexcept { return at_end_; }
  /// The events of a step; `now_ns`: of its end.
  void begin(std::int64_t now_ns) noexcept;
  void before_physics(std::int64_t now_ns) noexcept;
  void end(std::int64_t now_ns) noexcept;
  const runtime::Runtime* runtime() const noexcept { return runtime_ ? &*runtime_ : nullptr; }

 private:
  enum class State : std::uint8_t { kUnbound, kWaiting, kRunning, kStopped, kEmpty };
  struct Plugin {
    PluginPart part;
    std::string name, fmus;                 // for messages
    std::vector<devices::MadeDevice> made;  // until it is bound
    bool stops{true};                       // the world, when it cannot be started
  };

  std::vector<devices::MadeDevice> make_devices(const Plugin& plugin, const core::ConfigNode& config);
  void try_plugins(const std::vector<Plugin*>& plugins, std::int64_t start_ns);
  void try_each(std::int64_t start_ns);
  void make_runtime(std::int64_t start_ns);
  void end_runtime() noexcept;
  void start(std::int64_t start_ns);
  void start_again(std::int64_t now_ns);
  void check_joints();
  void refuse(const Plugin& plugin, const std::string& why);
  void refuse_all(const std::string& why);
  std::string text_of(const std::string& fmus) const;
  template <class Body>
  void guarded(const Body& body) noexcept;
  bool open_step(std::int64_t now_ns);
  void act(std::int64_t now_ns);
  void stay_stopped(std::int64_t now_ns);
  void log_faults();
  void log_error(const std::string& text) const;

  WorldSession& world_;
  std::string model_;
  std::vector<Plugin> plugins_;
  // The runtime refers to the host and is destroyed before it.
  std::unique_ptr<ModelHost> host_;
  std::optional<runtime::Runtime> runtime_;
  MakeDisplay make_display_;
  std::unique_ptr<SignalDisplay> display_;
  const std::string* text_;  // who this is, for messages
  double step_s_{0.0};       // that the runtime was made for; 0 where it could not be made
  State state_{State::kUnbound};
  bool at_begin_{false}, before_physics_{false}, at_end_{false};
  bool open_{false};  // a step has begun, and has not been ended in the runtime
  std::atomic<bool> model_reset_{false};
  std::uint64_t faults_seen_{0};
  std::size_t devices_logged_{0};
};

}  // namespace lockstep::hosts::shell
