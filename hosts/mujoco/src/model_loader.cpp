// SPDX-License-Identifier: Apache-2.0
#include "model_loader.hpp"

#include <array>
#include <cstring>

#include "lockstep/core/error.hpp"

namespace lockstep::hosts::mujoco {
namespace {

constexpr const char* kFileName = "world.xml";

struct DeleteVfs {
  void operator()(mjVFS* vfs) const noexcept {
    mj_deleteVFS(vfs);
    delete vfs;
  }
};

void put(mjVFS& vfs, const std::string& text) {
#if mjVERSION_HEADER >= 300
  const int status = mj_addBufferVFS(&vfs, kFileName, text.data(), static_cast<int>(text.size()));
#else
  const int status = mj_makeEmptyFileVFS(&vfs, kFileName, static_cast<int>(text.size()));
  // NOLINTNEXTLINE(bugprone-not-null-terminated-result): a file, not a text
  if (status == 0) std::memcpy(vfs.filedata[mj_findFileVFS(&vfs, kFileName)], text.data(), text.size());
#endif
  if (status != 0) throw Error{ErrorCode::kSystem, "MuJoCo's file system in memory does not take the model"};
}

std::string first_line(std::string text) {
  return text.substr(0, text.find('\n'));
}

void drop_warning(const char* /*text*/) {}

}  // namespace

Model load_model(const std::string& mjcf, const core::LogSink& log) {
  const std::unique_ptr<mjVFS, DeleteVfs> vfs{new mjVFS};  // 2 MB in old versions: not on the stack
  mj_defaultVFS(vfs.get());
  put(*vfs, mjcf);
  std::array<char, 1000> error{};
  Model model{mj_loadXML(kFileName, vfs.get(), error.data(), static_cast<int>(error.size()))};
  if (!model) {
    if (log) log({core::LogLevel::kDebug, "mujoco", "engine-message", first_line(error.data())});
    throw Error{
        ErrorCode::kUnsupported,
        "MuJoCo does not take the world; check masses, inertias and shapes (--debug-logging shows what "
        "MuJoCo says of its own elements), or choose another engine"};
  }
  return model;
}

void keep_log_file_away() noexcept {
  static const bool done = [] {
    if (mju_user_warning == nullptr) mju_user_warning = &drop_warning;
    return true;
  }();
  static_cast<void>(done);
}

}  // namespace lockstep::hosts::mujoco
