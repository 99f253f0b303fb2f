# SPDX-License-Identifier: Apache-2.0
# Installs into a folder and moves it: whatever still points to the first place is a defect.
include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")
file(REMOVE_RECURSE "${WORK}/prefix" "${PREFIX}")
run(ignored "${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${WORK}/prefix")
file(RENAME "${WORK}/prefix" "${PREFIX}")

foreach(file IN ITEMS include/lockstep/core/error.hpp lib/liblockstep_core.so lib/cmake/lockstep/lockstepConfig.cmake
    include/lockstep/world/world.hpp include/lockstep/devices/joint_pid/joint_pid.hpp lib/liblockstep_engines.so
    share/doc/lockstep/copyright share/man/man1/lockstep.1 share/bash-completion/completions/lockstep
    share/lockstep/fmus/2.0/DampedPendulum.fmu
    share/lockstep/exporter/templates/fmu/CMakeLists.txt.in)
  expect_file("${PREFIX}/${file}")
endforeach()
run_installed_command("${PREFIX}/bin")
run_installed_module("${PREFIX}")
