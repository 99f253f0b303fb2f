// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "lockstep/core/bytes.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/core/variable.hpp"

namespace lockstep::core {

enum class FmiVersion : std::uint8_t { k1, k2, k3 };

/// How an FMU is run. The numbers index ModelDescription::interface().
enum class InterfaceKind : std::uint8_t { kCoSimulation, kModelExchange, kScheduledExecution };
inline constexpr std::size_t kInterfaceKindCount = 3;

LOCKSTEP_CORE_EXPORT std::string_view to_string(FmiVersion version) noexcept;  ///< "1.0", "2.0", "3.0"
LOCKSTEP_CORE_EXPORT std::string_view to_string(InterfaceKind kind) noexcept;  ///< "Co-Simulation", ...

/// What one interface of the FMU can do; FMI 3 words, FMI 1/2 attributes mapped (inverted ones turned round).
struct InterfaceCapabilities {
  std::string_view model_identifier;
  bool needs_execution_tool{false};
  bool can_be_instantiated_only_once_per_process{false};
  bool uses_memory_callbacks{true};  ///< FMI 2: not canNotUseMemoryManagementFunctions
  bool can_get_and_set_state{false};
  bool can_serialize_state{false};
  bool provides_directional_derivatives{false};
  bool provides_adjoint_derivatives{false};
  bool provides_element_dependencies{false};
  // Co-Simulation
  bool variable_step_size{false};             ///< canHandleVariableCommunicationStepSize
  bool can_interpolate_inputs{false};         ///< FMI 1/2
  bool can_run_asynchronously{false};         ///< FMI 1/2: doStep may answer Pending
  bool has_event_mode{false};                 ///< FMI 3
  bool provides_intermediate_update{false};   ///< FMI 3
  bool might_return_early{false};             ///< FMI 3: mightReturnEarlyFromDoStep
  bool can_return_early_after_update{false};  ///< FMI 3: canReturnEarlyAfterIntermediateUpdate
  bool provides_evaluate_discrete_states{false};
  std::uint32_t max_output_derivative_order{0};
  std::uint32_t recommended_intermediate_smoothness{0};
  std::optional<double> fixed_internal_step_s;
  // Model Exchange
  bool needs_completed_integrator_step{true};
  // FMI 1 Co-Simulation
  bool tool_coupling{false};  ///< CoSimulation_Tool
};

/// value_in_unit = (value_in_SI_base - offset) / factor, the seven SI exponents plus rad.
struct SiBaseUnit {
  std::array<std::int32_t, 8> exponents{};  ///< kg, m, s, A, K, mol, cd, rad
  double factor{1.0};
  double offset{0.0};
};

/// value_in_display_unit = factor * value_in_unit + offset; with `inverse` (FMI 3): factor / value_in_unit.
struct DisplayUnit {
  std::string_view name;
  double factor{1.0};
  double offset{0.0};
  bool inverse{false};
};

struct Unit {
  std::string_view name;
  std::optional<SiBaseUnit> base;
  Span<const DisplayUnit> display_units;
};

struct EnumerationItem {
  std::string_view name;
  std::int64_t value{0};
  std::string_view description;
};

struct TypeDefinition {
  std::string_view name, description, quantity, mime_type;
  VariableType type{VariableType::kFloat64};
  TableIndex unit{kNone}, display_unit{kNone};
  const NumericAttributes* numeric{nullptr};
  const ClockAttributes* clock{nullptr};
  Span<const EnumerationItem> items;
};

enum class DependencyKind : std::uint8_t { kDependent, kConstant, kFixed, kTunable, kDiscrete };

/// One row of ModelStructure. `dependencies` empty and `dependencies_given` false: may depend on everything.
struct Unknown {
  TableIndex variable{kNone};  ///< index into variables(); kNone when the reference was broken
  std::uint32_t line{0};       ///< in modelDescription.xml, from 1
  bool dependencies_given{false};
  Span<const TableIndex> dependencies;
  Span<const DependencyKind> kinds;  ///< as long as `dependencies`
};

struct ModelStructure {
  Span<const Unknown> outputs, continuous_state_derivatives, clocked_states, initial_unknowns,
      event_indicators;
};

struct DefaultExperiment {
  std::optional<double> start_time_s, stop_time_s, tolerance, step_size_s;
};

struct LogCategory {
  std::string_view name, description;
};

/// A group of files compiled with the same options (FMI 2 SourceFiles, FMI 3
/// BuildConfiguration/SourceFileSet).
struct SourceFileSet {
  std::string_view language, compiler, compiler_options;
  Span<const std::string_view> files;  ///< relative to sources/
  Span<const std::string_view> include_directories;
  struct Definition {
    std::string_view name, value;
  };
  Span<const Definition> definitions;
};

struct BuildConfiguration {
  std::string_view model_identifier, platform, description;
  Span<const SourceFileSet> file_sets;
  Span<const std::string_view> libraries;
};

struct TerminalMember {
  std::string_view variable_name, member_name, variable_kind;
};
/// A node of terminalsAndIcons.xml; nested terminals follow their parent, `depth` says how deep.
struct Terminal {
  std::string_view name, kind, matching_rule, description;
  std::string_view icon_base_name;  ///< terminalsAndIcons/<this>.png and .svg; empty: no icon
  std::uint32_t depth{0};
  Span<const TerminalMember> members;
};

struct Annotation {
  std::string_view type;        ///< FMI 3 annotation type or FMI 1/2 tool name
  std::string_view xml;         ///< the element's content as text
  std::string_view owner;       ///< the element it belongs to, e.g. "fmiModelDescription", "Float64"
  std::string_view owner_name;  ///< the owner's name attribute, e.g. the variable; empty when it has none
};

/// Everything modelDescription.xml (with buildDescription.xml and terminalsAndIcons.xml) says, FMI 1, 2 and 3
/// alike. Immutable, shared by all instances, safe to read from several threads. Text lives as long as the
/// object.
class LOCKSTEP_CORE_EXPORT ModelDescription {
 public:
  struct Impl;  // owns the arena; defined by the reader
  explicit ModelDescription(std::unique_ptr<Impl> impl) noexcept;
  ~ModelDescription();
  ModelDescription(const ModelDescription&) = delete;
  ModelDescription& operator=(const ModelDescription&) = delete;

