// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockstep/exporter/fmu.hpp>

/// The enumeration of the parameter `fault`, the same in all faulty models.
inline void describe_faults(lockstep::exporter::Description& m) {
  m.enumeration("Fault", {{"none", 1, "Behaves"},
                          {"segfault", 2, "Writes to address 0"},
                          {"abort", 3, "Calls abort()"},
                          {"exit", 4, "Calls exit(3)"},
                          {"endless loop", 5, "Never returns, computing"},
                          {"sleep", 6, "Never returns, sleeping"},
                          {"slow step", 7, "Sleeps slow_step_s in every step"},
                          {"leak", 8, "Loses a megabyte in every step"},
                          {"stack overflow", 9, "Recurses without end"},
                          {"NaN", 10, "y is not a number"},
                          {"huge", 11, "y is 1e120"},
                          {"exception", 12, "Throws a C++ exception through the C interface"},
                          {"rounding mode", 13, "Leaves the processor rounding upwards"},
                          {"locale and folder", 14, "Changes the locale and the current folder"},
                          {"closed files", 15, "Closes all file descriptors from 3 on"},
                          {"log flood", 16, "Logs very many messages in every step"},
                          {"wrong status", 17, "Returns a status that does not exist"}});
}
