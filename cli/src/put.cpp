// SPDX-License-Identifier: Apache-2.0
#include "channel_values.hpp"
#include "verb.hpp"

namespace lockstep::cli {
namespace {

struct PutOptions {
  std::optional<std::string> channel;
  std::string inlet;
  std::vector<std::string> values;
};

constexpr const char* kPutExamples =
    R"(Writes a value into an inlet of a running world; the next step takes it. One word for each element.

Examples:
  lockstep put arm/board/target 0.5
  lockstep put arm/board/label "second trial"
  lockstep put arm/board/gravity 0 0 -9.81
)";

int put(const PutOptions& options) {
  channel::Client client = connect(options.channel);
  channel::ClientInlet inlet = client.inlet(options.inlet);
  inlet.write(parse_elements("inlet '" + options.inlet + "'", inlet.port().type, options.values));
  return kOk;
}

}  // namespace

Verb add_put(CLI::App& app) {
  const auto options = std::make_shared<PutOptions>();
  CLI::App* const command = app.add_subcommand("put", "Write a value into a running world");
  command->footer(kPutExamples);
  command->add_option("INLET", options->inlet, "Full name of the inlet")
      ->required()
      ->option_text("(required)");
  command->add_option("VALUE", options->values, "Elements, one word each")
      ->required()
      ->option_text("(required)");
  add_channel(*command, options->channel);
  return {command, [options] { return put(*options); }, [] { return false; }};
}

}  // namespace lockstep::cli
