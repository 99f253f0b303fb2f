// SPDX-License-Identifier: Apache-2.0
#include "foxglove_session.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "lockstep/core/error.hpp"
#include "viewed_world.hpp"

namespace lockstep::viewer {
namespace {

/// Keeps what is sent to the client.
struct Sent final : Outbox {
  void send_text(std::string_view text) override { texts.push_back(parse_json(text)); }
  void send_binary(std::string_view bytes) override { binaries.emplace_back(bytes); }
  bool congested() const noexcept override { return full; }

  /// The last text message of an operation; null when there is none.
  Json last(const std::string& op) const {
    for (auto one = texts.rbegin(); one != texts.rend(); ++one)
      if ((*one)["op"] == op) return *one;
    return nullptr;
  }
  std::vector<Json> texts;
  std::vector<std::string> binaries;
  bool full{false};
};

class FoxgloveSessionTest : public ::testing::Test {
 protected:
  FoxgloveSessionTest()
      : shared{of.doors, make_scene(of.world, of.layout), "test", core::SimTime{1'000'000}} {
    of.start();
    read_rows();
  }
  void read_rows() {
    runtime::TapRow row;
    while (shared.feed.next(row)) {
      if (session) session->send_row(row);
      shared.newest = row;
    }
  }
  void open(Access access) { session.emplace(shared, sent, access); }
  std::uint32_t channel(const std::string& topic) {
    const Json message = sent.last("advertise");
    for (const Json& one : message["channels"])
      if (one["topic"] == topic) return one["id"];
    return 0;
  }
  void subscribe(std::uint32_t id, const std::string& topic) {
    session->on_text(
        dump({{"op", "subscribe"}, {"subscriptions", {{{"id", id}, {"channelId", channel(topic)}}}}}));
  }
  static std::string service_call(std::uint32_t service, std::uint32_t call, const std::string& payload) {
    std::string bytes{'\x02'};
    for (const std::uint32_t number : {service, call, 4U})
      for (unsigned i = 0; i < 4; ++i)
        bytes += static_cast<char>(number >> (8 * i) & 255U);
    return bytes + "json" + payload;
  }
  static Json payload(const std::string& bytes) { return parse_json(std::string_view{bytes}.substr(13)); }
  std::string error() const {
    const Json status = sent.last("status");
    return status.is_null() ? "" : status["message"].get<std::string>();
  }

