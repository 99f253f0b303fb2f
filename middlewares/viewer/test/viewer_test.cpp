// SPDX-License-Identifier: Apache-2.0
// The server as its clients see it, through real sockets.
#include "lockstep/middlewares/viewer/viewer.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>

#include "client_frame.hpp"
#include "file_descriptor.hpp"
#include "json_value.hpp"
#include "lockstep/core/error.hpp"
#include "viewed_world.hpp"

namespace lockstep::viewer {
namespace {

using test::client_frame;

/// A plain connection; reads wait at most a minute, which never passes unless something is broken.
class Client {
 public:
  explicit Client(std::uint16_t port) : socket_{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)} {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const timeval minute{60, 0};
    ::setsockopt(socket_.get(), SOL_SOCKET, SO_RCVTIMEO, &minute, sizeof minute);
    connected_ = ::connect(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  }
  bool connected() const { return connected_; }
  void send(const std::string& bytes) {
    [[maybe_unused]] const ssize_t sent = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
  }
  /// Until there are `size` bytes, or the server closes.
  std::string read(std::size_t size) {
    while (in_.size() < size && more()) {
    }
    const std::string bytes = in_.substr(0, size);
    in_.erase(0, bytes.size());
    return bytes;
  }
  std::string read_to_end() {
    while (more()) {
    }
    return std::move(in_);
  }
  std::string read_head() {
    while (in_.find("\r\n\r\n") == std::string::npos && more()) {
    }
    return read(in_.find("\r\n\r\n") + 4);
  }
  struct Frame {
    unsigned opcode{0};
    std::string payload;
  };
  Frame read_frame() {
    const std::string head = read(2);
    if (head.size() < 2) return {};
    std::uint64_t length = static_cast<unsigned char>(head[1]);
    const std::size_t more_bytes = length == 126 ? 2 : length == 127 ? 8 : 0;
    if (more_bytes != 0) length = 0;
    for (const char byte : read(more_bytes))
      length = length << 8U | static_cast<unsigned char>(byte);
    return {static_cast<unsigned>(head[0]) & 15U, read(length)};
  }
  /// The next message with this operation.
  Json read_message(const std::string& op) {
    for (;;) {
      const Frame frame = read_frame();
      if (frame.opcode == 0 || frame.opcode == 8) return nullptr;
      if (frame.opcode != 1) continue;
      Json json = parse_json(frame.payload);
      if (json["op"] == op) return json;
    }
  }

 private:
  bool more() {
    char bytes[4096];
    const ssize_t got = ::recv(socket_.get(), bytes, sizeof bytes, 0);
    if (got > 0) in_.append(bytes, static_cast<std::size_t>(got));
    return got > 0;
  }
  FileDescriptor socket_;
  bool connected_{false};
  std::string in_;
};

class ViewerTest : public ::testing::Test {
 protected:
  ViewerTest() : viewer{of.doors, of.world, of.layout, options()} { of.start(); }
  static ViewerOptions options() {
    ViewerOptions options;
    options.world_name = "test";
    options.port = 0;
    options.origins = {"https://app.example"};
    return options;
  }
  std::string host() const { return "127.0.0.1:" + std::to_string(viewer.port()); }
  std::string token() const { return viewer.address().substr(viewer.address().find('=') + 1); }
  std::string get(const std::string& target, const std::string& headers = "") {
    return ask("GET " + target + " HTTP/1.1\r\nHost: " + host() + "\r\n" + headers + "\r\n");
  }
  std::string ask(const std::string& bytes) {
    Client client{viewer.port()};
    client.send(bytes);
    return client.read_to_end();
  }
  std::string upgrade(const std::string& target, const std::string& more = "") const {
    return "GET " + target + " HTTP/1.1\r\nHost: " + host() +
           "\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\nSec-WebSocket-Version: 13\r\n"
           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: "
           "foxglove.websocket.v1\r\n" +
           more + "\r\n";
  }
  static int status(const std::string& response) {
    return response.size() < 12 ? 0 : std::stoi(response.substr(9, 3));
  }
  static double target(const test::ViewedWorld& world) {
    return std::get<std::vector<double>>(world.target->latched())[0];
  }

