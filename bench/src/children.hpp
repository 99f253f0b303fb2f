// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

/// Measurements that need a process of their own; run by `lockstep_bench --child NAME ARGUMENTS...`.
namespace lockstep::bench {

/// [ms] CPU time of reading a modelDescription.xml that is in memory already.
/// program: "pugixml", "lockstep" or the library of a peer.
double milliseconds_of_parse(const std::string& program, const std::filesystem::path& file,
                             std::size_t variable_count);

/// [MB] peak memory of this process after that.
double peak_megabytes_of_parse(const std::string& program, const std::filesystem::path& file,
                               std::size_t variable_count);

/// [bytes] of one of `count` instances. program: "raw" or "lockstep"; counter: "heap" or "resident".
double bytes_per_instance(const std::string& program, const std::filesystem::path& fmu,
                          const std::string& counter, std::size_t count);

}  // namespace lockstep::bench
