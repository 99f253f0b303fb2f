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
// A part and its tree fit into the second-level cache.
constexpr std::size_t kPartSize = std::size_t{192} << 10U;
constexpr unsigned kParseFlags = pugi::parse_default | pugi::parse_doctype;

}  // namespace

XmlDocument::XmlDocument(Bytes text, std::string file, const DescriptionLimits& limits)
    : text_{std::move(text)},
      file_{std::move(file)},
      part_size_{std::min(kPartSize, std::max<std::size_t>(limits.read_in_parts_above, 64))} {
  const std::size_t max_bytes = std::min<std::size_t>(limits.max_bytes, 0xFFFFFFFEU);
  if (text_.size() > max_bytes) {
    throw Error{
        ErrorCode::kBadDescription,
        fmt::format("{} has {} bytes, the limit is {}; raise DescriptionLimits::max_bytes if the file can be "
                    "trusted",
                    file_, text_.size(), max_bytes)};
  }
  take_census();
  const bool plain = census_.ascii && !census_.has_zero;
  invalid_utf8_line_ = to_utf8(text_, plain, file_).first_invalid_line;
  if (!plain) take_census();  // of what the text has become
  check_limits(limits);
  if (text_.size() > limits.read_in_parts_above) split();
  parse();
}

/// Counts and finds the lines in one pass, in blocks so short that a byte can hold a count: the compiler then
/// compares and adds 16 or more bytes at once.
void XmlDocument::take_census() {
  constexpr std::size_t kBlock = 224;
  census_ = {};
  line_starts_.clear();
  line_starts_.reserve(text_.size() / 100 + 16);
  line_starts_.push_back(0);
  std::uint8_t all_bits = 0, all_lowest = 255;
  const auto add_block = [&](std::size_t first, std::size_t size) {
    const char* const block = text_.data() + first;
    std::uint8_t lines = 0, brackets = 0, equals = 0, lowest = 255, bits = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const char c = block[i];
      lines = static_cast<std::uint8_t>(lines + (c == '\n'));
      brackets = static_cast<std::uint8_t>(brackets + (c == '<'));
      equals = static_cast<std::uint8_t>(equals + (c == '='));
      lowest = std::min(lowest, static_cast<std::uint8_t>(c));
      bits = static_cast<std::uint8_t>(bits | static_cast<std::uint8_t>(c));
    }
    census_.opening_brackets += brackets;
    census_.equal_signs += equals;
    all_lowest = std::min(all_lowest, lowest);
    all_bits = static_cast<std::uint8_t>(all_bits | bits);
    for (std::size_t at = 0; lines > 0; --lines) {
      const void* const found = std::memchr(block + at, '\n', size - at);
      at = static_cast<std::size_t>(static_cast<const char*>(found) - block) + 1;
      line_starts_.push_back(static_cast<std::uint32_t>(first + at));
    }
  };
  std::size_t at = 0;
  for (; at + kBlock <= text_.size(); at += kBlock)
    add_block(at, kBlock);
  if (at < text_.size()) add_block(at, text_.size() - at);
  census_.ascii = all_bits < 0x80;
  census_.has_zero = all_lowest == 0;
}

void XmlDocument::check_limits(const DescriptionLimits& limits) const {
  if (census_.has_zero) refuse(text_.text().find('\0'), "a zero byte; XML is text");
  const std::size_t tree_bytes =
      census_.opening_brackets * kNodeBytes + census_.equal_signs * kAttributeBytes;  // an upper bound
  if (tree_bytes > limits.max_tree_bytes) {
    throw Error{ErrorCode::kBadDescription,
                fmt::format("{} would take up to {} MB of memory as a tree, the limit is {} MB; raise "
                            "DescriptionLimits::max_tree_bytes if the file can be trusted",
                            file_, tree_bytes >> 20U, limits.max_tree_bytes >> 20U)};
  }
}

void XmlDocument::split() {
  parts_ = find_variable_list(text_.text());
  if (!parts_) return;
  cut_ = *parts_;
  scalar_variables_ = has_scalar_variables(text_.text(), cut_);
  frame_ = Bytes{cut_.begin + text_.size() - cut_.end};
  std::memcpy(frame_.data(), text_.data(), cut_.begin);
  std::memcpy(frame_.data() + cut_.begin, text_.data() + cut_.end, text_.size() - cut_.end);
}

