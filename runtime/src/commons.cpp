// SPDX-License-Identifier: Apache-2.0
#include "lockstep/runtime/commons.hpp"

#include "lockstep/core/error.hpp"

namespace lockstep::runtime {

void Commons::claim(Claim what, const std::pair<std::string, std::uint32_t>& axis, const std::string& device,
                    Owner owner) {
  const auto [holder, fresh] = claims_.try_emplace({what, axis}, Holder{device, owner});
  if (fresh || holder->second.owner == owner) return;
  if (what == Claim::kCommand)
    throw Error{ErrorCode::kBadUsage, device + " commands joint '" + axis.first + "', but " +
                                          holder->second.device +
                                          " of another model does so already; remove one of them"};
  throw Error{ErrorCode::kBadUsage, device + " is an actuator of joint '" + axis.first + "', but " +
                                        holder->second.device +
                                        " of another model is one already; a joint has one actuator"};
}

void Commons::release_claims(Owner owner) {
  for (auto claim = claims_.begin(); claim != claims_.end();) {
    if (claim->second.owner == owner)
      claim = claims_.erase(claim);
    else
      ++claim;
  }
}

}  // namespace lockstep::runtime
