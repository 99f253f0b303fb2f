// SPDX-License-Identifier: Apache-2.0
// A build without npm has no page.
#include "page_assets.hpp"

namespace lockstep::viewer {

Span<const PageAsset> page_assets() noexcept {
  return {};
}

}  // namespace lockstep::viewer
