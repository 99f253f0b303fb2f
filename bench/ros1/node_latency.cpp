// SPDX-License-Identifier: Apache-2.0
// ros1_node_latency: how long a running ROS 1 node takes from an input to the output that shows it, and how
// much CPU it needs meanwhile. Prints one line of JSON. bench/ros1/compare-nodes starts nodes and makes a
// table of it.
#include <ros/callback_queue.h>
#include <ros/network.h>
#include <ros/ros.h>
#include <std_msgs/Float64.h>
#include <unistd.h>
#include <xmlrpcpp/XmlRpcClient.h>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "echo_latency.hpp"

namespace {

const char* const kHelp =
    R"(usage: ros1_node_latency --node NAME --input TOPIC --output TOPIC [--rate HZ] [--duration S] [--warm-up S]

Sends 1, 2, 3, ... (std_msgs/Float64) to the input of a running node whose output follows it, and waits until the
output has reached each number. Prints JSON: numbers sent and answered, latency [s], time from sending to the next output
[s, median], CPU of the node in percent of one core, outputs per second.
)";

struct Request {
  std::string node, input, output;
  double rate_hz{1000.0}, duration_s{10.0}, warm_up_s{1.0};
};

[[noreturn]] void refuse(const std::string& message) {
  throw std::invalid_argument{message + "; see ros1_node_latency --help"};
}

double positive(const std::string& name, const std::string& text) {
  std::size_t end = 0;
  double value = 0.0;
  try {
    value = std::stod(text, &end);
  } catch (const std::exception&) {
    end = 0;
  }
  if (end == 0 || end != text.size() || !(value > 0.0))
    refuse(name + " is '" + text + "', expected a number above 0");
  return value;
}

Request read_arguments(int argc, char** argv) {
  Request request;
  for (int i = 1; i < argc; i += 2) {
    const std::string name = argv[i];
    if (i + 1 == argc) refuse(name + " needs a value");
    const std::string value = argv[i + 1];
    if (name == "--node") {
      request.node = value;
    } else if (name == "--input") {
      request.input = value;
    } else if (name == "--output") {
      request.output = value;
    } else if (name == "--rate") {
      request.rate_hz = positive(name, value);
    } else if (name == "--duration") {
      request.duration_s = positive(name, value);
    } else if (name == "--warm-up") {
      request.warm_up_s = positive(name, value);
    } else {
      refuse("unknown option '" + name + "'");
    }
  }
  if (request.node.empty() || request.input.empty() || request.output.empty())
    refuse("--node, --input and --output are needed");
  return request;
}

/// Process of a node on this machine, as the node itself says.
int process_of(const std::string& node) {
  XmlRpc::XmlRpcValue arguments, reply, payload;
  arguments[0] = ros::this_node::getName();
  arguments[1] = node;
  if (!ros::master::execute("lookupNode", arguments, reply, payload, false))
    throw std::runtime_error{"there is no node " + node};
  std::string host;
  std::uint32_t port = 0;
  ros::network::splitURI(static_cast<std::string&>(payload), host, port);
  XmlRpc::XmlRpcClient client{host.c_str(), static_cast<int>(port), "/"};
  XmlRpc::XmlRpcValue caller;
  caller[0] = ros::this_node::getName();
  if (!client.execute("getPid", caller, reply)) throw std::runtime_error{"node " + node + " does not answer"};
  return static_cast<int&>(reply[2]);
}

