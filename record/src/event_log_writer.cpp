// SPDX-License-Identifier: Apache-2.0
#include "json_value.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/core/number_text.hpp"
#include "lockstep/record/event_log.hpp"
#include "output_file.hpp"

namespace lockstep::record {
namespace {

void put_element(std::string& out, double number) {
  const std::string text = core::to_text(number);
  out += text;
  // Else it would read back as a whole number, which has no -0.
  if (text.find_first_of(".eIN") == std::string::npos) out += ".0";
}
void put_element(std::string& out, std::int64_t number) {
  out += std::to_string(number);
}
void put_element(std::string& out, std::uint64_t number) {
  out += std::to_string(number);
}
void put_element(std::string& out, bool flag) {
  out += flag ? "true" : "false";
}
void put_element(std::string& out, const std::vector<std::uint8_t>& bytes) {
  out += "{\"bytes\": ";
  put_json_value(out, core::VariableType::kBinary, &bytes);
  out += '}';
}
void put_element(std::string& out, const std::string& text) {
  if (is_utf8(text)) return put_json_text(out, text);
  const std::vector<std::uint8_t> bytes{text.begin(), text.end()};
  out += "{\"text\": ";
  put_json_value(out, core::VariableType::kBinary, &bytes);
  out += '}';
}

void put_value(std::string& out, const core::Value& value) {
  std::visit(
      [&](const auto& elements) {
        using T = typename std::decay_t<decltype(elements)>::value_type;
        out += '[';
        for (std::size_t i = 0; i < elements.size(); ++i) {
          if (i != 0) out += ", ";
          put_element(out, static_cast<const T&>(elements[i]));
        }
        out += ']';
      },
      value);
}

void put_named(std::string& out, const char* key, const std::string& name) {
  out += ", \"";
  out += key;
  out += "\": ";
  put_json_text(out, name);
}

void put_event(std::string& out, const Event& event) {
  out += "- {\"step\": " + std::to_string(event.step);
  switch (event.kind) {
    case Event::Kind::kInlet:
      put_named(out, "inlet", event.name);
      out += ", \"value\": ";
      put_value(out, event.values.at(0));
      if (event.stamp) out += ", \"stamp\": " + std::to_string(event.stamp->count());
      break;
    case Event::Kind::kRequest:
      put_named(out, "request", event.name);
      out += ", \"arguments\": [";
      for (std::size_t i = 0; i < event.values.size(); ++i) {
        if (i != 0) out += ", ";
        put_value(out, event.values[i]);
      }
      out += event.paused ? "], \"paused\": true" : "]";
      break;
    case Event::Kind::kReset:
      put_named(out, "reset", event.name);
      break;
    case Event::Kind::kEnd:
      out += ", \"end\": true";
      break;
  }
  out += "}\n";
}

}  // namespace

EventLogWriter::EventLogWriter(const std::filesystem::path& path)
    : file_{std::make_unique<OutputFile>(path)} {}
EventLogWriter::~EventLogWriter() = default;

void EventLogWriter::begin(const EventLogHeader& header) {
  file_->begin();
  line_ =
      "# The events of a run. Again: lockstep run WORLD --replay FILE\n"
      "format: lockstep-events-1\nworld: ";
  put_json_text(line_, header.world);
  line_ += "\nengine: ";
  put_json_text(line_, header.engine);
  line_ += "\nstep_size: " + core::to_text(header.step_s) + "\nevents:\n";
  if (!file_->write(line_.data(), line_.size())) file_->throw_error();
}

bool EventLogWriter::write(const Event& event) {
  line_.clear();
  put_event(line_, event);
  if (line_.size() > kLongestEventLine)
    throw Error{ErrorCode::kUnsupported, "'" + event.name + "' got " + std::to_string(line_.size()) +
                                             " bytes in one event, at most " +
                                             std::to_string(kLongestEventLine) + " can be recorded"};
  return file_->write(line_.data(), line_.size());
}

void EventLogWriter::end() {
  file_->end();
}

}  // namespace lockstep::record
