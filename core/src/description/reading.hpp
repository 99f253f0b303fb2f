// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "description/diagnostic_sink.hpp"
#include "description/model_impl.hpp"
#include "description/xml_document.hpp"

namespace lockstep::core {

/// What every reader of one XML file needs: the file, the model being built and the place for findings.
struct Reading {
  XmlDocument& xml;
  ModelDescription::Impl& model;
  DiagnosticSink& diagnostics;
  const DescriptionLimits& limits;
  FmiVersion schema;  ///< of this file; terminalsAndIcons.xml follows FMI 3 also in FMI 2 FMUs
  std::unordered_map<std::string_view, TableIndex> unit_names{};
  std::unordered_map<std::string_view, TableIndex> type_names{};
  TableIndex last_unit{kNone};  ///< found last: neighbours often have the same

  /// A violation of the standard that leaves the FMU usable.
  template <class Place>
  void warn(Place place, std::string_view id, std::string message, std::string fix = {}) {
    diagnostics.add(Severity::kWarning, id, std::move(message), std::move(fix), xml.where(place));
  }
  /// A defect that makes simulation impossible.
  template <class Place>
  void fail(Place place, std::string_view id, std::string message, std::string fix = {}) {
    diagnostics.add(Severity::kError, id, std::move(message), std::move(fix), xml.where(place));
  }
  std::string_view keep(std::string_view text) { return model.arena.copy(text); }
};

}  // namespace lockstep::core
