// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sdf/Element.hh>

namespace lockstep::hosts::gazebo_classic {

/// Whether no plugin of ours follows this one in its model: then all devices of the model are known.
bool is_last_of_ours(sdf::Element& plugin);

}  // namespace lockstep::hosts::gazebo_classic
