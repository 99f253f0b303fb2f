// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/core/log.hpp"

namespace lockstep::python {

/// Messages go to Python's logger "lockstep". From any thread, with or without the interpreter's lock.
core::LogSink python_log();

}  // namespace lockstep::python
