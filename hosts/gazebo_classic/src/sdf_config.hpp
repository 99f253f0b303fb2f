// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sdf/Element.hh>

#include "lockstep/core/config_node.hpp"

namespace lockstep::hosts::gazebo_classic {

/// An element of a world as Gazebo's sdformat has read it, as configuration. Lines are not known there.
core::ConfigNode config_of(const sdf::Element& element);

}  // namespace lockstep::hosts::gazebo_classic