/// CPU time of a process since it began [s], all threads.
double cpu_time_s(int process) {
  std::ifstream file{"/proc/" + std::to_string(process) + "/stat"};
  std::string text;
  std::getline(file, text);
  std::istringstream fields{text.substr(std::min(text.rfind(')') + 1, text.size()))};
  std::string skipped;
  for (int i = 0; i < 11; ++i)
    fields >> skipped;
  double user = 0.0, system = 0.0;
  if (!(fields >> user >> system))
    throw std::runtime_error{"process " + std::to_string(process) + " is gone"};
  return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

double now_s() {
  return ros::WallTime::now().toSec();
}

void handle_until(double instant_s) {
  do {
    ros::getGlobalCallbackQueue()->callAvailable(ros::WallDuration(std::max(0.0, instant_s - now_s())));
  } while (ros::ok() && now_s() < instant_s);
}

struct Measurement {
  std::size_t sent{0}, outputs{0};
  double cpu_s{0.0}, duration_s{0.0};
  std::vector<double> latencies_s;
  std::vector<double> next_s;  // from sending a number to the next output, whatever its value
};

Measurement measure(const Request& request) {
  ros::NodeHandle handle;
  lockstep::bench::EchoLatency latency;
  std::size_t outputs = 0;
  Measurement result;
  double waiting_since_s = -1.0;  // the last number sent, when no output came since
  const boost::function<void(const std_msgs::Float64::ConstPtr&)> receive =
      [&](const std_msgs::Float64::ConstPtr& message) {
        ++outputs;
        latency.receive(message->data, now_s());
        if (waiting_since_s >= 0.0) result.next_s.push_back(now_s() - waiting_since_s);
        waiting_since_s = -1.0;
      };
  const auto subscriber = handle.subscribe<std_msgs::Float64>(
      request.output, 1000, receive, ros::VoidConstPtr{}, ros::TransportHints().tcpNoDelay());
  const auto publisher = handle.advertise<std_msgs::Float64>(request.input, 1000);
  const double limit_s = now_s() + 30.0;
  while (ros::ok() && (publisher.getNumSubscribers() == 0 || subscriber.getNumPublishers() == 0)) {
    if (now_s() > limit_s)
      throw std::runtime_error{"nobody " + std::string{publisher.getNumSubscribers() == 0
                                                           ? "subscribes to " + request.input
                                                           : "publishes " + request.output}};
    handle_until(now_s() + 0.01);
  }
  const int process = process_of(request.node);

  const double begin_s = now_s();
  const auto send_for = [&](double from_s, double seconds) {
    const auto count = static_cast<std::size_t>(seconds * request.rate_hz);
    for (std::size_t k = 0; k < count && ros::ok(); ++k) {
      handle_until(from_s + static_cast<double>(k) / request.rate_hz);
      std_msgs::Float64 message;
      waiting_since_s = now_s();
      message.data = latency.send(waiting_since_s);
      publisher.publish(message);
    }
    handle_until(from_s + seconds);
  };
  send_for(begin_s, request.warm_up_s);
  const std::size_t first = latency.sent();
  result.next_s.clear();
  const std::size_t outputs_before = outputs;
  const double cpu_before_s = cpu_time_s(process), from_s = now_s();
  send_for(from_s, request.duration_s);
  result.cpu_s = cpu_time_s(process) - cpu_before_s;
  result.duration_s = now_s() - from_s;
  result.outputs = outputs - outputs_before;
  handle_until(now_s() + 1.0);  // the last ones come back
  result.sent = latency.sent() - first;
  const std::vector<double>& all = latency.latencies_s();
  result.latencies_s.assign(all.begin() + static_cast<std::ptrdiff_t>(std::min(first, all.size())),
                            all.end());
  return result;
}

void print(const Measurement& measurement) {
  using lockstep::bench::percentile;
  const auto at = [&](double share) { return percentile(measurement.latencies_s, share); };
  std::printf(
      R"({"sent": %zu, "answered": %zu, "latency_s": {"min": %.9f, "median": %.9f, "p95": %.9f, "p99": %.9f, "max": %.9f}, )"
      R"("next_output_s": %.9f, "cpu_percent": %.3f, "outputs_hz": %.3f})"
      "\n",
      measurement.sent, measurement.latencies_s.size(), at(0.0), at(0.5), at(0.95), at(0.99), at(1.0),
      percentile(measurement.next_s, 0.5), 100.0 * measurement.cpu_s / measurement.duration_s,
      static_cast<double>(measurement.outputs) / measurement.duration_s);
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    if (std::string{argv[i]} == "--help") {
      std::fputs(kHelp, stdout);
      return 0;
    }
  }
  ros::init(argc, argv, "ros1_node_latency", ros::init_options::AnonymousName);
  try {
    const Request request = read_arguments(argc, argv);
    const Measurement measurement = measure(request);
    if (measurement.latencies_s.empty()) throw std::runtime_error{"no output ever followed the input"};
    print(measurement);
    return 0;
  } catch (const std::invalid_argument& error) {
    std::fprintf(stderr, "ros1_node_latency: %s\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "ros1_node_latency: %s\n", error.what());
    return 1;
  }
}
