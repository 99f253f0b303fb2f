# SPDX-License-Identifier: Apache-2.0
# Helpers that keep every module's CMakeLists.txt to a list of files.

# lockstep_warnings(<target>): warnings for our code only, never for what includes it.
function(lockstep_warnings target)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Wold-style-cast>
    $<$<COMPILE_LANGUAGE:C>:-Wall -Wextra>)
endfunction()

# lockstep_add_tests(<module> SOURCES a_test.cpp ... [LINK targets ...] [DEPENDS targets ...])
# makes one GoogleTest program <module>_tests; every TEST in it becomes one ctest case.
function(lockstep_add_tests module)
  if(NOT LOCKSTEP_BUILD_TESTS)
    return()
  endif()
  cmake_parse_arguments(arg "" "" "SOURCES;LINK;DEPENDS" ${ARGN})
  find_package(GTest REQUIRED)
  include(GoogleTest)
  add_executable(${module}_tests ${arg_SOURCES})
  target_link_libraries(${module}_tests PRIVATE ${arg_LINK} GTest::gtest GTest::gtest_main)
  lockstep_warnings(${module}_tests)
  if(arg_DEPENDS)
    add_dependencies(${module}_tests ${arg_DEPENDS})
  endif()
  gtest_discover_tests(${module}_tests TEST_PREFIX "${module}." DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 300)
endfunction()

if(LOCKSTEP_BUILD_TESTS)
  enable_testing()
endif()
