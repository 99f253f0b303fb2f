// SPDX-License-Identifier: Apache-2.0
#include "logging.hpp"

#include <string>

#include "python.hpp"

namespace lockstep::python {
namespace {

int level_of(core::LogLevel level) noexcept {  // Python's numbers: 10 debug, 20 info, 30 warning, 40 error
  switch (level) {
    case core::LogLevel::kTrace:
    case core::LogLevel::kDebug:
      return 10;
    case core::LogLevel::kInfo:
      return 20;
    case core::LogLevel::kWarning:
      return 30;
    case core::LogLevel::kError:
      break;
  }
  return 40;
}

}  // namespace

core::LogSink python_log() {
  return [](const core::LogMessage& message) {
    const py::gil_scoped_acquire lock;
    try {
      const py::object logger = py::module_::import("logging").attr("getLogger")("lockstep");
      logger.attr("log")(level_of(message.level), "%s: %s", message.source, message.text);
    } catch (py::error_already_set& error) {
      error.discard_as_unraisable("a message of lockstep");  // a step must not end because of a logger
    }
  };
}

}  // namespace lockstep::python
