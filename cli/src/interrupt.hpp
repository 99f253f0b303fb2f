// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockstep::cli {

/// From now on Ctrl-C, a job scheduler's SIGTERM and a closed terminal end a run in good order: what was
/// recorded is written. A second signal does not wait for the step to end.
void end_in_good_order();

/// Whether such a signal came.
bool interrupted() noexcept;

/// What a shell expects of a command that a signal has ended: 130 after Ctrl-C. 1 where none came.
int interrupted_exit_code() noexcept;

}  // namespace lockstep::cli
