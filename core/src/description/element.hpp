// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "description/reading.hpp"
#include "description/same_text.hpp"

namespace lockstep::core {

/// One attribute an element may have. The slot is where its value is found again; elements that share slots
/// can be read by the same code.
struct AttributeSpec {
  std::uint8_t slot{0};
  std::string_view name;
  bool required{false};
  std::uint32_t subset{0xFFFFFFFFU};  ///< which of several related elements have it, one bit each
};

/// The attributes an element may have. Found by a small hash made at compile time: reading attributes is most
/// of the work of reading a description.
class AttributeTable {
 public:
  static constexpr std::size_t kMaxSlots = 40;
  enum class Others : std::uint8_t { kForbidden, kAllowed };

  /// Of `specs` those whose subset has a bit in common with `subset`.
  template <std::size_t N>
  constexpr explicit AttributeTable(const AttributeSpec (&specs)[N], Others others = Others::kForbidden,
                                    std::uint32_t subset = 0xFFFFFFFFU)
      : others_{others} {
    static_assert(N <= kMaxSlots);
    for (auto& bucket : buckets_)
      bucket = kEnd;
    for (std::size_t i = 0; i < N; ++i) {
      if ((specs[i].subset & subset) == 0) continue;
      specs_[size_] = specs[i];
      if (specs[i].required) required_ |= std::uint64_t{1} << specs[i].slot;
      std::uint8_t& bucket = buckets_[hash(specs[i].name)];
      next_[size_] = bucket;
      bucket = static_cast<std::uint8_t>(size_++);
    }
  }

  static constexpr std::size_t kNotFound = kMaxSlots;
  /// The slot.
  std::size_t find(std::string_view name) const noexcept {
    if (name.empty()) return kNotFound;
    for (std::uint8_t i = buckets_[hash(name)]; i != kEnd; i = next_[i])
      if (same_text(specs_[i].name, name)) return specs_[i].slot;
    return kNotFound;
  }
  constexpr std::size_t size() const noexcept { return size_; }
  constexpr const AttributeSpec& operator[](std::size_t index) const noexcept { return specs_[index]; }
  /// One bit for each slot that must be filled.
  constexpr std::uint64_t required() const noexcept { return required_; }
  constexpr bool others_allowed() const noexcept { return others_ == Others::kAllowed; }

 private:
  static constexpr std::uint8_t kEnd = 0xFF;
  static constexpr std::size_t hash(std::string_view name) noexcept {
    return (name.size() * 5 + static_cast<unsigned char>(name.front()) * 3U +
            static_cast<unsigned char>(name.back())) %
           64;
  }
  std::array<AttributeSpec, kMaxSlots> specs_{};
  std::array<std::uint8_t, 64> buckets_{};
  std::array<std::uint8_t, kMaxSlots> next_{};
  std::size_t size_{0};
  std::uint64_t required_{0};
  Others others_;
};

/// A word the standard allows and what it stands for.
template <class Enum>
struct Choice {
  std::string_view word;
  Enum value;
};

/// One XML element while it is being read: its attributes sorted into the slots of a table, and conversions
/// that report a bad value with its place and go on with "not given". Unknown, repeated and missing
/// attributes are reported by the constructor; `xmlns` and attributes of other namespaces are none of our
/// business.
class Element {
 public:
  Element(Reading& reading, pugi::xml_node node, const AttributeTable& table);

  pugi::xml_node node() const noexcept { return node_; }
  template <class Slot>
  bool has(Slot slot) const noexcept {
    return (present_ >> static_cast<unsigned>(slot) & 1U) != 0;
  }
  /// For its place in the file; slow, for reports only. Null when not given.
  template <class Slot>
  pugi::xml_attribute attribute(Slot slot) const noexcept {
    return find_attribute(index(slot));
  }
  /// The value where it lies in the file, gone when the file is; empty when not given.
  template <class Slot>
  std::string_view raw(Slot slot) const noexcept {
    return has(slot) ? std::string_view{values_[index(slot)]} : std::string_view{};
  }
  /// The value copied into the model; empty when not given.
  template <class Slot>
  std::string_view text(Slot slot) {
    return has(slot) ? reading_.keep(values_[index(slot)]) : std::string_view{};
  }
  template <class Slot>
  std::optional<double> number(Slot slot) {
    return has(slot) ? number_at(index(slot)) : std::nullopt;
  }
  template <class Slot>
  double number(Slot slot, double fallback) {
    return number(slot).value_or(fallback);
  }
  template <class Slot>
  std::optional<std::int64_t> integer(Slot slot, std::int64_t min, std::int64_t max) {
    return has(slot) ? integer_at(index(slot), min, max) : std::nullopt;
  }
  template <class Slot>
  std::optional<std::uint64_t> unsigned_integer(Slot slot, std::uint64_t max) {
    return has(slot) ? unsigned_at(index(slot), max) : std::nullopt;
  }
  template <class Slot>
  std::optional<std::uint32_t> unsigned32(Slot slot) {
    const auto value = unsigned_integer(slot, std::numeric_limits<std::uint32_t>::max());
    return value ? std::optional<std::uint32_t>{static_cast<std::uint32_t>(*value)} : std::nullopt;
  }
  template <class Slot>
  std::optional<bool> boolean(Slot slot) {
    return has(slot) ? boolean_at(index(slot)) : std::nullopt;
  }
  template <class Slot>
  bool boolean(Slot slot, bool fallback) {
    return boolean(slot).value_or(fallback);
  }
  template <class Slot, class Enum, std::size_t N>
  std::optional<Enum> choice(Slot slot, const Choice<Enum> (&choices)[N]) {
    if (!has(slot)) return std::nullopt;
    const std::string_view value = raw(slot);
    for (const Choice<Enum>& choice : choices)
      if (same_text(choice.word, value)) return choice.value;
    std::string words;
    for (const Choice<Enum>& choice : choices)
      words.append(words.empty() ? "" : ", ").append(choice.word);
    bad_value(slot, "one of " + words);
    return std::nullopt;
  }

