// SPDX-License-Identifier: Apache-2.0
// Any bytes as what a worker sends: the host reads replies of every form from them, in parts of any size, and
// neither crashes nor reads beyond them.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "isolation/stepper_frames.hpp"

namespace {

using namespace lockstep::core;
using namespace lockstep::core::isolation;

void demand(bool condition) {
  if (!condition) std::abort();
}

/// The bytes in parts whose size the first of them chooses, each in a block of its own, so that a sanitizer
/// sees a look beyond it.
class Parts final : public FrameFlow {
 public:
  Parts(const std::uint8_t* data, std::size_t size, std::size_t part)
      : data_{data}, left_{size}, memory_(part) {}
  bool flush(std::size_t) noexcept override { return false; }
  std::size_t refill() noexcept override {
    const std::size_t size = std::min(left_, memory_.size());
    std::copy(data_, data_ + size, memory_.begin());
    data_ += size;
    left_ -= size;
    return size;
  }
  const char* memory() const { return memory_.data(); }

 private:
  const std::uint8_t* data_;
  std::size_t left_;
  std::vector<char> memory_;
};

void read_group(FrameReader& reader, VariableType type) {
  std::string texts[2];
  std::vector<std::uint8_t> blobs[2];
  double numbers[2];
  bool flags[2];
  Stepper::Group group;
  group.role = Stepper::Group::Role::kOutput;
  group.type = type;
  group.element_count = 2;
  group.data = type == VariableType::kString    ? static_cast<void*>(texts)
               : type == VariableType::kBinary  ? static_cast<void*>(blobs)
               : type == VariableType::kBoolean ? static_cast<void*>(flags)
                                                : static_cast<void*>(numbers);
  read_elements(reader, group);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  Parts parts{data + 2, size - 2, std::size_t{1} + data[1]};
  FrameReader reader{parts.memory(), parts.refill(), &parts};
  switch (data[0] % 6) {
    case 0: {
      const lockstep::Error error = read_error(reader);
      demand(error.code() <= lockstep::ErrorCode::kSystem);
      break;
    }
    case 1:
      static_cast<void>(read_value(reader));
      break;
    case 2: {
      const StepOutcome outcome = read_outcome(reader, {0.0, 1.0, 1.0});
      const bool earlier = outcome.status == Status::kError || outcome.status == Status::kFatal;
      demand(!reader.ok() || (std::isfinite(outcome.reached_s) && outcome.reached_s <= 1.0 &&
                              (earlier || outcome.reached_s >= 0.0)));
      demand(outcome.status <= Status::kFatal);
      break;
    }
    case 3:
      for (const VariableType type : {VariableType::kString, VariableType::kBinary, VariableType::kBoolean,
                                      VariableType::kFloat64, VariableType::kInt64})
        read_group(reader, type);
      break;
    case 4: {
      BinaryValue saved;  // a state, in the reply to kSave
      reader.read_text(saved);
      demand(saved.size() + reader.text().size() < size);
      break;
    }
    default:
      static_cast<void>(read_setup(reader));
      break;
  }
  return 0;
}
