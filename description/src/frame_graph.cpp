// SPDX-License-Identifier: Apache-2.0
#include "frame_graph.hpp"

#include <fmt/format.h>

#include <set>

namespace lockstep::description {
namespace {

using core::ConfigNode;

struct Split {
  std::string_view first, rest;
};

Split split_scope(std::string_view name) {
  const std::size_t separator = name.find("::");
  if (separator == std::string_view::npos) return {name, {}};
  return {name.substr(0, separator), name.substr(separator + 2)};
}

/// Relative name of the link a name inside a resolved model moves with; empty when there is none.
std::string link_in_model(const Model& model, std::string_view name) {
  if (name.empty() || name == "__model__") return model.canonical_link;
  for (const Link& link : model.links)
    if (link.name == name) return link.name;
  for (const Frame& frame : model.frames)
    if (frame.name == name) return frame.attached_to;
  for (const Joint& joint : model.joints)
    if (joint.name == name) return joint.child;
  const auto [first, rest] = split_scope(name);
  for (const Model& nested : model.models) {
    if (nested.name != first) continue;
    const std::string inner = link_in_model(nested, rest);
    return inner.empty() ? inner : nested.name + "::" + inner;
  }
  return {};
}

}  // namespace

bool pose_in_model(const Model& model, std::string_view name, Pose& pose) {
  if (name == "__model__") {
    pose = Pose{};
    return true;
  }
  for (const Link& link : model.links) {
    if (link.name != name) continue;
    pose = link.pose;
    return true;
  }
  for (const Frame& frame : model.frames) {
    if (frame.name != name) continue;
    pose = frame.pose;
    return true;
  }
  for (const Joint& joint : model.joints) {
    if (joint.name != name) continue;
    Pose child;
    pose_in_model(model, joint.child == "world" ? joint.parent : joint.child, child);
    pose = child * joint.pose;
    return true;
  }
  const auto [first, rest] = split_scope(name);
  for (const Model& nested : model.models) {
    if (nested.name != first) continue;
    Pose inner;
    if (!rest.empty() && !pose_in_model(nested, rest, inner)) return false;
    pose = nested.pose * inner;
    return true;
  }
  return false;
}

bool FrameGraph::add(const std::string& name, const RawPose& pose, std::string relative_to,
                     std::string attached_to) {
  std::string base = pose.relative_to;
  if (base.empty()) base = std::move(relative_to);
  return entries_.emplace(name, Entry{pose.pose, std::move(base), std::move(attached_to), pose.at}).second;
}

const Model* FrameGraph::nested_model(std::string_view name) const {
  if (nested_ == nullptr) return nullptr;
  for (const Model& model : *nested_)
    if (model.name == name) return &model;
  return nullptr;
}

std::string FrameGraph::without_own_scope(std::string_view name) const {
  const auto [first, rest] = split_scope(name);
  if (own_name_.empty() || first != own_name_ || rest.empty()) return {};
  if (entries_.count(rest) != 0) return std::string{rest};
  const auto [nested_name, inner] = split_scope(rest);
  const Model* nested = nested_model(nested_name);
  Pose unused;
  return nested != nullptr && !inner.empty() && pose_in_model(*nested, inner, unused) ? std::string{rest}
                                                                                      : std::string{};
}

void FrameGraph::unknown(const std::string& name, const ConfigNode& at) const {
  std::string names = root_;
  std::size_t listed = 0;
  for (const auto& [known, entry] : entries_) {
    if (++listed > 20) {
      names += ", ...";
      break;
    }
    names += ", " + known;
  }
  at.fail("frame-unknown", fmt::format("frame '{}' does not exist here; there are: {}", name, names));
}

Pose FrameGraph::resolve(const std::string& name, const ConfigNode& at) const {
  std::vector<std::pair<std::string, Pose>> chain;  // from the name towards the root
  std::set<std::string> seen;
  Pose base;
  std::string current = name;
  const ConfigNode* where = &at;
  while (current != root_) {
    if (const auto known = resolved_.find(current); known != resolved_.end()) {
      base = known->second;
      break;
    }
    if (!seen.insert(current).second)
      where->fail("frame-loop", fmt::format("frame '{}' is relative to itself", current));
    const auto found = entries_.find(current);
    if (found != entries_.end()) {
      chain.emplace_back(current, found->second.pose);
      where = found->second.at;
      current = found->second.relative_to;
      continue;
    }
    // "nested::x": x in the nested model, which is a name of this scope.
    const auto [first, rest] = split_scope(current);
    const Model* nested = nested_model(first);
    Pose inner;
    if (nested == nullptr || rest.empty() || !pose_in_model(*nested, rest, inner)) {
      std::string shorter = without_own_scope(current);
      if (shorter.empty()) unknown(current, *where);
      current = std::move(shorter);
      continue;
    }
    std::string outer{first};
    chain.emplace_back(std::move(current), inner);
    current = std::move(outer);
  }
  for (auto link = chain.rbegin(); link != chain.rend(); ++link) {
    base = base * link->second;
    resolved_.emplace(link->first, base);
  }
  return base;
}

Pose FrameGraph::resolve(const RawPose& raw, const std::string& default_frame) const {
  return resolve(raw.relative_to.empty() ? default_frame : raw.relative_to, *raw.at) * raw.pose;
}

std::string FrameGraph::link_of(const std::string& name, const ConfigNode& at,
                                const std::string& canonical_link) const {
  std::set<std::string> seen;
  std::string current = name;
  const ConfigNode* where = &at;
  while (true) {
    if (current == "world") return current;
    if (current == root_) return canonical_link;
    if (!seen.insert(current).second)
      where->fail("frame-loop", fmt::format("frame '{}' is attached to itself", current));
    const auto [first, rest] = split_scope(current);
    const auto found = entries_.find(current);
    if (found == entries_.end() || found->second.attached_to.empty()) {
      const Model* nested = nested_model(first);
      const std::string inner = nested != nullptr ? link_in_model(*nested, rest) : std::string{};
      if (!inner.empty()) return inner == "world" ? inner : nested->name + "::" + inner;
      if (found != entries_.end() && nested == nullptr) return current;  // a link
      std::string shorter = without_own_scope(current);
      if (shorter.empty()) unknown(current, *where);
      current = std::move(shorter);
      continue;
    }
    where = found->second.at;
    current = found->second.attached_to;
  }
}

}  // namespace lockstep::description
