// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "lockstep/core/element_type.hpp"
#include "lockstep/core/fmu.hpp"
#include "lockstep/core/row_sink.hpp"
#include "lockstep/core/simulation.hpp"

namespace lockstep::test {}

namespace lockstep::isolation::test {

using namespace lockstep::test;

/// Every bit of every row.
class BitRecorder final : public core::RowSink {
 public:
  void begin(Span<const core::RecordColumn> columns) override {
    columns_.assign(columns.begin(), columns.end());
  }
  bool row(double time_s) noexcept override {
    append(&time_s, sizeof time_s);
    for (const core::RecordColumn& column : columns_) {
      core::with_element_type(column.type, [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T& element = *static_cast<const T*>(column.element);
        if constexpr (std::is_arithmetic_v<T>) {
          append(&element, sizeof element);
        } else {
          append(element.data(), element.size());
          bits_ += '\n';
        }
      });
    }
    ++rows_;
    return true;
  }
  void end() override {}
  const std::string& bits() const { return bits_; }
  std::size_t rows() const { return rows_; }

 private:
  void append(const void* data, std::size_t size) { bits_.append(static_cast<const char*>(data), size); }
  std::vector<core::RecordColumn> columns_;
  std::string bits_;
  std::size_t rows_{0};
};

/// Processes whose parent is `parent`.
inline std::set<pid_t> children_of(pid_t parent) {
  std::set<pid_t> children;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream stat{entry.path() / "stat"};
    std::string line;
    if (!std::getline(stat, line)) continue;
    const std::size_t name_end = line.rfind(')');
    if (name_end == std::string::npos || line.size() < name_end + 4) continue;
    if (std::atoi(line.c_str() + name_end + 4) == parent) children.insert(std::atoi(line.c_str()));
  }
  return children;
}

inline core::StepperOptions isolated(core::StepperOptions options = {}) {
  options.isolation.mode = core::Isolation::kProcess;
  return options;
}

}  // namespace lockstep::isolation::test
