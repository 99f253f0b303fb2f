// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/description/world.hpp"
#include "values.hpp"

namespace lockstep::description {

/// Pose of a name ("link", "nested::frame", "__model__") in the frame of a model that is resolved already;
/// false when there is no such name.
bool pose_in_model(const Model& model, std::string_view name, Pose& pose);

/// The names of one model (or of a world) that poses may be relative to: SDF's frame semantics. Names are
/// added first, in any order, then resolved. Chains of any length are followed without recursion; loops are
/// errors.
class FrameGraph {
 public:
  /// `root` is "__model__" or "world".
  explicit FrameGraph(std::string root) : root_{std::move(root)} {}

  /// The name of the model itself. Old files scope names by it from inside: "m::nested::link" in model "m".
  void set_own_name(std::string name) { own_name_ = std::move(name); }

  /// A link, joint, frame or nested model. `relative_to` is used when the pose names no frame; `attached_to`
  /// is empty for links and models (they are what others attach to). Returns false when the name is taken.
  bool add(const std::string& name, const RawPose& pose, std::string relative_to, std::string attached_to);
  bool has(const std::string& name) const { return entries_.count(name) != 0; }

  /// Names like "nested::link" are looked up in these models; must stay where they are.
  void set_nested(const std::vector<Model>* nested) { nested_ = nested; }

  /// Pose of a named frame in the root frame. Throws at `at` when the name is unknown or leads in a circle.
  Pose resolve(const std::string& name, const core::ConfigNode& at) const;
  /// Pose of what is written there, in the root frame; `default_frame` when it names none.
  Pose resolve(const RawPose& raw, const std::string& default_frame) const;
  /// Relative name of the link that a frame moves with; "world" for the world, empty for a model without
  /// links.
  std::string link_of(const std::string& name, const core::ConfigNode& at,
                      const std::string& canonical_link) const;

 private:
  struct Entry {
    Pose pose;
    std::string relative_to;
    std::string attached_to;
    const core::ConfigNode* at;
  };
  const Model* nested_model(std::string_view name) const;
  /// An unknown name without the model's own name before it; empty when that is no name here either.
  std::string without_own_scope(std::string_view name) const;
  [[noreturn]] void unknown(const std::string& name, const core::ConfigNode& at) const;

  std::string root_, own_name_;
  std::map<std::string, Entry, std::less<>> entries_;
  mutable std::map<std::string, Pose, std::less<>> resolved_;
  const std::vector<Model>* nested_{nullptr};
};

}  // namespace lockstep::description
