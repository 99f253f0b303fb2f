// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <nlohmann/json.hpp>

#include "number_writer.hpp"
#include "plot_assets.hpp"
#include "plot_files.hpp"

namespace lockstep::record {
namespace {

/// A JSON string that may stand inside <script>: nothing in it can end the element.
std::string json_text(const std::string& text) {
  using nlohmann::json;
  const std::string dumped = json(text).dump(-1, ' ', true, json::error_handler_t::replace);
  std::string safe;
  for (const char c : dumped) {
    if (c == '<') {
      safe += "\\u003c";
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string html_text(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

/// Gaps (NaN, infinities) are null. `digits` are significant ones; curves need few, files stay small.
void append_numbers(std::string& out, const std::vector<double>& values, int digits) {
  out += '[';
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out += ',';
    if (std::isfinite(values[i])) {
      fmt::format_to(std::back_inserter(out), "{:.{}g}", values[i], digits);
    } else {
      out += "null";
    }
  }
  out += ']';
}

std::string json_data(const Chart& chart) {
  constexpr int kTimeDigits = 15;
  constexpr int kValueDigits = 9;
  std::string out = "{\"time\":";
  append_numbers(out, chart.time_s, kTimeDigits);
  out += ",\"panels\":[";
  const char* panel_separator = "";
  for (const Panel& panel : chart.panels) {
    out += panel_separator;
    panel_separator = ",";
    out += "{\"unit\":" + json_text(panel.unit) + ",\"stepped\":" + (panel.stepped ? "true" : "false") +
           ",\"series\":[";
    const char* curve_separator = "";
    for (const Curve& curve : panel.curves) {
      out += curve_separator;
      curve_separator = ",";
      out += "{\"name\":" + json_text(curve.name) + ",\"values\":";
      append_numbers(out, curve.points, kValueDigits);
      out += '}';
    }
    out += "]}";
  }
  return out + "]}";
}

using Piece = std::pair<std::string_view, std::string>;  // "{place}" and what goes there

/// Puts pieces into a template; what a piece holds is never looked at again.
std::string fill(std::string_view text, Span<const Piece> pieces) {
  std::string page;
  while (true) {
    std::size_t next = text.size();
    const Piece* found = nullptr;
    for (const Piece& piece : pieces) {
      const std::size_t at = text.find(piece.first);
      if (at < next) {
        next = at;
        found = &piece;
      }
    }
    page += text.substr(0, next);
    if (found == nullptr) return page;
    page += found->second;
    text.remove_prefix(next + found->first.size());
  }
}

}  // namespace

bool has_html_plots() noexcept {
  return true;
}

std::string html_plot(const Chart& chart) {
  // Names come from models of unknown origin: they enter the page as data only, and the page's policy forbids
  // every script but ours and every connection.
  const Piece pieces[] = {
      {"{title}", html_text(chart.title)},
      {"{subtitle}", html_text(chart.subtitle)},
      {"{uplot_css}", std::string{assets::uplot_css}},
      {"{plot_css}", std::string{assets::plot_css}},
      {"{uplot_license}", html_text(std::string{assets::uplot_license})},
      {"{uplot_js}", std::string{assets::uplot_js}},
      {"{data}", json_data(chart)},
      {"{plot_js}", std::string{assets::plot_js}},
  };
  return fill(assets::plot_html, pieces);
}

}  // namespace lockstep::record
