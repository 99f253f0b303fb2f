// SPDX-License-Identifier: Apache-2.0
#include "lockstep/description/reader.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "documents.hpp"
#include "findings.hpp"
#include "sdf_reader.hpp"

namespace lockstep::description {
namespace {

using core::ConfigNode;

std::string absolute(const std::string& path) {
  std::error_code error;
  const std::filesystem::path result = std::filesystem::absolute(path, error);
  return error ? path : result.lexically_normal().string();
}

/// Lists what stands beside the element that is read.
void list_others(const ConfigNode& sdf, const ConfigNode& chosen, Findings& findings) {
  for (const ConfigNode& child : sdf.children)
    if (&child != &chosen)
      findings.warning(child, "description-unused",
                       fmt::format("<{}> beside <{}> has no effect; one world or model of a file is read",
                                   child.name, chosen.name));
}

ReadResult read_tree(const ConfigNode& root, const std::string& path, const ReadOptions& options,
                     Documents& documents) {
  Findings findings{options.strict};
  const FileSearch search{path, options.model_folders, options.use_environment};
  SdfReader reader{documents, search, options, findings};
  ReadResult result;
  result.world.file = path;
  if (root.name == "robot") {
    reader.read_lone_model(root, {}, result.world);
  } else if (root.name == "sdf" || root.name == "gazebo") {  // <gazebo>: SDF 1.2
    const SdfVersion version = sdf_version_of(root, findings);
    const ConfigNode* world = root.find("world");
    const ConfigNode* chosen = world != nullptr ? world : root.find("model");
    if (chosen == nullptr) root.fail("sdf-empty", "<sdf> holds neither <world> nor <model>");
    list_others(root, *chosen, findings);
    if (world != nullptr)
      reader.read_world(*world, version, result.world);
    else
      reader.read_lone_model(*chosen, version, result.world);
  } else {
    root.fail("description-root",
              fmt::format("the file holds <{}>, expected <sdf> or <robot> (URDF)", root.name));
  }
  for (const std::string& file : documents.files_with_zero_bytes())
    findings.tolerate(ConfigNode{"", "", {file, 0, 0}}, "zero-bytes", "the file has zero bytes after its end",
                      "they are left out");
  for (const std::string& file : documents.files_with_bare_values())
    findings.tolerate(ConfigNode{"", "", {file, 0, 0}}, "attribute-unquoted",
                      "the file has attributes without quotes, which XML does not allow",
                      "they are read as if they had them", "write name=\"...\"");
  findings.throw_if_errors(path);
  result.findings = findings.take();
  return result;
}

}  // namespace

ReadResult read_world(const std::string& path, const ReadOptions& options) {
  Documents documents{options};
  const std::string file = absolute(path);
  return read_tree(documents.read(file), file, options, documents);
}

ReadResult read_world_text(std::string_view text, const std::string& path, const ReadOptions& options) {
  Documents documents{options};
  const std::string file = absolute(path);
  const ConfigNode root = documents.parse(text, file);
  return read_tree(root, file, options, documents);
}

}  // namespace lockstep::description
