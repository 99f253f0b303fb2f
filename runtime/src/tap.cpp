// SPDX-License-Identifier: Apache-2.0
#include "lockstep/runtime/tap.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "lockstep/core/element_type.hpp"
#include "wait_word.hpp"

namespace lockstep::runtime {
namespace {

constexpr std::size_t kWord = sizeof(std::uint64_t);
constexpr std::size_t kHeader = 3;  // sequence, stamp, step

std::size_t words_for(std::size_t bytes) {
  return (bytes + kWord - 1) / kWord;
}

/// Words of one element in a row: a number takes one, a text its length and the room for its bytes.
std::size_t element_words(core::VariableType type, std::size_t text_room) {
  return is_plain(type) ? 1 : 1 + words_for(text_room);
}

}  // namespace

Tap::Tap(std::vector<SignalView> signals, const TapOptions& options)
    : signals_{std::move(signals)},
      period_{options.period},
      depth_{std::max<std::size_t>(2, options.depth)},
      row_words_{kHeader},
      on_pause_{options.on_pause},
      changed_{std::make_unique<WaitWord>()} {
  for (const SignalView& signal : signals_) {
    const std::size_t words = element_words(signal.info->type, options.text_room);
    columns_.push_back({*signal.info, row_words_ - kHeader, words});
    row_words_ += words * signal.info->count;
  }
  ring_ = std::make_unique<Word[]>(depth_ * row_words_);
}

Tap::~Tap() = default;

void Tap::write(std::size_t column, Word* row) noexcept {
  const TapColumn& layout = columns_[column];
  Word* to = row + kHeader + layout.first_word;
  core::with_element_type(layout.info.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const auto* const elements = static_cast<const T*>(signals_[column].data);
    for (std::uint32_t i = 0; i < layout.info.count; ++i, to += layout.words) {
      if constexpr (std::is_arithmetic_v<T>) {
        std::uint64_t word = 0;
        std::memcpy(&word, &elements[i], sizeof(T));
        to->store(word, std::memory_order_release);
      } else {
        const std::size_t room = (layout.words - 1) * kWord;
        const std::size_t length = std::min(elements[i].size(), room);
        to->store(length, std::memory_order_release);
        for (std::size_t done = 0; done < length; done += kWord) {
          std::uint64_t word = 0;
          std::memcpy(&word, elements[i].data() + done, std::min(kWord, length - done));
          to[1 + done / kWord].store(word, std::memory_order_release);
        }
      }
    }
  });
}

void Tap::publish(std::int64_t step, core::SimTime now) noexcept {
  if (period_) {
    if (now < next_) return;
    next_ = (now / *period_ + 1) * *period_;
  }
  add_row(step, now);
}

void Tap::publish_pause(std::int64_t step, core::SimTime now) noexcept {
  if (on_pause_ && last_step_ != step) add_row(step, now);
}

void Tap::add_row(std::int64_t step, core::SimTime now) noexcept {
  last_step_ = step;
  const std::uint64_t number = written_.load(std::memory_order_relaxed);
  Word* const to = row(number);
  to[0].store(2 * number + 1, std::memory_order_relaxed);
  to[1].store(static_cast<std::uint64_t>(now.count()), std::memory_order_release);
  to[2].store(static_cast<std::uint64_t>(step), std::memory_order_release);
  for (std::size_t column = 0; column < columns_.size(); ++column)
    write(column, to);
  to[0].store(2 * number + 2, std::memory_order_release);
  written_.store(number + 1, std::memory_order_release);
  changed_->increment();
}

void Tap::end() noexcept {
  ended_.store(true, std::memory_order_release);
  changed_->increment();
}

TapReader::TapReader(std::shared_ptr<Tap> tap)
    : tap_{std::move(tap)}, next_{tap_->written_.load(std::memory_order_acquire)} {}

bool TapReader::ended() const noexcept {
  return tap_->ended_.load(std::memory_order_acquire);
}

bool TapReader::copy(std::uint64_t number, TapRow& row) const {
  const Tap::Word* const from = tap_->row(number);
  if (from[0].load(std::memory_order_acquire) != 2 * number + 2) return false;
  row.stamp = core::SimTime{static_cast<std::int64_t>(from[1].load(std::memory_order_acquire))};
  row.step = static_cast<std::int64_t>(from[2].load(std::memory_order_acquire));
  row.words.resize(tap_->row_words_ - kHeader);
  for (std::size_t i = 0; i < row.words.size(); ++i)
    row.words[i] = from[kHeader + i].load(std::memory_order_acquire);
  return from[0].load(std::memory_order_relaxed) == 2 * number + 2;
}

bool TapReader::read(TapRow& row) {
  for (;;) {
    const std::uint64_t written = tap_->written_.load(std::memory_order_acquire);
    if (next_ >= written) return false;
    // The slot after the newest row may be written right now, so one row less than the depth is safe.
    const std::uint64_t oldest = written + 1 > tap_->depth_ ? written + 1 - tap_->depth_ : 0;
    if (next_ < oldest) {
      lost_ += oldest - next_;
      next_ = oldest;
    }
    if (copy(next_, row)) {
      ++next_;
      return true;
    }
  }
}

bool TapReader::wait(TapRow& row, std::optional<std::chrono::nanoseconds> limit) {
  const std::optional<WaitWord::Clock::time_point> deadline = deadline_after(limit);
  for (;;) {
    const std::uint32_t seen = tap_->changed_->load();
    if (read(row)) return true;
    if (ended() || !tap_->changed_->wait_while(seen, deadline)) return read(row);
  }
}

void TapReader::skip_to_newest() noexcept {
  const std::uint64_t written = tap_->written_.load(std::memory_order_acquire);
  if (written > next_ + 1) next_ = written - 1;
}

double TapRow::number(const TapColumn& column, std::uint32_t i) const noexcept {
  const std::uint64_t word = words[column.first_word + i * column.words];
  return core::with_element_type(column.info.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_arithmetic_v<T>) {
      T value{};
      std::memcpy(&value, &word, sizeof(T));
      return static_cast<double>(value);
    } else {
      return 0.0;
    }
  });
}

core::Value TapRow::value(const TapColumn& column) const {
  return core::with_element_type(column.info.type, [&](auto tag) -> core::Value {
    using T = typename decltype(tag)::type;
    std::vector<core::ValueElement<T>> elements;
    for (std::uint32_t i = 0; i < column.info.count; ++i) {
      if constexpr (std::is_arithmetic_v<T>) {
        T element{};
        std::memcpy(&element, &words[column.first_word + i * column.words], sizeof(T));
        elements.push_back(element);
      } else {
        const std::string_view bytes = text(column, i);
        elements.emplace_back(bytes.begin(), bytes.end());
      }
    }
    return elements;
  });
}

std::string_view TapRow::text(const TapColumn& column, std::uint32_t i) const noexcept {
  if (is_plain(column.info.type)) return {};
  const std::uint64_t* const element = &words[column.first_word + i * column.words];
  return {reinterpret_cast<const char*>(element + 1), static_cast<std::size_t>(element[0])};
}

}  // namespace lockstep::runtime
