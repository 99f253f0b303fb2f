// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/core/error.hpp"
#include "lockstep/description/world.hpp"

namespace lockstep::description {

/// What the readers may do. The defaults suit files from strangers.
struct ReadOptions {
  /// Folders searched for `model://name`, `<include>` and meshes, before the environment; see FileSearch.
  std::vector<std::string> model_folders;
  /// The environment is consulted: see FileSearch.
  bool use_environment{true};
  /// URDF: links behind fixed joints become part of the link that carries them, as in Gazebo. Joints that
  /// `<gazebo reference="j">` keeps by `preserveFixedJoint` or `disableFixedJointLumping`, that carry a
  /// sensor or that one of our devices names stay. With false every joint and link is kept.
  bool merge_fixed_joints{true};
  /// What is wrong but has an obvious meaning, or what other readers accept, is an error. By default it is
  /// repaired and reported as a warning: mass and inertia that no rigid body can have, a root link without
  /// mass, sizes of 0, a robot without a name, empty booleans, SDF before 1.4, zero bytes after the end.
  bool strict{false};
  std::size_t max_file_bytes{64U << 20U};  ///< of each file
  std::size_t max_depth{64};               ///< nested elements of a file, and nested includes
  std::size_t max_includes{10'000};        ///< files included in all
};

/// A world and what there is to say about its files: elements not understood or not used (notes and warnings,
/// each listed once per line), what was renamed, mapped or repaired. Never errors: those are thrown.
struct ReadResult {
  World world;
  std::vector<Diagnostic> findings;
};

/// Reads a world, a model or a robot: SDF 1.2 to 1.9 (`<world>`, or a `<model>` alone, which gets an empty
/// world) or URDF (`<robot>`, one model in an empty world). The content decides, not the suffix. Throws
/// Error: kNotFound, kUnreadable, or kBadInput with all that is wrong, each with file and line. Runs no
/// foreign code, opens no network connection, keeps no state; may be called from any thread.
ReadResult read_world(const std::string& path, const ReadOptions& options = {});

/// The same from text; `path` is the file it stands for (messages, and the folder to search in).
ReadResult read_world_text(std::string_view text, const std::string& path, const ReadOptions& options = {});

}  // namespace lockstep::description
