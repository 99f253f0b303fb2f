// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "lockstep/core/span.hpp"

namespace lockstep::viewer {

/// A file of the page, compressed by gzip.
struct PageAsset {
  std::string_view path;  ///< in the address: "/main.js"
  std::string_view type;  ///< Content-Type
  std::string_view gzip;
};

/// Made by web/embed.mjs when lockstep is built; empty in a build without npm.
Span<const PageAsset> page_assets() noexcept;

}  // namespace lockstep::viewer
