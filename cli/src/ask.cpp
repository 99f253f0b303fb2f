// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>

#include "channel_values.hpp"
#include "lockstep/core/error.hpp"
#include "printable.hpp"
#include "verb.hpp"

namespace lockstep::cli {
namespace {

struct AskOptions {
  std::optional<std::string> channel;
  std::string request;
  std::vector<std::string> arguments;
};

constexpr const char* kAskExamples =
    R"(Sends a request to a running world and prints the reply, one value a line. Each argument is one
word; elements of an array are separated by blanks. 'lockstep ports' lists requests and arguments.

Exit code 0: done; 1: refused, or the world has ended; 2: wrong use.

Examples:
  lockstep ask world/pause
  lockstep ask arm/board/trim "0.5 0.25" "after calibration"
)";

/// The request as the world describes it; without fields when it has none of this name.
channel::Port request_port(channel::Client& client, const std::string& name) {
  for (channel::Port& port : client.ports()) {
    if (port.kind == channel::PortKind::kRequest && port.name == name) return std::move(port);
  }
  return {};
}

/// The arguments in the types the request wants; the world checks their number, too.
std::vector<core::Value> read_arguments(const channel::Port& port, const AskOptions& options) {
  if (port.name.empty()) return {};  // the world says so, with the closest names
  if (options.arguments.size() != port.arguments.size()) {
    std::string expected;
    for (const channel::Field& field : port.arguments)
      expected += (expected.empty() ? "" : ", ") + type_text(field.type, field.count) + ' ' + field.name;
    throw Error{ErrorCode::kBadUsage, "request '" + options.request + "' got " +
                                          std::to_string(options.arguments.size()) + " arguments, expected " +
                                          (expected.empty() ? "none" : expected)};
  }
  std::vector<core::Value> values;
  for (std::size_t i = 0; i < options.arguments.size(); ++i)
    values.push_back(parse_argument(options.request, port.arguments[i], options.arguments[i]));
  return values;
}

int ask(const AskOptions& options) {
  channel::Client client = connect(options.channel);
  const channel::Port port = request_port(client, options.request);
  // Afterwards nothing more is asked: the world may have ended, by this very request.
  const channel::ClientReply reply = client.request(options.request, read_arguments(port, options));
  if (reply.refused) {
    std::fprintf(stderr, "error: request '%s' was refused: %s\n", options.request.c_str(),
                 printable(reply.why).c_str());
    return kFailed;
  }
  for (std::size_t i = 0; i < std::min(port.reply.size(), reply.values.size()); ++i) {
    const channel::Field& field = port.reply[i];
    std::string line = field.name + ':';
    for (const std::string& text : element_texts(reply.values[i]))
      line += ' ' + text;
    if (!field.unit.empty()) line += ' ' + field.unit;
    std::printf("%s\n", printable(line).c_str());
  }
  return kOk;
}

}  // namespace

Verb add_ask(CLI::App& app) {
  const auto options = std::make_shared<AskOptions>();
  CLI::App* const command = app.add_subcommand("ask", "Send a request to a running world");
  command->footer(kAskExamples);
  command->add_option("REQUEST", options->request, "Full name of the request")
      ->required()
      ->option_text("(required)");
  command->add_option("ARGUMENT", options->arguments, "Arguments, one word each")->option_text(" ");
  add_channel(*command, options->channel);
  return {command, [options] { return ask(*options); }, [] { return false; }};
}

}  // namespace lockstep::cli
