// SPDX-License-Identifier: Apache-2.0
// Any text is a world or an error; a world that is read can be flattened and ordered.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "lockstep/description/flat_world.hpp"
#include "lockstep/description/reader.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lockstep::description;
  ReadOptions options;
  options.use_environment = false;
  options.merge_fixed_joints = size % 2 == 0;
  options.strict = size % 3 == 0;
  options.max_includes = 20;
  try {
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    const ReadResult result = read_world_text(text, "/nonexistent/w.sdf", options);
    const FlatWorld flat = flatten(result.world);
    const KinematicTree tree = kinematic_tree(flat);
    // Every joint but gearboxes is in the tree or closes a loop.
    std::size_t gearboxes = 0;
    for (const FlatJoint& joint : flat.joints) {
      gearboxes += joint.joint->type == JointType::kGearbox ? 1 : 0;
      for (const JointAxis& axis : joint.joint->axes)
        if (!(std::abs(axis.direction.norm() - 1.0) < 1e-9)) std::abort();
    }
    if (tree.joints.size() + tree.loops.size() + gearboxes != flat.joints.size()) std::abort();
  } catch (const lockstep::Error&) {
  }
  return 0;
}
