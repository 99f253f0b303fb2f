// SPDX-License-Identifier: Apache-2.0
#include "lockstep/network/graph_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

namespace lockstep::network {
namespace {

constexpr double kBoxHeight = 36.0, kColumnGap = 150.0, kRowGap = 34.0, kMargin = 24.0, kLetter = 7.2;

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '&')
      result += "&amp;";
    else
      result += c;
  }
  return result;
}

struct Arrow {
  std::size_t from{0}, to{0};
  std::vector<std::string> labels;
  std::string text() const {
    if (labels.size() > 3) return fmt::format("{} connections", labels.size());
    return fmt::format("{}", fmt::join(labels, ", "));
  }
};

class Picture {
 public:
  explicit Picture(const NetworkConfig& network) : network_{network} {
    for (std::size_t i = 0; i < network.components.size(); ++i)
      index_[network.components[i].name] = i;
    collect_arrows();
    choose_columns();
    place();
  }
  std::string text() const;

 private:
  /// The longest component name that begins the text, and the rest.
  std::pair<std::size_t, std::string> split(const std::string& end) const;
  void collect_arrows();
  void choose_columns();
  void place();
  std::string arrow_text(const Arrow& arrow, std::size_t& below) const;

  struct Box {
    std::size_t column{0};
    double x{0.0}, y{0.0}, width{0.0};
  };
  const NetworkConfig& network_;
  std::map<std::string, std::size_t> index_;
  std::vector<Arrow> arrows_;
  std::vector<Box> boxes_;
  double width_{0.0}, height_{0.0};
};

std::pair<std::size_t, std::string> Picture::split(const std::string& end) const {
  for (std::size_t dot = end.rfind('.'); dot != std::string::npos && dot > 0; dot = end.rfind('.', dot - 1)) {
    const auto found = index_.find(end.substr(0, dot));
    if (found != index_.end()) return {found->second, end.substr(dot + 1)};
  }
  return {network_.components.size(), {}};
}

void Picture::collect_arrows() {
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> known;
  for (const ConnectionConfig& connection : network_.connections) {
    const auto [to, input] = split(connection.to);
    for (const ConnectionSource& source : connection.sources) {
      const auto [from, output] = split(source.from);
      if (from >= network_.components.size() || to >= network_.components.size()) continue;
      const auto [place, added] = known.emplace(std::pair{from, to}, arrows_.size());
      if (added) arrows_.push_back({from, to, {}});
      arrows_[place->second].labels.push_back(output == input ? output : output + " \u2192 " + input);
    }
  }
}

// A component is one column right of its sources, as far as that is possible without going round in circles.
void Picture::choose_columns() {
  boxes_.assign(network_.components.size(), {});
  std::vector<std::vector<std::size_t>> next(boxes_.size());
  for (const Arrow& arrow : arrows_)
    next[arrow.from].push_back(arrow.to);
  std::vector<int> state(boxes_.size(), 0);  // 1: on the way, 2: done
  std::vector<std::size_t> finished;
  for (std::size_t root = 0; root < boxes_.size(); ++root) {
    std::vector<std::pair<std::size_t, std::size_t>> path;
    if (state[root] == 0) path.emplace_back(root, 0);
    while (!path.empty()) {
      auto& [node, edge] = path.back();
      state[node] = 1;
      if (edge < next[node].size()) {
        const std::size_t target = next[node][edge++];
        if (state[target] == 0) path.emplace_back(target, 0);
        continue;
      }
      state[node] = 2;
      finished.push_back(node);
      path.pop_back();
    }
  }
  std::vector<std::size_t> position(boxes_.size());
  for (std::size_t i = 0; i < finished.size(); ++i)
    position[finished[i]] = finished.size() - i;
  for (auto node = finished.rbegin(); node != finished.rend(); ++node) {
    for (const std::size_t target : next[*node])
      if (position[target] > position[*node])
        boxes_[target].column = std::max(boxes_[target].column, boxes_[*node].column + 1);
  }
}

