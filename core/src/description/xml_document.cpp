// SPDX-License-Identifier: Apache-2.0
#include "description/xml_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "description/xml_encoding.hpp"

namespace lockstep::core {
namespace {

// What pugixml takes for an element and for an attribute on a 64-bit machine.
constexpr std::size_t kNodeBytes = 64;
constexpr std::size_t kAttributeBytes = 40;

}  // namespace

XmlDocument::XmlDocument(Bytes text, std::string file, const DescriptionLimits& limits)
    : text_{std::move(text)}, file_{std::move(file)} {
  const std::size_t max_bytes = std::min<std::size_t>(limits.max_bytes, 0xFFFFFFFEU);
  if (text_.size() > max_bytes) {
    throw Error{
        ErrorCode::kBadDescription,
        fmt::format("{} has {} bytes, the limit is {}; raise DescriptionLimits::max_bytes if the file can be "
                    "trusted",
                    file_, text_.size(), max_bytes)};
  }
  Census census = count(text_);
  const EncodingReport encoding = to_utf8(text_, census.ascii && census.zeros == 0, file_);
  invalid_utf8_line_ = encoding.first_invalid_line;
  if (!census.ascii || census.zeros != 0) census = count(text_);
  index_lines(census.lines);
  if (census.zeros != 0) refuse(text_.text().find('\0'), "a zero byte; XML is text");
  const std::size_t tree_bytes =
      census.opening_brackets * kNodeBytes + census.equal_signs * kAttributeBytes;  // an upper bound
  if (tree_bytes > limits.max_tree_bytes) {
    throw Error{ErrorCode::kBadDescription,
                fmt::format("{} would take up to {} MB of memory as a tree, the limit is {} MB; raise "
                            "DescriptionLimits::max_tree_bytes if the file can be trusted",
                            file_, tree_bytes >> 20U, limits.max_tree_bytes >> 20U)};
  }
  parse(limits);
}

/// One pass in blocks that stay in the first-level cache, so that each count is a vectorised loop.
XmlDocument::Census XmlDocument::count(const Bytes& text) noexcept {
  constexpr std::size_t kBlock = 8192;
  Census census;
  unsigned char all_bits = 0;
  for (std::size_t at = 0; at < text.size(); at += kBlock) {
    const char* const first = text.data() + at;
    const char* const last = first + std::min(kBlock, text.size() - at);
    census.lines += static_cast<std::size_t>(std::count(first, last, '\n'));
    census.opening_brackets += static_cast<std::size_t>(std::count(first, last, '<'));
    census.equal_signs += static_cast<std::size_t>(std::count(first, last, '='));
    census.zeros += static_cast<std::size_t>(std::count(first, last, '\0'));
    unsigned char bits = 0;
    for (const char* p = first; p != last; ++p)
      bits = static_cast<unsigned char>(bits | static_cast<unsigned char>(*p));
    all_bits = static_cast<unsigned char>(all_bits | bits);
  }
  census.ascii = all_bits < 0x80;
  return census;
}

void XmlDocument::index_lines(std::size_t count) {
  line_starts_.reserve(count + 1);
  line_starts_.push_back(0);
  const char* const begin = text_.data();
  const char* const end = begin + text_.size();
  for (const char* at = begin; at != end;) {
    const void* const found = std::memchr(at, '\n', static_cast<std::size_t>(end - at));
    if (found == nullptr) break;
    at = static_cast<const char*>(found) + 1;
    line_starts_.push_back(static_cast<std::uint32_t>(at - begin));
  }
}

void XmlDocument::parse(const DescriptionLimits& limits) {
  const pugi::xml_parse_result result = tree_.load_buffer_inplace(
      text_.data(), text_.size(), pugi::parse_default | pugi::parse_doctype, pugi::encoding_utf8);
  if (!result)
    refuse(static_cast<std::size_t>(std::max<std::ptrdiff_t>(result.offset, 0)),
           fmt::format("not well-formed XML: {}", result.description()));
  for (const pugi::xml_node node : tree_.children()) {
    if (node.type() == pugi::node_doctype)
      refuse(
          0,
          "the file has a DOCTYPE; FMI needs none and document type definitions are refused because they can "
          "make a small file huge; remove the DOCTYPE");
    if (node.type() != pugi::node_element) continue;
    if (!root_)
      root_ = node;
    else if (!second_root_)
      second_root_ = node;
  }
  if (!root_) refuse(0, "not well-formed XML: no element found");
  check_depth(limits);
}

void XmlDocument::check_depth(const DescriptionLimits& limits) const {
  pugi::xml_node node = root_;
  std::uint32_t depth = 1;
  while (true) {
    if (const pugi::xml_node child = node.first_child()) {
      node = child;
      if (++depth > limits.max_depth + 1)  // the text inside an element is one deeper than the element
        refuse(offset_of(node.parent().name()),
               fmt::format("elements are nested more than {} deep", limits.max_depth));
      continue;
    }
    while (node != root_ && !node.next_sibling()) {
      node = node.parent();
      --depth;
    }
    if (node == root_) return;
    node = node.next_sibling();
  }
}

std::size_t XmlDocument::line_index(std::size_t offset) const noexcept {
  std::size_t index = line_hint_;
  const auto starts_before = [&](std::size_t i) { return line_starts_[i] <= offset; };
  if (!starts_before(index) || (index + 8 < line_starts_.size() && starts_before(index + 8))) {
    const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
    index = static_cast<std::size_t>(after - line_starts_.begin()) - 1;
  } else {
    while (index + 1 < line_starts_.size() && starts_before(index + 1))
      ++index;
  }
  line_hint_ = index;
  return index;
}

std::size_t XmlDocument::offset_of(const char* name) const noexcept {
  const std::uintptr_t first = reinterpret_cast<std::uintptr_t>(text_.data());
  const std::uintptr_t place = reinterpret_cast<std::uintptr_t>(name);
  return place >= first && place - first < text_.size() ? place - first : 0;
}

XmlDocument::LineAndColumn XmlDocument::line_and_column(std::size_t offset) const noexcept {
  const std::size_t index = line_index(offset);
  return {static_cast<std::uint32_t>(index + 1),
          static_cast<std::uint32_t>(offset - line_starts_[index] + 1)};
}

XmlDocument::LineAndColumn XmlDocument::line_and_column(pugi::xml_node node) const noexcept {
  // The place of '<', one before the name.
  return line_and_column(std::max<std::size_t>(offset_of(node.name()), 1) - 1);
}

std::uint32_t XmlDocument::line(pugi::xml_node node) const noexcept {
  return line_and_column(node).line;
}

SourceLocation XmlDocument::where(std::size_t offset) const {
  const LineAndColumn place = line_and_column(offset);
  return {file_, place.line, place.column};
}

SourceLocation XmlDocument::where(pugi::xml_node node) const {
  const LineAndColumn place = line_and_column(node);
  return {file_, place.line, place.column};
}

SourceLocation XmlDocument::where(pugi::xml_attribute attribute) const {
  return where(offset_of(attribute.name()));
}

void XmlDocument::refuse(std::size_t offset, const std::string& message) const {
  const SourceLocation place = where(std::min(offset, text_.size()));
  throw Error{ErrorCode::kBadDescription,
              fmt::format("{}:{}:{}: {}", file_, place.line, place.column, message)};
}

}  // namespace lockstep::core
