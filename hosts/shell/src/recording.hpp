// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/hosts/shell/world_session.hpp"

namespace lockstep::hosts::shell {

/// One file of rows.
struct WorldSession::Recording {
  std::vector<std::string> signals;
  std::unique_ptr<core::RowSink> sink;
  bool failed{false};
  runtime::Recorder recorder;  // declared last: it ends before the sink goes
};

}  // namespace lockstep::hosts::shell
