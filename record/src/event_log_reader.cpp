// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "lockstep/core/error.hpp"
#include "lockstep/core/number_text.hpp"
#include "lockstep/record/event_log.hpp"

namespace lockstep::record {
namespace {

using Json = nlohmann::json;

constexpr const char* kFormat = "lockstep-events-1";

/// What is wrong with an event; its place is added by those who know it.
struct Problem {
  std::string message;
};

/// Discarded when it is no JSON. What is nested deeper than an event can be takes no memory.
Json parsed(std::string_view text) {
  constexpr int kDeepest = 4;  // an element of an argument that is a map
  const auto keep = [](int depth, Json::parse_event_t, Json&) { return depth <= kDeepest; };
  return Json::parse(text.begin(), text.end(), keep, false);
}

std::string decoded(const Json& digits) {
  const std::string* const text = digits.get_ptr<const std::string*>();
  if (text == nullptr || text->size() % 2 != 0) throw Problem{"expected an even number of digits"};
  std::string bytes;
  for (std::size_t i = 0; i < text->size(); i += 2) {
    int byte = 0;
    for (const char digit : {(*text)[i], (*text)[i + 1]}) {
      const bool decimal = digit >= '0' && digit <= '9';
      if (!decimal && (digit < 'a' || digit > 'f')) throw Problem{"expected digits 0 to 9 and a to f"};
      byte = 16 * byte + (decimal ? digit - '0' : digit - 'a' + 10);
    }
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

/// The kind of elements that a list is of.
enum class Elements : std::uint8_t { kDouble, kInteger, kUnsigned, kBoolean, kText, kBytes };

Elements kind_of(const Json& element) {
  if (element.is_number_float()) return Elements::kDouble;
  if (element.is_number_unsigned()) {
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    return element.get<std::uint64_t>() > kMost ? Elements::kUnsigned : Elements::kInteger;
  }
  if (element.is_number_integer()) return Elements::kInteger;
  if (element.is_boolean()) return Elements::kBoolean;
  if (element.is_string()) return Elements::kText;
  if (element.is_object() && element.size() == 1) {
    if (element.contains("bytes")) return Elements::kBytes;
    if (element.contains("text")) return Elements::kText;
  }
  throw Problem{
      "an element is none of number, true, false, text, {\"bytes\": DIGITS} and {\"text\": DIGITS}"};
}

/// Whole numbers may stand among others.
Elements common_kind(Elements a, Elements b) {
  if (a == b) return a;
  const auto either = [&](Elements kind) { return a == kind || b == kind; };
  const bool numbers = a <= Elements::kUnsigned && b <= Elements::kUnsigned;
  if (numbers) return either(Elements::kDouble) ? Elements::kDouble : Elements::kUnsigned;
  throw Problem{"a value has elements of different kinds"};
}

template <class T, class Read>
core::Value list_of(const Json& list, Read read) {
  std::vector<T> elements;
  elements.reserve(list.size());
  for (const Json& element : list)
    elements.push_back(read(element));
  return elements;
}

core::Value value_of(const Json& list) {
  if (!list.is_array()) throw Problem{"a value is no list, expected one like [0.5]"};
  if (list.empty()) return std::vector<double>{};
  Elements kind = kind_of(list.front());
  for (const Json& element : list)
    kind = common_kind(kind, kind_of(element));
  switch (kind) {
    case Elements::kDouble:
      return list_of<double>(list, [](const Json& element) { return element.get<double>(); });
    case Elements::kInteger:
      return list_of<std::int64_t>(list, [](const Json& element) { return element.get<std::int64_t>(); });
    case Elements::kUnsigned:
      return list_of<std::uint64_t>(list, [](const Json& element) {
        if (!element.is_number_unsigned()) throw Problem{"a value has numbers that no type holds together"};
        return element.get<std::uint64_t>();
      });
    case Elements::kBoolean:
      return list_of<bool>(list, [](const Json& element) { return element.get<bool>(); });
    case Elements::kText:
      return list_of<std::string>(list, [](const Json& element) {
        return element.is_string() ? element.get<std::string>() : decoded(element.at("text"));
      });
    case Elements::kBytes:
      break;
  }
  return list_of<std::vector<std::uint8_t>>(list, [](const Json& element) {
    const std::string bytes = decoded(element.at("bytes"));
    return std::vector<std::uint8_t>{bytes.begin(), bytes.end()};
  });
}

std::int64_t integer_of(const Json& event, const char* key) {
  const Json& number = event.at(key);
  if (!number.is_number_integer() || kind_of(number) != Elements::kInteger)
    throw Problem{std::string{"'"} + key + "' is no whole number"};
  return number.get<std::int64_t>();
}

std::string text_of(const Json& event, const char* key) {
  const Json& text = event.at(key);
  if (!text.is_string()) throw Problem{std::string{"'"} + key + "' is no text"};
  return text.get<std::string>();
}

/// `true` where the key is there.
bool flag_of(const Json& event, const char* key) {
  if (!event.contains(key)) return false;
  if (event.at(key) != true) throw Problem{std::string{"'"} + key + "' is not true; leave it out"};
  return true;
}

void check_keys(const Json& event, std::initializer_list<std::string_view> known) {
  for (const auto& item : event.items()) {
    if (std::find(known.begin(), known.end(), item.key()) == known.end())
      throw Problem{"an event of this kind has no '" + item.key() + "'"};
  }
}

Event event_of(const Json& json) {
  if (!json.is_object()) throw Problem{"an event is no map, expected one like {\"step\": 0, ...}"};
  if (!json.contains("step")) throw Problem{"an event has no 'step'"};
  Event event;
  event.step = integer_of(json, "step");
  if (event.step < 0) throw Problem{"'step' is " + std::to_string(event.step) + ", expected 0 or more"};
  if (json.contains("inlet")) {
    check_keys(json, {"step", "inlet", "value", "stamp"});
    event.name = text_of(json, "inlet");
    if (!json.contains("value")) throw Problem{"the value of inlet '" + event.name + "' is missing"};
    event.values.push_back(value_of(json.at("value")));
    if (json.contains("stamp")) event.stamp = core::SimTime{integer_of(json, "stamp")};
  } else if (json.contains("request")) {
    check_keys(json, {"step", "request", "arguments", "paused"});
    event.kind = Event::Kind::kRequest;
    event.name = text_of(json, "request");
    event.paused = flag_of(json, "paused");
    if (json.contains("arguments")) {
      if (!json.at("arguments").is_array())
        throw Problem{"'arguments' is no list, expected one like [[0.5]]"};
      for (const Json& argument : json.at("arguments"))
        event.values.push_back(value_of(argument));
    }
  } else if (json.contains("reset")) {
    check_keys(json, {"step", "reset"});
    event.kind = Event::Kind::kReset;
    event.name = text_of(json, "reset");
    if (event.name != "time" && event.name != "state" && event.name != "both")
      throw Problem{"'reset' is '" + event.name + "', expected time, state or both"};
  } else if (json.contains("end")) {
    check_keys(json, {"step", "end"});
    event.kind = Event::Kind::kEnd;
    static_cast<void>(flag_of(json, "end"));
  } else {
    throw Problem{"an event does nothing, expected 'inlet', 'request', 'reset' or 'end'"};
  }
  return event;
}

}  // namespace

EventLogReader::EventLogReader(const std::filesystem::path& path)
    : name_{path.string()}, file_{path, std::ios::binary} {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored))
    throw Error{ErrorCode::kNotFound, "'" + name_ + "' does not exist"};
  if (!file_ || std::filesystem::is_directory(path, ignored))
    throw Error{ErrorCode::kUnreadable, "'" + name_ + "' cannot be read"};
  read_header();
}

void EventLogReader::fail(const std::string& message, const std::string& fix) const {
  const Diagnostic problem{Severity::kError, "event-log", message, fix, where()};
  throw Error{ErrorCode::kBadInput, "the events of '" + name_ + "' cannot be used", {problem}};
}

bool EventLogReader::read_line() {
  line_.clear();
  std::streambuf& bytes = *file_.rdbuf();
  for (int byte = bytes.sbumpc(); byte != std::char_traits<char>::eof(); byte = bytes.sbumpc()) {
    if (byte == '\n') {
      ++line_number_;
      offset_ += static_cast<std::streamoff>(line_.size()) + 1;
      return true;
    }
    line_ += static_cast<char>(byte);
    if (line_.size() >= kLongestEventLine) {
      ++line_number_;
      fail("the line has more than " + std::to_string(kLongestEventLine) + " bytes");
    }
  }
  if (line_.empty()) return false;
  ++line_number_;
  fail("the file ends in the middle of a line", "remove the last line, if its event may be missing");
}

void EventLogReader::read_header_line() {
  const std::size_t colon = line_.find(": ");
  const std::string key = line_.substr(0, colon);
  const std::string value = colon == std::string::npos ? std::string{} : line_.substr(colon + 2);
  if (key == "format") {
    if (value != kFormat) fail("the format is '" + value + "', expected " + kFormat);
  } else if (key == "step_size") {
    const std::optional<double> step = core::parse_double(value);
    if (!step || !(*step > 0.0) || !std::isfinite(*step))
      fail("'step_size' is '" + value + "', expected a number above 0");
    header_.step_s = *step;
  } else if (key == "world" || key == "engine") {
    const Json text = Json::parse(value, nullptr, false);
    if (!text.is_string()) fail("'" + key + "' is no text in double quotes");
    (key == "world" ? header_.world : header_.engine) = text.get<std::string>();
  } else {
    fail("'" + key.substr(0, 60) + "' is unknown, expected format, world, engine, step_size or events");
  }
}

void EventLogReader::read_header() {
  for (bool first = true; read_line();) {
    if (line_ == "events:") {
      if (first) fail("the first line is not 'format: lockstep-events-1'");
      if (header_.step_s == 0.0) fail("'step_size' is missing before the events");
      return;
    }
    if (line_.empty() || line_[0] == '#') continue;
    if (first && line_.rfind("format: ", 0) != 0) fail("the first line is not 'format: lockstep-events-1'");
    first = false;
    read_header_line();
  }
  fail("the line 'events:' is missing");
}

bool EventLogReader::next(Event& event) {
  do {
    if (!read_line()) return false;
  } while (line_.empty() || line_[0] == '#');
  if (line_.rfind("- ", 0) != 0) fail("an event does not begin with '- '");
  const Json json = parsed(std::string_view{line_}.substr(2));
  if (json.is_discarded()) fail("an event is no JSON behind its dash");
  try {
    event = event_of(json);
  } catch (const Problem& problem) {
    fail(problem.message);
  }
  return true;
}

void EventLogReader::go_to(const Position& position) {
  file_.clear();
  file_.seekg(position.offset);
  offset_ = position.offset;
  line_number_ = position.line;
}

}  // namespace lockstep::record
