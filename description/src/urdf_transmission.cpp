// SPDX-License-Identifier: Apache-2.0
#include "urdf_transmission.hpp"

#include <fmt/format.h>

namespace lockstep::description {
namespace {

using core::ConfigNode;

double reduction_of(const ConfigNode& node, double fallback) {
  const double reduction = node.number("mechanicalReduction", fallback);
  if (reduction == 0.0)
    node.fail("transmission-reduction", "'mechanicalReduction' is 0, expected any other number");
  return reduction;
}

TransmissionEnd read_end(const ConfigNode& node, double reduction) {
  TransmissionEnd end;
  end.name = node.text_of("name");
  end.role = node.text_of("role", "");
  for (const ConfigNode* interface : node.all("hardwareInterface"))
    end.hardware_interfaces.push_back(interface->text);
  end.mechanical_reduction = reduction_of(node, reduction);
  end.offset = node.number("offset", 0.0);
  return end;
}

}  // namespace

Transmission read_transmission(const ConfigNode& node) {
  Transmission transmission;
  transmission.name = node.text_of("name", "");
  transmission.type = node.text_of("type", "");
  transmission.config = node;
  transmission.where = node.where;
  const double reduction = reduction_of(node, 1.0);
  for (const ConfigNode* joint : node.all("joint"))
    transmission.joints.push_back(read_end(*joint, 1.0));
  for (const ConfigNode* actuator : node.all("actuator"))
    transmission.actuators.push_back(read_end(*actuator, reduction));
  return transmission;
}

void check_transmissions(const Model& model, Findings& findings) {
  for (const Transmission& transmission : model.transmissions) {
    for (const TransmissionEnd& joint : transmission.joints) {
      if (find_joint(model, joint.name) == nullptr)
        findings.warning(transmission.config, "transmission-joint",
                         fmt::format("transmission '{}' drives joint '{}', which model '{}' does not have",
                                     transmission.name, joint.name, model.scoped_name),
                         "correct the name; devices will not find it");
    }
  }
}

}  // namespace lockstep::description