  FmiVersion fmi_version() const noexcept;
  std::string_view fmi_version_text() const noexcept;  ///< verbatim, e.g. "3.0.1"
  std::string_view model_name() const noexcept;
  std::string_view instantiation_token() const noexcept;  ///< FMI 1/2: guid
  std::string_view description() const noexcept;
  std::string_view author() const noexcept;
  std::string_view model_version() const noexcept;
  std::string_view copyright() const noexcept;
  std::string_view license() const noexcept;
  std::string_view generation_tool() const noexcept;
  std::string_view generation_date_and_time() const noexcept;
  std::string_view variable_naming_convention() const noexcept;  ///< "flat" or "structured"

  /// Null when the FMU has no such interface.
  const InterfaceCapabilities* interface(InterfaceKind kind) const noexcept;
  const DefaultExperiment& default_experiment() const noexcept;

  Span<const Variable> variables() const noexcept;  ///< in file order
  Span<const Unit> units() const noexcept;
  Span<const TypeDefinition> type_definitions() const noexcept;
  const ModelStructure& structure() const noexcept;
  Span<const LogCategory> log_categories() const noexcept;
  Span<const BuildConfiguration> build_configurations() const noexcept;
  Span<const Terminal> terminals() const noexcept;
  Span<const Annotation> annotations() const noexcept;
  bool has_icon() const noexcept;  ///< terminalsAndIcons.xml places an icon

  /// O(1). FMI 3 alias names are found too. Null: no such variable.
  const Variable* find(std::string_view name) const noexcept;
  /// O(1). FMI 1/2 use the same number for different types, hence the type; the first variable in file order.
  const Variable* find(ValueReference reference, VariableType type) const noexcept;
  /// Every variable (itself included) with the same value reference and type, in file order: FMI 1/2 aliases.
  std::vector<const Variable*> aliases_of(const Variable& variable) const;
  /// Names close to a misspelt one, best first, for error messages; at most `limit`.
  std::vector<std::string_view> similar_names(std::string_view name, std::size_t limit = 3) const;

  std::uint32_t continuous_state_count() const noexcept;  ///< FMI 1: numberOfContinuousStates
  std::uint32_t event_indicator_count()
      const noexcept;  ///< FMI 1/2: attribute; FMI 3: elements of the structure

 private:
  std::unique_ptr<Impl> impl_;
};

/// False when ModelStructure says that nothing the FMU computes depends on the input, neither at once nor
/// later: all rows name their dependencies, none of them the input; outputs, computed start values and
/// continuous states all have rows (so Model Exchange is offered); there are no events and no discrete
/// variables. What a description cannot show is memory that an FMU changes at time events and keeps to
/// itself.
LOCKSTEP_CORE_EXPORT bool may_use_input(const ModelDescription& model, const Variable& input) noexcept;

/// Limits for hostile XML; all settable.
struct DescriptionLimits {
  std::size_t max_bytes{std::size_t{512} << 20U};
  std::size_t max_tree_bytes{std::size_t{2}
                             << 30U};  ///< memory of the XML tree, estimated before it is built
  std::uint32_t max_depth{64};
  std::uint32_t max_attributes_per_element{256};
  std::size_t max_variables{20'000'000};
  std::size_t read_in_parts_above{
      1U << 20U};                            ///< [bytes] larger files are parsed in parts, which saves memory
  std::size_t max_diagnostics_per_id{1000};  ///< further ones are counted, not listed
};

/// The parsed description plus every defect seen on the way. Defects that make simulation impossible are
/// kError.
struct ParsedDescription {
  std::shared_ptr<const ModelDescription> description;
  std::vector<Diagnostic> diagnostics;
};

/// The raw files an FMU describes itself with. Empty: not in the archive.
struct DescriptionFiles {
  Bytes model_description;    ///< consumed: parsed in place to save memory
  Bytes build_description;    ///< FMI 3 sources/buildDescription.xml
  Bytes terminals_and_icons;  ///< FMI 3 (and 2 by back-port) terminalsAndIcons.xml
};

/// Lenient parse: metadata defects become diagnostics; throws Error{kBadDescription} only when nothing usable
/// is left (not XML, DOCTYPE, limits, unknown fmiVersion). Never executes anything. Any encoding of XML 1.0.
LOCKSTEP_CORE_EXPORT ParsedDescription parse_description(DescriptionFiles files,
                                                         const DescriptionLimits& limits = {});

}  // namespace lockstep::core
