// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/controllers/control_law.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>

namespace lockstep::devices::controllers {
namespace {

Eigen::VectorXd vector_of(const std::vector<double>& numbers) {
  return Eigen::Map<const Eigen::VectorXd>{numbers.data(), static_cast<Eigen::Index>(numbers.size())};
}

/// A field may be an attribute; the getters of a node see children alone.
core::ConfigNode node_of(const core::ConfigNode& parent, std::string_view field) {
  if (const core::ConfigNode* const child = parent.find(field)) return *child;
  return core::ConfigNode{std::string{field}, parent.text_of(field), parent.where};
}

}  // namespace

Eigen::VectorXd read_per_joint(const core::ConfigNode& node, const std::vector<std::string>& joints,
                               double lowest) {
  const std::vector<double> numbers = node.as_numbers();
  if (numbers.size() != 1 && numbers.size() != joints.size())
    node.fail("controller-size", fmt::format("'{}' has {} numbers, but the controller has {} joints; give 1 "
                                             "for all of them or {}",
                                             node.name, numbers.size(), joints.size(), joints.size()));
  const bool one = numbers.size() == 1;
  Eigen::VectorXd values =
      one ? Eigen::VectorXd::Constant(static_cast<Eigen::Index>(joints.size()), numbers[0])
          : vector_of(numbers);
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if (values[static_cast<Eigen::Index>(i)] >= lowest) continue;
    node.fail("controller-value", fmt::format("'{}' of joint '{}' is {}; it must be at least {}", node.name,
                                              joints[i], values[static_cast<Eigen::Index>(i)], lowest));
  }
  return values;
}

Eigen::MatrixXd read_gain(const LawContext& context, std::string_view field) {
  const core::ConfigNode node = node_of(context.config, field);
  const std::size_t n = context.joints.size();
  const std::vector<double> numbers = node.as_numbers();
  if (numbers.size() != n * n || n == 1) {
    if (numbers.size() != 1 && numbers.size() != n)
      node.fail("controller-size",
                fmt::format("'{}' has {} numbers, but the controller has {} joints; give 1, {} (one per "
                            "joint) or {} (a matrix, row by row)",
                            node.name, numbers.size(), n, n, n * n));
    return read_per_joint(node, context.joints).asDiagonal();
  }
  const auto rows = static_cast<Eigen::Index>(n);
  const Eigen::MatrixXd gain =
      Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>{numbers.data(),
                                                                                               rows, rows};
  if (gain != gain.transpose())
    node.fail("controller-value", fmt::format("the matrix '{}' is not symmetric", node.name));
  if (gain.llt().info() != Eigen::Success)
    node.fail("controller-value", fmt::format("the matrix '{}' is not positive definite", node.name));
  return gain;
}

void JointSetPoint::read(const LawContext& context, const std::string& name) {
  name_ = name;
  const auto n = static_cast<Eigen::Index>(context.joints.size());
  start_ = Eigen::VectorXd::Zero(n);
  given_ = context.config.has(name);
  if (!given_) return;
  const std::vector<double> numbers = node_of(context.config, name).as_numbers();
  if (numbers.size() != context.joints.size())
    node_of(context.config, name)
        .fail("controller-size", fmt::format("'{}' has {} numbers, but the controller has {} joints", name,
                                             numbers.size(), context.joints.size()));
  start_ = vector_of(numbers);
}

void JointSetPoint::bind(Binder& binder, const std::string& prefix, const std::string& unit,
                         const std::string& description) {
  InletInfo info;
  info.name = prefix + name_;
  info.count = static_cast<std::uint32_t>(start_.size());
  info.unit = unit;
  info.description = description;
  info.initial = std::vector<double>(start_.data(), start_.data() + start_.size());
  inlet_ = binder.inlet<double>(std::move(info));
  binder.keep(Span<double>{start_.data(), static_cast<std::size_t>(start_.size())});
}

void JointSetPoint::start(const Eigen::VectorXd& value) noexcept {
  if (!given_) start_ = value;
}

}  // namespace lockstep::devices::controllers
