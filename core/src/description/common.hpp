// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "description/element.hpp"

namespace lockstep::core {

/// The readers. Each fills reading.model from the root element of one file; the version is already known.
void read_fmi1(Reading& reading, pugi::xml_node root);
void read_fmi2(Reading& reading, pugi::xml_node root);
void read_fmi3(Reading& reading, pugi::xml_node root);
void read_build_description(Reading& reading, pugi::xml_node root);
void read_terminals_and_icons(Reading& reading, pugi::xml_node root);

/// Parts of the readers above that fill a file of their own.
void read_fmi1_variables(Reading& reading, pugi::xml_node model_variables);
void read_fmi2_types(Reading& reading, pugi::xml_node definitions);
void read_fmi2_variables(Reading& reading, pugi::xml_node model_variables);

// What the versions have in common.

/// What the attributes of the root say about the model. Returns the model identifier, which is one of them in
/// FMI 1 only.
std::string_view read_root_attributes(Reading& reading, pugi::xml_node root);
/// FMI 2 and 3 (2: without annotations).
void read_log_categories(Reading& reading, pugi::xml_node node);
void read_default_experiment(Reading& reading, pugi::xml_node node);
/// The model identifier names the library and (FMI 1) prefixes its functions: it must be a C identifier.
void check_model_identifier(Reading& reading, pugi::xml_node node, const InterfaceCapabilities& interface);

/// FMI 3: buildDescription.xml and terminalsAndIcons.xml have the version of modelDescription.xml.
/// The version is in slot 0.
void check_companion_version(Reading& reading, const Element& element);

/// Makes room for the variables of a file.
void reserve_variables(Reading& reading);
/// One more variable to be filled; refuses more than the limits allow.
Variable& add_variable(Reading& reading, pugi::xml_node node);
/// Sets name (copied into the model), line and column; reports an empty name.
void place_variable(Reading& reading, pugi::xml_node node, std::string_view name, Variable& variable);
/// Sets the value reference; reports (simulation impossible) when there is no valid one.
void set_value_reference(Reading& reading, pugi::xml_node node, std::optional<std::uint32_t> reference,
                         Variable& variable);

/// A start value of one element.
const StartValues* start_of(Reading& reading, double value);
const StartValues* start_of(Reading& reading, std::int64_t value);
const StartValues* start_of(Reading& reading, bool value);
const StartValues* start_of(Reading& reading, std::string_view value);

}  // namespace lockstep::core
