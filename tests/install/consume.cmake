# SPDX-License-Identifier: Apache-2.0
# Configures, builds and runs the project in consumer/ against the installed package.
include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")
set(build "${WORK}/${CASE}")
set(configure "${CMAKE_COMMAND}" -S "${SOURCE}/consumer" -B "${build}" -G Ninja "-DCMAKE_PREFIX_PATH=${PREFIX}"
  "-DCMAKE_CXX_COMPILER=${CXX}" -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF)
file(REMOVE_RECURSE "${build}")

if(CASE STREQUAL "unknown_component")
  # Asking for what is not there names what is.
  execute_process(COMMAND ${configure} -DCOMPONENTS=warp_drive RESULT_VARIABLE code OUTPUT_QUIET ERROR_VARIABLE text)
  string(REGEX REPLACE "[ \n]+" " " text "${text}")
  if(code EQUAL 0 OR NOT text MATCHES "no component 'warp_drive' in this installation; it has: .*core")
    message(FATAL_ERROR "expected a refusal that lists the components, got (${code}): ${text}")
  endif()
  return()
endif()

run(ignored ${configure} -DCOMPONENTS=${CASE})
run(ignored "${CMAKE_COMMAND}" --build "${build}")
run(text "${build}/consumer")
if(NOT text MATCHES "not-found: no such model")
  message(FATAL_ERROR "the consumer printed: ${text}")
endif()
