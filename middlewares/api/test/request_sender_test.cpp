// SPDX-License-Identifier: Apache-2.0
#include "request_sender.hpp"

#include "board_world.hpp"
#include "fake_middleware.hpp"
#include "world_ports.hpp"

namespace lockstep::middlewares::test {
namespace {

/// The world with one input topic that sends the request of its board.
class RequestSenderTest : public ::testing::Test {
 protected:
  Channels build(const std::string& topic) {
    Channels channels =
        build_channels(ports_.table(), parse_mapping("inputs: {t: {" + topic + "}}\nown_topics: none", "m"),
                       catalogue_, [this](const std::string& name) { return ports_.request(name); });
    world_.runtime.start();
    return channels;
  }
  std::string text_of(const std::shared_ptr<const runtime::Request>& request) {
    world_.step();
    return reply_text(*request, world_.runtime.doors().request(request->target()));
  }

  FakeCatalogue catalogue_;
  BoardWorld world_;
  WorldPorts ports_{world_.runtime.doors()};
};

// Arguments come from fields, element by element, or are fixed; the reply reads as a sentence.
TEST_F(RequestSenderTest, Sends) {
  const Channels channels = build(
      "type: Joints, request: arm/board/trim, 'position[0]': 'offsets[1]', 'position[1]': 'offsets[0]', "
      "arguments: {reason: test}");
  RequestSender sender{world_.runtime.doors(), *channels.inputs[0].request, channels.inputs[0].fields};
  EXPECT_EQ(sender.name(), "arm/board/trim");
  const auto first = sender.send({std::vector<double>{1.0}, std::vector<double>{0.5}});
  EXPECT_EQ(first->arguments()[0], core::Value(std::vector<double>{0.5, 1.0}));
  EXPECT_EQ(text_of(first), "offset = 1.5, echo = test");
  EXPECT_EQ(text_of(sender.send({std::vector<double>{0.25}, std::vector<double>{0.25}})),
            "offset = 2, echo = test");
}

TEST_F(RequestSenderTest, Refuses) {
  const Channels channels =
      build("type: Label, request: arm/board/trim, data: reason, arguments: {offsets: [1, 2]}");
  RequestSender sender{world_.runtime.doors(), *channels.inputs[0].request, channels.inputs[0].fields};
  EXPECT_EQ(text_of(sender.send({std::vector<std::string>{""}})), "a reason is needed");
  EXPECT_EQ(error_of([&] { sender.send({std::vector<std::string>{}}); }),
            "request 'arm/board/trim': argument 'reason' =  does not fit and was refused");
}

// NaN is refused by the doors themselves.
TEST_F(RequestSenderTest, RefusesNan) {
  const Channels channels =
      build("type: Numbers, request: arm/board/trim, data: offsets, arguments: {reason: x}");
  RequestSender sender{world_.runtime.doors(), *channels.inputs[0].request, channels.inputs[0].fields};
  EXPECT_TRUE(contains(error_of([&] {
                         sender.send({std::vector<double>{NAN, 1.0}});
                       }),
                       "request 'arm/board/trim': argument 'offsets' does not fit"));
  EXPECT_TRUE(contains(error_of([&] { sender.send({std::vector<double>{1.0}}); }),
                       "request 'arm/board/trim': argument 'offsets' does not fit"));
}

}  // namespace
}  // namespace lockstep::middlewares::test