void Picture::place() {
  std::size_t columns = 0;
  for (Box& box : boxes_)
    columns = std::max(columns, box.column + 1);
  std::vector<double> widths(columns, 80.0);
  for (std::size_t i = 0; i < boxes_.size(); ++i) {
    boxes_[i].width =
        std::max(80.0, kLetter * static_cast<double>(network_.components[i].name.size()) + 24.0);
    widths[boxes_[i].column] = std::max(widths[boxes_[i].column], boxes_[i].width);
  }
  std::vector<double> gaps(columns, kColumnGap);
  for (const Arrow& arrow : arrows_) {
    if (boxes_[arrow.to].column != boxes_[arrow.from].column + 1) continue;
    double& gap = gaps[boxes_[arrow.from].column];
    gap = std::max(gap, kLetter * static_cast<double>(arrow.text().size()) + 30.0);
  }
  std::vector<double> left(columns, kMargin);
  for (std::size_t c = 1; c < columns; ++c)
    left[c] = left[c - 1] + widths[c - 1] + gaps[c - 1];
  std::vector<double> y(columns, kMargin + 34.0);
  for (Box& box : boxes_) {
    box.x = left[box.column];
    box.y = y[box.column];
    y[box.column] += kBoxHeight + kRowGap;
    height_ = std::max(height_, box.y + kBoxHeight);
    width_ = std::max(width_, box.x + box.width);
  }
}

std::string Picture::arrow_text(const Arrow& arrow, std::size_t& below) const {
  const Box& a = boxes_[arrow.from];
  const Box& b = boxes_[arrow.to];
  const std::string label = escaped(arrow.text());
  const char* const line = "fill=\"none\" stroke=\"#456\" stroke-width=\"1.4\" marker-end=\"url(#tip)\"";
  const char* const words = "text-anchor=\"middle\" font-size=\"11\" fill=\"#345\"";
  if (b.column > a.column) {
    const double x1 = a.x + a.width, y1 = a.y + kBoxHeight / 2.0, x2 = b.x, y2 = b.y + kBoxHeight / 2.0;
    const double middle = (x1 + x2) / 2.0;
    return fmt::format(
        "<path d=\"M{:.1f},{:.1f} C{:.1f},{:.1f} {:.1f},{:.1f} {:.1f},{:.1f}\" {}/>\n"
        "<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n",
        x1, y1, middle, y1, middle, y2, x2 - 2.0, y2, line, middle, (y1 + y2) / 2.0 - 6.0, words, label);
  }
  // Back, each on a line of its own below everything.
  const double deep = height_ + 30.0 + 22.0 * static_cast<double>(below++);
  const double x1 = a.x + a.width / 2.0 + 8.0, x2 = b.x + b.width / 2.0 - 8.0;
  return fmt::format(
      "<path d=\"M{:.1f},{:.1f} L{:.1f},{:.1f} L{:.1f},{:.1f} L{:.1f},{:.1f}\" {}/>\n"
      "<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n",
      x1, a.y + kBoxHeight, x1, deep, x2, deep, x2, b.y + kBoxHeight + 2.0, line, (x1 + x2) / 2.0, deep - 5.0,
      words, label);
}

std::string Picture::text() const {
  std::size_t below = 0;
  std::string arrows;
  for (const Arrow& arrow : arrows_)
    arrows += arrow_text(arrow, below);
  const double height = height_ + 30.0 + 22.0 * static_cast<double>(below) + kMargin;
  const double width = std::max(width_ + kMargin, 240.0);
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} "
      "{1:.0f}\" "
      "font-family=\"DejaVu Sans, Helvetica, sans-serif\">\n<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" "
      "refX=\"7\" "
      "refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\" "
      "fill=\"#456\"/>"
      "</marker></defs>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
      "<text x=\"{2:.0f}\" y=\"{2:.0f}\" font-size=\"14\" font-weight=\"bold\" fill=\"#123\">{3}</text>\n",
      width, height, kMargin, escaped(network_.name));
  text += arrows;
  for (std::size_t i = 0; i < boxes_.size(); ++i) {
    const Box& box = boxes_[i];
    text += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"5\" fill=\"#eef4fa\" "
        "stroke=\"#456\"/>\n"
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\" font-size=\"13\" fill=\"#123\">{}</text>\n",
        box.x, box.y, box.width, kBoxHeight, box.x + box.width / 2.0, box.y + kBoxHeight / 2.0 + 4.5,
        escaped(network_.components[i].name));
  }
  return text + "</svg>\n";
}

}  // namespace

std::string graph_svg(const NetworkConfig& network) {
  return Picture{network}.text();
}

}  // namespace lockstep::network
