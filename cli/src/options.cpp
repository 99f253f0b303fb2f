// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include <cmath>

#include "lockstep/core/number_text.hpp"

namespace lockstep::cli {

CLI::Option* add_number(CLI::App& command, const std::string& name, std::optional<double>& target,
                        const std::string& unit, const std::string& help) {
  const auto read = [&target, name](const std::string& text) {
    target = core::parse_double(text);
    if (!target || !std::isfinite(*target))
      throw CLI::ValidationError{name, "'" + text + "' is not a finite number; write it like 0.25 or 2.5e-1"};
  };
  return command.add_option_function<std::string>(name, read, help)->type_name(unit);
}

CLI::Option* add_repeated(CLI::App& command, const std::string& name, std::vector<std::string>& target,
                          const std::string& placeholder, const std::string& help) {
  return command.add_option(name, target, help)->type_name(placeholder)->allow_extra_args(false);
}

}  // namespace lockstep::cli
