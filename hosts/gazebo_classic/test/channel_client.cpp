// SPDX-License-Identifier: Apache-2.0
// A second process for channel_test.py: reads commands from standard input, one in a line, and answers each
// by one line, through the doors of a world alone.
//   channel_client SOCKET
//     ports                    kind:name of each
//     tap SIGNAL...            opens a tap in place of the one before
//     rows COUNT               the next rows: stamp in ns, step, values; rows have ';' between
//     vectors COUNT            the same with all elements of arrays
//     put INLET VALUE
//     ask REQUEST ARGUMENT...  "done STEP" or "refused WHY"
//     join NAME                keeps step from now on
//     await                    the next tick: the world waits until it is confirmed
//     confirm                  that tick
#include <iostream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "lockstep/channel/client.hpp"
#include "lockstep/core/error.hpp"

namespace {

using namespace lockstep::channel;  // NOLINT: a program of one page

constexpr std::chrono::seconds kPatience{100};

lockstep::core::Value argument(const std::string& text) {
  std::size_t used = 0;
  try {
    const long long whole = std::stoll(text, &used);
    if (used == text.size()) return value_of(static_cast<std::int64_t>(whole));
    const double number = std::stod(text, &used);
    if (used == text.size()) return value_of(number);
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): not a number
  }
  return value_of(text);
}

/// With `all` every element of a column, else the first one.
std::string rows(ClientTap& tap, int count, bool all = false) {
  std::ostringstream text;
  text.precision(17);
  ClientRow row;
  for (int i = 0; i < count; ++i) {
    if (!tap.read(row, kPatience)) return text.str() + "; no more rows";
    text << (i == 0 ? "" : "; ") << row.stamp.count() << ' ' << row.step;
    for (std::size_t column = 0; column < row.values.size(); ++column)
      for (std::size_t k = 0; k < (all ? tap.columns()[column].count : 1); ++k)
        text << ' ' << row.number(column, k);
  }
  return text.str();
}

std::string ask(Client& world, const std::vector<std::string>& words) {
  std::vector<lockstep::core::Value> arguments;
  for (std::size_t i = 2; i < words.size(); ++i)
    arguments.push_back(argument(words[i]));
  const std::optional<ClientReply> reply = world.submit(words[1], std::move(arguments)).wait(kPatience);
  if (!reply) return "no reply";
  return reply->refused ? "refused " + reply->why : "done " + std::to_string(reply->step);
}

struct Doors {
  Client world;
  std::optional<ClientTap> tap;
  std::optional<ClientParty> party;
  std::optional<ClientTick> tick;  // the one that waits for its confirmation
};

std::string answer(Doors& doors, const std::vector<std::string>& words) {
  const std::string& what = words[0];
  if (what == "ports") {
    std::string text;
    for (const Port& port : doors.world.ports())
      text += std::string{to_string(port.kind)} + ':' + port.name + ' ';
    return text;
  }
  if (what == "tap") {
    doors.tap.emplace(doors.world.tap({{words.begin() + 1, words.end()}, {}, 4096}));
    return "open";
  }
  if (what == "rows") return rows(*doors.tap, std::stoi(words[1]));
  if (what == "vectors") return rows(*doors.tap, std::stoi(words[1]), true);
  if (what == "put") {
    doors.world.inlet(words[1]).write(std::stod(words[2]));
    return "done";
  }
  if (what == "ask") return ask(doors.world, words);
  if (what == "join") {
    doors.party.emplace(doors.world.join({words[1]}));
    return "joined";
  }
  if (what == "await") {
    doors.tick = doors.party->await(kPatience);
    if (!doors.tick) return "no tick";
    return "tick " + std::to_string(doors.tick->step) + ' ' + std::to_string(doors.tick->time.count());
  }
  if (what == "confirm") {
    doors.party->confirm(doors.tick->step);
    return "confirmed";
  }
  return "what?";
}

}  // namespace

int main(int /*count*/, char** arguments) {
  Doors doors{Client::connect(arguments[1]), {}, {}, {}};
  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream text{line};
    std::vector<std::string> words;
    for (std::string word; text >> word;)
      words.push_back(word);
    try {
      std::cout << answer(doors, words) << std::endl;
    } catch (const std::exception& error) {
      std::cout << "error " << error.what() << std::endl;
    }
  }
}
