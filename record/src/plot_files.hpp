// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "plot_layout.hpp"

namespace lockstep::record {

/// Whether this build carries the JavaScript for interactive plots.
bool has_html_plots() noexcept;
/// The page as text.
std::string html_plot(const Chart& chart);

/// The gnuplot program on the PATH; empty: none.
std::filesystem::path find_gnuplot();
/// The gnuplot commands, with the data inside, that draw the picture to standard output.
std::string gnuplot_script(const Chart& chart);
/// The picture as text. Throws Error{kSystem} when gnuplot fails.
std::string svg_plot(const Chart& chart);

}  // namespace lockstep::record
