// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "component.hpp"

namespace lockstep::exporter {

/// The whole state of an instance at one moment: a copy of the model object and what the kit keeps beside it.
struct SavedState {
  std::unique_ptr<AnyModel> model;
  RunState run;
  std::vector<char> indicator_signs;
};

/// Bytes that deserialize() turns back into the same state, in any process that runs the same FMU on the same
/// kind of machine. They carry the token of the FMU.
std::vector<std::uint8_t> serialize(const Prototype& prototype, SavedState& state);

/// Throws CallRefused if the bytes are of another FMU or damaged.
std::unique_ptr<SavedState> deserialize(const Prototype& prototype, const std::uint8_t* data,
                                        std::size_t size);

/// All variables and declared memory of a model object, in the order of `m`. The two descriptions of a model,
/// as it runs and as it is differentiated, have the same order: what one saves the other loads.
void save_members(const Description& m, const void* object, ByteWriter& out);
void load_members(const Description& m, void* object, ByteReader& in);

}  // namespace lockstep::exporter
