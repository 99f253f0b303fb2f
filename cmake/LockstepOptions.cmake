# SPDX-License-Identifier: Apache-2.0
# Options every build understands. LOCKSTEP_WITH_<X>=AUTO builds the part if what it needs is here and says so in
# the summary; ON fails loudly when something is missing; OFF leaves it out.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo" FORCE)
endif()

option(LOCKSTEP_MINIMAL "Only the libraries fmi and core: no command line, models, tests, npm" OFF)
option(LOCKSTEP_FMUS_ONLY "Only the FMUs of models/: no library, command line, tests (tools/release-fmus)" OFF)
set(LOCKSTEP_BUILD_TESTS AUTO CACHE STRING "Build the tests: AUTO (if GoogleTest is here), ON or OFF")
option(LOCKSTEP_BUILD_FUZZERS "Build the libFuzzer targets (needs clang)" OFF)
set(LOCKSTEP_SANITIZE "" CACHE STRING "Sanitizers for everything we build, e.g. address,undefined or thread")

set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
set(CMAKE_INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR};$ORIGIN")
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)

if(LOCKSTEP_BUILD_FUZZERS)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "LOCKSTEP_BUILD_FUZZERS needs clang, the compiler is ${CMAKE_CXX_COMPILER_ID}; "
      "use the preset 'fuzz' or set CMAKE_C_COMPILER=clang-16 and CMAKE_CXX_COMPILER=clang++-16")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)   # coverage in everything a fuzz target reaches
endif()
if(LOCKSTEP_SANITIZE)
  add_compile_options(-fsanitize=${LOCKSTEP_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${LOCKSTEP_SANITIZE})
endif()

# A cache entry made in one clone serves every other: paths below the source folder count as relative ones, and the
# build folder (which debug information would name) does not count at all.
find_program(LOCKSTEP_CCACHE ccache)
if(LOCKSTEP_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER env "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1 "${LOCKSTEP_CCACHE}")
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_C_COMPILER_LAUNCHER})
endif()

set_property(GLOBAL PROPERTY LOCKSTEP_SUMMARY "")

# From here on LOCKSTEP_BUILD_TESTS is true or false.
if(LOCKSTEP_MINIMAL OR LOCKSTEP_FMUS_ONLY)
  set(LOCKSTEP_BUILD_TESTS OFF)
elseif(LOCKSTEP_BUILD_TESTS STREQUAL "AUTO")
  find_package(GTest QUIET)
  set(LOCKSTEP_BUILD_TESTS ${GTest_FOUND})
endif()

# lockstep_summary(<part> <built|skipped> <why>): one row of the table printed at the end of configuring.
function(lockstep_summary part state why)
  string(REPLACE ";" "," why "${why}")   # the rows are a list
  set_property(GLOBAL APPEND PROPERTY LOCKSTEP_SUMMARY "${part}|${state}|${why}")
endfunction()

function(lockstep_print_summary)
  if(LOCKSTEP_BUILD_TESTS)
    lockstep_summary(tests built "GoogleTest")
  else()
    lockstep_summary(tests skipped "LOCKSTEP_BUILD_TESTS is off, or GoogleTest (libgtest-dev) is not installed")
  endif()
  get_property(rows GLOBAL PROPERTY LOCKSTEP_SUMMARY)
  message(STATUS "lockstep ${PROJECT_VERSION} (${CMAKE_BUILD_TYPE})")
  foreach(row IN LISTS rows)
    string(REPLACE "|" ";" cells "${row}")
    list(GET cells 0 part)
    list(GET cells 1 state)
    list(GET cells 2 why)
    string(SUBSTRING "${part}                        " 0 20 part)
    string(SUBSTRING "${state}          " 0 9 state)
    message(STATUS "  ${part} ${state} ${why}")
  endforeach()
endfunction()
