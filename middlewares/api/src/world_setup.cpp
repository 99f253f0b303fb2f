// SPDX-License-Identifier: Apache-2.0
#include "lockstep/middlewares/api/world_setup.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "lockstep/core/similar_word.hpp"
#include "parameter_lookup.hpp"

namespace lockstep::middlewares {
namespace {

constexpr std::array<std::string_view, 10> kKnown{
    "world",       "mapping",          "publish_period", "clock_period", "joint_states",
    "max_advance", "real_time_factor", "paused",         "duration",     "record"};

void refuse_unknown(const std::vector<NamedParameter>& parameters) {
  for (const NamedParameter& parameter : parameters) {
    if (std::find(kKnown.begin(), kKnown.end(), parameter.name) != kKnown.end()) continue;
    const auto similar = core::similar_word(parameter.name, {kKnown.begin(), kKnown.end()});
    throw Error{ErrorCode::kBadInput,
                fmt::format("there is no parameter '{}'{}", parameter.name,
                            similar ? fmt::format("; did you mean '{}'?", *similar) : "; remove it")};
  }
}

double not_negative(const char* name, double value) {
  if (std::isfinite(value) && value >= 0.0) return value;
  throw Error{ErrorCode::kBadInput,
              fmt::format("parameter '{}' is {}, expected 0 or a number above it", name, value)};
}

std::optional<SimTime> period(const ParameterLookup& lookup, const char* name, double usual_s) {
  lookup.read(name, usual_s);
  if (not_negative(name, usual_s) == 0.0) return {};
  if (usual_s < 1e-9 || usual_s > 1e9)
    throw Error{ErrorCode::kBadInput,
                fmt::format("parameter '{}' is {} s, expected 0 or 1e-09 to 1e+09 s", name, usual_s)};
  return SimTime{static_cast<std::int64_t>(std::llround(usual_s * 1e9))};
}

}  // namespace

WorldSetup read_world_setup(const std::vector<NamedParameter>& parameters) {
  refuse_unknown(parameters);
  const ParameterLookup lookup{parameters};
  WorldSetup setup;
  lookup.read("world", setup.world);
  if (setup.world.empty())
    throw Error{ErrorCode::kBadInput,
                "parameter 'world' is not set; give it the path of a scenario, world or robot file"};
  lookup.read("mapping", setup.bridge.mapping_file);
  setup.bridge.publish_period = period(lookup, "publish_period", 0.01);
  setup.bridge.clock_period = period(lookup, "clock_period", 0.001);
  lookup.read("joint_states", setup.joint_states);
  lookup.read("max_advance", setup.bridge.max_advance_s);
  not_negative("max_advance", setup.bridge.max_advance_s);
  double factor = -1.0;
  lookup.read("real_time_factor", factor);
  if (lookup.has("real_time_factor")) setup.real_time_factor = not_negative("real_time_factor", factor);
  lookup.read("paused", setup.paused);
  lookup.read("duration", setup.duration_s);
  not_negative("duration", setup.duration_s);
  lookup.read("record", setup.record);
  return setup;
}

}  // namespace lockstep::middlewares
