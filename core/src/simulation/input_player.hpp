// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "lockstep/core/input_table.hpp"
#include "lockstep/core/stepper.hpp"

namespace lockstep::core {

/// Plays an InputTable into a stepper's input buffers. Times only move forward.
class InputPlayer {
 public:
  /// Binds one group for each column type. The table must outlive the player.
  InputPlayer(Stepper& stepper, const InputTable& table);

  /// Writes the inputs of the step [from_s, to_s]: right limits at from_s, left limits at to_s.
  void prepare(double from_s, double to_s) noexcept;
  /// The first row after `time_s`: the inputs may bend or jump there. Infinity: none.
  double next_row_after(double time_s) const noexcept;

 private:
  struct Line {  // a continuous Float64 column on straight lines
    const double* values;
    std::size_t width;
    double *at_start, *at_end;
  };
  struct Stairs {  // every other column
    const InputTable::Column* column;
    void* target;
  };
  void write_stairs(const Stairs& stairs, std::size_t row, double time_s) noexcept;
  double interpolated(const Line& line, std::size_t row, std::size_t element, double time_s) const noexcept;

  const InputTable& table_;
  std::vector<Line> lines_;
  std::vector<Stairs> stairs_;
  mutable std::size_t row_{0};  // last row with time <= the current time
};

}  // namespace lockstep::core
