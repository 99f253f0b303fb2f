// SPDX-License-Identifier: Apache-2.0
#include "saved_state.hpp"

namespace lockstep::exporter {
namespace {

constexpr std::uint32_t kFormat = 1;

/// Field by field: a struct written as a whole would carry whatever lies in its padding.
template <class Field>
void each_field(RunState& run, Field&& field) {
  field(run.time);
  field(run.start_time);
  field(run.stop_time);
  field(run.next_event);
  field(run.mode);
  field(run.mode_before_configuration);
  field(run.is_terminating);
  field(run.is_event_due);
  field(run.has_input_event);
}

}  // namespace

void save_members(const Description& m, const void* object, ByteWriter& out) {
  const auto* base = static_cast<const std::uint8_t*>(object);
  for (const VariableInfo& v : m.variables())
    v.storage->memory.save(base + v.offset, out);
  for (const MemoryInfo& x : m.memory())
    x.storage.save(base + x.offset, out);
}

void load_members(const Description& m, void* object, ByteReader& in) {
  auto* base = static_cast<std::uint8_t*>(object);
  for (const VariableInfo& v : m.variables())
    v.storage->memory.load(base + v.offset, in);
  for (const MemoryInfo& x : m.memory())
    x.storage.load(base + x.offset, in);
}

std::vector<std::uint8_t> serialize(const Prototype& prototype, SavedState& state) {
  ByteWriter out;
  save_value(kFormat, out);
  save_value(prototype.token, out);
  each_field(state.run, [&](auto& x) { save_value(x, out); });
  save_value(state.indicator_signs, out);
  save_members(prototype.description, state.model->object(), out);
  return out.bytes();
}

std::unique_ptr<SavedState> deserialize(const Prototype& prototype, const std::uint8_t* data,
                                        std::size_t size) {
  ByteReader in(data, size);
  auto state = std::make_unique<SavedState>();
  try {
    std::uint32_t format = 0;
    std::string token;
    load_value(format, in);
    if (format != kFormat) throw CallRefused("the bytes are no saved state of this kind of FMU");
    load_value(token, in);
    if (token != prototype.token) throw CallRefused("the saved state belongs to another FMU: " + token);
    each_field(state->run, [&](auto& x) { load_value(x, in); });
    load_value(state->indicator_signs, in);
    state->model = prototype.model->clone();
    load_members(prototype.description, state->model->object(), in);
  } catch (const CallRefused&) {
    throw;
  } catch (const std::exception& e) {
    throw CallRefused(e.what());
  }
  if (in.left() != 0)
    throw CallRefused("the saved state has " + std::to_string(in.left()) + " bytes too many");
  return state;
}

}  // namespace lockstep::exporter
