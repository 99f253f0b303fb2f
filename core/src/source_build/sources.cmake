# SPDX-License-Identifier: Apache-2.0
include("${CMAKE_CURRENT_LIST_DIR}/embed_fmi_headers.cmake")
target_sources(lockstep_core_objects PRIVATE
  src/source_build/build_plan.cpp
  src/source_build/compiler_options.cpp
  src/source_build/compiler_process.cpp
  src/source_build/fmi_headers.cpp
  src/source_build/source_build.cpp
  "${CMAKE_CURRENT_BINARY_DIR}/fmi_header_text.cpp"
)
set(LOCKSTEP_CORE_SOURCE_BUILD_TESTS
  test/source_build/build_plan_test.cpp
  test/source_build/compiler_options_test.cpp
  test/source_build/compiler_process_test.cpp
  test/source_build/fmi_headers_test.cpp
  test/source_build/source_build_test.cpp
)
