// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/error.hpp"
#include "lockstep/hosts/shell/world_session.hpp"

namespace lockstep::hosts::shell {
namespace {

DoorsConfig::Record read_record(const core::ConfigNode& node) {
  for (const Diagnostic& unknown : node.unknown_fields({"file", "signal"}, Severity::kError))
    throw Error{ErrorCode::kBadInput, "the recording is wrong", {unknown}};
  DoorsConfig::Record record;
  record.file = node.text_of("file");
  if (record.file.extension() != ".csv" && record.file.extension() != ".mcap")
    node.fail("record-file", "cannot record into '" + record.file.string() +
                                 "': expected a name that ends with .csv or .mcap");
  for (const core::ConfigNode* signal : node.all("signal"))
    record.signals.push_back(signal->text);
  return record;
}

}  // namespace

DoorsConfig read_doors_config(const core::ConfigNode& plugin) {
  std::vector<Diagnostic> problems =
      plugin.unknown_fields({"name", "filename", "channel", "reactions", "record"}, Severity::kError);
  DoorsConfig config;
  if (const core::ConfigNode* const channel = plugin.find("channel")) {
    config.channel = true;
    if (!channel->text.empty()) config.socket = channel->text;
  }
  try {
    config.reactions = plugin.boolean("reactions", false);
  } catch (const Error& error) {
    problems.insert(problems.end(), error.diagnostics().begin(), error.diagnostics().end());
  }
  for (const core::ConfigNode* record : plugin.all("record")) {
    try {
      config.records.push_back(read_record(*record));
    } catch (const Error& error) {
      problems.insert(problems.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  }
  if (!problems.empty())
    throw Error{ErrorCode::kBadInput, "the doors of the world cannot be opened", std::move(problems)};
  return config;
}

}  // namespace lockstep::hosts::shell
