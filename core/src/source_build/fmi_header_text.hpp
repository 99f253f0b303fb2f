// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "lockstep/core/span.hpp"

namespace lockstep::core {

struct HeaderText {
  std::string_view name;  ///< as it is included: "lockstep/fmi/fmi2.h"
  std::string_view text;
};

/// The headers of the module fmi, embedded when core was configured.
Span<const HeaderText> fmi_header_texts() noexcept;

}  // namespace lockstep::core