  test::ViewedWorld of;
  SharedWorld shared;
  Sent sent;
  std::optional<FoxgloveSession> session;
};

TEST_F(FoxgloveSessionTest, TellsWhatThereIs) {
  open(Access::kControl);
  EXPECT_EQ(sent.last("serverInfo")["capabilities"],
            (Json{"time", "assets", "clientPublish", "parameters", "parametersSubscribe", "services"}));
  EXPECT_NE(channel("/arm/knee"), 0U);
  EXPECT_NE(channel("/tf"), 0U);
  EXPECT_NE(channel("/signals"), 0U);
  const Json service = sent.last("advertiseServices")["services"][0];
  EXPECT_EQ(service["name"], "arm/board/gain");
  EXPECT_EQ(parse_json(service["request"]["schema"].get<std::string>())["properties"]["value"]["type"],
            "number");
}

TEST_F(FoxgloveSessionTest, SendsTheNewestRowAtOnceAndThenEveryRow) {
  open(Access::kRead);
  subscribe(7, "/arm/knee");
  ASSERT_EQ(sent.binaries.size(), 1U);
  EXPECT_EQ(sent.binaries[0].substr(0, 5), std::string("\x01\x07\0\0\0", 5));
  EXPECT_EQ(payload(sent.binaries[0])["position"], 0.25);
  of.angle = -0.5;
  for (int i = 0; i < 17; ++i)
    of.step();  // a row is due after 16.7 ms
  read_rows();
  ASSERT_EQ(sent.binaries.size(), 2U);
  EXPECT_EQ(payload(sent.binaries[1])["position"], -0.5);
  std::uint64_t stamp = 0;
  std::memcpy(&stamp, sent.binaries[1].data() + 5, 8);
  EXPECT_EQ(stamp, 17'000'000U);
  session->on_text(R"({"op":"unsubscribe","subscriptionIds":[7]})");
  for (int i = 0; i < 17; ++i)
    of.step();
  read_rows();
  EXPECT_EQ(sent.binaries.size(), 2U);
}

TEST_F(FoxgloveSessionTest, LeavesOutRowsForAClientThatDoesNotRead) {
  open(Access::kRead);
  subscribe(1, "/arm/knee");
  subscribe(2, "/tf");
  sent.full = true;
  for (int i = 0; i < 40; ++i)
    of.step();
  read_rows();
  session->send_newest(true);
  EXPECT_EQ(sent.binaries.size(), 2U);  // those of the subscriptions
}

TEST_F(FoxgloveSessionTest, PosesAreFloatsAndTransformsHaveFrames) {
  open(Access::kRead);
  subscribe(1, "/lockstep/poses");
  ASSERT_EQ(sent.binaries.size(), 1U);
  float numbers[7];
  ASSERT_EQ(sent.binaries[0].size(), 13 + sizeof numbers);
  std::memcpy(numbers, sent.binaries[0].data() + 13, sizeof numbers);
  EXPECT_EQ(numbers[0], 0.5F);
  EXPECT_EQ(numbers[2], 1.0F);
  EXPECT_EQ(numbers[6], 1.0F);
  subscribe(2, "/tf");
  const Json transform = payload(sent.binaries[1])["transforms"][0];
  EXPECT_EQ(transform["parent_frame_id"], "test");
  EXPECT_EQ(transform["child_frame_id"], "arm/link");
  EXPECT_EQ(transform["translation"]["z"], 1.0);
}

TEST_F(FoxgloveSessionTest, ParametersAreInlets) {
  open(Access::kControl);
  session->on_text(R"({"op":"subscribeParameterUpdates","parameterNames":["arm/board/target"]})");
  EXPECT_EQ(sent.last("parameterValues")["parameters"][0]["value"], 0.0);
  session->on_text(
      R"({"op":"setParameters","parameters":[{"name":"arm/board/target","value":1.5}],"id":"a"})");
  EXPECT_EQ(sent.last("parameterValues")["id"], "a");
  for (int i = 0; i < 17; ++i)
    of.step();
  EXPECT_EQ(of.target->latched(), core::Value{std::vector<double>{1.5}});
  read_rows();
  session->send_newest(true);
  EXPECT_EQ(sent.last("parameterValues")["parameters"][0]["value"], 1.5);
  session->on_text(R"({"op":"getParameters","parameterNames":[],"id":"b"})");
  EXPECT_EQ(sent.last("parameterValues")["id"], "b");
  EXPECT_EQ(sent.last("parameterValues")["parameters"].size(), 1U);
}

TEST_F(FoxgloveSessionTest, MessagesOfAClientAreInlets) {
  open(Access::kControl);
  session->on_text(
      R"({"op":"advertise","channels":[{"id":3,"topic":"/arm/board/target","encoding":"json","schemaName":""}]})");
  session->on_binary(std::string("\x01\x03\0\0\0", 5) + R"({"value":0.75})");
  of.step();
  EXPECT_EQ(error(), "");
  EXPECT_EQ(of.target->latched(), core::Value{std::vector<double>{0.75}});
  session->on_binary(std::string("\x01\x03\0\0\0", 5) + R"({"data":0.5})");
  of.step();
  EXPECT_EQ(of.target->latched(), core::Value{std::vector<double>{0.5}});
}

TEST_F(FoxgloveSessionTest, ServicesAreRequests) {
  open(Access::kControl);
  session->on_binary(service_call(1, 9, R"({"value":8})"));
  session->send_newest(false);
  EXPECT_TRUE(sent.binaries.empty());
  of.step();
  session->send_newest(false);
  ASSERT_EQ(sent.binaries.size(), 1U);
  EXPECT_EQ(sent.binaries[0],
            std::string("\x03\x01\0\0\0\x09\0\0\0\x04\0\0\0json", 17) + R"({"before":7.0})");
  EXPECT_EQ(of.gain_value, 8.0);
  session->on_binary(service_call(1, 10, R"({"value":-1})"));
  of.step();
  session->send_newest(false);
  EXPECT_EQ(sent.last("serviceCallFailure")["message"], "the gain is below 0");
  session->on_binary(service_call(1, 11, R"({})"));
  EXPECT_EQ(sent.last("serviceCallFailure")["callId"], 11);
  session->on_binary(service_call(99, 12, R"({})"));
  EXPECT_EQ(sent.last("serviceCallFailure")["callId"], 12);
}

// Whatever a client without the token sends has no effect.
TEST_F(FoxgloveSessionTest, WithoutTheTokenNothingChanges) {
  open(Access::kRead);
  EXPECT_TRUE(sent.last("advertiseServices").is_null());
  session->on_text(R"({"op":"setParameters","parameters":[{"name":"arm/board/target","value":1.5}]})");
  EXPECT_NE(error().find("may only look"), std::string::npos);
  session->on_text(
      R"({"op":"advertise","channels":[{"id":3,"topic":"arm/board/target","encoding":"json","schemaName":""}]})");
  session->on_binary(std::string("\x01\x03\0\0\0", 5) + R"({"value":0.75})");
  session->on_binary(service_call(1, 9, R"({"value":8})"));
  EXPECT_NE(sent.last("serviceCallFailure")["message"].get<std::string>().find("may only look"),
            std::string::npos);
  of.step();
  EXPECT_EQ(of.target->latched(), core::Value{std::vector<double>{0.0}});
  EXPECT_EQ(of.gain_value, 7.0);
}

TEST_F(FoxgloveSessionTest, NonsenseIsAnsweredAndHasNoEffect) {
  open(Access::kControl);
  const std::string deep(100000, '[');
  for (const std::string& text :
       {std::string{"nonsense"}, std::string{"[]"}, std::string{"{}"}, std::string{R"({"op":"dance"})"}, deep,
        std::string{R"({"op":"subscribe","subscriptions":[{"id":1,"channelId":100000}]})"},
        std::string{R"({"op":"subscribe","subscriptions":[{"id":"x","channelId":1}]})"},
        std::string{R"({"op":"setParameters","parameters":[{"name":"arm/board/target","value":"x"}]})"},
        std::string{R"({"op":"setParameters","parameters":[{"name":"arm/board/target","value":[1,2]}]})"},
        std::string{R"({"op":"setParameters","parameters":[{"name":"arm/board/targt","value":1}]})"}}) {
    sent.texts.clear();
    session->on_text(text);
    EXPECT_NE(error(), "") << text.substr(0, 80);
  }
  EXPECT_NE(error().find("arm/board/target"), std::string::npos) << "names what is close: " << error();
  for (const std::string& bytes :
       {std::string{}, std::string{"\x01"}, std::string{"\x07 other"}, std::string{"\x02 short"}}) {
    sent.texts.clear();
    session->on_binary(bytes);
    EXPECT_NE(error(), "");
  }
  of.step();
  EXPECT_EQ(of.target->latched(), core::Value{std::vector<double>{0.0}});
}

TEST_F(FoxgloveSessionTest, SceneLogAndAssets) {
  open(Access::kRead);
  shared.log.push_back({core::SimTime{5}, R"({"message":"hello"})"});
  subscribe(1, "/log");
  ASSERT_EQ(sent.binaries.size(), 1U);
  EXPECT_EQ(payload(sent.binaries[0])["message"], "hello");
  subscribe(2, "/scene");
  const Json entities = payload(sent.binaries[1])["entities"];
  ASSERT_EQ(entities.size(), 2U);
  EXPECT_EQ(entities[0]["frame_id"], "arm/link");
  EXPECT_EQ(entities[0]["cubes"][0]["size"]["y"], 0.2);
  EXPECT_EQ(entities[1]["frame_id"], "test");
  EXPECT_EQ(entities[1]["spheres"].size(), 2U) << "the ends of the capsule";
  session->on_text(R"({"op":"fetchAsset","uri":"file:///etc/passwd","requestId":4})");
  EXPECT_EQ(sent.binaries.back().substr(0, 6), std::string("\x04\x04\0\0\0\x01", 6));
}

}  // namespace
}  // namespace lockstep::viewer
