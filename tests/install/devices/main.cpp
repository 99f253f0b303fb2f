// SPDX-License-Identifier: Apache-2.0
// Loads the library of devices beside it and prints what is in it.
#include <iostream>

#include "lockstep/runtime/device_catalogue.hpp"

int main() {
  lockstep::runtime::DeviceCatalogue catalogue;
  catalogue.load("./libspring.so");
  for (const std::string& type : catalogue.types())
    std::cout << "device " << type << '\n';
  return 0;
}
