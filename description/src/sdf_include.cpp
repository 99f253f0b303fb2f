// SPDX-License-Identifier: Apache-2.0
// <include>: models from other files.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "builtin_models.hpp"
#include "lockstep/core/number_text.hpp"
#include "sdf_reader.hpp"
#include "urdf_reader.hpp"
#include "values.hpp"

namespace lockstep::description {

using core::ConfigNode;
namespace fs = std::filesystem;

namespace {

std::string folder_of(const ConfigNode& node) {
  return fs::path{node.where.file}.parent_path().string();
}

bool is_folder(const std::string& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

/// A name nobody has among the siblings: "lamp", "lamp_1", "lamp_2".
std::string free_name(const std::string& wanted, const std::vector<PlacedModel>& siblings) {
  const auto taken = [&](const std::string& name) {
    return std::any_of(siblings.begin(), siblings.end(),
                       [&](const PlacedModel& sibling) { return sibling.model.name == name; });
  };
  std::string name = wanted;
  for (int i = 1; taken(name); ++i)
    name = fmt::format("{}_{}", wanted, i);
  return name;
}

/// "1.6" in `<sdf version="1.6">model.sdf</sdf>` of a model.config as a number; 0 when there is none.
int listed_version(const ConfigNode& sdf) {
  const auto text = sdf.attribute("version");
  if (!text || text->substr(0, 2) != "1.") return 0;
  return static_cast<int>(core::parse_int64(text->substr(2)).value_or(0));
}

}  // namespace

std::string SdfReader::main_file_of(const std::string& folder, const ConfigNode& node) {
  for (const char* manifest : {"model.config", "manifest.xml"}) {
    const std::string path = (fs::path{folder} / manifest).string();
    std::error_code error;
    if (!fs::exists(path, error)) continue;
    // The newest version we know; files without a version count as old.
    const ConfigNode& config = documents_.read(path);
    const ConfigNode* best = nullptr;
    for (const ConfigNode* sdf : config.all("sdf"))
      if (listed_version(*sdf) <= 9 && (best == nullptr || listed_version(*sdf) >= listed_version(*best)))
        best = sdf;
    if (best == nullptr) best = config.find("urdf");
    if (best == nullptr) config.fail("model-config", "model.config names no <sdf> file that can be read");
    return (fs::path{folder} / best->as_text()).string();
  }
  const std::string plain = (fs::path{folder} / "model.sdf").string();
  std::error_code error;
  if (fs::exists(plain, error)) return plain;
  node.fail("include-empty", fmt::format("'{}' has neither model.config nor model.sdf", folder));
}

const ConfigNode* SdfReader::included_root(const ConfigNode& node, const std::string& uri) {
  const std::string found = search_.find_model_file(uri, folder_of(node));
  if (found.empty()) {
    if (uri.substr(0, 4) == "http")
      node.fail("include-remote", fmt::format("the model '{}' is not on this machine", uri),
                "download it, put its folder on GAZEBO_MODEL_PATH and include it as model://NAME; nothing is "
                "fetched from a network");
    const std::string_view builtin = builtin_model(uri);
    if (builtin.empty()) {
      node.fail("include-missing",
                fmt::format("'{}' does not exist; looked in {}", uri, search_.model_places(folder_of(node))),
                "add its folder to GAZEBO_MODEL_PATH; nothing is fetched from a network");
    }
    return &documents_.builtin(builtin, uri);
  }
  const std::string file = is_folder(found) ? main_file_of(found, node) : found;
  if (std::find(including_.begin(), including_.end(), file) != including_.end())
    node.fail("include-loop", fmt::format("'{}' includes itself", file));
  including_.push_back(file);
  try {
    return &documents_.read(file);
  } catch (const Error& error) {
    including_.pop_back();
    if (!error.diagnostics().empty()) throw;
    node.fail("include-unreadable", error.message());
  }
}

std::optional<PlacedModel> SdfReader::read_include(const ConfigNode& node, const SdfContext& context,
                                                   const std::vector<PlacedModel>& siblings) {
  if (++includes_ > options_.max_includes)
    node.fail("include-count", fmt::format("more than {} files are included", options_.max_includes));
  if (boolean_or(node, "merge", false, findings_))
    node.fail("include-merge", "<include merge=\"true\"> cannot be used",
              "copy the links and joints into the model");
  findings_.list_rest(node, {"uri", "name", "pose", "static", "plugin", "placement_frame"}, {});
  const std::size_t level = including_.size();
  struct Leave {
    std::vector<std::string>& files;
    std::size_t level;
    ~Leave() { files.resize(level); }
  } leave{including_, level};
  const ConfigNode& root = *included_root(node, node.text_of("uri"));

  SdfOverrides overrides;
  if (node.has("static")) overrides.is_static = boolean_or(node, "static", false, findings_);
  overrides.placement_frame = node.text_of("placement_frame", "");
  overrides.plugins = node.all("plugin");
  const ConfigNode* model = root.name == "sdf" || root.name == "gazebo" ? root.find("model") : &root;
  if (model == nullptr && (root.find("light") != nullptr || root.find("actor") != nullptr)) {
    if (root.find("actor") != nullptr)
      findings_.warning(node, "actor-unsupported", "actors have no effect here");
    return std::nullopt;
  }
  if (model == nullptr || (model->name != "model" && model->name != "robot")) {
    node.fail("include-content",
              fmt::format("'{}' holds <{}>, expected a <model>", root.where.file, root.name));
  }
  const std::string own_name =
      model->name == "robot" ? urdf_name_of(*model, findings_) : model->text_of("name");
  if (const ConfigNode* name = node.find("name")) {
    overrides.name = name->as_text();
  } else if (const std::string free = free_name(own_name, siblings); free != own_name) {
    overrides.name = free;
    findings_.note(node, "model-renamed",
                   fmt::format("model '{}' is there already; this one is called '{}'", own_name, free),
                   "give it a <name> of its own");
  }

  SdfContext inner = context;
  inner.depth += 1;
  PlacedModel placed;
  if (model->name == "robot") {
    placed.model = UrdfReader{search_, options_, findings_}.read_robot(
        *model, {overrides.name.value_or(own_name), context.scope,
                 context.is_static || overrides.is_static.value_or(false)});
    placed.pose.at = &node;
    placed.placement_frame = overrides.placement_frame;
    for (const ConfigNode* plugin : overrides.plugins)
      placed.model.plugins.push_back(plugin_of(*plugin));
  } else {
    inner.version = sdf_version_of(root, findings_);
    placed = read_model(*model, inner, overrides);
  }
  if (node.find("pose") != nullptr) placed.pose = sdf_pose_of(node);
  return placed;
}

}  // namespace lockstep::description
