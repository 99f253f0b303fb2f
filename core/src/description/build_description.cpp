// SPDX-License-Identifier: Apache-2.0
// FMI 3 sources/buildDescription.xml.
#include <fmt/format.h>

#include "description/annotations.hpp"
#include "description/common.hpp"

namespace lockstep::core {
namespace {

constexpr AttributeSpec kRootSpecs[] = {{0, "fmiVersion", true}};
constexpr AttributeTable kRootTable{kRootSpecs};
constexpr ChildSpec kRootChildren[] = {{"BuildConfiguration", 0, true, true}, {"Annotations", 1}};
constexpr AttributeSpec kConfigurationSpecs[] = {
    {0, "modelIdentifier", true}, {1, "platform"}, {2, "description"}};
constexpr AttributeTable kConfigurationTable{kConfigurationSpecs};
constexpr ChildSpec kConfigurationChildren[] = {
    {"SourceFileSet", 0, false, true}, {"Library", 1, false, true}, {"Annotations", 2}};
constexpr AttributeSpec kFileSetSpecs[] = {
    {0, "name"}, {1, "language"}, {2, "compiler"}, {3, "compilerOptions"}};
constexpr AttributeTable kFileSetTable{kFileSetSpecs};
constexpr ChildSpec kFileSetChildren[] = {{"SourceFile", 0, true, true},
                                          {"PreprocessorDefinition", 1, false, true},
                                          {"IncludeDirectory", 2, false, true},
                                          {"Annotations", 3}};
constexpr AttributeSpec kNameSpecs[] = {{0, "name", true}};
constexpr AttributeTable kNameTable{kNameSpecs};
constexpr AttributeSpec kDefinitionSpecs[] = {
    {0, "name", true}, {1, "optional"}, {2, "value"}, {3, "description"}};
constexpr AttributeTable kDefinitionTable{kDefinitionSpecs};
constexpr ChildSpec kDefinitionChildren[] = {{"Option", 0, false, true}, {"Annotations", 1}};
constexpr AttributeSpec kOptionSpecs[] = {{0, "value"}, {1, "description"}};
constexpr AttributeTable kOptionTable{kOptionSpecs};
constexpr AttributeSpec kLibrarySpecs[] = {
    {0, "name", true}, {1, "version"}, {2, "external"}, {3, "description"}};
constexpr AttributeTable kLibraryTable{kLibrarySpecs};

std::string_view read_name(Reading& reading, pugi::xml_node node) {
  Element element{reading, node, kNameTable};
  read_annotations_of(reading, node);
  return element.text(0);
}

/// Optional definitions are choices for whoever builds; without a choice they are left out.
void read_definition(Reading& reading, pugi::xml_node node,
                     std::vector<SourceFileSet::Definition>& definitions) {
  Element element{reading, node, kDefinitionTable};
  read_children(reading, node, kDefinitionChildren, [&](std::size_t index, pugi::xml_node child) {
    if (index == 0)
      Element{reading, child, kOptionTable}.expect_empty();
    else
      read_annotations(reading, child);
  });
  if (element.boolean(1, false) || !element.has(0)) return;
  const std::string_view name = element.text(0);
  definitions.push_back({name, element.text(2)});
}

SourceFileSet read_file_set(Reading& reading, pugi::xml_node node) {
  Element element{reading, node, kFileSetTable};
  SourceFileSet set;
  set.language = element.text(1);
  set.compiler = element.text(2);
  set.compiler_options = element.text(3);
  std::vector<std::string_view> files, directories;
  std::vector<SourceFileSet::Definition> definitions;
  read_children(reading, node, kFileSetChildren, [&](std::size_t index, pugi::xml_node child) {
    switch (index) {
      case 0:
        return files.push_back(read_name(reading, child));
      case 1:
        return read_definition(reading, child, definitions);
      case 2:
        return directories.push_back(read_name(reading, child));
      default:
        return read_annotations(reading, child);
    }
  });
  set.files = reading.model.arena.copy(files);
  set.include_directories = reading.model.arena.copy(directories);
  set.definitions = reading.model.arena.copy(definitions);
  return set;
}

void read_configuration(Reading& reading, pugi::xml_node node) {
  Element element{reading, node, kConfigurationTable};
  BuildConfiguration configuration;
  configuration.model_identifier = element.text(0);
  configuration.platform = element.text(1);
  configuration.description = element.text(2);
  std::vector<SourceFileSet> sets;
  std::vector<std::string_view> libraries;
  read_children(reading, node, kConfigurationChildren, [&](std::size_t index, pugi::xml_node child) {
    if (index == 0) sets.push_back(read_file_set(reading, child));
    if (index == 1) {
      Element library{reading, child, kLibraryTable};
      libraries.push_back(library.text(0));
      read_annotations_of(reading, child);
    }
    if (index == 2) read_annotations(reading, child);
  });
  configuration.file_sets = reading.model.arena.copy(sets);
  configuration.libraries = reading.model.arena.copy(libraries);
  reading.model.build_configurations.push_back(configuration);
}

}  // namespace

void read_build_description(Reading& reading, pugi::xml_node root) {
  if (std::string_view{root.name()} != "fmiBuildDescription") {
    reading.warn(root, "wrong-root",
                 fmt::format("the root element is <{}>, expected <fmiBuildDescription>", root.name()),
                 "correct the file; it is ignored");
    return;
  }
  Element element{reading, root, kRootTable};
  check_companion_version(reading, element);
  read_children(reading, root, kRootChildren, [&](std::size_t index, pugi::xml_node child) {
    if (index == 0)
      read_configuration(reading, child);
    else
      read_annotations(reading, child);
  });
}

}  // namespace lockstep::core
