// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "prototype.hpp"
#include "start_checks.hpp"
#include "xml.hpp"

namespace lockstep::exporter {

/// modelDescription.xml of the FMI 2.0 form.
std::string describe_fmi2(const Prototype& prototype);

/// modelDescription.xml of the FMI 3.0 form.
std::string describe_fmi3(const Prototype& prototype);

/// Words both versions of the standard share.
std::string_view name_of(Causality causality);
std::string_view name_of(Variability variability);
std::string_view name_of(Initial initial);

/// Attributes of the root element and elements both versions write alike.
void write_about(XmlWriter& xml, const Description& m);
void write_units(XmlWriter& xml, const Description& m);
void write_log_categories(XmlWriter& xml, const Description& m);
void write_experiment(XmlWriter& xml, const Experiment& experiment);

/// True if the variable belongs into the list of initial unknowns.
bool is_initial_unknown(const VariableInfo& v);

/// The start value of one element, as XML text.
std::string start_text(const VariableInfo& v, std::size_t element);

}  // namespace lockstep::exporter