  /// Reports what is inside the element; it must be empty.
  void expect_empty() const;
  /// Reports that the value is not what the standard asks for.
  template <class Slot>
  void bad_value(Slot slot, const std::string& expected) const {
    report_bad_value(index(slot), expected);
  }
  /// "ScalarVariable 'x'", for messages.
  std::string label() const;

 private:
  template <class Slot>
  static constexpr std::size_t index(Slot slot) noexcept {
    return static_cast<std::size_t>(slot);
  }
  pugi::xml_attribute find_attribute(std::size_t slot) const noexcept;
  void report_bad_value(std::size_t slot, const std::string& expected) const;
  void report_unknown(pugi::xml_attribute attribute) const;
  void report_missing() const;
  std::optional<double> number_at(std::size_t slot) const;
  std::optional<std::int64_t> integer_at(std::size_t slot, std::int64_t min, std::int64_t max) const;
  std::optional<std::uint64_t> unsigned_at(std::size_t slot, std::uint64_t max) const;
  std::optional<bool> boolean_at(std::size_t slot) const;

  Reading& reading_;
  pugi::xml_node node_;
  const AttributeTable& table_;
  std::uint64_t present_{0};  // one bit a slot
  // Valid where present: clearing them for every element would cost more than reading it.
  std::array<const char*, AttributeTable::kMaxSlots> values_;
};

struct ChildSpec {
  std::string_view name;
  int rank{0};  ///< children come in the order of their ranks
  bool required{false};
  bool repeatable{false};
};

/// Reports children the schema does not know, repeats, a wrong order and missing ones. Calls
/// on_child(index into specs, child) for each known child, in file order.
template <std::size_t N, class OnChild>
void read_children(Reading& reading, pugi::xml_node parent, const ChildSpec (&specs)[N], OnChild&& on_child);

/// The reports of read_children, apart from the template.
void report_unknown_child(Reading& reading, pugi::xml_node child);
void report_child_order(Reading& reading, pugi::xml_node child, std::string_view after);
void report_repeated_child(Reading& reading, pugi::xml_node child);
void report_missing_child(Reading& reading, pugi::xml_node parent, std::string_view name);
/// For elements that are lists and nothing more: any attribute is one too many.
void expect_no_attributes(Reading& reading, pugi::xml_node list);
/// A child that is not allowed: an unknown element, or text where only elements may be.
void report_unexpected(Reading& reading, pugi::xml_node child);

template <std::size_t N, class OnChild>
void read_children(Reading& reading, pugi::xml_node parent, const ChildSpec (&specs)[N], OnChild&& on_child) {
  std::array<bool, N> seen{};
  std::size_t furthest = 0;  // the child with the highest rank so far
  for (pugi::xml_node child = parent.first_child(); child; child = child.next_sibling()) {
    if (child.type() != pugi::node_element) {
      report_unexpected(reading, child);
      continue;
    }
    const std::string_view name = child.name();
    std::size_t index = 0;
    while (index < N && !same_text(specs[index].name, name))
      ++index;
    if (index == N) {
      report_unknown_child(reading, child);
      continue;
    }
    if (specs[index].rank < specs[furthest].rank)
      report_child_order(reading, child, specs[furthest].name);
    else
      furthest = index;
    if (seen[index] && !specs[index].repeatable) {
      report_repeated_child(reading, child);
      continue;  // the first one counts
    }
    seen[index] = true;
    on_child(index, child);
  }
  for (std::size_t i = 0; i < N; ++i)
    if (specs[i].required && !seen[i]) report_missing_child(reading, parent, specs[i].name);
}

}  // namespace lockstep::core
