// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/core/config_node.hpp"
#include "lockstep/core/fmu.hpp"
#include "lockstep/core/isolation_options.hpp"
#include "lockstep/devices/api/factory.hpp"

namespace lockstep::devices {

/// One `<parameters>` entry: a start value or parameter of the FMU.
struct FmuParameter {
  std::string name, text;
  core::ConfigNode where;  ///< for messages
};

/// What every device with an FMU inside understands:
///
/// | field | unit | default | meaning |
/// |---|---|---|---|
/// | `fmu` | | required | file name; see DeviceContext::find_file |
/// | `parameters` | | none | one child each: `<k>0.1</k>` or `<parameter name="a.b">0.1</parameter>` |
/// | `substeps` | | 1 | steps of the FMU in one run of the device |
/// | `step_size` | s | that of the run | length of an FMU step instead, a whole part of the device's period
/// (of the world's step without one); `fmu`: as its description says | | `interface` | | cs if there is one |
/// `cs` or `me` | | `signals` | | none | FMU variables to record: names with blanks between, or one
/// `<signal>` each | | `variable_names` | | none | children named like the default variable, attribute
/// `name`: the FMU's | | `all_inputs` | | false | give inputs to the FMU also where ModelStructure says that
/// nothing depends on them | | `save_every` | s | none | with the fault policy `restart`: the state is saved
/// that often, and a restart goes on from the last one instead of the start | and those of
/// core::read_isolation: `isolation`, `call_limit`, `permissions`, ...
struct FmuConfig {
  std::filesystem::path file;
  std::vector<FmuParameter> parameters;
  std::int64_t substeps{1};
  std::optional<double> step_size_s;
  bool own_step{false};
  std::optional<core::Rational> period;  ///< DeviceOptions::period, which step_size divides
  std::optional<core::InterfaceKind> kind;
  std::vector<std::string> signals;
  bool all_inputs{false};
  std::optional<double> save_every_s;
  core::IsolationOptions isolation;                   ///< fields of core::read_isolation
  std::map<std::string, std::string> variable_names;  ///< default name -> name in the FMU
};

/// The names of the fields above, for ConfigNode::unknown_fields.
extern const std::vector<std::string_view> kFmuFields;

/// Throws Error{kBadInput} with file and line, Error{kNotFound} when there is no such file.
FmuConfig read_fmu_config(const core::ConfigNode& node, const DeviceContext& context);

/// Opens each FMU file once for all devices of a kind; they share description and library. A file that was
/// replaced since (another size or time of change) is opened anew. Any thread.
class FmuPool {
 public:
  std::shared_ptr<const core::Fmu> open(const std::filesystem::path& file);

 private:
  struct Opened {
    std::weak_ptr<const core::Fmu> fmu;
    std::filesystem::file_time_type changed;
    std::uintmax_t size{0};
  };
  std::mutex mutex_;
  std::map<std::filesystem::path, Opened> open_;
};

}  // namespace lockstep::devices
