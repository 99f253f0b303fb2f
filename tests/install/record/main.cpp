// SPDX-License-Identifier: Apache-2.0
// Writes one row with the installed recorder and prints the file.
#include <fstream>
#include <iostream>

#include "lockstep/record/csv_writer.hpp"

int main() {
  const double angle_rad = 0.1;
  lockstep::core::RecordColumn column;
  column.name = "angle";
  column.type = lockstep::core::VariableType::kFloat64;
  column.element = &angle_rad;
  lockstep::record::CsvWriter writer{"angle.csv"};
  writer.begin({&column, 1});
  if (!writer.row(0.5)) return 1;
  writer.end();
  std::cout << std::ifstream{"angle.csv"}.rdbuf();
  return 0;
}
