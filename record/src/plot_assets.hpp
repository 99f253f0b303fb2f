// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

/// The files an interactive plot carries, put into the binary when it is built (record/plot/embed.cmake).
namespace lockstep::record::assets {

extern const std::string_view plot_html;
extern const std::string_view uplot_js;
extern const std::string_view uplot_css;
extern const std::string_view uplot_license;
extern const std::string_view plot_js;
extern const std::string_view plot_css;

}  // namespace lockstep::record::assets
