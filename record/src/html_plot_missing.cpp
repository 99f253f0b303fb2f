// SPDX-License-Identifier: Apache-2.0
// Stands in for html_plot.cpp in builds without npm.
#include "lockstep/core/error.hpp"
#include "plot_files.hpp"

namespace lockstep::record {

bool has_html_plots() noexcept {
  return false;
}

std::string html_plot(const Chart&) {
  throw Error{ErrorCode::kUnsupported, "this build has no interactive plots"};
}

}  // namespace lockstep::record
