// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/contact_load_cells/contact_load_cells.hpp"

#include <Eigen/Dense>

#include "lockstep/core/error.hpp"

namespace lockstep::devices::contact_load_cells {
namespace {

constexpr std::size_t kMostCells = 64;

struct Config {
  std::string name, link;
  std::vector<double> x, y;
};

Config read_config(const core::ConfigNode& node) {
  const std::vector<Diagnostic> unknown = node.unknown_fields(
      {"name", "link", "x", "y", "fault_policy", "period", "filename", "device", "type"}, Severity::kError);
  if (!unknown.empty()) throw Error{ErrorCode::kBadInput, "load cells cannot be read", unknown};
  Config config;
  const core::ConfigNode* const name = node.find("name");
  config.name = name != nullptr ? name->as_text() : "contact_load_cells";
  config.link = node.text_of("link");
  config.x = node.numbers("x");
  config.y = node.numbers("y");
  if (config.x.size() != config.y.size() || config.x.empty() || config.x.size() > kMostCells)
    node.fail("load-cells-size", "'x' has " + std::to_string(config.x.size()) + " numbers and 'y' has " +
                                     std::to_string(config.y.size()) + ", expected as many each, 1 to 64");
  return config;
}

/// Forces of cells for (f, m_x, m_y): the pseudo-inverse of what they carry together.
Eigen::MatrixXd shares_of(const Config& config) {
  const auto n = static_cast<Eigen::Index>(config.x.size());
  Eigen::MatrixXd carried{3, n};
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    carried.col(i) = Eigen::Vector3d{1.0, config.y[k], -config.x[k]};
  }
  return carried.completeOrthogonalDecomposition().pseudoInverse();
}

class ContactLoadCells final : public Device {
 public:
  explicit ContactLoadCells(Config config) : config_{std::move(config)}, shares_{shares_of(config_)} {}

  const std::string& name() const noexcept override { return config_.name; }

  void bind(Binder& binder) override {
    const hosts::LinkIndex link = binder.find_link(config_.link);
    link_ = link;
    motion_ = binder.read_link(link);
    contacts_ = binder.read_contacts(link, 64);
    force_ = binder.output<double>("force", "N", "Normal force at each cell",
                                   static_cast<std::uint32_t>(config_.x.size()));
    total_ = binder.output<double>("total", "", "Force along z and moments about x and y of the link", 3);
    binder.run_in(Phase::kObserve);
  }
  void reset(const StepInfo& /*start*/) override {}

  core::Status run(const StepInfo& /*step*/) noexcept override {
    Eigen::Vector3d load = Eigen::Vector3d::Zero();  // f, m_x, m_y
    const description::Quaternion q_BW = motion_.q_WB().conjugate();
    contacts_.each([&](const hosts::Contact& contact) {
      const double sign = contact.link_b == link_ ? 1.0 : -1.0;
      const Eigen::Vector3d force = q_BW * (sign * contact.force_b_W_n);
      const Eigen::Vector3d moment = (q_BW * (contact.p_WC - motion_.p_WB())).cross(force);
      load += Eigen::Vector3d{force.z(), moment.x(), moment.y()};
    });
    Eigen::Map<Eigen::Vector3d>{total_.data()} = load;
    for (std::size_t i = 0; i < force_.size(); ++i)
      force_[i] = shares_.row(static_cast<Eigen::Index>(i)).dot(load);
    return core::Status::kOk;
  }

  // Signals keep their values by themselves.
  void hold(const StepInfo& /*step*/) noexcept override {}
  void make_safe(const StepInfo& /*step*/) noexcept override {}
  std::string fault() const override { return "load cells cannot fail"; }

 private:
  Config config_;
  Eigen::MatrixXd shares_;
  hosts::LinkIndex link_{hosts::kWorld};
  LinkMotion motion_;
  LinkContacts contacts_;
  Span<double> force_, total_;
};

}  // namespace

DeviceKind kind() {
  return {"contact_load_cells", {}, [](const core::ConfigNode& node, const DeviceContext& /*context*/) {
            std::vector<MadeDevice> made;
            made.push_back({std::make_unique<ContactLoadCells>(read_config(node)), read_options(node)});
            return made;
          }};
}

}  // namespace lockstep::devices::contact_load_cells