void XmlDocument::parse() {
  Bytes& text = parts_ ? frame_ : text_;
  const pugi::xml_parse_result result =
      tree_.load_buffer_inplace(text.data(), text.size(), kParseFlags, pugi::encoding_utf8);
  if (parts_ && !(result && has_cut_list(tree_.document_element()))) {
    // The tags were not what they seemed to be; the whole file tells what is wrong.
    parts_.reset();
    frame_ = Bytes{};
    return parse();
  }
  if (!result)
    refuse(static_cast<std::size_t>(std::max<std::ptrdiff_t>(result.offset, 0)),
           fmt::format("not well-formed XML: {}", result.description()));
  for (const pugi::xml_node node : tree_.children()) {
    if (node.type() == pugi::node_doctype)
      refuse(
          offset_of(node.value()),
          "the file has a DOCTYPE; none is needed and document type definitions are refused because they can "
          "make a small file huge; remove the DOCTYPE");
    if (node.type() != pugi::node_element) continue;
    if (!root_)
      root_ = node;
    else if (!second_root_)
      second_root_ = node;
  }
  if (!root_) refuse(0, "not well-formed XML: no element found");
}

/// Whether the list that was cut out is the root's own.
bool XmlDocument::has_cut_list(pugi::xml_node root) const noexcept {
  const pugi::xml_node list = root.child("ModelVariables");
  return list && list.name() == frame_.data() + cut_.name;
}

/// Parses up to what looks like the start of a variable. When that was wrong (it lay in a comment or in an
/// annotation) the part is not well-formed; it is then restored and tried again with a later end.
void XmlDocument::parse_part(pugi::xml_document& part) {
  const std::size_t begin = parts_->begin;
  char* const text = text_.data();
  if (begin != cut_.begin) text[begin] = '<';
  for (std::size_t size = part_size_;; size *= 2) {
    std::size_t end = parts_->end;
    if (end - begin > size) {
      end = find_variable_start(text_.text(), begin, begin + size, scalar_variables_);
      if (end == std::string_view::npos) continue;
    }
    const bool last = end == parts_->end;
    if (!last) rescue_.assign(text + begin, text + end);
    // pugixml takes the last byte for its terminator and would lose text there: it gets the '<' behind the
    // part, which comes back when the next part starts.
    text[end] = ' ';
    const bool stray = end > begin && text[end - 1] == '<';  // pugixml overlooks one there
    pugi::xml_parse_result result = part.load_buffer_inplace(
        text + begin, end - begin + 1, kParseFlags | pugi::parse_fragment, pugi::encoding_utf8);
    if (result && stray) result.status = pugi::status_unrecognized_tag;
    if (result) {
      for (const pugi::xml_node child :
           part.children())  // where a part starts, pugixml takes one for the file's
        if (child.type() == pugi::node_doctype)
          refuse(begin, "not well-formed XML: a document type declaration inside the list of variables");
      parts_->begin = end;
      return;
    }
    if (last)
      refuse(begin + static_cast<std::size_t>(std::max<std::ptrdiff_t>(result.offset, 0)),
             fmt::format("not well-formed XML: {}", result.description()));
    std::copy(rescue_.begin(), rescue_.end(), text + begin);
    text[end] = '<';
  }
}

void XmlDocument::check_depth(pugi::xml_node top, const DescriptionLimits& limits) const {
  std::uint32_t depth = 1;
  for (pugi::xml_node parent = top.parent(); parent && parent.parent(); parent = parent.parent())
    ++depth;
  pugi::xml_node node = top;
  while (true) {
    if (node.type() == pugi::node_element && depth > limits.max_depth)
      refuse(offset_of(node.name()), fmt::format("elements are nested more than {} deep", limits.max_depth));
    if (const pugi::xml_node child = node.first_child()) {
      node = child;
      ++depth;
      continue;
    }
    while (node != top && !node.next_sibling()) {
      node = node.parent();
      --depth;
    }
    if (node == top) return;
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

std::size_t XmlDocument::offset_in_file(std::size_t offset_in_frame) const noexcept {
  return parts_ && offset_in_frame >= cut_.begin ? offset_in_frame + (cut_.end - cut_.begin)
                                                 : offset_in_frame;
}

std::size_t XmlDocument::offset_of(const char* name) const noexcept {
  const auto offset_within = [name](const Bytes& text) {
    const std::uintptr_t first = reinterpret_cast<std::uintptr_t>(text.data());
    const std::uintptr_t place = reinterpret_cast<std::uintptr_t>(name);
    return place >= first && place - first < text.size() ? place - first : std::string_view::npos;
  };
  if (const std::size_t offset = offset_within(text_); offset != std::string_view::npos) return offset;
  if (const std::size_t offset = offset_within(frame_); offset != std::string_view::npos)
    return offset_in_file(offset);
  return 0;
}

XmlDocument::LineAndColumn XmlDocument::line_and_column(std::size_t offset) const noexcept {
  const std::size_t index = line_index(offset);
  return {static_cast<std::uint32_t>(index + 1),
          static_cast<std::uint32_t>(offset - line_starts_[index] + 1)};
}

XmlDocument::LineAndColumn XmlDocument::line_and_column(pugi::xml_node node) const noexcept {
  if (node.type() != pugi::node_element) return line_and_column(offset_of(node.value()));  // text
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
