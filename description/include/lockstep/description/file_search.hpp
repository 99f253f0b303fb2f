// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::description {

/// Finds the files a world names, offline. Plain value; reads the environment once, when it is made.
///
/// Order of folders for models and meshes: the folder of the file that names them, the given model folders,
/// the entries of GAZEBO_MODEL_PATH, SDF_PATH, GZ_SIM_RESOURCE_PATH and IGN_GAZEBO_RESOURCE_PATH. What
/// `model://name` and `package://name` do not find there is looked for beside and above the file that names
/// it (a folder called `name`), then among ROS packages: those below ROS_PACKAGE_PATH (by the name in their
/// package.xml) and `share/name` of AMENT_PREFIX_PATH. For FMUs: the folder of the world,
/// GAZEBO_RESOURCE_PATH, the FMUs installed with lockstep (<prefix>/share/lockstep/fmus/<FMI version>); FMI 3
/// before 2 before 1.
class FileSearch {
 public:
  /// `world_file` gives the first folder. Without `use_environment` only the folders given are searched.
  FileSearch(const std::string& world_file, std::vector<std::string> model_folders, bool use_environment);

  /// Folder or file of "model://name/rest", "package://name/rest", "file:///abs", a relative or an absolute
  /// path; relative ones start at `from_folder` first. Empty when there is none.
  std::string find_model_file(std::string_view uri, const std::string& from_folder) const;

  /// A file of "model://path", "package://path" or a relative path whose start has another name here: the
  /// first of `path` and its ends (with one folder at least: "meshes/arm.stl") that exists in `from_folder`,
  /// above it, or as the only file with this end below a folder "meshes" of these. Empty when there is none.
  std::string find_renamed(std::string_view uri, const std::string& from_folder) const;

  /// An FMU by absolute path or by name, with or without ".fmu". Empty when there is none.
  std::string find_fmu(std::string_view name) const;

  /// The folders searched, for messages: "a, b, c".
  std::string model_places(const std::string& from_folder = {}) const;
  std::string fmu_places() const;

 private:
  class Packages;
  std::string find_named(std::string_view name, const std::string& from_folder) const;

  std::vector<std::string> model_folders_;
  std::shared_ptr<const Packages> packages_;  // of ROS; looked through when they are first needed
  std::vector<std::string> fmu_folders_;
};

}  // namespace lockstep::description
