// SPDX-License-Identifier: Apache-2.0
#include "world_application.hpp"

#include <algorithm>

#include "page_assets.hpp"

namespace lockstep::viewer {
namespace {

constexpr std::size_t kLogLines = 500;

int foxglove_level(core::LogLevel level) {
  return level == core::LogLevel::kTrace ? 1 : static_cast<int>(level);
}

}  // namespace

class WorldApplication::Listed final : public Session {
 public:
  Listed(WorldApplication& application, Outbox& outbox, Access access)
      : application_{application}, session_{application.world_, outbox, access} {
    application_.sessions_.push_back(&session_);
  }
  ~Listed() override {
    auto& all = application_.sessions_;
    all.erase(std::remove(all.begin(), all.end(), &session_), all.end());
  }
  void on_text(std::string_view text) override { session_.on_text(text); }
  void on_binary(std::string_view bytes) override { session_.on_binary(bytes); }

 private:
  WorldApplication& application_;
  FoxgloveSession session_;
};

WorldApplication::WorldApplication(SharedWorld world, AccessPolicy policy)
    : world_{std::move(world)}, policy_{std::move(policy)} {}

WorldApplication::~WorldApplication() = default;

HttpResponse WorldApplication::get(const HttpRequest& request, const AccessDecision& decision) {
  if (request.path == "/" && decision.token_in_address) {
    // Out of the address, where history and links would carry it away, into a cookie no script can read.
    HttpResponse moved{303, "text/plain; charset=utf-8", ""};
    moved.headers = {
        {"Location", "/"},
        {"Set-Cookie", policy_.cookie + '=' + policy_.token + "; HttpOnly; SameSite=Strict; Path=/"}};
    return moved;
  }
  if (request.path == "/scene.json") return {200, "application/json", dump(scene_json(world_.scene))};
  const std::string meshes = "/mesh/";
  if (request.path.compare(0, meshes.size(), meshes) == 0) {
    std::optional<std::string> bytes = world_.mesh(std::string_view{request.path}.substr(meshes.size()));
    if (!bytes) return failure(404, "there is no such mesh");
    return {200, "application/octet-stream", *std::move(bytes)};
  }
  for (const PageAsset& asset : page_assets()) {
    if (request.path != asset.path && !(request.path == "/" && asset.path == "/index.html")) continue;
    return {200, std::string{asset.type}, std::string{asset.gzip}, {{"Content-Encoding", "gzip"}}};
  }
  if (request.path == "/" && page_assets().empty())
    return {
        200, "text/plain; charset=utf-8",
        "This lockstep was built without npm and has no page; connect Foxglove to this address by ws://.\n"};
  return failure(404, "there is nothing here");
}

std::unique_ptr<Session> WorldApplication::open(Outbox& outbox, Access access) {
  bool new_row = false;
  if (sessions_.empty()) world_.feed.skip_to_newest();
  read_rows(new_row);
  return std::make_unique<Listed>(*this, outbox, access);
}

void WorldApplication::read_rows(bool& new_row) {
  // As many as the ring holds: a world that adds them faster than we read does not keep us here.
  constexpr int kMostRows = 64;
  runtime::TapRow row;
  for (int i = 0; i < kMostRows && world_.feed.next(row); ++i) {
    for (FoxgloveSession* const session : sessions_)
      session->send_row(row);
    world_.newest = row;
    new_row = true;
  }
}

void WorldApplication::tick() {
  bool new_row = false;
  read_rows(new_row);
  send_log();
  for (FoxgloveSession* const session : sessions_)
    session->send_newest(new_row);
  world_.feed.follow_speed(WorldFeed::Clock::now());
}

void WorldApplication::log(core::LogLevel level, std::string_view source, std::string_view text) {
  const std::lock_guard<std::mutex> lock{log_mutex_};
  if (new_lines_.size() >= kLogLines) new_lines_.erase(new_lines_.begin());
  new_lines_.push_back({level, std::string{source}, std::string{text}});
}

void WorldApplication::send_log() {
  std::vector<Line> lines;
  {
    const std::lock_guard<std::mutex> lock{log_mutex_};
    lines.swap(new_lines_);
  }
  for (const Line& line : lines) {
    LogLine made{world_.time(), dump({{"timestamp", protocol::stamp(world_.time())},
                                      {"level", foxglove_level(line.level)},
                                      {"message", line.text},
                                      {"name", line.source},
                                      {"file", ""},
                                      {"line", 0}})};
    for (FoxgloveSession* const session : sessions_)
      session->send_log(made);
    world_.log.push_back(std::move(made));
    if (world_.log.size() > kLogLines) world_.log.pop_front();
  }
}

}  // namespace lockstep::viewer
