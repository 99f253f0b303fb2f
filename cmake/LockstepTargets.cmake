# SPDX-License-Identifier: Apache-2.0
# Helpers that keep every module's CMakeLists.txt to a list of files.

# lockstep_warnings(<target>): warnings for our code only, never for what includes it.
function(lockstep_warnings target)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Wold-style-cast>
    $<$<COMPILE_LANGUAGE:C>:-Wall -Wextra>)
endfunction()

# lockstep_compile_alone(<files>): where CMAKE_UNITY_BUILD is on (./test, ./demo), several files of a target are compiled as
# one, which saves about a third of the compiler's time; names in anonymous namespaces then have to be unique in a target. These
# files share such names with a neighbour, as the readers of FMI 2 and 3 do. "redefinition of ...{anonymous}::..." in a
# build of ./test: choose another name, or add the file to the list of its module.
function(lockstep_compile_alone)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# lockstep_add_tests(<module> SOURCES a_test.cpp ... [LINK targets ...] [DEPENDS targets ...] [OWN_PROCESS patterns ...])
# makes one GoogleTest program <module>_tests; every TEST in it becomes one ctest case. ./test runs many cases in one
# process; those whose "Suite.Case" matches one of the regular expressions after OWN_PROCESS get one of their own: name here
# what leaves the process in another state than it was, or needs one in which nothing has happened.
# Test code is compiled without optimisation: it is run once, and its share of the compiler's time is the largest.
set_property(GLOBAL PROPERTY LOCKSTEP_OWN_PROCESS "")
function(lockstep_add_tests module)
  if(NOT LOCKSTEP_BUILD_TESTS)
    return()
  endif()
  cmake_parse_arguments(arg "" "" "SOURCES;LINK;DEPENDS;OWN_PROCESS" ${ARGN})
  find_package(GTest REQUIRED)
  include(GoogleTest)
  add_executable(${module}_tests ${arg_SOURCES})
  target_link_libraries(${module}_tests PRIVATE ${arg_LINK} GTest::gtest GTest::gtest_main)
  target_include_directories(${module}_tests PRIVATE "${PROJECT_SOURCE_DIR}/tests")   # "support/..."
  lockstep_warnings(${module}_tests)
  target_compile_options(${module}_tests PRIVATE -O0)
  if(arg_DEPENDS)
    add_dependencies(${module}_tests ${arg_DEPENDS})
  endif()
  gtest_discover_tests(${module}_tests TEST_PREFIX "${module}." DISCOVERY_TIMEOUT 60
    PROPERTIES TIMEOUT 300 LABELS gtest)
  if(arg_OWN_PROCESS)
    string(REPLACE ";" "|" pattern "${arg_OWN_PROCESS}")
    set_property(GLOBAL APPEND_STRING PROPERTY LOCKSTEP_OWN_PROCESS "${module}_tests\t${pattern}\n")
  endif()
endfunction()

# lockstep_add_fuzzer(<name> SOURCES fuzz_x.cpp ... [LINK targets ...] [CORPUS folder] [DICT file])
# makes the libFuzzer program fuzz_<name> in builds with LOCKSTEP_BUILD_FUZZERS; elsewhere it does nothing.
# CORPUS is the committed seed corpus; ./test --full runs every fuzzer on a copy of it.
add_custom_target(fuzzers)
set_property(GLOBAL PROPERTY LOCKSTEP_FUZZERS "")
function(lockstep_add_fuzzer name)
  if(NOT LOCKSTEP_BUILD_FUZZERS)
    return()
  endif()
  cmake_parse_arguments(arg "" "CORPUS;DICT" "SOURCES;LINK" ${ARGN})
  add_executable(fuzz_${name} EXCLUDE_FROM_ALL ${arg_SOURCES})
  target_link_libraries(fuzz_${name} PRIVATE ${arg_LINK})
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  lockstep_warnings(fuzz_${name})
  add_dependencies(fuzzers fuzz_${name})
  foreach(path IN ITEMS CORPUS DICT)
    if(arg_${path})
      get_filename_component(arg_${path} "${arg_${path}}" ABSOLUTE)
    endif()
  endforeach()
  set_property(GLOBAL APPEND_STRING PROPERTY LOCKSTEP_FUZZERS "fuzz_${name}\t${arg_CORPUS}\t${arg_DICT}\n")
endfunction()

# The lists ./test reads. Fuzzers: program, corpus folder, dictionary. Own process: program, pattern of its cases.
function(lockstep_write_test_lists)
  foreach(list IN ITEMS FUZZERS OWN_PROCESS)
    get_property(rows GLOBAL PROPERTY LOCKSTEP_${list})
    string(TOLOWER ${list} file)
    file(WRITE "${PROJECT_BINARY_DIR}/${file}.tsv" "${rows}")
  endforeach()
endfunction()

if(LOCKSTEP_BUILD_TESTS)
  enable_testing()
endif()
