// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "description/element.hpp"

namespace lockstep::core {

/// FMI 3 <Annotations> and FMI 2 <Annotations> or <VendorAnnotations>: content foreign to the standard, kept
/// as text with the element it belongs to.
void read_annotations(Reading& reading, pugi::xml_node list);

/// The <Annotations> child of an element that may have no other children; before FMI 3 it may have none at
/// all.
void read_annotations_of(Reading& reading, pugi::xml_node owner);

/// What is inside an element, as XML text in the model.
std::string_view inner_xml(Reading& reading, pugi::xml_node node);

}  // namespace lockstep::core
