// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mujoco/mujoco.h>

#include <memory>
#include <string>

#include "lockstep/core/log.hpp"

namespace lockstep::hosts::mujoco {

struct DeleteModel {
  void operator()(mjModel* model) const noexcept { mj_deleteModel(model); }
};
struct DeleteData {
  void operator()(mjData* data) const noexcept { mj_deleteData(data); }
};
using Model = std::unique_ptr<mjModel, DeleteModel>;
using Data = std::unique_ptr<mjData, DeleteData>;

/// Compiles a model from text, without a file on disk. Throws Error{kUnsupported}. MuJoCo's own message
/// speaks of elements that no user wrote: it goes to `log` alone, with LogLevel::kDebug.
Model load_model(const std::string& mjcf, const core::LogSink& log = {});

/// MuJoCo tells warnings through a function of the process and otherwise writes MUJOCO_LOG.TXT into the
/// working directory. We read them from mjData instead; this keeps the file away unless the program has a
/// function of its own there.
void keep_log_file_away() noexcept;

}  // namespace lockstep::hosts::mujoco
