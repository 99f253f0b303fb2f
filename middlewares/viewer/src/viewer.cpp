// SPDX-License-Identifier: Apache-2.0
#include "lockstep/middlewares/viewer/viewer.hpp"

#include "lockstep/core/error.hpp"
#include "page_assets.hpp"
#include "server.hpp"
#include "world_application.hpp"

namespace lockstep::viewer {
namespace {

std::unique_ptr<Server> make_server(const std::optional<std::uint16_t>& port) {
  constexpr std::uint16_t kUsualPort = 8765;
  if (port) return std::make_unique<Server>(*port, ServerLimits{});
  try {
    return std::make_unique<Server>(kUsualPort, ServerLimits{});
  } catch (const Error&) {
    return std::make_unique<Server>(std::uint16_t{0}, ServerLimits{});  // another world is shown there
  }
}

AccessPolicy policy_of(std::uint16_t port, const std::vector<std::string>& origins) {
  AccessPolicy policy;
  const std::string suffix = ':' + std::to_string(port);
  for (const char* const name : {"127.0.0.1", "localhost"}) {
    policy.hosts.push_back(name + suffix);
    policy.origins.push_back("http://" + policy.hosts.back());
  }
  policy.origins.insert(policy.origins.end(), origins.begin(), origins.end());
  policy.token = make_token();
  policy.cookie = "lockstep_" + std::to_string(port);  // cookies do not know ports
  return policy;
}

}  // namespace

struct Viewer::Impl {
  Impl(runtime::Doors& doors, const description::World& world, const hosts::WorldLayout& layout,
       const ViewerOptions& options)
      : server{make_server(options.port)},
        policy{policy_of(server->port(), options.origins)},
        application{SharedWorld{doors, make_scene(world, layout), options.world_name, options.step}, policy},
        address{"http://" + policy.hosts.front() + "/?token=" + policy.token} {
    server->start(application);
  }
  ~Impl() { server.reset(); }  // its thread uses the application

  std::unique_ptr<Server> server;
  AccessPolicy policy;
  WorldApplication application;
  std::string address;
};

Viewer::Viewer(runtime::Doors& doors, const description::World& world, const hosts::WorldLayout& layout,
               ViewerOptions options)
    : impl_{std::make_unique<Impl>(doors, world, layout, options)} {}

Viewer::~Viewer() = default;

const std::string& Viewer::address() const noexcept {
  return impl_->address;
}

std::uint16_t Viewer::port() const noexcept {
  return impl_->server->port();
}

void Viewer::log(core::LogLevel level, std::string_view source, std::string_view text) {
  impl_->application.log(level, source, text);
  impl_->server->wake();
}

bool has_page() noexcept {
  return !page_assets().empty();
}

}  // namespace lockstep::viewer
