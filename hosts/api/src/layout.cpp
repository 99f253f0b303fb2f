// SPDX-License-Identifier: Apache-2.0
#include "lockstep/hosts/api/layout.hpp"

namespace lockstep::hosts {
namespace {

std::string_view last_part(std::string_view name) {
  const auto slash = name.rfind('/');
  return slash == std::string_view::npos ? name : name.substr(slash + 1);
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

bool is_below(std::string_view name, std::string_view model) {
  return model.empty() ||
         (name.size() > model.size() && name[model.size()] == '/' && name.substr(0, model.size()) == model);
}

template <class Infos>
std::optional<std::uint32_t> find(const Infos& infos, std::string_view scoped_name) {
  const std::string wanted = normalized_scope(scoped_name);
  for (std::uint32_t i = 0; i < infos.size(); ++i) {
    if (infos[i].name == wanted) return i;
  }
  return std::nullopt;
}

template <class Infos, class Fits>
std::vector<std::uint32_t> all_that(const Infos& infos, std::string_view model, const Fits& fits) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < infos.size(); ++i) {
    if (is_below(infos[i].name, model) && fits(std::string_view{infos[i].name})) found.push_back(i);
  }
  return found;
}

template <class Infos>
std::vector<std::uint32_t> match(const Infos& infos, std::string_view model, std::string_view name) {
  const std::string wanted = normalized_scope(name);
  if (wanted.empty()) return {};
  auto found = all_that(infos, {}, [&](std::string_view full) { return full == wanted; });
  if (found.empty() && !model.empty()) {
    const std::string relative = std::string{model} + '/' + wanted;
    found = all_that(infos, model, [&](std::string_view full) { return full == relative; });
  }
  if (found.empty())
    found = all_that(infos, model, [&](std::string_view full) { return last_part(full) == wanted; });
  if (found.empty())
    found = all_that(infos, model, [&](std::string_view full) { return ends_with(full, '/' + wanted); });
  if (found.empty())
    found = all_that(infos, model, [&](std::string_view full) { return ends_with(full, wanted); });
  return found;
}

}  // namespace

std::string_view to_string(JointKind kind) noexcept {
  switch (kind) {
    case JointKind::kFixed:
      return "fixed";
    case JointKind::kRevolute:
      return "revolute";
    case JointKind::kPrismatic:
      return "prismatic";
    case JointKind::kUniversal:
      return "universal";
    case JointKind::kBall:
      return "ball";
    case JointKind::kScrew:
      return "screw";
  }
  return "unknown";
}

std::string normalized_scope(std::string_view name) {
  std::string scoped;
  scoped.reserve(name.size());
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == ':' && i + 1 < name.size() && name[i + 1] == ':') {
      scoped += '/';
      ++i;
    } else {
      scoped += name[i];
    }
  }
  return scoped;
}

std::optional<LinkIndex> WorldLayout::find_link(std::string_view scoped_name) const {
  return find(links, scoped_name);
}

std::optional<JointIndex> WorldLayout::find_joint(std::string_view scoped_name) const {
  return find(joints, scoped_name);
}

std::vector<LinkIndex> WorldLayout::match_links(std::string_view model, std::string_view name) const {
  return match(links, model, name);
}

std::vector<JointIndex> WorldLayout::match_joints(std::string_view model, std::string_view name) const {
  return match(joints, model, name);
}

}  // namespace lockstep::hosts
