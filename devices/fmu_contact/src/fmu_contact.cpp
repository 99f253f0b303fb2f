// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/fmu_contact/fmu_contact.hpp"

#include <array>
#include <optional>

#include "contact_patch.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/devices/fmu_model/fmu_model.hpp"

namespace lockstep::devices::fmu_contact {
namespace {

constexpr std::uint32_t kMostContacts = 32;
enum Input : std::size_t { kNormalForce, kSlipX, kSlipY, kSpin, kWheelSpeed };
enum Output : std::size_t { kForceX, kForceY, kTorqueZ, kOutputCount };

/// One link and the FMU under it; the README has the table of the fields.
struct ContactConfig {
  std::string name, link;
  Eigen::Vector3d axis_B{Eigen::Vector3d::UnitY()};
  FmuConfig fmu;
  DeviceOptions options;
};

ContactConfig read_contact(const core::ConfigNode& node, const DeviceContext& context) {
  std::vector<std::string_view> known = kFmuFields;
  for (const char* field : {"link", "name", "axis", "fault_policy", "period", "filename", "device", "type"})
    known.emplace_back(field);
  const std::vector<Diagnostic> unknown = node.unknown_fields(known, Severity::kError);
  if (!unknown.empty()) throw Error{ErrorCode::kBadInput, "fmu_contact cannot be read", unknown};
  ContactConfig config;
  config.link = node.text_of("link");
  const core::ConfigNode* const name = node.find("name");
  config.name = name != nullptr ? name->as_text() : hosts::normalized_scope(config.link) + "_contact";
  if (node.has("axis")) {
    const std::vector<double> axis = node.numbers("axis");
    config.axis_B = axis.size() == 3 ? Eigen::Vector3d{axis[0], axis[1], axis[2]} : Eigen::Vector3d::Zero();
    if (!(config.axis_B.norm() > 0.0))
      node.fail("config-value",
                "'axis' has " + std::to_string(axis.size()) +
                    " numbers or is 0, expected a direction in the link's frame such as '0 1 0'");
    config.axis_B.normalize();
  }
  config.fmu = read_fmu_config(node, context);
  config.options = read_options(node);
  return config;
}

class FmuContact final : public Device {
 public:
  FmuContact(ContactConfig config, std::shared_ptr<const core::Fmu> fmu, core::LogSink log)
      : config_{std::move(config)}, fmu_{std::move(fmu)}, log_{std::move(log)} {}

  const std::string& name() const noexcept override { return config_.name; }

  void bind(Binder& binder) override {
    link_ = binder.find_link(config_.link);
    const std::string self = "fmu_contact '" + binder.name() + "'";
    model_.emplace(self, std::move(config_.fmu), fmu_, binder.layout().links[link_].name + "_contact", log_);
    model_->bind(binder,
                 {{"normalForce", false},
                  {"slipVelocity_x", false},
                  {"slipVelocity_y", false},
                  {"spin", false},
                  {"wheelSpeed", false}},
                 {{"contactForce_x", false}, {"contactForce_y", false}, {"contactTorque_z", false}});
    bool any = false;
    for (std::size_t i = 0; i < kOutputCount; ++i)
      any = any || model_->output(i) != nullptr;
    if (!any)
      throw Error{ErrorCode::kBadInput,
                  self +
                      ": the FMU has none of the outputs contactForce_x, contactForce_y and contactTorque_z; "
                      "name what it has in variable_names"};
    motion_ = binder.read_link(link_);
    contacts_ = binder.read_contacts(link_, kMostContacts);
    wrench_ = binder.push_link(link_);
    normal_ = binder.output<double>("normal_force", "N", "Normal force on the link", 1);
    binder.keep(force_);
    binder.run_in(Phase::kControl);
  }

  void reset(const StepInfo& start) override {
    write_inputs();
    model_->reset(start.interval.from_s);
    read_outputs();
  }

  core::Status run(const StepInfo& step) noexcept override {
    write_inputs();
    const core::Status status = model_->step(step.interval);
    if (!succeeded(status)) return status;
    read_outputs();
    push();
    return status;
  }

  void hold(const StepInfo& /*step*/) noexcept override {
    touches_ = look();
    push();
  }
  void make_safe(const StepInfo& /*step*/) noexcept override {}
  std::string fault() const override { return model_->fault(); }

  std::string why_not_saved() const override { return model_->why_not_saved(); }
  std::unique_ptr<DeviceState> save() override { return model_->save(); }
  void restore(const DeviceState& state) override { model_->restore(state); }

 private:
  bool look() noexcept {
    patch_.clear();
    contacts_.each([&](const hosts::Contact& contact) { patch_.add(contact, link_); });
    return patch_.finish(motion_.q_WB() * config_.axis_B);
  }

  void write(std::size_t input, double value) noexcept {
    if (double* const at = model_->input(input)) *at = value;
  }

  void write_inputs() noexcept {
    touches_ = look();
    normal_[0] = patch_.normal_force_n();
    const Eigen::Vector3d v_WC = motion_.v_WB() + motion_.w_WB().cross(patch_.p_WC() - motion_.p_WB());
    write(kNormalForce, patch_.normal_force_n());
    write(kSlipX, touches_ ? v_WC.dot(patch_.x_W()) : 0.0);
    write(kSlipY, touches_ ? v_WC.dot(patch_.y_W()) : 0.0);
    write(kSpin, motion_.w_WB().dot(touches_ ? patch_.z_W() : Eigen::Vector3d::UnitZ()));
    write(kWheelSpeed, motion_.w_WB().dot(motion_.q_WB() * config_.axis_B));
  }

  void read_outputs() noexcept {
    for (std::size_t i = 0; i < kOutputCount; ++i) {
      const double* const output = model_->output(i);
      force_[static_cast<Eigen::Index>(i)] = output == nullptr ? 0.0 : *output;
    }
  }

  // The last force follows the contact while a device with a period holds.
  void push() const noexcept {
    if (!touches_) return;
    const Eigen::Vector3d force = force_[kForceX] * patch_.x_W() + force_[kForceY] * patch_.y_W();
    const Eigen::Vector3d arm = patch_.p_WC() - motion_.p_WB();
    wrench_.add_at_origin_W(force, arm.cross(force) + force_[kTorqueZ] * patch_.z_W());
  }

  ContactConfig config_;
  std::shared_ptr<const core::Fmu> fmu_;
  core::LogSink log_;
  std::optional<FmuModel> model_;
  hosts::LinkIndex link_{hosts::kWorld};
  LinkMotion motion_;
  LinkContacts contacts_;
  LinkWrench wrench_;
  Span<double> normal_;
  ContactPatch patch_;
  bool touches_{false};
  Eigen::Vector3d force_{Eigen::Vector3d::Zero()};  // along x and y, torque about z
};

}  // namespace

DeviceKind kind() {
  const auto pool = std::make_shared<FmuPool>();
  return {"fmu_contact", {}, [pool](const core::ConfigNode& node, const DeviceContext& context) {
            std::vector<MadeDevice> made;
            ContactConfig config = read_contact(node, context);
            const DeviceOptions options = config.options;
            std::shared_ptr<const core::Fmu> fmu = pool->open(config.fmu.file);
            made.push_back(
                {std::make_unique<FmuContact>(std::move(config), std::move(fmu), context.log), options});
            return made;
          }};
}

}  // namespace lockstep::devices::fmu_contact
