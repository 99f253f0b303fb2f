// SPDX-License-Identifier: Apache-2.0
#include "file_finder.hpp"

#include <gazebo/common/SystemPaths.hh>

#include <vector>

#include "lockstep/core/error.hpp"
#include "lockstep/description/file_search.hpp"

namespace lockstep::hosts::gazebo_classic {
namespace {

namespace fs = std::filesystem;

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

}  // namespace

fs::path find_fmu(const std::string& name, const std::string& named_in) {
  gazebo::common::SystemPaths& paths = *gazebo::common::SystemPaths::Instance();
  const bool in_model = name.compare(0, 8, "model://") == 0;
  if (!in_model) {
    // The usual places first: there may be hundreds of models, and to look elsewhere takes longer.
    std::vector<fs::path> folders{"."};
    if (!named_in.empty()) folders.push_back(fs::path{named_in}.parent_path());
    for (const std::string& folder : paths.GetGazeboPaths())
      folders.emplace_back(folder);
    for (const char* suffix : {"", ".fmu"}) {
      for (const fs::path& folder : folders) {
        if (is_file(folder / (name + suffix)))
          return fs::absolute(folder / (name + suffix)).lexically_normal();
      }
    }
  }
  const std::list<std::string> model_paths = paths.GetModelPaths();
  const description::FileSearch search{
      named_in.empty() ? "./world" : named_in, {model_paths.begin(), model_paths.end()}, true};
  if (in_model) {
    for (const char* suffix : {"", ".fmu"}) {
      const fs::path found = search.find_model_file(name + suffix, {});
      if (is_file(found)) return found;
    }
    throw Error{ErrorCode::kNotFound, "there is no FMU '" + name + "'; looked in " + search.model_places()};
  }
  fs::path found = search.find_fmu(name);
  if (found.empty())
    throw Error{ErrorCode::kNotFound, "there is no FMU '" + name + "'; looked in the current folder and " +
                                          search.fmu_places() + "; add its folder to GAZEBO_RESOURCE_PATH"};
  return found;
}

}  // namespace lockstep::hosts::gazebo_classic
