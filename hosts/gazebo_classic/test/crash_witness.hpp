// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace probe {

/// From now on a thread that crashes (SIGSEGV) first writes one line to standard error:
///
///     probe: a thread crashed in libA.so.1 libB.so.2 ...
///
/// with the libraries on its stack, the innermost first. Then everything goes on as it would have. Tests tell
/// by it whether Gazebo crashed by itself: it does so now and then while it ends. Once for a process.
void witness_crashes();

}  // namespace probe