  test::ViewedWorld of;
  Viewer viewer;
};

const char* const kSetTarget =
    R"({"op":"setParameters","parameters":[{"name":"arm/board/target","value":1.5}],"id":"x"})";

TEST_F(ViewerTest, TokenBecomesACookie) {
  const std::string response = get("/?token=" + token());
  EXPECT_EQ(status(response), 303);
  EXPECT_NE(response.find("Set-Cookie: lockstep_" + std::to_string(viewer.port()) + '=' + token() +
                          "; HttpOnly; SameSite=Strict; Path=/\r\n"),
            std::string::npos);
  EXPECT_NE(response.find("Location: /\r\n"), std::string::npos);
}

TEST_F(ViewerTest, ServesPageAndScene) {
  EXPECT_EQ(status(get("/")), 200);
  const std::string scene = get("/scene.json");
  EXPECT_EQ(status(scene), 200);
  EXPECT_EQ(parse_json(scene.substr(scene.find("\r\n\r\n") + 4))["links"][0]["name"], "arm/link");
  EXPECT_EQ(status(get("/mesh/0")), 404);
  EXPECT_EQ(status(get("/../../etc/passwd")), 404);
  EXPECT_EQ(status(get("/mesh/../../etc/passwd")), 404);
  if (!has_page()) return;
  EXPECT_NE(get("/main.js").find("Content-Encoding: gzip"), std::string::npos);
}

// Each of these is what a hostile page or a foreign name would send; none reaches the world.
TEST_F(ViewerTest, AttacksAreRefusedWith403) {
  const std::string good = token();
  const std::string bad(32, '0');
  const std::string foreign_host =
      "GET / HTTP/1.1\r\nHost: evil.example:" + std::to_string(viewer.port()) + "\r\n\r\n";
  EXPECT_EQ(status(ask(foreign_host)), 403);
  EXPECT_EQ(status(ask("GET / HTTP/1.1\r\n\r\n")), 403);
  EXPECT_EQ(status(get("/scene.json", "Origin: https://evil.example\r\n")), 403);
  EXPECT_EQ(status(get("/scene.json", "Origin: null\r\n")), 403);
  EXPECT_EQ(status(get("/scene.json", "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n")), 403);
  EXPECT_EQ(status(get("/?token=" + bad)), 403);
  EXPECT_EQ(status(ask(upgrade("/?token=" + bad))), 403);
  // The browser adds the cookie by itself where SameSite does not hold it back; Origin still gives it away.
  const std::string cookie = "Cookie: lockstep_" + std::to_string(viewer.port()) + '=' + good + "\r\n";
  EXPECT_EQ(status(ask(upgrade("/", cookie + "Origin: https://evil.example\r\n"))), 403);
  EXPECT_EQ(status(ask(upgrade("/?token=" + good, "Origin: https://evil.example\r\n"))), 403);
  of.step();
  EXPECT_EQ(target(of), 0.0);
}

TEST_F(ViewerTest, OtherRequestsAreRefused) {
  EXPECT_EQ(status(ask("POST / HTTP/1.1\r\nHost: " + host() + "\r\n\r\n")), 405);
  EXPECT_EQ(status(ask("nonsense\r\n\r\n")), 400);
  EXPECT_EQ(status(ask("GET / HTTP/1.1\r\nA: " + std::string(9000, 'a') + "\r\n\r\n")), 431);
  std::string other = upgrade("/");
  other.replace(other.find("foxglove.websocket.v1"), 21, "chat");
  EXPECT_EQ(status(ask(other)), 400);
}

TEST_F(ViewerTest, ConcurrentClientWithTheTokenControls) {
  Client client{viewer.port()};
  client.send(upgrade("/?token=" + token(), "Origin: https://app.example\r\n"));
  const std::string head = client.read_head();
  EXPECT_EQ(status(head), 101);
  EXPECT_NE(head.find("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"), std::string::npos);
  EXPECT_EQ(client.read_message("serverInfo")["metadata"]["access"], "control");
  client.send(client_frame(1, kSetTarget));
  EXPECT_EQ(client.read_message("parameterValues")["id"], "x");
  of.step();
  EXPECT_EQ(target(of), 1.5);
}

TEST_F(ViewerTest, ConcurrentClientWithoutTheTokenLooks) {
  Client client{viewer.port()};
  client.send(upgrade("/"));
  client.read_head();
  EXPECT_EQ(client.read_message("serverInfo")["metadata"]["access"], "read");
  client.send(client_frame(1, kSetTarget));
  EXPECT_FALSE(client.read_message("status").is_null());
  of.step();
  EXPECT_EQ(target(of), 0.0);
}

TEST_F(ViewerTest, ConcurrentPingsAndNonsense) {
  Client client{viewer.port()};
  client.send(upgrade("/"));
  client.read_head();
  client.send(client_frame(9, "are you there"));
  Client::Frame frame = client.read_frame();
  while (frame.opcode == 1 || frame.opcode == 2)
    frame = client.read_frame();
  EXPECT_EQ(frame.opcode, 10U);
  EXPECT_EQ(frame.payload, "are you there");
  client.send(client_frame(2, std::string(2 << 20, 'x')).substr(0, 100));
  frame = client.read_frame();
  EXPECT_EQ(frame.opcode, 8U);
  EXPECT_EQ(frame.payload, "\x03\xf1") << "1009: too big";
  EXPECT_EQ(client.read_to_end(), "");
}

TEST_F(ViewerTest, ConcurrentClientsAreLimited) {
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 16; ++i) {
    clients.push_back(std::make_unique<Client>(viewer.port()));
    clients.back()->send(upgrade("/"));
    EXPECT_EQ(status(clients.back()->read_head()), 101) << i;
  }
  EXPECT_EQ(status(ask(upgrade("/"))), 503);
  EXPECT_EQ(status(get("/")), 200) << "the page is still served";
}

// A viewer that never reads costs the world nothing: all steps are done, and others still get their rows.
TEST_F(ViewerTest, ConcurrentStalledClientDoesNotHoldBackTheWorld) {
  std::string everything = R"({"op":"subscribe","subscriptions":[)";
  for (int channel = 1; channel <= 8; ++channel)
    everything += (channel == 1 ? "" : ",") + dump({{"id", channel}, {"channelId", channel}});
  everything += "]}";
  Client stalled{viewer.port()};
  stalled.send(upgrade("/"));
  stalled.read_head();
  stalled.send(client_frame(1, everything));
  for (int i = 0; i < 20'000; ++i)
    of.step();
  Client other{viewer.port()};
  other.send(upgrade("/"));
  other.read_head();
  const Json channels = other.read_message("advertise")["channels"];
  const auto knee = std::find_if(channels.begin(), channels.end(),
                                 [](const Json& one) { return one["topic"] == "/arm/knee"; });
  ASSERT_NE(knee, channels.end());
  other.send(client_frame(
      1, dump({{"op", "subscribe"}, {"subscriptions", {{{"id", 1}, {"channelId", (*knee)["id"]}}}}})));
  Client::Frame frame = other.read_frame();
  while (frame.opcode != 2 || frame.payload[0] != 1)
    frame = other.read_frame();
  EXPECT_EQ(parse_json(std::string_view{frame.payload}.substr(13))["position"], 0.25);
}

TEST_F(ViewerTest, TakenPortIsNamed) {
  ViewerOptions same = options();
  same.port = viewer.port();
  try {
    const Viewer second{of.doors, of.world, of.layout, same};
    FAIL() << "two servers on one port";
  } catch (const Error& error) {
    EXPECT_NE(error.message().find(std::to_string(viewer.port())), std::string::npos);
    EXPECT_NE(error.message().find("--view=PORT"), std::string::npos);
  }
}

TEST(Viewer, ConcurrentClientsLearnOfTheEnd) {
  test::ViewedWorld of;
  ViewerOptions options;
  options.port = 0;
  auto viewer = std::make_unique<Viewer>(of.doors, of.world, of.layout, options);
  Client client{viewer->port()};
  client.send(
      "GET / HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(viewer->port()) +
      "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
      "dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: foxglove.sdk.v1\r\n\r\n");
  client.read_head();
  viewer.reset();
  Client::Frame frame = client.read_frame();
  while (frame.opcode == 1 || frame.opcode == 2)
    frame = client.read_frame();
  EXPECT_EQ(frame.opcode, 8U);
  EXPECT_EQ(frame.payload, "\x03\xe9the run has ended");
}

}  // namespace
}  // namespace lockstep::viewer
