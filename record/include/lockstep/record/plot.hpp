// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "lockstep/record/memory_recorder.hpp"

namespace lockstep::record {

enum class PlotFormat : std::uint8_t {
  kHtml,  ///< one self-contained interactive page (uPlot inside); needs no network
  kSvg,   ///< a static picture, drawn by gnuplot, which must be on the PATH
};

struct PlotOptions {
  std::string title;     ///< empty: none
  std::string subtitle;  ///< one line below the title; empty: none
};

/// The format a file name asks for by its ending (.html, .htm, .svg), checked to be possible here: call it
/// before a long run. Throws Error{kBadUsage} for another ending, Error{kUnsupported} when this build has no
/// HTML plots or this machine no gnuplot, with what to do about it.
PlotFormat plot_format(const std::filesystem::path& path);

/// Refuses now what write_plot would refuse after a long run, as far as that can be known: throws what
/// plot_format throws, and Error{kSystem} when the folder does not exist or cannot be written to.
void check_plot_file(const std::filesystem::path& path);

/// Draws every numeric series of `recorder` over time: one panel for each unit, whole numbers and Booleans as
/// steps in panels of their own. Replaces the file as a whole: a failure leaves the old one. Throws what
/// plot_format throws, Error{kBadUsage} when there is nothing to draw, Error{kSystem} when the file cannot be
/// written or gnuplot fails.
void write_plot(const std::filesystem::path& path, const MemoryRecorder& recorder,
                const PlotOptions& options);

}  // namespace lockstep::record
